import { isObject } from '../../../api/values';
import type { NodeError } from '../../../api/errors';
import { EMAIL } from '../../inputSchemas';
import { outcomeOf, withOutcome, type OutcomeFacts } from '../../outcome';
import { personKey } from '../recipients/personKey';
import type { Row } from '../recipients/rows';
import type { Ledger, LedgerEntry } from './ledger';

/** What an error is about. */
interface Subject {
	rows: Row[];
	/** Whether it is about all input items. */
	isForAllItems: boolean;
	/** Whether the execution goes on, and has returned what earlier runs of the node created. */
	goesOn: boolean;
}

/** Whether it is certain who a recipient is, so that the ledger tells all about them. */
const isCertain = ({ recipient, read }: Row) =>
	recipient !== undefined || (isObject(read) && typeof read.email === 'string' && EMAIL.test(read.email.trim()));

const nameOf = ({ orderBatchId, reference }: LedgerEntry) => orderBatchId ?? `with the reference ${reference}`;

/** The entries of these recipients. Where it is not certain who they are, those of this run of the node count, too. */
function entriesOf(ledger: Ledger, rows: Row[]): Set<LedgerEntry> {
	const read = rows.flatMap(({ recipient, read: raw }): object[] => [recipient ?? raw].filter(isObject));
	const entries = new Set(read.flatMap((person) => ledger.existingOf(personKey(person))));
	if (entries.size > 0 || (rows.length > 0 && rows.every(isCertain))) return entries;
	return new Set(
		ledger.existing.filter(
			(entry) => ledger.isOfThisRun(entry) || (entry.run === undefined && entry.state === 'unknown'),
		),
	);
}

/**
 * Adds to an error before anything was sent what earlier attempts have created, or may have: "nothing was sent" is said only
 * where the ledger has nothing of these recipients.
 */
export function withHistory(error: NodeError, ledger: Ledger, { rows, isForAllItems, goesOn }: Subject): NodeError {
	const own = entriesOf(ledger, rows);
	const { outcome = 'nothingSent', orderBatchId: known, createdBefore } = outcomeOf(error);
	const created = [...own].find(({ state }) => state === 'created');
	const isUnknown = [...own].some(({ state }) => state === 'unknown') || ledger.isHistoryLost;
	const facts: OutcomeFacts = { outcome };
	if (outcome === 'nothingSent' && isUnknown) Object.assign(facts, { creates: 'order batch', outcome: 'unknown' });
	else if (outcome === 'nothingSent' && created && !isForAllItems) {
		Object.assign(facts, { outcome: 'created', orderBatchId: created.orderBatchId });
	}
	const others = isForAllItems ? ledger.existing.filter((entry) => !goesOn || ledger.isOfThisRun(entry)) : [];
	const notSaid = others.filter(({ orderBatchId }) => orderBatchId === undefined || orderBatchId !== known);
	const isSaid = (entry: LedgerEntry) => own.has(entry) && facts.outcome === 'unknown';
	return withOutcome(error, {
		...facts,
		createdBefore: createdBefore ?? notSaid.filter(({ state }) => state === 'created').map(nameOf),
		unknownBefore: notSaid
			.filter((entry) => ledger.unknown.includes(entry) && !isSaid(entry))
			.map(({ reference }) => `the order batch with the reference ${reference}`),
	});
}
