import { isObject, objectIn } from '../../../api/values';
import type { ServiceError } from '../../../api/errors';
import { isEmailAddress } from '../../inputSchemas';
import type { ItemContext } from '../../itemContext';
import { outcomeOf, withOutcome, type OutcomeFacts } from '../../outcome';
import { isNameOnly } from '../recipients/personKey';
import type { Row } from '../recipients/rows';
import { exists, identityOf, mayExist, orderBatchName, type LedgerEntry } from './entries';
import type { Ledger } from './ledger';

/** What an error is about. */
interface Subject {
	rows: Row[];
	/** Whose parameters count. Where it goes on after failures, the execution has what earlier runs of the node returned. */
	item: ItemContext;
	/** Whether it is about all input items. */
	isForAllItems: boolean;
	/** That of the order batch, where the error is about it only: other gifts of its recipients do not matter. */
	reference?: string;
}

/** Whether what somebody has may be another gift than that of a refused item. Reads only parameters that cannot fail. */
const mayBeAnotherGift = ({ rows, item }: Subject): boolean =>
	item.hasOption('allowRepeatedRecipients') ||
	rows.some(({ recipient, read }) => isNameOnly(recipient ?? objectIn(read)));

/** Whether it is certain who a recipient is, so that the ledger tells all about them. */
const isCertain = ({ recipient, read }: Row) =>
	recipient !== undefined || (isObject(read) && typeof read.email === 'string' && isEmailAddress(read.email.trim()));

/**
 * The entries of the order batch, or of these recipients. Where it is not certain who they are, those of this run and all
 * unknown ones may be theirs.
 */
function entriesOf(ledger: Ledger, { rows, reference }: Omit<Subject, 'item' | 'isForAllItems'>): Set<LedgerEntry> {
	if (reference !== undefined) {
		const entry = ledger.get(reference);
		return new Set(entry && mayExist(entry) && ledger.isOfExecution(entry) ? [entry] : []);
	}
	const keys = rows.flatMap(({ recipient, read }) => identityOf(recipient ?? objectIn(read)));
	const entries = new Set(keys.flatMap((key) => ledger.of(key)));
	if (entries.size > 0 || (rows.length > 0 && rows.every(isCertain))) return entries;
	return new Set(ledger.possible.filter((entry) => ledger.isOfThisRun(entry) || entry.state === 'unknown'));
}

/**
 * Adds to an error before anything was sent what earlier attempts have created, or may have: "nothing was sent" is said only
 * where the ledger has nothing of these recipients.
 */
export function withEarlierAttempts(error: ServiceError, ledger: Ledger, subject: Subject): ServiceError {
	const { rows, isForAllItems, item, reference } = subject;
	const matching = entriesOf(ledger, subject);
	const { outcome = 'nothingSent', orderBatchId: known, createdBefore } = outcomeOf(error);
	const created = [...matching].find(exists);
	const isOfAnotherRun = created !== undefined && !ledger.isOfThisRun(created);
	const isAmbiguous = isOfAnotherRun && !isForAllItems && reference === undefined && mayBeAnotherGift(subject);
	const isUnknown = [...matching].some((entry) => !exists(entry)) || ledger.isLedgerLost || isAmbiguous;
	const facts: OutcomeFacts = { outcome };
	if (outcome === 'nothingSent' && isUnknown) Object.assign(facts, { creates: 'order batch', outcome: 'unknown' });
	else if (outcome === 'nothingSent' && created && !isForAllItems) {
		Object.assign(facts, { outcome: 'created', orderBatchId: created.orderBatchId });
	}
	const isReported = (entry: LedgerEntry) => item.continuesOnFail && !ledger.isOfThisRun(entry) && !matching.has(entry);
	const isNamed = ({ orderBatchId }: LedgerEntry) => orderBatchId !== undefined && orderBatchId === known;
	const isSaid = (entry: LedgerEntry) => matching.has(entry) && facts.outcome === 'unknown';
	const others = isForAllItems ? ledger.possible.filter((entry) => !isReported(entry) && !isNamed(entry)) : [];
	return withOutcome(error, {
		...facts,
		// A reference of the user may differ from execution to execution.
		isSentOnce: ledger.isByDay(item.hasOption('allowRepeatedRecipients')) && !item.hasExpression('additionalFields'),
		isSubWorkflow: ledger.environment.isSubWorkflow,
		giftedItems: rows.filter((row) => entriesOf(ledger, { rows: [row] }).size > 0).map(({ itemIndex }) => itemIndex),
		createdBefore: createdBefore ?? others.filter(exists).map(orderBatchName),
		unknownBefore: others.filter((entry) => !exists(entry) && !isSaid(entry)).map((entry) => entry.reference),
	});
}
