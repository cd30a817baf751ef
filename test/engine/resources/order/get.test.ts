import { TOOL } from '../../../../dev/harness/engine';
import { actionNode, byId } from '../../../support/actionNode';
import { testFailures, testIds } from '../../../support/operationTests';
import { problemsOf } from '../../../support/schemas';

const node = actionNode();
const parameters = { resource: 'order', operation: 'get' };

const SENTENCE = 'The warehouse is closed today';

const createdOrders = async (recipients: number): Promise<string[]> => {
	const batch = await node.createBatch(recipients);
	const { data } = await node.read(`/v1/order_batches/${batch}/orders`);
	return (data as Array<{ id: string }>).map(({ id }) => id);
};

describe('order: get', () => {
	test('reads the order that the incoming item is, or names, where none is given', async () => {
		const [first = '', second = ''] = await createdOrders(2);

		const { outputs } = await node.run(parameters, { items: [{ id: first }, { id: 'contact-7', order_id: second }] });

		expect(outputs[0]?.map(({ json }) => json.id)).toEqual([first, second]);
	});

	test('returns the main fields of the order', async () => {
		const [id = ''] = await createdOrders(1);

		const { outputs } = await node.run({ ...parameters, orderId: byId(id) });

		expect(node.service.requests).toEqual([
			expect.objectContaining({
				method: 'GET',
				path: `/v1/orders/${id}`,
				query: {},
				body: null,
				accountName: 'automation',
			}),
		]);
		const { order_batch_id: batch, individual_gift_link: link } = await node.read(`/v1/orders/${id}`);
		expect(outputs).toEqual([
			[
				{
					json: {
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
					},
					pairedItem: { item: 0 },
				},
			],
		]);
	});

	test('reads the order whose ID a saved workflow has as text', async () => {
		const [id = ''] = await createdOrders(1);

		const { json } = await node.run({ ...parameters, orderId: id });

		expect(json).toEqual([expect.objectContaining({ id })]);
	});

	test('returns the whole order with its event times, views and message when Simplify is off', async () => {
		const message = { message: 'Welcome!', card_id: node.service.samples.cardId };
		const batch = await node.createBatch(1, message);
		const [{ id = '' } = {}] = (await node.read(`/v1/order_batches/${batch}/orders`)).data as Array<{ id: string }>;
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
			view_count_recipient: expect.any(Number),
			is_swapped: true,
			thank_you_note: 'Thanks!',
			shipments: [{ status: 'delivered' }],
			event_times: { delivered_at: expect.any(String) },
		});
	});

	test("reads the order and Simplify of each input item's own", async () => {
		const [first = '', second = ''] = await createdOrders(2);

		const { outputs } = await node.run(
			{ ...parameters, orderId: byId('={{ $json.order }}'), simplify: '={{ $json.simple }}' },
			{
				items: [
					{ order: first, simple: true },
					{ order: second.toUpperCase(), simple: false },
				],
			},
		);

		expect(outputs[0]).toEqual([
			expect.objectContaining({
				json: expect.not.objectContaining({ amounts: expect.anything() }),
				pairedItem: { item: 0 },
			}),
			expect.objectContaining({
				json: expect.objectContaining({ id: second, amounts: expect.anything() }),
				pairedItem: { item: 1 },
			}),
		]);
	});

	test('says what the service says when there is no such order, and goes on with the next item', async () => {
		const [id = ''] = await createdOrders(1);

		const { outputs } = await node.run(
			{ ...parameters, orderId: byId('={{ $json.order }}') },
			{ items: [{ order: node.unknownId }, { order: id }], node: { onError: 'continueRegularOutput' } },
		);

		expect(outputs[0]).toEqual([
			expect.objectContaining({ json: expect.objectContaining({ error: 'Order not found' }), pairedItem: { item: 0 } }),
			expect.objectContaining({ json: expect.objectContaining({ id }), pairedItem: { item: 1 } }),
		]);
	});

	describe('with Add Customer Reference ID', () => {
		const withReference = {
			...parameters,
			orderId: byId('={{ $json.order }}'),
			options: { addCustomerReferenceId: true },
		};

		const batchReads = () => node.service.requests.filter(({ path }) => path.startsWith('/v1/order_batches/'));

		async function ordersOf(recipients: number, reference?: string) {
			const batch = await node.createBatch(recipients, { customer_reference_id: reference });
			const { data } = await node.read(`/v1/order_batches/${batch}/orders`);
			return (data as Array<{ id: string }>).map(({ id }) => ({ order: id }));
		}

		test('adds the reference of the order batch to each order, and reads each order batch once', async () => {
			const items = [...(await ordersOf(2, 'deal-4711')), ...(await ordersOf(1, 'deal-4712')), ...(await ordersOf(1))];

			const { json } = await node.run(withReference, { items });

			expect(json.map(({ customer_reference_id: reference }) => reference)).toEqual([
				'deal-4711',
				'deal-4711',
				'deal-4712',
				null,
			]);
			expect(batchReads()).toHaveLength(3);
		});

		test('adds it to the whole order when Simplify is off', async () => {
			const items = await ordersOf(1, 'deal-4711');

			const { json } = await node.run({ ...withReference, simplify: false }, { items });

			const whole = await node.read(`/v1/orders/${items[0]?.order}`);
			expect(json).toEqual([{ ...whole, customer_reference_id: 'deal-4711' }]);
		});

		test('adds it to the selected fields of a tool', async () => {
			const items = await ordersOf(1, 'deal-4711');
			const selected = { output: 'selectedFields', fields: ['status'] };

			const { json } = await node.run({ ...withReference, ...selected }, { items, node: TOOL });

			expect(json).toEqual([{ id: items[0]?.order, status: 'created', customer_reference_id: 'deal-4711' }]);
		});

		test('returns no reference for an order whose order batch the key cannot read', async () => {
			const items = await ordersOf(1, 'deal-4711');
			node.service.addFault({ match: { path: '/v1/order_batches/' }, effect: { kind: 'response', status: 404 } });

			const { json } = await node.run(withReference, { items });

			expect(json).toMatchObject([{ id: items[0]?.order, customer_reference_id: null }]);
		});

		test('fails when the order batch cannot be read for another reason, and reads it again for the next order', async () => {
			const items = await ordersOf(2, 'deal-4711');
			const effect = { kind: 'response', status: 400, body: { error: SENTENCE } } as const;
			node.service.addFault({ match: { path: '/v1/order_batches/' }, times: 1, effect });

			const { json } = await node.run(withReference, { items, node: { onError: 'continueRegularOutput' } });

			expect(json).toMatchObject([{ error: SENTENCE }, { customer_reference_id: 'deal-4711' }]);
		});
	});

	testIds(node, 'Order', { ...parameters, orderId: byId('={{ $json.id }}') });
	testFailures(node, {
		parameters: async () => ({ ...parameters, orderId: byId((await createdOrders(1))[0] ?? '') }),
		path: '/v1/orders',
	});
});
