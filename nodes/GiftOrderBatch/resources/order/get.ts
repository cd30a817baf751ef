import { endpoints } from '../../api/endpoints';
import { simplified, simplifyField } from '../commonFields';
import { eachItem, type Operation } from '../operation';
import { simplifyOrder } from './simplify';

/** openapi: getOrder. */
export const get: Operation = {
	value: 'get',
	name: 'Get',
	action: 'Get an order',
	description: 'Read one order: its status, gift link, amounts, shipments and event times',
	fields: [
		{
			displayName: 'Order',
			name: 'orderId',
			type: 'resourceLocator',
			default: { mode: 'id', value: '' },
			required: true,
			description: 'The order. Its ID is in the output of the operation that lists the orders of a batch.',
			modes: [
				{ displayName: 'ID', name: 'id', type: 'string', placeholder: 'e.g. 123e4567-e89b-42d3-a456-426614174000' },
			],
		},
		simplifyField,
	],
	plan: eachItem((item) => {
		const order = endpoints.order(item.id('orderId', 'Order'));
		return async (client) => simplified(item, [await client.call(order)], simplifyOrder);
	}),
};
