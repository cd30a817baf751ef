import { endpoints } from '../../api/endpoints';
import { simplified, responseFields } from '../commonFields';
import { eachItem, type Operation } from '../operation';
import { orderIdField, orderIdOf } from './orderIdField';
import { orderFields, simplifyOneOrder } from './simplify';

/** openapi: getOrder. */
export const get: Operation = {
	value: 'get',
	name: 'Get',
	action: 'Get order',
	description: 'Read one order: its status, gift link, total, shipments and event times',
	fields: [orderIdField, ...responseFields(orderFields)],
	plan: eachItem((item) => {
		const order = endpoints.order(orderIdOf(item));
		return async (client) => simplified(item, [await client.call(order)], simplifyOneOrder);
	}),
};
