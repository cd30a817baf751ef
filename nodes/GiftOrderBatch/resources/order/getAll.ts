import type { IDataObject, INodePropertyOptions } from 'n8n-workflow';

import type { ServiceClient } from '../../api/client';
import { endpoints } from '../../api/endpoints';
import { readMatching } from '../../api/pages';
import { comparable } from '../../api/values';
import {
	filtersField,
	listFields,
	notListed,
	optionsField,
	orderBatchIdField,
	orderBatchIdOf,
	responseFields,
	timeZoneHint,
} from '../commonFields';
import { check, choice, choices, dateTime, optional, text } from '../inputSchemas';
import type { ItemContext } from '../itemContext';
import type { Operation } from '../operation';
import { customerReferenceField, eachItemWithOrders, simplifiedOrders } from './customerReference';
import { orderFields, simplifyOrder } from './simplify';

/** The statuses of an order (openapi: OrderStatus), as the filter of Get Many offers them. */
const orderStatuses: INodePropertyOptions[] = [
	{ name: 'Accepted', value: 'accepted' },
	{ name: 'Canceled', value: 'canceled', description: 'Some services say Failed instead' },
	{ name: 'Created', value: 'created' },
	{ name: 'Delivered', value: 'delivered' },
	{ name: 'Failed', value: 'failed', description: 'Canceled orders can have this status, too' },
	{ name: 'Notified', value: 'notified' },
	{ name: 'Opened', value: 'opened' },
	{ name: 'Ordered', value: 'ordered' },
	{ name: 'Paid', value: 'paid', description: 'The gift is being prepared' },
	{ name: 'Pending Payment', value: 'pending_payment' },
	{ name: 'Shipped', value: 'shipped' },
];

type Matches = (order: IDataObject) => boolean;

/** Reads the filters that the service does not have. @returns whether an order matches them; nothing where there are none */
function orderFilter(item: ItemContext): Matches | undefined {
	const { status, recipientEmail } = item.added('filters', {
		status: choices(
			'Status',
			orderStatuses.map(({ value }) => String(value)),
		),
		recipientEmail: text('Recipient Email'),
	});
	if (status === undefined && recipientEmail === undefined) return undefined;
	return (order) =>
		(status?.includes(String(order.status)) ?? true) &&
		(recipientEmail === undefined || comparable(order.recipient_email) === comparable(recipientEmail));
}

/** Reads the orders of one order batch (openapi: listOrderBatchOrders). */
function ordersOfBatch(item: ItemContext, orderBatchId: string) {
	return async (client: ServiceClient, limit: number, matches?: Matches): Promise<IDataObject[]> => {
		const orders = await readMatching(client, endpoints.orderBatchOrders(orderBatchId), limit, matches);
		if (orders.length === 0) {
			const { send_status: sendStatus } = await client.call(endpoints.orderBatch(orderBatchId));
			const isPending = sendStatus === 'pending';
			const has = matches ? 'no orders that match the filters' : 'no orders';
			item.hint(
				isPending
					? `Order batch ${orderBatchId} is still pending: its orders exist once it is complete.`
					: `Order batch ${orderBatchId} is ${sendStatus} and has ${has}.`,
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
	return async (client: ServiceClient, limit: number, matches?: Matches): Promise<IDataObject[]> =>
		await readMatching(client, list, limit, matches);
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
		filtersField(
			{
				displayName: 'Created After',
				name: 'createdAfter',
				type: 'dateTime',
				displayOptions: { show: { '/from': ['account'] } },
				default: '',
				description: 'The earliest time at which an order was created, in the time zone of the workflow',
				hint: timeZoneHint,
			},
			{
				displayName: 'Created Before',
				name: 'createdBefore',
				type: 'dateTime',
				displayOptions: { show: { '/from': ['account'] } },
				default: '',
				description: 'The latest time at which an order was created, in the time zone of the workflow',
				hint: timeZoneHint,
			},
			{
				displayName: 'Recipient Email',
				name: 'recipientEmail',
				type: 'string',
				default: '',
				placeholder: 'e.g. nathan@example.com',
				description:
					'The email address of the recipient. The service has no such filter: the node reads 100 orders per request until it has found enough.',
			},
			{
				displayName: 'Status',
				name: 'status',
				type: 'multiOptions',
				default: [],
				options: orderStatuses,
				description:
					'The statuses that an order may have. The service has no such filter: the node reads 100 orders per request until it has found enough.',
			},
		),
		optionsField(customerReferenceField),
	],
	plan: eachItemWithOrders((item, complete) => {
		const limit = item.limit();
		const matches = orderFilter(item);
		const from = item.accept(check(choice('From', ['account', 'orderBatch']), item.parameter('from')));
		const orderBatchId = from === 'account' ? undefined : orderBatchIdOf(item);
		const read = orderBatchId === undefined ? ordersOfAccount(item) : ordersOfBatch(item, orderBatchId);
		return async (client) => {
			const orders = await read(client, limit, matches);
			return simplifiedOrders(item, await complete(client, orders, orderBatchId), simplifyOrder);
		};
	}),
};
