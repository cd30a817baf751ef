import { startService, type EventKind, type WebhookRegistration } from '../../dev/mock-service';
import { Receiver } from '../../dev/harness/receiver';
import { Client } from '../../dev/harness/serviceClient';
import { newSecret } from '../../dev/harness/webhookDeliveries';
import { until } from '../support/until';
import { orderBatchInput, useMockService } from '../support/mockService';

const { client, service, createBatch } = useMockService({ webhookDelivery: { retryDelaysMs: [1, 1, 1] } });
let receiver: Receiver;
beforeEach(async () => {
	receiver = await Receiver.start();
});
afterEach(async () => await receiver.close());

const registration = (): WebhookRegistration => ({
	url: receiver.url,
	secret: newSecret(),
	events: ['order_batch.completed'],
});
const register = (changes: Partial<WebhookRegistration> = {}) =>
	service().addWebhook({ ...registration(), ...changes });

/** The delivery that tells of a new order batch. */
async function deliver() {
	register();
	await createBatch();
	return service().deliveries.at(-1)!;
}

test('a delivery has the event, and tells the batch and the order that it is about', async () => {
	register({ events: ['order.created', 'order_batch.completed'] });
	service().addWebhook({ ...registration(), url: 'http://127.0.0.1:9/' });
	const { id, orders_preview: orders } = await createBatch();
	await until('two deliveries come', () => receiver.received.length === 2);
	const deliveries = service().deliveries.filter(({ url }) => url === receiver.url);
	expect(deliveries).toMatchObject([
		{ eventType: 'order.created', orderBatchId: id, orderId: orders[0]!.id },
		{ eventType: 'order_batch.completed', orderBatchId: id, orderId: null },
	]);
	const eventId = deliveries[1]!.eventId;
	const { body } = receiver.received.find(({ headers }) => headers['svix-id'] === eventId)!;
	expect(JSON.parse(body)).toEqual({
		event_type: 'order_batch.completed',
		id: eventId,
		data: expect.objectContaining({ send_status: 'complete', orders_count: 1 }),
	});
});

test.each<[EventKind[] | null | undefined, number]>([
	[undefined, 3],
	[null, 3],
	[['order_batch.completed'], 1],
	[['order.refunded'], 0],
])('a registration with the events %j gets them of the whole organization', async (events, count) => {
	service().changeDeliveryRules({ hold: true });
	await client().post('/v1/webhooks', { url: 'http://127.0.0.1:9/', events });
	const { id } = await createBatch({}, 'automationMember');
	expect(service().deliveries.map(({ orderBatchId }) => orderBatchId)).toEqual(Array(count).fill(id));
});

test.each(['secret', 'whsec_', 'whsec_not base64'])('the secret %j is refused', (secret) => {
	expect(() => register({ secret })).toThrow('whsec_');
});

test.each<[what: string, responses: number[], statuses: unknown[], outcome: string]>([
	['are repeated until a response is 2xx', [500, 0, 204], [500, null, 204], 'delivered'],
	['are repeated after a redirect', [302], [302, 200], 'delivered'],
	['end after the last delay', [500, 500, 500, 500, 200], [500, 500, 500, 500], 'gaveUp'],
])('attempts %s', async (_what, responses, statuses, outcome) => {
	receiver.respondWith(...responses);
	const delivery = await deliver();
	await until('the delivery ends', () => delivery.outcome !== 'pending');
	expect(delivery).toMatchObject({ statuses, attempts: statuses.length, outcome });
	expect(new Set(receiver.received.map(({ headers, body }) => `${String(headers['svix-id'])} ${body}`)).size).toBe(1);
});

test('attempts end when the webhook is deleted', async () => {
	receiver.respondWith(500);
	service().changeDeliveryRules({ retryDelaysMs: [600_000] });
	const delivery = await deliver();
	await until('the first attempt ends', () => delivery.statuses.length === 1);
	service().clearWebhooks();
	expect(delivery.outcome).toBe('gaveUp');
	await createBatch();
	expect(service().deliveries).toHaveLength(1);
});

test('attempts end with the service, which may know its webhooks from the start', async () => {
	receiver.respondWith(-1);
	const other = await startService({ webhooks: [registration()] });
	await new Client(other).post('/v1/order_batches', orderBatchInput());
	await until('the delivery comes', () => receiver.received.length === 1);
	await other.close();
	await until('the connection ends', () => receiver.connectionsEnded === 1);
	expect(other.deliveries).toMatchObject([{ statuses: [], outcome: 'pending' }]);
}, 10_000);
