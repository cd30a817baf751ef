import { cut, grouped, isBlank, isObject, listed } from '../../api/values';
import { sentenceOf, type Problem } from '../inputSchemas';
import { nameOf, type LeftOut } from './recipients/normalize';
import type { Row } from './recipients/rows';
import type { Recipient } from './recipients/recipientInput';
import type { GiftProblem } from './rules/input';

export const ALLOW_ADVICE = 'If this is intended, add the option "Allow Repeated Recipients"';

/** What to do about a gift that several items ask for. */
export const REPEATED_ADVICE = `If the parameters take all input items at once, turn on Execute Once in the node's settings, or choose "Input Items" under "Recipients From". ${ALLOW_ADVICE}`;

/** Says that somebody is a recipient twice. @param first what messages call their first place */
export function repeatedMessage({ email }: Recipient, first: string): string {
	const what = email ? `Email "${email}" is also that` : 'Name, phone and address are also those';
	return `${what} of ${first}, who would get the gift twice`;
}

/** How many people, rows or hints a message names; it counts the rest. */
const NAMED = 5;

/** How many columns a message names. */
const NAMED_COLUMNS = 20;

/** What is wrong with an order batch and its recipients. */
export interface Findings {
	gift: GiftProblem[];
	rows: Row[];
}

/** The problem of a row, with the number that messages call it by. */
const rowSentence = ({ number }: Row, problem: Problem) => `Recipient ${number}: ${sentenceOf(problem)}`;

const giftSentence = ({ cartItem, ...problem }: GiftProblem) =>
	`${cartItem === undefined ? '' : `Cart item ${cartItem + 1}: `}${sentenceOf(problem)}`;

/** The sentences around those of the rows: the order batch comes before its recipients, the items of its cart after them. */
function framed(gift: GiftProblem[], rows: string[]): string[] {
	const [general, cart] = [true, false].map((isGeneral) =>
		gift.filter(({ cartItem }) => (cartItem === undefined) === isGeneral).map(giftSentence),
	);
	return [...(general ?? []), ...rows, ...(cart ?? [])];
}

/** The problems of one row. */
export const rowSentences = (row: Row): string[] => row.problems.map((problem) => rowSentence(row, problem));

/** Every problem, as the form is read. */
export const allSentences = ({ gift, rows }: Findings): string[] => framed(gift, rows.flatMap(rowSentences));

/** What a recipient is called in messages: by name, else by email. */
const personName = (read: unknown): string =>
	cut(nameOf(read) || (isObject(read) && typeof read.email === 'string' ? read.email : ''));

/** What a row is called in messages: its recipient's name, its number and the value that is wrong. */
function rowLabel({ number, read }: Row, value: string | undefined): string {
	const name = personName(read);
	const details = value ? `row ${number}, ${value}` : `row ${number}`;
	return name ? `${name} (${details})` : details;
}

/** "12 recipients have no Email: Ben Okafor (row 2), ..." for a problem that several recipients have. */
function groupSentence({ message, missing, reason }: Problem, people: string[]): string {
	if (!missing) return `${people.length} recipients: ${message}: ${listed(people, NAMED)}`;
	return `${people.length} recipients have no "${missing}": ${listed(people, NAMED)}${reason ? ` (${reason})` : ''}`;
}

/**
 * The problems in fewer sentences: a problem that several recipients have is named once, with all of them.
 * @param columns those of the input items, where the node looked for a recipient's columns by their names
 */
export function summary({ gift, rows }: Findings, columns?: string[]): string[] {
	// n8n gives one empty item for none at all to a node whose predecessor is set to Always Output Data.
	if (columns?.length === 0 && rows.every(({ read }) => isObject(read) && Object.values(read).every(isBlank))) {
		return framed(gift, ['There are no recipients: the input is empty']);
	}
	const groups = grouped(
		rows.flatMap((row) => row.problems.map((problem) => [kindOf(problem), { row, problem }] as const)),
	);
	const sentences = [...groups.values()].map((group) => {
		const [{ row, problem }] = group as [(typeof group)[number]];
		const { missing, reason } = problem;
		if (columns && missing && group.length === rows.length) {
			return `No input item has a value for "${missing}"${reason ? `: ${reason}` : ''}. Their columns are ${columns
				.slice(0, NAMED_COLUMNS)
				.map((column) => cut(column))
				.join(', ')}. Choose "Input Items (Choose Columns)" under "Recipients From" to map them by hand`;
		}
		if (group.length === 1) return rowSentence(row, problem);
		return groupSentence(
			problem,
			group.map((one) => rowLabel(one.row, one.problem.value)),
		);
	});
	return framed(gift, sentences);
}

const kindOf = ({ message, reason }: Problem) => JSON.stringify([message, reason]);

/** A time as people say it, such as "May 4, 2030, 9:00 AM (America/New_York)". @param iso with an offset */
export function timeInWords(iso: string, timeZone: string): string {
	const time = new Date(iso).toLocaleString('en-US', { timeZone, dateStyle: 'medium', timeStyle: 'short' });
	return `${time.replace(/\s/g, ' ')} (${timeZone})`;
}

const UNUSABLE: Record<LeftOut['reason'], [one: string, several: string, why: string]> = {
	noCountry: ['phone number was', 'phone numbers were', 'no country'],
	notUs: ['phone number was', 'phone numbers were', 'not a US number'],
	notAnEmail: ['email was', 'emails were', 'not an email address'],
};

const rowNumbers = (numbers: number[]) => `(${numbers.length === 1 ? 'row' : 'rows'} ${listed(numbers, NAMED)})`;

/** What was left out of the recipients, each kind once, with the rows. */
export function leftOutHints(rows: Row[]): string[] {
	const unusable = grouped(rows.flatMap((row) => row.unusable.map(({ reason }) => [reason, row.number] as const)));
	const others = grouped(rows.flatMap(({ hints, number }) => hints.map((hint) => [hint, number] as const)));
	return [
		...[...unusable].map(([reason, numbers]) => {
			const [one, several, why] = UNUSABLE[reason];
			return `${numbers.length} ${numbers.length === 1 ? one : several} left out: ${why} ${rowNumbers(numbers)}`;
		}),
		...[...others].map(([hint, numbers]) => `${hint} ${rowNumbers(numbers)}`),
	];
}

/** Says which rows have a field in another column than the rows before them. A field that a row lacks is no difference. */
export function columnHint(rows: Row[]): string[] {
	const known: Record<string, string> = {};
	const different = rows.filter(({ columns = {} }) => {
		const isDifferent = Object.entries(columns).some(([field, column]) => (known[field] ?? column) !== column);
		Object.assign(known, { ...columns, ...known });
		return isDifferent;
	});
	if (different.length === 0) return [];
	const numbers = different.map(({ number }) => number);
	return [`Some recipients were found in other columns than those before them ${rowNumbers(numbers)}`];
}

/** What an expression that gives nothing leaves behind, such as "Hi ,". */
const GAP = /(?:^|\s)[,.](?:\s|$)|\b(?:undefined|null)\b|\[object Object\]/;

/** Says that an expression left a gap in a message, as far as one can see. */
export function gapHint(messages: string[]): string[] {
	const found = messages.filter((message) => GAP.test(message));
	if (found.length === 0) return [];
	const [first = ''] = found;
	return [
		`${found.length === 1 ? 'A message seems' : `${found.length} messages seem`} to have a gap where an expression gave no value: "${first.slice(0, 60)}"`,
	];
}
