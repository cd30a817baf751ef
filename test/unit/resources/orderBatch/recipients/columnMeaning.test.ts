import { kindOf, meaningOf } from '../../../../../nodes/GiftOrderBatch/resources/orderBatch/recipients/columnMeaning';

test.each([
	['Shipping City', { field: 'city', isShipping: true, isOnAddress: false }],
	['Recipient Fax', { is: 'unknown', field: undefined, isForRecipient: true }],
	['Fax of Recipient', { isForRecipient: true }],
	['recipientfax', { isForRecipient: true }],
	['properties', { name: 'properties', container: '' }],
	['Economy', { is: 'unknown', describes: '', isForRecipient: false }],
	['Codename', { is: 'unknown', describes: 'two' }],
	['Office', { is: 'unknown', describes: '' }],
	['friend.name', { is: 'unknown', describes: 'one' }],
	['By Appointment', { is: 'unknown' }],
	['Color', { is: 'unknown', describes: '' }],
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
