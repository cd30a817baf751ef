import type { Limits } from './limits';

/** What a failure means. A request that may have been carried out is sent again only if a second time does no harm. */
interface Policy {
	mayHaveHappened: boolean;
	/** How many attempts are useful; without it, as many as there is time for. */
	maxAttempts?: number;
}

const POLICIES = {
	/** No connection was made. An address that does not respond is usually wrong, and the user is waiting to find out. */
	notConnected: { mayHaveHappened: false, maxAttempts: 4 },
	/** The TLS handshake failed, so nothing was sent. */
	notSecure: { mayHaveHappened: false, maxAttempts: 1 },
	/** The connection broke or timed out: the service may have done everything. */
	noResponse: { mayHaveHappened: true },
	/** A success whose body cannot be understood. */
	malformed: { mayHaveHappened: true, maxAttempts: 1 },
	tooMany: { mayHaveHappened: false },
	serverError: { mayHaveHappened: true },
	/** 303 points to the result of the request. After 501, another attempt fails in the same way. */
	lasting: { mayHaveHappened: true, maxAttempts: 1 },
	refused: { mayHaveHappened: false, maxAttempts: 1 },
} satisfies Record<string, Policy>;

/** How one attempt of a request failed: without a usable response, or with an error status. */
export type AttemptFailure =
	| { kind: 'notConnected' | 'notSecure' | 'noResponse' | 'malformed' }
	/** `retryAfterMs` as the service asked, in milliseconds. */
	| { kind: 'status'; statusCode: number; retryAfterMs?: number };

function policyOf(failure: AttemptFailure): Policy {
	if (failure.kind !== 'status') return POLICIES[failure.kind];
	const { statusCode } = failure;
	if (statusCode === 429) return POLICIES.tooMany;
	if (statusCode === 303 || statusCode === 501) return POLICIES.lasting;
	if (statusCode === 408 || statusCode >= 500) return POLICIES.serverError;
	return POLICIES.refused;
}

/** Whether the service refused the request because of its rate limit. */
export const isTooMany = (failure: AttemptFailure) => policyOf(failure) === POLICIES.tooMany;

/** Whether the service may have carried out the request although it failed. */
export const mayHaveHappened = (failure: AttemptFailure): boolean => policyOf(failure).mayHaveHappened;

/** Whether another attempt is useful and safe. @param repeatable as in `Endpoint` @param attempts how many have failed, from 1 */
export function isWorthRetrying(failure: AttemptFailure, repeatable: boolean, attempts: number): boolean {
	const policy = policyOf(failure);
	return attempts < (policy.maxAttempts ?? Infinity) && (repeatable || !policy.mayHaveHappened);
}

/**
 * How long to wait before the next attempt, in milliseconds: as long as the service asks, else twice as long each time, with
 * jitter so that many clients do not come back at once. @param attempts how many have failed, from 1 @param random from 0 to 1
 */
export function delayBeforeRetry(
	failure: AttemptFailure,
	attempts: number,
	random: number,
	{ firstRetryDelayMs, longestRetryDelayMs }: Pick<Limits, 'firstRetryDelayMs' | 'longestRetryDelayMs'>,
): number {
	if (failure.kind === 'status' && failure.retryAfterMs) return failure.retryAfterMs;
	const longest = Math.min(longestRetryDelayMs, firstRetryDelayMs * 2 ** (attempts - 1));
	return Math.round(longest * (0.5 + random / 2));
}

/**
 * Reads a Retry-After header, which holds seconds or an HTTP date.
 * @param now Unix time in milliseconds
 * @returns milliseconds, never negative; `undefined` when there is no such header or it is invalid
 */
export function readRetryAfter(header: unknown, now: number): number | undefined {
	if (typeof header !== 'string') return undefined;
	if (/^\s*\d+(\.\d+)?\s*$/.test(header)) return Math.ceil(Number(header) * 1000);
	const date = /^\s*[a-z]{3},/i.test(header) ? Date.parse(header) : NaN;
	return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
