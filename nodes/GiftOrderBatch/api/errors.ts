import { NodeApiError, NodeOperationError, type INode } from 'n8n-workflow';

import { listed } from './values';

export type NodeError = NodeApiError | NodeOperationError;

/** Whether a creation that failed has created something: nothing, perhaps, or yes and a later step failed. */
type Outcome = 'nothingSent' | 'unknown' | 'created';

/** The facts of an error, in its `context`. `describe` alone makes its description of them. */
export interface ErrorFacts {
	/** Every problem of an input, as sentences without a final period. */
	problems?: string[];
	/** What the failed request creates, in the service's words; nothing for one that reads. */
	creates?: 'order batch' | 'payment method';
	outcome?: Outcome;
	/** Whether the service may have carried out the request although it failed. */
	mayHaveHappened?: boolean;
	/** Whether the service refused a creation because an order batch has its customer reference. */
	isDuplicateReference?: boolean;
	/** Whether the service does not offer what was asked for. */
	isUnsupported?: boolean;
	/** What is wrong, or what to do about it. */
	advice?: string;
	/** How to retry. It is left out where a retry could create something twice. */
	retryAdvice?: string;
	/** What to correct before another attempt makes sense, such as "it". */
	correct?: string;
	/** Whether it is about all input items, so that no others were sent. */
	isForAllItems?: boolean;
	/** The order batch that the error is about. */
	orderBatchId?: string;
	/** The order batches that this execution created before the error. */
	createdBefore?: string[];
	/** The request and its status, for the support of the service. */
	request?: string;
}

/** How many order batches an error names; it counts the rest. */
const NAMED_ORDER_BATCHES = 10;

/** How many problems an error's message lists; it counts the rest. */
const LISTED_PROBLEMS = 20;

function outcomeSentence({ outcome, creates, orderBatchId }: ErrorFacts, isForItem: boolean): string {
	switch (outcome) {
		case 'nothingSent':
			if (creates) return `The ${creates} was not created.`;
			return isForItem ? 'Nothing was sent for this item.' : 'Nothing was sent.';
		case 'unknown':
			return `It is not known whether the ${creates} was created: look for it in your gifting account before you ${creates === 'order batch' ? 'send' : 'create'} it again.`;
		case 'created':
			return `${orderBatchId ? `Order batch ${orderBatchId}` : 'The order batch'} was created: do not create it again.`;
		case undefined:
			return '';
	}
}

function correctSentence({ correct, outcome }: ErrorFacts, isForItem: boolean): string {
	if (!correct || outcome === 'unknown') return '';
	return isForItem
		? `Correct ${correct} and send only this item again: running the whole workflow sends to the others again.`
		: `Correct ${correct} and run the node again.`;
}

function createdBeforeSentence({ createdBefore = [], orderBatchId }: ErrorFacts): string {
	const others = createdBefore.filter((id) => id !== orderBatchId);
	if (others.length === 0) return '';
	const batches = others.length === 1 ? 'order batch' : 'order batches';
	return `This execution has already created ${batches} ${listed(others, NAMED_ORDER_BATCHES)}. Use n8n's Retry for this execution: running the workflow again sends those gifts again.`;
}

/** The sentences on what happened and what to do next. @param isOneOfMany whether the node goes on with other items */
export function describe(facts: ErrorFacts, isOneOfMany = false): string {
	const isForItem = isOneOfMany && !facts.isForAllItems;
	return [
		outcomeSentence(facts, isForItem),
		facts.advice,
		facts.outcome === 'unknown' ? '' : facts.retryAdvice,
		correctSentence(facts, isForItem),
		isForItem ? '' : createdBeforeSentence(facts),
		facts.request,
	]
		.filter(Boolean)
		.join(' ');
}

/** The facts of an error. */
export const factsOf = (error: NodeError): ErrorFacts => error.context as ErrorFacts;

/** The HTTP status of an error, as text, if the service responded with one. */
export const statusOf = (error: NodeError) => ('httpCode' in error ? error.httpCode : undefined);

/** Adds facts to an error, and to its description. */
export function withFacts<Failure extends NodeError>(error: Failure, facts: ErrorFacts): Failure {
	const known = factsOf(error);
	// An error of n8n brings advice of its own.
	if (error.description && error.description !== describe(known)) known.advice ??= error.description;
	error.description = describe(Object.assign(known, facts));
	return error;
}

/**
 * Gives an error its message as it is: n8n puts texts of its own over those that contain an error code or a well-known status,
 * as the user's own values may. Only "canceled" is spelled otherwise: by it, n8n takes the whole execution for canceled.
 */
export function withMessage<Failure extends NodeError>(error: Failure, message: string): Failure {
	error.message = message.replaceAll('canceled', 'cancelled');
	return error;
}

/** An error that does not come from the service. */
export function operationError(
	node: INode,
	itemIndex: number | undefined,
	message: string,
	facts: ErrorFacts,
): NodeOperationError {
	return withFacts(withMessage(new NodeOperationError(node, message, { itemIndex }), message), facts);
}

/**
 * The error for input that was refused before anything was sent. `problems` are sentences without a final period that
 * name the parameter by its label; all of them are also in the error's `context.problems`.
 * @param options.itemIndex the input item, where the problems do not name it themselves
 * @param options.summary the same problems in fewer sentences, for the message
 * @param options.facts what differs where something may have been sent earlier
 */
export function inputError(
	node: INode,
	problems: string[],
	{ itemIndex, summary = problems, facts }: { itemIndex?: number; summary?: string[]; facts?: ErrorFacts } = {},
): NodeOperationError {
	const message =
		summary.length === 1
			? `${summary[0]}`
			: `${summary.length} problems in the input: ${listed(summary, LISTED_PROBLEMS, '; ')}`;
	const correct = problems.length === 1 ? 'it' : 'them';
	return operationError(node, itemIndex, message, { problems, outcome: 'nothingSent', correct, ...facts });
}

/** An error for the user as it is; any other error as one that names the input item. */
export function asNodeError(node: INode, itemIndex: number, error: unknown): NodeError {
	return error instanceof NodeApiError || error instanceof NodeOperationError
		? error
		: new NodeOperationError(node, error as Error, { itemIndex });
}
