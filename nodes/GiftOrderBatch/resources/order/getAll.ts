import { endpoints } from '../../api/endpoints';
import { readEntries } from '../../api/pages';
import { listFields, orderBatchIdField, orderBatchIdOf, simplified, simplifyField } from '../commonFields';
import { eachItem, type Operation } from '../operation';
import { simplifyOrder } from './simplify';

/** openapi: listOrderBatchOrders. */
export const getAll: Operation = {
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many orders of a batch',
	description: 'List the orders of an order batch, one for each recipient',
	fields: [orderBatchIdField, ...listFields, simplifyField],
	plan: eachItem((item) => {
		const orderBatchId = orderBatchIdOf(item);
		const limit = item.limit();
		return async (client) => {
			const orders = await readEntries(client, endpoints.orderBatchOrders(orderBatchId), limit);
			if (orders.length === 0) {
				const { send_status: sendStatus } = await client.call(endpoints.orderBatch(orderBatchId));
				item.hint(
					sendStatus === 'pending'
						? `Order batch ${orderBatchId} is still pending: its orders exist once it is complete.`
						: `Order batch ${orderBatchId} is ${sendStatus} and has no orders.`,
				);
			}
			return simplified(item, orders, simplifyOrder);
		};
	}),
};
