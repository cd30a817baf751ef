import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { startService, type RunningService } from '../../../dev/mock-service';
import { credentialFor } from '../../support/actionNode';
import { testCredential } from '../../../dev/harness/engine';
import { deadAddress, plainServer } from '../../../dev/harness/plainServer';

/** For servers that never respond; a response may take longer on a busy machine. */
const SHORT_MS = 300;

type Method = 'testAutomationApi' | 'testCommerceApi';

let service: RunningService;
beforeAll(async () => {
	service = await startService();
});
beforeEach(() => service.reset());
afterAll(async () => await service.close());

const SECRET = 'secret-key-41d8cd98f00b204e';

const keyOf = (method: Method) => (method === 'testAutomationApi' ? service.keys.automation : service.keys.commerce);

const testing = async (method: Method, more: ICredentialDataDecryptedObject = {}, timeoutMs?: number) =>
	await testCredential(method, { ...credentialFor(service.baseUrl, keyOf(method)), ...more }, timeoutMs);

const methods: Array<[Method]> = [['testAutomationApi'], ['testCommerceApi']];

describe.each(methods)('%s', (method) => {
	test('accepts a key that works, and asks no more than whose key it is', async () => {
		expect(await testing(method)).toEqual({ status: 'OK', message: 'The API key works' });
		expect(service.requests.map(({ method: verb, path }) => `${verb} ${path}`)).toEqual(['GET /v1/me']);
	});

	test('accepts a key with white space around it and an address with a slash at its end', async () => {
		expect(await testing(method, { apiKey: ` ${keyOf(method)}\n`, baseUrl: `${service.baseUrl}/` })).toMatchObject({
			status: 'OK',
		});
	});

	test('accepts a key when the service leaves out the field that does not apply', async () => {
		const body = method === 'testAutomationApi' ? { email: 'ann@example.com' } : { public_app_id: 'app_1' };
		service.addFault({ effect: { kind: 'response', status: 200, body } });

		expect(await testing(method)).toMatchObject({ status: 'OK' });
	});

	test.each([401, 403])('says for %i that the key was refused', async (status) => {
		service.addFault({ effect: { kind: 'response', status } });

		const { status: result, message } = await testing(method);

		expect(result).toBe('Error');
		expect(message).toMatch(/^The service refused the API key\. .*production and sandbox have their own keys\.$/);
	});

	test('says that an unknown key was refused', async () => {
		expect(await testing(method, { apiKey: 'unknown' })).toMatchObject({
			status: 'Error',
			message: expect.stringMatching(/^The service refused the API key\./),
		});
	});

	test.each([undefined, '', '  '])('says that the key is missing when it is %p, and asks nobody', async (apiKey) => {
		expect(await testing(method, { apiKey: apiKey as string })).toEqual({
			status: 'Error',
			message: 'API Key is missing',
		});
		expect(service.requests).toEqual([]);
	});

	test.each([429, 500, 503])('says for %i that the service has a problem', async (status) => {
		service.addFault({ effect: { kind: 'response', status } });

		expect(await testing(method)).toEqual({
			status: 'Error',
			message: `The service at ${service.baseUrl} has a problem (HTTP status ${status}). Try again in a moment.`,
		});
	});

	test('says that the address leads to no such service when nothing is there', async () => {
		const server = await plainServer((_request, response) => {
			response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Not Found</h1>');
		});

		const result = await testing(method, { baseUrl: server.baseUrl });
		await server.close();

		expect(result).toEqual({
			status: 'Error',
			message: `There is no Gift Order Batch Service at ${server.baseUrl} (HTTP status 404). Check the environment and the base URL.`,
		});
	});

	test.each([
		['a page', '<h1>Welcome</h1>'],
		['other JSON', '{"hello":"world"}'],
		['a list', '[]'],
		['null', 'null'],
		['fields without values', '{"email":null,"public_app_id":null}'],
		['fields of another type', '{"email":{"a":1}}'],
		['nothing', ''],
	])('says that the address leads to no such service when it answers with %s', async (_what, body) => {
		const server = await plainServer((_request, response) => {
			response.writeHead(200, { 'content-type': 'application/json' }).end(body);
		});

		const result = await testing(method, { baseUrl: server.baseUrl });
		await server.close();

		expect(result).toMatchObject({
			status: 'Error',
			message: expect.stringMatching(/^There is no Gift Order Batch Service at http.*status 200/),
		});
	});

	test.each([301, 302, 303, 307, 308])(
		'does not follow a redirect with the key, and names its target, for %i',
		async (status) => {
			const server = await plainServer((_request, response) => {
				response.writeHead(status, { location: `${service.baseUrl}/v1/me` }).end();
			});

			const result = await testing(method, { baseUrl: server.baseUrl });
			await server.close();

			expect(service.requests).toEqual([]);
			expect(result).toEqual({
				status: 'Error',
				message: `The address redirects to ${service.baseUrl}/v1/me. Put the final address into the credential's Base URL. (HTTP status ${status})`,
			});
		},
	);

	test('does not take 304 for a redirect', async () => {
		service.addFault({ effect: { kind: 'response', status: 304 } });

		expect(await testing(method)).toMatchObject({
			status: 'Error',
			message: expect.stringMatching(/^There is no Gift Order Batch Service at .*\(HTTP status 304\)/),
		});
	});

	test('ends when the response comes byte by byte', async () => {
		const server = await plainServer((_request, response) => {
			response.write('{');
			const timer = setInterval(() => response.write(' '), 20);
			response.on('close', () => clearInterval(timer));
		});

		const result = await testing(method, { baseUrl: server.baseUrl }, SHORT_MS);
		await server.close();

		expect(result).toMatchObject({
			status: 'Error',
			message: expect.stringContaining('did not respond within 0.3 seconds'),
		});
	});

	test.each([
		['nothing listens at the address', 'could not be reached', async () => ({ baseUrl: await deadAddress() })],
		['the name is unknown', 'could not be reached', async () => ({ baseUrl: 'https://gift-order-batch.invalid' })],
		[
			'the connection breaks',
			'was lost before it responded',
			async () => {
				service.addFault({ effect: { kind: 'drop' } });
				return {};
			},
		],
	])('says when %s that the service %s', async (_what, problem, prepare) => {
		const { status, message } = await testing(method, await prepare());

		expect(status).toBe('Error');
		expect(message).toContain(
			`${problem}. Check the environment in the credential and this machine's network. Then try again.`,
		);
	});

	test('says when nothing comes back that the service did not respond in time', async () => {
		service.addFault({ effect: { kind: 'hang' } });

		const { status, message } = await testing(method, {}, SHORT_MS);

		expect(status).toBe('Error');
		expect(message).toContain(
			"did not respond within 0.3 seconds. Check the environment in the credential and this machine's network. Then try again.",
		);
	});

	test.each([
		['of another machine without https', 'http://gifts.example.com', 'must begin with https://'],
		['that is none', 'gifts', 'is not a web address'],
		['that is empty', '', 'Base URL is missing'],
		['with a password', 'https://a:b@gifts.example.com', 'must not contain a user name or password'],
	])('refuses an address %s and asks nobody', async (_what, baseUrl, message) => {
		expect(await testing(method, { baseUrl })).toMatchObject({
			status: 'Error',
			message: expect.stringContaining(message),
		});
		expect(service.requests).toEqual([]);
	});

	test('never repeats the key, even when the service does', async () => {
		const effects = [
			{ kind: 'response', status: 401, body: { error: `Invalid API key ${SECRET}` } },
			{ kind: 'response', status: 500, body: { error: SECRET } },
			{ kind: 'response', status: 200, body: { hello: SECRET } },
			{ kind: 'response', status: 302, headers: { location: `https://example.com/?key=${SECRET}` } },
			{ kind: 'drop' },
			{ kind: 'garbage' },
		] as const;
		for (const effect of effects) {
			service.clearFaults();
			service.addFault({ effect });
			expect(JSON.stringify(await testing(method, { apiKey: SECRET }))).not.toContain(SECRET);
		}
	});
});

describe('a key of the other API variant', () => {
	test('is distinguished from a wrong key, and named with the credential type that it belongs to', async () => {
		expect(await testing('testAutomationApi', { apiKey: service.keys.commerce })).toEqual({
			status: 'Error',
			message:
				'This is a Commerce API key. Use the credential type "Gift Order Batch Commerce API", or an Automation API key.',
		});
		expect(await testing('testCommerceApi', { apiKey: service.keys.automation })).toEqual({
			status: 'Error',
			message:
				'This is an Automation API key. Use the credential type "Gift Order Batch Automation API", or a Commerce API key.',
		});
	});
});

describe('the messages of a credential test', () => {
	test('differ for everything that a user has to do something else about', async () => {
		const foreign = await plainServer((_request, response) => response.end('<h1>Welcome</h1>'));
		const results = [
			await testing('testAutomationApi'),
			await testing('testAutomationApi', { apiKey: '' }),
			await testing('testAutomationApi', { apiKey: 'unknown' }),
			await testing('testAutomationApi', { apiKey: service.keys.commerce }),
			await testing('testCommerceApi', { apiKey: service.keys.automation }),
			await testing('testAutomationApi', { baseUrl: foreign.baseUrl }),
			await testing('testAutomationApi', { baseUrl: await deadAddress() }),
			await testing('testAutomationApi', { baseUrl: 'http://gifts.example.com' }),
			await testing('testAutomationApi', { environment: 'staging' }),
		];
		await foreign.close();

		expect(new Set(results.map(({ message }) => message)).size).toBe(results.length);
	});
});
