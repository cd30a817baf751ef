import tls from 'node:tls';

import type { IDataObject } from 'n8n-workflow';

import { byId, credentialFor } from '../../support/actionNode';
import { GiftOrderBatchAutomationApi } from '../../../credentials/GiftOrderBatchAutomationApi.credentials';
import { testCredential } from '../../../dev/harness/credentialTest';
import { runNode } from '../../../dev/harness/engine';
import { smallBatch } from '../../support/orderBatchParameters';
import { plainServer } from '../../../dev/harness/plainServer';
import { tlsServer } from '../../support/tlsServer';

const UUID = '00000000-0000-4000-8000-000000000000';

const read = (): IDataObject => ({ resource: 'orderBatch', operation: 'get', orderBatchId: byId(UUID) });
const create = (): IDataObject => smallBatch(UUID);
const run = async (parameters: IDataObject, baseUrl: string) =>
	await runNode(parameters, { credentials: { giftOrderBatchAutomationApi: credentialFor(baseUrl, 'key') } });

describe('a connection without the right TLS', () => {
	const NOT_SENT = 'Nothing was sent.';
	const UNTRUSTED = 'make n8n trust the certificate';

	test.each<[string, Parameters<typeof tlsServer>[0], boolean, string, string, string]>([
		['nobody vouches for the certificate', {}, false, 'is not trusted', UNTRUSTED, 'DEPTH_ZERO_SELF_SIGNED_CERT'],
		['the certificate has expired', { days: -1 }, true, 'has expired', 'Renew it', 'CERT_HAS_EXPIRED'],
		[
			'the certificate is for another host',
			{ host: 'gifts.example.com' },
			true,
			'is for another host',
			'Check the environment and the "Base URL" in the credential.',
			'ERR_TLS_CERT_ALTNAME_INVALID',
		],
	])(
		'because %s is reported as such, after one attempt of each request, with nothing sent',
		async (_what, options, isTrusted, problem, advice, cause) => {
			const server = await tlsServer(options);
			const createContext = tls.createSecureContext;
			const spy = jest
				.spyOn(tls, 'createSecureContext')
				.mockImplementation((secureOptions) =>
					createContext(isTrusted ? { ...secureOptions, ca: server.certificate } : secureOptions),
				);
			try {
				for (const parameters of [read(), create()]) {
					const before = server.connections();
					const { error } = await run(parameters, server.baseUrl);

					expect(error).toMatchObject({
						name: 'NodeApiError',
						message: `The certificate of ${server.baseUrl} ${problem}`,
						context: { itemIndex: 0 },
					});
					expect(error?.description).toContain(advice);
					expect(error?.description).toContain(`cause: ${cause}`);
					expect(server.connections() - before).toBe(1);
					if (parameters.operation === 'create') expect(error?.description).toContain(NOT_SENT);
				}
				const credential = credentialFor(server.baseUrl, 'key');
				expect(await testCredential(new GiftOrderBatchAutomationApi(), credential)).toMatchObject({ status: 'Error' });
				expect(server.requests()).toBe(0);
			} finally {
				spy.mockRestore();
				await server.close();
			}
		},
	);

	test('because the port is one for http is reported as such, after one attempt, with nothing sent', async () => {
		let requests = 0;
		const server = await plainServer((_request, response) => {
			requests++;
			response.end();
		});
		const baseUrl = server.baseUrl.replace('http://127.0.0.1', 'https://localhost');

		for (const parameters of [read(), create()]) {
			const { error } = await run(parameters, baseUrl);

			expect(error?.message).toBe(`The service at ${baseUrl} does not support TLS, or only versions that n8n refuses`);
			expect(error?.description).toContain('its port may be for http.');
			if (parameters.operation === 'create') expect(error?.description).toContain(NOT_SENT);
		}
		expect(requests).toBe(0);
		await server.close();
	});
});
