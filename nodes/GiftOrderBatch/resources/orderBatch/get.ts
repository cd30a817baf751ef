import { endpoints } from '../../api/endpoints';
import { orderBatchIdField, orderBatchIdOf, simplified, simplifyField } from '../commonFields';
import { eachItem, type Operation } from '../operation';
import { simplifyOrderBatch } from './simplify';

/** openapi: getOrderBatch. */
export const get: Operation = {
	value: 'get',
	name: 'Get',
	action: 'Get an order batch',
	description: 'Read an order batch, for example to check whether it is complete',
	fields: [orderBatchIdField, simplifyField],
	plan: eachItem((item) => {
		const orderBatch = endpoints.orderBatch(orderBatchIdOf(item));
		return async (client) => simplified(item, [await client.call(orderBatch)], simplifyOrderBatch);
	}),
};
