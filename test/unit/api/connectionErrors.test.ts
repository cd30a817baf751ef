import type { RequestListener } from 'node:http';

import axios from 'axios';

import { plainServer } from '../../../dev/harness/plainServer';
import { connectionFailure } from '../../../nodes/GiftOrderBatch/api/connectionErrors';

const request = { method: 'GET', path: '/v1/me', baseUrl: 'https://api.example.com' };

function problemOf(thrown: object) {
	const { error, kind } = connectionFailure(request, thrown, 60_000);
	return { message: error.message, cause: error.cause, kind, ...error.context };
}

const NOT_REACHED = 'The service at https://api.example.com could not be reached';
const TOO_LATE = 'The service at https://api.example.com did not respond within 60 seconds';
const LOST = 'The connection to the service at https://api.example.com was lost before it responded';
const NO_TLS =
	'The service at https://api.example.com does not support TLS, or supports only versions that n8n rejects';
const UNTRUSTED = 'The certificate of https://api.example.com is not valid, or n8n does not trust it';

test.each([
	['notConnected', NOT_REACHED, ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']],
	['noResponse', TOO_LATE, ['ECONNABORTED', 'ETIMEDOUT', 'ESOCKETTIMEDOUT']],
	['noResponse', LOST, ['ECONNRESET', 'EPIPE', 'ERR_SSL_WRONG_VERSION_NUMBER', 'ERR_SSL_BAD_RECORD_TYPE']],
	['notSecure', UNTRUSTED, ['CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID', 'ERR_TLS_CERT_ALTNAME_INVALID', 'INVALID_CA']],
	['notSecure', UNTRUSTED, ['HOSTNAME_MISMATCH', 'DEPTH_ZERO_SELF_SIGNED_CERT', 'SELF_SIGNED_CERT_IN_CHAIN']],
	['notSecure', UNTRUSTED, ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'CERT_REVOKED', 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY']],
	['notSecure', NO_TLS, ['EPROTO']],
])('connectionFailure tells %s, and says "%s" for %j', (kind, message, codes) => {
	for (const code of codes) expect(problemOf({ code })).toMatchObject({ message, cause: code, kind });
});

const RENEW = expect.stringContaining('renew a certificate that has expired') as string;
const CHECK = expect.stringMatching(/^Check the environment and the "Base URL" in the credential\./) as string;

test.each<[string, object, object]>([
	["n8n's httpCode", { code: undefined, httpCode: 'CERT_HAS_EXPIRED' }, { cause: 'CERT_HAS_EXPIRED', advice: RENEW }],
	["its cause's code", { cause: { code: 'HOSTNAME_MISMATCH' } }, { cause: 'HOSTNAME_MISMATCH', advice: CHECK }],
	['nothing, as of a lost response', {}, { message: LOST, cause: 'unknown', kind: 'noResponse' }],
])('connectionFailure finds what happened, and what to do, in %s', (_where, error, problem) => {
	expect(problemOf(error)).toMatchObject(problem);
});

/** n8n sends with axios, so that these are the errors that it gives the node. */
test.each<[string, RequestListener, kind: string, message: string, scheme?: string]>([
	['dropped', (request) => request.socket.destroy(), 'noResponse', LOST],
	['left without a response', () => undefined, 'noResponse', TOO_LATE],
	['cut off', (_, response) => void response.write('{', () => response.destroy()), 'noResponse', LOST],
	['for a port that speaks no TLS', (_, response) => response.end(), 'notSecure', NO_TLS, 'https:'],
])('an error of axios says what became of a request that is %s', async (_what, respond, kind, message, ...[scheme]) => {
	const server = await plainServer(respond);
	const url = server.baseUrl.replace('http:', scheme ?? 'http:');
	const error = await axios.get<object>(url, { timeout: 300, proxy: false }).catch((thrown: object) => thrown);
	await server.close();

	expect(problemOf(error)).toMatchObject({ message, kind });
});
