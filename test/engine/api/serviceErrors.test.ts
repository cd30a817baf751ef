import type { IDataObject } from 'n8n-workflow';

import type { FaultEffect } from '../../../dev/mock-service';
import { actionNode, byId, credentialFor } from '../../support/actionNode';
import { smallBatch } from '../../support/orderBatchParameters';
import { plainServer } from '../../../dev/harness/plainServer';

const node = actionNode({ limits: { firstRetryDelayMs: 1, longestRetryDelayMs: 1, retryBudgetMs: 0 } });

const read = (): IDataObject => ({ resource: 'orderBatch', operation: 'get', orderBatchId: byId(node.unknownId) });
const create = (more: IDataObject = {}): IDataObject => ({ ...smallBatch(node.service.samples.productId), ...more });

/** Has the service respond so to each request for order batches. */
const respond = (effect: FaultEffect) => node.service.addFault({ match: { path: '/v1/order_batches' }, effect });

test('a refusal of what the catalogue cannot tell before, since it cannot be read, asks to correct the input', async () => {
	node.service.addFault({ match: { path: /^\/v1\/products\// }, effect: { kind: 'response', status: 500 } });
	const product = byId(node.service.samples.variableProductId);

	const { error } = await node.run(create({ cartItems: { item: [{ product, quantity: 1 }] } }));

	expect(error).toMatchObject({
		message: 'cart.items[0].variable_price is required for Digital Gift Card',
		description:
			'The order batch was not created. Correct the input and run the node again. (POST /v1/order_batches, HTTP status 400)',
	});
});

describe('a response that is not what the interface promises', () => {
	test.each<[string, FaultEffect]>([
		['a page', { kind: 'garbage' }],
		['cut', { kind: 'malformed', form: 'truncated' }],
	])('is taken for that of another server, and not for half of the data, if it is %s', async (_what, effect) => {
		node.service.addFault({ effect });

		const { error, outputs } = await node.run({ resource: 'brand', operation: 'getAll', returnAll: true });

		expect(error).toMatchObject({
			message: `${node.service.baseUrl} responded with something that is not JSON`,
			httpCode: '200',
			description: expect.stringContaining('this may not be a Gift Order Batch Service'),
		});
		expect(outputs).toEqual([]);
	});

	test('is named with its endpoint, what is wrong, and what it says for itself', async () => {
		node.service.addFault({ effect: { kind: 'response', status: 200, body: { error: 'Sold out' } } });

		const { error } = await node.run(read());

		const endpoint = `GET /v1/order_batches/${node.unknownId}`;
		expect(error?.message).toBe(`The service responded to ${endpoint} with data that does not match its interface`);
		expect(error?.description).toContain(
			'The response says: Sold out. In the response, "id" is invalid: it must be text',
		);
	});

	test('is passed through where it has fields that the interface does not have yet', async () => {
		const body = { id: node.unknownId, send_status: 'complete', orders_preview: [], brand_new: { deep: [1] } };
		respond({ kind: 'response', status: 200, body });

		expect((await node.run({ ...read(), simplify: false })).json).toEqual([body]);
	});
});

/** Runs the node against a server that has the same response to every request. */
async function runAt(status: number, body: string, headers: Record<string, string> = {}, key = 'key') {
	const server = await plainServer((_request, response) => void response.writeHead(status, headers).end(body));
	const run = await node.run(read(), {
		credentials: { giftOrderBatchAutomationApi: credentialFor(server.baseUrl, key) },
	});
	await server.close();
	return run;
}

test('a refusal that is plain text has it as the message', async () => {
	expect((await runAt(400, 'Sold out', { 'content-type': 'text/plain' })).error?.message).toBe('Sold out');
});

test.each([
	['refusal', 400],
	['success of another shape', 200],
])('a %s of 5 MB leaves a short error without the key behind', async (_what, status) => {
	const key = 'secret-key-41d8cd98f00b204e';
	const half = 'x'.repeat(2_500_000);
	const body = JSON.stringify({ error: `No ${key} ${half}${key}`, echo: half });

	const { error, run } = await runAt(status, body, { 'content-type': 'application/json' }, key);

	expect(`${error?.message} ${error?.description}`).toContain('No ');
	const stored = JSON.stringify(run);
	expect(stored.length).toBeLessThan(50_000);
	expect(stored).not.toContain(key);
});

test('a redirect is not followed, so that the key goes to no other address', async () => {
	const visited: unknown[] = [];
	const target = await plainServer((request, response) => {
		visited.push(request.url);
		response.end();
	});

	const { error } = await runAt(307, '', { location: `${target.baseUrl}/v1/me` });
	await target.close();

	expect(visited).toEqual([]);
	expect(error).toMatchObject({
		message: 'The service responded with HTTP status 307 without a reason',
		description: expect.stringContaining(
			`The address redirects to ${target.baseUrl}/v1/me. Enter the final address as`,
		),
	});
});
