import { NodeApiError, type IDataObject } from 'n8n-workflow';

import { mapConcurrently } from '../../../api/concurrency';
import { endpoints } from '../../../api/endpoints';
import { statusOf } from '../../../api/errors';
import { listed, objectsIn, readNumber } from '../../../api/values';
import { dollars } from '../../money';
import type { Connect } from '../../operation';
import { aboutRecipient } from '../sentences';
import type { OrderBatchProblem, PriceInput } from './input';

/** The products of the catalogue that are known, by their IDs in lower case. */
export type Products = ReadonlyMap<string, IDataObject>;

/** How many variants a message names; it counts the rest. */
const NAMED_VARIANTS = 20;

type CartItem = PriceInput['cart']['items'][number];

/** A number above 0; some services have 0 where there is none. */
const numberOf = (value: unknown) => {
	const number = readNumber(value);
	return typeof number === 'number' && number > 0 ? number : undefined;
};

const titleOf = ({ name, id }: IDataObject) => `"${String(name ?? id)}"`;

function priceProblems({ variable_price: price }: CartItem, product: IDataObject): string[] {
	if (product.price_is_variable !== true) return [];
	const [least, most] = [numberOf(product.price_min), numberOf(product.price_max)];
	const range = [least !== undefined && `at least ${dollars(least)}`, most !== undefined && `at most ${dollars(most)}`]
		.filter(Boolean)
		.join(' and ');
	if (price === undefined) {
		return [
			`Variable Price (Cents) is missing: ${titleOf(product)} has no fixed price${range && `, it costs ${range}`}`,
		];
	}
	if ((least === undefined || price >= least) && (most === undefined || price <= most)) return [];
	return [`Variable Price (Cents) must be ${range} for ${titleOf(product)}, but it is ${dollars(price)}`];
}

/** A shipment without asking the recipient needs the variants that they would choose. */
function variantProblems({ variants = [] }: CartItem, product: IDataObject): string[] {
	const names = objectsIn(product.variants).map(({ name }) => String(name));
	if (names.length === 0) return [];
	const needed = numberOf(product.variants_num_selectable) ?? 0;
	const choice = `The variants of ${titleOf(product)} are ${listed(names, NAMED_VARIANTS)}`;
	const unknown = variants.filter((name) => !names.includes(name));
	return [
		...(unknown.length > 0 ? [`Variants has ${unknown.map((name) => `"${name}"`).join(', ')}. ${choice}`] : []),
		...(needed > 0 && variants.length !== needed
			? [
					`The number of Variants must be ${needed} for the send method "Direct Send", but it is ${variants.length}. ${choice}`,
				]
			: []),
	];
}

function restrictionProblems({ recipients }: PriceInput, product: IDataObject): OrderBatchProblem[] {
	const states = Array.isArray(product.restricted_states) ? product.restricted_states.map(String) : [];
	if (states.length === 0) return [];
	return recipients.flatMap(({ mailing_address: address }, index) =>
		address && states.some((state) => state.toLowerCase() === address.state.trim().toLowerCase())
			? [aboutRecipient(index, `State ${address.state}: ${titleOf(product)} cannot be shipped there`)]
			: [],
	);
}

/**
 * What the catalogue forbids of an order batch that is right otherwise (openapi: Product): inactive products, prices out of
 * their range, and for shipments without asking, wrong variants and states. A product that is not known forbids nothing.
 */
export function cartProblems(input: PriceInput, products: Products): OrderBatchProblem[] {
	const isShipped = input.send_method === 'direct_send';
	return input.cart.items.flatMap((cartItem, index) => {
		const product = products.get(cartItem.product_id?.toLowerCase() ?? '');
		if (!product) return [];
		const messages = [
			...(product.status === 'inactive' ? [`Product ${titleOf(product)} is no longer sold: choose another one`] : []),
			...priceProblems(cartItem, product),
			...(isShipped ? variantProblems(cartItem, product) : []),
		];
		return [
			...messages.map((message) => ({ message, sentence: `Cart item ${index + 1}: ${message}` })),
			...(isShipped ? restrictionProblems(input, product) : []),
		];
	});
}

/** Status codes of a gateway whose service is down. */
const DOWN = ['502', '503', '504'];

/** Whether the service is down. It would not take the order batch either, and then nobody might know whether it did. */
function isDown(error: unknown): boolean {
	if (!(error instanceof NodeApiError)) return false;
	const status = statusOf(error);
	return !status || DOWN.includes(status);
}

/**
 * Reads the products of order batches, each once (openapi: getProduct). One that cannot be read although the service is up is
 * not known: the service itself refuses what it does not sell.
 * @throws NodeApiError when the service is down
 */
export async function readProducts(connect: Connect, inputs: PriceInput[]): Promise<Products> {
	const ids = new Set(
		inputs.flatMap(({ cart }) => cart.items.flatMap(({ product_id: productId }) => productId?.toLowerCase() ?? [])),
	);
	const client = ids.size > 0 ? await connect().catch(() => undefined) : undefined;
	if (!client) return new Map();
	const read = await mapConcurrently([...ids], client.limits.maxConcurrentRequests, async (productId) => {
		const product = await client.call(endpoints.product(productId)).catch((error: unknown) => {
			if (isDown(error)) throw error;
		});
		return product ? [[productId, product] as const] : [];
	});
	return new Map(read.flat());
}

/** The same products, of which nothing is known but where they are not shipped to. */
export const onlyRestrictions = (products: Products): Products =>
	new Map([...products].map(([key, { id, name, restricted_states }]) => [key, { id, name, restricted_states }]));
