import { endpoints } from '../../api/endpoints';
import { orderBatchIdField, orderBatchIdOf, simplified, simplifyField } from '../commonFields';
import type { Operation } from '../defineResource';
import { simplifyOrderBatch } from './simplify';

/** Interface: "OrderBatch (response)", `GET /v1/order_batches/{id}`. */
export const get: Operation = {
	value: 'get',
	name: 'Get',
	action: 'Get an order batch',
	description: 'Read an order batch, for example to see whether it is complete',
	fields: [orderBatchIdField, simplifyField],
	plan(item) {
		const orderBatch = endpoints.orderBatch(orderBatchIdOf(item));
		return async () => simplified(item, [await item.client.call(orderBatch)], simplifyOrderBatch);
	},
};
