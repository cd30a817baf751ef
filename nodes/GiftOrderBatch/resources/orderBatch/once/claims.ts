import type { IDataObject } from 'n8n-workflow';

import type { ServiceError } from '../../../api/errors';
import { grouped, isBlank, objectIn } from '../../../api/values';
import { saysGiftMayExist } from '../../errorItem';
import { someOf, type Problem } from '../../sentences';
import { nameOf } from '../recipients/people';
import { isNameOnly, nameKey, nameOnlyKey, personKey } from '../recipients/personKey';
import type { Recipient } from '../recipients/recipientInput';
import type { Row } from '../recipients/rows';
import type { OrderBatchInput } from '../rules/input';
import { batchOf, type Batch, type GiftRequest } from '../giftRequest';
import { isSameTime } from '../times';
import { requestShownKey } from './compare';
import { isDerived, exists, mayExist, orderBatchName, requestKeyOf, type LedgerEntry } from './entries';
import type { Ledger } from './ledger';

const skipsGifted = ({ options }: Pick<GiftRequest, 'options'>) => options.skipGiftedWithinDays !== undefined;

/** With Skip Gifted, the recipients of a repeated gift are left out one by one. */
function refuseSame(gifts: GiftRequest[]): void {
	const before = new Map<string, string>();
	for (const gift of gifts.filter((one) => !one.isRefused && !skipsGifted(one))) {
		const requestKey = requestKeyOf(batchOf(gift, gift.rows).input);
		const as = before.get(requestKey);
		if (as === undefined) before.set(requestKey, gift.name ?? '');
		else if (!gift.options.allowRepeatedRecipients) gift.problems.push({ kind: 'sameOrderBatch', as });
	}
}

/**
 * Refuses everyone who is in a plan twice, or leaves them out with Skip Gifted: a gift that repeats an earlier one as a whole,
 * otherwise person by person. Several people may have the same name, so a name alone identifies nobody. Recipients who are
 * refused for another reason do not count.
 */
export function refuseRepeated(gifts: GiftRequest[]): void {
	if (gifts.some(({ name }) => name !== undefined)) refuseSame(gifts);
	const people = new Map<string, { gift: GiftRequest; row: Row }>();
	const rows = gifts
		.filter(({ problems }) => !problems.some(({ kind }) => kind === 'sameOrderBatch'))
		.flatMap((gift) => gift.rows.map((row) => ({ gift, row })))
		.sort((a, b) => a.row.itemIndex - b.row.itemIndex);
	for (const one of rows) {
		const { recipient, problems } = one.row;
		if (!recipient || problems.length > 0 || isNameOnly(recipient)) continue;
		const { email, phone } = recipient;
		const person = personKey(recipient);
		const before = people.get(person);
		const isAnotherGift = before?.gift !== one.gift;
		const positionOf = ({ gift: { name }, row: { number } }: typeof one) => ({
			number,
			of: isAnotherGift ? name : undefined,
		});
		if (!before || (isAnotherGift && before.gift.isRefused)) people.set(person, one);
		else if (one.gift.options.allowRepeatedRecipients) continue;
		else if (skipsGifted(one.gift)) one.row.earlierGift = { position: positionOf(before) };
		else problems.push({ kind: 'samePerson', positions: [positionOf(before), positionOf(one)], email, phone });
	}
}

/** An order batch of the plan, and what is known of it. */
export interface Creation extends Batch {
	/** Of `requestKeyOf`. */
	requestKey: string;
	/** What exists, or may exist, of the same request; nothing for a new one that was not attempted yet. */
	entry?: LedgerEntry;
	/** Its customer reference: that of the entry, the user's, or the one that it gets if all before it are created. */
	reference: string;
	/** Whether its reference stands for a day. */
	isByDay: boolean;
	/** The upper estimate of its price in cents, where a limit asks for it. */
	estimate?: number;
	/** Why it may not be created; nothing for one that exists. */
	problems: Problem[];
	/** Why the service refuses it, where that is known before it is sent. */
	refusal?: ServiceError;
}

/** Whether a request has the times of an entry, moved by no more than what has passed since. */
function hasSameTimes(
	{ times, startedAt }: LedgerEntry,
	{ scheduled_send_on: time, expires_at: expiry }: OrderBatchInput,
) {
	const passedMs = startedAt === undefined ? 0 : Date.now() - startedAt;
	return (
		isSameTime(times.scheduled_send_on, time, passedMs) &&
		// A service may give an order batch an expiry of its own.
		((startedAt === undefined && expiry === undefined) || isSameTime(times.expires_at, expiry, passedMs))
	);
}

/** The entry of this request that no earlier batch of the plan has been matched with. */
function findSame(batch: Batch, requestKey: string, ledger: Ledger, found: Set<LedgerEntry>) {
	const { input, options } = batch;
	const { customer_reference_id: userReference } = input;
	const isSame = (entry: LedgerEntry) =>
		!found.has(entry) &&
		(userReference === undefined
			? isDerived(entry)
			: entry.reference === userReference && ledger.isOfExecution(entry)) &&
		hasSameTimes(entry, input);
	const [known] = ledger.of(requestKey, options.allowRepeatedRecipients).filter(isSame);
	if (known) return known;
	const shown = requestShownKey(input);
	return shown === undefined ? undefined : ledger.of(shown, options.allowRepeatedRecipients).find(isSame);
}

/**
 * Finds the order batches of a plan that exist, or may, by the user's reference or as the same request. It judges the new ones,
 * and those that may exist: nobody who has, or may have, another gift in this ledger gets one, unless the user allows it.
 *
 * Several people may have the same name. So for a name alone, and where the user allows repeated recipients, only some entries
 * stop a new order batch: those of an earlier attempt of this run, and those whose result is unknown. Entries that this plan
 * asks for again do not.
 * @param before the creations of the plan that were attempted already
 */
export function judge(batches: Batch[], ledger: Ledger, before: Creation[] = []): Creation[] {
	const matched = new Set(before.flatMap(({ entry }) => entry ?? []));
	let newCount = 0;
	const creations = batches.map((batch): Creation => {
		const { input, options } = batch;
		const { allowRepeatedRecipients: allowsRepeated } = options;
		const requestKey = requestKeyOf(input);
		const entry = findSame(batch, requestKey, ledger, matched);
		if (entry) matched.add(entry);
		const userReference = input.customer_reference_id;
		return {
			...batch,
			requestKey,
			entry,
			reference: entry?.reference ?? userReference ?? ledger.next(allowsRepeated, newCount++),
			isByDay: userReference === undefined && ledger.isByDay(allowsRepeated),
			estimate: exists(entry) ? entry?.estimate : undefined,
			problems: [],
		};
	});
	const judged = creations.filter(({ entry }) => !exists(entry));
	const conflicts = new Map(judged.map((creation) => [creation, conflictsOf(creation, ledger, matched)]));
	const isOfOthers = ([entry]: Conflict) => !ledger.isOfExecution(entry);
	const ofOthers = [...conflicts.values()].flat().filter(isOfOthers);
	const entries = ofOthers.map(([entry]) => entry);
	// One short problem of the whole list, since every order batch of it may have it.
	const giftedToday: Problem = {
		kind: 'giftedToday',
		people: someOf([...new Set(ofOthers.flatMap(([, rows]) => rows))].map(whoIs)),
		count: judged.reduce((sum, { rows }) => sum + rows.length, 0),
		orderBatches: someOf([...new Set(entries.map(orderBatchName))]),
		isSure: entries.every((entry) => exists(entry) && !entry.isFailed),
		isSkipping: batches.some(skipsGifted),
		when: ledger.when,
	};
	const references = new Set<string>();
	for (const creation of creations) {
		const found = conflicts.get(creation) ?? [];
		creation.problems.push(
			...usedReferenceProblems(creation, ledger, matched, references),
			...failureProblems(creation, ledger),
			...(found.some(isOfOthers) ? [giftedToday] : []),
			...found.filter((one) => !isOfOthers(one)).map((one) => conflictProblem(one, creation.requestKey, ledger)),
		);
		if (creation.problems.length === 0) references.add(creation.reference);
	}
	return creations;
}

/** A reference of the user names one order batch. */
function usedReferenceProblems(
	{ input: { customer_reference_id: reference }, entry }: Creation,
	ledger: Ledger,
	matched: Set<LedgerEntry>,
	references: Set<string>,
): Problem[] {
	if (reference === undefined) return [];
	const used: Problem = { kind: 'usedReference', reference };
	if (references.has(reference)) return [used];
	const other = entry ? undefined : ledger.get(reference);
	if (!other || !ledger.isOfExecution(other) || !mayExist(other)) return [];
	return [ledger.isOfThisRun(other) && !matched.has(other) ? changedRequest(other) : used];
}

/** An item that another node, or another execution, has put out as failed: its gift exists, or may. */
function failureProblems({ gift: { items }, rows, options, entry }: Creation, ledger: Ledger): Problem[] {
	// One that failed after its order batch was created in this execution asks for the same gift again.
	const isAgain = ({ gift_error: error }: IDataObject) =>
		ledger.of(String(objectIn(error).order_batch_id)).some((one) => ledger.isOfExecution(one));
	const failed = new Set(
		items
			.filter(({ json }) => saysGiftMayExist(json) && (!options.allowRepeatedRecipients || isAgain(json)))
			.map(({ itemIndex }) => itemIndex),
	);
	const people = rows.filter(({ itemIndex }) => failed.has(itemIndex));
	return entry || people.length === 0 ? [] : [{ kind: 'failedBefore', people: someOf(people.map(whoIs)) }];
}

/** Whether an entry may be of the same gift: of this run or of the day, only read, or its result is not known. */
const mayBeSameGift = (entry: LedgerEntry, ledger: Ledger): boolean =>
	!exists(entry) || entry.startedAt === undefined || ledger.isOfThisRun(entry) || !ledger.isOfExecution(entry);

/** The entries that gave, or may have given, the person of a row a gift. @param matched those that the plan asks for again */
function claimsOf(row: Row, ledger: Ledger, allowsRepeated: boolean, matched?: Set<LedgerEntry>): LedgerEntry[] {
	const recipient = row.recipient as Recipient;
	const isOpen = (entry: LedgerEntry) => !matched?.has(entry) && mayBeSameGift(entry, ledger);
	const ofPerson = isNameOnly(recipient) ? [] : ledger.of(personKey(recipient), allowsRepeated);
	const name = isBlank(recipient.email) ? nameKey(recipient) : nameOnlyKey(recipient);
	const ofName = ledger.of(name, allowsRepeated).filter(isOpen);
	return [...new Set([...(allowsRepeated ? ofPerson.filter(isOpen) : ofPerson), ...ofName])];
}

/** With Skip Gifted, also leaves out everyone who has a gift in the ledger, unless it is the very same gift, which is asked for again. */
export function leaveOutGifted(gift: GiftRequest, ledger: Ledger): void {
	if (!skipsGifted(gift)) return;
	const { allowRepeatedRecipients: allowsRepeated } = gift.options;
	const isInPlan = ({ earlierGift }: Row) => earlierGift !== undefined && 'position' in earlierGift;
	const rows = gift.rows.filter((row) => row.problems.length === 0 && !isInPlan(row));
	const claims = new Map(rows.map((row) => [row, claimsOf(row, ledger, allowsRepeated)]));
	const byEntry = grouped(
		// One that exists comes before one that may.
		[...claims].flatMap(([row, [entry]]) => (entry && mayBeSameGift(entry, ledger) ? [[entry, row] as const] : [])),
	);
	for (const [entry, some] of byEntry) {
		const { input } = batchOf(gift, some);
		if (requestKeyOf(input) !== entry.requestKey || !hasSameTimes(entry, input)) continue;
		for (const row of some) Object.assign(row, { repeats: entry.reference, earlierGift: undefined });
	}
	for (const row of rows.filter(({ repeats }) => repeats === undefined)) {
		const known = claims.get(row)?.find((one) => exists(one) && !one.isFailed);
		// Once the service lists the order of a gift, it says more about it.
		const elsewhere = row.earlierGift
			? undefined
			: ledger.entryElsewhere(personKey(row.recipient as Recipient), allowsRepeated);
		const entry = known ?? elsewhere;
		if (!entry) continue;
		const when = ledger.isOfExecution(entry) ? 'in this execution' : ledger.when;
		row.earlierGift = { orderBatch: orderBatchName(entry), when, isSure: exists(entry) };
	}
}

/** Why an order batch may not be created: an entry, and the rows that have, or may have, a gift of it. */
type Conflict = [entry: LedgerEntry, rows: Row[]];

/** One that may exist is refused only if another execution has sent to its recipients since. */
function conflictsOf(
	{ input, options, rows, requestKey, entry: known }: Creation,
	ledger: Ledger,
	matched: Set<LedgerEntry>,
): Conflict[] {
	const { allowRepeatedRecipients: allowsRepeated } = options;
	const found = grouped(
		rows.flatMap((row) => claimsOf(row, ledger, allowsRepeated, matched).map((entry) => [entry, row] as const)),
	);
	for (const entry of ledger.of(requestKey, allowsRepeated)) {
		const isAllowed = allowsRepeated && !mayBeSameGift(entry, ledger);
		if (!isAllowed && !matched.has(entry) && !found.has(entry)) found.set(entry, []);
	}
	const { customer_reference_id: userReference } = input;
	return [...found].filter(
		([entry]) =>
			entry !== known &&
			// The service refuses a reference of the user that exists.
			(ledger.isOfExecution(entry) ? !known : entry.reference !== userReference),
	);
}

/** Not by number: a sentence may be about the first recipients of several items. */
const whoIs = ({ recipient }: Row) => recipient?.email ?? nameOf(recipient);

function conflictProblem([entry, rows]: Conflict, requestKey: string, ledger: Ledger): Problem {
	const isOfAnotherRun = exists(entry) && !ledger.isOfThisRun(entry);
	// n8n counts every call of a tool as another run.
	if (!isOfAnotherRun && entry.runIndex !== undefined) return changedRequest(entry);
	return {
		kind: 'alreadyRequested',
		people: entry.requestKey === requestKey ? [] : rows.map(whoIs),
		orderBatch: entry.orderBatchId ?? `reference ${entry.reference}`,
		isOfThisExecution: entry.startedAt !== undefined,
		isSure: isOfAnotherRun,
	};
}

const changedRequest = (entry: LedgerEntry): Problem => ({
	kind: 'changedRequest',
	orderBatchId: entry.orderBatchId,
	reference: entry.reference,
	isSure: exists(entry),
});
