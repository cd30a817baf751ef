import type { IDataObject } from 'n8n-workflow';

import { cut } from '../../../api/values';
import { COLUMN_LABELS } from './columns';
import type { Field } from './columnNames';

/** A column as messages show it. */
export const quote = (column: string) => JSON.stringify(cut(column));

const quoted = (columns: string[]): string => {
	const names = [...new Set(columns)].map(quote);
	const last = names.pop() ?? '';
	return names.length > 0 ? `${names.join(', ')} and ${last}` : last;
};

/** The expression that reads a column of an item. */
function expressionOf(json: IDataObject, column: string): string {
	const keys = column in json ? [column] : column.split(/\.|(?=\[)/);
	const parts = keys.map((key) => (!(column in json) && /^\[\d+\]$/.test(key) ? key : `[${quote(key)}]`));
	return `{{ $json${parts.join('')} }}`;
}

const BY_HAND = 'hoose "Input Items (Choose Columns)" under "Recipients From"';
const labelOf = (field: Field) =>
	COLUMN_LABELS[field === 'full_name' ? 'first_name' : field === 'street_number' ? 'address_1' : field];

// Each says why a record is refused, and how to go on: without a final period. An example is a column of the person who was found.

/** 1. Two values for one field of a person. @param name the column that names the person */
export function differentValues(field: Field, columns: string[], name?: string): string {
	const way = `C${BY_HAND}, and put the right column under`;
	if (field.endsWith('_name'))
		return `${quoted(columns)} name different people, and only one of them can get the gift. ${way} ${labelOf(field)}`;
	const whose = name === undefined ? 'the same person' : `the person in ${quoted([name])}`;
	return `${quoted(columns)} hold different values for the ${labelOf(field).toLowerCase()} of ${whose}. ${way} ${labelOf(field)}`;
}

/** 1. The same in a list. */
export const severalEntries = (columns: string[]): string =>
	`${quoted(columns)} belong to several entries of one list, but each item must be one recipient. Add a Split Out node before this one to make an item of each entry`;

/** 1. Objects of many people in one record. */
export const tooMany = (max: number): string =>
	`The item has columns of more than ${max} people, but each item must be one recipient. Make one item for each person, or c${BY_HAND}`;

/** 2 to 5. Somebody was found, but something else speaks against it. @param name the column that names the person who was found */
export function doubt(json: IDataObject, name: string | undefined, why: string, field: Field = 'full_name'): string {
	if (name === undefined)
		return `It is not certain which column names the person who gets the gift: ${why}. C${BY_HAND}, and put the right column under ${labelOf(field)}`;
	const example = `put ${expressionOf(json, name)} under First Name`;
	const rest = field === 'full_name' ? '' : ` and the right column under ${labelOf(field)}`;
	return `The gift would be for the person in ${quoted([name])}, but ${why}. If this person is right, c${BY_HAND}, and ${example}${rest}`;
}

/** 4. A name that is not that of one person. @param several whether it names more than one */
export const noPerson = (column: string, several: boolean): string =>
	several
		? `${quoted([column])} names more than one person, but each item must be one recipient. Make one item for each person, or c${BY_HAND}, and enter one name under First Name`
		: `${quoted([column])} should name the person who gets the gift, but it is not a first name and a last name in a known order, such as Ann Lee. C${BY_HAND}, and put the right columns under First Name and Last Name`;

/** 5. A value that cannot be what its column says. */
export const wrongValue = (
	column: string,
	field: Field,
	what = 'something else, such as a placeholder or a column header',
): string =>
	`${quoted([column])} should hold the ${labelOf(field).toLowerCase()} of the person who gets the gift, but it holds ${what}. Correct the value before this node, or c${BY_HAND}, and put the right column under ${labelOf(field)}`;
