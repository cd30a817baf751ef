import { bodyPointer, type Operation } from './document';
import { sentenceOf } from './sentence';
import { exactMistakes } from './validation';

/**
 * Checks a response against the document before it is sent, so that no test can pass with one that breaks it.
 * @throws Error that names the first field that is wrong, or the status when the document does not have it.
 */
export function checkResponse(operation: Operation | null, status: number, body: unknown): void {
	const response = operation ? (operation.responses[status] ?? operation.responses.default) : null;
	const pointer = response ? bodyPointer(response) : '#/components/schemas/Error';
	if (!pointer) throw new Error(`The document has no body for the status ${status}`);
	const errors = exactMistakes(pointer, body);
	if (errors.length > 0) throw new Error(`The response breaks ${pointer}: ${sentenceOf(errors)}`);
}
