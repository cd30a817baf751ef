import { ExecuteContext, RoutingNode } from 'n8n-core';
import {
	createRunExecutionData,
	Workflow,
	type ICredentialDataDecryptedObject,
	type ICredentialType,
	type INode,
	type INodeType,
} from 'n8n-workflow';

import { GiftOrderBatchAutomationApi } from '../../../credentials/GiftOrderBatchAutomationApi.credentials';
import { GiftOrderBatchCommerceApi } from '../../../credentials/GiftOrderBatchCommerceApi.credentials';
import { engineHost, nodeTypesOf } from '../../../dev/harness/engineHost';
import { plainServer } from '../../../dev/harness/plainServer';
import { actionNode, credentialFor } from '../../support/actionNode';

const node = actionNode();

/** Sends the request by which n8n tests a credential when its user saves it. @returns the item of the response */
async function sendTest(type: ICredentialType, data: ICredentialDataDecryptedObject) {
	const credential = { id: 'credential', name: 'credential' };
	const node = { id: 'temp', name: 'Temp', type: 'test.noOp', typeVersion: 1, position: [0, 0], parameters: {} };
	const tested = { ...node, credentials: { [type.name]: credential } } as INode;
	const routing = { request: type.test?.request };
	const nodeType = {
		description: {
			...{ name: 'noOp', version: 1, inputs: [], outputs: [] },
			properties: [{ displayName: 'Temp', name: 'temp', type: 'string', default: '', routing }],
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
	const output = await new RoutingNode(context, nodeType, { ...credential, type: type.name, data }).runNode();
	return output?.[0]?.[0]?.json;
}

describe.each([
	{ type: new GiftOrderBatchAutomationApi(), api: 'automation', owner: { public_app_id: null } } as const,
	{ type: new GiftOrderBatchCommerceApi(), api: 'commerce', owner: { email: null } } as const,
])('the test of a credential for the API $api', ({ type, api, owner }) => {
	const testing = async (more: ICredentialDataDecryptedObject = {}) =>
		await sendTest(type, { ...credentialFor(node.service.baseUrl, node.service.keys[api]), ...more });

	test('asks whose key it is, at an address as it was pasted', async () => {
		expect(await testing({ baseUrl: ` ${node.service.baseUrl}// ` })).toMatchObject(owner);
		expect(node.service.requests).toMatchObject([{ method: 'GET', path: '/v1/me', accountName: api }]);
	});

	test.each([301, 302, 303, 307, 308])('does not follow a redirect with the key, for %i', async (status) => {
		const server = await plainServer((_request, response) => {
			response.writeHead(status, { location: `${node.service.baseUrl}/v1/me` }).end();
		});
		await expect(testing({ baseUrl: server.baseUrl })).rejects.toThrow();
		await server.close();
		expect(node.service.requests).toEqual([]);
	});

	test.each([
		['address of another machine without https', { baseUrl: 'http://gifts.example.com' }, /must begin with https:\/\//],
		['environment that it does not know', { environment: 'staging' }, /^"Environment" is staging, which is unknown/],
	])('refuses an %s, and sends the key nowhere', async (_what, wrong, message) => {
		await expect(testing(wrong)).rejects.toThrow(message);
		expect(node.service.requests).toEqual([]);
	});
});

test.each([
	['production', 'https://api.ongoody.com/v1/me'],
	['sandbox', 'https://api.sandbox.ongoody.com/v1/me'],
])('a credential of the environment %s is tested at the address of all its requests', async (environment, address) => {
	const type = new GiftOrderBatchAutomationApi();
	type.authenticate = async (_credentials, { baseURL, url }) => {
		throw new Error(`${baseURL}${url}`);
	};
	const data = { environment, baseUrl: 'https://gifts.example.com', apiKey: 'key' };
	await expect(sendTest(type, data)).rejects.toThrow(address);
});
