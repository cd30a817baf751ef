import type { IDataObject } from 'n8n-workflow';

import { isBlank, isObject } from '../../../api/values';
import { EMAIL } from '../../inputSchemas';
import { folded } from './recipientColumns/text';
import type { Columns } from './recipientColumns/columns';

/** Lower-case texts that exports put where nothing is. */
const PLACEHOLDERS = new Set(
	[
		['#n/a', '#na', '#ref!', '#value!', '#name?', '#null!', '#div/0!', '#num!', '#error!', 'n/a', 'n.a.', 'n. a.'],
		[
			'-',
			'--',
			'---',
			'–',
			'—',
			'.',
			'?',
			'/',
			'tbd',
			'tba',
			'undefined',
			'(blank)',
			'(none)',
			'(null)',
			'(unknown)',
			'[object object]',
		],
	].flat(),
);
/** Words that are no value of any column, although a few people's last name is "Null" or "None". */
const EMPTY_WORDS = new Set(['null', 'none', 'unknown', 'nil', 'nan']);

/** Whether a value says that there is none. */
export function isEmpty(value: unknown, column: string = 'first_name'): boolean {
	if (isBlank(value)) return true;
	if (typeof value === 'number') return Number.isNaN(value);
	if (typeof value !== 'string') return false;
	const text = value.trim();
	const word = text.toLowerCase();
	if (PLACEHOLDERS.has(word)) return true;
	if (!EMPTY_WORDS.has(word)) return false;
	const isCapitalised = /^\p{Lu}\p{Ll}+$/u.test(text);
	if (word === 'nan' || word === 'nil') return !isCapitalised || !column.endsWith('_name');
	return word === 'unknown' || column !== 'last_name' || !isCapitalised;
}

/** The ways in which systems and languages write the one country that is supported, without spaces and punctuation. */
const US_NAMES = new Set(
	`us usa america unitedstates theunitedstates unitedstatesofamerica theunitedstatesofamerica unitedstatesus usunitedstates vereinigtestaaten vereinigtestaatenvonamerika diusa
	etatsunis lesetatsunis etatsunisdamerique estadosunidos losestadosunidos estadosunidosdeamerica estadosunidosdaamerica eeuu eua statiuniti statiunitidamerica
	verenigdestaten verenigdestatenvanamerika vs сша соединенныештаты соединенныештатыамерики stanyzjednoczone stanyzjednoczoneameryki
	アメリカ アメリカ合衆国 米国 合衆国 美国 美國 美利坚合众国 미국 미합중국 forentastaterna usofa`
		.split(/\s+/)
		.map((name) => folded(name)),
);

/** Whether a value names the US; a two-letter or three-letter code counts, a dialling code does not. */
export const isUs = (value: unknown): boolean =>
	typeof value === 'string' && US_NAMES.has(folded(value).replace(/[^\p{L}]/gu, '')) && !/\d/.test(value);

/** The text without the apostrophe that exports put before digits, so that spreadsheets do not take them for a number. */
const withoutMark = (value: unknown) => String(value).replace(/^\s*'(?=[\d+(])/, '');

/** Area codes of the North American Numbering Plan that belong to Canada, the Caribbean and Bermuda. */
const FOREIGN_AREA_CODES = new Set(
	`204 226 236 242 246 249 250 257 263 264 268 284 289 306 343 345 354 365 367 368 382 387 403 416 418 428 431 437 438 441 450 460
	468 473 474 506 514 519 537 548 568 579 581 584 587 600 604 613 622 633 639 644 647 649 655 658 664 672 677 683 688 705 709 721 742
	753 758 767 778 780 782 784 807 809 819 825 829 849 867 868 869 873 876 879 902 905 942`.split(/\s+/),
);

/**
 * A US phone number in E.164 format, or `undefined` for what is none.
 * @param countries what the record says its countries are; ten digits are a US number only where all of them are the US
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
	if (!digits || !/^[2-9]/.test(digits) || FOREIGN_AREA_CODES.has(digits.slice(0, 3))) return undefined;
	if (text.startsWith('+'))
		return /^\+\D*1/.test(text) && text.replace(/\D/g, '').length === 11 ? `+1${digits}` : undefined;
	const known = countries.filter((country) => !isEmpty(country));
	return known.length > 0 && known.every(isUs) ? `+1${digits}` : undefined;
}

/** The one address of a text that names it: with a display name, `mailto:` or punctuation around it. Any other value as it is. */
export function emailOf(value: unknown): unknown {
	if (typeof value !== 'string') return value;
	const text = value
		.replace(/[\u200b-\u200f\u2060\ufeff]/g, '')
		.replace(/＠/g, '@')
		.trim();
	const [, inBrackets] = /^[^<>@]*<([^<>]+)>[\s,;.]*$/.exec(text) ?? [];
	const bare = (inBrackets ?? text)
		.trim()
		.replace(/^[\s<"'([]+|[\s>"')\],;.:]+$/g, '')
		.replace(/^mailto:\s*/i, '')
		.replace(/\?.*$/, '')
		.trim();
	return EMAIL.test(bare) ? bare : value;
}

const isEmail = (value: unknown) => typeof value === 'string' && EMAIL.test(value.trim());

/** A postal code with the leading zeros that spreadsheets drop from it. */
function postalCodeOf(value: unknown): unknown {
	const text = withoutMark(value);
	if (/^\s*\d{3,5}\s*$/.test(text)) return text.trim().padStart(5, '0');
	return typeof value === 'string' ? text : value;
}

/** Text for what spreadsheets take for a number, such as that of an apartment. */
const lineOf = (value: unknown) => (typeof value === 'number' ? String(value) : value);

const ADDRESS_COLUMNS = ['address_1', 'address_2', 'city', 'state', 'postal_code', 'country'] as const;

/** The name of a recipient for messages, as far as it has one. */
export function nameOf(recipient: unknown): string {
	if (!isObject(recipient)) return '';
	return [recipient.first_name, recipient.last_name]
		.filter((name) => typeof name === 'string' && !isBlank(name))
		.join(' ');
}

/** How a hint names a person. */
function ownerOf(first: unknown, last: unknown, email: unknown): string {
	const name = nameOf({ first_name: first, last_name: last });
	if (name) return `${name}'s`;
	return isEmail(email) ? `${String(email)}'s` : "A recipient's";
}

/**
 * Makes a recipient of the service (openapi: RecipientInput) of the values of its columns, not yet checked. The same values
 * are normalised for every source of recipients. What cannot be normalised stays as it is, for the validation to refuse;
 * where the columns were found automatically, an optional phone or email is left out instead.
 * @returns the recipient, and a hint for each value that was left out: a sentence without a period and without a row
 */
export function recipientOf(
	columns: Columns,
	{ isAutomatic, sendMethod }: { isAutomatic: boolean; sendMethod: unknown },
): { recipient: IDataObject; hints: string[] } {
	const filled = (column: Exclude<keyof Columns, 'phone_countries'>) =>
		isEmpty(columns[column], column.replace('mailing_', '')) ? undefined : columns[column];
	const hints: string[] = [];
	const [first_name, last_name] = [filled('first_name'), filled('last_name')];
	const email = emailOf(filled('email'));
	const owner = ownerOf(first_name, last_name, email);
	const shown = (value: unknown) => (isObject(value) || Array.isArray(value) ? '' : ` ${JSON.stringify(value)}`);
	const leftOut = (value: unknown, isUsable: boolean, what: string, whatItIsNot: string) => {
		if (value === undefined || isUsable || !isAutomatic) return value;
		hints.push(`${owner} ${what}${shown(value)} is not ${whatItIsNot} and was left out`);
		return undefined;
	};

	const countries = columns.phone_countries ?? [columns.country];
	const phone = usPhone(filled('phone'), countries);
	const recipient: IDataObject = {
		first_name: first_name as string,
		last_name: last_name as string,
		email: (sendMethod === 'email_and_link'
			? email
			: leftOut(email, isEmail(email), 'email', 'an email address')) as string,
		phone: (phone ?? leftOut(filled('phone'), false, 'phone', 'a US number')) as string,
	};

	const lines = ADDRESS_COLUMNS.filter((column) => column !== 'country').map(
		(column) => [column, column === 'postal_code' ? postalCodeOf(filled(column)) : lineOf(filled(column))] as const,
	);
	const hasAddress = lines.some(([, value]) => !isBlank(value));
	if (!hasAddress || (isAutomatic && sendMethod !== 'direct_send')) return { recipient, hints };
	const country = filled('country');
	recipient.mailing_address = {
		...Object.fromEntries(
			[
				['first_name', filled('mailing_first_name')] as const,
				['last_name', filled('mailing_last_name')] as const,
			].filter(([, value]) => value !== undefined),
		),
		...Object.fromEntries(lines),
		country: country === undefined || isUs(country) ? 'US' : country,
	} as IDataObject;
	return { recipient, hints };
}
