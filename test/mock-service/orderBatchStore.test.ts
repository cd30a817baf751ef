import { until } from '../support/until';
import { recipients } from '../../dev/harness/workflows';
import { FUTURE, useMockService } from '../support/mockService';

const mock = useMockService({ processingDelayMs: 20 });
const { service, postBatch, createBatch, readBatch, refusal, holdEvents, events } = mock;

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

test('an order batch stays as it was put, whatever its processing would have done', async () => {
	const put = await createMany(12);
	service().setBatchState(put.id, 'pending');
	const later = await createMany(12);
	await until('the later order batch is complete', async () => await isComplete(later.id));
	expect(await isComplete(put.id)).toBe(false);
});

test('orders go when an order batch is made pending, and stay when it is made complete twice', async () => {
	const batch = await createBatch();
	service().setBatchState(batch.id, 'complete');
	expect(await readBatch(batch.id)).toEqual(batch);
	service().setBatchState(batch.id, 'pending');
	expect(await readBatch(batch.id)).toMatchObject({ orders_count: 0, orders_preview: [] });
	expect(await refusal('GET', `/v1/orders/${batch.orders_preview[0]!.id}`)).toEqual([404, 'Order not found']);
});

test('a customer_reference_id is taken by the account that used it, not by others', async () => {
	const fields = { customer_reference_id: 'crm-1' };
	await createBatch(fields);
	await createBatch(fields, 'commerce');
	expect((await postBatch(fields)).status).toBe(409);
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
