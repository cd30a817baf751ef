import { actionNode } from '../../../support/actionNode';
import { problemsOf } from '../../../support/schemas';

const node = actionNode();
const parameters = { resource: 'card', operation: 'getAll' };

test('card: getAll returns each card with its occasions and pictures, and pairs it with the input item', async () => {
	const { outputs } = await node.run({ ...parameters, limit: 3 });

	const { data } = await node.read('/v1/cards?per_page=3');
	expect(outputs).toEqual([(data as object[]).map((json) => ({ json, pairedItem: { item: 0 } }))]);
	for (const { json } of outputs[0] ?? []) expect(problemsOf('Card', json)).toEqual([]);
});
