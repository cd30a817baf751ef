import type { IDataObject } from 'n8n-workflow';

import { TOOL, type RunOptions } from '../../../../../dev/harness/engine';
import { sentencesOf } from '../../../../../nodes/GiftOrderBatch/resources/sentences';
import { actionNode, byId } from '../../../../support/actionNode';
import { creationsOf, GOES_ON, guests } from '../../../../support/creations';
import { FROM_ITEMS, smallBatch } from '../../../../support/orderBatchParameters';
import { ADDRESS } from '../../../../support/samples';

const node = actionNode();

const { create, sizes, requested, sentTo, runAgain } = creationsOf(node);

const ZIP_CODES: Record<string, string> = { CA: '94104', UT: '84101', Utah: '84101', NY: '10001', ms: '39201' };

const personIn = (state: string, first_name = 'Ann'): IDataObject => ({
	...{ first_name, email: 'ann@example.com' },
	...{ ...ADDRESS, state, postal_code: ZIP_CODES[state] },
});

/** A cart of these products, with what is chosen of them. */
const cart = (...items: Array<[id: string, more?: IDataObject]>): IDataObject => ({
	cartItems: { item: items.map(([id, more]) => ({ product: byId(id), quantity: 1, ...more })) },
});

const toItems = (options: IDataObject, ...items: Parameters<typeof cart>) =>
	create({
		...FROM_ITEMS,
		...cart(...items),
		sendMethod: 'direct_send',
		options: { output: 'orderBatch', allowRepeatedRecipients: true, ...options },
	});

/** A product that is not shipped to AR, MS and UT. */
const wine = () => {
	const sold = node.service.catalogue.activeProductsShippingTo('US');
	return sold.find(({ restricted_states: states, variants }) => states.length > 0 && variants.length === 0)!.id;
};

const PRODUCTS = { path: '/v1/products/' };

test('Every problem of the recipients and the cart is named at once, and nothing is sent.', async () => {
	const { inactiveProductId, variableProductId, variantProduct } = node.service.samples;
	const parameters = toItems(
		{},
		[inactiveProductId.toUpperCase()],
		[variableProductId, { variablePrice: '25' }],
		[variantProduct.id, { variants: ['Lemon'] }],
		[wine()],
	);
	const items = [personIn('Utah'), personIn('CA', 'Ben'), personIn('ms', 'Cy')];
	const { error } = await node.run(parameters, { items });

	const notShipped = { kind: 'restrictedState', product: '"Red and White Pair"' };
	expect(error?.context.problems).toMatchObject([
		{ kind: 'inactiveProduct', product: '"Winter Edition"', cartItem: 0 },
		{ kind: 'wrongVariablePrice', product: '"Digital Gift Card"', min: 500, max: 50_000, price: 25, cartItem: 1 },
		{ kind: 'wrongVariantsCount', needed: 2, cartItem: 2 },
		{ ...notShipped, state: 'UT', row: 1, name: 'Ann' },
		{ ...notShipped, state: 'MS', row: 3, name: 'Cy' },
	]);
	expect(error?.context.outcome).toBe('nothingSent');
	expect(node.requests).toEqual([]);
});

test('With Skip Invalid Recipients, those whose state a product is not shipped to are left out beside who is invalid otherwise, and do not count for Recipients Limit.', async () => {
	const items = [personIn('CA'), personIn('UT', 'Ben'), personIn('NY', 'Cleo'), personIn('CA', '')];
	const parameters = toItems({ skipInvalidRecipients: true, recipientsLimit: 2 }, [wine()]);
	const { hints } = await node.run(parameters, { items });
	const leftOut = /^2 of 4 recipients were left out: Ben \(recipient 2\): .* state UT\. .*; Recipient 4: "First Name" /;
	expect(hints).toEqual([expect.stringMatching(leftOut)]);
	expect(sentTo()).toEqual([['Ann', 'Cleo']]);
});

test('an inactive product stops all input items, and names its own', async () => {
	const { productId, inactiveProductId } = node.service.samples;
	const items = [productId, inactiveProductId].map((id) => ({ id }));
	const { error } = await node.run(create(cart(['={{ $json.id }}'])), { items, mode: 'manual' });
	expect(error?.context.problems).toMatchObject([{ kind: 'inactiveProduct', cartItem: 0, item: 1 }]);
	expect(node.requests).toEqual([]);
});

test.each<[string, IDataObject, Partial<RunOptions>]>([
	['a retry', {}, {}],
	['an agent that calls again', {}, { node: TOOL }],
	['a retry with Skip Gifted Within Days', { skipGiftedWithinDays: 30 }, {}],
	['a retry with Skip Invalid Recipients', { skipInvalidRecipients: true }, {}],
])('an inactive product does not keep %s from finding the order batch', async (_what, options, more) => {
	const { productId } = node.service.samples;
	const parameters = toItems(options, [productId]);
	const toAnn = { items: [personIn('CA')], ...more };
	const first = await node.run(parameters, toAnn);
	const body = { ...node.service.catalogue.product(productId), status: 'inactive' };
	node.service.addFault({ match: PRODUCTS, effect: { kind: 'response', status: 200, body } });
	const { json } = await runAgain(first, parameters, toAnn);

	expect(json).toEqual([expect.objectContaining({ already_created: true })]);
	expect(sizes()).toEqual([1]);
});

test('the read of products happens once for each product, whatever the case of its ID, and not for a URL', async () => {
	const { productId, otherProductId, productUrl } = node.service.samples;
	const url = { product: { __rl: true, mode: 'url', value: productUrl } };
	const products = cart([productId.toUpperCase()], [productId], [otherProductId], ['', url]);
	await node.run(create({ ...products, fromName: '={{ $json.first_name }}' }), { items: guests(5) });
	expect(node.service.requests.filter(({ path }) => path.startsWith(PRODUCTS.path))).toHaveLength(2);
	expect(sizes()).toEqual([1, 1, 1, 1, 1]);
});

const FEW_ATTEMPTS = { limits: { retryBudgetMs: 1_000, firstRetryDelayMs: 50, longestRetryDelayMs: 100 } };

test.each([
	['is not offered', { kind: 'response', status: 404 }],
	['is refused to the key', { kind: 'response', status: 403 }],
	['has another shape', { kind: 'malformed', form: 'wrongShape' }],
] as const)('the read of products that %s does not keep gifts from being sent', async (_name, effect) => {
	node.service.addFault({ match: PRODUCTS, effect });
	await node.run(create(), FEW_ATTEMPTS);
	expect(sizes()).toEqual([1]);
});

test.each([
	['breaks off', { kind: 'drop' }],
	['is not possible since the service is down', { kind: 'response', status: 503 }],
] as const)('the read of products that %s keeps gifts from being sent, but not for a moment', async (_name, effect) => {
	node.service.addFault({ match: PRODUCTS, effect });
	const { error } = await node.run(create(), FEW_ATTEMPTS);
	expect(error?.context.outcome).toBe('nothingSent');
	expect(requested()).toEqual([]);

	node.service.clearFaults();
	node.service.addFault({ match: PRODUCTS, times: 1, effect });
	await node.run(create());
	expect(sizes()).toEqual([1]);
});

/** The ID of a collection by its place. Only the single read has the product of the second one; the third one has none. */
const idOf = async (index: number) => String((await node.list('/v1/collections'))[index]?.id);

const run = async (value: string, more: IDataObject = {}, options?: Partial<RunOptions>) => {
	const product = { __rl: true, mode: 'collection', value };
	return await node.run(create({ cartItems: { item: [{ product, quantity: 1 }] }, ...more }), options);
};

const sentCarts = () => requested().map(({ cart }) => (cart as { items: IDataObject[] }).items);

test.each([
	['the list has', 0],
	['only the single read has', 1],
])('an order batch from a gift collection sends the product of a collection that %s', async (_what, index) => {
	const id = await idOf(index);
	const { product } = (await node.read(`/v1/collections/${id}`)) as { product: { id: string } };
	await run(id.toUpperCase());
	expect(sentCarts()).toEqual([[{ product_id: product.id, quantity: 1 }]]);
});

test("an order batch from a gift collection sends the collection of each item's own, and reports the item whose collection has no product", async () => {
	const items = [{ collection: await idOf(2) }, { collection: await idOf(0) }];
	const { outputs } = await run('={{ $json.collection }}', {}, { items, ...GOES_ON });

	const sent = { json: { send_status: 'complete' }, pairedItem: { item: 1 } };
	const [error] = sentencesOf([{ kind: 'collectionWithoutProduct', collection: '"Work From Home"', cartItem: 0 }]);
	expect(outputs[0]).toMatchObject([{ json: { error } }, sent]);
	expect(requested()).toHaveLength(1);
});

test.each<[string, string, object, interfaceOnly?: boolean]>([
	['does not exist', node.unknownId, { kind: 'unknownCollection', detail: 'Collection not found' }],
	['has no UUID', 'coffee', { kind: 'invalid', field: 'Product', value: 'the text "coffee"' }],
	['is not given by its expression', '={{ $json.collection }}', { kind: 'noProduct' }],
	['is of a service without any', node.unknownId, { kind: 'noCollections' }, true],
])('an order batch is refused when its gift collection %s', async (_what, id, problem, interfaceOnly = false) => {
	node.service.setInterfaceOnly(interfaceOnly);
	const { error } = await run(id);

	expect(error?.context.problems).toMatchObject([{ ...problem, cartItem: 0 }]);
	expect(requested()).toEqual([]);
});

test.each<[string, IDataObject]>([
	['request, with the same reference,', { validateOnly: true, options: { output: 'orderBatch' } }],
	['price', { operation: 'getPrice' }],
])('an order batch from a gift collection has the %s of its product', async (_what, more) => {
	const { giftCollectionProductId } = node.service.samples;
	const { json } = await run(await idOf(0), more, { executionId: '7' });
	const ofProduct = await node.run({ ...smallBatch(giftCollectionProductId), ...more }, { executionId: '7' });

	expect(json).toEqual(ofProduct.json);
	const [what] = json;
	expect(what?.total_low ?? what?.request).toBeDefined();
});
