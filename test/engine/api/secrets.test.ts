import type { IDataObject, INode } from 'n8n-workflow';

import type { FaultEffect } from '../../../dev/mock-service';
import { plainServer } from '../../../dev/harness/plainServer';
import { actionNode } from '../../support/actionNode';
import type { NodeRun } from '../../../dev/harness/engine';
import { operations, parametersOf } from '../../support/operationParameters';
import { smallBatch } from '../../support/orderBatchParameters';

const node = actionNode({ limits: { retryBudgetMs: 0 } });

/** Unlike any other text in a run, so that finding it means a leak. */
const SECRET = 'secret-key-41d8cd98f00b204e';

const createPaymentMethod = parametersOf(...operations.find(([key]) => key === 'paymentMethod/create')!);
const account: IDataObject = { resource: 'account', operation: 'get' };
const create = (): IDataObject => smallBatch(node.service.samples.productId);

/** Where `text` occurs in anything that can be reached from a value: hidden properties, causes, maps and sets too. */
function pathsTo(text: string, value: unknown): string[] {
	const seen = new Set<unknown>();
	const found: string[] = [];
	const visit = (part: unknown, path: string): void => {
		if (typeof part === 'string' && part.includes(text)) found.push(path);
		if (typeof part !== 'object' || part === null || seen.has(part)) return;
		seen.add(part);
		if (part instanceof Map || part instanceof Set) visit([...part], path);
		for (const key of Reflect.ownKeys(part)) {
			visit(String(key), `${path} (key)`);
			visit(Reflect.get(part, key), `${path}.${String(key)}`);
		}
	};
	visit(value, '');
	return found;
}

function expectNoSecret({ error, outputs, run }: NodeRun, secret = SECRET): void {
	const failures = [error, ...outputs.flat().map((item) => item.error)].filter((failure) => failure !== undefined);
	expect(failures.length + outputs.flat().length).toBeGreaterThan(0);
	expect(pathsTo(secret, [run, outputs, failures])).toEqual([]);
	expect(JSON.stringify([run, outputs, failures])).not.toContain(secret);
}

describe.each<[string, Partial<INode>]>([
	['an error that stops the workflow', {}],
	['an item in its place', { onError: 'continueRegularOutput' }],
	['an item of the error output', { onError: 'continueErrorOutput' }],
])('the API key is not in %s', (_way, settings) => {
	const response = (status: number, body: unknown, headers = {}) =>
		({ kind: 'response', status, body, headers }) as const;
	test.each<[string, FaultEffect]>([
		['a broken connection', { kind: 'drop' }],
		['an echo deep in the body', response(400, { error: 'No', request: { headers: [`Bearer ${SECRET}`] } })],
		['an echo in a page', response(502, `<pre>authorization: Bearer ${SECRET}</pre>`)],
		['an echo in a success of another shape', response(200, { [SECRET]: SECRET, id: [SECRET], error: SECRET })],
		['an echo in a redirect', response(302, '', { location: `https://example.com/?key=${SECRET}` })],
	])('after %s', async (_what, effect) => {
		node.service.addFault({ effect });
		for (const parameters of [account, create()]) {
			expectNoSecret(await node.run(parameters, { credentials: node.credentials(SECRET), node: settings }));
		}
	});
});

test('the API key is not in an error that repeats it as it was sent, without the invisible character that came with it', async () => {
	node.service.addFault({ effect: { kind: 'response', status: 400, body: { error: `Not for ${SECRET}` } } });
	expectNoSecret(await node.run(account, { credentials: node.credentials(SECRET.replace('-', '-\u200b')) }));
});

test('the API key is not in what a success leaves behind', async () => {
	const run = await node.run(create());

	expect(run.status).toBe('success');
	expectNoSecret(run, node.service.keys.automation);
});

test('a card number in Interim Card Key is in no error of a service that repeats it', async () => {
	const body = { error: 'No such key: 4111111111111111', errors: ['4111111111111111'] };
	node.service.addFault({ effect: { kind: 'response', status: 400, body } });
	const parameters = { ...createPaymentMethod, interimCardKey: '={{ $json.key }}' };
	const { error } = await node.run(parameters, { items: [{ key: '4111111111111111' }] });

	expect(error?.message).toMatch(/^No such key: \*\*\*\*\*/);
	expect(pathsTo('4111111111111111', [error])).toEqual([]);
});

test('the API key goes to no other address after a redirect, which is not followed', async () => {
	const visited: unknown[] = [];
	const target = await plainServer(({ url }, response) => {
		visited.push(url);
		response.end();
	});
	const headers = { location: `${target.baseUrl}/v1/me` };
	node.service.addFault({ effect: { kind: 'response', status: 307, body: '', headers } });
	const { error } = await node.run(account);
	await target.close();

	expect(visited).toEqual([]);
	expect(error).toMatchObject({ httpCode: '307', description: expect.stringContaining(headers.location) });
});
