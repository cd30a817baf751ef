import type { ServiceClient } from './client';
import { mapConcurrently } from './concurrency';
import { endpoints } from './endpoints';
import { factsOf, statusOf, type ServiceError } from './errors';
import { readPage } from './pages';
import type { Collection } from './responses';

/**
 * Reads a gift collection (openapi: getCollection). A service without collections gives the same response as for an unknown ID,
 * so the list of collections shows which of the two it is.
 * @throws ServiceError when there is no such collection, or the service has none or cannot be read
 */
export async function readCollection(client: ServiceClient, id: string): Promise<Collection> {
	return await client.call(endpoints.collection(id)).catch(async (error: unknown) => {
		if (statusOf(error) === '404') {
			await readPage(client, endpoints.collections({}), 1, 1).catch((failure: unknown) => {
				if (factsOf(failure).isUnsupported) throw failure;
			});
		}
		throw error;
	});
}

/**
 * Reads gift collections, each once. @returns by their IDs in lower case: a collection, or the error where there is none or the
 * service has no collections
 * @throws ServiceError when a collection cannot be read for another reason
 */
export async function readCollectionsById(
	client: ServiceClient,
	ids: Iterable<string>,
): Promise<ReadonlyMap<string, Collection | ServiceError>> {
	const read = (id: string) =>
		readCollection(client, id).catch((error: ServiceError) => {
			if (factsOf(error).isUnsupported || statusOf(error) === '404') return error;
			throw error;
		});
	const unique = [...new Set([...ids].map((id) => id.toLowerCase()))];
	const found = await mapConcurrently(unique, client.limits.maxConcurrentRequests, read);
	return new Map(unique.map((id, index) => [id, found[index] as Collection | ServiceError]));
}
