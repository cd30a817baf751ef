import type { IDataObject } from 'n8n-workflow';

import { isBlank } from '../../../api/values';
import { isEmailAddress, LONGEST_TEXT, visible } from '../../inputSchemas';
import * as lists from './normalizeLists';
import type { ColumnId, Columns } from './recipientFields';

/** Lower case without accents, in one form of Unicode. Marks of other scripts than Latin, Greek and Cyrillic are kept. */
export function folded(text: string): string {
	if (/^[\x20-\x7e]*$/.test(text)) return text.toLowerCase();
	return text
		.normalize('NFKD')
		.replace(/[\u0300-\u036f\p{Default_Ignorable_Code_Point}]/gu, '')
		.normalize('NFC')
		.toLowerCase()
		.replaceAll('ı', 'i')
		.replaceAll('ß', 'ss')
		.replaceAll('æ', 'ae')
		.replaceAll('ø', 'o')
		.replaceAll('ł', 'l');
}

/** Whether a value says that there is none. */
export function isEmpty(value: unknown, column: string = 'first_name'): boolean {
	if (typeof value !== 'string') return isBlank(value) || Number.isNaN(value);
	const text = value.trim();
	if (text.length > 15) return false;
	const word = text.toLowerCase();
	if (word === '' || lists.PLACEHOLDERS.has(word)) return true;
	if (!lists.EMPTY_WORDS.has(word)) return false;
	const isCapitalised = /^\p{Lu}\p{Ll}+$/u.test(text);
	if (word === 'nan' || word === 'nil') return !isCapitalised || !column.endsWith('_name');
	return word === 'unknown' || column !== 'last_name' || !isCapitalised;
}

/** Whether a value names the US; a two-letter or three-letter code counts, a dialling code does not. */
export const isUs = (value: unknown): boolean =>
	typeof value === 'string' &&
	value.length <= LONGEST_TEXT &&
	lists.US_NAMES.has(folded(value).replace(/[^\p{L}]/gu, '')) &&
	!/\d/.test(value);

/** The text without the apostrophe that exports put before digits, so that spreadsheets do not take them for a number. */
const withoutMark = (value: unknown) => String(value).replace(/^\s*'(?=[\d+(])/, '');

/**
 * A US phone number in E.164 format, or `undefined` for what is none.
 * @param countries what the record says, or a US state shows, that its countries are; ten digits are a US number only where all of
 *   them are the US
 */
export function usPhone(value: unknown, countries: unknown[]): string | undefined {
	if (typeof value !== 'string' && typeof value !== 'number') return undefined;
	const text = withoutMark(value)
		.normalize('NFKC')
		.replace(/^\s*tel:/i, '')
		.replace(/[\u200b-\u200f\u202a-\u202e\u2060\ufeff]/g, '')
		.replace(/[‐-―−]/g, '-')
		.trim();
	if (!/^\+?[\d\s().-]+$/.test(text)) return undefined;
	const [, digits] = /^1?(\d{10})$/.exec(text.replace(/\D/g, '')) ?? [];
	if (!digits || !/^[2-9]/.test(digits) || lists.FOREIGN_AREA_CODES.has(digits.slice(0, 3))) return undefined;
	if (text.startsWith('+')) return /^\+\D*1/.test(text) ? `+1${digits}` : undefined;
	const known = countries.filter((country) => !isEmpty(country));
	return known.length > 0 && known.every(isUs) ? `+1${digits}` : undefined;
}

/** Invisible characters that come along where an email is copied from a page. All others make it another one. */
const COPIED = /[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g;

/** The one address of a text that names it: with a display name, `mailto:` or punctuation around it. Any other value as it is. */
export function emailOf(value: unknown): unknown {
	if (typeof value !== 'string' || value.trim().length > LONGEST_TEXT) return value;
	// Most have nothing around the address.
	if (/^[\w@.+-]*\w$/.test(value)) return value;
	const kept = value.replace(COPIED, '');
	// As Japanese and Chinese keyboards type it.
	const text = kept.replace(/[！-～]+/g, (wide) => wide.normalize('NFKC'));
	const [, inBrackets] = /^[^<>@]*<([^<>]+)>[\s,;.]*$/.exec(text) ?? [];
	const address = (inBrackets ?? text)
		.replace(/^[\s<"'([]+|(?<![\s>"')\],;.:])[\s>"')\],;.:]+$/g, '')
		.replace(/^mailto:\s*/i, '')
		.replace(/\?.*/, '');
	return isEmailAddress(address) ? address.normalize('NFC') : kept;
}

/** The two-letter code of a state, in lower case; also of one as in ISO 3166-2, such as US-TX. */
export const stateOf = (value: unknown) =>
	lists.US_STATES.get(folded(String(value)).replace(/^\s*us-(?=[a-z]{2}\s*$)|[^\p{L}]/gu, ''));
export const isUsState = (value: unknown): boolean => stateOf(value) !== undefined;

/** A postal code with the leading zeros that spreadsheets drop from it, in states whose ZIP codes have them. */
function postalCodeOf(value: unknown, state: unknown): unknown {
	const text = withoutMark(value);
	const [, digits] = /^\s*(\d{3,5})\s*$/.exec(text) ?? [];
	if (digits) return lists.ZERO_STATES.has(stateOf(state) ?? '') ? digits.padStart(5, '0') : digits;
	return typeof value === 'string' ? text : value;
}

/** Whether a ZIP code is not one of the state that is beside it. */
export function isOtherZip(value: unknown, state: unknown): boolean {
	const code = stateOf(state);
	const zip = String(postalCodeOf(value, state));
	const range = lists.ZIP_STATES.filter(({ start }) => start <= zip.slice(0, 3)).at(-1);
	return code !== undefined && /^\d{5}/.test(zip) && range?.states.includes(code) !== true;
}

/** Text for what spreadsheets take for a number, such as that of an apartment. */
const lineOf = (value: unknown) => (typeof value === 'number' ? String(value) : value);

/**
 * Whether a text may be a street: it has a number besides that of "5th Ave", also as in "One Market Plaza", and is no phone
 * number, email or link. An expression that was not evaluated is refused elsewhere.
 */
export const isStreet = (text: string): boolean =>
	/\p{L}/u.test(text) &&
	!/[@＠]|:\/\/|www\./i.test(text) &&
	/\d|\{\{|^(?:one|two|three|four|five|six|seven|eight|nine|ten) |general delivery/i.test(
		text.replace(/\b\d{1,4}(?:st|nd|rd|th)\b/gi, ''),
	);

/** An optional value that was left out of a recipient, and why. `notUs`: a number of another country, or no number. */
export interface UnusableValue {
	field: 'email' | 'phone';
	value: unknown;
	reason: 'noCountry' | 'notUs' | 'notAnEmail';
}

/**
 * Makes a recipient of the service (openapi: RecipientInput) of the values of its columns, not yet checked. The same values
 * are normalised for every source of recipients. What cannot be normalised stays as it is, for the validation to refuse;
 * where the columns were found automatically, an optional phone or email is left out instead.
 */
export function recipientOf(
	columns: Columns,
	{ isAutomatic, sendMethod }: { isAutomatic: boolean; sendMethod: unknown },
) {
	const filled = (column: ColumnId) => {
		const value = column === 'email' ? emailOf(columns.email) : visible(columns[column]);
		return isEmpty(value, column.replace('mailing_', '')) ? undefined : value;
	};
	const unusable: UnusableValue[] = [];
	const usable = (field: UnusableValue['field'], value: unknown, reason: UnusableValue['reason']) => {
		if (value === undefined || !isAutomatic) return value;
		unusable.push({ field, value, reason });
		return undefined;
	};
	const email = filled('email');
	const isKept = sendMethod === 'email_and_link' || isEmailAddress(email);
	const countries = [columns.phone_countries ?? columns.country, isUsState(columns.state) ? 'US' : undefined].flat();
	const given = filled('phone');
	const isUsNumber = () => usPhone(given, ['US']) !== undefined && countries.every((country) => isEmpty(country));
	const recipient = {
		first_name: filled('first_name'),
		last_name: filled('last_name'),
		email: isKept ? email : usable('email', email, 'notAnEmail'),
		phone: usPhone(given, countries) ?? usable('phone', given, isUsNumber() ? 'noCountry' : 'notUs'),
	} as IDataObject;
	if (isAutomatic && sendMethod !== 'direct_send') return { recipient, unusable };

	const state = filled('state');
	const lines = {
		address_1: lineOf(filled('address_1')),
		address_2: lineOf(filled('address_2')),
		city: filled('city'),
		state: stateOf(state)?.toUpperCase() ?? state,
		postal_code: postalCodeOf(filled('postal_code'), state),
	};
	if (Object.values(lines).every(isBlank)) return { recipient, unusable };
	const country = filled('country');
	recipient.mailing_address = {
		first_name: filled('mailing_first_name'),
		last_name: filled('mailing_last_name'),
		...lines,
		country: country === undefined || isUs(country) ? 'US' : country,
	} as IDataObject;
	return { recipient, unusable };
}
