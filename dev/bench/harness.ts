/** What one run costs, by what is reported, such as `ms`. */
export type Cost = Record<string, number>;

/** A ratio, exponent or size, and its target. */
export interface Verdict {
	label: string;
	value: number;
	atLeast?: number;
	atMost?: number;
}

/** One row of the table of measurements. */
export interface Measurement {
	title: string;
	/** How it is measured, in sentences. */
	method: string;
	/** What varies, and how one run of it is made. */
	variants: Record<string, () => Promise<Cost>>;
	/** How often each variant runs; 5 unless given. */
	runs?: number;
	/** Comes before each round of the variants. Without it, one round more comes first, to warm up, and is not counted. */
	begin?: () => Promise<void>;
	/** @param of what a variant cost, in all its runs */
	verdicts: (of: (variant: string, what: string) => number[]) => Verdict[];
	/** Comes at the end, also after a failure. */
	end?: () => Promise<void>;
}

/** What a measurement found out: the section of the page, in Markdown, and the targets that it missed. */
export interface Result {
	text: string;
	missed: Verdict[];
}

/** A number as pages show it: three digits, and all those before the point. */
export const rounded = (value: number) => (Math.abs(value) >= 100 ? value.toFixed(0) : value.toPrecision(3));

export const table = ([head, ...rows]: [string[], ...string[][]]): string =>
	[head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

/** The middle one of an odd number of values. */
export const median = (values: number[]): number => [...values].sort((a, b) => a - b)[(values.length - 1) / 2] ?? NaN;

/** The exponent `b` of the power law `y = a * x ** b` that fits the points best: 0 is constant, 1 is linear. */
export function exponentOf(points: Array<{ x: number; y: number }>): number {
	const logs = points.map(({ x, y }) => ({ x: Math.log(x), y: Math.log(y) }));
	const mean = (axis: 'x' | 'y') => logs.reduce((sum, point) => sum + point[axis], 0) / logs.length;
	const [meanX, meanY] = [mean('x'), mean('y')];
	const covariance = logs.reduce((sum, { x, y }) => sum + (x - meanX) * (y - meanY), 0);
	return covariance / logs.reduce((sum, { x }) => sum + (x - meanX) ** 2, 0);
}

/** Runs the variants in turn, so that what else the machine does disturbs all of them alike. */
export async function measure(measurement: Measurement): Promise<Result> {
	const { variants, runs = 5, begin, end } = measurement;
	const costs: Record<string, Cost[]> = {};
	try {
		for (let round = begin ? 1 : 0; round <= runs; round++) {
			await begin?.();
			for (const [variant, run] of Object.entries(variants)) {
				const cost = await run();
				if (round > 0) (costs[variant] ??= []).push(cost);
			}
		}
	} finally {
		await end?.();
	}
	return report(measurement, costs);
}

const isMet = ({ value, atLeast = -Infinity, atMost = Infinity }: Verdict) => value >= atLeast && value <= atMost;

function report({ title, method, verdicts }: Measurement, costs: Record<string, Cost[]>): Result {
	const of = (variant: string, what: string) => costs[variant]!.map((cost) => cost[what]!);
	const whats = Object.keys(Object.values(costs)[0]![0]!);
	const cell = (values: number[]) =>
		values.length === 1
			? rounded(values[0]!)
			: `${rounded(median(values))} (${rounded(Math.min(...values))} to ${rounded(Math.max(...values))})`;
	const rows = Object.keys(costs).map((variant) => [variant, ...whats.map((what) => cell(of(variant, what)))]);
	const judged = verdicts(of);
	const judgements = judged.map((verdict) => [
		verdict.label,
		rounded(verdict.value),
		verdict.atLeast === undefined ? `at most ${verdict.atMost}` : `at least ${verdict.atLeast}`,
		isMet(verdict) ? 'yes' : '**no**',
	]);
	const tables = [
		table([['Measured', ...whats], ...rows]),
		table([['Result', 'Value', 'Target', 'Met'], ...judgements]),
	];
	return { text: [`## ${title}`, method, ...tables].join('\n\n'), missed: judged.filter((verdict) => !isMet(verdict)) };
}
