import type { IPollFunctions } from 'n8n-workflow';

import type { ServiceClient } from '../api/client';
import { mapConcurrently } from '../api/concurrency';
import type { OrderBatch } from '../api/responses';
import { endpoints } from '../api/endpoints';
import { asNodeError, type NodeError } from '../api/errors';

/** The batches that one poll saw, and why it could not see the others. */
export interface Snapshot {
	watched: Set<string>;
	orderBatches: OrderBatch[];
	failures: NodeError[];
}

/** The HTTP status of an error, if the service answered with one. */
export const statusOf = (error: NodeError) => ('httpCode' in error ? error.httpCode : undefined);

/** Reads the batches `wanted` one by one. One that cannot be read does not hold back the others. */
export async function snapshotOfIds(
	functions: IPollFunctions,
	client: ServiceClient,
	watched: Set<string>,
	wanted: string[],
): Promise<Snapshot> {
	const snapshot: Snapshot = { watched, orderBatches: [], failures: [] };
	const answers = await mapConcurrently(wanted, client.limits.maxConcurrentRequests, (orderBatchId) =>
		client
			.call(endpoints.orderBatch(orderBatchId))
			.catch((error: unknown) => asNodeError(functions.getNode(), 0, error)),
	);
	for (const answer of answers) {
		if (answer instanceof Error) snapshot.failures.push(answer);
		else snapshot.orderBatches.push(answer);
	}
	return snapshot;
}
