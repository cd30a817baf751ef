import type { IDataObject } from 'n8n-workflow';

import { productsOf } from '../../../../dev/mock-service/catalogue/catalogue';
import { actionNode, byId } from '../../../support/actionNode';

const node = actionNode();

const get = async (id: string) => await node.run({ resource: 'collection', operation: 'get', collectionId: byId(id) });

const listed = async () => await node.list<{ id: string }>('/v1/collections');

test('collection: get returns the product that a cart takes, and the products that recipients choose from', async () => {
	const [{ id = '' } = {}] = await listed();
	const { outputs } = await get(id.toUpperCase());

	expect(node.service.requests).toHaveLength(1);
	const { workspaceId: workspace_id, giftCollectionProductId: product_id } = node.service.samples;
	const json = { id, title: 'Coffee Break', is_published: true, published_price: 5600, workspace_id, product_id };
	expect(outputs).toEqual([[{ json: { ...json, products: expect.any(Array) }, pairedItem: { item: 0 } }]]);
	const products = node.service.catalogue.brands.flatMap(productsOf);
	const choices = outputs[0]?.[0]?.json.products as IDataObject[];
	expect(new Set(choices.map(({ category }) => category))).toEqual(new Set(['Favorites', 'Something sweet']));
	for (const { category: _category, ...choice } of choices) {
		expect(products).toContainEqual(expect.objectContaining(choice));
	}
});

test('collection: get returns no product for a collection whose product the service does not say, and none to choose from for an empty one', async () => {
	const [, , { id = '' } = {}, empty] = await listed();
	expect((await get(id)).json).toMatchObject([{ title: 'Work From Home', product_id: null, published_price: null }]);
	expect((await get(String(empty?.id))).json).toMatchObject([{ is_published: false, products: [] }]);
});

test('collection: get says that there is no such collection, also where the list of collections cannot be read', async () => {
	const missing = { name: 'NodeApiError', message: 'Collection not found', httpCode: '404' };
	expect((await get(node.unknownId)).error).toMatchObject(missing);
	node.service.addFault({ match: { path: /\/v1\/collections$/ }, effect: { kind: 'response', status: 400 } });
	expect((await get(node.unknownId)).error).toMatchObject(missing);
});
