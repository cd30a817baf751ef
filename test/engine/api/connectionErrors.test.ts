import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';

import type { IDataObject } from 'n8n-workflow';
import { generate } from 'selfsigned';

import { actionNode, byId, credentialFor } from '../../support/actionNode';
import { passTime, stopClock } from '../../support/fakeDate';
import { searchList, type RunOptions } from '../../../dev/harness/engine';
import { smallBatch } from '../../support/orderBatchParameters';
import { deadAddress, plainServer } from '../../../dev/harness/plainServer';

const limits = { retryBudgetMs: 0 };

const node = actionNode({ limits });

afterEach(() => {
	jest.useRealTimers();
	jest.restoreAllMocks();
});

const read = (): IDataObject => ({ resource: 'orderBatch', operation: 'get', orderBatchId: byId(node.unknownId) });
const create = (): IDataObject => smallBatch(node.service.samples.productId);

const at = (baseUrl: string) => ({ credentials: { giftOrderBatchAutomationApi: credentialFor(baseUrl, 'key') } });

const NOT_KNOWN =
	'It is not known whether the order batch was created: look for it in your gifting account before you send it again.';
const CHECK_NETWORK = "Check the environment in the credential and this machine's network. Then try again.";

test.each([
	['read', read],
	['creation', create],
])('a service that cannot be reached for a %s is told as such, since nothing can have been done', async (_what, of) => {
	const baseUrl = await deadAddress();
	const { error } = await node.run(of(), at(baseUrl));

	const message = `The service at ${baseUrl} could not be reached`;
	expect(error).toMatchObject({ name: 'NodeApiError', message, context: { itemIndex: 0 } });
	for (const said of [CHECK_NETWORK, 'cause: ECONNREFUSED']) expect(error?.description).toContain(said);
	expect(error?.description).not.toContain(NOT_KNOWN);
});

test.each([
	['nothing is known of a read', read, false, CHECK_NETWORK],
	['what was not created is not known', create, false, NOT_KNOWN],
	['what was created is not known', create, true, NOT_KNOWN],
])('if the connection breaks, %s', async (_what, of, afterCommit, advice) => {
	node.service.addFault({ match: { path: '/v1/order_batches' }, effect: { kind: 'drop', afterCommit } });
	const { error } = await node.run(of());

	const message = `The connection to the service at ${node.service.baseUrl} was lost before it responded`;
	expect(error).toMatchObject({ message, description: expect.stringContaining(advice) });
	expect(node.service.orderBatches()).toHaveLength(afterCommit ? 1 : 0);
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
		expect(error?.message).toBe(`The certificate of ${server.baseUrl} is not trusted`);
		expect(error?.description).toContain('cause: DEPTH_ZERO_SELF_SIGNED_CERT');
	}
	expect(server.counts).toEqual({ connections: 2, requests: 0 });
	await server.close();
});

test('a response that comes byte by byte is given up when its time is over', async () => {
	const server = await plainServer((request, response) => {
		if (request.url?.startsWith('/v1/products/')) return void response.writeHead(404).end();
		response.setHeader('content-type', 'application/json').write('{');
		const timer = setInterval(() => response.write(' '), 20);
		response.on('close', () => clearInterval(timer));
	});
	const message = `The service at ${server.baseUrl} did not respond within 1.5 seconds`;
	// Long enough for a response of a server on a busy machine.
	const hasty = { ...at(server.baseUrl), limits: { ...limits, requestTimeoutMs: 1_500 } };
	const [reading, creation] = await Promise.all([
		node.run(read(), hasty),
		node.run(create(), hasty),
		expect(searchList('searchBrands', { resource: 'product', operation: 'getAll' }, hasty)).rejects.toThrow(message),
	]);
	await server.close();

	expect(reading.error).toMatchObject({ message, description: expect.stringContaining(CHECK_NETWORK) });
	expect(creation.error).toMatchObject({ message, description: expect.stringContaining(NOT_KNOWN) });
});

test('a silent service is given up after 12 seconds where a person waits in the editor, before anything is sent', async () => {
	stopClock();
	// The time of a request is over as soon as it has arrived.
	let giveUp = () => {};
	jest.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
		passTime(ms);
		const controller = new AbortController();
		giveUp = () => controller.abort();
		return controller.signal;
	});
	const requests: string[] = [];
	const server = await plainServer(({ method = '' }) => {
		requests.push(method);
		giveUp();
	});
	const inEditor: RunOptions = { ...at(server.baseUrl), mode: 'manual', limits: {} };
	const message = `The service at ${server.baseUrl} did not respond within 12 seconds`;

	const creation = await node.run(create(), inEditor);
	const reading = await node.run(read(), inEditor);
	await expect(searchList('searchCards', create(), inEditor)).rejects.toThrow(message);
	await server.close();

	expect(creation.error).toMatchObject({ message, description: expect.stringContaining('Nothing was sent.') });
	expect(reading.error?.message).toBe(message);
	expect(requests).toEqual(['GET', 'GET', 'GET']);
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
