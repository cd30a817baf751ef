import type { Limits } from './limits';

/**
 * Limits how often requests of one run of the node start. There is no limit until the service responds with 429. Then every
 * request waits as long as the service asks. After that, requests start one after the other with a gap between them, which
 * doubles with each further 429 and shrinks with each success. All times are in milliseconds; `now` is Unix time.
 */
export class RateLimiter {
	private gap = 0;
	private nextStart = 0;
	private slowedAt = 0;

	constructor(private readonly limits: Pick<Limits, 'firstRequestGapMs' | 'longestRequestGapMs'>) {}

	/** Takes the right to start a request, if there is one. @returns 0 if it may start; else how long to wait before asking again */
	acquire(now: number): number {
		// Without a gap, there is no limit, also where the clock was set back.
		if (this.gap > 0 && now < this.nextStart) return this.nextStart - now;
		this.nextStart = now + this.gap;
		return 0;
	}

	/**
	 * Notes a 429, after which no request may start during `delay`.
	 * @param startedAt when its request had started; requests in flight together widen the gap once
	 */
	noteTooMany(startedAt: number, now: number, delay: number): void {
		this.nextStart = Math.max(this.nextStart, now + delay);
		if (startedAt < this.slowedAt) return;
		this.slowedAt = now;
		const { firstRequestGapMs, longestRequestGapMs } = this.limits;
		this.gap = Math.min(longestRequestGapMs, Math.max(firstRequestGapMs, this.gap * 2));
	}

	noteSuccess(): void {
		this.gap = this.gap > 1 ? this.gap * 0.9 : 0;
	}
}
