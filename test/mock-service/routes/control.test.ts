import type { OrderBatch, WebhookDelivery } from '../../../dev/mock-service';
import { isThisMachine } from '../../../dev/mock-service/routes/control';
import { problemsOf } from '../../support/schemas';
import { until, useService } from '../../../dev/harness/serviceClient';
import { orderBatchInput } from '../../support/mockService';
import { Receiver } from '../../../dev/harness/receiver';

const client = useService();

async function control<Body = unknown>(method: string, path: string, body?: unknown) {
	return await client().send<Body>(method, `/_control${path}`, body, null);
}

async function create(fields: Record<string, unknown> = {}): Promise<OrderBatch> {
	const body = orderBatchInput(client().service.samples, fields);
	return (await client().post<OrderBatch>('/v1/order_batches', body)).data;
}

it('gives keys and sample ids', async () => {
	const { keys, samples } = client().service;
	expect((await control('GET', '/samples')).data).toEqual({ keys, samples });
});

it('gives the order batches and the log, which has no control requests', async () => {
	await create();
	expect((await control('GET', '/order-batches')).data).toEqual(client().service.orderBatches());
	expect((await control('GET', '/log')).data).toEqual({
		requests: [expect.objectContaining({ path: '/v1/order_batches', status: 201 })],
		max_concurrency: 1,
	});
});

it('resets', async () => {
	await create();
	expect((await control('POST', '/reset')).status).toBe(204);
	expect(client().service.orderBatches()).toEqual([]);
});

it('adds and clears faults', async () => {
	const effect = { kind: 'response', status: 503, headers: { 'retry-after': '1' } };
	expect((await control('POST', '/faults', { match: { pathPattern: 'me$' }, effect })).status).toBe(204);
	expect((await client().get('/v1/me')).status).toBe(503);
	expect((await client().get('/v1/brands')).status).toBe(200);
	expect((await control('DELETE', '/faults')).status).toBe(204);
	expect((await client().get('/v1/me')).status).toBe(200);
});

it.each([
	{ kind: 'latency', ms: 1 },
	{ kind: 'drop', afterCommit: true },
	{ kind: 'hang' },
	{ kind: 'garbage' },
	{ kind: 'malformed', form: 'truncated' },
])('takes the fault %j', async (effect) => {
	const rule = { match: { method: 'GET', path: '/v1/me' }, times: { probability: 1, seed: 1 }, effect };
	expect((await control('POST', '/faults', rule)).status).toBe(204);
});

it.each([
	{},
	{ effect: { kind: 'explode' } },
	{ effect: { kind: 'latency' } },
	{ effect: { kind: 'drop' }, times: 0 },
	{ effect: { kind: 'drop' }, match: { pathPattern: '(' } },
])('refuses the fault %j', async (rule) => {
	const response = await control('POST', '/faults', rule);
	expect(response.status).toBe(400);
	expect(problemsOf('Error', response.data)).toEqual([]);
});

it('adds and clears webhooks, and gives their deliveries', async () => {
	const receiver = await Receiver.start();
	const registration = { url: receiver.url, secret: 'whsec_c2VjcmV0', events: ['order_batch.completed'] };
	expect((await control('POST', '/webhooks', registration)).status).toBe(204);
	const { id } = await create();
	await until(() => client().service.deliveries[0]?.outcome === 'delivered');
	expect((await control('GET', '/deliveries')).data).toEqual([
		expect.objectContaining({ orderBatchId: id, attempts: 1, statuses: [200], outcome: 'delivered' }),
	]);
	expect((await control('DELETE', '/webhooks')).status).toBe(204);
	await create();
	expect(client().service.deliveries).toHaveLength(1);
	await receiver.close();
});

it.each([
	{ url: 'nowhere', secret: 'whsec_c2VjcmV0' },
	{ url: 'http://127.0.0.1', secret: 'secret' },
	{ url: 'http://127.0.0.1', secret: 'whsec_c2VjcmV0', events: ['order.lost'] },
])('refuses the webhook %j', async (registration) => {
	expect((await control('POST', '/webhooks', registration)).status).toBe(400);
});

it('puts batches into a state', async () => {
	const { id } = await create({ scheduled_send_on: '2099-01-01T00:00:00Z' });
	const response = await control('POST', `/batches/${id}/state`, { state: 'failed' });
	expect(response.data).toMatchObject({ id, send_status: 'failed' });
	expect((await control('POST', `/batches/${id}/state`, { state: 'lost' })).status).toBe(400);
	expect((await control('POST', '/batches/unknown/state', { state: 'failed' })).status).toBe(404);
});

it('changes orders', async () => {
	const { otherProductId } = client().service.samples;
	const [order] = (await create()).orders_preview;
	const change = {
		status: 'shipped',
		refunded: true,
		shipmentStatus: 'tracking',
		swapToProductIds: [otherProductId],
		thankYouNote: 'Thanks!',
	};
	const response = await control('POST', `/orders/${order!.id}/state`, change);
	expect(problemsOf('Order', response.data)).toEqual([]);
	expect(response.data).toMatchObject({
		status: 'shipped',
		is_swapped: true,
		thank_you_note: 'Thanks!',
		shipments: [{ status: 'tracking' }],
	});
	expect((await control('POST', '/orders/unknown/state', change)).status).toBe(404);
});

it('makes orders older', async () => {
	const [order] = (await create()).orders_preview;
	const createdAt = '2026-01-31T23:30:00-01:00';
	const { data } = await control('POST', `/orders/${order!.id}/state`, { createdAt });
	expect(data).toMatchObject({ status: 'created', event_times: { created_at: '2026-02-01T00:30:00.000Z' } });
	expect((await control('POST', `/orders/${order!.id}/state`, { createdAt: 'long ago' })).status).toBe(400);
});

it('switches everything outside the interface off', async () => {
	expect((await control('POST', '/options', { interfaceOnly: true })).status).toBe(204);
	expect((await client().get('/v1/order_batches')).status).toBe(404);
});

it('renames the fields of an estimate, and leaves every other setting as it is', async () => {
	const { from_name: _, ...body } = orderBatchInput(client().service.samples);
	expect((await control('POST', '/options', { priceFields: 'cart_price_estimate' })).status).toBe(204);
	expect((await control('POST', '/options', { interfaceOnly: false })).status).toBe(204);
	const { data } = await client().post<object>('/v1/order_batches/price', body);
	expect(Object.keys(data)).toEqual(['cart_price_estimate', 'total_price_estimate']);
	expect((await control('POST', '/options', { priceFields: 'price' })).status).toBe(400);
});

it('holds deliveries, and sends them by hand', async () => {
	const receiver = await Receiver.start();
	const registration = { url: receiver.url, secret: 'whsec_c2VjcmV0', events: ['order_batch.completed'] };
	await control('POST', '/webhooks', registration);
	expect((await control('POST', '/options', { webhookDelivery: { hold: true } })).status).toBe(204);
	await create();
	const [delivery] = (await control<WebhookDelivery[]>('GET', '/deliveries')).data;
	expect(delivery).toMatchObject({ attempts: 0, outcome: 'pending' });

	receiver.respondWith(503);
	expect((await control('POST', `/deliveries/${delivery!.id}/send`)).data).toEqual({ status: 503 });
	expect((await control('POST', `/deliveries/${delivery!.id}/send`)).data).toEqual({ status: 200 });
	expect((await control('POST', '/deliveries/unknown/send')).status).toBe(404);
	await receiver.close();
});

it('responds with an Error body to an unknown path and to a body that is not JSON', async () => {
	for (const [response, status] of [
		[await control('GET', '/nothing'), 404],
		[await control('POST', '/faults', '{'), 400],
	] as const) {
		expect(response.status).toBe(status);
		expect(problemsOf('Error', response.data)).toEqual([]);
	}
});

it('is for the same machine only', () => {
	expect(['127.0.0.1', '127.1.2.3', '::1', '::ffff:127.0.0.1'].map(isThisMachine)).toEqual([true, true, true, true]);
	expect(['10.0.0.7', '::ffff:10.0.0.7', '2001:db8::1', '12.7.0.0'].map(isThisMachine)).toEqual([
		false,
		false,
		false,
		false,
	]);
});
