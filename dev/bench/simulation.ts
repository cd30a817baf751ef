import { seededRandom } from '../mock-service/faults';
import { sumOf } from './harness';
import type measuredInQueueMode from './queueMode.json';

/** What `npm run bench -- queue` finds out: `runs` send one gift with each execution, and `together` many, with one worker. */
export type Measured = typeof measuredInQueueMode;
/** Executions that send gifts, as fast as n8n takes them. Times, requests and kilobytes are those of one execution. */
export type Run = Measured['together'];

/** How gifts come to executions: how many gifts `executions` of them send, 1 unless given, with so many requests each. */
export interface Shape {
	name: string;
	gifts: number;
	executions?: number;
	requests: number;
	waitMs?: number;
}

export const HOUR_MS = 3_600_000;
/** What the sizes assume. */
const ASSUMED = { latencyMs: 300, requestsPerSecond: 10, longestWaitMs: 60_000 };
/** How much of a day comes in each of its hours: an eighth in the busiest one. */
const DAY = [1, 1, 1, 1, 1, 2, 3, 5, 9, 12, 10, 8, 6, 7, 7, 6, 5, 4, 3, 2, 2, 2, 1, 1].map((percent) => percent / 100);
const BUSIEST_HOUR = Math.max(...DAY);
/** n8n's defaults: for how long and how many executions it keeps, and after how many hours one that is too many is gone. */
const PRUNING = { days: 14, count: 10_000, hours: 2.25 };
/** The share of its time for which a process, or the service, may be busy before a queue at it grows long. */
const BUSY = 0.9;

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
 * What an execution that sends one gift costs, by the mean of the runs, and where it runs, as docs/operators/scale.md
 * describes. All times are in milliseconds.
 */
export function measuredModel({ runs, processors, latencyMs }: Measured) {
	const mean = (valueOf: (run: Run) => number) => sumOf(runs.map(valueOf)) / runs.length;
	const requests = mean((run) => run.requests);
	return {
		/** How long it keeps busy the process that takes webhooks, its worker, and the machine that all processes share. */
		intakeMs: mean(({ processorMs }) => processorMs['webhook processor']),
		workerMs: mean(({ processorMs }) => processorMs.workers),
		machineMs: mean(({ processorMs }) => sumOf(Object.values(processorMs))) / processors,
		requests,
		/** How long it keeps its place at the worker for the responses. */
		heldMs: requests * latencyMs,
		workers: 1,
		/** How many executions a worker runs at the same time. */
		concurrency: 10,
		/** What the service takes. */
		requestsPerSecond: Infinity,
	};
}
export type Model = ReturnType<typeof measuredModel>;

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
		service = sent + (requests * 1_000) / requestsPerSecond;
		ended[index] = sent + heldMs;
		while (ended[running]! <= start) running++;
		longestWaitMs = Math.max(longestWaitMs, sent - begin);
		mostConcurrent = Math.max(mostConcurrent, Math.ceil((index - running + 1) / workers));
	}
	return { longestWaitMs, mostConcurrent, endMs: ended[count - 1] ?? 0 };
}

/** How many executions a second the model gives for a measured run. */
export function predicted(measured: Measured, { workers, executions }: Run): number {
	const { endMs } = simulate(new Float64Array(executions), { ...measuredModel(measured), workers });
	return (1_000 * executions) / endMs;
}

/** What a further recipient adds to an execution: to the work of its worker, in milliseconds, and to what n8n stores. */
export function furtherRecipient({ runs: [one], together }: Measured) {
	const further = together.gifts / together.executions - 1;
	const added = (costOf: (run: Run) => number) => (costOf(together) - costOf(one!)) / further;
	return { workerMs: added((run) => run.processorMs.workers), kilobytes: added((run) => run.kilobytes) };
}

/** What one execution of a shape costs, with machines of their own, and how many there are. */
export function costOf(
	giftsPerDay: number,
	{ gifts, executions = 1, requests, waitMs = 0 }: Shape,
	measured: Measured,
) {
	const [base, recipient] = [measuredModel(measured), furtherRecipient(measured)];
	const further = (gifts - 1) / executions;
	const workerMs = base.workerMs + further * recipient.workerMs;
	const kilobytes = measured.runs[0]!.kilobytes + further * recipient.kilobytes;
	const heldMs = requests * ASSUMED.latencyMs + waitMs;
	const model = { ...base, workerMs, machineMs: 0, requests, heldMs, concurrency: Infinity };
	return { perDay: Math.ceil(giftsPerDay / gifts) * executions, kilobytes, model };
}

/** How many executions n8n keeps in the long run. */
export const keptExecutions = (perDay: number): number =>
	Math.min(perDay * PRUNING.days, Math.max(PRUNING.count, perDay * BUSIEST_HOUR * PRUNING.hours));

/**
 * What it takes to send so many gifts a day.
 * @returns `limit` is what no worker helps against; there is no outcome with one
 */
export function sizeOf(giftsPerDay: number, shape: Shape, measured: Measured) {
	const { perDay, kilobytes, model } = costOf(giftsPerDay, shape, measured);
	const perMs = (perDay * BUSIEST_HOUR) / HOUR_MS;
	const busy = {
		'the rate of the service': (perMs * model.requests * 1_000) / ASSUMED.requestsPerSecond,
		'the one process that takes webhooks': perMs * model.intakeMs,
	};
	const limit = Object.entries(busy).find(([, share]) => share > BUSY)?.[0];
	const gigabytes = (keptExecutions(perDay) * kilobytes) / 1e6;
	if (limit) return { perDay, gigabytes, limit };
	const begins = arrivals(perDay);
	for (let workers = Math.max(1, Math.ceil(perMs * model.workerMs)); ; workers++) {
		const outcome = simulate(begins, { ...model, workers, requestsPerSecond: ASSUMED.requestsPerSecond });
		if (outcome.longestWaitMs <= ASSUMED.longestWaitMs) return { perDay, gigabytes, workers, outcome };
	}
}
