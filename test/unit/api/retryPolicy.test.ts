import { DEFAULT_LIMITS } from '../../../nodes/GiftOrderBatch/api/limits';
import {
	delayBeforeRetry,
	kindOfStatus,
	POLICIES,
	readRetryAfter,
	type AttemptFailure,
	type Policy,
} from '../../../nodes/GiftOrderBatch/api/retryPolicy';

const REFUSALS = [301, 302, 304, 400, 401, 402, 403, 404, 409, 413, 422];

test.each<[string, Array<AttemptFailure | number>, Policy]>([
	['no connection came about', ['notConnected'], { mayHaveHappened: false, maxAttempts: 4 }],
	['TLS failed', ['notSecure'], { mayHaveHappened: false, maxAttempts: 1 }],
	['no response came', ['noResponse'], { mayHaveHappened: true }],
	['the response cannot be understood', ['malformed'], { mayHaveHappened: true, maxAttempts: 1 }],
	['the service asks for a pause', [429], { mayHaveHappened: false }],
	['the result is elsewhere, or the service cannot do it', [303, 501], { mayHaveHappened: true, maxAttempts: 1 }],
	['the service or a gateway failed or timed out', [408, 500, 502, 503, 504], { mayHaveHappened: true }],
	['the service refuses', REFUSALS, { mayHaveHappened: false, maxAttempts: 1 }],
])('the retry policy when %s', (_name, failures, policy) => {
	for (const failure of failures) {
		const kind = typeof failure === 'number' ? kindOfStatus(failure) : failure;
		expect([failure, POLICIES[kind]]).toEqual([failure, policy]);
	}
});

test('the retry policy waits twice as long each time, with jitter, and never longer than the longest pause', () => {
	const delays = (random: number) => [1, 2, 3, 4, 20].map((tries) => delayBeforeRetry(tries, random, DEFAULT_LIMITS));
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
