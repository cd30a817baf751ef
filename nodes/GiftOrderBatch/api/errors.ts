import { NodeApiError, NodeOperationError, type IDataObject, type INode } from 'n8n-workflow';

export type NodeError = NodeApiError | NodeOperationError;

/** What errors say that change nothing, and how to go on. */
const NOTHING_SENT = 'Nothing was sent.';
export const RUN_AGAIN = 'run the node again';

/** How many problems an error's text lists; it counts the rest. */
const LISTED_PROBLEMS = 20;

/**
 * The error for input that was refused before anything was sent. `problems` are sentences without a final period that
 * name the parameter by its label; all of them are also in the error's `context.problems`.
 */
export function inputError(node: INode, itemIndex: number, problems: string[]): NodeOperationError {
	const [first, ...others] = problems;
	const listed = problems.slice(0, LISTED_PROBLEMS);
	const rest = problems.length - listed.length;
	const message =
		others.length === 0
			? `${first}`
			: `${problems.length} problems in the input: ${listed.join('; ')}${rest > 0 ? `; and ${rest} more` : ''}`;
	const error = new NodeOperationError(node, message, {
		itemIndex,
		description: `${NOTHING_SENT} Correct ${others.length === 0 ? 'it' : 'them'} and ${RUN_AGAIN}.`,
	});
	// n8n puts a text of its own over a message that contains an error code, as the user's own values may.
	error.message = message;
	error.context.problems = problems;
	return error;
}

/** The problems that an error of `inputError` lists; undefined for any other error. */
export const problemsOf = (error: NodeError): string[] | undefined => error.context.problems as string[] | undefined;

/** An error for the user as it is; any other error as one that names the input item. */
export function asNodeError(node: INode, itemIndex: number, error: unknown): NodeError {
	return error instanceof NodeApiError || error instanceof NodeOperationError
		? error
		: new NodeOperationError(node, error as Error, { itemIndex });
}

/**
 * What an error item tells: the error's message, and what to do. n8n takes an item with just these two fields for a failed
 * one, and puts it on the error output if the node has one.
 * @param hasSent whether the execution has sent gifts, which another one would send again
 */
export function errorData({ message, description }: NodeError, hasSent: boolean): IDataObject {
	if (!description) return { error: message };
	const advice = description
		.replace(NOTHING_SENT, 'Nothing was sent for this item.')
		.replace(RUN_AGAIN, 'send this item alone again');
	return {
		error: message,
		message: hasSent
			? `${advice} Gifts of this execution were sent: running the workflow anew would send those again.`
			: description,
	};
}
