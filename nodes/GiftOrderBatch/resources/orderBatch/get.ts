import { endpoints } from '../../api/endpoints';
import { orderBatchIdField, responseFields } from '../commonFields';
import { eachItem, type Operation } from '../operation';
import { orderBatchFields, simplifyOrderBatch } from './simplify';

/** openapi: getOrderBatch. */
export const get: Operation = {
	value: 'get',
	name: 'Get',
	action: 'Get order batch',
	description: 'Read an order batch, for example to check whether it is complete',
	fields: [orderBatchIdField, ...responseFields(orderBatchFields)],
	plan: eachItem((item) => {
		const orderBatch = endpoints.orderBatch(item.id(orderBatchIdField));
		return async (client) => [await client.call(orderBatch)];
	}, simplifyOrderBatch),
};
