import { LAST_NAME_BESIDE, WHOLE_NAME_ALONE, type Field } from './columnNames';
import { byPath, competing, isSame, textOf, WHAT } from './foundValues';
import { isLatin, looksLikeName, nameInEmail, nameWords, sameName, shareWord, splitName } from './personName';
import type { Found } from './recordPlaces';
import type { Signs } from './recordSigns';
import { folded } from './text';
import { isEmpty } from '../recipient';

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
