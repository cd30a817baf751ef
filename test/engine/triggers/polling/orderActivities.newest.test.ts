import type { IDataObject } from 'n8n-workflow';

import { actionNode } from '../../../support/actionNode';
import { DAY_MS, MINUTE_MS } from '../../../support/durations';
import { passTime, useStoppedClock } from '../../../support/fakeDate';
import { activatePolling } from '../../../support/triggers';

const node = actionNode();

useStoppedClock();

const WAY = ['opened', 'paid', 'shipped', 'delivered'] as const;

/** The polling trigger of a workflow that watches these statuses. */
const activate = (orderStatuses: readonly string[] = WAY, options: object = {}, more: IDataObject = {}) =>
	activatePolling(
		{ watch: 'orders', orderStatuses: [...orderStatuses], ...more },
		{ credentials: node.credentials(), ...options },
	);

/** The same, which knows what was before. */
async function activated(...parameters: Parameters<typeof activate>) {
	const trigger = activate(...parameters);
	expect(await trigger.poll()).toBeNull();
	return trigger;
}

const change = (id: string, status: (typeof WAY)[number] | 'failed') => node.service.changeOrder(id, { status });

const activityRequests = () => node.service.requests.filter(({ path }) => path === '/v1/order_activities').length;

/** What one poll starts the workflow with; null when it starts nothing. */
const eventsOf = async ({ poll }: ReturnType<typeof activate>) =>
	(await poll())?.map(({ event, id }) => [event, id]) ?? null;

/** What happens to two orders, of which the first is opened already. */
const changesOf = (first: string, second: string) =>
	[
		[second, 'opened'],
		[first, 'paid'],
		[second, 'paid'],
	] as const;

describe('polling the orders of the account', () => {
	test('starts the workflow once for each new chosen status, from oldest to newest, with the order as it is now', async () => {
		const [first = '', second = ''] = await node.createOrders(2);
		change(first, 'opened');
		const trigger = await activated();
		for (const [id, status] of changesOf(first, second)) {
			passTime(1_000);
			change(id, status);
		}

		expect(await trigger.poll()).toMatchObject([
			{ event: 'opened', id: second, status: 'paid' },
			{ event: 'paid', id: first },
			{ event: 'paid', id: second, event_id: expect.any(String), event_at: new Date().toISOString() },
		]);
		expect(await trigger.poll()).toBeNull();
	});

	test('gives the main fields of the order or all of them, with the reference of its order batch, which is read once', async () => {
		const [first = '', second = ''] = await node.createOrders(2, { customer_reference_id: 'deal-4711' });
		const options = { addCustomerReferenceId: true };
		const triggers = [await activated(WAY, {}, { options }), await activated(WAY, {}, { options, simplify: false })];
		for (const [id, status] of changesOf(second, first)) {
			passTime(MINUTE_MS);
			change(id, status);
			const items = await Promise.all(triggers.map(async ({ poll }) => (await poll())?.at(-1) ?? {}));
			const item = { id, event: status, customer_reference_id: 'deal-4711' };
			expect(items).toMatchObject([{ ...item, shipments: expect.any(Array) }, item]);
			expect(items.map((one) => 'cart' in one)).toEqual([false, true]);
		}

		const reads = node.service.requests.filter(({ path }) => path.startsWith('/v1/order_batches/'));
		expect(reads).toHaveLength(1);
	});

	const YEAR_MS = 365 * DAY_MS;
	test.each([
		['appears a quarter of an hour after its time', [DAY_MS, 0], [-15 * MINUTE_MS, 15 * MINUTE_MS]],
		['comes after one whose time is in the future', [YEAR_MS, -YEAR_MS], [MINUTE_MS, 0]],
	])('starts for an activity that %s', async (_what, ...times) => {
		const ids = await node.createOrders(2);
		const trigger = await activated();
		for (const [index, [before = 0, after = 0]] of times.entries()) {
			passTime(before);
			change(ids[index]!, 'opened');
			passTime(after);
			expect(await eventsOf(trigger)).toEqual([['opened', ids[index]]]);
		}
	});

	test.each([
		['behind', -2 * 60 * MINUTE_MS],
		['ahead of', 2 * 60 * MINUTE_MS],
	])("works when the clock of the service is two hours %s n8n's", async (_name, skewMs) => {
		const atService = async <Result>(work: () => Result) => {
			passTime(skewMs);
			const result = await work();
			passTime(-skewMs);
			return result;
		};
		const [first = '', second = ''] = await atService(async () => await node.createOrders(2));
		await atService(() => change(first, 'opened'));
		const trigger = await activated();

		for (const [id, status] of changesOf(first, second)) {
			passTime(20 * MINUTE_MS);
			await atService(() => change(id, status));
			expect([await eventsOf(trigger), await trigger.poll()]).toEqual([[[status, id]], null]);
		}
	});

	test('reads each activity but those of the last minutes once', async () => {
		const [id = '', ...others] = await node.createOrders(250);
		const trigger = await activated();
		expect(activityRequests()).toBe(3);
		passTime(365 * DAY_MS);
		for (const other of others) change(other, 'opened');
		expect(await trigger.poll()).toHaveLength(249);

		passTime(20 * MINUTE_MS);
		change(id, 'opened');
		expect(await trigger.poll()).toHaveLength(1);
		node.service.requests.length = 0;
		expect(await trigger.poll()).toBeNull();
		expect(activityRequests()).toBe(1);
	});

	test('starts for what happened while the service was down after the activation, and not for what was before it', async () => {
		const [first = '', second = ''] = await node.createOrders(2);
		change(first, 'opened');
		passTime(MINUTE_MS);
		node.service.addFault({ effect: { kind: 'response', status: 503 }, times: 1 });
		const trigger = await activated();

		passTime(MINUTE_MS);
		change(second, 'opened');
		expect(await eventsOf(trigger)).toEqual([['opened', second]]);
	});

	test.each<[string, IDataObject]>([
		['Add Customer Reference ID', { options: { addCustomerReferenceId: true } }],
		['a prefix of references', { filters: { customerReferenceIdPrefix: 'deal' } }],
	])('starts later for an order whose order batch could not be read, with %s', async (_what, more) => {
		const [early = ''] = await node.createOrders(1, { customer_reference_id: 'deal-1' });
		const [late = ''] = await node.createOrders(1, { customer_reference_id: 'deal-2' });
		const trigger = await activated(WAY, {}, more);
		for (const id of [early, late]) {
			passTime(60 * MINUTE_MS);
			change(id, 'opened');
		}
		passTime(60 * MINUTE_MS);
		const match = { path: '/v1/order_batches/' };
		node.service.addFault({ match, effect: { kind: 'response', status: 503 }, times: 1 });
		expect(await eventsOf(trigger)).toEqual([['opened', late]]);
		expect(await eventsOf(trigger)).toEqual([['opened', early]]);
	});

	test('starts for nothing again after a poll for which the clock was weeks behind', async () => {
		const ids = await node.createOrders(10);
		const trigger = await activated();
		for (const id of ids) {
			passTime(2 * DAY_MS);
			change(id, 'opened');
			expect(await eventsOf(trigger)).toEqual([['opened', id]]);
		}
		passTime(-30 * DAY_MS);
		const restarted = await activated(WAY, trigger.stored());
		passTime(30 * DAY_MS);
		expect(await restarted.poll()).toBeNull();
	});

	test('goes on after the clock was weeks ahead when the workflow was activated, and starts for nothing before that', async () => {
		const [first = '', second = ''] = await node.createOrders(2);
		change(first, 'opened');
		passTime(30 * DAY_MS);
		const trigger = await activated();
		passTime(-30 * DAY_MS + MINUTE_MS);
		expect(await trigger.poll()).toEqual([]);

		passTime(MINUTE_MS);
		change(second, 'opened');
		expect([await eventsOf(trigger), await trigger.poll()]).toEqual([[['opened', second]], null]);
	});

	test('does not start for the past of a status that is chosen later', async () => {
		const [id = ''] = await node.createOrders(1);
		const before = await activated(['delivered']);
		passTime(MINUTE_MS);
		change(id, 'shipped');
		expect(await before.poll()).toBeNull();

		passTime(MINUTE_MS);
		const after = await activated(WAY, before.stored());
		change(id, 'delivered');
		expect(await eventsOf(after)).toEqual([['delivered', id]]);
	});

	test('shows up to ten of the newest activities with the chosen statuses in a test run, which it asks for', async () => {
		expect(await activate(['paid'], { mode: 'manual' }).poll()).toBeNull();
		const ids = await node.createOrders(12);
		for (const id of ids) {
			passTime(1_000);
			change(id, 'paid');
		}

		const newest = ids.slice(2).reverse();
		expect(await eventsOf(activate(['paid'], { mode: 'manual' }))).toEqual(newest.map((id) => ['paid', id]));
		const lists = node.service.requests.filter(({ path }) => path === '/v1/order_activities');
		expect(lists.at(-1)?.query).toMatchObject({ statuses: 'paid' });
	});
});
