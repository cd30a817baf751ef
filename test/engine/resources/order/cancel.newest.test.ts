import { actionNode, byId } from '../../../support/actionNode';
import { testFailures, testIds, testUnsupported } from '../../../support/operationTests';

const node = actionNode();
const parameters = { resource: 'order', operation: 'cancel' };

const ofOrder = async () => ({ ...parameters, orderId: byId((await node.createOrders(1))[0] ?? '') });

describe('order: cancel', () => {
	test.each(['created', 'notified', 'opened'] as const)('cancels an order that is %s', async (status) => {
		const [id = ''] = await node.createOrders(1);
		node.service.changeOrder(id, { status });

		const { json } = await node.run({ ...parameters, orderId: byId(id) });

		expect(json).toMatchObject([{ id, status: 'failed', canceled: true }]);
		expect((await node.read(`/v1/orders/${id}`)).status).toBe('failed');
		expect(node.service.requests).toMatchObject([
			{ method: 'GET', path: `/v1/orders/${id}` },
			{ method: 'POST', path: `/v1/orders/${id}/cancel`, body: null },
		]);
	});

	test.each(['canceled', 'failed'] as const)('does not cancel an order again that is %s', async (status) => {
		const [id = ''] = await node.createOrders(1);
		node.service.changeOrder(id, { status });

		const { json } = await node.run({ ...parameters, orderId: byId(id) });

		expect(json).toMatchObject([{ id, status, canceled: true }]);
		expect(node.service.requests).toMatchObject([{ method: 'GET' }]);
	});

	const message = 'This service does not let a key cancel orders';
	testUnsupported(node, ofOrder, message, 'Cancel the gift in your gifting account.');
	testIds(node, 'Order', { ...parameters, orderId: byId('={{ $json.id }}') });
	testFailures(node, { parameters: ofOrder, path: '/v1/orders' });
});
