import { TOOL } from '../../../../dev/harness/engine';
import { actionNode, byId } from '../../../support/actionNode';

const node = actionNode();
const parameters = { resource: 'order', operation: 'get' };

describe('order: get', () => {
	test('reads the order that the incoming item is, or names, where none is given', async () => {
		const [first = '', second = ''] = await node.createOrders(2);
		const { json } = await node.run(parameters, { items: [{ id: first }, { id: 'contact-7', order_id: second }] });
		expect(json.map(({ id }) => id)).toEqual([first, second]);
	});

	test('adds the reference of the order batch to the selected fields of a tool', async () => {
		const [id = ''] = await node.createOrders(1, { customer_reference_id: 'deal-4711' });
		const options = { addCustomerReferenceId: true };
		const selected = { orderId: byId(id), options, output: 'selectedFields', fields: ['status'] };
		const { json } = await node.run({ ...parameters, ...selected }, { node: TOOL });
		expect(json).toEqual([{ id, status: 'created', customer_reference_id: 'deal-4711' }]);
	});
});
