import type { IDataObject, INodePropertyOptions } from 'n8n-workflow';

import type { ServiceClient } from '../../api/client';
import { endpoints } from '../../api/endpoints';
import { readMatching } from '../../api/pages';
import { comparableEmail } from '../../api/values';
import {
	filtersField,
	listFields,
	notListed,
	optionsField,
	orderBatchIdField,
	orderBatchIdOf,
	responseFields,
	timeField,
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

/** Reads the filters that the service does not have. @returns whether an order matches them; nothing where there are none */
function orderFilter(item: ItemContext): ((order: IDataObject) => boolean) | undefined {
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
		(recipientEmail === undefined || comparableEmail(order.recipient_email) === comparableEmail(recipientEmail));
}

/** Why an order batch has no orders to show. @param isFiltered whether it may have others */
async function whyNone(client: ServiceClient, orderBatchId: string, isFiltered: boolean): Promise<string> {
	const { send_status: status } = await client.call(endpoints.orderBatch(orderBatchId));
	return status === 'pending'
		? `Order batch ${orderBatchId} is still pending: its orders exist once it is complete.`
		: `Order batch ${orderBatchId} is ${status} and has no orders${isFiltered ? ' that match the filters' : ''}.`;
}

/** The list of the orders of the account. */
function ordersOfAccount(item: ItemContext) {
	const { createdAfter, createdBefore } = item.collection('filters');
	const timeOf = (label: string, value: unknown) => item.accept(check(optional(dateTime(label)), item.dateTime(value)));
	return {
		...endpoints.orders({
			'created_at[after]': timeOf('Created After', createdAfter),
			'created_at[before]': timeOf('Created Before', createdBefore),
		}),
		...notListed,
	};
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
			timeField('Created After', 'createdAfter', 'The earliest time at which an order was created', {
				displayOptions: { show: { '/from': ['account'] } },
			}),
			timeField('Created Before', 'createdBefore', 'The latest time at which an order was created', {
				displayOptions: { show: { '/from': ['account'] } },
			}),
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
		const list = orderBatchId === undefined ? ordersOfAccount(item) : endpoints.orderBatchOrders(orderBatchId);
		return async (client) => {
			const orders = await readMatching(client, list, limit, matches);
			if (orders.length === 0 && orderBatchId !== undefined) {
				item.hint(await whyNone(client, orderBatchId, matches !== undefined));
			}
			return simplifiedOrders(item, await complete(client, orders, orderBatchId), simplifyOrder);
		};
	}),
};
