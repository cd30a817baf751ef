import { forEachConcurrently } from '../../../api/concurrency';
import type { ItemContext } from '../../itemContext';
import { dollars } from '../../money';
import { giftPrice, totalPrice, type Prices } from '../rules/price';
import { mayExist, type Ledger, type LedgerEntry } from './ledger';
import type { Creation } from './once';

/** A limit on what the node may do in one execution of the workflow. */
interface RunLimit {
	option: 'recipientsLimit' | 'maximumTotal';
	/** What an order batch adds; nothing where that is not known. */
	amountOf(entry: LedgerEntry): number | undefined;
	show(amount: number): string;
	/** @param parts the same amount, by when it was created */
	sentence(limit: string, amount: string, parts: string): string;
}

const RECIPIENTS_LIMIT: RunLimit = {
	option: 'recipientsLimit',
	amountOf: ({ people }) => people.length,
	show: String,
	sentence: (limit, amount, parts) =>
		`"Recipients Limit" is ${limit} for one execution of the workflow, but this would send to ${amount} recipients${parts}: send to fewer recipients, or raise the limit`,
};

const MAXIMUM_TOTAL: RunLimit = {
	option: 'maximumTotal',
	amountOf: ({ estimate }) => estimate,
	show: dollars,
	sentence: (limit, amount, parts) =>
		`"Maximum Total (USD)" is ${limit} for one execution of the workflow, but this would cost up to ${amount}${parts}: choose fewer recipients or a cheaper gift, or raise the limit`,
};

const LIMITS = [RECIPIENTS_LIMIT, MAXIMUM_TOTAL];

/** What to do where a service does not tell prices. */
const NO_PRICES =
	'Remove the options "Maximum Total (USD)" and "Maximum per Recipient (USD)" to send without them. "Recipients Limit" works with every service.';

const MAX_CONCURRENT_ESTIMATES = 8;

/**
 * Checks a limit against these order batches and all others of the execution that exist or may exist.
 * @param most what the limit allows; `Infinity` for anything
 * @throws NodeOperationError that names both numbers
 */
function checkLimit(item: ItemContext, ledger: Ledger, limit: RunLimit, entries: LedgerEntry[], most: number): void {
	if (most === Infinity) return;
	const { amountOf, show, sentence } = limit;
	const sum = (of: LedgerEntry[]) => of.reduce((total, entry) => total + (amountOf(entry) ?? NaN), 0);
	const references = new Set(entries.map(({ reference }) => reference));
	const now = sum(entries);
	const before = sum(ledger.existing.filter(({ reference }) => !references.has(reference)));
	if (now + before <= most) return;
	if (Number.isNaN(now + before)) {
		item.refuse([
			'"Maximum Total (USD)" was added after this execution had created order batches, so their prices are unknown: start the workflow again for the rest, or remove the option',
		]);
	}
	const parts = before > 0 ? ` (${show(before)} before and ${show(now)} now)` : '';
	item.refuse([sentence(show(most), show(now + before), parts)]);
}

/** The lowest limit of the order batches of a run: it holds for all of them. */
const lowest = (creations: Creation[], option: RunLimit['option']) =>
	creations.reduce((least, { batch }) => Math.min(least, batch.options[option]), Infinity);

/** @throws NodeOperationError when the order batches of a run are for more recipients than they may be */
export function checkRecipients(item: ItemContext, ledger: Ledger, creations: Creation[]): void {
	const entries = creations.map(({ entry }) => entry);
	checkLimit(item, ledger, RECIPIENTS_LIMIT, entries, lowest(creations, 'recipientsLimit'));
}

/**
 * Asks for the prices of order batches where an option limits them, and keeps the estimates in the ledger.
 * @throws NodeOperationError when a gift, or the whole run, would cost more than it may, or a price makes no sense
 * @throws NodeApiError when the service does not tell the prices
 */
export async function checkPrices(
	item: ItemContext,
	ledger: Ledger,
	creations: Creation[],
	prices: Prices,
): Promise<void> {
	const most = lowest(creations, 'maximumTotal');
	const isLimited = ({ batch, entry }: Creation) => batch.options.maximumPerRecipient < Infinity && !mayExist(entry);
	const asked = creations.filter(
		(creation) => (most < Infinity && creation.entry.estimate === undefined) || isLimited(creation),
	);
	const problems = new Set<string>();
	await forEachConcurrently(asked, MAX_CONCURRENT_ESTIMATES, async (creation) => {
		const { batch, entry } = creation;
		const { maximumPerRecipient } = batch.options;
		const estimate = await prices.of(batch.input, batch.rows[0]?.itemIndex ?? 0, { alternative: NO_PRICES });
		const { low, high } = giftPrice(estimate);
		// Of several figures, the highest counts.
		entry.estimate ??= Math.max(totalPrice(estimate).high, low * batch.rows.length);
		if (!isLimited(creation) || high <= maximumPerRecipient) return;
		problems.add(
			`"Maximum per Recipient (USD)" is ${dollars(maximumPerRecipient)}, but a gift would cost up to ${dollars(high)}: choose a cheaper gift, or raise the limit`,
		);
	});
	if (problems.size > 0) item.refuse([...problems]);
	const entries = creations.map(({ entry }) => entry);
	checkLimit(item, ledger, MAXIMUM_TOTAL, entries, most);
}

/**
 * Checks an order batch of a tool just before it is sent: another call of the tool may have sent others meanwhile. Without a
 * tool nothing runs beside the plan, which has counted all. To count them for each would take the square of their number.
 * @throws NodeOperationError when the execution would then send to more recipients, or spend more, than it may
 */
export function checkSending({ batch: { item, options }, entry }: Creation, ledger: Ledger): void {
	if (!item.isTool) return;
	for (const limit of LIMITS) checkLimit(item, ledger, limit, [entry], options[limit.option]);
}
