import type { IDataObject } from 'n8n-workflow';

import type { ServiceClient } from './client';
import { mapConcurrently } from './concurrency';
import { endpoints } from './endpoints';
import { isNotFound } from './errors';
import { isBlank } from './values';

/** How many order batches are remembered. Beyond that, all are forgotten. */
const MAX_KNOWN = 10_000;

/** The Customer Reference IDs of order batches, which never change (openapi: OrderBatch), by the key that reads them and their ID. */
const knownReferences = new Map<string, Promise<string | null | undefined>>();

async function referenceOf(client: ServiceClient, id: string) {
	const name = `${client.keyFingerprint} ${id.toLowerCase()}`;
	if (knownReferences.size >= MAX_KNOWN && !knownReferences.has(name)) knownReferences.clear();
	const reference =
		knownReferences.get(name) ??
		client
			.call(endpoints.orderBatch(id))
			.then((batch) => batch.customer_reference_id)
			.catch((error: unknown) => {
				knownReferences.delete(name);
				if (isNotFound(error)) return null;
				throw error;
			});
	knownReferences.set(name, reference);
	return await reference;
}

/**
 * Adds `customer_reference_id` to orders: that of their order batch; `null` where it has none, or the key cannot read it. Each
 * order batch is read once in this process.
 * @param orderBatchId the order batch of all of them, where it is known; else each names its own
 * @throws ServiceError when an order batch cannot be read for another reason
 */
export async function addCustomerReferences(
	client: ServiceClient,
	orders: IDataObject[],
	orderBatchId?: string,
): Promise<IDataObject[]> {
	const idOf = (order: IDataObject) => orderBatchId ?? order.order_batch_id;
	const ids = [...new Set(orders.map(idOf).filter((id) => !isBlank(id)))];
	const read = async (id: unknown) => [id, await referenceOf(client, String(id))] as const;
	const references = new Map(await mapConcurrently(ids, client.limits.maxConcurrentRequests, read));
	return orders.map((order) => ({ ...order, customer_reference_id: references.get(idOf(order)) ?? null }));
}
