import { grouped } from '../../../api/values';
import type { Problem } from '../../sentences';
import { meaningOf, plain, SETS, shapesOf, type Meaning } from './columnMeaning';
import { listOf, LISTS, type Field } from './columnNames';
import { isEmpty } from './normalize';
import { labelOf, labelUnlessName, type Refusal } from './refusals';
import type { SystemShape } from './systemShapes';

/** A value of a record, the path to it as a user sees it, and what the names in the path mean. */
export type Cell = Meaning & { at: number; path: string; value: unknown; text: string };

export const ADDRESS_FIELDS = [
	'address_1',
	'address_2',
	'street_number',
	'city',
	'state',
	'postal_code',
	'country',
] as const;
const isAddressField = ({ field }: Cell) => (ADDRESS_FIELDS as readonly unknown[]).includes(field);

/** What is known of one person, or of one address. */
const groupOf = (group: Cell[]) => {
	const cells = group.filter(({ isRoleOnly }) => !isRoleOnly);
	return {
		/** That of the street, whose city may have none. */
		role: (group.find(({ field }) => field === 'address_1') ?? group[0])?.role ?? '',
		container: group[0]?.container ?? '',
		isShipping: group.some((one) => one.isShipping),
		cells,
		fields: grouped(cells.map((one) => [one.field, one] as const)),
		/** Words for a person, which may hold a name or an email. */
		roleOnly: group.filter(({ isRoleOnly }) => isRoleOnly),
	};
};
const groupsOf = (cells: Cell[], keyOf: (cell: Cell) => string) =>
	[...grouped(cells.map((cell) => [keyOf(cell), cell] as const)).values()].map(groupOf);
export type Group = ReturnType<typeof groupOf>;
export const NO_COLUMNS = groupOf([]);

export const beginsWith = (words: Set<string>, { name }: Cell) => [...words].some((word) => name.startsWith(word));

/** Whether it is of who bought, asked for or gives the gift, who may be meant. */
export const isInvolved = (cell: Cell) =>
	[SETS.BUYER_WORDS, SETS.COMPETING_WORDS].some((words) => beginsWith(words, cell));

/** Whether the name of a column mentions no person, so that the email may be that of the person who was found. */
export const isOfNobody = ({ describes, isRelated }: Cell) => describes === '' && !isRelated;

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
	// The word alone may be that of who buys for a company.
	const isAlone = () =>
		!cells.some(
			({ name: other, describes }) => /^(?:supplier|vendor)/.test(other) || !['', 'street', 'unit'].includes(describes),
		);
	const isNamed = involved.some(
		({ field, name }) => field?.endsWith('_name') || (name === word && involved.length > 1 && isAlone()),
	);
	return isNamed && isOnlyOne && !isPayer && !cells.some(isOfAnother) ? word : undefined;
}

/** What the names of one set mean, for the values of any record that has them. */
function cellsOf(paths: string[]): Cell[] {
	const shapes = shapesOf(paths);
	const pathOf = (full: string) => full.replace(/\u2063[^\u2063]*\u2063|\u2062/g, '');
	const read = (all: SystemShape[]): Cell[] => {
		const found = paths
			.map((full, at) => ({ at, path: pathOf(full), value: undefined, text: '', ...meaningOf(full, all) }))
			.sort((a, b) => (a.path < b.path ? -1 : 1));
		// Who fills in a form may name somebody else, such as a "Standout Technician".
		const isForm = found.some(({ name }) => /^(?:your|timestamp$)/.test(name));
		return found.map((cell) => (isForm && cell.isOfHead ? { ...cell, is: 'unknown', describes: 'two' } : cell));
	};
	const cells = read(shapes);
	const subject = subjectOf(cells);
	return subject ? read([...shapes, { signs: '', ofRecord: [subject] }]) : cells;
}

/** Which columns of one set belong together. The cells hold the values of the one record that is read. */
export function layoutOf(paths: string[]) {
	const cells = cellsOf(paths);
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
	const places = ['', street?.place, city?.place];
	const isOfOne = (one: Cell) => isOne && (!isAddressField(one) || places.includes(one.place));
	const address = (one: Cell) =>
		[one.object, isOne && hasOneRole ? '' : one.role, isOfOne(one) ? '' : one.place].join('\n');
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
			.filter(({ is, role }) => is !== 'secondary' || role !== '')
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
		ofCompanies: of('company'),
		isGiftTable: cells.some(({ isOfGift, isRoleOnly, role }) => isOfGift || (isRoleOnly && role === 'recipient')),
		under: (names: Set<string>) => cells.filter(({ name }) => names.has(name)),
		/** The names of the record's companies, as they are compared. */
		companies: new Set<string>(),
		problems: [] as Refusal[],
		/** The column that names the person who was found. */
		found: '',
	};
}
export type RecordRow = ReturnType<typeof layoutOf>;

/** Refuses a row because of a column that contradicts the person who was found. */
export const addDoubt = (
	{ found, problems }: RecordRow,
	path: string,
	why: Problem<'doubtfulColumn'>['why'],
	field: Field = 'full_name',
	other: string[] = [],
) => problems.push({ kind: 'doubtfulColumn', found, columns: [path, ...other], why, label: labelUnlessName(field) });

/** Refuses a value that cannot be what its column says. */
export const addWrongValue = (
	{ problems }: RecordRow,
	path: string,
	field: Field,
	holds: Problem<'wrongValue'>['holds'],
) => problems.push({ kind: 'wrongValue', columns: [path], label: labelOf(field), holds });

/** The cells of a field that hold something. */
export const filledCells = ({ fields }: Group, field: Field) =>
	(fields.get(field) ?? []).filter(({ value }) => !isEmpty(value, field) && typeof value !== 'boolean');

/** Whether a value says no, also as a small number, which counts what was deleted, or as a date such as 0000-00-00. */
export const isNo = ({ value, text }: Cell) =>
	value === false || isEmpty(value) || SETS.NOT_SO.has(plain(text)) || /^(?:(?!1$)\d{1,3}|[0☐\p{P}\s]+)$/u.test(text);
