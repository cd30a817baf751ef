import type { IDataObject } from 'n8n-workflow';

import { isObject } from '../../../../api/values';
import { EMAIL_BESIDE_CONTAINER, LAST_NAME_BESIDE, WHOLE_NAME_ALONE, type Field } from './columnNames';
import { byPath, competing, groupsOf, isSame, looksLikeEmail, textOf, WHAT } from './foundValues';
import { folded } from './text';
import { looksLikeName, isLatin, nameInEmail, nameWords, sameName, shareWord, splitName } from './personName';
import { isEmpty } from '../recipient';
import { isNameField, SEPARATOR, type Found, type Place } from './recordPlaces';
import { NO_SIGNS, signsOf, type Signs } from './recordSigns';

/** One person of a record. */
export interface Person {
	/** As in `Place`, which all columns of the person share. */
	role: string;
	container: string;
	isInPerson?: boolean;
	/** The columns found, and below the values made of them. */
	first?: Found;
	last?: Found;
	full?: Found;
	email?: Found;
	/** In order of preference. */
	phones: Found[];
	first_name?: unknown;
	last_name?: unknown;
	/** Sentences on columns of which only one can be right. */
	problems: string[];
}

/** The best column for a field; two equally good ones with different values are a problem. */
function bestColumn(found: Found[], field: Field, problems: string[]): Found | undefined {
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

/**
 * The person of columns that belong to one person: one column for each field, a full name split where there is no first name.
 * @param signs of the object around the columns
 */
export function personOf(found: Found[], signs: Signs): Person {
	const [any] = found;
	const problems: string[] = [];
	const given = bestColumn(found, 'first_name', problems);
	let last = bestColumn(found, 'last_name', problems);
	const wholeName = given && !last && WHOLE_NAME_ALONE.includes(given.phrase) ? given : undefined;
	const first = wholeName ? undefined : given;
	const email = bestColumn(found, 'email', problems);
	const { role = '', container = '', isInPerson } = any ?? {};
	const hasContact = found.some(({ field, value }) => (field === 'email' || field === 'phone') && !isEmpty(value));
	const isThing =
		role === '' && (signs.isThing || (signs.isPerhapsThing && !hasContact) || (signs.isPerhapsCompany && !email));
	const isPersonName = ({ value }: Found) =>
		looksLikeName(value) && !isThing && !signs.companies.has(folded(value).trim());
	const names = found
		.map((one) => (one === wholeName ? { ...one, field: 'full_name' as const } : one))
		.filter((one) => one.field === 'full_name' && isPersonName(one));
	// "Name" is the last name beside "Vorname".
	const surname = first && names.find((one) => LAST_NAME_BESIDE[first.phrase]?.includes(one.phrase));
	const isSurname = surname && !last && !shareWord(textOf(surname.value), textOf(first.value));
	if (isSurname) last = surname;
	const nameProblems: string[] = [];
	const full = bestColumn(names, 'full_name', nameProblems);
	if (!first) problems.push(...nameProblems);

	const split = full && splitName(full.value);
	let [first_name, last_name]: [unknown, unknown] = [first?.value, last?.value];
	if (first && full && split?.last_name && !isSurname && !shareWord(textOf(full.value), textOf(first.value))) {
		problems.push(competing([first.path, full.path], 'name'));
	}
	// The full name has the last name, too.
	if (first && !last && full && split && isSame('first_name', split.first_name, first.value))
		last_name = split.last_name;
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
	const inEmail = nameInEmail(email?.value);
	const name = [first_name, last_name].map(textOf).join(' ');
	const nameAt = first ?? full;
	if (email && nameAt && inEmail && !shareWord(inEmail, name) && isLatin(inEmail) === isLatin(name))
		problems.push(competing([nameAt.path, email.path], 'name'));
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

/** The person's first and last name, `''` if there is none. */
export const nameOf = ({ first_name, last_name }: Person) =>
	[textOf(first_name), textOf(last_name)].filter(Boolean).join(' ');
/** The column that messages name for the person's name. */
export const nameSource = ({ first, full }: Person) => first ?? full;

/** The columns in which two people differ. */
export function differences(a: Person, b: Person): string[] {
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

const isPersonField = ({ field }: Place) => isNameField(field) || field === 'email' || field === 'phone';
const containerAndRole = ({ container, role }: Place) => `${container}${SEPARATOR}${role}`;

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

/** Adds the email of an object of billing data for the same first and last name, where the record has no other. */
function withBillingEmail(person: Person, billed: Person[]): Person {
	if (person.email) return person;
	const isSamePerson = (other: Person) =>
		isSame('first_name', other.first_name, person.first_name) &&
		isSame('last_name', other.last_name, person.last_name) &&
		textOf(person.last_name) !== '' &&
		other.problems.length === 0;
	return { ...person, email: billed.find((other) => other.email && isSamePerson(other))?.email };
}

/** The object that a path of containers leads to. */
function containerAt(json: IDataObject, path: string): IDataObject | undefined {
	let at: unknown = json;
	for (const key of path.split('.')) {
		at = isObject(at) ? at[key] : undefined;
		if (Array.isArray(at) && at.length === 1) at = at[0];
	}
	return isObject(at) ? (at as IDataObject) : undefined;
}

/** The one person of a record. Its problems name the columns of others who could be meant. */
export function choosePerson(
	all: Found[],
	json: IDataObject,
	sendMethod: unknown,
): { person?: Person; others: Person[] } {
	const signs = signsOf(json);
	const found = all.filter(({ isBilling }) => !isBilling);
	const signsFor = ([one]: Found[]): Signs => {
		const record = one?.container ? containerAt(json, one.container) : undefined;
		if (!record) return signs;
		const own = signsOf(record);
		return { ...own, companies: new Set([...signs.companies, ...own.companies]) };
	};
	const needsEmail = sendMethod === 'email_and_link';
	const known = groupsOf(
		found.filter((one) => isPersonField(one) && !one.isUnknown && !one.isOnAddress),
		containerAndRole,
	);
	// Beside an invitee, the user of the calendar is the host.
	const hasInvitee = known.some(([one]) => one?.role === 'invitee');
	const groups = hasInvitee ? known.filter(([one]) => one?.role !== 'user') : known;
	const isFilled = (group: Found[]) => group.some(({ value, field }) => !isEmpty(value, field));
	const ofRecipient = groups.filter(([one]) => one?.isRecipient);
	const hasRecipient = ofRecipient.length > 0;
	const onAddress = groupsOf(
		found.filter((one) => one.isOnAddress && !one.isUnknown),
		({ container, role, addressPlace }) => [container, role, addressPlace].join(SEPARATOR),
	);

	const score = (one: Person) => (nameSource(one) ? 4 : 0) + (one.email ? 2 : 0) + (one.last || one.full ? 1 : 0);
	let people = (hasRecipient ? ofRecipient : groups).filter(isFilled).map((group) => personOf(group, signsFor(group)));
	// A parcel needs a name only: the one on its address, if there is no other.
	const isNameless = people.every((one) => one.role === '' && !nameSource(one) && !one.last);
	if (!hasRecipient && isNameless && (people.length === 0 || sendMethod === 'direct_send')) {
		const addressees = onAddress.filter(isFilled).map((group) => personOf(group, NO_SIGNS));
		if (addressees.length > 0) people = addressees;
	}
	const [chosen, ...rest] = people.sort((a, b) => score(b) - score(a));
	const others = hasRecipient
		? groups.filter((group) => !ofRecipient.includes(group)).map((group) => personOf(group, signsFor(group)))
		: [];
	const strangers = groupsOf(
		found.filter((one) => isPersonField(one) && one.isUnknown && (one.isRecipient || !hasRecipient)),
		containerAndRole,
	).map((group) => strangerOf(group, signsFor(group)));
	const unknown = strangers.flatMap((one) => unknownProblems(chosen, one, needsEmail));
	if (!chosen) return { person: { role: '', container: '', phones: [], problems: unknown }, others };
	// A column that the recipient does not have is somebody else's here.
	const lacks = (fields: Field[]) => hasRecipient && !ofRecipient.flat().some(({ field }) => fields.includes(field));
	const [otherName] = lacks(['first_name', 'full_name']) ? others.flatMap((one) => nameSource(one) ?? []) : [];
	const [otherEmail] = needsEmail && lacks(['email']) ? others.flatMap((one) => one.email ?? []) : [];
	for (const other of [otherName, otherEmail]) {
		if (other) unknown.push(competing([other.path], WHAT[other.field] ?? 'name'));
	}
	const isWhole = nameSource(chosen) !== undefined && (chosen.email !== undefined || !needsEmail);
	const competitors = rest.filter(
		(other) => !(isWhole && other.container !== chosen.container && !nameSource(other) && !other.last),
	);
	const billed = groupsOf(
		all.filter((one) => one.isBilling && one.path.includes('.') && isPersonField(one) && !one.isUnknown),
		({ path, role }) => [path.split('.').slice(0, -1).join('.'), role].join(SEPARATOR),
	).map((group) => personOf(group, NO_SIGNS));
	const whole = completed(chosen, rest, json, signs, needsEmail);
	const person = needsEmail ? withBillingEmail(whole, billed) : whole;
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
