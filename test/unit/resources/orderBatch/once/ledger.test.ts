import type { IDataObject } from 'n8n-workflow';

import {
	isDerived,
	identityOf,
	keysOf,
	mayExist,
	requestKeyOf,
	type LedgerEntry,
} from '../../../../../nodes/GiftOrderBatch/resources/orderBatch/once/entries';
import type { Ledger } from '../../../../../nodes/GiftOrderBatch/resources/orderBatch/once/ledger';
import {
	nameKey,
	nameOnlyKey,
	personKey,
} from '../../../../../nodes/GiftOrderBatch/resources/orderBatch/recipients/personKey';
import type { OrderBatchInput } from '../../../../../nodes/GiftOrderBatch/resources/orderBatch/rules/input';
import { ADDRESS } from '../../../../support/samples';
import { ANN, BEN, byHand, input, NAMED, open, openTurn, record, reload, reopen, type Environment } from './openLedger';

const EVENT = { event: 'order.created', id: 'order-1' };

afterEach(() => jest.useRealTimers());

const BOTH = { recipients: [ANN, BEN] };

test.each<[string, Partial<OrderBatchInput>, boolean]>([
	['at another time', { scheduled_send_on: '2040-01-01T00:00:00Z' }, true],
	['that expires at another time', { expires_at: '2040-01-01T00:00:00Z' }, true],
	['with another reference', { customer_reference_id: 'deal-1' }, true],
	['with the swap that the service takes for none', { swap: 'single' }, true],
	['with the shipping tier that the service takes for none', { international_shipping_tier: 'disabled' }, true],
	['with a field that is not given', { message: undefined }, true],
	['with its recipients in another order', { recipients: [BEN, ANN] }, true],
	['for somebody else', { recipients: [ANN, { ...BEN, first_name: 'Benno' }] }, false],
	['for somebody twice', { recipients: [ANN, BEN, BEN] }, false],
	['with another sender', { from_name: 'Ben' }, false],
	['with a message', { message: 'Hi' }, false],
	['with another swap', { swap: 'multiple' }, false],
	['with another shipping tier', { international_shipping_tier: 'standard' }, false],
])('a request %s is the same: %j, %s', (_what, change, isSame) => {
	expect(requestKeyOf(input({ ...BOTH, ...change })) === requestKeyOf(input(BOTH))).toBe(isSame);
});

test.each<[string, object, boolean, boolean]>([
	['with an email', { ...NAMED, email: 'ann@example.com', phone: '+14155552671' }, true, false],
	['with a phone', { ...NAMED, phone: '+14155552671' }, true, true],
	['with an address', { ...NAMED, mailing_address: ADDRESS }, true, true],
	['of whom only a name is known', NAMED, false, true],
	['with a blank email', { ...NAMED, email: ' ' }, false, true],
])('a recipient %s is found: %j, by person %s, by name %s', (_what, recipient, isPerson, isByName) => {
	const identity = [...(isPerson ? [personKey(recipient)] : []), ...(isByName ? [nameOnlyKey(recipient)] : [])];
	expect(identityOf(recipient)).toEqual(identity);
	expect(keysOf(recipient)).toEqual([...identity, nameKey(recipient)]);
});

const placeIn = async (more: Environment = {}, allowsRepeated = false) => (await open(more)).place(allowsRepeated);

const NO_ID = { id: '' };
/** A node that somebody executes by hand, to which no other leads; or which n8n's AI executes by itself. */
const lonely = (workflow: string, isAlone: boolean) => byHand(workflow, { id: workflow, isAlone, isConnected: false });
test.each<[string, boolean, Environment, Environment?]>([
	['in another run of the node', true, { run: 1 }],
	['under another name of the node', true, { node: 'Renamed' }],
	['where the node is a tool', true, { isTool: true }],
	['with another kind of trigger', true, { mode: 'webhook' }],
	['in another instance of n8n', false, { instance: 'another' }],
	['in another workflow', false, { workflow: 'another' }],
	['in another execution', false, { execution: '2' }],
	['for another node of the same name', false, { id: 'another' }],
	['for another node without an ID', false, { ...NO_ID, node: 'Another' }, NO_ID],
	["in each new workflow in which n8n's AI runs a node by itself", true, lonely('one', true), lonely('two', true)],
	['in each workflow of a person in which no node leads to it', false, lonely('one', false), lonely('two', false)],
	['by hand after another node leads to it', true, byHand('one', { isConnected: false }), byHand('one')],
	['by hand after an event', true, { mode: 'manual', event: EVENT }, { mode: 'manual' }],
])('the place of a reference is the same %s: %s', async (_when, isSame, one, other = {}) => {
	expect((await placeIn(one)) === (await placeIn(other))).toBe(isSame);
});

test('the place of a reference stays that of the first attempt, also in a retry on the next day', async () => {
	jest.useFakeTimers({ now: Date.parse('2030-12-24T23:59:59Z') });
	const first = await open({ mode: 'manual' });
	jest.setSystemTime(Date.parse('2030-12-25T00:00:00Z'));

	const retry = await reload(first, { mode: 'retry', context: { source: 'manual' }, execution: '2' });
	expect([retry.place(false), retry.isByDay(false)]).toEqual([first.place(false), true]);
});

test('the place of a reference is that of each execution by hand where repeated recipients are allowed', async () => {
	const [first, second] = [await placeIn({ mode: 'manual' }, true), await placeIn({ mode: 'manual' })];
	expect(new Set([first, second, await placeIn({ mode: 'manual', execution: '2' }, true)]).size).toBe(3);
	// It keeps its value, so that a retry after an update finds what was sent.
	for (const allowsRepeated of [false, true])
		expect(await placeIn({}, allowsRepeated)).toBe('n8n-b8b54ab8c4abe55d5f012c02393e914d-');

	const ledger = await open({ mode: 'manual' });
	expect([ledger.isByDay(false), ledger.isByDay(true)]).toEqual([true, false]);
	expect((await open()).isByDay(false)).toBe(false);
});

test.each<[string, (place: string) => string, string | undefined]>([
	['this node has sent', (place) => `${place}7`, 'thisNode'],
	['any node has sent because of a gift', () => `n8n-after-gift-${'0'.repeat(32)}-0`, 'afterGift'],
	['another node has sent', () => `n8n-${'0'.repeat(32)}-0`, undefined],
	['the user has named', (place) => `deal-${place}n8n-after-gift-`, undefined],
])('An order batch that %s is told by its reference after a restart of n8n.', async (_whose, referenceOf, sender) => {
	const ledger = await open({ workflow: 'restarted' });

	expect(ledger.senderOf('ob_restarted', referenceOf(ledger.place()))).toBe(sender);
});

test.each<[string, Environment, string | undefined]>([
	['another node has sent because of a gift', { event: EVENT }, 'afterGift'],
	['another node has sent otherwise', {}, undefined],
	['this node has sent', byHand('by its ID', { id: 'this' }), 'thisNode'],
])('An order batch that %s by a reference of the user is told by its ID.', async (whose, more, sender) => {
	const ledger = await open({ id: whose, ...more });
	ledger.noteCreated(record(ledger, input({ customer_reference_id: 'deal-1' }), { orderBatchId: `ob ${whose}` }));

	expect((await open({ ...more, event: undefined, id: 'this' })).senderOf(`ob ${whose}`)).toBe(sender);
});

test('A place whose order batches are all known stays so in later runs of the node.', async () => {
	const first = await open({ event: EVENT });
	expect(first.mayBeShared(false)).toBe(true);
	first.noteCreated(record(first));

	expect((await reopen(first, { event: EVENT, run: 1 })).mayBeShared(false)).toBe(false);
});

const nextOf = (ledger: Ledger, further?: number) => Number(ledger.next(false, further).split('-').pop());

test('the number of a reference counts what the place holds, over runs and retries of the execution', async () => {
	const first = await open();
	expect([nextOf(first), nextOf(first, 1), nextOf(first, 2)]).toEqual([0, 1, 2]);
	record(first);
	record(await reopen(first, { run: 1 }), input({ recipients: [BEN] }));

	const retry = await reload(first, { mode: 'retry', execution: '2' });
	expect([nextOf(retry), nextOf(retry, 2)]).toEqual([2, 4]);
	expect(nextOf(await open({ execution: '3' }))).toBe(0);
});

test('the number of a reference of one that has surely created nothing is that of the next', async () => {
	const ledger = await open();
	record(ledger);
	const second = record(ledger, input({ recipients: [BEN] }));
	expect(nextOf(ledger)).toBe(2);
	ledger.remove(second);

	expect([ledger.next(false), ledger.get(second.reference)]).toEqual([second.reference, undefined]);
	expect(ledger.of(personKey(BEN), false)).toEqual([]);
	expect((await reload(ledger)).possible).toHaveLength(1);
	// It is the first one of which nothing is known, also before others.
	record(ledger, input(), { reference: `${ledger.place(false)}2` });
	expect(nextOf(ledger)).toBe(1);
	ledger.record(second);
	expect(nextOf(ledger)).toBe(3);
});

test.each<[LedgerEntry['state'], string, boolean]>([
	['created', 'constructor', true],
	['unknown', 'toString', true],
	['taken', '__proto__', false],
])('a later attempt finds what is %s with the reference %s, may exist: %s', async (state, reference, isExisting) => {
	const ledger = await open();
	expect(ledger.get(reference)).toBeUndefined();
	const entry = record(ledger, input({ customer_reference_id: reference }), { state });
	const later = await reload(ledger, { execution: '2', run: 1 });

	expect(later.get(reference)).toEqual(entry);
	expect(later.possible).toEqual(isExisting ? [entry] : []);
	expect([mayExist(entry), later.isOfExecution(entry)]).toEqual([isExisting, true]);
});

test('a later attempt puts an entry into the place of the one with the same reference', async () => {
	const ledger = await open();
	const earlier = input({ customer_reference_id: 'deal-1' });
	record(ledger, earlier, { state: 'unknown' });
	expect(ledger.of(personKey(ANN), false)).toHaveLength(1);
	const later = input({ customer_reference_id: 'deal-1', from_name: 'Ben', recipients: [BEN] });
	const entry = record(ledger, later);

	for (const one of [ledger, await reload(ledger)]) {
		expect(one.possible).toEqual([entry]);
		expect([one.of(personKey(ANN), false), one.of(requestKeyOf(earlier), false)]).toEqual([[], []]);
		expect([one.of(personKey(BEN), false), one.of(requestKeyOf(later), false)]).toEqual([[entry], [entry]]);
	}
});

test('a later attempt keeps what another call of a tool has entered while n8n looks up the execution', async () => {
	const context = {};
	let finish = () => {};
	const retried = new Promise<undefined>((resolve) => (finish = () => resolve(undefined)));
	const slow = open({ mode: 'retry', isTool: true, retried }, 'key', context);
	const entry = record(await open({ mode: 'retry', isTool: true }, 'key', context));
	finish();

	expect((await slow).possible).toEqual([entry]);
});

test.each<[LedgerEntry['state'], string | undefined, boolean, number]>([
	['created', undefined, true, 1],
	['created', 'deal-1', true, 0],
	['unknown', undefined, true, 1],
	['unknown', 'deal-1', true, 0],
	['taken', undefined, true, 0],
	['taken', 'deal-1', false, 0],
])('order batches that are %s with reference %s are found: %s, next %i', async (state, reference, isFound, next) => {
	const ledger = await open();
	const made = input({ customer_reference_id: reference });
	expect(ledger.of(personKey(ANN), false)).toEqual([]);
	const entry = record(ledger, made, { state });

	expect(isDerived(entry)).toBe(reference === undefined);
	for (const key of [personKey(ANN), requestKeyOf(made)]) expect(ledger.of(key, false)).toEqual(isFound ? [entry] : []);
	expect(ledger.of(personKey(BEN), false)).toEqual([]);
	expect(nextOf(ledger)).toBe(next);
});

test('an execution knows which run asked for an order batch last; each call of a tool is another one', async () => {
	for (const isTool of [false, true]) {
		const ledger = await open({ isTool });
		const entry = record(ledger);

		expect(entry.runIndex).toBe(isTool ? undefined : 0);
		expect((await reopen(ledger, { isTool })).isOfThisRun(entry)).toBe(!isTool);
		expect((await reopen(ledger, { isTool, run: 1 })).isOfThisRun(entry)).toBe(false);
	}
});

test('an execution knows that another API key has sent some of its order batches', async () => {
	const ledger = await open();
	record(ledger);
	const made = input({ recipients: [BEN], customer_reference_id: 'deal-1' });
	const entry = record(ledger, made, { keyFingerprint: 'another' });
	expect((await reload(ledger)).ofOtherKey).toEqual(entry);

	ledger.remove(entry);
	expect((await reload(ledger)).ofOtherKey).toBeUndefined();
});

test('an execution counts days from when the first attempt of the run began', async () => {
	jest.useFakeTimers({ now: 5000 });
	const first = await open();
	expect(first.startedAt).toBe(5000);
	const ledger = await reopen(first, { run: 1 });
	record(ledger, input(), { startedAt: 1000, runIndex: 0 });
	record(ledger, input(), { startedAt: 2000, state: 'taken' });
	for (const startedAt of [4000, 3000, undefined]) record(ledger, input(), { startedAt });

	expect(ledger.startedAt).toBe(3000);
});

test.each<[string, Environment, boolean, boolean]>([
	['starts', {}, true, false],
	['starts by hand', byHand('starts'), false, false],
	['is a retry of one that broke off', { mode: 'retry' }, false, true],
])('an execution that %s may have sent nothing: %j, %s', async (_what, more, isFirstAttempt, isLedgerLost) => {
	const ledger = await open(more);
	expect([ledger.isFirstAttempt, ledger.isLedgerLost]).toEqual([isFirstAttempt, isLedgerLost]);
	record(ledger, input(), { state: 'taken' });
	expect(ledger.isFirstAttempt).toBe(false);
});

describe('what this process has created by hand today', () => {
	/** Another execution of the day. */
	const another = async (more: Environment, key = 'key') => await open({ execution: '2', ...more }, key);

	/** Enters a request in the first execution of the day. */
	async function sent(environment: Environment, made = input(), more: Partial<LedgerEntry> = {}) {
		const ledger = await open(environment);
		const entry = record(ledger, made, more);
		if (entry.state === 'created') ledger.noteCreated(entry);
		return { ledger, entry };
	}

	test('is known to another execution, which has not created it, until it has surely created nothing', async () => {
		const { ledger, entry } = await sent(byHand('known'));
		const other = await another(byHand('known'));

		// The first execution has it in two places.
		expect(ledger.of(personKey(ANN), false)).toEqual([entry]);
		expect([other.get(entry.reference), other.of(personKey(ANN), false)]).toEqual([entry, [entry]]);
		expect(other.next(false)).toBe(`${other.place(false)}1`);
		expect([other.isOfExecution(entry), other.possible, other.mayBeShared(false)]).toEqual([false, [], false]);
		expect(other.of(personKey(ANN), true)).toEqual([]);
		// Both are the first run of the node in their executions.
		expect(other.isOfThisRun(entry)).toBe(false);

		ledger.remove(entry);
		expect((await another(byHand('known'))).of(personKey(ANN), false)).toEqual([]);
	});

	test.each<[string, Environment, string]>([
		['another API key', byHand('unknown'), 'another key'],
		['another node', byHand('unknown', { id: 'another' }), 'key'],
		['an execution that nobody started by hand', byHand('unknown', { mode: 'trigger' }), 'key'],
	])('is not known to %s', async (_what, more, account) => {
		await sent(byHand('unknown'));
		const other = await another(more, account);

		expect(other.of(personKey(ANN), false)).toEqual([]);
		expect(other.next(false)).toBe(`${other.place(false)}0`);
	});

	test('is known on later days, with what was created in between, to a retry of one of its executions only', async () => {
		const onDay = (day: number) => jest.useFakeTimers({ now: Date.parse(`2030-12-${day}T12:00:00Z`) });
		onDay(24);
		const { entry } = await sent(byHand('retried'));
		const second = await open(byHand('retried', { execution: '2' }));
		onDay(25);
		const { entry: between } = await sent(byHand('retried', { execution: '3' }), input({ recipients: [BEN] }));
		onDay(26);
		const ofHand = { mode: 'retry', context: { source: 'manual' } };
		const retry = await reload(second, byHand('retried', { ...ofHand, execution: '4' }));

		expect([ANN, BEN].map((one) => retry.of(personKey(one)))).toEqual([[entry], [between]]);
		expect(retry.when).toBe('from this step since 2030-12-24');
		expect((await another(byHand('retried'))).of(personKey(ANN), false)).toEqual([]);
	});

	test.each<[string, Partial<OrderBatchInput>, (ledger: Ledger) => string | undefined]>([
		['given a reference', { customer_reference_id: 'deal-1' }, () => 'deal-1'],
		['allowed to repeat', {}, (ledger) => ledger.next(true)],
	])('includes what the user has %s, which is no attempt of another execution', async (what, change, referenceOf) => {
		const ledger = await another(byHand(what));
		const reference = referenceOf(ledger);
		const entry = record(ledger, input(change), { reference });
		ledger.noteCreated(entry);
		const later = await another(byHand(what));

		expect(later.of(personKey(ANN), false)).toMatchObject([{ reference }]);
		expect(later.isOfExecution(entry)).toBe(false);
	});

	test('includes what a later attempt has found out', async () => {
		const { ledger, entry } = await sent(byHand('later'), input(), { state: 'unknown' });
		record(await another(byHand('later')), input(), { reference: entry.reference });
		expect(ledger.of(personKey(ANN))).toMatchObject([{ state: 'created' }]);

		const third = await another(byHand('later', { execution: '3' }));
		expect(third.get(entry.reference)?.state).toBe('created');
	});

	test.each<LedgerEntry['state'][]>([
		['unknown', 'created'],
		['created', 'unknown'],
	])('includes what one execution of the published workflow has created: %s, then %s', async (...states) => {
		const published = { workflow: states.join() };
		const own = input({ customer_reference_id: 'deal-1' });
		for (const [index, state] of states.entries())
			await sent({ ...published, execution: String(index) }, own, { state });

		expect((await another(byHand(published.workflow))).of(personKey(ANN))).toMatchObject([{ state: 'created' }]);
	});

	test('is not known before the first creation of the day', async () => {
		expect((await another(byHand('nobody'))).mayBeShared(false)).toBe(true);
		expect((await another({ workflow: 'nobody' })).mayBeShared(false)).toBe(false);

		const { ledger: own } = await sent(byHand('nobody'), input({ customer_reference_id: 'deal-1' }));
		expect(own.mayBeShared(false)).toBe(true);
		const { ledger } = await sent(byHand('nobody'));
		expect(ledger.mayBeShared(false)).toBe(false);
	});
});

test.each<[LedgerEntry['state'], boolean]>([
	['created', false],
	['unknown', false],
	['taken', true],
])('An order batch that was read replaces what is known, if that is %s: %s', async (state, isReplaced) => {
	const ledger = await open();
	const known = record(ledger, input(), { state });
	const read = { ...known, state: 'created' as const, orderBatchId: 'ob_1' };
	ledger.recordRead(read);

	expect(ledger.get(known.reference)).toBe(isReplaced ? read : known);
});

describe('a turn', () => {
	/** Those who have the turn, or had it. */
	let done: string[];
	beforeEach(() => void (done = []));
	const opening = async (name: string, more?: Environment, context?: IDataObject) => {
		const ledger = await openTurn(more, context);
		done.push(name);
		return ledger;
	};

	/** Ends when nothing more can happen by itself. */
	const settled = async () => await new Promise((resolve) => setImmediate(resolve));

	test('begins when all earlier ones of the place have ended, one after the other, also where one ends twice', async () => {
		const context = {};
		const tool = { isTool: true, workflow: 'turns' };
		const first = await opening('first', tool, context);
		const second = opening('second', tool, context);
		await settled();
		expect(done).toEqual(['first']);

		const entry = record(first);
		first.close();
		expect((await second).possible).toEqual([entry]);
		const third = opening('third', tool, context);
		first.close();
		await settled();
		expect(done).toEqual(['first', 'second']);
		(await second).close();
		(await third).close();
	});

	test.each<[string, Environment, Environment, boolean]>([
		['by hand on the same day', byHand('shared'), byHand('shared', { execution: '2' }), true],
		['in another execution', {}, { execution: '2' }, false],
		['of another node', {}, { id: 'another' }, false],
	])('waits for one %s: %j, %j, %s', async (_what, one, other, waits) => {
		const first = await opening('first', one);
		const second = opening('second', other);
		await settled();

		expect(done).toEqual(waits ? ['first'] : ['first', 'second']);
		first.close();
		(await second).close();
	});
});
