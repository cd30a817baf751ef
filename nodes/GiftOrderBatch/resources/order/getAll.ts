import type { IDataObject } from 'n8n-workflow';

import type { ServiceClient } from '../../api/client';
import { endpoints } from '../../api/endpoints';
import { readEntries } from '../../api/pages';
import {
	listFields,
	notListed,
	orderBatchIdField,
	orderBatchIdOf,
	simplified,
	responseFields,
	timeZoneHint,
} from '../commonFields';
import { check, choice, dateTime, optional } from '../inputSchemas';
import type { ItemContext } from '../itemContext';
import { eachItem, type Operation } from '../operation';
import { orderFields, simplifyOrder } from './simplify';

/** Reads the orders of one order batch (openapi: listOrderBatchOrders). */
function ordersOfBatch(item: ItemContext) {
	const orderBatchId = orderBatchIdOf(item);
	return async (client: ServiceClient, limit: number): Promise<IDataObject[]> => {
		const orders = await readEntries(client, endpoints.orderBatchOrders(orderBatchId), limit);
		if (orders.length === 0) {
			const { send_status: sendStatus } = await client.call(endpoints.orderBatch(orderBatchId));
			item.hint(
				sendStatus === 'pending'
					? `Order batch ${orderBatchId} is still pending: its orders exist once it is complete.`
					: `Order batch ${orderBatchId} is ${sendStatus} and has no orders.`,
			);
		}
		return orders;
	};
}

/** Reads the orders of the account (openapi: listOrders). */
function ordersOfAccount(item: ItemContext) {
	const { createdAfter, createdBefore } = item.collection('filters');
	const timeOf = (label: string, value: unknown) => item.accept(check(optional(dateTime(label)), item.dateTime(value)));
	const list = {
		...endpoints.orders({
			'created_at[after]': timeOf('Created After', createdAfter),
			'created_at[before]': timeOf('Created Before', createdBefore),
		}),
		...notListed,
	};
	return async (client: ServiceClient, limit: number): Promise<IDataObject[]> => await readEntries(client, list, limit);
}

/** openapi: listOrderBatchOrders, listOrders. */
export const getAll: Operation = {
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many orders',
	description: 'List the orders of an order batch, one for each recipient, or those of the account',
	fields: [
		{
			displayName: 'From',
			name: 'from',
			type: 'options',
			default: 'orderBatch',
			options: [
				{
					name: 'Account',
					value: 'account',
					description: 'The orders of all order batches. Not every service lists them.',
				},
				{ name: 'Order Batch', value: 'orderBatch', description: 'The orders of one order batch' },
			],
			description: 'Where the orders come from',
		},
		{ ...orderBatchIdField, displayOptions: { show: { from: ['orderBatch'] } } },
		...listFields,
		...responseFields(orderFields),
		{
			displayName: 'Filters',
			name: 'filters',
			type: 'collection',
			placeholder: 'Add Filter',
			displayOptions: { show: { from: ['account'] } },
			default: {},
			options: [
				{
					displayName: 'Created After',
					name: 'createdAfter',
					type: 'dateTime',
					default: '',
					description: 'The earliest time at which an order was created, in the time zone of the workflow',
					hint: timeZoneHint,
				},
				{
					displayName: 'Created Before',
					name: 'createdBefore',
					type: 'dateTime',
					default: '',
					description: 'The latest time at which an order was created, in the time zone of the workflow',
					hint: timeZoneHint,
				},
			],
		},
	],
	plan: eachItem((item) => {
		const limit = item.limit();
		const from = item.accept(check(choice('From', ['account', 'orderBatch']), item.parameter('from')));
		const read = from === 'account' ? ordersOfAccount(item) : ordersOfBatch(item);
		return async (client) => simplified(item, await read(client, limit), simplifyOrder);
	}),
};
