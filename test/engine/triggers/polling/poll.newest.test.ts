import { randomUUID } from 'node:crypto';

import type { IDataObject } from 'n8n-workflow';

import { startService } from '../../../../dev/mock-service';
import { GiftOrderBatchPollingTrigger } from '../../../../nodes/GiftOrderBatch/GiftOrderBatchPollingTrigger.node';
import { actionNode, credentialFor } from '../../../support/actionNode';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../support/durations';
import { passTime, useStoppedClock } from '../../../support/fakeDate';
import { listing } from '../../../support/listing';
import { activatePolling, recordIn, storedStaticData } from '../../../support/triggers';

const node = actionNode();

useStoppedClock();

type ActivationOptions = Partial<Parameters<typeof activatePolling>[1]>;

const activate = (parameters: IDataObject, options: ActivationOptions = {}, process?: GiftOrderBatchPollingTrigger) =>
	activatePolling(
		{ authentication: 'automationApi', ...parameters },
		{ credentials: node.credentials(), ...options },
		process,
	);

type Trigger = ReturnType<typeof activate>;

const idsOf = (items: IDataObject[] | null) => items?.map(({ id }) => id);

/** The IDs that the items of one poll have; null when it starts nothing. */
const pollIds = async ({ poll }: Trigger) => idsOf(await poll()) ?? null;

/** What n8n has stored, for a later activation. */
const storedBy = ({ workflow }: Trigger) => ({ staticData: storedStaticData(workflow) });

/** The paths that the poll asks for. */
async function requestsOf({ poll }: Trigger): Promise<string[]> {
	node.service.requests.length = 0;
	await poll();
	return node.service.requests.map(({ path }) => path);
}

const down = (times?: number) => node.service.addFault({ effect: { kind: 'response', status: 503 }, times });

const createBatches = async (count: number, recipients = 1) =>
	await Promise.all(Array.from({ length: count }, async () => await node.createBatch(recipients)));

const ofBatches = (orderBatchIds: unknown, more: IDataObject = {}): IDataObject =>
	({ watch: 'orderBatches', orderBatchIds, ...more }) as IDataObject;
const ofAccount = { watch: 'account' };
const ofOrders = { watch: 'orders', orderStatuses: ['opened'] };

/** What a trigger watches, and how something happens that starts its workflow with one item, whose ID is returned. */
interface Watched {
	parameters: IDataObject;
	happen: () => Promise<string>;
}

const account = {
	what: 'the order batches of the account',
	watched: async (): Promise<Watched> => ({ parameters: ofAccount, happen: async () => await node.createBatch(1) }),
};

const orders = {
	what: 'the orders of the account',
	watched: async (): Promise<Watched> => {
		const ids = await node.createOrders(4);
		const happen = async () => {
			passTime(MINUTE_MS);
			const id = ids.shift() ?? '';
			node.service.changeOrder(id, { status: 'opened' });
			return id;
		};
		return { parameters: ofOrders, happen };
	},
};

const certain = {
	what: 'certain order batches',
	watched: async (): Promise<Watched> => {
		const ids = await createBatches(4, 11);
		const happen = async (id = ids.shift() ?? '') => {
			node.service.setBatchState(id, 'complete');
			return id;
		};
		return { parameters: ofBatches([...ids]), happen };
	},
};

describe.each([certain, account, orders])('polling $what', ({ watched }) => {
	test('starts the workflow once for what happens, and has n8n store it', async () => {
		const { parameters, happen } = await watched();
		const trigger = activate(parameters);
		expect(await trigger.poll()).toBeNull();
		const staticData = trigger.workflow.staticData as { __dataChanged?: boolean };

		for (let count = 0; count < 2; count++) {
			staticData.__dataChanged = false;
			const id = await happen();
			expect(await pollIds(trigger)).toEqual([id]);
			expect(staticData.__dataChanged).toBe(true);
			expect(await trigger.poll()).toBeNull();
		}
	});

	test('starts for what happened during a restart, in which the node was renamed, and for nothing twice', async () => {
		const { parameters, happen } = await watched();
		const before = activate(parameters);
		await before.poll();
		const first = await happen();
		expect(await pollIds(before)).toEqual([first]);

		passTime(DAY_MS);
		const second = await happen();
		const after = activate(parameters, { ...storedBy(before), node: { name: 'Renamed' } });
		expect(await pollIds(after)).toEqual([second]);
		expect(await after.poll()).toBeNull();
	});

	test('starts once, and sends no request twice, when a poll begins before the last one has ended', async () => {
		const { parameters, happen } = await watched();
		const trigger = activate(parameters);
		await trigger.poll();
		const id = await happen();
		node.service.addFault({ effect: { kind: 'latency', ms: 100 } });
		node.service.requests.length = 0;

		expect(await Promise.all([pollIds(trigger), pollIds(trigger)])).toEqual([[id], null]);
		const sent = node.service.requests.map(({ path, query }) => JSON.stringify([path, query]));
		expect(sent).toEqual([...new Set(sent)]);
	});

	test('lets a workflow be activated while the service is down, says so at later polls, and then goes on', async () => {
		const { parameters, happen } = await watched();
		down();
		const trigger = activate(parameters);

		expect(await trigger.poll()).toBeNull();
		await expect(trigger.poll()).rejects.toMatchObject({ name: 'NodeApiError', httpCode: '503' });
		node.service.clearFaults();
		await trigger.poll();
		const id = await happen();
		expect(await pollIds(trigger)).toEqual([id]);
	});

	test('does not let a workflow be activated with a key that the service refuses', async () => {
		const { parameters } = await watched();
		const refused = activate(parameters, { credentials: node.credentials('wrong') }).poll();
		await expect(refused).rejects.toMatchObject({ httpCode: '401' });
	});

	test('shows what there is in a test run, and changes nothing', async () => {
		const { parameters, happen } = await watched();
		const id = await happen();
		const manual = activate(parameters, { mode: 'manual' });

		for (let run = 0; run < 2; run++) expect(await pollIds(manual)).toEqual([id]);
		expect(recordIn(storedStaticData(manual.workflow))).toEqual({});
	});

	test('says what to do when the service cannot list it', async () => {
		const { parameters } = await watched();
		node.service.setInterfaceOnly(true);
		const polling = activate(parameters).poll();
		if (parameters.watch === 'orderBatches') return expect(await polling).toBeNull();
		return await expect(polling).rejects.toMatchObject({
			message: expect.stringMatching(/^This service (cannot|does not) list/),
			description: expect.stringContaining('Set "Watch" to "Specific Order Batches (by ID)"'),
		});
	});
});

describe.each([account, orders])('polling $what', ({ watched }) => {
	test.each(['of another person', 'of another service'])('begins anew after the key %s was replaced', async (whose) => {
		const { parameters, happen } = await watched();
		const other = await startService();
		const own = credentialFor(node.service.baseUrl, node.service.keys.automation);
		const edited =
			whose === 'of another service'
				? credentialFor(other.baseUrl, other.keys.automation)
				: credentialFor(node.service.baseUrl, node.service.keys.automationMember);
		const trigger = activate(parameters, { credentials: { giftOrderBatchAutomationApi: edited } });
		expect(await trigger.poll()).toBeNull();

		await happen();
		Object.assign(edited, own);
		expect(await trigger.poll()).toEqual([]);
		const later = await happen();
		expect(await pollIds(trigger)).toEqual([later]);
		await other.close();
	});

	test('starts for nothing before its activation, and goes on with the same account under another credential', async () => {
		const { parameters, happen } = await watched();
		await happen();
		const before = activate(parameters);
		expect(await before.poll()).toBeNull();
		const later = await happen();

		const credentials = { giftOrderBatchAutomationApi: { id: 'another', name: 'another' } };
		expect(await pollIds(activate(parameters, { ...storedBy(before), node: { credentials } }))).toEqual([later]);
	});

	test('has n8n store what is past at the first poll that can read the account, unless the node always outputs data', async () => {
		const { parameters, happen } = await watched();
		down(1);
		const before = activate(parameters);
		expect([await before.poll(), await before.poll(), await before.poll()]).toEqual([null, [], null]);
		const id = await happen();
		expect(await pollIds(activate(parameters, storedBy(before)))).toEqual([id]);

		node.service.clearFaults();
		down(1);
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
		trigger = activate(ofBatches(given), storedBy(trigger));
		expect(await trigger.poll()).toBeNull();
		for (const id of given) {
			passTime(10 * DAY_MS);
			node.service.setBatchState(id, 'complete');
			expect(await pollIds(trigger)).toEqual([id]);
		}
		await happen();

		passTime(MINUTE_MS);
		trigger = activate(parameters, storedBy(trigger));
		expect(await trigger.poll()).toBeNull();
		const later = await happen();
		expect(await pollIds(trigger)).toEqual([later]);
	});
});

describe('polling certain order batches', () => {
	test('asks for no batch again that has started the workflow', async () => {
		const ids = await createBatches(2, 11);
		const trigger = activate(ofBatches(ids.join(', ')));
		expect(await requestsOf(trigger)).toHaveLength(2);
		for (const id of ids) {
			node.service.setBatchState(id, 'complete');
			expect(await trigger.poll()).toMatchObject([{ id, send_status: 'complete', orders_count: 11 }]);
			const left = ids.slice(ids.indexOf(id) + 1).map((open) => `/v1/order_batches/${open}`);
			expect(await requestsOf(trigger)).toEqual(left);
		}
	});

	test('keeps apart what two nodes of a workflow have started for', async () => {
		const id = await node.createBatch(1);
		const first = activate(ofBatches(id));
		await first.poll();

		expect(await pollIds(activate(ofBatches(id), { ...storedBy(first), node: { id: 'another' } }))).toEqual([id]);
	});

	test('is not held back by a batch that is unknown and one that cannot be read', async () => {
		const [failing, complete] = (await createBatches(2)) as [string, string];
		const match = { path: `/v1/order_batches/${failing}` };
		node.service.addFault({ match, times: 1, effect: { kind: 'response', status: 500 } });
		const trigger = activate(ofBatches([randomUUID(), failing, complete]));

		expect(await pollIds(trigger)).toEqual([complete]);
		expect(await pollIds(trigger)).toEqual([failing]);
		expect(await trigger.poll()).toBeNull();
	});

	test('starts for the chosen final states only', async () => {
		const states = ['complete', 'failed', 'canceled'] as const;
		const ids = await createBatches(3, 11);
		states.forEach((state, index) => node.service.setBatchState(ids[index] as string, state));
		const trigger = activate(ofBatches(ids, { options: { emitOn: ['failed', 'canceled'] } }));

		expect((await trigger.poll())?.map(({ send_status: status }) => status)).toEqual(['failed', 'canceled']);
		expect(await requestsOf(trigger)).toEqual([]);
	});

	test('gives all orders of the batch when its output is Orders, or the batch itself if it has none', async () => {
		const id = await node.createBatch(230);
		node.service.setBatchState(id, 'complete');
		const failed = await node.createBatch(11);
		node.service.setBatchState(failed, 'failed');
		const items = await activate(ofBatches([id, failed], { options: { output: 'orders' } })).poll();

		const names = Array.from({ length: 230 }, (_, index) => `Recipient ${index + 1}`);
		expect(items).toMatchObject([
			...names.map((name) => ({ order_batch_id: id, recipient_first_name: name })),
			{ id: failed, send_status: 'failed' },
		]);
	});

	test('takes an ID that is written in two ways for one batch', async () => {
		const id = await node.createBatch(1);
		expect(await pollIds(activate(ofBatches(`${id}, ${id.toUpperCase()}`)))).toEqual([id]);
	});

	test('reads a batch again whose orders could not be read', async () => {
		const id = await node.createBatch(1);
		node.service.addFault({ match: { path: /orders$/ }, times: 1, effect: { kind: 'response', status: 400 } });
		const trigger = activate(ofBatches(id, { options: { output: 'orders' } }));

		expect(await trigger.poll()).toBeNull();
		expect(await trigger.poll()).toHaveLength(1);
		expect(await trigger.poll()).toBeNull();
	});

	test.each([
		['empty', '={{ "" }}', /"Order Batch IDs" is empty/],
		['a list without entries', '={{ [] }}', /"Order Batch IDs" is empty/],
		['not UUIDs', '={{ ["one", "two"] }}', /^Fix 2 problems: "Order Batch IDs" must be a UUID.*"one".*"two"/],
	])('refuses Order Batch IDs that are %s, without a request', async (_name, ids, message) => {
		await expect(activate(ofBatches(ids)).poll()).rejects.toMatchObject({
			name: 'NodeOperationError',
			message: expect.stringMatching(message),
		});
		expect(node.service.requests).toEqual([]);
	});

	test('shows a pending batch in a test run, so that the workflow can be built, and says which is unknown', async () => {
		const id = await node.createBatch(11);
		const shown = activate(ofBatches(id), { mode: 'manual' });
		const unknown = activate(ofBatches(node.unknownId), { mode: 'manual' });

		expect(await shown.poll()).toMatchObject([{ id, send_status: 'pending' }]);
		await expect(unknown.poll()).rejects.toMatchObject({ message: 'Order batch not found', httpCode: '404' });
	});
});

describe('polling the order batches of the account', () => {
	test('asks no more than whether batches have come, and for those still open, once it knows the account', async () => {
		const list = '/v1/order_batches';
		await createBatches(200);
		const [open, failing] = (await createBatches(2, 11)) as [string, string];
		const trigger = activate(ofAccount);
		expect(await requestsOf(trigger)).toEqual(['/v1/me', list, list, list]);
		expect(new Set(await requestsOf(trigger))).toEqual(new Set([list, `${list}/${open}`, `${list}/${failing}`]));

		const match = { path: `${list}/${failing}` };
		node.service.addFault({ match, times: 1, effect: { kind: 'response', status: 500 } });
		for (const id of [open, failing]) node.service.setBatchState(id, 'complete');
		expect(await pollIds(trigger)).toEqual([open]);
		expect(await pollIds(trigger)).toEqual([failing]);
		expect(await requestsOf(trigger)).toEqual([list]);

		const later = await node.createBatch(1);
		expect(await pollIds(trigger)).toEqual([later]);
		expect(await requestsOf(trigger)).toEqual([list]);
	});

	test('finds a batch that came as another left within an hour', async () => {
		await createBatches(101);
		const trigger = activate(ofAccount);
		await trigger.poll();
		const late = await node.createBatch(1);
		const body = { data: [], list_meta: { total_count: 101 } };
		node.service.addFault({ match: { method: 'GET' }, effect: { kind: 'response', status: 200, body } });
		expect(await trigger.poll()).toBeNull();
		node.service.clearFaults();

		passTime(HOUR_MS);
		expect(await pollIds(trigger)).toEqual([late]);
	});
});

describe('publishing the workflow again', () => {
	/** An activation in the process of others. */
	const sharing = () => {
		const process = new GiftOrderBatchPollingTrigger();
		return (ids: unknown, staticData: IDataObject = {}) => activate(ofBatches(ids), { staticData }, process);
	};

	test('while a poll is in flight starts the workflow once, by the activation that goes on', async () => {
		const activateAgain = sharing();
		const id = await node.createBatch(1);
		const before = activateAgain(id);
		node.service.addFault({ effect: { kind: 'latency', ms: 50 } });

		expect(await Promise.all([pollIds(before), pollIds(activateAgain(id))])).toEqual([null, [id]]);
	});

	test('starts the workflow for an event that n8n discarded with the last activation', async () => {
		const activateAgain = sharing();
		const id = await node.createBatch(11);
		const before = activateAgain(id);
		await before.poll();
		const { staticData } = storedBy(before);
		node.service.setBatchState(id, 'complete');
		// n8n 2 discards the output of a poll that was in flight when the workflow was unpublished, and stores nothing.
		expect(await pollIds(before)).toEqual([id]);

		const after = activateAgain(id, staticData);
		expect(await pollIds(after)).toEqual([id]);
		expect(await after.poll()).toBeNull();
	});

	test('does not start for an event again when the end of an execution has undone what n8n stored, and makes it whole', async () => {
		const activateAgain = sharing();
		const ids = (await createBatches(2, 11)) as [string, string];
		const before = activateAgain(ids);
		await before.poll();
		const { staticData: undone } = storedBy(before);
		node.service.setBatchState(ids[0], 'complete');
		expect(await pollIds(before)).toEqual([ids[0]]);
		expect(await before.poll()).toBeNull();

		const after = activateAgain(ids, undone);
		expect(await after.poll()).toBeNull();
		node.service.setBatchState(ids[1], 'complete');
		expect(await pollIds(after)).toEqual([ids[1]]);
		expect(await activate(ofBatches(ids), storedBy(after)).poll()).toBeNull();
	});
});

describe('a list with entries that are not as the interface says', () => {
	/** Activates a trigger, and polls twice once the service lists these entries. */
	async function pollTwice(parameters: IDataObject, ...entries: IDataObject[]) {
		const trigger = activate(parameters);
		await trigger.poll();
		passTime(MINUTE_MS);
		node.service.addFault({ match: { path: /\/order_(batches|activities)$/ }, effect: listing(...entries) });
		return [await trigger.poll(), await trigger.poll()];
	}

	test.each([
		['a number', { id: 7 }, ['7', 'right']],
		['missing', {}, ['right']],
		['null', { id: null }, ['right']],
	])('holds back no other order batches when the ID of one is %s', async (_what, strange, ids) => {
		const state = { send_status: 'complete' };
		const [first, second] = await pollTwice(ofAccount, { ...state, ...strange }, { ...state, id: 'right' });

		expect([idsOf(first ?? null), second]).toEqual([ids, null]);
	});

	test.each<[string, object, string | undefined]>([
		['order is null', { id: 'strange', order: null }, undefined],
		['order is text', { id: 'strange', order: 'order' }, undefined],
		['ID is a number', { id: 7 }, '7'],
		['ID is missing', { id: undefined }, expect.any(String)],
		['ID is null', { id: null }, expect.any(String)],
	])('starts once for all activities with an order when the %s of one', async (_what, strange, eventId) => {
		const at = new Date(Date.now() + 1_000).toISOString();
		const right = { id: 'right', order_status: 'opened', created_at: at, order: { id: 'order', status: 'opened' } };
		const [first, second] = await pollTwice(ofOrders, { ...right, ...strange }, right);

		const item = (id: string) => ({ event: 'opened', event_id: id, id: 'order' });
		expect(first).toMatchObject([...(eventId === undefined ? [] : [item(eventId)]), item('right')]);
		expect(second).toBeNull();
	});
});
