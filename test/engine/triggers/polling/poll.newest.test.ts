import { randomUUID } from 'node:crypto';

import type { IDataObject } from 'n8n-workflow';

import { createBatch } from '../../../../dev/harness/batches';
import { startService, type FaultEffect } from '../../../../dev/mock-service';
import { GiftOrderBatchPollingTrigger } from '../../../../nodes/GiftOrderBatch/GiftOrderBatchPollingTrigger.node';
import { actionNode, credentialFor } from '../../../support/actionNode';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../support/durations';
import { passTime, useStoppedClock } from '../../../support/fakeDate';
import { listing } from '../../../support/listing';
import { activatePolling, recordIn, storedStaticData } from '../../../support/triggers';
import { until } from '../../../support/until';

const node = actionNode();

useStoppedClock();

type ActivationOptions = Partial<Parameters<typeof activatePolling>[1]>;

const activate = (parameters: IDataObject, options: ActivationOptions = {}, process?: GiftOrderBatchPollingTrigger) =>
	activatePolling(parameters, { credentials: node.credentials(), ...options }, process);

type Trigger = ReturnType<typeof activate>;

/** Lets something happen, for which the next poll starts the workflow. */
async function expectStart(trigger: Trigger, happen: () => Promise<string>): Promise<void> {
	const id = await happen();
	expect(await trigger.pollIds()).toEqual([id]);
}

async function requestsOf({ poll }: Trigger): Promise<string[]> {
	node.service.requests.length = 0;
	await poll();
	return node.service.requests.map(({ path }) => path);
}

/** Lets requests fail with a status: all of them, or so many of those that match. */
const fail = (status: number, times?: number, match?: { path: string | RegExp }) =>
	node.service.addFault({ effect: { kind: 'response', status }, times, match });

const setStates = (ids: string[], ...states: Array<'complete' | 'failed' | 'canceled'>) =>
	ids.forEach((id, index) => node.service.setBatchState(id, states[index] ?? 'complete'));

const createBatches = async (count: number, recipients = 1) =>
	await Promise.all(Array.from({ length: count }, async () => await node.createBatch(recipients)));

const ofBatches = (orderBatchIds: unknown, more: IDataObject = {}): IDataObject =>
	({ watch: 'orderBatches', orderBatchIds, ...more }) as IDataObject;
const ofAccount = { watch: 'account' };
const ofOrders = { watch: 'orders', orderStatuses: ['opened'] };

/** What a trigger watches, and how something happens that starts its workflow with one item, whose ID is returned. */
type Watched = () => Promise<{ parameters: IDataObject; happen: () => Promise<string> }>;

const account: Watched = async () => ({ parameters: ofAccount, happen: async () => await node.createBatch(1) });

const orders: Watched = async () => {
	const ids = await node.createOrders(4);
	const happen = async (id = ids.shift() ?? '') => {
		passTime(MINUTE_MS);
		node.service.changeOrder(id, { status: 'opened' });
		return id;
	};
	return { parameters: ofOrders, happen };
};

const certain: Watched = async () => {
	const ids = await createBatches(4, 11);
	const happen = async (id = ids.shift() ?? '') => {
		setStates([id]);
		return id;
	};
	return { parameters: ofBatches([...ids]), happen };
};

const LISTED: Array<[what: string, watched: Watched]> = [
	['the order batches of the account', account],
	['the orders of the account', orders],
];

describe.each([['certain order batches', certain], ...LISTED] as typeof LISTED)('polling %s', (_what, watched) => {
	test('starts the workflow once for what happens, also during a restart in which the node was renamed, and weeks later', async () => {
		const { parameters, happen } = await watched();
		let trigger = activate(parameters);
		expect(await trigger.poll()).toBeNull();
		const staticData = trigger.workflow.staticData as { __dataChanged?: boolean };
		for (let count = 0; count < 2; count++) {
			staticData.__dataChanged = false;
			await expectStart(trigger, happen);
			expect(staticData.__dataChanged).toBe(true);
			expect(await trigger.poll()).toBeNull();
		}

		passTime(DAY_MS);
		const id = await happen();
		trigger = activate(parameters, { ...trigger.stored(), node: { name: 'Renamed' } });
		expect(await trigger.pollIds()).toEqual([id]);
		for (let count = 0; count < 3; count++) {
			passTime(5 * DAY_MS);
			trigger = activate(parameters, trigger.stored());
			expect(await trigger.poll()).toBeNull();
		}
	});

	test('starts once, and sends no request twice, when a poll begins before the last one has ended', async () => {
		const { parameters, happen } = await watched();
		const trigger = activate(parameters);
		await trigger.poll();
		const id = await happen();
		node.service.addFault({ effect: { kind: 'latency', ms: 100 } });
		node.service.requests.length = 0;

		expect(await Promise.all([trigger.pollIds(), trigger.pollIds()])).toEqual([[id], null]);
		const sent = node.service.requests.map(({ path, query }) => JSON.stringify([path, query]));
		expect(sent).toEqual([...new Set(sent)]);
	});

	test('lets a workflow be activated while the service is down, says so at later polls, and then goes on', async () => {
		const { parameters, happen } = await watched();
		fail(503);
		const trigger = activate(parameters);
		expect(await trigger.poll()).toBeNull();
		expect(trigger.warnings.at(-1)).toMatch(/The trigger tries again at the next poll\.$/);
		await expect(trigger.poll()).rejects.toMatchObject({ name: 'NodeApiError', httpCode: '503' });

		node.service.clearFaults();
		await trigger.poll();
		await expectStart(trigger, happen);
	});

	test('does not let a workflow be activated with a key that the service refuses', async () => {
		const { parameters } = await watched();
		const refused = activate(parameters, { credentials: node.credentials('wrong') }).poll();
		await expect(refused).rejects.toMatchObject({ httpCode: '401' });
	});
});

describe.each(LISTED)('polling %s', (_what, watched) => {
	test('says what to do when the service cannot list it', async () => {
		const { parameters } = await watched();
		node.service.setInterfaceOnly(true);
		const polling = activate(parameters).poll();
		await expect(polling).rejects.toMatchObject({
			message: expect.stringMatching(/^This service (cannot|does not) list/),
			description: expect.stringContaining('Set "Watch" to "Specific Order Batches (by ID)"'),
		});
	});

	test.each(['person', 'service'])('begins anew after the key of another %s was replaced', async (whose) => {
		const { parameters, happen } = await watched();
		const other = await startService();
		// As many as the account will have.
		await createBatch(other, 1);
		const { baseUrl, keys } = node.service;
		const credential =
			whose === 'person'
				? credentialFor(baseUrl, keys.automationMember)
				: credentialFor(other.baseUrl, other.keys.automation);
		const trigger = activate(parameters, { credentials: { giftOrderBatchAutomationApi: credential } });
		expect(await trigger.poll()).toBeNull();
		await other.close();

		await happen();
		Object.assign(credential, credentialFor(baseUrl, keys.automation));
		expect(await trigger.poll()).toEqual([]);
		passTime(HOUR_MS);
		expect(await trigger.poll()).toBeNull();
		await expectStart(trigger, happen);
	});

	test('starts for nothing before its activation, and goes on after n8n started while the service did not say whose the key is, also under another credential', async () => {
		const { parameters, happen } = await watched();
		await happen();
		const before = activate(parameters);
		expect(await before.poll()).toBeNull();
		const effect = { kind: 'response', status: 200, body: {} } as const;
		node.service.addFault({ match: { path: '/v1/me' }, times: 1, effect });
		const started = activate(parameters, { ...before.stored(), activation: 'init' });
		expect(await started.poll()).toBeNull();

		const id = await happen();
		const credentials = { giftOrderBatchAutomationApi: { id: 'another', name: 'another' } };
		expect(await activate(parameters, { ...started.stored(), node: { credentials } }).pollIds()).toEqual([id]);
	});

	test('has n8n store what is past at the first poll that can read the account, unless the node always outputs data', async () => {
		const { parameters, happen } = await watched();
		fail(503, 1);
		const before = activate(parameters);
		expect([await before.poll(), await before.poll(), await before.poll()]).toEqual([null, [], null]);
		const id = await happen();
		expect(await activate(parameters, before.stored()).pollIds()).toEqual([id]);

		fail(503, 1);
		const always = activate(parameters, { node: { id: 'another', alwaysOutputData: true } });
		expect([await always.poll(), await always.poll()]).toEqual([null, null]);
	});

	test('starts again for nothing when it watches something else for weeks, and then the same again', async () => {
		const { parameters, happen } = await watched();
		let trigger = activate(parameters);
		await trigger.poll();
		await happen();
		expect(await trigger.poll()).toHaveLength(1);

		const given = await createBatches(2, 11);
		trigger = activate(ofBatches(given), trigger.stored());
		expect(await trigger.poll()).toBeNull();
		for (const id of given) {
			passTime(10 * DAY_MS);
			setStates([id]);
			expect(await trigger.pollIds()).toEqual([id]);
		}
		await happen();

		passTime(MINUTE_MS);
		trigger = activate(parameters, trigger.stored());
		expect(await trigger.poll()).toBeNull();
		await expectStart(trigger, happen);
	});
});

describe('polling certain order batches', () => {
	test('asks for each batch once, however its ID is written, and not again once it has started the workflow', async () => {
		const ids = await createBatches(2, 11);
		const trigger = activate(ofBatches(`${ids.join(', ')}, ${ids[0]?.toUpperCase()}`));
		expect(await requestsOf(trigger)).toHaveLength(2);
		for (const id of ids) {
			setStates([id]);
			expect(await trigger.poll()).toMatchObject([{ id, send_status: 'complete', orders_count: 11 }]);
			const left = ids.slice(ids.indexOf(id) + 1).map((open) => `/v1/order_batches/${open}`);
			expect(await requestsOf(trigger)).toEqual(left);
		}
	});

	test('keeps apart what two nodes of a workflow have started for', async () => {
		const id = await node.createBatch(1);
		const first = activate(ofBatches(id));
		await first.poll();

		expect(await activate(ofBatches(id), { ...first.stored(), node: { id: 'another' } }).pollIds()).toEqual([id]);
	});

	test('is not held back by a batch that is unknown and one that cannot be read', async () => {
		const [failing, complete] = (await createBatches(2)) as [string, string];
		fail(500, 1, { path: `/v1/order_batches/${failing}` });
		const trigger = activate(ofBatches([randomUUID(), failing, complete]));
		for (const ids of [[complete], [failing], null]) expect(await trigger.pollIds()).toEqual(ids);
		expect(trigger.warnings).toContainEqual(expect.stringContaining(`/v1/order_batches/${failing}, HTTP status 500`));
	});

	test('says that the service knows none of its batches, unless it could not say so at the activation', async () => {
		const unknown = ofBatches([node.unknownId, randomUUID()]);
		await expect(activate(unknown).poll()).rejects.toMatchObject({ httpCode: '404' });

		fail(503, 1, { path: `/v1/order_batches/${node.unknownId}` });
		const trigger = activate(unknown);
		expect(await trigger.poll()).toBeNull();
		await expect(trigger.poll()).rejects.toMatchObject({ httpCode: '404' });
	});

	test('goes on after a key that was refused or missing when n8n started, and says so at the next poll', async () => {
		expect(await activate(ofAccount, { activation: 'init', credentials: {} }).poll()).toBeNull();
		fail(401, 2);
		const trigger = activate({ watch: 'account' }, { activation: 'init' });
		expect(await trigger.poll()).toBeNull();
		await expect(trigger.poll()).rejects.toMatchObject({ httpCode: '401' });
		expect(await trigger.poll()).toEqual([]);
	});

	test('starts for the chosen final states only', async () => {
		const ids = await createBatches(3, 11);
		setStates(ids, 'complete', 'failed', 'canceled');
		const trigger = activate(ofBatches(ids, { options: { emitOn: ['failed', 'canceled'] } }));
		expect(await trigger.poll()).toMatchObject([{ send_status: 'failed' }, { send_status: 'canceled' }]);
		expect(await requestsOf(trigger)).toEqual([]);
	});

	test('gives all orders of the batch when its output is Orders, or the batch itself if it has none', async () => {
		const [id, failed] = [await node.createBatch(230), await node.createBatch(11)];
		setStates([id, failed], 'complete', 'failed');
		// The service counts orders that never came.
		const body = { id: failed, send_status: 'failed', orders_count: 11 };
		const effect = { kind: 'response', status: 200, body } as const;
		node.service.addFault({ match: { path: `/v1/order_batches/${failed}` }, times: 1, effect });
		const items = await activate(ofBatches([id, failed], { options: { output: 'orders' } })).poll();

		const names = Array.from({ length: 230 }, (_, index) => `Recipient ${index + 1}`);
		expect(items).toMatchObject([
			...names.map((name) => ({ order_batch_id: id, recipient_first_name: name })),
			{ id: failed, send_status: 'failed' },
		]);
	});

	test.each<[string, FaultEffect]>([
		['could not be read', { kind: 'response', status: 400 }],
		['are not all listed yet', listing({ id: 'one' })],
		['are not listed yet', listing()],
	])('reads a batch again whose orders %s', async (_what, effect) => {
		const id = await node.createBatch(11);
		const trigger = activate(ofBatches(id, { options: { output: 'orders' } }));
		await trigger.poll();
		setStates([id]);
		node.service.addFault({ match: { path: /orders$/ }, times: 1, effect });
		await expect(trigger.poll()).rejects.toThrow();
		expect(await trigger.poll()).toHaveLength(11);
		expect(await trigger.poll()).toBeNull();
	});

	const emptyList = (field: string) => [{ kind: 'emptyList', field }];
	const invalid = (field: string, ...values: string[]) =>
		values.map((value) => expect.objectContaining({ kind: 'invalid', field, value: `the text "${value}"` }));
	const statuses = { ...ofAccount, options: { emitOn: '={{ ["Complete"] }}' } };
	test.each<[string, IDataObject, object[]]>([
		['a value for Watch that it does not offer', { watch: 'toString' }, invalid('Watch', 'toString')],
		['Order Batch IDs that are empty', ofBatches('={{ "" }}'), emptyList('Order Batch IDs')],
		['Order Batch IDs that are none', ofBatches('={{ ["one", "two"] }}'), invalid('Order Batch IDs', 'one', 'two')],
		['no order batch statuses', { ...ofAccount, options: { emitOn: [] } }, emptyList('Order Batch Statuses')],
		['order batch statuses that are labels', statuses, invalid('Order Batch Statuses', 'Complete')],
		['order statuses without a value', { ...ofOrders, orderStatuses: '={{ undefined }}' }, emptyList('Order Statuses')],
	])('refuses %s, for which nothing would start, without a request', async (_what, parameters, problems) => {
		const error = { name: 'NodeOperationError', context: { problems } };
		await expect(activate(parameters).poll()).rejects.toMatchObject(error);
		expect(node.service.requests).toEqual([]);
	});

	test('does not look at statuses of order batches that stem from before it watched orders', async () => {
		expect(await activate({ ...ofOrders, options: { emitOn: [] } }).poll()).toBeNull();
	});

	test('shows a pending batch in a test run, so that the workflow can be built, and says which is unknown', async () => {
		const id = await node.createBatch(11);
		const polled = async (of: string) => await activate(ofBatches(of), { mode: 'manual' }).poll();
		expect(await polled(id)).toMatchObject([{ id, send_status: 'pending' }]);
		expect(await polled(`${id} ${node.unknownId}`)).toMatchObject([{ id }]);
		await expect(polled(node.unknownId)).rejects.toMatchObject({ message: 'Order batch not found', httpCode: '404' });
		fail(500);
		await expect(polled(id)).rejects.toMatchObject({ httpCode: '500' });
	});

	test('shows ten batches in a test run, of those that start the workflow if there are any', async () => {
		const ids = await createBatches(21, 11);
		const options = { emitOn: ['failed'], output: 'orders' };
		const manual = activate(ofBatches(ids, { options }), { mode: 'manual' });
		expect(await manual.pollIds()).toEqual(ids.slice(0, 10));
		setStates(ids.slice(0, 9));
		setStates(ids.slice(9), ...ids.slice(9).map(() => 'failed' as const));
		expect(await manual.pollIds()).toEqual(ids.slice(9, 19));
		expect(node.service.requests.filter(({ path }) => path.endsWith('/orders'))).toHaveLength(11);
	});
});

describe('polling the order batches of the account', () => {
	test('asks no more than whether batches have come, and for those still open, once it knows the account', async () => {
		const list = '/v1/order_batches';
		await createBatches(200);
		const [third, open, failing] = (await createBatches(3, 11)) as [string, string, string];
		const trigger = activate(ofAccount);
		expect(await requestsOf(trigger)).toEqual(['/v1/me', list, list, list]);
		// The whole list takes no more requests than three open batches.
		expect(await requestsOf(trigger)).toEqual([list, list, list]);
		await expectStart(trigger, async () => (setStates([third]), third));
		expect(new Set(await requestsOf(trigger))).toEqual(new Set([list, `${list}/${open}`, `${list}/${failing}`]));

		fail(500, 1, { path: `${list}/${failing}` });
		setStates([open, failing]);
		expect([await trigger.pollIds(), await trigger.pollIds()]).toEqual([[open], [failing]]);
		expect(await requestsOf(trigger)).toEqual([list]);

		await expectStart(trigger, async () => await node.createBatch(1));
		expect(await requestsOf(trigger)).toEqual([list]);
	});

	test('finds a batch that came as another left within an hour', async () => {
		await createBatches(101);
		const trigger = activate(ofAccount);
		await trigger.poll();
		const late = await node.createBatch(1);
		const body = { data: [], list_meta: { total_count: 101 } };
		node.service.addFault({ match: { method: 'GET' }, times: 1, effect: { kind: 'response', status: 200, body } });
		expect(await trigger.poll()).toBeNull();

		passTime(HOUR_MS);
		node.service.requests.length = 0;
		expect(await trigger.pollIds()).toEqual([late]);
		expect(node.service.requests[0]?.query).toMatchObject({ per_page: '100' });
	});

	test('shows the batches of the account in a test run of a published workflow, and remembers nothing of it', async () => {
		const process = new GiftOrderBatchPollingTrigger();
		const id = await node.createBatch(1);
		await activate(ofAccount, {}, process).poll();

		const manual = activate(ofAccount, { mode: 'manual' }, process);
		expect([await manual.pollIds(), await manual.pollIds()]).toEqual([[id], [id]]);
		expect(recordIn(storedStaticData(manual.workflow))).toEqual({});
	});
});

describe('publishing the workflow again', () => {
	test('while a poll is in flight starts the workflow once, by the activation that goes on, which polls once at a time', async () => {
		const process = new GiftOrderBatchPollingTrigger();
		const id = await node.createBatch(1);
		node.service.requests.length = 0;
		node.service.addFault({ effect: { kind: 'latency', ms: 50 } });
		const before = activate(ofBatches(id), {}, process).poll();
		await until('it has begun', () => node.service.requests[0]);
		node.service.clearFaults();
		node.service.addFault({ effect: { kind: 'latency', ms: 200 } });
		const trigger = activate(ofBatches(id, { options: { output: 'orders' } }), {}, process);
		const first = trigger.poll();
		expect(await before).toBeNull();

		expect([await trigger.poll(), await first]).toMatchObject([null, [{ status: 'created' }]]);
	});

	test('starts the workflow for an event that n8n discarded with the last activation, but not again when the end of an execution has undone what n8n stored, and makes it whole', async () => {
		const process = new GiftOrderBatchPollingTrigger();
		const [first, second] = (await createBatches(2, 11)) as [string, string];
		const activateAgain = (options = {}) => activate(ofBatches([first, second]), options, process);
		const before = activateAgain();
		await before.poll();
		const undone = before.stored();
		setStates([first]);
		// n8n 2 discards the output of a poll that was in flight when the workflow was unpublished, and stores nothing.
		expect(await before.pollIds()).toEqual([first]);
		const after = activateAgain(undone);
		expect([await after.pollIds(), await after.poll()]).toEqual([[first], null]);

		const later = activateAgain(undone);
		expect(await later.poll()).toBeNull();
		setStates([second]);
		expect(await later.pollIds()).toEqual([second]);
		expect(await activate(ofBatches([first, second]), later.stored()).poll()).toBeNull();
	});
});

describe('a list with entries that are not as the interface says', () => {
	/** Activates a trigger, and polls twice once the service lists these entries. */
	async function pollTwice(parameters: IDataObject, ...entries: IDataObject[]) {
		const trigger = activate(parameters);
		await trigger.poll();
		passTime(MINUTE_MS);
		node.service.addFault({ match: { path: /\/order_(batches|activities)$/ }, effect: listing(...entries) });
		return [(await trigger.poll())!, await trigger.poll(), trigger.warnings] as const;
	}

	test.each([
		['a number', { id: 7 }, ['7', 'right']],
		['missing', {}, ['right']],
	])('holds back no other order batches when the ID of one is %s', async (_what, strange, ids) => {
		const state = { send_status: 'complete' };
		const [first, second] = await pollTwice(ofAccount, { ...state, ...strange }, { ...state, id: 'right' });
		expect([first.map(({ id }) => id), second]).toEqual([ids, null]);
	});

	test.each<[string, object, string | undefined]>([
		['order and the ID are null', { id: null, order: null }, undefined],
		['order is text', { id: 'strange', order: 'order' }, undefined],
		['ID is a number', { id: 7 }, '7'],
		['ID is null', { id: null }, expect.any(String)],
	])('starts once for all activities with an order when the %s of one', async (_what, strange, eventId) => {
		const at = new Date(Date.now() + 1_000).toISOString();
		const right = { id: 'right', order_status: 'opened', created_at: at, order: { id: 'order', status: 'opened' } };
		const odd = { ...right, ...strange };
		const [first, second, warnings] = await pollTwice(ofOrders, odd, right, odd);

		const item = (id: string) => ({ event: 'opened', event_id: id, id: 'order' });
		expect(first).toMatchObject([...(eventId === undefined ? [] : [item(eventId)]), item('right')]);
		expect(second).toBeNull();
		expect(warnings).toEqual(eventId === undefined ? [expect.stringContaining('it has no order')] : []);
	});
});
