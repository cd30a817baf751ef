import { endpoints } from '../../api/endpoints';
import { isCanceled } from '../../api/states';
import { orderIdField, responseFields } from '../commonFields';
import { eachItem, type Operation } from '../operation';
import { changeOrder } from './changeOrder';
import { orderFields, orderSummary } from './simplify';

/** openapi: cancelOrder. */
export const cancel: Operation = {
	value: 'cancel',
	name: 'Cancel',
	action: 'Cancel order',
	description: 'Cancel a gift that its recipient has not accepted yet',
	fields: [orderIdField, ...responseFields(orderFields)],
	plan: eachItem(
		(item) => {
			const orderId = item.id(orderIdField);
			const endpoint = { ...endpoints.cancelOrder(orderId), alternative: 'Cancel the gift in your gifting account.' };
			return async (client) => {
				const order = await changeOrder(client, orderId, { endpoint, isChanged: isCanceled, participle: 'canceled' });
				return [{ ...order, canceled: isCanceled(order) }];
			};
		},
		orderSummary('amount_pre_tax_total', 'expires_at'),
		['canceled'],
	),
};
