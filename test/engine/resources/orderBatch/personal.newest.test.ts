import type { IDataObject } from 'n8n-workflow';

import type { RunOptions } from '../../../../dev/harness/engine';
import { actionNode } from '../../../support/actionNode';
import { creationsOf, GOES_ON, named, outcomesOf } from '../../../support/creations';
import { FROM_ITEMS } from '../../../support/orderBatchParameters';

const node = actionNode();

const { create, gifts, requested, sentTo, stored, runAgain } = creationsOf(node);

const MESSAGE = '={{ "Hi " + $json.first_name + "!" }}';

const toItems = (more: IDataObject): IDataObject =>
	create({ ...FROM_ITEMS, sendMethod: 'email_and_link', cardId: node.service.samples.cardId, ...more });

const sendTo = async (names: string[], more: IDataObject, options: Partial<RunOptions> = {}) =>
	await node.run(toItems(more), { items: named(...names), ...options });

const TWELVE = Array.from({ length: 12 }, (_, index) => `Guest${index}`);

describe('a message with the first name', () => {
	test('makes an order batch for each person, in their order, paired to their own items', async () => {
		const { outputs, hints } = await sendTo(TWELVE, { message: MESSAGE });

		expect(requested().map(({ message }) => message)).toEqual(TWELVE.map((name) => `Hi ${name}!`));
		expect(outputs[0]?.map(({ json, pairedItem }) => [json.email, pairedItem])).toEqual(
			named(...TWELVE).map(({ email }, item) => [email, { item }]),
		);
		expect(hints).toContain('12 order batches: Message differs');
	});

	test('is shown by Validate Only, with one request for the price', async () => {
		const { json, hints } = await sendTo(TWELVE, { message: MESSAGE, validateOnly: true });

		expect(json.map(({ message }) => message)).toEqual(TWELVE.map((name) => `Hi ${name}!`));
		expect(hints).toContain('12 order batches: Message differs');
		expect(hints).toContainEqual(expect.stringContaining('to 12 people in 12 order batches'));
		expect(node.requests.map(({ path }) => path)).toEqual(['/v1/order_batches/price']);
		expect(stored()).toEqual([]);
	});
});

test('People with the same occasion share an order batch, and the output has the order of the items, as a merge by position needs it.', async () => {
	const { productId } = node.service.samples;
	const quantity = '={{ $itemIndex % 2 === 0 ? 2 : 1 }}';
	const cartItems = { item: [{ product: { __rl: true, mode: 'list', value: productId }, quantity }] };
	const { outputs } = await sendTo(['Ann', 'Ben', 'Cleo', 'Dan'], { cartItems });

	expect(sentTo().map(String)).toEqual(['Ann,Cleo', 'Ben,Dan']);
	expect(outputs[0]?.map(({ json, pairedItem }) => [json.first_name, pairedItem])).toEqual([
		['Ann', { item: 0 }],
		['Ben', { item: 1 }],
		['Cleo', { item: 2 }],
		['Dan', { item: 3 }],
	]);
});

test('A Customer Reference ID for each person makes an order batch each, and a second execution sends nobody another gift.', async () => {
	const withReferences = { additionalFields: { customerReferenceId: '=birthday-{{ $json.email }}-2030' } };
	await sendTo(['Ann', 'Ben'], withReferences);
	expect(requested().map(({ customer_reference_id: reference }) => reference)).toEqual([
		'birthday-ann@example.com-2030',
		'birthday-ben@example.com-2030',
	]);

	const { json } = await sendTo(['Ann', 'Ben', 'Cleo'], withReferences, GOES_ON);
	expect(await gifts()).toEqual({ Ann: 1, Ben: 1, Cleo: 1 });
	expect(json.filter((one) => !one.gift_error).map((one) => one.first_name)).toEqual(['Cleo']);
});

describe('an item whose expression fails', () => {
	const message = '={{ $json.nickname.toTitleCase() }}';
	/** Ann, Ben and Cleo, of whom these have nicknames. */
	const people = (...nicknames: string[]): IDataObject[] =>
		named('Ann', 'Ben', 'Cleo').map((person) => ({
			...person,
			nickname: nicknames.find((name) => name === person.first_name),
		}));

	test('is refused alone where the node goes on after failures', async () => {
		const run = await node.run(toItems({ message }), { items: people('Ann', 'Cleo'), ...GOES_ON });

		expect([sentTo(), outcomesOf(run)]).toEqual([[['Ann'], ['Cleo']], ['nothingSent']]);
		expect(run.outputs[0]).toMatchObject([
			{ json: { first_name: 'Ann' }, pairedItem: { item: 0 } },
			{ json: { gift_error: {} }, pairedItem: { item: 1 } },
			{ json: { first_name: 'Cleo' }, pairedItem: { item: 2 } },
		]);
	});

	test.each([
		['the input items are the recipients', {}],
		[
			'each item lists its own',
			{
				recipientsSource: 'json',
				recipientsJson: '={{ [{ first_name: $json.first_name, email: $json.email }] }}',
				options: { output: 'recipients' },
			},
		],
	])('says in a retry who has a gift, where %s', async (_what, source) => {
		const parameters = toItems({ message, ...source });
		const first = await node.run(parameters, { items: people('Ann', 'Cleo'), ...GOES_ON });
		const { json } = await runAgain(first, parameters, { items: people('Ann'), mode: 'retry', ...GOES_ON });

		const idOf = ({ gift_error: error, ...output }: IDataObject) => ((error ?? output) as IDataObject).order_batch_id;
		expect(json.map(idOf)).toEqual([first.json[0], {}, first.json[2]].map((one) => one?.order_batch_id));
		expect(await gifts()).toEqual({ Ann: 1, Cleo: 1 });
	});

	test('is the one that is named where the node stops', async () => {
		const { error } = await node.run(toItems({ message }), { items: people('Ann', 'Cleo') });

		expect(error?.message).toContain("toTitleCase can't be used on undefined value");
		expect(error?.context.itemIndex).toBe(1);
		expect(requested()).toEqual([]);
	});
});
