import type { FaultEffect } from '../../../dev/mock-service';
import { actionNode } from '../../support/actionNode';
import { plainServer } from '../../../dev/harness/plainServer';

const node = actionNode({ limits: { retryBudgetMs: 0 } });

test.each<[string, FaultEffect]>([
	['a page', { kind: 'garbage' }],
	['cut', { kind: 'malformed', form: 'truncated' }],
])('a response is taken for that of another server, not for half of the data, if it is %s', async (_what, effect) => {
	node.service.addFault({ effect });

	const { error, outputs } = await node.run({ resource: 'brand', operation: 'getAll', returnAll: true });

	const message = `${node.service.baseUrl} responded with something that is not JSON`;
	expect(error).toMatchObject({ message, httpCode: '200' });
	expect(outputs).toEqual([]);
});

test('a redirect is not followed, so that the key goes to no other address', async () => {
	const visited: unknown[] = [];
	const target = await plainServer(({ url }, response) => {
		visited.push(url);
		response.end();
	});
	const headers = { location: `${target.baseUrl}/v1/me` };
	node.service.addFault({ effect: { kind: 'response', status: 307, body: '', headers } });
	const { error } = await node.run({ resource: 'account', operation: 'get' });
	await target.close();

	expect(visited).toEqual([]);
	expect(error).toMatchObject({ httpCode: '307', description: expect.stringContaining(headers.location) });
});
