import { actionNode } from '../../../support/actionNode';
import { testFailures, testListing, testUnsupported } from '../../../support/operationTests';

const node = actionNode();
const parameters = { resource: 'orderBatch', operation: 'getAll' };

describe('orderBatch: getAll', () => {
	test('returns the main fields of each order batch, and pairs each with the input item', async () => {
		const pending = await node.createBatch(12, { customer_reference_id: 'deal-1' });
		const complete = await node.createBatch(1);

		const { outputs } = await node.run(parameters);

		expect(node.service.requests).toEqual([
			expect.objectContaining({
				method: 'GET',
				path: '/v1/order_batches',
				query: { page: '1', per_page: '50' },
				body: null,
				accountName: 'automation',
			}),
		]);
		const found = outputs[0] ?? [];
		expect(found.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 0 }]);
		expect(found.find(({ json }) => json.id === pending)?.json).toEqual({
			id: pending,
			send_status: 'pending',
			from_name: 'Ann from Acme',
			send_method: 'link_multiple_custom_list',
			recipients_count: 12,
			orders_count: 0,
			batch_name: expect.any(String),
			scheduled_send_on: null,
			customer_reference_id: 'deal-1',
			orders_preview: [],
		});
		expect(found.find(({ json }) => json.id === complete)?.json).toMatchObject({
			send_status: 'complete',
			orders_preview: [{ individual_gift_link: expect.stringContaining('http') }],
		});
	});

	testListing(node, {
		prepare: async () => {
			const total = 231;
			for (let count = 0; count < total; count++) await node.createBatch(1);
			return { parameters, path: '/v1/order_batches', total };
		},
	});
	testUnsupported(node, parameters, 'This service cannot list the order batches of an account');
	testFailures(node, {
		parameters: async () => {
			await node.createBatch(1);
			return parameters;
		},
		path: '/v1/order_batches',
	});
});
