import { arrivals, HOUR_MS, simulate, type Model } from '../../../../dev/bench/simulation';

const model: Model = {
	intakeMs: 0,
	workerMs: 100,
	machineMs: 0,
	requests: 2,
	heldMs: 100,
	workers: 1,
	concurrency: 10,
	requestsPerSecond: Infinity,
};

const atOnce = (count: number) => new Float64Array(count);

describe('the simulation', () => {
	test('lets an execution that is alone work and wait for the service', () => {
		expect(simulate(atOnce(1), model)).toEqual({ longestWaitMs: 100, endMs: 200, mostConcurrent: 1 });
	});

	test('gives a worker one processor, so that twice the workers take half the time', () => {
		expect(simulate(atOnce(100), model).longestWaitMs).toBe(10_000);
		expect(simulate(atOnce(100), { ...model, workers: 2 }).longestWaitMs).toBe(5_000);
	});

	test('keeps an execution waiting while all places at the workers are held', () => {
		const waiting = { ...model, workerMs: 0, heldMs: 1_000, concurrency: 5 };

		expect(simulate(atOnce(10), waiting)).toEqual({ longestWaitMs: 1_000, endMs: 2_000, mostConcurrent: 5 });
		expect(simulate(atOnce(10), { ...waiting, concurrency: Infinity })).toMatchObject({
			longestWaitMs: 0,
			endMs: 1_000,
		});
	});

	test.each<[string, Partial<Model>, number]>([
		['the process that takes webhooks', { workerMs: 0, intakeMs: 10 }, 1_000],
		['the rate of the service', { workerMs: 0, requestsPerSecond: 100 }, 1_980],
		['the processors of a shared machine', { workers: 100, machineMs: 50 }, 5_000],
	])('is not faster than %s', (_, limit, longestWaitMs) => {
		expect(simulate(atOnce(100), { ...model, ...limit }).longestWaitMs).toBeCloseTo(longestWaitMs);
	});
});

test('the arrivals of a day come in order, and an eighth of them in the busiest hour', () => {
	const times = arrivals(10_000);

	expect([...times].every((time, index) => index === 0 || time >= times[index - 1]!)).toBe(true);
	expect(times.filter((time) => time >= 9 * HOUR_MS && time < 10 * HOUR_MS)).toHaveLength(1_200);
	expect(times.at(-1)).toBeLessThan(24 * HOUR_MS);
});
