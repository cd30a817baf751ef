import { seededRandom } from '../mock-service/faults';

/** What an execution costs, and where it runs, as docs/operators/scale.md describes. All times are in milliseconds. */
export interface Model {
	/** How long an execution keeps busy the one process that takes its webhook, and its worker. */
	intakeMs: number;
	workerMs: number;
	/** How long it keeps busy a machine that all processes share; 0 where each has a machine of its own. */
	machineMs: number;
	/** How many requests it sends, and how long it keeps its place at the worker for their responses. */
	requests: number;
	heldMs: number;
	workers: number;
	/** How many executions a worker runs at the same time. */
	concurrency: number;
	/** What the service takes; `Infinity` for anything. */
	requestsPerSecond: number;
}

export const SECOND_MS = 1_000;
export const HOUR_MS = 3_600_000;

/** How much of a day comes in each of its hours: an eighth in the busiest one. */
const DAY = [1, 1, 1, 1, 1, 2, 3, 5, 9, 12, 10, 8, 6, 7, 7, 6, 5, 4, 3, 2, 2, 2, 1, 1].map((percent) => percent / 100);
export const BUSIEST_HOUR = Math.max(...DAY);

/** When so many executions of a day begin: at random moments of their hours, in milliseconds, in order. */
export function arrivals(count: number): Float64Array {
	const random = seededRandom(1);
	let [hour, sum] = [0, DAY[0]!];
	const times = Float64Array.from({ length: count }, (_, index) => {
		while (hour < 23 && (index + 0.5) / count > sum) sum += DAY[++hour]!;
		return (hour + random()) * HOUR_MS;
	});
	return times.sort();
}

/**
 * Sends executions through the process that takes webhooks, the workers and the service, each first come, first served.
 * @param begins when they begin, in milliseconds, in order
 */
export function simulate(begins: ArrayLike<number>, model: Model) {
	const { intakeMs, workerMs, machineMs, requests, heldMs, workers, concurrency, requestsPerSecond } = model;
	const count = begins.length;
	const [worked, ended] = [new Float64Array(count), new Float64Array(count)];
	let [intake, machine, service, running, longestWaitMs, mostConcurrent] = [0, 0, 0, 0, 0, 0];
	for (let index = 0; index < count; index++) {
		const begin = begins[index]!;
		intake = Math.max(begin, intake) + intakeMs;
		const start = Math.max(intake, ended[index - workers * concurrency] ?? 0);
		worked[index] = Math.max(start, worked[index - workers] ?? 0) + workerMs;
		machine = Math.max(begin, machine) + machineMs;
		const sent = Math.max(worked[index]!, machine, service);
		service = sent + (requests * SECOND_MS) / requestsPerSecond;
		ended[index] = sent + heldMs;
		while (ended[running]! <= start) running++;
		longestWaitMs = Math.max(longestWaitMs, sent - begin);
		mostConcurrent = Math.max(mostConcurrent, Math.ceil((index - running + 1) / workers));
	}
	return { longestWaitMs, mostConcurrent, endMs: ended[count - 1] ?? 0 };
}
