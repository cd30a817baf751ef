import { NodeApiError, NodeOperationError, type IDataObject } from 'n8n-workflow';

import { mayHaveBeenDone, type ServiceClient } from '../../../api/client';
import type { OrderBatch, OrderBatchInput } from '../../../api/contract';
import { afterCreation, forgottenError, isReferenceRejected, repeatedError, takenError, unsettled } from './errors';
import { endpoints } from '../../../api/endpoints';
import { asNodeError } from '../../../api/errors';
import { readPage } from '../../../api/pages';
import { isBlank } from '../../../api/values';

/** How many pages of the account's batches are searched for one that may exist. */
const SEARCHED_PAGES = 5;

/**
 * What is known of earlier tries of one creation. It is kept where n8n's own retries find it again, so it must stay plain
 * JSON.
 */
export interface CreationMemory {
	/** The reference that the tries carry. */
	reference?: string;
	/** Whether one of them may have been carried out although it failed. */
	mayExist?: boolean;
	/** The reference that was rejected before any of them can have used it. */
	takenReference?: string;
	/** Stands for the recipients that they are for. */
	recipients?: string;
	/** How many recipients they are for. */
	recipientCount?: number;
	/** How many runs of the node that are to carry it out have not ended yet. */
	runs?: number;
	/** The batch that one of them created. */
	orderBatchId?: string;
}

/**
 * A creation of one order batch. `isDerived` says that its reference was derived, `isForgotten` that it may have been carried
 * out before with a reference that is not known any more, `recipients` stands for whom it is for.
 */
export interface Creation {
	input: OrderBatchInput & { customer_reference_id: string };
	recipients: string;
	isDerived: boolean;
	isForgotten: boolean;
	memory: CreationMemory;
}

/** The batch as created; or as an earlier try created it; or the reference of one that exists while its ID is not known. */
export type Created = { kind: 'created' | 'found'; orderBatch: OrderBatch } | { kind: 'exists'; reference: string };

async function search(client: ServiceClient, reference: string): Promise<OrderBatch | undefined> {
	for (let page = 1; page <= SEARCHED_PAGES; page++) {
		const { entries, hasMore } = await readPage(client, endpoints.orderBatches(), page);
		const found = entries.find((entry) => entry.customer_reference_id === reference);
		if (found) return found as OrderBatch;
		if (!hasMore) return undefined;
	}
	return undefined;
}

/** Looks for a batch by its reference, where the service can list batches; a search that fails has found nothing. */
const find = async (client: ServiceClient, reference: string) => await search(client, reference).catch(() => undefined);

/** An agent may use its tool for the same batch twice at the same time: the second try waits, and then repeats the first. */
const underWay = new WeakMap<CreationMemory, Promise<Created>>();

/**
 * Creates an order batch once, however often it is tried (interface: "Rules for `POST /v1/order_batches`", rule 3). A
 * rejection of its reference means that an earlier try was carried out, if there was one; then nothing is sent again.
 * @param creation whose memory is updated as the tries go
 * @throws NodeApiError when the batch was not created, or when that is not known; the memory then knows which
 * @throws NodeOperationError, and sends nothing, when it is forgotten whether the batch was created
 */
export async function createOrderBatch(client: ServiceClient, creation: Creation): Promise<Created> {
	const earlier = underWay.get(creation.memory);
	const own = (async () => {
		await earlier?.catch(() => undefined);
		return await createOnce(client, creation);
	})();
	underWay.set(creation.memory, own);
	return await own;
}

async function createOnce(client: ServiceClient, creation: Creation): Promise<Created> {
	const { input, isForgotten, memory } = creation;
	if (isForgotten) throw forgottenError(client.node, client.itemIndex);
	if (memory.orderBatchId) return { kind: 'found', orderBatch: await readAgain(client, memory.orderBatchId) };

	const reference = (memory.mayExist && memory.reference) || input.customer_reference_id;
	memory.reference = reference;
	memory.recipients = creation.recipients;
	const outcome = await client
		.call(endpoints.createOrderBatch({ ...input, customer_reference_id: reference }))
		.catch((error: Error) => error);
	if (!(outcome instanceof Error)) {
		memory.orderBatchId = outcome.id;
		return { kind: 'created', orderBatch: outcome };
	}
	return await settle(client, outcome, creation, reference);
}

/** Reads the batch that an earlier try created. @throws NodeApiError with the batch's ID when it cannot be read */
async function readAgain(client: ServiceClient, id: string): Promise<OrderBatch> {
	return await client.call(endpoints.orderBatch(id)).catch((error: unknown) => {
		throw afterCreation(asNodeError(client.node, client.itemIndex, error), { id });
	});
}

const namesOf = ({ first_name, email }: { first_name?: unknown; email?: unknown }) =>
	[first_name, email].filter((name) => !isBlank(name)).map((name) => String(name).trim().toLowerCase());

/** Whether a batch is certainly not the one that `input` makes: the first of its recipients are known, and none is meant. */
function isForOthers({ recipients_preview: preview }: OrderBatch, { recipients }: OrderBatchInput): boolean {
	const meant = new Set(recipients.flatMap(namesOf));
	const known = (Array.isArray(preview) ? preview : []).flatMap((recipient) => namesOf(recipient as IDataObject));
	return known.length > 0 && !known.some((name) => meant.has(name));
}

/** Finds out what a failed creation has left behind. */
async function settle(
	client: ServiceClient,
	failure: Error,
	{ input, isDerived, memory }: Creation,
	reference: string,
): Promise<Created> {
	if (failure instanceof NodeOperationError && (mayHaveBeenDone(failure) || memory.mayExist)) {
		memory.mayExist = true;
		throw unsettled(failure);
	}
	if (!(failure instanceof NodeApiError)) throw failure;
	const isRejected = isReferenceRejected(failure);
	if (isRejected && !memory.mayExist && !mayHaveBeenDone(failure)) memory.takenReference = reference;
	const wasTaken = memory.takenReference === reference;
	if (wasTaken) throw isDerived ? repeatedError(failure) : failure;
	memory.mayExist ||= mayHaveBeenDone(failure);
	if (!memory.mayExist) throw failure;

	const found = isRejected || mayHaveBeenDone(failure) ? await find(client, reference) : undefined;
	if (found && !isDerived && isForOthers(found, input)) {
		memory.mayExist = false;
		memory.takenReference = reference;
		throw takenError(failure, found.id);
	}
	if (found) {
		memory.orderBatchId = found.id;
		return { kind: 'found', orderBatch: found };
	}
	if (isRejected) return { kind: 'exists', reference };
	throw unsettled(failure);
}

/** Whether a batch of earlier tries exists, or may exist. */
export const wasTried = ({ orderBatchId, mayExist }: CreationMemory): boolean =>
	orderBatchId !== undefined || mayExist === true;
