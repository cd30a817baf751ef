import {
	arrivals,
	keptExecutions,
	measuredModel,
	predicted,
	simulate,
	sizeOf,
	type Measured,
	type Model,
} from '../../../../dev/bench/scale';

const HOUR_MS = 3_600_000;

const model: Model = {
	intakeMs: 0,
	workerMs: 100,
	requests: 2,
	latencyMs: 50,
	waitMs: 0,
	workers: 1,
	concurrency: 10,
	requestsPerSecond: Infinity,
};

const atOnce = (count: number) => new Float64Array(count);

const run: Measured['together'] = {
	workers: 1,
	executions: 100,
	failed: 0,
	gifts: 100,
	seconds: 10,
	acceptedSeconds: 2,
	freeProcessors: 2,
	processorMs: { 'webhook processor': 20, workers: 100, PostgreSQL: 30 },
	requests: 1,
	kilobytes: 5,
};

const measured: Measured = {
	date: '2030-12-24',
	machine: '2 cores',
	latencyMs: 100,
	runs: [run],
	together: { ...run, gifts: 10_100, processorMs: { ...run.processorMs, workers: 150 }, kilobytes: 25 },
	profile: {},
	loads: [],
};

const each = { name: 'An execution for each gift', gifts: 1, requests: 2 };

describe('the simulation', () => {
	test('lets an execution that is alone work and wait for the service', () => {
		expect(simulate(atOnce(1), model)).toEqual({ longestWaitMs: 100, endMs: 200, mostConcurrent: 1, mostRequests: 2 });
	});

	test('gives a worker one processor, so that twice the workers take half the time', () => {
		expect(simulate(atOnce(100), model).longestWaitMs).toBe(10_000);
		expect(simulate(atOnce(100), { ...model, workers: 2 }).longestWaitMs).toBe(5_000);
	});

	test('keeps an execution waiting while all places at the workers are held', () => {
		const waiting = { ...model, workerMs: 0, latencyMs: 0, waitMs: 1_000, concurrency: 5 };

		expect(simulate(atOnce(10), waiting)).toMatchObject({ longestWaitMs: 1_000, endMs: 2_000, mostConcurrent: 5 });
		expect(simulate(atOnce(10), { ...waiting, concurrency: Infinity })).toMatchObject({
			longestWaitMs: 0,
			endMs: 1_000,
		});
	});

	test.each<[string, Partial<Model>, number]>([
		['the process that takes webhooks', { workerMs: 0, intakeMs: 10 }, 1_000],
		['the rate of the service', { workerMs: 0, requestsPerSecond: 100 }, 1_980],
		['the processors of a shared machine', { workers: 100, machine: { totalMs: 100, processors: 2 } }, 5_000],
	])('is not faster than %s', (_, limit, longestWaitMs) => {
		expect(simulate(atOnce(100), { ...model, ...limit }).longestWaitMs).toBeCloseTo(longestWaitMs);
	});

	test('counts the requests of the busiest second', () => {
		const spread = Float64Array.from({ length: 100 }, (_, index) => index * 500);

		expect(simulate(spread, model).mostRequests).toBe(4);
	});
});

describe('the arrivals of a day', () => {
	test('are the same ones for the same seed', () => {
		expect(arrivals(1_000, 1)).toEqual(arrivals(1_000, 1));
		expect(arrivals(1_000, 1)).not.toEqual(arrivals(1_000, 2));
	});

	test('come in order, and an eighth of them in the busiest hour', () => {
		const times = arrivals(10_000, 1);

		expect([...times].every((time, index) => index === 0 || time >= times[index - 1]!)).toBe(true);
		expect(times.filter((time) => time >= 9 * HOUR_MS && time < 10 * HOUR_MS)).toHaveLength(1_200);
		expect(times.at(-1)).toBeLessThan(24 * HOUR_MS);
	});
});

describe('the size for a load', () => {
	test('has one worker more where one cannot do the work of the busiest hour', () => {
		// In the busiest hour, 4 executions come in a second.
		const slow = { ...measured, runs: [{ ...run, processorMs: { 'webhook processor': 1, workers: 400 } }] };

		expect(sizeOf(120_000, each, measured)).toMatchObject({ workers: 1 });
		expect(sizeOf(120_000, each, slow).workers).toBe(2);
	});

	test.each([
		['the rate of the service', measured],
		[
			'the one process that takes webhooks',
			{ ...measured, runs: [{ ...run, processorMs: { 'webhook processor': 200, workers: 100 } }] },
		],
	])('names %s where no worker helps', (limit, slow) => {
		const requests = limit.includes('service') ? 2 : 0.1;

		expect(sizeOf(1_000_000, { ...each, requests }, slow).limit).toBe(limit);
	});

	test('counts the work and the storage of each further recipient', () => {
		const together = { ...each, gifts: 101, requests: 2 };
		const [alone, many] = [sizeOf(1_000, each, measured), sizeOf(101_000, together, measured)];

		expect([alone.perDay, many.perDay]).toEqual([1_000, 1_000]);
		expect(many.gigabytes).toBeCloseTo((25 / 5) * alone.gigabytes);
		expect(many.outcome!.longestWaitMs - alone.outcome!.longestWaitMs).toBeGreaterThanOrEqual(50);
	});

	test('keeps two weeks of few executions, 10,000 of more, and the last hours of many', () => {
		expect([100, 10_000, 1_000_000].map(keptExecutions)).toEqual([1_400, 10_000, 270_000]);
	});
});

test('the model takes the mean of the measured runs', () => {
	const slow = { ...run, workers: 4, processorMs: { 'webhook processor': 40, workers: 300, PostgreSQL: 50 } };

	expect(measuredModel({ ...measured, runs: [run, slow] })).toMatchObject({ intakeMs: 30, workerMs: 200 });
});

test('the model of a measured run is not faster than the processors that it had', () => {
	expect(predicted(measured, { ...run, executions: 1_000 })).toBeCloseTo(10, 0);
	expect(predicted(measured, { ...run, executions: 1_000, workers: 4 })).toBeCloseTo(13.3, 0);
	expect(predicted(measured, { ...run, executions: 1_000, workers: 4, freeProcessors: 1 })).toBeCloseTo(6.7, 0);
});
