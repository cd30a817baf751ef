import type { IDataObject } from 'n8n-workflow';

import { readCollectionProducts, type CollectionProduct } from '../../api/collections';
import { check, id } from '../inputSchemas';
import type { ItemContext } from '../itemContext';
import type { Connect } from '../operation';
import { cartInput } from './create/fields/cart';
import { areItemsRecipients } from './create/fields/recipients';

/** The products of the gift collections that carts name, by the IDs of the collections in lower case. */
export type Collections = ReadonlyMap<string, CollectionProduct>;

/** The items of a cart whose product is a gift collection's, with the collection's ID. */
const collectionsIn = (cart: IDataObject): string[] =>
	(cart.items as IDataObject[]).flatMap(({ collection_id: collectionId }) => {
		const checked = check(id('Product'), collectionId);
		return collectionId !== undefined && 'value' in checked ? [checked.value.toLowerCase()] : [];
	});

/** Reads the gift collections of the items' carts, each once; nothing where there are none. @throws NodeApiError when one cannot be read */
export async function readCollections(connect: Connect, items: ItemContext[]): Promise<Collections> {
	const [first] = items as [ItemContext];
	// Input items that are the recipients have one cart.
	const ids = (areItemsRecipients(first) ? [first] : items).flatMap((item) => collectionsIn(cartInput(item)));
	return ids.length > 0 ? await readCollectionProducts(await connect(), ids) : new Map();
}

/** The cart with the product of each collection, as the service takes it (openapi: CartInput). What is no UUID stays, to be refused. */
export const withCollections = (cart: IDataObject, collections: Collections): IDataObject => ({
	...cart,
	items: (cart.items as IDataObject[]).map(({ collection_id: collectionId, ...item }) => {
		if (collectionId === undefined) return item;
		const found = collections.get(String(collectionId).trim().toLowerCase());
		return { ...item, product_id: found && 'productId' in found ? found.productId : collectionId };
	}),
});

/** Why the collections of a cart cannot be sent, as sentences without a final period. @param swap openapi: OrderBatchSwap */
export function collectionProblems(cart: IDataObject, collections: Collections, swap?: unknown): string[] {
	const used = collectionsIn(cart);
	const unknown = [...new Set(used)].flatMap((collectionId) => {
		const found = collections.get(collectionId);
		return found && 'problem' in found ? [found.problem] : [];
	});
	return used.length > 0 && swap === 'disabled'
		? [...unknown, 'Swap must not be Disabled: recipients choose their gift from the collection']
		: unknown;
}
