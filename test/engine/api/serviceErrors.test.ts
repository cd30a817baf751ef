import type { IDataObject } from 'n8n-workflow';

import type { FaultEffect } from '../../../dev/mock-service';
import { actionNode, byId, credentialFor } from '../../support/actionNode';
import { smallBatch } from '../../support/orderBatchParameters';
import { plainServer } from '../../../dev/harness/plainServer';

const node = actionNode({ limits: { retryBudgetMs: 0 } });

const read = (): IDataObject => ({ resource: 'orderBatch', operation: 'get', orderBatchId: byId(node.unknownId) });
const create = (additionalFields: IDataObject = {}): IDataObject => ({
	...smallBatch(node.service.samples.productId),
	additionalFields,
});

const NOT_KNOWN =
	'It is not known whether the order batch was created: look for it in your gifting account before you send it again.';
const CHECK_KEY = 'Check the API key in the credential: production and sandbox have their own keys';
const CHECK_ID =
	'Check the ID, and that the credential belongs to the account and environment in which it was created.';
const DUPLICATE =
	'An order batch with this "Customer Reference ID" already exists, so nothing was sent this time. To send a second one';
const ADD_PAYMENT = 'Add a payment method to your gifting account, or choose one with the field "Payment Method".';
const CHECK_URL = 'Open the product URL in a browser to check it, or choose the product from the list.';
const PAUSE = 'The service limits the rate of requests. Try again in a moment, or send fewer requests at a time.';
const TRY_AGAIN = 'The service has a problem. Try again in a moment.';
const CORRECT = 'The order batch was not created. Correct the input and run the node again.';

const respondOnce = (effect: FaultEffect) => node.service.addFault({ effect });

describe("the service's own refusals", () => {
	test('of an unknown key', async () => {
		const { error } = await node.run(read(), { credentials: node.credentials('unknown-key') });

		expect(error).toMatchObject({ message: 'Invalid API key', httpCode: '401' });
		expect(error?.description).toContain(CHECK_KEY);
	});

	test('of an unknown order batch', async () => {
		const { error } = await node.run(read());

		expect(error).toMatchObject({ message: 'Order batch not found', httpCode: '404' });
		expect(error?.description).toBe(`${CHECK_ID} (GET /v1/order_batches/${node.unknownId}, HTTP status 404)`);
	});

	test('of a customer reference that was used before', async () => {
		await node.run(create({ customerReferenceId: 'deal-1' }));
		const { error } = await node.run(create({ customerReferenceId: 'deal-1' }));

		expect(error).toMatchObject({
			message: 'An order batch with this customer_reference_id already exists: deal-1',
			httpCode: '409',
		});
		expect(error?.description).toContain(DUPLICATE);
		expect(node.service.orderBatches()).toHaveLength(1);
	});

	test('of an account without a payment method', async () => {
		const { error } = await node.run(create(), {
			credentials: node.credentials(node.service.keys.automationWithoutPaymentMethod),
		});

		expect(error).toMatchObject({ message: 'No payment method on the account', httpCode: '400' });
		expect(error?.description).toContain(ADD_PAYMENT);
	});

	test('of a product URL that leads to no product', async () => {
		const cartItems = {
			item: [{ product: { __rl: true, mode: 'url', value: 'https://shop.example.com/nothing' }, quantity: 1 }],
		};
		const { error } = await node.run({ ...create(), cartItems });

		expect(error).toMatchObject({ message: 'cart.items[0].product_url: Invalid product URL', httpCode: '400' });
		expect(error?.description).toContain(CHECK_URL);
	});

	test('of a variable price that is missing, where the catalogue cannot be read', async () => {
		node.service.addFault({ match: { path: /^\/v1\/products\// }, effect: { kind: 'response', status: 500 } });
		const cartItems = { item: [{ product: byId(node.service.samples.variableProductId), quantity: 1 }] };
		const { error } = await node.run({ ...create(), cartItems });

		expect(error).toMatchObject({
			message: 'cart.items[0].variable_price is required for Digital Gift Card',
			httpCode: '400',
			description: `${CORRECT} (POST /v1/order_batches, HTTP status 400)`,
		});
	});
});

describe('the advice for an answer that is not a success', () => {
	const cases: Array<[string, { status: number; body?: unknown; headers?: Record<string, string> }, string, string]> = [
		['401 with a sentence', { status: 401, body: { error: 'Token expired' } }, 'Token expired', CHECK_KEY],
		[
			'401 that names a payment method',
			{ status: 401, body: { error: 'No payment method for this key' } },
			'No payment method for this key',
			CHECK_KEY,
		],
		['403', { status: 403, body: { error: 'Not allowed' } }, 'Not allowed', 'This API key is not allowed to do that.'],
		[
			'404 with a sentence',
			{ status: 404, body: { error: 'Gone' } },
			'Gone',
			'Check the environment in the credential.',
		],
		[
			'404 without a sentence',
			{ status: 404, body: {} },
			'The service responded with HTTP status 404 and no reason',
			'There may be no Gift Order Batch Service at http://127.0.0.1:',
		],
		[
			'404 with a page',
			{ status: 404, body: '<h1>Not Found</h1>' },
			'The service responded with HTTP status 404 and no reason',
			'There may be no Gift Order Batch Service at http://127.0.0.1:',
		],
		['429', { status: 429, body: { error: 'Slow down' }, headers: { 'retry-after': '1' } }, 'Slow down', PAUSE],
		[
			'a duplicate as 409',
			{ status: 409, body: { error: 'Customer reference has already been taken' } },
			'Customer reference has already been taken',
			DUPLICATE,
		],
		[
			'a duplicate as 400',
			{ status: 400, body: { error: 'customer_reference_id must be unique' } },
			'customer_reference_id must be unique',
			DUPLICATE,
		],
		[
			'a duplicate as 422',
			{ status: 422, body: { error: 'Customer Reference is taken' } },
			'Customer Reference is taken',
			DUPLICATE,
		],
		[
			'a missing payment method as 402',
			{ status: 402, body: { error: 'A payment method is required' } },
			'A payment method is required',
			ADD_PAYMENT,
		],
		['a bad product URL', { status: 400, body: { error: 'Invalid product URL' } }, 'Invalid product URL', CHECK_URL],
		[
			'a declined card',
			{ status: 400, body: { error: 'Your card was declined.' } },
			'Your card was declined.',
			'Ask for another card.',
		],
		['another 400', { status: 400, body: { error: 'Something is wrong' } }, 'Something is wrong', CORRECT],
		[
			'a blank sentence',
			{ status: 400, body: { error: ' ' } },
			'The service responded with HTTP status 400 and no reason',
			CORRECT,
		],
		[
			'an error that is no text',
			{ status: 400, body: { error: { code: 5 } } },
			'The service responded with HTTP status 400 and no reason',
			CORRECT,
		],
		[
			'a sentence with a code that n8n has its own text for',
			{ status: 400, body: { error: 'ENOENT: ETIMEDOUT 404' } },
			'ENOENT: ETIMEDOUT 404',
			CORRECT,
		],
	];

	test.each(cases)('to a request is right for %s', async (_what, answer, message, advice) => {
		respondOnce({ kind: 'response', ...answer });

		const { error } = await node.run(create({ customerReferenceId: 'deal-1' }));

		expect(error).toMatchObject({
			name: 'NodeApiError',
			message,
			httpCode: String(answer.status),
			context: { itemIndex: 0 },
		});
		expect(error?.description).toContain(advice);
		expect(error?.description).toContain(`(POST /v1/order_batches, HTTP status ${answer.status})`);
	});

	test.each([500, 502, 503, 504])('%i does not say whether an order batch was created', async (status) => {
		node.service.addFault({
			match: { path: '/v1/order_batches' },
			effect: { kind: 'response', status, body: { error: 'Internal error' } },
		});

		const created = await node.run(create());
		const readBack = await node.run(read());

		expect(created.error).toMatchObject({ message: 'Internal error', httpCode: String(status) });
		expect(created.error?.description).toContain(NOT_KNOWN);
		expect(readBack.error).toMatchObject({ message: 'Internal error', httpCode: String(status) });
		expect(readBack.error?.description).toContain(TRY_AGAIN);
		expect(readBack.error?.description).not.toContain('created');
	});

	test.each([
		['is too long', 'customer_reference_id is too long (maximum 40)'],
		['is invalid', 'customer_reference_id is invalid'],
		['has characters that are not allowed', 'customer_reference_id already contains invalid characters'],
	])('a customer reference that %s is not taken for a duplicate', async (_what, sentence) => {
		respondOnce({ kind: 'response', status: 422, body: { error: sentence } });

		const { error } = await node.run(create({ customerReferenceId: 'deal-1' }));

		expect(error?.message).toBe(sentence);
		expect(error?.description).toContain(CORRECT);
		expect(error?.description).not.toContain('exists');
	});

	test('a duplicate that is reported for its field counts as one', async () => {
		const body = { errors: { customer_reference_id: ['has already been taken'] } };
		respondOnce({ kind: 'response', status: 422, body });

		const { error } = await node.run(create({ customerReferenceId: 'deal-1' }));

		expect(error?.message).toBe('customer_reference_id has already been taken');
		expect(error?.description).toContain(DUPLICATE);
	});

	test('304 is not taken for a redirect', async () => {
		respondOnce({ kind: 'response', status: 304 });

		const { error } = await node.run(read());

		expect(error).toMatchObject({ message: 'The service responded with HTTP status 304 and no reason' });
		expect(error?.description).toContain('A cache or a proxy may have responded.');
		expect(error?.description).not.toContain('redirect');
	});

	test('303 after a creation does not say whether the order batch was created', async () => {
		respondOnce({ kind: 'response', status: 303, headers: { location: '/v1/order_batches/1' } });

		const { error } = await node.run(create());

		expect(error?.description).toContain(NOT_KNOWN);
	});

	test('a sentence about a customer reference with 500 is not taken for a duplicate', async () => {
		respondOnce({ kind: 'response', status: 500, body: { error: 'customer_reference_id index is locked' } });

		const { error } = await node.run(create());

		expect(error?.description).toContain(NOT_KNOWN);
	});
});

describe('an answer that is not what the interface promises', () => {
	test('a page instead of JSON is taken for another server', async () => {
		respondOnce({ kind: 'garbage' });

		const { error } = await node.run(read());

		expect(error).toMatchObject({
			message: `${node.service.baseUrl} responded with something that is not JSON`,
			httpCode: '200',
		});
		expect(error?.description).toContain(
			"Check that the credential's environment is the address of a Gift Order Batch Service.",
		);
		expect(error?.description).not.toContain('created');
	});

	test('a page after a create does not say whether the batch was created', async () => {
		respondOnce({ kind: 'garbage', afterCommit: true });

		const { error } = await node.run(create());

		expect(node.service.orderBatches()).toHaveLength(1);
		expect(error?.description).toContain(NOT_KNOWN);
	});

	test.each([
		['an order batch', () => read(), 'GET /v1/order_batches/00000000-0000-4000-8000-000000000000', '"id" is invalid'],
		['an account', () => ({ resource: 'brand', operation: 'getAll' }), 'GET /v1/brands', '"data" is invalid'],
	])(
		'JSON of another shape for %s is named with its endpoint and what is wrong',
		async (_what, parameters, endpoint, problem) => {
			respondOnce({ kind: 'response', status: 200, body: { unexpected: ['shape'] } });

			const { error } = await node.run(parameters());

			expect(error).toMatchObject({
				message: `The service responded to ${endpoint} with data that its interface does not allow`,
				httpCode: '200',
			});
			expect(error?.description).toContain(problem);
		},
	);

	test.each([
		['no entries but null', { data: null, list_meta: { total_count: 0 } }, '"data" is invalid'],
		['an entry that is no object', { data: ['brand'], list_meta: { total_count: 1 } }, '"data.0" is invalid'],
		['a list without its envelope', [], '"the whole" is invalid'],
	])('a list answer with %s is refused', async (_what, body, problem) => {
		respondOnce({ kind: 'response', status: 200, body });

		const { error } = await node.run({ resource: 'brand', operation: 'getAll' });

		expect(error?.message).toBe('The service responded to GET /v1/brands with data that its interface does not allow');
		expect(error?.description).toContain(problem);
	});

	test.each([
		['that is null', null],
		['that is empty', {}],
		['whose total is null', { total_count: null }],
		['whose total is negative', { total_count: -1 }],
		['whose total is no whole number', { total_count: 0.5 }],
		['whose total is no number', { total_count: 'many' }],
		['that is a list', []],
		['that is text', 'none'],
	])('a list with its entries and a list_meta %s is read', async (_what, list_meta) => {
		respondOnce({ kind: 'response', status: 200, body: { data: [{ id: 'brand' }], list_meta } });

		const { json } = await node.run({ resource: 'brand', operation: 'getAll', returnAll: true, simplify: false });

		expect(json).toEqual([{ id: 'brand' }]);
	});

	test.each(['wrongShape', 'truncated'] as const)(
		'a %s answer to a create does not say whether the batch was created',
		async (form) => {
			respondOnce({ kind: 'malformed', form });

			const { status, error } = await node.run(create());

			expect(status).toBe('error');
			expect(node.service.orderBatches()).toHaveLength(1);
			expect(error?.name).toBe('NodeApiError');
			expect(error?.description).toContain(NOT_KNOWN);
		},
	);

	test('a truncated answer to a request that changes nothing is an error and not half of the data', async () => {
		respondOnce({ kind: 'malformed', form: 'truncated' });

		const { error, outputs } = await node.run({ resource: 'brand', operation: 'getAll', returnAll: true });

		expect(error?.message).toBe(`${node.service.baseUrl} responded with something that is not JSON`);
		expect(outputs).toEqual([]);
	});

	test('a list without a total is read until a page is empty', async () => {
		const pages = [Array.from({ length: 100 }, (_, index) => ({ id: `a${index}` })), [{ id: 'last' }]];
		const server = await plainServer((request, response) => {
			const page = Number(new URL(request.url ?? '', 'http://localhost').searchParams.get('page'));
			response.setHeader('content-type', 'application/json').end(JSON.stringify({ data: pages[page - 1] ?? [] }));
		});
		const { json } = await node.run(
			{ resource: 'brand', operation: 'getAll', returnAll: true },
			{ credentials: { giftOrderBatchAutomationApi: credentialFor(server.baseUrl, 'key') } },
		);
		await server.close();

		expect(json).toHaveLength(101);
	});

	test('fields that the interface does not have yet are passed through', async () => {
		const body = { id: node.unknownId, send_status: 'complete', orders_preview: [], brand_new: { deep: [1] } };
		respondOnce({ kind: 'response', status: 200, body });

		const { json } = await node.run({ ...read(), simplify: false });

		expect(json).toEqual([body]);
	});
});

describe('a redirect', () => {
	test.each([301, 302, 307, 308])(
		'with %i is not followed, so that the key goes to no other address',
		async (status) => {
			const visited: string[] = [];
			const target = await plainServer((request, response) => {
				visited.push(request.url ?? '');
				response.setHeader('content-type', 'application/json').end('{"email":"a@example.com"}');
			});
			const server = await plainServer((_request, response) => {
				response.writeHead(status, { location: `${target.baseUrl}/v1/me` }).end();
			});
			const { error } = await node.run(
				{ resource: 'account', operation: 'get' },
				{ credentials: { giftOrderBatchAutomationApi: credentialFor(server.baseUrl, 'key') } },
			);
			await Promise.all([server.close(), target.close()]);

			expect(visited).toEqual([]);
			expect(error).toMatchObject({
				message: `The service responded with HTTP status ${status} and no reason`,
				httpCode: String(status),
			});
			expect(error?.description).toContain(
				`The address redirects to ${target.baseUrl}/v1/me. Put the final address into the credential's "Base URL".`,
			);
		},
	);
});
