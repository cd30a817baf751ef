import { connectionError, serviceError } from '../../../../nodes/GiftOrderBatch/api/serviceErrors';
import { node } from '../../../support/node';

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
