import { comparable, grouped, isBlank, isObject, listed } from '../../../api/values';
import type { ReadRecipient } from './fields/recipients';
import { nameOf } from '../recipients/normalize';
import type { OrderBatchProblem } from './validate';

/** How many people, rows or hints a message names; it counts the rest. */
const NAMED = 5;

/** A problem of one recipient. @param message a sentence without a final period */
export const aboutRecipient = (recipientIndex: number, message: string): OrderBatchProblem => ({
	sentence: `Recipient ${recipientIndex + 1}: ${message}`,
	message,
	recipientIndex,
});

/** Identifies a person who must not get the gift twice; nothing for a name alone, which several people may have. */
export function identityOf(recipient: unknown): string | undefined {
	if (!isObject(recipient)) return undefined;
	const { email, phone, mailing_address: address } = recipient;
	if (!isBlank(email)) return comparable(email);
	return isBlank(phone) && isBlank(address) ? undefined : JSON.stringify(recipient);
}

/**
 * The problems of the recipients who occurred before.
 * @param before what messages call those of other order batches, by `identityOf`
 */
export function repeatedRecipients(
	recipients: unknown[],
	before: ReadonlyMap<string, string> = new Map(),
): OrderBatchProblem[] {
	const own = new Map<string, string>();
	return recipients.flatMap((recipient, index) => {
		const identity = identityOf(recipient);
		if (identity === undefined) return [];
		const earlier = before.get(identity) ?? own.get(identity);
		if (earlier === undefined) {
			own.set(identity, `recipient ${index + 1}`);
			return [];
		}
		const { email } = recipient as { email?: unknown };
		const repeated = isBlank(email)
			? `Name, phone and address are also those of ${earlier}`
			: `Email "${String(email).trim()}" is also that of ${earlier}`;
		return [aboutRecipient(index, `${repeated}, who would get the gift twice`)];
	});
}

/** The problem of a customer reference that another order batch of this execution has. */
export const usedReference = (reference: string): string =>
	`Customer Reference ID "${reference}" is already used by another order batch in this execution. Use a unique ID for each`;

/** What was left out of the recipients, each kind once, with the rows. */
export function groupedHints(read: ReadRecipient[]): string[] {
	const rows = grouped(read.flatMap(({ hints }, index) => hints.map((hint) => [hint, index + 1] as const)));
	const hints = [...rows].map(([hint, of]) => `${hint} (${of.length === 1 ? 'row' : 'rows'} ${listed(of, NAMED)})`);
	return hints.length > NAMED ? [...hints.slice(0, NAMED), `And ${hints.length - NAMED} more of this kind.`] : hints;
}

/** The part of a message that is the same for every recipient with the problem, and the value that differs. */
function partsOf(message: string): { kind: string; value: string } {
	const at = message.indexOf(', but it is ');
	return at < 0 ? { kind: message, value: '' } : { kind: message.slice(0, at), value: message.slice(at + 12) };
}

/** What the item is called in messages: its recipient's name, its row and the value that is wrong. */
function personLabel(recipient: unknown, index: number, value: string): string {
	const [name, row] = [nameOf(recipient), `row ${index + 1}`];
	const details = value ? `${row}, ${value}` : row;
	return name ? `${name} (${details})` : details;
}

const MISSING = /^(.+?) is missing(?:: (.+))?$/;

/** "12 recipients have no Email: Ben Okafor (row 2), ..." for a problem that several recipients have. */
function groupSentence(kind: string, people: string[]): string {
	const [, label, reason = ''] = MISSING.exec(kind) ?? [];
	if (label === undefined) return `${people.length} recipients: ${kind}: ${listed(people, NAMED)}`;
	return `${people.length} recipients have no ${label}: ${listed(people, NAMED)}${reason && ` (${reason})`}`;
}

/**
 * The problems in fewer sentences: a problem that several recipients have is named once, with all of them.
 * @param read the recipients, in the order that the problems count them
 * @param columns those of the input items, where the node looked for a recipient's columns by their names
 */
export function summarized(problems: OrderBatchProblem[], read: ReadRecipient[], columns?: string[]): string[] {
	const groups = grouped(
		problems.map((problem) => {
			const { recipientIndex, sentence, message } = problem;
			return [recipientIndex === undefined ? sentence : partsOf(message).kind, problem] as const;
		}),
	);
	return [...groups].map(([kind, group]) => {
		const [first] = group as [OrderBatchProblem];
		if (first.recipientIndex === undefined) return first.sentence;
		const [, label] = MISSING.exec(kind) ?? [];
		if (columns && label !== undefined && group.length === read.length) {
			return `No input item has a value for ${kind.replace(' is missing', '')}. Their columns are ${columns.slice(0, 20).join(', ')}. Choose Input Items (Choose Columns) under Recipients From to map them by hand`;
		}
		const people = group.map(({ recipientIndex = 0, message }) =>
			personLabel(read[recipientIndex]?.recipient, recipientIndex, partsOf(message).value),
		);
		return group.length === 1 ? first.sentence : groupSentence(kind, people);
	});
}
