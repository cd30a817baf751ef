import type { OrderBatchInput } from '../../../api/contract';
import { checkTimes } from '../../../api/validation';
import type { Checked } from '../../../api/validation';
import type { ItemContext } from '../../itemContext';
import type { CreateOptions } from './fields/options';
import { mayExist, requestFingerprint, type Ledger, type LedgerEntry } from './ledger';
import { repeatedEmails } from './problems';
import type { Creation } from './send';

/** An order batch that is to be created, and its place in the run of the node. */
interface Place {
	item: ItemContext;
	/** Which of the item's order batches it is, from 0. */
	batchNumber: number;
	/** What messages call it, such as "item 2"; none where it is the only one. */
	label?: string;
}

const REPEATED_ADVICE =
	"If the parameters take all input items at once, turn on Execute Once in the node's settings, or choose Input Items under Recipients From. If it is meant, add the option Allow Repeated Recipients";

const recipientLabel = (index: number, label: string | undefined) =>
	label === undefined ? `recipient ${index + 1}` : `recipient ${index + 1} of ${label}`;

/** What one run of the node is to create, for all its items: each order batch is checked against the others and the ledger. */
export class RunPlan {
	private readonly planned = new Map<string, LedgerEntry>();
	/** How the order batch is called that first made each request, and how many have made it. */
	private readonly requests = new Map<string, { label?: string; count: number }>();
	private readonly emails = new Map<string, string>();
	/** The entries that exist or may exist, by the slot that first asked for them. */
	private readonly bySlot: Map<string, LedgerEntry>;
	/** The entries of which nobody knows whether they exist, by each of their recipients. */
	private readonly unknownByRecipient: Map<string, LedgerEntry>;
	private recipientsLimit = Infinity;

	constructor(private readonly ledger: Ledger) {
		this.bySlot = new Map(
			ledger.entries
				.filter(mayExist)
				.flatMap((entry) => (entry.slot === undefined ? [] : [[entry.slot, entry] as const])),
		);
		this.unknownByRecipient = new Map(
			ledger.unknown.flatMap((entry) => entry.recipients.map((recipient) => [recipient, entry] as const)),
		);
	}

	/**
	 * Plans an order batch, unless something speaks against it: then the problems are returned, as sentences without a final
	 * period.
	 */
	add(input: OrderBatchInput, { item, batchNumber, label }: Place, options: CreateOptions): Checked<Creation> {
		const request = requestFingerprint(input);
		const equal = this.requests.get(request);
		// n8n counts every call of a tool as another run.
		const slot = item.isTool ? undefined : JSON.stringify([this.ledger.runIndex, item.itemIndex, batchNumber]);
		const entry = this.ledger.entryFor(input, request, equal?.count ?? 0, slot);
		const problems = [
			...this.referenceProblems(input, request, entry),
			...(options.allowRepeatedRecipients ? [] : this.repetitionProblems(input, equal?.label, label)),
			...(mayExist(entry) ? [] : [...this.changedProblems(entry, slot), ...timeProblems(input, options)]),
		];
		if (problems.length > 0) return { problems };

		this.planned.set(entry.reference, entry);
		this.requests.set(request, { label: equal?.label ?? label, count: (equal?.count ?? 0) + 1 });
		this.recipientsLimit = Math.min(this.recipientsLimit, options.recipientsLimit);
		input.recipients.forEach(({ email }, index) => {
			if (email !== undefined) this.emails.set(email.toLowerCase(), recipientLabel(index, label));
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
			`Recipients Limit is ${limit} for one execution of the workflow, but this would make ${now + before} recipients${before > 0 ? ` (${before} before and ${now} now)` : ''}: send to fewer recipients, or raise the limit if so many are meant`,
		]);
	}

	private referenceProblems(input: OrderBatchInput, request: string, entry: LedgerEntry): string[] {
		const reference = input.customer_reference_id;
		if (reference === undefined) return [];
		const isUsed = this.planned.has(reference) || (mayExist(entry) && entry.request !== request);
		return isUsed
			? [
					`Customer Reference ID "${reference}" is already used by another order batch in this execution. Use a unique ID for each`,
				]
			: [];
	}

	private repetitionProblems(
		{ recipients }: OrderBatchInput,
		equalLabel: string | undefined,
		label: string | undefined,
	): string[] {
		if (equalLabel !== undefined) {
			return [
				`This is the same order batch as that of ${equalLabel}, so its recipients would get the gift twice. ${REPEATED_ADVICE}`,
			];
		}
		return repeatedEmails(recipients, new Map(this.emails), (index) => recipientLabel(index, label)).map(
			({ sentence }) => `${sentence}. ${REPEATED_ADVICE}`,
		);
	}

	/** A changed request has another reference, so the service would not recognize it as a repetition. */
	private changedProblems(entry: LedgerEntry, slot: string | undefined): string[] {
		const unknown = entry.recipients.map((recipient) => this.unknownByRecipient.get(recipient)).find(Boolean);
		const earlier = unknown ?? (slot === undefined ? undefined : this.bySlot.get(slot));
		if (!earlier || earlier.reference === entry.reference) return [];
		const what = earlier.orderBatchId
			? `created order batch ${earlier.orderBatchId}`
			: `may have created an order batch (reference ${earlier.reference})`;
		return [
			`An earlier attempt of this execution ${what}, and the request has changed since: retry with the values of that attempt, or look at your gifting account and start the workflow again for what is missing`,
		];
	}
}

/** What speaks against the times of an order batch that does not exist yet. */
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
