import type { IDataObject } from 'n8n-workflow';

import type { ServiceClient } from '../../../api/client';
import { mapConcurrently } from '../../../api/concurrency';
import { orderBatchSchema, type OrderBatch } from '../../../api/responses';
import { endpoints } from '../../../api/endpoints';
import { factsOf, type ServiceError } from '../../../api/errors';
import { readEntries } from '../../../api/pages';
import { isFinal } from '../../../api/states';
import { afterCreation, failed, throwIfAny, withOutcome } from '../../outcome';
import { REFERENCE_ADVICE } from '../../sentences';
import { personKey } from '../recipients/personKey';
import { timeProblems } from '../rules/input';
import type { GiftRequest } from '../giftRequest';
import type { Creation } from './claims';
import { compare, shownKey } from './compare';
import { FACTS_BY_REASON } from './creationErrors';
import { exists, keysOf, type LedgerEntry } from './entries';
import type { Ledger } from './ledger';

/** The order batch as created; or as an earlier attempt created it; or one that exists while its ID is not known. */
export type Created = { kind: 'created' | 'found'; orderBatch: OrderBatch } | { kind: 'exists' };

/** Another execution has used the reference of a creation. The error says so, for where nothing else can be found out. */
export interface Taken {
	kind: 'taken';
	entry: LedgerEntry;
	error: ServiceError;
}

/**
 * Looks for an order batch by its reference, where the service can list order batches.
 * @param latest when the last request may begin, as Unix time in milliseconds
 * @returns `undefined` where there is none, or the service cannot list; `null` where the search fails
 */
const find = async (client: ServiceClient, reference: string, latest: number) =>
	await readEntries(client, endpoints.orderBatches(), 1, (entry) => entry.customer_reference_id === reference, latest)
		.then(([found]) => found && orderBatchSchema.parse(found))
		.catch((error: ServiceError) => (factsOf(error).isUnsupported ? undefined : null));

/** All recipients of an order batch; nothing while the service does not show all of them. */
async function recipientsOf(
	client: ServiceClient,
	{ id, recipients_count: count, recipients_preview: shown }: OrderBatch,
): Promise<IDataObject[] | undefined> {
	const recipients =
		shown && shown.length === count ? shown : await readEntries(client, endpoints.orderBatchRecipients(id), Infinity);
	// No order batch is for nobody.
	return recipients.length >= Math.max(count ?? 0, 1) ? recipients : undefined;
}

const hasFailed = ({ send_status: status }: OrderBatch) => isFinal(status) && status !== 'complete';

/** Finds out which gifts of other executions of today have failed, of those that the service does not list yet. */
export async function noteFailures(client: ServiceClient, ledger: Ledger, gifts: GiftRequest[]): Promise<void> {
	const found = gifts.flatMap(({ rows, options: { skipGiftedWithinDays: days, allowRepeatedRecipients } }) =>
		rows.flatMap(({ recipient, earlierGift }) =>
			recipient && days !== undefined && !earlierGift
				? (ledger.entryElsewhere(personKey(recipient), allowRepeatedRecipients) ?? [])
				: [],
		),
	);
	const { maxConcurrentRequests } = client.limits;
	await mapConcurrently(new Set(found), maxConcurrentRequests, async ({ reference, orderBatchId }) => {
		if (!orderBatchId) return;
		const orderBatch = await client.call(endpoints.orderBatch(orderBatchId), Date.now()).catch(() => undefined);
		if (orderBatch && hasFailed(orderBatch)) ledger.noteFailed(reference);
	});
}

/**
 * Reads what the place of the ledger holds, where the service can list it: all, or nothing.
 * @throws ServiceError when the service cannot tell now
 */
export async function readPlace(client: ServiceClient, ledger: Ledger): Promise<void> {
	const place = ledger.place();
	const isOfPlace = ({ customer_reference_id: reference }: IDataObject) => String(reference ?? '').startsWith(place);
	const found = await readEntries(client, endpoints.orderBatches(), Infinity, isOfPlace).catch((error: unknown) => {
		const { isUnsupported, isRefusal } = factsOf(error);
		if (!isUnsupported && !isRefusal) throw error;
		return [];
	});
	const entries: LedgerEntry[] = [];
	for (const entry of found) {
		const { data: orderBatch } = orderBatchSchema.safeParse(entry);
		const recipients = orderBatch && (await recipientsOf(client, orderBatch).catch(() => undefined));
		if (!recipients) throw failed({ kind: 'unreadableOrderBatch', orderBatchId: String(entry.id) });
		const { scheduled_send_on, expires_at } = orderBatch;
		entries.push({
			state: 'created',
			reference: String(orderBatch.customer_reference_id),
			requestKey: shownKey(orderBatch, recipients),
			times: { scheduled_send_on: scheduled_send_on ?? undefined, expires_at: expires_at ?? undefined },
			personKeys: recipients.flatMap(({ first_name, last_name, email }) => keysOf({ first_name, last_name, email })),
			recipientsCount: recipients.length,
			keyFingerprint: client.keyFingerprint,
			orderBatchId: orderBatch.id,
			isFailed: hasFailed(orderBatch) || undefined,
		});
	}
	for (const entry of entries) ledger.recordRead(entry);
}

/**
 * Finds out what a failed attempt has created.
 * @param before the entry's state before the attempt; nothing for a new one
 * @param deadline of the attempt and the search together, as Unix time in milliseconds
 */
async function resolve(
	client: ServiceClient,
	ledger: Ledger,
	{ input }: Creation,
	entry: LedgerEntry,
	{ thrown, before, deadline }: { thrown: unknown; before?: LedgerEntry['state']; deadline: number },
): Promise<Created | Taken> {
	const { mayHaveHappened = true, isDuplicate } = factsOf(thrown);
	const failure = withOutcome(thrown, { creates: 'order batch', outcome: 'unknown' });
	const hasOwnReference = input.customer_reference_id !== undefined;
	const mayHaveWorked = before === 'unknown' || (mayHaveHappened && !(before === 'taken' && isDuplicate));
	const taken = (orderBatchId?: string): Taken => {
		entry.state = 'taken';
		const advice = hasOwnReference ? REFERENCE_ADVICE.ownTaken(orderBatchId) : REFERENCE_ADVICE.placeTaken;
		const error = withOutcome(failure, { outcome: 'nothingSent', isDuplicate: true, advice });
		if (hasOwnReference) throw error;
		return { kind: 'taken', entry, error };
	};
	if (!mayHaveWorked) {
		if (isDuplicate) return taken();
		if (before === 'taken') entry.state = before;
		else ledger.remove(entry);
		throw withOutcome(failure, { outcome: 'nothingSent' });
	}

	const found = await find(client, entry.reference, deadline);
	const people = found && ((await recipientsOf(client, found).catch(() => undefined)) ?? found.recipients_preview);
	const whose = found && compare({ ...found, recipients_preview: people }, input, Date.now() - (entry.startedAt ?? 0));
	// What is for the same people with a reference of the user may be ours, although the service shows it otherwise.
	if (found && (whose === 'others' || (whose === 'otherGift' && !hasOwnReference))) return taken(found.id);
	if (found === null || (!found && !isDuplicate)) throw failure;
	// Nothing shows whether it is the order batch of that attempt, or an older one.
	if (entry.isShared && whose !== 'ours') {
		const advice = REFERENCE_ADVICE.unclear(found?.id);
		throw withOutcome(failure, { ...(found && { orderBatchId: found.id }), advice });
	}
	entry.state = 'created';
	ledger.identify(entry, found?.id);
	if (hasOwnReference) ledger.noteCreated(entry);
	return found ? { kind: 'found', orderBatch: found } : { kind: 'exists' };
}

/** The order batch of an entry that an earlier attempt has created. */
async function readExisting(client: ServiceClient, ledger: Ledger, entry: LedgerEntry): Promise<Created> {
	// The list may have been behind.
	const orderBatchId = entry.orderBatchId ?? (await find(client, entry.reference, Date.now()))?.id;
	if (!orderBatchId) return { kind: 'exists' };
	ledger.identify(entry, orderBatchId);
	const orderBatch = await client.call(endpoints.orderBatch(orderBatchId)).catch((error: unknown) => {
		throw afterCreation(error, orderBatchId);
	});
	return { kind: 'found', orderBatch };
}

/**
 * Checks that an order batch can be sent, as far as the ledger tells.
 * @param before the order batches that are asked for before it
 * @throws ServiceError when it exists, or may, in the account of another API key. For a new one of the place also when the ledger
 * was lost; or this execution has sent with another API key, whose account alone knows the numbers that are used; or the last
 * creation may not exist, and others, who share the place, would not find what follows it
 */
export function checkLedger(
	{ keyFingerprint }: ServiceClient,
	ledger: Ledger,
	{ input, options, entry, reference }: Creation,
	before: Iterable<Creation> = [],
): void {
	const known = ledger.get(reference);
	const isNewOfPlace = !entry && input.customer_reference_id === undefined;
	const sent = known && known.keyFingerprint !== keyFingerprint ? known : undefined;
	const ofOtherKey = sent ?? (isNewOfPlace ? ledger.ofOtherKey : undefined);
	if (ofOtherKey) {
		const { state, orderBatchId, reference: other } = ofOtherKey;
		// Another order batch of the execution says nothing about this one.
		const outcome = sent && state !== 'taken' ? state : 'nothingSent';
		const facts = { creates: 'order batch', outcome, ...(sent && { orderBatchId }) } as const;
		throw failed({ kind: 'otherApiKey', state, orderBatchId, reference: other }, facts);
	}
	if (!isNewOfPlace) return;
	if (ledger.isLedgerLost) throw failed({ kind: 'ledgerLost' }, { creates: 'order batch', outcome: 'unknown' });
	const { allowRepeatedRecipients: allowsRepeated } = options;
	const last = ledger.last(allowsRepeated);
	const isOpen = last?.state === 'unknown' && ![...before].some((one) => one.entry === last);
	// Another process may know an earlier part of the day, and would send in its place.
	if (isOpen && (last.isShared || ledger.isByDay(allowsRepeated)))
		throw failed({ kind: 'unresolvedOrderBatch', reference: last.reference }, { outcome: 'nothingSent' });
}

/**
 * Creates an order batch once, however often it is attempted (openapi: createOrderBatch). The service rejects a second order
 * batch with the same reference.
 * @returns `taken` where another execution was there before: what it sent is not known yet
 * @throws ServiceError when the order batch was not created, or when that is not known: its facts and the ledger say which. It
 * sends nothing where `checkLedger` fails, or its time is over
 */
export async function createOrderBatch(
	client: ServiceClient,
	ledger: Ledger,
	creation: Creation,
): Promise<Created | Taken> {
	const { input, options, item, entry: known, requestKey, estimate } = creation;
	const { customer_reference_id: userReference, scheduled_send_on, expires_at } = input;
	const reference = known?.reference ?? userReference ?? ledger.next(options.allowRepeatedRecipients);
	// The reference differs from the planned one if order batches before it were not created.
	creation.reference = reference;
	checkLedger(client, ledger, creation);
	if (known && exists(known)) {
		const { isRetry, runIndex } = ledger.environment;
		// A later retry may not find what was sent by hand: n8n may have restarted.
		if (isRetry || ledger.isOfExecution(known)) ledger.ofExecution.add((creation.entry = { ...known, runIndex }));
		return await readExisting(client, ledger, creation.entry as LedgerEntry);
	}
	if (!known) throwIfAny(timeProblems(input, options, new Date()), { itemIndex: item.itemIndex });

	const entry: LedgerEntry = {
		reference,
		requestKey,
		times: { scheduled_send_on, expires_at },
		personKeys: input.recipients.flatMap(keysOf),
		recipientsCount: input.recipients.length,
		startedAt: Date.now(),
		isShared: userReference !== undefined || ledger.mayBeShared(options.allowRepeatedRecipients),
		...known,
		state: 'unknown',
		keyFingerprint: client.keyFingerprint,
		estimate: estimate ?? known?.estimate,
		runIndex: ledger.environment.runIndex,
	};
	const before = ledger.get(reference)?.state;
	const deadline = Date.now() + client.limits.retryBudgetMs;
	// Written before the request, so that the ledger is right even if the node stops here.
	ledger.record(entry);
	creation.entry = entry;
	const endpoint = endpoints.createOrderBatch({ ...input, customer_reference_id: reference });
	let orderBatch: OrderBatch;
	try {
		orderBatch = await client.call({ ...endpoint, factsByReason: FACTS_BY_REASON });
	} catch (thrown) {
		return await resolve(client, ledger, creation, entry, { thrown, before, deadline });
	}
	const { customer_reference_id: other } = orderBatch;
	if (other && other !== reference) {
		const failure = { kind: 'otherReference', orderBatchId: orderBatch.id, other: String(other), reference } as const;
		throw failed(failure, { creates: 'order batch', outcome: 'unknown' });
	}
	// A service may respond to a duplicate with what exists, instead of refusing it.
	if (input.recipients.every(({ email }) => email) && compare(orderBatch, input, 0) === 'others') {
		const thrown = failed({ kind: 'otherPeople', orderBatchId: orderBatch.id });
		return await resolve(client, ledger, creation, entry, { thrown, before, deadline });
	}
	entry.state = 'created';
	ledger.identify(entry, orderBatch.id);
	ledger.noteCreated(entry);
	return { kind: 'created', orderBatch };
}
