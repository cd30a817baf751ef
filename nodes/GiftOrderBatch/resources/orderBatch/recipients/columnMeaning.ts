import { LONGEST_TEXT } from '../../inputSchemas';
import { FIELD_NAMES, listOf, LISTS, PERSON_WORDS, PLACE_WORDS, STANDALONE_NAMES, type Field } from './columnNames';
import { folded } from './normalize';
import { SYSTEM_SHAPES, type SystemShape } from './systemShapes';

const withoutGenitive = (name: string) => name.replace(/['’`´_]s(?!\p{L})/gu, '');
/** A name as it is compared: without case, accents, spaces, punctuation and the s of a genitive. One that is too long as it is. */
export function plain(name: string): string {
	if (name.length > LONGEST_TEXT) return name;
	return /^[a-zA-Z\d]*$/.test(name)
		? name.toLowerCase()
		: folded(withoutGenitive(name)).replace(/[^\p{L}\p{N}ー]/gu, '');
}
/** A list as a set of names as they are compared, also in the feminine of Romance languages, such as "premiada" for "premiado". */
export const setOf = (names: string) =>
	new Set(listOf(names).flatMap((name) => [name, name.replace(/(?<=.{4})o$/, 'a')].map(plain)));
type Sets = Record<keyof typeof LISTS, Set<string>>;
export const SETS = Object.fromEntries(Object.entries(LISTS).map(([list, names]) => [list, setOf(names)])) as Sets;

/** A word or a phrase of the lists. `of`: the field, person or place that it means. */
interface Word {
	name: string;
	is: 'field' | 'address' | 'person' | 'place' | 'other' | 'company' | 'secondary' | 'nonPerson' | 'filler' | 'gone';
	of: string;
}

const WORDS = new Map<string, Word>();
/** The ends of words for people and what they belong to. */
const PLURAL = ['', 's'];
const define = (is: Word['is'], names: string, of = '', ends = ['']) => {
	for (const name of ends.flatMap((end) => [...setOf(names)].map((one) => one + end)))
		if (!WORDS.has(name)) WORDS.set(name, { name, is, of });
};
for (const [field, names] of Object.entries(FIELD_NAMES)) define('field', names, field);
define('field', LISTS.MOBILE_NAMES, 'phone');
define('field', LISTS.FAMILY_FIRST_NAMES, 'full_name');
define('address', LISTS.ADDRESS_WORDS);
define('person', LISTS.RECIPIENT_WORDS, 'recipient', PLURAL);
for (const names of PERSON_WORDS) define('person', names, listOf(names)[0], PLURAL);
for (const [place, names] of Object.entries(PLACE_WORDS)) define('place', names, place);
for (const names of [LISTS.OTHER_WORDS, LISTS.COMPETING_WORDS, LISTS.BUYER_WORDS]) define('other', names, '', PLURAL);
define('gone', LISTS.GONE_WORDS);
define('other', LISTS.RELATED_WORDS, 'related', PLURAL);
define('company', LISTS.COMPANY_WORDS, '', PLURAL);
for (const names of [LISTS.NON_PERSON_WORDS, LISTS.VENUE_WORDS]) define('nonPerson', names, '', PLURAL);
define('secondary', LISTS.SECONDARY_WORDS);
define('filler', LISTS.FILLER_WORDS);
const LONGEST = Math.max(...[...WORDS.keys()].map((name) => name.length));

const STANDALONE = new Map<string, Field>();
for (const [field, names] of Object.entries(STANDALONE_NAMES))
	for (const name of setOf(names)) STANDALONE.set(name, field as Field);
const UNIT = setOf('apartment, apt, suite, floor');
const WHO = setOf('who, whom, whose');
const OF_FIELDS = setOf('first, last, full, work');
const { first_name, last_name } = FIELD_NAMES;
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

const wordsOf = (name: string) => wordsIn(plain(name));

/** Whether a text consists of words of the lists, as a column header does. Le Van and Page Van are somebody's names. */
export const isOnList = (text: string) =>
	wordsOf(text)?.some(({ is, name }) => ['field', 'person', 'other'].includes(is) && name.length > 3) === true;

/** Whether words are all of one kind, besides those that change nothing. */
const areAll = (kind: Word['is'], words?: Word[]) => words?.every(({ is }) => is === kind || is === 'filler') === true;

/**
 * What the name of an object or a value says by itself; `skipped`: there is nobody in it who could be the recipient; `towards`: it
 * says whom something is for.
 */
export function kindOf(name: string): 'skipped' | 'field' | 'place' | 'towards' | 'other' {
	const text = plain(name);
	const is = WORDS.get(text)?.is;
	if (is === 'company' || is === 'secondary' || SETS.SKIPPED_OBJECTS.has(text)) return 'skipped';
	if (is === 'field' || is === 'place') return is;
	const isFor =
		wordsIn(text)?.some(({ of }) => of === 'recipient') || describedBy(['gift', ...singleWords([name])], []) === 'any';
	return isFor ? 'towards' : 'other';
}

/** Whether a word is in a set, also with an s at the end. */
export const isIn = (set: Set<string>, word: string) => set.has(word) || set.has(word.replace(/s$/, ''));
const isNaming = (word: string) => isIn(SETS.NAMING_WORDS, word);
/** Whether a word of a text is one for somebody else. */
export const isOtherPerson = (word: string) =>
	isNaming(word) || SETS.FAMILY_WORDS.has(word) || WORDS.get(word)?.is === 'other';
const isNonPerson = (word = '') => {
	const { is, of = '' } = WORDS.get(word) ?? {};
	return is === 'nonPerson' || is === 'company' || (is === 'field' && !/name|email|phone/.test(of));
};

/**
 * What a column that is on no list seems to describe, in its own words: somebody, where it holds any words (`any`), a text that begins
 * with a capital letter (`one`), capitalised words only (`name`) or two of them (`two`), or a street or its second line.
 * @param columnWords the words of the column itself, without those of the objects that it is in
 */
function describedBy(words: string[], columnWords: string[]): 'any' | 'one' | 'name' | 'two' | 'street' | 'unit' | '' {
	const text = words.join('');
	const [first = '', last = ''] = [words[0], words.at(-1)];
	if (words.includes('company') && !words.some(isNaming)) return '';
	if (SETS.REASON_COLUMNS.has(text)) return '';
	if (SETS.AMBIGUOUS_WORDS.has(text)) return 'two';
	const isTowards =
		(!words.some(isNonPerson) || SETS.TOWARDS_WORDS.has(last) || /att(?:entio)?n|care/.test(text)) &&
		[text, first, last, words.slice(0, 2).join('')].some((word) => SETS.TOWARDS_WORDS.has(word));
	const isOfGift = words.some(
		(word) => isIn(SETS.GIFT_WORDS, word) || SETS.SENT_WORDS.has(word) || SETS.GIVING_WORDS.has(word),
	);
	if (words.some((word) => WHO.has(word))) return 'any';
	if (isOfGift && words.includes('where')) return 'street';
	if (isOfGift && isTowards) return 'any';
	if (isTowards || NAME_PARTS.some((name) => text.includes(name))) return 'one';
	const objects = words.slice(0, words.length - columnWords.length);
	const isOfNonPerson = (at: number) =>
		[words[at - 1], words[at + 1]].some(isNonPerson) ||
		(at >= objects.length && objects.length > 0 && !objects.some(isNaming));
	const naming = words.filter((word, at) => isNaming(word) || (isIn(SETS.NAME_WORDS, word) && !isOfNonPerson(at)));
	// A "Speaker Topic" is nobody.
	if (naming.length > 0 && !isNonPerson(isIn(SETS.NAME_WORDS, last) ? words.at(-2) : last)) {
		// A number does not say what it is.
		if (columnWords.length === 0) return 'two';
		if (isNaming(last) || STANDALONE.has(last) || isNaming(columnWords.join('')) || naming.length > 1) return 'one';
		return words.length === 1 ? 'name' : 'two';
	}
	const isSomebody = (word: string) => ['person', 'other'].includes(WORDS.get(word)?.is ?? '');
	if (words.some((word) => SETS.PRAISING_WORDS.has(word)) && words.some(isSomebody) && !isNonPerson(last)) return 'two';
	// Of "Giftee 2", the number is not among the words.
	if (isIn(SETS.NAME_WORDS, text) || WORDS.get(text)?.of === 'recipient') return 'name';
	// Nobody knows whose name stands under letters of another script.
	const isAlone = words.length === 1 && (text.endsWith('name') || WORDS.get(text)?.of === 'shipping');
	if (isAlone || /[^\p{Script=Latin}\P{L}]/u.test(text)) return 'two';
	const isPlace = (word: string) => ['shipping', 'home'].includes(WORDS.get(word)?.of ?? '');
	const isStreet = (word: string) => word === 'street' || (word !== 'location' && SETS.ADDRESS_WORDS.has(word));
	if (words.some(isStreet) || words.every(isPlace)) return 'street';
	return words.some((word) => UNIT.has(word)) ? 'unit' : '';
}

/** Whether a name is a word for somebody else, or says that what is in it is out of date. */
export function isOfOthers(name: string): boolean {
	const text = plain(name);
	// Who has one address only has it for bills, too.
	return SETS.OUTDATED_WORDS.has(text) || (WORDS.get(text)?.is === 'other' && !SETS.BUYER_WORDS.has(text));
}

const spaced = (name: string) => withoutGenitive(name).replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2');
/** The single words of names. */
const singleWords = (names: string[]): string[] =>
	(spaced(names.join(' ')).match(/[\p{L}\p{M}ー]+/gu) ?? []).map(plain);

/** The one field that words name: of "Address - City" the city, of "Name (First)" the first name. */
function fieldIn(words: Word[]): Field | undefined {
	let found = words.filter(({ is }) => is === 'field');
	const drop = (is: (word: Word) => boolean) => {
		if (!found.every(is)) found = found.filter((word) => !is(word));
	};
	drop(({ name }) => SETS.ADDRESS_WORDS.has(name));
	drop(({ name }) => name === 'postal');
	if (found.some(({ of }) => of === 'first_name' || of === 'last_name')) drop(({ of }) => of === 'full_name');
	// A whole address may be asked for by its parts.
	if (found[0]?.of === 'address_1' && /city.*zip/.test(found.map(({ name }) => name).join(''))) return 'address_1';
	if (found.at(-1)?.of === 'address_2') drop(({ of }) => of === 'address_1');
	return new Set(found.map(({ of }) => of)).size === 1 ? (found[0]?.of as Field) : undefined;
}

/** A path without what is only shown: what leads to an answer. */
const withoutShown = (path: string) => path.replace(/\u2062[^\u2062]*\u2062(?=\u2063)/g, '');
/** The most characters of a path that is read. */
const LONGEST_PATH = 500;

/** Whether an object only holds what is in it. */
const isHolder = (name: string) => [SETS.CONTAINER_WORDS, SETS.OWN_OBJECTS].some((set) => set.has(plain(name)));

/** The name of an object without words for objects: "clientProfileData" as "client". */
function objectName(name: string, at: number, { length }: string[]): string {
	if (at === length - 1 || wordsOf(name) || isHolder(name)) return name;
	const rest = singleWords([name]).filter((word) => !SETS.OBJECT_WORDS.has(word));
	return wordsIn(rest.join('')) ? rest.join(' ') || 'data' : name;
}

const SHORT_FORMS = new Map(listOf(LISTS.SHORT_FORMS).map((pair) => pair.split(' ') as [string, string]));
/** The objects and the column of a path, without numbers of entries and short forms. One that is too long ends in what is on no list. */
const keysOf = (path: string) =>
	withoutShown(path.length > LONGEST_PATH ? `${path.slice(0, LONGEST_PATH)} zzz` : path)
		.replace(/\[\d+\]|\.\d+(?=\.|$)/g, '')
		.split(/(?:\.(?!\s|$)|[\u2063[\]])+/)
		.map((name) => spaced(name.replace(/^q\d+[\s_.:)]+|__[cr]$|_(?!20\d\d$)\d{3,}$/gi, '')))
		.map((name) => name.replace(/^(deliver|mail|ship) [a-z]+ to\b/i, '$1 to'))
		.map((name) => name.replace(/\p{L}+/gu, (word) => SHORT_FORMS.get(word.toLowerCase()) ?? word))
		.map(objectName);

/** Whether an object holds the parts of a field, such as `name.first` or `state.code`. An address holds fields of its own. */
const isFieldObject = (object: string) =>
	keysOf(object).some((key) => wordsOf(key)?.some(({ is, name }) => is === 'field' && !SETS.ADDRESS_WORDS.has(name)));

/** How words begin that may say of a manager, an agent and the like that they are who is meant, such as "Retiring Director". */
const OF_PRAISE =
	/^(?:anniversar|birthday|bonus|depart|exchange|help|kudos|milestone|nominat|outgo|prais|referr|retir|reward|secret|shout|spotlight|surpris|valuable|vot|wedding|win)/;
/** The words of columns that say how far a gift is. */
const OF_GIFT = new Set(
	[SETS.GIFT_WORDS, SETS.SENT_WORDS, SETS.STATE_WORDS, SETS.SENDING_WORDS].flatMap((words) => [...words]),
);
/** The words of columns that ask for a gift. */
const OF_ASKING = new Set([...SETS.ASKING_WORDS, ...SETS.ASIDE_WORDS]);
/** The gift of another year, or an earlier one, is not the one to be sent. */
const OTHER_GIFT = /first|last|pr(?:ev|ior)|recent|\d/;

/**
 * What the path to a value means: the objects around a column, then the column.
 * @param shapes those of the systems that the record may come from
 */
export function meaningOf(path: string, shapes: SystemShape[]) {
	const keys = keysOf(path);
	const isOwn = (word: string) => shapes.some(({ ofRecord }) => ofRecord?.includes(word));
	// The customer or person of a thing is who is meant, unlike its users and staff.
	const isPersons = (key: string) => wordsOf(key)?.some(({ of }) => of === 'customer' || of === 'person');
	const isAround = (key: string, at: number) =>
		areAll('nonPerson', wordsOf(key)) && keys.slice(at + 1, -1).some(isPersons);
	let names = keys.filter((key, at) => at === keys.length - 1 || !(isHolder(key) || isAround(key, at)));
	const objects = withoutShown(path).split(/\.|(?=\[\D)/);
	const end = objects.findIndex(isFieldObject);
	const object = objects.slice(0, end).join('.');
	// What an answer holds stands beside the other answers.
	const isInAnswer = objects[end - 1]?.endsWith('\u2063');
	const containers = keysOf(isInAnswer ? objects.slice(0, end - 1).join('.') : object)
		.map(plain)
		.filter(
			(key, at, all) => SETS.CONTAINER_WORDS.has(key) && !SETS.ADDRESS_WORDS.has(all[at - 1] ?? '') && !isOwn(key),
		);
	let name = names.map(plain).join('');
	for (const { prefix, columns } of shapes) {
		if (prefix && name.startsWith(prefix)) name = name.slice(prefix.length);
		const meant = columns && Object.hasOwn(columns, name) ? columns[name] : undefined;
		if (meant) [names, name] = [[meant], plain(meant)];
	}
	const single = singleWords(names);
	const columnWords = singleWords(names.slice(-1));
	// "First" and "Last" after a word for a person are names.
	const standaloneEnd = STANDALONE.get(single.at(-1) ?? '');
	const before = standaloneEnd ? wordsIn(single.slice(0, -1).join('')) : undefined;
	const isOfPerson =
		before?.every(({ is, of }) => is === 'person' || is === 'place' || is === 'filler' || of === 'full_name') === true;
	const known = isOfPerson ? before : wordsIn(name);
	const all = known ?? names.slice(0, -1).flatMap((key) => wordsOf(key) ?? []);
	const words = all.filter((word) => !isOwn(word.name) && !isOwn(word.of));
	const has = (is: Word['is']) => words.some((word) => word.is === is);
	// Each word, and the words up to each one.
	const phrases = [...single, ...single.map((_word, at) => single.slice(0, at + 1).join(''))];
	const by = single.findIndex(
		(word, at) => SETS.BY_WORDS.has(word) && single[at - 1] !== 'replaced' && wordsIn(single.slice(at + 1).join('')),
	);
	const isOf = (word: string) => shapes.some(({ others }) => others?.includes(word));
	// A "Child Name" is a child's, a "New Mom" may be who is meant.
	const isOthers =
		keys.some((key) => isOf(plain(key))) ||
		(single.some(isOf) && wordsIn(single.filter((word) => !isOf(word)).join('')) !== undefined);
	const roles = words.filter(({ is }) => is === 'person').map(({ of }) => of);
	const isRoleOnly = known !== undefined && !isOfPerson && roles.length > 0 && areAll('person', words);
	// The recipient of an address is whose name is on it.
	const isOfAddress = ({ name: word }: Word) => SETS.ADDRESS_WORDS.has(word);
	const isAddressee =
		known?.at(-1)?.is === 'person' &&
		known.some(isOfAddress) &&
		known.every((word) => isOfAddress(word) || ['person', 'place', 'filler'].includes(word.is));
	const field =
		isRoleOnly || isAddressee || (known?.length === 1 && words.length === 0)
			? 'full_name'
			: ((isOfPerson ? standaloneEnd : STANDALONE.get(name)) ?? fieldIn(words));
	const place = words.find(({ is }) => is === 'place');
	const isGift = (word: string) => isIn(SETS.GIFT_WORDS, word);
	const mentionsGift = single.some(isGift);
	// What begins with a gift, or with what is sent, such as "Welcome Gift Sent On" or "Ship Status".
	const ofGift = single.slice(Math.max(single.findIndex(isGift), 0)).filter((word, at) => word !== 'card' || at === 0);
	const thisGift = [single, ofGift].find((all) => all.every((word) => OF_GIFT.has(word))) ?? [];
	const year = String(new Date().getFullYear());
	const isThisGift = thisGift.length > 0 && !OTHER_GIFT.test(name.replace(year, ''));
	const singular = name.replace(/s$/, '');
	const endsIn = (set: Set<string>) => [...set].some((word) => singular.endsWith(word));
	const isKnown = field !== undefined && (known !== undefined || STANDALONE.has(name));
	// An "Event Speaker" is somebody, a "Speaker Topic" is not.
	const isPerson = (word: string) =>
		isNaming(word) || (columnWords.includes(word) && has('person') && WORDS.get(word)?.is === 'person');
	const isNamed = isPerson(single.filter((word) => isNonPerson(word) || isPerson(word)).at(-1) ?? '');
	const kinds = (['company', 'secondary', 'nonPerson'] as const).filter((is) => is === 'secondary' || !isNamed);
	// An object called "guestOf" holds the host, and a "Referral From" is not who was referred.
	const isOfHost = /\bof$/i.test(names.at(-2) ?? '') || (single[1] === 'from' && single.length === 2);
	// The last word that is none of a field says whose a name on no list is, such as "Builder Rep Email".
	const head = single.filter((word) => !OF_FIELDS.has(word) && !areAll('field', wordsIn(word))).at(-1) ?? '';
	const mayBeMeant = (word: string) =>
		[WHO, SETS.PRAISING_WORDS, SETS.TOWARDS_WORDS, SETS.RECIPIENT_WORDS].some((words) => words.has(word)) ||
		isNaming(word) ||
		isGift(word) ||
		OF_PRAISE.test(word);
	const isOfHead = !known && isIn(SETS.OTHER_WORDS, head);
	const isOther =
		isOthers || has('other') || has('gone') || by > 0 || isOfHost || (isOfHead && !single.some(mayBeMeant));
	const isShipping = place?.of === 'shipping';
	const saysOf = (words: Set<string>) =>
		[single, ofGift].some(
			(all) =>
				all.some((word) => words.has(word)) &&
				all.every((word) => words.has(word) || OF_ASKING.has(word) || isGift(word)),
		);
	// Such as "Wants gift?", "Approved?", "OK to send" and "Do not send".
	const asksForGift =
		/^(?!wh).*(?:accept|eligible|like|receive|send|want).*(?:gifts?|swag|thankyou)$|gift.*wanted$/.test(name) ||
		saysOf(SETS.ASKING_WORDS) ||
		(isRoleOnly && roles.includes('recipient'));
	// As in "I'd rather not receive a gift".
	const isNegated = single.some((word) => /^(?:no|not|don)$/.test(word));
	const mayBeVenues = [name, single.filter((word) => word !== 'name').at(-1)];
	const is: Word['is'] | 'unknown' = isOther ? 'other' : (kinds.find(has) ?? (isKnown ? 'field' : 'unknown'));
	return {
		is,
		/** The name without the objects that only hold fields, those objects, and the path to the object that the field is in. */
		name,
		container: containers.join('.'),
		object,
		field,
		isKnown,
		/** `recipient`, a word such as `employee`, or `''` for the one person of a record. */
		role: isAddressee ? '' : roles.includes('recipient') ? 'recipient' : [...new Set(roles)].sort().join(' '),
		/** The word for the place of an address, and whether parcels go there. */
		place: place?.name ?? '',
		isShipping,
		/** Whether it is the name on an address, or the email or phone of where parcels go. */
		isOnAddress: field?.endsWith('_name')
			? place !== undefined || words.some(isOfAddress)
			: isShipping && (field === 'email' || field === 'phone'),
		/** Whether it is only a word for a person, which may hold a name or an email. */
		isRoleOnly,
		isMobile: words.some((word) => SETS.MOBILE_NAMES.has(word.name)),
		/** Whether the family name stands first in a whole name. */
		isFamilyFirst: words.some((word) => SETS.FAMILY_FIRST_NAMES.has(word.name)),
		/** Whose kind of email it is. */
		kind: words.filter(({ of }) => of === 'work' || of === 'home').at(-1)?.of ?? '',
		isRelated: !isOthers && words.some(({ of }) => of === 'related'),
		/** Whether it says that the person of the record has died, or that no email arrives, or is of somebody who has died. */
		isGone:
			!(has('other') || has('nonPerson') || field === 'last_name') &&
			phrases.some((phrase) => SETS.GONE_WORDS.has(phrase)),
		/** Whether it names a place that people visit. */
		isVenue:
			!isOthers &&
			mayBeVenues.some((word = '') => SETS.VENUE_WORDS.has(word) && !shapes.some(({ prefix }) => prefix === word)),
		/** Whether its last word is one of no person, as in "Payment Status". */
		isOfThing: isNonPerson(single.at(-1)) || SETS.VENUE_WORDS.has(single.at(-1) ?? ''),
		mentionsPerson: single.some((word) => WORDS.get(word)?.is === 'person'),
		/** Whether its words mention somebody, or what is not or no longer so. */
		mentionsOthers: single.some(
			(word) =>
				(isNaming(word) && word !== 'thank') ||
				SETS.NOT_OWN_WORDS.has(word) ||
				['person', 'other', 'secondary', 'nonPerson', 'company'].includes(WORDS.get(word)?.is ?? ''),
		),
		/** Whether it says, by yes or no or by a word, that an email, an address or a job is still right. */
		isValidity:
			/address|deliverable|employ|mail/.test(name) && /(?<!in)valid(?!at)|correct|current|deliverable|still/.test(name),
		isStatus: /(?:address|employ(?:ee|ment)|hiring|mail)(?:verification)?(?:label|status|type)|^employment$/.test(name),
		/** Whether a no, or a yes, says that the person gets no gift. */
		isForSelf: endsIn(SETS.FOR_SELF) || (asksForGift && !isNegated),
		isForOthers:
			endsIn(SETS.FOR_OTHERS) ||
			(asksForGift && isNegated) ||
			saysOf(SETS.STOPPING_WORDS) ||
			(/opt(?:ed)?out/.test(name) && (mentionsGift || name.includes('gift'))),
		isPreferred: /prefer/i.test(path),
		/** Whether it is of a gift, and whether it says that one was sent, or how far it is. */
		isOfGift: mentionsGift && !/^is|amount|card(?!sent)|error|individual|message|note|wrap/.test(name),
		isSent:
			/^(?:giftlink|gifturl|orderbatchid)$/.test(name) ||
			(isThisGift && thisGift.some((word) => SETS.SENT_WORDS.has(word))),
		/** Whether it may hold the number of a parcel or an order, a date or a yes, which say so, too. */
		isMark:
			/^(?:done|giftorderid|processed|opt(?:ed)?out|(?:got|has|received)gift|(?:gift|prize|thankyou)?received|(?:ups|usps)?tracking.*)$/.test(
				name,
			),
		isGiftStatus:
			(isThisGift && (mentionsGift || thisGift.some((word) => SETS.STATE_WORDS.has(word)))) ||
			(name.includes(year) && single.every((word) => OF_ASKING.has(word) || isGift(word))),
		/** Whether only the beginning of its value says how far a gift is. */
		isState: [...SETS.STATE_WORDS].some((word) => name.includes(word)),
		/** Whether it holds notes. */
		isNote: /^(?:bemerkung|comment|commentaire|not[ae]|notiz|opmerking|remark)(?:e?n|s)?$/.test(name),
		/** Whom it says that the gift is for, as far as its name says so. */
		giftFor: /giftfor(.*)/.exec(name)?.[1],
		isNewer: single.some((word) => SETS.NEWER_WORDS.has(word)),
		/** Whether only its last word says whose it is, unless that is the one who is meant. */
		isOfHead,
		describes:
			describedBy(single, columnWords) || (isOfHead && single.some((word) => OF_PRAISE.test(word)) ? 'two' : ''),
		/** Whether its own words begin with, or are, words for the recipient. */
		isForRecipient: [...SETS.RECIPIENT_WORDS].some((word) => single[0]?.startsWith(word) || phrases.includes(word)),
	};
}
export type Meaning = ReturnType<typeof meaningOf>;

/** The systems that a record with these paths may come from. */
export function shapesOf(paths: string[]): SystemShape[] {
	const names = new Set(paths.flatMap((path) => [meaningOf(path, []).name, ...keysOf(path).slice(0, -1).map(plain)]));
	const hasOneOf = (sign: string) => sign.split('|').some((name) => names.has(name));
	return SYSTEM_SHAPES.filter(
		({ signs, without }) => signs.split(' ').every(hasOneOf) && (!without || !names.has(without)),
	);
}
