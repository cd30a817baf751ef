import { actionNode } from '../../../support/actionNode';
import { testShortListing } from '../../../support/operationTests';

const node = actionNode();
const parameters = { resource: 'collection', operation: 'getAll' };

describe('collection: getAll', () => {
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
