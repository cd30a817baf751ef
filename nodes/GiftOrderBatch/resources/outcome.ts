import type { INode, NodeOperationError } from 'n8n-workflow';

import type { FactsByReason } from '../api/endpoints';
import { factsOf, operationError, withFacts, type ErrorFacts, type NodeError } from '../api/errors';
import { listed } from '../api/values';

/** What an error means for what an operation creates. `describe` makes sentences of it. */
export interface OutcomeFacts extends ErrorFacts {
	/** What the operation creates, in the service's words. */
	creates?: 'order batch' | 'payment method';
	/** Whether it exists: certainly not, perhaps, or yes and a later step failed. Nothing for operations that only read. */
	outcome?: 'nothingSent' | 'unknown' | 'created';
	/** The order batch that the error is about. */
	orderBatchId?: string;
	/** The other order batches that this execution has created before the error: their IDs, or their references. */
	createdBefore?: string[];
	/** The references of other order batches that this execution may have created. */
	unknownBefore?: string[];
	/** Whether it is about all input items, so that no others were sent. */
	isForAllItems?: boolean;
}

/** What the refusal of a card means, for gifts and for the card itself. */
export const CARD_DECLINED: FactsByReason[number] = [/\bcard\b.*\bdeclined\b/i, { advice: 'Ask for another card.' }];

/** How many order batches an error names; it counts the rest. */
const NAMED_ORDER_BATCHES = 10;

function outcomeSentence(facts: OutcomeFacts, isForItem: boolean): string {
	const { outcome, creates, orderBatchId, createdBefore = [], unknownBefore = [] } = facts;
	switch (outcome) {
		case 'nothingSent':
			if (creates) return `The ${creates} was not created.`;
			if (isForItem) return 'Nothing was sent for this item.';
			return createdBefore.length + unknownBefore.length > 0 ? 'Nothing was sent this time.' : 'Nothing was sent.';
		case 'unknown':
			return `It is not known whether the ${creates} was created: look for it in your gifting account before you ${creates === 'order batch' ? 'send' : 'create'} it again.`;
		case 'created':
			return `${orderBatchId ? `Order batch ${orderBatchId}` : 'The order batch'} was created: do not create it again.`;
		case undefined:
			return '';
	}
}

function correctSentence({ correct, outcome }: OutcomeFacts, isForItem: boolean): string {
	if (!correct || outcome === 'unknown' || outcome === 'created') return '';
	return isForItem && outcome
		? `Correct ${correct} and send only this item again: running the whole workflow sends to the others again.`
		: `Correct ${correct} and run the node again.`;
}

function beforeSentences({ createdBefore = [], unknownBefore = [] }: OutcomeFacts): string[] {
	const sentences: string[] = [];
	if (unknownBefore.length > 0) {
		sentences.push(
			`This execution may also have created ${listed(unknownBefore, NAMED_ORDER_BATCHES)}: look in your gifting account before you send to those people again.`,
		);
	}
	if (createdBefore.length > 0) {
		const batches = createdBefore.length === 1 ? 'order batch' : 'order batches';
		sentences.push(
			`This execution has already created ${batches} ${listed(createdBefore, NAMED_ORDER_BATCHES)}. Use n8n's Retry for this execution: running the workflow again sends those gifts again.`,
		);
	}
	return sentences;
}

/** The sentences on what happened and what to do next. @param isOneOfMany whether the node goes on with other items */
export function describe(facts: OutcomeFacts, isOneOfMany = false): string {
	const isForItem = isOneOfMany && !facts.isForAllItems;
	return [
		outcomeSentence(facts, isForItem),
		facts.advice,
		// A retry could create something twice.
		facts.outcome === 'unknown' ? '' : facts.retryAdvice,
		correctSentence(facts, isForItem),
		...(isForItem ? [] : beforeSentences(facts)),
		facts.request,
	]
		.filter(Boolean)
		.join(' ');
}

/** The outcome of an error. */
export const outcomeOf = (error: NodeError): OutcomeFacts => factsOf<OutcomeFacts>(error);

/** Adds to an error what it means for what the operation creates. */
export const withOutcome = <Failure extends NodeError>(error: Failure, facts: OutcomeFacts): Failure =>
	withFacts(error, facts, describe);

/**
 * The error for input that is refused. `problems` are sentences without a final period that name the parameter by its label;
 * all of them are also in the error's `context.problems`, which n8n does not store.
 * @param options.itemIndex the input item, where the problems do not name it themselves
 * @param options.summary the same problems in fewer sentences, for the message
 */
export function inputError(
	node: INode,
	problems: string[],
	{ itemIndex, summary = problems }: { itemIndex?: number; summary?: string[] } = {},
): NodeOperationError {
	const message =
		summary.length === 1
			? `${summary[0]}`
			: `The input needs ${summary.length} corrections: ${listed(summary, 20, '; ')}`;
	const error = operationError(node, itemIndex, message, { correct: problems.length === 1 ? 'it' : 'them' });
	Object.defineProperty(error.context, 'problems', { value: problems, enumerable: false });
	return error;
}
