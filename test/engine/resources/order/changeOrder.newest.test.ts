import { plainServer } from '../../../../dev/harness/plainServer';
import { runNode } from '../../../../dev/harness/engine';
import { byId, credentialFor } from '../../../support/actionNode';

const ID = '0b0f3b52-6f6f-4f0c-9d51-1f0d3e0a8c11';
const EXPIRES_AT = '2031-01-31T12:00:00Z';

/** Loses a response. */
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
	const { json, error } = await runNode(
		{ resource: 'order', operation, orderId: byId(ID), expiresAt: EXPIRES_AT },
		{
			credentials: { giftOrderBatchAutomationApi: credentialFor(server.baseUrl, 'key') },
			limits: { firstRetryDelayMs: 1, longestRetryDelayMs: 1, readRetryBudgetMs: 20 },
		},
	);
	await server.close();
	return { json, error, requests };
}

describe.each([
	['cancel', { status: 'failed' }, 'canceled'],
	['updateExpiration', { expires_at: '2031-01-31T12:00:00.000Z' }, 'changed'],
])('order: %s', (operation, changed, done) => {
	const MAY_BE_DONE = `The order may have been ${done} all the same: read it with Order: Get.`;

	test.each([
		['was lost', [LOST, 400]],
		['was an error of the service', [500, 400]],
		['cannot be understood', [200]],
	])('returns the order as it is then if the response %s and the change was made', async (_what, posts) => {
		const { json, error, requests } = await run(operation, posts, { order: changed });

		expect(error).toBeUndefined();
		expect(json).toEqual([expect.objectContaining({ id: ID, ...changed })]);
		expect(requests.at(-1)).toBe('GET');
	});

	test.each([
		['was lost', [LOST, 400]],
		['was an error of the service', [500, 400]],
		['cannot be understood', [200]],
	])(
		'says that the change may have been made if the response %s and the order cannot be read',
		async (_what, posts) => {
			const { error } = await run(operation, posts, { status: 401 });

			expect(error?.description).toContain(MAY_BE_DONE);
			expect(error?.description).not.toContain('Correct the input');
		},
	);

	test('says that the change may have been made if its response was lost and the order does not show it', async () => {
		const { error } = await run(operation, [LOST, 400], {});

		expect(error?.description).toContain(MAY_BE_DONE);
	});

	test.each([
		['can', {}],
		['cannot', { status: 401 }],
	])('does not say so if the service refused, whether the order %s be read then', async (_what, after) => {
		const { error } = await run(operation, [400], after);

		expect(error).toMatchObject({ message: 'It went wrong', httpCode: '400' });
		expect(error?.description).toContain('Correct the input and run the node again.');
		expect(error?.description).not.toContain('all the same');
	});
});
