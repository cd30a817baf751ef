import { COMPANY_SUFFIXES } from './columnNames';
import { isEmpty } from '../recipient';
import { folded } from './text';

interface PersonName {
	first_name: string;
	last_name?: string;
}

const TITLES = new Set('dr mr mrs ms miss mx prof sir madam rev herr frau mme mlle sr sra srta dott'.split(' '));
const CREDENTIALS = new Set('phd md mba cpa esq dds dvm rn pe jd msc bsc ma ba'.split(' '));
const SUFFIXES = new Set('jr sr ii iii iv'.split(' '));
const COMPANY = new Set(COMPANY_SUFFIXES);
/** A name in katakana may be Japanese, and begin with the family name, or that of another language. */
const KATAKANA = /^[\p{Script=Katakana}ー・\s]+$/u;
/** A household's name, which has no first name. */
const HOUSEHOLD = /(?:^|\s)(?:family|familie|famille|familia|famiglia)(?:\s|$)/i;
/** Scripts of languages whose names begin with the family name. */
const FAMILY_NAME_FIRST = /^[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\s]+$/u;

const plain = (word: string) => folded(word).replace(/[^\p{L}\p{N}]/gu, '');

/** The words of a name, for comparisons. */
export const nameWords = (name: string): string[] => folded(name).match(/[\p{L}\p{M}]+/gu) ?? [];

/** Whether a text could be a person's name: letters, no digits, and nothing that only companies have. */
export function looksLikeName(value: unknown): value is string {
	if (typeof value !== 'string' || isEmpty(value)) return false;
	const text = value.trim();
	if (text.length > 80 || !/\p{L}/u.test(text) || /[\p{N}@#/\\|;:<>{}[\]=_\n]|\.\w{2,4}$/u.test(text)) return false;
	const words = text.split(/[\s,]+/).map(plain);
	return !words.some((word) => COMPANY.has(word)) && !/株式会社|有限公司|주식회사/.test(text);
}

/** The name without what stands in brackets or quotes within it: a nickname, a department. */
const withoutRemarks = (name: string) => name.replace(/\s*(?:\([^()]*\)|"[^"]*"|“[^“”]*”)\s*/g, ' ').trim() || name;

/** First and last name of a full name such as "Ann Lee", "Lee, Ann" or "山田 太郎"; `undefined` for what is no person's. */
export function splitName(value: unknown): PersonName | undefined {
	if (!looksLikeName(value)) return undefined;
	const parts = withoutRemarks(value)
		.split(',')
		.map((part) => part.trim())
		.filter(Boolean);
	while (parts.length > 1 && CREDENTIALS.has(plain(parts.at(-1) ?? ''))) parts.pop();
	const suffix = parts.length > 1 && SUFFIXES.has(plain(parts.at(-1) ?? '')) ? parts.pop() : undefined;
	if (parts.length > 2) return undefined;
	const [head = '', tail] = parts;
	// "Ann Lee and Bob Smith" is one gift for two people, whose names are not to be torn apart.
	if (tail === undefined && /&|\+|\s(?:and|und|et|y|e)\s/i.test(head)) return { first_name: head };
	let words = (tail === undefined ? head : tail).split(/\s+/);
	while (words.length > (tail === undefined ? 2 : 1) && TITLES.has(plain(words[0] ?? ''))) words = words.slice(1);
	const text = words.join(' ');
	if (tail !== undefined) return { first_name: text, last_name: [head, suffix].filter(Boolean).join(' ') };
	const [first = '', ...rest] = words;
	if (rest.length === 0 || KATAKANA.test(text) || HOUSEHOLD.test(text) || TITLES.has(plain(first)))
		return { first_name: text };
	if (words.length === 2 && FAMILY_NAME_FIRST.test(text)) return { first_name: rest.join(' '), last_name: first };
	return { first_name: first, last_name: [...rest, suffix].filter(Boolean).join(' ') };
}

/** The person's name before an email address, as in `Ann Lee <ann@example.com>`. */
export function nameInEmail(email: unknown): string | undefined {
	const [, name = ''] = typeof email === 'string' ? (/^\s*["'“]?([^<>@"”]+?)["'”]?\s*</.exec(email) ?? []) : [];
	return nameWords(name).length > 1 && looksLikeName(name) ? name : undefined;
}

/** Whether a name is in Latin letters: names in two scripts cannot be compared. */
export const isLatin = (name: string) => /\p{Script=Latin}/u.test(name);

const agree = (a: string, b: string) =>
	a === b || (Math.min(a.length, b.length) >= 2 && (a.startsWith(b) || b.startsWith(a)));

/** Whether the words of two names have one in common, also in a longer or shorter form such as Rob and Robert. */
export const shareWord = (a: string, b: string): boolean => {
	const others = nameWords(b);
	return nameWords(a).some((word) => others.some((other) => agree(word, other)));
};

/** Whether all words of the shorter of two names are in the longer one. */
export function sameName(a: string, b: string): boolean {
	const [short = [], long = []] = [nameWords(a), nameWords(b)].sort((x, y) => x.length - y.length);
	return short.length > 0 && short.every((word) => long.some((other) => agree(word, other)));
}
