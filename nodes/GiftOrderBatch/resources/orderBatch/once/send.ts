import { NodeApiError, type IDataObject } from 'n8n-workflow';

import type { ServiceClient } from '../../../api/client';
import type { OrderBatch } from '../../../api/responses';
import { endpoints } from '../../../api/endpoints';
import { asNodeError, factsOf } from '../../../api/errors';
import { findEntry } from '../../../api/pages';
import { comparable, comparableEmail, objectsIn } from '../../../api/values';
import { inputError, withOutcome } from '../../outcome';
import {
	afterCreation,
	ambiguousError,
	FACTS_BY_REASON,
	historyLostError,
	otherAccountError,
	takenError,
	uncertainError,
} from './creationErrors';
import { mayExist, type Ledger, type LedgerEntry } from './ledger';
import { usedReference, type Creation } from './once';

/** The order batch as created; or as an earlier attempt created it; or one that exists while its ID is not known. */
export type Created = { kind: 'created' | 'found'; orderBatch: OrderBatch } | { kind: 'exists'; reference: string };

/**
 * Whether an order batch is for these recipients. `ours`: as many, and everybody whom it shows is another one of them, by email
 * where it shows one and by name otherwise. `others`: it shows somebody else.
 */
function belongsTo(
	{ recipients_count: count, recipients_preview: preview }: OrderBatch,
	recipients: IDataObject[],
): 'ours' | 'others' | 'unknown' {
	const isSame = (shown: IDataObject, meant: IDataObject) => {
		const email = comparableEmail(shown.email);
		if (email) return email === comparableEmail(meant.email);
		return ['first_name', 'last_name'].every((name) => comparable(shown[name]) === comparable(meant[name]));
	};
	const left = [...recipients];
	const shown = objectsIn(preview);
	for (const one of shown) {
		const at = left.findIndex((meant) => isSame(one, meant));
		if (at < 0) return 'others';
		left.splice(at, 1);
	}
	return shown.length > 0 && count === recipients.length ? 'ours' : 'unknown';
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
	{ entry, batch: { input }, goesByDay }: Creation,
	before: LedgerEntry['state'],
	deadline: number,
): Promise<Created> {
	const { mayHaveHappened, isDuplicate } = factsOf(failure);
	withOutcome(failure, { creates: 'order batch', outcome: 'unknown' });
	const isDerived = input.customer_reference_id === undefined;
	const isTakenStill = before === 'taken' && isDuplicate;
	const mayHaveWorked = before === 'unknown' || (mayHaveHappened === true && !isTakenStill);
	// The reference of a day is that of the same request, also in another execution.
	if (!mayHaveWorked && !(isDuplicate && goesByDay)) {
		entry.state = before === 'taken' || isDuplicate ? 'taken' : 'new';
		throw isDuplicate ? takenError(failure, isDerived) : withOutcome(failure, { outcome: 'nothingSent' });
	}

	const found = await find(client, entry.reference, deadline);
	const whose = found && !isDerived ? belongsTo(found, input.recipients) : 'ours';
	if (found && whose === 'others') {
		entry.state = 'taken';
		throw takenError(failure, isDerived, found.id);
	}
	if (found && whose === 'unknown') throw uncertainError(failure, found.id);
	if (!found && !isDuplicate) throw failure;
	if (!found && !isDerived) throw ambiguousError(failure);
	entry.state = 'created';
	entry.orderBatchId = found?.id;
	return found ? { kind: 'found', orderBatch: found } : { kind: 'exists', reference: entry.reference };
}

/** The order batch of an entry that an earlier attempt has created. */
async function existing(client: ServiceClient, { reference, orderBatchId }: LedgerEntry): Promise<Created> {
	if (!orderBatchId) return { kind: 'exists', reference };
	const orderBatch = await client.call(endpoints.orderBatch(orderBatchId)).catch((error: unknown) => {
		throw afterCreation(asNodeError(client.node, client.itemIndex, error), orderBatchId);
	});
	return { kind: 'found', orderBatch };
}

/**
 * @returns whether the last attempt was made with another API key, and created nothing
 * @throws NodeOperationError when the order batch exists, or may, in the account of another API key
 */
export function checkAccount({ node, itemIndex, keyFingerprint }: ServiceClient, entry: LedgerEntry): boolean {
	if (entry.account === undefined || entry.account === keyFingerprint) return false;
	if (mayExist(entry)) throw otherAccountError(node, itemIndex, entry);
	return true;
}

/** @param check as in `createOrderBatch` */
async function createOnce(
	client: ServiceClient,
	ledger: Ledger,
	creation: Creation,
	check: () => void,
): Promise<Created> {
	const { entry, batch } = creation;
	const { node, itemIndex, keyFingerprint: account } = client;
	// This account knows nothing of what was refused in another one.
	if (checkAccount(client, entry)) entry.state = 'new';
	const { state: before, reference } = entry;
	if (before === 'created') return await existing(client, entry);
	if (ledger.isHistoryLost && batch.input.customer_reference_id === undefined) throw historyLostError(node, itemIndex);
	check();

	// Written before the request: if the node stops here, the ledger is still true.
	entry.account = account;
	entry.state = 'unknown';
	const deadline = Date.now() + client.limits.retryBudgetMs;
	try {
		const endpoint = endpoints.createOrderBatch({ ...batch.input, customer_reference_id: reference });
		const orderBatch = await client.call({ ...endpoint, factsByReason: FACTS_BY_REASON });
		entry.state = 'created';
		entry.orderBatchId = orderBatch.id;
		return { kind: 'created', orderBatch };
	} catch (thrown) {
		if (thrown instanceof NodeApiError) return await resolve(client, thrown, creation, before, deadline);
		const error = asNodeError(node, itemIndex, thrown);
		const isUnknown = before === 'unknown' || factsOf(error).mayHaveHappened !== false;
		if (!isUnknown) entry.state = before;
		throw withOutcome(error, { creates: 'order batch', outcome: isUnknown ? 'unknown' : 'nothingSent' });
	}
}

/**
 * Creates an order batch once, however often it is attempted (openapi: createOrderBatch). The service rejects a second order
 * batch with the same reference, which proves that an earlier attempt succeeded only if the reference is a derived one.
 * @param check throws if the order batch may not be sent any more; called for one that may not exist yet
 * @throws NodeApiError when the order batch was not created, or when that is not known: its facts and the ledger say which
 * @throws NodeOperationError, and sends nothing, when `check` does, the ledger was lost or is of another account, or another
 * call of a tool uses the reference for another request
 */
export async function createOrderBatch(
	client: ServiceClient,
	ledger: Ledger,
	creation: Creation,
	check: () => void,
): Promise<Created> {
	const entry = ledger.enter(creation.entry);
	if (entry.request !== creation.request) {
		throw inputError(client.node, [usedReference(entry.reference)], { itemIndex: client.itemIndex });
	}
	return await ledger.alone(entry, async () => await createOnce(client, ledger, { ...creation, entry }, check));
}
