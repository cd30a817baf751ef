import { DEFAULT_LIMITS } from '../../../nodes/GiftOrderBatch/api/limits';
import {
	delayBeforeRetry,
	isWorthRetrying,
	mayHaveHappened,
	readRetryAfter,
	type AttemptFailure,
} from '../../../nodes/GiftOrderBatch/api/retryPolicy';

const status = (statusCode: number): AttemptFailure => ({ kind: 'status', statusCode });

const REFUSALS = [301, 302, 304, 400, 401, 402, 403, 404, 409, 413, 422];

test.each<[string, AttemptFailure[], repeatable: boolean, once: boolean, happened: boolean]>([
	['no connection came about', [{ kind: 'notConnected' }], true, true, false],
	['TLS failed', [{ kind: 'notSecure' }], false, false, false],
	['no response came', [{ kind: 'noResponse' }], true, false, true],
	['the response cannot be understood', [{ kind: 'malformed' }], false, false, true],
	['the service asks for a pause', [status(429)], true, true, false],
	['the service leads elsewhere for the result, or cannot do it', [303, 501].map(status), false, false, true],
	['the service or a gateway failed or timed out', [408, 500, 502, 503, 504].map(status), true, false, true],
	['the service refuses', REFUSALS.map(status), false, false, false],
])('the retry policy when %s', (_name, failures, repeatable, once, happened) => {
	for (const failure of failures) {
		const retried = [true, false].map((isRepeatable) => isWorthRetrying(failure, isRepeatable, 1));
		expect([failure, ...retried, mayHaveHappened(failure)]).toEqual([failure, repeatable, once, happened]);
	}
});

test('the retry policy ends after four attempts that do not connect', () => {
	const retried = [1, 2, 3, 4].map((attempts) => isWorthRetrying({ kind: 'notConnected' }, true, attempts));
	expect(retried).toEqual([true, true, true, false]);
});

test('the retry policy waits twice as long each time, with jitter, and never longer than the longest pause', () => {
	const delays = (random: number) =>
		[1, 2, 3, 4, 20].map((tries) => delayBeforeRetry({ kind: 'noResponse' }, tries, random, DEFAULT_LIMITS));
	expect(delays(0)).toEqual([250, 500, 1000, 2000, 15_000]);
	expect(delays(1)).toEqual([500, 1000, 2000, 4000, 30_000]);
});

test.each([
	['3', 3_000],
	[' 0 ', 0],
	['0.25', 250],
	['Wed, 21 Oct 2015 07:28:10 GMT', 10_000],
	['Wed, 21 Oct 2015 07:27:00 GMT', 0],
	['', undefined],
	['soon', undefined],
	['-1', undefined],
	[undefined, undefined],
])('the retry policy reads the Retry-After header %p', (header, expected) => {
	expect(readRetryAfter(header, Date.parse('Wed, 21 Oct 2015 07:28:00 GMT'))).toBe(expected);
});
