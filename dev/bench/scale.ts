import { rounded, table } from './harness';
import { arrivals, BUSIEST_HOUR, HOUR_MS, SECOND_MS, simulate, type Model } from './simulation';

/** Executions that send gifts, as fast as n8n takes them. Times, requests and kilobytes are those of one execution. */
export interface Run {
	workers: number;
	executions: number;
	failed: number;
	gifts: number;
	seconds: number;
	/** How long it keeps processors busy, by process. */
	processorMs: Record<string, number>;
	requests: number;
	kilobytes: number;
}

/** What `npm run bench -- queue` finds out: `runs` send one gift with each execution, and `together` many, with one worker. */
export interface Measured {
	date: string;
	machine: string;
	processors: number;
	latencyMs: number;
	runs: Run[];
	together: Run;
}

/** The processes of a run whose work an execution needs. */
const INTAKE = 'webhook processor';
const WORKERS = 'workers';

export const sumOf = (values: number[]) => values.reduce((sum, value) => sum + value, 0);

/** The model of executions that send one gift each, with the mean of the runs. `machineMs` is for the machine of the runs. */
export function measuredModel({ runs, processors, latencyMs }: Measured): Model {
	const mean = (valueOf: (run: Run) => number) => sumOf(runs.map(valueOf)) / runs.length;
	const requests = mean((run) => run.requests);
	return {
		intakeMs: mean(({ processorMs }) => processorMs[INTAKE]!),
		workerMs: mean(({ processorMs }) => processorMs[WORKERS]!),
		machineMs: mean(({ processorMs }) => sumOf(Object.values(processorMs))) / processors,
		requests,
		heldMs: requests * latencyMs,
		workers: 1,
		concurrency: 10,
		requestsPerSecond: Infinity,
	};
}

/** How many executions a second the model gives for a measured run. */
export function predicted(measured: Measured, { workers, executions }: Run): number {
	const { endMs } = simulate(new Float64Array(executions), { ...measuredModel(measured), workers });
	return (SECOND_MS * executions) / endMs;
}

/** What the tables assume. */
const ASSUMED = { latencyMs: 300, requestsPerSecond: 10, longestWaitMs: 60_000, batch: 500, pendingMs: 60_000 };
/** What Skip Gifted reads of an account of 100,000 orders. */
const SKIP_GIFTED_REQUESTS = 1_000;
/** How often Wait for Completion reads an order batch that is pending for so long. */
const READS_WHILE_PENDING = 5;
/** n8n's defaults: for how long and how many executions it keeps, and after how many hours one that is too many is gone. */
const PRUNING = { days: 14, count: 10_000, hours: 2.25 };
/** The share of its time for which a process, or the service, may be busy before a queue at it grows long. */
const BUSY = 0.9;
/** n8n warns of fewer. */
const LEAST_CONCURRENCY = 5;

/** How gifts come to executions: how many gifts `executions` of them send, 1 unless given, with so many requests each. */
interface Shape {
	name: string;
	gifts: number;
	executions?: number;
	requests: number;
	waitMs?: number;
}

const EACH: Shape = { name: 'An execution for each gift', gifts: 1, requests: 2 };
const TOGETHER: Shape = { name: `An order batch for ${ASSUMED.batch} people`, gifts: ASSUMED.batch, requests: 2 };
const WITH_WAIT = { requests: 2 + READS_WHILE_PENDING, waitMs: ASSUMED.pendingMs };
const WITH_SKIP_GIFTED = { requests: 3 + SKIP_GIFTED_REQUESTS };
const SHAPES: Shape[] = [
	EACH,
	TOGETHER,
	{ ...TOGETHER, name: `${TOGETHER.name}, with Wait for Completion`, ...WITH_WAIT },
	{ ...TOGETHER, name: `${TOGETHER.name}, then a trigger`, executions: 2, requests: 1.5 },
	{ ...EACH, name: `${EACH.name}, with Skip Gifted`, ...WITH_SKIP_GIFTED },
	{ name: 'One execution a day, with Skip Gifted', gifts: 100_000, ...WITH_SKIP_GIFTED },
];

/** How many executions n8n keeps in the long run. */
export const keptExecutions = (perDay: number): number =>
	Math.min(perDay * PRUNING.days, Math.max(PRUNING.count, perDay * BUSIEST_HOUR * PRUNING.hours));

/** What a further recipient adds to an execution: to the work of its worker, in milliseconds, and to what n8n stores. */
function furtherRecipient({ runs: [one], together }: Measured): { workerMs: number; kilobytes: number } {
	const further = together.gifts / together.executions - 1;
	return {
		workerMs: (together.processorMs[WORKERS]! - one!.processorMs[WORKERS]!) / further,
		kilobytes: (together.kilobytes - one!.kilobytes) / further,
	};
}

/** What one execution of a shape costs, with machines of their own, and how many there are. */
function costOf(giftsPerDay: number, { gifts, executions = 1, requests, waitMs = 0 }: Shape, measured: Measured) {
	const [base, recipient] = [measuredModel(measured), furtherRecipient(measured)];
	const workerMs = base.workerMs + ((gifts - 1) * recipient.workerMs) / executions;
	const kilobytes = measured.runs[0]!.kilobytes + ((gifts - 1) * recipient.kilobytes) / executions;
	const heldMs = requests * ASSUMED.latencyMs + waitMs;
	const { requestsPerSecond } = ASSUMED;
	const model: Model = { ...base, workerMs, machineMs: 0, requests, heldMs, concurrency: Infinity, requestsPerSecond };
	return { perDay: Math.ceil(giftsPerDay / gifts) * executions, kilobytes, model };
}

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
	const begins = arrivals(perDay);
	for (let workers = Math.max(1, Math.ceil(perMs * model.workerMs)); ; workers++) {
		const outcome = simulate(begins, { ...model, workers });
		if (outcome.longestWaitMs <= ASSUMED.longestWaitMs) return { perDay, gigabytes, workers, outcome };
	}
}

const sizes = (measured: Measured) =>
	[1_000, 100_000, 1_000_000].flatMap((gifts) =>
		[EACH, TOGETHER].map((shape) => {
			const { perDay, workers = '-', limit, outcome, gigabytes } = sizeOf(gifts, shape, measured);
			const concurrency = outcome ? Math.max(LEAST_CONCURRENCY, outcome.mostConcurrent) : '-';
			const wait = outcome ? `${rounded(outcome.longestWaitMs / SECOND_MS)} s` : `Too long: ${limit}`;
			return [gifts, shape.name, perDay, workers, concurrency, wait, `${rounded(gigabytes)} GB`];
		}),
	);

const hours = (ms: number) => `${rounded(ms / HOUR_MS)} h`;

const shapes = (measured: Measured) =>
	SHAPES.map((shape) => {
		const { perDay, kilobytes, model } = costOf(100_000, shape, measured);
		const held = perDay * (model.workerMs + model.heldMs);
		const stored = `${rounded((perDay * kilobytes) / 1_000)} MB`;
		return [shape.name, perDay, perDay * model.requests, hours(perDay * model.workerMs), hours(held), stored];
	});

/** Measured runs, and what the model says of them. */
const comparison = (measured: Measured) =>
	measured.runs.map((run) => {
		const [rate, model] = [run.executions / run.seconds, predicted(measured, run)];
		const difference = `${Math.round((100 * (model - rate)) / rate)} %`;
		return [run.workers, run.executions, run.failed, run.gifts, rounded(rate), rounded(model), difference];
	});

const busyTimes = ({ runs }: Measured) =>
	Object.keys(runs[0]!.processorMs).map((name) => [
		name,
		...runs.map(({ processorMs }) => `${rounded(processorMs[name]!)} ms`),
	]);

/** The tables of docs/operators/scale.md. */
export function scaleTables(measured: Measured): string {
	const { date, machine, latencyMs, runs, together } = measured;
	const { workerMs, kilobytes } = furtherRecipient(measured);
	const tableOf = (head: string[], rows: Array<Array<string | number>>) =>
		table([head, ...rows.map((row) => row.map(String))]);
	const sizeHead = ['Gifts a day', 'Shape', 'Executions a day', 'Workers', 'Concurrency', 'Longest wait'];
	const shapeHead = ['Shape', 'Executions', 'Requests', 'Work of workers', 'Places at workers held', 'Stored'];
	const runHead = ['Workers', 'Executions', 'Failed', 'Gifts', 'Executions a second', 'By the model', 'Difference'];
	return [
		'## Sizes',
		tableOf([...sizeHead, 'Database after a month'], sizes(measured)),
		'## Shapes of workflows',
		'What 100,000 gifts cost in a day:',
		tableOf(shapeHead, shapes(measured)),
		'## Measured',
		`On ${date}, with ${machine}. The service took ${latencyMs} ms for a response. Executions that send one gift each:`,
		tableOf(runHead, comparison(measured)),
		'How long an execution keeps a processor busy:',
		tableOf(
			['Process', ...runs.map(({ workers }) => (workers === 1 ? '1 worker' : `${workers} workers`))],
			busyTimes(measured),
		),
		`In ${together.executions} executions with ${together.gifts / together.executions} people each, a further recipient keeps ` +
			`the worker busy for ${rounded(workerMs)} ms, and n8n stores ${rounded(kilobytes)} kB for them.`,
	].join('\n\n');
}
