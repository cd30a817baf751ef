import { endpoints } from '../../api/endpoints';
import { orderIdField, responseFields } from '../commonFields';
import type { Operation } from '../operation';
import { eachItemWithOrders, orderOptions } from './customerReference';
import { orderFields, orderSummary } from './simplify';

/** openapi: getOrder. */
export const get: Operation = {
	value: 'get',
	name: 'Get',
	action: 'Get order',
	description: 'Read one order: its status, gift link, total, shipments and event times',
	fields: [orderIdField, ...responseFields(orderFields), orderOptions],
	plan: eachItemWithOrders(
		(item, complete) => {
			const order = endpoints.order(item.id(orderIdField));
			return async (client) => await complete(client, [await client.call(order)]);
		},
		orderSummary('amount_total', 'shipments', 'event_times'),
	),
};
