import { TOOL } from '../../../../dev/harness/engine';
import { actionNode, byId } from '../../../support/actionNode';
import { problemsOf } from '../../../support/schemas';

const node = actionNode();
const parameters = { resource: 'order', operation: 'get' };

describe('order: get', () => {
	test('reads the order that the incoming item is, or names, where none is given', async () => {
		const [first = '', second = ''] = await node.createOrders(2);

		const { json } = await node.run(parameters, { items: [{ id: first }, { id: 'contact-7', order_id: second }] });

		expect(json.map(({ id }) => id)).toEqual([first, second]);
	});

	test('returns the main fields of the order, whose ID may be text in a saved workflow', async () => {
		const [id = ''] = await node.createOrders(1);

		const { outputs } = await node.run({ ...parameters, orderId: byId(id) });
		const { json } = await node.run({ ...parameters, orderId: id });

		const request = { method: 'GET', path: `/v1/orders/${id}`, query: {}, body: null, accountName: 'automation' };
		expect(node.service.requests).toMatchObject([request, request]);
		const { order_batch_id: batch, individual_gift_link: link } = await node.read(`/v1/orders/${id}`);
		const main = {
			id,
			status: 'created',
			recipient_first_name: 'Recipient 1',
			recipient_last_name: null,
			recipient_email: null,
			individual_gift_link: link,
			order_batch_id: batch,
			shipments: [],
			event_times: expect.objectContaining({ created_at: expect.any(String), opened_at: null }),
			amount_total: null,
		};
		expect(outputs).toEqual([[{ json: main, pairedItem: { item: 0 } }]]);
		expect(json).toEqual([main]);
	});

	test('returns the whole order with its event times, views and message when Simplify is off', async () => {
		const [id = ''] = await node.createOrders(1, { message: 'Welcome!', card_id: node.service.samples.cardId });
		node.service.changeOrder(id, {
			status: 'delivered',
			swapToProductIds: [node.service.samples.otherProductId],
			thankYouNote: 'Thanks!',
		});

		const { json } = await node.run({ ...parameters, orderId: byId(id), simplify: false });

		expect(json).toEqual([await node.read(`/v1/orders/${id}`)]);
		expect(problemsOf('Order', json[0])).toEqual([]);
		expect(json[0]).toMatchObject({
			status: 'delivered',
			message: 'Welcome!',
			is_swapped: true,
			thank_you_note: 'Thanks!',
			shipments: [{ status: 'delivered' }],
			event_times: { delivered_at: expect.any(String) },
		});
	});

	describe('with Add Customer Reference ID', () => {
		const options = { addCustomerReferenceId: true };
		const withReference = { ...parameters, orderId: byId('={{ $json.order }}'), options };

		const batchReads = () => node.service.requests.filter(({ path }) => path.startsWith('/v1/order_batches/'));

		const ordersOf = async (recipients: number, reference?: string) =>
			(await node.createOrders(recipients, { customer_reference_id: reference })).map((order) => ({ order }));

		test('adds the reference of the order batch to each order, and reads each order batch once', async () => {
			const items = [...(await ordersOf(2, 'deal-4711')), ...(await ordersOf(1, 'deal-4712')), ...(await ordersOf(1))];

			const { json } = await node.run(withReference, { items });

			const references = json.map(({ customer_reference_id: reference }) => reference);
			expect(references).toEqual(['deal-4711', 'deal-4711', 'deal-4712', null]);
			expect(batchReads()).toHaveLength(3);
		});

		test('adds it to the whole order when Simplify is off, and to the selected fields of a tool', async () => {
			const items = await ordersOf(1, 'deal-4711');
			const selected = { output: 'selectedFields', fields: ['status'] };

			const whole = await node.run({ ...withReference, simplify: false }, { items });
			const asTool = await node.run({ ...withReference, ...selected }, { items, node: TOOL });

			const id = items[0]?.order ?? '';
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
