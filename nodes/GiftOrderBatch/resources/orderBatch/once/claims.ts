import { grouped } from '../../../api/values';
import { someOf, type Place, type Problem } from '../../sentences';
import { isNameOnly, nameKey, personKey, samePerson } from '../recipients/personKey';
import type { Recipient } from '../recipients/recipientInput';
import type { Row } from '../recipients/rows';
import type { OrderBatchInput } from '../rules/input';
import type { Batch } from '../plan';
import { isSameTime } from '../times';
import { requestShownKey } from './compare';
import { isDerived, mayExist, orderBatchName, requestKey, type Ledger, type LedgerEntry } from './ledger';

/** An order batch of the plan, and what is known of it. */
export interface Creation {
	batch: Batch<OrderBatchInput>;
	/** Of `requestKey`. */
	request: string;
	/** What exists, or may exist, of the same request; nothing for a new one. */
	entry?: LedgerEntry;
	/** Its customer reference: that of the entry, the user's, or the one that it gets if all before it are created. */
	reference: string;
	/** Whether its reference stands for a day. */
	isByDay: boolean;
	/** The upper estimate of its price in cents, where a limit asks for it. */
	estimate?: number;
	/** Why it may not be created; nothing for one that exists, or may. */
	problems: Problem[];
}

/** Of several equal requests of a plan, each is another entry. */
function findSame(batch: Batch<OrderBatchInput>, request: string, ledger: Ledger, found: Set<LedgerEntry>) {
	const { input, options } = batch;
	const { customer_reference_id: userReference, scheduled_send_on: time, expires_at: expiry } = input;
	const isSame = (entry: LedgerEntry) => {
		const passedMs = entry.startedAt === undefined ? 0 : Date.now() - entry.startedAt;
		return (
			!found.has(entry) &&
			(userReference === undefined
				? isDerived(entry)
				: entry.reference === userReference && ledger.isOfExecution(entry)) &&
			isSameTime(entry.times.scheduled_send_on, time, passedMs) &&
			// A service may give an order batch an expiry of its own.
			((entry.startedAt === undefined && expiry === undefined) || isSameTime(entry.times.expires_at, expiry, passedMs))
		);
	};
	const [known] = ledger.of(request, options.allowRepeatedRecipients).filter(isSame);
	if (known || userReference !== undefined) return known;
	const shown = requestShownKey(input);
	return shown === undefined ? undefined : ledger.of(shown, options.allowRepeatedRecipients).find(isSame);
}

/**
 * Finds the order batches of a plan that exist, by the user's reference or as the same request, and judges the new ones: nobody
 * who has, or may have, a gift in this ledger gets another, unless the user allows it.
 *
 * Several people may have the same name. So for a name alone, and where the user allows repeated recipients, only some entries
 * stop a new order batch: those of an earlier attempt of this run, and those whose result is unknown. Entries that this plan
 * asks for again do not.
 */
export function judge(batches: Array<Batch<OrderBatchInput>>, ledger: Ledger): Creation[] {
	const asked = new Set<LedgerEntry>();
	let further = 0;
	const creations = batches.map((batch): Creation => {
		const { input, options } = batch;
		const { allowRepeatedRecipients: allowsRepeated } = options;
		const request = requestKey(input);
		const entry = findSame(batch, request, ledger, asked);
		if (entry) asked.add(entry);
		const userReference = input.customer_reference_id;
		const reference = entry?.reference ?? userReference ?? ledger.next(allowsRepeated, further++);
		const isByDay = userReference === undefined && ledger.isByDay(allowsRepeated);
		return { batch, request, entry, reference, isByDay, estimate: entry?.estimate, problems: [] };
	});
	const conflicts = new Map(
		creations.map((creation) => [creation, creation.entry ? [] : conflictsOf(creation, ledger, asked)]),
	);
	// What other executions have sent today is one problem of the whole list.
	const isOfDay = ({ entry }: Conflict) => !ledger.isOfExecution(entry);
	const ofDay = [...conflicts.values()].flat().filter(isOfDay);
	const count = creations.reduce((sum, { batch, entry }) => sum + (entry ? 0 : batch.rows.length), 0);
	const isSkipping = batches.some(({ options }) => options.skipGiftedWithinDays !== undefined);
	const today = giftedToday(ofDay, count, isSkipping);
	const before: Before = { people: new Map(), requests: new Map(), references: new Set() };
	for (const creation of creations) {
		const found = conflicts.get(creation) ?? [];
		creation.problems.push(
			...referenceProblems(creation, ledger, asked, before),
			...(creation.batch.options.allowRepeatedRecipients ? [] : repetitionProblems(creation, before)),
			...(found.some(isOfDay) ? [today] : []),
			...found.filter((one) => !isOfDay(one)).map((one) => conflictProblem(one, creation.request, ledger)),
		);
		if (creation.problems.length === 0) addTo(before, creation);
	}
	return creations;
}

/** What the order batches of a plan before one have: people by `personKey`, requests with what messages call them. */
interface Before {
	people: Map<string, Place>;
	requests: Map<string, string>;
	references: Set<string>;
}

function addTo({ people, requests, references }: Before, { batch, request, reference }: Creation): void {
	references.add(reference);
	requests.set(request, batch.gift.name ?? batch.name ?? '');
	for (const { number, recipient } of batch.rows) {
		if (recipient) people.set(personKey(recipient), { number, of: batch.name });
	}
}

/** A reference of the user names one order batch. */
function referenceProblems(
	{ batch, entry }: Creation,
	ledger: Ledger,
	asked: Set<LedgerEntry>,
	{ references }: Before,
): Problem[] {
	const { customer_reference_id: reference } = batch.input;
	if (reference === undefined) return [];
	const used: Problem = { kind: 'usedReference', reference };
	if (references.has(reference)) return [used];
	const other = entry ? undefined : ledger.get(reference);
	if (!other || !ledger.isOfExecution(other) || !mayExist(other)) return [];
	return [ledger.isOfThisRun(other) && !asked.has(other) ? changedRequest(other) : used];
}

/** The people and the request of an order batch that another one of this plan has. */
function repetitionProblems({ batch, request }: Creation, { people, requests }: Before): Problem[] {
	const as = requests.get(request);
	if (as !== undefined) return [{ kind: 'sameOrderBatch', as }];
	return batch.rows.flatMap(({ number, recipient }): Problem[] => {
		const first = recipient && !isNameOnly(recipient) ? people.get(personKey(recipient)) : undefined;
		return recipient && first ? [samePerson(recipient, first, { number, of: batch.name })] : [];
	});
}

/**
 * Whether another attempt for the same gift may have made an entry: one of this run or of the day, one that was only read, or
 * one whose result is not known.
 */
export const isOfAttempt = (entry: LedgerEntry, ledger: Ledger): boolean =>
	entry.state !== 'created' ||
	entry.startedAt === undefined ||
	ledger.isOfThisRun(entry) ||
	!ledger.isOfExecution(entry);

/** The entries that somebody has a gift of, or may have. */
export function claimsOf(
	recipient: Recipient,
	ledger: Ledger,
	{ allowsRepeated, isAsked = () => false }: { allowsRepeated: boolean; isAsked?: (entry: LedgerEntry) => boolean },
): LedgerEntry[] {
	const isOpen = (entry: LedgerEntry) => !isAsked(entry) && isOfAttempt(entry, ledger);
	const ofPerson = isNameOnly(recipient) ? [] : ledger.of(personKey(recipient), allowsRepeated);
	const ofName = ledger.of(nameKey(recipient), allowsRepeated).filter(isOpen);
	return [...new Set([...(allowsRepeated ? ofPerson.filter(isOpen) : ofPerson), ...ofName])];
}

/** An entry because of which an order batch may not be created, and the rows that have, or may have, a gift of it. */
interface Conflict {
	entry: LedgerEntry;
	rows: Row[];
}

/** What keeps a new order batch from being created. */
function conflictsOf({ batch, request }: Creation, ledger: Ledger, asked: Set<LedgerEntry>): Conflict[] {
	const { allowRepeatedRecipients: allowsRepeated } = batch.options;
	const isAsked = (entry: LedgerEntry) => asked.has(entry);
	const found = grouped(
		batch.rows.flatMap((row) =>
			(row.recipient ? claimsOf(row.recipient, ledger, { allowsRepeated, isAsked }) : []).map(
				(entry) => [entry, row] as const,
			),
		),
	);
	for (const entry of ledger.of(request, allowsRepeated)) {
		const isAllowed = allowsRepeated && entry.state === 'created' && !ledger.isOfThisRun(entry);
		if (!isAllowed && !asked.has(entry) && !found.has(entry)) found.set(entry, []);
	}
	// The service refuses a reference of the user that exists.
	const { customer_reference_id: userReference } = batch.input;
	return [...found]
		.map(([entry, rows]) => ({ entry, rows }))
		.filter(({ entry }) => ledger.isOfExecution(entry) || entry.reference !== userReference);
}

const whoIs = ({ recipient, number }: Row) => recipient?.email ?? `recipient ${number}`;

const isSure = ({ state }: LedgerEntry) => state === 'created';

/** One short problem, since every order batch of a long list may have it. */
function giftedToday(conflicts: Conflict[], count: number, isSkipping: boolean): Problem {
	const entries = conflicts.map(({ entry }) => entry);
	const people = [...new Set(conflicts.flatMap(({ rows }) => rows))].map(whoIs);
	return {
		kind: 'giftedToday',
		people: someOf(people),
		count,
		orderBatches: someOf([...new Set(entries.map(orderBatchName))]),
		isSure: entries.every(isSure),
		isSkipping,
	};
}

function conflictProblem({ entry, rows }: Conflict, request: string, ledger: Ledger): Problem {
	const { orderBatchId, reference, run, startedAt } = entry;
	const isOfEarlierRun = isSure(entry) && !ledger.isOfThisRun(entry);
	// n8n counts every call of a tool as another run.
	if (!isOfEarlierRun && run !== undefined) return changedRequest(entry);
	return {
		kind: 'alreadyRequested',
		people: entry.request === request ? [] : rows.map(whoIs),
		orderBatch: orderBatchId ?? `reference ${reference}`,
		isOwn: startedAt !== undefined,
		isSure: isOfEarlierRun,
	};
}

const changedRequest = (entry: LedgerEntry): Problem => ({
	kind: 'changedRequest',
	orderBatchId: entry.orderBatchId,
	reference: entry.reference,
	isSure: isSure(entry),
});
