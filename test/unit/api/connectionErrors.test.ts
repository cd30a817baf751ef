import { connectionProblem } from '../../../nodes/GiftOrderBatch/api/connectionErrors';

const baseUrl = 'https://api.example.com';
const problemOf = (error: object) => connectionProblem(error, baseUrl, 60_000);

describe('connectionProblem', () => {
	test.each(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'])(
		'takes %s for a service that was not reached',
		(code) => {
			expect(problemOf({ code })).toMatchObject({
				message: 'The service at https://api.example.com could not be reached',
				cause: code,
				failure: { kind: 'notConnected' },
			});
		},
	);

	test.each(['ECONNABORTED', 'ETIMEDOUT', 'ESOCKETTIMEDOUT'])(
		'takes %s for a service that did not respond in time',
		(code) => {
			expect(problemOf({ code })).toMatchObject({
				message: 'The service at https://api.example.com did not respond within 60 seconds',
				failure: { kind: 'noResponse' },
			});
		},
	);

	test.each([
		['CERT_HAS_EXPIRED', 'has expired'],
		['CERT_NOT_YET_VALID', 'is not valid yet'],
		['ERR_TLS_CERT_ALTNAME_INVALID', 'is for another host'],
		['HOSTNAME_MISMATCH', 'is for another host'],
		['DEPTH_ZERO_SELF_SIGNED_CERT', 'is not trusted'],
		['SELF_SIGNED_CERT_IN_CHAIN', 'is not trusted'],
		['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'is not trusted'],
		['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'is not trusted'],
		['CERT_REVOKED', 'is not trusted'],
		['INVALID_CA', 'is not trusted'],
	])('takes %s for a certificate that %s', (code, problem) => {
		expect(problemOf({ code })).toMatchObject({
			message: `The certificate of https://api.example.com ${problem}`,
			failure: { kind: 'notSecure' },
		});
	});

	test('takes EPROTO for a service without TLS', () => {
		expect(problemOf({ code: 'EPROTO' }).failure).toEqual({ kind: 'notSecure' });
	});

	test.each([['ECONNRESET'], ['EPIPE'], ['ERR_SSL_WRONG_VERSION_NUMBER'], ['ERR_SSL_BAD_RECORD_TYPE'], [undefined]])(
		'takes %s for a connection that was lost after the request may have been sent',
		(code) => {
			expect(problemOf({ code })).toMatchObject({
				message: 'The connection to the service at https://api.example.com was lost before it responded',
				cause: code ?? 'unknown',
				failure: { kind: 'noResponse' },
			});
		},
	);

	test.each([
		['its code', { code: 'ECONNREFUSED' }],
		["n8n's httpCode", { code: undefined, httpCode: 'ECONNREFUSED' }],
		["its cause's code", { cause: { code: 'ECONNREFUSED' } }],
	])('finds what happened in %s', (_where, error) => {
		expect(problemOf(error).cause).toBe('ECONNREFUSED');
	});
});
