import { actionNode } from '../../../support/actionNode';

const node = actionNode();
test('orderBatch: get reads the order batch that the incoming item is, or names, where none is given', async () => {
	const [first, second] = [await node.createBatch(1), await node.createBatch(1)];
	const items = [{ id: first }, { id: 'an order', order_batch_id: second }];
	const { outputs } = await node.run({ resource: 'orderBatch', operation: 'get' }, { items });
	expect(outputs[0]).toMatchObject([first, second].map((id, item) => ({ json: { id }, pairedItem: { item } })));
});
