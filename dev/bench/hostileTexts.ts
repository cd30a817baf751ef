import { HOSTILE_TEXTS, PLACES } from '../harness/hostileTexts';
import { rounded } from './measure';
import type { Result } from './report';

const LENGTH = 1e6;
const RUNS = 3;

/** The shortest of a few runs, in milliseconds. */
function shortest(work: () => unknown): number {
	const times = Array.from({ length: RUNS }, () => {
		const start = performance.now();
		work();
		return performance.now() - start;
	});
	return Math.min(...times);
}

/** How long texts take that strangers may write, wherever they reach the package. */
export async function hostileTexts(): Promise<Result> {
	const places = Object.entries(PLACES);
	const costs = Object.entries(HOSTILE_TEXTS).map(([what, make]) => {
		const text = make(LENGTH);
		const json = JSON.stringify(text);
		return {
			what,
			parsing: shortest(() => JSON.parse(json)),
			times: places.map(([, read]) => shortest(() => read(text))),
		};
	});
	return {
		title: 'Hostile texts',
		method:
			'The time for 1 MB of each text in every field of each place, without n8n and the service, in milliseconds, beside that ' +
			'of `JSON.parse` of the text. A person has ten fields, and is read for two send methods.',
		rows: [],
		table: [
			['1 MB of', 'JSON.parse', ...places.map(([place]) => place)],
			...costs.map(({ what, parsing, times }) => [what, ...[parsing, ...times].map(rounded)]),
		],
		verdicts: [
			{
				label: 'seconds for the text and the place that take longest',
				value: Math.max(...costs.flatMap(({ times }) => times)) / 1e3,
				atMost: 0.3,
			},
		],
	};
}
