import type { IDataObject } from 'n8n-workflow';

import { TOOL, type NodeRun, type RunOptions } from '../../../../../dev/harness/engine';
import type { FaultEffect } from '../../../../../dev/mock-service';
import { sentencesOf, type Problem } from '../../../../../nodes/GiftOrderBatch/resources/sentences';
import { actionNode, byId } from '../../../../support/actionNode';
import { creationsOf, failuresOf, GOES_ON, guests, named, outcomesOf, responds } from '../../../../support/creations';
import { FROM_ITEMS } from '../../../../support/orderBatchParameters';

const node = actionNode({ limits: { retryBudgetMs: 30_000 } });

const creations = creationsOf(node);
const { create, send, retry, sizes, gifts, requested, failNext, refuseNext, loseNext, runAgain } = creations;

/** The most that a gift card of $10.00 costs: a fee of 5 percent and a tax of 10 percent come to it. */
const GIFT_CENTS = 1155;

const PRICE = { method: 'POST', path: '/v1/order_batches/price' };

/** Gift cards for as many people as the input item's `count` says, of $10.00 or of its `price` in cents. */
const gift = (options: IDataObject, more: IDataObject = {}): IDataObject => {
	const product = byId(node.service.samples.variableProductId);
	return create({
		fromName: '={{ $json.from ?? "Ann" }}',
		cartItems: { item: [{ product, quantity: 1, variablePrice: '={{ $json.price ?? 1000 }}' }] },
		recipientsSource: 'json',
		recipientsJson:
			'={{ Array.from({ length: $json.count }, (_, index) => ({ first_name: `${$json.from ?? "Ann"}s guest ${index + 1}` })) }}',
		options,
		...more,
	});
};

const fromItems = (options: IDataObject) =>
	gift({ output: 'orderBatch', ...options }, { ...FROM_ITEMS, fromName: 'Ann' });

const tellPrice = (low: number, high: number, recipients = 1): void => {
	const body = {
		cart_price: { price_est_total_low: low, price_est_total_high: high },
		total_price: { recipients, est_group_total_low: low, est_group_total_high: high, est_total_calculated: high },
	};
	node.service.addFault({ match: PRICE, effect: { kind: 'response', status: 200, body } });
};

const priceRequests = () => node.requests.filter(({ path }) => path === PRICE.path);

/**
 * The limits of what one execution does: how much of it each recipient takes, in a unit of which the option counts `per` as
 * one.
 */
const LIMITS = [
	{ kind: 'recipientsLimit', each: 1, per: 1 },
	{ kind: 'maximumTotal', each: GIFT_CENTS, per: 100 },
] as const;

const PER_RECIPIENT = { maximumPerRecipient: 40 };
const TOTAL = { maximumTotal: 40 };

const SAME = { first_name: 'Ann', email: 'ann@example.com' };
const REPEATED = { allowRepeatedRecipients: true };
const NAMELESS = { first_name: '' };
const SKIP = { skipInvalidRecipients: true };

describe.each(LIMITS)('the limit $kind', ({ kind, each, per }) => {
	/** The value that allows so many recipients and no more, and the highest one that does not allow them. */
	const allows = (count: number) => (count * each) / per;
	const refuses = (count: number) => (count * each - 1) / per;
	const problem = (value: number, now: number, before = 0): Problem<typeof kind> => ({
		...{ kind, limit: Math.round(value * per), before: before * each, now: now * each },
	});
	const refusal = (...of: Parameters<typeof problem>) => sentencesOf([problem(...of)])[0];

	test.each<[string, (options: IDataObject) => IDataObject, IDataObject[], number[]]>([
		['the recipients of an input item', gift, [{ count: 3 }], [3]],
		['those of all input items', gift, [{ count: 2 }, { count: 3, from: 'Ben' }], [2, 3]],
		['those of all parts of a list', (options) => fromItems({ ...options, recipientsPerBatch: 4 }), guests(6), [4, 2]],
		['those who get it twice', (options) => fromItems({ ...options, ...REPEATED }), [SAME, SAME, SAME], [3]],
		['equal order batches', (options) => gift({ ...options, ...REPEATED }), [{ count: 2 }, { count: 2 }], [2, 2]],
		['nobody who is skipped', (options) => fromItems({ ...options, ...SKIP }), [NAMELESS, ...guests(2)], [2]],
	])('counts %s before anything is sent', async (_whom, parameters, items, batches) => {
		const count = batches.reduce((sum, size) => sum + size, 0);
		const { error } = await node.run(parameters({ [kind]: refuses(count) }), { items });

		expect(error?.context).toMatchObject({ outcome: 'nothingSent', problems: [problem(refuses(count), count)] });
		expect(requested()).toEqual([]);

		await node.run(parameters({ [kind]: allows(count) }), { items });
		expect(sizes()).toEqual(batches);
	});

	test('counts no input item that is refused, and refuses all others, where the node goes on after failures', async () => {
		const items = [{ count: 0 }, { count: 1 }, { count: 1, from: 'Ben' }];
		const { outputs } = await node.run(gift({ [kind]: refuses(2) }), { items, ...GOES_ON });

		const error = refusal(refuses(2), 2);
		expect(outputs[0]).toMatchObject([0, 1, 2].map((item) => ({ json: { error }, pairedItem: { item } })));
		expect(requested()).toEqual([]);

		await node.run(gift({ [kind]: allows(2) }), { items, ...GOES_ON });
		expect(sizes()).toEqual([1, 1]);
	});

	test('is the lowest of all input items, also as text, and where the input is only checked', async () => {
		for (const validateOnly of [false, true]) {
			const ben = { count: 2, limit: String(refuses(5)), from: 'Ben' };
			const parameters = gift({ [kind]: '={{ $json.limit }}' }, { validateOnly });
			const { error } = await node.run(parameters, { items: [{ count: 3, limit: 1000 }, ben] });

			expect(error?.context.problems).toEqual([problem(refuses(5), 5)]);
		}
		expect(requested()).toEqual([]);
	});

	describe('over several calls of an agent', () => {
		/** A call for as many guests of somebody, where so many are allowed, in the execution of an earlier one. */
		const call = async (from: string, count: number, most: number, earlier?: NodeRun, more: IDataObject = {}) => {
			const parameters = gift({ [kind]: allows(most) }, more);
			const options = { items: [{ count, from }], node: TOOL };
			return await (earlier ? runAgain(earlier, parameters, options) : node.run(parameters, options));
		};

		test('counts what was sent before, and each batch once, however often it is asked for', async () => {
			const first = await call('Ann', 2, 3);
			const again = await call('Ann', 2, 3, first);
			expect(again.json).toEqual([expect.objectContaining({ id: first.json[0]?.id, already_created: true })]);
			const second = await call('Ben', 2, 3, again);

			const message = refusal(allows(3), 2, 2);
			const description = expect.stringMatching(/^Nothing was sent/) as string;
			expect(second.json).toEqual([{ error: message, gift_error: { message, description } }]);
			await call('Cleo', 1, 3, second);
			expect(sizes()).toEqual([2, 1]);
		});

		test('does not count what was only checked, what was refused, and what the service refused', async () => {
			const checked = await call('Ann', 2, 2, undefined, { validateOnly: true });
			const refused = await call('Ann', 3, 2, checked);
			failNext(responds(400));
			const failed = await call('Ann', 2, 2, refused);
			expect(outcomesOf(failed)).toEqual(['nothingSent']);

			await call('Ann', 2, 2, failed);
			expect(sizes()).toEqual([2]);
		});

		test('counts a batch of which it is not known whether it was created', async () => {
			loseNext();
			const unknown = await call('Ann', 2, 2);
			expect(outcomesOf(unknown)).toEqual(['unknown']);

			const { json } = await call('Ben', 1, 2, unknown);
			expect(json).toMatchObject([{ error: refusal(allows(2), 1, 2) }]);
			expect(sizes()).toEqual([2]);
		});
	});
});

test('the maximum total asks for no price without a limit, and for none again in a retry of what was created', async () => {
	await node.run(gift({}), { items: [{ count: 1 }] });
	expect(priceRequests()).toEqual([]);

	const first = await node.run(gift({ maximumTotal: 34.65 }), { items: [{ count: 3 }] });
	await runAgain(first, gift({ maximumTotal: 34.65 }), { items: [{ count: 3 }] });
	expect(priceRequests()).toHaveLength(1);
	expect(sizes()).toEqual([1, 3]);
});

test('the maximum total counts the price of each gift where the total is lower', async () => {
	tellPrice(5000, 5500, 10);
	const { error } = await node.run(gift({ maximumTotal: 100 }), { items: [{ count: 10 }] });

	expect(error?.context.problems).toEqual([{ kind: 'maximumTotal', limit: 10_000, before: 0, now: 50_000 }]);
	expect(requested()).toEqual([]);
});

test.each<[IDataObject, IDataObject, object]>([
	[{ recipientsLimit: 2 }, { recipientsLimit: 3 }, { kind: 'recipientsLimit', limit: 2, before: 2, now: 1 }],
	[{ maximumTotal: 500 }, {}, { kind: 'lateMaximumTotal' }],
])('The limit %j holds for what another retry is found to have sent.', async (limit, higher, problem) => {
	refuseNext();
	const failed = await node.run(gift(limit), { items: [{ count: 2 }] });
	await runAgain(failed, gift(limit), { items: [{ count: 2 }], mode: 'retry' });
	const ben = { items: [{ count: 1, from: 'Ben' }], mode: 'retry' as const };
	const { error } = await runAgain(failed, gift(limit), ben);

	expect(error?.context).toMatchObject({ outcome: 'nothingSent', problems: [problem] });
	expect(sizes()).toEqual([2]);

	await runAgain(failed, gift(higher), ben);
	expect(sizes()).toEqual([2, 1]);
});

test('the maximum per recipient lets through a gift whose upper estimate is equal to it, and refuses one cent less', async () => {
	const { error } = await node.run(gift({ maximumPerRecipient: 11.54 }), { items: [{ count: 9 }] });

	const problems = [{ kind: 'maximumPerRecipient', limit: 1154, price: 1155 }];
	expect(error?.context).toMatchObject({ outcome: 'nothingSent', problems });
	expect(requested()).toEqual([]);

	await node.run(gift({ maximumPerRecipient: 11.55 }), { items: [{ count: 9 }] });
	expect(sizes()).toEqual([9]);
});

test('the maximum per recipient may differ from input item to input item', async () => {
	const parameters = gift({ maximumPerRecipient: '={{ $json.limit }}' });
	const ann = { count: 1, limit: 12 };
	const ben = (limit: number) => ({ count: 1, from: 'Ben', price: 2000, limit });
	const { error } = await node.run(parameters, { items: [ann, ben(23), { count: 1, from: 'Cleo', limit: 11 }] });
	expect(error?.context.problems).toEqual([
		{ kind: 'maximumPerRecipient', limit: 1100, price: 1155 },
		{ kind: 'maximumPerRecipient', limit: 2300, price: 2310 },
	]);
	expect(requested()).toEqual([]);

	await node.run(parameters, { items: [ann, ben(23.1)] });
	expect(sizes()).toEqual([1, 1]);
});

test('the maximum per recipient does not look at a gift that an earlier attempt has created', async () => {
	const parameters = gift({ maximumPerRecipient: '={{ $json.limit }}' });
	const first = await node.run(parameters, { items: [{ count: 1, limit: 12 }] });
	const { json } = await runAgain(first, parameters, { items: [{ count: 1, limit: 1 }] });

	expect(json).toEqual([expect.objectContaining({ already_created: true })]);
	expect(sizes()).toEqual([1]);
});

test.each<[string, object, string, string]>([
	['has no prices', { status: 404 }, 'This service does not provide prices', 'Remove the options'],
	['refuses to tell the price', { status: 400, body: { error: 'No' } }, 'No', 'HTTP status 400'],
])('A limit of the price sends nothing where the service %s.', async (_what, effect, said, advice) => {
	node.service.addFault({ match: PRICE, effect: { kind: 'response', ...effect } as FaultEffect });
	const items = [{ count: 1 }, { count: 2 }];
	const run = await node.run(gift({ maximumTotal: 500 }), { items, ...GOES_ON });

	expect(outcomesOf(run)).toEqual(['nothingSent', 'nothingSent']);
	for (const { message, description } of failuresOf(run)) {
		expect(message).toContain(said);
		expect(description).toContain(advice);
	}
	expect(requested()).toEqual([]);
});

test.each<[string, Partial<RunOptions>, sent: number]>([
	['sends the others where it goes on after failures', GOES_ON, 1],
	['sends nothing where it does not', {}, 0],
])('A node with limits that is refused the price of one gift %s.', async (_what, options, sent) => {
	const product = `={{ $json.from === "Ben" ? "${node.service.samples.productId}" : "https://example.com/nothing" }}`;
	const parameters = gift({ maximumTotal: 500 }, { cartItems: { item: [{ product, quantity: 1 }] } });
	const items = [{ count: 2, from: 'Ben' }, { count: 1 }];
	const run = await node.run(parameters, { items, ...options });

	expect(sizes()).toEqual(sent === 0 ? [] : [2]);
	expect(outcomesOf(run)).toEqual(['nothingSent']);
	expect(run.error?.message ?? failuresOf(run)[0]?.message).toContain('URL');
});

test.each<[string, mode: 'trigger' | 'manual', IDataObject, number, IDataObject, number]>([
	['maximumPerRecipient in a retry after the price has gone up', 'trigger', PER_RECIPIENT, 1500, PER_RECIPIENT, 9000],
	['maximumTotal in a retry after the price has gone up', 'trigger', TOTAL, 1500, TOTAL, 9000],
	['maximumPerRecipient in a retry where it is less', 'trigger', PER_RECIPIENT, 3000, { maximumPerRecipient: 9 }, 3000],
	['maximumPerRecipient where it is added by hand', 'manual', {}, 3000, { maximumPerRecipient: 1 }, 3000],
	['maximumTotal where it is added by hand', 'manual', {}, 3000, { maximumTotal: 1 }, 3000],
	['recipientsLimit where it is added by hand', 'manual', {}, 3000, { recipientsLimit: 1 }, 3000],
])('What may exist keeps to the limits of today: %s.', async (_which, mode, options, price, later, laterPrice) => {
	tellPrice(price, price);
	loseNext(1, { kind: 'garbage' });
	const lost = await send(['Ann', 'Ben'], { options }, { mode });
	expect(outcomesOf(lost)).toEqual(['unknown']);
	node.service.clearFaults();
	tellPrice(laterPrice, laterPrice);
	const more = { options: later };
	const { status } = await (mode === 'manual'
		? send(['Ann', 'Ben'], more, { mode })
		: retry(lost, ['Ann', 'Ben'], more));

	expect(await gifts()).toEqual({});
	expect(status).toBe('error');
});

test('What another execution of the day has created does not count.', async () => {
	const more = (limit: IDataObject) => ({ fromName: '=A friend of {{ $json.first_name }}', options: limit });
	await send(['Ann'], more({}), { mode: 'manual' });
	const limit = { recipientsLimit: 1, maximumTotal: 12 };
	tellPrice(1000, 1000);
	const { error } = await send(['Ann', 'Ben'], more(limit), { mode: 'manual' });

	expect(error).toBeUndefined();
	expect(await gifts()).toEqual({ Ann: 1, Ben: 1 });
});

test('Options that are added after an expression was refused count, also where the editor has stored what n8n had left of it.', async () => {
	const limited = (recipientsLimit: number) => create({ ...FROM_ITEMS, options: { length: 27, recipientsLimit } });
	const { error } = await node.run(limited(1), { items: named('Ann', 'Ben') });
	expect(error?.context.problems).toMatchObject([{ kind: 'recipientsLimit', limit: 1 }]);

	await node.run(limited(2), { items: named('Ann', 'Ben') });
	expect(await gifts()).toEqual({ Ann: 1, Ben: 1 });
});

test('The price of a gift that may exist is kept where Maximum Total is removed for one attempt.', async () => {
	loseNext(2);
	const lost = await send(['Ann'], { options: { maximumTotal: 500 } });
	node.service.clearFaults();
	const found = await retry(lost, ['Ann']);
	const limited = creations.toItems({ options: { maximumTotal: 500 } });
	await runAgain(found, limited, { items: named('Ben'), runIndex: 1 });

	expect(await gifts()).toEqual({ Ann: 1, Ben: 1 });
});
