import type { ServiceClient } from '../../../api/client';
import { readCollectionsById } from '../../../api/collections';
import { factsOf, ServiceError } from '../../../api/errors';
import type { Collection } from '../../../api/responses';
import { cut } from '../../../api/values';
import type { Problem } from '../../sentences';
import type { PriceInput } from './input';

/** The gift collections of carts, or why there is none, by their IDs in lower case. */
export type Collections = ReadonlyMap<string, Collection | ServiceError>;

type Cart = PriceInput['cart'];

/** Reads the gift collections of carts, each once. @throws ServiceError when one cannot be read */
export async function readCollections(client: ServiceClient, carts: Cart[]): Promise<Collections> {
	const ids = carts.flatMap(({ items }) => items.flatMap(({ collection_id: id }) => id ?? []));
	return await readCollectionsById(client, ids);
}

/** The cart as the service takes it (openapi: CartInput), with the product that stands for each collection. */
export const withCollections = (cart: Cart, collections: Collections): Cart => ({
	...cart,
	items: cart.items.map((item) => {
		const { collection_id: id = '', ...others } = item;
		const found = collections.get(id.toLowerCase());
		return found && 'product' in found && found.product ? { product_id: found.product.id, ...others } : item;
	}),
});

/** Why collections of a cart cannot be sent. */
export const collectionProblems = ({ items }: Cart, collections: Collections): Problem[] =>
	items.flatMap(({ collection_id: id = '' }, cartItem): Problem[] => {
		const found = collections.get(id.toLowerCase());
		if (found instanceof ServiceError) {
			const { message: detail } = found;
			if (factsOf(found).isUnsupported) return [{ kind: 'noCollections', detail, cartItem }];
			return [{ kind: 'unknownCollection', id, detail, cartItem }];
		}
		if (!found || found.product) return [];
		return [{ kind: 'collectionWithoutProduct', collection: found.title ? `"${cut(found.title)}"` : id, cartItem }];
	});
