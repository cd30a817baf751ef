import { GiftOrderBatchAutomationApi } from '../../../credentials/GiftOrderBatchAutomationApi.credentials';
import { GiftOrderBatchCommerceApi } from '../../../credentials/GiftOrderBatchCommerceApi.credentials';

describe.each([
	[
		'the Automation API',
		new GiftOrderBatchAutomationApi(),
		'giftOrderBatchAutomationApi',
		'Gift Order Batch Automation API',
	],
	['the Commerce API', new GiftOrderBatchCommerceApi(), 'giftOrderBatchCommerceApi', 'Gift Order Batch Commerce API'],
])('the credential of %s', (_variant, credential, name, displayName) => {
	test('has the name and the fields that saved credentials depend on', () => {
		expect(credential).toMatchObject({ name, displayName });
		expect(credential.properties.map((property) => property.name)).toEqual([
			'environment',
			'baseUrl',
			'apiKey',
			'webhookSigningSecret',
		]);
		expect(credential.properties[0]?.options).toEqual([
			expect.objectContaining({ value: 'sandbox' }),
			expect.objectContaining({ value: 'production' }),
			expect.objectContaining({ value: 'custom' }),
		]);
		expect(credential.properties[0]?.default).toBe('sandbox');
	});

	test('hides the key and the signing secret, which is optional, and asks for an address in the custom environment only', () => {
		const [, baseUrl, apiKey, signingSecret] = credential.properties;

		expect(apiKey).toMatchObject({ typeOptions: { password: true }, required: true });
		expect(signingSecret).toMatchObject({ typeOptions: { password: true }, default: '' });
		expect(signingSecret).not.toHaveProperty('required');
		expect(baseUrl?.displayOptions).toEqual({ show: { environment: ['custom'] } });
	});

	test('sends the key as a bearer token and keeps the rest of the request', async () => {
		const request = { url: 'https://api.example.com/v1/me', headers: { accept: 'application/json' }, body: { a: 1 } };

		const { authenticate } = credential;
		if (typeof authenticate !== 'function') throw new Error('The credential does not authenticate by a function');

		expect(await authenticate({ environment: 'sandbox', apiKey: ' key-1\n' }, request)).toEqual({
			...request,
			headers: { accept: 'application/json', Authorization: 'Bearer key-1' },
		});
		expect(request.headers).toEqual({ accept: 'application/json' });
	});

	test.each(['http://gifts.example.com', 'https://a:b@gifts.example.com', ''])(
		'gives no key for the address %p',
		async (baseUrl) => {
			const { authenticate } = credential;
			if (typeof authenticate !== 'function') throw new Error('The credential does not authenticate by a function');

			await expect(authenticate({ environment: 'custom', baseUrl, apiKey: 'key' }, { url: '' })).rejects.toThrow(
				/^"Base URL" /,
			);
		},
	);
});
