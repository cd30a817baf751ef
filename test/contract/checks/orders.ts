import { DAY_MS } from '../../support/durations';
import type { Reply } from '../reply';
import { check, NotRun, type Check, type Session } from '../session';
import { batchAtOnce } from './given';

/** The IDs of the orders of the batch that is created at once, each for another check. */
async function orderIds(session: Session): Promise<[toCancel: string, toExtend: string, toRead: string]> {
	return (await batchAtOnce(session)).reply.at('orders_preview[].id');
}

/** The order that the run cancels, and what it was before. */
export const canceledOrder = (session: Session): Promise<Reply> =>
	session.once('canceled order', async () => {
		const [id] = await orderIds(session);
		return await session.call('cancelOrder', { id });
	});

const CANCELED = ['failed', 'canceled'];

const createdAt = async (session: Session): Promise<[id: string, time: Date]> => {
	const [, , id] = await orderIds(session);
	const order = await session.call('getOrder', { id });
	return [id, new Date(order.at<string>('event_times.created_at'))];
};

const dayBefore = (time: Date) => new Date(time.getTime() - DAY_MS).toISOString();
const dayAfter = (time: Date) => new Date(time.getTime() + DAY_MS).toISOString();

export const orderChecks: Check[] = [
	check('an order is canceled', 'cancelOrder, OrderStatus', async (session) => {
		const canceled = await canceledOrder(session);
		canceled.holds('status', 'failed or canceled', CANCELED.includes(canceled.at('status')));
		const order = await session.call('getOrder', { id: canceled.at<string>('id') });
		order.is('status', canceled.at('status'));
		return canceled.at('status');
	}),
	check('the expiry of an order is changed', 'updateOrderExpiration, OrderExpirationInput', async (session) => {
		const [, id] = await orderIds(session);
		const expiration = session.time(60 * DAY_MS);
		const body = { expiration: expiration.toISOString() };
		const changed = await session.call('updateOrderExpiration', { id, body });
		changed.is('expires_at', expiration);
		(await session.call('getOrder', { id })).is('expires_at', expiration);
	}),
	check('the orders of the account are listed by the time of their creation', 'CreatedBefore', async (session) => {
		const [id, time] = await createdAt(session);
		const list = async (query: Record<string, string>) =>
			await session.call('listOrders', { query: { ...query, per_page: '100' } });
		const after = await list({ 'created_at[after]': dayBefore(time) });
		after.holds('data[].id', 'the new order', after.all('data[].id').includes(id));
		const before = await list({ 'created_at[before]': dayBefore(time) });
		before.holds('data[].id', 'no new order', !before.all('data[].id').includes(id));
		(await list({ 'created_at[after]': dayAfter(time) })).is('list_meta.total_count', 0);
	}),
	check('the creation of an order is an activity', 'listOrderActivities, OrderActivity', async (session) => {
		const [id, time] = await createdAt(session);
		const query = { after: dayBefore(time), statuses: 'created', per_page: '100' };
		const list = await session.call('listOrderActivities', { query });
		list.holds('data[].order.id', 'the new order', list.all('data[].order.id').includes(id));
		list.each('data[].order_status', 'created only', (status) => status === 'created');
	}),
	check('order activities are listed by their time', 'listOrderActivities, After, Before', async (session) => {
		const [id, time] = await createdAt(session);
		const before = await session.call('listOrderActivities', { query: { before: dayBefore(time), per_page: '100' } });
		before.holds('data[].order.id', 'no new order', !before.all('data[].order.id').includes(id));
		const query = { after: dayAfter(time) };
		(await session.call('listOrderActivities', { query })).is('list_meta.total_count', 0);
	}),
	check('the order batches of the account are listed', 'listOrderBatches, OrderBatchList', async (session) => {
		const { id } = await batchAtOnce(session);
		const list = await session.call('listOrderBatches', { query: { per_page: '20' } });
		list.holds('data[].id', 'the new order batch', list.all('data[].id').includes(id));
	}),
	check('a webhook is registered and deleted', 'createWebhook, deleteWebhook, Webhook', async (session) => {
		const body = { url: `https://example.com/${session.reference('webhook')}`, events: ['order_batch.completed'] };
		const webhook = await session.call('createWebhook', { body, expects: 'any' });
		if ([400, 404].includes(webhook.status)) throw new NotRun(`the registration is refused: ${webhook.text}`);
		if (webhook.status !== 201) webhook.differs('status', '201', `${webhook.status} ${webhook.text}`);
		const id = webhook.at<string>('id');
		const { status } = await session.call('deleteWebhook', { id, expects: 204 });
		if (status !== 204) session.leftBehind.push(`webhook ${id}`);
	}),
];
