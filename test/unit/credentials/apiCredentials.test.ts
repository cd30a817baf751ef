import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';

import { GiftOrderBatchAutomationApi } from '../../../credentials/GiftOrderBatchAutomationApi.credentials';
import { GiftOrderBatchCommerceApi } from '../../../credentials/GiftOrderBatchCommerceApi.credentials';

describe.each([
	['Automation', new GiftOrderBatchAutomationApi(), 'email', 'Commerce'],
	['Commerce', new GiftOrderBatchCommerceApi(), 'public_app_id', 'Automation'],
])('the credential of the %s API', (variant, credential, key, other) => {
	test('has the name and the fields that saved credentials depend on, and hides the key and the signing secret', () => {
		const options = [{ value: 'sandbox' }, { value: 'production' }, { value: 'custom' }];
		const secret = { typeOptions: { password: true } };
		const properties = [
			{ name: 'environment', options, default: 'sandbox' },
			{ name: 'baseUrl' },
			{ name: 'apiKey', ...secret, required: true },
			{ name: 'webhookSigningSecret', ...secret, default: '' },
		];

		const [name, displayName] = [`giftOrderBatch${variant}Api`, `Gift Order Batch ${variant} API`];
		expect(credential).toMatchObject({ name, displayName, properties });
		expect(credential.properties[1]?.displayOptions).toEqual({ show: { environment: ['custom'] } });
		expect(credential.properties[3]).not.toHaveProperty('required');
	});

	test.each([
		[[301, 400, 404, 409], /^There is no Gift Order Batch Service at this address/],
		[[401], /^The service refused the API key/],
		[[429], /^The service's rate limit/],
		[[500, 523], /^The service has a problem/],
	])('says what each status of %j means when it is tested', (statuses, message) => {
		for (const status of statuses) {
			const rule = credential.test.rules?.find(({ properties: { value } }) => value === status);
			expect(rule).toMatchObject({ type: 'responseCode', properties: { message: expect.stringMatching(message) } });
		}
	});

	const wayOut = `Use the credential type "Gift Order Batch ${other} API", or a key for the ${variant} API.`;
	const nowhere = `This key is not for the ${variant} API, or there is no Gift Order Batch Service at this address. ${wayOut} Otherwise, check the environment and the "Base URL".`;

	test('says whose key or which address is wrong when the response to its test does not name an owner', () => {
		const rules = credential.test.rules?.filter(({ type }) => String(type) === 'responseSuccessBody');
		expect(rules?.map(({ properties }) => properties)).toEqual([
			{ key, value: null, message: `This key is for the ${other} API. ${wayOut}` },
			{ key, value: undefined, message: nowhere },
		]);
	});

	const authenticated = async (credentials: ICredentialDataDecryptedObject, request: object) => {
		const { authenticate } = credential;
		if (typeof authenticate !== 'function') throw new Error('The credential does not authenticate by a function');
		return await authenticate(credentials, request as IHttpRequestOptions);
	};

	const WAYS = ['key-1', ' key-1\n', 'Bearer key-1', ' bearer  key-1 ', '\u200bkey\u00ad-\n1'];
	test.each(WAYS)('sends the key %j as a bearer token, with no other "Host" and "Authorization"', async (apiKey) => {
		const host = 'elsewhere.example.com';
		const headers = { host, HOST: host, authorization: 'Basic a', accept: '*' };
		const request = { url: 'https://api.sandbox.ongoody.com/v1/me', body: { a: 1 } };
		const made = await authenticated({ environment: 'sandbox', apiKey }, { ...request, headers });
		expect(made).toMatchObject(request);
		expect(made.headers).toEqual({ accept: '*', Authorization: 'Bearer key-1' });
		expect(Object.keys(headers)).toHaveLength(4);
	});

	const ofGifts = { environment: 'custom', baseUrl: 'https://gifts.example.com/api', apiKey: 'key-1' };

	test.each<object>([
		{ url: 'https://gifts.example.com/api/v1/me' },
		{ uri: 'https://gifts.example.com/api/v1/me?page=1#top' },
		{ url: 'HTTPS://GIFTS.example.com:443/api/v1/me' },
		{ url: ' https://gifts.example.com/api/other/../v1/me ' },
		{ url: '/v1/me', baseURL: 'https://gifts.example.com/api' },
		{ url: 'v1/me', baseURL: 'https://gifts.example.com/api//' },
		{ url: 'https://gifts.example.com/api/v1/me', baseURL: 'https://elsewhere.example.com' },
	])('sends the key with the request %j, which goes to its service', async (request) => {
		expect(await authenticated(ofGifts, request)).toMatchObject({ headers: { Authorization: 'Bearer key-1' } });
	});

	test('sends the key nowhere when its address cannot be used', async () => {
		const wrong = { ...ofGifts, baseUrl: 'http://gifts.example.com' };
		await expect(authenticated(wrong, { url: wrong.baseUrl })).rejects.toThrow(/^"Base URL" must begin with https/);
	});

	test.each<[string, object]>([
		['another host', { url: 'https://elsewhere.example.com/api/v1/me' }],
		['another host, named as HTTP Request does', { uri: 'https://elsewhere.example.com/api/v1/me' }],
		['a host below its own', { url: 'https://x.gifts.example.com/api/v1/me' }],
		['a host that begins alike', { url: 'https://gifts.example.com.evil.example/api/v1/me' }],
		['a host behind a user name', { url: 'https://gifts.example.com@elsewhere.example.com/api/' }],
		['its host with a user name', { url: 'https://user@gifts.example.com/api/v1/me' }],
		['its host with a password', { url: 'https://:gifts.example.com@gifts.example.com/api/v1/me' }],
		['its host without https', { url: 'http://gifts.example.com/api/v1/me' }],
		['another port', { url: 'https://gifts.example.com:8443/api/v1/me' }],
		['another scheme', { url: 'ftp://gifts.example.com/api/v1/me' }],
		['a scheme without slashes', { url: 'https:elsewhere.example.com/api/' }],
		['another path', { url: 'https://gifts.example.com/v1/me' }],
		['a path that begins alike', { url: 'https://gifts.example.com/api2/v1/me' }],
		['a path above its own', { url: 'https://gifts.example.com/api/../v1/me' }],
		['a path above its own, escaped', { url: 'https://gifts.example.com/api/%2E%2e/v1/me' }],
		['a path above its own, with backslashes', { url: 'https://gifts.example.com\\api\\..\\v1\\me' }],
		['a host behind backslashes', { url: 'https:\\\\elsewhere.example.com\\api\\' }],
		['a host behind a backslash', { url: 'https://elsewhere.example.com\\@gifts.example.com/api/v1/me' }],
		['a host with a line break in it', { url: 'https://gifts.example.com\n.evil.example/api/v1/me' }],
		['a host without a scheme', { url: '//elsewhere.example.com/api/v1/me', baseURL: 'https://gifts.example.com/api' }],
		['the base address of another host', { url: '/api/v1/me', baseURL: 'https://elsewhere.example.com' }],
		['the base address without its path', { url: '/v1/me', baseURL: 'https://gifts.example.com' }],
		['one address, where n8n takes the other', { url: 'https://x.example', uri: 'https://gifts.example.com/api/' }],
		['an address that is none', { url: 'gifts' }],
		['no address', {}],
	])('refuses a request to %s, in words and without the key', async (_what, request) => {
		const refused = await authenticated(ofGifts, request).catch((error: Error) => error.message);
		expect(refused).toMatch(
			/^This credential sends its key only to https:\/\/gifts\.example\.com\/api\/, not to .*Correct the URL, or the "Environment" of the credential\.$/,
		);
		expect(refused).not.toContain('key-1');
	});
});
