import type { IDataObject } from 'n8n-workflow';

import { isBlank } from '../../../../api/values';
import { chooseAddress, isForeign } from './chooseAddress';
import { choosePerson } from './choosePerson';
import type { Columns } from './columns';
import { looksLikeEmail, textOf } from './foundValues';
import { parseColumnName } from './parseColumnName';
import { looksLikeName, nameWords } from './personName';
import { isEmpty, usPhone } from '../recipient';
import { placeAt, RECIPIENT_ALONE, type Found } from './recordPlaces';
import { walkRecord } from './walkRecord';

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
		// "Email ID" is an email in India, and a message's ID elsewhere.
		if (place.field === 'email' && place.phrase.endsWith(' id') && !looksLikeEmail(value)) return;
		if (place.phrase !== RECIPIENT_ALONE.phrase) return void found.push({ ...place, value });
		const isName = looksLikeName(value) && (nameWords(value).length > 1 || /\p{Lo}/u.test(value));
		if (looksLikeEmail(value)) found.push({ ...place, field: 'email', value });
		// A blank one is never filled with somebody else's.
		else if (isName || isEmpty(value)) found.push({ ...place, value });
	};
	walkRecord(json, [], visit, (keys) => {
		const terms = keys.flatMap(parseColumnName);
		if (terms.some(({ is }) => is === 'recipient')) lists.push(keys.join('.'));
	});
	const { person, others } = choosePerson(found, json, sendMethod);
	const problems = [...(person?.problems ?? [])];
	for (const list of lists) {
		problems.push(
			`"${list}" holds several recipients, but each item must be one recipient: split the list into items with the Split Out node`,
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
