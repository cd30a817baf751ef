import type { WebhookDelivery } from '../../../dev/mock-service';
import { isThisMachine } from '../../../dev/mock-service/routes/control';
import { Receiver } from '../../../dev/harness/receiver';
import { type Fields, FUTURE, useMockService } from '../../support/mockService';

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

test.each<[path: string, valid: Fields, invalid: Fields[]]>([
	[
		'/faults',
		{ effect: { kind: 'latency', ms: 1 } },
		[{}, { effect: { kind: 'explode' } }, { effect: { kind: 'latency' } }],
	],
	['/faults', { effect: { kind: 'drop', afterCommit: true }, times: 2 }, [{ effect: { kind: 'drop' }, times: 0 }]],
	[
		'/faults',
		{ effect: { kind: 'hang' }, match: { method: 'GET', path: '/v1/me' }, times: { probability: 1, seed: 1 } },
		[
			{ effect: { kind: 'hang' }, match: { pathPattern: '(' } },
			{ effect: { kind: 'hang' }, times: { probability: 2, seed: 1 } },
		],
	],
	['/faults', { effect: { kind: 'malformed', form: 'truncated' } }, [{ effect: { kind: 'malformed', form: 'odd' } }]],
	['/faults', { effect: { kind: 'garbage' } }, [{ effect: { kind: 'response' } }]],
	[
		'/webhooks',
		{ url: 'http://127.0.0.1', secret: 'whsec_c2VjcmV0', events: null, naming: 'standard', payload: 'legacy' },
		[
			{ url: 'nowhere', secret: 'whsec_c2VjcmV0' },
			{ url: 'http://127.0.0.1', secret: 'secret' },
			{ url: 'http://127.0.0.1', secret: 'whsec_c2VjcmV0', events: ['order.lost'] },
		],
	],
	[
		'/options',
		{ webhookDelivery: { timeoutMs: 1, retryDelaysMs: [1] } },
		[{ priceFields: 'price' }, { interfaceOnly: 'no' }],
	],
])('control takes %s %j, and refuses what is wrong', async (path, valid, invalid) => {
	expect(await control('POST', path, valid)).toEqual(done);
	for (const body of invalid) expect(await control('POST', path, body)).toEqual(refused);
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
	const changes = {
		status: 'shipped',
		refunded: true,
		shipmentStatus: 'tracking',
		swapToProductIds: [service().samples.otherProductId],
		thankYouNote: 'Thanks!',
		createdAt: '2026-01-31T23:30:00-01:00',
	};
	const change = async (orderId: string, body: Fields) => await control('POST', `/orders/${orderId}/state`, body);
	expect((await change(id, changes)).data).toMatchObject({
		status: 'shipped',
		is_swapped: true,
		thank_you_note: 'Thanks!',
		shipments: [{ status: 'tracking' }],
		event_times: { created_at: '2026-02-01T00:30:00.000Z' },
	});
	expect(await change('unknown', changes)).toEqual(notFound);
	expect(await change(id, { createdAt: 'long ago' })).toEqual(refused);
});

test('control changes one option and leaves every other as it is', async () => {
	const { samples } = service();
	const cart = { items: [{ product_id: samples.productId, quantity: 1 }] };
	const body = { cart, recipients: [{ first_name: 'Bo' }], send_method: 'link_multiple_custom_list' };
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
	[false, ['10.0.0.7', '::ffff:10.0.0.7', '2001:db8::1', '12.7.0.0']],
])('control is for the same machine only: %j', (expected, addresses) => {
	expect(addresses.map(isThisMachine)).toEqual(addresses.map(() => expected));
});
