import type { IDataObject } from 'n8n-workflow';

import { actionNode, byId } from '../../../support/actionNode';

const node = actionNode();
const ofBatch = (id: string) => ({ resource: 'order', operation: 'getAll', orderBatchId: byId(id) });

test('order: getAll of an order batch returns the 200,000 orders of a service that gives all of them at once', async () => {
	const data = Array.from({ length: 200_000 }, (_, index) => ({ id: `order-${index}` }));
	const body = { data, list_meta: { total_count: data.length } };
	node.service.addFault({ effect: { kind: 'response', status: 200, body } });
	const { json } = await node.run({ ...ofBatch(node.unknownId), returnAll: true });

	expect(json).toHaveLength(data.length);
	expect(json.at(-1)).toEqual(data.at(-1));
});

test('order: getAll of an order batch hints that a batch without orders is still pending, or what else it is', async () => {
	const id = await node.createBatch(11);
	const hints = async (filters: IDataObject = {}) => (await node.run({ ...ofBatch(id), filters })).hints.join();

	expect(await hints()).toBe(`Order batch ${id} is still pending. Its orders will exist once it is complete.`);
	node.service.setBatchState(id, 'failed');
	const failed = `Order batch ${id} has failed and has no orders`;
	expect(await hints()).toBe(`${failed}.`);
	expect(await hints({ status: ['opened'] })).toBe(`${failed} that match the filters.`);
	node.service.setBatchState(id, 'canceled');
	expect(await hints()).toBe(`Order batch ${id} is canceled and has no orders.`);
});

test.each<[string, IDataObject, string[]]>([
	['the statuses of a list', { status: ['opened', 'shipped'] }, ['ann1', 'ann2', 'ann3']],
	['one email, whatever its case', { recipientEmail: ' Ann1@Example.com ' }, ['ann1']],
	['one email, whose domain has other forms of letters', { recipientEmail: 'ann1@ｅxample.com' }, ['ann1']],
	['both', { status: ['opened'], recipientEmail: 'ann3@example.com' }, ['ann3']],
])('order: getAll of an order batch returns the orders of %s', async (_what, filters, expected) => {
	const recipients = [0, 1, 2, 3].map((index) => ({ first_name: 'Ann', email: `ann${index}@example.com` }));
	const [, ...orders] = await node.createOrders(0, { recipients });
	orders.forEach((id, index) => node.service.changeOrder(id, { status: index === 1 ? 'shipped' : 'opened' }));
	const { order_batch_id: id } = await node.read(`/v1/orders/${orders[0]}`);
	const { json } = await node.run({ ...ofBatch(String(id)), filters });

	expect(json.map(({ recipient_email: email }) => email)).toEqual(expected.map((name) => `${name}@example.com`));
});
