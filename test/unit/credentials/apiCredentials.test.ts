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
		const options = [{ value: 'sandbox' }, { value: 'production' }, { value: 'custom' }];
		const environment = { name: 'environment', options, default: 'sandbox' };
		const properties = [environment, { name: 'baseUrl' }, { name: 'apiKey' }, { name: 'webhookSigningSecret' }];

		expect(credential).toMatchObject({ name, displayName, properties });
	});

	test('hides the key and the signing secret, which is optional, and asks for an address in the custom environment only', () => {
		const [, baseUrl, apiKey, signingSecret] = credential.properties;

		expect(apiKey).toMatchObject({ typeOptions: { password: true }, required: true });
		expect(signingSecret).toMatchObject({ typeOptions: { password: true }, default: '' });
		expect(signingSecret).not.toHaveProperty('required');
		expect(baseUrl?.displayOptions).toEqual({ show: { environment: ['custom'] } });
	});

	test('sends the key as a bearer token and keeps the rest of the request, but to no address that cannot be used', async () => {
		const headers = { accept: 'application/json' };
		const request = { url: 'https://api.example.com/v1/me', headers, body: { a: 1 } };
		const { authenticate } = credential;
		if (typeof authenticate !== 'function') throw new Error('The credential does not authenticate by a function');

		expect(await authenticate({ environment: 'sandbox', apiKey: ' key-1\n' }, request)).toEqual({
			...request,
			headers: { ...headers, Authorization: 'Bearer key-1' },
		});
		expect(headers).toEqual({ accept: 'application/json' });
		for (const baseUrl of ['http://gifts.example.com', 'https://a:b@gifts.example.com', '']) {
			const refused = authenticate({ environment: 'custom', baseUrl, apiKey: 'key' }, { url: '' });
			await expect(refused).rejects.toThrow(/^"Base URL" /);
		}
	});
});
