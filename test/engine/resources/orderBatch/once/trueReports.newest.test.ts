import type { IDataObject } from 'n8n-workflow';

import { actionNode, byId } from '../../../../support/actionNode';
import { creationsOf, giftsOf, GOES_ON, named, POST } from '../../../../support/creations';
import { FROM_ITEMS } from '../../../../support/orderBatchParameters';

const node = actionNode({ limits: { retryBudgetMs: 30_000, firstRetryDelayMs: 2, longestRetryDelayMs: 20 } });

const { create, withReference, stored, loseNext, refuseNext, runAgain } = creationsOf(node);

const toItems = (more: IDataObject = {}): IDataObject =>
	create({ ...FROM_ITEMS, sendMethod: 'email_and_link', ...more });

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

test.each([200, 201])('A response with %d for an order batch with another reference is no success.', async (status) => {
	const body = { id: 'b-1', send_status: 'complete', customer_reference_id: 'somebody-elses', recipients_count: 1 };
	node.service.addFault({ ...POST, effect: { kind: 'response', status, body } });
	const { json, error } = await node.run(create());

	expect(json).toEqual([]);
	expect(error?.message).toContain('order batch b-1, which has the reference somebody-elses instead of n8n-');
	expect(error?.description).toMatch(/^It is not known whether the order batch was created/);
});

test.each<[string, IDataObject]>([
	['another sender', { fromName: 'Ben' }],
	['another number of gifts', { quantity: 2 }],
	['another time', { scheduledSendOn: inDays(10) }],
	['another person', { recipients: { recipient: [{ firstName: 'Ben' }] } }],
])('An older order batch with the reference of the user and %s is no success after a 503.', async (_what, change) => {
	const { quantity = 1, ...more } = change;
	const product = { __rl: true, mode: 'list', value: node.service.samples.productId };
	await node.run(withReference('deal-1', { cartItems: { item: [{ product, quantity }] }, ...more }));
	node.service.addFault({ ...POST, times: 1, effect: { kind: 'response', status: 503 } });
	const { json, error } = await node.run(withReference('deal-1'));

	expect(json).toEqual([]);
	expect(error?.description).toContain('is for another gift or other recipients, so nothing was sent this time');
	expect(stored()).toHaveLength(1);
});

describe('An older order batch that does not show what differs is no success after a 503:', () => {
	const HOME = { street: '548 Market St', city: 'San Francisco', state: 'CA', zip: '94104' };
	const priced = (variablePrice: number, more: IDataObject = {}) =>
		toItems({
			cartItems: { item: [{ product: byId(node.service.samples.variableProductId), quantity: 1, variablePrice }] },
			...more,
		});
	const shipped = () => create({ ...FROM_ITEMS, sendMethod: 'direct_send' });
	const own = { additionalFields: { customerReferenceId: 'deal-1' } };
	const LEE = { first_name: 'Ann', last_name: 'Lee', ...HOME };
	const [ANN] = named('Ann') as [IDataObject];

	test.each<[string, () => IDataObject, () => IDataObject, IDataObject, IDataObject]>([
		['the price, with a reference of the user', () => priced(1000, own), () => priced(5000, own), ANN, ANN],
		['the price, by hand after a restart', () => priced(1000), () => priced(5000), ANN, ANN],
		['the address, by hand after a restart', shipped, shipped, LEE, { ...LEE, street: '1 Other St' }],
	])('%s', async (_what, first, then, before, after) => {
		await node.run(first(), { items: [before], mode: 'manual' });
		node.service.addFault({ ...POST, times: 1, effect: { kind: 'response', status: 503 } });
		const { json, error } = await node.run(then(), {
			items: [after],
			mode: 'manual',
			credentials: node.credentialsAfterRestart(),
		});

		expect(json).toEqual([]);
		expect(error?.description).toContain(`Order batch ${stored()[0]?.id} has this`);
		expect(error?.description).toContain('either the one that an earlier attempt created, or an older one');
		expect(stored()).toHaveLength(1);
	});
});

test('A gift to the same person at another time in a loop is refused, and not said to exist.', async () => {
	const first = await node.run(toItems({ scheduledSendOn: inDays(10) }), { items: named('Ann') });
	const second = await runAgain(first, toItems({ scheduledSendOn: inDays(40) }), { items: named('Ann'), runIndex: 1 });

	expect(second.json).toEqual([]);
	expect(second.error?.message).toContain('This execution has already requested');
	expect(await giftsOf(node)).toEqual({ Ann: 1 });
});

test('Validate Only in a retry shows what exists, and does not count it.', async () => {
	const parts = (more: IDataObject = {}) =>
		toItems({ options: { recipientsPerBatch: 1, recipientsLimit: 3 }, ...more });
	const first = await node.run(parts(), { items: named('Ann', 'Ben') });
	const { json, hints } = await runAgain(first, parts({ validateOnly: true }), {
		items: named('Ann', 'Ben', 'Cleo'),
		mode: 'retry',
	});

	expect(json.map(({ first_name: name, already_created: already }) => [name, already])).toEqual([
		['Ann', true],
		['Ben', true],
		['Cleo', undefined],
	]);
	expect(hints).toContainEqual(expect.stringContaining('Gifts for 2 people already exist'));
	expect(hints).toContainEqual(expect.stringContaining('to 1 person'));
	expect(await giftsOf(node)).toEqual({ Ann: 1, Ben: 1 });
});

test.each<[string, string[], RegExp]>([
	[
		'alone',
		['Ann'],
		/^Nothing was sent\. It is not known whether the gifts for 1 person exist \(order batch n8n-\S+-0\)/,
	],
	['beside others', ['Ann', 'Ben'], /exist \(order batch n8n-\S+\).*This would send .* to 1 person/],
])('Validate Only shows a gift that may exist as such, and does not count it, %s.', async (_how, names, sentence) => {
	const each = (more: IDataObject = {}) => toItems({ options: { recipientsPerBatch: 1 }, ...more });
	loseNext();
	const lost = await node.run(each(), { items: named('Ann') });
	const { json, hints } = await runAgain(lost, each({ validateOnly: true }), { items: named(...names), mode: 'retry' });

	expect(json.map(({ may_exist: may, already_created: already }) => [may, already])).toEqual(
		names.map((name) => [name === 'Ann' ? true : undefined, undefined]),
	);
	expect(hints[0]).toMatch(sentence);
	expect(hints[0]).not.toContain('to 2 people');
});

test('Validate Only in a sub-workflow says that a new run of its parent sends again.', async () => {
	const { hints } = await node.run(toItems({ validateOnly: true }), { items: named('Ann'), mode: 'integrated' });

	expect(hints[0]).toContain('Each time the parent workflow runs or is retried, this sub-workflow sends again.');
});

test('Validate Only by hand after a restart shows what another execution has sent, and what would be refused.', async () => {
	await node.run(toItems(), { items: named('Ann'), mode: 'manual' });
	const validate = async (...names: string[]) =>
		await node.run(toItems({ validateOnly: true }), {
			items: named(...names),
			mode: 'manual',
			credentials: node.credentialsAfterRestart(),
		});

	expect((await validate('Ann')).json).toEqual([expect.objectContaining({ already_created: true })]);
	expect((await validate('Ann', 'Ben')).error?.message).toContain('1 of 2 recipients got a gift from this step today');
	expect(await giftsOf(node)).toEqual({ Ann: 1 });
});

describe('an input item that an earlier node has left an order batch with', () => {
	const items = [{ ...named('Ann')[0], order_batch_id: 'b-earlier', gift_error: { order_batch_id: 'b-earlier' } }];

	test.each<[string, () => void, RegExp]>([
		['was refused', refuseNext, /^The order batch was not created/],
		['is not known', loseNext, /^It is not known whether the order batch was created/],
	])('does not name it as its own when what became of it %s', async (_what, fail, description) => {
		fail();
		const { json } = await node.run(toItems(), { items, ...GOES_ON });

		const [{ gift_error: error } = {}] = json as Array<{ gift_error?: IDataObject }>;
		expect(error?.description).toMatch(description);
		expect(JSON.stringify(error)).not.toContain('b-earlier');
	});
});

test.each<[string, IDataObject, string]>([
	['From Name', { fromName: 'From {{ $json.boss }}' }, '"From Name"'],
	['Message', { message: 'Hi {{ $json.first_name }}' }, '"Message"'],
])('Braces that are left in %s are refused before anything is sent.', async (_field, more, label) => {
	const { error } = await node.run(toItems({ cardId: node.service.samples.cardId, ...more }), { items: named('Ann') });

	expect(error?.message).toContain(label);
	expect(error?.message).toContain('Expression');
	expect(stored()).toEqual([]);
});
