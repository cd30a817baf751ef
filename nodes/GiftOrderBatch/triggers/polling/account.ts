import type { OrderBatch } from '../../api/responses';
import { endpoints } from '../../api/endpoints';
import { fingerprint } from '../../api/fingerprint';
import { MAX_PAGE_SIZE } from '../../api/limits';
import { readEntries, readPage } from '../../api/pages';
import { isBlank } from '../../api/values';
import { finalEvents, readOrderBatches } from './orderBatches';
import { type AccountSnapshot, type Findings, type Poll } from './watch';

/** How long a poll may rely on the number of order batches to tell that none has come, in milliseconds. */
const WHOLE_LIST_INTERVAL_MS = 3_600_000;

/**
 * Finds out whose key it is (openapi: getMe), unless it is the one of the last poll.
 * @returns what stands for the account: the same for all its keys, and for no other account
 */
export async function accountOf({ client, memory }: Poll): Promise<string> {
	const key = client.keyFingerprint;
	if (memory.identity?.key !== key) {
		const { email, public_app_id: appId } = await client.call(endpoints.account());
		memory.identity = { key, account: fingerprint([client.baseUrl, email ?? appId]) };
	}
	return memory.identity.account;
}

/** What to watch where the service lacks a list. */
export const ALTERNATIVE = 'Set Watch to "Certain Batches (by ID)" and give the IDs of the batches to follow.';

/**
 * Reads the whole list, or only the order batches that are still open where that is less and no batch seems to have come. One
 * that comes while another leaves the list changes no total, so the whole list is read at least hourly.
 */
async function readList(poll: Poll, last: AccountSnapshot | undefined) {
	const { client, memory } = poll;
	const list = { ...endpoints.orderBatches(), alternative: ALTERNATIVE };
	const open = [...(last?.ids ?? [])].filter((orderBatchId) => !memory.processed.has(orderBatchId));
	if (
		last &&
		Date.now() - last.listedAt < WHOLE_LIST_INTERVAL_MS &&
		open.length < Math.ceil(last.ids.size / MAX_PAGE_SIZE) &&
		(await readPage(client, list, 1, 1)).total === last.ids.size
	) {
		return { ...(await readOrderBatches(poll, open)), ids: last.ids, listedAt: last.listedAt };
	}
	const listedAt = Date.now();
	const entries = await readEntries(client, list, Infinity);
	// One without an ID cannot be followed, and must not hold back the others.
	const orderBatches = entries
		.filter(({ id }) => !isBlank(id))
		.map((entry) => ({ ...(entry as OrderBatch), id: String(entry.id) }));
	return { orderBatches, failures: [], ids: new Set(orderBatches.map((orderBatch) => orderBatch.id)), listedAt };
}

/**
 * Reads the order batches of the account (openapi: listOrderBatches). Those that are final when the node first sees the account
 * are no events.
 * @throws NodeApiError when the service cannot be read, or has no such list
 */
export async function watchAccount(poll: Poll): Promise<Findings> {
	const { functions, client, memory, record, isTest } = poll;
	const account = await accountOf(poll);
	const last = !isTest && memory.snapshot?.account === account ? memory.snapshot : undefined;
	const { orderBatches, failures, ids, listedAt } = await readList(poll, last);
	const events = finalEvents(functions, client, orderBatches);
	const findings = { events, samples: orderBatches, seen: ids, failures };
	if (isTest) return findings;

	memory.snapshot = { account, ids, listedAt };
	if (record.account === account) return findings;
	return { ...findings, past: events.map(({ key }) => key), changes: { account }, mustStore: true };
}
