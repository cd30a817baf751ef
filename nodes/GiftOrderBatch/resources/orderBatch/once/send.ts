import { NodeApiError, type IDataObject } from 'n8n-workflow';

import type { ServiceClient } from '../../../api/client';
import type { OrderBatch } from '../../../api/responses';
import { endpoints } from '../../../api/endpoints';
import { asNodeError, factsOf, inputError, withFacts } from '../../../api/errors';
import { findEntry } from '../../../api/pages';
import { comparable, isObject } from '../../../api/values';
import { ADVICE_BY_REASON, afterCreation, ambiguousError, historyLostError, takenError } from './creationErrors';
import { mayExist, type Ledger, type LedgerEntry } from './ledger';
import { usedReference } from '../sentences';
import type { OrderBatchInput } from '../rules/input';

/** A creation that is planned. */
export interface Creation {
	input: OrderBatchInput;
	entry: LedgerEntry;
	/**
	 * @throws NodeOperationError when the node may not send to so many recipients, or spend so much, or when one of them got a
	 * gift meanwhile, or may have got this one before
	 */
	checkLedger(entry: LedgerEntry): void;
}

/** The order batch as created; or as an earlier attempt created it; or one that exists while its ID is not known. */
export type Created = { kind: 'created' | 'found'; orderBatch: OrderBatch } | { kind: 'exists'; reference: string };

/**
 * Whether an order batch is for these recipients: as many, and everybody whom it shows is another one of them, by email where
 * it shows one and by name otherwise.
 */
function isFor(
	{ recipients_count: count, recipients_preview: preview }: OrderBatch,
	recipients: IDataObject[],
): boolean {
	if (count !== recipients.length || !Array.isArray(preview) || preview.length === 0) return false;
	const isSame = (shown: IDataObject, meant: IDataObject) => {
		const email = comparable(shown.email);
		if (email) return email === comparable(meant.email);
		return ['first_name', 'last_name'].every((name) => comparable(shown[name]) === comparable(meant[name]));
	};
	const left = [...recipients];
	return preview.every((shown) => {
		const at = isObject(shown) ? left.findIndex((meant) => isSame(shown as IDataObject, meant)) : -1;
		return at >= 0 && left.splice(at, 1).length === 1;
	});
}

/**
 * Looks for an order batch by its reference, where the service can list order batches. A search that fails has found nothing.
 * @param latest when the last request may begin, as Unix time in milliseconds
 */
const find = async (client: ServiceClient, reference: string, latest: number): Promise<OrderBatch | undefined> =>
	(await findEntry(client, endpoints.orderBatches(), ({ customer_reference_id: found }) => found === reference, {
		latest,
	}).catch(() => undefined)) as OrderBatch | undefined;

/**
 * Finds out what a failed attempt has created.
 * @param before the entry's state before the attempt
 * @param deadline of the attempt and the search together, as Unix time in milliseconds
 */
async function resolve(
	client: ServiceClient,
	failure: NodeApiError,
	{ entry, input }: Creation,
	before: LedgerEntry['state'],
	deadline: number,
): Promise<Created> {
	const { outcome, isDuplicateReference } = factsOf(failure);
	const isDerived = input.customer_reference_id === undefined;
	const mayHaveWorked = before !== 'taken' && (before === 'unknown' || outcome === 'unknown');
	if (!mayHaveWorked) {
		entry.state = before === 'taken' || isDuplicateReference ? 'taken' : 'new';
		throw isDuplicateReference ? takenError(failure, isDerived) : withFacts(failure, { outcome: 'nothingSent' });
	}

	const found = await find(client, entry.reference, deadline);
	if (found && !isDerived && !isFor(found, input.recipients)) {
		entry.state = 'taken';
		throw takenError(failure, isDerived, found.id);
	}
	if (!found && !isDuplicateReference) throw withFacts(failure, { outcome: 'unknown' });
	if (!found && !isDerived) throw ambiguousError(failure);
	entry.state = 'created';
	entry.orderBatchId = found?.id;
	return found ? { kind: 'found', orderBatch: found } : { kind: 'exists', reference: entry.reference };
}

async function createOnce(client: ServiceClient, ledger: Ledger, creation: Creation): Promise<Created> {
	const { entry, input } = creation;
	const { state: before, reference, orderBatchId } = entry;
	if (before === 'created') {
		if (!orderBatchId) return { kind: 'exists', reference };
		const orderBatch = await client.call(endpoints.orderBatch(orderBatchId)).catch((error: unknown) => {
			throw afterCreation(asNodeError(client.node, client.itemIndex, error), orderBatchId);
		});
		return { kind: 'found', orderBatch };
	}
	if (ledger.isHistoryLost && input.customer_reference_id === undefined) {
		throw historyLostError(client.node, client.itemIndex);
	}
	if (!mayExist(entry)) creation.checkLedger(entry);

	// Written before the request: if the node stops here, the ledger is still true.
	if (before === 'new') entry.state = 'unknown';
	const deadline = Date.now() + client.limits.retryBudgetMs;
	try {
		const endpoint = endpoints.createOrderBatch({ ...input, customer_reference_id: reference });
		const orderBatch = await client.call({ ...endpoint, adviceByReason: ADVICE_BY_REASON });
		entry.state = 'created';
		entry.orderBatchId = orderBatch.id;
		return { kind: 'created', orderBatch };
	} catch (failure) {
		if (failure instanceof NodeApiError) return await resolve(client, failure, creation, before, deadline);
		const error = asNodeError(client.node, client.itemIndex, failure);
		if (before !== 'unknown' && factsOf(error).outcome === 'nothingSent') {
			entry.state = before;
			throw error;
		}
		throw withFacts(error, { creates: 'order batch', outcome: 'unknown' });
	}
}

/**
 * Creates an order batch once, however often it is attempted (openapi: createOrderBatch). The service rejects a second order
 * batch with the same reference, which proves that an earlier attempt succeeded only if the reference is a derived one.
 * @throws NodeApiError when the order batch was not created, or when that is not known: its facts and the ledger say which
 * @throws NodeOperationError, and sends nothing, when the limit is exceeded, the ledger was lost, or another call of a tool
 * uses the reference for another request
 */
export async function createOrderBatch(client: ServiceClient, ledger: Ledger, creation: Creation): Promise<Created> {
	const entry = ledger.enter(creation.entry);
	if (entry.request !== creation.entry.request) {
		throw inputError(client.node, [usedReference(entry.reference)], { itemIndex: client.itemIndex });
	}
	return await ledger.alone(entry, async () => await createOnce(client, ledger, { ...creation, entry }));
}
