import { factsOf } from '../../../nodes/GiftOrderBatch/api/errors';
import { connectionProblem } from '../../../nodes/GiftOrderBatch/api/connectionErrors';
import { connectionError, serviceError } from '../../../nodes/GiftOrderBatch/api/serviceErrors';
import { FACTS_BY_REASON } from '../../../nodes/GiftOrderBatch/resources/orderBatch/once/creationErrors';
import { node } from '../../support/node';

const request = { node, itemIndex: 3, method: 'GET', path: '/v1/me', baseUrl: 'https://api.example.com' };
const create = { ...request, method: 'POST', path: '/v1/order_batches', factsByReason: FACTS_BY_REASON };

describe('connectionError', () => {
	test('keeps nothing of the original error but its code', () => {
		const original = Object.assign(new Error('failed with secret'), {
			code: 'ECONNRESET',
			config: { headers: { authorization: 'secret' } },
		});
		const error = connectionError(request, connectionProblem(original, request.baseUrl, 1000));

		expect(JSON.stringify(error)).not.toContain('secret');
		expect(error.description).toMatch(/\(GET \/v1\/me, cause: ECONNRESET\)$/);
	});
});

describe('serviceError', () => {
	test('names the item and the endpoint', () => {
		const error = serviceError(request, { statusCode: 400, reasons: ['No'] });

		expect(error.context.itemIndex).toBe(3);
		expect(error.description).toMatch(/\(GET \/v1\/me, HTTP status 400\)$/);
	});

	const optional = { ...request, unsupported: 'This service cannot list cards', alternative: 'Choose ID.' };

	test.each([404, 405, 501])('says for %i that the service does not offer an optional endpoint', (statusCode) => {
		const error = serviceError(optional, { statusCode, reasons: ['Not found'] });

		expect(error.message).toBe('This service cannot list cards');
		expect(error.description).toBe(`Choose ID. (GET /v1/me, HTTP status ${statusCode})`);
		expect(factsOf(error).isUnsupported).toBe(true);
	});

	test.each([400, 401, 403, 500, 503])(
		'says for %i what the service says, also of an optional endpoint',
		(statusCode) => {
			const error = serviceError(optional, { statusCode, reasons: ['No'] });

			expect(error.message).toBe('No');
			expect(factsOf(error).isUnsupported).toBeUndefined();
		},
	);

	const isDuplicate = (reasons: string[], statusCode = 422, of: Parameters<typeof serviceError>[0] = create) =>
		factsOf(serviceError(of, { statusCode, reasons })).isDuplicate === true;

	test.each([
		'An order batch with this customer_reference_id already exists: deal-1',
		'customer_reference_id has already been taken',
		'Customer Reference is taken',
		'customer_reference_id must be unique',
		'customer_reference_id is not unique',
		'Duplicate customer reference',
		'customerReferenceId deal-1 is already in use',
		'The customer reference was already used',
		'An order batch exists for this customer reference',
		'Invalid request: customer_reference_id: Already exists',
	])('knows a duplicate reference by the sentence "%s"', (sentence) => {
		for (const status of [400, 409, 422]) expect(isDuplicate([sentence], status)).toBe(true);
		expect(isDuplicate(['Another problem', sentence])).toBe(true);
	});

	test.each([
		'customer_reference_id is too long (maximum 40)',
		'customer_reference_id is too long (maximum is 40 characters)',
		'customer_reference_id is invalid',
		'customer_reference_id already contains invalid characters',
		'customer_reference_id must be unique and have at most 40 characters',
		'customer_reference_id does not exist',
		'No order batch exists with this customer_reference_id',
		'customer_reference_id is missing',
		'The order batch already exists',
		'Email has already been taken',
	])('takes "%s" for no duplicate reference', (sentence) => {
		for (const status of [400, 409, 422]) expect(isDuplicate([sentence], status)).toBe(false);
	});

	test('takes neither a status alone nor two sentences together for a duplicate reference', () => {
		expect(isDuplicate([], 409)).toBe(false);
		expect(isDuplicate(['Conflict'], 409)).toBe(false);
		expect(isDuplicate(['customer_reference_id is too long', 'Email is already taken'])).toBe(false);
	});

	test('takes no other request and no failure of the service for a duplicate reference', () => {
		const sentence = 'customer_reference_id has already been taken';

		expect(isDuplicate([sentence], 422, request)).toBe(false);
		for (const status of [401, 403, 429, 500, 503]) expect(isDuplicate([sentence], status)).toBe(false);
	});
});
