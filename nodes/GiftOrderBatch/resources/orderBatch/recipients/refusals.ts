import { cut } from '../../../api/values';
import { COLUMN_LABELS } from './columns';
import type { Field } from './columnNames';

/** Why a record is refused, and how to go on: a sentence without a final period. `columns`: whom it names, then what competes. */
export interface Refusal {
	columns: string[];
	text: string;
}

/** A column as messages show it. */
const quote = (column: string) => JSON.stringify(cut(column));
const quoted = (columns: string[]): string => {
	const names = [...new Set(columns)].map(quote);
	const last = names.pop() ?? '';
	return names.length > 0 ? `${names.join(', ')} and ${last}` : last;
};

const BY_HAND = 'hoose "Input Items (Choose Columns)" under "Recipients From"';
const labelOf = (field: Field) =>
	COLUMN_LABELS[field === 'full_name' ? 'first_name' : field === 'street_number' ? 'address_1' : field];
const choose = (field: Field) =>
	field.endsWith('_name')
		? `C${BY_HAND}, and put the columns of the right person under First Name and Last Name`
		: `C${BY_HAND}, and put the right column under ${labelOf(field)}`;

/** 1. Two values for one field of a person. @param name the column that names the person */
export function differentValues(field: Field, columns: string[], name?: string): Refusal {
	const whose = name === undefined ? 'the same person' : `the person in ${quote(name)}`;
	const what = field.endsWith('_name')
		? 'name different people, and only one of them can get the gift'
		: `hold different values for the ${labelOf(field).toLowerCase()} of ${whose}`;
	const text = `${quoted(columns)} ${what}. ${choose(field)}`;
	return { columns: name === undefined ? columns : [name, ...columns], text };
}

/** 1. The same in a list. */
export const severalEntries = (columns: string[]): Refusal => ({
	columns,
	text: `${quoted(columns)} belong to several entries of one list, but each item must be one recipient. Add a Split Out node before this one to make an item of each entry`,
});

/** 1. Objects of many people in one record. */
export const tooMany = (max: number): string =>
	`The item has columns of more than ${max} people, but each item must be one recipient. Make one item for each person, or c${BY_HAND}`;

/**
 * 2 to 5. Somebody was found, but a column speaks against it.
 * @param found the column that names the person who was found
 * @param other the column that the reason ends with
 */
export function doubt(found: string | undefined, column: string, why: string, field: Field, other?: string): Refusal {
	const who =
		found === undefined
			? 'It is not certain which column names the person who gets the gift:'
			: `The gift would be for the person in ${quote(found)}, but`;
	const text = `${who} ${quote(column)} ${why}${other === undefined ? '' : ` ${quote(other)}`}. ${choose(field)}`;
	return { columns: [found ?? '', column, ...(other === undefined ? [] : [other])], text };
}

/** 4. A name that is not that of one person. @param several whether it names more than one */
export const noPerson = (column: string, several: boolean): Refusal => ({
	columns: [column],
	text: several
		? `${quote(column)} names more than one person, but each item must be one recipient. Make one item for each person, or c${BY_HAND}, and enter one name under First Name`
		: `${quote(column)} should name the person who gets the gift, but it is not a first name and a last name in a known order, such as Ann Lee. ${choose('full_name')}`,
});

/** 5. A value that cannot be what its column says. */
export const wrongValue = (
	column: string,
	field: Field,
	what = 'something else, such as a placeholder or a column header',
): Refusal => ({
	columns: [column],
	text: `${quote(column)} should hold the ${labelOf(field).toLowerCase()} of the person who gets the gift, but it holds ${what}. Correct the value before this node, or c${BY_HAND}, and put the right column under ${labelOf(field)}`,
});

/** The sentences of refusals, at most one for each pair of columns: that which names most. */
export function textsOf(refusals: Refusal[]): string[] {
	const seen = new Set<string>();
	const isNew = ({ columns: [first, ...others], text }: Refusal) => {
		const pairs = others.length > 0 ? others.map((other) => JSON.stringify([first, other])) : [text];
		const unseen = pairs.filter((pair) => !seen.has(pair));
		for (const pair of unseen) seen.add(pair);
		return unseen.length > 0;
	};
	return refusals
		.sort((a, b) => b.columns.length - a.columns.length)
		.filter(isNew)
		.map(({ text }) => text);
}
