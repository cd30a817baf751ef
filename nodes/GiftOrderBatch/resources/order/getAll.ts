import type { IDataObject } from 'n8n-workflow';

import type { ServiceClient } from '../../api/client';
import { endpoints } from '../../api/endpoints';
import { readEntries } from '../../api/pages';
import { comparableEmail } from '../../api/values';
import { filtersField, limitOf, listFields, orderBatchIdField, responseFields } from '../commonFields';
import { choiceField, choicesField, textField, timeField } from '../fieldTable';
import type { ItemContext } from '../itemContext';
import type { Operation } from '../operation';
import { eachItemWithOrders, orderOptions } from './customerReference';
import { orderFields, simplifyOrder } from './simplify';

const fromField = choiceField(
	'From',
	'from',
	'orderBatch',
	[
		{ name: 'Account', value: 'account', description: 'The orders of all order batches, if the service can list them' },
		{ name: 'Order Batch', value: 'orderBatch', description: 'The orders of one order batch' },
	],
	{ description: 'Where the orders come from' },
);

/** The statuses of an order (openapi: OrderStatus), as the filter of Get Many offers them. */
const orderStatuses = [
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

const BY_NODE =
	'The service cannot filter by this field, so the node reads 100 orders per request until it has found enough.';

const ofAccount = { displayOptions: { show: { '/from': ['account'] } } };

const timeFilters = {
	'created_at[after]': timeField(
		'Created After',
		'createdAfter',
		'List only orders created at this time or later',
		ofAccount,
	),
	'created_at[before]': timeField(
		'Created Before',
		'createdBefore',
		'List only orders created at this time or earlier',
		ofAccount,
	),
};

/** The filters that the service does not have. */
const nodeFilters = {
	recipient_email: textField('Recipient Email', 'recipientEmail', 'nathan@example.com', {
		description: `The email address of the recipient. ${BY_NODE}`,
	}),
	status: choicesField('Status', 'status', orderStatuses, {
		description: `List only orders with one of these statuses. ${BY_NODE}`,
	}),
};

/** @returns whether an order matches `nodeFilters`; `undefined` without any */
function orderFilter(item: ItemContext) {
	const { status, recipient_email: email } = item.added('filters', nodeFilters);
	if (status === undefined && email === undefined) return undefined;
	return (order: IDataObject) =>
		(status?.includes(String(order.status)) ?? true) &&
		(email === undefined || comparableEmail(order.recipient_email) === comparableEmail(email));
}

/** Why an order batch has no orders to show. @param isFiltered whether it may have others */
async function noOrdersHint(client: ServiceClient, orderBatchId: string, isFiltered: boolean): Promise<string> {
	const { send_status: status } = await client.call(endpoints.orderBatch(orderBatchId));
	return status === 'pending'
		? `Order batch ${orderBatchId} is still pending. Its orders will exist once it is complete.`
		: `Order batch ${orderBatchId} ${status === 'failed' ? 'has failed' : `is ${status}`} and has no orders${isFiltered ? ' that match the filters' : ''}.`;
}

/** openapi: listOrderBatchOrders, listOrders. */
export const getAll: Operation = {
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many orders',
	description: 'List the orders of an order batch (one per recipient), or all orders of the account',
	fields: [
		fromField.property,
		{ ...orderBatchIdField, displayOptions: { show: { from: ['orderBatch'] } } },
		...listFields,
		...responseFields(orderFields),
		filtersField({ ...timeFilters, ...nodeFilters }),
		orderOptions,
	],
	plan: eachItemWithOrders((item, complete) => {
		const limit = limitOf(item);
		const matches = orderFilter(item);
		const orderBatchId = item.value(fromField) === 'account' ? undefined : item.id(orderBatchIdField);
		const list =
			orderBatchId === undefined
				? endpoints.orders(item.added('filters', timeFilters))
				: endpoints.orderBatchOrders(orderBatchId);
		return async (client) => {
			const orders = await readEntries(client, list, limit, matches);
			if (orders.length === 0 && orderBatchId !== undefined) {
				item.hint(await noOrdersHint(client, orderBatchId, matches !== undefined));
			}
			return await complete(client, orders, orderBatchId);
		};
	}, simplifyOrder),
};
