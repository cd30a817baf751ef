import type { IDataObject } from 'n8n-workflow';

import type { ServiceClient } from './client';
import { endpoints } from './endpoints';
import { asNodeError, factsOf, statusOf } from './errors';
import { readPage } from './pages';

/**
 * Reads a gift collection (openapi: getCollection). A service without collections responds as to an unknown ID, so that the list
 * of collections tells which of both it is.
 * @param alternative what to do where the service has no collections
 * @throws NodeApiError when there is no such collection, or the service has none or cannot be read
 */
export async function readCollection(client: ServiceClient, id: string, alternative: string): Promise<IDataObject> {
	return await client.call(endpoints.collection(id)).catch(async (error: unknown) => {
		if (statusOf(asNodeError(client.node, client.itemIndex, error)) === '404') {
			await readPage(client, { ...endpoints.collections({}), alternative }, 1, 1).catch((failure: unknown) => {
				if (factsOf(asNodeError(client.node, client.itemIndex, failure)).isUnsupported) throw failure;
			});
		}
		throw error;
	});
}
