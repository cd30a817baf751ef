import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { optional, text } from './inputSchemas';

/** The lines of a postal address, as a form asks for them (openapi: MailingAddress). */
export const addressFields: INodeProperties[] = [
	{ displayName: 'Address Line 1', name: 'address1', type: 'string', default: '', placeholder: 'e.g. 548 Market St' },
	{ displayName: 'Address Line 2', name: 'address2', type: 'string', default: '', placeholder: 'e.g. Apt 4' },
	{ displayName: 'City', name: 'city', type: 'string', default: '', placeholder: 'e.g. San Francisco' },
	{ displayName: 'State', name: 'state', type: 'string', default: '', placeholder: 'e.g. CA' },
	{ displayName: 'Postal Code', name: 'postalCode', type: 'string', default: '', placeholder: 'e.g. 94104' },
	{
		displayName: 'Country',
		name: 'country',
		type: 'string',
		default: 'US',
		placeholder: 'e.g. US',
		description: 'Two-letter country code',
	},
];

/** What the lines of an address must be, under the service's field names; the country differs. */
export const addressSchemas = {
	address_1: text('Address Line 1'),
	address_2: optional(text('Address Line 2')),
	city: text('City'),
	state: text('State'),
	postal_code: text('Postal Code'),
};

/** The values of `addressFields` under the service's field names. */
export const addressInput = (values: IDataObject): IDataObject => ({
	address_1: values.address1,
	address_2: values.address2,
	city: values.city,
	state: values.state,
	postal_code: values.postalCode,
	country: values.country,
});
