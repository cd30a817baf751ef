import { rounded, table } from './harness';
import { costOf, furtherRecipient, HOUR_MS, predicted, sizeOf, type Measured, type Shape } from './simulation';

const EACH: Shape = { name: 'An execution for each gift', gifts: 1, requests: 2 };
const TOGETHER: Shape = { name: 'An order batch for 500 people', gifts: 500, requests: 2 };
/** The account has 100,000 orders, which take 1,000 requests. */
const WITH_SKIP_GIFTED = { requests: 1_003 };
const SHAPES: Shape[] = [
	EACH,
	TOGETHER,
	// It is pending for a minute, and is read five times.
	{ ...TOGETHER, name: `${TOGETHER.name}, with Wait for Completion`, requests: 7, waitMs: 60_000 },
	{ ...TOGETHER, name: `${TOGETHER.name}, then a trigger`, executions: 2, requests: 1.5 },
	{ ...EACH, name: `${EACH.name}, with Skip Gifted`, ...WITH_SKIP_GIFTED },
	{ name: 'One execution a day, with Skip Gifted', gifts: 100_000, ...WITH_SKIP_GIFTED },
];

const sizes = (measured: Measured) =>
	[1_000, 100_000, 1_000_000].flatMap((gifts) =>
		[EACH, TOGETHER].map((shape) => {
			const { perDay, workers, mostConcurrent, longestWaitMs, gigabytes } = sizeOf(gifts, shape, measured);
			// n8n warns of less.
			const concurrency = Math.max(5, mostConcurrent);
			// Workers are not always busy, so whoever waits for more than a minute waits for the service.
			const found =
				longestWaitMs > 60_000
					? ['-', '-', 'Too long: the rate of the service']
					: [workers, concurrency, `${rounded(longestWaitMs / 1_000)} s`];
			return [gifts, shape.name, perDay, ...found, `${rounded(gigabytes)} GB`];
		}),
	);

const hours = (ms: number) => `${rounded(ms / HOUR_MS)} h`;

const shapes = (measured: Measured) =>
	SHAPES.map((shape) => {
		const { perDay, workerMs, heldMs, requests, kilobytes } = costOf(100_000, shape, measured);
		const stored = `${rounded((perDay * kilobytes) / 1_000)} MB`;
		const [work, held] = [hours(perDay * workerMs), hours(perDay * (workerMs + heldMs))];
		return [shape.name, perDay, perDay * requests, work, held, stored];
	});

/** Measured runs, and what the model says of them. */
const comparison = (measured: Measured) =>
	measured.runs.map((run) => {
		const [rate, model] = [run.executions / run.seconds, predicted(measured, run)];
		const difference = `${Math.round((100 * (model - rate)) / rate)} %`;
		return [run.workers, run.executions, run.failed, run.gifts, rounded(rate), rounded(model), difference];
	});

/** The tables of docs/operators/scale.md. */
export function scaleTables(measured: Measured): string {
	const { date, machine, latencyMs, runs, together } = measured;
	const { workerMs, kilobytes } = furtherRecipient(measured);
	const busy = runs.map((run) => [run.workers, ...Object.values(run.processorMs).map((ms) => `${rounded(ms)} ms`)]);
	const sizeHead = ['Gifts a day', 'Shape', 'Executions a day', 'Workers', 'Concurrency', 'Longest wait'];
	const shapeHead = ['Shape', 'Executions', 'Requests', 'Work of workers', 'Places at workers held', 'Stored'];
	const runHead = ['Workers', 'Executions', 'Failed', 'Gifts', 'Executions a second', 'By the model', 'Difference'];
	return [
		'## Sizes',
		table([...sizeHead, 'Database after a month'], sizes(measured)),
		'## Shapes of workflows',
		'What 100,000 gifts cost in a day:',
		table(shapeHead, shapes(measured)),
		'## Measured',
		`On ${date}, with ${machine}. The service took ${latencyMs} ms for a response. Executions that send one gift each:`,
		table(runHead, comparison(measured)),
		'How long an execution keeps a processor busy:',
		table(['Workers', ...Object.keys(together.processorMs)], busy),
		`In ${together.executions} executions with ${together.gifts / together.executions} people each, a further recipient keeps ` +
			`the worker busy for ${rounded(workerMs)} ms, and n8n stores ${rounded(kilobytes)} kB for them.`,
	].join('\n\n');
}
