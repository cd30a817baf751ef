import { forEachConcurrently } from '../../../api/concurrency';
import type { ErrorFacts } from '../../../api/errors';
import { grouped } from '../../../api/values';
import type { Checked } from '../../inputSchemas';
import type { ItemContext } from '../../itemContext';
import { dollars } from '../../money';
import type { CreateOptions } from '../form/options';
import { takenFirstError } from './creationErrors';
import { mayExist, recipientFingerprint, requestFingerprint, type Ledger, type LedgerEntry } from './ledger';
import type { Batch } from '../plan';
import { highestPerRecipient, highestTotal, type Prices } from '../rules/price';
import { identityOf, repeatedRecipients, usedReference } from '../sentences';
import { checkLimit, LIMITS, MAXIMUM_TOTAL, RECIPIENTS_LIMIT } from '../rules/limits';
import type { Creation } from './send';
import { timeProblems, type OrderBatchInput } from '../rules/input';

const ALLOW_ADVICE = 'If this is intended, add the option Allow Repeated Recipients';

const REPEATED_ADVICE = `If the parameters take all input items at once, turn on Execute Once in the node's settings, or choose Input Items under Recipients From. ${ALLOW_ADVICE}`;

const recipientLabel = (index: number, label: string | undefined) =>
	label === undefined ? `recipient ${index + 1}` : `recipient ${index + 1} of ${label}`;

/** What to do where a service does not tell prices. */
const NO_PRICES =
	'Remove the options Maximum Total and Maximum per Recipient to send without them. Recipients Limit works with every service.';

const MAX_CONCURRENT_ESTIMATES = 8;

/** What one run of the node is to create, for all its items: each order batch is checked against the others and the ledger. */
export class RunPlan {
	/** The order batches that are planned, by their references. */
	private readonly planned = new Map<string, { entry: LedgerEntry; batch: Batch<OrderBatchInput> }>();
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
	private readonly limits = { recipientsLimit: Infinity, maximumTotal: Infinity };

	constructor(private readonly ledger: Ledger) {
		const { existing } = ledger;
		this.bySlot = new Map(
			existing.flatMap((entry) => (entry.slot === undefined ? [] : [[entry.slot, entry] as const])),
		);
		this.byRequest = new Map(existing.map((entry) => [entry.request, entry]));
		const unknown = ledger.unknown.filter(({ slot }) => !ledger.isOfThisRun(slot));
		this.unknownByRecipient = grouped(
			unknown.flatMap((entry) => entry.recipients.map((recipient) => [recipient, entry] as const)),
		);
	}

	/**
	 * Plans an order batch, unless there are problems: then they are returned, as sentences without a final
	 * period, with what is known of an earlier order batch whose request has changed.
	 */
	add(batch: Batch<OrderBatchInput>): Checked<Creation> {
		const { input, item, batchNumber, label, options } = batch;
		const request = requestFingerprint(input);
		const equal = this.requests.get(request);
		// n8n counts every call of a tool as another run.
		const slot = item.isTool ? undefined : this.ledger.slotOf(item.itemIndex, batchNumber);
		const entry = this.ledger.entryFor(input, request, equal?.count ?? 0, slot);
		const changed = this.changedEntry(entry, request, slot);
		const problems = [
			...this.referenceProblems(input, request, entry, changed),
			...(options.allowRepeatedRecipients ? [] : this.repetitionProblems(input, equal?.label)),
			...(changed || mayExist(entry) || options.allowRepeatedRecipients ? [] : this.equalProblems(request)),
			...(mayExist(entry) ? [] : lateProblems(input, options)),
		];
		if (problems.length > 0) return { problems, facts: changed && factsOfEarlier(changed) };

		// A retry repeats the last run of the node, so that the slot of an earlier run is of no more use.
		entry.slot = slot;
		this.planned.set(entry.reference, { entry, batch });
		this.requests.set(request, { label: equal?.label ?? label, count: (equal?.count ?? 0) + 1 });
		for (const { option } of LIMITS) this.limits[option] = Math.min(this.limits[option], options[option]);
		input.recipients.forEach((recipient, index) => {
			const identity = identityOf(recipient);
			if (identity !== undefined) this.people.set(identity, recipientLabel(index, label));
		});
		const checkLedger: Creation['checkLedger'] = (sending) => {
			for (const limit of LIMITS) checkLimit(item, this.ledger, limit, [sending], options[limit.option]);
			if (options.skipGiftedWithinDays !== undefined) this.checkGifted(batch);
			this.checkFirst(batch);
		};
		return { value: { input, entry, checkLedger } };
	}

	private get entries(): LedgerEntry[] {
		return [...this.planned.values()].map(({ entry }) => entry);
	}

	/** Whether an earlier attempt has created one of the order batches of this run, or may have. */
	get isRepeated(): boolean {
		const { ledger, entries } = this;
		return ledger.existing.some(({ slot }) => ledger.isOfThisRun(slot)) || entries.some(mayExist);
	}

	/** @throws NodeOperationError when the whole run would send to more recipients than it may */
	checkRecipients(item: ItemContext): void {
		checkLimit(item, this.ledger, RECIPIENTS_LIMIT, this.entries, this.limits.recipientsLimit);
	}

	/**
	 * Asks for the prices of the order batches where an option limits them, and keeps the estimates in the ledger.
	 * @throws NodeOperationError when a gift, or the whole run, would cost more than it may
	 * @throws NodeApiError when the service does not tell the prices
	 */
	async checkPrices(item: ItemContext, prices: Prices): Promise<void> {
		const isLimited = ({ options }: Batch<OrderBatchInput>) => options.maximumPerRecipient < Infinity;
		const asked = [...this.planned.values()].filter(
			({ entry, batch }) =>
				(this.limits.maximumTotal < Infinity && entry.estimate === undefined) || (isLimited(batch) && !mayExist(entry)),
		);
		const problems = new Set<string>();
		await forEachConcurrently(asked, MAX_CONCURRENT_ESTIMATES, async ({ entry, batch }) => {
			const { options } = batch;
			const estimate = await prices.of(batch, { alternative: NO_PRICES });
			entry.estimate ??= highestTotal(estimate);
			const perRecipient = highestPerRecipient(estimate);
			if (mayExist(entry) || perRecipient <= options.maximumPerRecipient) return;
			problems.add(
				`Maximum per Recipient is ${dollars(options.maximumPerRecipient)}, but a gift would cost up to ${dollars(perRecipient)}: choose a cheaper gift, or raise the limit`,
			);
		});
		if (problems.size > 0) item.refuse([...problems]);
		checkLimit(item, this.ledger, MAXIMUM_TOTAL, this.entries, this.limits.maximumTotal);
	}

	/**
	 * The planned order batches may be for the same people. Others of this execution may not: another call of a tool at the same
	 * time, or an earlier attempt with another request.
	 */
	private checkGifted({ input, item }: Batch<OrderBatchInput>): void {
		const others = this.ledger.existingWithout(this.entries);
		const problems = input.recipients.flatMap((recipient, index) => {
			const earlier = others.find(({ recipients }) => recipients.includes(recipientFingerprint(recipient)));
			return earlier
				? [
						`Recipient ${index + 1}: this execution has already requested a gift for ${recipient.email} (${nameOf(earlier)})`,
					]
				: [];
		});
		if (problems.length > 0) item.refuse(problems);
	}

	/**
	 * Order batches that share the user's reference are not sent once that of the first one is taken: another execution may have
	 * sent to all of their people, and may have split them in another way, under other references.
	 */
	private checkFirst({ input, item, batchNumber }: Batch<OrderBatchInput>): void {
		if (input.customer_reference_id === undefined || batchNumber === 0) return;
		const planned = [...this.planned.values()];
		const first = planned.find(({ batch }) => batch.item === item && batch.batchNumber === 0)?.entry;
		if (first?.state === 'taken') throw takenFirstError(item.node, item.itemIndex, first.reference);
	}

	/** What an earlier run or attempt has created, or may have: under another reference, the service would not recognize it. */
	private changedEntry(entry: LedgerEntry, request: string, slot: string | undefined): LedgerEntry | undefined {
		const { reference, recipients } = entry;
		if (mayExist(entry)) {
			const isChanged = entry.request !== request && slot !== undefined && entry.slot === slot;
			return isChanged && !this.planned.has(reference) ? entry : undefined;
		}
		const unknown = recipients
			.flatMap((recipient) => this.unknownByRecipient.get(recipient) ?? [])
			.find(({ reference: other }) => !this.planned.has(other));
		return unknown ?? (slot === undefined ? undefined : this.bySlot.get(slot));
	}

	private referenceProblems(
		{ customer_reference_id: reference }: OrderBatchInput,
		request: string,
		entry: LedgerEntry,
		changed: LedgerEntry | undefined,
	): string[] {
		const isUsed =
			reference !== undefined &&
			(this.planned.has(reference) || (mayExist(entry) && entry.request !== request && entry !== changed));
		return [...(isUsed ? [usedReference(reference)] : []), ...(changed ? [changedRequest(changed)] : [])];
	}

	private repetitionProblems({ recipients }: OrderBatchInput, equalLabel: string | undefined): string[] {
		if (equalLabel !== undefined) {
			return [
				`This is the same order batch as that of ${equalLabel}, so its recipients would get the gift twice. ${REPEATED_ADVICE}`,
			];
		}
		return repeatedRecipients(recipients, this.people).map(({ sentence }) => `${sentence}. ${REPEATED_ADVICE}`);
	}

	private equalProblems(request: string): string[] {
		const equal = this.byRequest.get(request);
		if (!equal) return [];
		return [
			`This execution has already requested the same order batch (${nameOf(equal)}), so its recipients would get the gift twice. ${ALLOW_ADVICE}`,
		];
	}
}

const nameOf = ({ orderBatchId, reference }: LedgerEntry): string => orderBatchId ?? `reference ${reference}`;

function changedRequest({ orderBatchId, reference }: LedgerEntry): string {
	const what = orderBatchId
		? `created order batch ${orderBatchId}`
		: `may have created an order batch (reference ${reference})`;
	return `An earlier attempt of this execution ${what}, and the request has changed since: retry with the values of that attempt, or check your gifting account and start the workflow again for what is missing`;
}

const factsOfEarlier = ({ state, orderBatchId }: LedgerEntry): ErrorFacts => ({
	creates: 'order batch',
	outcome: state === 'created' ? 'created' : 'unknown',
	orderBatchId,
	correct: undefined,
});

/** The problems with the times of an order batch that does not exist yet. */
function lateProblems(input: OrderBatchInput, { waits, wait }: CreateOptions): string[] {
	const now = new Date();
	const problems = timeProblems(input, now);
	if (problems.length > 0) return problems.map(({ message }) => message);
	const scheduled = Date.parse(input.scheduled_send_on ?? '');
	return waits && scheduled > now.getTime() + wait.maxWaitMs
		? [
				`Scheduled Send On (${input.scheduled_send_on}) is after the end of Max Wait (${wait.maxWaitMs / 1000} seconds): remove the option that waits, and let a Gift Order Batch Trigger start a workflow when the order batch is complete`,
			]
		: [];
}
