import { ExecuteContext } from 'n8n-core';
import { createRunExecutionData, type INode, type IRequestOptions } from 'n8n-workflow';

import { additionalData, nodeOf, workflowOf } from '../../../dev/harness/engine';
import { plainServer } from '../../../dev/harness/plainServer';
import { actionNode, credentialFor } from '../../support/actionNode';

const node = actionNode();

/** What n8n's HTTP Request calls with a predefined credential. */
async function request(options: IRequestOptions, baseUrl = node.service.baseUrl): Promise<unknown> {
	const type = 'giftOrderBatchAutomationApi';
	const credentials = { [type]: credentialFor(baseUrl, node.service.keys.automation) };
	const httpRequest: INode = nodeOf({}, { credentials });
	const context = new ExecuteContext(
		workflowOf(httpRequest, { credentials }),
		httpRequest,
		additionalData(credentials),
		'manual',
		createRunExecutionData({ resultData: { runData: {} } }),
		0,
		[],
		{ main: [[{ json: {} }]] },
		{ node: httpRequest, data: {}, source: null },
		[],
	);
	return await context.helpers.requestWithAuthentication.call(context, type, { json: true, ...options });
}

describe("n8n's HTTP Request with a credential of this package", () => {
	const received: Array<string | undefined> = [];
	let elsewhere: Awaited<ReturnType<typeof plainServer>>;

	beforeEach(async () => {
		received.length = 0;
		elsewhere = await plainServer(({ headers }, response) => {
			received.push(headers.authorization);
			response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
		});
	});
	afterEach(async () => await elsewhere.close());

	test('sends its key to the service', async () => {
		expect(await request({ uri: `${node.service.baseUrl}/v1/me` })).toMatchObject({ email: expect.any(String) });
	});

	test('sends nothing to another address, and says where the key may go', async () => {
		await expect(request({ uri: `${elsewhere.baseUrl}/v1/me` })).rejects.toThrow(
			`This credential sends its key only to ${node.service.baseUrl}/, not to ${elsewhere.baseUrl}/v1/me.`,
		);
		expect(received).toEqual([]);
	});

	test('follows a redirect to another address without the key, also where a setting sends keys along', async () => {
		const redirecting = await plainServer((_request, response) => {
			response.writeHead(302, { location: elsewhere.baseUrl }).end();
		});
		const options = { uri: `${redirecting.baseUrl}/v1/me`, sendCredentialsOnCrossOriginRedirect: true };
		await request({ ...options, followRedirect: true }, redirecting.baseUrl);
		await redirecting.close();
		expect(received).toEqual([undefined]);
	});
});
