import type { WebhookDelivery } from '../../../dev/mock-service';
import { isThisMachine } from '../../../dev/mock-service/routes/control';
import { Receiver } from '../../../dev/harness/receiver';
import { type Fields, FUTURE, orderBatchInput, samples, useMockService } from '../../support/mockService';

const { client, service, createBatch, createOrder, refusal, events } = useMockService();

async function control<Body = Fields>(method: string, path: string, body?: unknown) {
	const { status, data } = await client().send<Body>(method, `/_control${path}`, body, null);
	return { status, data };
}
const [done, refused, notFound] = [204, 400, 404].map((status) => expect.objectContaining({ status }) as unknown);

test('control gives keys, samples, the order batches and the log, which has no control requests', async () => {
	const { keys, samples } = service();
	await createBatch();
	expect((await control('GET', '/samples')).data).toEqual({ keys, samples });
	expect((await control('GET', '/order-batches')).data).toEqual(service().orderBatches());
	const requests = [expect.objectContaining({ path: '/v1/order_batches', status: 201 })];
	expect((await control('GET', '/log')).data).toEqual({ requests, max_concurrency: 1 });
	expect(await control('POST', '/reset')).toEqual(done);
	expect(service().orderBatches()).toEqual([]);
});

test('control adds and clears faults', async () => {
	const effect = { kind: 'response', status: 503, headers: { 'retry-after': '1' } };
	expect(await control('POST', '/faults', { match: { pathPattern: 'me$' }, effect })).toEqual(done);
	expect(await refusal('GET', '/v1/me')).toEqual([503, expect.any(String)]);
	expect(await refusal('GET', '/v1/cards')).toEqual([200, undefined]);
	expect(await control('DELETE', '/faults')).toEqual(done);
	expect(await refusal('GET', '/v1/me')).toEqual([200, undefined]);
});

const hook = { url: 'http://127.0.0.1', secret: 'whsec_c2VjcmV0' };
const drop = { effect: { kind: 'drop' } };

test.each<[status: number, path: string, body: Fields]>([
	[204, '/faults', { effect: { kind: 'latency', ms: 1 } }],
	[204, '/faults', { effect: { kind: 'drop', afterCommit: true }, times: 2 }],
	[204, '/faults', { effect: { kind: 'hang' }, match: { method: 'GET' }, times: { probability: 1, seed: 1 } }],
	[204, '/faults', { effect: { kind: 'malformed', form: 'truncated' }, match: { path: '/v1/me' } }],
	[204, '/faults', { effect: { kind: 'garbage' } }],
	[400, '/faults', {}],
	[400, '/faults', { effect: { kind: 'explode' } }],
	[400, '/faults', { effect: { kind: 'latency' } }],
	[400, '/faults', { effect: { kind: 'malformed', form: 'odd' } }],
	[400, '/faults', { ...drop, times: 0 }],
	[400, '/faults', { ...drop, times: { probability: 2, seed: 1 } }],
	[400, '/faults', { ...drop, match: { pathPattern: '(' } }],
	[204, '/webhooks', { ...hook, events: null, naming: 'standard', payload: 'legacy' }],
	[400, '/webhooks', { ...hook, url: 'nowhere' }],
	[400, '/webhooks', { ...hook, secret: 'secret' }],
	[400, '/webhooks', { ...hook, events: ['order.lost'] }],
	[204, '/options', { webhookDelivery: { timeoutMs: 1, retryDelaysMs: [1] } }],
	[400, '/options', { priceFields: 'price' }],
	[400, '/options', { interfaceOnly: 'no' }],
])('control responds with %i to %s %j', async (status, path, body) => {
	expect((await control('POST', path, body)).status).toBe(status);
});

test('control adds and clears webhooks, holds their deliveries, and sends them', async () => {
	const receiver = await Receiver.start();
	receiver.respondWith(503);
	const registration = { url: receiver.url, secret: 'whsec_c2VjcmV0', events: ['order_batch.completed'] };
	expect(await control('POST', '/webhooks', registration)).toEqual(done);
	expect(await control('POST', '/options', { webhookDelivery: { hold: true } })).toEqual(done);
	const { id } = await createBatch();
	const [delivery] = (await control<WebhookDelivery[]>('GET', '/deliveries')).data;
	expect(delivery).toMatchObject({ orderBatchId: id, attempts: 0, outcome: 'pending' });

	const send = async (deliveryId: string) => await control('POST', `/deliveries/${deliveryId}/send`);
	expect((await send(delivery!.id)).data).toEqual({ status: 503 });
	expect((await send(delivery!.id)).data).toEqual({ status: 200 });
	expect(await send('unknown')).toEqual(notFound);
	expect(await control('DELETE', '/webhooks')).toEqual(done);
	await createBatch();
	expect(events()).toHaveLength(1);
	await receiver.close();
});

test('control puts order batches into a state', async () => {
	const { id } = await createBatch({ scheduled_send_on: FUTURE });
	const put = async (batchId: string, state: string) => await control('POST', `/batches/${batchId}/state`, { state });
	expect((await put(id, 'failed')).data).toMatchObject({ id, send_status: 'failed' });
	expect(await put(id, 'lost')).toEqual(refused);
	expect(await put('unknown', 'failed')).toEqual(notFound);
});

test('control changes orders', async () => {
	const { id } = await createOrder();
	const change = async (orderId: string, body: Fields) => await control('POST', `/orders/${orderId}/state`, body);
	const changes = { status: 'shipped', shipmentStatus: 'tracking', createdAt: '2026-01-31T23:30:00-01:00' };
	expect((await change(id, changes)).data).toMatchObject({
		status: 'shipped',
		shipments: [{ status: 'tracking' }],
		event_times: { created_at: '2026-02-01T00:30:00.000Z' },
	});
	const { data } = await change(id, { swapToProductIds: [samples.otherProductId], thankYouNote: 'Thanks!' });
	expect(data).toMatchObject({ is_swapped: true, thank_you_note: 'Thanks!' });
	expect(await change('unknown', changes)).toEqual(notFound);
	expect(await change(id, { createdAt: 'long ago' })).toEqual(refused);
});

test('control changes one option and leaves every other as it is', async () => {
	const { from_name: _, ...body } = orderBatchInput();
	const priceFields = async () => Object.keys((await client().post<Fields>('/v1/order_batches/price', body)).data)[0];
	await control('POST', '/options', { priceFields: 'cart_price_estimate' });
	await control('POST', '/options', { interfaceOnly: true });
	expect(await priceFields()).toBe('error');
	await control('POST', '/options', { webhookDelivery: { hold: true } });
	expect(await priceFields()).toBe('error');
	await control('POST', '/options', { interfaceOnly: false });
	expect(await priceFields()).toBe('cart_price_estimate');
});

test('control responds with an Error body to an unknown path and to a body that is not JSON', async () => {
	expect(await control('GET', '/nothing')).toEqual({ status: 404, data: { error: 'Not found' } });
	const response = await fetch(`${service().baseUrl}/_control/faults`, { method: 'POST', body: '{' });
	expect(await response.json()).toEqual({ error: 'Request body is not valid JSON' });
});

test.each([
	[true, ['127.0.0.1', '127.1.2.3', '::1', '::ffff:127.0.0.1']],
	[false, ['10.0.0.7', '::ffff:10.0.0.7', '2001:db8::1', '10.0.127.1']],
])('control is for the same machine only: %j', (expected, addresses) => {
	expect(addresses.map(isThisMachine)).toEqual(addresses.map(() => expected));
});
