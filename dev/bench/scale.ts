import { PERSONAL, rounded, table } from './harness';
import { costOf, furtherRecipient, HOUR_MS, predicted, sizeOf, type Measured, type Shape } from './simulation';

const EACH: Shape = { name: 'An execution for each gift', gifts: 1, requests: 2 };
const TOGETHER: Shape = { name: 'An order batch for 500 people', gifts: 500, requests: 2 };
/** An order batch is pending for a minute, and is read five times. */
const WITH_WAIT = { requests: 7, waitMs: 60_000 };
/** The account has 100,000 orders, which take 1,000 requests. */
const WITH_SKIP_GIFTED = { requests: 1_003 };
/** n8n warns of fewer. */
const LEAST_CONCURRENCY = 5;
const SHAPES: Shape[] = [
	EACH,
	TOGETHER,
	{ ...TOGETHER, name: `${TOGETHER.name}, with Wait for Completion`, ...WITH_WAIT },
	{ ...TOGETHER, name: `${TOGETHER.name}, then a trigger`, executions: 2, requests: 1.5 },
	{ ...EACH, name: `${EACH.name}, with Skip Gifted`, ...WITH_SKIP_GIFTED },
	{ name: 'One execution a day, with Skip Gifted', gifts: 100_000, ...WITH_SKIP_GIFTED },
];

const sizes = (measured: Measured) =>
	[1_000, 100_000, 1_000_000].flatMap((gifts) =>
		[EACH, TOGETHER].map((shape) => {
			const { perDay, workers = '-', limit, outcome, gigabytes } = sizeOf(gifts, shape, measured);
			const concurrency = outcome ? Math.max(LEAST_CONCURRENCY, outcome.mostConcurrent) : '-';
			const wait = outcome ? `${rounded(outcome.longestWaitMs / 1_000)} s` : `Too long: ${limit}`;
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

const busyTimes = ({ runs, together }: Measured) =>
	Object.keys(together.processorMs).map((name) => [
		name,
		...runs.map(({ processorMs }) => `${rounded(processorMs[name as keyof typeof processorMs])} ms`),
	]);

/**
 * The tables of docs/operators/scale.md.
 * @param benchmarks the page of benchmarks, which says what personal messages cost
 */
export function scaleTables(measured: Measured, benchmarks: string): string {
	const { date, machine, latencyMs, runs, together } = measured;
	const { workerMs, kilobytes } = furtherRecipient(measured);
	const [, personal = ''] = benchmarks.split(`## ${PERSONAL}\n`);
	const [, costs, results] = personal.split('\n## ')[0]!.trim().split('\n\n');
	const sizeHead = ['Gifts a day', 'Shape', 'Executions a day', 'Workers', 'Concurrency', 'Longest wait'];
	const shapeHead = ['Shape', 'Executions', 'Requests', 'Work of workers', 'Places at workers held', 'Stored'];
	const runHead = ['Workers', 'Executions', 'Failed', 'Gifts', 'Executions a second', 'By the model', 'Difference'];
	const workers = runs.map((run) => (run.workers === 1 ? '1 worker' : `${run.workers} workers`));
	return [
		'## Personal messages',
		'What [one execution](benchmarks.md#personal-messages-by-their-number) costs, with a fast service:',
		costs,
		results,
		'## Sizes',
		table([...sizeHead, 'Database after a month'], sizes(measured)),
		'## Shapes of workflows',
		'What 100,000 gifts cost in a day:',
		table(shapeHead, shapes(measured)),
		'## Measured',
		`On ${date}, with ${machine}. The service took ${latencyMs} ms for a response. Executions that send one gift each:`,
		table(runHead, comparison(measured)),
		'How long an execution keeps a processor busy:',
		table(['Process', ...workers], busyTimes(measured)),
		`In ${together.executions} executions with ${together.gifts / together.executions} people each, a further recipient keeps ` +
			`the worker busy for ${rounded(workerMs)} ms, and n8n stores ${rounded(kilobytes)} kB for them.`,
	].join('\n\n');
}
