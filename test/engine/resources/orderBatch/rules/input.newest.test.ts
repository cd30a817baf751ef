import type { IDataObject } from 'n8n-workflow';

import { actionNode, byId } from '../../../../support/actionNode';
import { FROM_ITEMS, fromColumns, smallBatch } from '../../../../support/orderBatchParameters';

const node = actionNode();

const small = (more: IDataObject = {}): IDataObject => ({ ...smallBatch(node.service.samples.productId), ...more });

/** What the items are refused with, where none is sent. */
async function refusals(parameters: IDataObject, items: IDataObject[]) {
	const { error } = await node.run(parameters, { items });
	expect(node.service.requests).toEqual([]);
	return error?.context.problems;
}

test('recipients in JSON are refused where they are no list of recipients', async () => {
	const EMPTY = { kind: 'emptyList', field: 'Recipients' };
	const NOT_JSON = { kind: 'notJson', field: 'Recipients (JSON)' };
	const wrong = (field: string, mustBe: string, value: string) => ({ kind: 'invalid', field, mustBe, value });
	const rows: Array<[recipients: unknown, problem: object]> = [
		[' ', EMPTY],
		[[], EMPTY],
		['null', EMPTY],
		['{ "first_name": "Ann" }', wrong('Recipients', 'a list', 'an object')],
		['[{ "first_name": "Ann"', NOT_JSON],
		['Ann, Bo', NOT_JSON],
		['["Ann"]', { ...wrong('Recipient', 'an object', 'the text "Ann"'), row: 1 }],
		['[null]', { kind: 'missing', field: 'Recipient', row: 1 }],
		[
			'[{ "first_name": "Ann", "email": "a@b.co", "mailing_address": "Ely" }]',
			{ ...wrong('Mailing Address', 'an object', 'the text "Ely"'), row: 1, name: 'Ann' },
		],
	];
	const json = { recipientsSource: 'json', recipientsJson: '={{ $json.recipients }}', sendMethod: 'email_and_link' };
	const items = rows.map(([recipients]) => ({ recipients }) as IDataObject);

	expect(await refusals(small(json), items)).toMatchObject(rows.map(([, problem], item) => ({ ...problem, item })));
});

const withPhone = (more: IDataObject = {}) => ({
	sendMethod: 'email_and_link',
	recipients: { recipient: [{ firstName: 'Ann', email: 'ann@example.com', phone: '98765 43210', ...more }] },
});
const inAnHour = (options: IDataObject) => ({ scheduledSendOn: '={{ $now.plus(1, "hour").toISO() }}', options });

test.each<[string, IDataObject, object]>([
	['a phone of no country', withPhone(), { kind: 'invalid', field: 'Phone', row: 1 }],
	['a country that the form does not show', withPhone({ country: 'IN' }), { kind: 'invalid', field: 'Phone', row: 1 }],
	['a wait that ends too early', inAnHour({ waitForCompletion: true }), { kind: 'waitTooShort', seconds: 300 }],
	['orders that exist too late', inAnHour({ output: 'orders' }), { kind: 'waitTooShort', seconds: 300 }],
	['an empty mapping', fromColumns({}), { kind: 'nothingMapped' }],
	['no mapping at all', fromColumns(null), { kind: 'nothingMapped' }],
])('an order batch with %s is refused', async (_what, more, problem) => {
	expect(await refusals(small(more), [{}])).toMatchObject([problem]);
});

test.each<[string, (product: string) => IDataObject | string]>([
	['an expression', (product) => product],
	['an ID', byId],
	['a URL', (value) => ({ __rl: true, mode: 'url', value })],
])('a product that %s does not give is refused', async (_what, locator) => {
	const item = [{ product: locator('={{ $json.product }}'), quantity: 1 }];
	const items = [null, undefined, '', ' '].map((product) => ({ product }) as IDataObject);

	const missing = items.map((_, index) => ({ kind: 'noProduct', cartItem: 0, item: index }));
	expect(await refusals(small({ cartItems: { item } }), items)).toMatchObject(missing);
});

const AMOUNT = 'a number of at least 0.01';
const COUNT = 'a whole number of at least 1';
const OUTPUT = 'one of orderBatch, orders, recipients, recipientsWithoutContactData';
const FLAG = 'true or false';
const OPTIONS: Array<[name: string, field: string, wrong: unknown, mustBe: string, value: string]> = [
	['maxWaitSeconds', 'Max Wait (Seconds)', -1, 'a number of at least 0', 'the number -1'],
	['pollIntervalSeconds', 'Poll Interval (Seconds)', 0, 'a number of at least 1', 'the number 0'],
	['allowRepeatedRecipients', 'Allow Repeated Recipients', 'false', FLAG, 'the text "false"'],
	['maximumPerRecipient', 'Maximum per Recipient (USD)', 0, AMOUNT, 'the number 0'],
	['maximumTotal', 'Maximum Total (USD)', '$5', AMOUNT, 'the text "$5"'],
	['output', 'Output', 'all', OUTPUT, 'the text "all"'],
	['recipientsLimit', 'Recipients Limit', 'ten', COUNT, 'the text "ten"'],
	['recipientsPerBatch', 'Recipients per Batch', 2.5, COUNT, 'the number 2.5'],
	['skipGiftedWithinDays', 'Skip Gifted Within Days', [3], COUNT, 'a list'],
	['skipInvalidRecipients', 'Skip Invalid Recipients', 1, FLAG, 'the number 1'],
	['waitForCompletion', 'Wait for Completion', 'true', FLAG, 'the text "true"'],
];

test.each<[string, (row: (typeof OPTIONS)[number]) => [given: unknown, problem: object]]>([
	['wrong', ([, , wrong, mustBe, value]) => [wrong, { kind: 'invalid', mustBe, value }]],
	['not there', () => [undefined, { kind: 'missing' }]],
	['empty', () => ['', { kind: 'missing' }]],
])('options that an expression gives are refused before anything is sent where they are %s', async (_what, given) => {
	const options = Object.fromEntries(OPTIONS.map(([name]) => [name, `={{ $json.${name} }}`]));
	const values = Object.fromEntries(OPTIONS.map((row) => [row[0], given(row)[0]])) as IDataObject;
	const problems = await refusals(small({ ...FROM_ITEMS, options }), [{ first_name: 'Ann', ...values }]);

	const expected: unknown[] = OPTIONS.map((row) => expect.objectContaining({ field: row[1], ...given(row)[1] }));
	expect(problems).toEqual(expect.arrayContaining(expected));
	expect(problems).toHaveLength(OPTIONS.length);
});
