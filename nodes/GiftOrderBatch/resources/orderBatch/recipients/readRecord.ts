import type { IDataObject } from 'n8n-workflow';

import { isBlank, isObject } from '../../../api/values';
import { EMAIL } from '../../inputSchemas';
import * as lists from './columnNames';
import type { Field } from './columnNames';
import type { ColumnId, Columns } from './columns';
import { emailOf, folded, isEmpty, isUs, usPhone } from './normalize';
import { isSameName, nameWords, splitName } from './personName';
import { noPerson, perhapsOthers, severalValues, twoRoles, unreadRecipient } from './refusals';
import { SYSTEM_SHAPES, type SystemShape } from './systemShapes';

const { listOf } = lists;
/** A name as it is compared: without case, accents, spaces and punctuation. */
const plain = (name: string) => folded(name.replace(/['’`´]s(?![\p{L}])/gu, '')).replace(/[^\p{L}\p{N}ー]/gu, '');
const setOf = (names: string) => new Set(listOf(names).map(plain));

type Word =
	| { is: 'field'; field: Field; isMobile?: boolean }
	| { is: 'person'; role: string }
	| { is: 'kind'; kind: keyof typeof lists.KIND_WORDS; word: string }
	| { is: 'address' | 'filler' }
	| { is: 'thing'; isCompany: boolean }
	| { is: 'other'; word: string };

const WORDS = new Map<string, Word>();
const define = (names: string, word: (name: string) => Word) => {
	for (const name of setOf(names)) if (!WORDS.has(name)) WORDS.set(name, word(name));
};
for (const field of Object.keys(lists.FIELD_NAMES) as Field[])
	define(lists.FIELD_NAMES[field], () => ({ is: 'field', field }));
define(lists.MOBILE_NAMES, () => ({ is: 'field', field: 'phone', isMobile: true }));
define(lists.ADDRESS_WORDS, () => ({ is: 'address' }));
define(lists.RECIPIENT_WORDS, () => ({ is: 'person', role: 'recipient' }));
for (const names of lists.PERSON_WORDS) define(names, () => ({ is: 'person', role: listOf(names)[0] ?? '' }));
for (const kind of Object.keys(lists.KIND_WORDS) as Array<keyof typeof lists.KIND_WORDS>)
	define(lists.KIND_WORDS[kind], (word) => ({ is: 'kind', kind, word }));
define(lists.OTHER_WORDS, (word) => ({ is: 'other', word }));
define(lists.COMPANY_WORDS, () => ({ is: 'thing', isCompany: true }));
define(lists.THING_WORDS, () => ({ is: 'thing', isCompany: false }));
define(lists.FILLER_WORDS, () => ({ is: 'filler' }));
const LONGEST = Math.max(...[...WORDS.keys()].map((name) => name.length));

const BARE = new Map(Object.entries(lists.BARE_NAMES).map(([field, name]) => [plain(name), field as Field]));
const ADDRESS_WORDS = setOf(lists.ADDRESS_WORDS);
const CONTAINERS = setOf(lists.CONTAINER_WORDS);
const RECIPIENTS = [...setOf(lists.RECIPIENT_WORDS)];
const NAMING = setOf(lists.NAMING_WORDS);
const TOWARDS = setOf(lists.TOWARDS_WORDS);
const THING_COLUMNS = setOf(lists.THING_COLUMNS);
const FORM_COLUMNS = setOf(lists.FORM_COLUMNS);
const TYPE_COLUMNS = setOf('type, object, kind, object type, record type, attributes type');
const THING_TYPES = setOf(lists.THING_TYPES);
const ACCOUNT_STATES = setOf(lists.ACCOUNT_STATES);
/** Words after which a single word is rather a state than a name. */
const STATUS_ROLES = new Set(['customer', 'member', 'user', 'lead']);
const ADDRESS_FIELDS = ['address_1', 'address_2', 'street_number', 'city', 'state', 'postal_code', 'country'] as const;
const isNameField = (field: Field) => field.endsWith('_name');

/** The words that a whole name consists of, longer ones first; `undefined` for a name that is on no list. */
function wordsIn(name: string): Array<[string, Word]> | undefined {
	if (name === '') return [];
	for (let length = Math.min(name.length, LONGEST); length > 0; length--) {
		const word = WORDS.get(name.slice(0, length));
		const rest = word && wordsIn(name.slice(length));
		if (word && rest) return [[name.slice(0, length), word], ...rest];
	}
	return undefined;
}

/** A column that the lists explain. */
interface Known {
	is: 'field';
	field: Field;
	role: string;
	container: string;
	/** Which of several emails or addresses of one person. */
	kind: string;
	place: string;
	isMobile: boolean;
	/** Whether it is the name or phone on an address. */
	isOnAddress: boolean;
	/** Whether it is a word for a person only, and may hold a name or an email. */
	isBare: boolean;
	/** The name of the field alone. */
	word: string;
}
type Speaks = 'recipient' | 'bare' | 'part' | 'name' | 'nothing';
type Meaning =
	Known | { is: 'other'; field?: Field } | { is: 'thing'; isCompany: boolean } | { is: 'unknown'; speaks: Speaks };
type Column = { at: number; path: string; plain: string; object: string; container: string; meaning: Meaning };
type KnownColumn = Column & { meaning: Known };

/** What a column that is on no list speaks of, in its own words. */
function speaksOf(segments: string[]): Speaks {
	const words = segments
		.flatMap(
			(name) =>
				name
					.replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2')
					.replace(/['’`´]s(?![\p{L}])/gu, '')
					.match(/[\p{L}\p{M}ー]+/gu) ?? [],
		)
		.map(plain);
	const text = words.join('');
	const [first = ''] = words;
	const last = words.at(-1) ?? '';
	if (RECIPIENTS.some((word) => text.startsWith(word) || words.includes(word))) return 'recipient';
	if (TOWARDS.has(first) || TOWARDS.has(last) || (words.length === 1 && NAMING.has(first))) return 'bare';
	if (['firstname', 'lastname', 'fullname', 'givenname', 'surname', 'familyname'].some((name) => text.includes(name)))
		return 'part';
	const isNaming = words.some((word, index) => NAMING.has(word) && WORDS.get(words[index - 1] ?? '')?.is !== 'thing');
	if (isNaming || (words.length === 1 && text.endsWith('name'))) return 'name';
	// Of a name in letters of another script, nobody knows.
	return /[^\p{Script=Latin}\P{L}]/u.test(text) ? 'name' : 'nothing';
}

/** What a path means: objects around a column, then the column. */
function meaningOf(path: string, shapes: SystemShape[]): { meaning: Meaning; plain: string; container: string } {
	const segments = path
		.replace(/\[\d+\]/g, '')
		.split(/[.\u0001]/)
		.filter(Boolean)
		.map((name) => name.replace(/^q\d+_/, ''));
	const isContainer = (name: string, index: number) => index < segments.length - 1 && CONTAINERS.has(plain(name));
	const own = (word: string) => shapes.some((shape) => shape.own?.includes(word));
	const container = segments
		.map(plain)
		.filter((name, index) => isContainer(segments[index] ?? '', index) && !own(name))
		.join('.');
	const named = segments.filter((name, index) => !isContainer(name, index));
	let text = named.map(plain).join('');
	for (const { prefix, columns } of shapes) {
		if (prefix && text.startsWith(prefix)) text = text.slice(prefix.length);
		text = plain(columns?.[text] ?? text);
	}
	const unknown = { meaning: { is: 'unknown', speaks: speaksOf(named) } as Meaning, plain: text, container };
	const words = text.length <= 80 ? wordsIn(text) : undefined;
	const around = named.slice(0, -1).flatMap((name) => wordsIn(plain(name))?.map(([, word]) => word) ?? []);
	const all = words?.map(([, word]) => word) ?? around;
	const isOthers = (word: Word) => word.is === 'other' && !own(word.word);
	const isNotOwn = (word: Word) =>
		isOthers(word) || (word.is === 'person' && shapes.some((shape) => shape.others?.includes(word.role)));
	const fields = all.flatMap((word) => (word.is === 'field' ? [word] : []));
	if (all.some(isNotOwn)) return { ...unknown, meaning: { is: 'other', field: fields.at(-1)?.field } };
	const isCompany = all.some((word) => word.is === 'thing' && word.isCompany);
	if (all.some(({ is }) => is === 'thing')) return { ...unknown, meaning: { is: 'thing', isCompany } };
	const bare = BARE.get(text);
	if (!words && !bare) return unknown;
	const isLine = (name: string, word: Word) =>
		word.is === 'field' && word.field === 'address_1' && ADDRESS_WORDS.has(name);
	let kept = words?.filter(([, word]) => word.is === 'field') ?? [];
	if (kept.some(([name, word]) => !isLine(name, word))) kept = kept.filter(([name, word]) => !isLine(name, word));
	let found = kept.map(([, word]) => word as Extract<Word, { is: 'field' }>);
	if (found.some(({ field }) => field === 'first_name' || field === 'last_name'))
		found = found.filter(({ field }) => field !== 'full_name');
	if (bare) found = [{ is: 'field', field: bare }];
	const roles = new Set(all.flatMap((word) => (word.is === 'person' && !own(word.role) ? [word.role] : [])));
	const kinds = all.flatMap((word) => (word.is === 'kind' ? [word] : []));
	const isBare =
		found.length === 0 &&
		all.some(({ is }) => is === 'person') &&
		all.every(({ is }) => is === 'person' || is === 'filler');
	const field = isBare ? 'full_name' : found[0]?.field;
	if (!field || found.some((one) => one.field !== field)) return unknown;
	const role = roles.has('recipient') ? 'recipient' : [...roles].sort().join(' ');
	const shipping = kinds.find(({ kind }) => kind === 'shipping');
	const isInAddress =
		shipping !== undefined || (words ?? []).some(([name, word]) => word.is === 'address' || isLine(name, word));
	if (isNameField(field) && !shipping && kinds.length > 0 && !isInAddress)
		return { ...unknown, meaning: { is: 'thing', isCompany: false } };
	if (field === 'email' && shipping) return unknown;
	const isOnAddress = isNameField(field) ? isInAddress : field === 'phone' && shipping !== undefined;
	const [kind] = kinds.filter((one) => one.kind !== 'main');
	const meaning: Known = {
		is: 'field',
		field,
		role,
		container,
		kind: kind?.kind ?? '',
		place: kind?.word ?? '',
		isMobile: found.some(({ isMobile }) => isMobile),
		isOnAddress,
		isBare,
		word: kept[0]?.[0] ?? '',
	};
	return { meaning, plain: text, container };
}

interface Group {
	role: string;
	container: string;
	kind: string;
	columns: KnownColumn[];
}

/** What the names of one set mean. */
interface Shape {
	people: Group[];
	addresses: Group[];
	onAddresses: Group[];
	others: Column[];
	unknown: Array<Column & { speaks: Speaks }>;
	companies: Column[];
	isForm: boolean;
	signs: Column[];
	countries: number[];
	isPerson: boolean;
}

const groupsOf = (columns: KnownColumn[], keyOf: (column: KnownColumn) => string): Group[] => {
	const groups = new Map<string, Group>();
	for (const column of columns) {
		const { role, container, kind } = column.meaning;
		const group = groups.get(keyOf(column)) ?? { role, container, kind, columns: [] };
		group.columns.push(column);
		groups.set(keyOf(column), group);
	}
	return [...groups.values()];
};

const shownPath = (path: string) => path.replace(/\u0001[^\u0001]*\u0001/g, '');

function shapeOf(paths: string[]): Shape {
	const names = new Set(
		paths.flatMap((path) => {
			const { plain: text } = meaningOf(path, []);
			return [text, ...path.split('.').slice(0, -1).map(plain)];
		}),
	);
	const shapes = SYSTEM_SHAPES.filter(({ signs }) => signs.every((sign) => names.has(sign)));
	const columns = paths
		.map((path, at): Column => ({
			at,
			path: shownPath(path),
			object: shownPath(path).replace(/\.?[^.]*$/, ''),
			...meaningOf(path, shapes),
		}))
		.sort((a, b) => (a.path < b.path ? -1 : 1));
	const known = columns.filter((column): column is KnownColumn => column.meaning.is === 'field');
	const isAddress = ({ meaning }: KnownColumn) => (ADDRESS_FIELDS as readonly Field[]).includes(meaning.field);
	const person = ({ meaning: { container, role } }: KnownColumn) => `${container}\n${role}`;
	const address = (column: KnownColumn) => [column.object, column.meaning.role, column.meaning.place].join('\n');
	return {
		people: groupsOf(
			known.filter((one) => !isAddress(one) && !one.meaning.isOnAddress),
			person,
		),
		addresses: groupsOf(
			known.filter((one) => isAddress(one) || one.meaning.isOnAddress),
			address,
		).filter(({ columns: [...all] }) => all.some(isAddress)),
		onAddresses: groupsOf(
			known.filter(({ meaning }) => meaning.isOnAddress),
			address,
		),
		others: columns.filter(({ meaning }) => meaning.is === 'other'),
		unknown: columns.flatMap((column) =>
			column.meaning.is === 'unknown' ? [{ ...column, speaks: column.meaning.speaks }] : [],
		),
		companies: columns.filter(({ meaning }) => meaning.is === 'thing' && meaning.isCompany),
		isForm: columns.some((column) => FORM_COLUMNS.has(column.plain)),
		signs: columns.filter((column) => THING_COLUMNS.has(column.plain) || TYPE_COLUMNS.has(column.plain)),
		countries: columns.flatMap(({ meaning, at }) => ('field' in meaning && meaning.field === 'country' ? [at] : [])),
		isPerson: shapes.some(({ isPerson }) => isPerson),
	};
}

const textOf = (value: unknown) =>
	typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : '';
const isEmail = (value: unknown): value is string =>
	typeof value === 'string' && value.includes('@') && EMAIL.test(String(emailOf(value)));
const same = (a: unknown, b: unknown) =>
	folded(textOf(a)).replace(/[^\p{L}\p{N}@]/gu, '') === folded(textOf(b)).replace(/[^\p{L}\p{N}@]/gu, '');
const isSameEmail = (a: unknown, b: unknown) => folded(textOf(emailOf(a))) === folded(textOf(emailOf(b)));
const isSameStreet = (a: unknown, b: unknown) => {
	const [one = '', other = ''] = [a, b].map((value) => plain(textOf(value)));
	return one.startsWith(other) || other.startsWith(one);
};
const isSameOf = (field: Field, a: unknown, b: unknown): boolean => {
	if (Array.isArray(a) || Array.isArray(b)) return false;
	if (field === 'email') return isSameEmail(a, b);
	if (field === 'address_1') return isSameStreet(a, b);
	if (field === 'country') return same(a, b) || (isUs(a) && isUs(b));
	if (field === 'full_name') return isSameName(textOf(a), textOf(b));
	return same(a, b);
};

interface Found {
	path: string;
	value: unknown;
}

/** One row while it is read. */
class Row {
	readonly problems: string[] = [];
	constructor(
		readonly json: IDataObject,
		readonly values: unknown[],
	) {}

	/** The columns of a field that hold something. */
	filled(columns: KnownColumn[], field: Field): KnownColumn[] {
		return columns.filter(({ meaning, at }) => {
			if (meaning.field !== field || isEmpty(this.values[at], field) || typeof this.values[at] === 'boolean')
				return false;
			return true;
		});
	}

	found = ({ path, at }: Column): Found => ({ path, value: this.values[at] });

	/** The one value of a field. */
	one(columns: KnownColumn[], field: Field): Found | undefined {
		let filled = this.filled(columns, field);
		if (filled.length > 1 && field === 'email') {
			filled = filled.some(({ at }) => isEmail(this.values[at]))
				? filled.filter(({ at }) => isEmail(this.values[at]))
				: filled;
			const kind = ['', 'work', 'home'].find((one) => filled.some(({ meaning }) => meaning.kind === one));
			filled = filled.filter(({ meaning }) => meaning.kind === kind);
		}
		if (filled.length > 1 && field === 'country')
			filled.sort((a, b) => Number(isUs(this.values[a.at])) - Number(isUs(this.values[b.at])));
		if (
			filled.length > 1 &&
			(field === 'state' || (field === 'country' && filled.every(({ at }) => isUs(this.values[at]))))
		) {
			const names = filled.filter(({ plain: name }) => !name.endsWith('code'));
			filled = names.length > 0 ? names : filled;
		}
		const [first] = filled;
		if (!first) return undefined;
		const value = this.values[first.at];
		const others = filled.filter(({ at }) => !isSameOf(field, this.values[at], value));
		if (others.length > 0)
			this.problems.push(
				severalValues(
					this.json,
					field,
					[first, ...others].map(({ path }) => path),
				),
			);
		return this.found(first);
	}
}

interface Person {
	group: Group;
	first?: Found;
	last?: Found;
	whole?: Found;
	/** A whole name that is no person's. */
	noName?: Found;
	email?: Found;
	first_name?: unknown;
	last_name?: unknown;
	problems: string[];
}

const nameAt = ({ first, whole }: Person) => first ?? whole;
const nameText = ({ first_name, last_name }: Person) => [first_name, last_name].map(textOf).filter(Boolean).join(' ');

/** The person of a group of columns. */
function personOf(row: Row, group: Group): Person {
	const own = new Row(row.json, row.values);
	const columns = group.columns.filter(({ meaning }) => !meaning.isBare);
	const bare = group.columns.filter(({ meaning }) => meaning.isBare).map(own.found);
	const first = own.one(columns, 'first_name');
	let last = own.one(columns, 'last_name');
	const email = own.one(columns, 'email') ?? bare.find(({ value }) => isEmail(value));
	const names = [
		...own.filled(columns, 'full_name').map((column) => ({ ...own.found(column), name: column.meaning.word })),
		...bare.filter(({ value }) => splitName(value)).map((one) => ({ ...one, name: '' })),
	];
	const beside =
		first &&
		!last &&
		names.find(
			({ name, value }) =>
				Object.entries(lists.LAST_NAME_BESIDE).some(
					([given, word]) => word === name && columns.some((one) => one.meaning.word === given),
				) && !nameWords(textOf(value)).includes(folded(textOf(first.value))),
		);
	if (beside) last = beside;
	const wholes = names.filter((one) => one !== beside && splitName(one.value));
	const [whole] = wholes;
	const noName = names.find((one) => one !== beside && !splitName(one.value));
	const person: Person = { group, first, last, whole, noName, email, problems: own.problems };
	const split = whole && splitName(whole.value);
	if (first) {
		person.first_name = first.value;
		person.last_name =
			last?.value ?? (split && isSameName(split.first_name, textOf(first.value)) ? split.last_name : undefined);
	} else if (split) {
		const lasts = nameWords(textOf(last?.value));
		const rest = textOf(whole.value)
			.split(/[\s,]+/)
			.filter((word) => !lasts.includes(nameWords(word).join('')));
		const isWhole = last && rest.length > 0 && rest.length < nameWords(textOf(whole.value)).length;
		person.first_name = isWhole ? rest.join(' ') : split.first_name;
		person.last_name = isWhole ? last?.value : split.last_name;
		if (last && !isWhole) own.problems.push(severalValues(row.json, 'last_name', [whole.path, last.path]));
	} else if (last && noName && /^[\p{L}'’-]+$/u.test(textOf(noName.value))) {
		Object.assign(person, { whole: noName, noName: undefined, first_name: noName.value, last_name: last.value });
	}
	const name = nameText(person);
	const rival = wholes.find(({ value }) => !isSameName(textOf(value), name));
	const at = nameAt(person);
	if (rival && at) own.problems.push(severalValues(row.json, 'name', [at.path, rival.path]));
	const [, inEmail = ''] =
		typeof email?.value === 'string' ? (/^\s*["'“]?([^<>@"”]+?)["'”]?\s*</.exec(email.value) ?? []) : [];
	if (
		at &&
		email &&
		splitName(inEmail) &&
		/\p{Script=Latin}/u.test(inEmail) === /\p{Script=Latin}/u.test(name) &&
		!isSameName(inEmail, name)
	)
		own.problems.push(severalValues(row.json, 'name', [at.path, email.path]));
	return person;
}

/** Whether the value of another person's column names them. */
const names = (value: unknown) =>
	isObject(value)
		? Object.keys(value).length > 0
		: isEmail(value) ||
			(typeof value === 'string' &&
				!isEmpty(value) &&
				/^[\p{L}\p{M}\s.,'’()-]+$/u.test(value) &&
				!/^(?:yes|no|true|false)$/i.test(value.trim()));
const isCapitalised = (value: unknown) =>
	typeof value === 'string' &&
	value.length <= 60 &&
	/^[\p{Lu}\p{Lo}][\p{L}\p{M}'’.-]*(?:\s+[\p{L}\p{M}'’.-]+)*$/u.test(value.trim()) &&
	!isEmpty(value) &&
	!/^(?:yes|no|true|false|none)$/i.test(value.trim());
const isTwoWords = (value: unknown) =>
	isCapitalised(value) && /^[\p{Lu}\p{Lo}]\S*(?:\s+\p{Ll}+)*\s+[\p{Lu}\p{Lo}]/u.test(String(value).trim());
const isAnswer = (value: unknown) =>
	typeof value === 'boolean' || /^(?:yes|no|true|false|y|n|x|0|1)$/i.test(textOf(value));

/** Refusal 2: columns that could be another person's and are not explained. */
function checkUnknown(row: Row, shape: Shape, person: Person | undefined, email: unknown, isRecipient: boolean) {
	const name = person ? nameText(person) : '';
	for (const { at, path, speaks } of shape.unknown) {
		const value = row.values[at];
		if (isBlank(value)) continue;
		for (const one of Array.isArray(value) ? value : [value]) {
			if (isEmail(one)) {
				if (!isSameEmail(one, email)) row.problems.push(perhapsOthers(row.json, 'email', path));
				continue;
			}
			if (speaks === 'nothing' || isEmpty(one) || isAnswer(one)) continue;
			const isName =
				speaks === 'name'
					? isTwoWords(one) || Boolean(typeof one === 'string' && one.includes(',') && splitName(one))
					: isCapitalised(one);
			if (speaks === 'recipient' && !isRecipient && !(isName && name && isSameName(String(one), name)))
				row.problems.push(unreadRecipient(row.json, path));
			else if (isName && !(name && isSameName(String(one), name)))
				row.problems.push(perhapsOthers(row.json, 'name', path));
		}
	}
}

/** Refusal 4: a whole name that nothing else proves to be a person's. */
function checkPerson(row: Row, shape: Shape, person: Person) {
	const { whole, first, group } = person;
	if (first || !whole || group.role !== '' || shape.isPerson) return;
	const sign = shape.signs.find(({ at, container, plain: name }) => {
		const value = row.values[at];
		if (isEmpty(value) && !isObject(value) && !Array.isArray(value)) return false;
		if (
			name === 'attributestype' || name === 'type'
				? THING_TYPES.has(plain(textOf(value))) && (container === group.container || container === 'attributes')
				: false
		)
			return true;
		return container === group.container && (TYPE_COLUMNS.has(name) ? THING_TYPES.has(plain(textOf(value))) : true);
	});
	const company = shape.companies.find(({ at }) => textOf(row.values[at]) !== '' && same(row.values[at], whole.value));
	if (sign ?? company) row.problems.push(noPerson(row.json, whole.path, (sign ?? company)?.path));
}

function addressOf(
	row: Row,
	shape: Shape,
	person: Person | undefined,
	isAnyoneElse: boolean,
	sources: Record<string, string>,
): Columns {
	const role = person?.group.role ?? '';
	const street = (group: Group) => row.filled(group.columns, 'address_1')[0];
	const inPlace = shape.addresses.filter(({ container }) => container === (person?.group.container ?? ''));
	const own = inPlace.filter((group) => group.role === role);
	const free = inPlace.filter((group) => group.role === '');
	const isFree = role !== '' && !own.some(street) && (role !== 'recipient' || own.length === 0);
	if (isFree && isAnyoneElse && free.some(street)) {
		const doubtful = free.flatMap((group) => street(group) ?? [])[0];
		if (doubtful) row.problems.push(perhapsOthers(row.json, 'address_1', doubtful.path));
	}
	let groups = role === '' ? inPlace.filter((group) => group.role !== 'recipient') : isFree ? free : own;
	if (groups.some((group) => group.kind === 'shipping' && street(group)))
		groups = groups.filter(({ kind }) => kind === 'shipping');
	const size = (group: Group) =>
		new Set(ADDRESS_FIELDS.filter((field) => row.filled(group.columns, field).length > 0)).size;
	const [chosen, ...others] = groups.sort(
		(a, b) => Number(Boolean(street(b))) - Number(Boolean(street(a))) || size(b) - size(a),
	);
	if (!chosen) return {};
	const at = street(chosen);
	for (const other of others) {
		const rival = street(other);
		if (at && rival && !isSameStreet(row.values[at.at], row.values[rival.at]))
			row.problems.push(severalValues(row.json, 'address_1', [at.path, rival.path]));
	}
	const columns: Columns = {};
	const states = chosen.columns.filter(
		({ meaning, at: index }) => meaning.field !== 'state' || !ACCOUNT_STATES.has(plain(textOf(row.values[index]))),
	);
	for (const field of ADDRESS_FIELDS) {
		const found = row.one(states, field);
		if (!found || field === 'street_number') continue;
		columns[field] = found.value;
		sources[field] = found.path;
	}
	const number = row.one(chosen.columns, 'street_number');
	if (number && !/\p{N}/u.test(textOf(columns.address_1)))
		columns.address_1 = `${textOf(number.value)} ${textOf(columns.address_1)}`;
	const addressee = personOf(row, { ...chosen, columns: chosen.columns.filter(({ meaning }) => meaning.isOnAddress) });
	if (addressee.first_name !== undefined) {
		columns.mailing_first_name = addressee.first_name;
		columns.mailing_last_name = addressee.last_name;
		sources.mailing_first_name = nameAt(addressee)?.path ?? '';
	}
	return columns;
}

const byRank = (a: Person, b: Person) =>
	Number(Boolean(nameAt(b))) - Number(Boolean(nameAt(a))) ||
	Number(Boolean(b.email)) - Number(Boolean(a.email)) ||
	Number(Boolean(b.last_name)) - Number(Boolean(a.last_name));

function readRow(row: Row, shape: Shape, sendMethod: unknown): RecordReading {
	const { json, values, problems } = row;
	const needsEmail = sendMethod === 'email_and_link';
	const everybody = shape.people.map((group) => personOf(row, group));
	const isPerson = ({ columns: [...all] }: Group) =>
		!all.every(({ meaning, at: index }) => meaning.isBare && values[index] !== undefined && isAnswer(values[index]));
	const recipients = everybody.filter(({ group }) => group.role === 'recipient' && isPerson(group));
	const candidates = (recipients.length > 0 ? recipients : everybody).sort(byRank);
	const onAddresses = shape.onAddresses.map((group) => personOf(row, group)).filter(nameAt);
	let person = candidates.find((one) => one.first_name !== undefined);
	// A parcel needs a name only: the one on its address, if there is no other.
	if (!person && sendMethod === 'direct_send' && recipients.length === 0)
		person = onAddresses[0] && { ...onAddresses[0], email: undefined };
	const isFromAddress = person !== undefined && !candidates.includes(person);
	const at = person && nameAt(person);
	const noName = candidates.find((one) => one.noName)?.noName;
	if (!person && noName) problems.push(noPerson(json, noName.path));
	if (person && at) {
		problems.push(...person.problems);
		const name = nameText(person);
		const rivals = [
			...candidates,
			...onAddresses.filter(({ group }) => group.role === person.group.role || person.group.role !== 'recipient'),
		];
		for (const rival of rivals) {
			const other = nameAt(rival);
			if (other && rival !== person && !isSameName(nameText(rival), name))
				problems.push(severalValues(json, 'name', [at.path, other.path]));
		}
		checkPerson(row, shape, person);
	}
	const named = shape.others.find(
		({ at: index, meaning }) =>
			meaning.is === 'other' &&
			(!meaning.field || isNameField(meaning.field) || meaning.field === 'email') &&
			names(values[index]),
	);
	const emails = isFromAddress ? [] : candidates.filter((one) => one.email);
	let email = person?.email;
	for (const { email: other } of emails) {
		if (email && other && !isSameEmail(email.value, other.value))
			problems.push(severalValues(json, 'email', [email.path, other.path]));
	}
	const [beside] = emails;
	if (!email && beside?.email && person && at) {
		const isApart = beside.group.container !== person.group.container;
		const kinds = new Set(
			row.filled(beside.group.columns, 'email').map(({ at: index }) => folded(textOf(emailOf(values[index])))),
		);
		const isDoubtful =
			isApart || named !== undefined || shape.isForm || kinds.size > 1 || (person.group.role === '' && !person.first);
		if (!isDoubtful) email = beside.email;
		else problems.push(twoRoles(json, at.path, beside.email.path, named?.path));
		problems.push(...beside.problems);
	}
	if (!person && beside) problems.push(...beside.problems);
	if (!person) email = beside?.email;
	const elsewhere = recipients.length > 0 ? everybody.filter(({ group }) => group.role !== 'recipient') : [];
	const [otherEmail] = elsewhere.flatMap((one) => one.email ?? []);
	const hasEmailColumn = recipients.some(({ group }) => group.columns.some(({ meaning }) => meaning.field === 'email'));
	if (needsEmail && !email && at && otherEmail && !hasEmailColumn)
		problems.push(twoRoles(json, at.path, otherEmail.path));
	checkUnknown(row, shape, person, email?.value, recipients.length > 0);
	for (const group of shape.people)
		for (const { meaning, at: index, path } of group.columns) {
			const value = values[index];
			if (!meaning.isBare || isBlank(value) || isEmail(value) || splitName(value) || isAnswer(value)) continue;
			if (meaning.role === 'recipient') {
				if (!at) problems.push(unreadRecipient(json, path));
				else if (recipients.every((one) => !nameAt(one) && !one.email)) problems.push(unreadRecipient(json, path));
			} else if (
				!STATUS_ROLES.has(meaning.role) &&
				isCapitalised(value) &&
				!(person && isSameName(String(value), nameText(person)))
			)
				problems.push(perhapsOthers(json, 'name', path));
		}
	const sources: Record<string, string> = {};
	const columns: Columns = {};
	const set = (field: ColumnId, value: unknown, path?: string) => {
		if (isBlank(value)) return;
		columns[field] = value;
		if (path !== undefined) sources[field] = path;
	};
	set('first_name', person?.first_name, at?.path);
	set('last_name', person?.last_name, person?.first ? (person.last ?? person.whole)?.path : (person?.last ?? at)?.path);
	set('email', email?.value, email?.path);
	const countries = shape.countries
		.map((index) => values[index])
		.filter((value) => !isEmpty(value) && !/^\s*\+?\d+\s*$/.test(textOf(value)));
	const phone = phoneOf(row, [person, candidates.find((one) => one.email === email)], countries);
	set('phone', phone?.value, phone?.path);
	if (sendMethod === 'direct_send') {
		const isAnyoneElse = named !== undefined || elsewhere.some((one) => (nameAt(one) ?? one.email) !== undefined);
		Object.assign(columns, addressOf(row, shape, person, isAnyoneElse, sources));
		const foreign = countries.find((country) => !isUs(country));
		if (isEmpty(columns.country) && foreign !== undefined) columns.country = foreign;
	}
	columns.phone_countries = countries;
	return { columns, sources, problems: [...new Set(problems)] };
}

/** A phone of the person, one that takes text messages if there is one. */
function phoneOf(row: Row, people: Array<Person | undefined>, countries: unknown[]): Found | undefined {
	const phones = people.flatMap((person) => (person ? row.filled(person.group.columns, 'phone') : []));
	const order = (column: KnownColumn) =>
		column.meaning.isMobile ? 0 : ['', 'home', 'work'].indexOf(column.meaning.kind) + 1;
	const sorted = phones.sort((a, b) => order(a) - order(b));
	const usable = sorted.find(({ at }) => usPhone(row.values[at], countries)) ?? sorted[0];
	return usable && row.found(usable);
}

const MAX_DEPTH = 7;
const isPrimary = (entry: Record<string, unknown>) =>
	[
		entry.primary,
		entry.isPrimary,
		entry.is_primary,
		entry.default,
		isObject(entry.metadata) && entry.metadata.primary,
	].includes(true);

/** Adds the paths of a value, and its values. */
function flatten(
	value: unknown,
	path: string,
	depth: number,
	isThing: (name: string) => boolean,
	paths: string[],
	values: unknown[],
): void {
	if (depth > MAX_DEPTH) return;
	const add = (one: unknown) => {
		paths.push(path);
		values.push(one);
	};
	if (Array.isArray(value)) {
		const filled = value.flatMap((entry, index) =>
			isEmpty(entry) || (isObject(entry) && 'value' in entry && isEmpty(entry.value)) ? [] : [{ entry, index }],
		);
		if (!filled.some(({ entry }) => isObject(entry))) {
			const distinct = [...new Set(filled.map(({ entry }) => entry as unknown))];
			return add(distinct.length > 1 ? distinct : distinct[0]);
		}
		const primary = filled.filter(({ entry }) => isObject(entry) && isPrimary(entry)).slice(0, 1);
		const chosen = primary.length > 0 ? primary : filled;
		for (const { entry, index } of chosen) {
			const kind: unknown =
				chosen.length > 1 && isObject(entry) ? (entry.type ?? entry.label ?? entry.category ?? entry.kind) : undefined;
			const label = typeof kind === 'string' && kind !== '' ? `\u0001${kind}\u0001` : '';
			flatten(entry, `${path}[${index}]${label}`, depth + 1, isThing, paths, values);
		}
		return;
	}
	if (!isObject(value)) return add(value);
	if ('value' in value && !('name' in value) && !('email' in value))
		return flatten(value.canonicalForm ?? value.value, `${path}.value`, depth + 1, isThing, paths, values);
	const entries = Object.entries(value);
	if (entries.length === 0) return add(undefined);
	for (const [key, inner] of entries) {
		const at = `${path}.${key}`;
		if (typeof inner === 'object' && inner !== null && !isThing(key))
			flatten(inner, at, depth + 1, isThing, paths, values);
		else {
			paths.push(at);
			values.push(inner);
		}
	}
}

/** What was read of one record. */
export interface RecordReading {
	columns: Columns;
	/** The column, as a path that a user sees, that each field came from. */
	sources: Record<string, string>;
	/** Sentences without a final period; when there are any, `columns` is not to be used. */
	problems: string[];
}

/**
 * Reads the recipients of records, one after the other. Columns count only by the closed lists of `columnNames` and
 * `systemShapes`, in any case, punctuation and script; what the names of one set mean is found out once.
 * Addresses are read for the send method `direct_send` only.
 */
export const recordReader = (sendMethod: unknown): ((json: IDataObject) => RecordReading) => {
	const shapes = new Map<string, Shape>();
	const things = new Map<string, boolean>();
	const isThing = (name: string) => {
		const known = things.get(name);
		if (known !== undefined) return known;
		const words = wordsIn(plain(name)) ?? [];
		const is = words.some(([, word]) => word.is === 'thing') && words.every(([, word]) => word.is !== 'field');
		things.set(name, is);
		return is;
	};
	return (json) => {
		const paths: string[] = [];
		const values: unknown[] = [];
		for (const key of Object.keys(json)) {
			const value: unknown = json[key];
			if (typeof value === 'object' && value !== null && !isThing(key)) flatten(value, key, 0, isThing, paths, values);
			else {
				paths.push(key);
				values.push(value);
			}
		}
		const key = paths.join('\n');
		let shape = shapes.get(key);
		if (!shape) {
			shape = shapeOf(paths);
			shapes.set(key, shape);
		}
		return readRow(new Row(json, values), shape, sendMethod);
	};
};
