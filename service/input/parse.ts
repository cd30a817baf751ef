import { ZodError, type ZodErrorMap, type ZodIssue, type ZodTypeAny, type z } from 'zod';
import { ServiceError } from '../errors';

/** Messages are predicates ("is missing") that follow the field's name, unless they are whole sentences. */
const predicates: ZodErrorMap = (issue, context) => {
	if (issue.code !== 'invalid_type') return { message: `is invalid (${context.defaultError})` };
	return { message: issue.received === 'undefined' ? 'is missing' : `must be of type ${issue.expected}` };
};

/**
 * Checks `body` against `schema` and returns it typed; fields that the schema does not have are left out.
 * @throws ServiceError 400 that names the first field that is wrong.
 */
export function parseBody<Schema extends ZodTypeAny>(schema: Schema, body: unknown): z.output<Schema> {
	try {
		return schema.parse(body, { errorMap: predicates }) as z.output<Schema>;
	} catch (error) {
		if (error instanceof ZodError) throw new ServiceError(400, sentence(error.issues[0]!));
		throw error;
	}
}

function sentence({ path, message }: ZodIssue): string {
	if (/^[A-Z]/.test(message)) return message;
	const field = path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${part}`)).join('');
	return `${field.replace(/^\./, '') || 'Request body'} ${message}`;
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
		throw new ServiceError(400, 'Request body is not valid JSON');
	}
}
