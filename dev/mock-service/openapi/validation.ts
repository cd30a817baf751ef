import Ajv, { type ErrorObject, type Options, type ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { document } from './document';

/** Validates with schemas of the document and with others that refer to them as `openapi#/components/schemas/Order`. */
function validatorOf(contract: object, options: Options): Ajv {
	const ajv = new Ajv({ strict: false, verbose: true, ...options });
	addFormats(ajv);
	return ajv.addSchema(contract, 'openapi');
}

/** The document, but objects have no fields beside the listed ones, unless it says that they can. */
function withoutUnlistedFields(): object {
	return JSON.parse(JSON.stringify(document), (_key, value: { type?: unknown; properties?: unknown } | null) => {
		const isObject = value?.type === 'object' || (Array.isArray(value?.type) && value.type.includes('object'));
		return isObject && value?.properties ? { additionalProperties: false, ...value } : value;
	}) as object;
}

const lenient = validatorOf(document, { discriminator: true });
const thorough = validatorOf(document, { allErrors: true });
const exact = validatorOf(withoutUnlistedFields(), { allErrors: true });

/** What is wrong with a value that others made. It may have fields that the document does not list. */
export function mistakes(schema: string | object, value: unknown): ErrorObject[] {
	return errorsOf(lenient, schema, value);
}

/** The same, but everything that is wrong. Takes long for a value that is large and all wrong. */
export function allMistakes(schema: string | object, value: unknown): ErrorObject[] {
	return errorsOf(thorough, schema, value);
}

/** What is wrong with a value that this project made. A field that the document does not list is a mistake. */
export function exactMistakes(schema: string | object, value: unknown): ErrorObject[] {
	return errorsOf(exact, schema, value);
}

/** @param schema a schema, or where one is in the document, such as `#/components/schemas/Order` */
function errorsOf(ajv: Ajv, schema: string | object, value: unknown): ErrorObject[] {
	const validate = (
		typeof schema === 'string' ? ajv.getSchema(`openapi${schema}`) : ajv.compile(schema)
	) as ValidateFunction;
	return validate(value) ? [] : (validate.errors ?? []);
}
