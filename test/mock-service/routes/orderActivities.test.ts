import type { AccountName, ErrorBody, ListResponse, Order, OrderActivity, OrderBatch } from '../../../dev/mock-service';
import { problemsOfList } from '../../support/schemas';
import { useService } from '../../../dev/harness/serviceClient';
import { orderBatchInput, recipients } from '../../support/mockService';

const client = useService();

async function createOrders(count = 1, as: AccountName = 'automation'): Promise<Order[]> {
	const body = orderBatchInput(client().service.samples, { recipients: recipients(count) });
	return (await client().post<OrderBatch>('/v1/order_batches', body, as)).data.orders_preview;
}

async function list(query: Record<string, string> = {}, as: AccountName = 'automation') {
	const path = `/v1/order_activities?${new URLSearchParams(query).toString()}`;
	const { status, data } = await client().get<ListResponse<OrderActivity>>(path, as);
	expect(status).toBe(200);
	expect(problemsOfList('OrderActivity', data)).toEqual([]);
	return data;
}

const statusesOf = ({ data }: ListResponse<OrderActivity>) => data.map(({ order_status: status }) => status);

/** Waits for the next millisecond, so that what happens from now on has a later time. */
async function nextMillisecond(): Promise<string> {
	const now = Date.now();
	while (Date.now() === now) await new Promise((resolve) => setImmediate(resolve));
	return new Date().toISOString();
}

describe('GET /v1/order_activities', () => {
	it.each([
		['opened', ['created', 'opened']],
		['accepted', ['created', 'opened']],
		['pending_payment', ['created', 'opened', 'pending_payment']],
		['delivered', ['created', 'opened', 'paid', 'ordered', 'shipped', 'delivered']],
		['failed', ['created', 'failed']],
		['canceled', ['created', 'failed']],
	] as const)('lists the way of an order to %s, under names of its own', async (status, expected) => {
		const [order] = await createOrders();
		client().service.changeOrder(order!.id, { status });
		client().service.changeOrder(order!.id, { status, thankYouNote: 'Thanks!', refunded: true });
		expect(statusesOf(await list())).toEqual(expected);
	});

	it('has each entry under an ID that stays, with the order as it is now and without its event times', async () => {
		const [order] = await createOrders();
		client().service.changeOrder(order!.id, { status: 'opened' });
		const before = await list();
		client().service.changeOrder(order!.id, { status: 'shipped', thankYouNote: 'Thanks!' });
		const after = await list();

		const idsOf = ({ data }: ListResponse<OrderActivity>) => data.map(({ id }) => id);
		expect(idsOf(after).slice(0, 2)).toEqual(idsOf(before));
		expect(new Set(idsOf(after)).size).toBe(after.data.length);
		for (const { order: now } of after.data) {
			expect(now).toMatchObject({ id: order!.id, status: 'shipped', thank_you_note: 'Thanks!' });
			expect(now).not.toHaveProperty('event_times');
		}
	});

	it('pages through entries that are not sorted by time', async () => {
		const [first, second] = await createOrders(2);
		await nextMillisecond();
		client().service.changeOrder(second!.id, { status: 'opened' });
		client().service.changeOrder(first!.id, { status: 'opened' });

		const pages = [await list({ page: '1', per_page: '3' }), await list({ page: '2', per_page: '3' })];
		expect(pages.map(({ data, list_meta: { total_count: total } }) => [data.length, total])).toEqual([
			[3, 4],
			[1, 4],
		]);
		const times = pages.flatMap(({ data }) => data.map(({ created_at: at }) => at));
		expect(times).not.toEqual([...times].sort());
		expect(times).not.toEqual([...times].sort().reverse());
	});

	it('includes the times of after and before themselves', async () => {
		const [order] = await createOrders();
		await nextMillisecond();
		client().service.changeOrder(order!.id, { status: 'opened' });
		await nextMillisecond();
		client().service.changeOrder(order!.id, { status: 'paid' });
		const [, opened] = (await list()).data;

		const at = opened!.created_at;
		expect(statusesOf(await list({ after: at }))).toEqual(['opened', 'paid']);
		expect(statusesOf(await list({ before: at }))).toEqual(['created', 'opened']);
		expect(statusesOf(await list({ after: at, before: at }))).toEqual(['opened']);
		const elsewhere = new Date(Date.parse(at) + 2 * 3_600_000).toISOString().replace('Z', '+02:00');
		expect(statusesOf(await list({ after: elsewhere, before: elsewhere }))).toEqual(['opened']);
	});

	it('takes several statuses, separated by commas', async () => {
		const [order] = await createOrders();
		client().service.changeOrder(order!.id, { status: 'delivered' });
		expect(statusesOf(await list({ statuses: 'shipped' }))).toEqual(['shipped']);
		expect(statusesOf(await list({ statuses: 'delivered,opened' }))).toEqual(['opened', 'delivered']);
	});

	it.each([
		['statuses=accepted', 'statuses[0] must be one of created, opened, '],
		['statuses=created,lost', 'statuses[1] must be one of created, opened, '],
		['after=yesterday', 'after must match format "date-time"'],
		['page=0', 'Page must be greater than 0'],
	])('refuses %s', async (query, error) => {
		const { status, data } = await client().get<ErrorBody>(`/v1/order_activities?${query}`);
		expect(status).toBe(400);
		expect(data.error).toContain(error);
	});

	it("lists the key's own orders only", async () => {
		await createOrders(1, 'automationMember');
		expect(await list()).toEqual({ data: [], list_meta: { total_count: 0 } });
		expect((await list({}, 'automationMember')).list_meta).toEqual({ total_count: 1 });
	});
});
