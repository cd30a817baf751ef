import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import {
	BARE_NAMES,
	FIELD_NAMES,
	listOf,
	MOBILE_NAMES,
	OTHER_WORDS,
	PERSON_WORDS,
	RECIPIENT_WORDS,
} from '../../../../../nodes/GiftOrderBatch/resources/orderBatch/recipients/columnNames';
import { recipientOf } from '../../../../../nodes/GiftOrderBatch/resources/orderBatch/recipients/normalize';
import { recordReader } from '../../../../../nodes/GiftOrderBatch/resources/orderBatch/recipients/readRecord';
import { RECIPIENT_RECORDS } from './records';

const NEEDED: Record<string, string[]> = {
	email_and_link: ['first_name', 'email'],
	link_multiple_custom_list: ['first_name'],
	direct_send: ['first_name', 'address_1', 'city', 'state', 'postal_code'],
};

const readers = Object.fromEntries(Object.keys(NEEDED).map((method) => [method, recordReader(method)]));
const reading = (json: object, sendMethod = 'email_and_link') => readers[sendMethod]!(json as IDataObject);

/** The recipient that a record is, `null` where it is refused or where the send method would miss something. */
function recipientIn(json: object, sendMethod = 'email_and_link'): IDataObject | null {
	const { columns, problems } = reading(json, sendMethod);
	if (problems.length > 0) return null;
	const { recipient } = recipientOf(columns, { isAutomatic: true, sendMethod });
	const address = (recipient.mailing_address ?? {}) as IDataObject;
	const isWhole = NEEDED[sendMethod]?.every((field) => ({ ...address, ...recipient })[field]);
	const isValid = sendMethod !== 'email_and_link' || /^\S+@\S+\.\w+$/.test(String(recipient.email).trim());
	if (!isWhole || !isValid || ![undefined, 'US'].includes(address.country as string)) return null;
	return JSON.parse(JSON.stringify(recipient)) as IDataObject;
}

test.each(RECIPIENT_RECORDS.map((record) => [record.what, record] as const))(
	'a record is read as its person, or refused: %s',
	(_what, { json, sendMethod, recipient }) => expect(recipientIn(json, sendMethod)).toEqual(recipient),
);

const R = 'rex@acme.com';
const rex = { Name: 'Rex Roe', Email: R };
const rexInParts = { 'First Name': 'Rex', 'Last Name': 'Roe', Email: R };
const globex = { id: 'rec1', Website: 'globex.com' };
const lines = { Street: '548 Market St', City: 'Boston', State: 'MA', Zip: '02108' };

describe('a record in which somebody else may be meant', () => {
	test.each<[string, object]>([
		['an employee and who submitted', { 'Employee Name': 'Ann Lee', 'Submitted By': 'Rex Roe', Email: R }],
		['Gift For', { ...rex, 'Gift For': 'Ann Lee' }],
		['Ship To', { ...rex, 'Ship To': 'Ann Lee', Address: '548 Market St' }],
		['Ship To and a whole address', { ...rex, 'Ship To': 'Ann Lee', ...lines }],
		['your own data and a question', { 'Your name': 'Rex Roe', 'Your email': R, 'Who is this gift for?': 'Ann Lee' }],
		['the ID of a recipient', { name: 'Rex Roe', email: R, recipient_id: 'per_9' }],
		['a student', { 'Student Name': 'Tim Lee', 'Parent Name': 'Ann Lee', Email: 'ann.lee@gmail.com' }],
		['French', { Nom: 'Rex Roe', Email: R, 'Cadeau pour': 'Ann Lee' }],
		['a company', { ...globex, Name: 'Globex', 'Primary Contact': 'Ann Lee', 'Contact Email': 'ann.lee@globex.com' }],
		['an object of an employee beside an email', { employee: { name: 'Ann Lee' }, email: R }],
		['a user name beside a first name', { user: { name: 'Ann Lee', email: R }, 'First Name': 'Cy' }],
		['a bare place', { ...rex, Shipping: 'Ann Lee' }],
		['c/o', { ...rex, 'c/o': 'Ann Lee' }],
		['a recipient in Chinese', { ...rex, 收件人: '安李' }],
		['an attendee within an event', { ...rex, event: { attendee: { name: 'Ann Lee', email: 'ann@example.com' } } }],
		['an event', { Name: 'Spring Gala', Date: '2024-05-01', Email: 'gala@acme.com' }],
		['an email with an invisible character', { ...rex, Notes: 'ann@example.com\u034f' }],
		['an inbox', { Name: 'Info', Email: 'info@acme.com' }],
		...['For', 'To', 'Friend', 'Colleague', 'Nominee', 'Attention'].flatMap((column) =>
			['Ann', 'Ann Lee'].flatMap((value): Array<[string, object]> => [
				[`${column}: ${value}`, { ...rex, [column]: value }],
				[`${column}: ${value}, beside first and last name`, { ...rexInParts, [column]: value }],
			]),
		),
	])('is refused, for every send method: %s', (_what, json) => {
		for (const sendMethod of Object.keys(NEEDED))
			expect([sendMethod, recipientIn(json, sendMethod)]).toEqual([sendMethod, null]);
	});
});

describe('a refusal', () => {
	const BY_HAND = 'Choose "Input Items (Choose Columns)" under "Recipients From", and put the right column under';

	const whose = (column: string) => `${column} could be the email of somebody else who is meant to get the gift`;
	const unread = (column: string) => `${column} speaks of a recipient, but the node does not know what it holds`;
	const differ = (columns: string, what: string) => `${columns} hold different values for the recipient's ${what}`;
	const TWO = '"Employee Name" and "Email" may belong to two people, as "Submitted By" names somebody else';
	const ONE_EMAIL = '"Recipient Name" and "Email" may belong to two people';
	const NO_NAME = '"Name" does not hold the first and the last name of one person';
	const THING = '"Name" may be the name of a thing or a company, as the column "sku" says';
	test.each<[string, object, string, label: string, path: string]>([
		['of two emails', { ...rexInParts, Mail: 'a@b.com' }, differ('"Email" and "Mail"', 'email'), 'Email', '["Mail"]'],
		[
			'of two people',
			{ 'First Name': 'Ann', properties: { firstname: 'Bo' } },
			differ('"First Name" and "properties.firstname"', 'name'),
			'First Name',
			'["properties"]["firstname"]',
		],
		['of an unknown email', { ...rex, 'X Email': 'a@b.com' }, whose('"X Email"'), 'Email', '["X Email"]'],
		['about a recipient', { ...rex, recipient_id: 'p' }, unread('"recipient_id"'), 'First Name', '["recipient_id"]'],
		[
			"of somebody else's email",
			{ 'Employee Name': 'Ann Lee', Email: R, 'Submitted By': 'Rex Roe' },
			TWO,
			'Email',
			'["Email"]',
		],
		['of no email of theirs', { 'Recipient Name': 'Ann Lee', Email: R }, ONE_EMAIL, 'Email', '["Email"]'],
		['of a name that is no person', { Name: 'Globex', Email: R }, NO_NAME, 'First Name', '["Name"]'],
		['of a thing', { Name: 'Blue Mug', sku: 'MUG-1', Email: R }, THING, 'First Name', '["Name"]'],
	])('%s names the columns, why, and the way out', (_what, json, why, label, path) => {
		expect(reading(json).problems).toEqual([`${why}. ${BY_HAND} ${label}, such as {{ $json${path} }}`]);
	});

	test('of a list of several people says how to split it', () => {
		expect(reading({ recipients: [{ name: 'Ann Lee' }, { name: 'Bo Ray' }] }).problems).toEqual([
			'"recipients[0].name" and "recipients[1].name" belong to several entries of one list, but each item must be one recipient. Split the list into items with the Split Out node, or choose "Input Items (Choose Columns)" under "Recipients From" and put the right entry in, such as {{ $json["recipients"][0]["name"] }}',
		]);
	});
});

describe('the sources of a recipient', () => {
	test('are the columns that its fields came from', () => {
		const json = { Name: 'Ann Lee', 'E-mail': 'ann@example.com', Mobile: '+14155552671', ...lines };
		expect(reading(json).sources).toEqual({ first_name: 'Name', last_name: 'Name', email: 'E-mail', phone: 'Mobile' });
		expect(reading(json, 'direct_send').sources).toMatchObject({ address_1: 'Street', postal_code: 'Zip' });
	});

	test('are paths within objects and lists', () => {
		const json = { properties: { firstname: { value: 'Ann' }, emails: [{ value: 'ann@example.com', primary: true }] } };
		expect(reading(json).sources).toEqual({
			first_name: 'properties.firstname.value',
			email: 'properties.emails[0].value',
		});
	});
});

const VALUES: Record<string, unknown> = {
	first_name: 'Ann',
	last_name: 'Lee',
	full_name: 'Ann Lee',
	email: 'ann@example.com',
	phone: '+14155552671',
	address_1: '548 Market St',
	address_2: 'Apt 4',
	street_number: '548',
	city: 'Boston',
	state: 'MA',
	postal_code: '02108',
	country: 'US',
};
const STYLES: Array<(name: string) => string> = [
	(name) => name,
	(name) => name.toUpperCase(),
	(name) => name.replace(/ /g, '_'),
	(name) => name.replace(/(?:^| )(\p{L})/gu, (_all, letter: string) => letter.toUpperCase()),
	(name) => name.replace(/ (\p{L})/gu, (_all, letter: string) => letter.toUpperCase()),
	(name) => ` ${name} `.normalize('NFD'),
];
const allNames = Object.entries({
	...FIELD_NAMES,
	first: BARE_NAMES.first_name,
	last: BARE_NAMES.last_name,
	mobile: MOBILE_NAMES,
}).flatMap(([list, names]) => {
	const field = { first: 'first_name', last: 'last_name', mobile: 'phone' }[list] ?? list;
	return listOf(names ?? '').map((name): [string, string] => [field, name]);
});

describe('each name of the lists', () => {
	test.each(allNames)('means the field %s: %s', (field, name) => {
		const { full_name: _whole, street_number: _number, ...rest } = VALUES;
		const expected = reading(rest, 'direct_send').columns;
		const json: IDataObject = { ...rest } as IDataObject;
		delete json[field];
		if (field === 'full_name') for (const part of ['first_name', 'last_name']) delete json[part];
		if (field === 'street_number') json.address_1 = 'Market St';
		for (const style of STYLES) {
			const { columns, problems } = reading({ ...json, [style(name)]: VALUES[field] }, 'direct_send');
			expect([style(name), problems, columns]).toEqual([style(name), [], expected]);
		}
	});

	test.each([...PERSON_WORDS, RECIPIENT_WORDS].flatMap(listOf))('may have the word %s before or after it', (word) => {
		const json = {
			[`${word} first name`]: 'Ann',
			[`email (${word})`]: 'ann@example.com',
			[`${word}_phone`]: '+14155552671',
		};
		expect(recipientIn(json)).toEqual({ first_name: 'Ann', email: 'ann@example.com', phone: '+14155552671' });
	});
});

describe('records of one run', () => {
	test('may have different columns', () => {
		const read = recordReader('email_and_link');
		const rows = [
			{ name: 'Ann Lee', email: 'a@example.com' },
			{ 'First Name': 'Bo', Mail: 'b@example.com' },
		];
		const names = [...rows, ...rows].map((row) => read(row).columns.first_name);
		expect(names).toEqual(['Ann', 'Bo', 'Ann', 'Bo']);
	});

	test('may have names of columns with line breaks that another record has as two columns', () => {
		const read = recordReader('email_and_link');
		read({ 'Company\nFirst Name': 'Acme', Email: 'a@example.com' });
		expect(read({ Company: 'Acme', 'First Name': 'Bo', Email: 'b@example.com' }).columns.email).toBe('b@example.com');
	});

	test.each<[string, object]>([
		['value', { value: 12 }],
		['constructor', { constructor: 'x', hasOwnProperty: 'y' }],
		['__proto__', JSON.parse('{ "__proto__": "x" }') as object],
	])('may have a column with the name %s', (_name, more) => {
		expect(recipientIn({ ...rexInParts, ...more })).toMatchObject({ first_name: 'Rex', email: R });
	});
});

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
const WAYS: Array<(word: string, column: string) => string> = [
	(word, column) => `${word} ${column}`,
	(word, column) => `${column} (${word})`,
	(word, column) => `${column} of ${word}`,
	(word, column) => `${word}_${column}`.toLowerCase().replace(/ /g, '_'),
	(word, column) => `${word}.${column}`,
	(word, column) => `${column} - ${word}`,
];
const columnsOf = (words: string[]) =>
	fc
		.tuple(fc.constantFrom(...words), fc.constantFrom(...WAYS), fc.constantFrom(...Object.keys(OTHERS_COLUMNS)))
		.map(([word, way, column]): [string, unknown] => [way(word, column), OTHERS_COLUMNS[column]]);
const record = fc.constantFrom(...RECIPIENT_RECORDS);

describe('any record', () => {
	test.each([
		['of other people', listOf(OTHER_WORDS)],
		['that are on no list', ['champion', 'their', 'groom', 'Freund', 'друг']],
	])('is read the same or refused with more columns under words %s', (_what, words) => {
		fc.assert(
			fc.property(record, fc.array(columnsOf(words), { minLength: 1, maxLength: 4 }), (one, columns) => {
				const { json, sendMethod, recipient } = one;
				const more = recipientIn({ ...Object.fromEntries(columns), ...json }, sendMethod);
				expect([recipient, null]).toContainEqual(more);
			}),
			{ numRuns: 500 },
		);
	});

	test('is read the same in any order of its columns', () => {
		const shuffled = record.chain((one) =>
			fc.tuple(
				fc.constant(one),
				fc.shuffledSubarray(Object.entries(one.json), { minLength: Object.keys(one.json).length }),
			),
		);
		fc.assert(
			fc.property(shuffled, ([{ json, sendMethod }, entries]) => {
				expect(reading(Object.fromEntries(entries), sendMethod)).toEqual(reading(json, sendMethod));
			}),
			{ numRuns: 500 },
		);
	});
});
