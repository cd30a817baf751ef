import type { IDataObject } from 'n8n-workflow';

import { actionNode } from '../../../support/actionNode';
import { testListing } from '../../../support/operationTests';

const node = actionNode();
const parameters = { resource: 'orderBatch', operation: 'getAll' };

describe('orderBatch: getAll', () => {
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
