import type { ItemContext } from '../../itemContext';
import { dollars } from '../../money';
import type { Ledger, LedgerEntry } from '../once/ledger';

/** A limit on what the node may do in one execution of the workflow. */
interface RunLimit {
	option: 'recipientsLimit' | 'maximumTotal';
	/** What an order batch adds; nothing where that is not known. */
	amountOf(entry: LedgerEntry): number | undefined;
	show(amount: number): string;
	/** @param parts the same amount, by when it was created */
	sentence(limit: string, amount: string, parts: string): string;
}

export const RECIPIENTS_LIMIT: RunLimit = {
	option: 'recipientsLimit',
	amountOf: ({ recipients }) => recipients.length,
	show: String,
	sentence: (limit, amount, parts) =>
		`Recipients Limit is ${limit} for one execution of the workflow, but this would send to ${amount} recipients${parts}: send to fewer recipients, or raise the limit`,
};

export const MAXIMUM_TOTAL: RunLimit = {
	option: 'maximumTotal',
	amountOf: ({ estimate }) => estimate,
	show: dollars,
	sentence: (limit, amount, parts) =>
		`Maximum Total is ${limit} for one execution of the workflow, but this would cost up to ${amount}${parts}: choose fewer recipients or a cheaper gift, or raise the limit`,
};

export const LIMITS = [RECIPIENTS_LIMIT, MAXIMUM_TOTAL];

/**
 * Checks a limit against these order batches and all others of the execution that exist or may exist.
 * @param most what the limit allows; `Infinity` for anything
 * @throws NodeOperationError that names both numbers
 */
export function checkLimit(
	item: ItemContext,
	ledger: Ledger,
	{ amountOf, show, sentence }: RunLimit,
	entries: LedgerEntry[],
	most: number,
): void {
	if (most === Infinity) return;
	const sum = (of: LedgerEntry[]) => of.reduce((total, entry) => total + (amountOf(entry) ?? NaN), 0);
	const now = sum(entries);
	const before = sum(ledger.existingWithout(entries));
	if (now + before <= most) return;
	if (Number.isNaN(now + before)) {
		item.refuse([
			'Maximum Total was added after this execution had created order batches, so their prices are unknown: start the workflow again for the rest, or remove the option',
		]);
	}
	const parts = before > 0 ? ` (${show(before)} before and ${show(now)} now)` : '';
	item.refuse([sentence(show(most), show(now + before), parts)]);
}
