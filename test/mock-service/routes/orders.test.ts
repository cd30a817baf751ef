import type { Order } from '../../../dev/mock-service';
import { recipients } from '../../../dev/harness/workflows';
import { useMockService } from '../../support/mockService';

const { service, createBatch, list, refusal } = useMockService();

const pathOf = (query: Record<string, string>) => `/v1/orders?${new URLSearchParams(query).toString()}`;

test.each<[after: string | undefined, before: string | undefined, found: string[]]>([
	['2026-03-31T12:00:00.001Z', undefined, []],
	[undefined, '2026-03-01T11:59:59.999Z', []],
	['2026-03-01T12:00:00Z', '2026-03-31T12:00:00Z', ['recent', 'old']],
	['2026-03-31T14:00:00+02:00', undefined, ['recent']],
	['2026-03-31T12:00', '2026-03-31T12:00Z', ['recent']],
	['2026-03-31', undefined, ['recent']],
])('orders created after %s and before %s are %j, the times included', async (after, before, found) => {
	const [old, recent] = (await createBatch({ recipients: recipients(2) })).orders_preview;
	service().changeOrder(old!.id, { createdAt: '2026-03-01T12:00:00.000Z' });
	service().changeOrder(recent!.id, { createdAt: '2026-03-31T12:00:00.000Z' });
	const query = { ...(after && { 'created_at[after]': after }), ...(before && { 'created_at[before]': before }) };
	const { data } = await list<Order>(pathOf(query));
	expect(data.map(({ id }) => (id === old!.id ? 'old' : 'recent'))).toEqual(found);
});

test.each(['soon', '1767225600', '2026-02-30T25:00Z', '2026-13-01', ''])('no order is after %j', async (value) => {
	const refused = [400, 'created_at[after] is not a time'];
	expect(await refusal('GET', pathOf({ 'created_at[after]': value }))).toEqual(refused);
});
