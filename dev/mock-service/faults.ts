/** What goes wrong. With `afterCommit` the request does its work first, and only the response suffers. */
export type FaultEffect =
	/** The response comes later. */
	| { kind: 'latency'; ms: number }
	/** Another response, for example 429 with Retry-After; the body is an Error body unless given. */
	| { kind: 'response'; status: number; body?: unknown; headers?: Record<string, string>; afterCommit?: boolean }
	/** The connection breaks without a response. */
	| { kind: 'drop'; afterCommit?: boolean }
	/** No response, ever; the connection stays open. */
	| { kind: 'hang'; afterCommit?: boolean }
	/** 200 with an HTML page. */
	| { kind: 'garbage'; afterCommit?: boolean }
	/** The real status with JSON of another shape, or with the first half of the JSON. Always after commit. */
	| { kind: 'malformed'; form: 'wrongShape' | 'truncated' };

/** When something goes wrong, and what. */
export interface FaultRule {
	/** All given conditions have to hold; without any, every request under /v1 matches. */
	match?: {
		method?: string;
		/** The beginning of the path, or an expression for it; without the query. */
		path?: string | RegExp;
	};
	/** How many matching requests it hits, or how likely it hits each; without it, it hits all. */
	times?: number | { probability: number; seed: number };
	effect: FaultEffect;
}

/** What goes wrong with one request. */
export interface Failure {
	latencyMs: number;
	/** The first effect, other than latency, of the rules that hit. */
	effect: Exclude<FaultEffect, { kind: 'latency' }> | null;
}

interface ActiveRule {
	rule: FaultRule;
	hits: () => boolean;
}

/** The faults that are to happen. Rules are tried in the order in which they were added. */
export class Faults {
	private rules: ActiveRule[] = [];

	add(rule: FaultRule): void {
		this.rules.push({ rule, hits: hitCounter(rule.times) });
	}

	/** Decides what goes wrong with a request; rules with a count are used up by it. */
	failureOf(method: string, path: string): Failure {
		const failure: Failure = { latencyMs: 0, effect: null };
		for (const { rule, hits } of this.rules) {
			const { effect } = rule;
			if (effect.kind !== 'latency' && failure.effect) continue;
			if (!matches(rule, method, path) || !hits()) continue;
			if (effect.kind === 'latency') failure.latencyMs += effect.ms;
			else failure.effect = effect;
		}
		return failure;
	}

	clear(): void {
		this.rules = [];
	}
}

/** Whether an effect happens only when the request has done its work. */
export function isAfterCommit(effect: Exclude<FaultEffect, { kind: 'latency' }>): boolean {
	return effect.kind === 'malformed' || effect.afterCommit === true;
}

function matches({ match }: FaultRule, method: string, path: string): boolean {
	if (match?.method && match.method.toUpperCase() !== method) return false;
	if (match?.path instanceof RegExp) return path.search(match.path) >= 0;
	return match?.path === undefined || path.startsWith(match.path);
}

function hitCounter(times: FaultRule['times']): () => boolean {
	if (times === undefined) return () => true;
	if (typeof times === 'number') {
		let left = times;
		return () => left-- > 0;
	}
	const random = seededRandom(times.seed);
	return () => random() < times.probability;
}

/** Mulberry32: numbers from 0 to 1, the same ones for the same seed. */
export function seededRandom(seed: number): () => number {
	let state = seed;
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
	};
}
