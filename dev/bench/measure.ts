/** Several measurements of the same thing. */
export interface Samples {
	median: number;
	min: number;
	max: number;
	count: number;
}

/** A number as pages show it: three digits, and all those before the point. */
export const rounded = (value: number) => (Math.abs(value) >= 100 ? value.toFixed(0) : value.toPrecision(3));

/** How often everything is measured. */
export const RUNS = 5;

export function summarize(values: number[]): Samples {
	const sorted = [...values].sort((a, b) => a - b);
	const middle = sorted.length / 2;
	const median = ((sorted[Math.ceil(middle) - 1] ?? NaN) + (sorted[Math.floor(middle)] ?? NaN)) / 2;
	return { median, min: sorted[0] ?? NaN, max: sorted.at(-1) ?? NaN, count: sorted.length };
}

/**
 * Measures several things alternately, so that what else the machine does disturbs all of them alike. Each runs once before,
 * unmeasured, to warm up.
 * @param subjects what to measure, by name; each returns its own measurement
 */
export async function measureAlternately<Name extends string>(
	subjects: Record<Name, () => Promise<number>>,
	runs = RUNS,
): Promise<Record<Name, Samples>> {
	const names = Object.keys(subjects) as Name[];
	const values = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>;
	for (const name of names) await subjects[name]();
	for (let run = 0; run < runs; run++) {
		for (const name of names) values[name].push(await subjects[name]());
	}
	return Object.fromEntries(names.map((name) => [name, summarize(values[name])])) as Record<Name, Samples>;
}

/** The exponent `b` of the power law `y = a * x ** b` that fits the points best. */
export function exponentOf(points: Array<{ x: number; y: number }>): number {
	const logs = points.map(({ x, y }) => ({ x: Math.log(x), y: Math.log(y) }));
	const mean = (axis: 'x' | 'y') => logs.reduce((sum, point) => sum + point[axis], 0) / logs.length;
	const [meanX, meanY] = [mean('x'), mean('y')];
	const covariance = logs.reduce((sum, { x, y }) => sum + (x - meanX) * (y - meanY), 0);
	const variance = logs.reduce((sum, { x }) => sum + (x - meanX) ** 2, 0);
	return covariance / variance;
}
