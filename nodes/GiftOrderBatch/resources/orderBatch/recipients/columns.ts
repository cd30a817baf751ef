import type { ResourceMapperField } from 'n8n-workflow';

export type ColumnId =
	| 'first_name'
	| 'last_name'
	| 'email'
	| 'phone'
	| 'address_1'
	| 'address_2'
	| 'city'
	| 'state'
	| 'postal_code'
	| 'country'
	| 'mailing_first_name'
	| 'mailing_last_name';

/** Raw values by column. `phone_countries`: all countries that the record names, where that is more than `country`. */
export type Columns = Partial<Record<ColumnId, unknown>> & { phone_countries?: unknown[] };

/** The columns as messages and forms call them. */
export const COLUMN_LABELS: Record<ColumnId, string> = {
	first_name: 'First Name',
	last_name: 'Last Name',
	email: 'Email',
	phone: 'Phone',
	address_1: 'Address Line 1',
	address_2: 'Address Line 2',
	city: 'City',
	state: 'State',
	postal_code: 'Postal Code',
	country: 'Country',
	mailing_first_name: 'Mailing First Name',
	mailing_last_name: 'Mailing Last Name',
};

const NEEDED_FOR: Partial<Record<ColumnId, string>> = {
	email: 'email_and_link',
	address_1: 'direct_send',
	city: 'direct_send',
	state: 'direct_send',
	postal_code: 'direct_send',
};

/** The columns as n8n's column mapping shows them; which are required follows the send method. */
export const recipientMapperFields = (sendMethod: unknown): ResourceMapperField[] =>
	Object.entries(COLUMN_LABELS).map(([id, displayName]) => ({
		id,
		displayName,
		required: id === 'first_name' || (NEEDED_FOR[id as ColumnId] ?? null) === sendMethod,
		defaultMatch: false,
		canBeUsedToMatch: false,
		display: true,
		type: 'string',
	}));
