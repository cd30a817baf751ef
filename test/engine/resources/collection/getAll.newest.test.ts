import { actionNode } from '../../../support/actionNode';

const node = actionNode();
const parameters = { resource: 'collection', operation: 'getAll' };

test.each([
	[true, ['Coffee Break', 'New Parents', 'Work From Home']],
	[false, [null]],
])('collection: getAll lists the collections with Published %s', async (published, expected) => {
	const { json } = await node.run({ ...parameters, filters: { published } });
	expect(json.map(({ title }) => title)).toEqual(expected);
});
