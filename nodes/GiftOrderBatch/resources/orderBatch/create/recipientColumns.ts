import type { IDataObject, ResourceMapperField } from 'n8n-workflow';

import { isBlank, isObject } from '../../../api/values';
import {
	BARE_NAMES,
	EMAIL_BESIDE_CONTAINER,
	LAST_NAME_BESIDE,
	THING_KEYS,
	THING_TYPES,
	type Field,
} from './columnNames';
import { folded, parseColumnName, wordsOf, type Kind, type Term } from './parseColumnName';
import { looksLikeName, nameWords, sameName, shareWord, splitName } from './personName';
import { emailOf, isEmpty, isUs, usPhone } from './recipient';

export type ColumnId =
	| 'first_name'
	| 'last_name'
	| 'email'
	| 'phone'
	| 'address_1'
	| 'address_2'
	| 'city'
	| 'state'
	| 'postal_code'
	| 'country'
	| 'mailing_first_name'
	| 'mailing_last_name';

/** Raw values by column. `phone_countries`: all countries that the record names, where that is more than `country`. */
export type Columns = Partial<Record<ColumnId, unknown>> & { phone_countries?: unknown[] };

/** The columns as messages and forms call them. */
export const COLUMN_LABELS: Record<ColumnId, string> = {
	first_name: 'First Name',
	last_name: 'Last Name',
	email: 'Email',
	phone: 'Phone',
	address_1: 'Address Line 1',
	address_2: 'Address Line 2',
	city: 'City',
	state: 'State',
	postal_code: 'Postal Code',
	country: 'Country',
	mailing_first_name: 'Mailing First Name',
	mailing_last_name: 'Mailing Last Name',
};

const NEEDED_FOR: Partial<Record<ColumnId, string>> = {
	email: 'email_and_link',
	address_1: 'direct_send',
	city: 'direct_send',
	state: 'direct_send',
	postal_code: 'direct_send',
};

/** The columns as n8n's column mapping shows them; which are required follows the send method. */
export const recipientMapperFields = (sendMethod: unknown): ResourceMapperField[] =>
	Object.entries(COLUMN_LABELS).map(([id, displayName]) => ({
		id,
		displayName,
		required: id === 'first_name' || (NEEDED_FOR[id as ColumnId] ?? null) === sendMethod,
		defaultMatch: false,
		canBeUsedToMatch: false,
		display: true,
		type: 'string',
	}));

const ADDRESS_FIELDS = ['address_1', 'address_2', 'street_number', 'city', 'state', 'postal_code', 'country'] as const;
const isAddressField = (field: Field) => (ADDRESS_FIELDS as readonly Field[]).includes(field);
const isNameField = (field: Field) => field === 'first_name' || field === 'last_name' || field === 'full_name';

type AddressPlace = 'mailing' | 'shipping' | 'home' | 'work' | '';

/** What a place in a record holds, by the names that lead to it. */
interface Place {
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

interface Found extends Place {
	value: unknown;
}

const EMAIL_RANKS: Record<Kind, number> = { plain: 0, work: 1, primary: 2, contact: 3, home: 4, preferred: 5 };
const PHONE_RANKS: Record<Kind, number> = { plain: 1, primary: 2, contact: 2, preferred: 2, home: 3, work: 4 };
const NAME_RANKS: Record<string, number> = { 'display name': 1, 'unstructured name': 1, 'display name last first': 2 };

/** Lower ranks are preferred: the plain column, then a kind of it. */
function rankOf({ field, phrase, rank, isMobile }: Extract<Term, { is: 'field' }>, kinds: Kind[]): number {
	if (field === 'email') return Math.max(0, ...kinds.map((kind) => EMAIL_RANKS[kind]));
	if (field === 'phone') return isMobile ? 0 : Math.max(1, ...kinds.map((kind) => PHONE_RANKS[kind]));
	if (isNameField(field)) return kinds.includes('preferred') ? 3 : (NAME_RANKS[phrase] ?? 0);
	return rank;
}

/** Objects that are things by their word, but hold a person's record. */
const THINGS_AROUND_PEOPLE = new Set(['order', 'item', 'items', 'location']);
/** An object of this name holds an address, but a column of this name need not. */
const LOCATION: Extract<Term, { is: 'field' }> = { is: 'field', field: 'address_1', phrase: 'location', rank: 0 };
/** Names of the value within an object that stands for it. */
const VALUE_NAMES = new Set(['value', 'code', 'name', 'iso code', 'number', 'address', 'canonical form', 'formatted']);
const PARTS_OF_NAMES: Record<string, Field> = {
	first: 'first_name',
	given: 'first_name',
	last: 'last_name',
	family: 'last_name',
	full: 'full_name',
	value: 'full_name',
};

type FieldTerm = Extract<Term, { is: 'field' }>;
const isField = (term: Term): term is FieldTerm => term.is === 'field';

/** The one column that a name stands for by itself, if it does. */
function ownField(terms: Term[]): FieldTerm | undefined {
	let fields = terms.filter(isField);
	// "Full Name - First Name" is a first name, "Address (City)" a city.
	if (fields.some(({ field }) => field === 'first_name' || field === 'last_name')) {
		fields = fields.filter(({ field }) => field !== 'full_name');
	}
	if (fields.some(({ phrase }) => phrase !== 'address')) fields = fields.filter(({ phrase }) => phrase !== 'address');
	const [first] = fields;
	if (!first || fields.some(({ field }) => field !== first.field)) return undefined;
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
		const part = PARTS_OF_NAMES[words];
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

/** Finds out what a place in a record is by the names that lead to it; `undefined` for what is no recipient's. */
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
	const term = context ? fieldWithin(context, name, named) : ownField(named);
	if (!term) return undefined;
	const { field } = term;
	// Within an object that is a column, names such as "value" say nothing.
	const own = context?.phrase === term.phrase ? named.filter(({ is }) => is === 'kind') : named;
	const all = [...around, ...own];
	const isUnknownThing = field === 'email' && !context && own.some(({ is }) => is === 'thing');
	if (own.some(({ is }) => is === 'other')) return undefined;
	if (own.some(({ is }) => is === 'thing') && !isUnknownThing) return undefined;
	const isBilling = all.some(({ is }) => is === 'billing');
	if (isBilling && field !== 'country') return undefined;

	const kinds = all.flatMap((one) => (one.is === 'kind' ? [one.kind] : []));
	const places = all.flatMap((one) => (one.is === 'place' ? [one.place] : []));
	const people = all.filter(({ is }) => is === 'person').map(({ phrase }) => phrase);
	const isRecipient = all.some(({ is }) => is === 'recipient');
	const numbers = own.filter(({ is, phrase }) => is === 'number' && Number(phrase) !== 1).map(({ phrase }) => phrase);
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

const SEPARATOR = '\u0000';
const places = new Map<string, Place | null>();
/** Names come from the items, so that their number has no limit of its own. */
const PLACES_LIMIT = 20_000;

function cachedPlace(keys: string[]): Place | undefined {
	const id = keys.join(SEPARATOR);
	const cached = places.get(id);
	if (cached !== undefined) return cached ?? undefined;
	if (places.size >= PLACES_LIMIT) places.clear();
	const place = placeOf(keys);
	places.set(id, place ?? null);
	return place;
}

const MAX_DEPTH = 7;

/** Whether what is within an object is nobody's that could be the recipient. */
const isOthers = (key: string) => {
	const terms = parseColumnName(key);
	return terms.some(({ is, phrase }) => is === 'other' || (is === 'thing' && !THINGS_AROUND_PEOPLE.has(phrase)));
};

function isPrimary(entry: Record<string, unknown>): boolean {
	const { primary, isPrimary: camel, is_primary: snake, default: isDefault, metadata } = entry;
	return [primary, camel, snake, isDefault, isObject(metadata) ? metadata.primary : false].includes(true);
}

/** Calls `visit` with each value of a record and the names that lead to it. */
function walk(value: unknown, keys: string[], visit: (keys: string[], value: unknown) => void): void {
	if (keys.length > MAX_DEPTH) return;
	if (Array.isArray(value)) {
		const filled = value.filter(
			(entry) => !isEmpty(entry) && !(isObject(entry) && 'value' in entry && isEmpty(entry.value)),
		);
		if (!filled.some(isObject)) return visit(keys, filled.length > 1 ? filled : filled[0]);
		const entries = filled.filter(isObject);
		const chosen = entries.length === 1 ? entries : entries.filter(isPrimary).slice(0, 1);
		if (chosen.length > 0) return chosen.forEach((entry) => walk(entry, keys, visit));
		const listed = parseColumnName(keys.at(-1) ?? '').find(isField)?.field;
		if (listed !== 'email' && listed !== 'phone' && listed !== 'address_1') return;
		for (const entry of entries) {
			const kind = entry.type ?? entry.label ?? entry.category ?? entry.kind;
			walk(entry, typeof kind === 'string' && kind ? [...keys, kind] : keys, visit);
		}
		return;
	}
	if (!isObject(value)) return visit(keys, value);
	if (keys.length > 0 && isOthers(keys.at(-1) ?? '')) return;
	for (const [key, inner] of Object.entries(value)) walk(inner, [...keys, key], visit);
}

const COMPANY_PHRASES = new Set(
	`company organization organisation org account firma unternehmen entreprise empresa azienda bedrijf employer компания 会社 会社名 公司 회사`.split(
		' ',
	),
);
const FORM_KEYS = new Set(['timestamp', 'submitted at', 'submission id', 'submit date utc']);
const THING_KEY_SET = new Set(THING_KEYS.map((key) => wordsOf(key).join(' ')));
const THING_TYPE_SET = new Set(THING_TYPES);

/** What the other columns of a record say about the name at its top. */
interface Signs {
	isThing: boolean;
	isForm: boolean;
	companies: Set<string>;
}

function signsOf(json: IDataObject): Signs {
	const signs: Signs = { isThing: false, isForm: false, companies: new Set() };
	for (const [key, value] of Object.entries(json)) {
		if (isEmpty(value)) continue;
		const words = wordsOf(key).join(' ');
		if (THING_KEY_SET.has(words)) signs.isThing = true;
		if (FORM_KEYS.has(words)) signs.isForm = true;
		if (typeof value !== 'string') continue;
		if (
			['type', 'object', 'kind', 'object type', 'record type'].includes(words) &&
			THING_TYPE_SET.has(value.toLowerCase())
		) {
			signs.isThing = true;
		}
		const terms = parseColumnName(key);
		const isCompany = terms.some(({ is, phrase }) => is === 'other' && COMPANY_PHRASES.has(phrase));
		if (isCompany && terms.every(({ is }) => is !== 'field' || words.endsWith('name')))
			signs.companies.add(folded(value).trim());
	}
	return signs;
}

const BY_HAND = 'choose "Input Items (Choose Columns)" under Recipients From and map the columns by hand';

/** The sentence about columns of which only one can be right. */
function competing(paths: string[], what: string): string {
	const [first = '', ...others] = [...new Set(paths)].map((path) => JSON.stringify(path));
	if (others.length === 0) return `${first} could be the recipient's ${what} or somebody else's: ${BY_HAND}`;
	const [last, ...between] = others.reverse();
	const names = [[first, ...between.reverse()].join(', '), last].join(' and ');
	return `${names} could ${others.length > 1 ? 'all' : 'both'} be the recipient's ${what}: ${BY_HAND}`;
}

const WHAT: Partial<Record<Field, string>> = {
	first_name: 'first name',
	last_name: 'last name',
	full_name: 'name',
	email: 'email',
	address_1: 'address',
};

const byPath = (a: Place, b: Place) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0);
const textOf = (value: unknown) => (typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '');

/** Whether two values of a column are the same but for the way they are written. */
function isSame(field: Field, a: unknown, b: unknown): boolean {
	const [one, other] = [field === 'email' ? emailOf(a) : a, field === 'email' ? emailOf(b) : b];
	if (typeof one !== typeof other || typeof one === 'object') return JSON.stringify(one) === JSON.stringify(other);
	const [x, y] = [folded(textOf(one)).trim(), folded(textOf(other)).trim()];
	if (field === 'full_name') return x === y || sameName(x, y);
	return (
		x === y ||
		(nameWords(x).join(' ') === nameWords(y).join(' ') &&
			nameWords(x).length > 0 &&
			field !== 'email' &&
			field !== 'address_1')
	);
}

/** The columns of one person, of which each is settled. */
interface Person {
	role: string;
	container: string;
	isInPerson?: boolean;
	first?: Found;
	last?: Found;
	full?: Found;
	email?: Found;
	/** In order of preference. */
	phones: Found[];
	first_name?: unknown;
	last_name?: unknown;
	problems: string[];
}

/** The best column for a field; two equally good ones with different values are a problem. */
function settle(found: Found[], field: Field, problems: string[]): Found | undefined {
	const filled = found.filter((one) => one.field === field && !isEmpty(one.value, field));
	const best = Math.min(...filled.map(({ rank }) => rank));
	const equals = filled.filter(({ rank }) => rank === best).sort(byPath);
	const [first] = equals;
	const different = first ? equals.filter(({ value }) => !isSame(field, value, first.value)) : [];
	if (first && different.length > 0)
		problems.push(
			competing(
				[first, ...different].map(({ path }) => path),
				WHAT[field] ?? field,
			),
		);
	return first;
}

function personOf(found: Found[], signs: Signs): Person {
	const [any] = found;
	const problems: string[] = [];
	const first = settle(found, 'first_name', problems);
	let last = settle(found, 'last_name', problems);
	const email = settle(found, 'email', problems);
	const { role = '', container = '', isInPerson } = any ?? {};
	const isAtTop = role === '' && container === '';
	const isPersonName = ({ value }: Found) =>
		looksLikeName(value) && !(isAtTop && signs.isThing) && !signs.companies.has(folded(value).trim());
	const names = found.filter((one) => one.field === 'full_name' && isPersonName(one));
	// "Name" is the last name beside "Vorname".
	const surname = first && names.find((one) => LAST_NAME_BESIDE[first.phrase]?.includes(one.phrase));
	const isSurname = surname && !last && !shareWord(textOf(surname.value), textOf(first.value));
	if (isSurname) last = surname;
	const nameProblems: string[] = [];
	const full = settle(names, 'full_name', nameProblems);
	if (!first) problems.push(...nameProblems);

	const split = full && splitName(full.value);
	let [first_name, last_name]: [unknown, unknown] = [first?.value, last?.value];
	if (first && full && split?.last_name && !isSurname && !shareWord(textOf(full.value), textOf(first.value))) {
		problems.push(competing([first.path, full.path], 'name'));
	}
	if (!first && split && full) {
		const isFirstOnly = last && !shareWord(textOf(full.value), textOf(last.value));
		first_name = isFirstOnly ? textOf(full.value).trim() : split.first_name;
		last_name = isFirstOnly ? last?.value : (split.last_name ?? last?.value);
		if (last && !isFirstOnly) {
			last_name = last.value;
			const lasts = nameWords(textOf(last.value));
			const rest = textOf(full.value)
				.split(/[\s,]+/)
				.filter((word) => !lasts.includes(nameWords(word).join('')));
			if (rest.length > 0) first_name = rest.join(' ');
		}
	}
	const phones = found
		.filter((one) => one.field === 'phone' && !isEmpty(one.value, 'phone'))
		.sort((a, b) => a.rank - b.rank || byPath(a, b));
	return {
		role,
		container,
		isInPerson,
		first,
		last,
		full,
		email,
		phones,
		first_name,
		last_name,
		problems,
	};
}

const nameOf = ({ first_name, last_name }: Person) => [textOf(first_name), textOf(last_name)].filter(Boolean).join(' ');
const nameSource = ({ first, full }: Person) => first ?? full;

/** The columns in which two people differ. */
function differences(a: Person, b: Person): string[] {
	const problems: string[] = [];
	const [name, other] = [nameOf(a), nameOf(b)];
	const [nameAt, otherAt] = [nameSource(a), nameSource(b)];
	if (nameAt && otherAt && name && other && !sameName(name, other)) {
		const isFirst = nameAt.field === 'first_name' && otherAt.field === 'first_name';
		problems.push(competing([nameAt.path, otherAt.path], isFirst ? 'first name' : 'name'));
	}
	if (a.email && b.email && !isSame('email', a.email.value, b.email.value)) {
		problems.push(competing([a.email.path, b.email.path], 'email'));
	}
	return problems;
}

/** Groups what was found by whose it is. */
function groupsOf(found: Found[], keyOf: (one: Found) => string): Found[][] {
	const groups = new Map<string, Found[]>();
	for (const one of found) {
		const key = keyOf(one);
		const group = groups.get(key);
		if (group) group.push(one);
		else groups.set(key, [one]);
	}
	return [...groups].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, group]) => group);
}

const isPersonField = ({ field }: Place) => isNameField(field) || field === 'email' || field === 'phone';
const looksLikeEmail = (value: unknown) => typeof value === 'string' && /\S@\S/.test(value);

/** Adds what another place in the record has of the same person, where that is beyond doubt; else says what is in doubt. */
function completed(person: Person, others: Person[], json: IDataObject, signs: Signs, needsEmail: boolean): Person {
	const documented = others.find(({ container, role, email, first }) => {
		if (person.email || container !== '' || role !== '' || !email || first) return false;
		return EMAIL_BESIDE_CONTAINER.some(
			(shape) =>
				shape.container === person.container &&
				shape.email === email.path &&
				(shape.sign === undefined || shape.sign in json),
		);
	});
	if (documented) return { ...person, email: documented.email };

	// "Customer Name" and "Email" are one person's, unless a form asks for the one and notes the other.
	const complement = others.find(
		(other) =>
			other.container === person.container &&
			(person.role === '' || other.role === '') &&
			!person.isInPerson &&
			!other.isInPerson &&
			!person.email &&
			!nameSource(other) &&
			!other.last &&
			!signs.isForm,
	);
	if (complement?.email) {
		return { ...person, email: complement.email, phones: person.phones.length > 0 ? person.phones : complement.phones };
	}
	const [doubtful] = others.flatMap(({ email }) => email ?? []);
	if (needsEmail && !person.email && nameSource(person) && doubtful) {
		return { ...person, problems: [...person.problems, competing([doubtful.path], 'email')] };
	}
	return person;
}

/** The one person of a record. Its problems name the columns of others who could be meant. */
function choosePerson(found: Found[], json: IDataObject, sendMethod: unknown): { person?: Person; others: Person[] } {
	const signs = signsOf(json);
	const needsEmail = sendMethod === 'email_and_link';
	const groups = groupsOf(
		found.filter((one) => isPersonField(one) && !one.isUnknown && !one.isOnAddress),
		({ container, role }) => `${container}${SEPARATOR}${role}`,
	);
	const isFilled = (group: Found[]) => group.some(({ value, field }) => !isEmpty(value, field));
	const ofRecipient = groups.filter(([one]) => one?.isRecipient);
	const hasRecipient = ofRecipient.length > 0;
	const onAddress = groupsOf(
		found.filter((one) => one.isOnAddress && !one.isUnknown),
		({ container, role, addressPlace }) => [container, role, addressPlace].join(SEPARATOR),
	);
	let candidates = (hasRecipient ? ofRecipient : groups).filter(isFilled);
	if (!hasRecipient && candidates.length === 0) candidates = onAddress.filter(isFilled);

	const score = (one: Person) => (nameSource(one) ? 4 : 0) + (one.email ? 2 : 0) + (one.last || one.full ? 1 : 0);
	const people = candidates.map((group) => personOf(group, signs));
	const [chosen, ...rest] = people.sort((a, b) => score(b) - score(a));
	const others = hasRecipient
		? groups.filter((group) => !ofRecipient.includes(group)).map((group) => personOf(group, signs))
		: [];
	const strangers = groupsOf(
		found.filter((one) => isPersonField(one) && one.isUnknown && (one.isRecipient || !hasRecipient)),
		({ container, role }) => `${container}${SEPARATOR}${role}`,
	).map((group) => strangerOf(group, signs));
	const unknown = strangers.flatMap((one) => unknownProblems(chosen, one, needsEmail));
	if (!chosen) {
		const problems = unknown;
		return { person: { role: '', container: '', phones: [], problems }, others };
	}
	const isWhole = nameSource(chosen) !== undefined && (chosen.email !== undefined || !needsEmail);
	const competitors = rest.filter(
		(other) => !(isWhole && other.container !== chosen.container && !nameSource(other) && !other.last),
	);
	const person = completed(chosen, rest, json, signs, needsEmail);
	const problems = [...person.problems, ...competitors.flatMap((other) => differences(chosen, other)), ...unknown];
	return { person: { ...person, problems: [...new Set(problems)] }, others };
}

/** The person of columns under unknown words: only what looks like a name or an email counts. */
function strangerOf(group: Found[], signs: Signs): Person {
	const plausible = group.filter(({ field, value }) => {
		if (field === 'email') return looksLikeEmail(value);
		if (field === 'full_name')
			return looksLikeName(value) && nameWords(value).length > 1 && /^\p{Lu}|^\p{Lo}/u.test(value.trim());
		return isNameField(field) && looksLikeName(value);
	});
	if (plausible.length === 0) return { role: '', container: '', phones: [], problems: [] };
	return { ...personOf(plausible, signs), problems: [] };
}

/** What makes it doubtful whether the person is the recipient, or the one under unknown words is. */
function unknownProblems(person: Person | undefined, stranger: Person, needsEmail: boolean): string[] {
	if (!nameSource(stranger) && !stranger.last && !stranger.email) return [];
	const problems = person ? differences(person, stranger) : [];
	const isLastOnly = !nameSource(stranger) && stranger.last;
	if (person?.last && isLastOnly && !isSame('last_name', person.last.value, stranger.last?.value)) {
		problems.push(competing([person.last.path, isLastOnly.path], 'last name'));
	}
	const source = nameSource(stranger);
	if (source && !(person && nameSource(person))) problems.push(competing([source.path], WHAT[source.field] ?? 'name'));
	const isDoubtful = needsEmail || !person || !nameSource(person);
	if (stranger.email && !person?.email && isDoubtful) problems.push(competing([stranger.email.path], 'email'));
	return problems;
}

/** Values of a column called state that are those of an account. */
const ACCOUNT_STATES = new Set(
	'enabled disabled active inactive invited declined pending open closed new verified unverified subscribed unsubscribed archived deleted'.split(
		' ',
	),
);

const PREFERRED_PLACES: AddressPlace[] = ['mailing', 'shipping', 'home'];
const street = (group: Found[]) => group.find(({ field, value }) => field === 'address_1' && !isEmpty(value));
const isForeign = (value: unknown) => !isEmpty(value) && !isUs(value);

/** Whether two streets are the same, or the one is the beginning of the other. */
function isSameStreet(a: Found, b: Found): boolean {
	const [x, y] = [a, b].map(({ value }) => folded(textOf(value)).replace(/[^\p{L}\p{N}]/gu, '')) as [string, string];
	return a.value === b.value || (x !== '' && y !== '' && (x.startsWith(y) || y.startsWith(x)));
}

/** The lines of one address. */
function addressColumns(group: Found[], problems: string[]): Columns {
	const columns: Columns = {};
	for (const field of ADDRESS_FIELDS) {
		const filled = group
			.filter((one) => one.field === field && !isEmpty(one.value))
			.filter(({ value }) => field !== 'state' || !ACCOUNT_STATES.has(folded(textOf(value)).trim()))
			.sort((a, b) => a.rank - b.rank || byPath(a, b));
		const [first] = filled;
		if (!first || field === 'street_number') continue;
		const different = field === 'address_1' ? filled.filter((one) => !isSameStreet(one, first)) : [];
		if (different.length > 0)
			problems.push(
				competing(
					[first, ...different].map(({ path }) => path),
					'address',
				),
			);
		const country = field === 'country' ? filled.find(({ value }) => isForeign(value)) : undefined;
		columns[field] = (country ?? first).value;
	}
	const number = group.find(({ field, value }) => field === 'street_number' && !isEmpty(value));
	const line = textOf(columns.address_1);
	if (number && line && !/\p{N}/u.test(line)) columns.address_1 = `${textOf(number.value)} ${line}`;
	const names = personOf(
		group.filter(({ isOnAddress }) => isOnAddress),
		{ isThing: false, isForm: false, companies: new Set() },
	);
	columns.mailing_first_name = names.first_name;
	columns.mailing_last_name = names.last_name;
	return columns;
}

/** The one address to which a direct send goes. */
function chooseAddress(found: Found[], person: Person | undefined, others: Person[], problems: string[]): Columns {
	const parts = found.filter((one) => (isAddressField(one.field) || one.isOnAddress) && !one.isBilling);
	const groups = groupsOf(parts, ({ container, role, addressPlace }) =>
		[container, role, addressPlace].join(SEPARATOR),
	);
	const known = groups.filter(([one]) => !one?.isUnknown);
	const ofRecipient = known.filter((group) =>
		group.some(({ isRecipient, field }) => isRecipient && isAddressField(field)),
	);
	const isOthers =
		person?.role === 'recipient' &&
		others.some((one) => (nameSource(one) ?? one.email) && differences(person, one).length > 0);
	const container = person?.container ?? '';
	let candidates = (ofRecipient.length > 0 ? ofRecipient : known).filter(
		(group) => street(group) && group[0]?.container === container,
	);
	if (ofRecipient.length === 0 && isOthers) {
		const toShip = candidates.filter(([one]) => one?.addressPlace === 'shipping');
		const doubtful = toShip.length === 0 ? candidates.flatMap((group) => street(group) ?? []) : [];
		if (doubtful.length > 0)
			problems.push(
				competing(
					[...doubtful]
						.sort(byPath)
						.slice(0, 1)
						.map(({ path }) => path),
					'address',
				),
			);
		candidates = toShip;
	}
	const place = PREFERRED_PLACES.find((one) => candidates.some(([first]) => first?.addressPlace === one));
	const atPlace = place === undefined ? candidates : candidates.filter(([one]) => one?.addressPlace === place);
	const chosen = atPlace[0];
	const chosenStreet = chosen && street(chosen);
	const rivals = [
		...atPlace.slice(1),
		// Nobody knows whether a gift is to go home or to work.
		...(place === 'home' ? candidates.filter(([one]) => one?.addressPlace === 'work') : []),
		...(ofRecipient.length > 0 ? [] : groups.filter((group) => group[0]?.isUnknown)),
	].flatMap((group) => street(group) ?? []);
	for (const rival of rivals) {
		if (!chosenStreet || !isSameStreet(chosenStreet, rival)) {
			problems.push(competing([...(chosenStreet ? [chosenStreet.path] : []), rival.path], 'address'));
		}
	}
	// Blank lines say which columns were found, for the validation to name what is missing.
	if (!chosen)
		return addressColumns(
			ofRecipient[0] ?? known.find((group) => group.some(({ role }) => role === '')) ?? [],
			problems,
		);
	const columns = addressColumns(chosen, problems);
	const named = [columns.mailing_first_name, columns.mailing_last_name].map(textOf).filter(Boolean).join(' ');
	const onAddress = chosen
		.filter(({ isOnAddress, field, value }) => isOnAddress && isNameField(field) && !isEmpty(value))
		.sort(byPath)[0];
	const nameAt = person && nameSource(person);
	if (named && person && onAddress && nameAt && nameOf(person) && !shareWord(named, nameOf(person))) {
		problems.push(competing([nameAt.path, onAddress.path], 'name'));
	}
	return columns;
}

const COUNTRY_IS_DIALLING_CODE = /^\s*\+?\d+\s*$/;

/**
 * Finds the columns of an item's recipient by their names, in any case, punctuation and script, also within the objects and
 * lists in which systems keep them. All of the person comes from one place, and all of the address from one place.
 * Addresses are found for the send method `direct_send` only.
 * @returns the raw values by column, and sentences without a final period that name the columns of which more than one could be
 * the recipient's; when there are any, `columns` is not to be used
 */
export function findColumns(json: IDataObject, sendMethod: unknown): { columns: Columns; problems: string[] } {
	const found: Found[] = [];
	walk(json, [], (keys, value) => {
		const place = cachedPlace(keys);
		if (!place || (place.field === 'country' && COUNTRY_IS_DIALLING_CODE.test(textOf(value)))) return;
		// The field of an item, rather than one of a list, may hold an object.
		if (typeof value === 'boolean') return;
		found.push({ ...place, value });
	});
	const { person, others } = choosePerson(found, json, sendMethod);
	const problems = [...(person?.problems ?? [])];
	const countries = found.filter((one) => one.field === 'country' && !isEmpty(one.value)).map(({ value }) => value);
	const phones = person?.phones ?? [];
	const phone = phones.find(({ value }) => usPhone(value, countries)) ?? phones[0];
	const columns: Columns = {
		first_name: person?.first_name,
		last_name: person?.last_name,
		email: person?.email?.value,
		phone: phone?.value,
		phone_countries: countries,
	};
	if (sendMethod === 'direct_send') {
		const address = chooseAddress(found, person, others, problems);
		const foreign = countries.find(isForeign);
		Object.assign(columns, address, isEmpty(address.country) && foreign !== undefined && { country: foreign });
	}
	for (const column of Object.keys(columns) as Array<keyof Columns>)
		if (isBlank(columns[column])) delete columns[column];
	return { columns, problems: [...new Set(problems)] };
}
