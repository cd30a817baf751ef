import type { IDataObject } from 'n8n-workflow';

import { actionNode, byId } from '../../../../support/actionNode';
import { FROM_ITEMS, smallBatch } from '../../../../support/orderBatchParameters';
import { sentencesIn } from '../../../../support/problems';

const node = actionNode();

const small = (more: IDataObject = {}): IDataObject => ({ ...smallBatch(node.service.samples.productId), ...more });

/** What each item is refused with, where none is sent. */
async function refusals(parameters: IDataObject, items: IDataObject[]): Promise<unknown[]> {
	const { outputs } = await node.run(parameters, { items, node: { onError: 'continueErrorOutput' } });
	expect(outputs[0]).toEqual([]);
	expect(node.service.requests).toEqual([]);
	return (outputs[1] ?? []).map(({ json }) => json.error);
}

test('recipients in JSON are refused where they are no list of recipients', async () => {
	const EMPTY = '"Recipients" is empty. Add at least one entry';
	const NO_ADDRESS = 'Ann (recipient 1): "Mailing Address" must be an object, but it is the text "Ely"';
	const NOT_JSON = expect.stringMatching(/^"Recipients \(JSON\)" is not valid JSON: ./) as string;
	const rows: Array<[recipients: unknown, problem: string]> = [
		[' ', EMPTY],
		[[], EMPTY],
		['null', EMPTY],
		['{ "first_name": "Ann" }', '"Recipients" must be a list, but it is an object'],
		['[{ "first_name": "Ann"', NOT_JSON],
		['Ann, Bo', NOT_JSON],
		['["Ann"]', 'Recipient 1: "Recipient" must be an object, but it is the text "Ann"'],
		['[null]', 'Recipient 1: "Recipient" is missing'],
		['[{ "first_name": "Ann", "email": "a@b.co", "mailing_address": "Ely" }]', NO_ADDRESS],
	];
	const json = { recipientsSource: 'json', recipientsJson: '={{ $json.recipients }}', sendMethod: 'email_and_link' };
	const items = rows.map(([recipients]) => ({ recipients }) as IDataObject);

	expect(await refusals(small(json), items)).toEqual(rows.map(([, problem]) => problem));
});

test.each<[string, (product: string) => IDataObject | string]>([
	['an expression', (product) => product],
	['an ID', byId],
	['a URL', (value) => ({ __rl: true, mode: 'url', value })],
])('a product that %s does not give is refused', async (_what, locator) => {
	const item = [{ product: locator('={{ $json.product }}'), quantity: 1 }];
	const items = [null, undefined, '', ' '].map((product) => ({ product }) as IDataObject);

	const missing = expect.stringMatching(/^Cart item 1: "Product" is missing\./) as string;
	expect(await refusals(small({ cartItems: { item } }), items)).toEqual(items.map(() => missing));
});

const AMOUNT = 'must be a number of at least 0.01, but it is';
const COUNT = 'must be a whole number of at least 1, but it is';
const OUTPUT = 'must be one of orderBatch, orders, recipients, recipientsWithoutContactData, but it is';
const FLAG = 'must be true or false, but it is';
const OPTIONS: Array<[name: string, label: string, wrong: unknown, problem: string]> = [
	['maxWaitSeconds', 'Max Wait (Seconds)', -1, 'must be a number of at least 0, but it is the number -1'],
	['pollIntervalSeconds', 'Poll Interval (Seconds)', 0, 'must be a number of at least 1, but it is the number 0'],
	['allowRepeatedRecipients', 'Allow Repeated Recipients', 'false', `${FLAG} the text "false"`],
	['maximumPerRecipient', 'Maximum per Recipient (USD)', 0, `${AMOUNT} the number 0`],
	['maximumTotal', 'Maximum Total (USD)', '$5', `${AMOUNT} the text "$5"`],
	['output', 'Output', 'all', `${OUTPUT} the text "all"`],
	['recipientsLimit', 'Recipients Limit', 'ten', `${COUNT} the text "ten"`],
	['recipientsPerBatch', 'Recipients per Batch', 2.5, `${COUNT} the number 2.5`],
	['skipGiftedWithinDays', 'Skip Gifted Within Days', [3], `${COUNT} a list`],
	['skipInvalidRecipients', 'Skip Invalid Recipients', 1, `${FLAG} the number 1`],
	['waitForCompletion', 'Wait for Completion', 'true', `${FLAG} the text "true"`],
];

test.each<[string, (row: (typeof OPTIONS)[number]) => [value: unknown, problem: string]]>([
	['wrong', ([, label, wrong, problem]) => [wrong, `"${label}" ${problem}`]],
	['not there', ([, label]) => [undefined, `"${label}" is missing`]],
	['empty', ([, label]) => ['', `"${label}" is missing`]],
])('options that an expression gives are refused before anything is sent where they are %s', async (_what, given) => {
	const options = Object.fromEntries(OPTIONS.map(([name]) => [name, `={{ $json.${name} }}`]));
	const values = Object.fromEntries(OPTIONS.map((row) => [row[0], given(row)[0]])) as IDataObject;
	const { error } = await node.run(small({ ...FROM_ITEMS, options }), { items: [{ first_name: 'Ann', ...values }] });

	expect(sentencesIn(error).sort()).toEqual(OPTIONS.map((row) => given(row)[1]).sort());
	expect(node.service.requests).toEqual([]);
});
