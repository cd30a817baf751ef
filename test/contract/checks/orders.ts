import type { Check } from '../check';
import type { Reply } from '../reply';
import { NotRun, type Session } from '../session';
import { batchAtOnce, DAY_MS } from './given';

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

export const orderChecks: Check[] = [
	{
		name: 'an order is canceled',
		cites: 'cancelOrder, OrderStatus',
		run: async (session) => {
			const canceled = await canceledOrder(session);
			canceled.holds('status', 'failed or canceled', CANCELED.includes(canceled.at('status')));
			const order = await session.call('getOrder', { id: canceled.at<string>('id') });
			order.is('status', canceled.at('status'));
		},
	},
	{
		name: 'the expiry of an order is changed',
		cites: 'updateOrderExpiration, OrderExpirationInput',
		run: async (session) => {
			const [, id] = await orderIds(session);
			const expiration = session.time(60 * DAY_MS);
			const body = { expiration: expiration.toISOString() };
			const changed = await session.call('updateOrderExpiration', { id, body });
			changed.is('expires_at', expiration);
			(await session.call('getOrder', { id })).is('expires_at', expiration);
		},
	},
	{
		name: 'the orders of the account are listed by the time of their creation',
		cites: 'listOrders, CreatedAfter, CreatedBefore',
		run: async (session) => {
			const [id, time] = await createdAt(session);
			const after = await session.call('listOrders', {
				query: { 'created_at[after]': dayBefore(time), per_page: '100' },
			});
			after.holds('data[].id', 'the new order', (after.at<unknown[]>('data[].id') ?? []).includes(id));
			const before = await session.call('listOrders', {
				query: { 'created_at[before]': dayBefore(time), per_page: '100' },
			});
			before.holds('data[].id', 'no new order', !(before.at<unknown[]>('data[].id') ?? []).includes(id));
			const later = await session.call('listOrders', {
				query: { 'created_at[after]': new Date(time.getTime() + DAY_MS).toISOString() },
			});
			later.is('list_meta.total_count', 0);
		},
	},
	{
		name: 'the creation of an order is an activity',
		cites: 'listOrderActivities, OrderActivity',
		run: async (session) => {
			const [id, time] = await createdAt(session);
			const query = { after: dayBefore(time), statuses: 'created', per_page: '100' };
			const list = await session.call('listOrderActivities', { query });
			list.holds('data[].order.id', 'the new order', (list.at<unknown[]>('data[].order.id') ?? []).includes(id));
			const statuses = list.at<unknown[]>('data[].order_status') ?? [];
			list.holds(
				'data[].order_status',
				'created only',
				statuses.every((status) => status === 'created'),
			);
		},
	},
	{
		name: 'order activities are listed by their time',
		cites: 'listOrderActivities, After, Before',
		run: async (session) => {
			const [id, time] = await createdAt(session);
			const before = await session.call('listOrderActivities', { query: { before: dayBefore(time), per_page: '100' } });
			before.holds('data[].order.id', 'no new order', !(before.at<unknown[]>('data[].order.id') ?? []).includes(id));
			const after = new Date(time.getTime() + DAY_MS).toISOString();
			(await session.call('listOrderActivities', { query: { after } })).is('list_meta.total_count', 0);
		},
	},
	{
		name: 'the order batches of the account are listed',
		cites: 'listOrderBatches, OrderBatchList',
		run: async (session) => {
			const { id } = await batchAtOnce(session);
			const list = await session.call('listOrderBatches', { query: { per_page: '20' } });
			list.holds('data[].id', 'the new order batch', (list.at<unknown[]>('data[].id') ?? []).includes(id));
		},
	},
	{
		name: 'a webhook is registered and deleted',
		cites: 'createWebhook, deleteWebhook, Webhook',
		run: async (session) => {
			const body = { url: `https://example.com/${session.reference('webhook')}`, events: ['order_batch.completed'] };
			const webhook = await session.call('createWebhook', { body, expects: 'any' });
			if ([400, 404].includes(webhook.status)) throw new NotRun(`the registration is refused: ${webhook.text}`);
			if (webhook.status !== 201) webhook.differs('status', 201, `${webhook.status} ${webhook.text}`);
			const id = webhook.at<string>('id');
			const { status } = await session.call('deleteWebhook', { id, expects: 204 });
			if (status !== 204) session.leftBehind.push(`webhook ${id}`);
		},
	},
];
