import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { checkOrderBatch } from '../../support/checkOrderBatch';
import { recipientOf } from '../../../nodes/GiftOrderBatch/resources/orderBatch/create/recipient';
import { findColumns } from '../../../nodes/GiftOrderBatch/resources/orderBatch/create/recipientColumns/findColumns';
import { RECIPIENT_RECORDS } from '../../engine/resources/orderBatch/recipientRecords';

/** What one item leads to: a recipient that is valid for the send method, or the reasons why there is none. */
function outcomeOf(item: IDataObject, sendMethod: string) {
	const { columns, problems } = findColumns(item, sendMethod);
	if (problems.length > 0) return { problems };
	const { recipient, hints } = recipientOf(columns, { isAutomatic: true, sendMethod });
	const checked = checkOrderBatch(
		{
			from_name: 'Acme',
			send_method: sendMethod,
			recipients: [recipient],
			cart: { items: [{ product_id: '123e4567-e89b-42d3-a456-426614174000', quantity: 1 }] },
		},
		new Date(0),
	);
	if ('problems' in checked) return { problems: checked.problems };
	const { recipients } = checked.value as { recipients: unknown[] };
	return { recipient: JSON.parse(JSON.stringify(recipients[0])), hints };
}

describe('the recipient of a record', () => {
	test.each(RECIPIENT_RECORDS.map((record) => [record.what, record] as const))('with %s', (_what, record) => {
		const { sendMethod = 'email_and_link', item, recipient, refusal = [], hint } = record;
		const outcome = outcomeOf(item, sendMethod);
		if (!recipient) {
			expect(outcome).toEqual({ problems: expect.anything() });
			const problems = outcome.problems?.join('\n');
			for (const text of refusal) expect(problems).toContain(text);
			return;
		}
		expect(outcome).toEqual({ recipient, hints: hint ? [expect.stringContaining(hint)] : [] });
	});
});

const OTHERS = [
	'Owner',
	'Manager',
	'Supervisor',
	'Assistant',
	'Sender',
	'From',
	'Requester',
	'Submitter',
	'Referrer',
	'Company',
	'Organization',
	'Account',
	'Old',
	'Previous',
	'Secondary',
	'Alternate',
	'Backup',
	'Billing',
	'Invoice',
	'Emergency Contact',
	'Partner',
	'Spouse',
	'Parent',
	'Creator',
	'Created By',
	'Assigned Agent',
	'Sales Rep',
	'Host',
	'Organizer',
	'Vendor',
	'Team',
	'Absender',
	'Expéditeur',
	'Remitente',
	'Remetente',
	'差出人',
	'Отправитель',
	'发件人',
	'보내는 사람',
];
const WAYS: Array<(other: string, column: string) => string> = [
	(other, column) => `${other} ${column}`,
	(other, column) => `${column} (${other})`,
	(other, column) => `${column} of ${other}`,
	(other, column) => `${other}_${column}`.toLowerCase().replace(/ /g, '_'),
	(other, column) => `${other}.${column}`,
	(other, column) => `${column} - ${other}`,
];
const OTHERS_COLUMNS: IDataObject = {
	'First Name': 'Otto',
	'Last Name': 'Other',
	Name: 'Otto Other',
	'Full Name': 'Otto Other',
	Email: 'otto@other.example',
	'E-mail Address': 'otto@other.example',
	Phone: '+12125550100',
	Street: '9 Other St',
	City: 'Reno',
	State: 'NV',
	Zip: '89501',
};

const othersColumn = fc
	.tuple(fc.constantFrom(...OTHERS), fc.constantFrom(...WAYS), fc.constantFrom(...Object.keys(OTHERS_COLUMNS)))
	.map(([other, way, column]): [string, unknown] => [way(other, column), OTHERS_COLUMNS[column]]);
const record = fc.constantFrom(...RECIPIENT_RECORDS);
const METHOD = 'email_and_link';

describe('the recipient of any record', () => {
	test('stays the same with columns of other people under well-known words', () => {
		fc.assert(
			fc.property(record, fc.array(othersColumn, { minLength: 1, maxLength: 4 }), (one, columns) => {
				const { sendMethod = METHOD, item } = one;
				const more = { ...Object.fromEntries(columns), ...item } as IDataObject;
				expect(outcomeOf(more, sendMethod)).toEqual(outcomeOf(item, sendMethod));
			}),
			{ numRuns: 2000 },
		);
	});

	test('stays the same in any order of the columns', () => {
		fc.assert(
			fc.property(
				record.chain((one) =>
					fc.tuple(
						fc.constant(one),
						fc.shuffledSubarray(Object.entries(one.item), { minLength: Object.keys(one.item).length }),
					),
				),
				([{ sendMethod = METHOD, item }, entries]) => {
					expect(outcomeOf(Object.fromEntries(entries), sendMethod)).toEqual(outcomeOf(item, sendMethod));
				},
			),
			{ numRuns: 1000 },
		);
	});

	test('is never made of two people', () => {
		const PEOPLE = [
			{ first: 'Ann', last: 'Lee', email: 'ann@lee.example', phone: '+12125550100' },
			{ first: 'Bob', last: 'Smith', email: 'bob@smith.example', phone: '+14155550101' },
		];
		const words = fc.constantFrom(
			...['', 'Recipient ', 'Employee ', 'Champion ', 'Shipping ', 'Manager ', 'New '],
			...['properties.', 'fields.', 'recipient.', 'customer.', 'zap.', 'body.'],
		);
		const names = fc.constantFrom(
			['First Name', 'Last Name', 'Email', 'Phone'],
			['FirstName', 'LastName', 'EmailAddress', 'MobilePhone'],
			['Name', 'Nickname', 'E-mail', 'Mobile'],
		);
		const isKept = fc.array(fc.boolean(), { minLength: 4, maxLength: 4 });
		// "Employee Name" and "Email" are taken for one person's.
		const isOnePerson = (words: string[]) => words.every((word) => word === '' || word === 'Employee ');
		const sameWord = (word: string) => word.toLowerCase().replace(/\W/g, '');
		const rows = fc
			.tuple(fc.tuple(words, names, isKept), fc.tuple(words, names, isKept))
			.filter(([[one], [other]]) => sameWord(one) !== sameWord(other) && !isOnePerson([one, other]));
		fc.assert(
			fc.property(rows, fc.constantFrom('email_and_link', 'link_multiple_custom_list'), (people, sendMethod) => {
				const item: IDataObject = {};
				for (const [index, [word, columns, kept]] of people.entries()) {
					const { first, last, email, phone } = PEOPLE[index] as (typeof PEOPLE)[0];
					const values = [columns[0] === 'Name' ? `${first} ${last}` : first, last, email, phone];
					const container = word.endsWith('.') ? word.slice(0, -1) : undefined;
					const target = container ? ((item[container] ??= {}) as IDataObject) : item;
					for (const [at, column] of columns.entries()) {
						const name = container ? column : word + column;
						if (kept[at] && !(name in target)) target[name] = values[at];
					}
				}
				const outcome = outcomeOf(item, sendMethod);
				if (!outcome.recipient) return;
				const text = JSON.stringify(outcome.recipient);
				const whose = PEOPLE.filter(({ first, last, email, phone: number }) =>
					[first, last, email, number].some((value) => text.includes(`"${value}"`)),
				);
				expect({ item, text, people: whose.length }).toEqual({ item, text, people: 1 });
			}),
			{ numRuns: 5000 },
		);
	});

	test('is never sent to an address made of two', () => {
		const ADDRESSES = [
			['1 First St', 'Boston', 'MA', '02108', 'United States'],
			['2 Second Ave', 'Denver', 'CO', '80201', 'USA'],
		];
		const COLUMNS = ['Street', 'City', 'State', 'Zip', 'Country'];
		const words = fc.constantFrom(
			...['', 'Shipping ', 'Mailing ', 'Home ', 'Work ', 'Delivery ', 'Recipient ', 'Billing ', 'Company ', 'Lake '],
			...['address.', 'shipping_address.', 'properties.', 'addresses.', 'recipient.'],
		);
		const kept = fc.array(fc.boolean(), { minLength: 5, maxLength: 5 });
		const part = fc.tuple(words, kept);
		const PLACES: Record<string, string> = { 'Delivery ': 'shipping', 'address.': '', 'addresses.': '' };
		const placeOf = (word: string) => PLACES[word] ?? word.toLowerCase().replace(/[^a-z].*/, '');
		const parts = fc.tuple(part, part).filter(([[one], [other]]) => placeOf(one) !== placeOf(other));
		fc.assert(
			fc.property(parts, (both) => {
				const item: IDataObject = { 'First Name': 'Ann' };
				for (const [index, [word, isKept]] of both.entries()) {
					const container = word.endsWith('.') ? word.slice(0, -1) : undefined;
					const target = container ? ((item[container] ??= {}) as IDataObject) : item;
					for (const [at, column] of COLUMNS.entries()) {
						if (isKept[at]) target[container ? column : word + column] = ADDRESSES[index]?.[at];
					}
				}
				const address = outcomeOf(item, 'direct_send').recipient?.mailing_address;
				if (!address) return;
				const { address_1, city, state, postal_code } = address;
				expect(ADDRESSES.map((lines) => lines.slice(0, 4))).toContainEqual([address_1, city, state, postal_code]);
			}),
			{ numRuns: 5000 },
		);
	});
});
