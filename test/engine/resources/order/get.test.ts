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

	describe('with Add Customer Reference ID', () => {
		const options = { addCustomerReferenceId: true };
		const withReference = { ...parameters, orderId: byId('={{ $json.order }}'), options };

		const ordersOf = async (recipients: number, reference?: string) =>
			(await node.createOrders(recipients, { customer_reference_id: reference })).map((order) => ({ order }));

		test('adds the reference of the order batch to each order, and reads each order batch once', async () => {
			const items = [...(await ordersOf(2, 'deal-4711')), ...(await ordersOf(1, 'deal-4712')), ...(await ordersOf(1))];
			const { json } = await node.run(withReference, { items });

			const references = json.map(({ customer_reference_id: reference }) => reference);
			expect(references).toEqual(['deal-4711', 'deal-4711', 'deal-4712', null]);
			expect(node.service.requests.filter(({ path }) => path.startsWith('/v1/order_batches/'))).toHaveLength(3);
		});

		test('adds it to the whole order when Simplify is off, and to the selected fields of a tool', async () => {
			const items = await ordersOf(1, 'deal-4711');
			const [{ order: id } = { order: '' }] = items;
			const selected = { output: 'selectedFields', fields: ['status'] };
			const whole = await node.run({ ...withReference, simplify: false }, { items });
			const asTool = await node.run({ ...withReference, ...selected }, { items, node: TOOL });

			const order = await node.read(`/v1/orders/${id}`);
			expect(whole.json).toEqual([{ ...order, customer_reference_id: 'deal-4711' }]);
			expect(asTool.json).toEqual([{ id, status: 'created', customer_reference_id: 'deal-4711' }]);
		});

		test('returns no reference for an order whose order batch the key cannot read', async () => {
			const items = await ordersOf(1, 'deal-4711');
			node.service.addFault({ match: { path: '/v1/order_batches/' }, effect: { kind: 'response', status: 404 } });
			const { json } = await node.run(withReference, { items });
			expect(json).toMatchObject([{ id: items[0]?.order, customer_reference_id: null }]);
		});

		test('fails when the order batch cannot be read for another reason, and reads it again for the next order', async () => {
			const items = await ordersOf(2, 'deal-4711');
			const effect = { kind: 'response', status: 400, body: { error: 'No' } } as const;
			node.service.addFault({ match: { path: '/v1/order_batches/' }, times: 1, effect });
			const { json } = await node.run(withReference, { items, node: { onError: 'continueRegularOutput' } });
			expect(json).toMatchObject([{ error: 'No' }, { customer_reference_id: 'deal-4711' }]);
		});
	});
});
