import { LONGEST_TEXT } from '../../inputSchemas';
import * as lists from './columnNames';
import { listOf, type Field } from './columnNames';
import { folded } from './normalize';
import { SYSTEM_SHAPES, type SystemShape } from './systemShapes';

const withoutGenitive = (name: string) => name.replace(/['’`´_]s(?!\p{L})/gu, '');
/** A name as it is compared: without case, accents, spaces, punctuation and the s of a genitive. One that is too long as it is. */
export const plain = (name: string): string =>
	name.length > LONGEST_TEXT ? name : folded(withoutGenitive(name)).replace(/[^\p{L}\p{N}ー]/gu, '');
export const setOf = (names: string) => new Set(listOf(names).map(plain));

/** A word or a phrase of the lists. `of`: the field, person or place that it means. */
interface Word {
	name: string;
	is: 'field' | 'address' | 'person' | 'place' | 'other' | 'company' | 'secondary' | 'thing' | 'filler';
	of: string;
}

const WORDS = new Map<string, Word>();
const define = (is: Word['is'], names: string, of = '', ends = ['']) => {
	for (const end of ends)
		for (const one of setOf(names)) if (!WORDS.has(one + end)) WORDS.set(one + end, { name: one + end, is, of });
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
define('other', lists.OTHER_WORDS, '', ['', 's']);
define('other', lists.RELATED_WORDS, 'related', ['', 's']);
define('company', lists.COMPANY_WORDS, '', ['', 's']);
define('thing', lists.NON_PERSON_WORDS, '', ['', 's']);
define('secondary', lists.SECONDARY_WORDS);
define('filler', lists.FILLER_WORDS);
const LONGEST = Math.max(...[...WORDS.keys()].map((name) => name.length));

const BARE = new Map(
	Object.entries(lists.BARE_NAMES).flatMap(([field, names]) => listOf(names).map((name) => [plain(name), field])),
);
const ADDRESS_WORDS = setOf(lists.ADDRESS_WORDS);
const CONTAINERS = setOf(lists.CONTAINER_WORDS);
const OWN_OBJECTS = setOf(lists.OWN_OBJECTS);
const RECIPIENTS = [...setOf(lists.RECIPIENT_WORDS)];
const NAMING = setOf(lists.NAMING_WORDS);
const NAMES = setOf(lists.NAME_WORDS);
const BY = setOf(lists.BY_WORDS);
const REPLACED = setOf(lists.REPLACED_WORDS);
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
export function kindOf(name: string): 'skipped' | 'field' | 'place' | 'other' {
	const is = WORDS.get(plain(name))?.is;
	if (is === 'company' || is === 'secondary' || SKIPPED.has(plain(name))) return 'skipped';
	return is === 'field' || is === 'place' ? is : 'other';
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
	if (words.includes('company') && !words.some((word) => isIn(NAMING, word))) return '';
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
	if (naming.length > 0 && (words.length === 1 || !isThing(isIn(NAMES, last) ? words.at(-2) : last))) {
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
const SHORT_FORMS = new Map(listOf(lists.SHORT_FORMS).map((pair) => pair.split(' ') as [string, string]));
/** A name with its short forms written out: "empFirstNm" as "employee First name". */
const inFull = (name: string) =>
	spaced(name).replace(/\p{L}+/gu, (word) => SHORT_FORMS.get(word.toLowerCase()) ?? word);
/** The single words of names. */
const singleWords = (names: string[], letters = /[\p{L}\p{M}ー]+/gu): string[] =>
	(names.map(spaced).join(' ').match(letters) ?? []).map(plain);

/** What the path to a value means: the objects around a column, then the column. */
export interface Meaning {
	is: 'field' | 'other' | 'company' | 'secondary' | 'thing' | 'unknown';
	/** The name without the objects that only hold fields, those objects, and the path to the object that the field is in. */
	name: string;
	container: string;
	object: string;
	field?: Field;
	/** `recipient`, a word such as `employee`, or `''` for the one person of a record. */
	role: string;
	/** The word for the place of an address, and whether parcels go there. */
	place: string;
	isShipping: boolean;
	/** Whether it is the name on an address, or the email or phone of where parcels go. */
	isOnAddress: boolean;
	/** Whether it is only a word for a person, which may hold a name or an email. */
	isRoleOnly: boolean;
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
	/** Whether a name on no list may be a word for somebody, as it holds no word for a thing or a field. */
	mayBePerson: boolean;
	/** Where the name is on no list: the field that it ends with, whose it is by the words before, and the kind of an email. */
	ending?: Pick<Meaning, 'role' | 'place' | 'kind' | 'isShipping'> & { field: Field; isOther: boolean };
}

/** The one field that words name: of "Address - City" the city, of "Name (First)" the first name. */
function fieldIn(words: Word[]): Field | undefined {
	let found = words.filter(({ is }) => is === 'field');
	const drop = (is: (word: Word) => boolean) => {
		if (!found.every(is)) found = found.filter((word) => !is(word));
	};
	drop(({ name }) => ADDRESS_WORDS.has(name));
	if (found.some(({ of }) => of === 'first_name' || of === 'last_name')) drop(({ of }) => of === 'full_name');
	if (found.at(-1)?.of === 'address_2') drop(({ of }) => of === 'address_1');
	return new Set(found.map(({ of }) => of)).size === 1 ? (found[0]?.of as Field) : undefined;
}

/** The field that a name on no list ends with, and whose it is. */
function endingOf(words: string[]): Meaning['ending'] {
	for (let at = 1; at < words.length; at++) {
		const text = words.slice(at).join('');
		const found = wordsIn(text) ?? [];
		const field = (BARE.get(text) ?? fieldIn(found)) as Field | undefined;
		if (!field) continue;
		const before = words.slice(0, at).map((name) => WORDS.get(name) ?? { name, is: undefined, of: '' });
		const all = [...before, ...found];
		const has = (is: Word['is']) => all.some((word) => word.is === is);
		if (has('company') || has('secondary')) return undefined;
		const place = all.find(({ is }) => is === 'place');
		return {
			field,
			role: before.flatMap(({ is, name }) => (is === 'place' || is === 'filler' ? [] : [name])).join(' '),
			place: place?.name ?? '',
			kind: place?.of.replace('shipping', '') ?? '',
			isShipping: place?.of === 'shipping',
			isOther: has('other') && !all.some(({ name }) => isIn(NAMING, name)),
		};
	}
	return undefined;
}

/** The most characters of a path that is read. */
const LONGEST_PATH = 500;

/** The objects and the column of a path, without numbers of entries. One that is too long ends in what is on no list. */
const keysOf = (path: string) =>
	(path.length > LONGEST_PATH ? `${path.slice(0, LONGEST_PATH)} zzz` : path)
		.replace(/\[\d+\]/g, '')
		.split(/[.\u2063[\]]+/)
		.map((name) => inFull(name.replace(/^q\d+_|__[cr]$/g, '')));

/** Whether a column is part of an address: a name in one, or an email or a phone of where parcels go. */
function isOnAddress(field: Field | undefined, words: Word[], place: Word | undefined): boolean {
	if (!field?.endsWith('_name')) return place?.of === 'shipping' && (field === 'email' || field === 'phone');
	return place !== undefined || words.some(({ name }) => ADDRESS_WORDS.has(name));
}

/** Whether an object holds the parts of a field, such as `name.first` or `state.code`. An address holds fields of its own. */
const isFieldObject = (object: string) =>
	keysOf(object).some((key) => wordsIn(plain(key))?.some(({ is, name }) => is === 'field' && !ADDRESS_WORDS.has(name)));

/** @param shapes those of the systems that the record may come from */
export function meaningOf(path: string, shapes: SystemShape[]): Meaning {
	const keys = keysOf(path);
	const isOwn = ({ name, of }: Pick<Word, 'name' | 'of'>) =>
		shapes.some(({ own = [] }) => own.includes(name) || own.includes(of));
	const holds = (set: Set<string>) => (key: string, at: number) => at < keys.length - 1 && set.has(plain(key));
	const names = keys.filter((key, at) => !holds(CONTAINERS)(key, at) && !holds(OWN_OBJECTS)(key, at));
	const objects = path.split(/\.|(?=\[\D)/);
	const fieldAt = objects.slice(0, -1).findIndex(isFieldObject);
	const object = objects.slice(0, fieldAt < 0 ? -1 : fieldAt).join('.');
	const containers = keysOf(object)
		.map(plain)
		.filter((key) => CONTAINERS.has(key) && !isOwn({ name: key, of: key }));
	let name = names.map(plain).join('');
	for (const { prefix, columns } of shapes) {
		if (prefix && name.startsWith(prefix)) name = name.slice(prefix.length);
		if (columns && Object.hasOwn(columns, name)) name = plain(columns[name] ?? '');
	}
	const single = singleWords(names);
	const own = singleWords(names.slice(-1));
	// "First" and "Last" after a word for a person are names.
	const bareEnd = BARE.get(single.at(-1) ?? '');
	const before = bareEnd && single.length > 1 ? wordsIn(single.slice(0, -1).join('')) : undefined;
	const isOfPerson = before?.every(({ is }) => is === 'person' || is === 'place' || is === 'filler') === true;
	const known = isOfPerson ? before : wordsIn(name);
	const words = (known ?? names.slice(0, -1).flatMap((key) => wordsIn(plain(key)) ?? [])).filter(
		(word) => !isOwn(word),
	);
	const has = (is: Word['is']) => words.some((word) => word.is === is);
	const starts = single.map((_word, at) => single.slice(0, at + 1).join(''));
	const by = single.findIndex(
		(word, at) =>
			at > 0 && BY.has(word) && !REPLACED.has(single[at - 1] ?? '') && wordsIn(single.slice(at + 1).join('')),
	);
	const isOf = (word: string) => shapes.some(({ others }) => others?.includes(word));
	const isInOthers = keys.slice(0, -1).some((key) => isOf(plain(key)));
	// A "Child Name" is a child's, a "New Mom" may be who is meant.
	const isOthers =
		isInOthers || (single.some(isOf) && wordsIn(single.filter((word) => !isOf(word)).join('')) !== undefined);
	const roles = words.filter(({ is }) => is === 'person').map(({ of }) => of);
	const isRoleOnly =
		known !== undefined &&
		!isOfPerson &&
		roles.length > 0 &&
		words.every(({ is }) => is === 'person' || is === 'filler');
	const field = isRoleOnly
		? 'full_name'
		: (((isOfPerson ? bareEnd : BARE.get(name)) ?? fieldIn(words)) as Field | undefined);
	const place = words.find(({ is }) => is === 'place');
	const things = words.filter(({ of }) => of !== 'full_name');
	const isKnown = field !== undefined && (known !== undefined || BARE.has(name));
	// An "Event Speaker" is somebody, a "Speaker Topic" is not.
	const isPerson = (word: string) =>
		isIn(NAMING, word) || (own.includes(word) && has('person') && WORDS.get(word)?.is === 'person');
	const isNamed = isPerson(single.filter((word) => isThing(word) || isPerson(word)).at(-1) ?? '');
	const kinds = (['company', 'secondary', 'thing'] as const).filter((is) => is === 'secondary' || !isNamed);
	const ending = isKnown || isOthers ? undefined : endingOf(singleWords(names, /[\p{L}\p{M}\p{N}ー]+/gu));
	const isOther = isOthers || has('other') || by > 0 || ending?.isOther;
	return {
		is: isOther ? 'other' : (kinds.find(has) ?? (isKnown ? 'field' : 'unknown')),
		name,
		container: containers.join('.'),
		object,
		field,
		role: roles.includes('recipient') ? 'recipient' : [...new Set(roles)].sort().join(' '),
		place: place?.name ?? '',
		isShipping: place?.of === 'shipping',
		isOnAddress: isOnAddress(field, words, place),
		isRoleOnly,
		isMobile: words.some((word) => MOBILE.has(word.name)),
		isFamilyFirst: words.some((word) => FAMILY_FIRST.has(word.name)),
		kind: words.filter(({ of }) => of === 'work' || of === 'home').at(-1)?.of ?? '',
		isRelated: !isOthers && words.some(({ of }) => of === 'related'),
		isVenue:
			!isOthers &&
			[...single.filter((word) => word !== 'name').slice(-1), things.at(-1)?.name].some((word) =>
				VENUES.has(word ?? ''),
			),
		speaks: speaksOf(single, own),
		isForRecipient: RECIPIENTS.some(
			(word) => single[0]?.startsWith(word) || single.includes(word) || starts.includes(word),
		),
		mayBePerson: !isOther && !isKnown && !ending && !single.some((word) => isThing(word)),
		ending,
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
