import type { ICredentialDataDecryptedObject, INodeCredentialTestResult } from 'n8n-workflow';

import { GiftOrderBatchAutomationApi } from '../../../credentials/GiftOrderBatchAutomationApi.credentials';
import { GiftOrderBatchCommerceApi } from '../../../credentials/GiftOrderBatchCommerceApi.credentials';
import { testCredential } from '../../support/credentialTest';
import { deadAddress, plainServer } from '../../../dev/harness/plainServer';
import { actionNode, credentialFor } from '../../support/actionNode';

const node = actionNode();

const OK = { status: 'OK', message: 'Connection successful!' };

const ELSEWHERE =
	'There is no Gift Order Batch Service at this address. Check the environment and the "Base URL": it ends before /v1 and must not redirect.';

/** @param newest the message in n8n 2.x @param oldest that in n8n 1.x, which has its own for a status that is no success */
function expectMessage({ status, message }: INodeCredentialTestResult, newest: string, oldest: string) {
	expect(status).toBe('Error');
	expect([newest, oldest]).toContain(message);
}

/** Tests a credential at a server that has the same response to every request. */
async function testAt(
	type: GiftOrderBatchAutomationApi,
	status: number,
	body: string,
	headers: Record<string, string> = {},
) {
	const server = await plainServer((_request, response) => {
		response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
	});
	try {
		return await testCredential(type, credentialFor(server.baseUrl, 'key'));
	} finally {
		await server.close();
	}
}

describe.each([
	{ type: new GiftOrderBatchAutomationApi(), own: 'automation', other: 'commerce' } as const,
	{ type: new GiftOrderBatchCommerceApi(), own: 'commerce', other: 'automation' } as const,
])('the test of a credential for the API $own', ({ type, own, other }) => {
	const apis = { automation: 'Automation API', commerce: 'Commerce API' };
	const [ownApi, otherApi] = [apis[own], apis[other]];

	const testing = async (more: ICredentialDataDecryptedObject = {}) =>
		await testCredential(type, { ...credentialFor(node.service.baseUrl, node.service.keys[own]), ...more });

	const wayOut = `Use the credential type "Gift Order Batch ${otherApi}", or a key of the ${ownApi}.`;

	test('accepts a key that works, and asks no more than whose key it is', async () => {
		expect(await testing()).toEqual(OK);
		expect(node.service.requests.map(({ method, path }) => `${method} ${path}`)).toEqual(['GET /v1/me']);
	});

	test('accepts a key and an address with white space around them, and slashes at the end of the address', async () => {
		expect(await testing({ apiKey: ` ${node.service.keys[own]}\n`, baseUrl: ` ${node.service.baseUrl}// ` })).toEqual(
			OK,
		);
	});

	test('accepts a key when the service leaves out the field that does not apply', async () => {
		const body = own === 'automation' ? { email: 'ann@example.com' } : { public_app_id: 'app_1' };
		expect(await testAt(type, 200, JSON.stringify(body))).toEqual(OK);
	});

	test('says that a wrong key was refused', async () => {
		expectMessage(
			await testing({ apiKey: 'unknown' }),
			'The service refused the API key. Check that you copied all of it, and that it is a key of this environment: production and sandbox have their own keys.',
			'Authorization failed - please check your credentials',
		);
	});

	test('says that a key belongs to the other variant, and where it belongs', async () => {
		expect(await testing({ apiKey: node.service.keys[other] })).toEqual({
			status: 'Error',
			message: `This is a key of the ${otherApi}. ${wayOut}`,
		});
	});

	test.each([
		['a page', '<h1>Welcome</h1>'],
		['other JSON', '{"hello":"world"}'],
		['nothing', ''],
		['the field of the other variant alone', own === 'automation' ? '{"public_app_id":"a"}' : '{"email":"a@b.c"}'],
	])('says that the key or the address is wrong when the response is %s', async (_what, body) => {
		expect(await testAt(type, 200, body)).toEqual({
			status: 'Error',
			message: `This is not a key of the ${ownApi}, or there is no Gift Order Batch Service at this address. ${wayOut} Otherwise, check the environment and the "Base URL".`,
		});
	});

	test('says that the address is wrong when nothing is there', async () => {
		expectMessage(
			await testAt(type, 404, '<h1>Not Found</h1>'),
			ELSEWHERE,
			'The resource you are requesting could not be found',
		);
	});

	test.each([301, 302, 303, 307, 308])('does not follow a redirect with the key, for %i', async (status) => {
		const location = `${node.service.baseUrl}/v1/me`;

		expectMessage(await testAt(type, status, '', { location }), ELSEWHERE, `Request failed with status code ${status}`);
		expect(node.service.requests).toEqual([]);
	});

	test.each<[number, string, RegExp, string]>([
		[400, '{}', /^There is no Gift Order Batch Service/, 'Bad request - please check your parameters'],
		[
			404,
			'Node not found',
			/^There is no Gift Order Batch Service/,
			'The resource you are requesting could not be found',
		],
		[
			409,
			'{}',
			/^There is no Gift Order Batch Service/,
			'Your request is invalid or could not be processed by the service',
		],
		[429, '{}', /^The service's rate limit/, 'The service is receiving too many requests from you'],
		[500, '<h1>Oops</h1>', /^The service has a problem/, 'The service was not able to process your request'],
		[502, '<h1>Oops</h1>', /^The service has a problem/, 'Bad gateway - the service failed to handle your request'],
		[523, '<h1>Oops</h1>', /^The service has a problem/, 'The service failed to process your request'],
	])('says what the status %i with the body %j means', async (status, body, newest, oldest) => {
		const result = await testAt(type, status, body, {
			'content-type': body.startsWith('{') ? 'application/json' : 'text/html',
		});
		expect(result.status).toBe('Error');
		if (result.message !== oldest) expect(result.message).toMatch(newest);
	});

	test('accepts a key that was pasted with the word before it', async () => {
		expect(await testing({ apiKey: `Bearer ${node.service.keys[own]}` })).toEqual(OK);
	});

	test("says n8n's own sentence when nothing listens at the address", async () => {
		expectMessage(
			await testing({ baseUrl: await deadAddress() }),
			'ECONNREFUSED',
			'The service refused the connection - perhaps it is offline',
		);
	});

	test.each([
		['address of another machine without https', { baseUrl: 'http://gifts.example.com' }, /must begin with https:\/\//],
		['address that is none', { baseUrl: 'gifts' }, /is not a web address/],
		['address that is empty', { baseUrl: '' }, /"Base URL" is missing/],
		['environment that it does not know', { environment: 'staging' }, /^"Environment" is staging, which is unknown/],
	])('refuses an %s, and sends the key nowhere', async (_what, wrong, message) => {
		expect(await testing(wrong)).toEqual({ status: 'Error', message: expect.stringMatching(message) });
		expect(node.service.requests).toEqual([]);
	});
});

test.each([
	['production', 'https://api.ongoody.com/v1/me'],
	['sandbox', 'https://api.sandbox.ongoody.com/v1/me'],
])('a credential of the environment %s is tested at the address of all its requests', async (environment, address) => {
	const type = new GiftOrderBatchAutomationApi();
	const addresses: string[] = [];
	type.authenticate = async (_credentials, { baseURL, url }) => {
		addresses.push(`${baseURL}${url}`);
		throw new Error('Not sent');
	};

	await testCredential(type, { environment, baseUrl: 'https://gifts.example.com', apiKey: 'key' });

	expect(addresses).toEqual([address]);
});
