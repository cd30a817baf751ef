import type { IDataObject } from 'n8n-workflow';

/** What messages and the form call a field. */
const FIELDS: Record<string, [what: string, label: string]> = {
	first_name: ['first name', 'First Name'],
	last_name: ['last name', 'Last Name'],
	full_name: ['name', 'First Name'],
	email: ['email', 'Email'],
	phone: ['phone', 'Phone'],
	address_1: ['address', 'Address Line 1'],
	address_2: ['second address line', 'Address Line 2'],
	street_number: ['house number', 'Address Line 1'],
	city: ['city', 'City'],
	state: ['state', 'State'],
	postal_code: ['postal code', 'Postal Code'],
	country: ['country', 'Country'],
};

const quoted = (columns: string[]): string => {
	const names = [...new Set(columns)].map((column) => JSON.stringify(column));
	const last = names.pop() ?? '';
	return names.length > 0 ? `${names.join(', ')} and ${last}` : last;
};

/** The expression that reads a column of an item. */
function expressionOf(json: IDataObject, column: string): string {
	const keys = column in json ? [column] : column.split(/\.|(?=\[)/);
	const parts = keys.map((key) => (!(column in json) && /^\[\d+\]$/.test(key) ? key : `[${JSON.stringify(key)}]`));
	return `{{ $json${parts.join('')} }}`;
}

/** Why a record is refused: a sentence, and how to go on, without a final period. `columns`: paths as a user sees them. */
export type Refusal = (json: IDataObject, field: string, columns: string[], more?: string) => string;

/** @param columnOf which of the columns the user may mean */
const refusal =
	(why: (columns: string, what: string, more?: string) => string): Refusal =>
	(json, field, columns, more) => {
		const [what, label] = FIELDS[field] ?? [field, field];
		const way = `Choose "Input Items (Choose Columns)" under Recipients From, and put the right column under ${label}`;
		return `${why(quoted(columns), what, more)}. ${way}, such as ${expressionOf(json, columns.at(-1) ?? '')}`;
	};

/** 1. Two values for one field, two people, two addresses. */
export const differentValues = refusal(
	(columns, what) => `${columns} hold different values for the recipient's ${what}`,
);
/** 1. The same in a list. */
export const severalEntries = (json: IDataObject, columns: string[]): string =>
	`${quoted(columns)} belong to several people or addresses of one list, but each item must be one recipient. Split the list into items with the Split Out node, or choose "Input Items (Choose Columns)" under Recipients From, and put the right one in by hand, such as ${expressionOf(json, columns[0] ?? '')}`;
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
		`${columns} may belong to two people${more === undefined ? '' : `, as ${JSON.stringify(more)} names somebody else`}`,
);
/** 4. @param more the column that says so */
export const noPerson = refusal((column, _what, more) =>
	more === undefined
		? `${column} does not hold the first and the last name of one person`
		: `${column} may be the name of a thing or a company, as the column ${JSON.stringify(more)} says`,
);
