import { comparable } from '../../../api/values';
import { addDoubt, addWrongValue, isInvolved, isOfNobody, type Cell, type Group, type RecordRow } from './cells';
import {
	addressIn,
	AT,
	isAnswer,
	isCompany,
	isEmail,
	isOfDomain,
	isSameEmail,
	mayBeName,
	SEVERAL,
	textOf,
} from './cellValues';
import { plain, SETS } from './columnMeaning';
import { isEmpty } from './normalize';
import {
	checkName,
	differ,
	nameOf,
	oldEmail,
	personOf,
	somebodyElse,
	spellsWhole,
	splitIn,
	type Person,
} from './people';
import { isEmailOf, isSpelledBy, splitName } from './personName';

/** Whether the columns of a group only say yes or no, such as "Recipient: Yes". */
const isMarker = ({ cells, roleOnly }: Group) => cells.length === 0 && roleOnly.every(({ value }) => isAnswer(value));

/** Who may get the gift: the recipients, if a column names one, and `spelled`, who is the same person; else everybody. `rest`: all others. */
export function candidatesOf(row: RecordRow) {
	const everybody = row.people.map((group) => personOf(row, group));
	// The answer to "Who are you nominating?" names whose email it spells, such as "Nominee's email".
	const asked = row.unexplained.find(({ describes, text }) => describes === 'any' && splitName(text));
	const named = everybody.map((one) =>
		asked && !one.name && one.group.role !== '' && isEmailOf(addressIn(one.email?.value), asked.text)
			? { ...one, name: asked, ...splitIn(row, asked) }
			: one,
	);
	const isRecipient = ({ name, group }: Person) =>
		(asked && name === asked) || (group.role === 'recipient' && !isMarker(group));
	const recipients = named.filter(isRecipient);
	const rest = recipients.length > 0 ? named.filter((one) => !isRecipient(one)) : [];
	// Who has the recipient's name, where nobody has another one, or the name that the recipient's email spells, is the recipient.
	const hasName = (name: string) => rest.every((one) => !one.name || comparable(nameOf(one)) === comparable(name));
	const spelled = rest.filter((one) =>
		recipients.every((other) =>
			!other.name
				? !one.name?.name.startsWith('your') && spellsWhole(other.email?.value, nameOf(one))
				: one.name
					? other.last_name !== undefined && hasName(nameOf(other))
					: one.group.role === '' && spellsWhole(one.email?.value, nameOf(other)),
		),
	);
	return { recipients, rest, spelled, candidates: recipients.length > 0 ? [...recipients, ...spelled] : everybody };
}

const rank = ({ name, email }: Person) => (name ? 2 : 0) + (email ? 1 : 0);

/** Whether an email is the first name of a person, and none of other names. */
const isFirstNameOf = (address: unknown, { first_name }: Person, others: Cell[]) =>
	isSpelledBy(address, textOf(first_name)) && !others.some(({ text }) => isSpelledBy(address, text));

/** The email in a column on no list, or of a company, that spells the name, where no other email does. That of a company may be the first name. */
function spelledEmail({ cells, others, unexplained }: RecordRow, person: Person): Cell | undefined {
	const spelledIn = (columns: Cell[]) =>
		columns.filter(({ value }) => isEmail(value) && spellsWhole(value, nameOf(person)));
	const ofCompany = cells.filter(({ is, field }) => is === 'company' && field === 'email');
	const isFirstName = ({ value }: Cell) => isFirstNameOf(value, person, others);
	const mayCount = (column: Cell) => isOfNobody(column) && !(column.isNewer && oldEmail(others));
	const [spelled] = [...spelledIn([...unexplained.filter(mayCount), ...ofCompany]), ...ofCompany.filter(isFirstName)];
	return spelledIn(others).every(({ value }) => isSameEmail(value, spelled?.value)) ? spelled : undefined;
}

/** Refusal 3: an email for a name that has none of its own. */
function emailFor(row: RecordRow, person: Person, candidates: Person[]): Cell | undefined {
	const withEmail = candidates.find(({ email }) => email);
	if (!withEmail?.email) return spelledEmail(row, person);
	const { role } = person.group;
	const isNear =
		withEmail.email.object === person.name?.object &&
		(role === '' ? !person.isWhole && SETS.GENERAL_ROLES.has(withEmail.group.role) : withEmail.group.role === '');
	const address = addressIn(withEmail.email.value);
	// The first name is enough for the only plain email.
	const mayBeNear = isNear || (role !== '' && SETS.GENERAL_ROLES.has(withEmail.group.role));
	const others = row.others.filter(({ is }) => is === 'other');
	const isFirstName = mayBeNear && isFirstNameOf(address, person, others);
	const isSurely = isFirstName || isEmailOf(address, nameOf(person));
	const isWork = (role === 'employee' || role === 'new hire') && withEmail.email.kind !== '';
	const isOther = ({ name }: Cell) => !name.startsWith('emergency');
	const other =
		somebodyElse(row.others.filter(isOther), candidates) ??
		candidates.find((one) => one.invalidName)?.invalidName?.path;
	row.problems.push(...withEmail.problems);
	const isFilledIn = row.under(SETS.FORM_COLUMNS).length > 0 || SETS.FILLED_IN_ROLES.has(plain(role));
	if (isSurely || (isNear && (isWork || (!other && !isFilledIn)))) return withEmail.email;
	addDoubt(row, withEmail.email.path, other ? 'personsEmail' : 'anothers', 'email', other ? [other] : []);
	return undefined;
}

/** Columns of whom a gift is for, such as "Geschenk für" and "Who". */
const FOR_WHOM = /^(?:who|per)$|(?<!in|ing)(?:for|fur|para|pour|voor)$/;

/** The column that names whose email it is: one that says so, or any of which nobody else has one. */
function namedBy({ others, unexplained }: RecordRow, address: unknown): Cell | undefined {
	const meant = unexplained.find(
		({ name, text }) =>
			FOR_WHOM.test(name) && (isSpelledBy(address, text.split(' ', 1).join('')) || isEmailOf(address, text)),
	);
	const [named, ...more] = [...unexplained, ...others.filter(isInvolved)].filter(
		({ text, isOfThing }) => !isOfThing && splitName(text),
	);
	const isMeant = named && (named.is === 'unknown' ? named.describes !== 'any' : SETS.SUBJECT_WORDS.has(named.name));
	// Who is meant may have a column that is empty, unless it is for a second one, as "Owner 2" beside "Owner 1".
	const mayNameOther = ({ name, value, object, isOfThing, isOfGift, isSent, isMark }: Cell) =>
		isEmpty(value) && object === named?.object && !(isOfThing || isOfGift || isSent || isMark || name.endsWith('2'));
	const isNamed = isMeant && more.length === 0 && !unexplained.some(mayNameOther);
	// The given name stands first in both.
	const begins = named && plain(textOf(address)).startsWith(plain(named.text).charAt(0));
	return meant ?? (isNamed && begins && isEmailOf(address, named.text) ? named : undefined);
}

/** The one person among those of a record, with their email. Others who could be meant are refused. */
export function choosePerson(row: RecordRow, candidates: Person[], sendMethod: unknown): Person | undefined {
	const { problems } = row;
	const onAddresses = row.onAddresses.map((group) => personOf(row, group)).filter(({ name }) => name);
	const [best] = candidates.sort((a, b) => rank(b) - rank(a) || a.group.role.length - b.group.role.length);
	const meant = best && !best.name && !best.invalidName ? namedBy(row, addressIn(best.email?.value)) : undefined;
	if (best && meant) Object.assign(best, { name: meant, ...splitIn(row, meant) });
	// A parcel needs a name only: the one on its address, if there is no other.
	const isFromAddress = !best?.name && sendMethod === 'direct_send' && best?.group.role !== 'recipient';
	const person = isFromAddress ? onAddresses[0] : best;
	const invalidName = candidates.find((one) => one.invalidName)?.invalidName;
	const plainName = candidates.find(
		({ group, invalidName: name }) => group.role === '' && !isCompany(name?.value),
	)?.invalidName;
	if (!person?.name) {
		const unread = candidates
			.flatMap(({ group }) => group.roleOnly)
			.find(({ value }) => !isEmpty(value) && !isAnswer(value));
		const { text, path } = invalidName ?? unread ?? {};
		if (!text || !path) return person;
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
	// The plain name beside a contact's is that of a company or a thing, unless it is of the contact, as in "Gift for Ann".
	const isOfPerson = (text: string) =>
		(plain(text.split(' ').at(-1) ?? '') === plain(textOf(person.first_name)) && !SEVERAL.test(text)) ||
		isOfDomain(text, person.email?.value);
	if (plainName && person.group.role !== '' && /^[\p{L}\s.&'’-]+$/u.test(plainName.text) && !isOfPerson(plainName.text))
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
	const plainEmail = () => (spellsWhole(best?.email?.value, nameOf(person)) ? best?.email : undefined);
	return { ...person, email: person.email ?? (isFromAddress ? plainEmail() : emailFor(row, person, candidates)) };
}
