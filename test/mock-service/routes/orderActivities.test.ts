import type { OrderActivity } from '../../../dev/mock-service';
import { HOUR_MS } from '../../support/durations';
import { useMockService } from '../../support/mockService';

const { service, createOrder, list } = useMockService();

const listed = async (query: Record<string, string> = {}) =>
	(await list<OrderActivity>(`/v1/order_activities?${new URLSearchParams(query).toString()}`)).data;
const statuses = async (query: Record<string, string>) =>
	(await listed(query)).map(({ order_status: status }) => status);

/** Waits for the next millisecond, so that what happens from now on has a later time. */
async function nextMillisecond(): Promise<void> {
	const now = Date.now();
	while (Date.now() === now) await new Promise((resolve) => setImmediate(resolve));
}

test('after and before include their times, and statuses are separated by commas', async () => {
	const { id } = await createOrder();
	for (const status of ['opened', 'paid'] as const) {
		await nextMillisecond();
		service().changeOrder(id, { status });
	}
	const at = (await listed())[1]!.created_at;
	const elsewhere = new Date(Date.parse(at) + 2 * HOUR_MS).toISOString().replace('Z', '+02:00');
	expect(await statuses({ after: at })).toEqual(['opened', 'paid']);
	expect(await statuses({ before: at })).toEqual(['created', 'opened']);
	expect(await statuses({ after: elsewhere, before: elsewhere })).toEqual(['opened']);
	expect(await statuses({ statuses: 'paid,created' })).toEqual(['created', 'paid']);
});
