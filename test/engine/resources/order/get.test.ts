import { TOOL } from '../../../../dev/harness/engine';
import { actionNode, byId } from '../../../support/actionNode';

const node = actionNode();

test.each<[string, string, () => Promise<string[]>]>([
	['order', 'order_id', async () => await node.createOrders(2)],
	['orderBatch', 'order_batch_id', async () => [await node.createBatch(1), await node.createBatch(1)]],
])('%s: get reads what the incoming item is, or names as %s, where no ID is given', async (resource, name, create) => {
	const [first = '', second = ''] = await create();
	const items = [{ id: first }, { id: 'contact-7', [name]: second }];
	const { outputs } = await node.run({ resource, operation: 'get' }, { items });

	expect(outputs[0]).toMatchObject([first, second].map((id, item) => ({ json: { id }, pairedItem: { item } })));
});

test('order: get adds the reference of the order batch to the selected fields of a tool', async () => {
	const [id = ''] = await node.createOrders(1, { customer_reference_id: 'deal-4711' });
	const options = { addCustomerReferenceId: true };
	const selected = { orderId: byId(id), options, output: 'selectedFields', fields: ['status'] };
	const { json } = await node.run({ resource: 'order', operation: 'get', ...selected }, { node: TOOL });

	expect(json).toEqual([{ id, status: 'created', customer_reference_id: 'deal-4711' }]);
});
