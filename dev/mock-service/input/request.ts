import { refuse } from '../serviceError';
import { bodyPointer, queryParameters, type Operation } from '../openapi/document';
import { sentenceOf } from '../openapi/sentence';
import { mistakes } from '../openapi/validation';

/** A query string as the server reads it: a name that is repeated has an array. */
export type Query = Record<string, string | string[] | undefined>;

/**
 * Reads the query parameters of an operation: numbers and lists as such, and the default for what is left out.
 * @throws ServiceError 400 for the first one that is wrong.
 */
export function readQuery(operation: Operation, query: Query): Record<string, unknown> {
	return Object.fromEntries(
		queryParameters(operation).map(({ name, schema, pointer }) => {
			const text = query[name];
			if (text === undefined) return [name, schema.default];
			return [name, checked(pointer, valueOf(text, schema.type), name)];
		}),
	);
}

/** A number, a boolean or a list as such, and everything else as it is. */
function valueOf(text: string | string[], type: string): unknown {
	if (typeof text !== 'string') return text;
	if (type === 'integer' && /^-?\d+$/.test(text)) return Number(text);
	if (type === 'boolean' && /^(true|false)$/.test(text)) return text === 'true';
	return type === 'array' ? text.split(',') : text;
}

/** @throws ServiceError 400 that names the first field that breaks the document. */
export function checkBody({ requestBody }: Operation, body: unknown): void {
	const pointer = bodyPointer(requestBody);
	if (pointer) checked(pointer, body);
}

/**
 * @param pointer where the schema is in the document
 * @throws ServiceError 400 that names the first field that is wrong.
 */
export function checked<Value>(pointer: string, value: Value, name?: string): Value {
	const errors = mistakes(pointer, value);
	if (errors.length > 0) refuse(sentenceOf(errors, name));
	return value;
}

/**
 * Reads the text of a request body; no text at all is `undefined`.
 * @throws ServiceError 400 when it is not JSON.
 */
export function parseJson(text: unknown): unknown {
	if (typeof text !== 'string' || text === '') return undefined;
	try {
		return JSON.parse(text) as unknown;
	} catch {
		refuse('Request body is not valid JSON');
	}
}
