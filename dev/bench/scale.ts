import { seededRandom } from '../mock-service/faults';
import { rounded } from './measure';
import { table } from './report';

/** One run of executions that send gifts, as fast as n8n takes them. */
export interface Throughput {
	workers: number;
	executions: number;
	/** Those that n8n reports as failed. */
	failed: number;
	gifts: number;
	/** From the first call to the end of the last execution. */
	seconds: number;
	/** From the first call to the response to the last one. */
	acceptedSeconds: number;
	/** How many of the machine's processors were left by what else ran there. */
	freeProcessors: number;
	/** How long an execution keeps a processor busy, by process. */
	processorMs: Record<string, number>;
	/** Requests to the service for each execution. */
	requests: number;
	/** What the database grows by with each execution. */
	kilobytes: number;
}

/** Webhooks that start executions, which send one gift each. */
export interface Load {
	name: string;
	deliveries: number;
	acceptedSeconds: number;
	seconds: number;
	/** From the first attempt of a delivery to the creation. */
	longestWaitSeconds: number;
	executions: number;
	/** Those that n8n reports as failed: their workers were killed, or waited too long for the database. */
	failed: number;
	/** Those that n8n still reports as waiting for a worker or running when nothing happens any more. */
	open: number;
	gifts: number;
	/** People who got two. */
	twice: number;
}

/** What `npm run bench:queue` finds out. */
export interface Measured {
	date: string;
	machine: string;
	latencyMs: number;
	/** Of executions that send one gift each, with one worker first. */
	runs: Throughput[];
	/** Of executions that send many gifts each in one order batch, with one worker. */
	together: Throughput;
	/** Shares of a worker's busy time. */
	profile: Record<string, number>;
	loads: Load[];
	/** How many order batches became complete beside the loads, and how many the polling trigger started for. */
	polled?: { completed: number; started: number };
}

/** What an execution costs, and where it runs. All times are in milliseconds. */
export interface Model {
	/** How long an execution keeps the one process busy that takes its webhook. */
	intakeMs: number;
	/** How long it keeps its worker busy. */
	workerMs: number;
	/** Where all processes share a machine: how long an execution keeps all of them busy, and how many processors there are. */
	machine?: { totalMs: number; processors: number };
	/** How many requests an execution sends to the service, and how long one takes. */
	requests: number;
	latencyMs: number;
	/** How long an execution waits besides, which holds its place at the worker. */
	waitMs: number;
	workers: number;
	/** How many executions a worker runs at the same time. */
	concurrency: number;
	/** What the service takes; `Infinity` for anything. */
	requestsPerSecond: number;
}

/** What becomes of executions. All times are in milliseconds. */
export interface Outcome {
	/** From the arrival of an execution to its first request. */
	longestWaitMs: number;
	/** When the last one ends. */
	endMs: number;
	/** The most executions that one worker has at the same time. */
	mostConcurrent: number;
	/** The most requests in one second. */
	mostRequests: number;
}

const SECOND_MS = 1_000;
const HOUR_MS = 3_600_000;

/** How much of a day comes in each of its hours: an eighth in the busiest one. */
const DAY = [1, 1, 1, 1, 1, 2, 3, 5, 9, 12, 10, 8, 6, 7, 7, 6, 5, 4, 3, 2, 2, 2, 1, 1].map((percent) => percent / 100);

/** When so many executions of a day begin: at random moments of their hours, in milliseconds, in order. */
export function arrivals(count: number, seed: number): Float64Array {
	const random = seededRandom(seed);
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
export function simulate(begins: ArrayLike<number>, model: Model): Outcome {
	const { intakeMs, workerMs, machine, requests, latencyMs, waitMs, workers, concurrency, requestsPerSecond } = model;
	const places = workers * concurrency;
	const count = begins.length;
	const [worked, ended, sent] = [new Float64Array(count), new Float64Array(count), new Float64Array(count)];
	const machineMs = machine ? machine.totalMs / machine.processors : 0;
	const gapMs = (requests * SECOND_MS) / requestsPerSecond;
	let [intake, machineFree, serviceFree, running, inSecond] = [0, 0, 0, 0, 0];
	const outcome: Outcome = { longestWaitMs: 0, endMs: 0, mostConcurrent: 0, mostRequests: 0 };
	for (let index = 0; index < count; index++) {
		const begin = begins[index]!;
		intake = Math.max(begin, intake) + intakeMs;
		const start = Math.max(intake, ended[index - places] ?? 0);
		worked[index] = Math.max(start, worked[index - workers] ?? 0) + workerMs;
		machineFree = Math.max(begin, machineFree) + machineMs;
		sent[index] = Math.max(worked[index]!, machineFree, serviceFree);
		serviceFree = sent[index]! + gapMs;
		ended[index] = sent[index]! + requests * latencyMs + waitMs;
		while (ended[running]! <= start) running++;
		while (sent[inSecond]! <= sent[index]! - SECOND_MS) inSecond++;
		outcome.longestWaitMs = Math.max(outcome.longestWaitMs, sent[index]! - begin);
		outcome.mostConcurrent = Math.max(outcome.mostConcurrent, Math.ceil((index - running + 1) / workers));
		outcome.mostRequests = Math.max(outcome.mostRequests, (index - inSecond + 1) * requests);
	}
	outcome.endMs = ended[count - 1] ?? 0;
	return outcome;
}

/** The processes of a run whose work an execution needs. */
const INTAKE = 'webhook processor';
const WORKERS = 'workers';

const sumOf = (values: Record<string, number>) => Object.values(values).reduce((sum, value) => sum + value, 0);

/** How long an execution keeps a processor busy, in milliseconds by process: the mean of the runs. */
function meanMs({ runs }: Measured): Record<string, number> {
	const mean = (name: string) => runs.reduce((sum, { processorMs }) => sum + processorMs[name]!, 0) / runs.length;
	return Object.fromEntries(Object.keys(runs[0]!.processorMs).map((name) => [name, mean(name)]));
}

/** The model of executions that send one gift each. */
export function measuredModel(measured: Measured): Model {
	const busyMs = meanMs(measured);
	return {
		intakeMs: busyMs[INTAKE]!,
		workerMs: busyMs[WORKERS]!,
		requests: measured.runs[0]!.requests,
		latencyMs: measured.latencyMs,
		waitMs: 0,
		workers: 1,
		concurrency: 10,
		requestsPerSecond: Infinity,
	};
}

/** How many executions a second the model gives for a measured run, on the processors that it had. */
export function predicted(measured: Measured, run: Throughput): number {
	const machine = { totalMs: sumOf(meanMs(measured)), processors: run.freeProcessors };
	const model = { ...measuredModel(measured), workers: run.workers, machine };
	return (SECOND_MS * run.executions) / simulate(new Float64Array(run.executions), model).endMs;
}

/** How gifts come to executions. */
interface Shape {
	name: string;
	/** How many gifts an execution sends. */
	gifts: number;
	/** How many executions they take; 1 unless given. */
	executions?: number;
	/** The requests of one execution. */
	requests: number;
	waitMs?: number;
}

/** What a further recipient adds to an execution: to the work of its worker, in milliseconds, and to what n8n stores. */
function furtherRecipient({ runs, together }: Measured): { workerMs: number; kilobytes: number } {
	const [one] = runs as [Throughput];
	const further = together.gifts / together.executions - 1;
	return {
		workerMs: (together.processorMs[WORKERS]! - one.processorMs[WORKERS]!) / further,
		kilobytes: (together.kilobytes - one.kilobytes) / further,
	};
}

/** What the tables assume. */
export const ASSUMED = {
	latencyMs: 300,
	requestsPerSecond: 10,
	batch: 500,
	longestWaitSeconds: 60,
	pendingSeconds: 60,
	accountOrders: 100_000,
};
const { batch: BATCH, accountOrders: ACCOUNT_ORDERS } = ASSUMED;

/** How often Wait for Completion reads an order batch that is pending for so long. */
const READS_WHILE_PENDING = 5;
const ORDERS_PER_PAGE = 100;
const SEED = 1;

/** n8n's defaults: for how long and how many executions it keeps, and after how many hours one that is too many is gone. */
const PRUNING = { days: 14, count: 10_000, hours: 2.25 };
const BUSIEST_HOUR = Math.max(...DAY);

/** How many executions n8n keeps in the long run. */
export const keptExecutions = (perDay: number): number =>
	Math.min(perDay * PRUNING.days, Math.max(PRUNING.count, perDay * BUSIEST_HOUR * PRUNING.hours));

const EACH: Shape = { name: 'An execution for each gift', gifts: 1, requests: 2 };
const TOGETHER: Shape = { name: `An order batch for ${BATCH} people`, gifts: BATCH, requests: 2 };

/** What one execution of a shape costs, and how many there are. */
function costOf(giftsPerDay: number, { gifts, executions = 1, requests, waitMs = 0 }: Shape, measured: Measured) {
	const [base, recipient] = [measuredModel(measured), furtherRecipient(measured)];
	const workerMs = base.workerMs + ((gifts - 1) * recipient.workerMs) / executions;
	const kilobytes = measured.runs[0]!.kilobytes + ((gifts - 1) * recipient.kilobytes) / executions;
	const model: Model = { ...base, workerMs, requests, waitMs, latencyMs: ASSUMED.latencyMs };
	return { perDay: Math.ceil(giftsPerDay / gifts) * executions, kilobytes, model };
}

/** The share of its time for which a process, or the service, may be busy before a queue at it grows long. */
const BUSY = 0.9;

/**
 * What it takes to send so many gifts a day.
 * @returns `limit` is what no worker helps against; there is no outcome with one
 */
export function sizeOf(giftsPerDay: number, shape: Shape, measured: Measured) {
	const { perDay, kilobytes, model } = costOf(giftsPerDay, shape, measured);
	const perMs = (perDay * BUSIEST_HOUR) / HOUR_MS;
	const busy = {
		'the rate of the service': (perMs * model.requests * SECOND_MS) / ASSUMED.requestsPerSecond,
		'the one process that takes webhooks': perMs * model.intakeMs,
	};
	const limit = Object.entries(busy).find(([, share]) => share > BUSY)?.[0];
	const gigabytes = (keptExecutions(perDay) * kilobytes) / 1e6;
	if (limit) return { perDay, gigabytes, limit };
	const begins = arrivals(perDay, SEED);
	const outcomeWith = (workers: number) =>
		simulate(begins, { ...model, workers, concurrency: Infinity, requestsPerSecond: ASSUMED.requestsPerSecond });
	let workers = Math.max(1, Math.ceil(perMs * model.workerMs));
	let outcome = outcomeWith(workers);
	while (outcome.longestWaitMs > ASSUMED.longestWaitSeconds * SECOND_MS) outcome = outcomeWith(++workers);
	return { perDay, gigabytes, workers, outcome };
}

/** n8n warns of fewer. */
const LEAST_CONCURRENCY = 5;

function sizes(measured: Measured): string {
	const rows = [1_000, 100_000, 1_000_000].flatMap((gifts) =>
		[EACH, TOGETHER].map((shape) => {
			const { perDay, workers, limit, outcome, gigabytes } = sizeOf(gifts, shape, measured);
			const carried = !outcome
				? ['-', '-', `Too long: ${limit}`, '-']
				: [
						String(workers),
						String(Math.max(LEAST_CONCURRENCY, outcome.mostConcurrent)),
						`${rounded(outcome.longestWaitMs / SECOND_MS)} s`,
						String(outcome.mostRequests),
					];
			return [String(gifts), shape.name, String(perDay), ...carried, `${rounded(gigabytes)} GB`];
		}),
	);
	const head = ['Gifts a day', 'Shape', 'Executions a day', 'Workers', 'Concurrency', 'Longest wait'];
	return table([[...head, 'Most requests in a second', 'Database after a month'], ...rows]);
}

/** Shapes of workflows beside those that carry more. */
const SHAPES: Shape[] = [
	EACH,
	TOGETHER,
	{
		name: `${TOGETHER.name}, with Wait for Completion`,
		gifts: BATCH,
		requests: 2 + READS_WHILE_PENDING,
		waitMs: ASSUMED.pendingSeconds * SECOND_MS,
	},
	{ name: `${TOGETHER.name}, then a trigger`, gifts: BATCH, executions: 2, requests: 1.5 },
	{ name: `${EACH.name}, with Skip Gifted`, gifts: 1, requests: 3 + ACCOUNT_ORDERS / ORDERS_PER_PAGE },
	{ name: 'One execution a day, with Skip Gifted', gifts: 100_000, requests: 3 + ACCOUNT_ORDERS / ORDERS_PER_PAGE },
];

function shapes(measured: Measured): string {
	const hours = (ms: number) => `${rounded(ms / HOUR_MS)} h`;
	const rows = SHAPES.map((shape) => {
		const { perDay, kilobytes, model } = costOf(100_000, shape, measured);
		const { workerMs, requests, latencyMs, waitMs } = model;
		const held = workerMs + requests * latencyMs + waitMs;
		const stored = `${rounded((perDay * kilobytes) / 1_000)} MB`;
		return [
			shape.name,
			String(perDay),
			String(perDay * requests),
			hours(perDay * workerMs),
			hours(perDay * held),
			stored,
		];
	});
	const head = ['Shape', 'Executions', 'Requests', 'Work of workers', 'Places at workers held', 'Stored'];
	return table([head, ...rows]);
}

/** Measured runs, and what the model says of them. */
function comparison(measured: Measured): string {
	const rows = measured.runs.map((run) => {
		const [rate, model] = [run.executions / run.seconds, predicted(measured, run)];
		const difference = `${Math.round((100 * (model - rate)) / rate)} %`;
		const counts = [run.workers, run.executions, run.failed, run.gifts].map(String);
		return [...counts, rounded(run.freeProcessors), rounded(rate), rounded(model), difference];
	});
	const head = ['Workers', 'Executions', 'Failed', 'Gifts', 'Free processors', 'Executions a second', 'By the model'];
	return table([[...head, 'Difference'], ...rows]);
}

function loads({ loads: measured }: Measured): string {
	const rows = measured.map((load) => [
		load.name,
		...[load.deliveries, load.executions, load.failed, load.open, load.gifts, load.twice].map(String),
		`${rounded(load.longestWaitSeconds)} s`,
	]);
	const head = ['Webhooks', 'Delivered', 'Ended', 'Failed', 'Open', 'Gifts', 'Twice', 'Longest wait'];
	return table([head, ...rows]);
}

const busy = ({ runs }: Measured): string =>
	table([
		['Process', ...runs.map(({ workers }) => `${workers} worker${workers === 1 ? '' : 's'}`)],
		...Object.keys(runs[0]!.processorMs).map((name) => [
			name,
			...runs.map(({ processorMs }) => `${rounded(processorMs[name]!)} ms`),
		]),
	]);

function recipients(measured: Measured): string {
	const { executions, gifts } = measured.together;
	const { workerMs, kilobytes } = furtherRecipient(measured);
	return [
		`In ${executions} executions with ${gifts / executions} people each, a further recipient keeps the worker busy for`,
		`${rounded(workerMs)} ms, and n8n stores ${rounded(kilobytes)} kB for them.`,
	].join('\n');
}

const work = ({ profile }: Measured): string =>
	table([
		['Part of a worker', 'Share of its work'],
		...Object.entries(profile)
			.sort(([, a], [, b]) => b - a)
			.map(([name, share]) => [name, `${rounded(100 * share)} %`]),
	]);

/** The tables of docs/operators/scale.md. */
export function scaleTables(measured: Measured): string {
	const { date, machine, latencyMs, polled } = measured;
	return [
		'## Sizes',
		sizes(measured),
		'## Shapes of workflows',
		'What 100,000 gifts cost in a day:',
		shapes(measured),
		'## Measured',
		`On ${date}, with ${machine}. The service took ${latencyMs} ms for a response. Executions that send one gift each:`,
		comparison(measured),
		'How long an execution keeps a processor busy:',
		busy(measured),
		recipients(measured),
		'Whose code a worker runs, by V8:',
		work(measured),
		...(measured.loads.length > 0 ? ['Webhooks to the trigger with two workers:', loads(measured)] : []),
		...(polled
			? [`Meanwhile, a polling trigger started for ${polled.started} of ${polled.completed} order batches.`]
			: []),
	].join('\n\n');
}
