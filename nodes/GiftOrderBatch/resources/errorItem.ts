import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { NodeError } from '../nodeErrors';
import type { ItemContext } from './itemContext';
import { descriptionOf, outcomeOf, type OutcomeFacts } from './outcome';

/** Problems and failures that say that somebody has a gift, or gets one with another item. */
const GIFTED = new Set<string | undefined>(['sameOrderBatch', 'samePerson', 'giftedBefore']);

/** Whether somebody of an item may have a gift while the error does not name its order batch. */
const mayHaveGift = (facts: OutcomeFacts, itemIndex: number): boolean =>
	facts.outcome === 'unknown' ||
	facts.outcome === 'created' ||
	// The interface does not say how a service refuses a reference that it has.
	(facts.creates === 'order batch' && facts.isConflict === true) ||
	facts.giftedItems?.includes(itemIndex) === true ||
	(!facts.isForAllItems &&
		[facts.failure, ...(facts.problems ?? []).map(({ kind }) => kind)].some((kind) => GIFTED.has(kind)));

/** Whether the `gift_error` of an item, an object or its JSON, says that an order batch exists for it, or may exist. */
export const saysGiftMayExist = ({ gift_error: error }: IDataObject): boolean =>
	/\b(?:order_batch_id|may_exist|reference_exists)\\*":(?!\s*(?:null|false))/.test(JSON.stringify(error ?? ''));

/**
 * The item that stands for a failed one. Its `gift_error` has the `message`, what to do as the `description`, `order_batch_id`
 * once an order batch exists, `may_exist: true` where its recipients may have a gift without it, also because of an earlier error,
 * and `reference_exists: true` where the service has an order batch with the same Customer Reference ID. As in n8n, `error` has
 * the message, too. On an error output, n8n merges the item over its input: `gift_error` replaces that of an earlier attempt or
 * node, and an `error` of the user's stays.
 * @param isOneOfMany whether the node goes on with other items
 */
export function errorItem(
	{ node, itemIndex, json: input }: ItemContext,
	error: NodeError,
	isOneOfMany: boolean,
	pairedItem: INodeExecutionData['pairedItem'],
): INodeExecutionData {
	const facts = outcomeOf(error);
	const { orderBatchId, isDuplicate } = facts;
	const description = descriptionOf(facts, isOneOfMany) || error.description;
	const gift_error: IDataObject = {
		message: error.message,
		...(description && { description }),
		...(orderBatchId && { order_batch_id: orderBatchId }),
		...(!orderBatchId && (mayHaveGift(facts, itemIndex) || saysGiftMayExist(input)) && { may_exist: true }),
		...(isDuplicate && { reference_exists: true }),
	};
	if (node.onError !== 'continueErrorOutput') return { json: { error: error.message, gift_error }, pairedItem };

	const isOurs = !('error' in input) || 'gift_error' in input;
	const item: INodeExecutionData = { json: { ...(isOurs && { error: error.message }), gift_error }, pairedItem };
	// n8n treats JSON with further fields as a success unless the item has an error of its own, and overwrites the JSON of
	// an item whose error it can still see once it is in the error output: n8n moves a copy of the enumerable properties.
	Object.defineProperty(item, 'error', { value: error, enumerable: false });
	return item;
}
