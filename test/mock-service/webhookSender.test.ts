import { Webhook } from 'standardwebhooks';
import type { OrderBatch, WebhookDelivery, WebhookRegistration } from '../../dev/mock-service';
import { startService } from '../../dev/mock-service';
import { problemsOf } from '../support/schemas';
import { Client, until, useService } from '../../dev/harness/serviceClient';
import { orderBatchInput, recipients } from '../support/mockService';
import { Receiver } from '../../dev/harness/receiver';

const SECRET = `whsec_${Buffer.from('a secret of at least 24 bytes').toString('base64')}`;

const client = useService({ processingDelayMs: 10, webhookDelivery: { retryDelaysMs: [1, 1, 1] } });
let receiver: Receiver;
beforeEach(async () => {
	receiver = await Receiver.start();
});
afterEach(async () => await receiver.close());

function register(registration: Partial<WebhookRegistration> = {}): void {
	client().service.addWebhook({
		url: receiver.url,
		secret: SECRET,
		events: ['order_batch.completed'],
		...registration,
	});
}

async function create(fields: Record<string, unknown> = {}): Promise<OrderBatch> {
	const body = orderBatchInput(client().service.samples, fields);
	return (await client().post<OrderBatch>('/v1/order_batches', body)).data;
}

async function received(count: number): Promise<void> {
	await until(() => receiver.received.length >= count);
}

describe('order_batch.completed', () => {
	it.each<[string, () => Record<string, unknown>]>([
		['a small batch', () => ({})],
		['a large batch', () => ({ recipients: recipients(11) })],
		['a scheduled batch', () => ({ scheduled_send_on: new Date(Date.now() + 1500).toISOString() })],
	])('is sent when %s is complete, with the batch', async (_name, fields) => {
		register();
		const batch = await create(fields());
		await received(1);
		const { method, body } = receiver.received[0]!;
		const event = JSON.parse(body) as { event_type: string; id: string; data: OrderBatch };
		expect(problemsOf('Event', event)).toEqual([]);
		expect(method).toBe('POST');
		expect(event).toMatchObject({
			event_type: 'order_batch.completed',
			id: expect.any(String),
			data: { id: batch.id, send_status: 'complete', orders_count: batch.recipients_count },
		});
		expect(problemsOf('OrderBatch', event.data)).toEqual([]);
	});

	it('is not sent for a batch that is pending, failed or canceled', async () => {
		register();
		for (const state of ['pending', 'failed', 'canceled'] as const) {
			const { id } = await create({ scheduled_send_on: '2099-01-01T00:00:00Z' });
			client().service.setBatchState(id, state);
		}
		const { id } = await create();
		await received(1);
		expect(client().service.deliveries.map((delivery) => delivery.orderBatchId)).toEqual([id]);
	});

	it('has the old names in the legacy form, but the same id', async () => {
		register({ payload: 'legacy' });
		const batch = await create({ recipients: recipients(2) });
		await received(1);
		const event = JSON.parse(receiver.received[0]!.body) as { event_type: string; data: object };
		expect(event.event_type).toBe('gift_batch.completed');
		expect(event.data).toMatchObject({
			id: batch.id,
			gifts_count: 2,
			gifts_preview: [{ gift_batch_id: batch.id }, { gift_batch_id: batch.id }],
		});
		expect(Object.keys(event.data)).not.toContain('orders_count');
		expect(Object.keys(event.data)).not.toContain('orders_preview');
	});
});

describe('signature', () => {
	it.each([
		['svix', 'svix'],
		['standard', 'webhook'],
	] as const)('%s headers are verified by the Standard Webhooks library', async (naming, prefix) => {
		register({ naming });
		await create();
		await received(1);
		const { headers, body } = receiver.received[0]!;
		expect(headers['content-type']).toBe('application/json');
		const standard = Object.fromEntries(
			['id', 'timestamp', 'signature'].map((name) => [`webhook-${name}`, String(headers[`${prefix}-${name}`])]),
		);
		expect(() => new Webhook(SECRET).verify(body, standard)).not.toThrow();
		expect(() => new Webhook(SECRET).verify(`${body} `, standard)).toThrow();
	});

	it('uses svix headers unless told otherwise', async () => {
		register();
		await create();
		await received(1);
		expect(receiver.received[0]!.headers).toHaveProperty('svix-signature');
		expect(receiver.received[0]!.headers).not.toHaveProperty('webhook-signature');
	});

	it.each(['secret', 'whsec_', 'whsec_not base64'])('the secret %j is refused', (secret) => {
		expect(() => register({ secret })).toThrow('whsec_');
	});
});

describe('retries', () => {
	it('the same event is sent until the response is 2xx', async () => {
		receiver.respondWith(500, 0, 204);
		register();
		await create();
		await until(() => client().service.deliveries[0]?.outcome === 'delivered');
		expect(client().service.deliveries[0]).toMatchObject({ attempts: 3, statuses: [500, null, 204] });
		expect(receiver.received).toHaveLength(3);
		expect(new Set(receiver.received.map(({ headers }) => headers['svix-id'])).size).toBe(1);
		expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
	});

	it('a redirect is no 2xx', async () => {
		receiver.respondWith(302);
		register();
		await create();
		await until(() => client().service.deliveries[0]?.outcome === 'delivered');
		expect(client().service.deliveries[0]!.statuses).toEqual([302, 200]);
	});

	it('follow an attempt that takes too long', async () => {
		client().service.changeDeliveryRules({ timeoutMs: 50, retryDelaysMs: Array<number>(100).fill(1) });
		receiver.respondWith(-1);
		register();
		await create();
		await until(() => client().service.deliveries[0]?.outcome === 'delivered');
		const { statuses } = client().service.deliveries[0]!;
		expect([statuses[0], statuses.at(-1)]).toEqual([null, 200]);
	});

	it('end when the response says so', async () => {
		receiver.respondWith(500, { status: 410, headers: { 'webhook-delivery': 'abort-message' } });
		register();
		await create();
		await until(() => client().service.deliveries[0]?.outcome === 'gaveUp');
		expect(client().service.deliveries[0]!.statuses).toEqual([500, 410]);
	});

	it('end when the webhook is deleted', async () => {
		receiver.respondWith(500);
		client().service.changeDeliveryRules({ retryDelaysMs: [600_000] });
		register();
		await create();
		await until(() => client().service.deliveries[0]?.statuses.length === 1);
		client().service.clearWebhooks();
		expect(client().service.deliveries[0]!.outcome).toBe('gaveUp');
	});

	it('end after the last delay', async () => {
		receiver.respondWith(500, 500, 500, 500, 500);
		register();
		await create();
		await until(() => client().service.deliveries[0]?.outcome === 'gaveUp');
		expect(client().service.deliveries[0]!.statuses).toEqual([500, 500, 500, 500]);
	});
});

describe('a webhook whose attempts all fail', () => {
	const webhook = () => client().service.webhooks()[0]!;

	it('is disabled after some time, and then gets nothing more', async () => {
		client().service.changeDeliveryRules({ disableAfterMs: 30 });
		receiver.respondWith(...Array<number>(10_000).fill(500));
		register();
		await until(async () => {
			await create();
			return webhook().disabled;
		});
		await until(() => client().service.deliveries.every(({ outcome }) => outcome === 'gaveUp'));
		const { length } = client().service.deliveries;
		await create();
		expect(client().service.deliveries).toHaveLength(length);
	});

	it('counts as failing until an attempt succeeds', async () => {
		client().service.changeDeliveryRules({ hold: true });
		receiver.respondWith(500, 500, 200);
		register();
		await create();
		const [{ id }] = client().service.deliveries as [WebhookDelivery];
		await client().service.sendDelivery(id);
		const since = webhook().failingSince;
		expect(since).toEqual(expect.any(Number));
		await client().service.sendDelivery(id);
		expect(webhook().failingSince).toBe(since);
		await client().service.sendDelivery(id);
		expect(webhook()).toMatchObject({ failingSince: null, disabled: false });
	});
});

describe('deliveries that are held', () => {
	beforeEach(() => client().service.changeDeliveryRules({ hold: true }));

	const receivedIds = () => receiver.received.map(({ headers }) => headers['svix-id']);

	it('are sent by hand, in any order', async () => {
		register();
		for (let count = 0; count < 3; count++) await create();
		const [first, second, third] = client().service.deliveries as [WebhookDelivery, WebhookDelivery, WebhookDelivery];
		expect([first, second, third].map(({ outcome }) => outcome)).toEqual(['pending', 'pending', 'pending']);
		for (const { id } of [third, first, second]) expect(await client().service.sendDelivery(id)).toBe(200);
		expect(receivedIds()).toEqual([third.eventId, first.eventId, second.eventId]);
		expect(client().service.deliveries.map(({ outcome }) => outcome)).toEqual(Array(3).fill('delivered'));
	});

	it('are sent by hand several times at once, as the same event', async () => {
		register();
		await create();
		const [{ id, eventId }] = client().service.deliveries as [WebhookDelivery];
		receiver.respondWith(200, 500, 200);
		const statuses = await Promise.all([1, 2, 3].map(async () => await client().service.sendDelivery(id)));
		expect(statuses.sort()).toEqual([200, 200, 500]);
		expect(receivedIds()).toEqual([eventId, eventId, eventId]);
		expect(client().service.deliveries).toMatchObject([{ attempts: 3, outcome: 'delivered' }]);
	});

	it('are not repeated when they fail', async () => {
		register();
		await create();
		const [{ id }] = client().service.deliveries as [WebhookDelivery];
		receiver.respondWith(0);
		expect(await client().service.sendDelivery(id)).toBeNull();
		expect(client().service.deliveries).toMatchObject([{ attempts: 1, outcome: 'pending' }]);
	});

	it('end with their webhook', async () => {
		register();
		await create();
		const [{ id }] = client().service.deliveries as [WebhookDelivery];
		client().service.clearWebhooks();
		await expect(client().service.sendDelivery(id)).rejects.toThrow('Webhook not found');
		await expect(client().service.sendDelivery('unknown')).rejects.toThrow('Delivery not found');
	});
});

it('a delivery that succeeded can be sent again by hand, and stays delivered', async () => {
	receiver.respondWith(200, 200, { status: 410, headers: { 'webhook-delivery': 'abort-message' } });
	register();
	await create();
	await until(() => client().service.deliveries[0]?.outcome === 'delivered');
	const [{ id }] = client().service.deliveries as [WebhookDelivery];
	expect(await client().service.sendDelivery(id)).toBe(200);
	expect(await client().service.sendDelivery(id)).toBe(410);
	expect(client().service.deliveries).toMatchObject([{ statuses: [200, 200, 410], outcome: 'delivered' }]);
});

it('closing the service ends the attempt in flight', async () => {
	receiver.respondWith(-1);
	const service = await startService({
		webhooks: [{ url: receiver.url, secret: SECRET, events: ['order_batch.completed'] }],
	});
	await new Client(service).post('/v1/order_batches', orderBatchInput(service.samples));
	await received(1);
	await service.close();
	await until(() => receiver.connectionsEnded === 1);
	expect(service.deliveries[0]).toMatchObject({ statuses: [], outcome: 'pending' });
}, 10_000);

describe('registrations', () => {
	it('all get the same event id', async () => {
		register();
		register({ naming: 'standard' });
		await create();
		await received(2);
		const ids = receiver.received.map(({ headers }) => headers['svix-id'] ?? headers['webhook-id']);
		expect(ids[0]).toBe(ids[1]);
		expect(client().service.deliveries).toHaveLength(2);
	});

	it('that are cleared get nothing', async () => {
		register();
		client().service.clearWebhooks();
		await create();
		expect(client().service.deliveries).toEqual([]);
	});

	it('can be there from the start', async () => {
		const service = await startService({
			webhooks: [{ url: receiver.url, secret: SECRET, events: ['order_batch.completed'] }],
		});
		await new Client(service).post('/v1/order_batches', orderBatchInput(service.samples));
		await received(1);
		await service.close();
		expect(service.deliveries).toHaveLength(1);
	});
});
