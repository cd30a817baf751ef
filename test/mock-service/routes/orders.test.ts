import type { AccountName, ErrorBody, ListResponse, Order, OrderActivity, OrderBatch } from '../../../dev/mock-service';
import { fieldsOf, problemsOfList } from '../../support/schemas';
import { useService } from '../../../dev/harness/serviceClient';
import { orderBatchInput, recipients } from '../../support/mockService';

const client = useService();

async function createOrders(count = 1, as: AccountName = 'automation'): Promise<string[]> {
	const body = orderBatchInput(client().service.samples, { recipients: recipients(count) });
	const { data } = await client().post<OrderBatch>('/v1/order_batches', body, as);
	return data.orders_preview.map(({ id }) => id);
}

async function list(query: Record<string, string> = {}, as: AccountName = 'automation') {
	const path = `/v1/orders?${new URLSearchParams(query).toString()}`;
	const { status, data } = await client().get<ListResponse<Order>>(path, as);
	expect(status).toBe(200);
	expect(problemsOfList('Order', data)).toEqual([]);
	return data;
}

const idsOf = ({ data }: ListResponse<Order>) => data.map(({ id }) => id);

describe('GET /v1/orders', () => {
	it('lists the orders of all batches, without their event times', async () => {
		const ids = [...(await createOrders(2)), ...(await createOrders(3))];
		const orders = await list();
		expect(idsOf(orders).sort()).toEqual(ids.sort());
		expect(orders.list_meta).toEqual({ total_count: 5 });
		const fields = fieldsOf('Order').filter((field) => field !== 'event_times');
		for (const order of orders.data) expect(Object.keys(order).sort()).toEqual(fields);
	});

	it("lists the key's own orders only", async () => {
		await createOrders(1, 'automationMember');
		expect(await list()).toEqual({ data: [], list_meta: { total_count: 0 } });
		expect((await list({}, 'automationMember')).data).toHaveLength(1);
	});

	it('has pages, 20 orders on each by default', async () => {
		for (let batch = 0; batch < 3; batch++) await createOrders(10);
		const pages = [await list(), await list({ page: '2' }), await list({ page: '3' })];
		expect(pages.map(({ data }) => data.length)).toEqual([20, 10, 0]);
		expect(pages.flatMap(idsOf)).toEqual(idsOf(await list({ per_page: '100' })));
	});

	it.each(['failed', 'canceled'] as const)('lists an order that is %s with its status', async (status) => {
		const [id] = await createOrders();
		client().service.changeOrder(id!, { status });
		expect((await list()).data).toEqual([expect.objectContaining({ id, status })]);
	});

	it('has no orders of a batch that is pending', async () => {
		const body = orderBatchInput(client().service.samples, { scheduled_send_on: '2099-01-01T00:00:00Z' });
		await client().post('/v1/order_batches', body);
		expect((await list()).data).toEqual([]);
	});
});

describe('created_at[after] and created_at[before]', () => {
	const [old, recent] = ['2026-03-01T12:00:00.000Z', '2026-03-31T12:00:00.000Z'];
	let oldId: string;
	let recentId: string;

	beforeEach(async () => {
		[oldId, recentId] = (await createOrders(2)) as [string, string];
		client().service.changeOrder(oldId, { createdAt: old });
		client().service.changeOrder(recentId, { createdAt: recent });
	});

	const between = async (after?: string, before?: string) =>
		idsOf(
			await list({
				...(after !== undefined && { 'created_at[after]': after }),
				...(before !== undefined && { 'created_at[before]': before }),
			}),
		);

	it('include the times themselves', async () => {
		expect(await between(recent)).toEqual([recentId]);
		expect(await between(undefined, old)).toEqual([oldId]);
		expect((await between(old, recent)).sort()).toEqual([oldId, recentId].sort());
		expect(await between(old, old)).toEqual([oldId]);
	});

	it('exclude what is a millisecond off', async () => {
		expect(await between('2026-03-31T12:00:00.001Z')).toEqual([]);
		expect(await between(undefined, '2026-03-01T11:59:59.999Z')).toEqual([]);
		expect(await between('2026-03-01T12:00:00.001Z', '2026-03-31T11:59:59.999Z')).toEqual([]);
	});

	it('count the total of what is left', async () => {
		const { list_meta: meta } = await list({ 'created_at[after]': recent, per_page: '1', page: '2' });
		expect(meta).toEqual({ total_count: 1 });
	});

	it.each([
		['with an offset', '2026-03-31T14:00:00+02:00'],
		['without an offset, which is UTC', '2026-03-31T12:00:00'],
		['without seconds', '2026-03-31T12:00Z'],
	])('take a time %s', async (_what, time) => {
		expect(await between(time, time)).toEqual([recentId]);
	});

	it('take a date, which is its first moment in UTC', async () => {
		expect(await between('2026-03-31')).toEqual([recentId]);
		expect(await between('2026-03-02', '2026-03-31')).toEqual([]);
	});

	it.each([
		['created_at[after]', 'yesterday'],
		['created_at[before]', '1767225600'],
		['created_at[after]', '2026-02-30T25:00:00Z'],
		['created_at[before]', '2026-13-01'],
		['created_at[after]', ''],
	])('refuse %s=%s', async (name, value) => {
		const path = `/v1/orders?${new URLSearchParams({ [name]: value }).toString()}`;
		const { status, data } = await client().get<ErrorBody>(path);
		expect([status, data]).toEqual([400, { error: `${name} is not a time` }]);
	});
});

it('an order that was made older has its first activity then', async () => {
	const [id] = await createOrders();
	client().service.changeOrder(id!, { createdAt: '2026-03-01T12:00:00Z', status: 'opened' });
	const { data } = await client().get<ListResponse<OrderActivity>>('/v1/order_activities');
	expect(data.data.map(({ order_status: status }) => status)).toEqual(['created', 'opened']);
	expect(data.data[0]!.created_at).toBe('2026-03-01T12:00:00.000Z');
});

describe.each([
	['cancel', {}],
	['update_expiration', { expiration: '2099-01-01T00:00:00Z' }],
])('POST /v1/orders/{id}/%s', (action, body) => {
	const act = async (id: string, as?: AccountName) =>
		await client().post<Order & ErrorBody>(`/v1/orders/${id}/${action}`, body, as);

	it.each(['created', 'notified', 'opened'] as const)('changes an order that is %s', async (status) => {
		const [id = ''] = await createOrders();
		client().service.changeOrder(id, { status });

		const response = await act(id);

		expect(response.status).toBe(200);
		const changed = action === 'cancel' ? { status: 'failed' } : { status, expires_at: '2099-01-01T00:00:00.000Z' };
		expect(response.data).toMatchObject({ id, ...changed });
		expect((await list()).data).toEqual([expect.objectContaining(changed)]);
	});

	it.each(['accepted', 'shipped', 'failed', 'canceled'] as const)('refuses an order that is %s', async (status) => {
		const [id = ''] = await createOrders();
		client().service.changeOrder(id, { status });

		expect(await act(id)).toMatchObject({ status: 400, data: { error: `Order is ${status} and cannot be changed` } });
	});

	it("does not find another key's order", async () => {
		const [id = ''] = await createOrders();

		expect(await act(id, 'automationMember')).toMatchObject({ status: 404, data: { error: 'Order not found' } });
	});

	it('is not offered where the service has only the interface', async () => {
		const [id = ''] = await createOrders();
		client().service.setInterfaceOnly(true);

		expect((await act(id)).status).toBe(404);
	});
});

describe('POST /v1/orders/{id}/update_expiration', () => {
	it('refuses a time in the past', async () => {
		const [id = ''] = await createOrders();

		const { status, data } = await client().post<ErrorBody>(`/v1/orders/${id}/update_expiration`, {
			expiration: '2020-01-01T00:00:00Z',
		});

		expect([status, data.error]).toEqual([400, 'expiration must be in the future']);
	});
});
