import { DAY_MS } from '../../support/durations';
import type { Reply } from '../reply';
import { check, NotRun, type Check, type Session } from '../session';
import { batchAtOnce } from './given';

/** The ID of an order of the batch that is created at once, each for another check. */
const orderId = async (session: Session, index: number): Promise<string> =>
	(await batchAtOnce(session)).reply.at(`orders_preview.${index}.id`);

/** The order that the run cancels, and what it was before. */
export const canceledOrder = (session: Session): Promise<Reply> =>
	session.once('canceled order', async () => session.call('cancelOrder', { id: await orderId(session, 0) }));

export const orderChecks: Check[] = [
	check('an order is canceled', 'cancelOrder, OrderStatus', async (session) => {
		const canceled = await canceledOrder(session);
		canceled.holds('status', 'failed or canceled', ['failed', 'canceled'].includes(canceled.at('status')));
		const order = await session.call('getOrder', { id: canceled.at<string>('id') });
		order.is('status', canceled.at('status'));
		return canceled.at('status');
	}),
	check('the expiry of an order is changed', 'updateOrderExpiration, OrderExpirationInput', async (session) => {
		const id = await orderId(session, 1);
		const expiration = session.time(60 * DAY_MS);
		const body = { expiration: expiration.toISOString() };
		const changed = await session.call('updateOrderExpiration', { id, body });
		changed.is('expires_at', expiration);
		(await session.call('getOrder', { id })).is('expires_at', expiration);
	}),
	...(
		[
			['listOrders', 'CreatedAfter, CreatedBefore', 'created_at[after]', 'created_at[before]', 'id'],
			['listOrderActivities', 'After, Before, OrderActivity', 'after', 'before', 'order.id'],
		] as const
	).map(([operationId, cites, after, before, field]) =>
		check(`${operationId} lists by time`, `${operationId}, ${cites}`, async (session) => {
			const id = await orderId(session, 2);
			const created = Date.parse((await session.call('getOrder', { id })).at('event_times.created_at'));
			const listed = async (name: string, offset: number) => {
				const query = { [name]: new Date(created + offset).toISOString(), per_page: '100' };
				return await session.call(operationId, { query });
			};
			const path = `data[].${field}`;
			const later = await listed(after, -DAY_MS);
			later.holds(path, 'the new order', later.all(path).includes(id));
			const earlier = await listed(before, -DAY_MS);
			earlier.holds(path, 'no new order', !earlier.all(path).includes(id));
			(await listed(after, DAY_MS)).is('list_meta.total_count', 0);
		}),
	),
	check('order activities are listed by their status', 'listOrderActivities, OrderActivity', async (session) => {
		const id = await orderId(session, 2);
		const query = { after: session.time(-DAY_MS).toISOString(), statuses: 'created', per_page: '100' };
		const list = await session.call('listOrderActivities', { query });
		list.holds('data[].order.id', 'the new order', list.all('data[].order.id').includes(id));
		list.each('data[].order_status', 'created only', (status) => status === 'created');
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
