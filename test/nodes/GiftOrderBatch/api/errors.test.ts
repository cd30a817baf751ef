import { NodeApiError, NodeOperationError, type INode } from 'n8n-workflow';

import {
	asNodeError,
	connectionError,
	errorData,
	inputError,
	serviceError,
} from '../../../../nodes/GiftOrderBatch/api/errors';

const node: INode = {
	id: 'node',
	name: 'Gift Order Batch',
	type: 'giftOrderBatch',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};

const request = { node, itemIndex: 3, method: 'GET', path: '/v1/me', baseUrl: 'https://api.example.com' };
const create = { ...request, method: 'POST', path: '/v1/order_batches' };

const NOT_KNOWN = 'It is not known whether the order batch was created';

describe('connectionError', () => {
	test.each(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'])(
		'takes %s for a service that was not reached',
		(code) => {
			for (const tried of [request, create]) {
				const { error } = connectionError(tried, { code }, 60_000);
				expect(error.message).toBe('The service at https://api.example.com could not be reached');
				expect(error.description).toContain(`Cause: ${code}`);
				expect(error.description).not.toContain(NOT_KNOWN);
			}
		},
	);

	test.each(['ECONNABORTED', 'ETIMEDOUT', 'ESOCKETTIMEDOUT'])(
		'takes %s for a service that did not answer in time',
		(code) => {
			const { error } = connectionError(create, { code }, 60_000);

			expect(error.message).toBe('The service at https://api.example.com did not answer within 60 seconds');
			expect(error.description).toContain(NOT_KNOWN);
		},
	);

	test.each([['ECONNRESET'], ['EPIPE'], ['CERT_HAS_EXPIRED'], [undefined]])(
		'takes %s for a connection that was lost',
		(code) => {
			const { error } = connectionError(create, { code }, 60_000);

			expect(error.message).toBe(
				'The connection to the service at https://api.example.com was lost before it answered',
			);
			expect(error.description).toContain(NOT_KNOWN);
			expect(error.description).toContain(`Cause: ${code ?? 'unknown'}`);
		},
	);

	test.each([
		['its code', { code: 'ECONNREFUSED' }],
		["n8n's httpCode", { code: undefined, httpCode: 'ECONNREFUSED' }],
		["its cause's code", { cause: { code: 'ECONNREFUSED' } }],
	])('finds what happened in %s', (_where, error) => {
		expect(connectionError(request, error, 1000).error.description).toContain('Cause: ECONNREFUSED');
	});

	test('keeps nothing of the original error but its code', () => {
		const original = Object.assign(new Error('failed with secret'), {
			code: 'ECONNRESET',
			config: { headers: { authorization: 'secret' } },
		});

		expect(JSON.stringify(connectionError(request, original, 1000).error)).not.toContain('secret');
	});
});

describe('serviceError', () => {
	test('names the item and the endpoint', () => {
		const error = serviceError(request, { statusCode: 400, headers: {}, body: { error: 'No' } });

		expect(error.context.itemIndex).toBe(3);
		expect(error.description).toMatch(/HTTP status 400 \(GET \/v1\/me\)$/);
	});

	test('does not say of a payment method that an order batch may exist', () => {
		const error = serviceError(
			{ ...create, path: '/v1/commerce_user_payment_methods' },
			{ statusCode: 500, headers: {}, body: {} },
		);

		expect(error.description).not.toContain(NOT_KNOWN);
	});
});

describe('inputError', () => {
	test('says one problem as its message', () => {
		const error = inputError(node, 2, ['Email is missing']);

		expect(error.message).toBe('Email is missing');
		expect(error.description).toBe('Nothing was sent. Correct it and run the node again.');
		expect(error.context).toMatchObject({ itemIndex: 2, problems: ['Email is missing'] });
	});

	test.each([
		[2, '2 problems in the input: a1; a2'],
		[20, `20 problems in the input: ${Array.from({ length: 20 }, (_, index) => `a${index + 1}`).join('; ')}`],
		[
			21,
			`21 problems in the input: ${Array.from({ length: 20 }, (_, index) => `a${index + 1}`).join('; ')}; and 1 more`,
		],
	])('lists up to 20 of %i problems and counts the rest', (count, message) => {
		const problems = Array.from({ length: count }, (_, index) => `a${index + 1}`);
		const error = inputError(node, 0, problems);

		expect(error.message).toBe(message);
		expect(error.description).toBe('Nothing was sent. Correct them and run the node again.');
		expect(error.context.problems).toEqual(problems);
	});

	test('keeps its words when they contain what n8n takes for an error code', () => {
		expect(inputError(node, 0, ['Email must be right, but it is the text "preexisting"']).message).toBe(
			'Email must be right, but it is the text "preexisting"',
		);
	});
});

describe('asNodeError', () => {
	test('leaves errors for the user as they are', () => {
		const errors = [inputError(node, 1, ['No']), connectionError(request, { code: 'ECONNRESET' }, 1000).error];

		for (const error of errors) expect(asNodeError(node, 5, error)).toBe(error);
	});

	test('makes any other error one that names the item', () => {
		const error = asNodeError(node, 5, new TypeError('Cannot read it'));

		expect(error).toBeInstanceOf(NodeOperationError);
		expect(error.message).toBe('Cannot read it');
		expect(error.context.itemIndex).toBe(5);
	});
});

describe('errorData', () => {
	test('has the message and what to do, the two fields by which n8n knows a failed item', () => {
		const error = new NodeApiError(node, {}, { message: 'No', description: 'Do this', httpCode: '400' });

		expect(errorData(error)).toEqual({ error: 'No', message: 'Do this' });
	});
});
