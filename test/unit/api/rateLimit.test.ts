import { DEFAULT_LIMITS } from '../../../nodes/GiftOrderBatch/api/limits';
import { RateLimiter } from '../../../nodes/GiftOrderBatch/api/rateLimit';
import fc from '../../support/properties';

const { firstRequestGapMs: FIRST_GAP, longestRequestGapMs: LONGEST_GAP } = DEFAULT_LIMITS;

/** When `count` requests start that all want to start at `now`. */
function starts(limiter: RateLimiter, count: number, now: number): number[] {
	return Array.from({ length: count }, () => {
		let at = now;
		for (let wait = 0; (wait = limiter.acquire(at)) > 0;) at += wait;
		return at;
	});
}

describe('the rate limiter', () => {
	test('is free, until the service asks for a pause: then all start after the longest one, one by one', () => {
		const limiter = new RateLimiter(DEFAULT_LIMITS);
		expect(starts(limiter, 100, 5)).toEqual(Array(100).fill(5));
		limiter.noteTooMany(0, 10, 1_000);
		limiter.noteTooMany(0, 11, 10);

		expect(starts(limiter, 3, 20)).toEqual([1_010, 1_010 + FIRST_GAP, 1_010 + 2 * FIRST_GAP]);
	});

	test('widens the gap once for requests in flight together and again for a later one, and narrows it with a success', () => {
		const limiter = new RateLimiter(DEFAULT_LIMITS);
		for (const now of [10, 11, 12]) limiter.noteTooMany(5, now, 0);
		expect(starts(limiter, 2, 100)).toEqual([100, 100 + FIRST_GAP]);

		limiter.noteTooMany(100, 200, 0);
		expect(starts(limiter, 2, 300)).toEqual([300, 300 + 2 * FIRST_GAP]);

		limiter.noteSuccess();
		expect(starts(limiter, 2, 5_000)).toEqual([5_000, 5_000 + 1.8 * FIRST_GAP]);
	});

	test('never makes the gap longer than its limit, and becomes free again with successes', () => {
		const property = fc.property(fc.integer({ min: 1, max: 50 }), (refusals) => {
			const limiter = new RateLimiter(DEFAULT_LIMITS);
			for (let time = 1; time <= refusals; time++) limiter.noteTooMany(time, time, 0);
			const [first = 0, second = 0] = starts(limiter, 2, 100);
			expect(second - first).toBeLessThanOrEqual(LONGEST_GAP);

			for (let success = 0; success < 100; success++) limiter.noteSuccess();
			expect(new Set(starts(limiter, 3, 10_000)).size).toBeLessThanOrEqual(2);
			expect(new Set(starts(limiter, 3, 20_000)).size).toBe(1);
		});
		fc.assert(property);
	});
});
