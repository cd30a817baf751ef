import { fieldsOf, problemsOf, problemsOfList } from '../support/schemas';
import type { ErrorBody, ListResponse, Order, OrderBatch, OrderBatchRecipient } from '../../dev/mock-service';
import { until, useService } from '../../dev/harness/serviceClient';
import { orderBatchInput, recipients } from '../support/mockService';

const client = useService({ processingDelayMs: 0 });

async function createComplete(count: number): Promise<string> {
	const body = orderBatchInput(client().service.samples, { recipients: recipients(count) });
	const { data } = await client().post<OrderBatch>('/v1/order_batches', body);
	client().service.setBatchState(data.id, 'complete');
	return data.id;
}

describe.each(['orders', 'recipients'] as const)('GET /v1/order_batches/{id}/%s', (list) => {
	const path = (id: string, query = '') => `/v1/order_batches/${id}/${list}${query}`;
	const name = (entry: Partial<Order & OrderBatchRecipient>) => entry.recipient_first_name ?? entry.first_name;

	it('has the first 20 entries without a query', async () => {
		const { data } = await client().get<ListResponse<Partial<Order>>>(path(await createComplete(25)));
		expect(problemsOfList(list === 'orders' ? 'Order' : 'OrderBatchRecipient', data)).toEqual([]);
		expect(data.data).toHaveLength(20);
		expect(data.list_meta).toEqual({ total_count: 25 });
	});

	it('has every entry once, in the order of creation, over all pages', async () => {
		const id = await createComplete(25);
		const names: Array<string | undefined> = [];
		for (const page of [1, 2, 3, 4]) {
			const { data } = await client().get<ListResponse<Partial<Order>>>(path(id, `?page=${page}&per_page=10`));
			expect(data.list_meta.total_count).toBe(25);
			names.push(...data.data.map(name));
		}
		expect(names).toEqual(recipients(25).map((recipient) => recipient.first_name));
	});

	it.each(['per_page=1', 'per_page=100', 'page=1'])('accepts %s', async (query) => {
		expect((await client().get(path(await createComplete(1), `?${query}`))).status).toBe(200);
	});

	it.each([
		['page=0', 'Page must be greater than 0'],
		['page=-1', 'Page must be greater than 0'],
		['page=1.5', 'page must be an integer'],
		['page=', 'page must be an integer'],
		['page=one', 'page must be an integer'],
		['page=1&page=2', 'page must be an integer'],
		['per_page=0', 'Per page must be between 1 and 100'],
		['per_page=101', 'Per page must be between 1 and 100'],
		['per_page=ten', 'per_page must be an integer'],
	])('rejects %s', async (query, error) => {
		const response = await client().get<ErrorBody>(path(await createComplete(1), `?${query}`));
		expect([response.status, response.data]).toEqual([400, { error }]);
	});

	it.each(['00000000-0000-4000-8000-000000000000', 'no-uuid'])('responds with 404 for the id %s', async (id) => {
		const response = await client().get(path(id));
		expect([response.status, response.data]).toEqual([404, { error: 'Order batch not found' }]);
	});
});

it('a pending batch has recipients but no orders', async () => {
	const body = orderBatchInput(client().service.samples, { scheduled_send_on: '2099-01-01T00:00:00Z' });
	const { data: batch } = await client().post<OrderBatch>('/v1/order_batches', body);
	const total = async (list: string) =>
		(await client().get<ListResponse<unknown>>(`/v1/order_batches/${batch.id}/${list}`)).data.list_meta;
	expect(await total('orders')).toEqual({ total_count: 0 });
	expect(await total('recipients')).toEqual({ total_count: 1 });
});

it.each(['00000000-0000-4000-8000-000000000000', 'no-uuid'])('reading the batch %s gives 404', async (id) => {
	const response = await client().get(`/v1/order_batches/${id}`);
	expect([response.status, response.data]).toEqual([404, { error: 'Order batch not found' }]);
	expect(problemsOf('Error', response.data)).toEqual([]);
});

it("GET /v1/order_batches pages through the account's own batches, newest first", async () => {
	const ids = [await createComplete(1), await createComplete(1), await createComplete(1)];
	await client().post('/v1/order_batches', orderBatchInput(client().service.samples), 'commerce');
	const { data } = await client().get<ListResponse<OrderBatch>>('/v1/order_batches?per_page=2');
	expect(problemsOfList('OrderBatch', data)).toEqual([]);
	expect(data.data.map((batch) => batch.id)).toEqual([ids[2], ids[1]]);
	expect(data.list_meta.total_count).toBe(3);
	for (const batch of data.data) expect(Object.keys(batch).sort()).toEqual(fieldsOf('OrderBatch'));
	expect(data.data.map((batch) => batch.batch_name)).toEqual(Array(2).fill(expect.stringMatching(/^Dana, \d{4}-/)));
});

it('a batch of 5,000 recipients is created in one request and its orders are paged through', async () => {
	const body = orderBatchInput(client().service.samples, { recipients: recipients(5000) });
	const { data: batch } = await client().post<OrderBatch>('/v1/order_batches', body);
	await until(() => client().service.orderBatches()[0]!.send_status === 'complete');
	const ids = new Set<string>();
	for (let page = 1; page <= 50; page++) {
		const query = `?page=${page}&per_page=100`;
		const { data } = await client().get<ListResponse<Order>>(`/v1/order_batches/${batch.id}/orders${query}`);
		for (const order of data.data) ids.add(order.id);
	}
	expect(ids.size).toBe(5000);
});

it('the last page of 100,000 orders is there', async () => {
	const id = await createComplete(100_000);
	const { data } = await client().get<ListResponse<Order>>(`/v1/order_batches/${id}/orders?page=1000&per_page=100`);
	expect(data.list_meta.total_count).toBe(100_000);
	expect(data.data.at(-1)!.recipient_first_name).toBe('First99999');
});
