import type { IDataObject } from 'n8n-workflow';

import { comparable, isBlank } from '../../../api/values';
import type { Problem } from '../../sentences';
import { addressOf } from './addresses';
import { addDoubt, filledCells, isInvolved, layoutOf, type Cell, type RecordRow } from './cells';
import { addressIn, isEmail, mayBeName, STREET, textOf } from './cellValues';
import { candidatesOf, choosePerson } from './choosePerson';
import type { Field } from './columnNames';
import { checkUnexplained, checkValues } from './doubts';
import { flattened } from './flatten';
import { isEmpty, isUs, usPhone } from './normalize';
import { nameOf, somebodyElse } from './people';
import { isSameName, isSpelledBy, splitName } from './personName';
import type { ColumnId, Columns } from './recipientFields';
import { labelOf, withoutRepeated } from './refusals';

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

/** In how many objects and roles a record may have people, who are all compared with each other. */
const MOST_PEOPLE = 100;

/** Columns that hold what may be missing. */
const UNUSED = {
	first_name: ({ is, field, text }: Cell) =>
		(is === 'other' || field?.endsWith('_name') === true) && splitName(text) !== undefined,
	email: ({ value }: Cell) => isEmail(value),
	address_1: ({ field, describes, text }: Cell) =>
		(field === 'address_1' || describes === 'street') && STREET.test(text),
};
const unusedColumns = ({ cells }: RecordRow, columns: Columns) =>
	Object.fromEntries(
		Object.entries(UNUSED)
			.filter(([column]) => isBlank(columns[column as ColumnId]))
			.map(([column, is]) => [labelOf(column as Field), cells.find(is)?.path]),
	);

function readRow(row: RecordRow, sendMethod: unknown): RecordReading {
	const { people, problems } = row;
	if (people.length > MOST_PEOPLE)
		return { columns: {}, sources: {}, unused: {}, problems: [{ kind: 'tooManyPeople', max: MOST_PEOPLE }] };
	const { candidates, recipients, rest, spelled } = candidatesOf(row);
	const person = choosePerson(row, candidates, sendMethod);
	const { name, email } = person ?? {};
	const known = row.countries
		.filter(({ value, text }) => !isEmpty(value) && !/^\+?\d+$/.test(text))
		.map(({ value }) => value);
	// Those that take text messages come first.
	const phones = person && name ? filledCells(person.group, 'phone') : [];
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
	put('phone', (phones.length > 1 && phones.find(({ value }) => usPhone(value, ['US']))) || phones[0]);
	if (sendMethod === 'direct_send') {
		// The address is not that of somebody's manager, and beside a recipient not that of who asks for the gift.
		const isRecipient = person?.group.role === 'recipient';
		const mayLiveThere = row.others.filter(
			(one) => one.isRelated || (isRecipient ? row.buyers.includes(one) : isInvolved(one)),
		);
		// Where the plain email is the recipient's, so are the other plain columns.
		const isAnyoneElse = () =>
			!spelled.some(({ group }) => group.role === '') &&
			(rest.some((one) => one.name ?? one.email) || somebodyElse(mayLiveThere, candidates) !== undefined);
		Object.assign(columns, addressOf(row, person, isAnyoneElse, sources));
		const buyer = row.buyers.find(({ value, text, field }) =>
			isEmail(value)
				? person?.group.role !== 'recipient' && !isSpelledBy(addressIn(value), nameOf(person))
				: field?.endsWith('_name') &&
					(field === 'full_name' ? splitName(value) !== undefined : mayBeName(value, 'any')) &&
					!isSameName(text, nameOf(person)),
		);
		if (name && !email && buyer) addDoubt(row, buyer.path, 'anothers');
		// Trento in Italy has a state TN with ZIP codes of Tennessee, too.
		columns.country ??= known.find((country) => !isUs(country));
	}
	const hasRecipient = recipients.some((one) => one.name ?? one.email);
	checkUnexplained(row, person, hasRecipient, columns.address_1);
	return { columns, sources, unused: unusedColumns(row, columns), problems: withoutRepeated(problems) };
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
 * What the names of one set of columns mean, and which of them belong together, is found out once.
 */
export const recordReader = (sendMethod: unknown): ((json: IDataObject) => RecordReading) => {
	const known = new Map<string, ReturnType<typeof layoutOf>>();
	return (json) => {
		const { paths, values } = flattened(json);
		// The number of paths tells apart those that hold what stands between them.
		const key = [paths.length, ...paths].join('\0');
		const layout = known.get(key) ?? layoutOf(paths);
		known.set(key, layout);
		for (const cell of layout.cells) [cell.value, cell.text] = [values[cell.at], textOf(values[cell.at])];
		layout.companies = new Set(layout.ofCompanies.map(({ value }) => comparable(value)));
		layout.problems = [];
		layout.found = '';
		return readRow(layout, sendMethod);
	};
};
