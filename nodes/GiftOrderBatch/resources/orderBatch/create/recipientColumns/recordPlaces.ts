import { ADDRESS_WORDS, BARE_NAMES, type Field } from './columnNames';
import { parseColumnName, remembered, wordsOf, type Kind, type Term } from './parseColumnName';

export const ADDRESS_FIELDS = [
	'address_1',
	'address_2',
	'street_number',
	'city',
	'state',
	'postal_code',
	'country',
] as const;
export const isAddressField = (field: Field) => (ADDRESS_FIELDS as readonly Field[]).includes(field);
export const isNameField = (field: Field) => field === 'first_name' || field === 'last_name' || field === 'full_name';

export type AddressPlace = 'mailing' | 'shipping' | 'home' | 'work' | '';

/** What a place in a record holds, by the names that lead to it. */
export interface Place {
	/** As messages name it. */
	path: string;
	field: Field;
	/** The phrase that named the field. */
	phrase: string;
	/** Lower ranks win. */
	rank: number;
	/** The objects around it that only hold a record's fields. */
	container: string;
	/** Whose it is: `''` for the record's one person, `recipient`, a word such as `customer`, or words that are not known. */
	role: string;
	isRecipient: boolean;
	/** Whether an object around it is called by the word for the person. */
	isInPerson: boolean;
	isUnknown: boolean;
	isBilling: boolean;
	addressPlace: AddressPlace;
	/** Whether it is the name, email or phone on an address. */
	isOnAddress: boolean;
}

export interface Found extends Place {
	value: unknown;
}

const EMAIL_RANKS: Record<Kind | 'other', number> = {
	plain: 0,
	work: 1,
	primary: 2,
	contact: 3,
	home: 4,
	preferred: 5,
	other: 6,
};
const PHONE_RANKS: Record<Kind | 'other', number> = {
	plain: 1,
	primary: 2,
	contact: 2,
	preferred: 2,
	home: 3,
	work: 4,
	other: 5,
};
const NAME_RANKS: Record<string, number> = { 'display name': 1, 'unstructured name': 1, 'display name last first': 2 };

/** Lower ranks are preferred: the plain column, then a kind of it. */
function rankOf({ field, phrase, rank, isMobile }: FieldTerm, kinds: Array<Kind | 'other'>): number {
	if (field === 'email') return Math.max(0, ...kinds.map((kind) => EMAIL_RANKS[kind]));
	if (field === 'phone') return isMobile ? 0 : Math.max(1, ...kinds.map((kind) => PHONE_RANKS[kind]));
	if (isNameField(field)) return kinds.includes('preferred') ? 3 : (NAME_RANKS[phrase] ?? 0);
	return rank;
}

/** Objects that are things by their word, but hold a person's record. */
export const THINGS_AROUND_PEOPLE = new Set(['order', 'item', 'items', 'location']);
/** An object of this name holds an address, but a column of this name need not. */
const LOCATION: Extract<Term, { is: 'field' }> = { is: 'field', field: 'address_1', phrase: 'location', rank: 0 };
/** A column "Recipient" holds a name or an email. */
export const RECIPIENT_ALONE: FieldTerm = { is: 'field', field: 'full_name', phrase: 'recipient', rank: 0 };
/** Names of the value within an object that stands for it. */
const VALUE_NAMES = new Set([
	'value',
	'code',
	'name',
	'iso code',
	'number',
	'address',
	'canonical form',
	'formatted',
	'other',
]);
const PARTS_OF_NAMES = new Map<string, Field>([
	['first', 'first_name'],
	['given', 'first_name'],
	['last', 'last_name'],
	['family', 'last_name'],
	['full', 'full_name'],
	['value', 'full_name'],
]);

type FieldTerm = Extract<Term, { is: 'field' }>;
export const isField = (term: Term): term is FieldTerm => term.is === 'field';

const ADDRESS_WORD_SET = new Set(ADDRESS_WORDS.map((phrase) => wordsOf(phrase).join(' ')));
const isAddressWord = ({ field, phrase }: FieldTerm) => field === 'address_1' && ADDRESS_WORD_SET.has(phrase);

/** The one column that a name stands for by itself, if it does. */
function ownField(terms: Term[]): FieldTerm | undefined {
	let fields = terms.filter(isField);
	// "Full Name - First Name" is a first name, "Address (City)" a city.
	if (fields.some(({ field }) => field === 'first_name' || field === 'last_name')) {
		fields = fields.filter(({ field }) => field !== 'full_name');
	}
	if (fields.some((one) => !isAddressWord(one))) fields = fields.filter((one) => !isAddressWord(one));
	const [first] = fields;
	if (!first || fields.some(({ field }) => field !== first.field)) return undefined;
	// "Preferred Name" is what somebody is called, but "Preferred Name - First Name" is a first name.
	if (first.phrase === 'name' && terms.some(({ phrase }) => phrase === 'preferred')) return undefined;
	if (!BARE_NAMES.includes(first.phrase)) return fields.find(({ isMobile }) => isMobile) ?? first;
	const after = terms.slice(terms.indexOf(first) + 1);
	const isBare = ({ is }: Term) => ['recipient', 'person', 'filler', 'container', 'number', 'unknown'].includes(is);
	return terms.every((term) => term === first || isBare(term)) && after.every(({ is }) => is !== 'unknown')
		? first
		: undefined;
}

/** The column that a name stands for within an object that holds `context`. */
function fieldWithin(context: FieldTerm, name: string, terms: Term[]): FieldTerm | undefined {
	const own = ownField(terms);
	const words = wordsOf(name).join(' ');
	if (context.field === 'full_name') {
		const part = PARTS_OF_NAMES.get(words);
		if (part) return { ...context, field: part };
		return own && isNameField(own.field) ? own : undefined;
	}
	if (context.field === 'address_1') {
		if (words === 'region') return { ...context, field: 'state' };
		if (words === 'value') return context;
		return own && (isAddressField(own.field) || isNameField(own.field)) ? own : undefined;
	}
	if (own?.field === context.field) {
		const saysNoMore = terms.every(({ is }) => is === 'field' || is === 'kind' || is === 'filler');
		return saysNoMore ? context : undefined;
	}
	const isKind = terms.length > 0 && terms.every(({ is }) => is === 'kind');
	const isValue = VALUE_NAMES.has(words) && !(words === 'name' && !isAddressField(context.field));
	return isValue || isKind ? context : undefined;
}

/**
 * What a place in a record is, by the names that lead to it: objects around it, then the column.
 * @returns `undefined` for what is no column of a recipient, or is somebody else's under well-known words; of billing data, names,
 * emails and countries are kept
 */
function placeOf(keys: string[]): Place | undefined {
	const parents = keys.slice(0, -1).map(parseColumnName);
	const name = keys.at(-1) ?? '';
	const named = parseColumnName(name);
	let context: FieldTerm | undefined;
	const containers: string[] = [];
	const around: Term[] = [];
	for (const [index, terms] of parents.entries()) {
		const hasContext = context !== undefined;
		const isLocation = terms.some(({ phrase }) => phrase === 'location');
		context = terms.find(isField) ?? (isLocation ? LOCATION : context);
		around.push(...terms);
		const holdsRecord =
			!isLocation &&
			terms.every(({ is, phrase }) => is === 'container' || is === 'kind' || THINGS_AROUND_PEOPLE.has(phrase));
		if (holdsRecord && !hasContext) containers.push(keys[index] ?? '');
	}
	const isRecipientAlone =
		!context &&
		named.some(({ is }) => is === 'recipient') &&
		named.every(({ is }) => is === 'recipient' || is === 'filler');
	const term = isRecipientAlone ? RECIPIENT_ALONE : context ? fieldWithin(context, name, named) : ownField(named);
	if (!term) return undefined;
	const { field } = term;
	// Within an object that is a column, names such as "value" say nothing.
	const own = context?.phrase === term.phrase ? named.filter(({ is }) => is === 'kind') : named;
	const all = [...around, ...own];
	const isUnknownThing = field === 'email' && !context && own.some(({ is }) => is === 'thing');
	if (own.some(({ is }) => is === 'other')) return undefined;
	if (own.some(({ is }) => is === 'thing') && !isUnknownThing) return undefined;
	const isBilling = all.some(({ is }) => is === 'billing');
	if (isBilling && field !== 'country' && field !== 'email' && !isNameField(field)) return undefined;

	const isOtherKind = context !== undefined && wordsOf(name).join(' ') === 'other';
	const kinds = [
		...all.flatMap((one) => (one.is === 'kind' ? [one.kind] : [])),
		...(isOtherKind ? ['other' as const] : []),
	];
	const places = all.flatMap((one) => (one.is === 'place' ? [one.place] : []));
	const people = all.filter(({ is }) => is === 'person').map(({ phrase }) => phrase);
	const isRecipient = all.some(({ is }) => is === 'recipient');
	const numbers = [...around, ...own]
		.filter(({ is, phrase }) => is === 'number' && Number(phrase) !== 1)
		.map(({ phrase }) => phrase);
	// A second email is the same person's, a second first name is not.
	if (numbers.length > 0 && !isRecipient && people.length === 0 && !isNameField(field)) return undefined;
	const unknown = [
		...all.filter(({ is }) => is === 'unknown').map(({ phrase }) => phrase),
		...own.filter(({ is }) => isUnknownThing && is === 'thing').map(({ phrase }) => phrase),
		...numbers,
	];
	// The names of fields in a table may have the name of a container before them: "property_first_name".
	if (own[0]?.is === 'container' && own.length > 1) containers.push(own[0].phrase);
	const isInAddress = context?.field === 'address_1';
	const kindPlace = kinds.includes('home') ? 'home' : kinds.includes('work') ? 'work' : '';
	return {
		path: keys.join('.'),
		field,
		phrase: term.phrase,
		rank: rankOf(term, kinds),
		container: containers.join('.'),
		role:
			unknown.length > 0 ? `? ${unknown.join(' ')}` : isRecipient ? 'recipient' : [...new Set(people)].sort().join(' '),
		isRecipient,
		isInPerson: around.some(({ is }) => is === 'recipient' || is === 'person'),
		isUnknown: unknown.length > 0,
		isBilling,
		addressPlace: places[0] ?? (isAddressField(field) || isInAddress ? kindPlace : ''),
		isOnAddress: !isAddressField(field) && (isInAddress || (places.length > 0 && (!isRecipient || isNameField(field)))),
	};
}

/** Parts of the names of groups. */
export const SEPARATOR = '\u0000';
const rememberedPlace = remembered((id: string) => placeOf(id.split(SEPARATOR)));
/** The same, which is found out once for each set of names. */
export const placeAt = (keys: string[]): Place | undefined => rememberedPlace(keys.join(SEPARATOR));
