import { NodeApiError, type IPollFunctions } from 'n8n-workflow';

import type { ServiceClient } from '../api/client';
import type { OrderBatch } from '../api/responses';
import { endpoints } from '../api/endpoints';
import { asNodeError } from '../api/errors';
import { fingerprint } from '../api/idempotency';
import { MAX_PAGE_SIZE } from '../api/limits';
import { isFinal } from '../api/orderBatchState';
import { readEntries, readPage } from '../api/pages';
import type { NodeRecord } from './nodeRecord';
import { snapshotOfIds, statusOf, type Snapshot } from './snapshot';

/** What the polls of a context know of the account that they look at. */
interface AccountLook {
	/** Stands for the account. */
	account: string;
	/** Stands for the key that belongs to it. */
	key: string;
	/** All batches that the last poll saw. */
	seen: Set<string>;
	/** Those of them that may still become news. */
	open: string[];
}

const lastLooks = new WeakMap<IPollFunctions, AccountLook>();

/** Finds out whose key it is (openapi: getMe), unless it is the one of the last poll. */
async function accountOf(client: ServiceClient, last: AccountLook | undefined): Promise<string> {
	if (last?.key === client.keyFingerprint) return last.account;
	const { email, public_app_id: appId } = await client.call(endpoints.account());
	return fingerprint([client.baseUrl, email ?? appId]);
}

/** Reads the whole list, or only the batches that are still open where that is less and no batch has come since. */
async function snapshotOfList(
	functions: IPollFunctions,
	client: ServiceClient,
	last: AccountLook | undefined,
): Promise<Snapshot> {
	const list = endpoints.orderBatches();
	if (last && last.open.length < Math.ceil(last.seen.size / MAX_PAGE_SIZE)) {
		const { total } = await readPage(client, list, 1, 1);
		if (total === last.seen.size) return await snapshotOfIds(functions, client, last.seen, last.open);
	}
	const orderBatches = (await readEntries(client, list, Infinity)) as OrderBatch[];
	return { watched: new Set(orderBatches.map((orderBatch) => orderBatch.id)), orderBatches, failures: [] };
}

/**
 * Looks at the batches of the account.
 * @returns what it saw, and which account it is: the same for all its keys, and for no other account
 * @throws NodeApiError when the service cannot be read, or cannot list batches
 */
export async function snapshotOfAccount(
	functions: IPollFunctions,
	client: ServiceClient,
): Promise<Snapshot & { account: string }> {
	try {
		const last = lastLooks.get(functions);
		const account = await accountOf(client, last);
		const snapshot = await snapshotOfList(functions, client, last?.account === account ? last : undefined);
		return { ...snapshot, account };
	} catch (error) {
		const nodeError = asNodeError(functions.getNode(), 0, error);
		if (statusOf(nodeError) !== '404') throw nodeError;
		throw new NodeApiError(
			functions.getNode(),
			{ message: nodeError.message },
			{
				message: 'This service cannot list the order batches of an account',
				description: 'Set Watch to "Order Batches" and give the IDs of the batches to follow.',
				httpCode: '404',
			},
		);
	}
}

/** Notes what a poll saw, so that the next one need not ask for all of it again. */
export function recordSnapshot(functions: IPollFunctions, client: ServiceClient, look: Omit<AccountLook, 'key'>): void {
	lastLooks.set(functions, { ...look, key: client.keyFingerprint });
}

/**
 * The batches of an account that were final when the node first saw it, and so are not news. Kept in the node's record with
 * the account that they belong to, since another account has another past.
 */
export function accountPast(record: NodeRecord, account: string, seen: OrderBatch[]): Set<string> {
	const kept = record.accountPast as { account: string; ids: string[] } | undefined;
	if (kept?.account === account) return new Set(kept.ids);
	const ids = seen.filter(({ send_status: sendStatus }) => isFinal(sendStatus)).map((orderBatch) => orderBatch.id);
	record.accountPast = { account, ids };
	return new Set(ids);
}
