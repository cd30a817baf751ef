/** Why a record is refused, as sentences without a final period. `columns` are paths as a user sees them. */
import type { IDataObject } from 'n8n-workflow';

const BY_HAND = 'Choose "Input Items (Choose Columns)" under Recipients From';

/** What messages call a field, and what the form does. */
const FIELDS: Record<string, [what: string, label: string]> = {
	name: ['name', 'First Name'],
	first_name: ['first name', 'First Name'],
	last_name: ['last name', 'Last Name'],
	full_name: ['name', 'First Name'],
	email: ['email', 'Email'],
	phone: ['phone', 'Phone'],
	address_1: ['address', 'Address Line 1'],
};
const fieldOf = (field: string) => FIELDS[field] ?? [field.replace('_', ' '), field];

const quoted = (columns: string[]): string => {
	const names = [...new Set(columns)].map((column) => JSON.stringify(column));
	const last = names.pop() ?? '';
	return names.length > 0 ? `${names.join(', ')} and ${last}` : last;
};

/** The expression that reads a column of an item. */
function expressionOf(json: IDataObject, column: string): string {
	const keys = column in json ? [column] : column.split('.');
	const parts = keys.map((key) => {
		const [, name = key, index = ''] = (column in json ? undefined : /^(.*?)((?:\[\d+\])*)$/.exec(key)) ?? [];
		return `${/^[A-Za-z_$][\w$]*$/.test(name) && keys.length > 1 ? `.${name}` : `[${JSON.stringify(name)}]`}${index}`;
	});
	return `{{ $json${parts.join('')} }}`;
}

const byHand = (json: IDataObject, field: string, column: string) =>
	`${BY_HAND}, and put the right column under ${fieldOf(field)[1]}, such as ${expressionOf(json, column)}`;

/** Several columns of which only one can be right. */
export const severalValues = (json: IDataObject, field: string, columns: string[]): string => {
	const what = fieldOf(field)[0];
	const list = columns.every((column) => column.replace(/\[\d+\].*/, '') === columns[0]?.replace(/\[\d+\].*/, ''));
	const way = list
		? `Split the list into items with the Split Out node, or ${BY_HAND.toLowerCase().replace(/choose "input items \(choose columns\)" under recipients from/, 'choose "Input Items (Choose Columns)" under Recipients From')}`
		: byHand(json, field, columns[1] ?? columns[0] ?? '');
	return `${quoted(columns)} ${new Set(columns).size > 1 ? 'hold' : 'holds'} different values for the recipient's ${what}. ${way}`;
};

/** A column that could be another person's. */
export const perhapsOthers = (json: IDataObject, field: string, column: string): string =>
	`${quoted([column])} could be the ${fieldOf(field)[0]} of another person, who could be the recipient. ${byHand(json, field, column)}`;

/** A column about a recipient that was not read. */
export const unreadRecipient = (json: IDataObject, column: string): string =>
	`${quoted([column])} speaks of a recipient, but the node does not know what it holds. ${byHand(json, 'name', column)}`;

/** A name and an email that need not be one person's. */
export const twoRoles = (json: IDataObject, name: string, email: string, other?: string): string =>
	`${quoted([name])} and ${quoted([email])} need not belong to one person${other === undefined ? '' : `, since ${quoted([other])} names somebody else`}. ${byHand(json, 'email', email)}`;

/** A name that is no person's, as far as one can tell. */
export const noPerson = (json: IDataObject, column: string, sign?: string): string =>
	`${quoted([column])} ${sign === undefined ? 'does not hold a first and a last name' : `may be the name of a thing or a company, as ${quoted([sign])} says`}. ${byHand(json, 'name', column)}`;
