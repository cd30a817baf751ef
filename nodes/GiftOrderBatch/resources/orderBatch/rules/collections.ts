import { readCollectionProducts, type CollectionProduct } from '../../../api/collections';
import type { Connect } from '../../operation';
import type { Problem } from '../../sentences';
import type { PriceInput } from './input';

/** The products that stand for gift collections in a cart, by the IDs of the collections in lower case. */
export type Collections = ReadonlyMap<string, CollectionProduct>;

type Cart = PriceInput['cart'];

/** Reads the gift collections of carts, each once. @throws ServiceError when one cannot be read */
export async function readCollections(connect: Connect, carts: Cart[]): Promise<Collections> {
	const ids = carts.flatMap(({ items }) => items.flatMap(({ collection_id: id }) => id ?? []));
	return ids.length > 0 ? await readCollectionProducts(await connect(), ids) : new Map();
}

const foundFor = (id: string | undefined, collections: Collections) => collections.get(id?.toLowerCase() ?? '');

/** The cart as the service takes it (openapi: CartInput), with the product of each collection that has one. */
export const withCollections = (cart: Cart, collections: Collections): Cart => ({
	...cart,
	items: cart.items.map((item) => {
		const { collection_id: id, ...others } = item;
		const found = foundFor(id, collections);
		return found && 'productId' in found ? { product_id: found.productId, ...others } : item;
	}),
});

/** Why collections of a cart cannot be sent. */
export const collectionProblems = ({ items }: Cart, collections: Collections): Problem[] =>
	items.flatMap(({ collection_id: id }, cartItem) => {
		const found = foundFor(id, collections);
		return found && 'problem' in found ? [{ kind: 'unusableCollection', detail: found.problem, cartItem }] : [];
	});
