import { rounded, type Samples } from './measure';

/** One line of a result: what was measured, and in which unit. */
export interface Row {
	label: string;
	samples: Samples;
	unit: string;
}

/** A ratio, exponent or size of one run, and its target. */
export interface Verdict {
	label: string;
	value: number;
	atLeast?: number;
	atMost?: number;
}

/** What one benchmark found out. */
export interface Result {
	title: string;
	/** How it was measured, in sentences. */
	method: string;
	rows: Row[];
	/** Shown in place of the rows: the names of columns, and their cells. */
	table?: [string[], ...string[][]];
	verdicts: Verdict[];
}

/** Where and with what the benchmarks ran. */
export interface Circumstances {
	date: string;
	machine: string;
	versions: string;
}

export const isMet = ({ value, atLeast = -Infinity, atMost = Infinity }: Verdict): boolean =>
	value >= atLeast && value <= atMost;

export const table = ([head, ...rows]: [string[], ...string[][]]): string =>
	[head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

const targetOf = ({ atLeast, atMost }: Verdict) =>
	atLeast === undefined ? `at most ${atMost}` : `at least ${atLeast}`;

/** The medians as bars, drawn by GitHub, if all rows have one unit. */
function chart(rows: Row[]): string[] {
	const [unit, other] = new Set(rows.map((row) => row.unit));
	if (!unit || other !== undefined) return [];
	const labels = rows.map(({ label }) => JSON.stringify(label)).join(', ');
	const medians = rows.map(({ samples }) => samples.median);
	const longest = Math.ceil(Math.max(...medians));
	return [
		`\`\`\`mermaid\nxychart-beta horizontal\n  x-axis [${labels}]\n  y-axis ${JSON.stringify(unit)} 0 --> ${longest}\n  bar [${medians.map(rounded).join(', ')}]\n\`\`\``,
	];
}

export function section({ title, method, rows, table: own, verdicts }: Result): string {
	const measured = rows.map(({ label, samples: { median, min, max, count }, unit }) => [
		label,
		`${rounded(median)} ${unit}`,
		`${rounded(min)} to ${rounded(max)}`,
		String(count),
	]);
	const judged = verdicts.map((verdict) => [
		verdict.label,
		rounded(verdict.value),
		targetOf(verdict),
		isMet(verdict) ? 'yes' : '**no**',
	]);
	return [
		`## ${title}`,
		method,
		...chart(rows),
		table(own ?? [['Measured', 'Median', 'Spread', 'Runs'], ...measured]),
		table([['Result', 'Value', 'Target', 'Met'], ...judged]),
	].join('\n\n');
}

/** The page of the results, in Markdown. */
export function toMarkdown(results: Result[], { date, machine, versions }: Circumstances): string {
	return `${[
		'# Benchmarks',
		'`npm run bench` writes this page. It measures everything in one run of real n8n, with the alternatives in turn, against the ' +
			'mock service with 20 ms of latency. Compare the ratios: the times depend on the machine.',
		`Run on ${date}, ${machine}. ${versions}.`,
		...results.map(section),
	].join('\n\n')}\n`;
}
