import type { ErrorFacts, ServiceError } from './errors';
import type { AttemptFailure } from './retryPolicy';
import { apiError, CHECK_ADDRESS, type Request } from './serviceErrors';

/** The result of an attempt of a request that failed. `retryAfterMs` as the service asked, in milliseconds. */
export type FailedAttempt = { error: ServiceError; kind: AttemptFailure; retryAfterMs?: number };

const TIMEOUT_CODES = ['ECONNABORTED', 'ETIMEDOUT', 'ESOCKETTIMEDOUT'];
const NOT_CONNECTED_CODES = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'];

/** The codes with which Node.js refuses a certificate, which it does before anything is sent. */
const CERTIFICATE_CODE =
	/^(CERT_|CRL_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|ERROR_IN_C|ERR_TLS_CERT_|HOSTNAME_MISMATCH$|INVALID_CA$|INVALID_PURPOSE$|PATH_LENGTH_)/;

const CERTIFICATE_ADVICE = `${CHECK_ADDRESS}. If they are right, renew a certificate that has expired, correct the clock of the machine that runs n8n, or make n8n trust the certificate: set the environment variable NODE_EXTRA_CA_CERTS to a file with its issuer's certificate, and restart n8n.`;

function codeOf(error: unknown): string {
	const { code, httpCode, cause } = error as { code?: unknown; httpCode?: unknown; cause?: { code?: unknown } };
	const codes = [code, httpCode, cause?.code];
	return codes.find((candidate): candidate is string => typeof candidate === 'string' && candidate !== '') ?? 'unknown';
}

/**
 * The error of a request that got no response, and how it failed. Nothing of `thrown` but its code is used, since it holds the
 * request and with it the key.
 * @param timeoutMs how long the request could take, in milliseconds
 */
export function connectionFailure(request: Request, thrown: unknown, timeoutMs: number): FailedAttempt {
	const { baseUrl } = request;
	const cause = codeOf(thrown);
	const failed = (kind: AttemptFailure, message: string, facts: ErrorFacts) => ({
		error: apiError(request, message, { ...facts, isDown: true }, cause),
		kind,
	});
	if (CERTIFICATE_CODE.test(cause)) {
		const message = `The certificate of ${baseUrl} is not valid, or n8n does not trust it`;
		return failed('notSecure', message, { advice: CERTIFICATE_ADVICE });
	}
	// Node.js uses this code only while it writes, and it writes nothing before TLS is negotiated. Later faults have other codes.
	if (cause === 'EPROTO') {
		const message = `The service at ${baseUrl} does not support TLS, or supports only versions that n8n rejects`;
		return failed('notSecure', message, { advice: `${CHECK_ADDRESS}: the port may be for HTTP.` });
	}
	const facts = {
		advice: "Check the environment in the credential and this machine's network.",
		retryAdvice: 'Then try again.',
	};
	if (NOT_CONNECTED_CODES.includes(cause)) {
		return failed('notConnected', `The service at ${baseUrl} could not be reached`, facts);
	}
	const message = TIMEOUT_CODES.includes(cause)
		? `The service at ${baseUrl} did not respond within ${timeoutMs / 1000} seconds`
		: `The connection to the service at ${baseUrl} was lost before it responded`;
	return failed('noResponse', message, facts);
}
