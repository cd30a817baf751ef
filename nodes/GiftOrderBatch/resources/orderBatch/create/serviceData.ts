import type { Connect } from '../../operation';
import { readProducts } from './cartProblems';
import { readGiftedBefore } from './gifted';
import type { Ledger } from './ledger';
import { NO_DATA, type Batch, type ServiceData } from './planBatches';
import type { PriceInput } from './validate';

/**
 * Reads what decides about order batches: their products, and who got a gift before where an option asks for it.
 * @returns nothing where there is nothing to know
 * @throws NodeApiError when the service cannot tell who got a gift
 */
export async function readServiceData(
	connect: Connect,
	batches: Array<Batch<PriceInput>>,
	ledger?: Ledger,
): Promise<ServiceData | undefined> {
	const days = [...new Set(batches.flatMap(({ options }) => options.skipGiftedWithinDays ?? []))];
	const products = await readProducts(
		connect,
		batches.map(({ input }) => input),
	);
	if (days.length === 0 && products.size === 0) return undefined;
	const giftedBefore = days.length > 0 ? await readGiftedBefore(connect, days, ledger) : NO_DATA.giftedBefore;
	return { products, giftedBefore };
}
