import type { IExecuteFunctions } from 'n8n-workflow';

import { fingerprint } from '../../../api/fingerprint';
import { grouped } from '../../../api/values';
import { personKey } from '../recipients/personKey';
import type { SentBefore } from '../rules/gifted';
import type { OrderBatchInput } from '../rules/input';
import { executionOf, type Execution } from './n8nHistory';

/**
 * What is known of one creation. `new`: the order batch certainly does not exist. `unknown`: an attempt may have created it.
 * `created`: it exists. `taken`: another order batch has its reference.
 */
type State = 'new' | 'unknown' | 'created' | 'taken';

/** One creation of this execution, as n8n stores it with the execution: plain JSON. */
export interface LedgerEntry {
	state: State;
	/** The customer reference that all attempts carry (openapi: OrderBatchInput). */
	reference: string;
	/** Fingerprint of the request without its reference and its times. */
	request: string;
	/** The recipients, by `personKey`. */
	people: string[];
	/** When the run of the node that first planned it began, as Unix time in milliseconds. */
	startedAt: number;
	/** The run of the node that last asked for it; none for an agent's tool, whose every call is another run. */
	run?: number;
	/** Stands for the API key that sent it. */
	account?: string;
	/** Of the order batch, once it is known. */
	orderBatchId?: string;
	/** The upper estimate of its price in cents, where a limit asked for it. */
	estimate?: number;
}

/** Whether the order batch exists or may exist. */
export const mayExist = ({ state }: LedgerEntry): boolean => state === 'created' || state === 'unknown';

/** What n8n keeps for the node in the execution's data, also when it retries the failed execution. */
interface Stored extends Execution {
	/** By `keyOf` their references. */
	creations: Record<string, LedgerEntry>;
}

/** The key of a reference: users choose references, and every object has fields such as `constructor`. */
const keyOf = (reference: string) => `reference ${reference}`;

/** What derived references begin with. */
const DERIVED = 'n8n-';

const isDerived = ({ reference }: LedgerEntry) => reference.startsWith(DERIVED);

/** The creations in flight, whose outcome is not known yet. */
const inFlight = new WeakMap<LedgerEntry, Promise<unknown>>();

/** What finds an entry: its people and its request. */
const indexed = (entry: LedgerEntry) => [...entry.people, entry.request].map((key) => [key, entry] as const);

/** The entries of each ledger by what finds them. Calls of a tool share a ledger. */
const indexes = new WeakMap<Stored['creations'], Map<string, LedgerEntry[]>>();

/** Fingerprint of what a request would create. Its times do not count. */
export const requestFingerprint = (request: OrderBatchInput): string =>
	fingerprint({ ...request, customer_reference_id: undefined, scheduled_send_on: undefined, expires_at: undefined });

/** The recipients in an order that does not depend on theirs: a list that is sorted otherwise is for the same people. */
const inOneOrder = (recipients: OrderBatchInput['recipients']) =>
	recipients
		.map((recipient) => ({ recipient, text: JSON.stringify(recipient) }))
		.sort((a, b) => (a.text < b.text ? -1 : 1))
		.map(({ recipient }) => recipient);

/**
 * Every order batch that the node has created, or may have created, in this execution and in those that it retries. n8n
 * stores it with the execution's data.
 */
export class Ledger {
	/** When this run of the node began, as Unix time in milliseconds. */
	readonly startedAt = Date.now();

	private constructor(
		private readonly functions: IExecuteFunctions,
		private readonly stored: Stored,
		/** Which run of the node in its execution this is, from 0; none for an agent's tool. */
		readonly run: number | undefined,
	) {}

	/** Opens the ledger of the execution. Call it before everything that can fail, so that a retry finds the ledger. */
	static async open(functions: IExecuteFunctions, isTool: boolean): Promise<Ledger> {
		const stored = functions.getContext('node') as Partial<Stored>;
		if (stored.executionId === undefined) {
			const begun: Stored = { ...(await executionOf(functions, new Date())), creations: {} };
			// An agent may call its tool twice at once.
			if (stored.executionId === undefined) Object.assign(stored, begun);
		}
		const { $runIndex: run } = functions.getWorkflowDataProxy(0) as { $runIndex?: number };
		return new Ledger(functions, stored as Stored, isTool ? undefined : run);
	}

	/** See `Execution`. */
	get isHistoryLost(): boolean {
		return this.stored.isHistoryLost;
	}

	/** The entries of the order batches that exist or may exist. */
	get existing(): LedgerEntry[] {
		return Object.values(this.stored.creations).filter(mayExist);
	}

	/**
	 * The entries of the order batches that exist or may exist, and are for a person or made by a request. A derived reference
	 * that is taken stands for the same request: another worker, or another retry, has created its order batch.
	 * @param key of `personKey` or `requestFingerprint`
	 */
	existingOf(key: string): LedgerEntry[] {
		const { creations } = this.stored;
		const index = indexes.get(creations) ?? grouped(Object.values(creations).flatMap(indexed));
		indexes.set(creations, index);
		const isTheirs = (entry: LedgerEntry) => mayExist(entry) || (entry.state === 'taken' && isDerived(entry));
		return (index.get(key) ?? []).filter((entry) => isTheirs(entry) && creations[keyOf(entry.reference)] === entry);
	}

	/** What this execution has sent before (see `SentBefore`). */
	get sentBefore(): SentBefore {
		const { existing } = this;
		const own = existing.filter((entry) => this.isOfThisRun(entry));
		const others = existing.filter((entry) => entry.state === 'created' && !this.isOfThisRun(entry));
		return {
			byThisRun: new Set(own.flatMap(({ people }) => people)),
			byEarlierRuns: new Map(
				others.flatMap(({ people, orderBatchId }) => people.map((person) => [person, { orderBatchId }] as const)),
			),
			isRepeated: existing.length > 0,
			startedAt: own.reduce((first, { startedAt }) => Math.min(first, startedAt), this.startedAt),
		};
	}

	/** Whether another call of a tool is about to know whether an order batch exists. */
	isInFlight(entry: LedgerEntry): boolean {
		return inFlight.has(entry);
	}

	/** Whether an earlier attempt of this run of the node asked for an order batch. */
	isOfThisRun({ run }: LedgerEntry): boolean {
		return run !== undefined && run === this.run;
	}

	/** Whether the derived references of this execution stand for a day, so that every execution by hand of that day has them. */
	goesByDay(allowsRepeated: boolean): boolean {
		return this.stored.day !== undefined && !allowsRepeated;
	}

	/**
	 * The entry of a creation: that of an earlier attempt which created the order batch or may have, else a new one, which is
	 * not in the ledger before `enter`.
	 * @param request of `requestFingerprint`
	 * @param repetition counts the equal requests of one run, from 0
	 */
	entryFor(input: OrderBatchInput, request: string, repetition: number, goesByDay: boolean): LedgerEntry {
		const derivedFrom = goesByDay
			? requestFingerprint({ ...input, recipients: inOneOrder(input.recipients) })
			: request;
		const reference = input.customer_reference_id ?? this.derivedReference(derivedFrom, repetition, goesByDay);
		const earlier = this.stored.creations[keyOf(reference)];
		if (earlier && mayExist(earlier)) return earlier;
		const { startedAt, run } = this;
		const { state = 'new', account } = earlier ?? {};
		return { state, account, reference, request, people: input.recipients.map(personKey), startedAt, run };
	}

	/**
	 * Puts an entry into the ledger, in the place of one that created nothing. Returns the one that is there if another call
	 * of a tool was faster: it may be that of another request with the same reference.
	 */
	enter(entry: LedgerEntry): LedgerEntry {
		const key = keyOf(entry.reference);
		const earlier = this.stored.creations[key];
		if (earlier && (mayExist(earlier) || inFlight.has(earlier))) return earlier;
		const index = indexes.get(this.stored.creations);
		for (const [name] of indexed(entry)) index?.set(name, [...(index.get(name) ?? []), entry]);
		return (this.stored.creations[key] = entry);
	}

	/** Runs `work` alone for its entry: a second call waits, and then sees the result of the first. */
	async alone<Result>(entry: LedgerEntry, work: () => Promise<Result>): Promise<Result> {
		const earlier = inFlight.get(entry);
		const own = (async () => {
			await earlier?.catch(() => undefined);
			return await work();
		})();
		inFlight.set(entry, own);
		try {
			return await own;
		} finally {
			if (inFlight.get(entry) === own) inFlight.delete(entry);
		}
	}

	/**
	 * The reference of a creation whose user gave none (openapi: OrderBatchInput, `customer_reference_id`): every repetition of
	 * the creation has the same one.
	 */
	private derivedReference(request: string, repetition: number, goesByDay: boolean): string {
		const parts = [
			this.functions.getInstanceId(),
			this.functions.getWorkflow().id ?? '',
			goesByDay ? this.stored.day : this.stored.executionId,
			// Not its ID: two nodes may share one in older n8n, and a retry may find another one under the same name.
			this.functions.getNode().name,
			request,
			...(repetition > 0 ? [repetition] : []),
		];
		return `${DERIVED}${fingerprint(parts)}`;
	}
}
