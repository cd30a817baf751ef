import { kindOf, meaningOf } from '../../../../../nodes/GiftOrderBatch/resources/orderBatch/recipients/columnMeaning';

test.each([
	['Shipping City', { field: 'city', isShipping: true, isOnAddress: false }],
	['Recipient Fax', { is: 'unknown', field: undefined, isForRecipient: true }],
	['Fax of Recipient', { isForRecipient: true }],
	['recipientfax', { isForRecipient: true }],
	['properties', { name: 'properties', container: '' }],
	['Economy', { is: 'unknown', speaks: '', isForRecipient: false }],
	['Codename', { is: 'unknown', speaks: 'two' }],
	['Office', { is: 'unknown', speaks: '' }],
	['friend.name', { is: 'unknown', speaks: 'one' }],
	['By Appointment', { is: 'unknown' }],
	['Color', { is: 'unknown', speaks: '' }],
	['Work Mobile', { field: 'phone', isMobile: true }],
	['Phone', { field: 'phone', isMobile: false }],
	['Employee Recipient', { role: 'recipient', isRoleOnly: true }],
	['Member Employee Email', { role: 'employee member' }],
	['Employee Member Email', { role: 'employee member' }],
])('the name of a column %s means %j', (name, meaning) => {
	expect(meaningOf(name, [])).toMatchObject(meaning);
});

test.each([
	['company', 'skipped'],
	['backup', 'skipped'],
	['email', 'field'],
	['notes', 'other'],
])('an object that is called %s is %s', (name, kind) => {
	expect(kindOf(name)).toBe(kind);
});
