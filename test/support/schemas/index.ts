import Ajv, { type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import { inputSchemas } from './inputs';
import { resourceSchemas } from './resources';

/** Every object of the interface document, by the name it has there. */
export const schemas = { ...resourceSchemas, ...inputSchemas };

export type SchemaName = keyof typeof schemas;

const ajv = new Ajv({ allErrors: true, strictTypes: false, strictRequired: false });
addFormats(ajv);
for (const [name, schema] of Object.entries(schemas)) ajv.addSchema(schema, name);

/** What is wrong with `value`, one line each; nothing when it is as the interface document says. */
export function problemsOf(name: SchemaName, value: unknown): string[] {
	return problems(ajv.getSchema(name)!, value);
}

/** The same for a list envelope whose entries are all `name`. */
export function problemsOfList(name: SchemaName, value: unknown): string[] {
	const list = {
		allOf: [{ $ref: 'ListEnvelope' }, { properties: { data: { items: { $ref: name } } } }],
	};
	return problems(ajv.compile(list), value);
}

/** The names of all fields that the interface document gives an object, sorted. */
export function fieldsOf(name: SchemaName): string[] {
	return Object.keys(schemas[name].properties).sort();
}

function problems(validate: ValidateFunction, value: unknown): string[] {
	if (validate(value)) return [];
	return (validate.errors ?? []).map(
		({ instancePath, message, params }) => `${instancePath || '/'} ${message} ${JSON.stringify(params)}`,
	);
}
