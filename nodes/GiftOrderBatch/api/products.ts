import type { IDataObject } from 'n8n-workflow';

import type { ServiceClient } from './client';
import { endpoints } from './endpoints';
import { factsOf, statusOf, type ServiceError } from './errors';
import { walkEntries, walkPages } from './pages';
import { isBlank, objectsIn, readNumber } from './values';

/** The products of a brand's brand sets, each with its brand's `id` and `name`. */
export const productsOf = (brand: IDataObject): IDataObject[] =>
	objectsIn(brand.brand_sets)
		.flatMap((brandSet) => objectsIn(brandSet.products))
		.map((product) => ({ ...product, brand: { id: brand.id, name: brand.name } }));

/**
 * The pages of the catalogue's products, as `walkPages` yields them (openapi: Product). They are read from the brands where the
 * service does not list products; then a page can repeat products of an earlier one.
 * @param from the first page, counted from 1 @throws ServiceError as `walkPages` does
 */
export async function* productPages(
	client: ServiceClient,
	filters: { country_code?: string },
	from: number,
): ReturnType<typeof walkPages> {
	try {
		yield* walkPages(client, endpoints.products(filters), { from });
	} catch (thrown) {
		const error = thrown as ServiceError;
		if (!factsOf(error).isUnsupported) throw error;
		for await (const page of walkPages(client, endpoints.brands(filters), { from })) {
			yield { ...page, entries: page.entries.flatMap(productsOf) };
		}
	}
}

/** Whether a product can be sent: a service that gives no status has active products only (openapi: Product). */
export const isActive = ({ status }: IDataObject): boolean => isBlank(status) || status === 'active';

/** Whether a product is available at a price in a range, ends included, in the unit of the service's prices. */
export function costsBetween(
	{ price, price_is_variable, price_min, price_max }: IDataObject,
	min: number,
	max: number,
) {
	const [lowest, highest] = (
		price_is_variable === true ? [price_min ?? price, price_max ?? Infinity] : [price, price]
	).map(readNumber);
	return typeof lowest === 'number' && typeof highest === 'number' && lowest <= max && highest >= min;
}

/** A word without its plural ending: "cookie" and "cookies" are the same. */
const stem = (word: string) => word.replace(/(?:ies?|(?<![aeiou])y)$/, 'i').replace(/(?:es|(?<!s)s|e)$/, '');

/** Whether every word of `search` occurs in one of the texts, in any case, in singular or plural. An empty search matches all. */
export function matchesSearch(search: string, ...texts: unknown[]): boolean {
	const haystack = texts.join(' ').toLowerCase();
	return search
		.toLowerCase()
		.split(/\s+/)
		.every(
			(word) => haystack.includes(word) || haystack.split(/[^\p{L}\p{N}]+/u).some((one) => stem(one) === stem(word)),
		);
}

/** Up to `limit` products of the brands that `accepts` accepts, each once, in the catalogue's order (openapi: Brand). */
export async function productsOfBrands(
	brands: AsyncIterable<IDataObject> | IDataObject[],
	limit: number,
	accepts: (product: IDataObject, brand: IDataObject) => boolean,
): Promise<IDataObject[]> {
	const found = new Map<unknown, IDataObject>();
	for await (const brand of brands) {
		for (const product of productsOf(brand)) {
			if (!found.has(product.id) && accepts(product, brand)) found.set(product.id, product);
			if (found.size >= limit) return [...found.values()];
		}
	}
	return [...found.values()];
}

/**
 * Reads a product (openapi: Product). A service that does not offer this gives the same response as for an unknown ID, so the
 * product is also looked for in the brands.
 * @throws ServiceError when there is no such product, or it cannot be read
 */
export async function readProduct(client: ServiceClient, id: string): Promise<IDataObject> {
	return await client.call(endpoints.product(id)).catch(async (error: ServiceError) => {
		if (statusOf(error) !== '404') throw error;
		const isWanted = (product: IDataObject) => String(product.id).toLowerCase() === id.toLowerCase();
		const [product] = await productsOfBrands(walkEntries(client, endpoints.brands({})), 1, isWanted);
		if (!product) throw error;
		return product;
	});
}
