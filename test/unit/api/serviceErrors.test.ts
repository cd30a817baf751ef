import { factsOf, statusOf } from '../../../nodes/GiftOrderBatch/api/errors';
import { orderBatchSchema } from '../../../nodes/GiftOrderBatch/api/responses';
import { malformedError, serviceError } from '../../../nodes/GiftOrderBatch/api/serviceErrors';
import { descriptionOf } from '../../../nodes/GiftOrderBatch/resources/outcome';
import { FACTS_BY_REASON } from '../../../nodes/GiftOrderBatch/resources/orderBatch/once/creationErrors';

const request = { method: 'GET', path: '/v1/me', baseUrl: 'https://api.example.com' };
const create = { ...request, method: 'POST', path: '/v1/order_batches', factsByReason: FACTS_BY_REASON };

describe('serviceError', () => {
	test.each<[number, string[], advice: RegExp]>([
		[401, ['Expired'], /^Check the API key in the credential: .* so do the Automation API and the Commerce API\./],
		[401, ['No payment method for this key'], /^Check the API key/],
		[403, ['Not allowed'], /^This API key is not allowed to make this request\./],
		[404, ['Gone'], /^Check the environment and the "Base URL" in the credential\. \(/],
		[404, [], /^Check the environment .*There may be no Gift Order Batch Service at https:\/\/api\.example\.com\. \(/],
		[429, ['Slow down'], /^The service's rate limit was reached\./],
		[402, ['No payment method on the account'], /^Add a payment method to your gifting account/],
		[400, ['Payment method does not belong to commerce_end_user_id'], /^Add a payment method.*"Commerce End User ID"/],
		[400, ['cart.items[0].product_url: Invalid product URL'], /^Open the product URL in a browser/],
		[400, ['Your card was declined.'], /^Ask for another card\./],
		[400, ['Something is wrong'], /^Correct the input and run the node again\. \(/],
		[400, ['ENOENT: ETIMEDOUT 404'], /^Correct the input and run the node again\. \(/],
		[422, [], /^Correct the input and run the node again\. \(/],
		[304, [], /^A cache or a proxy may have responded\./],
		...[408, 500, 501, 502, 503, 504].map((status): [number, string[], RegExp] => [
			status,
			['No payment method'],
			/^The service has a problem\. Try again in a moment\. \(/,
		]),
	])('says what the service says, and what to do, for %i with %j', (statusCode, reasons, advice) => {
		const error = serviceError(create, { statusCode, reasons });

		expect(statusOf(error)).toBe(String(statusCode));
		expect(error.message).toBe(reasons[0] ?? `The service responded with HTTP status ${statusCode} without a reason`);
		expect(descriptionOf(error.context)).toMatch(advice);
		expect(descriptionOf(error.context)).toContain(`(POST /v1/order_batches, HTTP status ${statusCode})`);
	});

	test.each([301, 302, 303, 307, 308])('says for %i where the address leads', (statusCode) => {
		const advice = (location?: string) =>
			descriptionOf(serviceError(request, { statusCode, reasons: [], location }).context);

		expect(advice('/v2')).toContain('redirects to /v2. Check the environment and the "Base URL" in the credential.');
		expect(advice()).toContain('A cache or a proxy may have responded. Check the environment and the "Base URL" in');
	});

	test.each([400, 404, 408, 409, 429, 500, 502, 503, 504])('knows for %i what the service is like', (statusCode) => {
		const facts = factsOf(serviceError(request, { statusCode, reasons: [] }));
		const { isDown = false, isRefusal = false, isConflict = false } = facts;

		expect(isDown).toBe([502, 503, 504].includes(statusCode));
		expect(isRefusal).toBe([400, 409].includes(statusCode));
		expect(isConflict).toBe(statusCode === 409);
	});

	test.each([
		['/v1/orders/123e4567-e89b-42d3-a456-426614174000', true],
		['/v1/order_batches/123e4567-e89b-42d3-a456-426614174000/orders', true],
		['/v1/webhooks/7', true],
		['/v1/me', false],
		['/v1/brands', false],
		['/v1/order_batches', false],
	])('advises to check the ID only where the path holds one: %s', (path, holdsId) => {
		for (const reasons of [['Not found'], []]) {
			const description = descriptionOf(serviceError({ ...request, path }, { statusCode: 404, reasons }).context);
			expect(description.includes('Check the ID')).toBe(holdsId);
			expect(description).toMatch(/the environment and .* in the credential|credential belongs to/);
		}
	});

	const OFFERED = [400, 401, 403, 500, 503];
	test.each([...OFFERED, 404, 405, 501])('knows for %i whether an optional endpoint is offered', (statusCode) => {
		const isOffered = OFFERED.includes(statusCode);
		const optional = { ...request, unsupported: 'This service cannot list cards', alternative: 'Choose ID.' };
		const error = serviceError(optional, { statusCode, reasons: ['Not now'] });

		expect(error.message).toBe(isOffered ? 'Not now' : 'This service cannot list cards');
		const ofAlternative = `Choose ID. (GET /v1/me, HTTP status ${statusCode})`;
		expect(descriptionOf(error.context).startsWith(ofAlternative)).toBe(!isOffered);
		expect(factsOf(error).isUnsupported).toBe(isOffered ? undefined : true);
	});

	const isDuplicate = (reasons: string[], statusCode = 422, of: Parameters<typeof serviceError>[0] = create) =>
		factsOf(serviceError(of, { statusCode, reasons })).isDuplicate === true;

	test.each<[string, boolean]>([
		['An order batch with this customer_reference_id already exists: deal-1', true],
		['customer_reference_id has already been taken', true],
		['Customer Reference is taken', true],
		['customer_reference_id must be unique', true],
		['customer_reference_id is not unique', true],
		['Duplicate customer reference', true],
		['customerReferenceId deal-1 is already in use', true],
		['The customer reference was already used', true],
		['An order batch exists for this customer reference', true],
		['Invalid request: customer_reference_id: Already exists', true],
		['customer_reference_id is too long (maximum 40)', false],
		['customer_reference_id is too long (maximum is 40 characters)', false],
		['customer_reference_id is invalid', false],
		['customer_reference_id already contains invalid characters', false],
		['customer_reference_id must be unique and have at most 40 characters', false],
		['customer_reference_id does not exist', false],
		['No order batch exists with this customer_reference_id', false],
		['customer_reference_id is missing', false],
		['The order batch already exists', false],
		['Email has already been taken', false],
	])('knows of "%s" whether it tells of a duplicate reference: %s', (sentence, isOne) => {
		for (const status of [400, 409, 422]) expect(isDuplicate([sentence], status)).toBe(isOne);
		expect(isDuplicate(['Another problem', sentence])).toBe(isOne);
	});

	test('takes no status alone, no two sentences together, no other request and no failure of the service for one', () => {
		const sentence = 'customer_reference_id has already been taken';

		for (const reasons of [[], ['Conflict']]) expect(isDuplicate(reasons, 409)).toBe(false);
		expect(isDuplicate(['customer_reference_id is too long', 'Email is already taken'])).toBe(false);
		expect(isDuplicate([sentence], 422, request)).toBe(false);
		for (const status of [401, 403, 429, 500, 503]) expect(isDuplicate([sentence], status)).toBe(false);
	});
});

test.each<[body: unknown, reasons: string[], message: RegExp, advice: RegExp]>([
	['<html>', [], /^https:\/\/api\.example\.com responded with .* not JSON$/, /^Check the environment/],
	[null, [], /not JSON$/, /^Check the environment/],
	[[], [], /^The service responded to .*\/v1\/me/, /^In the response, the body is invalid: it must be an object\. Try/],
	[{ send_status: 'x' }, [], /does not match its API$/, /^In the response, "id" is invalid: it must be text\. Try/],
	[{ id: 1 }, ['Busy'], /does not match/, /^The response says: Busy\. In the response, "id" is invalid/],
])('the error for a success with the body %j says what is wrong with it', (body, reasons, message, advice) => {
	const { error: problem } = orderBatchSchema.safeParse(body);
	const error = malformedError(request, 200, body, problem!, reasons);

	expect(error.message).toMatch(message);
	expect(descriptionOf(factsOf(error))).toMatch(advice);
});
