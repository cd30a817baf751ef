import { mapConcurrently } from '../../../api/concurrency';
import { factsOf } from '../../../api/errors';
import { atItem, throwIfAny } from '../../outcome';
import type { Problem } from '../../sentences';
import { giftPrice, totalPrice, type Prices } from '../rules/price';
import { exists, type LedgerEntry } from './entries';
import type { Ledger } from './ledger';
import type { Creation } from './claims';

type Amounts = Pick<LedgerEntry, 'recipientsCount' | 'estimate'>;

/** What each order batch adds to a limit of an execution. */
const AMOUNTS = { recipientsLimit: 'recipientsCount', maximumTotal: 'estimate' } as const;

const NO_PRICES =
	'Remove the options "Maximum Total (USD)" and "Maximum per Recipient (USD)" to send without them. "Recipients Limit" works with every service.';

const MAX_CONCURRENT_ESTIMATES = 8;

/** What only other executions of the day have created does not count for a limit. */
function limitProblems(kind: keyof typeof AMOUNTS, all: Creation[], ledger: Ledger): Problem[] {
	const creations = all.filter(({ refusal }) => !refusal);
	const counted = creations.filter(({ entry }) => !entry || !exists(entry) || ledger.isOfExecution(entry));
	// The lowest limit of a run holds for all of it.
	const limit = counted.reduce((lowest, { options }) => Math.min(lowest, options[kind]), Infinity);
	if (limit === Infinity) return [];
	// Not a number where an amount is not known.
	const sum = (entries: Amounts[]) => entries.reduce((total, entry) => total + (entry[AMOUNTS[kind]] ?? NaN), 0);
	const references = new Set(creations.map(({ entry }) => entry?.reference));
	const now = sum(counted.map(({ rows, estimate }) => ({ recipientsCount: rows.length, estimate })));
	const before = sum(ledger.possible.filter(({ reference }) => !references.has(reference)));
	if (now + before <= limit) return [];
	return [Number.isNaN(now + before) ? { kind: 'lateMaximumTotal' } : { kind, limit, before, now }];
}

/**
 * Checks the limits of a plan, and asks for the prices where an option limits them. What the service refuses to estimate, it
 * refuses to send.
 * @throws ServiceError when a limit is exceeded, the service does not tell the prices, or one is invalid; or it refuses an order
 * batch, and the node does not go on after failures
 */
export async function checkLimits(creations: Creation[], ledger: Ledger, prices: Prices): Promise<void> {
	throwIfAny(limitProblems('recipientsLimit', creations, ledger));
	const isTotalLimited = creations.some(({ options }) => options.maximumTotal < Infinity);
	const isLimited = ({ options, entry }: Creation) => options.maximumPerRecipient < Infinity && !exists(entry);
	const asked = creations.filter((one) => (isTotalLimited && one.estimate === undefined) || isLimited(one));
	const problems: Problem[] = [];
	await mapConcurrently(asked, MAX_CONCURRENT_ESTIMATES, async (creation) => {
		const { input, item, rows, options } = creation;
		const { maximumPerRecipient: limit } = options;
		const estimate = await prices.of(input, { alternative: NO_PRICES }).catch((thrown: unknown) => {
			const error = atItem(thrown, rows[0]?.itemIndex ?? 0);
			if (!item.continuesOnFail || !factsOf(error).isRefusal) throw error;
			creation.refusal = error;
		});
		if (!estimate) return;
		const { low, high } = giftPrice(estimate);
		// Of several figures, the highest counts.
		creation.estimate ??= Math.max(totalPrice(estimate).high, low * rows.length);
		if (isLimited(creation) && high > limit) problems.push({ kind: 'maximumPerRecipient', limit, price: high });
	});
	throwIfAny(problems);
	throwIfAny(limitProblems('maximumTotal', creations, ledger));
}
