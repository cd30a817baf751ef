import { readCollectionsById } from '../../../api/collections';
import { factsOf, ServiceError } from '../../../api/errors';
import type { Collection } from '../../../api/responses';
import { cut } from '../../../api/values';
import type { Connect } from '../../operation';
import type { Problem } from '../../sentences';
import type { PriceInput } from './input';

/** The gift collections of carts, or why there is none, by their IDs in lower case. */
export type Collections = ReadonlyMap<string, Collection | ServiceError>;

type Cart = PriceInput['cart'];

/** Reads the gift collections of carts, each once. @throws ServiceError when one cannot be read */
export async function readCollections(connect: Connect, carts: Cart[]): Promise<Collections> {
	const ids = carts.flatMap(({ items }) => items.flatMap(({ collection_id: id }) => id ?? []));
	return await readCollectionsById(await connect(), ids);
}

const foundFor = (id: string | undefined, collections: Collections) => collections.get(id?.toLowerCase() ?? '');

/** The cart as the service takes it (openapi: CartInput), with the product that stands for each collection. */
export const withCollections = (cart: Cart, collections: Collections): Cart => ({
	...cart,
	items: cart.items.map((item) => {
		const { collection_id: id, ...others } = item;
		const found = foundFor(id, collections);
		return found && 'product' in found && found.product ? { product_id: found.product.id, ...others } : item;
	}),
});

function collectionProblem(id: string, found: Collection | ServiceError): Problem | undefined {
	if (!(found instanceof ServiceError)) {
		const { title, product } = found;
		return product ? undefined : { kind: 'collectionWithoutProduct', collection: title ? `"${cut(title)}"` : id };
	}
	const { message: detail } = found;
	return factsOf(found).isUnsupported ? { kind: 'noCollections', detail } : { kind: 'unknownCollection', id, detail };
}

/** Why collections of a cart cannot be sent. */
export const collectionProblems = ({ items }: Cart, collections: Collections): Problem[] =>
	items.flatMap(({ collection_id: id }, cartItem) => {
		const found = foundFor(id, collections);
		const problem = id !== undefined && found ? collectionProblem(id, found) : undefined;
		return problem ? [{ ...problem, cartItem }] : [];
	});
