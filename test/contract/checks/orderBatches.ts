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

const contactData = (recipients: Fields[], name: string) => recipients.map((recipient) => recipient[name] ?? null);

async function firstOrder(session: Session): Promise<Reply> {
	const { reply } = await batchAtOnce(session);
	return await session.call('getOrder', { id: reply.at<string>('orders_preview.0.id') });
}

/** The first three pages of a list. */
async function pagesOf(session: Session, operationId: string, id: string, size: number): Promise<Reply[]> {
	const pages: Reply[] = [];
	for (const page of ['1', '2', '3']) {
		pages.push(await session.call(operationId, { id, query: { page, per_page: String(size) } }));
	}
	return pages;
}

/** Pages have so many entries together, each once. */
function hasEach(session: Session, pages: Reply[], path: string, count: number): void {
	const entries = pages.flatMap((page) => page.all(path));
	if (new Set(entries).size !== count) session.differs(`pages: ${path}`, `${count} entries, each once`, entries);
}

const creation: Check[] = [
	check('an order batch of up to 10 recipients is complete at once', 'createOrderBatch', async (session) =>
		hasOrders((await batchAtOnce(session)).reply, 3),
	),
	check('an order batch has what was sent', 'OrderBatch, Cart, CartItem', async (session) => {
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
	}),
	check('an order batch has the contact data that was sent', 'OrderBatch, OrderBatchRecipient', async (session) => {
		const { input, reply } = await batchAtOnce(session);
		const recipients = input.recipients as Fields[];
		reply.is('recipients_count', recipients.length);
		for (const field of ['first_name', 'last_name', 'email']) {
			reply.is(`recipients_preview[].${field}`, contactData(recipients, field));
		}
	}),
	check('a new order batch has one new order for each recipient', 'OrderStatus', async (session) => {
		const { input, reply } = await batchAtOnce(session);
		const emails = contactData(input.recipients as Fields[], 'email');
		reply.has('orders_preview[].recipient_email', 'each email once', emails);
		reply.each('orders_preview[].status', 'created or notified', (status) =>
			['created', 'notified'].includes(String(status)),
		);
		const links = 'orders_preview[].individual_gift_link';
		reply.each(links, 'links', (link) => /^https?:\/\//.test(String(link)));
		reply.holds(links, 'a link for each order', new Set(reply.all(links)).size === 3);
		reply.is('orders_preview[].order_batch_id', Array(3).fill(reply.at('id')));
	}),
	check('a repeated customer_reference_id is refused', 'createOrderBatch, OrderBatchInput', async (session) => {
		const { input } = await batchAtOnce(session);
		const { status, text } = await session.call('createOrderBatch', { body: input, expects: 'refused' });
		return `${status} ${text}`;
	}),
	check('a used customer_reference_id is refused for other recipients too', 'OrderBatchInput', async (session) => {
		const { customer_reference_id } = (await batchAtOnce(session)).input;
		await refusedBatch(session, 'other recipients', { customer_reference_id });
	}),
	check('an order batch of more than 10 recipients is pending', 'OrderBatchSendStatus', async (session) => {
		const { reply } = await batchOfMany(session);
		hasNoOrders(reply);
		reply.is('orders_count', 0);
		reply.is('recipients_count', 11);
		reply.is('recipients_preview.length', SYNCHRONOUS);
	}),
	check('a pending order batch becomes complete with all its orders', 'OrderBatchSendStatus', async (session) => {
		const { id } = await batchOfMany(session);
		hasOrders(await session.untilSent(id), 11);
		hasEach(session, await pagesOf(session, 'listOrderBatchOrders', id, 5), 'data[].id', 11);
	}),
	check('a scheduled order batch is pending, without orders', 'createOrderBatch, OrderBatch', async (session) => {
		const { input, reply } = await scheduledBatch(session);
		hasNoOrders(reply);
		reply.is('is_scheduled_send', true);
		reply.is('scheduled_send_on', new Date(String(input.scheduled_send_on)));
		return { orders_count: reply.at('orders_count') ?? null };
	}),
	check('a scheduled order batch is sent at its time, and keeps the time', 'OrderBatch', async (session) => {
		const { id, input } = await scheduledBatch(session);
		await session.target.sendScheduled?.(id);
		const batch = await session.untilSent(id);
		hasOrders(batch, 1);
		batch.is('is_scheduled_send', true);
		batch.is('scheduled_send_on', new Date(String(input.scheduled_send_on)));
	}),
];

const reading: Check[] = [
	check('an order batch can be read', 'getOrderBatch, OrderBatch', async (session) => {
		const { id, reply } = await batchAtOnce(session);
		const batch = await session.call('getOrderBatch', { id });
		hasOrders(batch, 3);
		for (const field of ['id', 'reference_id', 'customer_reference_id', 'orders_preview[].id', 'cart']) {
			batch.is(field, reply.at(field));
		}
	}),
	check('the orders of an order batch are listed, without event_times', 'OrderList', async (session) => {
		const { id, reply } = await batchAtOnce(session);
		const list = await session.call('listOrderBatchOrders', { id });
		list.is('list_meta.total_count', 3);
		list.has('data[].id', 'the orders of the batch', reply.all('orders_preview[].id'));
		list.each('data[].event_times', 'none', (times) => times === undefined || times === null);
	}),
	check('the recipients of an order batch are listed', 'OrderBatchRecipientList', async (session) => {
		const { id, input } = await batchAtOnce(session);
		const list = await session.call('listOrderBatchRecipients', { id });
		list.is('list_meta.total_count', 3);
		list.has('data[].email', 'each email once', contactData(input.recipients as Fields[], 'email'));
	}),
	...[
		['listOrderBatchOrders', 'recipient_email'],
		['listOrderBatchRecipients', 'email'],
	].map(([operationId = '', field = '']) =>
		check(`${operationId} has pages`, 'Page, PerPage, ListMeta', async (session) => {
			const { id } = await batchAtOnce(session);
			const pages = await pagesOf(session, operationId, id, 2);
			for (const page of pages) page.is('list_meta.total_count', 3);
			for (const [index, size] of [2, 1, 0].entries()) pages[index]!.is('data.length', size);
			hasEach(session, pages, `data[].${field}`, 3);
		}),
	),
	check('an order has event_times, and what its batch has', 'getOrder, EventTimes, Order', async (session) => {
		const { reply } = await batchAtOnce(session);
		const order = await firstOrder(session);
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
	}),
	check('the amounts of an order add up', 'Amounts', async (session) => {
		const order = await firstOrder(session);
		const sum = (...names: string[]) =>
			names.reduce((total, name) => total + (order.at<number | null | undefined>(`amounts.amount_${name}`) ?? 0), 0);
		order.is('amounts.amount_pre_tax_total', sum('product', 'shipping', 'processing_fee'));
		if (typeof order.at('amounts.amount_total') === 'number') {
			order.is('amounts.amount_total', sum('pre_tax_total', 'tax', 'global_relay_cost'));
		}
		order.is('amounts.amount_product', 2 * (await product(session)).price);
	}),
];

const commerce: Check[] = [
	check('an order batch of a commerce app is complete at once', 'createOrderBatch, OrderBatchInput', async (session) =>
		hasOrders((await commerceBatch(session)).reply, 1),
	),
	check('a card of a commerce end user is stored', 'PaymentMethod', async (session) => {
		const { input, reply } = await endUserCard(session);
		reply.is('cardholder_name', input.cardholder_name);
		reply.holds('id', 'an ID', Boolean(reply.at('id')));
	}),
	check('an Automation key stores no card of an end user', 'createCommerceUserPaymentMethod', async (session) => {
		const body = cardInput(session, session.reference('no card'));
		await session.call('createCommerceUserPaymentMethod', { body, expects: 'refused' });
	}),
	check('the card of a commerce end user pays for that end user only', 'PaymentMethod', async (session) => {
		const { reply } = await endUserCard(session);
		const body = await batchInput(session, 'no end user', { payment_method_id: reply.at('id') });
		await session.call('createOrderBatch', { as: 'commerce', body, expects: 'refused' });
	}),
	check('an unknown type of payment method is refused', 'PaymentMethodInput', async (session) => {
		const { input } = await endUserCard(session);
		const body = { ...input, payment_method_type: 'bank' };
		await session.call('createCommerceUserPaymentMethod', { as: 'commerce', body, expects: 'refused' });
	}),
];

export const orderBatchChecks: Check[] = [...creation, ...reading, ...commerce];
