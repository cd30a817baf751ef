import { comparable, isObject } from '../../../api/values';
import { filledCells, type Cell, type Group, type RecordRow } from './cells';
import {
	addressIn,
	domainOf,
	isAnswer,
	isCompany,
	isEmail,
	isLatin,
	isNoName,
	isOfDomain,
	isOneWord,
	isSame,
	isSameEmail,
	isWords,
	mayBeName,
	SEVERAL,
	textOf,
} from './cellValues';
import { kindOf, plain, SETS } from './columnMeaning';
import type { Field } from './columnNames';
import { isUs } from './normalize';
import { isFormOfName, isSameName, isSpelledBy, splitName, wordsWithout } from './personName';
import { labelUnlessName, type Refusal } from './refusals';

const isOneList = (columns: Cell[]) =>
	columns.every(({ path }) => path.includes('[')) &&
	new Set(columns.map(({ path }) => path.replace(/\[\d+\].*/, ''))).size === 1;

/** Refusal 1, of columns that differ. @param name the column that names the person */
export function differ(field: Field, columns: Cell[], name?: Cell): Refusal {
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
export function only(group: Group, field: Field, problems: Refusal[], name?: Cell): Cell | undefined {
	let found = filledCells(group, field);
	if (field === 'state')
		found = found.filter(({ text }) => /\p{L}/u.test(text) && !SETS.ACCOUNT_STATES.has(comparable(text)));
	// A list differs from itself.
	if (found.length < 2 && !Array.isArray(found[0]?.value)) return found[0];
	const prefer = (is: (one: Cell) => boolean) => {
		if (found.some(is)) found = found.filter(is);
	};
	if (field === 'email') {
		prefer(({ value }) => isEmail(value));
		// A private email is the same person's.
		const homes = found.filter(({ kind }) => kind === 'home');
		prefer(({ kind }) => kind !== 'home');
		const [work] = found.filter(({ kind }) => kind === 'work');
		const names = (['first_name', 'last_name', 'full_name'] as const).flatMap((one) => filledCells(group, one));
		// "Work Email" may be that of the front desk.
		if (work && isSpelledBy(addressIn(work.value), names.map(({ text }) => text).join(' ')))
			prefer(({ value }) => !homes.some((home) => isSameEmail(value, home.value)));
		if (isOneList(found)) prefer(({ kind }) => kind === 'work');
	}
	if (field === 'first_name') prefer((one) => one.isPreferred);
	if (field === 'country') prefer(({ value }) => !isUs(value));
	// The last four digits of a ZIP code may have a column of their own.
	if (field === 'postal_code') prefer(({ text }) => !/^\d{4}$/.test(text));
	const [first] = found as [Cell];
	const others = found.filter(({ value }) => !isSame(field, value, first.value));
	if (others.length > 0) problems.push(differ(field, [first, ...others], name));
	return first;
}

export interface Person {
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

/** The name of a person or a recipient, as far as it has one. */
export const nameOf = ({ first_name, last_name }: Pick<Partial<Person>, 'first_name' | 'last_name'> = {}) =>
	[first_name, last_name].map(textOf).filter(Boolean).join(' ');
export const spellsWhole = (email: unknown, name: string) => isSpelledBy(addressIn(email), name, true);

/** First and last name of a whole name, unless it is a company's that the record names. */
export const splitIn = ({ companies }: RecordRow, { value, isFamilyFirst }: Cell) =>
	companies.has(comparable(value)) ? undefined : splitName(value, isFamilyFirst);

/** Who the columns of a group describe. Their problems count if the person is chosen. */
export function personOf(row: RecordRow, group: Group): Person {
	const problems: Refusal[] = [];
	const [first, last] = (['first_name', 'last_name'] as const).map((field) => only(group, field, problems));
	const { roleOnly } = group;
	const full = filledCells(group, 'full_name');
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
	// A display name may have the preferred first name.
	const different = names.find(({ text }) => !isSameName(text, name) && !isFormOfName(text, name));
	if (different && person.name) problems.push(differ('full_name', [person.name, different]));
	if (first && !reversed && !isNoName(first.value) && SEVERAL.test(one))
		problems.push({ kind: 'severalPeople', columns: [first.path] });
	if (email && person.name && isOther) problems.push(differ('full_name', [person.name, email]));
	return person;
}

/** The email that a newer one replaces, where the record has no other. */
export const oldEmail = (others: Cell[]) => others.find(({ is, value }) => is === 'secondary' && isEmail(value));

/** A column of other people that names somebody who is none of the candidates. */
export function somebodyElse(others: Cell[], candidates: Person[]): string | undefined {
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
export function checkName(row: RecordRow, person: Person, other: Person): void {
	const { role } = other.group;
	const isThing = MAY_BE_COMPANIES.has(role) || isCompany(other.invalidName?.value);
	const name = other.name ?? other.last ?? (isThing ? undefined : other.invalidName);
	if (!person.name || !name) return;
	const text = other.name ? nameOf(other) : name.text;
	// The contact of a company has an email of its domain.
	const address = person.email?.value;
	const isContacts = isThing && (plain(domainOf(address)) === plain(text) || isOfDomain(text, address));
	if (!isContacts && !isSameName(text, nameOf(person))) row.problems.push(differ('full_name', [person.name, name]));
}
