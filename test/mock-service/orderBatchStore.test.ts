import { until } from '../support/until';
import { recipients } from '../../dev/harness/workflows';
import { FUTURE, useMockService } from '../support/mockService';

const { service, postBatch, createBatch, readBatch, holdEvents, events } = useMockService({ processingDelayMs: 20 });

const createMany = async (count: number, time?: string) =>
	await createBatch({ recipients: recipients(count), scheduled_send_on: time });

test('a scheduled order batch of any size is sent once its time has come, and not before', async () => {
	const time = new Date(Date.now() + 1000).toISOString();
	for (const batch of await Promise.all([createMany(2, time), createMany(11, time)])) {
		const sent = await until('the order batch is sent', async () => {
			const read = await readBatch(batch.id);
			return read.send_status === 'complete' && read;
		});
		expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(time));
		const orders_count = batch.recipients_count;
		expect(sent).toMatchObject({ is_scheduled_send: true, scheduled_send_on: time, orders_count });
	}
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
