import { problemsOfRows } from '../../../../../nodes/GiftOrderBatch/resources/orderBatch/recipients/rows';
import type { Problem } from '../../../../../nodes/GiftOrderBatch/resources/sentences';
import { rowsOf } from './rowsOf';

const NO_EMAIL: Problem = { kind: 'missing', field: 'Email', neededBy: 'emailAndLink' };

const withoutEmail = (first_name: string) => ({ read: { first_name }, problems: [NO_EMAIL] });

test('the problems of rows have the number of the row, and the name or the email of the recipient', () => {
	const rows = rowsOf(
		{},
		{ read: { first_name: 'Ann', last_name: 'Lee', email: 'a@b.co' }, problems: [NO_EMAIL] },
		{ read: { email: 'none' }, problems: [NO_EMAIL] },
		{ read: 'Cy', problems: [NO_EMAIL] },
	);

	const named = ['Ann Lee', 'none', ''].map((name, index) => ({ ...NO_EMAIL, row: index + 2, name }));
	expect(problemsOfRows(rows)).toEqual(named);
});

test('the problem of rows is that there are no recipients where one empty item stands for none, or all are', () => {
	const rows = rowsOf({ problems: [NO_EMAIL] }, { problems: [NO_EMAIL] });

	for (const items of [rows, rows.slice(1)]) expect(problemsOfRows(items, [])).toEqual([{ kind: 'noRecipients' }]);
	expect(problemsOfRows([...rows, ...rowsOf({ read: { first_name: 'Cy' } })], [])).toHaveLength(2);
});

test('the problems of rows are one with the columns of the input items only where all of them lack a value', () => {
	const columns = ['first_name', 'company'];
	const rows = rowsOf(withoutEmail('Ann'), withoutEmail('Ben'));

	expect(problemsOfRows(rows, columns)).toEqual([{ ...NO_EMAIL, kind: 'noColumn', columns }]);
	expect(problemsOfRows([...rows, ...rowsOf({})], columns)).toHaveLength(2);
	expect(problemsOfRows(rows)).toHaveLength(2);
});

test('the problems of rows beside what all of them lack are those of each', () => {
	const phone: Problem = { kind: 'invalid', field: 'Phone', mustBe: 'a US phone number' };
	const [ann, ben] = [withoutEmail('Ann'), withoutEmail('Ben')];
	const rows = rowsOf(ann, { ...ben, problems: [phone, ...ben.problems] });

	expect(problemsOfRows(rows, ['first_name'])).toEqual([
		{ ...NO_EMAIL, kind: 'noColumn', columns: ['first_name'] },
		{ ...phone, row: 2, name: 'Ben' },
	]);
});
