import type { IDataObject } from 'n8n-workflow';

import { ServiceClient, type Connection } from '../../../../../nodes/GiftOrderBatch/api/client';
import type { ServiceError } from '../../../../../nodes/GiftOrderBatch/api/errors';
import { judge, type Creation } from '../../../../../nodes/GiftOrderBatch/resources/orderBatch/once/claims';
import type { Ledger } from '../../../../../nodes/GiftOrderBatch/resources/orderBatch/once/ledger';
import {
	checkLedger,
	createOrderBatch,
	readPlace,
} from '../../../../../nodes/GiftOrderBatch/resources/orderBatch/once/send';
import { personKey } from '../../../../../nodes/GiftOrderBatch/resources/orderBatch/recipients/personKey';
import { outcomeOf, type OutcomeFacts } from '../../../../../nodes/GiftOrderBatch/resources/outcome';
import { failureParts, REFERENCE_ADVICE, type Failure } from '../../../../../nodes/GiftOrderBatch/resources/sentences';
import type { OrderBatchInput } from '../../../../../nodes/GiftOrderBatch/resources/orderBatch/rules/input';
import { passTime, useStoppedClock } from '../../../../support/fakeDate';
import { dropped, plainClient, type PlainResponse } from '../../../../support/plainClient';
import { ANN, batchOf, BEN, byHand, CY, input, open, reopen, reload } from './openLedger';

const OWN = input({ customer_reference_id: 'deal-1' });
const [TO_ANN, TO_BEN, TO_CY] = [input(), input({ recipients: [BEN] }), input({ recipients: [CY] })];

/** What goes wrong with a creation, before or after the service has carried it out. */
type Fault = { response: PlainResponse; afterCommit?: boolean };

const refusal = (statusCode: number, error = 'No', headers: IDataObject = {}): Fault => ({
	response: { statusCode, headers, body: { error } },
});

/** The batch is there, and its response is not. */
const DROPPED: Fault = { response: dropped(), afterCommit: true };
/** The same, and the client does not try again. */
const LOST: Fault = { response: { body: 'page' }, afterCommit: true };

/** A service that keeps order batches in memory. */
function service({ canList = true } = {}) {
	const batches: IDataObject[] = [];
	const people = new Map<string, IDataObject[]>();
	const faults: Fault[] = [];
	/** What its list of order batches is; its batches where that is not given. */
	const listed: { data?: IDataObject[] } = {};
	const create = ({ recipients, ...body }: IDataObject): PlainResponse => {
		const reference = String(body.customer_reference_id);
		if (batches.some((batch) => batch.customer_reference_id === reference)) {
			return refusal(422, `customer_reference_id already exists: ${reference}`).response;
		}
		const all = recipients as IDataObject[];
		const shown = { recipients_count: all.length, recipients_preview: all, send_status: 'complete' };
		const id = `ob_${batches.length + 1}`;
		people.set(id, all);
		batches.push({ ...body, ...shown, id });
		return { statusCode: 201, body: batches.at(-1) };
	};
	const connect = (apiKey = 'key', more: Partial<Connection> = {}) =>
		plainClient(
			({ method, url, body }) => {
				if (method === 'POST') {
					const fault = faults.shift();
					const response = fault && !fault.afterCommit ? undefined : create(body ?? {});
					return fault?.response ?? (response as PlainResponse);
				}
				const [, id, part] = /order_batches\/(ob_\d+)(\/recipients)?$/.exec(url) ?? [];
				if (id && !part) return { body: batches.find((batch) => batch.id === id) };
				const data = (id && people.get(id)) || (listed.data ?? batches);
				return canList ? { body: { data, list_meta: { total_count: data.length } } } : refusal(404).response;
			},
			{ retryBudgetMs: 5_000, firstRetryDelayMs: 2, longestRetryDelayMs: 20 },
			{ apiKey, ...more },
		);
	return { batches, faults, listed, connect, ...connect() };
}

/** The same, and the ledger of an execution. */
const started = async (more?: Parameters<typeof service>[0]) => ({ ...service(more), ledger: await open() });

/** What became of a creation; where it failed, all that is said of it. */
type Result = OutcomeFacts & { kind: string; message?: string; cause?: unknown };

const planned = (ledger: Ledger, made: OrderBatchInput): Creation => judge([batchOf(made)], ledger)[0]!;

/** Attempts a creation. @param waitMs how long it waits for others between planning and sending */
async function attempt(client: ServiceClient, ledger: Ledger, made = input(), waitMs = 0): Promise<Result> {
	ledger.loadDays(client.keyFingerprint);
	const creation = planned(ledger, made);
	passTime(waitMs);
	return await createOrderBatch(client, ledger, creation).catch((error: ServiceError) => {
		const { message, cause } = error;
		return { kind: 'failed', ...outcomeOf(error), message, cause };
	});
}

const failing = (client: ServiceClient, isFailing: (endpoint: { method: string; path: string }) => boolean) =>
	jest.spyOn(client, 'call').mockImplementation(async (endpoint, latest) => {
		if (isFailing(endpoint)) throw new Error('No');
		return await (ServiceClient.prototype.call as typeof client.call).call(client, endpoint, latest);
	});

const MAY_BE_OURS = { outcome: 'unknown', orderBatchId: 'b-1', isDuplicate: true };
const OF_OTHERS = { outcome: 'nothingSent', advice: REFERENCE_ADVICE.ownTaken('b-1') };

useStoppedClock();

test('a creation that the service refuses has created nothing, and may have where nobody foresaw its failure', async () => {
	const { client, faults, requests, ledger } = await started();
	faults.push(refusal(400));

	expect(await attempt(client, ledger)).toMatchObject({ cause: 400, outcome: 'nothingSent' });
	expect([requests.length, ledger.possible]).toEqual([1, []]);
	jest.spyOn(client, 'call').mockRejectedValueOnce(new TypeError('not foreseen'));
	expect(await attempt(client, ledger)).toMatchObject({ message: 'not foreseen', outcome: 'unknown' });
});

test.each<[string, Fault]>([
	['with any 409', refusal(409, 'Conflict')],
	['with a pause that is too long', refusal(429, 'No', { 'retry-after': '3600' })],
])('a creation that the service refuses %s may exist after an attempt that may have worked', async (_how, fault) => {
	for (const afterCommit of [false, true]) {
		const { client, faults, batches, ledger } = await started({ canList: false });
		faults.push({ ...refusal(502), afterCommit }, fault);

		expect((await attempt(client, ledger)).outcome).toBe('unknown');
		expect(ledger.possible).toMatchObject([{ state: 'unknown' }]);
		expect(batches).toHaveLength(Number(afterCommit));
	}
});

test.each<[string, boolean, OrderBatchInput, object]>([
	['is found', true, input(), { kind: 'found', orderBatch: { id: 'ob_1' } }],
	['is found by its own reference', true, OWN, { kind: 'found', orderBatch: { id: 'ob_1' } }],
	['exists where batches cannot be listed', false, input(), { kind: 'exists' }],
	['may exist with its own reference', false, OWN, { kind: 'failed', outcome: 'unknown', isDuplicate: true }],
])('a creation whose response is lost %s', async (_what, canList, made, expected) => {
	const { client, faults, batches } = service({ canList });
	faults.push(DROPPED);

	expect(await attempt(client, await open(), made)).toMatchObject(expected);
	expect(batches).toHaveLength(1);
});

test('a creation whose response is lost is known by the next attempt of the same gift', async () => {
	const { client, faults, batches, requests, ledger } = await started();
	faults.push(LOST);
	await attempt(client, ledger);
	const retry = await reload(ledger, { execution: '2' });

	expect(await attempt(client, retry)).toMatchObject({ kind: 'found', orderBatch: { id: 'ob_1' } });
	expect([batches.length, requests.filter(({ method }) => method === 'POST').length]).toEqual([1, 1]);
});

test('a creation whose response is lost may exist where its reference was taken, and is free again', async () => {
	const { client, faults, batches, ledger } = await started({ canList: false });
	faults.push(refusal(409, 'customer_reference_id has already been taken'), LOST);
	const results = [];
	for (let times = 0; times < 3; times++) results.push(await attempt(client, ledger, OWN));

	expect(results.map(({ outcome }) => outcome)).toEqual(['nothingSent', 'unknown', 'unknown']);
	expect(results[2]?.advice).not.toBe(REFERENCE_ADVICE.ownTaken());
	expect(batches).toHaveLength(1);
});

test('A response for another order batch is no success, although the list may have the right one.', async () => {
	const other = { body: { id: 'ob_9', send_status: 'complete', customer_reference_id: 'deal-9' } };
	for (const afterCommit of [true, false]) {
		const { client, faults, ledger } = await started();
		faults.push({ response: other, afterCommit });
		const failure = await attempt(client, ledger, OWN);

		expect(failure).toMatchObject({ failure: 'otherReference', outcome: 'unknown' });
		expect(ledger.possible).toMatchObject([{ state: 'unknown' }]);
	}
});

test.each([
	['is that of another execution where it is listed', true, { kind: 'taken' }],
	[
		'may exist or not where it cannot be listed',
		false,
		{ outcome: 'unknown', message: expect.stringContaining('ob_9') },
	],
])('An order batch %s, if the service responds with one for other people.', async (_what, canList, expected) => {
	const { client, faults, batches, ledger } = await started({ canList });
	// As of a service that responds to a duplicate with what exists.
	const existing = { id: 'ob_9', customer_reference_id: ledger.next(false), send_status: 'complete' };
	batches.push({ ...existing, recipients_count: 1, recipients_preview: [BEN] });
	faults.push({ response: { statusCode: 201, body: batches[0] } });

	expect(await attempt(client, ledger, TO_ANN)).toMatchObject(expected);
});

test('A creation that is cancelled before a request is accepted has created nothing, unless an earlier attempt may have.', async () => {
	const controller = new AbortController();
	for (const isLost of [false, true]) {
		const { faults, connect, batches, ledger } = await started();
		if (isLost) {
			faults.push(LOST);
			// Its list fails, so that nobody knows.
			const { client } = connect();
			failing(client, ({ method }) => method === 'GET');
			await attempt(client, ledger);
		}
		faults.push(refusal(429, 'Wait', { 'retry-after': '1' }));
		const cancelled = connect('key', { cancelSignal: controller.signal, sleep: async () => controller.abort() });
		const { message, outcome } = await attempt(cancelled.client, ledger);

		expect([message, outcome]).toEqual(['The execution was cancelled', isLost ? 'unknown' : 'nothingSent']);
		expect([ledger.possible.length, batches.length]).toEqual([Number(isLost), Number(isLost)]);
	}
});

const soon = () => input({ scheduled_send_on: new Date(Date.now() + 1_000).toISOString() });

test('a creation whose time has come since then is refused, and nothing is sent', async () => {
	const { client, requests, ledger } = await started();
	const failure = await attempt(client, ledger, soon(), 2_000);

	expect(failure.problems).toMatchObject([{ kind: 'past', field: 'Send On' }]);
	expect([requests, ledger.possible]).toEqual([[], []]);
});

test('a creation whose time has come since then is found where an earlier attempt may have created it', async () => {
	const { client, faults, batches, listed, ledger } = await started();
	const made = soon();
	faults.push(LOST);
	listed.data = [];
	expect((await attempt(client, ledger, made)).outcome).toBe('unknown');
	listed.data = undefined;

	expect(await attempt(client, ledger, made, 2_000)).toMatchObject({ kind: 'found', orderBatch: { id: 'ob_1' } });
	expect(batches).toHaveLength(1);
});

const FOUND = { kind: 'found', orderBatch: { id: 'b-1' } };
const [NOON, AFTERNOON] = ['2040-01-01T12:00:00Z', '2040-01-01T13:00:00Z'];

test.each<[string, IDataObject, object, time?: string]>([
	['is ours with the same people', {}, FOUND],
	['is ours at the same time', { scheduled_send_on: NOON }, FOUND, NOON],
	['may be ours at another time', { scheduled_send_on: AFTERNOON }, MAY_BE_OURS, NOON],
	['may be ours where it shows nobody', { recipients_preview: undefined }, MAY_BE_OURS],
	['may be ours with a sender that the service has changed', { from_name: 'Z' }, MAY_BE_OURS],
	['is of others with another person', { recipients_count: undefined, recipients_preview: [BEN] }, OF_OTHERS],
])('A batch in the list with the reference of an unclear attempt %s.', async (_what, batch, expected, ...[time]) => {
	const { client, faults, listed, batches } = service();
	faults.push(DROPPED);
	const shown = { id: 'b-1', send_status: 'complete', customer_reference_id: 'deal-1', ...batch };
	listed.data = [
		{ ...shown, id: 'b-0', customer_reference_id: 'deal-0' },
		{ recipients_count: 1, recipients_preview: [ANN], ...shown },
	];
	// The service tells no more of its people than its list.
	failing(client, ({ path }) => path.endsWith('/recipients'));

	expect(await attempt(client, await open(), { ...OWN, scheduled_send_on: time })).toMatchObject(expected);
	expect(batches).toHaveLength(1);
});

const otherApiKey = (more: Omit<Failure<'otherApiKey'>, 'kind'>) => {
	const [message] = failureParts({ kind: 'otherApiKey', ...more });
	return { message, failure: 'otherApiKey' };
};

test.each<['created' | 'unknown' | 'taken', string, OrderBatchInput, OrderBatchInput]>([
	['created', '', TO_ANN, TO_ANN],
	['created', ', with a reference of the user', OWN, OWN],
	['unknown', '', TO_ANN, TO_ANN],
	['unknown', ', with a reference of the user', OWN, OWN],
	['taken', '', TO_ANN, TO_ANN],
	['taken', ', with a reference of the user', OWN, OWN],
	['taken', ', where somebody else would get its reference now', TO_ANN, TO_BEN],
])('another API key sends nothing for what is %s by the first one%s', async (state, _how, made, again) => {
	const { client, faults, batches, connect, listed, ledger } = await started();
	// What was lost cannot be found.
	listed.data = [];
	const reference = made.customer_reference_id ?? ledger.next(false);
	if (state === 'unknown') faults.push(LOST);
	if (state === 'taken') batches.push({ id: 'ob_0', customer_reference_id: reference });
	await attempt(client, ledger, made);
	expect(ledger.get(reference)?.state).toBe(state);
	const other = connect('other');
	const retry = await reload(ledger, { execution: '2' });

	const said = otherApiKey({ state, reference, orderBatchId: state === 'created' ? 'ob_1' : undefined });
	const outcome = state === 'taken' ? 'nothingSent' : state;
	expect(await attempt(other.client, retry, again)).toMatchObject({ ...said, outcome });
	expect([batches.length, other.requests.length]).toEqual([1, 0]);
	expect(() => checkLedger(other.client, retry, planned(retry, again))).toThrow(said.message);
	retry.loadDays(client.keyFingerprint);
	expect(() => checkLedger(client, retry, planned(retry, again))).not.toThrow();
});

test('another API key names the order batch of the same request, and has sent nothing of another one', async () => {
	const { client, batches, connect, ledger } = await started();
	for (const made of [input(), TO_BEN]) await attempt(client, ledger, made);
	const retry = async (made: OrderBatchInput) => {
		const other = connect('other').client;
		const retried = await reload(ledger, { execution: '2' });
		return await attempt(other, retried, made);
	};

	const [first, second] = batches.map(({ id }) => String(id)) as [string, string];
	expect(await retry(TO_BEN)).toMatchObject({ outcome: 'created', orderBatchId: second });
	const failure = await retry(TO_CY);
	const said = otherApiKey({ state: 'created', reference: '', orderBatchId: first });
	expect(failure).toMatchObject({ ...said, outcome: 'nothingSent' });
	expect(failure).not.toHaveProperty('orderBatchId');
	expect(batches).toHaveLength(2);
});

test('An order batch that a run finds is one of that run, unless another execution has created it.', async () => {
	const { client, ledger: first } = await started();
	await attempt(client, first);
	const second = await reopen(first, { run: 1 });
	await attempt(client, second);
	expect(second.possible).toMatchObject([{ runIndex: 1 }]);

	const creator = await open(byHand('found'));
	const finder = await open(byHand('found', { execution: '2', run: 1 }));
	for (const ledger of [creator, finder]) await attempt(client, ledger, TO_BEN);
	expect([creator.possible, finder.possible]).toMatchObject([[{ runIndex: 0 }], []]);
});

test('What follows an order batch that may exist can be sent in an execution of its own, or if that one is asked for before it.', async () => {
	const { client, faults, listed } = service();
	listed.data = [];
	for (const isByHand of [true, false]) {
		const ledger = await open(isByHand ? byHand('follows') : { workflow: 'follows' });
		await attempt(client, ledger, TO_ANN);
		faults.push(LOST);
		await attempt(client, ledger, TO_BEN);
		const ofPlan = (made: OrderBatchInput) => planned(ledger, made);
		const [ann, ben, cy] = [ofPlan(TO_ANN), ofPlan(TO_BEN), ofPlan(TO_CY)];

		expect(() => checkLedger(client, ledger, cy, [ann, ben])).not.toThrow();
		if (isByHand) expect(() => checkLedger(client, ledger, cy, [ann])).toThrow(ledger.last(false)?.reference);
		else expect(() => checkLedger(client, ledger, cy, [ann])).not.toThrow();
	}
});

test('A retry whose history is lost sends nothing, unless the user gives a reference.', async () => {
	const { client, requests } = service();
	const retry = await open({ mode: 'retry' });

	expect((await attempt(client, retry)).outcome).toBe('unknown');
	expect(requests).toEqual([]);
	expect(await attempt(client, retry, OWN)).toMatchObject({ kind: 'created' });
});

test('A place of which one order batch cannot be read is not known in part.', async () => {
	const { client, batches } = service();
	const ledger = await open(byHand('in part'));
	const before = await open(byHand('in part', { execution: '2' }));
	for (const made of [TO_ANN, TO_BEN]) await attempt(client, before, made);
	Object.assign(batches[1] as object, { recipients_preview: [] });
	failing(client, ({ path }) => path.endsWith('/recipients'));

	await expect(readPlace(client, ledger)).rejects.toMatchObject({ message: expect.stringContaining('ob_2') });
	expect(ledger.get(`${ledger.place()}0`)).toBeUndefined();
});

test.each([
	['complete', { expires_at: NOON }],
	['pending', { scheduled_send_on: NOON }],
	['failed', { scheduled_send_on: NOON, expires_at: AFTERNOON }],
])('An order batch that is %s is read as it is, with all its people, and found: %j', async (send_status, times) => {
	const { client, connect, batches } = service();
	const workflow = `read as ${send_status}`;
	const made = input({ recipients: [ANN, BEN], ...times });
	// Another key makes a ledger that remembers nothing of the day.
	await attempt(connect('old key').client, await open(byHand(workflow)), made);
	Object.assign(batches[0] as object, { send_status, recipients_preview: [ANN] });
	batches.push({ id: 'ob_2', customer_reference_id: 'of another place', send_status });
	const ledger = await open(byHand(workflow, { execution: '2' }), client.keyFingerprint);
	await readPlace(client, ledger);

	const isFailed = send_status === 'failed' || undefined;
	const read = { orderBatchId: 'ob_1', isFailed, times, recipientsCount: 2 };
	expect(ledger.get(`${ledger.place()}0`)).toMatchObject(read);
	expect(ledger.of(personKey(BEN))).toMatchObject([read]);
	expect(ledger.get('of another place')).toBeUndefined();
	expect(await attempt(client, ledger, made)).toMatchObject({ kind: 'found' });
});

test('An order batch that the list did not show at first, or that could not be searched, is found by the next attempt.', async () => {
	const { client, faults, listed, ledger } = await started();
	faults.push(DROPPED);
	const search = failing(client, ({ method, path }) => method === 'GET' && path.endsWith('/order_batches'));
	expect((await attempt(client, ledger)).outcome).toBe('unknown');
	expect(ledger.possible).toMatchObject([{ state: 'unknown' }]);
	search.mockRestore();

	listed.data = [];
	expect(await attempt(client, ledger)).toEqual({ kind: 'exists' });
	expect(await attempt(client, ledger)).toEqual({ kind: 'exists' });
	delete listed.data;
	expect(await attempt(client, ledger)).toMatchObject({ kind: 'found', orderBatch: { id: 'ob_1' } });
});
