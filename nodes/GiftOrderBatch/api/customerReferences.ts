import type { IDataObject } from 'n8n-workflow';

import type { ServiceClient } from './client';
import { mapConcurrently } from './concurrency';
import { endpoints } from './endpoints';
import { isNotFound } from './errors';
import { isBlank } from './values';

/** How many order batches are remembered. Beyond that, all are forgotten. */
const MAX_KNOWN = 10_000;

/** The Customer Reference IDs of order batches. Each is read once, since it never changes (openapi: OrderBatch). */
export class CustomerReferences {
	private readonly known = new Map<string, Promise<string | null | undefined>>();

	/**
	 * Adds `customer_reference_id` to orders: that of their order batch; `null` where it has none, or the key cannot read it.
	 * @param orderBatchId the order batch of all of them, where it is known; else each names its own
	 * @throws ServiceError when an order batch cannot be read for another reason
	 */
	async addTo(client: ServiceClient, orders: IDataObject[], orderBatchId?: string): Promise<IDataObject[]> {
		const key = client.keyFingerprint;
		const idOf = (order: IDataObject) => orderBatchId ?? order.order_batch_id;
		const ids = [...new Set(orders.map(idOf).filter((id) => !isBlank(id)))];
		const read = async (id: unknown) => [id, await this.referenceOf(client, key, String(id))] as const;
		const references = new Map(await mapConcurrently(ids, client.limits.maxConcurrentRequests, read));
		return orders.map((order) => ({ ...order, customer_reference_id: references.get(idOf(order)) ?? null }));
	}

	private async referenceOf(client: ServiceClient, key: string, id: string) {
		const name = `${key} ${id.toLowerCase()}`;
		const known = this.known.get(name);
		if (known) return await known;
		if (this.known.size >= MAX_KNOWN) this.known.clear();
		const reference = client
			.call(endpoints.orderBatch(id))
			.then((batch) => batch.customer_reference_id)
			.catch((error: unknown) => {
				this.known.delete(name);
				if (isNotFound(error)) return null;
				throw error;
			});
		this.known.set(name, reference);
		return await reference;
	}
}
