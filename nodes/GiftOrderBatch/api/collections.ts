import type { ServiceClient } from './client';
import { mapConcurrently } from './concurrency';
import { endpoints } from './endpoints';
import { factsOf, statusOf, type ServiceError } from './errors';
import { readPage } from './pages';
import type { Collection } from './responses';
import { cut } from './values';

/**
 * Reads a gift collection (openapi: getCollection). A service without collections gives the same response as for an unknown ID,
 * so the list of collections shows which of the two it is.
 * @param alternative what to do where the service has no collections
 * @throws ServiceError when there is no such collection, or the service has none or cannot be read
 */
export async function readCollection(client: ServiceClient, id: string, alternative: string): Promise<Collection> {
	return await client.call(endpoints.collection(id)).catch(async (error: unknown) => {
		if (statusOf(error) === '404') {
			await readPage(client, { ...endpoints.collections({}), alternative }, 1, 1).catch((failure: unknown) => {
				if (factsOf(failure).isUnsupported) throw failure;
			});
		}
		throw error;
	});
}

/** What stands for a gift collection in a cart: the ID of a product, or why there is none, as a sentence without a final period. */
export type CollectionProduct = { productId: string } | { problem: string };

/**
 * Finds the products that stand for gift collections in a cart. @returns them by the collections' IDs in lower case
 * @throws ServiceError when a collection cannot be read for a reason other than that it does not exist
 */
export async function readCollectionProducts(
	client: ServiceClient,
	ids: Iterable<string>,
): Promise<ReadonlyMap<string, CollectionProduct>> {
	const read = async (id: string): Promise<CollectionProduct> => {
		try {
			const { title, product } = await readCollection(client, id, '');
			if (product) return { productId: product.id };
			const name = title ? `"${cut(title)}"` : id;
			return {
				problem: `Collection ${name} has no product that can be sent: publish it in your gifting account, or choose a product`,
			};
		} catch (thrown) {
			const error = thrown as ServiceError;
			if (factsOf(error).isUnsupported) return { problem: `${error.message}: choose a product` };
			if (statusOf(error) === '404') return { problem: `Collection ${id} does not exist: ${error.message}` };
			throw error;
		}
	};
	const unique = [...new Set([...ids].map((id) => id.toLowerCase()))];
	const products = await mapConcurrently(unique, client.limits.maxConcurrentRequests, read);
	return new Map(unique.map((id, index) => [id, products[index] as CollectionProduct]));
}
