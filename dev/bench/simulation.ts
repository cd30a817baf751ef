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
/** What docs/operators/scale.md assumes: the busiest hour's share of a day, and for how much of it a worker may be busy. */
const ASSUMED = { busiestHour: 1 / 8, busyShare: 0.9, latencyMs: 300, requestsPerSecond: 10 };
/** n8n's defaults: for how long and how many executions it keeps, and after how many hours one that is too many is gone. */
const PRUNING = { days: 14, count: 10_000, hours: 2.25 };

const meanOf = (runs: Run[], valueOf: (run: Run) => number) => sumOf(runs.map(valueOf)) / runs.length;
const workerMsOf = (run: Run) => run.processorMs.workers;

/** How many executions a second the model gives for a measured run: as many as its workers and its machine manage. */
export function predicted({ runs, processors }: Measured, { workers }: Run): number {
	const machineMs = meanOf(runs, ({ processorMs }) => sumOf(Object.values(processorMs))) / processors;
	return 1_000 / Math.max(meanOf(runs, workerMsOf) / workers, machineMs);
}

/** What a further recipient adds to an execution: to the work of its worker, in milliseconds, and to what n8n stores. */
export function furtherRecipient({ runs: [one], together }: Measured) {
	const further = together.gifts / together.executions - 1;
	const added = (costOf: (run: Run) => number) => (costOf(together) - costOf(one!)) / further;
	return { workerMs: added(workerMsOf), kilobytes: added((run) => run.kilobytes) };
}

/** How many executions of a shape there are, and what one costs. */
export function costOf(giftsPerDay: number, shape: Shape, measured: Measured) {
	const { gifts, executions = 1, requests, waitMs = 0 } = shape;
	const recipient = furtherRecipient(measured);
	const further = (gifts - 1) / executions;
	return {
		perDay: Math.ceil(giftsPerDay / gifts) * executions,
		/** How long it keeps busy the one process that takes webhooks, and its worker. */
		intakeMs: meanOf(measured.runs, (run) => run.processorMs['webhook processor']),
		workerMs: meanOf(measured.runs, workerMsOf) + further * recipient.workerMs,
		requests,
		/** How long it keeps its place at the worker for the responses, and for completion. */
		heldMs: requests * ASSUMED.latencyMs + waitMs,
		kilobytes: measured.runs[0]!.kilobytes + further * recipient.kilobytes,
	};
}

/**
 * Sends executions through the process that takes webhooks, the workers and the service, each first come, first served.
 * @param begins when they begin, in milliseconds, in order
 */
function simulate(begins: Float64Array, workers: number, cost: ReturnType<typeof costOf>) {
	const [worked, ended] = [new Float64Array(begins.length), new Float64Array(begins.length)];
	let [intake, service, running, longestWaitMs, mostConcurrent] = [0, 0, 0, 0, 0];
	for (const [index, begin] of begins.entries()) {
		intake = Math.max(begin, intake) + cost.intakeMs;
		worked[index] = Math.max(intake, worked[index - workers] ?? 0) + cost.workerMs;
		const sent = Math.max(worked[index]!, service);
		service = sent + (cost.requests * 1_000) / ASSUMED.requestsPerSecond;
		ended[index] = sent + cost.heldMs;
		while (ended[running]! <= intake) running++;
		longestWaitMs = Math.max(longestWaitMs, sent - begin);
		mostConcurrent = Math.max(mostConcurrent, Math.ceil((index - running + 1) / workers));
	}
	return { longestWaitMs, mostConcurrent };
}

/** What it takes to send so many gifts a day. */
export function sizeOf(giftsPerDay: number, shape: Shape, measured: Measured) {
	const cost = costOf(giftsPerDay, shape, measured);
	const inHour = cost.perDay * ASSUMED.busiestHour;
	const kept = Math.min(cost.perDay * PRUNING.days, Math.max(PRUNING.count, inHour * PRUNING.hours));
	const workers = Math.ceil((inHour * cost.workerMs) / HOUR_MS / ASSUMED.busyShare);
	const random = seededRandom(1);
	const begins = Float64Array.from({ length: Math.ceil(inHour) }, () => random() * HOUR_MS).sort();
	const gigabytes = (kept * cost.kilobytes) / 1e6;
	return { perDay: cost.perDay, gigabytes, workers, ...simulate(begins, workers, cost) };
}
