import type { FaultEffect } from '../../../../dev/mock-service';
import { actionNode, credentialFor } from '../../../support/actionNode';
import { testFailures } from '../../../support/operationTests';
import { problemsOf } from '../../../support/schemas';

const node = actionNode();

const address = {
	address1: '548 Market St',
	address2: 'Apt 4',
	city: 'San Francisco',
	state: 'CA',
	postalCode: '94104',
	country: 'US',
};

const parameters = {
	resource: 'paymentMethod',
	operation: 'create',
	authentication: 'commerceApi',
	commerceEndUserId: 'user-42',
	cardholderName: 'Nathan Smith',
	interimCardKey: 'interim_card_1',
	billingAddress: { address },
};

describe('paymentMethod: create', () => {
	test('stores the card of the end user and returns its payment method', async () => {
		const { outputs } = await node.run(parameters);

		expect(node.service.requests).toEqual([
			expect.objectContaining({
				method: 'POST',
				path: '/v1/commerce_user_payment_methods',
				query: {},
				accountName: 'commerce',
				body: {
					commerce_end_user_id: 'user-42',
					cardholder_name: 'Nathan Smith',
					payment_method_type: 'card',
					interim_card_key: 'interim_card_1',
					billing_address: {
						address_1: '548 Market St',
						address_2: 'Apt 4',
						city: 'San Francisco',
						state: 'CA',
						postal_code: '94104',
						country: 'US',
					},
				},
			}),
		]);
		expect(problemsOf('PaymentMethodInput', node.service.requests[0]?.body)).toEqual([]);
		expect(outputs).toEqual([
			[
				{
					json: expect.objectContaining({
						id: expect.any(String),
						cardholder_name: 'Nathan Smith',
						card_last_4: '4242',
					}),
					pairedItem: { item: 0 },
				},
			],
		]);
		expect(problemsOf('PaymentMethod', outputs[0]?.[0]?.json)).toEqual([]);
	});

	test('sends no second address line when there is none, and the country US when it was left alone', async () => {
		const { address2: _line, country: _country, ...lines } = address;

		await node.run({ ...parameters, billingAddress: { address: { ...lines, address2: '  ' } } });

		expect(node.service.requests[0]?.body).toHaveProperty('billing_address', {
			address_1: '548 Market St',
			city: 'San Francisco',
			state: 'CA',
			postal_code: '94104',
			country: 'US',
		});
	});

	test('takes a billing address in another country', async () => {
		await node.run({ ...parameters, billingAddress: { address: { ...address, country: 'ca' } } });

		expect(node.service.requests[0]?.body).toHaveProperty('billing_address.country', 'CA');
	});

	test("reads the card of each input item's own", async () => {
		const { outputs } = await node.run(
			{
				...parameters,
				commerceEndUserId: '={{ $json.user }}',
				cardholderName: '={{ $json.name }}',
				interimCardKey: '={{ $json.key }}',
				billingAddress: { address: { ...address, city: '={{ $json.city }}' } },
			},
			{
				items: [
					{ user: 'user-1', name: 'Ann Lee', key: 'key-1', city: 'Boston' },
					{ user: 'user-2', name: 'Bo Ray', key: 'key-2', city: 'Austin' },
				],
			},
		);

		expect(node.service.requests.map(({ body }) => body)).toEqual([
			expect.objectContaining({
				commerce_end_user_id: 'user-1',
				cardholder_name: 'Ann Lee',
				interim_card_key: 'key-1',
				billing_address: expect.objectContaining({ city: 'Boston' }),
			}),
			expect.objectContaining({
				commerce_end_user_id: 'user-2',
				cardholder_name: 'Bo Ray',
				interim_card_key: 'key-2',
				billing_address: expect.objectContaining({ city: 'Austin' }),
			}),
		]);
		expect(outputs[0]?.map(({ json, pairedItem }) => [json.cardholder_name, pairedItem])).toEqual([
			['Ann Lee', { item: 0 }],
			['Bo Ray', { item: 1 }],
		]);
	});

	test('pays for an order batch with the stored card', async () => {
		const { json } = await node.run(parameters);
		const create = {
			resource: 'orderBatch',
			operation: 'create',
			authentication: 'commerceApi',
			fromName: 'Ann',
			sendMethod: 'link_multiple_custom_list',
			recipients: { recipient: [{ firstName: 'Bo' }] },
			cartItems: {
				item: [{ product: { __rl: true, mode: 'id', value: node.service.samples.productId }, quantity: 1 }],
			},
		};
		const payment = { paymentMethodId: json[0]?.id, commerceEndUserId: 'user-42' };

		const paid = await node.run({ ...create, additionalFields: payment });
		const stolen = await node.run({ ...create, additionalFields: { ...payment, commerceEndUserId: 'user-43' } });

		expect(paid.json).toEqual([expect.objectContaining({ send_status: 'complete' })]);
		expect(stolen.error?.message).toBe('Payment method does not belong to the commerce_end_user_id');
		expect(stolen.error?.description).toContain(
			'The card of a commerce end user also needs the field "Commerce End User ID".',
		);
	});

	test('says that the card was declined and what to do', async () => {
		const { error } = await node.run({ ...parameters, interimCardKey: node.service.samples.declinedInterimCardKey });

		expect(error).toMatchObject({ name: 'NodeApiError', message: 'Your card was declined.', httpCode: '400' });
		expect(error?.description).toContain('The payment method was not created. Ask for another card.');
	});

	test('is not advised to use a field of order batches when the service refuses it', async () => {
		const body = { error: 'This payment method is not supported' };
		node.service.addFault({ match: { method: 'POST' }, effect: { kind: 'response', status: 400, body } });

		const { error } = await node.run(parameters);

		expect(error?.message).toBe('This payment method is not supported');
		expect(error?.description).toMatch(
			/^The payment method was not created\. Correct the input and run the node again\./,
		);
	});

	test.each<[string, FaultEffect]>([
		['the connection breaks', { kind: 'drop', afterCommit: true }],
		['the service fails', { kind: 'response', status: 500, body: { error: 'Out of order' } }],
		['a gateway fails', { kind: 'response', status: 502, body: '<h1>Bad Gateway</h1>' }],
		['the service gives up', { kind: 'response', status: 408, body: { error: 'Too slow' } }],
		['the response is not JSON', { kind: 'garbage', afterCommit: true }],
		['the response is cut', { kind: 'malformed', form: 'truncated' }],
		['the response has no ID', { kind: 'response', status: 200, body: {} }],
	])('says that the payment method may exist, and does not create it again, when %s', async (_what, effect) => {
		node.service.addFault({ effect });

		const { error } = await node.run(parameters);

		expect(node.service.requests).toHaveLength(1);
		expect(error?.name).toBe('NodeApiError');
		expect(error?.description).toMatch(
			/^It is not known whether the payment method was created: look for it in your gifting account before you create it again\./,
		);
		expect(error?.description).not.toMatch(/try again|correct|the order batch/i);
		expect(error?.context).toMatchObject({ outcome: 'unknown', creates: 'payment method' });
	});

	test('says that the payment method was not created when the service cannot be reached', async () => {
		const credentials = { giftOrderBatchCommerceApi: credentialFor('https://gift-order-batch.invalid', 'key') };

		const { error } = await node.run(parameters, { credentials });

		expect(error?.description).toMatch(/^The payment method was not created\. Check the environment/);
	});

	test('refuses to be used with the Automation API before anything is sent', async () => {
		const { error } = await node.run({ ...parameters, authentication: 'automationApi' });

		expect(error).toMatchObject({
			name: 'NodeOperationError',
			message: 'Only the Commerce API stores cards of end users',
		});
		expect(node.service.requests).toEqual([]);
	});

	test("says that the key must be a commerce key when the credential holds another's", async () => {
		const { error } = await node.run(parameters, { credentials: node.credentials(node.service.keys.automation) });

		expect(error).toMatchObject({
			message: 'Payment methods of end users are for the Commerce API only',
			httpCode: '403',
		});
		expect(error?.description).toContain('This API key is not allowed to do that.');
	});

	const byExpression = {
		...parameters,
		commerceEndUserId: '={{ $json.user }}',
		cardholderName: '={{ $json.name }}',
		interimCardKey: '={{ $json.key }}',
		billingAddress: {
			address: {
				address1: '={{ $json.address1 }}',
				address2: '',
				city: '={{ $json.city }}',
				state: '={{ $json.state }}',
				postalCode: '={{ $json.postalCode }}',
				country: '={{ $json.country }}',
			},
		},
	};
	const right = { user: 'user-42', name: 'Nathan Smith', key: 'key', ...address };

	test.each([
		['no user', { user: '' }, '"Commerce End User ID" is missing'],
		['a list as the user', { user: ['a'] }, '"Commerce End User ID" must be text, but it is a list'],
		['a blank name', { name: '   ' }, '"Cardholder Name" is missing'],
		['no key', { key: null }, '"Interim Card Key" is missing'],
		['a number as the key', { key: 5 }, '"Interim Card Key" must be text, but it is the number 5'],
		['no address line', { address1: '' }, '"Address Line 1" is missing'],
		['no city', { city: '' }, '"City" is missing'],
		['no state', { state: '' }, '"State" is missing'],
		['no postal code', { postalCode: '' }, '"Postal Code" is missing'],
		['a number as the postal code', { postalCode: 94104 }, '"Postal Code" must be text, but it is the number 94104'],
		['no country', { country: '' }, '"Country" is missing'],
		[
			'a country by its name',
			{ country: 'Canada' },
			'"Country" must be a two-letter country code such as US, but it is the text "Canada"',
		],
	])('refuses %s before anything is sent', async (_what, wrong, message) => {
		const { error } = await node.run(byExpression, { items: [{ ...right, ...wrong }] });

		expect(error).toMatchObject({
			name: 'NodeOperationError',
			message,
			context: { itemIndex: 0, problems: [message] },
		});
		expect(node.service.requests).toEqual([]);
	});

	test('says everything that is wrong at once', async () => {
		const { error } = await node.run(byExpression, { items: [{}] });

		expect(error?.message).toMatch(/^The input needs 8 corrections: /);
		expect(error?.context.problems).toEqual([
			'"Cardholder Name" is missing',
			'"Commerce End User ID" is missing',
			'"Interim Card Key" is missing',
			'"Address Line 1" is missing',
			'"City" is missing',
			'"State" is missing',
			'"Postal Code" is missing',
			'"Country" is missing',
		]);
	});

	testFailures(node, { parameters: () => parameters, path: '/v1/commerce_user_payment_methods', method: 'POST' });
});
