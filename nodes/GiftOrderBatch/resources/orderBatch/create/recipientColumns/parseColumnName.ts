import {
	BILLING_WORDS,
	CONTAINER_WORDS,
	FIELD_NAMES,
	FILLER_WORDS,
	GLUED_NAMES,
	KIND_WORDS,
	MOBILE_NAMES,
	OTHER_WORDS,
	PERSON_WORDS,
	PLACE_WORDS,
	RECIPIENT_WORDS,
	THING_WORDS,
	type Field,
} from './columnNames';
import { folded } from './text';

export type Kind = keyof typeof KIND_WORDS;
type Place = keyof typeof PLACE_WORDS;

/** What a phrase in a column's name means. */
type Meaning =
	| { is: 'field'; field: Field; isMobile?: boolean; rank: number }
	| { is: 'kind'; kind: Kind }
	| { is: 'place'; place: Place }
	| { is: 'recipient' | 'person' | 'billing' | 'other' | 'thing' | 'container' | 'filler' };

export type Term = (Meaning | { is: 'unknown' } | { is: 'number' }) & { phrase: string };

const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** The words of a name: apart by case, punctuation and digits. */
export function wordsOf(name: string): string[] {
	const spaced = name
		.normalize('NFKC')
		.replace(/['’`´]s(?![\p{L}])/gu, '')
		.replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2')
		.replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2');
	const words = folded(spaced).match(/[\p{L}\p{M}ー]+|\p{N}+/gu);
	return words ?? [];
}

const MEANINGS = new Map<string, Meaning>();
/** Single words that glued names such as "recipientfirstname" are made of. */
const GLUED_PARTS = new Set<string>();
let longestPhrase = 1;

function define(phrases: string[], meaning: (rank: number) => Meaning) {
	for (const [rank, phrase] of phrases.entries()) {
		const words = wordsOf(phrase);
		const key = words.join(' ');
		if (!MEANINGS.has(key)) MEANINGS.set(key, meaning(rank));
		longestPhrase = Math.max(longestPhrase, words.length);
	}
}

const FIELDS = Object.keys(FIELD_NAMES) as Field[];
for (const field of FIELDS) define(FIELD_NAMES[field], (rank) => ({ is: 'field', field, rank }));
define(MOBILE_NAMES, (rank) => ({ is: 'field', field: 'phone', isMobile: true, rank }));
define(RECIPIENT_WORDS, () => ({ is: 'recipient' }));
define(PERSON_WORDS, () => ({ is: 'person' }));
for (const kind of Object.keys(KIND_WORDS) as Kind[]) define(KIND_WORDS[kind], () => ({ is: 'kind', kind }));
for (const place of Object.keys(PLACE_WORDS) as Place[]) define(PLACE_WORDS[place], () => ({ is: 'place', place }));
define(BILLING_WORDS, () => ({ is: 'billing' }));
define(OTHER_WORDS, () => ({ is: 'other' }));
define(THING_WORDS, () => ({ is: 'thing' }));
define(CONTAINER_WORDS, () => ({ is: 'container' }));
define(FILLER_WORDS, () => ({ is: 'filler' }));
for (const [phrase, { is }] of MEANINGS) {
	const words = phrase.split(' ');
	if (is === 'filler') continue;
	for (const word of words) if (word.length >= 3 || UNSPACED.test(word)) GLUED_PARTS.add(word);
	if (words.length > 1 && UNSPACED.test(phrase)) GLUED_PARTS.add(words.join(''));
}
for (const filler of ['の', 'ご', 'お', '的', '의']) GLUED_PARTS.add(filler);

/** The known words that a glued word consists of, longer ones first, or `undefined`. */
function unglued(word: string): string[] | undefined {
	if (word === '') return [];
	for (let length = word.length; length > 0; length--) {
		const head = word.slice(0, length);
		if (!GLUED_PARTS.has(head)) continue;
		const tail = unglued(word.slice(length));
		if (tail) return [head, ...tail];
	}
	return undefined;
}

/** A text without spaces between its words, cut at the words that are known. */
function cutUnspaced(word: string): string[] {
	const parts: string[] = [];
	let unknown = '';
	for (let at = 0; at < word.length;) {
		let length = Math.min(12, word.length - at);
		while (length > 0 && !GLUED_PARTS.has(word.slice(at, at + length)) && !MEANINGS.has(word.slice(at, at + length)))
			length--;
		if (length > 0) {
			if (unknown) parts.push(unknown);
			unknown = '';
			parts.push(word.slice(at, at + length));
			at += length;
		} else {
			unknown += word[at];
			at++;
		}
	}
	if (unknown) parts.push(unknown);
	return parts;
}

/** The singular of a plural, or the nominative of a genitive, where that is known. */
function stemOf(word: string, known: { has(word: string): boolean }): string | undefined {
	const stems = ['s', 'es'].flatMap((ending) => (word.endsWith(ending) ? [word.slice(0, -ending.length)] : []));
	return stems.find((stem) => stem.length >= 4 && known.has(stem));
}

/** A word whose beginning or end is the name of a column, cut there. */
function cutGlued(word: string): string[] {
	for (const [name, words] of Object.entries(GLUED_NAMES)) {
		if (word.endsWith(name)) return [word.slice(0, -name.length), ...words];
		if (word.startsWith(name)) return [...words, word.slice(name.length)];
	}
	return [word];
}

function splitWord(word: string): string[] {
	if (MEANINGS.has(word) || GLUED_PARTS.has(word)) return [word];
	const stem = stemOf(word, GLUED_PARTS);
	if (stem) return [stem];
	if (UNSPACED.test(word)) return cutUnspaced(word);
	if (word.length > 40) return [word];
	return unglued(word) ?? (word.endsWith('s') ? unglued(word.slice(0, -1)) : undefined) ?? cutGlued(word);
}

/** Names come from the items, so that their number has no limit of its own. */
const CACHE_LIMIT = 20_000;

/** The same function, which computes its result once for each text. */
export function remembered<Result>(compute: (text: string) => Result): (text: string) => Result {
	const results = new Map<string, Result>();
	return (text) => {
		const known = results.get(text);
		if (known !== undefined || results.has(text)) return known as Result;
		if (results.size >= CACHE_LIMIT) results.clear();
		const result = compute(text);
		results.set(text, result);
		return result;
	};
}

/** As in Jotform's "q3_name". */
const QUESTION_NUMBER = /^q\d+_/;

/** The terms of a column's name, in order; longer phrases win. */
export const parseColumnName = remembered((name: string): Term[] => {
	const words = wordsOf(name.slice(0, 300).replace(QUESTION_NUMBER, '')).flatMap(splitWord);
	const terms: Term[] = [];
	for (let at = 0; at < words.length;) {
		let length = Math.min(longestPhrase, words.length - at);
		while (length > 1 && !MEANINGS.has(words.slice(at, at + length).join(' '))) length--;
		const phrase = words.slice(at, at + length).join(' ');
		const meaning = MEANINGS.get(phrase) ?? MEANINGS.get(stemOf(phrase, MEANINGS) ?? '');
		terms.push(meaning ? { ...meaning, phrase } : { is: /^\p{N}+$/u.test(phrase) ? 'number' : 'unknown', phrase });
		at += length;
	}
	// "To Email" is the recipient's.
	if (terms[0]?.phrase === 'to' && terms[1]?.is === 'field') terms[0] = { is: 'recipient', phrase: 'to' };
	return terms;
});
