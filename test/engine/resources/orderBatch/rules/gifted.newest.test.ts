import type { IDataObject } from 'n8n-workflow';

import { TOOL, type NodeRun, type RunOptions } from '../../../../../dev/harness/engine';
import type { OrderChange } from '../../../../../dev/mock-service';
import {
	failureParts,
	REMOVE_SKIP_GIFTED,
	sentencesOf,
	type EarlierGift,
	type Problem,
} from '../../../../../nodes/GiftOrderBatch/resources/sentences';
import { actionNode } from '../../../../support/actionNode';
import { BY_HAND, creationsOf, GOES_ON, named, outcomesOf, TO_ERROR_OUTPUT } from '../../../../support/creations';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../support/durations';
import { passTime, setClock } from '../../../../support/fakeDate';
import { FROM_ITEMS } from '../../../../support/orderBatchParameters';

const node = actionNode({ limits: { retryBudgetMs: 0 } });

const { create, stored, gifts, requested, sentTo, loseNext, refuseNext, runAgain } = creationsOf(node);

const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();

const emailOf = (name: string) => `${name.toLowerCase()}@example.com`;

const NAMELESS = { first_name: '', email: 'nobody@example.com' };

const SKIP: IDataObject = { skipGiftedWithinDays: 30 };

/** One order batch for all input items. */
const fromItems = (options: IDataObject = SKIP, more: IDataObject = {}) => create({ ...FROM_ITEMS, ...more, options });

/** One order batch for each input item: for the people in its `to`. */
const fromJson = (options: IDataObject = SKIP, more: IDataObject = {}) =>
	create({ recipientsSource: 'json', recipientsJson: '={{ $json.to }}', ...more, options });

const sendTo = async (names: string[], options: Partial<RunOptions> = {}, parameters = fromItems()) =>
	await node.run(parameters, { items: named(...names), ...options });

/** Gifts that people got 5 days ago, or with whatever happened to them: their orders. */
async function giftsTo(names: string[], change: OrderChange = { createdAt: daysAgo(5) }): Promise<EarlierGift[]> {
	const recipients = names.map((name) => ({ first_name: 'Somebody', email: emailOf(name) }));
	const ids = await node.createOrders(0, { recipients });
	for (const orderId of ids) node.service.changeOrder(orderId, change);
	return ids.map((orderId) => ({ orderId }));
}

const inThisExecution = (id: unknown) => ({ orderBatch: String(id), when: 'in this execution', isSure: true });
const partsOf = (row: number, name: string, gift: EarlierGift = { orderId: '' }) =>
	failureParts({ kind: 'giftedBefore', email: emailOf(name), row, gift });
const leftOut = (...of: Parameters<typeof partsOf>) => partsOf(...of)[0] as string;
const ADVICE = `${partsOf(1, 'Ann')[1]}.`;
const missing = (problem: Omit<Problem<'missing'>, 'kind'>) => sentencesOf([{ kind: 'missing', ...problem }])[0];

const toldOf = (message: string) => ({ error: message, gift_error: { message, description: ADVICE, may_exist: true } });

const BY_OPTION = 'left out by "Skip Gifted Within Days" (30):';

test('Skip Gifted Within Days leaves out everyone of several hundred, and names 5', async () => {
	const names = Array.from({ length: 250 }, (_, index) => `Guest${index}`);
	await giftsTo(names);
	const { hints } = await sendTo([...names, 'New']);

	expect(sentTo()).toEqual([['New']]);
	expect(hints).toEqual([expect.stringMatching(/^250 of 251 recipients were left out .*; and 245 more$/)]);
});

test('Skip Gifted Within Days takes the days of each item, and leaves out who is in an item before already', async () => {
	await giftsTo(['Ben'], { createdAt: daysAgo(0.1) });
	await giftsTo(['Cy'], { createdAt: daysAgo(10) });
	const ofEach = fromJson({ skipGiftedWithinDays: '={{ $json.days }}' });
	const within = (days: number | string, ...names: string[]) => ({ days, to: named(...names) });
	const items = [within(7, 'Cy', 'Ann', 'Ann'), within('1', 'Ben'), within(14, 'Cy'), within(7, 'Ann')];
	const { hints } = await node.run(ofEach, { items });

	expect(sentTo()).toEqual([['Cy', 'Ann']]);
	expect(hints).toEqual([
		expect.stringMatching(/^1 of 3 recipients of item 1 was .*: ann@\S+ \(recipient 3\) is already .* as recipient 2$/),
		expect.stringMatching(/^Nothing was sent for item 2\. .* by "Skip Gifted Within Days" \(1\): ben@/),
		expect.stringMatching(/^Nothing was sent for item 3\. .* by "Skip Gifted Within Days" \(14\): cy@/),
		expect.stringMatching(/^Nothing was sent for item 4\. .*: ann@\S+ \(recipient 1\) is .* as recipient 2 of item 1$/),
	]);
});

test('Skip Gifted Within Days shows with Validate Only what would be sent, and leaves people out of the price', async () => {
	await giftsTo(['Ann']);
	const checked = await sendTo(['Ann', 'Ben'], {}, fromItems(SKIP, { validateOnly: true }));
	expect(checked.json).toEqual([expect.objectContaining(named('Ben')[0])]);
	expect(checked.hints).toEqual([
		expect.stringContaining('1 of 2 recipients was left out'),
		expect.stringContaining('Nothing was sent. This would send Butter Cookie Tin to 1 person'),
	]);

	const price = async (...names: string[]) => await sendTo(names, {}, fromItems(SKIP, { operation: 'getPrice' }));
	const priced = await price('Ann', 'Ben');
	expect(priced.json).toEqual((await price('Ben')).json);
	expect(priced.hints).toEqual([expect.stringContaining('1 of 2 recipients was left out')]);
	expect((await price('Ann')).json).toEqual([]);
	expect(requested()).toEqual([]);
});

describe('where everybody got a gift within the days', () => {
	let gifts: EarlierGift[];
	beforeEach(async () => {
		gifts = await giftsTo(['Ann', 'Ben']);
	});
	afterEach(() => expect(requested()).toEqual([]));

	test('nothing is sent, and a hint says so, also beside those who are invalid', async () => {
		const { status, outputs, hints } = await sendTo(['Ann', 'Ben']);
		expect([status, outputs]).toEqual(['success', [[]]]);
		const both = `${leftOut(1, 'Ann', gifts[0])}; ${leftOut(2, 'Ben', gifts[1])}`;
		expect(hints).toEqual([`Nothing was sent. 2 of 2 recipients were ${BY_OPTION} ${both}`]);

		const skipping = fromItems({ ...SKIP, skipInvalidRecipients: true });
		const beside = await node.run(skipping, { items: [NAMELESS, ...named('Ann', 'Ben')] });
		expect(beside.hints).toContainEqual(expect.stringMatching(/^Nothing was sent\. 2 of 3 recipients were left out /));
	});

	test.each([
		[TO_ERROR_OUTPUT, 1],
		[GOES_ON, 0],
		[{ node: TOOL }, 0],
	])('all of them come out as errors of their own items, with advice and no hint, for %j', async (options, output) => {
		const { outputs, hints } = await sendTo(['Ann', 'Ben'], options);

		expect(outputs[output]).toMatchObject([
			{ json: toldOf(leftOut(1, 'Ann', gifts[0])), pairedItem: { item: 0 } },
			{ json: toldOf(leftOut(2, 'Ben', gifts[1])), pairedItem: { item: 1 } },
		]);
		expect([outputs[1 - output] ?? [], hints]).toEqual([[], []]);
	});
});

test('those who are left out come from their own input items with the number of their row, beside those who are invalid', async () => {
	const [order] = await giftsTo(['Ben']);
	const items = [NAMELESS, ...named('Ann', 'Ben', 'Cleo'), { first_name: 'Dan' }];
	const parameters = fromItems({ ...SKIP, skipInvalidRecipients: true });
	const { outputs } = await node.run(parameters, { items, ...TO_ERROR_OUTPUT });

	expect(outputs[0]).toMatchObject([
		{ json: { first_name: 'Ann' }, pairedItem: { item: 1 } },
		{ json: { first_name: 'Cleo' }, pairedItem: { item: 3 } },
	]);
	expect(outputs[1]?.map(({ json, pairedItem }) => [json.error, pairedItem])).toEqual([
		[missing({ field: 'First Name', row: 1, name: 'nobody@example.com' }), { item: 0 }],
		[leftOut(3, 'Ben', order), { item: 2 }],
		[missing({ field: 'Email', row: 5, name: 'Dan', neededBy: 'skipGifted' }), { item: 4 }],
	]);
	expect(sentTo()).toEqual([['Ann', 'Cleo']]);
});

// A gift costs from $25.01 to $50.
test.each([
	['recipientsLimit', 1],
	['maximumTotal', 50],
])('those who are left out do not count for the option %s', async (kind, limitForOne) => {
	await giftsTo(['Ann']);
	const limited = fromItems({ ...SKIP, [kind]: limitForOne });
	expect((await sendTo(['Ann', 'Ben'], {}, limited)).status).toBe('success');
	const { error } = await sendTo(['Ann', 'Cleo', 'Dan'], {}, limited);

	expect(error?.context.problems).toMatchObject([{ kind }]);
	expect(sentTo()).toEqual([['Ben']]);
});

const respond = (status: number, path: RegExp) =>
	node.service.addFault({ match: { path }, effect: { kind: 'response', status } });

const REMOVE = { context: { advice: `${REMOVE_SKIP_GIFTED}.` } };

test.each<[string, () => unknown, object]>([
	['it cannot list orders', () => node.service.setInterfaceOnly(true), REMOVE],
	['it is unavailable', () => respond(503, /orders$/), { httpCode: '503' }],
	['the key is refused', () => respond(401, /orders$/), { httpCode: '401' }],
])('a service that does not tell who got a gift gets nothing to send where %s', async (_what, prepare, expected) => {
	prepare();
	const { error } = await sendTo(['Ann']);

	expect(error).toMatchObject(expected);
	expect(error?.context.outcome).toBe('nothingSent');
	expect(requested()).toEqual([]);
});

test('an attempt that is repeated finds its order batches although their orders are listed by then, and sends those that are missing', async () => {
	await giftsTo(['Ann', 'Eve']);
	const items = named('Ann', 'Ben', 'Cleo', 'Dan', 'Eve', 'Fay');
	const parameters = fromItems({ ...SKIP, recipientsPerBatch: 2 });
	loseNext();
	const first = await node.run(parameters, { items });
	expect(sentTo()).toEqual([['Ben']]);
	const { json } = await runAgain(first, parameters, { items });

	const found = json.map(({ first_name: name, already_created: existed = false }) => [name, existed]);
	expect(found.map(String)).toEqual(['Ben,true', 'Cleo,false', 'Dan,false', 'Fay,false']);
	expect(await gifts()).toEqual({ Somebody: 2, Ben: 1, Cleo: 1, Dan: 1, Fay: 1 });
});

test.each<[string, RegExp, Partial<RunOptions>]>([
	['the list of orders fails, within the execution', /^\/v1\/orders$/, { runIndex: 0, ...TO_ERROR_OUTPUT }],
	['the list of orders fails, in a loop', /^\/v1\/orders$/, { runIndex: 1, ...TO_ERROR_OUTPUT }],
	['the list of orders fails, by an agent', /^\/v1\/orders$/, { node: TOOL }],
	['the product cannot be read, within the execution', /^\/v1\/products/, { runIndex: 0, ...TO_ERROR_OUTPUT }],
])('an attempt that is repeated goes on saying that its gift may exist where %s', async (_name, path, options) => {
	const parameters = fromItems({ ...SKIP, skipInvalidRecipients: true });
	loseNext();
	const lost = await sendTo(['Ann'], { node: options.node }, parameters);
	respond(503, path);
	const run = await runAgain(lost, parameters, { items: named('Ann'), ...options });

	expect(stored()).toHaveLength(1);
	expect(run.outputs.flat()[0]?.json.error).toBe('The service responds with 503');
	expect(outcomesOf(run)).toEqual(['unknown']);
});

test('an attempt that is repeated sends nobody another gift where the item of an order batch now lists others', async () => {
	await giftsTo(['Zed']);
	const parameters = fromJson(SKIP, { fromName: '={{ $json.from }}' });
	const gift = (from: string, name: string) => ({ from, to: named(name) });
	const first = await node.run(parameters, { items: [gift('Zoe', 'Ann')] });
	const { json, hints } = await runAgain(first, parameters, { items: [gift('Zoe', 'Zed'), gift('Yve', 'Ann')] });

	expect(json).toEqual([]);
	expect(hints).toEqual([
		expect.stringContaining(`${emailOf('Zed')} (recipient 1) got a gift (order `),
		expect.stringContaining(leftOut(1, 'Ann', inThisExecution(stored()[1]?.id))),
	]);
	expect(await gifts()).toEqual({ Somebody: 1, Ann: 1 });
});

/** Gifts to eleven people, whose orders do not exist yet. */
const MANY = Array.from({ length: 11 }, (_, index) => `Guest${index}`);

const loop = async (earlier: NodeRun, runIndex: number, names: string[], more: Partial<RunOptions> = {}) =>
	await runAgain(earlier, fromItems(), { items: named(...names), runIndex, ...more });

test('a later run of the node in the execution leaves out who got a gift in an earlier one, also while their orders do not exist yet', async () => {
	const first = await sendTo(MANY);
	const [{ id, send_status: status } = {}] = stored();
	const gift = inThisExecution(id);
	const stopping = await loop(first, 1, ['Guest3', 'Ann']);
	const { outputs } = await loop(stopping, 2, ['Guest4', 'Ben'], TO_ERROR_OUTPUT);

	expect(status).toBe('pending');
	expect(stopping.hints).toContainEqual(`1 of 2 recipients was ${BY_OPTION} ${leftOut(1, 'Guest3', gift)}`);
	expect(outputs[1]?.map(({ json }) => json.error)).toEqual([leftOut(1, 'Guest4', gift)]);
	expect(sentTo().slice(1)).toEqual([['Ann'], ['Ben']]);
});

test('a later run of the node in the execution is refused for people of an attempt whose outcome is unknown and whose orders do not exist yet', async () => {
	loseNext();
	const { error } = await loop(await sendTo(MANY, TO_ERROR_OUTPUT), 1, ['Guest3', 'Ann']);

	expect(error?.context.problems).toMatchObject([{ kind: 'changedRequest', isSure: false }]);
	expect(stored()).toHaveLength(1);
});

describe('another execution of a published workflow', () => {
	const start = async (names: string[], more: Partial<RunOptions> = {}, parameters = fromItems()) =>
		await sendTo(names, { ...TO_ERROR_OUTPUT, ...more }, parameters);
	const refusedIn = ({ outputs }: NodeRun) => outputs[1]?.map(({ json }) => json.error);

	test('at the same time leaves out who gets a gift in the first, also for another gift', async () => {
		const runs = await Promise.all(
			['Zoe', 'Yve', 'Zoe'].map(async (fromName) => await start(['Ann'], {}, fromItems(SKIP, { fromName }))),
		);

		expect(sentTo()).toEqual([['Ann']]);
		const refused = [expect.stringContaining(`${emailOf('Ann')} (recipient 1) got a gift`) as string];
		expect(runs.map(refusedIn)).toEqual([[], refused, refused]);
	});

	test('leaves out who may have a gift, because the result of the first is unknown', async () => {
		loseNext();
		await start(MANY);
		const when = `from this step since ${daysAgo(1).slice(0, 10)}`;
		const ofFirst = { orderBatch: String(stored()[0]?.customer_reference_id), when, isSure: false };
		expect(refusedIn(await start(['Guest3']))).toEqual([leftOut(1, 'Guest3', ofFirst)]);
		expect((await sendTo(['Guest4'])).hints).toEqual([expect.stringContaining(leftOut(1, 'Guest4', ofFirst))]);
	});

	interface Case {
		first?: Partial<RunOptions>;
		waits?: IDataObject;
		state?: 'failed' | 'canceled' | 'pending';
		second?: Partial<RunOptions>;
		options?: IDataObject;
		passes?: [from: string, ms: number];
	}
	afterEach(() => jest.useRealTimers());

	const MIDNIGHT: Case['passes'] = ['2031-01-05T23:59:00Z', 2 * MINUTE_MS];
	const NEXT_EVENING: Case['passes'] = ['2031-01-05T00:01:00Z', 47 * HOUR_MS];
	const WAITS = { waitForCompletion: true, maxWaitSeconds: 0 };
	const OTHER_STEP = { node: { ...TO_ERROR_OUTPUT.node, id: 'another' } };

	test.each<[string, string, Case]>([
		['sends to those', 'of an order batch that is failed', { state: 'failed' }],
		['sends to those', 'of an order batch that is canceled', { state: 'canceled' }],
		['leaves out those', 'of an order batch that is failed, by hand', { state: 'failed', second: BY_HAND }],
		['leaves out those', 'whose orders do not exist yet', {}],
		['leaves out those', 'of an order batch that was not complete in time', { waits: WAITS }],
		['leaves out those', 'whom somebody has sent a gift by hand', { first: BY_HAND }],
		['sends to those', 'with a gift of another step', { second: OTHER_STEP }],
		['sends to those', 'with a gift, without the option', { options: {} }],
		['leaves out those', 'whose orders do not exist yet, after midnight', { passes: MIDNIGHT }],
		['leaves out those', 'whom somebody has sent a gift by hand, after midnight', { first: BY_HAND, passes: MIDNIGHT }],
		['sends to those', 'of an order batch that is failed, after midnight', { state: 'failed', passes: MIDNIGHT }],
		['sends to those', 'of more than 24 hours ago', { state: 'pending', passes: NEXT_EVENING }],
	])('%s %s, and sends to the others', async (what, _whose, { first, waits, state, second, options, passes }) => {
		const [from, ms = 0] = passes ?? [];
		if (from) setClock(new Date(from));
		await start(MANY, first, fromItems({ ...SKIP, ...waits }));
		if (state) node.service.setBatchState(String(stored()[0]?.id), state);
		if (from) passTime(ms);
		await start(['Guest3', 'Ann'], second, fromItems(options));

		expect(sentTo().slice(1)).toEqual([what === 'sends to those' ? ['Guest3', 'Ann'] : ['Ann']]);
	});

	test.each<[string, Partial<RunOptions>]>([
		['of a published workflow', {}],
		['by hand', BY_HAND],
		['through the MCP Server Trigger', { mode: 'webhook', isWithoutExecution: true, node: TOOL }],
	])('leaves them out with Allow Repeated Recipients as well, in an execution %s', async (_how, options) => {
		const parameters = fromItems({ ...SKIP, allowRepeatedRecipients: true });
		for (const names of [MANY, ['Guest3']]) await start(names, options, parameters);

		expect(sentTo()).toHaveLength(1);
	});

	test.each([
		['of an order batch that is failed', 0],
		['sent within fewer days', 1.8],
	])('is no reason for a retry to leave out somebody for a gift %s', async (_which, days) => {
		refuseNext();
		const failed = await sendTo(['Guest3']);
		await start(MANY);
		if (days === 0) node.service.setBatchState(String(stored()[0]?.id), 'failed');
		const now = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + days * DAY_MS);
		const parameters = fromItems({ skipGiftedWithinDays: 1 });
		const { hints } = await runAgain(failed, parameters, { items: named('Guest3'), mode: 'retry' });
		now.mockRestore();

		expect(hints).toEqual([]);
		expect(sentTo().at(-1)).toEqual(['Guest3']);
		expect(stored()).toHaveLength(2);
	});

	test('names the order of a gift once it is listed, also where the response was lost', async () => {
		loseNext();
		await start(['Ann']);

		const refused = refusedIn(await start(['Ann']));
		const [order] = await node.list(`/v1/order_batches/${stored()[0]?.id}/orders`);
		expect(refused).toEqual([leftOut(1, 'Ann', { orderId: String(order?.id) })]);
	});
});

test('An agent sends one gift to a person, however often it calls the tool, and also to others.', async () => {
	const gift = (from: string, ...names: string[]) => ({ items: [{ from, to: named(...names) }], node: TOOL });
	const parameters = fromJson(SKIP, { fromName: '={{ $json.from }}' });
	const first = await node.run(parameters, gift('Zoe', 'Ann'));
	const second = await runAgain(first, parameters, gift('Zoe', 'Ann'));
	const third = await runAgain(second, parameters, gift('Yve', 'Ann', 'Ben'));

	const told = toldOf(leftOut(1, 'Ann', inThisExecution(stored()[0]?.id)));
	expect([second.json, third.json]).toMatchObject([[told], [told, { recipients_count: 1 }]]);
	expect(sentTo()).toEqual([['Ann'], ['Ben']]);
});
