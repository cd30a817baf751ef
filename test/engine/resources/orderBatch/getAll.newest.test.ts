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
		for (let count = 0; count < 101; count++) await node.createBatch(1, { customer_reference_id: `deal-${count}` });
		const [first] = await node.list<{ id: string; customer_reference_id: string }>('/v1/order_batches');
		const filters = { customerReferenceId: first!.customer_reference_id };
		const { json } = await node.run({ ...parameters, returnAll: true, filters });

		expect(idsOf(json)).toEqual([first?.id]);
		expect(node.service.requests.map(({ query }) => query)).toEqual([{ page: '1', per_page: '100' }]);
	});

	test('returns nothing for a reference that only begins as another one, or whose order batch has another status', async () => {
		await node.createBatch(1, { customer_reference_id: 'deal-4711' });
		const found = async (filters: IDataObject) => (await node.run({ ...parameters, filters })).json;
		expect(await found({ customerReferenceId: 'deal-47' })).toEqual([]);
		expect(await found({ customerReferenceId: 'deal-4711', sendStatus: ['pending'] })).toEqual([]);
	});

	test('finds the order batch of a reference that is a number in the input item, as it is for Create', async () => {
		const id = await node.createBatch(1, { customer_reference_id: '4711' });
		const filters = { customerReferenceId: '={{ $json.deal }}' };
		expect(idsOf((await node.run({ ...parameters, filters }, { items: [{ deal: 4711 }] })).json)).toEqual([id]);
	});

	testListing(node, async () => {
		const total = 231;
		for (let count = 0; count < total; count++) await node.createBatch(1);
		return { parameters, path: '/v1/order_batches', total };
	});
});
