import type { EventKind, Order, OrderBatch, OrderChange, WebhookRegistration } from '../../dev/mock-service';
import { problemsOf } from '../support/schemas';
import { until, useService } from '../../dev/harness/serviceClient';
import { orderBatchInput, recipients } from '../support/mockService';
import { Receiver } from '../../dev/harness/receiver';

interface SentEvent {
	event_type: EventKind;
	id: string;
	data: Order;
}

const client = useService({ processingDelayMs: 600_000 });
let receiver: Receiver;
beforeEach(async () => {
	receiver = await Receiver.start();
});
afterEach(async () => await receiver.close());

function listen(registration: Partial<WebhookRegistration> = {}): void {
	client().service.addWebhook({ url: receiver.url, secret: 'whsec_c2VjcmV0', ...registration });
}

async function create(fields: Record<string, unknown> = {}, as: 'automation' | 'commerce' = 'automation') {
	const body = orderBatchInput(client().service.samples, fields);
	return (await client().post<OrderBatch>('/v1/order_batches', body, as)).data;
}

async function createOrder(fields: Record<string, unknown> = {}, as: 'automation' | 'commerce' = 'automation') {
	return (await create(fields, as)).orders_preview[0]!.id;
}

const change = (id: string, ...changes: OrderChange[]) => {
	for (const one of changes) client().service.changeOrder(id, one);
};

/** Every event so far, in the order in which it was sent. */
const sent = () =>
	client().service.deliveries.map(({ body }) => {
		const event = JSON.parse(body) as SentEvent;
		expect(problemsOf('Event', event)).toEqual([]);
		return event;
	});
const kindsSent = () => sent().map(({ event_type: kind }) => kind);

describe('events of an order batch', () => {
	it('tell of a small batch that it was created and is complete, with its orders between', async () => {
		listen();
		const { id } = await create({ recipients: recipients(2) });
		expect(kindsSent()).toEqual(['order_batch.created', 'order.created', 'order.created', 'order_batch.completed']);
		const [created, , , completed] = sent();
		expect(created!.data).toMatchObject({ id, send_status: 'pending', orders_count: 0 });
		expect(completed!.data).toMatchObject({ id, send_status: 'complete', orders_count: 2 });
	});

	it.each([
		['a large batch', { recipients: recipients(11) }],
		['a scheduled batch', { scheduled_send_on: '2099-01-01T00:00:00Z' }],
	])('tell of %s at its creation, and of its orders when it is complete', async (_name, fields) => {
		listen();
		const { id, recipients_count: count } = await create(fields);
		expect(kindsSent()).toEqual(['order_batch.created']);
		client().service.setBatchState(id, 'complete');
		expect(kindsSent().slice(1)).toEqual([...Array<string>(count).fill('order.created'), 'order_batch.completed']);
	});

	it('have older names in the legacy form, which events of orders do not have', async () => {
		listen({ payload: 'legacy' });
		await create();
		expect(kindsSent()).toEqual(['gift_batch.created', 'order.created', 'gift_batch.completed']);
		expect(sent()[1]!.data).toHaveProperty('order_batch_id');
	});
});

describe('events of an order', () => {
	it('are sent as it moves, each with the order as it is then and without its event times', async () => {
		const { otherProductId } = client().service.samples;
		const id = await createOrder();
		listen();
		change(
			id,
			{ status: 'notified' },
			{ status: 'opened' },
			{ status: 'accepted', swapToProductIds: [otherProductId] },
			{ thankYouNote: 'Thanks!' },
			{ status: 'paid' },
			{ status: 'ordered' },
			{ status: 'shipped' },
			{ status: 'delivered' },
			{ refunded: true },
		);
		expect(sent().map(({ event_type: kind, data }) => [kind, data.status, data.is_swapped])).toEqual([
			['order.gift_opened', 'opened', false],
			['order.gift_accepted', 'accepted', true],
			['order.thank_you_note_added', 'accepted', true],
			['order.shipped', 'shipped', true],
			['order.delivered', 'delivered', true],
			['order.refunded', 'delivered', true],
		]);
		for (const { data } of sent()) {
			expect(problemsOf('Order', data)).toEqual([]);
			expect(data.id).toBe(id);
			expect(data).not.toHaveProperty('event_times');
		}
	});

	it('are sent for the steps on the way, too', async () => {
		const id = await createOrder();
		listen();
		change(id, { status: 'delivered' });
		expect(sent().map(({ event_type: kind, data }) => [kind, data.status])).toEqual([
			['order.gift_opened', 'opened'],
			['order.gift_accepted', 'accepted'],
			['order.shipped', 'shipped'],
			['order.delivered', 'delivered'],
		]);
	});

	it.each(['failed', 'canceled'] as const)('tell of an order that is %s that it was canceled', async (status) => {
		const id = await createOrder();
		listen();
		change(id, { status });
		expect(sent()).toMatchObject([{ event_type: 'order.canceled', data: { id, status } }]);
	});

	it('of one kind are sent once for each order', async () => {
		listen();
		const id = await createOrder();
		change(id, { status: 'opened', thankYouNote: 'Thanks!', refunded: true });
		const before = kindsSent();
		change(id, { status: 'created' }, { status: 'opened', thankYouNote: 'Thanks again!', refunded: true });
		expect(kindsSent()).toEqual(before);
		expect(new Set(before).size).toBe(before.length);
	});

	it('have the payment link when hosted payment is asked for with the acceptance', async () => {
		const id = await createOrder({}, 'commerce');
		listen({ events: ['order.gift_accepted'] });
		change(id, { status: 'pending_payment' }, { status: 'paid' });
		expect(sent()).toMatchObject([
			{ data: { status: 'pending_payment', payment_link: expect.stringContaining('/payments/') } },
		]);
	});

	it('say the batch and the order that they are about', async () => {
		listen({ events: ['order.shipped', 'order_batch.completed'] });
		const batch = await create();
		change(batch.orders_preview[0]!.id, { status: 'shipped' });
		expect(client().service.deliveries).toMatchObject([
			{ eventType: 'order_batch.completed', orderBatchId: batch.id, orderId: null },
			{ eventType: 'order.shipped', orderBatchId: batch.id, orderId: batch.orders_preview[0]!.id },
		]);
	});
});

describe('the sender', () => {
	it.each<[string, Array<[EventKind, string]>]>([
		['[shipped]', [['order.shipped', 'shipped']]],
		[
			'[delivered]',
			[
				['order.shipped', 'shipped'],
				['order.delivered', 'delivered'],
			],
		],
		['[refunded]', [['order.refunded', 'accepted']]],
		['shipped', []],
	])('%s lets an order go on by itself once it is accepted', async (sender, expected) => {
		const id = await createOrder({ from_name: sender });
		change(id, { status: 'opened' });
		listen();
		change(id, { status: 'accepted' });
		expect(sent().map(({ event_type: kind, data }) => [kind, data.status])).toEqual([
			['order.gift_accepted', 'accepted'],
			...expected,
		]);
	});
});

it('a webhook gets the kinds of events that it asks for, by HTTP', async () => {
	listen({ events: ['order.created', 'order.canceled'] });
	const id = await createOrder();
	change(id, { status: 'opened' }, { status: 'canceled' });
	await until(() => receiver.received.length === 2);
	expect(receiver.received.map(({ body }) => (JSON.parse(body) as SentEvent).event_type).sort()).toEqual([
		'order.canceled',
		'order.created',
	]);
});

it('a service that offers the interface only sends completed batches and no other event', async () => {
	client().service.setInterfaceOnly(true);
	listen();
	change(await createOrder(), { status: 'delivered' });
	expect(kindsSent()).toEqual(['order_batch.completed']);
});
