import type { core } from 'zod/mini';

import type { Endpoint } from './endpoints';
import { ServiceError, type ErrorFacts } from './errors';
import { joined } from './reasons';
import { cut } from './values';

/** What an error says about the request that failed. */
export interface Request extends Pick<Endpoint<unknown>, 'path' | 'factsByReason' | 'unsupported' | 'alternative'> {
	method: string;
	baseUrl: string;
}

/** A response that is not a success, without secrets. */
export interface ErrorResponse {
	statusCode: number;
	/** What the service says, sentence by sentence. */
	reasons: string[];
	/** Where a redirect leads. */
	location?: string;
}

const endpointOf = ({ method, path }: Request) => `${method} ${path}`;

export const CHECK_ADDRESS = 'Check the environment and the "Base URL" in the credential';

/** What to do about status codes that mean the same with any response. */
const CLEAR_STATUSES: Record<number, string> = {
	401: 'Check the API key in the credential: production and sandbox have their own keys, and so do the Automation API and the Commerce API.',
	403: 'This API key is not allowed to make this request. Storing a payment method, for example, needs a Commerce API key.',
};

/** A path with more than the name of a list contains an ID, which could be wrong. */
const HOLDS_ID = /^\/v1\/\w+\/[^/]/;

/** What a refusal means whose reasons say nothing more. */
function factsOfRefusal({ statusCode, location }: ErrorResponse, path: string): ErrorFacts {
	if (statusCode < 400) {
		const what = location ? `The address redirects to ${cut(location)}` : 'A cache or a proxy may have responded';
		return { advice: `${what}. ${CHECK_ADDRESS}.` };
	}
	if (statusCode === 404) {
		return {
			advice: HOLDS_ID.test(path)
				? 'Check the ID, and that the credential belongs to the account and environment where it was created.'
				: `${CHECK_ADDRESS}.`,
		};
	}
	return { correct: 'the input' };
}

function factsFor(response: ErrorResponse, { path, factsByReason = [] }: Request): ErrorFacts {
	const { statusCode, reasons } = response;
	if (statusCode === 429) {
		return {
			advice: "The service's rate limit was reached.",
			retryAdvice: 'Try again in a moment, or send fewer requests at a time.',
		};
	}
	if (statusCode >= 500 || statusCode === 408) {
		return {
			advice: 'The service has a problem.',
			retryAdvice: 'Try again in a moment.',
			// What a gateway responds with whose service is down.
			...([502, 503, 504].includes(statusCode) && { isDown: true }),
		};
	}
	const advice = CLEAR_STATUSES[statusCode];
	if (advice) return { advice, isRefusal: true };
	const found = factsByReason.find(([pattern]) => reasons.some((reason) => pattern.test(reason)));
	const isRefusal = statusCode !== 404 || reasons.length > 0;
	const facts = found?.[1] ?? factsOfRefusal(response, path);
	return { ...facts, isRefusal, ...(statusCode === 409 && { isConflict: true }) };
}

/** The error for a request that failed. @param cause the HTTP status, or the code of a failed connection */
export const apiError = (request: Request, message: string, facts: ErrorFacts, cause: number | string) => {
	const shown = typeof cause === 'number' ? `HTTP status ${cause}` : `cause: ${cause}`;
	return new ServiceError(message, { ...facts, request: `(${endpointOf(request)}, ${shown})` }, cause);
};

/** The error for a response that is no success (openapi: Error): its message is what the service says, its advice what to do. */
export function serviceError(request: Request, response: ErrorResponse): ServiceError {
	const { statusCode, reasons } = response;
	const { unsupported, alternative = 'Look in your gifting account.' } = request;
	// The service has no such path, or no such method of it.
	if (unsupported && [404, 405, 501].includes(statusCode)) {
		return apiError(request, unsupported, { advice: alternative, isUnsupported: true }, statusCode);
	}
	const facts = factsFor(response, request);
	if (reasons.length > 0) return apiError(request, joined(reasons), facts, statusCode);
	if (statusCode === 404) facts.advice += ` There may be no Gift Order Batch Service at ${request.baseUrl}.`;
	return apiError(request, `The service responded with HTTP status ${statusCode} without a reason`, facts, statusCode);
}

/** The error for a success whose body is not JSON, or not what the interface promises. @param reasons those in the body */
export function malformedError(
	request: Request,
	statusCode: number,
	body: unknown,
	problem: core.$ZodError,
	reasons: string[],
): ServiceError {
	const [issue] = problem.issues;
	if (typeof body !== 'object' || body === null) {
		const message = `${request.baseUrl} responded with something that is not JSON`;
		const advice = 'Check the environment in the credential: this may not be a Gift Order Batch Service.';
		return apiError(request, message, { advice }, statusCode);
	}
	const message = `The service responded to ${endpointOf(request)} with data that does not match its API`;
	const says = reasons.length > 0 ? `The response says: ${joined(reasons)}. ` : '';
	const where = issue?.path.length ? `"${issue.path.join('.')}"` : 'the body';
	const advice = `${says}In the response, ${where} is invalid: ${issue?.message}.`;
	const retryAdvice = "Try again. If it fails again, contact the service's support.";
	return apiError(request, message, { advice, retryAdvice }, statusCode);
}
