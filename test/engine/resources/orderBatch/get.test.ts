import type { IDataObject } from 'n8n-workflow';

import { actionNode, byId } from '../../../support/actionNode';

const node = actionNode();
const parameters = { resource: 'orderBatch', operation: 'get' };

describe('orderBatch: get', () => {
	test('reads the order batch that the incoming item is, or names, where none is given', async () => {
		const [first, second] = [await node.createBatch(1), await node.createBatch(1)];
		const items = [{ id: first }, { id: 'an order', order_batch_id: second }];

		const { outputs } = await node.run(parameters, { items });

		expect(outputs[0]?.map(({ json }) => json.id)).toEqual([first, second]);
	});

	test('does not see a batch of another account', async () => {
		const id = await node.createBatch(1);

		const { error } = await node.run({ ...parameters, orderBatchId: byId(id), authentication: 'commerceApi' });

		expect(error).toMatchObject({ message: 'Order batch not found', httpCode: '404' });
		expect(error?.description).toContain('the credential belongs to the account and environment where it was created');
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
