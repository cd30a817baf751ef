import type { UnusableValue } from '../../../../nodes/GiftOrderBatch/resources/orderBatch/recipients/normalize';
import type { Row } from '../../../../nodes/GiftOrderBatch/resources/orderBatch/recipients/rows';
import { columnHint, gapHint, leftOutHints } from '../../../../nodes/GiftOrderBatch/resources/orderBatch/hints';
import { rowsOf } from './recipients/rowsOf';

const unusable = (field: UnusableValue['field'], reason: UnusableValue['reason']) => ({
	unusable: [{ field, reason, value: 'none' }],
});
const [NOT_US, NO_EMAIL] = [unusable('phone', 'notUs'), unusable('email', 'notAnEmail')];

const EMAIL = 'Emails that are not email addresses were left out (recipient 1)';
test.each<[string, Array<Partial<Row>>, string[]]>([
	['a phone', [{}, unusable('phone', 'noCountry')], ['Phone numbers without a country were left out (recipient 2)']],
	['two phones', [NOT_US, NOT_US], ['Phone numbers that are not US numbers were left out (recipients 1, 2)']],
	['an email beside another hint', [NO_EMAIL, { hints: ['a'] }], [EMAIL, 'a (recipient 2)']],
	['hints of two', [{ hints: ['a'] }, { hints: ['b', 'a'] }], ['a (recipients 1, 2)', 'b (recipient 2)']],
	['what seven have', Array(7).fill({ hints: ['a'] }), ['a (recipients 1, 2, 3, 4, 5, and 2 more)']],
	['nothing', [{}, {}], []],
])('leftOutHints name what was left out, each once: %s', (_what, rows, hints) => {
	expect(leftOutHints(rowsOf(...rows))).toEqual(hints);
});

const MAIL = { email: 'Mail' };
const WORK = { email: 'Work Mail' };
const NAME = { first_name: 'Name' };
const MAIL_NAME = { ...MAIL, ...NAME };
test.each<[string, Array<Record<string, string> | undefined>, string]>([
	['the same columns, in any order', [MAIL_NAME, { ...NAME, ...MAIL }], ''],
	['no phone in one row', [{ ...MAIL, phone: 'Tel' }, MAIL], ''],
	['another column for the email', [MAIL, WORK, MAIL, WORK], '(recipients 2, 4)'],
	['another column for what the first row lacks', [NAME, { ...NAME, ...MAIL }, { ...NAME, ...WORK }], '(recipient 3)'],
	['columns that nobody looked for', [undefined, undefined], ''],
	['no rows', [], ''],
])('columnHint says what differs: %s', (_what, columns, rows) => {
	expect(columnHint(rowsOf(...columns.map((found) => ({ columns: found }))))).toEqual(
		rows ? [`Some items use different columns than those before them ${rows}`] : [],
	);
});

const GAP = 'to have a gap where an expression returned no value';

test.each<[string, boolean]>([
	['Hi ,', true],
	['Hi , thank you', true],
	[', thank you', true],
	['Hi undefined,', true],
	['Thank you, null', true],
	['Hi [object Object]', true],
	['Thank you .', true],
	['Hi\n,\nthank you', true],
	['Happy birthday, !', true],
	['Hi Ann, thank you.', false],
	['Hi Ann,\nthank you!', false],
	['Tea, coffee, ...', false],
	['It costs 1,000', false],
	['Thank you :)', false],
	['Nullify', false],
	['', false],
	// A space before these marks is the rule in French.
	['Merci Ann !', false],
	['Merci pour tout : à bientôt', false],
])('gapHint says that a value is missing: "%s", %s', (message, hasGap) => {
	expect(gapHint(['Hi Ann', message])).toEqual(hasGap ? [`A message seems ${GAP}: "${message}"`] : []);
});

test('gapHint counts messages with gaps, and shows the beginning of the first', () => {
	const shown = `2 messages seem ${GAP}: "Hi , ${'a'.repeat(55)}"`;
	expect(gapHint([`Hi , ${'a'.repeat(100)}`, 'Hi Ann', 'Hi ,'])).toEqual([shown]);
});
