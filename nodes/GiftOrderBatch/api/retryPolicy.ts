import { FIRST_RETRY_DELAY_MS, LONGEST_RETRY_DELAY_MS } from './limits';

/** How one attempt of a request failed. */
export type Failure =
	/** No connection came about, so the service has done nothing. */
	| { kind: 'notConnected' }
	/** The connection was given up before anything was sent, because TLS could not be agreed on or the certificate is wrong. */
	| { kind: 'notSecure' }
	/** The connection broke or time ran out: the service may have done everything. */
	| { kind: 'noAnswer' }
	/** A response that is no success; `retryAfterMs` as the service asked, in milliseconds. */
	| { kind: 'status'; statusCode: number; retryAfterMs?: number }
	/** A success whose body cannot be understood. */
	| { kind: 'malformed' };

const isServerTrouble = (statusCode: number) => statusCode === 408 || statusCode >= 500;

/** Whether the service says that it gets too many requests. */
export const isTooMany = (failure: Failure) => failure.kind === 'status' && failure.statusCode === 429;

/** How many attempts a connection gets. An address that does not respond is most often wrong, and somebody waits to be told so. */
const MAX_CONNECTION_ATTEMPTS = 4;

/** Whether the service may have carried out the request although it failed. */
export function mayHaveHappened(failure: Failure): boolean {
	switch (failure.kind) {
		case 'notConnected':
		case 'notSecure':
			return false;
		case 'noAnswer':
		case 'malformed':
			return true;
		case 'status':
			// 303 (See Other) leads to what came of the request.
			return isServerTrouble(failure.statusCode) || failure.statusCode === 303;
	}
}

/**
 * Whether another attempt is worth it, and safe.
 * @param repeatable whether the request may be sent again after it may have happened: reads may, and so may a creation
 * with a customer reference, since the service rejects the second one
 * @param attempts how many attempts have failed, from 1
 */
export function isWorthRetrying(failure: Failure, repeatable: boolean, attempts: number): boolean {
	switch (failure.kind) {
		case 'notConnected':
			return attempts < MAX_CONNECTION_ATTEMPTS;
		case 'noAnswer':
			return repeatable;
		case 'notSecure':
		case 'malformed':
			return false;
		case 'status':
			return isTooMany(failure) || (repeatable && isServerTrouble(failure.statusCode));
	}
}

/**
 * How long to wait before the next attempt, in milliseconds: as long as the service asks, else twice as long each time, with
 * jitter so that many clients do not come back at once.
 * @param attempts how many attempts have failed, from 1
 * @param random from 0 to 1
 */
export function delayBeforeRetry(failure: Failure, attempts: number, random: number): number {
	if (failure.kind === 'status' && failure.retryAfterMs) return failure.retryAfterMs;
	const longest = Math.min(LONGEST_RETRY_DELAY_MS, FIRST_RETRY_DELAY_MS * 2 ** (attempts - 1));
	return Math.round(longest * (0.5 + random / 2));
}

/**
 * Reads a Retry-After header, which holds seconds or an HTTP date.
 * @param now Unix time in milliseconds
 * @returns milliseconds, never negative; `undefined` when there is no such header or it makes no sense
 */
export function readRetryAfter(header: unknown, now: number): number | undefined {
	if (typeof header !== 'string' || header.trim() === '') return undefined;
	if (/^\s*\d+(\.\d+)?\s*$/.test(header)) return Math.ceil(Number(header) * 1000);
	const date = /^\s*[a-z]{3},/i.test(header) ? Date.parse(header) : NaN;
	return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
