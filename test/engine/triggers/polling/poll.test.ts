import { randomUUID } from 'node:crypto';

import type { IDataObject } from 'n8n-workflow';

import { startService, type RunningService } from '../../../../dev/mock-service';
import { createBatch } from '../../../../dev/harness/batches';
import { GiftOrderBatchPollingTrigger } from '../../../../nodes/GiftOrderBatch/GiftOrderBatchPollingTrigger.node';
import { passTime, stopClock } from '../../../support/fakeDate';
import { listingService } from '../../../support/listingService';
import { activatePolling, recordIn, storedStaticData } from '../../../support/triggers';

const HOUR_MS = 3_600_000;
const NEVER_MS = HOUR_MS;

let service: RunningService;

beforeAll(async () => {
	service = await startService({ processingDelayMs: NEVER_MS });
});
beforeEach(() => service.reset());
afterEach(() => jest.useRealTimers());
afterAll(async () => await service.close());

const options = (apiKey = service.keys.automation) => ({
	credentials: { giftOrderBatchAutomationApi: { environment: 'custom', baseUrl: service.baseUrl, apiKey } },
});

const watching = (orderBatchIds: unknown, more: IDataObject = {}): IDataObject =>
	({
		authentication: 'automationApi',
		watch: 'orderBatches',
		orderBatchIds,
		...more,
	}) as IDataObject;

const watchingAccount = (more: IDataObject = {}): IDataObject => ({
	authentication: 'automationApi',
	watch: 'account',
	...more,
});

/** The paths that were asked for since the last look. */
function newRequests(): string[] {
	const paths = service.requests.map(({ path }) => path);
	service.requests.length = 0;
	return paths;
}

const idsOf = (items: IDataObject[] | null) => items?.map(({ id }) => id);

describe('a list with order batches that are not as the interface says', () => {
	test.each([
		['a number', { id: 7 }, ['7', 'right']],
		['missing', {}, ['right']],
		['null', { id: null }, ['right']],
	])('holds back no others when the ID of one is %s', async (_what, strange, ids) => {
		const { credentials, show, close } = await listingService();
		const trigger = activatePolling(watchingAccount(), { credentials });
		try {
			await trigger.poll();
			show({ send_status: 'complete', ...strange }, { send_status: 'complete', id: 'right' });
			expect(idsOf(await trigger.poll())).toEqual(ids);
			expect(await trigger.poll()).toBeNull();
		} finally {
			await close();
		}
	});
});

describe('polling given order batches', () => {
	test('starts the workflow once for each batch as it becomes final, and never asks for it again', async () => {
		const [first, second] = [await createBatch(service, 11), await createBatch(service, 12)];
		newRequests();
		const trigger = activatePolling(watching(`${first}, ${second}`), options());

		expect(await trigger.poll()).toBeNull();
		expect(newRequests()).toHaveLength(2);

		service.setBatchState(first, 'complete');
		expect(await trigger.poll()).toEqual([
			expect.objectContaining({ id: first, send_status: 'complete', orders_count: 11 }),
		]);
		expect(newRequests()).toHaveLength(2);

		expect(await trigger.poll()).toBeNull();
		expect(newRequests()).toEqual([`/v1/order_batches/${second}`]);

		service.setBatchState(second, 'failed');
		expect(await trigger.poll()).toEqual([expect.objectContaining({ id: second, send_status: 'failed' })]);
		newRequests();
		expect(await trigger.poll()).toBeNull();
		expect(newRequests()).toEqual([]);
	});

	test('does not start again for a batch after a restart with the stored static data', async () => {
		const id = await createBatch(service, 1);
		const before = activatePolling(watching(id), options());
		expect(idsOf(await before.poll())).toEqual([id]);
		newRequests();

		const after = activatePolling(watching(id), { ...options(), staticData: storedStaticData(before.workflow) });
		expect(await after.poll()).toBeNull();
		expect(newRequests()).toEqual([]);
	});

	test('does not start again for a batch after the node was renamed', async () => {
		const id = await createBatch(service, 1);
		const before = activatePolling(watching(id), options());
		expect(idsOf(await before.poll())).toEqual([id]);

		const staticData = storedStaticData(before.workflow);
		const after = activatePolling(watching(id), { ...options(), node: { name: 'Renamed' }, staticData });
		expect(await after.poll()).toBeNull();
	});

	test('keeps apart what two nodes of a workflow have started for', async () => {
		const id = await createBatch(service, 1);
		const first = activatePolling(watching(id), options());
		await first.poll();

		const staticData = storedStaticData(first.workflow);
		const second = activatePolling(watching(id), { ...options(), node: { id: 'another' }, staticData });
		expect(idsOf(await second.poll())).toEqual([id]);
	});

	test('has n8n store every batch that it has started for', async () => {
		const ids = [await createBatch(service, 11), await createBatch(service, 12)];
		const trigger = activatePolling(watching(ids), options());
		await trigger.poll();
		const staticData = trigger.workflow.staticData as { __dataChanged?: boolean };
		for (const id of ids) {
			staticData.__dataChanged = false;
			service.setBatchState(id, 'complete');
			expect(idsOf(await trigger.poll())).toEqual([id]);
			expect(staticData.__dataChanged).toBe(true);
		}
	});

	test('starts once for a batch when a poll begins before the last one has ended', async () => {
		const id = await createBatch(service, 1);
		const trigger = activatePolling(watching(id), options());
		service.addFault({ effect: { kind: 'latency', ms: 100 } });
		const polls = await Promise.all([trigger.poll(), trigger.poll()]);
		expect(polls.flatMap((items) => idsOf(items) ?? [])).toEqual([id]);
	});

	test('polls again after a poll that failed', async () => {
		const id = await createBatch(service, 1);
		service.addFault({ effect: { kind: 'response', status: 401 }, times: 1 });
		const trigger = activatePolling(watching(id), options());
		await expect(trigger.poll()).rejects.toMatchObject({ httpCode: '401' });
		expect(idsOf(await trigger.poll())).toEqual([id]);
	});

	test('is not held back by a batch that is unknown and one that cannot be read', async () => {
		const [failing, complete] = [await createBatch(service, 1), await createBatch(service, 1)];
		service.addFault({
			match: { path: `/v1/order_batches/${failing}` },
			times: 1,
			effect: { kind: 'response', status: 500 },
		});
		const trigger = activatePolling(watching([randomUUID(), failing, complete]), options());

		expect(idsOf(await trigger.poll())).toEqual([complete]);
		expect(idsOf(await trigger.poll())).toEqual([failing]);
		expect(await trigger.poll()).toBeNull();
	});

	test('starts for the chosen final states only', async () => {
		const states = ['complete', 'failed', 'canceled'] as const;
		const ids = await Promise.all(states.map(() => createBatch(service, 11)));
		states.forEach((state, index) => service.setBatchState(ids[index] as string, state));
		const trigger = activatePolling(watching(ids, { options: { emitOn: ['failed', 'canceled'] } }), options());

		expect((await trigger.poll())?.map(({ send_status: sendStatus }) => sendStatus)).toEqual(['failed', 'canceled']);
		newRequests();
		expect(await trigger.poll()).toBeNull();
		expect(newRequests()).toEqual([]);
	});

	test('gives all orders of the batch when its output is Orders', async () => {
		const id = await createBatch(service, 230);
		service.setBatchState(id, 'complete');
		const trigger = activatePolling(watching(id, { options: { output: 'orders' } }), options());
		const orders = await trigger.poll();

		expect(orders?.map(({ recipient_first_name: name }) => name)).toEqual(
			Array.from({ length: 230 }, (_, index) => `Recipient ${index + 1}`),
		);
		expect(orders?.every(({ order_batch_id: batchId }) => batchId === id)).toBe(true);
	});

	test('gives the main fields, or everything when Simplify is off, also in a test run', async () => {
		const id = await createBatch(service, 2);
		for (const mode of ['trigger', 'manual'] as const) {
			for (const output of ['orderBatch', 'orders']) {
				const poll = async (more: IDataObject) =>
					await activatePolling(watching(id, { options: { output }, ...more }), { ...options(), mode }).poll();

				const [simple] = (await poll({})) ?? [];
				expect(simple).toMatchObject({ id: expect.any(String) });
				expect(simple).not.toHaveProperty('cart');
				expect(await poll({ simplify: false })).toContainEqual(expect.objectContaining({ cart: expect.anything() }));
			}
		}
	});

	test('gives a batch without orders itself when its output is Orders', async () => {
		const id = await createBatch(service, 11);
		service.setBatchState(id, 'failed');
		const trigger = activatePolling(watching(id, { options: { output: 'orders' } }), options());
		expect(await trigger.poll()).toEqual([expect.objectContaining({ id, send_status: 'failed' })]);
	});

	test('takes an ID that is written in two ways for one batch', async () => {
		const id = await createBatch(service, 1);
		const trigger = activatePolling(watching(`${id}, ${id.toUpperCase()}`), options());
		expect(await trigger.poll()).toHaveLength(1);
		expect(await trigger.poll()).toBeNull();
	});

	test('tries a batch again whose orders could not be read', async () => {
		const id = await createBatch(service, 1);
		service.addFault({ match: { path: /orders$/ }, times: 1, effect: { kind: 'drop' } });
		const trigger = activatePolling(watching(id, { options: { output: 'orders' } }), options());

		expect(await trigger.poll()).toBeNull();
		expect(await trigger.poll()).toHaveLength(1);
		expect(await trigger.poll()).toBeNull();
	});

	test('lets a workflow be activated while the service is down, and then says that it is down', async () => {
		const id = await createBatch(service, 1);
		service.addFault({ effect: { kind: 'response', status: 503 }, times: 2 });
		const trigger = activatePolling(watching(id), options());

		expect(await trigger.poll()).toBeNull();
		await expect(trigger.poll()).rejects.toMatchObject({ name: 'NodeApiError', httpCode: '503' });
		expect(idsOf(await trigger.poll())).toEqual([id]);
	});

	test('does not let a workflow be activated with a key that the service refuses', async () => {
		const id = await createBatch(service, 1);
		await expect(activatePolling(watching(id), options('wrong')).poll()).rejects.toMatchObject({ httpCode: '401' });
	});

	test.each([
		['empty', '={{ "" }}', /"Order Batch IDs" is empty/],
		['a list without entries', '={{ [] }}', /"Order Batch IDs" is empty/],
		[
			'not UUIDs',
			'={{ ["one", "two"] }}',
			/The input needs 2 corrections: "Order Batch IDs" must be a UUID.*"one".*"two"/,
		],
	])('refuses Order Batch IDs that are %s, without a request', async (_name, ids, message) => {
		await expect(activatePolling(watching(ids), options()).poll()).rejects.toMatchObject({
			name: 'NodeOperationError',
			message: expect.stringMatching(message),
		});
		expect(newRequests()).toEqual([]);
	});

	test('shows real batches in a test run and changes nothing', async () => {
		const id = await createBatch(service, 1);
		const manual = activatePolling(watching(id), { ...options(), mode: 'manual' });
		expect(idsOf(await manual.poll())).toEqual([id]);
		expect(idsOf(await manual.poll())).toEqual([id]);
		expect(recordIn(storedStaticData(manual.workflow))).toEqual({});
	});

	test('shows a pending batch in a test run, so that the workflow can be built', async () => {
		const id = await createBatch(service, 11);
		const manual = activatePolling(watching(id), { ...options(), mode: 'manual' });
		expect(await manual.poll()).toEqual([expect.objectContaining({ id, send_status: 'pending' })]);
	});

	test('says in a test run which batch is unknown', async () => {
		const manual = activatePolling(watching(randomUUID()), { ...options(), mode: 'manual' });
		await expect(manual.poll()).rejects.toMatchObject({ message: 'Order batch not found', httpCode: '404' });
	});
});

describe('polling the account', () => {
	test('takes what is final at activation as known and follows the rest', async () => {
		await createBatch(service, 1);
		const pending = await createBatch(service, 11);
		const trigger = activatePolling(watchingAccount(), options());
		expect(await trigger.poll()).toBeNull();

		const later = await createBatch(service, 2);
		service.setBatchState(pending, 'complete');
		expect(idsOf(await trigger.poll())?.sort()).toEqual([pending, later].sort());
		expect(await trigger.poll()).toBeNull();
	});

	test('reads nothing but the pages of the list, once it knows whose key it has', async () => {
		for (let count = 0; count < 101; count++) await createBatch(service, 1);
		newRequests();
		const trigger = activatePolling(watchingAccount(), options());
		await trigger.poll();
		expect(newRequests()).toEqual(['/v1/me', '/v1/order_batches', '/v1/order_batches']);
		await trigger.poll();
		expect(newRequests()).toEqual(['/v1/order_batches']);
	});

	test('asks no more than whether batches have come, and for those still open, once it knows the account', async () => {
		for (let count = 0; count < 200; count++) await createBatch(service, 1);
		const open = await createBatch(service, 11);
		const trigger = activatePolling(watchingAccount(), options());
		await trigger.poll();
		newRequests();

		expect(await trigger.poll()).toBeNull();
		expect(newRequests()).toEqual(['/v1/order_batches', `/v1/order_batches/${open}`]);

		service.setBatchState(open, 'complete');
		expect(idsOf(await trigger.poll())).toEqual([open]);
		newRequests();
		expect(await trigger.poll()).toBeNull();
		expect(newRequests()).toEqual(['/v1/order_batches']);

		const later = await createBatch(service, 1);
		expect(idsOf(await trigger.poll())).toEqual([later]);
		newRequests();
		expect(await trigger.poll()).toBeNull();
		expect(newRequests()).toEqual(['/v1/order_batches']);
	});

	test('is not held back by an open batch of the account that cannot be read', async () => {
		for (let count = 0; count < 200; count++) await createBatch(service, 1);
		const [failing, completing] = [await createBatch(service, 11), await createBatch(service, 11)];
		const trigger = activatePolling(watchingAccount(), options());
		await trigger.poll();

		service.addFault({
			match: { path: `/v1/order_batches/${failing}` },
			times: 1,
			effect: { kind: 'response', status: 500 },
		});
		service.setBatchState(failing, 'complete');
		service.setBatchState(completing, 'complete');
		expect(idsOf(await trigger.poll())).toEqual([completing]);
		expect(idsOf(await trigger.poll())).toEqual([failing]);
	});

	test('starts for what became final while the workflow was inactive', async () => {
		const pending = await createBatch(service, 11);
		const before = activatePolling(watchingAccount(), options());
		await before.poll();
		service.setBatchState(pending, 'complete');

		const after = activatePolling(watchingAccount(), { ...options(), staticData: storedStaticData(before.workflow) });
		expect(idsOf(await after.poll())).toEqual([pending]);
	});

	test('takes the past of another account as known when the credential is edited to its key', async () => {
		const other = await startService();
		try {
			for (let count = 0; count < 3; count++) await createBatch(other, 1);
			await createBatch(service, 1);
			const edited = options();
			const trigger = activatePolling(watchingAccount(), edited);
			await trigger.poll();
			Object.assign(edited.credentials.giftOrderBatchAutomationApi, {
				baseUrl: other.baseUrl,
				apiKey: other.keys.automation,
			});
			expect(await trigger.poll()).toEqual([]);

			const later = await createBatch(other, 1);
			expect(idsOf(await trigger.poll())).toEqual([later]);
		} finally {
			await other.close();
		}
	});

	test('goes on with the same account under another credential', async () => {
		const before = activatePolling(watchingAccount(), options());
		await before.poll();
		const later = await createBatch(service, 1);

		const after = activatePolling(watchingAccount(), {
			...options(),
			node: { credentials: { giftOrderBatchAutomationApi: { id: 'another', name: 'another' } } },
			staticData: storedStaticData(before.workflow),
		});
		expect(idsOf(await after.poll())).toEqual([later]);
	});

	test('says what to do when the service cannot list batches', async () => {
		service.setInterfaceOnly(true);
		await expect(activatePolling(watchingAccount(), options()).poll()).rejects.toMatchObject({
			message: 'This service cannot list the order batches of an account',
			description: expect.stringContaining('Set Watch to "Certain Batches (by ID)"'),
		});
	});

	test('finds a batch that came as another left within an hour', async () => {
		stopClock();
		for (let count = 0; count < 101; count++) await createBatch(service, 1);
		const trigger = activatePolling(watchingAccount(), options());
		await trigger.poll();
		const late = await createBatch(service, 1);
		const body = { data: [], list_meta: { total_count: 101 } };
		service.addFault({ match: { method: 'GET' }, effect: { kind: 'response', status: 200, body } });
		expect(await trigger.poll()).toBeNull();
		service.clearFaults();
		newRequests();

		passTime(HOUR_MS);
		expect(idsOf(await trigger.poll())).toEqual([late]);
		expect(newRequests()).toEqual(['/v1/order_batches', '/v1/order_batches']);
	});

	test('has n8n store what was final at the first poll that could read the account', async () => {
		await createBatch(service, 1);
		const pending = await createBatch(service, 11);
		service.addFault({ effect: { kind: 'response', status: 503 }, times: 1 });
		const before = activatePolling(watchingAccount(), options());
		expect(await before.poll()).toBeNull();
		expect(await before.poll()).toEqual([]);
		expect(await before.poll()).toBeNull();

		service.setBatchState(pending, 'complete');
		const after = activatePolling(watchingAccount(), { ...options(), staticData: storedStaticData(before.workflow) });
		expect(idsOf(await after.poll())).toEqual([pending]);
	});

	test('starts nothing only to store its record when the node always outputs data', async () => {
		service.addFault({ effect: { kind: 'response', status: 503 }, times: 1 });
		const trigger = activatePolling(watchingAccount(), { ...options(), node: { alwaysOutputData: true } });
		expect(await trigger.poll()).toBeNull();
		expect(await trigger.poll()).toBeNull();
	});

	test('starts again for nothing when it watches something else for weeks, and then the account again', async () => {
		stopClock();
		const activated = (parameters: IDataObject, staticData?: IDataObject) =>
			activatePolling(parameters, { ...options(), staticData });
		await createBatch(service, 1);
		let trigger = activated(watchingAccount());
		await trigger.poll();
		await createBatch(service, 1);
		expect(await trigger.poll()).toHaveLength(1);

		const given = [await createBatch(service, 11), await createBatch(service, 11)];
		trigger = activated(watching(given), storedStaticData(trigger.workflow));
		expect(await trigger.poll()).toBeNull();
		for (const id of given) {
			passTime(10 * 24 * HOUR_MS);
			service.setBatchState(id, 'complete');
			expect(idsOf(await trigger.poll())).toEqual([id]);
		}

		trigger = activated(watchingAccount(), storedStaticData(trigger.workflow));
		expect(await trigger.poll()).toBeNull();
		const later = await createBatch(service, 1);
		expect(idsOf(await trigger.poll())).toEqual([later]);
	});
});

describe('publishing the workflow again', () => {
	const inProcess = (process: GiftOrderBatchPollingTrigger, id: string, staticData: IDataObject = {}) =>
		activatePolling(watching(id), { ...options(), staticData }, process);

	test('while a poll is in flight starts the workflow once, by the activation that goes on', async () => {
		const process = new GiftOrderBatchPollingTrigger();
		const id = await createBatch(service, 1);
		const before = inProcess(process, id);
		service.addFault({ effect: { kind: 'latency', ms: 50 } });
		const [first, second] = await Promise.all([before.poll(), inProcess(process, id).poll()]);
		expect([first, idsOf(second)]).toEqual([null, [id]]);
	});

	test('starts the workflow for an event that n8n discarded with the last activation', async () => {
		const process = new GiftOrderBatchPollingTrigger();
		const id = await createBatch(service, 11);
		const before = inProcess(process, id);
		await before.poll();
		const stored = storedStaticData(before.workflow);
		service.setBatchState(id, 'complete');
		// n8n 2 discards the output of a poll that was in flight when the workflow was unpublished, and stores nothing.
		expect(idsOf(await before.poll())).toEqual([id]);

		const after = inProcess(process, id, stored);
		expect(idsOf(await after.poll())).toEqual([id]);
		expect(await after.poll()).toBeNull();
	});

	test('does not start for an event again when the end of an execution has undone what n8n stored', async () => {
		const process = new GiftOrderBatchPollingTrigger();
		const id = await createBatch(service, 11);
		const before = inProcess(process, id);
		await before.poll();
		const undone = storedStaticData(before.workflow);
		service.setBatchState(id, 'complete');
		expect(idsOf(await before.poll())).toEqual([id]);
		expect(await before.poll()).toBeNull();

		const after = inProcess(process, id, undone);
		expect(await after.poll()).toBeNull();
	});

	test('makes the record whole again with the next event when the end of an execution has undone it', async () => {
		const process = new GiftOrderBatchPollingTrigger();
		const ids = [await createBatch(service, 11), await createBatch(service, 11)] as [string, string];
		const before = inProcess(process, ids.join());
		await before.poll();
		const undone = storedStaticData(before.workflow);
		service.setBatchState(ids[0], 'complete');
		expect(idsOf(await before.poll())).toEqual([ids[0]]);
		expect(await before.poll()).toBeNull();

		const after = inProcess(process, ids.join(), undone);
		service.setBatchState(ids[1], 'complete');
		expect(idsOf(await after.poll())).toEqual([ids[1]]);
		const restarted = activatePolling(watching(ids), { ...options(), staticData: storedStaticData(after.workflow) });
		expect(await restarted.poll()).toBeNull();
	});
});
