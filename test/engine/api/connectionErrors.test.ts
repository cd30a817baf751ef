import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';

import type { IDataObject } from 'n8n-workflow';
import { generate } from 'selfsigned';

import type { FaultEffect } from '../../../dev/mock-service';
import { actionNode, byId, credentialFor } from '../../support/actionNode';
import { searchList, type RunOptions } from '../../../dev/harness/engine';
import { smallBatch } from '../../support/orderBatchParameters';
import { deadAddress, plainServer } from '../../../dev/harness/plainServer';

const limits = { retryBudgetMs: 0 };

const node = actionNode({ limits });

const read = (): IDataObject => ({ resource: 'orderBatch', operation: 'get', orderBatchId: byId(node.unknownId) });
const create = (): IDataObject => smallBatch(node.service.samples.productId);

const at = (baseUrl: string) => ({ credentials: { giftOrderBatchAutomationApi: credentialFor(baseUrl, 'key') } });

test('a service that cannot be reached is told as such, since nothing can have been done', async () => {
	const baseUrl = await deadAddress();
	for (const parameters of [read(), create()]) {
		const { error } = await node.run(parameters, at(baseUrl));

		const message = `The service at ${baseUrl} could not be reached`;
		expect(error).toMatchObject({ name: 'NodeApiError', message, context: { itemIndex: 0 } });
		expect(error?.context.outcome).not.toBe('unknown');
		const said = /Check the environment .* and this machine's network\. Then try again\. .*cause: ECONNREFUSED/;
		expect(error?.description).toMatch(said);
	}
});

/** A server with TLS on a free port of this machine, which counts the connections and requests that reach it. */
async function tlsServer() {
	const counts = { connections: 0, requests: 0 };
	const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }]);
	const server = createServer({ key, cert }, (_request, response) => {
		counts.requests++;
		response.setHeader('content-type', 'application/json').end('{}');
	});
	server.on('connection', () => counts.connections++);
	await once(server.listen(0, 'localhost'), 'listening');
	const close = async () => {
		server.closeAllConnections();
		await once(server.close(), 'close');
	};
	return { baseUrl: `https://localhost:${(server.address() as AddressInfo).port}`, counts, close };
}

test('a certificate that nobody vouches for is reported after one attempt of each request, with nothing sent', async () => {
	const server = await tlsServer();
	for (const parameters of [read(), create()]) {
		const { error } = await node.run(parameters, { ...at(server.baseUrl), limits: {} });
		expect(error?.message).toBe(`The certificate of ${server.baseUrl} is not valid, or n8n does not trust it`);
		expect(error?.description).toContain('cause: DEPTH_ZERO_SELF_SIGNED_CERT');
	}
	expect(server.counts).toEqual({ connections: 2, requests: 0 });
	await server.close();
});

test('a response that comes byte by byte is given up when its time is over', async () => {
	const server = await plainServer((_request, response) => {
		response.setHeader('content-type', 'application/json').write('{');
		const timer = setInterval(() => response.write(' '), 20);
		response.on('close', () => clearInterval(timer));
	});
	// Long enough for a response of a server on a busy machine.
	const { error } = await node.run(read(), { ...at(server.baseUrl), limits: { ...limits, requestTimeoutMs: 1_500 } });
	await server.close();

	expect(error?.message).toBe(`The service at ${server.baseUrl} did not respond within 1.5 seconds`);
});

test('a read is given up after 12 seconds where a person waits in the editor, but a creation is not', async () => {
	const timeouts = jest.spyOn(AbortSignal, 'timeout');
	await node.run(create(), { mode: 'manual' });
	await searchList('searchCards', create(), { credentials: node.credentials() });

	expect(timeouts.mock.calls).toEqual([[12_000], [60_000], [12_000]]);
	timeouts.mockRestore();
});

test('a credential that cannot be used fails each item with its own place, before anything is sent', async () => {
	const options: Partial<RunOptions> = { items: [{}, {}], node: { onError: 'continueRegularOutput' } };
	const gift_error = expect.objectContaining({ description: expect.any(String) }) as object;
	const json = { error: expect.stringContaining('Credential: "Base URL" ') as string, gift_error };
	for (const baseUrl of ['', 'http://gifts.example.com']) {
		const { outputs } = await node.run(read(), { ...at(baseUrl), ...options });
		expect(outputs[0]).toEqual([0, 1].map((item) => ({ json, pairedItem: { item } })));
	}
});

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
