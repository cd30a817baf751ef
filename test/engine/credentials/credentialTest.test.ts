import { ExecuteContext, RoutingNode } from 'n8n-core';
import {
	createRunExecutionData,
	type ICredentialDataDecryptedObject,
	type ICredentialType,
	type INodeType,
} from 'n8n-workflow';

import { GiftOrderBatchAutomationApi } from '../../../credentials/GiftOrderBatchAutomationApi.credentials';
import { GiftOrderBatchCommerceApi } from '../../../credentials/GiftOrderBatchCommerceApi.credentials';
import { nodeOf, workflowOf } from '../../../dev/harness/engine';
import { engineHost } from '../../../dev/harness/engineHost';
import { plainServer } from '../../../dev/harness/plainServer';
import { actionNode, credentialFor } from '../../support/actionNode';

const node = actionNode();

const AUTOMATION = new GiftOrderBatchAutomationApi();

/** What n8n gives a node with a credential. */
function contextOf(type: ICredentialType, data: ICredentialDataDecryptedObject) {
	const credentials = { [type.name]: data };
	const node = nodeOf({}, { credentials });
	return new ExecuteContext(
		workflowOf(node, { credentials }),
		node,
		engineHost([type], credentials),
		'internal',
		createRunExecutionData({ resultData: { runData: {} } }),
		0,
		[],
		{ main: [[{ json: {} }]] },
		{ node, data: {}, source: null },
		[],
	);
}

/** Sends the request by which n8n tests a credential when its user saves it. @returns the item of the response */
async function sendTest(type: ICredentialType, data: ICredentialDataDecryptedObject) {
	const routing = { request: type.test?.request };
	const nodeType = {
		description: {
			properties: [{ displayName: 'Resource', name: 'resource', type: 'string', default: '', routing }],
			credentials: [{ name: type.name, required: true }],
		},
	} as unknown as INodeType;
	const credential = { id: 'credential', name: 'credential', type: type.name, data };
	const output = await new RoutingNode(contextOf(type, data), nodeType, credential).runNode();
	return output?.[0]?.[0]?.json;
}

describe.each([
	{ type: AUTOMATION, api: 'automation', owner: { public_app_id: null } } as const,
	{ type: new GiftOrderBatchCommerceApi(), api: 'commerce', owner: { email: null } } as const,
])('the test of a credential for the API $api', ({ type, api, owner }) => {
	const testing = async (baseUrl: string) => await sendTest(type, credentialFor(baseUrl, node.service.keys[api]));

	test('asks whose key it is, at an address as it was pasted', async () => {
		expect(await testing(` ${node.service.baseUrl}// `)).toMatchObject(owner);
		expect(node.service.requests).toMatchObject([{ method: 'GET', path: '/v1/me', accountName: api }]);
	});

	test.each([301, 302, 303, 307, 308])('does not follow a redirect with the key, for %i', async (status) => {
		const server = await plainServer((_request, response) => {
			response.writeHead(status, { location: `${node.service.baseUrl}/v1/me` }).end();
		});
		await expect(testing(server.baseUrl)).rejects.toThrow();
		await server.close();
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

test("n8n's HTTP Request sends the key of a credential to the service, but not where that redirects to, also with a setting that sends keys along", async () => {
	const received: Array<string | undefined> = [];
	const receive = async (status: number, answer: object) =>
		await plainServer(({ headers }, response) => {
			received.push(headers.authorization);
			response.writeHead(status, { ...answer }).end('{}');
		});
	const elsewhere = await receive(200, { 'content-type': 'application/json' });
	const service = await receive(302, { location: elsewhere.baseUrl });
	const context = contextOf(AUTOMATION, credentialFor(service.baseUrl, 'key'));

	await context.helpers.requestWithAuthentication.call(context, AUTOMATION.name, {
		uri: `${service.baseUrl}/v1/me`,
		followRedirect: true,
		sendCredentialsOnCrossOriginRedirect: true,
	});
	await Promise.all([service.close(), elsewhere.close()]);

	expect(received).toEqual(['Bearer key', undefined]);
});
