import { comparable } from '../../../api/values';
import { LONGEST_TEXT } from '../../inputSchemas';
import {
	addDoubt,
	ADDRESS_FIELDS,
	addWrongValue,
	beginsWith,
	filledCells,
	isNo,
	NO_COLUMNS,
	type Cell,
	type Group,
	type RecordRow,
} from './cells';
import { isAnswer, isSame, isSameStreet, mayBeName, STREET, textOf } from './cellValues';
import { kindOf, plain, SETS } from './columnMeaning';
import { isEmpty, isOtherZip, isStreet, isUs, isUsState } from './normalize';
import { checkName, differ, nameOf, only, personOf, type Person } from './people';
import { isSameName, splitName } from './personName';
import type { Columns } from './recipientFields';

/** What stands before the name of whoever takes a parcel. */
const CARE_OF = /^(?:c\/o|care of|attn)\b[\s:.]*/i;

/** What stands in the lines of places where people stay for some days, besides a street such as "12 Hilton Ave". */
const GUEST_PLACE = /\b(?:booth|hilton|hotel|inn|marriott|resort)\b/i;

/** The parts of a US address that is all in some lines; `undefined` where it is not. */
function partsIn(lines: unknown[]): Columns | undefined {
	const texts = lines.map((line) => textOf(line).slice(0, LONGEST_TEXT)).filter(Boolean);
	const parts = texts.flatMap((text) => text.split(/[,\n]/)).map((part) => part.trim());
	if (isUs(parts.at(-1))) parts.pop();
	// The last part may be "Dallas TX 75201", "TX 75201" or "75201".
	const words = (parts.pop() ?? '').split(/\s+/);
	const postal_code = words.pop() ?? '';
	if (words.length === 0) words.push(...(parts.pop() ?? '').split(/\s+/));
	const size = [3, 2, 1].find((count) => isUsState(words.slice(-count).join(' '))) ?? 0;
	const state = words.splice(-size).join(' ');
	const [address_1 = '', ...rest] = [...parts, words.join(' ')].filter(Boolean);
	// The check of the address refuses a missing city.
	const isUnit =
		rest.length < 2 || /^(?!\d+\s+\p{L}|.*\b\d{5}\b).*(?:\d|#|\b(?:apt|suite|unit|floor)\b)/iu.test(rest[0] ?? '');
	const isWhole = size > 0 && isStreet(address_1) && /^\d{5}(?:-\d{4})?$/.test(postal_code);
	if (!isWhole || rest.length > 2 || !isUnit) return undefined;
	return { address_1, address_2: rest.at(-2), city: rest.at(-1), state, postal_code };
}

/** The parts of a US address that is all in its first line, or whose city has the state, and the ZIP code if it has no column. */
function partsOf({ address_1: line, address_2, city, state, postal_code }: Columns): Columns {
	const parts = partsIn([line]) ?? (isEmpty(state) ? partsIn([line, city, postal_code]) : undefined);
	return parts ? { ...parts, address_2: parts.address_2 ?? address_2 } : {};
}

const UNIT = /^(?:#|(?:apt|apartment|unit|suite|ste|floor|fl|bldg|building|room|rm)\b)/i;
/** Whether a street begins with a number, other than that of "5th Ave", or has this one. */
const isNumbered = (street: string, number: string) =>
	/^\d+[a-z]?\s/i.test(street) || street.split(/\s+/).includes(number);

/** What the name of a column has, or begins with, that asks for somebody's own address: others are of places, or out of date. */
const ASKS = /^(?:address|new|residence|street)|deliver|full|gift|home|house|mail|send|sent|ship|where/;

/** The only street, in a column that asks for it in its own words, but not under a condition, and of nobody else. */
function askedStreet({ cells, unexplained }: RecordRow, group: Group, name: string): Cell | undefined {
	const isStreetIn = ({ text }: Cell) => STREET.test(text);
	const [asked, ...others] = unexplained.filter((one) => ['street', 'any'].includes(one.describes) && isStreetIn(one));
	const isAsked = asked && ASKS.test(asked.name) && !asked.mentionsOthers && others.length === 0;
	if (!isAsked || filledCells(group, 'address_2').some(isStreetIn)) return undefined;
	// "Old Address", and "Tutor" beside "Tutor Address".
	const isAnothers = (one: Cell) =>
		(one.is === 'secondary' && one.field === 'address_1' && isStreetIn(one)) ||
		(asked.name.startsWith(one.name) && mayBeName(one.value, 'two') && !isSameName(one.text, name));
	return /(?<!\p{L})if(?!\p{L})/iu.test(asked.path) || cells.some(isAnothers) ? undefined : asked;
}

/** Second lines of an address in columns that ask for them in their own words, or hold one, but not of another place. */
const askedUnits = ({ unexplained }: RecordRow, line?: Cell) =>
	unexplained.filter(({ name, describes, text }) =>
		describes === 'unit' && (line?.kind === 'work' || !/office|work/.test(name))
			? text !== '' && !/^(?:yes|no|true|false|y|n)$/i.test(text)
			: describes === 'street' && UNIT.test(text),
	);

const streetOf = (group: Group) => filledCells(group, 'address_1')[0];
const refuseStreet = (row: RecordRow, line: Cell) => addDoubt(row, line.path, 'anothers', 'address_1');

/**
 * The columns of the person's address, and its street, which may stand in the column that asks for it. An address that may be
 * somebody else's is refused, and two addresses.
 */
function chooseAddress(row: RecordRow, person: Person | undefined, isAnyoneElse: () => boolean) {
	const { addresses } = row;
	const beside = addresses.filter(({ container }) => container === (person?.group.container ?? ''));
	const near = addresses.filter((one) => beside.includes(one) || (one.isShipping && !beside.some(streetOf)));
	const role = person?.group.role ?? '';
	const ofRole = near.filter((group) => group.role === role);
	const isOwn = ofRole.length > 0 && (role === 'recipient' || ofRole.some(streetOf));
	const ofNobody = near.filter((group) => group.role === '');
	let groups = isOwn ? [...ofRole, ...ofNobody.filter((one) => one.isShipping && streetOf(one))] : ofNobody;
	const isFilledIn = SETS.FILLED_IN_ROLES.has(plain(role));
	// The plain address in an order or a table of events may be that of a place.
	const isSubject = person?.name && beginsWith(SETS.SUBJECT_WORDS, person.name);
	const checkOwner = (line?: Cell, isShipping = false) => {
		if (!line) return;
		const isWriters = isFilledIn && line.name.startsWith('your');
		const isDoubtful = !isShipping && (role === 'recipient' || line.kind !== 'home');
		const isOfPlace = isSubject && !beginsWith(SETS.SUBJECT_WORDS, line);
		if (isWriters || (isDoubtful && (isOfPlace || isAnyoneElse()))) refuseStreet(row, line);
	};
	if (!isOwn || isSubject) for (const group of groups) checkOwner(streetOf(group), group.isShipping);
	if (role !== 'recipient' && groups.some((group) => group.isShipping && streetOf(group)))
		groups = groups.filter(({ isShipping }) => isShipping);
	const size = (group: Group) =>
		ADDRESS_FIELDS.filter((field) => filledCells(group, field).length > 0).length + (streetOf(group) ? 10 : 0);
	// The only address of an item is the person's also for billing, where it is in the same name, or says that it is a person.
	if (person && !addresses.some(size))
		groups = row.billing.filter((group) => {
			const name = nameOf(personOf(row, group));
			const isPerson = name === '' && row.under(SETS.NOT_A_PERSON_COLUMNS).some(isNo);
			return isPerson || comparable(name) === comparable(nameOf(person));
		});
	const [group, ...others] = groups.sort((a, b) => size(b) - size(a));
	const street = group && streetOf(group);
	// All of it may stand in the column that asks for it.
	const asked =
		street || (!group && addresses.some(streetOf)) ? undefined : askedStreet(row, group ?? NO_COLUMNS, nameOf(person));
	checkOwner(asked);
	const line = street ?? asked;
	const different = others.map(streetOf).find((one) => one && line && !isSameStreet(one.value, line.value));
	if (line && different) row.problems.push(differ('address_1', [line, different], person?.name));
	return group || line ? { group: group ?? NO_COLUMNS, line } : undefined;
}

/** Refusal 5, of an address without a role beside a venue, a hotel or a branch. */
function checkPlace(row: RecordRow, { object: around, path }: Cell, columns: Columns): void {
	const known = [columns.address_1, columns.city, columns.state, columns.country].map((value) => plain(textOf(value)));
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
	if (venue) addDoubt(row, path, 'placesAddress', 'address_1', [venue.path]);
}

/** Refuses an address whose lines name somebody else, or hold two streets. @param isWhole whether all of it was in one line */
function checkLines(row: RecordRow, name: string, line: Cell, { address_1, address_2 }: Columns, isWhole: boolean) {
	const isSomebodyElse = (text: string) => splitName(text) !== undefined && !isSameName(text, name);
	const careOf = (value: unknown) => textOf(value).split(CARE_OF)[1];
	// "Attn: Mailroom" may stand in the second line, but nobody else.
	const isInCareOf = careOf(address_1) !== undefined || isSomebodyElse(careOf(address_2) ?? '');
	// The lines of a whole address are its parts.
	const lines = isWhole ? [] : line.text.split('\n');
	const areAnothers =
		lines.filter((text) => STREET.test(text)).length > 1 ||
		(lines.length > 1 && lines.some((text) => isSomebodyElse(text.replace(CARE_OF, ''))));
	const parts = [address_1, address_2].flatMap((value) => textOf(value).split(/[,\n]/));
	const isOfGuest = parts.some((part) => GUEST_PLACE.test(part) && !/^\s*\d/.test(part));
	if (isInCareOf || areAnothers || isOfGuest) refuseStreet(row, line);
}

/**
 * The columns of the person's address; those of no address where it cannot be known. Adds refusals to the row.
 * @param isAnyoneElse whether the record names somebody who may live at an address without a role
 * @param sources the path of the column that each field came from, to which those of the address are added
 */
export function addressOf(
	row: RecordRow,
	person: Person | undefined,
	isAnyoneElse: () => boolean,
	sources: Record<string, string>,
): Columns {
	const { addresses, problems } = row;
	const columns: Columns = {};
	const { group, line } = chooseAddress(row, person, isAnyoneElse) ?? {};
	if (!group) return columns;
	const secondLines = [...filledCells(group, 'address_2'), ...(addresses.length === 1 ? askedUnits(row, line) : [])];
	const units = [...new Set(secondLines.map(({ text }) => text))];
	// Of two columns for one street, the longer may have the apartment, too.
	const [shortest] = filledCells(group, 'address_1')
		.map(({ text }) => text)
		.sort((a, b) => a.length - b.length);
	const joined: Columns = units.length > 0 ? { address_1: shortest, address_2: units.join(', ') } : {};
	for (const field of ADDRESS_FIELDS) {
		const cell = field === 'address_2' ? secondLines[0] : only(group, field, problems, person?.name);
		if (!cell) continue;
		if (field !== 'street_number') [columns[field], sources[field]] = [joined[field] ?? cell.value, cell.path];
		else if (!isNumbered(textOf(columns.address_1), cell.text))
			columns.address_1 = `${cell.text} ${textOf(columns.address_1)}`;
	}
	// The check of the address refuses a missing street.
	if (!line) return columns;
	if (isEmpty(columns.address_1)) [columns.address_1, sources.address_1] = [line.value, line.path];
	const [phone] = filledCells(group, 'phone');
	if (phone && !sources.phone) [columns.phone, sources.phone] = [phone.value, phone.path];

	// A street of its own is no second line.
	const second = secondLines.find(({ text }) => /^\d+\s+\p{L}{3}/u.test(text) && !/\b(?:fl|floor)\b/i.test(text));
	if (second && STREET.test(line.text)) problems.push(differ('address_1', [line, second], person?.name));
	const parts = partsOf(columns);
	const isOther = (['city', 'state', 'postal_code'] as const).some(
		(part) => parts.state && !isEmpty(columns[part]) && !isSame(part, columns[part], parts[part]),
	);
	const isSecond = units.some((text) => partsOf({ address_1: text }).state !== undefined);
	if (isSecond || isOther) addWrongValue(row, line.path, 'address_1', 'otherAddress');
	Object.assign(columns, parts);
	if (isOtherZip(columns.postal_code, columns.state))
		addWrongValue(row, sources.postal_code ?? line.path, 'postal_code', 'otherState');
	checkLines(row, nameOf(person), line, columns, parts.state !== undefined);
	if (group.role === '' && group.cells.every(({ place }) => !place)) checkPlace(row, line, columns);

	const addressee = personOf(row, group);
	problems.push(...addressee.problems);
	if (person) checkName(row, person, addressee);
	// An address may be called "Home".
	if (addressee.invalidName && !addressee.name && kindOf(addressee.invalidName.text) !== 'place')
		addDoubt(row, line.path, 'placesAddress', 'address_1', [addressee.invalidName.path]);
	if (addressee.name) {
		Object.assign(columns, { mailing_first_name: addressee.first_name, mailing_last_name: addressee.last_name });
		sources.mailing_first_name = addressee.name.path;
	}
	return columns;
}
