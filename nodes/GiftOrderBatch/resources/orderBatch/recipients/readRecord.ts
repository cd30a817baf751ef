import type { IDataObject } from 'n8n-workflow';

import { comparable, comparableEmail, grouped, isBlank, isObject } from '../../../api/values';
import { isEmailAddress, LONGEST_TEXT, visible } from '../../inputSchemas';
import type { Problem } from '../../sentences';
import {
	isIn,
	isOfOthers,
	isOnList,
	isOtherPerson,
	kindOf,
	meaningOf,
	plain,
	SETS,
	shapesOf,
	type Meaning,
} from './columnMeaning';
import { listOf, LISTS, type Field } from './columnNames';
import { flattened } from './flatten';
import { emailOf, isEmpty, isOtherZip, isStreet, isUs, isUsState, stateOf, usPhone } from './normalize';
import { isSameName, isSpelledBy, spellsAnother, splitName, wordsWithout } from './personName';
import type { ColumnId, Columns } from './recipientFields';
import { labelOf, labelUnlessName, withoutRepeated, type Refusal } from './refusals';
import type { SystemShape } from './systemShapes';

/** What was read of one record. */
export interface RecordReading {
	columns: Columns;
	/** The column, as a path that a user sees, that each field came from. */
	sources: Record<string, string>;
	/** Columns that hold what was not found, but do not say that it is the recipient's, by the label of the field. */
	unused: Record<string, string | undefined>;
	/** When there are any, `columns` is not to be used. */
	problems: Problem[];
}

/** A value of a record, the path to it as a user sees it, and what the names in the path mean. */
type Cell = Meaning & { at: number; path: string; value: unknown; text: string };

/** What a note says of somebody whom no gift reaches. */
const GONE =
	/^(?:moved|bounce)$|\b(?:no longer|left (?:the )?company|resigned|passed away|moved away|relocated|(?:bad|new|wrong) address|e?-?mail bounced|doesn't live|cannot accept|undeliverable|returned mail|return(?:ed)? to sender|hard[- ]bounced?|deceased)\b/i;
/** What the status of an email or an address says where nothing arrives. */
const UNREACHED = /^(?:bad|dead|does not exist|invalid|not valid|rejected|undeliver\w*|wrong)$/i;
/** What a note says against a gift to the person of its record. */
const AGAINST =
	/\b(?:instead|do not (?:send|ship|mail|use|gift|delete|contact)|don't send|not (?:him|her|them)|delete this|(?:sample|test) row|some(?:one|body) else|on behalf of (?:my|his|her|their)|(?:send|ship) (?:it )?to (?:his|her|their)|gift for (?:him|her|them))\b/i;
/** Who a note says that the gift is for, such as "my sister". */
const FOR_SOMEBODY =
	/\b(?:is|it's|present|send|ship|deliver|give|gift|goes|going|booking|order|buying)[^.]{0,30} (?:for|to) (?:an?|my|our|his|her|their) (\p{L}+)/giu;
/** What stands before the name of whoever takes a parcel. */
const CARE_OF = /^(?:c\/o|care of|attn)\b[\s:.]*/i;
/** Who a note says that the gift is for instead. */
const GIFT_FOR =
	/\b(?:[Gg]ifts?(?: request)? (?:for|to)|[Rr]eplaced by|on behalf of) (?:[a-z]+ ){0,2}(\p{Lu}\p{Ll}+ \p{Lu}\p{Ll}+)/u;
/** In how many objects and roles a record may have people, who are all compared with each other. */
const MOST_PEOPLE = 100;
const ADDRESS_FIELDS = ['address_1', 'address_2', 'street_number', 'city', 'state', 'postal_code', 'country'] as const;
const isAddressField = ({ field }: Cell) => (ADDRESS_FIELDS as readonly unknown[]).includes(field);

/** What is known of each person, or of each address. */
const groupsOf = (cells: Cell[], keyOf: (cell: Cell) => string) =>
	[...grouped(cells.map((cell) => [keyOf(cell), cell] as const)).values()].map((group) => ({
		/** That of the street, whose city may have none. */
		role: (group.find(({ field }) => field === 'address_1') ?? group[0])?.role ?? '',
		container: group[0]?.container ?? '',
		isShipping: group.some((one) => one.isShipping),
		cells: group.filter(({ isRoleOnly }) => !isRoleOnly),
		/** Words for a person, which may hold a name or an email. */
		roleOnly: group.filter(({ isRoleOnly }) => isRoleOnly),
	}));
type Group = ReturnType<typeof groupsOf>[number];
const NO_COLUMNS: Group = { role: '', container: '', isShipping: false, cells: [], roleOnly: [] };

const beginsWith = (words: Set<string>, { name }: Cell) => [...words].some((word) => name.startsWith(word));
const endsWith = (words: Set<string>, { name }: Cell) => [...words].some((word) => name.endsWith(word));

/** Whether it is of who bought, asked for or gives the gift, who may be meant. */
const isInvolved = (cell: Cell) => [SETS.BUYER_WORDS, SETS.COMPETING_WORDS].some((words) => beginsWith(words, cell));

/** The word for the one person of a record without columns of anyone else, such as "Buyer". */
function subjectOf(cells: Cell[]): string | undefined {
	const involved = cells.filter(isInvolved);
	const word = listOf(LISTS.SUBJECT_WORDS).find((one) => involved[0]?.name.startsWith(one));
	const isOfAnother = ({ name, is, field, role, isForRecipient, mentionsPerson }: Cell) =>
		isForRecipient ||
		SETS.GIFT_NOTE_COLUMNS.has(name) ||
		(is === 'unknown' && mentionsPerson) ||
		(is === 'field' && (role !== '' || field?.endsWith('_name')));
	// Who pays the bills of a company is not its customer.
	const isPayer = word === 'billing' && !cells.some(({ field }) => field === 'address_1');
	const isOnlyOne = word !== undefined && involved.every(({ name }) => name.startsWith(word));
	const isNamed = involved.some(({ field }) => field?.endsWith('_name'));
	return isNamed && isOnlyOne && !isPayer && !cells.some(isOfAnother) ? word : undefined;
}

/** What the names of one set mean, for the values of any record that has them. */
function cellsOf(paths: string[]): Cell[] {
	const shapes = shapesOf(paths);
	const pathOf = (full: string) => full.replace(/\u2063[^\u2063]*\u2063|\u2062/g, '');
	const read = (all: SystemShape[]): Cell[] =>
		paths
			.map((full, at) => ({ at, path: pathOf(full), value: undefined, text: '', ...meaningOf(full, all) }))
			.sort((a, b) => (a.path < b.path ? -1 : 1));
	const cells = read(shapes);
	const subject = subjectOf(cells);
	return subject ? read([...shapes, { signs: '', ofRecord: [subject] }]) : cells;
}

/** One record while it is read. */
function rowOf(cells: Cell[]) {
	const of = (is: Meaning['is']) => cells.filter((cell) => cell.is === is);
	const known = of('field');
	const lines = known.filter(isAddressField);
	const onAddress = known.filter((one) => one.isOnAddress);
	const personal = known.filter((one) => !isAddressField(one) && !one.isOnAddress);
	const ends = ['address_1', 'city'].map((one) => cells.filter(({ field }) => field === one));
	const [street, city] = ends.map(([one]) => one);
	// The only street and the only city are one address, such as "Street 1" and "Ship City".
	const isOne =
		ends.every(({ length }) => length === 1) &&
		(city?.place === '' || city?.place === street?.place || (street?.place === '' && city?.isShipping));
	const hasOneRole = new Set(lines.map(({ role }) => role).filter(Boolean)).size < 2;
	const address = ({ object, role, place }: Cell) =>
		[object, isOne && hasOneRole ? '' : role, isOne ? '' : place].join('\n');
	// Somebody's name or phone for deliveries is no address.
	const addressesOf = (all: Cell[]) => groupsOf(all, address).filter((group) => group.cells.some(isAddressField));
	const others = [...of('other'), ...of('secondary')].filter(
		({ field }) => !field || field.endsWith('_name') || field === 'email',
	);
	const unexplained = cells.filter(
		({ is, isRoleOnly, field, isForRecipient, isOnAddress, isRelated }) =>
			is === 'unknown' ||
			(field === 'email' && (is === 'nonPerson' || isOnAddress || isRelated)) ||
			(is === 'field' ? isRoleOnly : isForRecipient),
	);
	// The first and the last name of somebody may have columns of their own.
	const named = grouped(
		[...others, ...unexplained]
			.filter(({ is }) => is !== 'secondary')
			.map((one) => [one.name.replace(/first|last|given|family|sur/, ''), one] as const),
	);
	return {
		cells,
		people: groupsOf(personal, ({ container, role }) => [container, role].join('\n')),
		addresses: addressesOf([...lines, ...onAddress]),
		onAddresses: groupsOf(onAddress, address),
		billing: addressesOf(of('other').filter(({ isKnown, name }) => isKnown && name.includes('bill'))),
		others,
		unexplained,
		/** Columns that may name somebody else, those of one name together. */
		named: [...named.values()],
		buyers: others.filter((cell) => beginsWith(SETS.BUYER_WORDS, cell)),
		countries: cells.filter(({ is, field }) => field === 'country' && (is === 'field' || is === 'other')),
		/** The names of companies, as they are compared. */
		companies: new Set(of('company').map(({ value }) => comparable(value))),
		under: (names: Set<string>) => cells.filter(({ name }) => names.has(name)),
		problems: [] as Refusal[],
		/** The column that names the person who was found. */
		found: '',
	};
}
type RecordRow = ReturnType<typeof rowOf>;

/** Refuses a row because a column speaks against the person who was found. */
const addDoubt = (
	{ found, problems }: RecordRow,
	path: string,
	why: Problem<'doubtfulColumn'>['why'],
	field: Field = 'full_name',
	other: string[] = [],
) => problems.push({ kind: 'doubtfulColumn', found, columns: [path, ...other], why, label: labelUnlessName(field) });

/** Refuses a value that cannot be what its column says. */
const addWrongValue = ({ problems }: RecordRow, path: string, field: Field, holds: Problem<'wrongValue'>['holds']) =>
	problems.push({ kind: 'wrongValue', columns: [path], label: labelOf(field), holds });

const textOf = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '');
/** The address of a text also where invisible characters, which are refused later, are to hide it. */
const addressIn = (value: unknown) => emailOf(visible(value));
const AT = /[@＠]/;
const isEmail = (value: unknown) => typeof value === 'string' && AT.test(value) && isEmailAddress(addressIn(value));
const isAnswer = (value: unknown) =>
	typeof value === 'boolean' || /^(?:yes|no|true|false|y|n|x|\d)$/i.test(textOf(value));
/** What a remark begins with, as in brackets. */
const REMARK = /[([<{|"“–—\p{So}]|\s-\s/u;
const withoutRemarks = (value: unknown) => (typeof value === 'string' ? (value.split(REMARK, 1)[0] ?? '').trim() : '');
/** Whether a text is no longer than a name, and has words only. */
const isWords = (value: unknown) => /^\p{L}[\p{L}\p{M}.'’ ,-]{0,59}$/u.test(withoutRemarks(value)) && !isEmpty(value);
/** How the name of somebody begins, in a column that speaks so. */
const BEGINS: Partial<Record<Meaning['speaks'], RegExp>> = {
	any: /^/,
	one: /^[\p{Lu}\p{Lo}]/u,
	name: /^[\p{Lu}\p{Lo}](?!.*\s\p{Ll}{3})/u,
	two: /^[\p{Lu}\p{Lo}].*\s[\p{Lu}\p{Lo}]/u,
};
const mayBeName = (value: unknown, speaks: Meaning['speaks']) =>
	isWords(value) && BEGINS[speaks]?.test(withoutRemarks(value)) === true;

/** What stands between the names of several people. */
const SEVERAL = /[&+/;,|\n]|\s(?:and|und|et|y|or|och|og|en|e)\s/i;
/** Lists that are in more lists than these are not looked into. */
const DEEPEST_LIST = 7;
/** The names or emails of a list, or of a text that lists them. */
function entriesOf(value: unknown): unknown[] {
	if (Array.isArray(value))
		return value.flat(DEEPEST_LIST).flatMap((one) => (Array.isArray(one) ? [] : entriesOf(one)));
	if (typeof value !== 'string') return [value];
	const between = AT.test(value) ? /[\s;,:|/()[\]<>"]+/ : SEVERAL;
	return !between.test(value) || isEmail(value) || splitName(value) ? [value] : value.split(between);
}
/** Whether a value of a name has none, as that of a template that was not filled. */
const isNoName = (value: unknown) => !/\p{L}/u.test(textOf(value)) || /[{}<>|*%[\]@=\\^~_$;#]/.test(textOf(value));

const isSameEmail = (a: unknown, b: unknown) => comparableEmail(addressIn(a)) === comparableEmail(addressIn(b));
function isSameStreet(a: unknown, b: unknown): boolean {
	const [one, other] = [plain(textOf(a)), plain(textOf(b))];
	return one.startsWith(other) || other.startsWith(one);
}
function isSame(field: Field, a: unknown, b: unknown): boolean {
	if (a === b) return !Array.isArray(a);
	if (field === 'email') return isSameEmail(a, b);
	if (field === 'address_1') return isSameStreet(a, b);
	// The check of the address refuses what is not in the US.
	if (field === 'country') return isUs(a) === isUs(b);
	if (field === 'state') return stateOf(a) === stateOf(b);
	if (field === 'postal_code') return textOf(a).slice(0, 5) === textOf(b).slice(0, 5);
	return !Array.isArray(a) && plain(textOf(a)) === plain(textOf(b));
}

const filled = ({ cells }: Group, field: Field) =>
	cells.filter((one) => one.field === field && !isEmpty(one.value, field) && typeof one.value !== 'boolean');

const isOneList = (columns: Cell[]) =>
	columns.every(({ path }) => path.includes('[')) &&
	new Set(columns.map(({ path }) => path.replace(/\[\d+\].*/, ''))).size === 1;

/** Refusal 1, of columns that differ. @param name the column that names the person */
function differ(field: Field, columns: Cell[], name?: Cell): Refusal {
	const paths = columns.map(({ path }) => path);
	const [list = ''] = (paths[0] ?? '').split('[', 1);
	// One person may have several emails in a list.
	const isOfPeople =
		isOneList(columns) &&
		kindOf(list.split('.').at(-1) ?? '') !== 'field' &&
		new Set(paths.map((path) => path.split(']', 1)[0])).size > 1;
	return isOfPeople
		? { kind: 'severalEntries', columns: paths }
		: { kind: 'differentValues', found: name?.path, columns: paths, label: labelUnlessName(field) };
}

/** The one value of a field; several are refused. */
function only(group: Group, field: Field, problems: Refusal[], name?: Cell): Cell | undefined {
	let found = filled(group, field);
	const prefer = (is: (one: Cell) => boolean) => {
		if (found.some(is)) found = found.filter(is);
	};
	if (field === 'email') {
		prefer(({ value }) => isEmail(value));
		// A private email is the same person's.
		prefer(({ kind }) => kind !== 'home');
		if (isOneList(found)) prefer(({ kind }) => kind === 'work');
	}
	if (field === 'first_name') prefer(({ path }) => /prefer/i.test(path));
	if (field === 'state')
		found = found.filter(({ text }) => /\p{L}/u.test(text) && !SETS.ACCOUNT_STATES.has(comparable(text)));
	if (field === 'country') prefer(({ value }) => !isUs(value));
	// The last four digits of a ZIP code may have a column of their own.
	if (field === 'postal_code') prefer(({ text }) => !/^\d{4}$/.test(text));
	const [first] = found;
	if (!first) return undefined;
	const others = found.filter(({ value }) => !isSame(field, value, first.value));
	if (others.length > 0) problems.push(differ(field, [first, ...others], name));
	return first;
}

interface Person {
	group: Group;
	/** Columns of the first or whole name, of the last name, and of a name that is no person's. */
	name?: Cell;
	last?: Cell;
	invalidName?: Cell;
	email?: Cell;
	isWhole: boolean;
	first_name?: unknown;
	last_name?: unknown;
	problems: Refusal[];
}

/** Whether a text ends in a legal form of companies. */
const isCompany = (value: unknown) => SETS.COMPANY_FORMS.has(plain(textOf(value).split(/\s+/).at(-1) ?? ''));
const isOneWord = (value: unknown) => /^[\p{L}'’-]+$/u.test(textOf(value));
const isLatin = (text: string) => /\p{Script=Latin}/u.test(text);
const nameOf = ({ first_name, last_name }: Partial<Person> = {}) =>
	[first_name, last_name].map(textOf).filter(Boolean).join(' ');
const spellsWhole = (email: unknown, name: string) => isSpelledBy(addressIn(email), name, true);

/** First and last name of a whole name, unless it is a company's that the record names. */
const splitIn = ({ companies }: RecordRow, { value, isFamilyFirst }: Cell) =>
	companies.has(comparable(value)) ? undefined : splitName(value, isFamilyFirst);

function personOf(row: RecordRow, group: Group): Person {
	const problems: Refusal[] = [];
	const [first, last] = (['first_name', 'last_name'] as const).map((field) => only(group, field, problems));
	const { roleOnly } = group;
	const full = filled(group, 'full_name');
	const names = [...full, ...roleOnly].filter((one) => splitIn(row, one));
	const email = only(group, 'email', problems, first ?? names[0]) ?? roleOnly.find(({ value }) => isEmail(value));
	const invalidName = full.find((one) => !names.includes(one));
	const [whole] = names;
	const person: Person = { group, name: first ?? whole, last, invalidName, email, isWhole: !first, problems };
	const split = whole && splitIn(row, whole);
	const isGiven = invalidName && isOneWord(invalidName.value) && !isSameName(invalidName.text, last?.text ?? '');
	const given = whole ?? (isGiven ? invalidName : undefined);
	const reversed = first && !last && first.text.includes(',') ? splitIn(row, first) : undefined;
	if (reversed) Object.assign(person, reversed);
	else if (first) {
		person.first_name = first.value;
		person.last_name = last?.value ?? (split && isSameName(split.first_name, first.text) ? split.last_name : undefined);
	} else if (last && given) {
		// Beside a last name, the name is the first name, or has both.
		if (whole && !isSameName(last.text, whole.text)) problems.push(differ('last_name', [whole, last]));
		const first_name = wordsWithout(given.text, last.text);
		Object.assign(person, { name: given, first_name, last_name: last.value, invalidName: undefined });
	} else Object.assign(person, split);
	const infix = row.under(SETS.INFIX_COLUMNS).find(({ text }) => /^[\p{Ll} '’]+$/u.test(text));
	if (last && infix) person.last_name = `${infix.text} ${textOf(person.last_name)}`;
	// Beside a first name, a name of one word is the last name if the email spells both.
	const [one = '', other = ''] = [first?.text, invalidName?.text];
	if (first && !last && invalidName && isOneWord(other) && !isSameName(one, other)) {
		// A company or a user name may stand beside a first name.
		const owners = [...row.companies, domainOf(email?.text)].map(plain);
		if (spellsWhole(email?.value, `${one} ${other}`))
			Object.assign(person, { last: invalidName, last_name: invalidName.value, invalidName: undefined });
		else if (!whole && /^\p{Lu}/u.test(other) && !owners.some((owner) => owner.startsWith(plain(other))))
			problems.push(differ('first_name', [first, invalidName]));
	}
	const name = nameOf(person);
	const [, beforeEmail = ''] = /^([^<>@]*)</.exec(email?.text ?? '') ?? [];
	const inEmail = beforeEmail.trim().replace(/^["'“]|["'”]$/g, '');
	const isOther = splitName(inEmail) && isLatin(inEmail) === isLatin(name) && !isSameName(inEmail, name);
	const different = names.find(({ text }) => !isSameName(text, name));
	if (different && person.name) problems.push(differ('full_name', [person.name, different]));
	if (first && !reversed && !isNoName(first.value) && SEVERAL.test(one))
		problems.push({ kind: 'severalPeople', columns: [first.path] });
	if (email && person.name && isOther) problems.push(differ('full_name', [person.name, email]));
	return person;
}

/** Whether the name of a column mentions no person, so that the email may be that of the person who was found. */
const isOfNobody = ({ speaks, isRelated }: Cell) => speaks === '' && !isRelated;

/** Refusal 2: columns that could be another person's and are not explained. @param street of the recipient, if it is read */
function checkUnexplained(row: RecordRow, person: Person | undefined, hasRecipient: boolean, street: unknown): void {
	const name = nameOf(person);
	// A second email of the person spells the name, as the email that counts does, and does not replace it.
	const isOwn = (value: unknown, column: Cell) =>
		isSameEmail(value, person?.email?.value) ||
		(isOfNobody(column) && !column.isNewer && [value, person?.email?.value].every((one) => spellsWhole(one, name)));
	const check = (value: unknown, column: Cell, several: boolean) => {
		const { path, is, isRoleOnly, speaks, isRelated, isForRecipient } = column;
		if (isEmpty(value) || isAnswer(value)) return;
		if (isEmail(value) && (isRelated || !['other', 'company', 'secondary'].includes(is))) {
			if (person?.email && speaks === '' && isMailbox(value)) return;
			if (!isOwn(value, column)) addDoubt(row, path, 'intendedEmail', 'email');
		} else if (isForRecipient && !hasRecipient) {
			if (!isSameName(textOf(value), name)) addDoubt(row, path, 'otherRecipient');
		} else if (speaks === 'street') {
			if (STREET.test(textOf(value)) && !isSameStreet(value, street))
				addDoubt(row, path, 'intendedAddress', 'address_1');
		} else if (is === 'unknown' || isRoleOnly) {
			const isAnother = mayBeName(value, speaks) && !isSameName(withoutRemarks(value), name);
			if (!isAnother || row.companies.has(comparable(value))) return;
			if (several) row.problems.push({ kind: 'severalPeople', columns: [path] });
			else addDoubt(row, path, 'intendedRecipient');
		}
	};
	const needed = ['address_1', 'city', 'postal_code'] as const;
	const isAddressed = () => row.addresses.some((group) => needed.every((field) => filled(group, field).length > 0));
	for (const column of row.unexplained) {
		if (['co', 'careof'].includes(column.name) && isAddressed()) continue;
		const entries = entriesOf(column.value);
		// Of several people under a word for one, none has been read.
		const isUnread = column.isRoleOnly && column.speaks === '' && entries.length > 1;
		const read: Cell = isUnread ? { ...column, speaks: 'two' } : column;
		for (const one of entries) check(one, read, entries.length > 1);
	}
}

const hasWord = (text: string, words: Set<string>) => text.split(/[^\p{L}]+/u).some((word) => isIn(words, plain(word)));
/** Whether a mailbox, without its number, or its first word is one of these. */
function isMailboxOf(names: Set<string>, email: unknown): boolean {
	const [local = ''] = String(email).split(/[@+]/, 1);
	const words = [local, ...local.split(/[^\p{L}]+/u, 1)];
	return words.some((word) => isIn(names, plain(word.replace(/\d/g, ''))));
}
/** The name of an email's domain. */
const domainOf = (email: unknown) => /@([^.]+)/.exec(textOf(email))?.[1] ?? '';
/** Whether several people read a mailbox. */
const isMailbox = (email: unknown) => isMailboxOf(SETS.SHARED_MAILBOXES, email);

/** Whether a value says no, also as a small number, which counts what was deleted, or as a date such as 0000-00-00. */
const isNo = ({ value, text }: Cell) =>
	value === false || isEmpty(value) || SETS.NOT_SO.has(plain(text)) || /^(?:(?!1$)\d{1,3}|[0\W]+)$/.test(text);

/** Refusal 5, of a record that says that its person or email is gone, or that somebody else gets the gift. */
function checkNotes(row: RecordRow, whole: string): void {
	const notes = row.cells.map((cell) => ({
		cell,
		note: (Array.isArray(cell.value) ? cell.value.map(textOf).join(', ') : cell.text).slice(0, LONGEST_TEXT),
	}));
	const gone = notes.find(({ cell, note }) => {
		if (cell.isGone) return cell.field ? isSameName(note, whole) : !isNo(cell);
		if (/mail/.test(cell.name) && /^invalid\b/i.test(note)) return true;
		if (cell.isValidity && (cell.value === false || /^(?:no?|false)\b/i.test(note))) return true;
		if (cell.isStatus && UNREACHED.test(note)) return true;
		return GONE.test(note) || (/^[\p{L}_]{4,}$/u.test(note) && SETS.GONE_WORDS.has(plain(note)));
	});
	const against = notes.find(({ cell, note }) => {
		const [, other] = (cell.is === 'unknown' && GIFT_FOR.exec(note)) || [];
		if (cell.name.includes('giftfor') && isOfOthers(note)) return true;
		if (isAnswer(cell.value) && endsWith(isNo(cell) ? SETS.FOR_SELF : SETS.FOR_OTHERS, cell)) return true;
		if (!note.includes(' ')) return false;
		const somebody = [...note.matchAll(FOR_SOMEBODY)].some(([, word = '']) => isOtherPerson(plain(word)));
		return somebody || AGAINST.test(note) || (other !== undefined && !isSameName(other, whole));
	});
	if (gone) addDoubt(row, gone.cell.path, 'gone');
	if (against) addDoubt(row, against.cell.path, 'note');
}

/** Refusals 4 and 5: values that contradict their columns. */
function checkValues(row: RecordRow, person: Person, name: Cell, countries: unknown[]): void {
	const { last, email, isWhole, first_name, last_name } = person;
	const whole = nameOf(person);
	const parts = whole.split(/\s+/);
	const isNobodys = ({ text }: Cell) => hasWord(text.split(REMARK).slice(1).join(' '), SETS.NOBODYS_REMARKS);
	const isWrong = (part: unknown, found: Cell) =>
		isNoName(part) ||
		plain(textOf(part)) === found.name ||
		isNobodys(found) ||
		/^(?:yes|no|same|true|false)$/i.test(textOf(part));
	const isHousehold = [parts[0], parts.at(-1)].some((part = '') => SETS.HOUSEHOLD_WORDS.has(plain(part)));
	const isNoPerson = isOnList(whole) || isCompany(whole) || /\bof$/i.test(textOf(first_name));
	if (
		isWrong(first_name, name) ||
		isHousehold ||
		isNoPerson ||
		parts.every((part) => SETS.PLACEHOLDER_NAMES.has(plain(part)))
	)
		addWrongValue(row, name.path, 'first_name', 'placeholder');
	else if (last && !isEmpty(last_name, 'last_name') && isWrong(last_name, last))
		addWrongValue(row, last.path, 'last_name', 'placeholder');
	const address = emailOf(email?.value);
	const isOwn = isSpelledBy(address, whole);
	if (email) checkMailbox(row, person, email.path, String(address), isOwn);
	const domain = row.under(SETS.DOMAIN_COLUMNS).find(({ value }) => !isEmpty(value));
	if (isWhole && domain && !isOwn) addDoubt(row, domain.path, 'companyDomain');
	// Hungarian family names stand first.
	const isUnsure = isWhole && !last && !name.isFamilyFirst && !name.text.includes(',');
	const isHungarian = () =>
		[address, ...countries].some((value) => /(?:\.hu|^hun?|^hungary|^magyarorsz[aá]g)$/i.test(textOf(value)));
	// Four words do not say which of them are given names.
	const isLong =
		parts.length > 3 && !parts.some((part) => plain(part).length < 2 || SETS.NAME_PARTICLES.has(plain(part)));
	if (isUnsure && (isLong || isHungarian())) row.problems.push({ kind: 'noWholeName', columns: [name.path] });
	const notAPerson = row.under(SETS.NOT_A_PERSON_COLUMNS).find(({ value }) => /^(?:true|yes|1)$/i.test(String(value)));
	if (notAPerson) addDoubt(row, notAPerson.path, 'notAPerson');
	checkNotes(row, whole);
	if (!email) return;
	// Somebody of the family may have the same last name.
	const relative = row.others.find(({ is, value }) => {
		const other = withoutRemarks(value);
		return is === 'other' && isOneWord(other) && spellsWhole(address, `${other} ${textOf(last_name)}`);
	});
	if (relative && !spellsWhole(address, whole)) addDoubt(row, email.path, 'personsEmail', 'email', [relative.path]);
	// An email with the first name is nobody else's.
	if (isOwn && plain(textOf(address)).includes(plain(textOf(first_name)))) return;
	const spelled = row.named.find((columns) => {
		const speaks = columns.some(({ is }) => is === 'other') ? 'any' : 'two';
		const texts = columns.flatMap(({ value }) => entriesOf(value));
		const names = [columns.map(({ value }) => withoutRemarks(value)).join(' '), ...texts.map(withoutRemarks)];
		// An initial and the last name may be those of two people.
		return names.some(
			(one) => mayBeName(one, speaks) && isSpelledBy(address, one, isOwn) && !(isOwn && isSameName(one, whole)),
		);
	})?.[0];
	// "Sales Qualified" does not say whose sales@ is.
	if (spelled && !isMailbox(address)) addDoubt(row, email.path, 'personsEmail', 'email', [spelled.path]);
	if (isOwn) return;
	if (spellsAnother(address, whole)) addDoubt(row, email.path, 'spellsOther', 'email');
	const parent = row.others.find(
		({ value, text, isRelated }) => isRelated && mayBeName(value, 'two') && !isSameName(text, whole),
	);
	if (parent) addDoubt(row, email.path, 'personsEmail', 'email', [parent.path]);
	const elsewhere = row.others.find(
		(column) =>
			isEmail(column.value) &&
			(spellsWhole(column.value, whole) ||
				(column.is === 'other' && !isInvolved(column) && isSameEmail(column.value, address))),
	);
	if (elsewhere) addDoubt(row, email.path, 'comparedEmail', 'email', [elsewhere.path]);
}

/** Refuses an email that nobody reads, or several people. @param isOwn whether it spells the name */
function checkMailbox(row: RecordRow, person: Person, path: string, address: string, isOwn: boolean): void {
	const [local = ''] = address.split(/[@+]/, 1);
	const isMadeUp = address.startsWith(`${local}@${local}.`);
	if (isMadeUp || address.includes('*') || (!isOwn && isMailboxOf(SETS.NO_MAILBOXES, address)))
		addWrongValue(row, path, 'email', 'notPersonal');
	const words = local.split(/[^\p{L}]+/u);
	if (isOwn || !isMailbox(address)) return;
	const name = nameOf(person);
	const isName = splitName(name) !== undefined;
	if (isName && words.some((word) => isSameName(word, name))) return;
	const domain = domainOf(address);
	// A company may have the last name of its owner.
	const [first, last] = [person.first_name, person.last_name].map((part) => domain.includes(plain(textOf(part))));
	const isPlaces = ({ is, text }: Cell) =>
		(is === 'nonPerson' || (is === 'company' && (first || !last))) && plain(text) === plain(domain);
	if (person.isWhole || !isName || row.cells.some(isPlaces)) addDoubt(row, path, 'sharedMailbox');
}

/** A column of other people that names somebody who is none of the candidates. */
function somebodyElse(others: Cell[], candidates: Person[]): string | undefined {
	const isOf = (value: unknown, person: Person) =>
		(person.name && isSameName(textOf(value), nameOf(person))) ||
		(person.email && isSameEmail(value, person.email.value));
	return others.find(({ value, is, isOfThing }) => {
		if (isObject(value)) return is === 'other' && Object.keys(value).length > 0;
		const isName = is === 'other' ? isWords(value) && !isAnswer(value) : mayBeName(value, 'two');
		const isNamed = (is === 'other' && isEmail(value)) || (isName && !isOfThing);
		return isNamed && !candidates.some((one) => isOf(value, one));
	})?.path;
}

/** Roles under whose name a company may stand. The plain name has a rule of its own. */
const MAY_BE_COMPANIES = new Set(['', 'customer', 'contact', 'lead', 'user', 'donor', 'member']);

/** Refusal 1, of somebody who has another name than the person. */
function checkName(row: RecordRow, person: Person, other: Person): void {
	const { role } = other.group;
	const isThing = MAY_BE_COMPANIES.has(role) || isCompany(other.invalidName?.value);
	const name = other.name ?? other.last ?? (isThing ? undefined : other.invalidName);
	if (!person.name || !name) return;
	const text = other.name ? nameOf(other) : name.text;
	// The contact of a company has an email of its domain.
	const isContacts = isThing && plain(domainOf(person.email?.value)) === plain(text);
	if (!isContacts && !isSameName(text, nameOf(person))) row.problems.push(differ('full_name', [person.name, name]));
}

/** The parts of a US address that is all in its first line, or whose city has the state and the ZIP code, too. */
function partsOf({ address_1: line, address_2, city, state, postal_code }: Columns): Columns {
	const isComplete = [state, postal_code].some((part) => !isEmpty(part));
	const lines = (isComplete ? [line] : [line, city]).map((part) => textOf(part).slice(0, LONGEST_TEXT)).filter(Boolean);
	const parts = lines.flatMap((text) => text.split(/[,\n]/)).map((part) => part.trim());
	if (isUs(parts.at(-1))) parts.pop();
	// The last part may be "Dallas TX 75201", "TX 75201" or "75201".
	const words = (parts.pop() ?? '').split(/\s+/);
	const zip = words.pop() ?? '';
	if (words.length === 0) words.push(...(parts.pop() ?? '').split(/\s+/));
	const size = [3, 2, 1].find((count) => isUsState(words.slice(-count).join(' '))) ?? 0;
	const inState = words.splice(-size).join(' ');
	const [street = '', ...rest] = [...parts, words.join(' ')].filter(Boolean);
	// The check of the address refuses a missing city.
	const isUnit = rest.length < 2 || /^(?!\d+\s+\p{L}).*(?:\d|#|\b(?:apt|suite|unit|floor)\b)/iu.test(rest[0] ?? '');
	if (size === 0 || !isStreet(street) || !/^\d{5}(?:-\d{4})?$/.test(zip) || rest.length > 2 || !isUnit) return {};
	return {
		address_1: street,
		address_2: rest.at(-2) ?? address_2,
		city: rest.at(-1),
		state: inState,
		postal_code: zip,
	};
}

/** How a street begins, and its second line. */
const STREET = /^(?:\d+\s+\p{L}|p\.?\s?o\.? box\b)/iu;
const UNIT = /^(?:#|(?:apt|apartment|unit|suite|ste|floor|fl|bldg|building|room|rm)\b)/i;
/** Whether a street begins with a number, other than that of "5th Ave", or has this one. */
const isNumbered = (street: string, number: string) =>
	/^\d+[a-z]?\s/i.test(street) || street.split(/\s+/).includes(number);

/** The only street, in a column that asks for it in its own words, but not under a condition, and of nobody else. */
function askedStreet({ cells, unexplained }: RecordRow, group: Group, name: string): Cell | undefined {
	const isStreetIn = ({ text }: Cell) => STREET.test(text);
	const [asked, ...others] = unexplained.filter((one) => ['street', 'any'].includes(one.speaks) && isStreetIn(one));
	if (!asked || asked.mentionsOthers || others.length > 0 || filled(group, 'address_2').some(isStreetIn))
		return undefined;
	// "Old Address", and "Tutor" beside "Tutor Address".
	const isAnothers = (one: Cell) =>
		(one.is === 'secondary' && one.field === 'address_1' && isStreetIn(one)) ||
		(asked.name.startsWith(one.name) && mayBeName(one.value, 'two') && !isSameName(one.text, name));
	return /(?<!\p{L})if(?!\p{L})/iu.test(asked.path) || cells.some(isAnothers) ? undefined : asked;
}

/** Second lines of an address in columns that ask for them in their own words, or hold one. */
const askedUnits = ({ unexplained }: RecordRow) =>
	unexplained.filter(({ speaks, text }) =>
		speaks === 'unit'
			? text !== '' && !/^(?:yes|no|true|false|y|n)$/i.test(text)
			: speaks === 'street' && UNIT.test(text),
	);

function addressOf(
	row: RecordRow,
	person: Person | undefined,
	isAnyoneElse: () => boolean,
	sources: Record<string, string>,
): Columns {
	const { addresses, problems } = row;
	const street = (group: Group) => filled(group, 'address_1')[0];
	const beside = addresses.filter(({ container }) => container === (person?.group.container ?? ''));
	const near = addresses.filter((one) => beside.includes(one) || (one.isShipping && !beside.some(street)));
	const role = person?.group.role ?? '';
	const ofRole = near.filter((group) => group.role === role);
	const isOwn = ofRole.length > 0 && (role === 'recipient' || ofRole.some(street));
	const ofNobody = near.filter((group) => group.role === '');
	let groups = isOwn ? [...ofRole, ...ofNobody.filter((one) => one.isShipping && street(one))] : ofNobody;
	const isFilledIn = SETS.FILLED_IN_ROLES.has(plain(role));
	// The plain address in an order or a table of events may be that of a place.
	const isSubject = person?.name && beginsWith(SETS.SUBJECT_WORDS, person.name);
	const checkOwner = (line: Cell | undefined, isShipping = false) => {
		const isWriters = isFilledIn && line?.name.startsWith('your');
		const isDoubtful = !isShipping && (role === 'recipient' || line?.kind !== 'home');
		const isOfPlace = isSubject && line && !beginsWith(SETS.SUBJECT_WORDS, line);
		if (line && (isWriters || (isDoubtful && (isOfPlace || isAnyoneElse()))))
			addDoubt(row, line.path, 'anothersAddress', 'address_1');
	};
	if (!isOwn || isSubject) for (const group of groups) checkOwner(street(group), group.isShipping);
	if (role !== 'recipient' && groups.some((group) => group.isShipping && street(group)))
		groups = groups.filter(({ isShipping }) => isShipping);
	const size = (group: Group) =>
		ADDRESS_FIELDS.filter((field) => filled(group, field).length > 0).length + (street(group) ? 10 : 0);
	// The only address of an item is the person's also for billing, where it is in the same name, or says that it is a person.
	if (person && !addresses.some(size))
		groups = row.billing.filter((group) => {
			const name = nameOf(personOf(row, group));
			const isPerson = name === '' && row.under(SETS.NOT_A_PERSON_COLUMNS).some(isNo);
			return isPerson || comparable(name) === comparable(nameOf(person));
		});
	const [found, ...others] = groups.sort((a, b) => size(b) - size(a));
	// All of it may stand in the column that asks for it.
	const chosen = found ?? (addresses.some(street) ? undefined : NO_COLUMNS);
	const line = chosen && (street(chosen) ?? askedStreet(row, chosen, nameOf(person)));
	if (!chosen || (!found && !line)) return {};
	if (line?.is === 'unknown') checkOwner(line);
	const different = others.map(street).find((one) => one && line && !isSameStreet(one.value, line.value));
	if (line && different) problems.push(differ('address_1', [line, different], person?.name));
	const columns: Columns = {};
	const textsIn = (field: Field) => filled(chosen, field).map(({ text }) => text);
	const secondLines = [...filled(chosen, 'address_2'), ...(addresses.length === 1 ? askedUnits(row) : [])];
	const units = [...new Set(secondLines.map(({ text }) => text))];
	// A street of its own is no second line.
	const second = secondLines.find(({ text }) => /^\d+\s+\p{L}{3}/u.test(text) && !/\b(?:fl|floor)\b/i.test(text));
	if (line && second && STREET.test(line.text)) problems.push(differ('address_1', [line, second], person?.name));
	// Of two columns for one street, the longer may have the apartment, too.
	const [shortest] = textsIn('address_1').sort((a, b) => a.length - b.length);
	const joined: Partial<Record<Field, string>> =
		units.length > 0 ? { address_1: shortest, address_2: units.join(', ') } : {};
	for (const field of ADDRESS_FIELDS) {
		const cell = field === 'address_2' ? secondLines[0] : only(chosen, field, problems, person?.name);
		if (!cell) continue;
		if (field !== 'street_number') [columns[field], sources[field]] = [joined[field] ?? cell.value, cell.path];
		else if (!isNumbered(textOf(columns.address_1), cell.text))
			columns.address_1 = `${cell.text} ${textOf(columns.address_1)}`;
	}
	if (line && isEmpty(columns.address_1)) [columns.address_1, sources.address_1] = [line.value, line.path];
	const [phone] = filled(chosen, 'phone');
	if (phone && !sources.phone) [columns.phone, sources.phone] = [phone.value, phone.path];
	const parts = partsOf(columns);
	const isOther = (part: 'state' | 'postal_code') =>
		!isEmpty(columns[part]) && !isSame(part, columns[part], parts[part]);
	const isSecond = units.some((text) => partsOf({ address_1: text }).state !== undefined);
	if (line && (isSecond || (parts.state && (isOther('state') || isOther('postal_code')))))
		addWrongValue(row, line.path, 'address_1', 'otherAddress');
	Object.assign(columns, parts);
	const zip = sources.postal_code ?? line?.path;
	if (zip && isOtherZip(columns.postal_code, columns.state)) addWrongValue(row, zip, 'postal_code', 'otherState');
	const isPlain = chosen.role === '' && chosen.cells.every(({ place }) => !place);
	const known = [columns.address_1, columns.city, columns.state, columns.country].map((value) => plain(textOf(value)));
	const around = line?.object ?? '';
	const venue = row.cells.find(({ isVenue, text, object }) => {
		if (!isVenue) return false;
		const rest = known.reduce((left, part) => left.replace(part, ''), plain(text));
		const isInState = isUsState(text.split(',').at(-1));
		const isNone =
			isEmpty(text) || isAnswer(text) || isInState || SETS.NO_PLACES.has(rest) || /^(?:https?:|www\.)/i.test(text);
		// The site of somebody's work says nothing of an address in another object.
		const isAround =
			around.startsWith(object) ||
			object.startsWith(around) ||
			SETS.VENUE_WORDS.has(plain(object.split('.').at(-1) ?? ''));
		return isAround && !isNone && /^[\p{L}\p{N}]/u.test(text) && /\p{L}/u.test(rest);
	});
	const isSomebodyElse = (text: string) => splitName(text) !== undefined && !isSameName(text, nameOf(person));
	// "Attn: Mailroom" may stand in the second line, but nobody else.
	const isInCareOf = (field: 'address_1' | 'address_2') => {
		const [start = '', name] = textOf(columns[field]).split(CARE_OF);
		return start === '' && name !== undefined && (field === 'address_1' || isSomebodyElse(name));
	};
	// The lines of a whole address are its parts.
	const linesOfStreet = parts.state ? [] : textOf(line?.value).split('\n');
	const areAnothers =
		linesOfStreet.length > 1 &&
		(linesOfStreet.filter((text) => STREET.test(text)).length > 1 ||
			linesOfStreet.some((text) => isSomebodyElse(text.replace(CARE_OF, ''))));
	if (line && (isInCareOf('address_1') || isInCareOf('address_2') || areAnothers))
		addDoubt(row, line.path, 'anothersAddress', 'address_1');
	const addDoubtOfPlace = ({ path }: { path: string }) =>
		addDoubt(row, line?.path ?? path, 'placesAddress', 'address_1', [path]);
	if (line && venue && isPlain) addDoubtOfPlace(venue);
	const addressee = personOf(row, chosen);
	problems.push(...addressee.problems);
	if (person) checkName(row, person, addressee);
	// An address may be called "Home".
	if (addressee.invalidName && !addressee.name && kindOf(addressee.invalidName.text) !== 'place')
		addDoubtOfPlace(addressee.invalidName);
	if (addressee.name) {
		Object.assign(columns, { mailing_first_name: addressee.first_name, mailing_last_name: addressee.last_name });
		sources.mailing_first_name = addressee.name.path;
	}
	return columns;
}

const rank = ({ name, email }: Person) => (name ? 2 : 0) + (email ? 1 : 0);

/** The email in a column on no list, or of a company, that spells the name, where no other email does. */
function spelledEmail({ cells, others, unexplained }: RecordRow, person: Person): Cell | undefined {
	const spelledIn = (columns: Cell[]) =>
		columns.filter(({ value }) => isEmail(value) && spellsWhole(value, nameOf(person)));
	const ofCompany = cells.filter(({ is, field }) => is === 'company' && field === 'email');
	const [spelled] = spelledIn([...unexplained.filter(isOfNobody), ...ofCompany]);
	return spelledIn(others).every(({ value }) => isSameEmail(value, spelled?.value)) ? spelled : undefined;
}

/** Refusal 3: an email for a name that has none of its own. */
function emailFor(row: RecordRow, person: Person, candidates: Person[]): Cell | undefined {
	const withEmail = candidates.find(({ email }) => email);
	if (!withEmail?.email) {
		const spelled = spelledEmail(row, person);
		const old = row.others.find(({ is, value }) => is === 'secondary' && isEmail(value));
		if (old && spelled?.isNewer) row.problems.push(differ('email', [old, spelled], person.name));
		return spelled;
	}
	const { role } = person.group;
	const isNear =
		withEmail.email.object === person.name?.object &&
		(role === '' ? !person.isWhole && SETS.GENERAL_ROLES.has(withEmail.group.role) : withEmail.group.role === '');
	const address = addressIn(withEmail.email.value);
	const mayBeOthers = ({ is, text }: Cell) => is === 'other' && isSpelledBy(address, text);
	// The first name is enough for the only plain email.
	const mayBeNear = isNear || (role !== '' && SETS.GENERAL_ROLES.has(withEmail.group.role));
	const isFirstName = mayBeNear && isSpelledBy(address, textOf(person.first_name)) && !row.others.some(mayBeOthers);
	const isSurely = isFirstName || isSpelledBy(address, nameOf(person), true);
	const isWork = (role === 'employee' || role === 'new hire') && withEmail.email.kind !== '';
	const isOther = ({ name }: Cell) => !name.startsWith('emergency');
	const other =
		somebodyElse(row.others.filter(isOther), candidates) ??
		candidates.find((one) => one.invalidName)?.invalidName?.path;
	row.problems.push(...withEmail.problems);
	if (
		isSurely ||
		(isNear &&
			(isWork || (!other && row.under(SETS.FORM_COLUMNS).length === 0 && !SETS.FILLED_IN_ROLES.has(plain(role)))))
	)
		return withEmail.email;
	addDoubt(row, withEmail.email.path, other ? 'personsEmail' : 'anothersEmail', 'email', other ? [other] : []);
	return undefined;
}

/** The one person among those of a record, with their email. Others who could be meant are refused. */
function choose(row: RecordRow, candidates: Person[], sendMethod: unknown): Person | undefined {
	const { problems } = row;
	const onAddresses = row.onAddresses.map((group) => personOf(row, group)).filter(({ name }) => name);
	const [best] = candidates.sort((a, b) => rank(b) - rank(a) || a.group.role.length - b.group.role.length);
	const meant = row.under(SETS.GIFT_FOR_COLUMNS).find(({ text }) => spellsWhole(best?.email?.value, text));
	if (best && meant && !best.name && !best.invalidName) Object.assign(best, { name: meant, ...splitIn(row, meant) });
	// A parcel needs a name only: the one on its address, if there is no other.
	const isFromAddress = !best?.name && sendMethod === 'direct_send' && best?.group.role !== 'recipient';
	const person = isFromAddress ? onAddresses[0] : best;
	const invalidName = candidates.find((one) => one.invalidName)?.invalidName;
	const plainName = candidates.find(
		({ group, invalidName: name }) => group.role === '' && !isCompany(name?.value),
	)?.invalidName;
	if (!person?.name) {
		if (!invalidName) return person;
		const { text, path } = invalidName;
		if (isCompany(text)) addWrongValue(row, path, 'full_name', 'placeholder');
		else problems.push({ kind: SEVERAL.test(text) ? 'severalPeople' : 'noWholeName', columns: [path] });
		return person;
	}
	row.found = person.name.path;
	problems.push(...person.problems);
	// Whoever fills in a form about themselves may name who gets the gift.
	const spouse = row.others.find(
		(one) => /^(?:spouse|husband|wife|partner)/.test(one.name) && mayBeName(one.value, 'one'),
	);
	if (spouse && person.name.name.startsWith('your')) addDoubt(row, spouse.path, 'intendedRecipient');
	// The plain name beside a contact's is that of a company or a thing.
	if (plainName && person.group.role !== '' && /^[\p{L}\s.&'’-]+$/u.test(plainName.text))
		addDoubt(row, plainName.path, 'intendedRecipient');
	const isNear = ({ group }: Person) => group.role === person.group.role || person.group.role !== 'recipient';
	for (const other of [...candidates, ...onAddresses.filter(isNear)]) {
		if (other === person) continue;
		checkName(row, person, other);
		const { name, email, group } = other;
		if (!email || !person.email || !AT.test(email.text) || isSameEmail(email.value, person.email.value)) continue;
		if (name && group.role !== person.group.role) addDoubt(row, email.path, 'intendedEmail', 'email');
		else problems.push(differ('email', [person.email, email], person.name));
	}
	// A plain email beside a parcel is its buyer's, unless it spells the name.
	const plainEmail = spellsWhole(best?.email?.value, nameOf(person)) ? best?.email : undefined;
	return { ...person, email: person.email ?? (isFromAddress ? plainEmail : emailFor(row, person, candidates)) };
}

/** Whether the columns of a group only say yes or no, such as "Recipient: Yes". */
const isMarker = ({ cells, roleOnly }: Group) => cells.length === 0 && roleOnly.every(({ value }) => isAnswer(value));

function readRow(row: RecordRow, sendMethod: unknown): RecordReading {
	const { people, problems } = row;
	if (people.length > MOST_PEOPLE)
		return { columns: {}, sources: {}, unused: {}, problems: [{ kind: 'tooManyPeople', max: MOST_PEOPLE }] };
	const everybody = people.map((group) => personOf(row, group));
	const recipients = everybody.filter(({ group }) => group.role === 'recipient' && !isMarker(group));
	const rest = recipients.length > 0 ? everybody.filter(({ group }) => group.role !== 'recipient') : [];
	// Who has the recipient's name, where nobody has another one, or the name that the recipient's email spells, is the recipient.
	const hasName = (name: string) => rest.every((one) => !one.name || comparable(nameOf(one)) === comparable(name));
	const spelled = rest.filter((one) =>
		recipients.every((other) =>
			!other.name
				? spellsWhole(other.email?.value, nameOf(one))
				: one.name
					? other.last_name !== undefined && hasName(nameOf(other))
					: one.group.role === '' && spellsWhole(one.email?.value, nameOf(other)),
		),
	);
	const candidates = recipients.length > 0 ? [...recipients, ...spelled] : everybody;
	const person = choose(row, candidates, sendMethod);
	const { name, email } = person ?? {};
	const elsewhere = rest.find((one) => one.email)?.email;
	const isEmailMissing =
		sendMethod === 'email_and_link' &&
		!email &&
		!recipients.some(({ group }) => group.cells.some(({ field }) => field === 'email'));
	if (name && elsewhere && isEmailMissing) addDoubt(row, elsewhere.path, 'anothersEmail', 'email');

	const known = row.countries
		.filter(({ value, text }) => !isEmpty(value) && !/^\+?\d+$/.test(text))
		.map(({ value }) => value);
	// Those that take text messages come first.
	const phones = person && name ? filled(person.group, 'phone') : [];
	phones.sort((a, b) => Number(b.isMobile) - Number(a.isMobile));
	const columns: Columns = { phone_countries: known };
	const sources: Record<string, string> = {};
	const put = (field: ColumnId, found: Cell | undefined, value = found?.value) => {
		if (found && !isBlank(value)) [columns[field], sources[field]] = [value, found.path];
	};
	if (person && name) checkValues(row, person, name, known);
	put('first_name', name, person?.first_name ?? null);
	put('last_name', person?.last ?? name, person?.last_name ?? null);
	put('email', email);
	put('phone', phones.find(({ value }) => usPhone(value, ['US'])) ?? phones[0]);
	if (sendMethod === 'direct_send') {
		// The address is not that of somebody's manager.
		const mayLiveThere = row.others.filter((one) => one.isRelated || isInvolved(one));
		const isAnyoneElse = () =>
			rest.some((one) => one.name ?? one.email) || somebodyElse(mayLiveThere, candidates) !== undefined;
		Object.assign(columns, addressOf(row, person, isAnyoneElse, sources));
		const buyer = row.buyers.find(({ value, text, field }) =>
			isEmail(value)
				? person?.group.role !== 'recipient' && !isSpelledBy(addressIn(value), nameOf(person))
				: field?.endsWith('_name') &&
					(field === 'full_name' ? splitName(value) !== undefined : mayBeName(value, 'any')) &&
					!isSameName(text, nameOf(person)),
		);
		if (name && !email && buyer) addDoubt(row, buyer.path, 'buyers');
		// Trento in Italy has a state TN with ZIP codes of Tennessee, too.
		columns.country ??= known.find((country) => !isUs(country));
	}
	const hasRecipient = recipients.some((one) => one.name ?? one.email);
	checkUnexplained(row, person, hasRecipient, columns.address_1);
	const isUnused = {
		first_name: ({ is, field, text }: Cell) =>
			(is === 'other' || field?.endsWith('_name') === true) && splitName(text) !== undefined,
		email: ({ value }: Cell) => isEmail(value),
		address_1: ({ field, speaks, text }: Cell) => (field === 'address_1' || speaks === 'street') && STREET.test(text),
	};
	const missing = Object.entries(isUnused).filter(([column]) => isBlank(columns[column as ColumnId]));
	const unused = Object.fromEntries(
		missing.map(([column, is]) => [labelOf(column as Field), row.cells.find(is)?.path]),
	);
	return { columns, sources, unused, problems: withoutRepeated(problems) };
}

/**
 * Reads the recipients of records, one after the other. Addresses are read for the send method `direct_send` only.
 *
 * 1. The closed lists of `columnNames` and `systemShapes` say what a column holds and whose it is, in any case, punctuation and
 *    script; all other columns are unexplained.
 * 2. The columns of one role are one person: the recipient if any column names one, else the person of whom most is known.
 * 3. A record is refused if it has two values for a field, if another person has another name or email, or if an unexplained
 *    column could name somebody else.
 * 4. An email of another role than the name counts only if the record names nobody else, an address without a role only if it
 *    names nobody who may be meant, and a plain name only if nothing says that the record is a thing.
 * 5. All of an address comes from one place: the person's own before others, and where parcels go before the rest. It is in
 *    nobody else's name.
 *
 * What the names of one set of columns mean is found out once.
 */
export const recordReader = (sendMethod: unknown): ((json: IDataObject) => RecordReading) => {
	const known = new Map<string, Cell[]>();
	return (json) => {
		const { paths, values } = flattened(json);
		// The number of paths tells apart those that hold what stands between them.
		const key = [paths.length, ...paths].join('\0');
		const cells = known.get(key) ?? cellsOf(paths);
		known.set(key, cells);
		for (const cell of cells) [cell.value, cell.text] = [values[cell.at], textOf(values[cell.at])];
		return readRow(rowOf(cells), sendMethod);
	};
};
