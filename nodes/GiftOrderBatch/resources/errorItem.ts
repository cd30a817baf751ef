import type { INode, INodeExecutionData } from 'n8n-workflow';

import { describe, factsOf, type NodeError } from '../api/errors';

/**
 * The item that stands for a failed one: the error's message in `error`, what to do in `message`, `order_batch_id` once an
 * order batch exists, and `reference_exists: true` where the service has one with the same Customer Reference ID.
 * @param isOneOfMany whether other items go on
 */
export function errorItem(
	node: INode,
	error: NodeError,
	isOneOfMany: boolean,
	pairedItem: INodeExecutionData['pairedItem'],
): INodeExecutionData {
	const facts = factsOf(error);
	const { orderBatchId, isDuplicateReference } = facts;
	const message = describe(facts, isOneOfMany) || error.description;
	const item: INodeExecutionData = {
		pairedItem,
		json: {
			error: error.message,
			...(message && { message }),
			...(orderBatchId && { order_batch_id: orderBatchId }),
			...(isDuplicateReference && { reference_exists: true }),
		},
	};
	if (node.onError === 'continueErrorOutput') {
		// n8n takes JSON with further fields for a success unless the item has an error of its own, and overwrites the JSON of
		// an item whose error it can still see once it is in the error output: n8n moves a copy of the enumerable properties.
		Object.defineProperty(item, 'error', { value: error, enumerable: false });
	}
	return item;
}
