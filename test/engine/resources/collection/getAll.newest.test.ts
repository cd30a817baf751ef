import { actionNode } from '../../../support/actionNode';
import { testShortListing } from '../../../support/operationTests';

const node = actionNode();
const parameters = { resource: 'collection', operation: 'getAll' };

describe('collection: getAll', () => {
	test('returns the main fields of each collection, and its product where the list has it', async () => {
		const { json } = await node.run(parameters);

		const { giftCollectionProductId, workspaceId } = node.service.samples;
		expect(json).toHaveLength(4);
		expect(json.slice(0, 2)).toEqual([
			{
				id: expect.any(String),
				title: 'Coffee Break',
				is_published: true,
				published_price: 5600,
				workspace_id: workspaceId,
				product_id: giftCollectionProductId,
			},
			expect.objectContaining({ title: 'New Parents', product_id: null, published_price: null }),
		]);
	});

	test.each([
		[true, ['Coffee Break', 'New Parents', 'Work From Home']],
		[false, [null]],
	])('lists the collections with Published %s', async (published, expected) => {
		const { json } = await node.run({ ...parameters, filters: { published } });

		expect(json.map(({ title }) => title)).toEqual(expected);
		expect(node.service.requests.map(({ query }) => query)).toEqual([
			{ published: String(published), page: '1', per_page: '50' },
		]);
	});

	testShortListing(node, { ...parameters, simplify: false }, '/v1/collections');
});
