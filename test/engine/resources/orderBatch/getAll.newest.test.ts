import type { IDataObject } from 'n8n-workflow';

import { actionNode } from '../../../support/actionNode';

const node = actionNode();

const getAll = async (more: IDataObject, deal?: number) =>
	(await node.run({ resource: 'orderBatch', operation: 'getAll', ...more }, { items: [{ deal }] })).json;
const idsOf = (json: IDataObject[]) => json.map(({ id }) => id).sort();
const createMany = async (count: number) => {
	for (let index = 0; index < count; index++) await node.createBatch(1, { customer_reference_id: `deal-${index}` });
	return await node.list('/v1/order_batches');
};

test('orderBatch: getAll returns the order batches that have one of the chosen statuses', async () => {
	const [pending, failed] = [await node.createBatch(12), await node.createBatch(12)];
	await node.createBatch(1);
	node.service.setBatchState(failed, 'failed');

	expect(idsOf(await getAll({ filters: { sendStatus: ['pending', 'failed'] } }))).toEqual([pending, failed].sort());
});

test('orderBatch: getAll finds the order batch of a reference, and then asks for no further page', async () => {
	const [first] = await createMany(101);
	const filters = { customerReferenceId: first?.customer_reference_id };

	expect(idsOf(await getAll({ returnAll: true, filters }))).toEqual([first?.id]);
	expect(node.service.requests.map(({ query }) => query)).toEqual([{ page: '1', per_page: '100' }]);
});

test('orderBatch: getAll returns nothing for a reference that only begins as another one, or whose order batch has another status', async () => {
	await createMany(1);
	expect(await getAll({ filters: { customerReferenceId: 'deal-' } })).toEqual([]);
	expect(await getAll({ filters: { customerReferenceId: 'deal-0', sendStatus: ['pending'] } })).toEqual([]);
});

test('orderBatch: getAll finds the order batch of a reference that is a number in the input item, as it is for Create', async () => {
	const id = await node.createBatch(1, { customer_reference_id: '4711' });
	expect(idsOf(await getAll({ filters: { customerReferenceId: '={{ $json.deal }}' } }, 4711))).toEqual([id]);
});
