import type { IDataObject, ResourceMapperField } from 'n8n-workflow';

import { isBlank, isObject } from '../../../api/values';

/** A column that an input item may hold about its recipient, and the names that address books and CRMs give it. */
interface RecipientColumn {
	id: string;
	displayName: string;
	/** In lower case, without anything but letters and digits; earlier names win. */
	names: string[];
	/** Whether it is part of an address, of which a contact may have several. */
	isAddress?: boolean;
	neededFor?: string;
}

const COLUMNS: RecipientColumn[] = [
	{
		id: 'first_name',
		displayName: 'First Name',
		names: ['firstname', 'givenname', 'forename', 'fname', 'first'],
	},
	{
		id: 'last_name',
		displayName: 'Last Name',
		names: ['lastname', 'surname', 'familyname', 'lname', 'last'],
	},
	{
		id: 'email',
		displayName: 'Email',
		names: [
			'email',
			'emailaddress',
			'mail',
			'workemail',
			'businessemail',
			'primaryemail',
			'contactemail',
			'personalemail',
		],
		neededFor: 'email_and_link',
	},
	{
		id: 'phone',
		displayName: 'Phone',
		names: [
			'phone',
			'phonenumber',
			'mobilephone',
			'mobilephonenumber',
			'mobile',
			'cellphone',
			'cell',
			'telephone',
			'mobilenumber',
		],
	},
	{
		id: 'address_1',
		displayName: 'Address Line 1',
		names: ['address1', 'addressline1', 'street', 'streetaddress', 'street1', 'address'],
		isAddress: true,
		neededFor: 'direct_send',
	},
	{
		id: 'address_2',
		displayName: 'Address Line 2',
		names: ['address2', 'addressline2', 'street2', 'apartment', 'apt', 'suite'],
		isAddress: true,
	},
	{ id: 'city', displayName: 'City', names: ['city', 'town'], isAddress: true, neededFor: 'direct_send' },
	{
		id: 'state',
		displayName: 'State',
		names: ['stateprovince', 'stateregion', 'province', 'state', 'statecode'],
		isAddress: true,
		neededFor: 'direct_send',
	},
	{
		id: 'postal_code',
		displayName: 'Postal Code',
		names: ['postalcode', 'zip', 'zipcode', 'postcode', 'zippostalcode'],
		isAddress: true,
		neededFor: 'direct_send',
	},
	{ id: 'country', displayName: 'Country', names: ['country', 'countryregion', 'countrycode'], isAddress: true },
];

/** The columns as n8n's column mapping shows them; which are required follows the send method. */
export const recipientMapperFields = (sendMethod: unknown): ResourceMapperField[] =>
	COLUMNS.map(({ id, displayName, neededFor }) => ({
		id,
		displayName,
		required: id === 'first_name' || (neededFor !== undefined && neededFor === sendMethod),
		defaultMatch: false,
		canBeUsedToMatch: false,
		display: true,
		type: 'string',
	}));

const normalized = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '');

/** What tables put before the names of the person who gets something, beside the one who asks for it. */
const PERSON_PREFIX = 'recipient';

/** The names of the columns that tell who that person is. */
const RECIPIENT_NAMES = new Set(
	COLUMNS.filter(({ isAddress }) => !isAddress).flatMap(({ names }) => names.map((name) => PERSON_PREFIX + name)),
);

const namesOf = (column: string) => COLUMNS.find(({ id }) => id === column)?.names ?? [];
const STREET_NAMES = namesOf('address_1');
const COUNTRY_NAMES = namesOf('country');

/** What CRMs put before the names of an address that is not a contact's only one; earlier addresses win. */
const ADDRESS_PREFIXES = [PERSON_PREFIX, 'mailing', 'shipping', ''];

/** Objects in which CRMs keep the fields of a contact: HubSpot, Airtable's trigger, Mailchimp. */
const CONTAINERS = ['properties', 'fields', 'merge_fields'];

const hasValue = (entry: unknown): entry is { value: unknown; primary?: unknown } =>
	isObject(entry) && 'value' in entry;

/** The value of a list, as CRMs hold it: the only one, or the one that is marked as primary. Any other value as it is. */
function plain(value: unknown): unknown {
	if (!Array.isArray(value)) return value;
	const filled = value
		.map((entry: unknown) => (hasValue(entry) ? entry : { value: entry, primary: false }))
		.filter((entry) => !isBlank(entry.value));
	if (filled.length === 0) return undefined;
	const chosen = filled.length === 1 ? filled[0] : filled.find(({ primary }) => primary === true);
	return chosen ? chosen.value : value;
}

/**
 * Finds an item's columns by their names, whatever their case and punctuation. What CRMs keep in an object or in a list of one
 * counts as the item's own; n8n's HubSpot node has each value in an object with its history. All lines of the address come from
 * the first address that has a street, and all of the person from the recipient's columns if there are any, so that neither two
 * addresses nor two people are ever mixed.
 */
export function columnsByName(json: IDataObject): IDataObject {
	const nested = CONTAINERS.flatMap((name) => Object.entries(isObject(json[name]) ? json[name] : {})).map(
		([name, value]) => [name, hasValue(value) ? value.value : value] as const,
	);
	const entries = [...Object.entries(json), ...nested].map(
		([name, value]) => [normalized(name), plain(value)] as const,
	);
	const values = new Map<string, unknown>();
	for (const [name, value] of entries) {
		if (!isBlank(value) && !values.has(name)) values.set(name, value);
	}
	// An empty column of the recipient is none that somebody else's may fill.
	const personPrefix = entries.some(([name]) => RECIPIENT_NAMES.has(name)) ? PERSON_PREFIX : '';
	const valueOf = (names: string[], prefix = '') =>
		names.map((name) => values.get(prefix + name)).find((value) => value !== undefined);
	const addressPrefix = ADDRESS_PREFIXES.find((prefix) => valueOf(STREET_NAMES, prefix) !== undefined);
	const found = COLUMNS.map(({ id, names, isAddress }) => [
		id,
		valueOf(names, isAddress ? addressPrefix : personPrefix),
	]);
	// A foreign country of any address speaks against a gift that can be shipped within the US only.
	const anyCountry = ADDRESS_PREFIXES.map((prefix) => valueOf(COUNTRY_NAMES, prefix)).find(
		(value) => value !== undefined,
	);
	return Object.fromEntries(
		[['country', anyCountry], ...found].filter(([, value]) => value !== undefined),
	) as IDataObject;
}

const US_NAMES = ['us', 'usa', 'unitedstates', 'unitedstatesofamerica'];

/** The country code for the ways in which address books write the one country that is supported. */
const countryOf = (value: unknown) =>
	typeof value === 'string' && US_NAMES.includes(normalized(value)) ? 'US' : value;

/** The text without the apostrophe that exports put before digits, lest spreadsheets take them for a number. */
const withoutMark = (value: unknown) => String(value).replace(/^\s*'(?=[\d+(])/, '');

/** A US phone number in E.164 format for the ways in which address books write it; any other value as it is. */
function phoneOf(value: unknown, country: unknown): unknown {
	if (typeof value !== 'string' && typeof value !== 'number') return value;
	const text = withoutMark(value);
	// Without its country code, a number belongs to the country of its owner, and in the US to a stranger.
	if (!text.includes('+') && !isBlank(country) && countryOf(country) !== 'US') return value;
	if (!/^[\d\s().+-]+$/.test(text)) return value;
	const digits = text.replace(/\D/g, '');
	if (digits.length === 10 && !text.includes('+')) return `+1${digits}`;
	return digits.length === 11 && digits.startsWith('1') ? `+${digits}` : value;
}

/** A postal code with the leading zeros that spreadsheets drop from it. */
function postalCodeOf(value: unknown): unknown {
	const text = withoutMark(value);
	if (/^\s*\d{3,5}\s*$/.test(text)) return text.trim().padStart(5, '0');
	return typeof value === 'string' ? text : value;
}

/** Text for what spreadsheets take for a number, such as that of an apartment. */
const lineOf = (value: unknown) => (typeof value === 'number' ? String(value) : value);

/** A recipient of the service (interface: "RecipientInput") made of an item's columns, not yet checked. */
export function recipientOfColumns(columns: IDataObject): IDataObject {
	const { first_name, last_name, email, phone, country, postal_code, ...lines } = columns;
	const address = {
		...(Object.fromEntries(Object.entries(lines).map(([name, line]) => [name, lineOf(line)])) as IDataObject),
		postal_code: postalCodeOf(postal_code) as string,
	};
	const hasAddress = Object.values(address).some((value) => !isBlank(value));
	return {
		first_name,
		last_name,
		email,
		phone: phoneOf(phone, country) as string,
		...(hasAddress && {
			mailing_address: { ...address, country: isBlank(country) ? 'US' : (countryOf(country) as string) } as IDataObject,
		}),
	};
}
