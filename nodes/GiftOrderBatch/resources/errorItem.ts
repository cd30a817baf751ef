import type { IDataObject, INode, INodeExecutionData } from 'n8n-workflow';

import type { NodeError } from '../api/errors';
import { describe, outcomeOf } from './outcome';

/**
 * The item that stands for a failed one: the error's message in `error`, what to do in `error_description`, `order_batch_id`
 * once an order batch exists, and `reference_exists: true` where the service has one with the same Customer Reference ID. On an
 * error output, n8n merges it over its input: no field hides one of the user's there.
 * @param isOneOfMany whether other items go on
 * @param input the JSON of the item that failed
 */
export function errorItem(
	node: INode,
	error: NodeError,
	isOneOfMany: boolean,
	input: IDataObject,
	pairedItem: INodeExecutionData['pairedItem'],
): INodeExecutionData {
	const facts = outcomeOf(error);
	const { orderBatchId, isDuplicate } = facts;
	const description = describe(facts, isOneOfMany) || error.description;
	const json: IDataObject = {
		error: error.message,
		...(description && { error_description: description }),
		...(orderBatchId && { order_batch_id: orderBatchId }),
		...(isDuplicate && { reference_exists: true }),
	};
	if (node.onError !== 'continueErrorOutput') return { json, pairedItem };

	// An item that came back from the error output, as in a loop, has these fields of the attempt before.
	const isBack = 'error_description' in input;
	const ownFields = Object.entries(json).filter(([name]) => isBack || !(name in input));
	const item: INodeExecutionData = { json: Object.fromEntries(ownFields), pairedItem };
	// n8n takes JSON with further fields for a success unless the item has an error of its own, and overwrites the JSON of
	// an item whose error it can still see once it is in the error output: n8n moves a copy of the enumerable properties.
	Object.defineProperty(item, 'error', { value: error, enumerable: false });
	return item;
}
