import { endpoints } from '../../api/endpoints';
import { simplified, simplifyField } from '../commonFields';
import { eachItem, type Operation } from '../operation';
import { orderIdField, orderIdOf } from './orderIdField';
import { simplifyOrder } from './simplify';

/** openapi: getOrder. */
export const get: Operation = {
	value: 'get',
	name: 'Get',
	action: 'Get an order',
	description: 'Read one order: its status, gift link, amounts, shipments and event times',
	fields: [orderIdField, simplifyField],
	plan: eachItem((item) => {
		const order = endpoints.order(orderIdOf(item));
		return async (client) => simplified(item, [await client.call(order)], simplifyOrder);
	}),
};
