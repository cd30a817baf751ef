import type { IDataObject } from 'n8n-workflow';

import { actionNode } from '../../../support/actionNode';
import { simplifiedBatch } from '../../../support/orderBatchParameters';
import { testListing } from '../../../support/operationTests';

const node = actionNode();
const parameters = { resource: 'orderBatch', operation: 'getAll' };

describe('orderBatch: getAll', () => {
	test('returns the main fields of each order batch, and pairs each with the input item', async () => {
		const pending = await node.createBatch(12, { customer_reference_id: 'deal-1' });
		const complete = await node.createBatch(1);

		const { outputs } = await node.run(parameters);

		const query = { page: '1', per_page: '50' };
		const asked = { method: 'GET', path: '/v1/order_batches', query, body: null, accountName: 'automation' };
		expect(node.service.requests).toEqual([expect.objectContaining(asked)]);
		const found = outputs[0] ?? [];
		expect(found.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 0 }]);
		const counts = { recipients_count: 12, orders_count: 0, orders_preview: [] };
		const batch = { id: pending, send_status: 'pending', customer_reference_id: 'deal-1', ...counts };
		expect(found.find(({ json }) => json.id === pending)?.json).toEqual(simplifiedBatch({ order: {}, ...batch }));
		expect(found.find(({ json }) => json.id === complete)?.json).toMatchObject({
			send_status: 'complete',
			orders_preview: [{ individual_gift_link: expect.stringContaining('http') }],
		});
	});

	const idsOf = (json: IDataObject[]) => json.map(({ id }) => id).sort();

	test('returns the order batches that have one of the chosen statuses', async () => {
		const [pending, failed] = [await node.createBatch(12), await node.createBatch(12)];
		await node.createBatch(1);
		node.service.setBatchState(failed, 'failed');

		const { json } = await node.run({ ...parameters, filters: { sendStatus: ['pending', 'failed'] } });

		expect(idsOf(json)).toEqual([pending, failed].sort());
	});

	test('finds the order batch of a reference, and then asks for no further page', async () => {
		const batches: string[] = [];
		for (let count = 0; count < 101; count++) {
			batches.push(await node.createBatch(1, { customer_reference_id: `deal-${count}` }));
		}
		const listed = (await node.read('/v1/order_batches?per_page=1')).data as Array<{ id: string }>;
		const first = batches.indexOf(listed[0]?.id ?? '');

		const filters = { customerReferenceId: `deal-${first}` };
		const { json } = await node.run({ ...parameters, returnAll: true, filters });

		expect(idsOf(json)).toEqual([listed[0]?.id]);
		expect(node.service.requests.map(({ query }) => query)).toEqual([{ page: '1', per_page: '100' }]);
	});

	test('returns nothing for a reference that only begins as another one, or whose order batch has another status', async () => {
		await node.createBatch(1, { customer_reference_id: 'deal-4711' });

		for (const filters of [
			{ customerReferenceId: 'deal-47' },
			{ customerReferenceId: 'deal-4711', sendStatus: ['pending'] },
		]) {
			expect((await node.run({ ...parameters, filters })).json).toEqual([]);
		}
	});

	testListing(node, async () => {
		const total = 231;
		for (let count = 0; count < total; count++) await node.createBatch(1);
		return { parameters, path: '/v1/order_batches', total };
	});
});
