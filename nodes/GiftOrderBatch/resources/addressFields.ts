import { anyText, twoLetters } from './inputSchemas';
import { mayBeBlank, textField, textProperty, type FieldTable } from './fieldTable';

/** The lines of a postal address (openapi: MailingAddress). */
export const ADDRESS_FIELDS = {
	address_1: textField('Address Line 1', 'address1', '548 Market St'),
	address_2: { check: mayBeBlank(anyText), property: textProperty('Address Line 2', 'address2', 'Apt 4') },
	city: textField('City', 'city', 'San Francisco'),
	state: textField('State', 'state', 'CA'),
	postal_code: textField('Postal Code', 'postalCode', '94104'),
	country: {
		check: twoLetters,
		property: textProperty('Country', 'country', 'US', { default: 'US', description: 'Two-letter country code' }),
	},
} satisfies FieldTable;
