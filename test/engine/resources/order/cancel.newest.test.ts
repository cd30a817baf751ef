import { actionNode, byId } from '../../../support/actionNode';
import { testFailures, testIds } from '../../../support/operationTests';

const node = actionNode();
const parameters = { resource: 'order', operation: 'cancel' };

const createdOrder = async (): Promise<string> => {
	const batch = await node.createBatch(1);
	const { data } = await node.read(`/v1/order_batches/${batch}/orders`);
	return (data as [{ id: string }])[0].id;
};

const paths = () => node.service.requests.map(({ method, path }) => `${method} ${path}`);

describe('order: cancel', () => {
	test.each(['created', 'notified', 'opened'] as const)('cancels an order that is %s', async (status) => {
		const id = await createdOrder();
		node.service.changeOrder(id, { status });

		const { json } = await node.run({ ...parameters, orderId: byId(id) });

		expect(json).toEqual([expect.objectContaining({ id, status: 'failed', canceled: true })]);
		expect((await node.read(`/v1/orders/${id}`)).status).toBe('failed');
		expect(paths()).toEqual([`GET /v1/orders/${id}`, `POST /v1/orders/${id}/cancel`]);
		expect(node.service.requests[1]?.body).toBeNull();
	});

	test.each(['canceled', 'failed'] as const)('does not cancel an order again that is %s', async (status) => {
		const id = await createdOrder();
		node.service.changeOrder(id, { status });

		const { json } = await node.run({ ...parameters, orderId: byId(id) });

		expect(json).toEqual([expect.objectContaining({ id, status, canceled: true })]);
		expect(paths()).toEqual([`GET /v1/orders/${id}`]);
	});

	test("fails with the service's sentence for an order that was accepted", async () => {
		const id = await createdOrder();
		node.service.changeOrder(id, { status: 'accepted' });

		const { error } = await node.run({ ...parameters, orderId: byId(id) });

		expect(error).toMatchObject({ message: 'Order is accepted and cannot be changed', httpCode: '400' });
	});

	test('reads the order instead of canceling it again when the response is lost', async () => {
		const id = await createdOrder();
		node.service.addFault({ match: { method: 'POST' }, times: 1, effect: { kind: 'drop', afterCommit: true } });

		const { json } = await node.run({ ...parameters, orderId: byId(id) });

		expect(json).toEqual([expect.objectContaining({ id, canceled: true })]);
		expect(paths()).toEqual([`GET /v1/orders/${id}`, `POST /v1/orders/${id}/cancel`, `GET /v1/orders/${id}`]);
	});

	test('fails when the response is lost and the order is not canceled', async () => {
		const id = await createdOrder();
		node.service.addFault({ match: { method: 'POST' }, times: 1, effect: { kind: 'drop' } });

		const { error } = await node.run({ ...parameters, orderId: byId(id) });

		expect(error?.name).toBe('NodeApiError');
		expect(paths().filter((path) => path.startsWith('POST'))).toHaveLength(1);
	});

	test('fails for an order that does not exist', async () => {
		const { error } = await node.run({ ...parameters, orderId: byId(node.unknownId) });

		expect(error).toMatchObject({ message: 'Order not found', httpCode: '404' });
	});

	test('says what to do where the service does not let a key cancel orders', async () => {
		const id = await createdOrder();
		node.service.setInterfaceOnly(true);

		const { error } = await node.run({ ...parameters, orderId: byId(id) });

		expect(error?.message).toBe('This service does not let a key cancel orders');
		expect(error?.description).toContain('Cancel the gift in your gifting account.');
	});

	testIds(node, 'Order', { ...parameters, orderId: byId('={{ $json.id }}') });
	testFailures(node, {
		parameters: async () => ({ ...parameters, orderId: byId(await createdOrder()) }),
		path: '/v1/orders',
	});
});
