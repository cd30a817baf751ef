import { problemsOf } from '../support/schemas';
import { startService, type OrderBatch, type SendStatus } from '../../dev/mock-service';
import { Client, until, useService } from '../../dev/harness/serviceClient';
import { orderBatchInput, recipients } from '../support/mockService';

const client = useService({ processingDelayMs: 600_000 });

async function createPending(): Promise<string> {
	const body = orderBatchInput(client().service.samples, { recipients: recipients(12) });
	return (await client().post<OrderBatch>('/v1/order_batches', body)).data.id;
}

async function read(id: string): Promise<OrderBatch> {
	const { data } = await client().get<OrderBatch>(`/v1/order_batches/${id}`);
	expect(problemsOf('OrderBatch', data)).toEqual([]);
	return data;
}

it.each<[SendStatus, number]>([
	['complete', 12],
	['failed', 0],
	['canceled', 0],
	['pending', 0],
])('a pending batch can be made %s, and then has %i orders', async (state, orders) => {
	const id = await createPending();
	client().service.setBatchState(id, state);
	expect(await read(id)).toMatchObject({ send_status: state, orders_count: orders });
});

it('a batch stays as it was put, whatever its processing would have done', async () => {
	const service = await startService({ processingDelayMs: 20 });
	const body = orderBatchInput(service.samples, { recipients: recipients(12) });
	const create = async () => (await new Client(service).post<OrderBatch>('/v1/order_batches', body)).data.id;
	service.setBatchState(await create(), 'pending');
	await create();
	await until(() => service.orderBatches()[1]!.send_status === 'complete');
	expect(service.orderBatches()[0]!.send_status).toBe('pending');
	await service.close();
});

it('the orders of a complete batch go when it is made pending, and new ones come', async () => {
	const id = await createPending();
	client().service.setBatchState(id, 'complete');
	const [order] = (await read(id)).orders_preview;
	client().service.setBatchState(id, 'pending');
	expect(await read(id)).toMatchObject({ orders_count: 0, orders_preview: [] });
	expect((await client().get(`/v1/orders/${order!.id}`)).status).toBe(404);
	client().service.setBatchState(id, 'complete');
	expect((await read(id)).orders_preview[0]!.id).not.toBe(order!.id);
});

it('making a complete batch complete changes nothing', async () => {
	const id = await createPending();
	client().service.setBatchState(id, 'complete');
	const before = await read(id);
	client().service.setBatchState(id, 'complete');
	expect(await read(id)).toEqual(before);
});

it('unknown batches and orders cannot be changed', () => {
	expect(() => client().service.setBatchState('unknown', 'complete')).toThrow('Order batch not found');
	expect(() => client().service.changeOrder('unknown', {})).toThrow('Order not found');
});

it('it keeps every batch of every account, oldest first', async () => {
	const { samples } = client().service;
	const first = await createPending();
	const body = orderBatchInput(samples, { customer_reference_id: 'crm-1' });
	const { data: second } = await client().post<OrderBatch>('/v1/order_batches', body, 'commerce');
	expect(client().service.orderBatches()).toEqual([
		{
			id: first,
			account: 'automation',
			customer_reference_id: null,
			send_status: 'pending',
			recipients_count: 12,
			orders_count: 0,
		},
		{
			id: second.id,
			account: 'commerce',
			customer_reference_id: 'crm-1',
			send_status: 'complete',
			recipients_count: 1,
			orders_count: 1,
		},
	]);
});
