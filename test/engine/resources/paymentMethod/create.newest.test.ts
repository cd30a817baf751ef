import type { FaultEffect } from '../../../../dev/mock-service';
import { actionNode, credentialFor } from '../../../support/actionNode';
import { problemsOf } from '../../../support/schemas';
import { ADDRESS } from '../../../support/samples';
import { sentencesIn } from '../../../support/problems';

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

		const body = {
			commerce_end_user_id: 'user-42',
			cardholder_name: 'Nathan Smith',
			payment_method_type: 'card',
			interim_card_key: 'interim_card_1',
			billing_address: { ...ADDRESS, address_2: 'Apt 4' },
		};
		const path = '/v1/commerce_user_payment_methods';
		expect(node.service.requests).toMatchObject([{ method: 'POST', path, query: {}, accountName: 'commerce' }]);
		expect(node.service.requests[0]?.body).toEqual(body);
		expect(problemsOf('PaymentMethodInput', body)).toEqual([]);
		expect(outputs).toMatchObject([
			[{ json: { cardholder_name: 'Nathan Smith', card_last_4: '4242' }, pairedItem: { item: 0 } }],
		]);
		expect(problemsOf('PaymentMethod', outputs[0]?.[0]?.json)).toEqual([]);
	});

	test("reads the card of each input item's own, without a second address line, and in the US unless it says otherwise", async () => {
		const { address2: _line, country: _country, ...lines } = address;
		const { json } = await node.run(
			{
				...parameters,
				commerceEndUserId: '={{ $json.user }}',
				cardholderName: '={{ $json.name }}',
				interimCardKey: '={{ $json.key }}',
				billingAddress: { address: { ...lines, address2: '  ', city: '={{ $json.city }}' } },
			},
			{
				items: [
					{ user: 'user-1', name: 'Ann Lee', key: 'key-1', city: 'Boston' },
					{ user: 'user-2', name: 'Bo Ray', key: 'key-2', city: 'Austin' },
				],
			},
		);
		await node.run({ ...parameters, billingAddress: { address: { ...address, country: 'ca' } } });

		const card = (user: string, name: string, key: string, city: string) => ({
			commerce_end_user_id: user,
			cardholder_name: name,
			payment_method_type: 'card',
			interim_card_key: key,
			billing_address: { ...ADDRESS, city },
		});
		expect(node.service.requests.map(({ body }) => body)).toEqual([
			card('user-1', 'Ann Lee', 'key-1', 'Boston'),
			card('user-2', 'Bo Ray', 'key-2', 'Austin'),
			expect.objectContaining({ billing_address: expect.objectContaining({ country: 'CA' }) }),
		]);
		expect(json.map(({ cardholder_name: name }) => name)).toEqual(['Ann Lee', 'Bo Ray']);
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

		const { error } = await node.run(parameters, { credentials, limits: { retryBudgetMs: 0 } });

		expect(error?.description).toMatch(/^The payment method was not created\. Check the environment/);
	});

	test('refuses the Automation API before anything is sent', async () => {
		const { error } = await node.run({ ...parameters, authentication: 'automationApi' });

		const message = 'Only the Commerce API stores cards of end users';
		expect(error).toMatchObject({ name: 'NodeOperationError', message });
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

	test('says everything that is wrong at once, before anything is sent', async () => {
		const { error } = await node.run({
			...parameters,
			cardholderName: '={{ $json.name }}',
			billingAddress: { address: { ...address, city: ' ', postalCode: 94104 } },
		});

		expect(error?.message).toMatch(/^Fix 3 problems: /);
		expect(sentencesIn(error)).toEqual([
			'"Cardholder Name" is missing',
			'"City" is missing',
			'"Postal Code" must be text, but it is the number 94104',
		]);
		expect(node.service.requests).toEqual([]);
	});
});
