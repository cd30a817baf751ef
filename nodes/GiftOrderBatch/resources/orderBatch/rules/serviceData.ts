import type { Connect } from '../../operation';
import { readProducts, type Products } from './catalogue';
import { readCollections, withCollections, type Collections } from './collections';
import { readGiftedBefore, type GiftedBefore } from './gifted';
import type { PriceInput } from './input';

/** What the service knows that decides about order batches. */
export interface ServiceData {
	collections: Collections;
	products: Products;
	giftedBefore: GiftedBefore;
}

/**
 * Reads what decides about order batches: their gift collections and products, and who got a gift before where an option asks for it.
 * @param days the numbers of days within which somebody must not have got a gift
 * @param startedAt the moment from which days are counted back, as Unix time in milliseconds
 * @throws ServiceError when the service is down, cannot read a collection, or cannot tell who got a gift
 */
export async function readServiceData(
	connect: Connect,
	carts: Array<PriceInput['cart']>,
	days: number[],
	startedAt: number,
): Promise<ServiceData> {
	const collections = await readCollections(connect, carts);
	const products = await readProducts(
		connect,
		carts.map((cart) => withCollections(cart, collections)),
	);
	const isAsked = days.length > 0;
	const giftedBefore = isAsked ? await readGiftedBefore(connect, days, startedAt) : () => undefined;
	return { collections, products, giftedBefore };
}
