import { NodeApiError, NodeOperationError, type INode } from 'n8n-workflow';

import { isOfService, statusOf } from './api/errors';
import { asText } from './api/values';
import { atItem, descriptionOf, type OutcomeFacts } from './resources/outcome';

export type NodeError = NodeApiError | NodeOperationError;

const isNodeError = (error: unknown): error is NodeError =>
	error instanceof NodeApiError || error instanceof NodeOperationError;

/** A copy of an n8n error: several input items may fail with the same error, each with its own details. */
function copyOf(error: NodeError): NodeError {
	const copy = Object.create(Object.getPrototypeOf(error) as object, {
		...Object.getOwnPropertyDescriptors(error),
		// From Node.js 21 on, the stack is a getter, which gives nothing for a copy.
		stack: { value: error.stack, writable: true, configurable: true },
	}) as NodeError;
	copy.context = { ...error.context };
	return copy;
}

/** An error for the user, with its facts in its `context`. @param index of the input item, from 0, unless the error names one */
export function asNodeError(node: INode, index: number, thrown: unknown): NodeError {
	const error = atItem(thrown, index);
	const { cause } = error;
	const { itemIndex, problems, ...facts } = error.context as OutcomeFacts;
	const message = asText(error.message);
	const httpCode = statusOf(error);
	const made = isNodeError(cause)
		? copyOf(cause)
		: isOfService(error)
			? new NodeApiError(node, { message }, { message, httpCode, itemIndex })
			: new NodeOperationError(node, cause instanceof Error ? cause : message, { itemIndex });
	// n8n replaces texts that contain an error code or a well-known status, which the user's own values may contain. Only
	// "canceled" is spelled differently: n8n would treat the whole execution as canceled.
	if (!(cause instanceof Error)) made.message = message.replaceAll('canceled', 'cancelled');
	made.description = asText(descriptionOf(facts)) || made.description;
	Object.assign(made.context, facts);
	if (itemIndex === undefined) delete made.context.itemIndex;
	// n8n stores enumerable properties only.
	if (problems) Object.defineProperty(made.context, 'problems', { value: problems, enumerable: false });
	return made;
}

/** Does the work of a node without input items. @throws NodeError for every error of the work */
export async function withNodeErrors<Result>(node: INode, work: () => Promise<Result>): Promise<Result> {
	try {
		return await work();
	} catch (error) {
		throw asNodeError(node, 0, error);
	}
}
