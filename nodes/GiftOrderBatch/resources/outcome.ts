import type { FactsByReason } from '../api/endpoints';
import { asServiceError, factsOf, ServiceError, withFacts, type ErrorFacts } from '../api/errors';
import { listed } from '../api/values';
import { failureParts, sentencesOf, type Failure, type FailureKind, type Problem } from './sentences';

/** What an error means for what an operation creates. `descriptionOf` makes sentences of it. */
export interface OutcomeFacts extends ErrorFacts {
	/** Every problem of an input. */
	problems?: Problem[];
	/** What is wrong although the input is right. */
	failure?: FailureKind;
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
	/** The indexes of the input items with somebody who already has a gift, or may have one. */
	giftedItems?: number[];
	/** Whether it is about all input items, so that no others were sent. */
	isForAllItems?: boolean;
	/** Whether running the workflow again on the same day does not send again what was sent. */
	isSentOnce?: boolean;
	/** Whether another workflow has called this one. */
	isSubWorkflow?: boolean;
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

/** The beginning of a sentence that says what is sent again. */
const rerunSends = ({ isSentOnce }: OutcomeFacts) =>
	`Running the workflow again${isSentOnce ? ' after today' : ''} may send`;

function correctSentence(facts: OutcomeFacts, isForItem: boolean): string {
	const { correct, outcome } = facts;
	if (!correct || outcome === 'unknown' || outcome === 'created') return '';
	return isForItem && outcome
		? `Correct ${correct}, then send only this item again. ${rerunSends(facts)} to the others again.`
		: `Correct ${correct} and run the node again.`;
}

function beforeSentences(facts: OutcomeFacts): string[] {
	const { createdBefore = [], unknownBefore = [], isSubWorkflow } = facts;
	const sentences: string[] = [];
	if (unknownBefore.length > 0) {
		const [batches, ids] = unknownBefore.length === 1 ? ['order batch', 'ID'] : ['order batches', 'IDs'];
		sentences.push(
			`An attempt may also have created the ${batches} with the Customer Reference ${ids} ${listed(unknownBefore, NAMED_ORDER_BATCHES)}: look in your gifting account before you send to those people again.`,
		);
	}
	if (createdBefore.length > 0) {
		const [batches, exist] = createdBefore.length === 1 ? ['Order batch', 'exists'] : ['Order batches', 'exist'];
		sentences.push(`${batches} ${listed(createdBefore, NAMED_ORDER_BATCHES)} already ${exist}.`);
		const retry = isSubWorkflow ? 'and so may a Retry of its parent' : "but n8n's Retry does not";
		sentences.push(`${rerunSends(facts)} those gifts again, ${retry}.`);
	}
	return sentences;
}

/** The sentences on what happened and what to do next. @param isOneOfMany whether the node goes on with other items */
export function descriptionOf(facts: OutcomeFacts, isOneOfMany = false): string {
	const isForItem = isOneOfMany && !facts.isForAllItems;
	return [
		outcomeSentence(facts, isForItem),
		correctSentence(facts, isForItem),
		facts.advice,
		// A retry could create something twice.
		facts.outcome === 'unknown' ? '' : facts.retryAdvice,
		...(isForItem ? [] : beforeSentences(facts)),
		facts.request,
	]
		.filter(Boolean)
		.join(' ');
}

export const outcomeOf = (error: unknown): OutcomeFacts => factsOf<OutcomeFacts>(error);

/** The same error with what it means for what the operation creates. */
export const withOutcome = (error: unknown, facts: OutcomeFacts): ServiceError => withFacts(error, facts);

/** The same error with the order batch that was created before it, and exists. */
export const afterCreation = (error: unknown, orderBatchId: string): ServiceError =>
	withOutcome(error, { creates: 'order batch', outcome: 'created', orderBatchId });

/** The error for what is wrong although the input is right. */
export function failed(failure: Failure, facts?: OutcomeFacts): ServiceError {
	const [message = '', advice] = failureParts(failure);
	return withOutcome(new ServiceError(message, { advice: `${advice}.` }), { ...facts, failure: failure.kind });
}

/** The same error with the input item that it is about, unless it or its problems name what they are about. */
export function atItem(error: unknown, index: number): ServiceError {
	const { problems, itemIndex = index } = outcomeOf(error);
	return problems ? asServiceError(error) : withFacts(error, { itemIndex });
}

/**
 * The error for input that is refused. All problems are also in its facts, which n8n does not store.
 * @param options.itemIndex the input item, where the problems do not name it themselves
 * @param options.itemsCount as in `sentencesOf`
 * @param options.advice what else can be done
 */
export function inputError(
	problems: Problem[],
	{ itemIndex, itemsCount, advice }: { itemIndex?: number; itemsCount?: number; advice?: string } = {},
): ServiceError {
	const sentences = sentencesOf(problems, itemsCount);
	const numbered = sentences.map((sentence, index) => `(${index + 1}) ${sentence}`);
	const message =
		sentences.length === 1 ? `${sentences[0]}` : `Fix ${sentences.length} problems: ${listed(numbered, 20, '; ')}`;
	const facts: OutcomeFacts = { itemIndex, advice, correct: sentences.length === 1 ? 'it' : 'them', problems };
	return new ServiceError(message, facts);
}

/** @throws ServiceError with all problems, if there are any. @param options as for `inputError` */
export function throwIfAny(problems: Problem[], options?: Parameters<typeof inputError>[1]): void {
	if (problems.length > 0) throw inputError(problems, options);
}
