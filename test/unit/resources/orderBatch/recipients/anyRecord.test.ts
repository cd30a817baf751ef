import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';

import type { IDataObject } from 'n8n-workflow';

import { listOf, LISTS } from '../../../../../nodes/GiftOrderBatch/resources/orderBatch/recipients/columnNames';
import fc from '../../../../support/properties';
import { reading, recipientIn, RECIPIENT_RECORDS } from './records';

interface BlindRecord {
	id: string;
	system: string;
	sendMethod: string;
	record: object;
	/** `either`: it may be read or refused. */
	expect: string;
	person?: object;
	address?: object;
	why: string;
	/** What the node does although the author of the record expects otherwise, and why that stays so. */
	instead?: 'read' | 'refused';
	because?: string;
}

const BLIND_FILES = readdirSync(__dirname).filter((name) => name.startsWith('blindRecords'));
const blindRecords = (file: string) => JSON.parse(readFileSync(join(__dirname, file), 'utf8')) as BlindRecord[];

/** What is expected of a record, where `recipient` was read. */
function expectedOf({ expect: expected, person, address, instead }: BlindRecord, recipient: IDataObject | null) {
	const outcome = instead ?? (expected === 'either' && !recipient ? 'refused' : expected);
	if (outcome === 'refused') return null;
	if (instead || !person) return expect.anything() as object;
	return { ...person, ...(address && { mailing_address: address }) };
}

test.each(BLIND_FILES)('each record of people who do not know the code is read or refused: %s', (file) => {
	const records = blindRecords(file).map((record) => ({
		what: `${record.id}, ${record.system}: ${record.why}`,
		record,
		recipient: recipientIn(record.record, record.sendMethod),
	}));
	expect(records.map(({ what, recipient }) => ({ what, recipient }))).toMatchObject(
		records.map(({ what, record, recipient }) => ({ what, recipient: expectedOf(record, recipient) })),
	);
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
/** Columns that are nobody's, with values that look like names. */
const NOISE: Record<string, string> = {
	'Birth City': 'San Diego',
	'Job Title': 'Account Executive',
	Seniority: 'Vice President',
	Industry: 'Real Estate',
	'Company Name': 'Blue Harbor',
	'Account Name': 'Summit Partners',
	'Product Name': 'Coffee Mug',
	'Favorite Product': 'Green Tea',
	'Deal Stage': 'Closed Won',
	'Lifecycle Stage': 'Sales Qualified',
	'Lead Source': 'Trade Fair',
	'Territory Name': 'North West',
};
const NOISE_STYLES = [
	(name: string) => name,
	(name: string) => name.toLowerCase().replace(/ /g, '_'),
	(name: string) => `${name.toUpperCase()}:`,
];
const OTHER_STYLES: Array<(name: string) => string> = [
	(name) => name.toUpperCase(),
	(name) => ` ${name}: `,
	(name) => name.toLowerCase().replace(/ /g, '-'),
	(name) => name.replace(/ /g, '__'),
];
const columnsOf = (words: string[]) =>
	fc
		.tuple(fc.constantFrom(...words), fc.constantFrom(...WAYS), fc.constantFrom(...Object.keys(OTHERS_COLUMNS)))
		.map(([word, way, column]): [string, unknown] => [way(word, column), OTHERS_COLUMNS[column]]);
const record = fc.constantFrom(...RECIPIENT_RECORDS);
const ANY_RECORD: Array<{ json: object; sendMethod: string }> = [
	...RECIPIENT_RECORDS,
	...BLIND_FILES.flatMap(blindRecords).map(({ record: json, sendMethod }) => ({ json, sendMethod })),
];
const anyRecord = fc.constantFrom(...ANY_RECORD);

/** They make a table of employees of a record, in which family are other people. */
const OF_EMPLOYEES = ['supervisor', 'line manager'];
/** Who is the person of a record that has nobody else, so that more columns of them count. */
const SUBJECTS = listOf(LISTS.SUBJECT_WORDS);
const OTHERS = [LISTS.OTHER_WORDS, LISTS.COMPETING_WORDS, LISTS.BUYER_WORDS].join(', ');

test.each([
	['of other people', listOf(OTHERS).filter((word) => !OF_EMPLOYEES.includes(word) && !SUBJECTS.includes(word))],
	['that are on no list', ['hero', 'their', 'groom', 'Freund', 'друг']],
])('any record is read the same or refused with more columns under words %s', (_what, words) => {
	const more = fc.array(columnsOf(words), { minLength: 1, maxLength: 4 });
	const property = fc.property(record, more, ({ json, sendMethod, recipient }, columns) => {
		const read = recipientIn({ ...Object.fromEntries(columns), ...json }, sendMethod);
		expect([recipient, null]).toContainEqual(read);
	});
	fc.assert(property, { numRuns: 500 });
});

test('any record is read the same with columns of cities, titles, companies, products and stages', () => {
	const noise = fc.dictionary(
		fc.constantFrom(...Object.keys(NOISE)).map((name) => NOISE_STYLES.map((style) => style(name)).join('\n')),
		fc.constantFrom(...Object.values(NOISE)),
	);
	const property = fc.property(anyRecord, noise, fc.nat(2), ({ json, sendMethod }, found, at) => {
		const entries = Object.entries(found).map(([names, value]) => [names.split('\n')[at], value]);
		const more = Object.fromEntries(entries) as object;
		expect(recipientIn({ ...more, ...json }, sendMethod)).toEqual(recipientIn(json, sendMethod));
	});
	fc.assert(property, { numRuns: 1000 });
});

test('any record is read the same with its columns in another style', () => {
	// A capital within a name is where its next word begins.
	const isSimple = (name: string) => /^[\p{L} ]+$/u.test(name) && !/\p{Ll}\p{Lu}/u.test(name);
	const misread = ANY_RECORD.filter(({ json, sendMethod }) => {
		const recipient = recipientIn(json, sendMethod);
		return OTHER_STYLES.some((style) => {
			const renamed = Object.entries(json).map(([name, value]) => [isSimple(name) ? style(name) : name, value]);
			// Two columns must not become one.
			return (
				new Set(renamed.map(([name]) => name)).size === renamed.length &&
				!isDeepStrictEqual(recipientIn(Object.fromEntries(renamed), sendMethod), recipient)
			);
		});
	});
	expect(misread).toEqual([]);
});

test('any record is read the same in any order of its columns', () => {
	const shuffled = anyRecord.chain(({ json, sendMethod }) => {
		const entries = Object.entries(json);
		const orders = fc.shuffledSubarray(entries, { minLength: entries.length });
		return orders.map((order) => ({ json, sendMethod, other: Object.fromEntries(order) }));
	});
	const property = fc.property(shuffled, ({ json, sendMethod, other }) => {
		expect(reading(other, sendMethod)).toEqual(reading(json, sendMethod));
	});
	fc.assert(property, { numRuns: 500 });
});
