import { plainServer } from '../../../../dev/harness/plainServer';
import { runNode } from '../../../../dev/harness/engine';
import type { OrderChange } from '../../../../dev/mock-service';
import { actionNode, byId, credentialFor } from '../../../support/actionNode';

const ID = '0b0f3b52-6f6f-4f0c-9d51-1f0d3e0a8c11';

const LOST = 0;

/** Runs an operation at a service that has an order, and the given responses: to each POST, and to each GET after the first POST. */
async function run(operation: string, posts: number[], after: { status?: number; order?: object }) {
	const requests: string[] = [];
	const server = await plainServer((request, response) => {
		const isRead = request.method === 'GET';
		const posted = requests.includes('POST');
		requests.push(String(request.method));
		const status = isRead ? (posted && after.status) || 200 : (posts.shift() ?? 400);
		if (status === LOST) return void request.socket.destroy();
		const order = { id: ID, status: 'notified', expires_at: null, ...(posted && after.order) };
		const body = status === 200 ? (isRead ? JSON.stringify(order) : '{') : JSON.stringify({ error: 'It went wrong' });
		return void response.writeHead(status, { 'content-type': 'application/json' }).end(body);
	});
	const parameters = { resource: 'order', operation, orderId: byId(ID), expiresAt: '2031-01-31T12:00:00Z' };
	const credentials = { giftOrderBatchAutomationApi: credentialFor(server.baseUrl, 'key') };
	const limits = { firstRetryDelayMs: 1, longestRetryDelayMs: 1 };
	const { json, error } = await runNode(parameters, { credentials, limits });
	await server.close();
	return { json, error, requests };
}

describe.each([
	['cancel', { status: 'failed' }, 'canceled'],
	['updateExpiration', { expires_at: '2031-01-31T12:00:00.000Z' }, 'changed'],
])('order: %s', (operation, changed, done) => {
	const MAY_BE_DONE = `The order may still have been ${done}: check it with Order: Get.`;

	test.each([
		['was lost', [LOST, 400]],
		['was an error of the service', [500, 400]],
		['cannot be understood', [200]],
	])('says what became of the order if the response %s', async (_what, posts) => {
		const made = await run(operation, [...posts], { order: changed });
		const unreadable = await run(operation, [...posts], { status: 401 });
		const unchanged = await run(operation, [...posts], {});

		expect(made.error).toBeUndefined();
		expect(made.json).toMatchObject([{ id: ID, ...changed }]);
		expect(made.requests.at(-1)).toBe('GET');
		for (const { error } of [unreadable, unchanged]) {
			expect(error?.description).toMatch(RegExp(`${MAY_BE_DONE} \\S`));
			expect(error?.description).not.toContain('Correct the input');
		}
	});

	test.each([
		['can', {}],
		['cannot', { status: 401 }],
	])('says that the service refused, whether the order %s be read then', async (_what, after) => {
		const { error } = await run(operation, [400], after);

		expect(error).toMatchObject({ message: 'It went wrong', httpCode: '400' });
		expect(error?.description).toContain('Correct the input and run the node again.');
		expect(error?.description).not.toContain('may still have been');
	});
});

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
