import type { IDataObject } from 'n8n-workflow';

import { isCreation } from '../../../../../dev/harness/batches';
import type { NodeRun, RunOptions } from '../../../../../dev/harness/engine';
import type { FaultEffect } from '../../../../../dev/mock-service';
import { REFERENCE_ADVICE } from '../../../../../nodes/GiftOrderBatch/resources/sentences';
import { actionNode } from '../../../../support/actionNode';
import { already, creationsOf, failuresOf, GOES_ON, named, outcomesOf, responds } from '../../../../support/creations';
import { listing } from '../../../../support/listing';
import { FROM_ITEMS } from '../../../../support/orderBatchParameters';

const node = actionNode({ limits: { retryBudgetMs: 300 } });

const { create, send, retry, stored, gifts, failNext, failLists, refuseNext, loseNext } = creationsOf(node);

/** The refusal because so many people of the list have a gift of the day, or may have one. */
const giftedToday = (all: number, count: number, more: object = {}, outcome = 'nothingSent') => ({
	outcome,
	problems: [{ kind: 'giftedToday', people: { all }, count, isSure: true, ...more }],
});

const FIVE = ['Ann', 'Ben', 'Cleo', 'Dan', 'Eve'];
const ONE_EACH = Object.fromEntries(FIVE.map((name) => [name, 1]));
/** So many that the order batch stays pending. */
const TWELVE = Array.from({ length: 12 }, (_, index) => `Guest${index}`);

const SKIP = { options: { skipGiftedWithinDays: 1 } };
const SKIPPING = { options: { skipInvalidRecipients: true } };

const own = (customerReferenceId: string): IDataObject => ({ additionalFields: { customerReferenceId } });

/** Executes the step by hand for people of these names. */
const byHand = async (names = FIVE, more: IDataObject = {}, options: Partial<RunOptions> = {}): Promise<NodeRun> =>
	await send(names, more, { mode: 'manual', ...options });
type Attempt = Parameters<typeof byHand>;

const afterRestart = () => ({ credentials: node.credentialsAfterRestart() });

const setState = (state: 'pending' | 'complete' | 'failed') =>
	node.service.setBatchState(String(stored()[0]?.id), state);

const EVE_IS_WRONG = [...named(...FIVE.slice(0, 4)), { first_name: 'Eve', email: 'at work' }];

/** What somebody mends after executing the step by hand, how many of how many have a gift then, and whether it is the same request. */
const EDITS: Array<[string, Attempt, () => Attempt, have: number, of: number, isSame?: boolean]> = [
	['a sixth contact is added', [], () => [[...FIVE, 'Fay']], 5, 6],
	['a message is added', [], () => [FIVE, { message: 'Hello!', cardId: node.service.samples.cardId }], 5, 5],
	['Recipients per Batch is set', [], () => [FIVE, { options: { recipientsPerBatch: 5 } }], 5, 5, true],
	['a row is sorted to the top', [], () => [['Eve', 'Ann', 'Ben', 'Cleo', 'Dan']], 5, 5, true],
	['the node is renamed', [], () => [FIVE, {}, { node: { name: 'Gifts' } }], 5, 5, true],
	['a row that was skipped is repaired', [[], SKIPPING, { items: EVE_IS_WRONG }], () => [FIVE, SKIPPING], 4, 5],
];

/** What the service tells, and what the node remembers, when the step is executed by hand again. */
describe.each<[string, boolean, boolean]>([
	['lists order batches', true, true],
	['lists order batches, after a restart of n8n', true, false],
	['does not list order batches', false, true],
	['does not list order batches, after a restart of n8n', false, false],
])('where the service %s,', (_where, canList, remembers) => {
	beforeEach(() => node.service.setInterfaceOnly(!canList));
	const again = async (...[names, more, options]: Attempt) =>
		await byHand(names, more, { ...(remembers ? {} : afterRestart()), ...options });

	test.each(EDITS)('nobody gets a second gift when %s', async (_what, first, then, have, of, isSame = false) => {
		const sent = await byHand(...first);
		expect(sent.status).toBe('success');
		const had = await gifts();
		expect(Object.values(had)).toEqual(Array(have).fill(1));
		const run = await again(...then());

		expect(await gifts()).toEqual(had);
		if (!canList && !remembers) {
			expect(run.error?.message).toContain(String(stored()[0]?.customer_reference_id));
			expect(run.error?.context).toMatchObject({ outcome: 'nothingSent', advice: REFERENCE_ADVICE.placeTaken });
		} else if (isSame) {
			expect(already(run)).toEqual(Array(of).fill(true));
		} else {
			const named = expect.arrayContaining(['ann@example.com']) as string[];
			const orderBatches = { named: [stored()[0]?.id], all: 1 };
			const facts = { people: { named, all: have }, orderBatches, isSkipping: false, when: 'from this step today' };
			expect(run.error?.context).toMatchObject(giftedToday(have, of, facts));
		}
	});

	test('a test to oneself and then the list are both sent, unless nobody can know', async () => {
		await byHand(['Me']);
		const run = await again();

		const isKnown = canList || remembers;
		expect(await gifts()).toEqual(isKnown ? { Me: 1, ...ONE_EACH } : { Me: 1 });
		expect(run.status).toBe(isKnown ? 'success' : 'error');
	});
});

test.each([
	[5, true],
	[12, true],
	[5, false],
	[12, false],
])('Skip Gifted by hand sends only to who is new beside %d others, without a restart: %s', async (count, remembers) => {
	const others = TWELVE.slice(0, count);
	await byHand(others);
	// The orders of more than ten people do not exist at once.
	setState('complete');
	const run = await byHand([...others, 'Fay'], SKIP, remembers ? {} : afterRestart());

	expect(run.json.map(({ first_name: name, already_created: isOld = false }) => [name, isOld])).toEqual([
		...(remembers ? others.map((name) => [name, true]) : []),
		['Fay', false],
	]);
	expect(await gifts()).toEqual(Object.fromEntries([...others, 'Fay'].map((name) => [name, 1])));
});

const withFay = async () => await byHand([...FIVE, 'Fay'], SKIP, afterRestart());

test('Skip Gifted Within Days by hand leaves nobody out whose order batch failed, and sends nobody a second one without a decision', async () => {
	await byHand();
	setState('failed');
	const run = await withFay();

	expect(run.json).toEqual([]);
	expect(run.error?.context).toMatchObject(giftedToday(5, 6, { isSure: false }));
	expect(stored()).toHaveLength(1);
});

test('Skip Gifted Within Days by hand leaves out a list that is still pending, and is not advised where that could not be read at first', async () => {
	await byHand();
	setState('pending');
	failLists(responds(403), 1);

	expect((await withFay()).error?.context).toMatchObject(giftedToday(5, 6, { isSkipping: true }));
	expect((await withFay()).json.map(({ first_name: name }) => name)).toEqual(['Fay']);
	expect(await gifts()).toEqual({ ...ONE_EACH, Fay: 1 });
});

test('Skip Gifted Within Days by hand leaves out a scheduled gift of the day whose time is changed', async () => {
	const run = async (scheduledSendOn: string) =>
		await byHand(['Ann', 'Ben'], { scheduledSendOn, options: { skipGiftedWithinDays: 30 } });
	await run('2035-01-10T09:00:00Z');
	const { error, hints } = await run('2035-02-10T09:00:00Z');

	expect(error).toBeUndefined();
	expect(hints).toEqual([expect.stringMatching(/^Nothing was sent\. 2 of 2 recipients were left out/)]);
	expect(stored()).toHaveLength(1);
});

describe('by hand, somebody who has a gift gets no second one when a Customer Reference ID', () => {
	test.each<[string, IDataObject, IDataObject, remembers?: boolean]>([
		['is removed', own('gift-1'), {}],
		['is added', {}, own('gift-1')],
		['is another one', own('gift-1'), own('gift-2')],
		['is added after a restart of n8n', {}, own('gift-1'), false],
	])('%s', async (_when, first, then, remembers = true) => {
		await byHand(FIVE, first);
		const run = await byHand(FIVE, then, remembers ? {} : afterRestart());

		expect(await gifts()).toEqual(ONE_EACH);
		expect(run.error?.context).toMatchObject(giftedToday(5, 5));
	});

	test.each<[string, IDataObject, (reference?: string | null) => FaultEffect]>([
		['fails', {}, () => responds(500)],
		['fails with Skip Gifted Within Days while the order batch is pending', SKIP, () => responds(500)],
		['has another shape', {}, (customer_reference_id) => listing({ customer_reference_id, id: 7, send_status: 3 })],
	])('is added after a restart of n8n, and the list %s, which is said in words', async (_what, options, effectOf) => {
		await byHand();
		setState('pending');
		failLists(effectOf(stored()[0]?.customer_reference_id));
		const { status, error } = await byHand(FIVE, { ...own('gift-1'), ...options }, afterRestart());

		expect(await gifts()).toEqual(ONE_EACH);
		expect(status).toBe('error');
		expect(error?.message).not.toContain('invalid_type');
	});

	test('is added after two processes have sent in turn', async () => {
		await byHand(['Ann']);
		await byHand(['Ben'], {}, afterRestart());

		expect((await byHand(['Ben'], own('gift-1'))).error?.context).toMatchObject(giftedToday(1, 1));
		expect(await gifts()).toEqual({ Ann: 1, Ben: 1 });
	});

	test('whose order batch may exist is another one', async () => {
		const then = own('gift-2');
		loseNext(2);
		await byHand(FIVE, own('gift-1'));
		node.service.clearFaults();

		expect((await byHand(FIVE, then)).error?.context).toMatchObject(giftedToday(5, 5, { isSure: false }, 'unknown'));
		expect(await gifts()).toEqual(ONE_EACH);

		expect(already(await byHand(FIVE, own('gift-1')))).toEqual(FIVE.map(() => true));
		expect((await byHand(FIVE, then)).error?.context).toMatchObject(giftedToday(5, 5));
		expect(await gifts()).toEqual(ONE_EACH);
	});
});

test('A Customer Reference ID needs no list with Allow Repeated Recipients.', async () => {
	failLists(responds(500));
	await byHand(FIVE, { ...own('gift-1'), options: { allowRepeatedRecipients: true } }, afterRestart());

	expect(await gifts()).toEqual(ONE_EACH);
});

test('By hand, Validate Only shows what would be sent also where the list of order batches fails.', async () => {
	failLists(responds(500));
	const { json } = await byHand(FIVE, { validateOnly: true });

	expect(json).toMatchObject(FIVE.map((first_name) => ({ valid: true, first_name })));
});

const lost = async (attempt: Promise<NodeRun>): Promise<NodeRun> => {
	const run = await attempt;
	node.service.clearFaults();
	return run;
};
const loseAll = () => node.service.addFault({ match: { method: 'POST' }, effect: responds(503) });

test.each([true, false])('behind an unknown attempt no other is sent, where the service lists: %s', async (canList) => {
	node.service.setInterfaceOnly(!canList);
	loseAll();
	await lost(byHand(['Ann']));
	const unresolved = { outcome: 'nothingSent', failure: 'unresolvedOrderBatch' };
	expect((await byHand(['Ben'])).error?.context).toMatchObject(unresolved);

	await byHand(['Ben', 'Cleo'], {}, afterRestart());
	expect(await gifts()).toEqual({ Ben: 1, Cleo: 1 });
});

test('an unknown first attempt of a place is to be repeated before a list with others is sent, also with Skip Gifted Within Days', async () => {
	const list: Attempt = [['Ann', 'Ben'], { ...SKIP, fromName: 'Bea' }];
	loseAll();
	await lost(byHand(['Ann']));
	expect((await byHand(...list)).error?.context).toMatchObject(giftedToday(1, 2, { isSure: false }, 'unknown'));
	expect(await gifts()).toEqual({});

	await byHand(['Ann']);
	await byHand(...list);
	expect(await gifts()).toEqual({ Ann: 1, Ben: 1 });
});

test.each([true, false])('two retries after an unknown one send once, where the service lists: %s', async (canList) => {
	node.service.setInterfaceOnly(!canList);
	refuseNext();
	const failed = await send(['Ann']);
	loseAll();
	const unknown = await lost(retry(failed, ['Ann']));
	for (const earlier of [unknown, failed]) await retry(earlier, ['Ben']);

	expect(await gifts()).toEqual({ Ben: 1 });
});

test.each(['nobody', 'the first'])('After a restart nobody gets two gifts while %s is listed.', async (listed) => {
	await byHand(TWELVE);
	const had = await gifts();
	const [batch] = stored();
	const [first] = await node.list(`/v1/order_batches/${batch?.id}/recipients`);
	const effect = listing(...(listed === 'nobody' ? [] : [first!]));
	node.service.addFault({ match: { method: 'GET', path: /recipients$/ }, effect });
	const { error } = await byHand(TWELVE.slice(1), { fromName: 'Bea' }, afterRestart());
	node.service.clearFaults();

	expect(error?.message).toContain(String(batch?.customer_reference_id));
	expect(await gifts()).toEqual(had);
});

test('By hand, a place that is taken again after it was read sends nothing, also to those who follow.', async () => {
	await byHand(['Ann']);
	const taken = { kind: 'response', status: 422, body: { error: 'customer_reference_id already exists' } } as const;
	failNext(taken);
	failNext(taken);
	const run = await byHand(['Ben', 'Cleo'], { options: { recipientsPerBatch: 1 } }, { ...afterRestart(), ...GOES_ON });

	const description = expect.stringContaining(REFERENCE_ADVICE.placeTaken) as string;
	expect(failuresOf(run)).toMatchObject([{ description }, { description }]);
	expect(await gifts()).toEqual({ Ann: 1 });
});

test('Each of two people with one name gets a gift by hand where another process sends between them.', async () => {
	await byHand(['Me']);
	const place = String(stored()[0]?.customer_reference_id).slice(0, -1);
	await node.createBatch(1, { customer_reference_id: `${place}2` });
	const { json, error } = await byHand(
		[],
		{ sendMethod: 'link_multiple_custom_list', options: { recipientsPerBatch: 1 } },
		{ items: [{ first_name: 'Ann' }, { first_name: 'Ann' }] },
	);

	expect(error).toBeUndefined();
	expect(json.map(({ already_created: isOld = false }) => isOld)).toEqual([false, false]);
	expect(await gifts()).toMatchObject({ Me: 1, Ann: 2 });
});

describe('a list of order batches that does not show a new one yet, where a repetition is refused as a duplicate,', () => {
	const loseOnce = (afterCommit: boolean) => failNext({ kind: 'response', status: 503, afterCommit });
	const existing = (name: IDataObject) =>
		FIVE.map(() => expect.objectContaining({ ...name, already_created: true }) as unknown);

	beforeEach(() => failLists(listing()));

	test.each(['by hand', 'in a retry'])('leaves it open whose it is %s, until it is shown', async (how) => {
		refuseNext();
		const failed = await send(FIVE);
		const attempt = async (earlier = failed) => await (how === 'by hand' ? byHand() : retry(earlier, FIVE));
		loseOnce(true);
		const unclear = await attempt();
		expect(unclear.json).toEqual([]);
		expect(unclear.error?.context).toMatchObject({ outcome: 'unknown', advice: REFERENCE_ADVICE.unclear() });

		expect(outcomesOf(await attempt(unclear))).toEqual(['unknown']);
		node.service.clearFaults();
		expect((await attempt(unclear)).json).toEqual(existing({ order_batch_id: stored()[0]?.id }));
		expect(await gifts()).toEqual(ONE_EACH);
	});

	test.each([
		['is no success for others who were to get gifts in the same place', true, 'unknown'],
		['is asked for once and is not known for that', false, 'nothingSent'],
	])('%s', async (_what, isLost, outcome) => {
		await byHand(['Ben']);
		const before = node.requests.filter(isCreation).length;
		if (isLost) loseOnce(false);
		const run = await byHand(['Ann'], {}, afterRestart());

		expect([run.json, outcomesOf(run)]).toEqual([[], [outcome]]);
		expect(node.requests.filter(isCreation)).toHaveLength(before + (isLost ? 2 : 1));
		expect(await gifts()).toEqual({ Ben: 1 });
	});
});

const HOME = { street: '548 Market St', city: 'San Francisco', state: 'CA', zip: '94104' };
const PEOPLE = TWELVE.map((_, index) => ({ first_name: 'Ann', last_name: `Lee ${index}`, ...HOME }));
const withEmails = PEOPLE.map((one, index) => ({ ...one, email: `ann${index}@example.com` }));
const shipped = () => create({ ...FROM_ITEMS, sendMethod: 'direct_send' });

test.each<[string, IDataObject[], remembers: boolean]>([
	['after a restart of n8n', PEOPLE, false],
	['whose emails are no longer in the list', withEmails, true],
	['whose emails are no longer in the list after a restart of n8n', withEmails, false],
])('People known by their names and addresses get no second gift by hand %s.', async (_how, first, remembers) => {
	await node.run(shipped(), { items: first, mode: 'manual' });
	await node.run(shipped(), { items: PEOPLE, mode: 'manual', ...(remembers ? {} : afterRestart()) });

	expect(await gifts()).toEqual({ Ann: 12 });
});
