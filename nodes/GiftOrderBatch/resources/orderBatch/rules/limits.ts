import { forEachConcurrently } from '../../../api/concurrency';
import type { ItemContext } from '../../itemContext';
import type { Problem } from '../../sentences';
import { giftPrice, totalPrice, type Prices } from './price';
import type { Ledger, LedgerEntry } from '../once/ledger';
import type { Creation } from '../once/claims';

/** What an order batch adds to each limit of an execution; nothing where that is not known. */
const AMOUNTS = {
	recipientsLimit: ({ recipients }: Pick<LedgerEntry, 'recipients'>) => recipients,
	maximumTotal: ({ estimate }: Pick<LedgerEntry, 'estimate'>) => estimate,
};

/** What to do where a service does not tell prices. */
const NO_PRICES =
	'Remove the options "Maximum Total (USD)" and "Maximum per Recipient (USD)" to send without them. "Recipients Limit" works with every service.';

const MAX_CONCURRENT_ESTIMATES = 8;

/**
 * Checks a limit against these order batches and all others of the execution that exist or may exist. What only other
 * executions of the day have created does not count.
 * @throws ServiceError that names both numbers
 */
function checkLimit(item: ItemContext, ledger: Ledger, kind: keyof typeof AMOUNTS, creations: Creation[]): void {
	const counted = creations.filter(({ entry }) => !entry || ledger.isOfExecution(entry));
	// The lowest limit of a run holds for all of it.
	const limit = counted.reduce((lowest, { batch }) => Math.min(lowest, batch.options[kind]), Infinity);
	if (limit === Infinity) return;
	const sum = (entries: Array<Pick<LedgerEntry, 'recipients' | 'estimate'>>) =>
		entries.reduce((total, entry) => total + (AMOUNTS[kind](entry) ?? NaN), 0);
	const references = new Set(creations.map(({ entry }) => entry?.reference));
	const now = sum(counted.map(({ batch, estimate }) => ({ recipients: batch.rows.length, estimate })));
	const before = sum(ledger.existing.filter(({ reference }) => !references.has(reference)));
	if (now + before <= limit) return;
	item.refuse(Number.isNaN(now + before) ? { kind: 'lateMaximumTotal' } : { kind, limit, before, now });
}

/**
 * Checks the limits of a plan. Asks for the prices of its order batches where an option limits them.
 * @throws ServiceError when it is for more recipients than it may be, a gift or the whole run would cost more than it may,
 * or a price is invalid
 * @throws ServiceError when the service does not tell the prices
 */
export async function checkLimits(
	item: ItemContext,
	ledger: Ledger,
	creations: Creation[],
	prices: Prices,
): Promise<void> {
	checkLimit(item, ledger, 'recipientsLimit', creations);
	const isTotalLimited = creations.some(({ batch }) => batch.options.maximumTotal < Infinity);
	const isLimited = ({ batch, entry }: Creation) => batch.options.maximumPerRecipient < Infinity && !entry;
	const asked = creations.filter(
		(creation) => (isTotalLimited && creation.estimate === undefined) || isLimited(creation),
	);
	const problems: Problem[] = [];
	await forEachConcurrently(asked, MAX_CONCURRENT_ESTIMATES, async (creation) => {
		const { batch } = creation;
		const { maximumPerRecipient } = batch.options;
		const estimate = await prices.of(batch.input, batch.rows[0]?.itemIndex ?? 0, { alternative: NO_PRICES });
		const { low, high } = giftPrice(estimate);
		// Of several figures, the highest counts.
		creation.estimate ??= Math.max(totalPrice(estimate).high, low * batch.rows.length);
		if (isLimited(creation) && high > maximumPerRecipient)
			problems.push({ kind: 'maximumPerRecipient', limit: maximumPerRecipient, price: high });
	});
	if (problems.length > 0) item.refuse(...problems);
	checkLimit(item, ledger, 'maximumTotal', creations);
}
