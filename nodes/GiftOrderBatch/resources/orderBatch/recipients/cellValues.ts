import { comparableEmail } from '../../../api/values';
import { isEmailAddress, visible } from '../../inputSchemas';
import { isIn, plain, SETS, type Meaning } from './columnMeaning';
import type { Field } from './columnNames';
import { emailOf, isEmpty, isUs, stateOf } from './normalize';
import { splitName } from './personName';

/** The text of a value; `''` for what is neither text nor a number. */
export const textOf = (value: unknown) =>
	typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
/** The address of a text also where invisible characters, which are refused later, are to hide it. */
export const addressIn = (value: unknown) => emailOf(visible(value));
export const AT = /[@＠]/;
export const isEmail = (value: unknown) =>
	typeof value === 'string' && AT.test(value) && isEmailAddress(addressIn(value));
/** Whether a value only says yes or no, is one digit, or a word for who fills in a form. */
export const isAnswer = (value: unknown) =>
	typeof value === 'boolean' ||
	/^(?:yes|no|true|false|y|n|x|\d|me|(?:my)?self|ja|nein|oui|non|s[ií])$/i.test(textOf(value));
/** What a remark begins with, as in brackets. */
export const REMARK = /[([<{|"“–—\p{So}]|\s-\s/u;
export const withoutRemarks = (value: unknown) =>
	typeof value === 'string' ? (value.split(REMARK, 1)[0] ?? '').trim() : '';
/** Whether a text is no longer than a name, and has words only. */
export const isWords = (value: unknown) =>
	/^\p{L}[\p{L}\p{M}.'’ ,-]{0,59}$/u.test(withoutRemarks(value)) && !isEmpty(value);
/** How the name of somebody begins, by how a column describes them. */
const BEGINS: Partial<Record<Meaning['describes'], RegExp>> = {
	any: /^/,
	one: /^(?:\S+(?: |$)){1,3}$/,
	name: /^[\p{Lu}\p{Lo}](?!.*\s\p{Ll}{3})/u,
	two: /^[\p{Lu}\p{Lo}].*\s[\p{Lu}\p{Lo}]/u,
};
/** Whether a value may be the name of somebody whom a column describes in this way. */
export const mayBeName = (value: unknown, describes: Meaning['describes']) =>
	isWords(value) && BEGINS[describes]?.test(withoutRemarks(value)) === true;

/** What stands between the names of several people. */
export const SEVERAL = /[&+/;,|\n]|\s(?:and|und|et|y|or|och|og|en|e)\s/i;
/** Lists that are in more lists than these are not looked into. */
const DEEPEST_LIST = 7;
/** The names or emails of a list, or of a text that lists them. */
export function entriesOf(value: unknown): unknown[] {
	if (Array.isArray(value))
		return value.flat(DEEPEST_LIST).flatMap((one) => (Array.isArray(one) ? [] : entriesOf(one)));
	if (typeof value !== 'string') return [value];
	const between = AT.test(value) ? /[\s;,:|/()[\]<>"]+/ : SEVERAL;
	return !between.test(value) || isEmail(value) || splitName(value) ? [value] : value.split(between);
}
/** Whether a value of a name has none, as that of a template that was not filled. */
export const isNoName = (value: unknown) =>
	!/\p{L}/u.test(textOf(value)) || /[{}<>|*%[\]@=\\^~_$;#]/.test(textOf(value));

export const isSameEmail = (a: unknown, b: unknown) => comparableEmail(addressIn(a)) === comparableEmail(addressIn(b));
export function isSameStreet(a: unknown, b: unknown): boolean {
	const [one, other] = [plain(textOf(a)), plain(textOf(b))];
	return one.startsWith(other) || other.startsWith(one);
}
/** Whether two values of a field are the same, in any notation. */
export function isSame(field: Field, a: unknown, b: unknown): boolean {
	if (a === b) return !Array.isArray(a);
	if (field === 'email') return isSameEmail(a, b);
	// A city may have its state, too.
	if (field === 'address_1' || field === 'city') return isSameStreet(a, b);
	// The check of the address refuses what is not in the US.
	if (field === 'country') return isUs(a) === isUs(b);
	if (field === 'state') return stateOf(a) === stateOf(b);
	if (field === 'postal_code') return textOf(a).slice(0, 5) === textOf(b).slice(0, 5);
	return !Array.isArray(a) && plain(textOf(a)) === plain(textOf(b));
}

/** Whether a text ends in a legal form of companies. */
export const isCompany = (value: unknown) => SETS.COMPANY_FORMS.has(plain(textOf(value).split(/\s+/).at(-1) ?? ''));
export const isOneWord = (value: unknown) => /^[\p{L}'’-]+$/u.test(textOf(value));
export const isLatin = (text: string) => /\p{Script=Latin}/u.test(text);

export const hasWord = (text: string, words: Set<string>) =>
	text.split(/[^\p{L}]+/u).some((word) => isIn(words, plain(word)));
/** Whether a mailbox, without its number, or its first word is one of these. */
export function isMailboxOf(names: Set<string>, email: unknown): boolean {
	const [local = ''] = String(email).split(/[@+]/, 1);
	const words = [local, ...local.split(/[^\p{L}]+/u, 1)];
	return words.some((word) => isIn(names, plain(word.replace(/\d/g, ''))));
}
/** The name of an email's domain. */
export const domainOf = (email: unknown) => /@([^.]+)/.exec(textOf(email))?.[1] ?? '';
/** Whether a name begins with the domain of an email, which has more than its first word, as Hexa Biotech does with hexabio.com. */
export function isOfDomain(name: string, email: unknown): boolean {
	const domain = plain(domainOf(email));
	return domain.length > name.split(' ', 1).join('').length + 2 && plain(name).startsWith(domain);
}
/** Whether several people read a mailbox. */
export const isMailbox = (email: unknown) => isMailboxOf(SETS.SHARED_MAILBOXES, email);

/** How a street begins. */
export const STREET = /^(?:\d+\s+\p{L}|p\.?\s?o\.? box\b)/iu;
