import type { IDataObject } from 'n8n-workflow';

import type { FaultEffect } from '../../../dev/mock-service';
import { actionNode, byId, credentialFor } from '../../support/actionNode';
import { plainServer } from '../../../dev/harness/plainServer';

const node = actionNode({ limits: { firstRetryDelayMs: 1, longestRetryDelayMs: 1, retryBudgetMs: 0 } });

const read = (): IDataObject => ({ resource: 'orderBatch', operation: 'get', orderBatchId: byId(node.unknownId) });

test.each<[string, FaultEffect]>([
	['a page', { kind: 'garbage' }],
	['cut', { kind: 'malformed', form: 'truncated' }],
])('a response is taken for that of another server, not for half of the data, if it is %s', async (_what, effect) => {
	node.service.addFault({ effect });

	const { error, outputs } = await node.run({ resource: 'brand', operation: 'getAll', returnAll: true });

	const message = `${node.service.baseUrl} responded with something that is not JSON`;
	const description = expect.stringContaining('this may not be a Gift Order Batch Service') as string;
	expect(error).toMatchObject({ message, httpCode: '200', description });
	expect(outputs).toEqual([]);
});

/** Runs the node against a server that has the same response to every request. */
async function runAt(status: number, body: string, headers: Record<string, string> = {}, key = 'key') {
	const server = await plainServer((_request, response) => void response.writeHead(status, headers).end(body));
	const credentials = { giftOrderBatchAutomationApi: credentialFor(server.baseUrl, key) };
	const run = await node.run(read(), { credentials });
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
	const target = await plainServer(({ url }, response) => {
		visited.push(url);
		response.end();
	});
	const { error } = await runAt(307, '', { location: `${target.baseUrl}/v1/me` });
	await target.close();

	expect(visited).toEqual([]);
	expect(error?.message).toBe('The service responded with HTTP status 307 without a reason');
	expect(error?.description).toContain(`The address redirects to ${target.baseUrl}/v1/me. Enter the final address as`);
});
