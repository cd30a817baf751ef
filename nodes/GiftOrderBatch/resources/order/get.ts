import { endpoints } from '../../api/endpoints';
import { optionsField, simplified, simplifyField } from '../commonFields';
import type { Operation } from '../operation';
import { customerReferenceField, eachItemWithOrders } from './customerReference';
import { orderIdField, orderIdOf } from './orderIdField';
import { simplifyOrder } from './simplify';

/** openapi: getOrder. */
export const get: Operation = {
	value: 'get',
	name: 'Get',
	action: 'Get an order',
	description: 'Read one order: its status, gift link, amounts, shipments and event times',
	fields: [orderIdField, simplifyField, optionsField(customerReferenceField)],
	plan: eachItemWithOrders((item, complete) => {
		const order = endpoints.order(orderIdOf(item));
		return async (client) => simplified(item, await complete(client, [await client.call(order)]), simplifyOrder);
	}),
};
