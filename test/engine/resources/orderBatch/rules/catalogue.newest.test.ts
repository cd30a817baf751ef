import type { IDataObject } from 'n8n-workflow';

import { contextOf, TOOL, type NodeRun, type RunOptions } from '../../../../../dev/harness/engine';
import { isCreation } from '../../../../../dev/harness/batches';
import type { Product } from '../../../../../dev/mock-service';
import { actionNode, byId } from '../../../../support/actionNode';
import { FROM_ITEMS, smallBatch } from '../../../../support/orderBatchParameters';

const node = actionNode();

const DIRECT = { sendMethod: 'direct_send' };

/** A recipient of the form, or an input item with other names for the same fields. */
const personIn = (state: string, firstName = 'Ann'): IDataObject => ({
	firstName,
	address1: '548 Market St',
	city: 'Springfield',
	state,
	postalCode: '94104',
	country: 'US',
});

const itemIn = (state: string, name = 'Ann'): IDataObject => ({
	first_name: name,
	address_1: '548 Market St',
	city: 'Springfield',
	state,
	postal_code: '94104',
	country: 'US',
});

const create = (cartItems: IDataObject[], more: IDataObject = {}): IDataObject => ({
	authentication: 'automationApi',
	...smallBatch(node.service.samples.productId),
	cartItems: { item: cartItems.map((item) => ({ quantity: 1, ...item })) },
	...more,
});

const direct = (cartItems: IDataObject[], states: string[] = ['CA'], more: IDataObject = {}) =>
	create(cartItems, { ...DIRECT, recipients: { recipient: states.map((state) => personIn(state)) }, ...more });

const product = (id: string, more: IDataObject = {}): IDataObject => ({ product: byId(id), ...more });

const giftCard = (variablePrice?: number | string) =>
	product(node.service.samples.variableProductId, { variablePrice });

const cookies = (variants?: string[]) => product(node.service.samples.variantProduct.id, { variants });

/** A product that is not shipped to AR, MS and UT. */
const wine = (): Product => {
	const sold = node.service.catalogue.activeProductsShippingTo('US');
	return sold.find(({ restricted_states: states, variants }) => states.length > 0 && variants.length === 0)!;
};

const creations = () => node.requests.filter(isCreation);

const FEW_ATTEMPTS = {
	limits: { retryBudgetMs: 1_000, firstRetryDelayMs: 50, longestRetryDelayMs: 100, longestRequestGapMs: 100 },
};

const productRequests = () => node.service.requests.filter(({ path }) => path.startsWith('/v1/products/'));

/** How many recipients each batch of the service has. */
const stored = () => node.service.orderBatches().map(({ recipients_count: count }) => count);

/** Lets the catalogue show a product with these fields instead of its own, until the faults are cleared. */
const change = (id: string, fields: Partial<Product> | IDataObject) =>
	node.service.addFault({
		match: { method: 'GET', path: `/v1/products/${id}` },
		effect: { kind: 'response', status: 200, body: { ...node.service.catalogue.product(id), ...fields } },
	});

const runAgain = async (earlier: NodeRun, parameters: IDataObject, options: Partial<RunOptions> = {}) =>
	await node.run(parameters, { ...options, contextData: contextOf(earlier) });

describe('a variable price', () => {
	test.each([
		[
			'missing',
			undefined,
			'is missing: "Digital Gift Card" has no fixed price, it costs at least $5.00 and at most $500.00',
		],
		['0', 0, 'is missing: "Digital Gift Card" has no fixed price, it costs at least $5.00 and at most $500.00'],
		['below its range', 499, 'must be at least $5.00 and at most $500.00 for "Digital Gift Card", but it is $4.99'],
		[
			'above its range',
			50_001,
			'must be at least $5.00 and at most $500.00 for "Digital Gift Card", but it is $500.01',
		],
		['in dollars', '25', 'must be at least $5.00 and at most $500.00 for "Digital Gift Card", but it is $0.25'],
	])('that is %s is refused, and nothing is sent', async (_name, price, problem) => {
		const { error } = await node.run(create([giftCard(price)]));

		expect(error).toMatchObject({
			message: `Cart item 1: "Variable Price (Cents)" ${problem}`,
			description: expect.stringContaining('Nothing was sent.'),
		});
		expect(node.requests).toEqual([]);
	});

	test.each([500, 50_000, '2500'])('of %p passes', async (price) => {
		await node.run(create([giftCard(price)]));

		expect(stored()).toEqual([1]);
	});

	test('of a product with a fixed price is left to the service', async () => {
		await node.run(create([product(node.service.samples.productId, { variablePrice: 1 })]));

		expect(stored()).toEqual([1]);
	});

	test.each([
		['the least alone', { price_max: 0 }, 499, 'must be at least $5.00 for'],
		['the most alone', { price_min: null }, 50_001, 'must be at most $500.00 for'],
	])('is held against %s where the product has no other', async (_name, fields, price, problem) => {
		change(node.service.samples.variableProductId, fields);
		const { error } = await node.run(create([giftCard(price)]));

		expect(error?.message).toContain(`"Variable Price (Cents)" ${problem}`);
		expect(node.requests).toEqual([]);
	});

	test('passes where the product has no range', async () => {
		change(node.service.samples.variableProductId, { price_min: null, price_max: null });
		await node.run(create([giftCard(700)]));

		expect(stored()).toEqual([1]);
	});
});

describe('the variants of a direct shipment', () => {
	const choice = 'The variants of "Cookie Duo" are Brown Butter, Double Chocolate, Lemon, Oat & Raisin';
	const count = (number: number) =>
		`The number of "Variants" must be 2 for the send method "Direct Send", but it is ${number}. ${choice}`;

	test.each([
		['missing', undefined, [count(0)]],
		['too few', ['Lemon'], [count(1)]],
		['too many', ['Lemon', 'Lemon', 'Brown Butter'], [count(3)]],
		['unknown', ['Lemon', 'Pistachio'], [`"Variants" has "Pistachio". ${choice}`]],
		['in another case', ['lemon', 'Brown Butter'], [`"Variants" has "lemon". ${choice}`]],
		['unknown and too many', ['Lemon', 'A', 'B'], [`"Variants" has "A", "B". ${choice}`, count(3)]],
	])('that are %s are refused, and nothing is sent', async (_name, variants, problems) => {
		const { error } = await node.run(direct([cookies(variants)]));

		expect(error?.context.problems).toEqual(problems.map((problem) => `Cart item 1: ${problem}`));
		expect(error?.description).toContain('Nothing was sent.');
		expect(node.requests).toEqual([]);
	});

	test.each([[['Lemon', 'Brown Butter']], [['Lemon', 'Lemon']], [[' Lemon ', 'Brown Butter']]])(
		'pass as %j',
		async (variants) => {
			await node.run(direct([cookies(variants)]));

			expect(stored()).toEqual([1]);
		},
	);

	test('need not be chosen for a gift by link', async () => {
		await node.run(create([cookies()]));

		expect(stored()).toEqual([1]);
	});

	test('are left to the service where the product has none', async () => {
		const { error } = await node.run(direct([product(node.service.samples.productId, { variants: ['Large'] })]));

		expect(error?.message).toContain('has no variant "Large"');
		expect(creations()).toHaveLength(1);
	});

	test.each([null, 0, undefined])('may be as many as one likes where the product says %p', async (selectable) => {
		change(node.service.samples.variantProduct.id, { variants_num_selectable: selectable });
		await node.run(direct([cookies(['Lemon', 'Brown Butter'])]));

		expect(stored()).toEqual([1]);
	});
});

describe('a state that a product is not shipped to', () => {
	test.each(['UT', 'ut', ' Ut '])('is refused as "%s", with the row of the recipient', async (state) => {
		const { error } = await node.run(direct([product(wine().id)], ['CA', state]));

		expect(error?.message).toBe(`Recipient 2: State ${state.trim()}: "Red and White Pair" cannot be shipped there`);
		expect(error?.description).toContain('Nothing was sent.');
		expect(node.requests).toEqual([]);
	});

	test('is no problem of a gift by link', async () => {
		await node.run(direct([product(wine().id)], ['UT'], { sendMethod: 'link_multiple_custom_list' }));

		expect(stored()).toEqual([1]);
	});

	const toItems = (options: IDataObject = {}) =>
		direct([product(wine().id)], [], { ...FROM_ITEMS, options: { output: 'orderBatch', ...options } });

	test('names the rows of the input items', async () => {
		const { error } = await node.run(toItems(), { items: [itemIn('CA'), itemIn('UT', 'Ben'), itemIn('AR', 'Cleo')] });

		expect(error?.context.problems).toEqual([
			'Recipient 2: State UT: "Red and White Pair" cannot be shipped there',
			'Recipient 3: State AR: "Red and White Pair" cannot be shipped there',
		]);
		expect(node.requests).toEqual([]);
	});

	const SKIP = { skipInvalidRecipients: true };
	const mixed = [itemIn('CA'), itemIn('UT', 'Ben'), itemIn('NY', 'Cleo')];

	test('leaves its recipients out with Skip Invalid Recipients', async () => {
		const { hints, json } = await node.run(toItems(SKIP), { items: mixed });

		expect(json).toMatchObject([{ recipients_count: 2 }]);
		expect(hints).toEqual([expect.stringContaining('1 of 3 recipients were left out: Recipient 2: State UT')]);
		expect(stored()).toEqual([2]);
	});

	test('leaves recipients out whom Recipients Limit then does not count', async () => {
		const { status } = await node.run(toItems({ ...SKIP, recipientsLimit: 2 }), { items: mixed });

		expect(status).toBe('success');
		expect(stored()).toEqual([2]);
	});

	test('leaves the same recipients out when the execution is retried', async () => {
		const options = { ...SKIP, recipientsPerBatch: 2 };
		node.service.addFault({ match: { method: 'POST' }, times: 1, effect: { kind: 'malformed', form: 'truncated' } });
		node.service.addFault({
			match: { method: 'GET', path: '/v1/order_batches' },
			times: 1,
			effect: { kind: 'response', status: 404 },
		});
		const failed = await node.run(toItems(options), { items: mixed });
		expect(failed.error?.description).toContain('not known whether the order batch was created');

		const { json, error } = await runAgain(failed, toItems(options), { items: mixed });

		expect(error).toBeUndefined();
		expect(json).toMatchObject([{ recipients_count: 1, already_created: true }, { recipients_count: 1 }]);
		expect(stored()).toEqual([1, 1]);
	});
});

describe('an inactive product', () => {
	const refusal = '"Winter Edition" is no longer sold: choose another one';

	test.each([DIRECT, {}])('is refused before anything is sent (%j)', async (more) => {
		const { error } = await node.run(direct([product(node.service.samples.inactiveProductId)], ['CA'], more));

		expect(error?.message).toBe(`Cart item 1: Product ${refusal}`);
		expect(node.requests).toEqual([]);
	});

	test('fails its own input item alone where the node goes on after failures', async () => {
		const { samples } = node.service;
		const { json } = await node.run(create([product('={{ $json.id }}')], { fromName: '={{ $json.from }}' }), {
			items: [
				{ id: samples.inactiveProductId, from: 'Ann' },
				{ id: samples.productId, from: 'Ben' },
			],
			node: { onError: 'continueRegularOutput' },
		});

		expect(json).toEqual([
			expect.objectContaining({ error: expect.stringContaining(refusal) }),
			expect.objectContaining({ send_status: 'complete' }),
		]);
		expect(stored()).toEqual([1]);
	});

	test('stops all input items otherwise, and names the item', async () => {
		const { samples } = node.service;
		const { error } = await node.run(create([product('={{ $json.id }}')], { fromName: '={{ $json.from }}' }), {
			items: [
				{ id: samples.productId, from: 'Ben' },
				{ id: samples.inactiveProductId, from: 'Ann' },
			],
		});

		expect(error?.message).toBe(`Item 2: Cart item 1: Product ${refusal}`);
		expect(node.requests).toEqual([]);
	});

	describe('that was active when the order batch was created', () => {
		const meanwhile = () => change(node.service.samples.productId, { status: 'inactive' });
		const gift = (more: IDataObject = {}) => create([product(node.service.samples.productId)], more);

		test('does not keep a retry from finding it', async () => {
			const first = await node.run(gift());
			meanwhile();
			const { json } = await runAgain(first, gift());

			expect(json).toEqual([expect.objectContaining({ already_created: true })]);
			expect(stored()).toEqual([1]);
		});

		test('does not keep an agent that calls again from learning that it exists', async () => {
			const first = await node.run(gift(), { node: TOOL });
			meanwhile();
			const { json } = await runAgain(first, gift(), { node: TOOL });

			expect(json).toEqual([expect.objectContaining({ already_created: true })]);
			expect(stored()).toEqual([1]);
		});

		test.each([{ skipGiftedWithinDays: 30 }, { skipInvalidRecipients: true }])(
			'does not keep a retry with the options %j from finding it',
			async (options) => {
				const parameters = gift({ ...FROM_ITEMS, options: { output: 'orderBatch', ...options } });
				const items = [{ first_name: 'Ann', email: 'ann@example.com' }];
				node.service.addFault({
					match: { method: 'GET', path: /^\/v1\/orders$/ },
					effect: { kind: 'response', status: 200, body: { data: [], list_meta: { total_count: 0 } } },
				});
				const first = await node.run(parameters, { items });
				meanwhile();
				const { json, error } = await runAgain(first, parameters, { items });

				expect(error).toBeUndefined();
				expect(json).toEqual([expect.objectContaining({ already_created: true })]);
				expect(stored()).toEqual([1]);
			},
		);
	});
});

test('every problem of the recipients and the cart is named at once', async () => {
	const { samples } = node.service;
	const { error } = await node.run(
		direct(
			[product(samples.inactiveProductId), giftCard(1), cookies(['Lemon']), product(wine().id)],
			['UT', 'CA', 'MS'],
		),
	);

	expect(error?.context.problems).toEqual([
		expect.stringContaining('Recipient 1: State UT'),
		expect.stringContaining('Recipient 3: State MS'),
		expect.stringContaining('Cart item 1: Product "Winter Edition" is no longer sold'),
		expect.stringContaining('Cart item 2: "Variable Price (Cents)" must be'),
		expect.stringContaining('Cart item 3: The number of "Variants" must be 2'),
	]);
	expect(node.requests).toEqual([]);
});

describe('the read of products', () => {
	test('happens once for each product, also for IDs in upper case', async () => {
		const { productId, otherProductId } = node.service.samples;
		const people = Array.from({ length: 5 }, (_, index) => ({ from: `Guest ${index}` }));
		await node.run(
			create([product(productId.toUpperCase()), product(productId), product(otherProductId)], {
				fromName: '={{ $json.from }}',
			}),
			{ items: people },
		);

		expect(productRequests()).toHaveLength(2);
		expect(stored()).toEqual([1, 1, 1, 1, 1]);
	});

	test('finds the problems of a product whose ID is in upper case', async () => {
		const { error } = await node.run(create([product(node.service.samples.inactiveProductId.toUpperCase())]));

		expect(error?.message).toContain('is no longer sold');
	});

	test('is left out for a product by URL', async () => {
		const item = { product: { __rl: true, mode: 'url', value: node.service.samples.productUrl } };
		await node.run(create([item]));

		expect(productRequests()).toEqual([]);
		expect(stored()).toEqual([1]);
	});

	test('is left out where the input is wrong otherwise', async () => {
		await node.run(create([product(node.service.samples.productId)], { fromName: '={{ "" }}' }));

		expect(node.service.requests).toEqual([]);
	});

	test.each([
		['is not offered', { kind: 'response', status: 404 }],
		['fails', { kind: 'response', status: 500 }],
		['is refused to the key', { kind: 'response', status: 403 }],
		['is limited', { kind: 'response', status: 429 }],
		['is not JSON', { kind: 'garbage' }],
		['has another shape', { kind: 'malformed', form: 'wrongShape' }],
	] as const)('that %s does not keep gifts from being sent', async (_name, effect) => {
		node.service.addFault({ match: { method: 'GET', path: '/v1/products/' }, effect });
		await node.run(create([product(node.service.samples.productId)]), FEW_ATTEMPTS);

		expect(stored()).toEqual([1]);
	});

	test.each([
		['breaks off', { kind: 'drop' }],
		['is not possible since the service is down', { kind: 'response', status: 503 }],
	] as const)('that %s keeps gifts from being sent, and says that nothing was', async (_name, effect) => {
		node.service.addFault({ match: { method: 'GET', path: '/v1/products/' }, effect });
		const { error } = await node.run(create([product(node.service.samples.productId)]), FEW_ATTEMPTS);

		expect(error?.description).toContain('Nothing was sent.');
		expect(creations()).toEqual([]);
	});

	test('that fails for a moment is repeated', async () => {
		node.service.addFault({ times: 1, match: { path: '/v1/products/' }, effect: { kind: 'drop' } });
		await node.run(create([product(node.service.samples.productId)]));

		expect(stored()).toEqual([1]);
	});

	test('of a service that keeps to the interface alone leaves the refusal to the service', async () => {
		node.service.setInterfaceOnly(true);
		const { error } = await node.run(create([product(node.service.samples.inactiveProductId)]));

		expect(error?.message).toBe('Product is not available: Winter Edition');
		expect(creations()).toHaveLength(1);
	});

	test('without a name shows the ID', async () => {
		const { inactiveProductId: id } = node.service.samples;
		change(id, { name: null });
		const { error } = await node.run(create([product(id)]));

		expect(error?.message).toContain(`Product "${id}" is no longer sold`);
	});
});
