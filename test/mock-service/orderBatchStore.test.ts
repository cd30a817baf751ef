import type { SendStatus } from '../../dev/mock-service';
import { until } from '../support/until';
import { FUTURE, recipients, useMockService } from '../support/mockService';

const mock = useMockService({ processingDelayMs: 20 });
const { service, postBatch, createBatch, readBatch, refusal, list, holdEvents, events } = mock;

const isComplete = async (id: string) => (await readBatch(id)).send_status === 'complete';
const createMany = async (count: number, time?: string) =>
	await createBatch({ recipients: recipients(count), scheduled_send_on: time });

test('a scheduled order batch of any size is sent once its time has come, and not before', async () => {
	const time = new Date(Date.now() + 1000).toISOString();
	for (const batch of await Promise.all([createMany(2, time), createMany(11, time)])) {
		await until('the order batch is sent', async () => await isComplete(batch.id));
		expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(time));
		const { is_scheduled_send: isScheduled, ...sent } = await readBatch(batch.id);
		expect([isScheduled, sent.scheduled_send_on, sent.orders_count]).toEqual([true, time, batch.recipients_count]);
	}
});

test.each<[SendStatus, number]>([
	['complete', 12],
	['failed', 0],
	['canceled', 0],
	['pending', 0],
])('a pending order batch that is put into state %s has %i orders and all its recipients', async (state, orders) => {
	const { id } = await createMany(12, FUTURE);
	service().setBatchState(id, state);
	expect(await readBatch(id)).toMatchObject({ send_status: state, orders_count: orders });
	const total = async (path: string) => (await list(`/v1/order_batches/${id}/${path}`)).list_meta.total_count;
	expect([await total('orders'), await total('recipients')]).toEqual([orders, 12]);
});

test('an order batch stays as it was put, whatever its processing would have done', async () => {
	const put = await createMany(12);
	service().setBatchState(put.id, 'pending');
	const later = await createMany(12);
	await until('the later order batch is complete', async () => await isComplete(later.id));
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
	service().setBatchState(id, 'complete');
	expect((await readBatch(id)).orders_preview[0]!.id).not.toBe(orders[0]!.id);
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

test('the service knows the order batches of all accounts, oldest first, and a list has its own, newest first', async () => {
	const first = await createMany(1, FUTURE);
	const second = await createBatch({ customer_reference_id: 'crm-1' }, 'commerce');
	const third = await createBatch();
	const summary = { send_status: 'complete', recipients_count: 1, orders_count: 1, customer_reference_id: null };
	expect(service().orderBatches()).toEqual([
		{ ...summary, id: first.id, account: 'automation', send_status: 'pending', orders_count: 0 },
		{ ...summary, id: second.id, account: 'commerce', customer_reference_id: 'crm-1' },
		{ ...summary, id: third.id, account: 'automation' },
	]);
	expect((await list('/v1/order_batches')).data).toEqual([third, first]);
});

test('events tell that an order batch was created and is complete, with its orders between, and not that it failed', async () => {
	holdEvents();
	const { id } = await createMany(2, FUTURE);
	const other = await createMany(2, FUTURE);
	service().setBatchState(other.id, 'failed');
	service().setBatchState(id, 'complete');
	const orders = ['order.created', 'order.created'];
	const kinds = ['order_batch.created', 'order_batch.created', ...orders, 'order_batch.completed'];
	expect(events().map(({ event_type: kind }) => kind)).toEqual(kinds);
	expect(events()[0]!.data).toMatchObject({ id, send_status: 'pending', orders_count: 0 });
	expect(events().at(-1)!.data).toMatchObject({ id, send_status: 'complete', orders_count: 2 });
});
