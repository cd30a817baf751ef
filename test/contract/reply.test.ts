import { document } from '../../dev/mock-service/openapi/document';
import { setAt } from './brokenService';
import { operations, responsePointer, successStatus } from './operations';
import { Findings, Reply } from './reply';

interface Schema {
	$ref?: string;
	type?: string | string[];
	format?: string;
	enum?: unknown[];
	required?: string[];
	properties?: Record<string, Schema>;
	items?: Schema;
	anyOf?: Schema[];
}

const schemaAt = (pointer: string) => document.components.schemas[pointer.split('/').at(-1)!] as Schema;

/** What no field of the document can be: a fraction; and, by the schema of a field, some more. */
function wrongValues(schema: Schema, isRequired: boolean): Record<string, unknown> {
	const { type, format, enum: values, anyOf = [] } = schema.$ref ? schemaAt(schema.$ref) : schema;
	const nullable =
		[type].flat().includes('null') || anyOf.some((one) => one.type === 'null') || (!type && !anyOf.length);
	return {
		'is a fraction': 7.5,
		...(!nullable && { 'is null': null }),
		...(isRequired && { 'is missing': undefined }),
		...(values && { 'has another value': 'other' }),
		...(format && format !== 'uri' && { [`is no ${format}`]: 'other' }),
	};
}

type Field = [path: string, schema: Schema, isRequired: boolean];

/** Every field of a response and of the objects in it, each kind of object once. */
function fieldsOf(schema: Schema, path: string, seen: Set<string>): Field[] {
	const target = schema.anyOf?.find(({ $ref }) => $ref) ?? schema;
	if (target.$ref) {
		if (seen.has(target.$ref)) return [];
		seen.add(target.$ref);
		return fieldsOf(schemaAt(target.$ref), path, seen);
	}
	if (target.items) return fieldsOf(target.items, `${path}[]`, seen);
	return Object.entries(target.properties ?? {}).flatMap(([name, field]) => {
		const fieldPath = path ? `${path}.${name}` : name;
		const own: Field = [fieldPath, field, target.required?.includes(name) ?? false];
		return [own, ...fieldsOf(field, fieldPath, seen)];
	});
}

const seen = new Set<string>();
const responses = operations.flatMap(({ operation }) => {
	const pointer = responsePointer(operation, successStatus(operation));
	const fields = pointer ? fieldsOf({ $ref: pointer }, '', seen) : [];
	return fields.length > 0 ? [{ operation: operation.operationId, pointer, fields }] : [];
});

test.each(responses)(
	'$operation: a wrong, unknown or missing value in any field is found, and the field is named',
	({ operation, pointer, fields }) => {
		for (const [path, schema, isRequired] of fields) {
			for (const [what, value] of Object.entries(wrongValues(schema, isRequired))) {
				const [body, findings] = [{}, new Findings()];
				setAt(body, path, value);
				new Reply(operation, 200, JSON.stringify(body), pointer, () => findings);

				const found = findings.differences.map((difference) => difference.path);
				expect([what, found]).toEqual([what, expect.arrayContaining([`${operation}: ${path}`])]);
			}
		}
	},
);
