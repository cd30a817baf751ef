import { comparable } from '../../../api/values';
import { addDoubt, addWrongValue, filledCells, isInvolved, isOfNobody, type Cell, type RecordRow } from './cells';
import {
	domainOf,
	entriesOf,
	hasWord,
	isAnswer,
	isCompany,
	isEmail,
	isMailbox,
	isMailboxOf,
	isNoName,
	isOneWord,
	isSameEmail,
	isSameStreet,
	mayBeName,
	REMARK,
	STREET,
	textOf,
	withoutRemarks,
} from './cellValues';
import { isIn, isOnList, plain, SETS } from './columnMeaning';
import { emailOf, isEmpty } from './normalize';
import { columnAgainstGift } from './notes';
import { differ, nameOf, oldEmail, spellsWhole, type Person } from './people';
import { isSameName, isSpelledBy, spellsAnother, splitName } from './personName';

/** Refusal 2: columns that could be another person's and are not explained. @param street of the recipient, if it is read */
export function checkUnexplained(row: RecordRow, person: Person | undefined, hasRecipient: boolean, street: unknown) {
	const name = nameOf(person);
	// A second email of the person spells the name, as the email that counts does, and does not replace it.
	const isOwn = (value: unknown, column: Cell) =>
		isSameEmail(value, person?.email?.value) ||
		(isOfNobody(column) &&
			!column.isNewer &&
			[value, person?.email?.value ?? value].every((one) => spellsWhole(one, name)));
	const check = (value: unknown, column: Cell, several: boolean) => {
		const { path, is, isRoleOnly, describes, isRelated, isForRecipient } = column;
		if (isEmpty(value) || isAnswer(value)) return;
		if (isEmail(value) && (isRelated || !['other', 'company', 'secondary'].includes(is))) {
			if (person?.name && !['any', 'one'].includes(describes) && isMailbox(value)) return;
			if (isOwn(value, column)) return;
			// The email of an "AM" is that of the account manager whose name it spells.
			if (isOfNobody(column) && row.others.some(({ is: isOf, text }) => isOf === 'other' && spellsWhole(value, text)))
				return;
			const old = column.isNewer ? (person?.email ?? oldEmail(row.others)) : undefined;
			if (old) row.problems.push(differ('email', [old, column], person?.name));
			else addDoubt(row, path, 'intendedEmail', 'email');
		} else if (isForRecipient && !hasRecipient) {
			if (!isSameName(textOf(value), name)) addDoubt(row, path, 'intendedRecipient');
		} else if (describes === 'street') {
			if (STREET.test(textOf(value)) && !isSameStreet(value, street)) addDoubt(row, path, 'anothers', 'address_1');
		} else if (is === 'unknown' || isRoleOnly) {
			const isAnother = mayBeName(value, describes) && !isSameName(withoutRemarks(value), name);
			if (!isAnother || row.companies.has(comparable(value))) return;
			if (several) row.problems.push({ kind: 'severalPeople', columns: [path] });
			else addDoubt(row, path, 'intendedRecipient');
		}
	};
	const needed = ['address_1', 'city', 'postal_code'] as const;
	const isAddressed = () =>
		row.addresses.some((group) => needed.every((field) => filledCells(group, field).length > 0));
	for (const column of row.unexplained) {
		if (['co', 'careof'].includes(column.name) && isAddressed()) continue;
		const entries = column.isRoleOnly && isCompany(column.value) ? [] : entriesOf(column.value);
		// Of several people under a word for one, none has been read. Nor has whom an employee works for.
		const isServed = person?.group.role === 'employee' && column.role !== 'employee';
		const isUnread = column.isRoleOnly && column.describes === '' && (isServed || entries.length > 1);
		const read: Cell = isUnread ? { ...column, describes: isServed ? 'one' : 'two' } : column;
		for (const one of entries) check(one, read, entries.length > 1);
	}
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

/** An email or a country of Hungary, where family names stand first. */
const HUNGARIAN = /(?:\.hu|^hun?|^hungary|^magyarorsz[aá]g)$/i;

/** Refusal 4: a name that is no person's, or does not say which part is which. */
function checkPersonsName(row: RecordRow, person: Person, name: Cell, countries: unknown[]) {
	const { first_name, last_name, last, email, isWhole } = person;
	const whole = nameOf(person);
	const parts = whole.split(/\s+/);
	const isNobodys = ({ text }: Cell) => hasWord(text.split(REMARK).slice(1).join(' '), SETS.NOBODYS_REMARKS);
	const isWrong = (part: unknown, found: Cell) =>
		isNoName(part) ||
		textOf(part).includes('&') ||
		plain(textOf(part)) === found.name ||
		isNobodys(found) ||
		/^(?:yes|no|same|true|false)$/i.test(textOf(part));
	const isHousehold = [parts[0], parts.at(-1)].some((part = '') => SETS.HOUSEHOLD_WORDS.has(plain(part)));
	const isSpelled = () => spellsWhole(email?.value, whole);
	// Gift is a first name, and Crew another one.
	const isNoFirstName = (part = '') =>
		isIn(SETS.NO_NAME_WORDS, plain(part)) && !/^(?:crew|gala|gift|order|the)$/i.test(part);
	const isNoPerson =
		(!isSpelled() && (isOnList(whole) || isNoFirstName(parts[0]) || row.companies.has(comparable(first_name)))) ||
		isCompany(whole) ||
		/\bof\b/i.test(whole) ||
		isIn(SETS.SHARED_MAILBOXES, plain(whole)) ||
		parts.every((part) => SETS.PLACEHOLDER_NAMES.has(plain(part)));
	if (isWrong(first_name, name) || isHousehold || isNoPerson)
		addWrongValue(row, name.path, 'first_name', 'placeholder');
	else if (last && !isEmpty(last_name, 'last_name') && isWrong(last_name, last))
		addWrongValue(row, last.path, 'last_name', 'placeholder');
	const isUnsure = isWhole && !last && !name.isFamilyFirst && !name.text.includes(',');
	const isHungarian = () => [emailOf(email?.value), ...countries].some((value) => HUNGARIAN.test(textOf(value)));
	// Four words do not say which of them are given names.
	const isLong =
		parts.length > 3 && !parts.some((part) => plain(part).length < 2 || SETS.NAME_PARTICLES.has(plain(part)));
	// Things are written so, such as "Canvas tote bag".
	const isThing = /^\p{Lu}.*\s\p{Ll}+$/u.test(name.text) && !isSpelled();
	if (isUnsure && (isLong || isThing || isHungarian()))
		row.problems.push({ kind: 'noWholeName', columns: [name.path] });
}

/** Refusal 5, of an email that spells the name of somebody else. @param isOwn whether it spells that of the person */
function checkSpelling(row: RecordRow, person: Person, path: string, address: unknown, isOwn: boolean): void {
	const whole = nameOf(person);
	const refuse = (other?: Cell) =>
		addDoubt(row, path, other ? 'personsEmail' : 'spellsOther', 'email', other ? [other.path] : []);
	// An email with the first name is nobody else's.
	if (isOwn && plain(textOf(address)).includes(plain(textOf(person.first_name)))) return;
	// Somebody of the family may have the same last name, and the same initial.
	const relative = row.others.find((column) => {
		const other = withoutRemarks(column.value);
		const mayBe = column.is === 'other' && !column.isOfThing && isOneWord(other) && !isSameName(other, whole);
		return mayBe && !isInvolved(column) && spellsWhole(address, `${other} ${textOf(person.last_name)}`);
	});
	if (relative) refuse(relative);
	const spelled = row.named.find((columns) => {
		const describes = columns.some(({ is }) => is === 'other') ? 'any' : 'name';
		const texts = columns.flatMap(({ value }) => entriesOf(value));
		const names = [columns.map(({ value }) => withoutRemarks(value)).join(' '), ...texts.map(withoutRemarks)];
		// An initial and the last name may be those of two people.
		return names.some(
			(one) => mayBeName(one, describes) && isSpelledBy(address, one, isOwn) && !(isOwn && isSameName(one, whole)),
		);
	})?.[0];
	// "Sales Qualified" does not say whose sales@ is.
	if (spelled && !isMailbox(address)) refuse(spelled);
	if (isOwn) return;
	const own = filledCells(person.group, 'first_name').map(({ text }) => plain(text));
	// The email may have the first name that is not the preferred one.
	if (!person.name?.isPreferred && spellsAnother(address, whole, [person.group.role, ...own])) refuse();
	const owner = row.others.find((column) => {
		const { value, text, is, isRelated } = column;
		if (!isEmail(value)) return isRelated && mayBeName(value, 'two') && !isSameName(text, whole);
		return spellsWhole(value, whole) || (is === 'other' && !isInvolved(column) && isSameEmail(value, address));
	});
	if (owner) refuse(owner);
}

/** Refusals 4 and 5: values that contradict their columns. */
export function checkValues(row: RecordRow, person: Person, name: Cell, countries: unknown[]): void {
	const whole = nameOf(person);
	const address = emailOf(person.email?.value);
	const isOwn = isSpelledBy(address, whole);
	checkPersonsName(row, person, name, countries);
	if (person.email) checkMailbox(row, person, person.email.path, String(address), isOwn);
	const isOfCompany = plain(domainOf(address)) === plain(whole);
	const domain = isOfCompany ? person.email : row.under(SETS.DOMAIN_COLUMNS).find(({ value }) => !isEmpty(value));
	if (person.isWhole && domain && !isOwn) addDoubt(row, domain.path, 'companyDomain');
	const notAPerson = row.under(SETS.NOT_A_PERSON_COLUMNS).find(({ value }) => /^(?:true|yes|1)$/i.test(String(value)));
	if (notAPerson) addDoubt(row, notAPerson.path, 'notAPerson');
	const note = columnAgainstGift(row, whole);
	if (note) addDoubt(row, note.path, 'note');
	if (person.email) checkSpelling(row, person, person.email.path, address, isOwn);
}
