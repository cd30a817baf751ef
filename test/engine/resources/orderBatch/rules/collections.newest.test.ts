import type { IDataObject } from 'n8n-workflow';

import { isCreation } from '../../../../../dev/harness/batches';
import type { RunOptions } from '../../../../../dev/harness/engine';
import { actionNode } from '../../../../support/actionNode';
import { FROM_ITEMS, smallBatch } from '../../../../support/orderBatchParameters';

const node = actionNode({ limits: { retryBudgetMs: 30_000, firstRetryDelayMs: 1, longestRetryDelayMs: 20 } });

/** The ID of a collection by its place in the list. */
async function collectionId(place: number): Promise<string> {
	const { data } = await node.read('/v1/collections');
	return (data as Array<{ id: string }>)[place]?.id ?? '';
}

const COFFEE_BREAK = 0;
const NEW_PARENTS = 1;
const WORK_FROM_HOME = 2;

const fromCollection = (value: string) => ({ __rl: true, mode: 'collection', value });

const cartOf = (value: string): IDataObject => ({
	cartItems: { item: [{ product: fromCollection(value), quantity: 1 }] },
});

async function run(value: string, more: IDataObject = {}, options?: Partial<RunOptions>) {
	return await node.run({ ...smallBatch(''), ...cartOf(value), ...more }, options);
}

const creations = () => node.service.requests.filter(isCreation);
const sentProducts = () =>
	creations().flatMap(({ body }) =>
		(body as { cart: { items: IDataObject[] } }).cart.items.map(({ product_id: productId }) => productId),
	);
const collectionReads = () => node.service.requests.filter(({ path }) => path.startsWith('/v1/collections/'));

describe('an order batch from a gift collection', () => {
	test.each([
		['the list has', COFFEE_BREAK],
		['only the single read has', NEW_PARENTS],
	])('sends the product of a collection that %s', async (_what, place) => {
		const id = await collectionId(place);
		const { product } = (await node.read(`/v1/collections/${id}`)) as { product: { id: string } };

		const { status } = await run(id.toUpperCase());

		expect(status).toBe('success');
		expect(sentProducts()).toEqual([product.id]);
		expect(creations()[0]?.body).not.toHaveProperty(['cart', 'items', 0, 'collection_id']);
	});

	test('reads the collection once for all input items that are its recipients', async () => {
		const id = await collectionId(COFFEE_BREAK);

		await run(id, FROM_ITEMS, { items: [{ first_name: 'Ann' }, { first_name: 'Ben' }] });

		expect(sentProducts()).toEqual([node.service.samples.giftCollectionProductId]);
		expect(collectionReads()).toHaveLength(1);
	});

	test("sends the collection of each item's own, and reports the item whose collection has no product", async () => {
		const [good, bad] = [await collectionId(COFFEE_BREAK), await collectionId(WORK_FROM_HOME)];

		const { outputs } = await run(
			'={{ $json.collection }}',
			{},
			{ items: [{ collection: bad }, { collection: good }], node: { onError: 'continueRegularOutput' } },
		);

		const [failed, sent] = outputs[0] ?? [];
		expect(failed?.json.error).toBe(
			'Cart item 1: Collection "Work From Home" has no product that can be sent: publish it in your gifting account, or choose a product',
		);
		expect(sent).toMatchObject({ json: { send_status: 'complete' }, pairedItem: { item: 1 } });
		expect(creations()).toHaveLength(1);
	});

	test('is refused with Swap disabled, before anything is sent', async () => {
		const { error } = await run(await collectionId(COFFEE_BREAK), { additionalFields: { swap: 'disabled' } });

		expect(error).toMatchObject({
			name: 'NodeOperationError',
			message: '"Swap" must not be Disabled: recipients choose their gift from the collection',
		});
		expect(creations()).toEqual([]);
		expect(collectionReads()).toEqual([]);
	});

	test('is sent with the other ways to swap', async () => {
		await run(await collectionId(COFFEE_BREAK), { additionalFields: { swap: 'multiple' } });

		expect(creations()).toMatchObject([{ body: { swap: 'multiple' } }]);
	});

	test.each([
		[
			'does not exist',
			async () => node.unknownId,
			`Cart item 1: Collection ${node.unknownId} does not exist: Collection not found`,
		],
		[
			'has no UUID',
			async () => 'coffee',
			'Cart item 1: "Product" must be a UUID such as 123e4567-e89b-42d3-a456-426614174000, but it is the text "coffee"',
		],
		[
			'is not given by its expression',
			async () => '={{ $json.collection }}',
			'Cart item 1: "Product" is missing: choose one from the list, by ID or by URL',
		],
	])('is refused when the collection %s', async (_what, idOf, message) => {
		const { error } = await run(await idOf());

		expect(error).toMatchObject({ name: 'NodeOperationError', message });
		expect(creations()).toEqual([]);
	});

	test('is refused where the service has no collections', async () => {
		const id = await collectionId(COFFEE_BREAK);
		node.service.setInterfaceOnly(true);

		const { error } = await run(id);

		expect(error?.message).toBe('Cart item 1: This service has no gift collections: choose a product');
		expect(creations()).toEqual([]);
	});

	test('says that nothing was sent when the collection cannot be read', async () => {
		const id = await collectionId(COFFEE_BREAK);
		node.service.addFault({ match: { path: '/v1/collections' }, effect: { kind: 'response', status: 401 } });

		const { error } = await run(id);

		expect(error).toMatchObject({ httpCode: '401', description: expect.stringContaining('Nothing was sent.') });
		expect(creations()).toEqual([]);
	});

	test('finds its earlier attempt when the same step runs again after a lost response', async () => {
		const id = await collectionId(COFFEE_BREAK);
		node.service.addFault({
			match: { method: 'POST', path: '/v1/order_batches' },
			times: 1,
			effect: { kind: 'drop', afterCommit: true },
		});

		const { json, error } = await run(id);

		expect(error).toBeUndefined();
		expect(json).toMatchObject([{ already_created: true }]);
		expect(node.service.orderBatches()).toHaveLength(1);
	});

	test('is the same request as its product, with the same reference', async () => {
		const shown = { validateOnly: true, options: { output: 'orderBatch' } };

		const { json } = await run(await collectionId(COFFEE_BREAK), shown, { executionId: '7' });
		const product = smallBatch(node.service.samples.giftCollectionProductId);
		const ofProduct = await node.run({ ...product, ...shown }, { executionId: '7' });

		expect(json).toMatchObject([{ request: { customer_reference_id: expect.any(String) } }]);
		expect(json).toEqual(ofProduct.json);
	});

	test('has a price, which is that of the product of the collection', async () => {
		const id = await collectionId(COFFEE_BREAK);
		const operation = { operation: 'getPrice' };

		const { json } = await run(id, operation);
		const ofProduct = await node.run({ ...smallBatch(node.service.samples.giftCollectionProductId), ...operation });

		expect(json).toEqual(ofProduct.json);
		expect(json).toMatchObject([{ recipients_count: 1, total_low: expect.any(Number) }]);
	});
});
