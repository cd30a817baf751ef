import { ExecuteContext, RoutingNode } from 'n8n-core';
import {
	createRunExecutionData,
	Workflow,
	type ICredentialDataDecryptedObject,
	type ICredentialType,
	type INode,
	type INodeCredentialTestResult,
	type INodeType,
} from 'n8n-workflow';

import { GiftOrderBatchAutomationApi } from '../../../credentials/GiftOrderBatchAutomationApi.credentials';
import { GiftOrderBatchCommerceApi } from '../../../credentials/GiftOrderBatchCommerceApi.credentials';
import { engineHost, nodeTypesOf } from '../../../dev/harness/engineHost';
import { plainServer } from '../../../dev/harness/plainServer';
import { actionNode, credentialFor } from '../../support/actionNode';

const node = actionNode();

/** A rule of a credential's test, of either type. */
interface Rule {
	type: string;
	properties: { value: unknown; message: string; key?: string };
}

/**
 * Tests a credential as n8n does when its user saves it: n8n's engine sends the request, and this does what n8n's
 * CredentialsTester does with a response. That class is in no package that this project installs.
 */
async function testCredential(
	type: ICredentialType,
	data: ICredentialDataDecryptedObject,
): Promise<INodeCredentialTestResult> {
	if (!type.test) throw new Error('The credential has no test');
	const { request, rules = [] } = type.test;
	const credential = { id: 'credential', name: 'credential' };
	const node = { id: 'temp', name: 'Temp', type: 'test.noOp', typeVersion: 1, position: [0, 0], parameters: {} };
	const tested = { ...node, credentials: { [type.name]: credential } } as INode;
	const routed = { displayName: 'Temp', name: 'temp', type: 'string', default: '', routing: { request } };
	const nodeType = {
		description: {
			...{ name: 'noOp', version: 1, inputs: [], outputs: [], properties: [routed] },
			credentials: [{ name: type.name, required: true }],
		},
	} as unknown as INodeType;
	const nodeTypes = nodeTypesOf(() => nodeType);
	const context = new ExecuteContext(
		new Workflow({ nodes: [tested], connections: {}, active: false, nodeTypes }),
		tested,
		engineHost([type], { [type.name]: data }),
		'internal',
		createRunExecutionData({ resultData: { runData: {} } }),
		0,
		[],
		{ main: [[{ json: {} }]] },
		{ node: tested, data: {}, source: null },
		[],
	);
	const failed = (message: string): INodeCredentialTestResult => ({ status: 'Error', message });
	try {
		const output = await new RoutingNode(context, nodeType, { ...credential, type: type.name, data }).runNode();
		const body = output?.[0]?.[0]?.json as Record<string, unknown> | undefined;
		const rule = (rules as Rule[]).find(
			({ type: kind, properties: { key = '', value } }) => kind === 'responseSuccessBody' && body?.[key] === value,
		);
		return rule ? failed(rule.properties.message) : { status: 'OK', message: 'Connection successful!' };
	} catch (error) {
		return failed((error as Error).message);
	}
}

const OK = { status: 'OK', message: 'Connection successful!' };

/** Tests a credential at a server that has the same response to every request. */
async function testAt(type: GiftOrderBatchAutomationApi, status: number, body: string, headers = {}) {
	const server = await plainServer((_request, response) => {
		response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
	});
	const result = await testCredential(type, credentialFor(server.baseUrl, 'key'));
	await server.close();
	return result;
}

describe.each([
	{ type: new GiftOrderBatchAutomationApi(), own: 'automation', other: 'commerce' } as const,
	{ type: new GiftOrderBatchCommerceApi(), own: 'commerce', other: 'automation' } as const,
])('the test of a credential for the API $own', ({ type, own, other }) => {
	const apis = { automation: 'Automation API', commerce: 'Commerce API' };
	const [ownApi, otherApi] = [apis[own], apis[other]];

	const testing = async (more: ICredentialDataDecryptedObject = {}) =>
		await testCredential(type, { ...credentialFor(node.service.baseUrl, node.service.keys[own]), ...more });

	const wayOut = `Use the credential type "Gift Order Batch ${otherApi}", or a key for the ${ownApi}.`;

	test('accepts a key that works, with an address as it was pasted, and asks no more than whose key it is', async () => {
		expect(await testing({ baseUrl: ` ${node.service.baseUrl}// ` })).toEqual(OK);
		expect(node.service.requests.map(({ method, path }) => `${method} ${path}`)).toEqual(['GET /v1/me']);
	});

	test('accepts a key when the service leaves out the field that does not apply', async () => {
		const body = own === 'automation' ? { email: 'ann@example.com' } : { public_app_id: 'app_1' };
		expect(await testAt(type, 200, JSON.stringify(body))).toEqual(OK);
	});

	test('says that a key belongs to the other variant, and where it belongs', async () => {
		const message = `This key is for the ${otherApi}. ${wayOut}`;
		expect(await testing({ apiKey: node.service.keys[other] })).toEqual({ status: 'Error', message });
	});

	test.each([
		['a page', '<h1>Welcome</h1>'],
		['other JSON', '{"hello":"world"}'],
		['nothing', ''],
		['the field of the other variant alone', own === 'automation' ? '{"public_app_id":"a"}' : '{"email":"a@b.c"}'],
	])('says that the key or the address is wrong when the response is %s', async (_what, body) => {
		const message = `This key is not for the ${ownApi}, or there is no Gift Order Batch Service at this address. ${wayOut} Otherwise, check the environment and the "Base URL".`;
		expect(await testAt(type, 200, body)).toEqual({ status: 'Error', message });
	});

	test.each([301, 302, 303, 307, 308])('does not follow a redirect with the key, for %i', async (status) => {
		const result = await testAt(type, status, '', { location: `${node.service.baseUrl}/v1/me` });
		expect(result.status).toBe('Error');
		expect(node.service.requests).toEqual([]);
	});

	test.each([
		['address of another machine without https', { baseUrl: 'http://gifts.example.com' }, /must begin with https:\/\//],
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
