import type { IDataObject } from 'n8n-workflow';

import type { ServiceClient } from '../../../api/client';
import type { OrderBatch } from '../../../api/responses';
import { endpoints } from '../../../api/endpoints';
import { readEntries } from '../../../api/pages';
import { isCanceled } from '../../../api/states';
import { pick, simplifier } from '../../commonFields';
import type { OutputItem } from '../../operation';
import { simplifyOrder } from '../../order/simplify';
import { afterCreation, failed } from '../../outcome';
import { checkSent, waitForCompletion } from '../completion';
import type { Creation } from '../once/claims';
import type { Created } from '../once/send';
import { simplifyOrderBatch } from '../simplify';
import { pairOrders } from './pairOrders';
import type { BatchStatus } from './statusHints';

type DataItem = Extract<OutputItem, { json: unknown }>;

/** What the output of a created order batch is made of. */
interface OutputContext {
	client: ServiceClient;
	creation: Creation;
	/** Those of this run of the node; outputOf adds its own. */
	statuses: BatchStatus[];
}

const sizeOf = ({ creation }: OutputContext) => creation.input.recipients.length;

/** Fails if the service has not done what it was asked for. */
function checkCreated(context: OutputContext, orderBatch: OrderBatch): void {
	const { creation } = context;
	checkSent(orderBatch);
	const { id, send_status: sendStatus, recipients_count: count } = orderBatch;
	const requested = sizeOf(context);
	if (count == null || count === requested) return;
	if (count < requested) {
		if (sendStatus === 'complete') {
			throw failed({ kind: 'missingRecipients', orderBatchId: id, count, requested });
		}
		// Those who are missing may still come.
		if (creation.options.waits) return;
	}
	creation.item.hint(
		`Order batch ${id} does not have as many recipients as the node requested: ${count} instead of ${requested}. Check your gifting account.`,
	);
}

/** The orders of a complete order batch. Where the options wait, a list that is shorter than it says is read again until Max Wait. */
async function readOrders({ client, creation }: OutputContext, orderBatch: OrderBatch): Promise<IDataObject[]> {
	const { id, orders_count: ordersCount } = orderBatch;
	const { wait, waits } = creation.options;
	const deadline = Date.now() + wait.maxWaitMs;
	for (;;) {
		const orders = await readEntries(client, endpoints.orderBatchOrders(id), Infinity);
		if (!waits || ordersCount == null || orders.length >= ordersCount) return orders;
		const rest = deadline - Date.now();
		if (rest <= 0) {
			throw failed({ kind: 'missingOrders', orderBatchId: id, count: ordersCount, listedCount: orders.length });
		}
		await client.pause(Math.min(wait.pollIntervalMs, rest));
	}
}

/** The orders of an order batch as far as they exist. */
async function knownOrders(context: OutputContext, orderBatch: OrderBatch): Promise<IDataObject[]> {
	const preview = orderBatch.orders_preview ?? [];
	if (orderBatch.send_status !== 'complete' || preview.length >= sizeOf(context)) return preview;
	return await readOrders(context, orderBatch);
}

/** Says why some recipients have no gift link, or cannot be told apart. @param shown the orders in the output */
function linkHint(context: OutputContext, orderBatch: Partial<OrderBatch>, shown: IDataObject[]): void {
	const { item } = context.creation;
	const canceled = shown.filter(isCanceled).length;
	if (canceled > 0) {
		item.hint(
			`Failed or canceled orders in order batch ${orderBatch.id}: ${canceled}. Their recipients get no gift and no gift link. Check the orders with Order: Get Many before you send to these recipients again.`,
		);
	}
	const missing = sizeOf(context) - shown.length;
	if (!orderBatch.id || orderBatch.send_status === 'pending' || missing <= 0) return;
	item.hint(
		`No order was found for ${missing} of the recipients of order batch ${orderBatch.id}, or their orders cannot be told apart by name and email. Read its orders later with Order: Get Many.`,
	);
}

/** One item for each recipient: their contact data, the order batch, and their order as far as it exists. */
function recipientItems(context: OutputContext, orderBatch: Partial<OrderBatch>, orders: IDataObject[]): DataItem[] {
	const { input, rows, options } = context.creation;
	const orderOf = pairOrders(orders, input.recipients);
	linkHint(context, orderBatch, [...orderOf.values()]);
	return rows.map(({ recipient, itemIndex }, index) => {
		const order = orderOf.get(index);
		const { first_name, last_name, email, ...others } = (options.withContactData ? recipient : {}) as IDataObject;
		// What people look for in a table comes first, and IDs last.
		const json = pick({
			first_name,
			last_name,
			email,
			individual_gift_link: order && !isCanceled(order) ? order.individual_gift_link : undefined,
			send_status: orderBatch.send_status ?? null,
			scheduled_send_on: orderBatch.scheduled_send_on || undefined,
			...others,
			order_id: order?.id,
			order_batch_id: orderBatch.id ?? null,
		});
		return { json, itemIndexes: [itemIndex] };
	});
}

function orderItems(context: OutputContext, orderBatch: OrderBatch, orders: IDataObject[]): DataItem[] {
	const { item, input, rows } = context.creation;
	linkHint(context, orderBatch, orders);
	const rowOf = new Map([...pairOrders(orders, input.recipients)].map(([index, order]) => [order, rows[index]]));
	const data = simplifier(item, simplifyOrder)(orders);
	return orders.map((order, position) => {
		const row = rowOf.get(order);
		return { json: data[position] as IDataObject, ...(row && { itemIndexes: [row.itemIndex] }) };
	});
}

async function itemsOf(context: OutputContext, orderBatch: OrderBatch, isCreatedNow: boolean): Promise<DataItem[]> {
	const { client, creation, statuses } = context;
	const { item, options } = creation;
	const { wait, waits, output } = options;
	checkCreated(context, orderBatch);
	let latest = orderBatch;
	if (waits && orderBatch.send_status !== 'complete') {
		latest = await waitForCompletion(client, orderBatch.id, wait, orderBatch);
		checkCreated(context, latest);
	}
	statuses.push({ creation, orderBatch: latest, isCreatedNow });
	switch (output) {
		case 'orderBatch':
			return simplifier(item, simplifyOrderBatch)([latest]).map((json) => ({ json }));
		case 'orders':
			return orderItems(context, latest, await readOrders(context, latest));
		case 'recipients':
			return recipientItems(context, latest, await knownOrders(context, latest));
	}
}

/** The output of an order batch that exists while its ID is not known. */
function unknownIdItems(context: OutputContext): DataItem[] {
	const { creation, statuses } = context;
	const { item, options, reference } = creation;
	statuses.push({ creation, isCreatedNow: false });
	if (options.waits) throw failed({ kind: 'unknownId', reference }, { creates: 'order batch', outcome: 'created' });
	item.hint(
		`The order batch with the Customer Reference ID ${reference} already exists: an earlier attempt created it, and it was not sent again.`,
	);
	return options.output === 'recipients' ? recipientItems(context, {}, []) : [{ json: { id: null } }];
}

/**
 * The output items of a creation, as the options ask: the order batch, its orders or its recipients, marked
 * `already_created` when an earlier attempt created it.
 * @throws an error whose facts name the order batch
 */
export async function outputOf(context: OutputContext, created: Created): Promise<DataItem[]> {
	const { item, reference } = context.creation;
	const isCreatedNow = created.kind === 'created';
	const items =
		created.kind === 'exists'
			? unknownIdItems(context)
			: await itemsOf(context, created.orderBatch, isCreatedNow).catch((error: unknown) => {
					throw afterCreation(error, created.orderBatch.id);
				});
	if (isCreatedNow) return items;
	const fields = {
		...(created.kind === 'exists' && { customer_reference_id: reference }),
		already_created: true,
		// Words keep an agent from calling its tool yet again.
		...(item.isTool && { note: 'This order batch was created by an earlier call. It was not sent again.' }),
	};
	return items.map((entry) => ({ ...entry, json: { ...entry.json, ...fields } }));
}
