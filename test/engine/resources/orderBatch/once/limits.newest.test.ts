import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { contextOf, TOOL, type NodeRun, type RunOptions } from '../../../../../dev/harness/engine';
import { isCreation } from '../../../../../dev/harness/batches';
import type { FaultEffect } from '../../../../../dev/mock-service';
import { actionNode, byId } from '../../../../support/actionNode';
import { FROM_ITEMS, smallBatch } from '../../../../support/orderBatchParameters';

const node = actionNode({ limits: { retryBudgetMs: 30_000, firstRetryDelayMs: 2, longestRetryDelayMs: 20 } });

/** The most that a gift card of $10.00 costs: a fee of 5 percent and a tax of 10 percent come to it. */
const GIFT_CENTS = 1155;

const PRICE = { method: 'POST', path: '/v1/order_batches/price' };
const CREATION = { method: 'POST', path: /^\/v1\/order_batches$/ };

/** Gift cards for as many people as the input item's `count` says, of $10.00 or of its `price` in cents. */
const create = (options: IDataObject, more: IDataObject = {}): IDataObject => ({
	authentication: 'automationApi',
	...smallBatch(node.service.samples.productId),
	fromName: '={{ $json.from ?? "Ann" }}',
	cartItems: {
		item: [
			{
				product: byId(node.service.samples.variableProductId),
				quantity: 1,
				variablePrice: '={{ $json.price ?? 1000 }}',
			},
		],
	},
	recipientsSource: 'json',
	recipientsJson:
		'={{ Array.from({ length: $json.count }, (_, index) => ({ first_name: `${$json.from ?? "Ann"}s guest ${index + 1}` })) }}',
	options,
	...more,
});

const fromItems = (options: IDataObject) => create(options, { ...FROM_ITEMS, fromName: 'Ann' });

const people = (count: number): IDataObject[] =>
	Array.from({ length: count }, (_, index) => ({ first_name: `Guest ${index + 1}` }));

/** Runs the node again in the execution of an earlier run. */
const runAgain = async (earlier: NodeRun, parameters: IDataObject, options: Partial<RunOptions>) =>
	await node.run(parameters, { ...options, contextData: contextOf(earlier) });

/** How many recipients each batch of the service has. */
const stored = () => node.service.orderBatches().map(({ recipients_count: count }) => count);

const creations = () => node.requests.filter(isCreation);

const priceRequests = () => node.requests.filter(({ path }) => path === PRICE.path);

/** Lets the service respond to every question for a price with this body. */
const respondWithPrice = (body: unknown) =>
	node.service.addFault({ match: PRICE, effect: { kind: 'response', status: 200, body } });

const CART_PRICE = { price_est_total_low: 1050, price_est_total_high: GIFT_CENTS };

const failNextCreation = (effect: FaultEffect) => node.service.addFault({ match: CREATION, times: 1, effect });

const TRUNCATED: FaultEffect = { kind: 'malformed', form: 'truncated' };

describe('the maximum total', () => {
	test('lets through a batch whose upper estimate is equal to it', async () => {
		const { status } = await node.run(create({ maximumTotal: 34.65 }), { items: [{ count: 3 }] });

		expect(status).toBe('success');
		expect(stored()).toEqual([3]);
	});

	test('refuses one cent less with both amounts and what to do, and nothing is sent', async () => {
		const { error } = await node.run(create({ maximumTotal: 34.64 }), { items: [{ count: 3 }] });

		expect(error).toMatchObject({
			name: 'NodeOperationError',
			message:
				'"Maximum Total (USD)" is $34.64 for one execution of the workflow, but this would cost up to $34.65: choose fewer recipients or a cheaper gift, or raise the limit',
			description: expect.stringContaining('Nothing was sent.'),
		});
		expect(creations()).toEqual([]);
	});

	test.each([
		[1500, 17.33],
		[3250, 37.55],
		[3300, 38.12],
		[6350, 73.35],
		[50_000, 577.5],
	])('is exact to the cent for a gift card of %d cents', async (price, maximumTotal) => {
		const items = [{ count: 1, price }];
		const below = await node.run(create({ maximumTotal: Number((maximumTotal - 0.01).toFixed(2)) }), { items });
		expect(below.error?.message).toContain(`would cost up to $${maximumTotal.toFixed(2)}:`);
		expect(stored()).toEqual([]);

		await node.run(create({ maximumTotal }), { items });
		expect(stored()).toEqual([1]);
	});

	test('is not rounded up where it has parts of a cent', async () => {
		const { error } = await node.run(create({ maximumTotal: 11.549 }), { items: [{ count: 1 }] });

		expect(error?.message).toContain('"Maximum Total (USD)" is $11.54 ');
		expect(creations()).toEqual([]);
	});

	test('counts all input items before the first batch is created', async () => {
		const { error } = await node.run(create({ maximumTotal: 50 }), {
			items: [{ count: 2 }, { count: 3, from: 'Ben' }],
		});

		expect(error?.message).toContain('would cost up to $57.75');
		expect(creations()).toEqual([]);
	});

	test('counts all batches that the input items are split into', async () => {
		const refused = await node.run(fromItems({ maximumTotal: 69.29, recipientsPerBatch: 4 }), { items: people(6) });
		expect(refused.error?.message).toContain('would cost up to $69.30');
		expect(creations()).toEqual([]);

		await node.run(fromItems({ maximumTotal: 69.3, recipientsPerBatch: 4 }), { items: people(6) });
		expect(stored()).toEqual([4, 2]);
	});

	test('counts recipients who get the gift more than once', async () => {
		const items = Array.from({ length: 3 }, () => ({ first_name: 'Ann', email: 'ann@example.com' }));
		const options = { allowRepeatedRecipients: true };
		const refused = await node.run(fromItems({ ...options, maximumTotal: 34.64 }), { items });
		expect(refused.error?.message).toContain('$34.65');

		await node.run(fromItems({ ...options, maximumTotal: 34.65 }), { items });
		expect(stored()).toEqual([3]);
	});

	test('counts equal batches of one run each', async () => {
		const items = [{ count: 2 }, { count: 2 }];
		const options = { allowRepeatedRecipients: true };
		const refused = await node.run(create({ ...options, maximumTotal: 46.19 }), { items });
		expect(refused.error?.message).toContain('$46.20');

		await node.run(create({ ...options, maximumTotal: 46.2 }), { items });
		expect(stored()).toEqual([2, 2]);
	});

	test('does not count recipients who are skipped', async () => {
		const options = { maximumTotal: 23.1, skipInvalidRecipients: true };
		const { status } = await node.run(fromItems(options), { items: [{ first_name: '' }, ...people(2)] });

		expect(status).toBe('success');
		expect(stored()).toEqual([2]);
	});

	test('takes the lowest where the input items give different ones', async () => {
		const { error } = await node.run(create({ maximumTotal: '={{ $json.limit }}' }), {
			items: [
				{ count: 3, limit: 1000 },
				{ count: 2, limit: 40, from: 'Ben' },
			],
		});

		expect(error?.message).toContain('"Maximum Total (USD)" is $40.00');
		expect(creations()).toEqual([]);
	});

	test('may be the text of a number, as an expression gives it', async () => {
		const { error } = await node.run(create({ maximumTotal: '11.54' }), { items: [{ count: 1 }] });

		expect(error?.message).toContain('"Maximum Total (USD)" is $11.54');
	});

	test('refuses all input items where the node goes on after failures', async () => {
		const { json, outputs } = await node.run(create({ maximumTotal: 50 }), {
			items: [{ count: 2 }, { count: 3, from: 'Ben' }],
			node: { onError: 'continueRegularOutput' },
		});

		const refusal = {
			error: expect.stringContaining('is $50.00 for one'),
			error_description: expect.stringContaining('Nothing was sent.'),
		};
		expect(json).toEqual([refusal, refusal]);
		expect(outputs[0]?.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }]);
		expect(creations()).toEqual([]);
	});

	test('does not count input items that are refused where the node goes on after failures', async () => {
		await node.run(create({ maximumTotal: 23.1 }), {
			items: [{ count: 0 }, { count: 2 }],
			node: { onError: 'continueRegularOutput' },
		});

		expect(stored()).toEqual([2]);
	});

	test('speaks where the input is only checked, too', async () => {
		const { error } = await node.run(create({ maximumTotal: 11, validateOnly: true }), { items: [{ count: 1 }] });

		expect(error?.message).toContain('"Maximum Total (USD)" is $11.00');
	});

	test('takes the calculated total of direct shipments', async () => {
		const mailingAddress = { address_1: '548 Market St', city: 'San Francisco', state: 'CA', postal_code: '94104' };
		const direct = (maximumTotal: number) =>
			create(
				{ maximumTotal },
				{
					sendMethod: 'direct_send',
					recipientsJson: JSON.stringify([
						{ first_name: 'Ann', mailing_address: { ...mailingAddress, country: 'US' } },
					]),
				},
			);
		// The tax of the address is 8 percent of $10.00.
		const refused = await node.run(direct(11.29));
		expect(refused.error?.message).toContain('would cost up to $11.30');

		await node.run(direct(11.3));
		expect(stored()).toEqual([1]);
	});

	test('asks for the prices of 5,000 recipients once', async () => {
		const { error } = await node.run(fromItems({ maximumTotal: 1 }), { items: people(5000) });

		expect(error?.message).toContain('would cost up to $57,750.00');
		expect(priceRequests()).toHaveLength(1);
	});

	test('asks for no price without a limit', async () => {
		await node.run(create({}), { items: [{ count: 1 }] });

		expect(priceRequests()).toEqual([]);
		expect(stored()).toEqual([1]);
	});
});

describe('the maximum per recipient', () => {
	test('lets through a gift whose upper estimate is equal to it, for any number of recipients', async () => {
		await node.run(create({ maximumPerRecipient: 11.55 }), { items: [{ count: 9 }] });

		expect(stored()).toEqual([9]);
	});

	test('refuses one cent less with both amounts and what to do, and nothing is sent', async () => {
		const { error } = await node.run(create({ maximumPerRecipient: 11.54 }), { items: [{ count: 1 }] });

		expect(error).toMatchObject({
			name: 'NodeOperationError',
			message:
				'"Maximum per Recipient (USD)" is $11.54, but a gift would cost up to $11.55: choose a cheaper gift, or raise the limit',
			description: expect.stringContaining('Nothing was sent.'),
		});
		expect(creations()).toEqual([]);
	});

	test('sends nothing to the others where one input item has a gift that costs more', async () => {
		const { error } = await node.run(create({ maximumPerRecipient: 20 }), {
			items: [{ count: 1 }, { count: 1, from: 'Ben', price: 2000 }],
		});

		expect(error?.message).toContain('a gift would cost up to $23.10');
		expect(creations()).toEqual([]);
	});

	test('may differ from input item to input item', async () => {
		const items = (limit: number) => [
			{ count: 1, limit: 12 },
			{ count: 1, from: 'Ben', price: 2000, limit },
		];
		const refused = await node.run(create({ maximumPerRecipient: '={{ $json.limit }}' }), { items: items(23) });
		expect(refused.error?.message).toContain(
			'"Maximum per Recipient (USD)" is $23.00, but a gift would cost up to $23.10',
		);
		expect(creations()).toEqual([]);

		await node.run(create({ maximumPerRecipient: '={{ $json.limit }}' }), { items: items(23.1) });
		expect(stored()).toEqual([1, 1]);
	});

	test('says each problem of several input items once', async () => {
		const { error } = await node.run(create({ maximumPerRecipient: 11 }), {
			items: [{ count: 1 }, { count: 1, from: 'Ben' }, { count: 1, from: 'Cleo', price: 2000 }],
		});

		expect(error?.message).toMatch(/^The input needs 2 corrections: .+\$11\.55.+; .+\$23\.10/);
	});

	test('does not look at a gift that an earlier attempt has created', async () => {
		const options = { maximumPerRecipient: '={{ $json.limit }}' };
		const first = await node.run(create(options), { items: [{ count: 1, limit: 12 }] });
		const { json } = await runAgain(first, create(options), { items: [{ count: 1, limit: 1 }] });

		expect(json).toEqual([expect.objectContaining({ already_created: true })]);
		expect(stored()).toEqual([1]);
	});
});

describe.each([
	['maximumTotal', 'Maximum Total (USD)'],
	['maximumPerRecipient', 'Maximum per Recipient (USD)'],
])('the option %s', (option, label) => {
	const mustBe = 'must be a number of at least 0.01, but it is';

	test.each([
		['zero', 0, `${mustBe} the number 0`],
		['less than a cent', 0.001, `${mustBe} the number 0.001`],
		['negative', -5, `${mustBe} the number -5`],
		['text', 'five', `${mustBe} the text "five"`],
		['an amount with a currency', '$500', `${mustBe} the text "$500"`],
		['an amount with a comma', '1,000', `${mustBe} the text "1,000"`],
		['a list', '={{ [500] }}', `${mustBe} a list`],
		['true', '={{ true }}', `${mustBe} the boolean true`],
		['infinite', '={{ 500 / 0 }}', `${mustBe} the number Infinity`],
		['empty', '', 'is missing'],
		['an expression without a value', '={{ $json.nothing }}', 'is missing'],
	])('is refused when it is %s instead of sending without it', async (_name, value, problem) => {
		const { error } = await node.run(create({ [option]: value }), { items: [{ count: 1 }] });

		expect(error?.message).toBe(`"${label}" ${problem}`);
		expect(node.requests).toEqual([]);
	});

	test.each([404, 405])('sends nothing where the service has no prices (HTTP status %d)', async (status) => {
		node.service.addFault({ match: PRICE, effect: { kind: 'response', status } });
		const { error } = await node.run(create({ [option]: 500 }), { items: [{ count: 1 }] });

		expect(error?.message).toBe('This service does not provide prices');
		expect(error?.description).toContain('Nothing was sent.');
		expect(error?.description).toContain('Remove the options "Maximum Total (USD)" and "Maximum per Recipient (USD)"');
		expect(creations()).toEqual([]);
	});

	test('sends nothing at a service that keeps to the interface alone', async () => {
		node.service.setInterfaceOnly(true);
		const { json } = await node.run(create({ [option]: 500 }), {
			items: [{ count: 1 }, { count: 2 }],
			node: { onError: 'continueRegularOutput' },
		});

		expect(json).toEqual([
			expect.objectContaining({ error: 'This service does not provide prices' }),
			expect.objectContaining({ error: 'This service does not provide prices' }),
		]);
		expect(creations()).toEqual([]);
	});

	test('asks again when the service is unavailable', async () => {
		node.service.addFault({ match: PRICE, times: 2, effect: { kind: 'response', status: 503 } });
		const { status } = await node.run(create({ [option]: 500 }), { items: [{ count: 1 }] });

		expect(status).toBe('success');
		expect(stored()).toEqual([1]);
	});

	test("sends nothing and gives the service's reason when it refuses to tell a price", async () => {
		const { error } = await node.run(
			create({ [option]: 500 }, { cartItems: { item: [{ product: byId(node.unknownId), quantity: 1 }] } }),
			{ items: [{ count: 1 }] },
		);

		expect(error?.message).toBe(`Product not found: ${node.unknownId}`);
		expect(error?.description).toContain('Nothing was sent.');
		expect(creations()).toEqual([]);
	});

	test.each([
		['nothing', {}],
		['no totals', { cart_price: CART_PRICE, total_price: { recipients: 1 } }],
		[
			'totals that are null',
			{ cart_price: CART_PRICE, total_price: { est_group_total_high: null, est_total_calculated: null } },
		],
		['a negative total', { cart_price: CART_PRICE, total_price: { est_group_total_high: -1 } }],
		[
			'a total in dollars, as text',
			{ cart_price: CART_PRICE, total_price: { est_group_total_low: '500.00', est_group_total_high: '500.00' } },
		],
		[
			'a gift in dollars, as text',
			{
				cart_price: { price_est_total_low: '500.00', price_est_total_high: '500.00' },
				total_price: { est_group_total_high: 1155 },
			},
		],
		['a total that is text', { cart_price: CART_PRICE, total_price: { est_group_total_high: 'cheap' } }],
		['no price of the cart', { total_price: { est_group_total_high: 1 } }],
		['a list', []],
	])('sends nothing where the price holds %s', async (_name, body) => {
		respondWithPrice(body);
		const { error } = await node.run(create({ [option]: 500 }), { items: [{ count: 1 }] });

		expect(error?.message).toContain('with data that its interface does not allow');
		expect(error?.description).toContain('Nothing was sent.');
		expect(creations()).toEqual([]);
	});

	test.each<[string, [low: number, high: number], [low: number, high: number], string]>([
		[
			'its lowest figure for a gift is above the highest',
			[50_000, 100],
			[50, 100],
			'its lowest figure $500.00 is above its highest, $1.00',
		],
		[
			'its lowest total is above the highest',
			[50, 100],
			[50_000, 100],
			'its lowest figure $500.00 is above its highest, $1.00',
		],
		['all of it is zero', [0, 0], [0, 0], 'it is $0.00'],
		[
			'its total is below the price of one gift',
			[90_000, 90_000],
			[100, 100],
			'its total $1.00 is below one gift, $900.00',
		],
	])('sends nothing where the price makes no sense: %s', async (_name, gift, total, reason) => {
		const [price_est_total_low, price_est_total_high] = gift;
		const [est_group_total_low, est_group_total_high] = total;
		respondWithPrice({
			cart_price: { price_est_total_low, price_est_total_high },
			total_price: { recipients: 1, est_group_total_low, est_group_total_high },
		});
		for (const more of [{}, { validateOnly: true }]) {
			const { error, json } = await node.run(create({ [option]: 5000 }, more), { items: [{ count: 1 }] });

			expect(json).toEqual([]);
			expect(error?.message).toBe(`The price of the service makes no sense: ${reason}`);
			expect(error?.description).toContain('Nothing was sent.');
		}
		expect(creations()).toEqual([]);
	});

	test('counts the price of each gift where the total is lower', async () => {
		respondWithPrice({
			cart_price: { price_est_total_low: 5000, price_est_total_high: 5500 },
			total_price: { recipients: 10, est_group_total_low: 5000, est_group_total_high: 5500 },
		});
		const { error } = await node.run(create({ maximumTotal: 100 }), { items: [{ count: 10 }] });

		expect(error?.message).toContain('"Maximum Total (USD)" is $100.00');
		expect(error?.message).toContain('would cost up to $500.00');
		expect(creations()).toEqual([]);
	});

	test('reads prices under either of their names', async () => {
		node.service.setPriceFields('cart_price_estimate');
		const refused = await node.run(create({ [option]: 11.54 }), { items: [{ count: 1 }] });
		expect(refused.error?.message).toContain('$11.55');

		await node.run(create({ [option]: 11.55 }), { items: [{ count: 1 }] });
		expect(stored()).toEqual([1]);
	});
});

test('the maximum total takes the higher total where the service has both', async () => {
	respondWithPrice({
		cart_price: CART_PRICE,
		total_price: { recipients: 1, est_group_total_high: GIFT_CENTS, est_total_calculated: 0 },
	});
	const { error } = await node.run(create({ maximumTotal: 5 }), { items: [{ count: 1 }] });

	expect(error?.message).toContain('would cost up to $11.55');
	expect(creations()).toEqual([]);
});

describe('the maximum total over an execution in which the node runs more than once', () => {
	const call = (count: number, from: string) => ({ items: [{ count, from }], node: TOOL });
	const limited = (maximumTotal: number) => create({ maximumTotal });

	test('counts what was spent before', async () => {
		const first = await node.run(limited(34.65), call(2, 'Ann'));
		const second = await runAgain(first, limited(34.65), call(2, 'Ben'));

		expect(second.json).toEqual([
			{
				error:
					'"Maximum Total (USD)" is $34.65 for one execution of the workflow, but this would cost up to $46.20 ($23.10 before and $23.10 now): choose fewer recipients or a cheaper gift, or raise the limit',
				error_description: expect.stringContaining('Nothing was sent.'),
			},
		]);
		await runAgain(second, limited(34.65), call(1, 'Cleo'));
		expect(stored()).toEqual([2, 1]);
	});

	test('counts what earlier runs of a loop have spent', async () => {
		const items = (from: string) => [{ count: 2, from }];
		const first = await node.run(limited(34.65), { items: items('Ann') });
		const second = await runAgain(first, limited(34.65), { items: items('Ben'), runIndex: 1 });

		expect(second.error?.message).toContain('($23.10 before and $23.10 now)');
		expect(stored()).toEqual([2]);
	});

	test('counts a batch once, however often it is asked for', async () => {
		const first = await node.run(limited(23.1), call(2, 'Ann'));
		const second = await runAgain(first, limited(23.1), call(2, 'Ann'));

		expect(second.json).toEqual([expect.objectContaining({ id: first.json[0]?.id, already_created: true })]);
		expect(stored()).toEqual([2]);
	});

	test('does not count what was only checked, what was refused, and what the service refused', async () => {
		const checked = await node.run({ ...limited(23.1), validateOnly: true }, call(2, 'Ann'));
		const refused = await runAgain(checked, limited(23.1), call(3, 'Ann'));
		failNextCreation({ kind: 'response', status: 400 });
		const failed = await runAgain(refused, limited(23.1), call(2, 'Ann'));
		expect(failed.json).toEqual([expect.objectContaining({ error: expect.any(String) })]);

		await runAgain(failed, limited(23.1), call(2, 'Ann'));
		expect(stored()).toEqual([2]);
	});

	test('counts a batch of which it is not known whether it was created', async () => {
		failNextCreation(TRUNCATED);
		node.service.setInterfaceOnly(false);
		node.service.addFault({
			match: { method: 'GET', path: '/v1/order_batches' },
			effect: { kind: 'response', status: 404 },
		});
		const unknown = await node.run(limited(23.1), call(2, 'Ann'));
		expect(unknown.json[0]?.error_description).toContain('not known whether the order batch was created');

		const next = await runAgain(unknown, limited(23.1), call(1, 'Ben'));

		expect(next.json[0]?.error).toContain('($23.10 before and $11.55 now)');
		expect(stored()).toEqual([2]);
	});

	test('sends what is left in a retry', async () => {
		const items = [{ count: 1 }, { count: 2, from: 'Ben' }];
		failNextCreation({ kind: 'response', status: 422 });
		const failed = await node.run(limited(34.65), { items, node: { onError: 'continueRegularOutput' } });
		expect(failed.json).toEqual([expect.objectContaining({ error: expect.any(String) }), expect.anything()]);
		expect(stored()).toEqual([2]);

		const retried = await runAgain(failed, limited(34.65), { items });

		expect(retried.json.map(({ already_created: isOld }) => isOld)).toEqual([undefined, true]);
		expect(stored()).toEqual([2, 1]);
	});

	test('asks for no price again in a retry of what was created', async () => {
		const first = await node.run(limited(34.65), { items: [{ count: 3 }] });
		await runAgain(first, limited(34.65), { items: [{ count: 3 }] });

		expect(priceRequests()).toHaveLength(1);
		expect(stored()).toEqual([3]);
	});

	test('refuses the rest where it was added after batches whose prices are not known', async () => {
		const first = await node.run(create({}), call(2, 'Ann'));
		const { json } = await runAgain(first, limited(500), call(1, 'Ben'));

		expect(json[0]?.error).toContain('"Maximum Total (USD)" was added after this execution had created order batches');
		expect(stored()).toEqual([2]);
	});

	test.each([
		['different gifts', ['Ann', 'Ben', 'Cleo', 'Dora']],
		['the same gift', ['Ann', 'Ann', 'Ann', 'Ann']],
	])('holds for calls of an agent at the same time for %s', async (_name, names) => {
		const contextData = {};
		const runs = await Promise.all(names.map((from) => node.run(limited(23.1), { ...call(2, from), contextData })));

		expect(stored()).toEqual([2]);
		const errors = runs.flatMap(({ json }) => json.flatMap(({ error }) => (error ? [String(error)] : [])));
		expect(errors).toHaveLength(names[1] === 'Ann' ? 0 : 3);
		for (const error of errors) expect(error).toContain('"Maximum Total (USD)" is $23.10');
	});
});

/** What the orders of all batches cost, in cents, once their recipients have accepted. */
async function spent(): Promise<number> {
	let total = 0;
	for (const { id } of node.service.orderBatches()) {
		node.service.setBatchState(id, 'complete');
		const path = `/v1/order_batches/${id}/orders?per_page=100`;
		const orders = async () => (await node.read(path)).data as Array<{ id: string; amounts: IDataObject }>;
		for (const order of await orders()) node.service.changeOrder(order.id, { status: 'accepted' });
		for (const { amounts } of await orders()) total += Number(amounts.amount_total);
	}
	return total;
}

describe('whatever is sent, and whatever goes wrong', () => {
	const EFFECTS: FaultEffect[] = [
		TRUNCATED,
		{ kind: 'drop' },
		{ kind: 'drop', afterCommit: true },
		{ kind: 'response', status: 503, afterCommit: true },
		{ kind: 'response', status: 400 },
	];
	const line = fc.record({
		product: fc.nat(),
		quantity: fc.integer({ min: 1, max: 3 }),
		price: fc.integer({ min: 500, max: 9000 }),
	});
	const call = fc.record({
		from: fc.constantFrom('Ann', 'Ben', 'Cleo'),
		count: fc.integer({ min: 1, max: 4 }),
		cart: fc.array(line, { minLength: 1, maxLength: 3 }),
		/** Whether it repeats the call before it. */
		isRepeated: fc.boolean(),
		fault: fc.option(fc.constantFrom(...EFFECTS)),
		canList: fc.boolean(),
	});
	type Call = typeof call extends fc.Arbitrary<infer Value> ? Value : never;

	const itemOf = ({ from, count, cart }: Call): IDataObject => {
		const sold = node.service.catalogue
			.activeProductsShippingTo('US')
			.filter(({ variants, price_is_variable: isVariable }) => variants.length === 0 && !isVariable);
		const card = node.service.samples.variableProductId;
		const ids = cart.map(({ product }) => (product % 3 === 0 ? card : sold[product % sold.length]!.id));
		return {
			from,
			count,
			ids,
			quantities: cart.map(({ quantity }) => quantity),
			prices: cart.map(({ price }) => price),
		};
	};

	/** A cart of as many products as the call's. */
	const parameters = (size: number, maximumTotal: number) =>
		create(
			{ maximumTotal },
			{
				cartItems: {
					item: Array.from({ length: size }, (_, index) => ({
						product: byId(`={{ $json.ids[${index}] }}`),
						quantity: `={{ $json.quantities[${index}] }}`,
						variablePrice: `={{ $json.prices[${index}] }}`,
					})),
				},
			},
		);

	test.each([
		['in a loop', {}],
		['by an agent', TOOL],
	])('the orders of an execution never cost more than the maximum total: %s', async (_name, tool) => {
		let isAnySent = false;
		await fc.assert(
			fc.asyncProperty(
				fc.array(call, { minLength: 1, maxLength: 5 }),
				fc.integer({ min: 2000, max: 60_000 }),
				async (calls, limit) => {
					node.service.reset();
					let contextData: IDataObject = {};
					let last = calls[0] as Call;
					for (const [runIndex, drawn] of calls.entries()) {
						last = drawn.isRepeated ? last : drawn;
						node.service.clearFaults();
						if (drawn.fault) failNextCreation(drawn.fault);
						if (!drawn.canList) {
							node.service.addFault({
								match: { method: 'GET', path: '/v1/order_batches' },
								effect: { kind: 'response', status: 404 },
							});
						}
						const run = await node.run(parameters(last.cart.length, limit / 100), {
							items: [itemOf(last)],
							node: { onError: 'continueRegularOutput', ...tool },
							contextData,
							runIndex,
						});
						contextData = contextOf(run);
					}
					node.service.clearFaults();
					const cost = await spent();
					isAnySent ||= cost > 0;
					expect(cost).toBeLessThanOrEqual(limit);
				},
			),
			// Shrinking takes longer than a test may.
			{ numRuns: 40, endOnFailure: true },
		);
		expect(isAnySent).toBe(true);
	});
});
