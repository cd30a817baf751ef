import Ajv, { type ErrorObject, type Options, type ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { document } from './document';

function validatorOf(contract: object, options: Options = {}): Ajv {
	// `npm run lint` checks the document itself.
	const ajv = new Ajv({ strict: false, verbose: true, meta: false, validateSchema: false, ...options });
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

const errorsOf =
	(ajv: Ajv) =>
	(pointer: string, value: unknown): ErrorObject[] => {
		const validate = ajv.getSchema(`openapi${pointer}`) as ValidateFunction;
		return validate(value) ? [] : (validate.errors ?? []);
	};

/**
 * What is wrong with a value that others made. It may have fields that the document does not list.
 * @param pointer where its schema is in the document, such as `#/components/schemas/Order`
 */
export const mistakes = errorsOf(validatorOf(document));

/** The same, but everything that is wrong. Takes long for a value that is large and all wrong. */
export const allMistakes = errorsOf(validatorOf(document, { allErrors: true }));

/** What is wrong with a value that this project made. A field that the document does not list is a mistake. */
export const exactMistakes = errorsOf(validatorOf(withoutUnlistedFields(), { allErrors: true }));
