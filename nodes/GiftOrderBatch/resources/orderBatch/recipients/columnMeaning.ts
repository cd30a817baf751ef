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
const FAMILY_FIRST = setOf(lists.FAMILY_FIRST_NAMES);
define('field', lists.FAMILY_FIRST_NAMES, 'full_name');
define('address', lists.ADDRESS_WORDS);
define('person', lists.RECIPIENT_WORDS, 'recipient');
for (const names of lists.PERSON_WORDS) define('person', names, listOf(names)[0]);
for (const [place, names] of Object.entries(lists.PLACE_WORDS)) define('place', names, place);
for (const end of [',', 's,']) {
	define('other', lists.OTHER_WORDS.replaceAll(',', end));
	define('other', lists.RELATED_WORDS.replaceAll(',', end), 'related');
}
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
const NAMES = setOf(lists.NAME_WORDS);
const BY = setOf(lists.BY_WORDS);
const WHO = setOf('who, whom, whose');
const GIFT = setOf('gift, present, give, send, ship, deliver, mail, geschenk, cadeau, regalo, presente');
const VENUES = setOf(lists.VENUE_WORDS);
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
 * What a column that is on no list speaks of, in its own words: somebody, where it holds any words (`any`), a text that begins
 * with a capital letter (`one`), capitalised words only (`name`) or two of them (`two`), or a street.
 */
type Speaks = 'any' | 'one' | 'name' | 'two' | 'street' | '';

const isIn = (set: Set<string>, word: string) => set.has(word) || set.has(word.replace(/s$/, ''));
const isThing = (word = '') => {
	const { is, of = '' } = WORDS.get(word) ?? {};
	return is === 'thing' || is === 'company' || (is === 'field' && !/name|email|phone/.test(of));
};

/** @param own the words of the column itself, without those of the objects that it is in */
function speaksOf(words: string[], own: string[]): Speaks {
	const text = words.join('');
	const [first = '', last = ''] = [words[0], words.at(-1)];
	const isTowards = [text, first, last].some((word) => TOWARDS.has(word));
	if (words.some((word) => WHO.has(word) || (isTowards && GIFT.has(word)))) return 'any';
	if (isTowards || NAME_PARTS.some((name) => text.includes(name))) return 'one';
	const objects = words.slice(0, words.length - own.length);
	const isOfThing = (at: number) =>
		isThing(words[at - 1]) ||
		isThing(words[at + 1]) ||
		(at >= objects.length && objects.length > 0 && !objects.some((one) => isIn(NAMING, one)));
	const naming = words.filter((word, at) => isIn(NAMING, word) || (isIn(NAMES, word) && !isOfThing(at)));
	// A "Speaker Topic" is nobody.
	if (naming.length > 0 && (words.length === 1 || !isThing(last))) {
		if (isIn(NAMING, last) || isIn(NAMING, own.join('')) || naming.length > 1) return 'one';
		return words.length === 1 ? 'name' : 'two';
	}
	if (isIn(NAMES, text)) return 'name';
	// Nobody knows whose name stands under letters of another script.
	const isAlone = words.length === 1 && (text.endsWith('name') || WORDS.get(text)?.of === 'shipping');
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
	/** Whether the family name stands first in a whole name. */
	isFamilyFirst: boolean;
	/** Whose kind of email it is. */
	kind: string;
	isRelated: boolean;
	/** Whether it names a place that people visit. */
	isVenue: boolean;
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
		.split(/[.\u2063[\]]+/)
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
	const single = singleWords(names);
	const own = singleWords(names.slice(-1));
	const by = single.findIndex((word, at) => at > 0 && BY.has(word) && wordsIn(single.slice(at + 1).join('')));
	const isOthers = single.some((word) => shapes.some(({ others }) => others?.includes(word)));
	const roles = words.filter(({ is }) => is === 'person').map(({ of }) => of);
	const isBare = known !== undefined && roles.length > 0 && words.every(({ is }) => is === 'person' || is === 'filler');
	const field = isBare ? 'full_name' : ((BARE.get(name) ?? fieldIn(words)) as Field | undefined);
	const place = words.find(({ is }) => is === 'place');
	const isKnown = field !== undefined && (known !== undefined || BARE.has(name));
	// An "Event Speaker" is somebody, a "Speaker Topic" is not.
	const isNamed = isIn(NAMING, single.filter((word) => isThing(word) || isIn(NAMING, word)).at(-1) ?? '');
	const kinds = (['company', 'spare', 'thing'] as const).filter((is) => is === 'spare' || !isNamed);
	return {
		is: isOthers || has('other') || by > 0 ? 'other' : (kinds.find(has) ?? (isKnown ? 'field' : 'unknown')),
		name,
		container: containers.join('.'),
		field,
		role: roles.includes('recipient') ? 'recipient' : [...new Set(roles)].sort().join(' '),
		place: place?.name ?? '',
		isShipping: place?.of === 'shipping',
		isOnAddress: isOnAddress(field, words, place),
		isBare,
		isMobile: words.some((word) => MOBILE.has(word.name)),
		isFamilyFirst: words.some((word) => FAMILY_FIRST.has(word.name)),
		kind: words.filter(({ of }) => of === 'work' || of === 'home').at(-1)?.of ?? '',
		isRelated: !isOthers && words.some(({ of }) => of === 'related'),
		isVenue: VENUES.has(single.filter((word) => word !== 'name').at(-1) ?? ''),
		speaks: speaksOf(single, own),
		isForRecipient: RECIPIENTS.some((word) => single.join('').startsWith(word) || single.includes(word)),
	};
}

/** The systems that a record with these paths may come from. */
export function shapesOf(paths: string[]): SystemShape[] {
	const names = new Set(paths.flatMap((path) => [meaningOf(path, []).name, ...keysOf(path).slice(0, -1).map(plain)]));
	const has = (sign: string) => names.has(sign);
	return SYSTEM_SHAPES.filter(
		({ signs, isAny, without = '' }) => (isAny ? signs.some(has) : signs.every(has)) && !has(without),
	);
}
