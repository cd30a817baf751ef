import type { IDataObject } from 'n8n-workflow';

import type { ServiceClient } from './client';
import { mapConcurrently } from './concurrency';
import { endpoints } from './endpoints';
import { factsOf, statusOf, type NodeError } from './errors';
import { readPage } from './pages';
import { cut, isBlank, isObject } from './values';

/**
 * Reads a gift collection (openapi: getCollection). A service without collections responds as to an unknown ID, so that the list
 * of collections tells which of both it is.
 * @param alternative what to do where the service has no collections
 * @throws NodeApiError when there is no such collection, or the service has none or cannot be read
 */
export async function readCollection(client: ServiceClient, id: string, alternative: string): Promise<IDataObject> {
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
 * @throws NodeApiError when a collection cannot be read for another reason than that there is none
 */
export async function readCollectionProducts(
	client: ServiceClient,
	ids: Iterable<string>,
): Promise<ReadonlyMap<string, CollectionProduct>> {
	const read = async (id: string): Promise<CollectionProduct> => {
		try {
			const { title, product } = await readCollection(client, id, '');
			if (isObject(product) && !isBlank(product.id)) return { productId: String(product.id) };
			const name = isBlank(title) ? id : `"${cut(String(title))}"`;
			return {
				problem: `Collection ${name} has no product that can be sent: publish it in your gifting account, or choose a product`,
			};
		} catch (thrown) {
			const error = thrown as NodeError;
			if (factsOf(error).isUnsupported) return { problem: `${error.message}: choose a product` };
			if (statusOf(error) === '404') return { problem: `Collection ${id} does not exist: ${error.message}` };
			throw error;
		}
	};
	const unique = [...new Set([...ids].map((id) => id.toLowerCase()))];
	const products = await mapConcurrently(unique, client.limits.maxConcurrentRequests, read);
	return new Map(unique.map((id, index) => [id, products[index] as CollectionProduct]));
}
