import { optionsField, orderBatchIdField, responseFields } from '../commonFields';
import { eachItem, type Operation } from '../operation';
import { waitForCompletion as wait } from './completion';
import { orderBatchFields, simplifyOrderBatch } from './simplify';
import { waitFields, waitOptionsOf } from './waitFields';

/** openapi: getOrderBatch, repeated. */
export const waitForCompletion: Operation = {
	value: 'waitForCompletion',
	name: 'Wait for Completion',
	action: 'Wait for order batch to complete',
	description: 'Wait until all orders of an order batch exist',
	fields: [orderBatchIdField, ...responseFields(orderBatchFields), optionsField(waitFields)],
	plan: eachItem((item) => {
		const orderBatchId = item.id(orderBatchIdField);
		const waitOptions = waitOptionsOf(item.added('options', waitFields));
		return async (client) => [await wait(client, orderBatchId, waitOptions)];
	}, simplifyOrderBatch),
};
