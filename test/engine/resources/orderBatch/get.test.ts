import type { IDataObject } from 'n8n-workflow';

import { actionNode, byId } from '../../../support/actionNode';
import { simplifiedBatch } from '../../../support/orderBatchParameters';
import { problemsOf } from '../../../support/schemas';

const node = actionNode();
const parameters = { resource: 'orderBatch', operation: 'get' };

describe('orderBatch: get', () => {
	test('reads the order batch that the incoming item is, or names, where none is given', async () => {
		const [first, second] = [await node.createBatch(1), await node.createBatch(1)];
		const items = [{ id: first }, { id: 'an order', order_batch_id: second }];

		const { outputs } = await node.run(parameters, { items });

		expect(outputs[0]?.map(({ json }) => json.id)).toEqual([first, second]);
	});

	test('returns the main fields of the batch with the gift links of its first orders', async () => {
		const recipients = [{ first_name: 'Ann', last_name: 'Lee', email: 'ann@example.com' }];
		const id = await node.createBatch(1, { recipients, customer_reference_id: 'deal-1' });

		const { outputs } = await node.run({ ...parameters, orderBatchId: byId(id) });

		const asked = { method: 'GET', path: `/v1/order_batches/${id}`, query: {}, body: null, accountName: 'automation' };
		expect(node.service.requests).toEqual([expect.objectContaining(asked)]);
		const names = { recipient_first_name: 'Ann', recipient_last_name: 'Lee' };
		const order = { ...names, recipient_email: 'ann@example.com' };
		const json = simplifiedBatch({ id, customer_reference_id: 'deal-1', order });
		expect(outputs).toEqual([[{ json, pairedItem: { item: 0 } }]]);
	});

	test('returns the whole batch when Simplify is off', async () => {
		const id = await node.createBatch(2);

		const { json } = await node.run({ ...parameters, orderBatchId: byId(id), simplify: false });

		expect(json).toEqual([await node.read(`/v1/order_batches/${id}`)]);
		expect(problemsOf('OrderBatch', json[0])).toEqual([]);
	});

	test('does not see a batch of another account', async () => {
		const id = await node.createBatch(1);

		const { error } = await node.run({ ...parameters, orderBatchId: byId(id), authentication: 'commerceApi' });

		expect(error).toMatchObject({ message: 'Order batch not found', httpCode: '404' });
		expect(error?.description).toContain(
			'the credential belongs to the account and environment in which it was created',
		);
	});

	test.each<[string, IDataObject | string]>([
		['the list', { __rl: true, mode: 'list', value: '={{ $json.batch }}', cachedResultName: 'One of the list' }],
		['its ID', byId('={{ $json.batch }}')],
		['an expression in the place of the locator', '={{ $json.batch }}'],
	])("takes the order batch of each input item's own from %s", async (_what, orderBatchId) => {
		const ids = [await node.createBatch(1), await node.createBatch(2)];

		const { outputs } = await node.run({ ...parameters, orderBatchId }, { items: ids.map((batch) => ({ batch })) });

		expect(outputs[0]?.map(({ json, pairedItem }) => [json.id, pairedItem])).toEqual(
			ids.map((id, item) => [id, { item }]),
		);
	});
});
