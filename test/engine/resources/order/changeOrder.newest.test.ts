import type { OrderChange } from '../../../../dev/mock-service';
import { actionNode, byId } from '../../../support/actionNode';
import { responds } from '../../../support/creations';

const node = actionNode();

test.each<[OrderChange['status'], string, boolean]>([
	['created', 'failed', true],
	['notified', 'failed', true],
	['opened', 'failed', true],
	['canceled', 'canceled', false],
	['failed', 'failed', false],
])('order: cancel leaves an order that is %s as %s, which it asks for: %s', async (status, after, isAsked) => {
	const [id = ''] = await node.createOrders(1);
	node.service.changeOrder(id, { status });
	const { json } = await node.run({ resource: 'order', operation: 'cancel', orderId: byId(id) });

	expect(json).toMatchObject([{ id, status: after, canceled: true }]);
	expect((await node.read(`/v1/orders/${id}`)).status).toBe(after);
	expect(node.service.requests).toMatchObject([
		{ method: 'GET', path: `/v1/orders/${id}` },
		...(isAsked ? [{ method: 'POST', path: `/v1/orders/${id}/cancel`, body: null }] : []),
	]);
});

test('order: updateExpiration changes when the order expires, in the time zone of the workflow', async () => {
	const [id = ''] = await node.createOrders(1);
	const expire = { resource: 'order', operation: 'updateExpiration', expiresAt: '2031-01-31T12:00:00' };
	const { json } = await node.run({ ...expire, orderId: byId(id) }, { timezone: 'America/New_York' });

	expect(json).toMatchObject([{ id, expires_at: '2031-01-31T17:00:00.000Z' }]);
	const body = { expiration: '2031-01-31T12:00:00.000-05:00' };
	expect(node.service.requests).toMatchObject([
		{ method: 'GET', path: `/v1/orders/${id}` },
		{ method: 'POST', path: `/v1/orders/${id}/update_expiration`, body },
	]);
});

test.each([
	['cancel', { status: 'failed' }],
	['updateExpiration', { expires_at: '2031-01-31T12:00:00.000Z' }],
])('order: %s finds out that the order was changed where the response was lost', async (operation, changed) => {
	const [id = ''] = await node.createOrders(1);
	node.service.addFault({ match: { method: 'POST' }, times: 1, effect: { kind: 'drop', afterCommit: true } });
	node.service.addFault({ match: { method: 'POST' }, effect: responds(400) });
	const parameters = { resource: 'order', operation, orderId: byId(id), expiresAt: '2031-01-31T12:00:00Z' };

	expect((await node.run(parameters)).json).toMatchObject([{ id, ...changed }]);
});
