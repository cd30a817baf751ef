import type { IExecuteFunctions, IRunExecutionData } from 'n8n-workflow';

import { factsOf, withFacts, type NodeError } from '../../../api/errors';
import { fingerprint } from '../../../api/fingerprint';
import type { OrderBatchInput } from '../rules/input';

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
	/** Fingerprints of the recipients. */
	recipients: string[];
	/** When the run of the node that first planned it began, as Unix time in milliseconds. */
	startedAt: number;
	/** The place in the workflow's run that last requested it; none for an agent's tool. */
	slot?: string;
	/** Of the order batch, once it is known. */
	orderBatchId?: string;
	/** The upper estimate of its price in cents, where a limit asked for it. */
	estimate?: number;
}

/** Whether the order batch exists or may exist. */
export const mayExist = ({ state }: LedgerEntry): boolean => state === 'created' || state === 'unknown';

/** What n8n keeps for the node in the execution's data, also when it retries the failed execution. */
interface Stored {
	/** The first execution in which the node ran. */
	executionId: string;
	/**
	 * Whether the node may have run before in an execution that broke off, so that its ledger is lost. n8n does not say whether
	 * a tool ran before, so for a tool it counts as lost.
	 */
	isHistoryLost: boolean;
	/** By `keyOf` their references. */
	creations: Record<string, LedgerEntry>;
}

/** The key of a reference: users choose references, and every object has fields such as `constructor`. */
const keyOf = (reference: string) => `reference ${reference}`;

/** The creations in flight, whose outcome is not known yet. */
const inFlight = new WeakMap<LedgerEntry, Promise<unknown>>();

/**
 * Whether a retry repeats an execution that broke off, so that nothing is left of what the node may have done in it.
 *
 * n8n stores the node's context when an execution ends, and not when n8n itself, or the worker that runs it, breaks off.
 * Sometimes it finds out later which nodes ran, without their contexts. Otherwise it has stored no run of any node; or,
 * where it saves the progress of executions, the last one before this node.
 */
function isHistoryLost(functions: IExecuteFunctions, stored?: IRunExecutionData): boolean {
	const { name } = functions.getNode();
	const { $ } = functions.getWorkflowDataProxy(0) as { $?: (nodeName: string) => { isExecuted?: boolean } };
	if ($?.(name).isExecuted === true) return true;

	const { runData = {}, lastNodeExecuted } = stored?.resultData ?? {};
	const next = stored?.executionData?.nodeExecutionStack[0]?.node.name;
	return Object.keys(runData).length === 0 || (next === name && lastNodeExecuted !== name);
}

/**
 * What stands for the execution that a retry repeats: its first run of a node. So whoever retries one execution twice,
 * since another node failed the first time, repeats the same creations.
 */
function retriedExecution(stored?: IRunExecutionData): string | undefined {
	const runs = Object.entries(stored?.resultData.runData ?? {}).flatMap(([name, tasks]) =>
		tasks.map(({ startTime, data }) => ({ name, startTime, data })),
	);
	const [first] = runs.sort((a, b) => a.startTime - b.startTime);
	return first && fingerprint([first.name, first.startTime, first.data]);
}

/** Fingerprint of what a request would create, whatever its times. */
export const requestFingerprint = (request: OrderBatchInput): string =>
	fingerprint({ ...request, customer_reference_id: undefined, scheduled_send_on: undefined, expires_at: undefined });

/** Fingerprint of a person: of the email where there is one. */
export const recipientFingerprint = ({ email, ...others }: OrderBatchInput['recipients'][number]): string =>
	fingerprint(email?.toLowerCase() ?? others).slice(0, 12);

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
	) {}

	/** Opens the ledger of the execution. Call it before everything that can fail, so that a retry finds the ledger. */
	static async open(functions: IExecuteFunctions): Promise<Ledger> {
		const stored = functions.getContext('node') as Partial<Stored>;
		if (stored.executionId === undefined) {
			// A retry is stored with all that is known of the execution that it repeats.
			const isRetry = functions.getMode() === 'retry';
			const retried = isRetry ? await functions.getExecutionDataById(functions.getExecutionId()) : undefined;
			const begun: Stored = {
				executionId: retriedExecution(retried) ?? functions.getExecutionId(),
				isHistoryLost: isRetry && isHistoryLost(functions, retried),
				creations: {},
			};
			// An agent may call its tool twice at once.
			if (stored.executionId === undefined) Object.assign(stored, begun);
		}
		return new Ledger(functions, stored as Stored);
	}

	/** See `Stored`. */
	get isHistoryLost(): boolean {
		return this.stored.isHistoryLost;
	}

	/** Which run of the node in its execution this is, from 0. */
	private get runIndex(): number {
		return this.functions.getWorkflowDataProxy(0).$runIndex as number;
	}

	private get entries(): LedgerEntry[] {
		return Object.values(this.stored.creations);
	}

	/**
	 * The entry of a creation: that of an earlier attempt which created the order batch or may have, else a new one, which is
	 * not in the ledger before `enter`.
	 * @param request of `requestFingerprint`
	 * @param repetition counts the equal requests of one run, from 0
	 */
	entryFor(input: OrderBatchInput, request: string, repetition: number, slot: string | undefined): LedgerEntry {
		const reference = input.customer_reference_id ?? this.derivedReference(request, repetition);
		const recipients = input.recipients.map(recipientFingerprint);
		const earlier = this.stored.creations[keyOf(reference)];
		if (earlier && mayExist(earlier)) return earlier;
		return { state: earlier?.state ?? 'new', reference, request, recipients, startedAt: this.startedAt, slot };
	}

	/**
	 * Puts an entry into the ledger, in the place of one that created nothing. Returns the one that is there if another call
	 * of a tool was faster: it may be that of another request with the same reference.
	 */
	enter(entry: LedgerEntry): LedgerEntry {
		const key = keyOf(entry.reference);
		const earlier = this.stored.creations[key];
		if (earlier && (mayExist(earlier) || inFlight.has(earlier))) return earlier;
		return (this.stored.creations[key] = entry);
	}

	/** The entries of the order batches that exist or may exist. */
	get existing(): LedgerEntry[] {
		return this.entries.filter(mayExist);
	}

	/** The same without those of `entries`. */
	existingWithout(entries: LedgerEntry[]): LedgerEntry[] {
		const references = new Set(entries.map(({ reference }) => reference));
		return this.existing.filter(({ reference }) => !references.has(reference));
	}

	/** The slot of an order batch in this run of the node: which input item asks for it, and which of its order batches it is. */
	slotOf(itemIndex: number, batchNumber: number): string {
		return JSON.stringify([this.runIndex, itemIndex, batchNumber]);
	}

	/** Whether a slot is one of this run of the node, which an attempt that is repeated has again. */
	isOfThisRun(slot: string | undefined): boolean {
		return slot?.startsWith(`[${this.runIndex},`) === true;
	}

	/** The entries whose outcome is not known and will not become known. */
	get unknown(): LedgerEntry[] {
		return this.entries.filter((entry) => entry.state === 'unknown' && !inFlight.has(entry));
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
	 * Adds to an error what the execution has created before it, and whether it may have created more.
	 * @param goesOn whether the execution goes on: then it has returned what earlier runs of the node created, but not what
	 * earlier attempts of this run did
	 */
	complete(error: NodeError, goesOn: boolean): NodeError {
		const createdBefore = this.entries.flatMap(({ orderBatchId, slot }) =>
			goesOn && !this.isOfThisRun(slot) ? [] : (orderBatchId ?? []),
		);
		return withFacts(error, {
			createdBefore,
			...(this.unknown.length > 0 &&
				factsOf(error).outcome !== 'created' && { creates: 'order batch', outcome: 'unknown' }),
		});
	}

	/**
	 * The reference of a creation whose user gave none (openapi: OrderBatchInput, `customer_reference_id`): every repetition of
	 * the creation has the same one.
	 */
	private derivedReference(request: string, repetition: number): string {
		const parts = [
			this.functions.getInstanceId(),
			this.functions.getWorkflow().id ?? '',
			this.stored.executionId,
			// Not its ID: two nodes may share one in older n8n, and a retry may find another one under the same name.
			this.functions.getNode().name,
			request,
			...(repetition > 0 ? [repetition] : []),
		];
		return `n8n-${fingerprint(parts)}`;
	}
}
