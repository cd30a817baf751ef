import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import type { ServiceClient } from '../../api/client';
import { mapConcurrently } from '../../api/concurrency';
import type { OrderBatch } from '../../api/responses';
import { endpoints } from '../../api/endpoints';
import { asNodeError, type NodeError } from '../../api/errors';
import { inputError } from '../../resources/outcome';
import { FINAL_STATES, isFinal } from '../../api/states';
import { check, id } from '../../resources/inputSchemas';
import { addsReference, isSimplified, outputOf, type Output } from '../triggerFields';
import type { Findings, Poll, WatchedEvent } from './watch';

/** The IDs of the parameter Order Batch IDs: text with commas or line breaks, or a list from an expression. */
function orderBatchIdsOf(functions: IPollFunctions): string[] {
	const value = functions.getNodeParameter('orderBatchIds') as unknown;
	const texts = (Array.isArray(value) ? value : String(value ?? '').split(/[\s,;]+/)).map((text) =>
		String(text).trim().toLowerCase(),
	);
	const ids = [...new Set(texts.filter((text) => text !== ''))];
	if (ids.length === 0) throw inputError(functions.getNode(), ['"Order Batch IDs" is empty: it needs at least one ID']);
	const problems = ids.flatMap((text) => {
		const checked = check(id('Order Batch IDs'), text);
		return 'problems' in checked ? checked.problems : [];
	});
	if (problems.length > 0) throw inputError(functions.getNode(), problems);
	return ids;
}

/** Reads order batches one by one. One that cannot be read does not hold back the others. */
export async function readOrderBatches(
	{ client, functions }: Poll,
	ids: string[],
): Promise<{ orderBatches: OrderBatch[]; failures: NodeError[] }> {
	const failures: NodeError[] = [];
	const read = await mapConcurrently(ids, client.limits.maxConcurrentRequests, async (orderBatchId) => {
		try {
			return [await client.call(endpoints.orderBatch(orderBatchId))];
		} catch (error) {
			failures.push(asNodeError(functions.getNode(), 0, error));
			return [];
		}
	});
	return { orderBatches: read.flat(), failures };
}

/** The order batches that are final, as events (openapi: OrderBatchSendStatus). */
export function finalEvents(
	functions: IPollFunctions,
	client: ServiceClient,
	orderBatches: OrderBatch[],
): WatchedEvent[] {
	const options = functions.getNodeParameter('options', {}) as { emitOn?: string[]; output?: Output };
	const emitOn: readonly string[] = options.emitOn ?? FINAL_STATES;
	const simplify = isSimplified(functions);
	const addReference = addsReference(functions);
	const itemsOf = async (orderBatch: OrderBatch): Promise<IDataObject[]> =>
		emitOn.includes(orderBatch.send_status)
			? await outputOf(client, orderBatch, { output: options.output, simplify, addReference })
			: [];
	return orderBatches
		.filter(({ send_status: sendStatus }) => isFinal(sendStatus))
		.map((orderBatch) => ({ key: orderBatch.id, items: async () => await itemsOf(orderBatch) }));
}

/** Reads the order batches whose IDs the node lists, except those that have been processed. */
export async function watchOrderBatches(poll: Poll): Promise<Findings> {
	const { functions, client, memory } = poll;
	const ids = orderBatchIdsOf(functions);
	const unknown = poll.isTest ? ids : ids.filter((orderBatchId) => !memory.processed.has(orderBatchId));
	const { orderBatches, failures } = await readOrderBatches(poll, unknown);
	return { events: finalEvents(functions, client, orderBatches), samples: orderBatches, seen: ids, failures };
}
