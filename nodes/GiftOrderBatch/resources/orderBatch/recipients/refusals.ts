import type { IDataObject } from 'n8n-workflow';

import { cut } from '../../../api/values';
import { COLUMN_LABELS, type ColumnId } from './columns';

const quote = (column: string) => JSON.stringify(cut(column));

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

/** Why a record is refused, and how to go on: without a final period. `columns`: paths as a user sees them, the likeliest last. */
const refusal =
	(why: (columns: string, what: string, more?: string) => string) =>
	(json: IDataObject, field: ColumnId | 'full_name' | 'street_number', columns: string[], more?: string): string => {
		const label = COLUMN_LABELS[field === 'full_name' ? 'first_name' : field === 'street_number' ? 'address_1' : field];
		const what = field === 'full_name' ? 'name' : label.toLowerCase();
		const way = `C${BY_HAND}, and put the right column under ${label}, such as ${expressionOf(json, columns.at(-1) ?? '')}`;
		return `${why(quoted(columns), what, more)}. ${way}`;
	};

/** 1. Two values for one field, two people, two addresses. */
export const differentValues = refusal(
	(columns, what) => `${columns} hold different values for the recipient's ${what}`,
);
/** 1. The same in a list. */
export const severalEntries = (json: IDataObject, columns: string[]): string =>
	`${quoted(columns)} belong to several entries of one list, but each item must be one recipient. Split the list into items with the Split Out node, or c${BY_HAND} and put the right entry in, such as ${expressionOf(json, columns[0] ?? '')}`;
/** 2. A column that nothing explains. */
export const perhapsAnothers = refusal(
	(column, what) => `${column} could be the ${what} of somebody else who is meant to get the gift`,
);
/** 2. A column about a recipient that was not read. */
export const unreadRecipient = refusal(
	(column) => `${column} speaks of a recipient, but the node does not know what it holds`,
);
/** 3. @param more somebody else whom the record names */
export const perhapsTwoPeople = refusal(
	(columns, _what, more) =>
		`${columns} may belong to two people${more === undefined ? '' : `, as ${quote(more)} names somebody else`}`,
);
/** 4. @param more the column that says so */
export const noPerson = refusal((column, _what, more) =>
	more === undefined
		? `${column} does not hold the first and the last name of one person`
		: `${column} may be the name of a thing or a company, as the column ${quote(more)} says`,
);
