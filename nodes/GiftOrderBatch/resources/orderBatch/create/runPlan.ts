import type { Checked } from '../../inputSchemas';
import type { ItemContext } from '../../itemContext';
import type { CreateOptions } from './fields/options';
import { mayExist, requestFingerprint, type Ledger, type LedgerEntry } from './ledger';
import { identityOf, repeatedRecipients, usedReference } from './problems';
import type { Creation } from './send';
import { checkTimes, type OrderBatchInput } from './validate';

/** An order batch that is to be created, and its place in the run of the node. */
interface Place {
	item: ItemContext;
	/** Which of the item's order batches it is, from 0. */
	batchNumber: number;
	/** What messages call it, such as "item 2"; none where it is the only one. */
	label?: string;
}

const ALLOW_ADVICE = 'If you mean it, add the option Allow Repeated Recipients';

const REPEATED_ADVICE = `If the parameters take all input items at once, turn on Execute Once in the node's settings, or choose Input Items under Recipients From. ${ALLOW_ADVICE}`;

const recipientLabel = (index: number, label: string | undefined) =>
	label === undefined ? `recipient ${index + 1}` : `recipient ${index + 1} of ${label}`;

/** What one run of the node is to create, for all its items: each order batch is checked against the others and the ledger. */
export class RunPlan {
	private readonly planned = new Map<string, LedgerEntry>();
	/** What messages call the order batch that first made each request, and how many have made it. */
	private readonly requests = new Map<string, { label?: string; count: number }>();
	/** What messages call each recipient, by `identityOf`. */
	private readonly people = new Map<string, string>();
	/** The entries that exist or may exist, by the slot that last asked for them. */
	private readonly bySlot: Map<string, LedgerEntry>;
	/** The same entries by their requests. */
	private readonly byRequest: Map<string, LedgerEntry>;
	/**
	 * The entries of which nobody knows whether they exist, by each of their recipients. Those of this run's own slots are not
	 * among them: their slots ask for them again, and others of the run may be for the same people.
	 */
	private readonly unknownByRecipient: Map<string, LedgerEntry[]>;
	private recipientsLimit = Infinity;

	constructor(private readonly ledger: Ledger) {
		const existing = ledger.entries.filter(mayExist);
		this.bySlot = new Map(
			existing.flatMap((entry) => (entry.slot === undefined ? [] : [[entry.slot, entry] as const])),
		);
		this.byRequest = new Map(existing.map((entry) => [entry.request, entry]));
		this.unknownByRecipient = new Map();
		for (const entry of ledger.unknown) {
			if (entry.slot?.startsWith(`[${ledger.runIndex},`)) continue;
			for (const recipient of entry.recipients) {
				const entries = this.unknownByRecipient.get(recipient) ?? [];
				this.unknownByRecipient.set(recipient, [...entries, entry]);
			}
		}
	}

	/**
	 * Plans an order batch, unless there are problems: then they are returned, as sentences without a final
	 * period.
	 */
	add(input: OrderBatchInput, { item, batchNumber, label }: Place, options: CreateOptions): Checked<Creation> {
		const request = requestFingerprint(input);
		const equal = this.requests.get(request);
		// n8n counts every call of a tool as another run.
		const slot = item.isTool ? undefined : JSON.stringify([this.ledger.runIndex, item.itemIndex, batchNumber]);
		const entry = this.ledger.entryFor(input, request, equal?.count ?? 0, slot);
		const problems = [
			...this.referenceProblems(input, request, entry, slot),
			...(options.allowRepeatedRecipients ? [] : this.repetitionProblems(input, equal?.label)),
			...(mayExist(entry) ? [] : [...this.earlierProblems(entry, slot, options), ...timeProblems(input, options)]),
		];
		if (problems.length > 0) return { problems };

		// A retry repeats the last run of the node, so that the slot of an earlier run is of no more use.
		entry.slot = slot;
		this.planned.set(entry.reference, entry);
		this.requests.set(request, { label: equal?.label ?? label, count: (equal?.count ?? 0) + 1 });
		this.recipientsLimit = Math.min(this.recipientsLimit, options.recipientsLimit);
		input.recipients.forEach((recipient, index) => {
			const identity = identityOf(recipient);
			if (identity !== undefined) this.people.set(identity, recipientLabel(index, label));
		});
		const checkLimit = (sending: LedgerEntry) => this.checkLimit(item, [sending], options.recipientsLimit);
		return { value: { input, entry, checkLimit } };
	}

	/** @throws NodeOperationError when the whole run would send to more recipients than it may */
	checkAll(item: ItemContext): void {
		this.checkLimit(item, [...this.planned.values()], this.recipientsLimit);
	}

	private checkLimit(item: ItemContext, entries: LedgerEntry[], limit: number): void {
		if (limit === Infinity) return;
		const now = entries.reduce((sum, { recipients }) => sum + recipients.length, 0);
		const before = this.ledger.recipientsWithout(entries);
		if (now + before <= limit) return;
		item.refuse([
			`Recipients Limit is ${limit} for one execution of the workflow, but this would send to ${now + before} recipients${before > 0 ? ` (${before} before and ${now} now)` : ''}: send to fewer recipients, or raise the limit if you mean to send to so many`,
		]);
	}

	private referenceProblems(
		input: OrderBatchInput,
		request: string,
		entry: LedgerEntry,
		slot: string | undefined,
	): string[] {
		const reference = input.customer_reference_id;
		if (reference === undefined) return [];
		if (this.planned.has(reference)) return [usedReference(reference)];
		if (!mayExist(entry) || entry.request === request) return [];
		return [slot !== undefined && entry.slot === slot ? changedRequest(entry) : usedReference(reference)];
	}

	private repetitionProblems({ recipients }: OrderBatchInput, equalLabel: string | undefined): string[] {
		if (equalLabel !== undefined) {
			return [
				`This is the same order batch as that of ${equalLabel}, so its recipients would get the gift twice. ${REPEATED_ADVICE}`,
			];
		}
		return repeatedRecipients(recipients, this.people).map(({ sentence }) => `${sentence}. ${REPEATED_ADVICE}`);
	}

	/** What an earlier run or attempt has created, or may have: under another reference, the service would not recognize it. */
	private earlierProblems(
		{ request, recipients }: LedgerEntry,
		slot: string | undefined,
		{ allowRepeatedRecipients }: CreateOptions,
	): string[] {
		const unknown = recipients
			.flatMap((recipient) => this.unknownByRecipient.get(recipient) ?? [])
			.find(({ reference }) => !this.planned.has(reference));
		const earlier = unknown ?? (slot === undefined ? undefined : this.bySlot.get(slot));
		if (earlier) return [changedRequest(earlier)];
		const equal = allowRepeatedRecipients ? undefined : this.byRequest.get(request);
		if (!equal) return [];
		const which = equal.orderBatchId ?? `reference ${equal.reference}`;
		return [
			`This execution has already requested the same order batch (${which}), so its recipients would get the gift twice. ${ALLOW_ADVICE}`,
		];
	}
}

function changedRequest({ orderBatchId, reference }: LedgerEntry): string {
	const what = orderBatchId
		? `created order batch ${orderBatchId}`
		: `may have created an order batch (reference ${reference})`;
	return `An earlier attempt of this execution ${what}, and the request has changed since: retry with the values of that attempt, or check your gifting account and start the workflow again for what is missing`;
}

/** The problems with the times of an order batch that does not exist yet. */
function timeProblems(input: OrderBatchInput, { waits, wait }: CreateOptions): string[] {
	const now = new Date();
	const checked = checkTimes(input, now);
	if ('problems' in checked) return checked.problems;
	const scheduled = Date.parse(input.scheduled_send_on ?? '');
	return waits && scheduled > now.getTime() + wait.maxWaitMs
		? [
				`Scheduled Send On (${input.scheduled_send_on}) is later than the node waits, which is ${wait.maxWaitMs / 1000} seconds: remove the option that waits, and let a Gift Order Batch Trigger start a workflow when the order batch is complete`,
			]
		: [];
}
