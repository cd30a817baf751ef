import { isDeepStrictEqual } from 'node:util';

import type { Reply } from '../reply';
import { check, type Check, type Session } from '../session';
import {
	batchAtOnce,
	batchInput,
	batchOfMany,
	cardInput,
	commerceBatch,
	endUserCard,
	product,
	refusedBatch,
	scheduledBatch,
	type Fields,
} from './given';

const SYNCHRONOUS = 10;

/** A batch has its orders, and shows the first 10. */
function hasOrders(batch: Reply, count: number): void {
	batch.is('send_status', 'complete');
	batch.is('orders_count', count);
	batch.is('orders_preview.length', Math.min(count, SYNCHRONOUS));
}

function hasNoOrders(batch: Reply): void {
	batch.is('send_status', 'pending');
	batch.is('orders_preview.length', 0);
}

/** A field of the recipients that were sent. */
const sent = ({ recipients }: Fields, name: string) =>
	(recipients as Fields[]).map((recipient) => recipient[name] ?? null);

/** Each recipient is listed once, in three pages. */
async function hasPages(session: Session, operationId: string, field: string, given: typeof batchAtOnce, size: number) {
	const { id, input } = await given(session);
	await session.untilSent(id);
	const emails = sent(input, 'email');
	const listed: unknown[] = [];
	for (const page of [1, 2, 3]) {
		const list = await session.call(operationId, { id, query: { page: String(page), per_page: String(size) } });
		list.is('list_meta.total_count', emails.length);
		list.is('data.length', emails.slice(size * (page - 1), size * page).length);
		listed.push(...list.all(`data[].${field}`).map((email) => email ?? null));
	}
	const isSame = isDeepStrictEqual(listed.sort(), emails.sort());
	if (!isSame)
		session.differs(`${operationId}: pages of data[].${field}`, `${emails.length} emails, each once`, listed);
}

export const orderBatchChecks: Check[] = [
	check('an order batch has what was sent', 'OrderBatch, OrderBatchRecipient, Cart, CartItem', async (session) => {
		const { input, reply } = await batchAtOnce(session);
		for (const field of ['from_name', 'send_method', 'message', 'card_id', 'customer_reference_id']) {
			reply.is(field, input[field] ?? null);
		}
		if (input.workspace_id) reply.is('workspace_id', input.workspace_id);
		reply.is('expires_at', new Date(String(input.expires_at)));
		reply.is('scheduled_send_on', null);
		reply.is('is_scheduled_send', false);
		reply.is('cart.items[].product.id', [(await product(session)).id]);
		reply.is('cart.items[].quantity', [2]);
		reply.is('recipients_count', 3);
		for (const field of ['first_name', 'last_name', 'email'])
			reply.is(`recipients_preview[].${field}`, sent(input, field));
	}),
	check('a new order batch has one new order for each recipient', 'createOrderBatch, OrderStatus', async (session) => {
		const { input, reply } = await batchAtOnce(session);
		hasOrders(reply, 3);
		reply.has('orders_preview[].recipient_email', sent(input, 'email'));
		reply.each('orders_preview[].status', 'created or notified', (status) =>
			/^(created|notified)$/.test(String(status)),
		);
		const links = 'orders_preview[].individual_gift_link';
		reply.each(links, 'links', (link) => /^https?:\/\//.test(String(link)));
		reply.holds(links, 'a link for each order', new Set(reply.all(links)).size === 3);
		reply.is('orders_preview[].order_batch_id', Array(3).fill(reply.at('id')));
	}),
	check('a used customer_reference_id is refused', 'createOrderBatch, OrderBatchInput', async (session) => {
		const { input } = await batchAtOnce(session);
		const body = await batchInput(session, '', { customer_reference_id: input.customer_reference_id });
		await session.call('createOrderBatch', { body, expects: 'refused' });
		const { status, text } = await session.call('createOrderBatch', { body: input, expects: 'refused' });
		return `${status} ${text}`;
	}),
	check('an order batch of more than 10 recipients is pending at first', 'OrderBatchSendStatus', async (session) => {
		const { id, reply } = await batchOfMany(session);
		hasNoOrders(reply);
		reply.is('orders_count', 0);
		reply.is('recipients_count', 11);
		reply.is('recipients_preview.length', SYNCHRONOUS);
		hasOrders(await session.untilSent(id), 11);
	}),
	check('a scheduled order batch is pending until its time, which it keeps', 'OrderBatch', async (session) => {
		const { id, input, reply } = await scheduledBatch(session);
		hasNoOrders(reply);
		await session.target.sendScheduled?.(id);
		const batch = await session.untilSent(id);
		hasOrders(batch, 1);
		for (const read of [reply, batch]) {
			read.is('is_scheduled_send', true);
			read.is('scheduled_send_on', new Date(String(input.scheduled_send_on)));
		}
		return { orders_count: reply.at('orders_count') ?? null };
	}),
	check('an order batch can be read, and its orders listed without event_times', 'OrderList', async (session) => {
		const { id, reply } = await batchAtOnce(session);
		const batch = await session.call('getOrderBatch', { id });
		hasOrders(batch, 3);
		for (const field of ['id', 'reference_id', 'customer_reference_id', 'orders_preview[].id', 'cart']) {
			batch.is(field, reply.at(field));
		}
		const list = await session.call('listOrderBatchOrders', { id });
		list.has('data[].id', reply.all('orders_preview[].id'));
		list.each('data[].event_times', 'none', (times) => times === undefined || times === null);
	}),
	...[
		['listOrderBatchOrders', 'recipient_email'],
		['listOrderBatchRecipients', 'email'],
	].map(([operationId = '', field = '']) =>
		check(`${operationId} has pages`, 'Page, PerPage, ListMeta', async (session) => {
			await hasPages(session, operationId, field, batchAtOnce, 2);
			await hasPages(session, operationId, field, batchOfMany, 5);
		}),
	),
	check(
		'an order has event_times, what its batch has, and amounts that add up',
		'getOrder, Amounts',
		async (session) => {
			const { reply } = await batchAtOnce(session);
			const order = await session.call('getOrder', { id: reply.at('orders_preview.0.id') });
			order.holds('event_times.created_at', 'a time', Boolean(order.at('event_times.created_at')));
			for (const field of ['id', 'order_batch_id', 'individual_gift_link', 'reference_id', 'recipient_email']) {
				order.is(field, reply.at(`orders_preview.0.${field}`));
			}
			for (const field of ['message', 'card_id', 'workspace_id', 'sender', 'cart.items[].product.id']) {
				order.is(field, reply.at(field));
			}
			order.is('expires_at', new Date(reply.at<string>('expires_at')));
			order.is('is_swapped', false);
			order.is('original_cart', null);
			const sum = (...names: string[]) =>
				names.reduce((total, name) => total + (order.at<number | null | undefined>(`amounts.amount_${name}`) ?? 0), 0);
			order.is('amounts.amount_pre_tax_total', sum('product', 'shipping', 'processing_fee'));
			if (typeof order.at('amounts.amount_total') === 'number') {
				order.is('amounts.amount_total', sum('pre_tax_total', 'tax', 'global_relay_cost'));
			}
			order.is('amounts.amount_product', 2 * (await product(session)).price);
		},
	),
	check('an order batch of a commerce app is complete at once', 'createOrderBatch, OrderBatchInput', async (session) =>
		hasOrders((await commerceBatch(session)).reply, 1),
	),
	check('a card of a commerce end user is stored, and pays for nobody else', 'PaymentMethod', async (session) => {
		const { input, reply } = await endUserCard(session);
		reply.is('cardholder_name', input.cardholder_name);
		reply.holds('id', 'an ID', Boolean(reply.at('id')));
		await refusedBatch(session, 'no end user', { payment_method_id: reply.at('id') }, 'commerce');
		const body = { ...input, payment_method_type: 'bank' };
		await session.call('createCommerceUserPaymentMethod', { as: 'commerce', body, expects: 'refused' });
	}),
	check('an Automation key stores no card of an end user', 'createCommerceUserPaymentMethod', async (session) => {
		const body = cardInput(session, session.reference('no card'));
		await session.call('createCommerceUserPaymentMethod', { body, expects: 'refused' });
	}),
];
