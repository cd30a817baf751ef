import { forEachConcurrently } from '../../../api/concurrency';
import type { ItemContext } from '../../itemContext';
import { dollars } from '../../money';
import { giftPrice, totalPrice, type Prices } from '../rules/price';
import type { Ledger, LedgerEntry } from './ledger';
import type { Creation } from './claims';

/** A limit on what the node may do in one execution of the workflow. */
interface RunLimit {
	option: 'recipientsLimit' | 'maximumTotal';
	/** What a planned order batch adds. */
	planned(creation: Creation): number | undefined;
	/** What an earlier one has added; nothing where that is not known. */
	earlier(entry: LedgerEntry): number | undefined;
	show(amount: number): string;
	/** @param parts the same amount, by when it was created */
	sentence(limit: string, amount: string, parts: string): string;
}

const RECIPIENTS_LIMIT: RunLimit = {
	option: 'recipientsLimit',
	planned: ({ batch }) => batch.rows.length,
	earlier: ({ recipients }) => recipients,
	show: String,
	sentence: (limit, amount, parts) =>
		`"Recipients Limit" is ${limit} for one execution of the workflow, but this would send to ${amount} recipients${parts}: send to fewer recipients, or raise the limit`,
};

const MAXIMUM_TOTAL: RunLimit = {
	option: 'maximumTotal',
	planned: ({ estimate }) => estimate,
	earlier: ({ estimate }) => estimate,
	show: dollars,
	sentence: (limit, amount, parts) =>
		`"Maximum Total (USD)" is ${limit} for one execution of the workflow, but this would cost up to ${amount}${parts}: choose fewer recipients or a cheaper gift, or raise the limit`,
};

/** What to do where a service does not tell prices. */
const NO_PRICES =
	'Remove the options "Maximum Total (USD)" and "Maximum per Recipient (USD)" to send without them. "Recipients Limit" works with every service.';

const MAX_CONCURRENT_ESTIMATES = 8;

/**
 * Checks a limit against these order batches and all others of the execution that exist or may exist. What only other
 * executions of the day have created does not count.
 * @throws NodeOperationError that names both numbers
 */
function checkLimit(item: ItemContext, ledger: Ledger, limit: RunLimit, creations: Creation[]): void {
	const counted = creations.filter(({ entry }) => !entry || ledger.isOwn(entry));
	// The lowest limit of a run holds for all of it.
	const most = counted.reduce((least, { batch }) => Math.min(least, batch.options[limit.option]), Infinity);
	if (most === Infinity) return;
	const { planned, earlier, show, sentence } = limit;
	const sum = (amounts: Array<number | undefined>) =>
		amounts.reduce<number>((total, amount) => total + (amount ?? NaN), 0);
	const references = new Set(creations.map(({ entry }) => entry?.reference));
	const now = sum(counted.map(planned));
	const before = sum(ledger.existing.filter(({ reference }) => !references.has(reference)).map(earlier));
	if (now + before <= most) return;
	if (Number.isNaN(now + before)) {
		item.refuse([
			'"Maximum Total (USD)" was added after this execution had created order batches, so their prices are unknown: start the workflow again for the rest, or remove the option',
		]);
	}
	const parts = before > 0 ? ` (${show(before)} before and ${show(now)} now)` : '';
	item.refuse([sentence(show(most), show(now + before), parts)]);
}

/**
 * Checks the limits of a plan. Asks for the prices of its order batches where an option limits them.
 * @throws NodeOperationError when it is for more recipients than it may be, a gift or the whole run would cost more than it may,
 * or a price makes no sense
 * @throws NodeApiError when the service does not tell the prices
 */
export async function checkLimits(
	item: ItemContext,
	ledger: Ledger,
	creations: Creation[],
	prices: Prices,
): Promise<void> {
	checkLimit(item, ledger, RECIPIENTS_LIMIT, creations);
	const isTotalLimited = creations.some(({ batch }) => batch.options.maximumTotal < Infinity);
	const isLimited = ({ batch, entry }: Creation) => batch.options.maximumPerRecipient < Infinity && !entry;
	const asked = creations.filter(
		(creation) => (isTotalLimited && creation.estimate === undefined) || isLimited(creation),
	);
	const problems = new Set<string>();
	await forEachConcurrently(asked, MAX_CONCURRENT_ESTIMATES, async (creation) => {
		const { batch } = creation;
		const { maximumPerRecipient } = batch.options;
		const estimate = await prices.of(batch.input, batch.rows[0]?.itemIndex ?? 0, { alternative: NO_PRICES });
		const { low, high } = giftPrice(estimate);
		// Of several figures, the highest counts.
		creation.estimate ??= Math.max(totalPrice(estimate).high, low * batch.rows.length);
		if (!isLimited(creation) || high <= maximumPerRecipient) return;
		problems.add(
			`"Maximum per Recipient (USD)" is ${dollars(maximumPerRecipient)}, but a gift would cost up to ${dollars(high)}: choose a cheaper gift, or raise the limit`,
		);
	});
	if (problems.size > 0) item.refuse([...problems]);
	checkLimit(item, ledger, MAXIMUM_TOTAL, creations);
}
