import type { Order } from '../../../dev/mock-service';
import { FUTURE, recipients, useMockService } from '../../support/mockService';

const { service, createBatch, createOrder, list, refusal } = useMockService();

const listed = async (query: Record<string, string>) =>
	await list<Order>(`/v1/orders?${new URLSearchParams(query).toString()}`);

test('the orders of all order batches are on pages, newest first, whatever their status', async () => {
	const [first] = (await createBatch({ recipients: recipients(2) })).orders_preview;
	const last = await createOrder();
	service().changeOrder(last.id, { status: 'canceled' });
	const { data, list_meta: meta } = await listed({ per_page: '2' });
	expect(data).toMatchObject([{ id: last.id, status: 'canceled' }, { recipient_first_name: 'First1' }]);
	expect([meta.total_count, (await listed({ per_page: '2', page: '2' })).data]).toEqual([3, [first]]);
});

describe('created_at[after] and created_at[before]', () => {
	const between = async (after?: string, before?: string) => {
		const [old, recent] = (await createBatch({ recipients: recipients(2) })).orders_preview;
		service().changeOrder(old!.id, { createdAt: '2026-03-01T12:00:00.000Z' });
		service().changeOrder(recent!.id, { createdAt: '2026-03-31T12:00:00.000Z' });
		const query = { ...(after && { 'created_at[after]': after }), ...(before && { 'created_at[before]': before }) };
		const { data, list_meta: meta } = await listed(query);
		expect(meta.total_count).toBe(data.length);
		return data.map(({ id }) => (id === old!.id ? 'old' : 'recent')).sort();
	};

	test.each<[after: string | undefined, before: string | undefined, found: string[]]>([
		['2026-03-31T12:00:00.001Z', undefined, []],
		[undefined, '2026-03-01T11:59:59.999Z', []],
		['2026-03-01T12:00:00Z', '2026-03-31T12:00:00Z', ['old', 'recent']],
		['2026-03-31T14:00:00+02:00', undefined, ['recent']],
		['2026-03-31T12:00', '2026-03-31T12:00Z', ['recent']],
		['2026-03-31', undefined, ['recent']],
	])('after %s and before %s are %j, the times included', async (after, before, found) => {
		expect(await between(after, before)).toEqual(found);
	});

	test.each(['yesterday', '1767225600', '2026-02-30T25:00:00Z', '2026-13-01', ''])(
		'the value %j is refused',
		async (value) => {
			for (const name of ['created_at[after]', 'created_at[before]']) {
				const query = new URLSearchParams({ [name]: value }).toString();
				expect(await refusal('GET', `/v1/orders?${query}`)).toEqual([400, `${name} is not a time`]);
			}
		},
	);
});

test.each(['accepted', 'pending_payment', 'shipped', 'failed', 'canceled'] as const)(
	'an order that is %s can neither be canceled nor get another expiry',
	async (status) => {
		const { id } = await createOrder();
		service().changeOrder(id, { status });
		const refused = [400, `Order is ${status} and cannot be changed`];
		expect(await refusal('POST', `/v1/orders/${id}/cancel`)).toEqual(refused);
		expect(await refusal('POST', `/v1/orders/${id}/update_expiration`, { expiration: FUTURE })).toEqual(refused);
	},
);

test('an order cannot expire in the past', async () => {
	const { id } = await createOrder();
	const body = { expiration: '2020-01-01T00:00:00Z' };
	const refused = [400, 'expiration must be in the future'];
	expect(await refusal('POST', `/v1/orders/${id}/update_expiration`, body)).toEqual(refused);
});
