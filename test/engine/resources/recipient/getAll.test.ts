import { actionNode, byId } from '../../../support/actionNode';
import { testFailures, testIds, testListing } from '../../../support/operationTests';

const node = actionNode();
const parameters = { resource: 'recipient', operation: 'getAll' };

describe('recipient: getAll', () => {
	test('returns the contact data that the batch was created with', async () => {
		const id = await node.createBatch(2, {
			recipients: [
				{ first_name: 'Ann', last_name: 'Lee', email: 'ann@example.com', phone: '+14155552671' },
				{ first_name: 'Bo' },
			],
		});

		const { outputs } = await node.run({ ...parameters, orderBatchId: byId(id) });

		expect(node.service.requests).toEqual([
			expect.objectContaining({
				method: 'GET',
				path: `/v1/order_batches/${id}/recipients`,
				query: { page: '1', per_page: '50' },
				body: null,
				accountName: 'automation',
			}),
		]);
		expect(outputs).toEqual([
			[
				{ json: { first_name: 'Ann', last_name: 'Lee', email: 'ann@example.com' }, pairedItem: { item: 0 } },
				{ json: { first_name: 'Bo', last_name: null, email: null }, pairedItem: { item: 0 } },
			],
		]);
	});

	test('keeps recipients that look the same', async () => {
		const id = await node.createBatch(3, {
			recipients: [{ first_name: 'Ann' }, { first_name: 'Ann' }, { first_name: 'Ann' }],
		});

		const { json } = await node.run({ ...parameters, orderBatchId: byId(id), returnAll: true });

		expect(json).toHaveLength(3);
	});

	test('has the recipients of a batch whose orders do not exist yet', async () => {
		const id = await node.createBatch(12);

		const { json } = await node.run({ ...parameters, orderBatchId: byId(id), returnAll: true });

		expect(json.map((recipient) => recipient.first_name)).toEqual(
			Array.from({ length: 12 }, (_, index) => `Recipient ${index + 1}`),
		);
	});

	test("reads the batch and the limit of each input item's own", async () => {
		const [first, second] = [await node.createBatch(3), await node.createBatch(5)];

		const { outputs } = await node.run(
			{ ...parameters, orderBatchId: byId('={{ $json.batch }}'), limit: '={{ $json.limit }}' },
			{
				items: [
					{ batch: first, limit: 1 },
					{ batch: second, limit: 2 },
				],
			},
		);

		expect(node.service.requests.map(({ path, query }) => [path, query.per_page])).toEqual([
			[`/v1/order_batches/${first}/recipients`, '1'],
			[`/v1/order_batches/${second}/recipients`, '2'],
		]);
		expect(outputs[0]?.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }, { item: 1 }]);
	});

	test('says what the service says when there is no such batch, and goes on with the next item', async () => {
		const id = await node.createBatch(1);

		const { outputs } = await node.run(
			{ ...parameters, orderBatchId: byId('={{ $json.batch }}') },
			{ items: [{ batch: node.unknownId }, { batch: id }], node: { onError: 'continueRegularOutput' } },
		);

		expect(outputs[0]).toEqual([
			expect.objectContaining({
				json: expect.objectContaining({ error: 'Order batch not found' }),
				pairedItem: { item: 0 },
			}),
			expect.objectContaining({
				json: expect.objectContaining({ first_name: 'Recipient 1' }),
				pairedItem: { item: 1 },
			}),
		]);
	});

	const listed = async () => {
		const id = await node.createBatch(250);
		return {
			parameters: { ...parameters, orderBatchId: byId(id) },
			path: `/v1/order_batches/${id}/recipients`,
			total: 250,
		};
	};
	testListing(node, { prepare: listed });
	testIds(node, 'Order Batch', { ...parameters, orderBatchId: byId('={{ $json.id }}') });
	testFailures(node, { parameters: async () => (await listed()).parameters, path: '/v1/order_batches' });
});
