import type { IDataObject } from 'n8n-workflow';

import type { ListResponse, Order, OrderActivity } from '../../../../dev/mock-service';
import { createBatch } from '../../../../dev/harness/batches';
import { useService } from '../../../../dev/harness/serviceClient';
import { GiftOrderBatchPollingTrigger } from '../../../../nodes/GiftOrderBatch/GiftOrderBatchPollingTrigger.node';
import { passTime, stopClock } from '../../../support/fakeDate';
import { listingService } from '../../../support/listingService';
import { activatePolling, recordIn, storedStaticData } from '../../../support/triggers';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

const client = useService();
const service = () => client().service;

beforeEach(() => stopClock());
afterEach(() => jest.useRealTimers());

const options = (apiKey = service().keys.automation) => ({
	credentials: { giftOrderBatchAutomationApi: { environment: 'custom', baseUrl: service().baseUrl, apiKey } },
});

const watching = (orderStatuses = ['opened', 'paid', 'shipped', 'delivered'], more: IDataObject = {}): IDataObject => ({
	authentication: 'automationApi',
	watch: 'orders',
	orderStatuses,
	...more,
});

/** The IDs of the orders of a new order batch. */
async function createOrders(count: number): Promise<string[]> {
	const batchId = await createBatch(service(), count);
	service().setBatchState(batchId, 'complete');
	const orders: Order[] = [];
	for (let page = 1; orders.length < count; page++) {
		const { data } = await client().get<ListResponse<Order>>(
			`/v1/order_batches/${batchId}/orders?per_page=100&page=${page}`,
		);
		orders.push(...data.data);
	}
	return orders.map(({ id }) => id);
}

async function allActivities(): Promise<OrderActivity[]> {
	const activities: OrderActivity[] = [];
	for (let page = 1; ; page++) {
		const { data } = await client().get<ListResponse<OrderActivity>>(`/v1/order_activities?per_page=100&page=${page}`);
		activities.push(...data.data);
		if (data.data.length === 0) return activities;
	}
}

const activityRequests = () => service().requests.filter(({ path }) => path === '/v1/order_activities').length;

const eventsOf = (items: IDataObject[] | null) => items?.map(({ event, id }) => [event, id]);

describe('polling the orders of the account', () => {
	test('adds the reference of the order batch to each order, and reads the order batch once for all polls', async () => {
		const batchId = await createBatch(service(), 2, { customer_reference_id: 'deal-4711' });
		const { data } = await client().get<ListResponse<Order>>(`/v1/order_batches/${batchId}/orders`);
		const [first, second] = data.data.map(({ id }) => id) as [string, string];
		const options4711 = { options: { addCustomerReferenceId: true } };
		const { poll } = activatePolling(watching(['opened', 'shipped'], options4711), options());
		await poll();
		const polls: Array<IDataObject[] | null> = [];
		for (const [id, status] of [
			[first, 'opened'],
			[second, 'opened'],
			[first, 'shipped'],
		] as const) {
			passTime(MINUTE_MS);
			service().changeOrder(id, { status });
			polls.push(await poll());
		}

		expect(polls.map((items) => items?.map(({ event, customer_reference_id: ref }) => [event, ref]))).toEqual([
			[['opened', 'deal-4711']],
			[['opened', 'deal-4711']],
			[['shipped', 'deal-4711']],
		]);
		expect(service().requests.filter(({ path }) => path === `/v1/order_batches/${batchId}`)).toHaveLength(1);
	});

	test('starts the workflow once for each new chosen status, with the order as it is now', async () => {
		const [first, second] = (await createOrders(2)) as [string, string];
		service().changeOrder(first, { status: 'opened' });
		const trigger = activatePolling(watching(), options());
		expect(await trigger.poll()).toBeNull();

		passTime(MINUTE_MS);
		service().changeOrder(first, { status: 'delivered' });
		service().changeOrder(second, { status: 'opened' });
		const items = await trigger.poll();

		expect(eventsOf(items)?.sort()).toEqual(
			[
				['paid', first],
				['shipped', first],
				['delivered', first],
				['opened', second],
			].sort(),
		);
		expect(items).toContainEqual(
			expect.objectContaining({
				id: first,
				event: 'paid',
				event_id: expect.any(String),
				event_at: new Date().toISOString(),
				status: 'delivered',
			}),
		);
		expect(await trigger.poll()).toBeNull();
	});

	test('gives the main fields of the order, or everything when Simplify is off', async () => {
		const [order] = (await createOrders(1)) as [string];
		const triggers = [{}, { simplify: false }].map((more) => activatePolling(watching(undefined, more), options()));
		for (const trigger of triggers) await trigger.poll();
		passTime(MINUTE_MS);
		service().changeOrder(order, { status: 'opened' });

		const [simple, whole] = await Promise.all(triggers.map(async (trigger) => (await trigger.poll())?.[0]));

		expect(simple).toMatchObject({ id: order, event: 'opened', shipments: expect.any(Array) });
		expect(simple).not.toHaveProperty('cart');
		expect(whole).toMatchObject({ id: order, event: 'opened', cart: expect.anything() });
	});

	test('gives what happened from oldest to newest', async () => {
		const [first, second] = (await createOrders(2)) as [string, string];
		const trigger = activatePolling(watching(), options());
		await trigger.poll();
		for (const [id, status] of [
			[second, 'opened'],
			[first, 'opened'],
			[second, 'paid'],
		] as const) {
			passTime(1_000);
			service().changeOrder(id, { status });
		}
		expect(eventsOf(await trigger.poll())).toEqual([
			['opened', second],
			['opened', first],
			['paid', second],
		]);
	});

	test('starts for every status when none is chosen', async () => {
		const trigger = activatePolling(watching([]), options());
		await trigger.poll();
		const [id] = await createOrders(1);
		service().changeOrder(id!, { status: 'failed' });
		expect(eventsOf(await trigger.poll())).toEqual([
			['created', id],
			['failed', id],
		]);
	});

	test('starts for an activity that appears a quarter of an hour after its time', async () => {
		const [first, second] = (await createOrders(2)) as [string, string];
		const trigger = activatePolling(watching(), options());
		await trigger.poll();
		passTime(DAY_MS);
		service().changeOrder(first, { status: 'opened' });
		expect(await trigger.poll()).toHaveLength(1);

		passTime(-15 * MINUTE_MS);
		service().changeOrder(second, { status: 'opened' });
		passTime(15 * MINUTE_MS);
		expect(eventsOf(await trigger.poll())).toEqual([['opened', second]]);
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
		const [first, second] = (await atService(async () => await createOrders(2))) as [string, string];
		await atService(() => service().changeOrder(first, { status: 'opened' }));
		const trigger = activatePolling(watching(), options());
		expect(await trigger.poll()).toBeNull();

		for (const [id, status] of [
			[second, 'opened'],
			[first, 'paid'],
			[second, 'paid'],
		] as const) {
			passTime(20 * MINUTE_MS);
			await atService(() => service().changeOrder(id, { status }));
			expect(eventsOf(await trigger.poll())).toEqual([[status, id]]);
			expect(await trigger.poll()).toBeNull();
		}
	});

	test('starts for the first event of an account when the clock of the service is two hours behind', async () => {
		const trigger = activatePolling(watching(), options());
		expect(await trigger.poll()).toBeNull();
		passTime(-2 * 60 * MINUTE_MS);
		const [id] = await createOrders(1);
		service().changeOrder(id!, { status: 'opened' });
		passTime(2 * 60 * MINUTE_MS);
		expect(eventsOf(await trigger.poll())).toEqual([['opened', id]]);
	});

	test('goes on after an activity whose time is in the future', async () => {
		const [first, second] = (await createOrders(2)) as [string, string];
		const trigger = activatePolling(watching(), options());
		await trigger.poll();
		passTime(365 * DAY_MS);
		service().changeOrder(first, { status: 'opened' });
		passTime(-365 * DAY_MS);
		expect(await trigger.poll()).toHaveLength(1);

		passTime(MINUTE_MS);
		service().changeOrder(second, { status: 'opened' });
		expect(eventsOf(await trigger.poll())).toEqual([['opened', second]]);
	});

	test('reads each activity but those of the last minutes once', async () => {
		const [id, ...others] = (await createOrders(250)) as [string, ...string[]];
		const trigger = activatePolling(watching(), options());
		expect(await trigger.poll()).toBeNull();
		expect(activityRequests()).toBe(3);
		passTime(365 * DAY_MS);
		others.forEach((other) => service().changeOrder(other, { status: 'opened' }));
		expect(await trigger.poll()).toHaveLength(249);

		passTime(20 * MINUTE_MS);
		service().changeOrder(id, { status: 'opened' });
		expect(await trigger.poll()).toHaveLength(1);
		service().requests.length = 0;
		expect(await trigger.poll()).toBeNull();
		expect(activityRequests()).toBe(1);
	});

	test('starts for what happened while the service was down after the activation', async () => {
		const [first, second] = (await createOrders(2)) as [string, string];
		service().changeOrder(first, { status: 'opened' });
		passTime(MINUTE_MS);
		service().addFault({ effect: { kind: 'response', status: 503 }, times: 1 });
		const trigger = activatePolling(watching(), options());
		expect(await trigger.poll()).toBeNull();

		passTime(MINUTE_MS);
		service().changeOrder(second, { status: 'opened' });
		expect(eventsOf(await trigger.poll())).toEqual([['opened', second]]);
	});

	test('has n8n store the record when a later poll than that of the activation sees the account first', async () => {
		service().addFault({ effect: { kind: 'response', status: 503 }, times: 1 });
		const trigger = activatePolling(watching(), options());
		expect(await trigger.poll()).toBeNull();
		expect(await trigger.poll()).toEqual([]);
		expect(await trigger.poll()).toBeNull();
	});

	test('starts for what happened during a restart, and for nothing twice', async () => {
		const [first, second] = (await createOrders(2)) as [string, string];
		const before = activatePolling(watching(), options());
		await before.poll();
		service().changeOrder(first, { status: 'opened' });
		expect(await before.poll()).toHaveLength(1);
		const staticData = storedStaticData(before.workflow);

		passTime(DAY_MS);
		service().changeOrder(second, { status: 'opened' });
		const after = activatePolling(watching(), { ...options(), staticData });
		expect(eventsOf(await after.poll())).toEqual([['opened', second]]);
		expect(await after.poll()).toBeNull();
	});

	test('does not start for the past of a status that is chosen later', async () => {
		const [id] = (await createOrders(1)) as [string];
		const before = activatePolling(watching(['delivered']), options());
		await before.poll();
		passTime(MINUTE_MS);
		service().changeOrder(id, { status: 'shipped' });
		expect(await before.poll()).toBeNull();

		passTime(MINUTE_MS);
		const process = new GiftOrderBatchPollingTrigger();
		const after = activatePolling(
			watching(['opened', 'shipped', 'delivered']),
			{ ...options(), staticData: storedStaticData(before.workflow) },
			process,
		);
		expect(await after.poll()).toBeNull();
		service().changeOrder(id, { status: 'delivered' });
		expect(eventsOf(await after.poll())).toEqual([['delivered', id]]);
	});

	test('begins anew for the orders of another account', async () => {
		const [id] = (await createOrders(1)) as [string];
		const edited = options(service().keys.automationMember);
		const trigger = activatePolling(watching(), edited);
		expect(await trigger.poll()).toBeNull();

		passTime(MINUTE_MS);
		service().changeOrder(id, { status: 'paid' });
		edited.credentials.giftOrderBatchAutomationApi.apiKey = service().keys.automation;
		expect(await trigger.poll()).toEqual([]);
		service().changeOrder(id, { status: 'delivered' });
		expect(eventsOf(await trigger.poll())?.map(([event]) => event)).toEqual(['shipped', 'delivered']);
	});

	test('starts again for nothing when it watches something else for weeks, and then orders again', async () => {
		const [first, second] = (await createOrders(2)) as [string, string];
		const activated = (parameters: IDataObject, staticData?: IDataObject) =>
			activatePolling(parameters, { ...options(), staticData });
		let trigger = activated(watching());
		await trigger.poll();
		service().changeOrder(first, { status: 'delivered' });
		expect(await trigger.poll()).toHaveLength(4);

		trigger = activated({ ...watching(), watch: 'account', options: {} }, storedStaticData(trigger.workflow));
		expect(await trigger.poll()).toBeNull();
		passTime(10 * DAY_MS);
		await createBatch(service(), 1);
		expect(await trigger.poll()).toHaveLength(1);
		service().changeOrder(second, { status: 'opened' });

		passTime(MINUTE_MS);
		trigger = activated(watching(), storedStaticData(trigger.workflow));
		expect(await trigger.poll()).toBeNull();
		service().changeOrder(second, { status: 'paid' });
		expect(eventsOf(await trigger.poll())).toEqual([['paid', second]]);
	});

	test('shows up to ten of the newest activities with the chosen statuses in a test run', async () => {
		const ids = await createOrders(12);
		for (const id of ids) {
			passTime(1_000);
			service().changeOrder(id, { status: 'paid' });
		}
		const manual = activatePolling(watching(['paid']), { ...options(), mode: 'manual' });
		expect(eventsOf(await manual.poll())).toEqual(
			ids
				.slice(2)
				.reverse()
				.map((id) => ['paid', id]),
		);
		expect(recordIn(storedStaticData(manual.workflow))).toEqual({});
	});

	test('says what to do when the service does not list what happens to orders', async () => {
		service().setInterfaceOnly(true);
		await expect(activatePolling(watching(), options()).poll()).rejects.toMatchObject({
			message: 'This service does not list what happens to orders',
			description: expect.stringContaining('Set Watch to "Certain Batches (by ID)"'),
		});
	});
});

describe('a list with activities that are not as the interface says', () => {
	/** Activates a trigger, and polls twice once the service lists the given activities, and a right one. */
	async function pollTwice(strange: object) {
		const at = new Date(Date.now() + 1_000).toISOString();
		const right = { id: 'right', order_status: 'opened', created_at: at, order: { id: 'order', status: 'opened' } };
		const { credentials, show, close } = await listingService();
		const trigger = activatePolling(watching(), { credentials });
		try {
			await trigger.poll();
			passTime(MINUTE_MS);
			show({ ...right, ...strange }, right);
			return [await trigger.poll(), await trigger.poll()];
		} finally {
			await close();
		}
	}

	const right = expect.objectContaining({ event_id: 'right', id: 'order' });

	test.each([
		['null', { id: 'strange', order: null }],
		['text', { id: 'strange', order: 'order' }],
	])('starts nothing for one whose order is %s, and starts for the others', async (_what, strange) => {
		expect(await pollTwice(strange)).toEqual([[right], null]);
	});

	test.each([
		['a number', { id: 7 }, '7'],
		['missing', { id: undefined }, expect.any(String)],
		['null', { id: null }, expect.any(String)],
	])('starts the workflow once for one whose ID is %s', async (_what, strange, id) => {
		expect(await pollTwice({ ...strange, order_status: 'paid' })).toEqual([
			[expect.objectContaining({ event: 'paid', event_id: id, id: 'order' }), right],
			null,
		]);
	});
});

describe('1,000 orders on their way', () => {
	/** Numbers between 0 and 1, the same in each run. */
	function randomNumbers(seed: number): () => number {
		let state = seed;
		return () => {
			state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
			return state / 2 ** 32;
		};
	}

	const WAY = ['opened', 'paid', 'shipped', 'delivered'] as const;

	test.each([1, 2])('start the workflow once for each status, whatever happens to n8n (%i)', async (seed) => {
		const random = randomNumbers(seed);
		const orders = (await Promise.all([250, 250, 250, 250].map(createOrders))).flat().map((id) => ({ id, steps: 0 }));
		const started: string[] = [];
		let staticData: IDataObject = {};
		let process = new GiftOrderBatchPollingTrigger();
		let trigger: ReturnType<typeof activatePolling>;

		/** As n8n: it starts the workflow with an output and stores the static data then. An error changes nothing. */
		const take = async (polling: Promise<IDataObject[] | null>, { workflow }: typeof trigger) => {
			const items = await polling.catch(() => null);
			if (!items) return;
			staticData = storedStaticData(workflow);
			started.push(...items.map(({ event_id: id }) => String(id)));
		};
		const tick = async () => await take(trigger.poll(), trigger);
		const publish = async () => {
			trigger = activatePolling(watching([...WAY]), { ...options(), staticData }, process);
			await tick();
			staticData = storedStaticData(trigger.workflow);
		};
		await publish();

		const happenings = [
			tick,
			tick,
			async () => await Promise.all([tick(), tick()]),
			async () => {
				process = new GiftOrderBatchPollingTrigger();
				await publish();
			},
			publish,
			async () => {
				service().addFault({ effect: { kind: 'response', status: 503 }, times: 1 });
				await tick();
			},
			async () => {
				service().addFault({ match: { path: '/v1/order_activities' }, effect: { kind: 'drop' }, times: 1 });
				await publish();
			},
			async () => await Promise.all([tick(), publish()]),
			async () => {
				const discarded = trigger.poll();
				await discarded;
				await publish();
			},
		];
		while (orders.some(({ steps }) => steps < WAY.length)) {
			for (const order of orders) {
				if (random() < 0.8 || order.steps === WAY.length) continue;
				service().changeOrder(order.id, { status: WAY[order.steps++] });
			}
			passTime(random() * 10 * MINUTE_MS);
			await happenings[Math.floor(random() * happenings.length)]!();
		}
		await tick();
		await tick();

		const expected = (await allActivities()).filter(({ order_status: status }) => WAY.includes(status as never));
		expect(expected).toHaveLength(4_000);
		expect([...started].sort()).toEqual(expected.map(({ id }) => id).sort());
		expect(JSON.stringify(recordIn(staticData)).length).toBeLessThan((20_000 * (await allActivities()).length) / 1_000);
	});
});
