import type { IDataObject, ResourceMapperField } from 'n8n-workflow';

import { isBlank, isObject } from '../../api/values';

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
		names: ['firstname', 'givenname', 'forename', 'fname', 'first', 'recipientfirstname'],
	},
	{
		id: 'last_name',
		displayName: 'Last Name',
		names: ['lastname', 'surname', 'familyname', 'lname', 'last', 'recipientlastname'],
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
			'recipientemail',
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
		names: ['state', 'stateprovince', 'stateregion', 'statecode', 'province'],
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

/** What CRMs put before the names of an address that is not a contact's only one; earlier addresses win. */
const ADDRESS_PREFIXES = ['', 'mailing', 'shipping'];

/**
 * Finds an item's columns by their names, whatever their case and punctuation. The fields of an object `properties`, where
 * some CRMs keep them, count as the item's own; n8n's HubSpot node has each of their values in an object with its history.
 * All lines of the address come from the first address that has a street, so that two addresses are never mixed.
 */
export function columnsByName(json: IDataObject): IDataObject {
	const { properties } = json;
	const nested = Object.entries(isObject(properties) ? properties : {}).map(
		([name, value]) => [name, isObject(value) && 'value' in value ? value.value : value] as const,
	);
	const values = new Map<string, unknown>();
	for (const [name, value] of [...Object.entries(json), ...nested]) {
		if (!isBlank(value) && !values.has(normalized(name))) values.set(normalized(name), value);
	}
	const valueOf = (names: string[], prefix = '') =>
		names.map((name) => values.get(prefix + name)).find((value) => value !== undefined);
	const streetNames = COLUMNS.find(({ id }) => id === 'address_1')?.names ?? [];
	const addressPrefix = ADDRESS_PREFIXES.find((prefix) => valueOf(streetNames, prefix) !== undefined);
	const found = COLUMNS.map(({ id, names, isAddress }) => [id, valueOf(names, isAddress ? addressPrefix : '')]);
	// A foreign country of any address speaks against a gift that can be shipped within the US only.
	const countryNames = COLUMNS.find(({ id }) => id === 'country')?.names ?? [];
	const anyCountry = ADDRESS_PREFIXES.map((prefix) => valueOf(countryNames, prefix)).find(
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

/**
 * A US phone number in E.164 format for the ways in which address books write it; any other value as it is. Ten digits of a
 * person abroad are no US number, though they may look like one.
 */
function phoneOf(value: unknown, country: unknown): unknown {
	if (typeof value !== 'string' && typeof value !== 'number') return value;
	if (!isBlank(country) && countryOf(country) !== 'US') return value;
	const text = String(value);
	if (!/^[\d\s().+-]+$/.test(text)) return value;
	const digits = text.replace(/\D/g, '');
	if (digits.length === 10 && !text.includes('+')) return `+1${digits}`;
	return digits.length === 11 && digits.startsWith('1') ? `+${digits}` : value;
}

/** A postal code with the leading zeros that spreadsheets drop from it. */
const postalCodeOf = (value: unknown) =>
	/^\s*\d{3,5}\s*$/.test(String(value)) ? String(value).trim().padStart(5, '0') : value;

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
