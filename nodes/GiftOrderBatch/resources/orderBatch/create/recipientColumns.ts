import type { IDataObject, ResourceMapperField } from 'n8n-workflow';

import { isBlank } from '../../../api/values';
import { chooseAddress, isForeign } from './chooseAddress';
import { choosePerson } from './choosePerson';
import { looksLikeEmail, textOf } from './foundValues';
import { parseColumnName } from './parseColumnName';
import { looksLikeName, nameWords } from './personName';
import { isEmpty, usPhone } from './recipient';
import { placeAt, RECIPIENT_ALONE, walk, type Found } from './recordPlaces';

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

const COUNTRY_IS_DIALLING_CODE = /^\s*\+?\d+\s*$/;

/**
 * Finds the columns of an item's recipient by their names, in any case, punctuation and script, also within the objects and
 * lists in which systems keep them. All of the person comes from one place, and all of the address from one place.
 * Addresses are found for the send method `direct_send` only.
 * @returns the raw values by column, and sentences without a final period that name the columns of which more than one could be
 * the recipient's; when there are any, `columns` is not to be used
 */
export function findColumns(json: IDataObject, sendMethod: unknown): { columns: Columns; problems: string[] } {
	const found: Found[] = [];
	const lists: string[] = [];
	const visit = (keys: string[], value: unknown) => {
		const place = placeAt(keys);
		if (!place || (place.field === 'country' && COUNTRY_IS_DIALLING_CODE.test(textOf(value)))) return;
		// The field of an item, rather than one of a list, may hold an object.
		if (typeof value === 'boolean') return;
		if (place.phrase !== RECIPIENT_ALONE.phrase) return void found.push({ ...place, value });
		const isName = looksLikeName(value) && (nameWords(value).length > 1 || /\p{Lo}/u.test(value));
		if (looksLikeEmail(value)) found.push({ ...place, field: 'email', value });
		// A blank one is never filled with somebody else's.
		else if (isName || isEmpty(value)) found.push({ ...place, value });
	};
	walk(json, [], visit, (keys) => {
		const terms = keys.flatMap(parseColumnName);
		if (terms.some(({ is }) => is === 'recipient')) lists.push(keys.join('.'));
	});
	const { person, others } = choosePerson(found, json, sendMethod);
	const problems = [...(person?.problems ?? [])];
	for (const list of lists) {
		problems.push(
			`"${list}" holds several recipients, but each item is one: split the list into items with the node Split Out`,
		);
	}
	const countries = found.filter((one) => one.field === 'country' && !isEmpty(one.value)).map(({ value }) => value);
	const phones = person?.phones ?? [];
	const phone = phones.find(({ value }) => usPhone(value, countries)) ?? phones[0];
	const columns: Columns = {
		first_name: person?.first_name,
		last_name: person?.last_name,
		email: person?.email?.value,
		phone: phone?.value,
		phone_countries: countries,
	};
	if (sendMethod === 'direct_send') {
		const address = chooseAddress(found, person, others, problems);
		const foreign = countries.find(isForeign);
		Object.assign(columns, address, isEmpty(address.country) && foreign !== undefined && { country: foreign });
	}
	for (const column of Object.keys(columns) as Array<keyof Columns>)
		if (isBlank(columns[column])) delete columns[column];
	return { columns, problems: [...new Set(problems)] };
}
