import { judge, refuseRepeated } from '../../../../../nodes/GiftOrderBatch/resources/orderBatch/once/claims';
import { requestShownKey } from '../../../../../nodes/GiftOrderBatch/resources/orderBatch/once/compare';
import type { LedgerEntry } from '../../../../../nodes/GiftOrderBatch/resources/orderBatch/once/entries';
import type { Ledger } from '../../../../../nodes/GiftOrderBatch/resources/orderBatch/once/ledger';
import type { CreateOptions } from '../../../../../nodes/GiftOrderBatch/resources/orderBatch/form/options';
import type { GiftRequest } from '../../../../../nodes/GiftOrderBatch/resources/orderBatch/giftRequest';
import type { Row } from '../../../../../nodes/GiftOrderBatch/resources/orderBatch/recipients/rows';
import type { OrderBatchInput } from '../../../../../nodes/GiftOrderBatch/resources/orderBatch/rules/input';
import { someOf } from '../../../../../nodes/GiftOrderBatch/resources/sentences';
import {
	ANN,
	batchOf,
	BEN,
	byHand,
	CY,
	entryOf,
	input,
	NAMED,
	open,
	openTurn,
	record,
	reopen,
	reload,
} from './openLedger';

const WITH_PHONE = { ...NAMED, phone: '+14155552671' };
const NOON = '2040-01-01T12:00:00Z';

type Recipients = OrderBatchInput['recipients'];
const to = (...recipients: Recipients) => input({ recipients });

/** Judges the order batches of a plan, which messages call "item 1", "item 2" and so on. */
function judgeAll(ledger: Ledger, made: OrderBatchInput[], allowsRepeated = false) {
	const batches = made.map((one, index) => batchOf(one, allowsRepeated, `item ${index + 1}`));
	return judge(batches, ledger);
}

const judgeOne = (ledger: Ledger, made: OrderBatchInput, allowsRepeated = false) =>
	judgeAll(ledger, [made], allowsRepeated)[0]!;

const problemsOf = ({ problems }: ReturnType<typeof judgeOne>) => problems;

/** What an earlier attempt, run or execution has entered: the ledger of the present one. */
async function after(earlier: { made?: OrderBatchInput; more?: Partial<LedgerEntry> }, run = 0) {
	const before = await open();
	const { reference } = record(before, earlier.made, earlier.more);
	const ledger = await reload(before, { run });
	return { ledger, entry: ledger.get(reference) as LedgerEntry };
}

/** What is not known of an order batch that was only read. */
const READ = { startedAt: undefined, runIndex: undefined };

let executions = 0;

/** The same for another execution by hand of one day. */
async function afterHand(made = input(), more: Partial<LedgerEntry> = {}) {
	const place = byHand(`by hand ${executions++}`);
	const first = await open(place);
	const entry = record(first, made, { orderBatchId: 'ob_1', ...more });
	const ledger = await open({ ...place, execution: '2' });
	return { ledger, entry };
}

/** The problem of people who got a gift today. */
const gifted = (count: number, more: object = {}) => ({
	kind: 'giftedToday',
	people: someOf(['ann@example.com']),
	count,
	orderBatches: someOf(['ob_1']),
	isSure: true,
	isSkipping: false,
	when: 'from this step today',
	...more,
});

/** The problem of a request that differs from what this run has asked for. */
const changed = (isSure: boolean, orderBatchId?: string) => ({ kind: 'changedRequest', orderBatchId, isSure });

/** The problem of Ann, who has, or may have, a gift of this execution. */
const requested = (isSure: boolean, orderBatch: unknown) => ({
	kind: 'alreadyRequested',
	people: ['ann@example.com'],
	isOfThisExecution: true,
	isSure,
	orderBatch,
});

describe('the same request', () => {
	test.each<[LedgerEntry['state'], number?]>([
		['created', 1234],
		['unknown', undefined],
		['taken', undefined],
	])('finds what is %s of it, in each run, with its price if it exists: %p', async (state, estimate) => {
		for (const run of [0, 1]) {
			const { ledger, entry } = await after({ made: to(ANN, BEN), more: { state, estimate: 1234 } }, run);
			const found = judgeOne(ledger, to(BEN, ANN));

			expect(found).toMatchObject({ entry, reference: entry.reference, estimate, problems: [] });
		}
	});

	test('finds each of several once, where repeated recipients are allowed, and another gift for another time', async () => {
		const [at, later] = [NOON, '2040-02-01T12:00:00Z'].map((scheduled_send_on) => input({ scheduled_send_on }));
		const first = await open();
		const entries = [record(first, at), record(first, at)];
		const ledger = await reopen(first, { run: 1 });
		const found = judgeAll(ledger, [later!, at!, at!, at!], true);

		expect(found.map(({ entry }) => entry)).toEqual([undefined, ...entries, undefined]);
		expect(found.map(({ reference }) => reference)).toEqual([2, 0, 1, 3].map((number) => ledger.place(true) + number));
		expect(found.flatMap(problemsOf)).toEqual([]);
	});

	test.each<[string, Partial<OrderBatchInput>, Partial<OrderBatchInput>, number, boolean]>([
		['as much later as has passed', { expires_at: NOON }, { expires_at: '2040-01-01T12:05:00Z' }, 5, true],
		['later than has passed', { expires_at: NOON }, { expires_at: '2040-01-01T12:05:00Z' }, 3, false],
		['at a time, not at once', {}, { scheduled_send_on: NOON }, 5, false],
		['without an expiry, not with one', { expires_at: NOON }, {}, 5, false],
	])('is found %s: %j, %j after %i minutes, %s', async (_what, first, second, minutes, isFound) => {
		const startedAt = Date.now() - minutes * 60_000;
		const { ledger, entry } = await after({ made: input(first), more: { startedAt } }, 1);
		const found = judgeOne(ledger, input(second));

		expect(found.entry).toEqual(isFound ? entry : undefined);
		expect(problemsOf(found)).toEqual(
			isFound ? [] : [expect.objectContaining({ kind: 'alreadyRequested', people: [], isOfThisExecution: true })],
		);
	});

	test.each(['created', 'unknown'] as const)(
		'of another execution of the day is found if %s; once its people have got another gift, it is refused unless it exists',
		async (state) => {
			const { ledger, entry } = await afterHand(to(ANN, BEN), { state });
			expect(judgeOne(ledger, to(BEN, ANN))).toMatchObject({ entry, isByDay: true, problems: [] });
			ledger.recordRead(entryOf(ledger, { ...input(), message: 'Hi' }, { orderBatchId: 'ob_2' }));

			const since = gifted(2, { orderBatches: someOf(['ob_2']) });
			expect(judgeOne(ledger, to(BEN, ANN))).toMatchObject({ entry, problems: state === 'created' ? [] : [since] });
		},
	);

	test.each<[string, LedgerEntry['times']]>([
		[', also if the service has given it an expiry of its own', { expires_at: NOON }],
		[' with its time', { scheduled_send_on: '2040-01-01T12:00:30.000Z' }],
	])('is found by what an order batch shows that was read%s', async (how, times) => {
		// Also before the API key is known.
		const ledger = await openTurn(byHand(`shown${how}`));
		const made = { ...to(ANN, BEN), scheduled_send_on: times.scheduled_send_on && NOON };
		const entry = entryOf(ledger, made, { ...READ, requestKey: requestShownKey(made), times });
		ledger.recordRead(entry);

		expect(judgeOne(ledger, made)).toMatchObject({ entry, problems: [] });
		for (const other of [{ message: 'Hi' }, { expires_at: '2040-01-02T12:00:00Z' }])
			expect(judgeOne(ledger, { ...made, ...other }).entry).toBeUndefined();
	});
});

test('A request with the reference of an order batch that exists is another one, also if a later day has tried it.', async () => {
	jest.useFakeTimers({ now: new Date(NOON) });
	const hand = byHand('tried on a later day');
	const own = { ...input(), customer_reference_id: 'welcome-ann' };
	const first = await open(hand);
	record(first, own, { orderBatchId: 'ob_1' });
	jest.setSystemTime(new Date('2040-01-02T12:00:00Z'));
	record(await open({ ...hand, execution: '2' }), { ...own, message: 'Hi' }, { state: 'unknown' });

	const retry = await reload(first, { ...hand, mode: 'retry', execution: '3', run: 1 });
	const found = judgeOne(retry, { ...own, message: 'Hi' });
	jest.useRealTimers();
	expect(found.entry).toBeUndefined();
	expect(problemsOf(found).map(({ kind }) => kind)).toEqual(['usedReference', 'alreadyRequested']);
});

test('a new order batch for other people gets the next number, in the order of the plan', async () => {
	for (const { ledger } of [await after({}), await afterHand()]) {
		const found = judgeAll(ledger, [to(BEN), to(CY)]);

		expect(found).toMatchObject([0, 1].map(() => ({ entry: undefined, problems: [] })));
		expect(found.map(({ reference }) => reference)).toEqual([ledger.next(false), ledger.next(false, 1)]);
	}
});

const BY_REFERENCE = expect.stringMatching(/^reference n8n-/) as unknown;
test.each<[string, Partial<LedgerEntry>, object]>([
	['has a gift', { orderBatchId: 'ob_1' }, changed(true, 'ob_1')],
	['has a gift whose ID is not known', {}, changed(true)],
	['may have a gift', { state: 'unknown' }, changed(false)],
	['is in one that is taken', { state: 'taken' }, changed(false)],
	['has a gift of a run before', { orderBatchId: 'ob_1', runIndex: -1 }, requested(true, 'ob_1')],
	['may have a gift by a call of a tool', { state: 'unknown', runIndex: undefined }, requested(false, BY_REFERENCE)],
])('a new order batch is refused where somebody of it %s', async (_what, more, problem) => {
	const { ledger, entry } = await after({ more });
	const found = judgeOne(ledger, to(BEN, ANN));

	const reference = 'isOfThisExecution' in problem ? {} : { reference: entry.reference };
	expect(problemsOf(found)).toEqual([{ ...problem, ...reference }]);
	expect(found.entry).toBeUndefined();
});

test.each<[string, Partial<LedgerEntry>, boolean]>([
	['a gift of a run before', { runIndex: -1 }, false],
	['a gift of this run', {}, true],
	['what may be a gift of a run before', { runIndex: -1, state: 'unknown' }, true],
])('Somebody with a name alone, or who may repeat, is refused beside %s: %s.', async (_what, more, isRefused) => {
	for (const [first, then] of [
		[to(NAMED), { ...to(NAMED), message: 'Hi' }],
		[to(NAMED), to(NAMED, BEN)],
		[to(NAMED), to(ANN)],
		[to(ANN), to(NAMED)],
	] as const) {
		const { ledger } = await after({ made: first, more });
		expect(judgeOne(ledger, then).problems).toHaveLength(isRefused ? 1 : 0);
	}
	// Where repeated recipients are allowed, it makes no difference who somebody is.
	const { ledger } = await after({ more });
	expect(judgeOne(ledger, to(ANN, BEN), true).problems).toHaveLength(isRefused ? 1 : 0);
});

test('somebody of whom only a name is known is not refused beside a gift that is asked for again', async () => {
	const { ledger, entry } = await after({ made: to(NAMED), more: { state: 'unknown' } });
	const found = judgeAll(ledger, [to(NAMED, BEN), to(NAMED)]);

	expect(found.map((one) => one.entry)).toEqual([undefined, entry]);
	expect(found.flatMap(problemsOf)).toEqual([]);
});

test('somebody of whom only a name is known is certain with a phone', async () => {
	const { ledger } = await after({ made: to(WITH_PHONE), more: { runIndex: -1 } });

	expect(judgeOne(ledger, to(WITH_PHONE, BEN)).problems).toHaveLength(1);
	expect(judgeOne(ledger, to({ ...WITH_PHONE, phone: '+14155552672' })).problems).toEqual([]);
});

test.each<[string, Partial<LedgerEntry>, OrderBatchInput, object, OrderBatchInput?]>([
	['in another request', {}, { ...to(ANN), message: 'Hi' }, gifted(1)],
	['at another time', {}, input({ scheduled_send_on: NOON }), gifted(1)],
	['with others', {}, to(BEN, ANN), gifted(2)],
	['perhaps', { state: 'unknown' }, to(BEN, ANN), gifted(2, { isSure: false })],
	['for a reference of the user', {}, input({ customer_reference_id: 'deal-1' }), gifted(1)],
	['with only a name', {}, to(NAMED, BEN), gifted(2, { people: someOf(['Ann Lee']) }), to(NAMED)],
])('somebody who got a gift today is refused %s', async (_what, more, made, problem, ...[before = input()]) => {
	const { ledger } = await afterHand(before, more);
	const isByDay = made.customer_reference_id === undefined;
	expect(judgeOne(ledger, made)).toMatchObject({ isByDay, problems: [problem] });
});

test('somebody who got a gift today is told once with all others, and their order batches', async () => {
	const people = someOf(['ann@example.com', 'cy@example.com']);
	for (const [state, isSure] of [['created', true] as const, ['unknown', false] as const]) {
		const { ledger } = await afterHand(input(), { state });
		ledger.recordRead(entryOf(ledger, to(CY)));
		const orderBatches = someOf(['ob_1', `${ledger.place(false)}1`]);
		expect(problemsOf(judgeOne(ledger, to(ANN, BEN, CY)))).toEqual([gifted(3, { people, orderBatches, isSure })]);
	}
});

test('somebody who got a gift today is told shortly in each of thousands of order batches', async () => {
	const people = Array.from({ length: 2000 }, (_, index) => ({ first_name: 'Ann', email: `${index}@example.com` }));
	const { ledger } = await afterHand(to(...people));
	const others = people.map((one) => ({ ...to(one), message: 'Hi' }));
	const problems = judgeAll(ledger, others).flatMap(problemsOf);

	expect(problems).toHaveLength(2000);
	expect(JSON.stringify(problems).length).toBeLessThan(1e6);
});

test('somebody who got a gift today gets another one where repeated recipients are allowed', async () => {
	const { ledger } = await afterHand();
	for (const made of [input(), { ...input(), message: 'Hi' }]) {
		const found = judgeOne(ledger, made, true);
		expect(found).toMatchObject({ entry: undefined, isByDay: false, problems: [] });
		expect(found.reference).toBe(`${ledger.place(true)}0`);
	}
});

test('An order batch that was read is not told to be one of this execution, and counts where recipients may repeat.', async () => {
	const ledger = await open({ event: { event: 'order.created', event_id: 'msg_1' } });
	ledger.recordRead(entryOf(ledger, input(), { ...READ, orderBatchId: 'ob_1' }));

	const problem = { ...requested(true, 'ob_1'), isOfThisExecution: false };
	for (const allowsRepeated of [false, true])
		expect(problemsOf(judgeOne(ledger, to(ANN, BEN), allowsRepeated))).toEqual([problem]);
});

type Person = Recipients[number];
const rowOf = (number: number, itemIndex: number, recipient: Person, problems: object[] = []) =>
	({ number, itemIndex, recipient, problems }) as unknown as Row;

/** The gift of one input item of several. @param more what differs from a gift that is right */
const giftOf = (item: number, recipients: Recipients, more: Partial<GiftRequest> = {}) =>
	({
		...batchOf(to(...recipients)),
		name: `item ${item}`,
		rows: recipients.map((recipient, index) => rowOf(index + 1, item - 1, recipient)),
		problems: [],
		...more,
	}) as unknown as GiftRequest;

/** A gift whose recipients are input items, by their numbers. */
const inList = (people: Record<number, Person>) =>
	giftOf(1, [], {
		name: undefined,
		rows: Object.entries(people).map(([number, one]) => rowOf(Number(number), Number(number) - 1, one)),
	});

const ALLOWED = { options: { allowRepeatedRecipients: true } as CreateOptions };
const NO_PRODUCT = { kind: 'noProduct' };
const SAME_GIFT = { kind: 'sameOrderBatch', as: 'item 1' };
const sameAnn = (...positions: object[]) => ({ kind: 'samePerson', positions, email: 'ann@example.com' });
const IN_TWO = sameAnn(...[1, 2].map((number) => ({ number, of: `item ${number}` })));

test.each<[string, GiftRequest[], object[][]]>([
	['Two that are the same', [giftOf(1, [ANN]), giftOf(2, [ANN]), giftOf(3, [CY])], [[], [SAME_GIFT], []]],
	['Two that are the same, by name', [giftOf(1, [NAMED]), giftOf(2, [NAMED])], [[], [SAME_GIFT]]],
	['Two with the same person', [giftOf(1, [ANN]), giftOf(2, [BEN, ANN])], [[], [IN_TWO]]],
	['Two with the same name alone', [giftOf(1, [NAMED]), giftOf(2, [BEN, NAMED])], [[], []]],
	['One with somebody twice', [giftOf(1, [ANN, BEN, ANN])], [[sameAnn({ number: 1 }, { number: 3 })]]],
	[
		'Two whose recipients are the items of one list, in the order of the items',
		[inList({ 1: BEN, 3: ANN }), inList({ 2: ANN })],
		[[sameAnn({ number: 2 }, { number: 3 })], []],
	],
	[
		'Those that allow repeated recipients',
		[giftOf(1, [ANN]), giftOf(2, [ANN], ALLOWED), giftOf(3, [ANN, BEN], ALLOWED)],
		[[], [], []],
	],
	['One like another that is refused itself', [giftOf(1, [ANN], { isRefused: true }), giftOf(2, [ANN])], [[], []]],
	[
		'One with somebody who has another problem elsewhere',
		[giftOf(1, [], { rows: [rowOf(1, 0, ANN, [NO_PRODUCT])] }), giftOf(2, [ANN, BEN])],
		[[NO_PRODUCT], []],
	],
])('%s: the gifts of a plan are refused for what they repeat, and for nothing else.', (_what, gifts, problems) => {
	refuseRepeated(gifts);
	expect(gifts.map((gift) => [...gift.problems, ...gift.rows.flatMap((row) => row.problems)])).toEqual(problems);
});

describe('a reference of the user', () => {
	const withReference = (customer_reference_id: string, ...recipients: Recipients) =>
		input({ customer_reference_id, recipients });
	const USED = { kind: 'usedReference', reference: 'deal-1' };

	test('finds the same request with it, and no other; the service refuses what another execution has used', async () => {
		const { ledger, entry } = await after({ made: withReference('deal-1', ANN) });

		expect(judgeOne(ledger, withReference('deal-1', ANN))).toMatchObject({ entry, isByDay: false, problems: [] });
		const other = judgeOne(ledger, withReference('deal-2', ANN));
		expect([other.entry, problemsOf(other).length]).toEqual([undefined, 1]);
		expect(judgeOne(ledger, to(ANN)).entry).toBeUndefined();
		expect(judgeOne((await after({})).ledger, withReference('deal-1', ANN)).entry).toBeUndefined();
		const { ledger: later } = await afterHand(withReference('deal-1', ANN));
		const unseen = { entry: undefined, reference: 'deal-1', problems: [] };
		expect(judgeOne(later, withReference('deal-1', ANN))).toMatchObject(unseen);
	});

	test('that is another one for the same request is refused, also where only a name is known', async () => {
		const { ledger } = await after({ made: to(NAMED), more: { runIndex: -1 } });
		const problems = problemsOf(judgeOne(ledger, withReference('deal-2', NAMED)));

		expect(problems).toMatchObject([{ kind: 'alreadyRequested', people: [] }]);
	});

	test('names one order batch of a plan', async () => {
		const made = [withReference('deal-1', ANN), withReference('deal-1', BEN), withReference('deal-2', CY)];
		const found = judgeAll(await open(), made);

		expect(found.map(problemsOf)).toEqual([[], [USED], []]);
		expect(found.map(({ reference }) => reference)).toEqual(['deal-1', 'deal-1', 'deal-2']);

		const { ledger } = await after({});
		const afterRefused = judgeAll(ledger, [withReference('deal-1', ANN), withReference('deal-1', BEN)]);
		expect(afterRefused.map(({ problems }) => problems.length)).toEqual([1, 0]);
	});

	test.each<[string, Partial<LedgerEntry>, object | undefined]>([
		['of another request of a run before', { runIndex: -1 }, USED],
		['of another request of this run', { orderBatchId: 'ob_1' }, { ...changed(true, 'ob_1'), reference: 'deal-1' }],
		['that somebody else has taken', { state: 'taken' }, undefined],
	])('%s is refused: %j', async (_what, more, problem) => {
		const { ledger } = await after({ made: withReference('deal-1', ANN), more });
		expect(problemsOf(judgeOne(ledger, withReference('deal-1', BEN)))).toEqual(problem === undefined ? [] : [problem]);
	});
});

test.each<[string, object, boolean, boolean]>([
	['may have a gift', { may_exist: true }, false, true],
	['has one of another execution', { order_batch_id: 'ob_2' }, false, true],
	['surely has none', { message: 'Not sent' }, false, false],
	['may have one, where repeated recipients are allowed,', { may_exist: true }, true, false],
	['has one of this execution', { order_batch_id: 'ob_1' }, true, true],
])('somebody whose item failed and %s is refused: %j, %s, %s', async (_what, error, allowsRepeated, isRefused) => {
	const { ledger } = await after({ made: to(CY), more: { orderBatchId: 'ob_1', runIndex: -1 } });
	const batch = batchOf(to(BEN, ANN), allowsRepeated);
	batch.gift.items = [{}, { gift_error: error }].map((json, itemIndex) => ({ itemIndex, json })) as never;

	const failed = { kind: 'failedBefore', people: someOf(['ann@example.com']) };
	expect(judge([batch], ledger).flatMap(problemsOf)).toEqual(isRefused ? [failed] : []);
});
