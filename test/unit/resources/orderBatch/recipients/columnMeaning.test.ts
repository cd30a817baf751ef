import { kindOf, meaningOf } from '../../../../../nodes/GiftOrderBatch/resources/orderBatch/recipients/columnMeaning';

describe('the name of a column', () => {
	test.each([
		['Address - City', { is: 'field', field: 'city' }],
		['Address', { is: 'field', field: 'address_1', speaks: 'street' }],
		['Name (First)', { is: 'field', field: 'first_name' }],
		['Name (Last)', { is: 'field', field: 'last_name' }],
		['Name (Vorname)', { is: 'field', field: 'first_name' }],
		['Name - Surname', { is: 'field', field: 'last_name' }],
		['First Name, Last Name', { is: 'field', field: 'full_name' }],
		['Email or Phone', { is: 'unknown', field: undefined }],
		['City Name', { is: 'unknown', field: undefined, speaks: 'two' }],
		['Shipping Email', { field: 'email', place: 'shipping', isShipping: true, isOnAddress: true }],
		['Shipping Phone', { field: 'phone', isShipping: true, isOnAddress: true }],
		['Shipping City', { field: 'city', isShipping: true, isOnAddress: false }],
		['Shipping Name', { field: 'full_name', isShipping: true, isOnAddress: true }],
		['Address First Name', { field: 'first_name', place: '', isOnAddress: true }],
		['First Name', { field: 'first_name', isOnAddress: false }],
		['Email', { is: 'field', field: 'email', role: '', isOnAddress: false, isBare: false }],
		['The Recipient', { field: 'full_name', role: 'recipient', isBare: true }],
		['Recipient Email', { field: 'email', role: 'recipient', isBare: false }],
		['Billing Email', { is: 'other' }],
		['contacts[0].email', { is: 'field', name: 'contactsemail', role: 'contact' }],
		['properties..q12_email', { is: 'field', name: 'email', container: 'properties' }],
		['company.name', { is: 'company' }],
		['Recipient Fax', { is: 'unknown', field: undefined, isForRecipient: true }],
		['Fax of Recipient', { isForRecipient: true }],
		['recipientfax', { isForRecipient: true }],
		['Primary', { is: 'unknown', isBare: false }],
		['employee.shoe', { is: 'unknown', isBare: false }],
		['properties', { name: 'properties', container: '' }],
		['Economy', { is: 'unknown', speaks: '', isForRecipient: false }],
		['Gift for', { is: 'unknown', speaks: 'one' }],
		['Codename', { is: 'unknown', speaks: 'two' }],
		['Office', { is: 'unknown', speaks: 'two' }],
		['Location Code', { is: 'unknown', speaks: 'street' }],
		['Color', { is: 'unknown', speaks: '' }],
		['Work Mobile', { field: 'phone', isMobile: true }],
		['Phone', { field: 'phone', isMobile: false }],
		['Employee Recipient', { role: 'recipient', isBare: true }],
		['Member Employee Email', { role: 'employee member' }],
		['Employee Member Email', { role: 'employee member' }],
	])('%s means %j', (name, meaning) => {
		expect(meaningOf(name, [])).toMatchObject(meaning);
	});
});

test.each([
	['company', 'skipped'],
	['backup', 'skipped'],
	['vendor', 'skipped'],
	['email', 'field'],
	['notes', 'other'],
])('an object that is called %s is %s', (name, kind) => {
	expect(kindOf(name)).toBe(kind);
});
