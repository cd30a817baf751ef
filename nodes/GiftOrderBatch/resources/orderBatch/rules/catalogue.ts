import { NodeApiError, type IDataObject } from 'n8n-workflow';

import { mapConcurrently } from '../../../api/concurrency';
import { endpoints } from '../../../api/endpoints';
import { factsOf } from '../../../api/errors';
import { comparable, cut, listed, objectsIn, readNumber } from '../../../api/values';
import type { Problem } from '../../inputSchemas';
import { dollars } from '../../money';
import type { Connect } from '../../operation';
import type { Recipient } from '../recipients/recipientInput';
import type { GiftProblem, PriceInput } from './input';

/** The products of the catalogue that are known, by their IDs in lower case. */
export type Products = ReadonlyMap<string, IDataObject>;

type CartItem = PriceInput['cart']['items'][number];

/** A number above 0; some services have 0 where there is none. */
const numberOf = (value: unknown) => {
	const number = readNumber(value);
	return typeof number === 'number' && number > 0 ? number : undefined;
};

const titleOf = ({ name, id }: IDataObject) => `"${cut(String(name ?? id))}"`;

function priceProblems({ variable_price: price }: CartItem, product: IDataObject): string[] {
	if (product.price_is_variable !== true) return [];
	const [least, most] = [numberOf(product.price_min), numberOf(product.price_max)];
	const range = [least !== undefined && `at least ${dollars(least)}`, most !== undefined && `at most ${dollars(most)}`]
		.filter(Boolean)
		.join(' and ');
	if (price === undefined) {
		return [
			`"Variable Price (Cents)" is missing: ${titleOf(product)} has no fixed price${range && `, it costs ${range}`}`,
		];
	}
	if ((least === undefined || price >= least) && (most === undefined || price <= most)) return [];
	return [`"Variable Price (Cents)" must be ${range} for ${titleOf(product)}, but it is ${dollars(price)}`];
}

/** A shipment without asking the recipient needs the variants that they would choose. */
function variantProblems({ variants = [] }: CartItem, product: IDataObject): string[] {
	const names = objectsIn(product.variants).map(({ name }) => String(name));
	if (names.length === 0) return [];
	const needed = numberOf(product.variants_num_selectable) ?? 0;
	const choice = `The variants of ${titleOf(product)} are ${listed(names.map((name) => cut(name)))}`;
	const unknown = variants.filter((name) => !names.includes(name));
	return [
		...(unknown.length > 0 ? [`"Variants" has ${listed(unknown.map((name) => `"${cut(name)}"`))}. ${choice}`] : []),
		...(needed > 0 && variants.length !== needed
			? [
					`The number of "Variants" must be ${needed} for the send method "Direct Send", but it is ${variants.length}. ${choice}`,
				]
			: []),
	];
}

/** The products of a cart that are known, each with its item and the item's place, counted from 0. */
const known = ({ items }: PriceInput['cart'], products: Products) =>
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

type Gift = Pick<PriceInput, 'cart' | 'send_method'>;

/**
 * What the catalogue forbids of a cart (openapi: Product): inactive products, prices out of their range, and wrong variants of
 * shipments without asking. A product that is not known forbids nothing.
 */
export const cartProblems = ({ cart, send_method: sendMethod }: Gift, products: Products): GiftProblem[] =>
	known(cart, products).flatMap(({ cartItem, product, index }) => {
		const messages = [
			...(product.status === 'inactive' ? [`Product ${titleOf(product)} is no longer sold: choose another one`] : []),
			...priceProblems(cartItem, product),
			...(sendMethod === 'direct_send' ? variantProblems(cartItem, product) : []),
		];
		return messages.map((message) => ({ message, cartItem: index }));
	});

/** Where the products of a cart are not shipped to without asking, of the address of one recipient. */
export function restrictionProblems(
	{ mailing_address: address }: Recipient,
	{ cart, send_method: sendMethod }: Gift,
	products: Products,
): Problem[] {
	if (sendMethod !== 'direct_send' || !address) return [];
	return known(cart, products).flatMap(({ product }) => {
		const states = Array.isArray(product.restricted_states) ? product.restricted_states : [];
		return states.some((state) => comparable(state) === comparable(address.state))
			? [{ message: `State ${cut(address.state)}: ${titleOf(product)} cannot be shipped there` }]
			: [];
	});
}

/**
 * Reads the products of carts, each once (openapi: getProduct). One that cannot be read although the service is up is not
 * known: the service itself refuses what it does not sell.
 * @throws NodeApiError when the service is down: it would not take the order batch either, and then nobody might know whether
 * it did
 */
export async function readProducts(connect: Connect, carts: Array<PriceInput['cart']>): Promise<Products> {
	const ids = new Set(carts.flatMap(({ items }) => items.flatMap(({ product_id: id }) => id?.toLowerCase() ?? [])));
	const client = ids.size > 0 ? await connect().catch(() => undefined) : undefined;
	if (!client) return new Map();
	const read = await mapConcurrently([...ids], client.limits.maxConcurrentRequests, async (id) => {
		const product = await client.call(endpoints.product(id)).catch((error: unknown) => {
			if (error instanceof NodeApiError && factsOf(error).isDown) throw error;
		});
		return product ? [[id, product] as const] : [];
	});
	return new Map(read.flat());
}
