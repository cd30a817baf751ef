import type { LeftOut } from '../../../../nodes/GiftOrderBatch/resources/orderBatch/recipients/normalize';
import type { Row } from '../../../../nodes/GiftOrderBatch/resources/orderBatch/recipients/rows';
import {
	allSentences,
	columnHint,
	gapHint,
	leftOutHints,
	summary,
} from '../../../../nodes/GiftOrderBatch/resources/orderBatch/sentences';
import { missing } from '../../../../nodes/GiftOrderBatch/resources/inputSchemas';

/** Rows with what each of them has, numbered from 1. */
const rowsOf = (...rows: Array<Partial<Row>>): Row[] =>
	rows.map((row, index) => ({
		number: index + 1,
		itemIndex: index,
		read: {},
		unusable: [],
		hints: [],
		problems: [],
		...row,
	}));

const NO_EMAIL = missing('Email', 'the send method "Email and Link" needs it');

const unusable = (field: LeftOut['field'], reason: LeftOut['reason']): LeftOut => ({ field, reason, value: 'none' });

const wrongEmail = (value: string) => ({ message: '"Email" must be an email address', value: `the text "${value}"` });

const withoutEmail = (firstName: string) => ({ read: { first_name: firstName }, problems: [NO_EMAIL] });

describe('allSentences', () => {
	test('names the order batch, then each recipient by number, then the items of its cart from 1', () => {
		const gift = [{ message: '"Quantity" is missing', cartItem: 1 }, { message: '"From Name" is missing' }];
		const rows = rowsOf({}, { problems: [wrongEmail('at work'), NO_EMAIL] });

		expect(allSentences({ gift, rows })).toEqual([
			'"From Name" is missing',
			'Recipient 2: "Email" must be an email address, but it is the text "at work"',
			'Recipient 2: "Email" is missing: the send method "Email and Link" needs it',
			'Cart item 2: "Quantity" is missing',
		]);
	});
});

describe('summary', () => {
	test('says a problem of one recipient as it is', () => {
		expect(summary({ gift: [], rows: rowsOf({}, { problems: [wrongEmail('at work')] }) })).toEqual([
			'Recipient 2: "Email" must be an email address, but it is the text "at work"',
		]);
	});

	test('says once what several recipients lack, with their names', () => {
		expect(summary({ gift: [], rows: rowsOf(withoutEmail('Ann'), {}, withoutEmail('Cy')) })).toEqual([
			'2 recipients have no "Email": Ann (row 1), Cy (row 3) (the send method "Email and Link" needs it)',
		]);
	});

	test('says once what several values are not, each beside its recipient', () => {
		const rows = rowsOf(
			{ read: { first_name: 'Ann' }, problems: [wrongEmail('at work')] },
			{ read: { email: 'none' }, problems: [wrongEmail('none')] },
			{ read: 'Cy', problems: [wrongEmail('')] },
		);

		expect(summary({ gift: [], rows })).toEqual([
			'3 recipients: "Email" must be an email address: Ann (row 1, the text "at work"), none (row 2, the text "none"), row 3, the text ""',
		]);
	});

	test('names five recipients and counts the others', () => {
		const [sentence] = summary({ gift: [], rows: rowsOf(...'ABCDEFG'.split('').map(withoutEmail)) });

		expect(sentence).toContain(
			'7 recipients have no "Email": A (row 1), B (row 2), C (row 3), D (row 4), E (row 5), and 2',
		);
	});

	test('keeps problems with different reasons apart', () => {
		const rows = rowsOf(withoutEmail('Ann'), { problems: [missing('Email')] });

		expect(summary({ gift: [], rows })).toEqual([
			'Recipient 1: "Email" is missing: the send method "Email and Link" needs it',
			'Recipient 2: "Email" is missing',
		]);
	});

	test('says that there are no recipients where one empty item stands for none, or all are empty', () => {
		const rows = rowsOf({ problems: [NO_EMAIL] }, { problems: [NO_EMAIL] });

		for (const items of [rows, rows.slice(1)]) {
			expect(summary({ gift: [], rows: items }, [])).toEqual(['There are no recipients: the input is empty']);
		}
		expect(summary({ gift: [], rows: [...rows, ...rowsOf({ read: { first_name: 'Cy' } })] }, [])).toEqual([
			expect.stringMatching(/^2 recipients have no "Email"/),
		]);
	});

	test('names the columns of the input items only where all of them lack a value', () => {
		const columns = ['first_name', 'company'];

		expect(summary({ gift: [], rows: rowsOf(withoutEmail('Ann'), withoutEmail('Ben')) }, columns)).toEqual([
			'No input item has a value for "Email": the send method "Email and Link" needs it. Their columns are first_name, company. Choose "Input Items (Choose Columns)" under "Recipients From" to map them by hand',
		]);
		expect(summary({ gift: [], rows: rowsOf(withoutEmail('Ann'), withoutEmail('Ben'), {}) }, columns)).toEqual([
			expect.stringMatching(/^2 recipients have no "Email"/),
		]);
	});

	test('stands between the problems of the order batch and those of its cart', () => {
		const gift = [{ message: '"Quantity" is missing', cartItem: 0 }, { message: '"From Name" is missing' }];

		expect(summary({ gift, rows: rowsOf(withoutEmail('Ann'), withoutEmail('Ben')) })).toEqual([
			'"From Name" is missing',
			expect.stringMatching(/^2 recipients have no "Email"/),
			'Cart item 1: "Quantity" is missing',
		]);
	});
});

describe('leftOutHints', () => {
	test.each<[string, Array<Partial<Row>>, string[]]>([
		[
			'one phone without a country',
			[{}, { unusable: [unusable('phone', 'noCountry')] }],
			['1 phone number was left out: no country (row 2)'],
		],
		[
			'several phones of other countries',
			[{ unusable: [unusable('phone', 'notUs')] }, { unusable: [unusable('phone', 'notUs')] }],
			['2 phone numbers were left out: not a US number (rows 1, 2)'],
		],
		[
			'an email that is none, and a phone',
			[{ unusable: [unusable('email', 'notAnEmail'), unusable('phone', 'noCountry')] }],
			['1 email was left out: not an email address (row 1)', '1 phone number was left out: no country (row 1)'],
		],
		['other hints, each once', [{ hints: ['a'] }, { hints: ['b', 'a'] }], ['a (rows 1, 2)', 'b (row 2)']],
		['nothing', [{}, {}], []],
	])('name %s', (_what, rows, hints) => {
		expect(leftOutHints(rowsOf(...rows))).toEqual(hints);
	});

	test('name five rows and count the others', () => {
		const rows = rowsOf(...Array.from({ length: 7 }, () => ({ hints: ['a'] })));

		expect(leftOutHints(rows)).toEqual(['a (rows 1, 2, 3, 4, 5, and 2 more)']);
	});
});

describe('columnHint', () => {
	const MAIL = { email: 'Mail' };
	const WORK = { email: 'Work Mail' };
	const NAME = { first_name: 'Name' };
	test.each<[string, Array<Record<string, string> | undefined>, string]>([
		[
			'the same columns, in any order',
			[
				{ ...MAIL, ...NAME },
				{ ...NAME, ...MAIL },
			],
			'',
		],
		['no phone in one row', [{ ...MAIL, phone: 'Tel' }, MAIL], ''],
		['another column for the email', [MAIL, WORK, MAIL, WORK], '(rows 2, 4)'],
		['another column for what the first row lacks', [NAME, { ...NAME, ...MAIL }, { ...NAME, ...WORK }], '(row 3)'],
		['columns that nobody looked for', [undefined, undefined], ''],
		['no rows', [], ''],
	])('says what differs: %s', (_what, columns, rows) => {
		expect(columnHint(rowsOf(...columns.map((found) => ({ columns: found }))))).toEqual(
			rows ? [`Some recipients were found in other columns than those before them ${rows}`] : [],
		);
	});
});

describe('gapHint', () => {
	const GAP = 'to have a gap where an expression gave no value';

	test.each<[string, boolean]>([
		['Hi ,', true],
		['Hi , thank you', true],
		[', thank you', true],
		['Hi undefined,', true],
		['Thank you, null', true],
		['Hi [object Object]', true],
		['Thank you .', true],
		['Hi\n,\nthank you', true],
		['Hi Ann, thank you.', false],
		['Hi Ann,\nthank you!', false],
		['It costs 1,000', false],
		['Thank you :)', false],
		['Nullify', false],
		['', false],
	])('says that a value is missing: "%s", %s', (message, hasGap) => {
		expect(gapHint(['Hi Ann', message])).toEqual(hasGap ? [`A message seems ${GAP}: "${message}"`] : []);
	});

	// A space before these marks is the rule in French.
	test.each(['Merci Ann !', 'Merci pour tout : à bientôt'])('says nothing of "%s"', (message) => {
		expect(gapHint([message])).toEqual([]);
	});

	test('counts messages with gaps, and shows the beginning of the first', () => {
		expect(gapHint([`Hi , ${'a'.repeat(100)}`, 'Hi Ann', 'Hi ,'])).toEqual([
			`2 messages seem ${GAP}: "Hi , ${'a'.repeat(55)}"`,
		]);
	});
});
