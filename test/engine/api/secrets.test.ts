import type { IDataObject } from 'n8n-workflow';

import type { FaultEffect } from '../../../dev/mock-service';
import { actionNode, credentialFor } from '../../support/actionNode';
import type { NodeRun } from '../../../dev/harness/engine';
import { smallBatch } from '../../support/orderBatchParameters';
import { deadAddress } from '../../../dev/harness/plainServer';
import { pathsTo } from '../../support/reachable';

const node = actionNode({ limits: { requestTimeoutMs: 1_500, retryBudgetMs: 0 } });

/** Unlike any other text in a run, so that finding it means a leak. */
const SECRET = 'secret-key-41d8cd98f00b204e';

const account = (): IDataObject => ({ resource: 'account', operation: 'get' });
const create = (): IDataObject => smallBatch(node.service.samples.productId);

const ways: Array<[string, IDataObject]> = [
	['an error that stops the workflow', {}],
	['an item in its place', { onError: 'continueRegularOutput' }],
	['an item of the error output', { onError: 'continueErrorOutput' }],
];

function expectNoSecret(run: NodeRun, secret = SECRET): void {
	const failures = [run.error, ...run.outputs.flat().map(({ error }) => error)].filter((error) => error !== undefined);
	expect(failures.length + run.outputs.flat().length).toBeGreaterThan(0);
	expect(pathsTo(secret, [run.run, run.outputs, failures])).toEqual([]);
	expect(JSON.stringify([run.run, run.outputs, failures])).not.toContain(secret);
}

describe('the API key', () => {
	const answers: Array<[string, FaultEffect]> = [
		['a refused key', { kind: 'response', status: 401, body: { error: 'Invalid API key' } }],
		['a rejected request', { kind: 'response', status: 400, body: { error: 'No' } }],
		['a server error', { kind: 'response', status: 500, body: { error: 'No' } }],
		['a page', { kind: 'garbage' }],
		['another shape', { kind: 'response', status: 200, body: { unexpected: [] } }],
		['a broken connection', { kind: 'drop' }],
		['no response', { kind: 'hang' }],
		[
			'an echo in the sentence',
			{ kind: 'response', status: 401, body: { error: `Invalid API key: Bearer ${SECRET}` } },
		],
		[
			'an echo deep in the body',
			{ kind: 'response', status: 400, body: { error: 'No', request: { headers: [`Bearer ${SECRET}`] } } },
		],
		['an echo in a page', { kind: 'response', status: 502, body: `<pre>authorization: Bearer ${SECRET}</pre>` }],
		[
			'an echo in a success of another shape',
			{ kind: 'response', status: 200, body: { [SECRET]: SECRET, id: [SECRET], email: [SECRET] } },
		],
		[
			'an echo in a redirect',
			{ kind: 'response', status: 302, body: '', headers: { location: `https://example.com/?key=${SECRET}` } },
		],
	];

	for (const [way, nodeSettings] of ways) {
		test.each(answers)(`is not in ${way} after %s`, async (_what, effect) => {
			node.service.addFault({ effect });

			for (const parameters of [account(), create()]) {
				expectNoSecret(await node.run(parameters, { credentials: node.credentials(SECRET), node: nodeSettings }));
			}
		});

		test(`is not in ${way} when nothing listens at the address`, async () => {
			const credentials = { giftOrderBatchAutomationApi: credentialFor(await deadAddress(), SECRET) };

			for (const parameters of [account(), create()]) {
				expectNoSecret(await node.run(parameters, { credentials, node: nodeSettings }));
			}
		});

		test(`is not in ${way} when the address cannot be used`, async () => {
			const credentials = { giftOrderBatchAutomationApi: credentialFor('http://gifts.example.com', SECRET) };

			expectNoSecret(await node.run(account(), { credentials, node: nodeSettings }));
		});
	}

	test('is not in what a success leaves behind', async () => {
		const run = await node.run(create());

		expect(run.status).toBe('success');
		expectNoSecret(run, node.service.keys.automation);
	});

	test('is hidden in the sentence of the service, whose other words stay', async () => {
		node.service.addFault({
			effect: { kind: 'response', status: 401, body: { error: `The key ${SECRET} is not known` } },
		});

		const { error } = await node.run(account(), { credentials: node.credentials(SECRET) });

		expect(error?.message).toBe('The key ***** is not known');
	});

	test('is hidden even when it contains characters that JSON escapes', async () => {
		const secret = 'secret"with\\quotes';
		node.service.addFault({
			effect: { kind: 'response', status: 401, body: { error: `The key ${secret} is not known` } },
		});

		const { error } = await node.run(account(), { credentials: node.credentials(secret) });

		expect(error?.message).toBe('The key ***** is not known');
	});
});
