import { keptExecutions, measuredModel, predicted, sizeOf, type Measured, type Run } from '../../../../dev/bench/scale';

const run: Run = {
	workers: 1,
	executions: 100,
	failed: 0,
	gifts: 100,
	seconds: 10,
	processorMs: { 'webhook processor': 20, workers: 100, PostgreSQL: 30 },
	requests: 1,
	kilobytes: 5,
};

const measured: Measured = {
	date: '2030-12-24',
	machine: '2 cores',
	processors: 2,
	latencyMs: 100,
	runs: [run],
	together: { ...run, gifts: 10_100, processorMs: { ...run.processorMs, workers: 150 }, kilobytes: 25 },
};

const each = { name: 'An execution for each gift', gifts: 1, requests: 2 };

describe('the size for a load', () => {
	const withWork = (intake: number, workers: number) => ({
		...measured,
		runs: [{ ...run, processorMs: { 'webhook processor': intake, workers } }],
	});

	test('has one worker more where one cannot do the work of the busiest hour', () => {
		// In the busiest hour, 4 executions come in a second.
		expect(sizeOf(120_000, each, measured)).toMatchObject({ workers: 1 });
		expect(sizeOf(120_000, each, withWork(1, 400))).toMatchObject({ workers: 2 });
	});

	test.each([
		['the rate of the service', 2, measured],
		['the one process that takes webhooks', 0.1, withWork(200, 100)],
	])('names %s where no worker helps', (limit, requests, slow) => {
		expect(sizeOf(1_000_000, { ...each, requests }, slow).limit).toBe(limit);
	});

	test('counts the work and the storage of each further recipient', () => {
		const [alone, many] = [sizeOf(1_000, each, measured), sizeOf(101_000, { ...each, gifts: 101 }, measured)];

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
	expect(predicted({ ...measured, processors: 1 }, { ...run, executions: 1_000, workers: 4 })).toBeCloseTo(6.7, 0);
});
