import type { Limits } from './limits';

/** What a failure means. A request that may have been carried out is sent again only if a second time does no harm. */
export interface Policy {
	mayHaveHappened: boolean;
	/** How many attempts are useful; without it, as many as there is time for. */
	maxAttempts?: number;
}

export const POLICIES = {
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

/** How one attempt of a request failed. */
export type AttemptFailure = keyof typeof POLICIES;

export function kindOfStatus(statusCode: number): AttemptFailure {
	if (statusCode === 429) return 'tooMany';
	if (statusCode === 303 || statusCode === 501) return 'lasting';
	if (statusCode === 408 || statusCode >= 500) return 'serverError';
	return 'refused';
}

/**
 * How long to wait before the next attempt if the service asks for no pause, in milliseconds: twice as long each time, with
 * jitter so that many clients do not come back at once. @param attempts how many have failed, from 1 @param random from 0 to 1
 */
export function delayBeforeRetry(
	attempts: number,
	random: number,
	{ firstRetryDelayMs, longestRetryDelayMs }: Pick<Limits, 'firstRetryDelayMs' | 'longestRetryDelayMs'>,
): number {
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
