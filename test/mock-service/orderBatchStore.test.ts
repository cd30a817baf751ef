import type { Order, OrderBatchRecipient, SendStatus } from '../../dev/mock-service';
import { until } from '../../dev/harness/serviceClient';
import { FUTURE, recipients, useMockService } from '../support/mockService';

const { service, postBatch, createBatch, readBatch, refusal, list } = useMockService({ processingDelayMs: 20 });

const isComplete = async (id: string) => (await readBatch(id)).send_status === 'complete';
const scheduled = { scheduled_send_on: FUTURE };

test.each([
	[10, 'complete'],
	[11, 'pending'],
] as const)(
	'an order batch of %i recipients is %s at first, and complete with an order for each in the end',
	async (count, status) => {
		const batch = await createBatch({ recipients: recipients(count) });
		expect(batch).toMatchObject({ send_status: status, recipients_count: count });
		await until(async () => await isComplete(batch.id));
		const { orders_preview: orders, orders_count: ordersCount, recipients_preview: shown } = await readBatch(batch.id);
		expect(ordersCount).toBe(count);
		const firstTen = recipients(10).map(({ email }) => email);
		expect(orders.map((order) => order.recipient_email)).toEqual(firstTen);
		expect(shown.map(({ email }) => email)).toEqual(firstTen);
		expect(new Set(orders.map((order) => order.individual_gift_link)).size).toBe(10);
	},
);

test('a scheduled order batch of any size is sent once its time has come, and not before', async () => {
	const time = new Date(Date.now() + 1000).toISOString();
	const send = async (count: number) => await createBatch({ scheduled_send_on: time, recipients: recipients(count) });
	const [{ id: small }, { id: large }] = await Promise.all([send(2), send(11)]);
	await until(async () => (await isComplete(small)) && (await isComplete(large)));
	expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(time));
	for (const [id, count] of [
		[small, 2],
		[large, 11],
	] as const) {
		// prettier-ignore
		const sent = { is_scheduled_send: true, scheduled_send_on: time, orders_count: count };
		expect(await readBatch(id)).toMatchObject(sent);
	}
});

test.each<[SendStatus, number]>([
	['complete', 12],
	['failed', 0],
	['canceled', 0],
	['pending', 0],
])(
	'a pending order batch is put into the state %s, and then has %i orders and all its recipients',
	async (state, orders) => {
		const { id } = await createBatch({ ...scheduled, recipients: recipients(12) });
		service().setBatchState(id, state);
		expect(await readBatch(id)).toMatchObject({ send_status: state, orders_count: orders });
		for (const [path, count] of [
			['orders', orders],
			['recipients', 12],
		] as const) {
			// prettier-ignore
			expect((await list(`/v1/order_batches/${id}/${path}`)).list_meta.total_count).toBe(count);
		}
	},
);

test('an order batch stays as it was put, whatever its processing would have done', async () => {
	const [put, other] = [
		await createBatch({ recipients: recipients(12) }),
		await createBatch({ recipients: recipients(12) }),
	];
	service().setBatchState(put.id, 'pending');
	await createBatch({ recipients: recipients(12) }).then(
		async ({ id }) => await until(async () => await isComplete(id)),
	);
	expect(await isComplete(other.id)).toBe(true);
	expect(await isComplete(put.id)).toBe(false);
});

test('orders go when an order batch is made pending, new ones come, and complete twice changes nothing', async () => {
	const { id, orders_preview: orders } = await createBatch();
	const before = await readBatch(id);
	service().setBatchState(id, 'complete');
	expect(await readBatch(id)).toEqual(before);
	service().setBatchState(id, 'pending');
	expect(await readBatch(id)).toMatchObject({ orders_count: 0, orders_preview: [] });
	expect(await refusal('GET', `/v1/orders/${orders[0]!.id}`)).toEqual([404, 'Order not found']);
	expect((await list('/v1/orders')).data).toEqual([]);
	service().setBatchState(id, 'complete');
	expect((await readBatch(id)).orders_preview[0]!.id).not.toBe(orders[0]!.id);
});

test('unknown order batches and orders cannot be changed', () => {
	expect(() => service().setBatchState('unknown', 'complete')).toThrow('Order batch not found');
	expect(() => service().changeOrder('unknown', {})).toThrow('Order not found');
});

test('a customer_reference_id is taken once by each account, and only by a creation that succeeds', async () => {
	const create = async (from: string, as?: 'commerce') =>
		await postBatch({ customer_reference_id: 'crm-1', from_name: from }, as);
	expect((await create('')).status).toBe(400);
	const responses = await Promise.all(['Ann', 'Bo', 'Cleo', 'Dana'].map(async (from) => await create(from)));
	expect(responses.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
	const error = 'An order batch with this customer_reference_id already exists: crm-1';
	expect((await create('Eve')).data).toEqual({ error });
	expect((await create('Ann', 'commerce')).status).toBe(201);
	expect(service().orderBatches()).toHaveLength(2);
});

test('the service knows every order batch of every account, oldest first, and a list has its own, newest first', async () => {
	const first = await createBatch(scheduled);
	const second = await createBatch({ customer_reference_id: 'crm-1' }, 'commerce');
	const third = await createBatch();
	const summary = { send_status: 'complete', recipients_count: 1, orders_count: 1, customer_reference_id: null };
	expect(service().orderBatches()).toEqual([
		{ ...summary, id: first.id, account: 'automation', send_status: 'pending', orders_count: 0 },
		{ ...summary, id: second.id, account: 'commerce', customer_reference_id: 'crm-1' },
		{ ...summary, id: third.id, account: 'automation' },
	]);
	expect((await list('/v1/order_batches')).data).toEqual([third, await readBatch(first.id)]);
});

test.each<[string, (entry: Order & OrderBatchRecipient) => string]>([
	['orders', ({ recipient_first_name: name }) => name],
	['recipients', ({ first_name: name }) => name],
])('the %s of a large order batch are on pages, in the order of creation', async (path, name) => {
	const { id } = await createBatch({ recipients: recipients(5000) });
	service().setBatchState(id, 'complete');
	for (const [query, from, size] of [
		['', 0, 20],
		['?page=3&per_page=10', 20, 10],
		['?page=50&per_page=100', 4900, 100],
		['?page=51&per_page=100', 5000, 0],
	] as const) {
		const { data, list_meta: meta } = await list<Order & OrderBatchRecipient>(
			`/v1/order_batches/${id}/${path}${query}`,
		);
		expect(meta.total_count).toBe(5000);
		expect(data.map(name)).toEqual(Array.from({ length: size }, (_, index) => `First${from + index}`));
	}
});
