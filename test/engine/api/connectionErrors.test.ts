import type { IDataObject } from 'n8n-workflow';

import { actionNode, byId, credentialFor } from '../../support/actionNode';
import { searchList } from '../../../dev/harness/engine';
import { smallBatch } from '../../support/orderBatchParameters';
import { deadAddress, plainServer } from '../../../dev/harness/plainServer';

const limits = { requestTimeoutMs: 1_500, retryBudgetMs: 0 };

const node = actionNode({ limits });

const read = (): IDataObject => ({ resource: 'orderBatch', operation: 'get', orderBatchId: byId(node.unknownId) });
const create = (): IDataObject => smallBatch(node.service.samples.productId);

const NOT_KNOWN =
	'It is not known whether the order batch was created: look for it in your gifting account before you send it again.';
const CHECK_NETWORK = "Check the environment in the credential and this machine's network. Then try again.";

describe('a service that cannot be reached', () => {
	test.each([
		['a read', read],
		['a create', create],
	])('is told as such for %s, since nothing can have been done', async (_what, parameters) => {
		const address = await deadAddress();

		const { error } = await node.run(parameters(), {
			credentials: { giftOrderBatchAutomationApi: credentialFor(address, 'key') },
		});

		expect(error).toMatchObject({
			name: 'NodeApiError',
			message: `The service at ${address} could not be reached`,
			context: { itemIndex: 0 },
		});
		expect(error?.description).toContain(CHECK_NETWORK);
		expect(error?.description).toContain('cause: ECONNREFUSED');
	});

	test('is reported as unreachable when its name is unknown', async () => {
		const { error } = await node.run(read(), {
			credentials: { giftOrderBatchAutomationApi: credentialFor('https://gift-order-batch.invalid', 'key') },
		});

		expect(error?.message).toBe('The service at https://gift-order-batch.invalid could not be reached');
		expect(error?.description).toContain(CHECK_NETWORK);
	});
});

describe('a connection that breaks', () => {
	test('says for a read that it can be tried again', async () => {
		node.service.addFault({ effect: { kind: 'drop' } });

		const { error } = await node.run(read());

		expect(error?.message).toBe(
			`The connection to the service at ${node.service.baseUrl} was lost before it responded`,
		);
		expect(error?.description).toContain(CHECK_NETWORK);
	});

	test.each([
		['before', false, 0],
		['after', true, 1],
	])('%s the batch was created says that it is not known whether it was', async (_what, afterCommit, batches) => {
		node.service.addFault({ match: { path: '/v1/order_batches' }, effect: { kind: 'drop', afterCommit } });

		const { error } = await node.run(create());

		expect(node.service.orderBatches()).toHaveLength(batches);
		expect(error?.message).toBe(
			`The connection to the service at ${node.service.baseUrl} was lost before it responded`,
		);
		expect(error?.description).toContain(NOT_KNOWN);
	});
});

describe('a service that does not answer in time', () => {
	test('is reported as a timeout for a read', async () => {
		node.service.addFault({ effect: { kind: 'hang' } });

		const { error } = await node.run(read());

		expect(error?.message).toBe(`The service at ${node.service.baseUrl} did not respond within 1.5 seconds`);
		expect(error?.description).toContain(CHECK_NETWORK);
	});

	test.each([
		['before', false, 0],
		['after', true, 1],
	])('%s it created the batch says that it is not known whether it did', async (_what, afterCommit, batches) => {
		node.service.addFault({ match: { path: '/v1/order_batches' }, effect: { kind: 'hang', afterCommit } });

		const { error } = await node.run(create());

		expect(node.service.orderBatches()).toHaveLength(batches);
		expect(error?.message).toBe(`The service at ${node.service.baseUrl} did not respond within 1.5 seconds`);
		expect(error?.description).toContain(NOT_KNOWN);
	});

	test('stops only the item that was waiting for it', async () => {
		const id = await node.createBatch(1);
		node.service.addFault({
			times: 1,
			match: { path: `/v1/order_batches/${node.unknownId}` },
			effect: { kind: 'hang' },
		});

		const { outputs } = await node.run(
			{ ...read(), orderBatchId: byId('={{ $json.id }}') },
			{ items: [{ id: node.unknownId }, { id }], node: { onError: 'continueErrorOutput' } },
		);

		expect(outputs.map((items) => items.map(({ pairedItem }) => pairedItem))).toEqual([[{ item: 1 }], [{ item: 0 }]]);
	});
});

describe('a silent service', () => {
	test('is given up after 12 seconds where a person waits in the editor, before anything is sent', async () => {
		const requests: string[] = [];
		const server = await plainServer(({ method = '' }) => requests.push(method));
		const options = {
			credentials: { giftOrderBatchAutomationApi: credentialFor(server.baseUrl, 'key') },
			mode: 'manual' as const,
			limits: {},
		};
		const message = `The service at ${server.baseUrl} did not respond within 12 seconds`;
		const list = async () => await searchList('searchCards', create(), options);

		const [creation, reading] = await Promise.all([
			node.run(create(), options),
			node.run(read(), options),
			expect(list()).rejects.toThrow(message),
		]);
		await server.close();

		expect(creation.error?.message).toBe(message);
		expect(creation.error?.description).toContain('Nothing was sent.');
		expect(reading.error?.message).toBe(message);
		expect(requests).toEqual(['GET', 'GET', 'GET']);
	});
});

/** A server whose response never ends. */
const drip = async () =>
	await plainServer((request, response) => {
		if (request.url?.startsWith('/v1/products/')) return void response.writeHead(404).end();
		response.setHeader('content-type', 'application/json').write('{');
		const timer = setInterval(() => response.write(' '), 20);
		response.on('close', () => clearInterval(timer));
	});

describe('a response that comes byte by byte', () => {
	test.each([
		['a read', read, CHECK_NETWORK],
		['a create', create, NOT_KNOWN],
	])('is given up for %s when its time is over', async (_what, parameters, advice) => {
		const server = await drip();

		const { error } = await node.run(parameters(), {
			credentials: { giftOrderBatchAutomationApi: credentialFor(server.baseUrl, 'key') },
		});
		await server.close();

		expect(error?.message).toBe(`The service at ${server.baseUrl} did not respond within 1.5 seconds`);
		expect(error?.description).toContain(advice);
	});
});

describe('a response that comes byte by byte to a dropdown', () => {
	test('is given up when its time is over', async () => {
		const server = await drip();

		const shown = searchList(
			'searchBrands',
			{ resource: 'product', operation: 'getAll' },
			{ credentials: { giftOrderBatchAutomationApi: credentialFor(server.baseUrl, 'key') }, limits },
		);

		await expect(shown).rejects.toThrow(`The service at ${server.baseUrl} did not respond within 1.5 seconds`);
		await server.close();
	});
});

describe('an execution that is cancelled while a request is in flight', () => {
	test('ends at once, and it is not known whether the order batch was created', async () => {
		let tell: () => void;
		const requested = new Promise<void>((resolve) => (tell = resolve));
		const server = await plainServer(({ method }, response) =>
			method === 'POST' ? tell() : response.writeHead(404).end(),
		);

		const { error } = await node.run(create(), {
			credentials: { giftOrderBatchAutomationApi: credentialFor(server.baseUrl, 'key') },
			cancelAfter: requested,
		});
		await server.close();

		expect(error?.message).toBe('The execution was cancelled');
		expect(error?.description).toContain(NOT_KNOWN);
	});
});

describe('a credential that cannot be used', () => {
	test.each([
		[
			'http to another machine',
			'http://gifts.example.com',
			'Credential: "Base URL" is http://gifts.example.com, but it must begin with https://',
		],
		['a user name', 'https://ann@gifts.example.com', 'Credential: "Base URL" must not contain a user name or password'],
		['a query', 'https://gifts.example.com/?a=b', 'Credential: "Base URL" must not contain "?" or "#"'],
		['no address', '', 'Credential: "Base URL" is missing'],
	])('because of %s is refused before anything is sent', async (_what, baseUrl, message) => {
		const { error } = await node.run(read(), {
			credentials: { giftOrderBatchAutomationApi: credentialFor(baseUrl, 'key') },
		});

		expect(error?.name).toBe('NodeOperationError');
		expect(error?.message).toContain(message);
	});

	test('fails each item with its own place', async () => {
		const { outputs } = await node.run(read(), {
			credentials: { giftOrderBatchAutomationApi: credentialFor('', 'key') },
			items: [{}, {}],
			node: { onError: 'continueRegularOutput' },
		});

		const json = { error: expect.stringContaining('"Base URL" is missing'), error_description: expect.any(String) };
		expect(outputs[0]).toEqual(
			[0, 1].map((item) => expect.objectContaining({ json, pairedItem: expect.objectContaining({ item }) })),
		);
	});
});
