import type { ServiceClient } from '../../../api/client';
import { mapConcurrently } from '../../../api/concurrency';
import { endpoints } from '../../../api/endpoints';
import { factsOf } from '../../../api/errors';
import type { Product } from '../../../api/responses';
import { cut } from '../../../api/values';
import type { Problem } from '../../sentences';
import { stateOf } from '../recipients/normalize';
import type { Recipient } from '../recipients/recipientInput';
import type { PriceInput } from './input';

/** The products of the catalogue that are known, by their IDs in lower case. */
export type Products = ReadonlyMap<string, Product>;

type CartItem = PriceInput['cart']['items'][number];

const titleOf = ({ name, id }: Product) => `"${cut(name ?? id)}"`;

function priceProblems({ variable_price: price }: CartItem, found: Product): Problem[] {
	if (found.price_is_variable !== true) return [];
	const product = titleOf(found);
	// Some services have 0 where there is no limit.
	const [min, max] = [found.price_min || undefined, found.price_max || undefined];
	if (price === undefined) return [{ kind: 'noVariablePrice', product, min, max }];
	if ((min === undefined || price >= min) && (max === undefined || price <= max)) return [];
	return [{ kind: 'wrongVariablePrice', product, min, max, price }];
}

/** Direct Send needs the variants that the recipient would otherwise choose. */
function variantProblems({ variants = [] }: CartItem, found: Product): Problem[] {
	const names = (found.variants ?? []).map(({ name }) => String(name));
	if (names.length === 0) return [];
	const product = titleOf(found);
	const needed = found.variants_num_selectable ?? 0;
	const unknown = variants.filter((name) => !names.includes(name));
	const problems: Problem[] = [];
	if (unknown.length > 0) problems.push({ kind: 'unknownVariants', product, names, unknown });
	if (needed > 0 && variants.length !== needed)
		problems.push({ kind: 'wrongVariantsCount', product, names, needed, given: variants.length });
	return problems;
}

/** The products of a cart that are known, each with its item and the item's place, counted from 0. */
const knownItems = ({ items }: PriceInput['cart'], products: Products) =>
	items.flatMap((cartItem, index) => {
		const product = products.get(cartItem.product_id?.toLowerCase() ?? '');
		return product ? [{ cartItem, product, index }] : [];
	});

/** What people call the products of a cart, such as "2 Butter Cookie Tin". */
export const productNames = ({ items }: PriceInput['cart'], products: Products): string[] =>
	items.map(({ product_id: id, product_url: url, quantity }) => {
		const name = products.get(id?.toLowerCase() ?? '')?.name ?? url ?? `product ${id}`;
		return quantity === 1 ? cut(String(name)) : `${quantity} ${cut(String(name))}`;
	});

type Shipment = Pick<PriceInput, 'cart' | 'send_method'>;

/**
 * What the catalogue forbids of a cart (openapi: Product): inactive products, prices out of their range, and wrong variants of
 * shipments without asking. A product that is not known forbids nothing.
 */
export const cartProblems = ({ cart, send_method: sendMethod }: Shipment, products: Products): Problem[] =>
	knownItems(cart, products).flatMap(({ cartItem, product, index }) => {
		const problems: Problem[] = [
			...(product.status === 'inactive' ? [{ kind: 'inactiveProduct' as const, product: titleOf(product) }] : []),
			...priceProblems(cartItem, product),
			...(sendMethod === 'direct_send' ? variantProblems(cartItem, product) : []),
		];
		return problems.map((problem) => ({ ...problem, cartItem: index }));
	});

/** Where the products of a cart are not shipped to without asking, of the address of one recipient. */
export function restrictionProblems(
	{ mailing_address: address }: Recipient,
	{ cart, send_method: sendMethod }: Shipment,
	products: Products,
): Problem[] {
	if (sendMethod !== 'direct_send' || !address) return [];
	const code = stateOf(address.state);
	return knownItems(cart, products)
		.filter(({ product }) => product.restricted_states?.some((state) => stateOf(state) === code))
		.map(({ product }) => ({ kind: 'restrictedState', product: titleOf(product), state: cut(address.state) }));
}

/**
 * Reads the products of carts, each once (openapi: getProduct). One that cannot be read although the service is up is not
 * known: the service itself refuses what it does not sell.
 * @throws ServiceError when the service is down: it would not take the order batch either, and might not say whether it did
 */
export async function readProducts(client: ServiceClient, carts: Array<PriceInput['cart']>): Promise<Products> {
	const ids = new Set(carts.flatMap(({ items }) => items.flatMap(({ product_id: id }) => id?.toLowerCase() ?? [])));
	const read = await mapConcurrently([...ids], client.limits.maxConcurrentRequests, async (id) => {
		const product = await client.call(endpoints.product(id)).catch((error: unknown) => {
			if (factsOf(error).isDown) throw error;
		});
		return product ? [[id, product] as const] : [];
	});
	return new Map(read.flat());
}
