import type { Problem } from '../../inputSchemas';
import { ALLOW_ADVICE, REPEATED_ADVICE, repeatedMessage, type Batch } from '../plan';
import { isNameOnly, personKey } from '../recipients/personKey';
import { lateProblems, type GiftProblem, type OrderBatchInput } from '../rules/input';
import { mayExist, requestFingerprint, type Ledger, type LedgerEntry } from './ledger';

/** A creation that is planned. */
export interface Creation {
	batch: Batch<OrderBatchInput>;
	/** Fingerprint of its request. */
	request: string;
	/** Its own, or that of an earlier attempt. */
	entry: LedgerEntry;
	/** Whether its reference stands for a day, so that a duplicate is the same request of an earlier execution by hand. */
	goesByDay: boolean;
}

/**
 * One gift for each person, node and execution. The same request again is the creation that the ledger has. Any other request
 * for somebody of the ledger is refused, unless the user allows that.
 */
export class Once {
	private readonly creations = new Map<Batch<OrderBatchInput>, Creation>();
	/** The references of this run. */
	private readonly references = new Set<string>();
	/** What was accepted in this run: what messages call each person and each request, and the references. */
	private readonly accepted = {
		people: new Map<string, string>(),
		requests: new Map<string, string | undefined>(),
		references: new Set<string>(),
	};

	/** @param batches all of this run, in their order */
	constructor(
		private readonly ledger: Ledger,
		batches: Array<Batch<OrderBatchInput>>,
	) {
		const counts = new Map<string, number>();
		for (const batch of batches) {
			const request = requestFingerprint(batch.input);
			const repetition = counts.get(request) ?? 0;
			counts.set(request, repetition + 1);
			const goesByDay =
				batch.input.customer_reference_id === undefined && ledger.goesByDay(batch.options.allowRepeatedRecipients);
			const entry = ledger.entryFor(batch.input, request, repetition, goesByDay);
			this.creations.set(batch, { batch, request, entry, goesByDay });
			this.references.add(entry.reference);
		}
	}

	creationOf(batch: Batch<OrderBatchInput>): Creation {
		return this.creations.get(batch) as Creation;
	}

	/** Why an order batch may not be created; nothing for one that exists already, or may. Accepts it otherwise. */
	accept(batch: Batch<OrderBatchInput>): GiftProblem[] {
		const creation = this.creationOf(batch);
		const { entry, request } = creation;
		const isRepetition = mayExist(entry) && entry.request === request;
		const problems: GiftProblem[] = [
			...this.referenceProblems(creation),
			...(batch.options.allowRepeatedRecipients ? [] : this.repetitionProblems(creation)),
			...(isRepetition
				? []
				: [
						...this.ledgerProblems(creation),
						...batch.cartProblems,
						...lateProblems(batch.input, batch.options, new Date()),
					]),
		];
		if (problems.length > 0) return problems;
		// A retry repeats the last run of the node, so an order batch belongs to the run that asked for it last.
		entry.run = this.ledger.run;
		const { people, requests, references } = this.accepted;
		references.add(entry.reference);
		requests.set(request, batch.name);
		for (const { number, recipient } of batch.rows) {
			if (recipient) people.set(personKey(recipient), `recipient ${number}${batch.name ? ` of ${batch.name}` : ''}`);
		}
		return [];
	}

	private referenceProblems({ batch, entry, request }: Creation): Problem[] {
		const { customer_reference_id: reference } = batch.input;
		if (reference === undefined) return [];
		const isTaken = mayExist(entry) && entry.request !== request;
		if (isTaken && this.ledger.isOfThisRun(entry) && !this.accepted.references.has(reference)) {
			return [{ message: changedRequest(entry) }];
		}
		return isTaken || this.accepted.references.has(reference) ? [{ message: usedReference(reference) }] : [];
	}

	/** The people and the request of an order batch that another one of this run has. */
	private repetitionProblems({ batch, request }: Creation): Problem[] {
		const { people, requests } = this.accepted;
		if (requests.has(request)) {
			return [
				{
					message: `This is the same order batch as that of ${requests.get(request)}, so its recipients would get the gift twice. ${REPEATED_ADVICE}`,
				},
			];
		}
		return batch.rows.flatMap(({ number, recipient }) => {
			const first = recipient && !isNameOnly(recipient) && people.get(personKey(recipient));
			return first
				? [{ message: `Recipient ${number}: ${repeatedMessage(recipient, first)}. ${REPEATED_ADVICE}` }]
				: [];
		});
	}

	/**
	 * The order batches of the ledger, under another reference, that somebody of this one has a gift of. A name alone may be
	 * that of several people: then, and where the user allows repeated recipients, only what an earlier attempt of this run has
	 * created, or nobody knows about, and this run does not ask for again, is in the way.
	 */
	ledgerProblems({ batch, entry, request }: Creation): Problem[] {
		const found = new Map<LedgerEntry, string>();
		for (const { recipient, number } of batch.rows) {
			if (!recipient) continue;
			const mayBeAnother = batch.options.allowRepeatedRecipients || isNameOnly(recipient);
			const name = recipient.email ?? `recipient ${number}`;
			for (const other of this.ledger.existingOf(personKey(recipient))) {
				const isAnother = this.references.has(other.reference) || this.isOfEarlierRun(other);
				if (other.reference === entry.reference || (mayBeAnother && isAnother)) continue;
				found.set(other, name);
			}
		}
		for (const other of this.ledger.existingOf(request)) {
			const isAllowed = batch.options.allowRepeatedRecipients && this.isOfEarlierRun(other);
			if (!isAllowed && !this.references.has(other.reference)) found.set(other, '');
		}
		return [...found].map(([other, name]) => ({ message: this.inTheWay(other, name, request) }));
	}

	private isOfEarlierRun(entry: LedgerEntry): boolean {
		return (entry.state === 'created' || this.ledger.isInFlight(entry)) && !this.ledger.isOfThisRun(entry);
	}

	private inTheWay(other: LedgerEntry, name: string, request: string): string {
		const { orderBatchId, reference } = other;
		// n8n counts every call of a tool as another run.
		if (!this.isOfEarlierRun(other) && other.run !== undefined) return changedRequest(other);
		const which = orderBatchId ?? `reference ${reference}`;
		const twice =
			other.request === request
				? `the same order batch (${which}), so its recipients would get the gift twice`
				: `a gift for ${name} (${which}), who would get another one`;
		return `This execution has already requested ${twice}${this.isOfEarlierRun(other) ? `. ${ALLOW_ADVICE}` : ''}`;
	}
}

/** The problem of a customer reference that another order batch of this execution has. */
export const usedReference = (reference: string): string =>
	`"Customer Reference ID" is ${reference}, which another order batch in this execution already uses: use a unique ID for each`;

function changedRequest({ state, orderBatchId, reference }: LedgerEntry): string {
	const what =
		state === 'created'
			? `created order batch ${orderBatchId ?? `with the reference ${reference}`}`
			: `may have created an order batch (reference ${reference})`;
	return `An earlier attempt of this execution ${what}, and the request has changed since: retry with the values of that attempt, or check your gifting account and start the workflow again for what is missing`;
}
