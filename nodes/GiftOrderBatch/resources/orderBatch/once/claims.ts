import { listed } from '../../../api/values';
import type { Problem } from '../../inputSchemas';
import { isNameOnly, nameKey, personKey } from '../recipients/personKey';
import type { Recipient } from '../recipients/recipientInput';
import type { Row } from '../recipients/rows';
import type { OrderBatchInput } from '../rules/input';
import { ALLOW_ADVICE, REPEATED_ADVICE, repeatedMessage } from '../sentences';
import type { Batch } from '../plan';
import { isSameTime } from '../times';
import { requestShownKey } from './compare';
import { isDerived, mayExist, requestKey, type Ledger, type LedgerEntry } from './ledger';

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

/** How many people a message names; it counts the rest. */
const NAMED = 5;

/** Of several equal requests of a plan, each is another entry. */
function findSame(batch: Batch<OrderBatchInput>, request: string, ledger: Ledger, found: Set<LedgerEntry>) {
	const { input, options } = batch;
	const { customer_reference_id: own, scheduled_send_on: time, expires_at: expiry } = input;
	const isSame = (entry: LedgerEntry) => {
		const passedMs = entry.startedAt === undefined ? 0 : Date.now() - entry.startedAt;
		return (
			!found.has(entry) &&
			(own === undefined ? isDerived(entry) : entry.reference === own && ledger.isOwn(entry)) &&
			isSameTime(entry.times.scheduled_send_on, time, passedMs) &&
			// A service may give an order batch an expiry of its own.
			((entry.startedAt === undefined && expiry === undefined) || isSameTime(entry.times.expires_at, expiry, passedMs))
		);
	};
	const [known] = ledger.of(request, options.allowRepeatedRecipients).filter(isSame);
	if (known || own !== undefined) return known;
	const shown = requestShownKey(input);
	return shown === undefined ? undefined : ledger.of(shown, options.allowRepeatedRecipients).find(isSame);
}

/**
 * Finds what exists of the order batches of a plan, by the user's reference or as the same request, and judges the new ones:
 * nobody who has a gift of this ledger, or may have one, gets another, unless the user allows it.
 *
 * A name alone may be that of several people: then, and where the user allows repeated recipients, only what an earlier
 * attempt of this run has created, or what is unknown, and this plan does not ask for again, is in the way.
 */
export function judge(batches: Array<Batch<OrderBatchInput>>, ledger: Ledger): Creation[] {
	const asked = new Set<LedgerEntry>();
	let further = 0;
	const creations = batches.map((batch): Creation => {
		const { input, options } = batch;
		const { allowRepeatedRecipients: allows } = options;
		const request = requestKey(input);
		const entry = findSame(batch, request, ledger, asked);
		if (entry) asked.add(entry);
		const own = input.customer_reference_id;
		const reference = entry?.reference ?? own ?? ledger.next(allows, further++);
		const isByDay = own === undefined && ledger.isByDay(allows);
		return { batch, request, entry, reference, isByDay, estimate: entry?.estimate, problems: [] };
	});
	const plan = {
		people: new Map<string, string>(),
		requests: new Map<string, string>(),
		references: new Set<string>(),
	};
	const inTheWay = new Map(
		creations.map((creation) => [creation, creation.entry ? [] : entriesInTheWay(creation, ledger, asked)]),
	);
	// What other executions of the day have sent is said once, for the whole list.
	const isOfDay = ([entry]: [LedgerEntry, Row[]]) => !ledger.isOwn(entry);
	const ofDay = [...inTheWay.values()].flat().filter(isOfDay);
	const people = creations.reduce((sum, { batch, entry }) => sum + (entry ? 0 : batch.rows.length), 0);
	const today = ofDay.length > 0 ? giftedToday(ofDay, people) : '';
	for (const creation of creations) {
		const found = inTheWay.get(creation) ?? [];
		const problems = [
			...referenceProblems(creation, ledger, asked, plan.references),
			...(creation.batch.options.allowRepeatedRecipients ? [] : repetitionProblems(creation, plan)),
			...(found.some(isOfDay) ? [{ message: today }] : []),
			...found
				.filter((one) => !isOfDay(one))
				.map(([entry, rows]) => ({ message: whatIsInTheWay(entry, rows, creation.request, ledger) })),
		];
		creation.problems.push(...problems);
		if (problems.length > 0) continue;
		const { batch, request, reference } = creation;
		plan.references.add(reference);
		plan.requests.set(request, batch.gift.name ?? batch.name ?? '');
		for (const { number, recipient } of batch.rows) {
			const name = `recipient ${number}${batch.name ? ` of ${batch.name}` : ''}`;
			if (recipient) plan.people.set(personKey(recipient), name);
		}
	}
	return creations;
}

/** A reference of the user names one order batch. */
function referenceProblems(
	{ batch, entry }: Creation,
	ledger: Ledger,
	asked: Set<LedgerEntry>,
	before: Set<string>,
): Problem[] {
	const { customer_reference_id: reference } = batch.input;
	if (reference === undefined) return [];
	if (before.has(reference)) return [{ message: usedReference(reference) }];
	const other = entry ? undefined : ledger.get(reference);
	if (!other || !ledger.isOwn(other) || !mayExist(other)) return [];
	const isChanged = ledger.isOfThisRun(other) && !asked.has(other);
	return [{ message: isChanged ? changedRequest(other) : usedReference(reference) }];
}

/** The people and the request of an order batch that another one of this plan has. */
function repetitionProblems(
	{ batch, request }: Creation,
	{ people, requests }: { people: Map<string, string>; requests: Map<string, string> },
): Problem[] {
	const same = requests.get(request);
	if (same !== undefined) {
		return [
			{
				message: `This is the same order batch as that of ${same}, so its recipients would get the gift twice. ${REPEATED_ADVICE}`,
			},
		];
	}
	return batch.rows.flatMap(({ number, recipient }) => {
		const first = recipient && !isNameOnly(recipient) && people.get(personKey(recipient));
		return first ? [{ message: `Recipient ${number}: ${repeatedMessage(recipient, first)}. ${REPEATED_ADVICE}` }] : [];
	});
}

/** The entries that somebody has a gift of, or may have. */
export function claimsOf(
	recipient: Recipient,
	ledger: Ledger,
	{ allows, isAsked = () => false }: { allows: boolean; isAsked?: (entry: LedgerEntry) => boolean },
): LedgerEntry[] {
	const isLeftOver = (entry: LedgerEntry) =>
		!isAsked(entry) &&
		(entry.state !== 'created' || entry.startedAt === undefined || ledger.isOfThisRun(entry) || !ledger.isOwn(entry));
	const strong = isNameOnly(recipient) ? [] : ledger.of(personKey(recipient), allows);
	const weak = ledger.of(nameKey(recipient), allows).filter(isLeftOver);
	return [...(allows ? strong.filter(isLeftOver) : strong), ...weak];
}

/** The entries that are in the way of a new order batch, with the rows whose gifts they are. */
function entriesInTheWay({ batch, request }: Creation, ledger: Ledger, asked: Set<LedgerEntry>) {
	const { allowRepeatedRecipients: allows } = batch.options;
	const found = new Map<LedgerEntry, Row[]>();
	for (const row of batch.rows) {
		if (!row.recipient) continue;
		for (const entry of claimsOf(row.recipient, ledger, { allows, isAsked: (one) => asked.has(one) })) {
			found.set(entry, [...(found.get(entry) ?? []), row]);
		}
	}
	for (const entry of ledger.of(request, allows)) {
		const isAllowed = allows && entry.state === 'created' && !ledger.isOfThisRun(entry);
		if (!isAllowed && !asked.has(entry) && !found.has(entry)) found.set(entry, []);
	}
	// The service refuses a reference of the user that exists.
	const { customer_reference_id: own } = batch.input;
	return [...found].filter(([entry]) => ledger.isOwn(entry) || entry.reference !== own);
}

const whoIs = ({ recipient, number }: Row) => recipient?.email ?? `recipient ${number}`;

/** "5 of these 6 people got a gift from this step today (order batch ob_1): a@example.com, ..." */
function giftedToday(found: Array<[LedgerEntry, Row[]]>, count: number): string {
	const people = [...new Set(found.flatMap(([, rows]) => rows))];
	const isSure = found.every(([{ state }]) => state === 'created');
	const batches = [
		...new Set(found.map(([{ orderBatchId, reference }]) => orderBatchId ?? `with the reference ${reference}`)),
	];
	return [
		`${people.length} of these ${count} people ${isSure ? 'got' : 'may have got'} a gift from this step today `,
		`(order ${batches.length === 1 ? 'batch' : 'batches'} ${listed(batches, NAMED)}): ${listed(people.map(whoIs), NAMED)}. `,
		'To send only to the others, add the option "Skip Gifted Within Days"; to send again, add "Allow Repeated Recipients"',
	].join('');
}

function whatIsInTheWay(other: LedgerEntry, rows: Row[], request: string, ledger: Ledger): string {
	const { orderBatchId, reference, state } = other;
	const isOfEarlierRun = state === 'created' && !ledger.isOfThisRun(other);
	// n8n counts every call of a tool as another run.
	if (!isOfEarlierRun && other.run !== undefined) return changedRequest(other);
	const which = orderBatchId ?? `reference ${reference}`;
	const twice =
		other.request === request || rows.length === 0
			? `the same order batch (${which}), so its recipients would get the gift twice`
			: `a gift for ${listed(rows.map(whoIs), NAMED)} (${which}), who would get another one`;
	const who =
		other.startedAt === undefined ? 'Another execution for the same event, or another retry,' : 'This execution';
	return `${who} has already requested ${twice}${isOfEarlierRun ? `. ${ALLOW_ADVICE}` : ''}`;
}

/** The problem of a customer reference that another order batch of this execution has. */
const usedReference = (reference: string): string =>
	`"Customer Reference ID" is ${reference}, which another order batch in this execution already uses: use a unique ID for each`;

function changedRequest({ state, orderBatchId, reference }: LedgerEntry): string {
	const what =
		state === 'created'
			? `created order batch ${orderBatchId ?? `with the reference ${reference}`}`
			: `may have created an order batch (reference ${reference})`;
	return `An earlier attempt of this execution ${what}, and the request has changed since: retry with the values of that attempt, or check your gifting account and start the workflow again for what is missing`;
}
