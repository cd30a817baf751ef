import type { Connect } from '../../operation';
import { onlyRestrictions, readProducts, type Products } from './catalogue';
import type { CreateOptions } from '../form/options';
import { readGiftedBefore, type GiftedBefore } from './gifted';
import type { Ledger } from '../once/ledger';
import type { PriceInput } from './input';

/** What the service tells that decides about order batches. */
export interface ServiceData {
	products: Products;
	giftedBefore: GiftedBefore;
}

/** What is known before the service is asked. */
export const NO_DATA: ServiceData = { products: new Map(), giftedBefore: () => undefined };

/**
 * Reads what decides about order batches: their products, and who got a gift before where an option asks for it. An attempt
 * that is repeated goes on with products that have changed meanwhile, but leaves out the same recipients.
 * @throws NodeApiError when the service is down, or cannot tell who got a gift
 */
export async function readServiceData(
	connect: Connect,
	batches: Array<{ input: PriceInput; options: CreateOptions }>,
	{ ledger, isRepeated = false }: { ledger?: Ledger; isRepeated?: boolean } = {},
): Promise<ServiceData> {
	const days = [...new Set(batches.flatMap(({ options }) => options.skipGiftedWithinDays ?? []))];
	const checked = isRepeated ? batches.filter(({ options }) => options.skipInvalidRecipients) : batches;
	const products = await readProducts(
		connect,
		checked.map(({ input }) => input),
	);
	return {
		products: isRepeated ? onlyRestrictions(products) : products,
		giftedBefore: days.length > 0 ? await readGiftedBefore(connect, days, ledger) : NO_DATA.giftedBefore,
	};
}
