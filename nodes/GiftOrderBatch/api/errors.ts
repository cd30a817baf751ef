import { NodeApiError, NodeOperationError, type INode } from 'n8n-workflow';

import { asText } from './values';

export type NodeError = NodeApiError | NodeOperationError;

/** The facts of an error, in its `context`. Its description is made of them. */
export interface ErrorFacts {
	/** Every problem of an input, as sentences without a final period. */
	problems?: string[];
	/** What is wrong, or what to do about it. */
	advice?: string;
	/** How to retry. */
	retryAdvice?: string;
	/** The request and its status, for the support of the service. */
	request?: string;
	/** Whether the service may have carried out the request although it failed. */
	mayHaveHappened?: boolean;
	/** Whether the service refused to create what it has already. */
	isDuplicate?: boolean;
	/** Whether the service does not offer what was asked for. */
	isUnsupported?: boolean;
	/** Whether the service is down, or cannot be reached. */
	isDown?: boolean;
	/** Whether the service refuses this input, so that it would refuse it again. */
	isRefusal?: boolean;
	/** What to correct before another attempt makes sense, such as "it". */
	correct?: string;
}

/** The facts of an error; none of one that does not come from this package. */
export const factsOf = <Facts extends ErrorFacts = ErrorFacts>(error: unknown): Facts =>
	((error as Partial<NodeError>).context ?? {}) as ErrorFacts as Facts;

/** The sentences on what to do next. */
const describe = ({ advice, retryAdvice, correct, request }: ErrorFacts): string =>
	[advice, retryAdvice, correct && `Correct ${correct} and run the node again.`, request].filter(Boolean).join(' ');

/** The HTTP status of an error, as text, if the service responded with one. */
export const statusOf = (error: unknown) => (error as Partial<NodeApiError>).httpCode;

/** Adds facts to an error, and to its description. @param toText makes the description */
export function withFacts<Failure extends NodeError, Facts extends ErrorFacts>(
	error: Failure,
	facts: Facts,
	toText: (facts: Facts) => string = describe,
): Failure {
	Object.assign(error.context, facts);
	error.description = asText(toText(factsOf<Facts>(error)));
	return error;
}

/**
 * Gives an error its message as it is: n8n puts texts of its own over those that contain an error code or a well-known status,
 * as the user's own values may. Only "canceled" is spelled otherwise: by it, n8n takes the whole execution for canceled.
 */
export function withMessage<Failure extends NodeError>(error: Failure, message: string): Failure {
	error.message = asText(message).replaceAll('canceled', 'cancelled');
	return error;
}

/** An error that does not come from the service. */
export function operationError(
	node: INode,
	itemIndex: number | undefined,
	message: string,
	facts: ErrorFacts = {},
): NodeOperationError {
	return withFacts(withMessage(new NodeOperationError(node, asText(message), { itemIndex }), message), facts);
}

/** One of them is in every error of this package that has a description. */
const OWN_FACTS = ['advice', 'correct', 'request', 'outcome'];

/** An error for the user as it is; any other error as one that names the input item. */
export function asNodeError(node: INode, itemIndex: number, error: unknown): NodeError {
	if (!(error instanceof NodeApiError || error instanceof NodeOperationError)) {
		return new NodeOperationError(node, error as Error, { itemIndex });
	}
	// An error of n8n brings advice of its own.
	const isOwn = OWN_FACTS.some((name) => name in error.context);
	if (error.description && !isOwn) factsOf(error).advice = error.description;
	return error;
}
