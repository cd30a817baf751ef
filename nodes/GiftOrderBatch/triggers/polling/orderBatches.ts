import type { IPollFunctions } from 'n8n-workflow';

import { mapConcurrently } from '../../api/concurrency';
import { endpoints } from '../../api/endpoints';
import { statusOf, type ServiceError } from '../../api/errors';
import { MAX_PAGE_SIZE } from '../../api/limits';
import { readEntries, readPage } from '../../api/pages';
import type { OrderBatch } from '../../api/responses';
import { isFinal } from '../../api/states';
import { isBlank } from '../../api/values';
import { accepted } from '../../resources/fieldTable';
import { check, nonEmptyList, uuid } from '../../resources/inputSchemas';
import { orderBatchItems } from '../triggerFields';
import { accountOf, ALTERNATIVE, type Findings, type NodeMemory, type Poll } from './watch';

/** How long a poll may rely on the number of order batches to see that none was added, in milliseconds. */
const WHOLE_LIST_INTERVAL_MS = 3_600_000;

/** The IDs of the parameter Order Batch IDs: text with commas or line breaks, or a list from an expression. */
function orderBatchIdsOf(functions: IPollFunctions): string[] {
	const given = [functions.getNodeParameter('orderBatchIds') ?? ''].flat() as unknown[];
	const text = given.map(String).join().toLowerCase();
	const label = 'Order Batch IDs';
	return accepted(check(nonEmptyList(label, uuid(label)), [...new Set(text.match(/[^\s,;]+/g))]));
}

/** Reads order batches one by one. @returns those that could be read, and why others could not */
async function readOrderBatches({ client }: Poll, ids: string[]) {
	const failures: ServiceError[] = [];
	const read = await mapConcurrently(ids, client.limits.maxConcurrentRequests, async (orderBatchId) =>
		client.call(endpoints.orderBatch(orderBatchId)).catch((error: ServiceError) => {
			failures.push(error);
			return undefined;
		}),
	);
	return { orderBatches: read.filter((orderBatch) => orderBatch !== undefined), failures };
}

/** The order batches that are final, as events (openapi: OrderBatchSendStatus). */
const finalEvents = ({ client, settings }: Poll, orderBatches: OrderBatch[]): Findings['events'] =>
	orderBatches
		.filter(({ send_status: sendStatus }) => isFinal(sendStatus))
		.map((orderBatch) => ({
			key: orderBatch.id,
			items: async () =>
				settings.emitOn.includes(orderBatch.send_status) ? await orderBatchItems(client, orderBatch, settings) : [],
		}));

/** Reads the order batches whose IDs the node lists, except those that have been processed. */
export async function watchOrderBatches(poll: Poll): Promise<Findings> {
	const { functions, memory, isTest } = poll;
	const ids = orderBatchIdsOf(functions);
	const wanted = ids.filter((orderBatchId) => isTest || !memory.processed.has(orderBatchId));
	const { orderBatches, failures } = await readOrderBatches(poll, wanted);
	// Nobody reads the log for an ID that was never right.
	const unknown = failures.filter((failure) => statusOf(failure) === '404');
	if (unknown.length === ids.length) throw unknown[0];
	return { events: finalEvents(poll, orderBatches), samples: orderBatches, seen: ids, failures };
}

/**
 * Reads the whole list, or only the open order batches if that takes fewer requests and none seems to have been added. If one
 * is added while another leaves the list, the total stays the same, so the whole list is read at least once an hour.
 */
async function readList(poll: Poll, last: NodeMemory['snapshot']) {
	const { client, memory } = poll;
	const list = { ...endpoints.orderBatches(), alternative: ALTERNATIVE };
	if (last && Date.now() - last.listedAt < WHOLE_LIST_INTERVAL_MS) {
		const open = [...last.ids].filter((orderBatchId) => !memory.processed.has(orderBatchId));
		const isLess = open.length < Math.ceil(last.ids.size / MAX_PAGE_SIZE);
		if (isLess && (await readPage(client, list, 1, 1)).total === last.ids.size) {
			return { ...last, ...(await readOrderBatches(poll, open)) };
		}
	}
	const listedAt = Date.now();
	const entries = await readEntries(client, list, Infinity);
	// One without an ID cannot be followed, and must not hold back the others.
	const orderBatches = entries
		.filter((entry) => !isBlank(entry.id))
		.map((entry) => ({ ...(entry as OrderBatch), id: String(entry.id) }));
	return { orderBatches, failures: [], ids: new Set(orderBatches.map((orderBatch) => orderBatch.id)), listedAt };
}

/**
 * Reads the order batches of the account (openapi: listOrderBatches). Those that are final when the node first sees the account
 * are no events.
 * @throws ServiceError when the service cannot be read, or has no such list
 */
export async function watchAccount(poll: Poll): Promise<Findings> {
	const { memory, record, isTest } = poll;
	const account = await accountOf(poll);
	const last = !isTest && memory.snapshot?.account === account ? memory.snapshot : undefined;
	const { orderBatches, failures, ids, listedAt } = await readList(poll, last);
	const events = finalEvents(poll, orderBatches);
	const findings = { events, samples: orderBatches, seen: ids, failures };
	memory.snapshot = { account, ids, listedAt };
	if (record.account === account) return findings;
	return { ...findings, past: events.map(({ key }) => key), changes: { account } };
}
