import { accountOf } from '../../dev/mock-service/accounts';
import { useMockService } from '../support/mockService';

const { createBatch, readBatch, refusal, list } = useMockService();

test.each(['local-automation-key', 'Basic local-automation-key', 'Bearer '])(
	'the authorization header %j belongs to no account',
	(header) => {
		expect(accountOf(header)).toBeUndefined();
	},
);

test.each([
	['automation', 'commerce'],
	['commerce', 'automation'],
	['automation', 'automationMember'],
] as const)('what the account %s created is unknown to the account %s', async (owner, other) => {
	const { id, orders_preview: orders } = await createBatch({}, owner);
	const [batch, order] = [`/v1/order_batches/${id}`, `/v1/orders/${orders[0]!.id}`];
	const expiration = { expiration: '2099-01-01T00:00:00Z' };
	for (const [method, path, body] of [
		['GET', batch],
		['GET', `${batch}/orders`],
		['GET', `${batch}/recipients`],
		['GET', order],
		['POST', `${order}/cancel`],
		['POST', `${order}/update_expiration`, expiration],
	] as const) {
		const error = path.startsWith(order) ? 'Order not found' : 'Order batch not found';
		expect([path, ...(await refusal(method, path, body, other))]).toEqual([path, 404, error]);
	}
	for (const path of ['/v1/order_batches', '/v1/orders', '/v1/order_activities']) {
		expect((await list(path, other)).list_meta.total_count).toBe(0);
		expect((await list(path, owner)).list_meta.total_count).toBe(1);
	}
	if (owner === 'automation') expect((await readBatch(id)).orders_preview[0]!.status).toBe('created');
});
