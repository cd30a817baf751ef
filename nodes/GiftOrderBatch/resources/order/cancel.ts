import { endpoints } from '../../api/endpoints';
import { isCanceled } from '../../api/states';
import { simplified, responseFields } from '../commonFields';
import { eachItem, type Operation } from '../operation';
import { orderIdField, orderIdOf } from './orderIdField';
import { orderFields, simplifyCanceledOrder } from './simplify';

/** openapi: cancelOrder. */
export const cancel: Operation = {
	value: 'cancel',
	name: 'Cancel',
	action: 'Cancel order',
	description: 'Cancel a gift that its recipient has not accepted yet',
	fields: [orderIdField, ...responseFields(orderFields)],
	plan: eachItem((item) => {
		const orderId = orderIdOf(item);
		return async (client) => {
			const read = async () => await client.call(endpoints.order(orderId));
			const order = await read();
			const endpoint = {
				...endpoints.cancelOrder(orderId),
				alternative: 'Cancel the gift in your gifting account.',
			};
			const canceled = isCanceled(order)
				? order
				: await client.call(endpoint).catch(async (error: unknown) => {
						// A response may be lost after the service has canceled the order.
						const after = await read().catch(() => order);
						if (isCanceled(after)) return after;
						throw error;
					});
			return simplified(item, [canceled], simplifyCanceledOrder).map((data) => ({
				...data,
				canceled: isCanceled(canceled),
			}));
		};
	}),
};
