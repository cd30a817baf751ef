import { ExecuteContext } from 'n8n-core';
import { createRunExecutionData, type INode } from 'n8n-workflow';

import { additionalData, nodeOf, workflowOf } from '../../../dev/harness/engine';
import { plainServer } from '../../../dev/harness/plainServer';
import { credentialFor } from '../../support/actionNode';

test("n8n's HTTP Request sends the key of a credential to the service, but not where that redirects to, also with a setting that sends keys along", async () => {
	const received: Array<string | undefined> = [];
	const receive = async (status: number, answer: object) =>
		await plainServer(({ headers }, response) => {
			received.push(headers.authorization);
			response.writeHead(status, { ...answer }).end('{}');
		});
	const elsewhere = await receive(200, { 'content-type': 'application/json' });
	const service = await receive(302, { location: elsewhere.baseUrl });
	const type = 'giftOrderBatchAutomationApi';
	const credentials = { [type]: credentialFor(service.baseUrl, 'key') };
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

	await context.helpers.requestWithAuthentication.call(context, type, {
		uri: `${service.baseUrl}/v1/me`,
		followRedirect: true,
		sendCredentialsOnCrossOriginRedirect: true,
	});
	await Promise.all([service.close(), elsewhere.close()]);

	expect(received).toEqual(['Bearer key', undefined]);
});
