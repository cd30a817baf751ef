import { cpus } from 'node:os';

/** What one run costs, by what is reported, such as `ms`. */
export type Cost = Record<string, number>;

/** A ratio, exponent or size, and its target. */
export type Verdict = [label: string, value: number, bound: 'at least' | 'at most', target: number];

/** One row of the table of measurements. */
export interface Measurement {
	title: string;
	/** How it is measured, in sentences. */
	method: string;
	/** What varies, and how one run of it is made. */
	variants: Record<string, () => Promise<Cost>>;
	/** How often each variant runs. Without it, 5 times after a round that warms up and is not counted. */
	runs?: number;
	/** Comes before each round of the variants. */
	begin?: () => Promise<void>;
	/** @param of what a variant cost, in all its runs */
	verdicts: (of: (variant: string, what: string) => number[]) => Verdict[];
	/** Comes at the end, also after a failure. */
	end?: () => Promise<void>;
}

/** The day and the machine as pages name them. */
export const today = () => new Date().toISOString().slice(0, 10);
export const MACHINE = `${cpus().length} cores of ${cpus()[0]?.model}`;

/** A number as pages show it: three digits, and all those before the point. */
export const rounded = (value: number) => (Math.abs(value) >= 100 ? value.toFixed(0) : value.toPrecision(3));

export const table = (head: string[], rows: Array<Array<string | number>>): string =>
	[head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

export const sumOf = (values: number[]) => values.reduce((sum, value) => sum + value, 0);

/** The middle one; of an even number, the upper one of both. */
export const median = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;

/**
 * Runs the variants in turn, so that what else the machine does disturbs all of them alike.
 * @returns the section of the page, in Markdown, and the targets that were missed
 */
export async function measure({ title, method, variants, runs, begin, verdicts, end }: Measurement) {
	const costs: Record<string, Cost[]> = {};
	try {
		for (let round = runs ? 1 : 0; round <= (runs ?? 5); round++) {
			await begin?.();
			for (const [variant, run] of Object.entries(variants)) {
				const cost = await run();
				if (round > 0) (costs[variant] ??= []).push(cost);
			}
		}
	} finally {
		await end?.();
	}
	const of = (variant: string, what: string) => costs[variant]!.map((cost) => cost[what]!);
	const range = (values: number[]) => `(${rounded(Math.min(...values))} to ${rounded(Math.max(...values))})`;
	const cell = (values: number[]) => rounded(median(values)) + (values.length > 1 ? ` ${range(values)}` : '');
	const whats = Object.keys(Object.values(costs)[0]![0]!);
	const rows = Object.keys(costs).map((variant) => [variant, ...whats.map((what) => cell(of(variant, what)))]);
	const judged = verdicts(of).map(([label, value, bound, target]) => {
		const isMet = bound === 'at least' ? value >= target : value <= target;
		return [label, rounded(value), `${bound} ${target}`, isMet ? 'yes' : '**no**'];
	});
	const tables = [table(['Measured', ...whats], rows), table(['Result', 'Value', 'Target', 'Met'], judged)];
	const missed = judged.filter(([, , , met]) => met !== 'yes').map((row) => row.slice(0, 3).join(', '));
	return { text: [`## ${title}`, method, ...tables].join('\n\n'), missed };
}
