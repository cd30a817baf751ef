import type { IDataObject } from 'n8n-workflow';

import { isObject } from '../../../../api/values';
import { EMAIL_BESIDE_CONTAINER, type Field } from './columnNames';
import { competing, groupsOf, isSame, looksLikeEmail, textOf, WHAT } from './foundValues';
import { differences, nameSource, personOf, type Person } from './person';
import { looksLikeName, nameWords } from './personName';
import { isNameField, SEPARATOR, type Found, type Place } from './recordPlaces';
import { NO_SIGNS, signsOf, type Signs } from './recordSigns';
import { isEmpty } from '../recipient';

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
	const unknownPersons = groupsOf(
		found.filter((one) => isPersonField(one) && one.isUnknown && (one.isRecipient || !hasRecipient)),
		containerAndRole,
	).map((group) => unknownPersonOf(group, signsFor(group)));
	const unknown = unknownPersons.flatMap((one) => unknownProblems(chosen, one, needsEmail));
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
function unknownPersonOf(group: Found[], signs: Signs): Person {
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
function unknownProblems(person: Person | undefined, unknownPerson: Person, needsEmail: boolean): string[] {
	if (!nameSource(unknownPerson) && !unknownPerson.last && !unknownPerson.email) return [];
	const problems = person ? differences(person, unknownPerson) : [];
	const isLastOnly = !nameSource(unknownPerson) && unknownPerson.last;
	if (person?.last && isLastOnly && !isSame('last_name', person.last.value, unknownPerson.last?.value)) {
		problems.push(competing([person.last.path, isLastOnly.path], 'last name'));
	}
	const source = nameSource(unknownPerson);
	if (source && !(person && nameSource(person))) problems.push(competing([source.path], WHAT[source.field] ?? 'name'));
	const isDoubtful = needsEmail || !person || !nameSource(person);
	if (unknownPerson.email && !person?.email && isDoubtful)
		problems.push(competing([unknownPerson.email.path], 'email'));
	return problems;
}
