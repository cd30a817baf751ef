import { LONGEST_NAME, visible } from '../../inputSchemas';
import { isIn, plain, SETS, setOf } from './columnMeaning';
import { folded, isEmpty } from './normalize';

const TITLES = setOf(
	'dr, mr, mrs, ms, miss, mx, prof, sir, madam, rev, herr, frau, mme, mlle, sr, sra, srta, dott, med, dipl ing, ing, capt, hon, sgt, ssgt, maj, pfc, pvt, cpl, lt, col',
);
const CREDENTIALS = setOf('phd, md, mba, cpa, esq, dds, dvm, rn, pe, jd, msc, bsc, ma, ba, jr, sr, ii, iii, iv');
/** What stands between the first names of two people. An initial is a capital letter. */
const AND = setOf('y, e, i, u, og, och, en, и, і, та, ja');
/** Scripts of languages whose names begin with the family name. */
const FAMILY_NAME_FIRST = /^[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\s]+$/u;

function isNameWord(word: string): boolean {
	if (!/^\p{L}[\p{L}\p{M}.'’-]*$/u.test(word) || /\.\p{Ll}{2,}$|['’]s$/u.test(word)) return false;
	const name = plain(word);
	// Banks is a family name.
	const isNoName = [SETS.NO_NAME_WORDS, SETS.COMPANY_FORMS].some((words) => isIn(words, name));
	return (name === 'banks' || !isNoName) && !TITLES.has(name);
}

/** Whether a word is in capitals, as family names are written beside first names. */
const isInCapitals = (word = '') => /^\p{Lu}[\p{Lu}'’-]+$/u.test(word);

/**
 * First and last name of a whole name such as "Ann Lee", "Lee, Ann" or "山田 太郎"; `undefined` for what is no person's, and where
 * nobody knows which part is which.
 */
export function splitName(value: unknown, isFamilyFirst = false) {
	if (typeof value !== 'string' || value.length > 80 || isEmpty(value)) return undefined;
	const text = String(visible(value)).replace(/\([^()]*\)|"[^"]*"|“[^“”]*”/g, ' ');
	const parts = text
		.split(',')
		.map((part) => part.trim())
		.filter(Boolean);
	// Capitals after a name that is not in capitals are credentials, such as BSN.
	const isCredential = (part = '') =>
		CREDENTIALS.has(plain(part)) || (/^[A-Z.]{2,5}$/.test(part) && /\p{Ll}/u.test(parts[0] ?? ''));
	while (parts.length > 1 && isCredential(parts.at(-1))) parts.pop();
	if (parts.length > 2) return undefined;
	const firsts = parts.pop()?.split(/\s+/) ?? [];
	const lasts = parts.pop()?.split(/\s+/) ?? [];
	while (TITLES.has(plain(firsts[0] ?? ''))) firsts.shift();
	const words = [...firsts, ...lasts];
	if (words.length < 2 || words.length > 5 || !words.every(isNameWord)) return undefined;
	if (words.length > 2 && AND.has(firsts[1] ?? '') && /^\p{Lu}/u.test(text)) return undefined;
	// Two people, each by both names; or two first and two last names.
	const areTwo = firsts.length === 2 && lasts.length === 2;
	if (!isFamilyFirst && areTwo && !lasts.some((word) => SETS.NAME_PARTICLES.has(word))) return undefined;
	if (lasts.length > 0) return { first_name: firsts.join(' '), last_name: lasts.join(' ') };
	const [first = '', ...rest] = words;
	if (!isFamilyFirst && !(words.length === 2 && FAMILY_NAME_FIRST.test(text)))
		return first.length > 2 && isInCapitals(first) && !isInCapitals(words.at(-1))
			? undefined
			: { first_name: first, last_name: rest.join(' ') };
	const size = words.length === 2 ? 1 : words.findIndex((word) => !isInCapitals(word));
	return size > 0 ? { first_name: words.slice(size).join(' '), last_name: words.slice(0, size).join(' ') } : undefined;
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

/** Without the letter that stands for an umlaut, as in "Mueller". */
const withoutUmlauts = (text: string) => text.replace(/(?<=[aou])e/g, '');

/** Whether an email is made of a name. @param isWhole of its first and last part, not of one only */
export function isSpelledBy(email: unknown, name: string, isWhole = false): boolean {
	const [local = ''] = String(email ?? '').split(/[+@]/, 1);
	// Without the initial of a middle name, as in "ann.b.lee".
	const letters = withoutUmlauts(nameWords(local.replace(/(?<=\p{L}\p{L}[._])\p{L}[._]/u, '')).join(''));
	const isIt = (text: string) => withoutUmlauts(text) === letters;
	const [first = '', ...rest] = nameWords(name.slice(0, 80));
	const [f, lasts] = [first.charAt(0), [...rest, rest.join('')]];
	// A first name may be cut short, as in "leomarsh".
	const start = (last: string) => first.slice(0, letters.length - last.length || 1);
	const spells = (last: string, l = last.charAt(0)) =>
		last !== '' && [first + last, last + first, f + last, last + f, first + l, start(last) + last].some(isIt);
	// The initials of middle names, as in "jqpublic".
	const middle = rest.slice(0, -1).map((word) => word.charAt(0));
	if (middle.length > 0 && [first, f].some((start) => isIt([start, ...middle, rest.at(-1)].join('')))) return true;
	return letters.length > 1 && (lasts.some((last) => spells(last)) || (!isWhole && [first, ...lasts].some(isIt)));
}

/**
 * Whether a first name may be a form of another one. It begins with the same two letters (Dave and David), or with the same one if it
 * is short (Jim and James). Or its first three letters are in the longer one (Beth), its last three at the end (Pippa), or its second
 * and third letter at the beginning (Bob and Robert).
 */
const isFormOf = (short: string, long: string) =>
	long.startsWith(short.slice(0, short.length < 4 ? 1 : 2)) ||
	(short.length < long.length &&
		(long.includes(short.slice(0, 3)) ||
			long.endsWith(short.slice(-3)) ||
			long.lastIndexOf(short.slice(1, 3), 1) >= 0));
const consonants = (word: string) => word.replace(/[aeiou]/g, '').slice(0, 2);
const areAlike = (a: string, b: string) => isFormOf(a, b) || isFormOf(b, a) || consonants(a) === consonants(b);

/** Whether two names have one last name, and a first name that may be a form of the other one, such as Mike and Michael. */
export function isFormOfName(a: string, b: string): boolean {
	const [one, other] = [nameWords(a), nameWords(b)];
	return one.at(-1) === other.at(-1) && areAlike(one[0] ?? '', other[0] ?? '');
}

/** Whether an email is made of a first and a last name, which may be cut short, as in "meera.subra" for Meera Subramanian. */
export function isEmailOf(email: unknown, name: string): boolean {
	const [local = ''] = String(email ?? '').split(/[+@]/, 1);
	return isSpelledBy(email, name, true) || (nameWords(local).length === 2 && isSameName(local, name));
}

/**
 * Whether an email is made of two words, or an initial and a word, that are both in no part of a name, as that of somebody else; or
 * of the last name and a first name that is like no part of it, as that of somebody with the same last name.
 * @param own what else of the person may stand beside the last name, such as the role in "coach.lee"
 */
export function spellsAnother(email: unknown, name: string, own: string[]): boolean {
	// An initial of a middle name may stand between them, and a remark after a plus sign.
	const [, one = '', two = ''] =
		/^(\p{L}+)(?:[._-](?:\p{L}[._-])?(\p{L}{3,}))?\d*[+@]/u.exec(folded(String(email))) ?? [];
	if (one === '' || !/^[\p{Script=Latin}\s.'’-]+$/u.test(name)) return false;
	const parts = nameWords(name).map(withoutUmlauts);
	const [, ...lasts] = parts;
	const isLast = (word: string) => lasts.includes(withoutUmlauts(word));
	const joined = two === '' ? lasts.find((part) => part.length > 2 && one.endsWith(part)) : undefined;
	const [first = '', last] =
		joined !== undefined
			? [one.slice(0, -joined.length), joined]
			: isLast(two)
				? [one, two]
				: isLast(one)
					? [two, one]
					: [];
	if (last !== undefined) {
		const isName = first.length > 2 && isNameWord(first) && !own.includes(first);
		return isName && !parts.some((part) => part !== withoutUmlauts(last) && areAlike(part, withoutUmlauts(first)));
	}
	const isIn = (word: string) =>
		parts.some((part) => part.startsWith(word) || (word.length > 1 && (word.includes(part) || part.includes(word))));
	return two !== '' && ![one, two].map(withoutUmlauts).some(isIn);
}
