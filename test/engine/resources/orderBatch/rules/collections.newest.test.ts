import type { IDataObject } from 'n8n-workflow';

import type { RunOptions } from '../../../../../dev/harness/engine';
import { sentencesOf } from '../../../../../nodes/GiftOrderBatch/resources/sentences';
import { actionNode } from '../../../../support/actionNode';
import { creationsOf, GOES_ON } from '../../../../support/creations';
import { smallBatch } from '../../../../support/orderBatchParameters';

const node = actionNode({ limits: { retryBudgetMs: 30_000 } });

const { create, requested } = creationsOf(node);

/** The ID of a collection by its place. Only the single read has the product of the second one; the third one has none. */
const idOf = async (index: number) => String((await node.list('/v1/collections'))[index]?.id);

const run = async (value: string, more: IDataObject = {}, options?: Partial<RunOptions>) => {
	const product = { __rl: true, mode: 'collection', value };
	return await node.run(create({ cartItems: { item: [{ product, quantity: 1 }] }, ...more }), options);
};

const sentCarts = () => requested().map(({ cart }) => (cart as { items: IDataObject[] }).items);

describe('an order batch from a gift collection', () => {
	test.each([
		['the list has', 0],
		['only the single read has', 1],
	])('sends the product of a collection that %s', async (_what, index) => {
		const id = await idOf(index);
		const { product } = (await node.read(`/v1/collections/${id}`)) as { product: { id: string } };
		await run(id.toUpperCase());
		expect(sentCarts()).toEqual([[{ product_id: product.id, quantity: 1 }]]);
	});

	test("sends the collection of each item's own, and reports the item whose collection has no product", async () => {
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
	])('is refused when the collection %s', async (_what, id, problem, interfaceOnly = false) => {
		node.service.setInterfaceOnly(interfaceOnly);
		const { error } = await run(id);

		expect(error?.context.problems).toMatchObject([{ ...problem, cartItem: 0 }]);
		expect(requested()).toEqual([]);
	});

	test.each<[string, IDataObject]>([
		['request, with the same reference,', { validateOnly: true, options: { output: 'orderBatch' } }],
		['price', { operation: 'getPrice' }],
	])('has the %s of its product', async (_what, more) => {
		const { giftCollectionProductId } = node.service.samples;
		const { json } = await run(await idOf(0), more, { executionId: '7' });
		const ofProduct = await node.run({ ...smallBatch(giftCollectionProductId), ...more }, { executionId: '7' });

		expect(json).toEqual(ofProduct.json);
		const [what] = json;
		expect(what?.total_low ?? what?.request).toBeDefined();
	});
});
