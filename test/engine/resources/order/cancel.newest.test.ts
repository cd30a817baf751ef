import type { OrderChange } from '../../../../dev/mock-service';
import { actionNode, byId } from '../../../support/actionNode';

const node = actionNode();
const parameters = { resource: 'order', operation: 'cancel' };

async function cancel(status: OrderChange['status']) {
	const [id = ''] = await node.createOrders(1);
	node.service.changeOrder(id, { status });
	return { id, ...(await node.run({ ...parameters, orderId: byId(id) })) };
}

describe('order: cancel', () => {
	test.each(['created', 'notified', 'opened'] as const)('cancels an order that is %s', async (status) => {
		const { id, json } = await cancel(status);
		expect(json).toMatchObject([{ id, status: 'failed', canceled: true }]);
		expect((await node.read(`/v1/orders/${id}`)).status).toBe('failed');
		expect(node.service.requests).toMatchObject([
			{ method: 'GET', path: `/v1/orders/${id}` },
			{ method: 'POST', path: `/v1/orders/${id}/cancel`, body: null },
		]);
	});

	test.each(['canceled', 'failed'] as const)('does not cancel an order again that is %s', async (status) => {
		const { id, json } = await cancel(status);
		expect(json).toMatchObject([{ id, status, canceled: true }]);
		expect(node.service.requests).toMatchObject([{ method: 'GET' }]);
	});
});
