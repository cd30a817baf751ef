import { LONGEST_NAME, visible } from '../../inputSchemas';
import { listOf, NO_NAME_WORDS } from './columnNames';
import { folded, isEmpty } from './normalize';

const setOf = (words: string) => new Set(words.split(' '));
const TITLES = setOf('dr mr mrs ms miss mx prof sir madam rev herr frau mme mlle sr sra srta dott');
const CREDENTIALS = setOf('phd md mba cpa esq dds dvm rn pe jd msc bsc ma ba jr sr ii iii iv');
const NO_NAME = new Set(listOf(NO_NAME_WORDS));
/** Scripts of languages whose names begin with the family name. */
const FAMILY_NAME_FIRST = /^[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\s]+$/u;

const plain = (word: string) => folded(word).replace(/[^\p{L}\p{N}]/gu, '');
const isNameWord = (word: string) =>
	/^\p{L}[\p{L}\p{M}.'’-]*$/u.test(word) && !NO_NAME.has(plain(word)) && !TITLES.has(plain(word));

/** First and last name of a whole name such as "Ann Lee", "Lee, Ann" or "山田 太郎"; `undefined` for what is no person's. */
export function splitName(value: unknown): { first_name: string; last_name: string } | undefined {
	if (typeof value !== 'string' || value.length > 80 || isEmpty(value)) return undefined;
	const text = String(visible(value))
		.replace(/\([^()]*\)|"[^"]*"|“[^“”]*”/g, ' ')
		.trim();
	const parts = text
		.split(',')
		.map((part) => part.trim())
		.filter(Boolean);
	while (CREDENTIALS.has(plain(parts.at(-1) ?? ''))) parts.pop();
	if (parts.length > 2) return undefined;
	const wordsOf = (part = '') => part.split(/\s+/);
	const [lasts, firsts] = parts.length === 2 ? [wordsOf(parts[0]), wordsOf(parts[1])] : [[], wordsOf(parts[0])];
	while (TITLES.has(plain(firsts[0] ?? ''))) firsts.shift();
	const words = [...firsts, ...lasts];
	if (words.length < 2 || words.length > 5 || !words.every(isNameWord)) return undefined;
	if (lasts.length > 0) return { first_name: firsts.join(' '), last_name: lasts.join(' ') };
	const [first = '', ...rest] = words;
	const isFamilyFirst = words.length === 2 && FAMILY_NAME_FIRST.test(text);
	return isFamilyFirst
		? { first_name: rest.join(' '), last_name: first }
		: { first_name: first, last_name: rest.join(' ') };
}

/** The words of a name, for comparisons. */
const nameWords = (name: string): string[] => folded(name).match(/[\p{L}\p{M}]+/gu) ?? [];

/** The words of a name that are not in another one; the whole name where nothing would be left. */
export function wordsWithout(name: string, other: string): string {
	const others = nameWords(other);
	const words = name.split(/[\s,]+/).filter((word) => !others.includes(nameWords(word).join('')));
	return words.join(' ') || name;
}

const agree = (a: string, b: string) =>
	a === b || (Math.min(a.length, b.length) >= 2 && (a.startsWith(b) || b.startsWith(a)));

/** Whether all words of the shorter of two names are in the longer one, also in a longer or shorter form such as Rob and Robert. */
export function isSameName(a: string, b: string): boolean {
	if (Math.max(a.length, b.length) > LONGEST_NAME) return a === b;
	const [short = [], long = []] = [nameWords(a), nameWords(b)].sort((x, y) => x.length - y.length);
	return short.length > 0 && short.every((word) => long.some((other) => agree(word, other)));
}
