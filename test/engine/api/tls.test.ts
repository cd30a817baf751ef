import { GiftOrderBatchAutomationApi } from '../../../credentials/GiftOrderBatchAutomationApi.credentials';
import { testCredential } from '../../support/credentialTest';
import { plainServer } from '../../../dev/harness/plainServer';
import { actionNode, byId, credentialFor } from '../../support/actionNode';
import { smallBatch } from '../../support/orderBatchParameters';
import { tlsServer } from '../../support/tlsServer';

const node = actionNode();

/** What a read and a creation fail with at an address. */
async function failuresAt(baseUrl: string) {
	const credentials = { giftOrderBatchAutomationApi: credentialFor(baseUrl, 'key') };
	const read = { resource: 'orderBatch', operation: 'get', orderBatchId: byId(node.unknownId) };
	const reading = await node.run(read, { credentials });
	const creation = await node.run(smallBatch(node.unknownId), { credentials });
	expect(creation.error?.description).toContain('Nothing was sent.');
	return [reading.error, creation.error];
}

// The other codes of Node.js for certificates are in the unit tests.
test('a certificate that nobody vouches for is reported after one attempt of each request, with nothing sent', async () => {
	const server = await tlsServer();

	for (const error of await failuresAt(server.baseUrl)) {
		expect(error).toMatchObject({
			name: 'NodeApiError',
			message: `The certificate of ${server.baseUrl} is not trusted`,
			context: { itemIndex: 0 },
		});
		expect(error?.description).toContain('make n8n trust the certificate');
		expect(error?.description).toContain('cause: DEPTH_ZERO_SELF_SIGNED_CERT');
	}
	expect(server.connections()).toBe(2);
	const tested = await testCredential(new GiftOrderBatchAutomationApi(), credentialFor(server.baseUrl, 'key'));
	expect(tested.status).toBe('Error');
	expect(server.requests()).toBe(0);
	await server.close();
});

test('a port that is one for http is reported after one attempt, with nothing sent', async () => {
	let requests = 0;
	const server = await plainServer((_request, response) => {
		requests++;
		response.end();
	});
	const baseUrl = server.baseUrl.replace('http://127.0.0.1', 'https://localhost');

	for (const error of await failuresAt(baseUrl)) {
		expect(error?.message).toBe(
			`The service at ${baseUrl} does not support TLS, or supports only versions that n8n rejects`,
		);
		expect(error?.description).toContain('the port may be for HTTP.');
	}
	expect(requests).toBe(0);
	await server.close();
});
