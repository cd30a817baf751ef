import { DEFAULT_LIMITS } from '../../../nodes/GiftOrderBatch/api/limits';
import {
	delayBeforeRetry,
	isWorthRetrying,
	mayHaveHappened,
	readRetryAfter,
	type Failure,
} from '../../../nodes/GiftOrderBatch/api/retryPolicy';

const status = (statusCode: number): Failure => ({ kind: 'status', statusCode });

describe('the retry policy', () => {
	test.each<[string, Failure, { repeatable: boolean; once: boolean; mayHaveHappened: boolean }]>([
		['no connection came about', { kind: 'notConnected' }, { repeatable: true, once: true, mayHaveHappened: false }],
		['TLS failed', { kind: 'notSecure' }, { repeatable: false, once: false, mayHaveHappened: false }],
		['no response came', { kind: 'noResponse' }, { repeatable: true, once: false, mayHaveHappened: true }],
		[
			'the answer cannot be understood',
			{ kind: 'malformed' },
			{ repeatable: false, once: false, mayHaveHappened: true },
		],
		['the service asks for a pause (429)', status(429), { repeatable: true, once: true, mayHaveHappened: false }],
		[
			'the service leads elsewhere for the result (303)',
			status(303),
			{ repeatable: false, once: false, mayHaveHappened: true },
		],
		['the service timed out (408)', status(408), { repeatable: true, once: false, mayHaveHappened: true }],
		['the service failed (500)', status(500), { repeatable: true, once: false, mayHaveHappened: true }],
		['the service cannot do it (501)', status(501), { repeatable: false, once: false, mayHaveHappened: true }],
		['a gateway failed (502)', status(502), { repeatable: true, once: false, mayHaveHappened: true }],
		['the service is unavailable (503)', status(503), { repeatable: true, once: false, mayHaveHappened: true }],
		...[301, 302, 304, 400, 401, 402, 403, 404, 409, 413, 422].map(
			(code): [string, Failure, { repeatable: boolean; once: boolean; mayHaveHappened: boolean }] => [
				`the service refuses (${code})`,
				status(code),
				{ repeatable: false, once: false, mayHaveHappened: false },
			],
		),
	])('when %s', (_name, failure, expected) => {
		expect({
			repeatable: isWorthRetrying(failure, true, 1),
			once: isWorthRetrying(failure, false, 1),
			mayHaveHappened: mayHaveHappened(failure),
		}).toEqual(expected);
	});

	test('ends after four attempts that do not connect', () => {
		expect([1, 2, 3, 4].map((tries) => isWorthRetrying({ kind: 'notConnected' }, true, tries))).toEqual([
			true,
			true,
			true,
			false,
		]);
	});

	test('waits twice as long each time, with jitter, and never longer than the longest pause', () => {
		const delays = [1, 2, 3, 4, 20].map((tries) =>
			[0, 1].map((random) => delayBeforeRetry({ kind: 'noResponse' }, tries, random, DEFAULT_LIMITS)),
		);
		expect(delays).toEqual([
			[250, 500],
			[500, 1000],
			[1000, 2000],
			[2000, 4000],
			[15_000, 30_000],
		]);
	});

	test('waits as long as the service asks, without jitter', () => {
		expect(delayBeforeRetry({ kind: 'status', statusCode: 429, retryAfterMs: 7_000 }, 3, 0.1, DEFAULT_LIMITS)).toBe(
			7_000,
		);
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
	])('reads the Retry-After header %p', (header, expected) => {
		expect(readRetryAfter(header, Date.parse('Wed, 21 Oct 2015 07:28:00 GMT'))).toBe(expected);
	});
});
