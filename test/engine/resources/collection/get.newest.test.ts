import type { IDataObject } from 'n8n-workflow';

import { actionNode, byId } from '../../../support/actionNode';

const node = actionNode();
const parameters = { resource: 'collection', operation: 'get' };
const unknown = () => ({ ...parameters, collectionId: byId(node.unknownId) });

const listed = async () => await node.list<{ id: string }>('/v1/collections');

describe('collection: get', () => {
	test('returns the product that a cart takes, and the products that recipients choose from', async () => {
		const [{ id = '' } = {}] = await listed();

		const { outputs } = await node.run({ ...parameters, collectionId: byId(id.toUpperCase()) });

		expect(node.service.requests).toHaveLength(1);
		const json = {
			id,
			title: 'Coffee Break',
			is_published: true,
			published_price: 5600,
			workspace_id: node.service.samples.workspaceId,
			product_id: node.service.samples.giftCollectionProductId,
			products: expect.any(Array),
		};
		expect(outputs).toEqual([[{ json, pairedItem: { item: 0 } }]]);
		const products = node.service.catalogue.brands.flatMap(({ brand_sets: sets }) =>
			sets.flatMap((set) => set.products),
		);
		const choices = outputs[0]?.[0]?.json.products as IDataObject[];
		expect(new Set(choices.map(({ category }) => category))).toEqual(new Set(['Favorites', 'Something sweet']));
		for (const { category: _category, ...choice } of choices) {
			expect(products).toContainEqual(expect.objectContaining(choice));
		}
	});

	test('returns no product for a collection whose product the service does not say', async () => {
		const [, , { id = '' } = {}] = await listed();

		const { json } = await node.run({ ...parameters, collectionId: byId(id) });

		expect(json).toMatchObject([{ title: 'Work From Home', product_id: null, published_price: null }]);
	});

	test.each([
		['can', 200],
		['cannot', 400],
	])('says that there is no such collection where the list of collections %s be read', async (_what, status) => {
		const effect = { kind: 'response', status } as const;
		if (status !== 200) node.service.addFault({ match: { path: /\/v1\/collections$/ }, effect });

		const { error } = await node.run(unknown());

		expect(error).toMatchObject({ name: 'NodeApiError', message: 'Collection not found', httpCode: '404' });
	});
});
