import type { IDataObject } from 'n8n-workflow';

import { actionNode } from '../../../support/actionNode';
import { creationsOf, giftsOf, GOES_ON, named } from '../../../support/creations';
import { FROM_ITEMS } from '../../../support/orderBatchParameters';

const node = actionNode();

const { create, requested, sentTo, stored, runAgain } = creationsOf(node);

const MESSAGE = '={{ "Hi " + $json.first_name + "!" }}';

const toItems = (more: IDataObject = {}): IDataObject =>
	create({ ...FROM_ITEMS, sendMethod: 'email_and_link', cardId: node.service.samples.cardId, ...more });

const TWELVE = named(...Array.from({ length: 12 }, (_, index) => `Guest${index}`));

const pricesAsked = () => node.requests.filter(({ path }) => path === '/v1/order_batches/price');

describe('a message with the first name', () => {
	test('makes an order batch for each person, in their order, paired to their own items', async () => {
		const { outputs, hints } = await node.run(toItems({ message: MESSAGE }), { items: TWELVE });

		expect(requested().map(({ message }) => message)).toEqual(
			TWELVE.map(({ first_name: name }) => `Hi ${String(name)}!`),
		);
		expect(outputs[0]?.map(({ json, pairedItem }) => [json.email, pairedItem])).toEqual(
			TWELVE.map(({ email }, item) => [email, { item }]),
		);
		expect(hints).toContain('12 order batches: Message differs');
	});

	test('is shown by Validate Only, with one request for the price', async () => {
		const { json, hints } = await node.run(toItems({ message: MESSAGE, validateOnly: true }), { items: TWELVE });

		expect(json).toHaveLength(12);
		expect(hints).toContain('12 order batches: Message differs');
		expect(hints).toContainEqual(expect.stringContaining('to 12 people in 12 order batches'));
		expect([pricesAsked().length, stored().length]).toEqual([1, 0]);
	});
});

test('People with the same occasion share an order batch, and the output has the order of the first of each.', async () => {
	const items = named('Ann', 'Ben', 'Cleo', 'Dan').map((item, index) => ({ ...item, isBirthday: index % 2 === 0 }));
	const { productId } = node.service.samples;
	const quantity = '={{ $json.isBirthday ? 2 : 1 }}';
	const cartItems = { item: [{ product: { __rl: true, mode: 'list', value: productId }, quantity }] };
	const { outputs } = await node.run(toItems({ cartItems }), { items });

	expect(sentTo()).toEqual([
		['Ann', 'Cleo'],
		['Ben', 'Dan'],
	]);
	expect(outputs[0]?.map(({ json, pairedItem }) => [json.first_name, pairedItem])).toEqual([
		['Ann', { item: 0 }],
		['Cleo', { item: 2 }],
		['Ben', { item: 1 }],
		['Dan', { item: 3 }],
	]);
});

describe('a Customer Reference ID for each person', () => {
	const withReferences = (more: IDataObject = {}) =>
		toItems({ additionalFields: { customerReferenceId: '=birthday-{{ $json.email }}-2030' }, ...more });

	test('makes an order batch each, and a second execution sends nobody another gift', async () => {
		await node.run(withReferences(), { items: named('Ann', 'Ben') });
		expect(requested().map(({ customer_reference_id: reference }) => reference)).toEqual([
			'birthday-ann@example.com-2030',
			'birthday-ben@example.com-2030',
		]);

		const { outputs } = await node.run(withReferences(), { items: named('Ann', 'Ben', 'Cleo'), ...GOES_ON });
		expect(await giftsOf(node)).toEqual({ Ann: 1, Ben: 1, Cleo: 1 });
		const ofCleo = outputs[0]?.filter(({ json }) => !json.gift_error).map(({ json }) => json.first_name);
		expect(ofCleo).toEqual(['Cleo']);
	});
});

test.each<[string, string[]]>([
	['is the same', ['Ann', 'Ben', 'Cleo', 'Dan']],
	['has grown at its beginning', ['Zed', 'Ann', 'Ben', 'Cleo', 'Dan']],
	['is turned round', ['Dan', 'Cleo', 'Ben', 'Ann']],
	['has shrunk', ['Ben', 'Dan']],
])('a retry of personal gifts sends what is missing where the list %s', async (_what, names) => {
	node.service.addFault({
		match: { method: 'POST', path: '/v1/order_batches' },
		times: { probability: 0.4, seed: 1 },
		effect: { kind: 'response', status: 422 },
	});
	const failed = await node.run(toItems({ message: MESSAGE }), { items: named('Ann', 'Ben', 'Cleo', 'Dan') });
	expect(failed.status).toBe('error');
	const before = Object.keys(await giftsOf(node));
	expect(before.length).toBeGreaterThan(0);
	node.service.clearFaults();
	const run = await runAgain(failed, toItems({ message: MESSAGE }), { items: named(...names), mode: 'retry' });

	expect(run.json.map(({ first_name: name }) => name)).toEqual(names);
	expect(await giftsOf(node)).toEqual(Object.fromEntries([...new Set([...before, ...names])].map((name) => [name, 1])));
});
