import { NodeApiError, type IDataObject } from 'n8n-workflow';

import type { ServiceClient } from '../../../api/client';
import type { OrderBatch } from '../../../api/responses';
import { endpoints } from '../../../api/endpoints';
import { asNodeError, factsOf, type NodeError } from '../../../api/errors';
import { findEntry, readEntries, readMatching } from '../../../api/pages';
import { objectsIn } from '../../../api/values';
import { inputError, withOutcome } from '../../outcome';
import { lateProblems } from '../rules/input';
import type { Creation } from './claims';
import { compare, shownKey, shownPerson } from './compare';
import {
	afterCreation,
	ambiguousError,
	FACTS_BY_REASON,
	historyLostError,
	otherAccountError,
	otherReferenceError,
	takenError,
	uncertainError,
	unresolvedError,
} from './creationErrors';
import { keysOf, type Ledger, type LedgerEntry } from './ledger';

/** The order batch as created; or as an earlier attempt created it; or one that exists while its ID is not known. */
export type Created = { kind: 'created' | 'found'; orderBatch: OrderBatch } | { kind: 'exists'; reference: string };

/** Another execution has created something in the place of a creation, which the service has refused therefore. */
export interface Taken {
	kind: 'taken';
	entry: LedgerEntry;
	failure: NodeApiError;
}

/**
 * Looks for an order batch by its reference, where the service can list order batches.
 * @param latest when the last request may begin, as Unix time in milliseconds
 * @returns `undefined` where there is none, or the service cannot list; `null` where the search fails
 */
const find = async (client: ServiceClient, reference: string, latest: number): Promise<OrderBatch | null | undefined> =>
	(await findEntry(client, endpoints.orderBatches(), ({ customer_reference_id: found }) => found === reference, {
		latest,
	}).catch((error: NodeError) => (factsOf(error).isUnsupported ? undefined : null))) as OrderBatch | null | undefined;

/** All recipients of an order batch, as the service shows them. */
async function recipientsOf(
	client: ServiceClient,
	{ id, recipients_count: count, recipients_preview: preview }: OrderBatch,
) {
	const shown = objectsIn(preview);
	return shown.length === count ? shown : await readEntries(client, endpoints.orderBatchRecipients(id), Infinity);
}

/**
 * Reads what the place of the ledger holds, so that the ledger knows it.
 * @returns whether the service can tell
 */
export async function readPlace(client: ServiceClient, ledger: Ledger): Promise<boolean> {
	const place = ledger.place(false);
	const isOfPlace = ({ customer_reference_id: reference }: IDataObject) => String(reference ?? '').startsWith(place);
	try {
		const found = (await readMatching(client, endpoints.orderBatches(), Infinity, isOfPlace)) as OrderBatch[];
		for (const orderBatch of found) {
			const recipients = await recipientsOf(client, orderBatch);
			const timeOf = (name: string) => (typeof orderBatch[name] === 'string' ? orderBatch[name] : undefined);
			ledger.learn({
				state: 'created',
				reference: String(orderBatch.customer_reference_id),
				request: shownKey(orderBatch, recipients),
				times: { scheduled_send_on: timeOf('scheduled_send_on'), expires_at: timeOf('expires_at') },
				people: recipients.map(shownPerson),
				recipients: recipients.length,
				account: client.keyFingerprint,
				orderBatchId: orderBatch.id,
			});
		}
		ledger.meet();
		return true;
	} catch {
		return false;
	}
}

/**
 * Finds out what a failed attempt has created.
 * @param before the entry's state before the attempt; nothing for a new one
 * @param deadline of the attempt and the search together, as Unix time in milliseconds
 */
async function resolve(
	client: ServiceClient,
	failure: NodeApiError,
	{ ledger, entry, creation, before, deadline }: Attempt,
): Promise<Created | Taken> {
	const { input } = creation.batch;
	const { mayHaveHappened, isDuplicate } = factsOf(failure);
	withOutcome(failure, { creates: 'order batch', outcome: 'unknown' });
	const isDerived = input.customer_reference_id === undefined;
	const mayHaveWorked = before === 'unknown' || (mayHaveHappened === true && !(before === 'taken' && isDuplicate));
	const taken = (orderBatchId?: string): Taken => {
		entry.state = 'taken';
		if (!isDerived) throw takenError(failure, false, orderBatchId);
		return { kind: 'taken', entry, failure };
	};
	if (!mayHaveWorked) {
		if (isDuplicate) return taken();
		if (before === 'taken') entry.state = before;
		else ledger.forget(entry);
		throw withOutcome(failure, { outcome: 'nothingSent' });
	}

	const found = await find(client, entry.reference, deadline);
	const people = found && (await recipientsOf(client, found).catch(() => found.recipients_preview));
	const whose = found && compare({ ...found, recipients_preview: people }, input, Date.now() - (entry.startedAt ?? 0));
	if (found && whose === 'others') return taken(found.id);
	if (found && whose === 'unknown' && (!isDerived || entry.isShared)) throw uncertainError(failure, found.id);
	if (found === null || (!found && !isDuplicate)) throw failure;
	if (!found && (!isDerived || entry.isShared)) throw ambiguousError(failure, isDerived);
	entry.state = 'created';
	entry.orderBatchId = found?.id;
	return found ? { kind: 'found', orderBatch: found } : { kind: 'exists', reference: entry.reference };
}

/** One attempt to create an order batch. */
interface Attempt {
	ledger: Ledger;
	creation: Creation;
	entry: LedgerEntry;
	before?: LedgerEntry['state'];
	deadline: number;
}

/** The order batch of an entry that an earlier attempt has created. */
async function existing(client: ServiceClient, { reference, orderBatchId }: LedgerEntry): Promise<Created> {
	if (!orderBatchId) return { kind: 'exists', reference };
	const orderBatch = await client.call(endpoints.orderBatch(orderBatchId)).catch((error: unknown) => {
		throw afterCreation(asNodeError(client.node, client.itemIndex, error), orderBatchId);
	});
	return { kind: 'found', orderBatch };
}

/** @throws NodeOperationError when the order batch exists, or may, in the account of another API key */
export function checkAccount({ node, itemIndex, keyFingerprint }: ServiceClient, entry: LedgerEntry | undefined): void {
	if (entry?.account === undefined || entry.account === keyFingerprint) return;
	throw otherAccountError(node, itemIndex, entry);
}

/**
 * Creates an order batch once, however often it is attempted (openapi: createOrderBatch). The service rejects a second order
 * batch with the same reference.
 * @returns `taken` where another execution was there before: what it sent is not known yet
 * @throws NodeApiError when the order batch was not created, or when that is not known: its facts and the ledger say which
 * @throws NodeOperationError, and sends nothing, when the ledger was lost or is of another account, it is not known whether an earlier
 * one exists, or its time is over
 */
export async function createOrderBatch(
	client: ServiceClient,
	ledger: Ledger,
	creation: Creation,
): Promise<Created | Taken> {
	const { batch, entry: known, request, estimate } = creation;
	const { input, options } = batch;
	const { node, itemIndex, keyFingerprint: account } = client;
	const { customer_reference_id: own, scheduled_send_on, expires_at } = input;
	const reference = known?.reference ?? own ?? ledger.next(options.allowRepeatedRecipients);
	const before = ledger.get(reference);
	checkAccount(client, before);
	// Where others before it were not created, it is not the reference that was planned.
	creation.reference = reference;
	if (known?.state === 'created') {
		if (ledger.isOwn(known)) known.run = ledger.run;
		return await existing(client, known);
	}
	if (ledger.isHistoryLost && !known && own === undefined) throw historyLostError(node, itemIndex);
	const unresolved = known || own !== undefined ? undefined : ledger.unresolved(options.allowRepeatedRecipients);
	if (unresolved) throw unresolvedError(node, itemIndex, unresolved);
	const late = known ? [] : lateProblems(input, options, new Date());
	const problems = late.map(({ message }) => message);
	if (problems.length > 0) throw inputError(node, problems, { itemIndex });

	const attempt = {
		ledger,
		creation,
		before: before?.state,
		deadline: Date.now() + client.limits.retryBudgetMs,
		// Written before the request: if the node stops here, the ledger is still true.
		entry: {
			reference,
			request,
			times: { scheduled_send_on, expires_at },
			people: input.recipients.flatMap(keysOf),
			recipients: input.recipients.length,
			startedAt: Date.now(),
			isShared: own === undefined && ledger.isShared(options.allowRepeatedRecipients),
			...known,
			state: 'unknown' as const,
			account,
			estimate,
			run: ledger.run,
		},
	};
	const { entry }: { entry: LedgerEntry } = attempt;
	ledger.enter(entry);
	try {
		const endpoint = endpoints.createOrderBatch({ ...input, customer_reference_id: reference });
		const orderBatch = await client.call({ ...endpoint, factsByReason: FACTS_BY_REASON });
		const { customer_reference_id: other } = orderBatch;
		if (typeof other === 'string' && other !== reference) throw otherReferenceError(client, orderBatch, reference);
		entry.state = 'created';
		entry.orderBatchId = orderBatch.id;
		ledger.created(entry);
		return { kind: 'created', orderBatch };
	} catch (thrown) {
		if (thrown instanceof NodeApiError) return await resolve(client, thrown, attempt);
		const error = asNodeError(node, itemIndex, thrown);
		const isUnknown = before?.state === 'unknown' || factsOf(error).mayHaveHappened !== false;
		if (!isUnknown) {
			if (before) entry.state = before.state;
			else ledger.forget(entry);
		}
		throw withOutcome(error, { creates: 'order batch', outcome: isUnknown ? 'unknown' : 'nothingSent' });
	}
}

/** The error for a place that another execution has taken, as far as it can be known. */
export const placeTakenError = ({ failure }: Taken) => takenError(failure, true);
