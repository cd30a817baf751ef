import { optionsField, orderBatchIdField, orderBatchIdOf, simplified, simplifyField } from '../commonFields';
import { eachItem, type Operation } from '../operation';
import { waitForCompletion as wait } from './completion';
import { simplifyOrderBatch } from './simplify';
import { waitFields, waitOptionsOf, waitSchemas } from './waitFields';

/** openapi: getOrderBatch, repeated. */
export const waitForCompletion: Operation = {
	value: 'waitForCompletion',
	name: 'Wait for Completion',
	action: 'Wait for an order batch to complete',
	description: 'Wait until all orders of an order batch exist',
	fields: [orderBatchIdField, simplifyField, optionsField(...waitFields)],
	plan: eachItem((item) => {
		const orderBatchId = orderBatchIdOf(item);
		const waitOptions = waitOptionsOf(item.options(waitSchemas));
		return async (client) => simplified(item, [await wait(client, orderBatchId, waitOptions)], simplifyOrderBatch);
	}),
};
