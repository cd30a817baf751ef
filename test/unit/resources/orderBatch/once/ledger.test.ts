import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import {
	Ledger,
	requestFingerprint,
	type LedgerEntry,
} from '../../../../../nodes/GiftOrderBatch/resources/orderBatch/once/ledger';
import { personKey } from '../../../../../nodes/GiftOrderBatch/resources/orderBatch/recipients/personKey';
import type { OrderBatchInput } from '../../../../../nodes/GiftOrderBatch/resources/orderBatch/rules/input';

const ANN = { first_name: 'Ann', email: 'ann@example.com' };
const BEN = { first_name: 'Ben', email: 'ben@example.com' };

const input = (more: Partial<OrderBatchInput> = {}): OrderBatchInput => ({
	from_name: 'Zoe',
	recipients: [ANN],
	cart: { items: [{ product_id: '123e4567-e89b-42d3-a456-426614174000', quantity: 1 }] },
	send_method: 'email_and_link',
	...more,
});

/** What n8n tells the node. */
const SURROUNDINGS = { instance: 'instance', workflow: 'workflow', execution: '1', node: 'Gifts', id: 'node', run: 0 };
type Surroundings = typeof SURROUNDINGS & { mode: string; isTool: boolean; retried: Promise<undefined> };

/** Opens the ledger of an execution. @param context what n8n keeps for the node */
async function open(context: IDataObject = {}, more: Partial<Surroundings> = {}): Promise<Ledger> {
	const all = { ...SURROUNDINGS, ...more } as Surroundings;
	const { instance, workflow, execution, node, id, run, mode, isTool, retried } = all;
	const functions = {
		getContext: () => context,
		getMode: () => mode ?? 'trigger',
		getInstanceId: () => instance,
		getWorkflow: () => ({ id: workflow }),
		getExecutionId: () => execution,
		getExecutionDataById: async () => await retried,
		getNode: () => ({ name: node, id }),
		getWorkflowDataProxy: () => ({ $runIndex: run }),
		getParentNodes: () => [],
	};
	return await Ledger.open(functions as unknown as IExecuteFunctions, isTool ?? false);
}

/** The entry of a creation. Enters it in a state, unless that is absent. */
function entryOf(ledger: Ledger, made = input(), state?: LedgerEntry['state'], repetition = 0): LedgerEntry {
	const goesByDay = made.customer_reference_id === undefined && ledger.goesByDay(false);
	const entry = ledger.entryFor(made, requestFingerprint(made), repetition, goesByDay);
	return state === undefined ? entry : Object.assign(ledger.enter(entry), { state });
}

describe('a request', () => {
	test.each<[string, Partial<OrderBatchInput>, boolean]>([
		['at another time', { scheduled_send_on: '2040-01-01T00:00:00Z' }, true],
		['that expires at another time', { expires_at: '2040-01-01T00:00:00Z' }, true],
		['with another reference', { customer_reference_id: 'deal-1' }, true],
		['for somebody else', { recipients: [{ ...ANN, first_name: 'Anna' }] }, false],
		['with another sender', { from_name: 'Ben' }, false],
		['with another send method', { send_method: 'link_multiple_custom_list' }, false],
		['with another cart', { cart: { items: [] } }, false],
		['with a message', { message: 'Hi' }, false],
	])('%s is the same: %s', (_what, change, isSame) => {
		expect(requestFingerprint(input(change)) === requestFingerprint(input())).toBe(isSame);
	});
});

describe('the derived reference of a creation', () => {
	const referenceIn = async (more: Partial<Surroundings> = {}, change: Partial<OrderBatchInput> = {}, repetition = 0) =>
		entryOf(await open({}, more), input(change), undefined, repetition).reference;

	test.each<[string, Partial<Surroundings>]>([
		['another run of the node', { run: 1 }],
		['a node of the same name with another ID', { id: 'another' }],
		['a tool', { isTool: true }],
	])('is the same for %s', async (_what, more) => {
		expect(await referenceIn(more)).toBe(await referenceIn());
	});

	test.each<[string, Partial<Surroundings>]>([
		['instance of n8n', { instance: 'another' }],
		['workflow', { workflow: 'another' }],
		['execution', { execution: '2' }],
		['node', { node: 'Another' }],
	])('is another one for another %s', async (_what, more) => {
		expect(await referenceIn(more)).not.toBe(await referenceIn());
	});

	test('is another one for another request, and for a repetition of it', async () => {
		const references = [await referenceIn(), await referenceIn({}, { from_name: 'Ben' }), await referenceIn({}, {}, 1)];
		expect(new Set([...references, await referenceIn({}, {}, 2)]).size).toBe(4);
		for (const reference of references) expect(reference).toMatch(/^n8n-[0-9a-f]{40}$/);
	});

	test('is that of the day for an execution by hand', async () => {
		jest.useFakeTimers({ now: Date.parse('2030-12-24T23:59:59Z') });
		const byHand = await referenceIn({ mode: 'manual' });
		expect(await referenceIn({ mode: 'manual', execution: '2' })).toBe(byHand);
		expect(await referenceIn()).not.toBe(byHand);
		jest.setSystemTime(Date.parse('2030-12-25T00:00:00Z'));
		expect(await referenceIn({ mode: 'manual' })).not.toBe(byHand);
		jest.useRealTimers();
	});

	test('is the same by hand for the same recipients in another order, and another one for others or another gift', async () => {
		const byHand = async (...recipients: OrderBatchInput['recipients']) =>
			await referenceIn({ mode: 'manual' }, { recipients });
		const both = await byHand(ANN, BEN);

		expect(await byHand(BEN, ANN)).toBe(both);
		expect(await byHand(ANN)).not.toBe(both);
		expect(await byHand(ANN, ANN)).not.toBe(both);
		expect(await referenceIn({ mode: 'manual' }, { recipients: [ANN, BEN], message: 'Hi' })).not.toBe(both);
		expect(await referenceIn({}, { recipients: [BEN, ANN] })).not.toBe(
			await referenceIn({}, { recipients: [ANN, BEN] }),
		);
	});

	test('keeps its value, so that a retry after an update of the package finds what was sent before', async () => {
		expect(await referenceIn()).toBe('n8n-bd76c22c95af93e28d5d6bd4d443d5b544bd85fb');
		expect(await referenceIn({}, {}, 1)).toBe('n8n-1222738ebc5de3c0ad120a465266e11b7db1b15b');
	});
});

test('a reference by day is none where repeated recipients are allowed', async () => {
	const ledger = await open({}, { mode: 'manual' });
	expect([ledger.goesByDay(false), ledger.goesByDay(true)]).toEqual([true, false]);
});

describe('a later attempt', () => {
	test.each(['created', 'unknown'] as const)('finds the entry that is %s, whatever is asked for', async (state) => {
		const context = {};
		const entry = entryOf(await open(context), input({ customer_reference_id: 'deal-1' }), state);
		const later = await open(JSON.parse(JSON.stringify(context)) as IDataObject, { execution: '2', run: 1 });

		expect(entryOf(later, input({ customer_reference_id: 'deal-1', from_name: 'Ben' }))).toEqual(entry);
		expect(later.existing).toEqual([entry]);
	});

	test.each(['new', 'taken'] as const)('takes the place of the one that is %s, and keeps its state', async (state) => {
		const ledger = await open();
		const earlier = Object.assign(entryOf(ledger, input({ customer_reference_id: 'deal-1' }), state), {
			account: 'key',
		});
		const changed = input({ customer_reference_id: 'deal-1', from_name: 'Ben' });
		const entry = entryOf(ledger, changed);

		expect(entry).toMatchObject({ state, account: 'key', request: requestFingerprint(changed) });
		expect(entry).not.toBe(earlier);
		expect(ledger.enter(entry)).toBe(entry);
		expect(ledger.existing).toEqual([]);
	});

	test.each(['constructor', 'toString', '__proto__'])('finds that of the reference "%s"', async (reference) => {
		const context = {};
		const made = input({ customer_reference_id: reference });
		expect(entryOf(await open(context), made).state).toBe('new');
		const entry = entryOf(await open(context), made, 'created');

		expect(entryOf(await open(JSON.parse(JSON.stringify(context)) as IDataObject), made)).toEqual(entry);
	});

	test('does not take the place of one that is in flight', async () => {
		const context = {};
		const [first, second] = [await open(context, { isTool: true }), await open(context, { isTool: true })];
		const made = input({ customer_reference_id: 'deal-1' });
		const entry = entryOf(first, made, 'taken');
		let finish = () => {};
		const finished = new Promise<void>((resolve) => (finish = resolve));
		const work = first.alone(entry, async () => await finished);

		expect(second.enter(entryOf(second, made))).toBe(entry);
		expect(second.isInFlight(entry)).toBe(true);
		finish();
		await work;
		expect(second.isInFlight(entry)).toBe(false);
		expect(second.enter(entryOf(second, made))).not.toBe(entry);
	});
});

test('work for one entry is done alone, also after work that failed', async () => {
	const ledger = await open();
	const entry = entryOf(ledger);
	const done: string[] = [];
	const failed = ledger.alone(entry, async () => {
		await Promise.resolve();
		done.push('first');
		throw new Error('lost');
	});
	const second = ledger.alone(entry, async () => done.push('second'));

	await expect(failed).rejects.toThrow('lost');
	expect(ledger.isInFlight(entry)).toBe(true);
	await second;
	expect(done).toEqual(['first', 'second']);
	expect(ledger.isInFlight(entry)).toBe(false);
});

test('a call of a tool in a retry keeps what another call has entered while n8n looks up the execution', async () => {
	const context = {};
	let finish = () => {};
	const retried = new Promise<undefined>((resolve) => (finish = () => resolve(undefined)));
	const slow = open(context, { mode: 'retry', isTool: true, retried });
	const entry = entryOf(await open(context, { mode: 'retry', isTool: true }), input(), 'created');
	finish();

	expect((await slow).existing).toEqual([entry]);
});

describe('the order batches of a person, and of a request,', () => {
	test.each<[LedgerEntry['state'], string | undefined, boolean]>([
		['created', undefined, true],
		['created', 'deal-1', true],
		['unknown', undefined, true],
		['unknown', 'deal-1', true],
		['taken', undefined, true],
		['taken', 'deal-1', false],
		['new', undefined, false],
		['new', 'deal-1', false],
	])('that are %s with the reference %s are in the way: %s', async (state, reference, isInTheWay) => {
		const ledger = await open();
		const made = input({ customer_reference_id: reference });
		expect(ledger.existingOf(personKey(ANN))).toEqual([]);
		const entry = entryOf(ledger, made, state);

		for (const key of [personKey(ANN), requestFingerprint(made)]) {
			expect(ledger.existingOf(key)).toEqual(isInTheWay ? [entry] : []);
		}
		expect(ledger.existingOf(personKey(BEN))).toEqual([]);
	});

	test('are not those whose place another one took', async () => {
		const ledger = await open();
		entryOf(ledger, input({ customer_reference_id: 'deal-1' }), 'new');
		const entry = entryOf(ledger, input({ customer_reference_id: 'deal-1', recipients: [BEN] }), 'created');

		expect(ledger.existingOf(personKey(ANN))).toEqual([]);
		expect(ledger.existingOf(personKey(BEN))).toEqual([entry]);

		const made = input({ from_name: 'Ben' });
		entryOf(ledger, made, 'taken');
		const successor = entryOf(ledger, made, 'unknown');
		expect(ledger.existingOf(requestFingerprint(made))).toEqual([successor]);
	});
});

describe('what an execution has sent before', () => {
	const person = (name: string) => ({ first_name: name, email: `${name}@example.com` });
	const to = (name: string) => input({ recipients: [person(name)] });

	/** Sends to a person in one run each, and to the last one in the run of the ledger that is returned. */
	async function sent(isTool = false) {
		const context = {};
		const states = { created: 'created', unknown: 'unknown', new: 'new' } as const;
		for (const [run, state] of Object.values(states).entries()) {
			const entry = entryOf(await open(context, { run, isTool }), to(state), state);
			if (state === 'created') entry.orderBatchId = 'batch-1';
		}
		entryOf(await open(context, { run: 3, isTool }), to('own'), 'unknown').startedAt = 1000;
		return (await open(context, { run: 3, isTool })).sentBefore;
	}

	test('is told by the run of the node that asked for it last', async () => {
		const { byThisRun, byEarlierRuns, isRepeated, startedAt } = await sent();

		expect([...byThisRun]).toEqual([personKey(person('own'))]);
		expect([...byEarlierRuns]).toEqual([[personKey(person('created')), { orderBatchId: 'batch-1' }]]);
		expect([isRepeated, startedAt]).toEqual([true, 1000]);
	});

	test('is of another run for each call of a tool', async () => {
		const { byThisRun, byEarlierRuns } = await sent(true);

		expect([byThisRun.size, [...byEarlierRuns.keys()]]).toEqual([0, [personKey(person('created'))]]);
	});

	test('is nothing in a new execution', async () => {
		const ledger = await open();
		expect(ledger.sentBefore).toEqual({
			byThisRun: new Set(),
			byEarlierRuns: new Map(),
			isRepeated: false,
			startedAt: ledger.startedAt,
		});
	});
});
