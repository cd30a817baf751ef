import { LONGEST_TEXT } from '../../inputSchemas';
import * as lists from './columnNames';
import { listOf, type Field } from './columnNames';
import { folded } from './normalize';
import { SYSTEM_SHAPES, type SystemShape } from './systemShapes';

const withoutGenitive = (name: string) => name.replace(/['’`´]s(?!\p{Ll})/gu, '');
/** A name as it is compared: without case, accents, spaces, punctuation and the s of a genitive. One that is too long as it is. */
export const plain = (name: string): string =>
	name.length > LONGEST_TEXT ? name : folded(withoutGenitive(name)).replace(/[^\p{L}\p{N}ー]/gu, '');
export const setOf = (names: string) => new Set(listOf(names).map(plain));

/** A word or a phrase of the lists. `of`: the field, person or place that it means. */
interface Word {
	name: string;
	is: 'field' | 'address' | 'person' | 'place' | 'other' | 'company' | 'spare' | 'thing' | 'filler';
	of: string;
}

const WORDS = new Map<string, Word>();
const define = (is: Word['is'], names: string, of = '') => {
	for (const name of setOf(names)) if (!WORDS.has(name)) WORDS.set(name, { name, is, of });
};
for (const [field, names] of Object.entries(lists.FIELD_NAMES)) define('field', names, field);
const MOBILE = setOf(lists.MOBILE_NAMES);
define('field', lists.MOBILE_NAMES, 'phone');
define('address', lists.ADDRESS_WORDS);
define('person', lists.RECIPIENT_WORDS, 'recipient');
for (const names of lists.PERSON_WORDS) define('person', names, listOf(names)[0]);
for (const [place, names] of Object.entries(lists.PLACE_WORDS)) define('place', names, place);
define('other', lists.OTHER_WORDS);
define('company', lists.COMPANY_WORDS);
define('spare', lists.SPARE_WORDS);
define('thing', lists.THING_WORDS);
define('filler', lists.FILLER_WORDS);
const LONGEST = Math.max(...[...WORDS.keys()].map((name) => name.length));

const BARE = new Map(
	Object.entries(lists.BARE_NAMES).flatMap(([field, names]) => listOf(names).map((name) => [plain(name), field])),
);
const ADDRESS_WORDS = setOf(lists.ADDRESS_WORDS);
const CONTAINERS = setOf(lists.CONTAINER_WORDS);
const RECIPIENTS = [...setOf(lists.RECIPIENT_WORDS)];
const NAMING = setOf(lists.NAMING_WORDS);
const TOWARDS = setOf(lists.TOWARDS_WORDS);
const { first_name, last_name } = lists.FIELD_NAMES;
const NAME_PARTS = [...setOf(`full name, ${first_name}, ${last_name}`)].filter((name) => name.length > 5);

/**
 * The words that a whole name consists of, longer ones first; `undefined` for a name that is on no list, or too long.
 * @param dead the lengths of the ends of the name that consist of no words
 */
function wordsIn(name: string, dead = new Set<number>()): Word[] | undefined {
	if (name === '') return [];
	if (name.length > 80 || dead.has(name.length)) return undefined;
	for (let length = Math.min(name.length, LONGEST); length > 0; length--) {
		const word = WORDS.get(name.slice(0, length));
		const rest = word && wordsIn(name.slice(length), dead);
		if (word && rest) return [word, ...rest];
	}
	dead.add(name.length);
	return undefined;
}

const SKIPPED = setOf(lists.SKIPPED_OBJECTS);

/** What the name of an object or a value says by itself; `skipped`: there is nobody in it who could be the recipient. */
export function kindOf(name: string): 'skipped' | 'field' | 'other' {
	const is = WORDS.get(plain(name))?.is;
	if (is === 'company' || is === 'spare' || SKIPPED.has(plain(name))) return 'skipped';
	return is === 'field' ? 'field' : 'other';
}

/**
 * What a column that is on no list speaks of, in its own words: somebody, where it holds one capitalised word (`one`) or two
 * (`two`), or a street.
 */
type Speaks = 'one' | 'two' | 'street' | '';

const isNaming = (word: string) => NAMING.has(word) || NAMING.has(word.replace(/s$/, ''));

/** @param own the words of the column itself, without those of the objects that it is in */
function speaksOf(words: string[], own: string[]): Speaks {
	const text = words.join('');
	const [first = '', last = ''] = [words[0], words.at(-1)];
	if ([text, first, last].some((word) => TOWARDS.has(word)) || (words.length === 1 && isNaming(first))) return 'one';
	if (NAME_PARTS.some((name) => text.includes(name))) return 'one';
	const isOfThing = (at: number) => ['thing', 'company', 'spare'].includes(WORDS.get(words[at - 1] ?? '')?.is ?? '');
	if (words.some((word, at) => isNaming(word) && !isOfThing(at)))
		return own.filter(isNaming).length > 1 ? 'one' : 'two';
	// Nobody knows whose name stands under letters of another script.
	const isAlone = words.length === 1 && (text.endsWith('name') || WORDS.get(text)?.is === 'place');
	if (isAlone || /[^\p{Script=Latin}\P{L}]/u.test(text)) return 'two';
	return words.some((word) => word === 'street' || ADDRESS_WORDS.has(word)) ? 'street' : '';
}

const spaced = (name: string) => withoutGenitive(name).replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2');
/** The single words of names. */
const singleWords = (names: string[]): string[] =>
	(
		names
			.map(spaced)
			.join(' ')
			.match(/[\p{L}\p{M}ー]+/gu) ?? []
	).map(plain);

/** What the path to a value means: the objects around a column, then the column. */
export interface Meaning {
	is: 'field' | 'other' | 'company' | 'spare' | 'thing' | 'unknown';
	/** The name without the objects that only hold fields, and those objects. */
	name: string;
	container: string;
	field?: Field;
	/** `recipient`, a word such as `employee`, or `''` for the one person of a record. */
	role: string;
	/** The word for the place of an address, and whether parcels go there. */
	place: string;
	isShipping: boolean;
	/** Whether it is the name on an address, or the email or phone of where parcels go. */
	isOnAddress: boolean;
	/** Whether it is only a word for a person, which may hold a name or an email. */
	isBare: boolean;
	isMobile: boolean;
	speaks: Speaks;
	/** Whether its own words begin with, or are, words for the recipient. */
	isForRecipient: boolean;
}

/** The one field that words name: of "Address - City" the city, of "Name (First)" the first name. */
function fieldIn(words: Word[]): Field | undefined {
	let found = words.filter(({ is }) => is === 'field');
	const drop = (is: (word: Word) => boolean) => {
		if (!found.every(is)) found = found.filter((word) => !is(word));
	};
	drop(({ name }) => ADDRESS_WORDS.has(name));
	if (found.some(({ of }) => of === 'first_name' || of === 'last_name')) drop(({ of }) => of === 'full_name');
	return new Set(found.map(({ of }) => of)).size === 1 ? (found[0]?.of as Field) : undefined;
}

/** The most characters of a path that is read. */
const LONGEST_PATH = 500;

/** The objects and the column of a path, without numbers of entries. One that is too long ends in what is on no list. */
const keysOf = (path: string) =>
	(path.length > LONGEST_PATH ? `${path.slice(0, LONGEST_PATH)} zzz` : path)
		.replace(/\[\d+\]/g, '')
		.split(/[.\u2063]/)
		.map((name) => name.replace(/^q\d+_/, ''));

/** Whether a column is part of an address: a name in one, or an email or a phone of where parcels go. */
function isOnAddress(field: Field | undefined, words: Word[], place: Word | undefined): boolean {
	if (!field?.endsWith('_name')) return place?.of === 'shipping' && (field === 'email' || field === 'phone');
	return place !== undefined || words.some(({ name }) => ADDRESS_WORDS.has(name));
}

/** @param shapes those of the systems that the record may come from */
export function meaningOf(path: string, shapes: SystemShape[]): Meaning {
	const keys = keysOf(path);
	const isOwn = ({ name, of }: Pick<Word, 'name' | 'of'>) =>
		shapes.some(({ own = [] }) => own.includes(name) || own.includes(of));
	const isContainer = (key: string, at: number) => at < keys.length - 1 && CONTAINERS.has(plain(key));
	const names = keys.filter((key, at) => !isContainer(key, at));
	const containers = keys
		.filter(isContainer)
		.map(plain)
		.filter((name) => !isOwn({ name, of: name }));
	let name = names.map(plain).join('');
	for (const { prefix, columns } of shapes) {
		if (prefix && name.startsWith(prefix)) name = name.slice(prefix.length);
		if (columns && Object.hasOwn(columns, name)) name = plain(columns[name] ?? '');
	}
	const known = wordsIn(name);
	const words = (known ?? names.slice(0, -1).flatMap((key) => wordsIn(plain(key)) ?? [])).filter(
		(word) => !isOwn(word),
	);
	const has = (is: Word['is']) => words.some((word) => word.is === is);
	const isOther = has('other') || words.some(({ of }) => shapes.some(({ others = [] }) => others.includes(of)));
	const roles = words.filter(({ is }) => is === 'person').map(({ of }) => of);
	const isBare = known !== undefined && roles.length > 0 && words.every(({ is }) => is === 'person' || is === 'filler');
	const field = isBare ? 'full_name' : ((BARE.get(name) ?? fieldIn(words)) as Field | undefined);
	const single = singleWords(names);
	const place = words.find(({ is }) => is === 'place');
	const isKnown = field !== undefined && (known !== undefined || BARE.has(name));
	return {
		is: isOther ? 'other' : ((['company', 'spare', 'thing'] as const).find(has) ?? (isKnown ? 'field' : 'unknown')),
		name,
		container: containers.join('.'),
		field,
		role: roles.includes('recipient') ? 'recipient' : [...new Set(roles)].sort().join(' '),
		place: place?.name ?? '',
		isShipping: place?.of === 'shipping',
		isOnAddress: isOnAddress(field, words, place),
		isBare,
		isMobile: words.some((word) => MOBILE.has(word.name)),
		speaks: speaksOf(single, singleWords(names.slice(-1))),
		isForRecipient: RECIPIENTS.some((word) => single.join('').startsWith(word) || single.includes(word)),
	};
}

/** The systems that a record with these paths may come from. */
export function shapesOf(paths: string[]): SystemShape[] {
	const names = new Set(paths.flatMap((path) => [meaningOf(path, []).name, ...keysOf(path).slice(0, -1).map(plain)]));
	return SYSTEM_SHAPES.filter(
		({ signs, without }) => signs.every((sign) => names.has(sign)) && !(without && names.has(without)),
	);
}
