import type { IDataObject } from 'n8n-workflow';

import type { NodeRun } from '../../../../../dev/harness/engine';
import { actionNode, byId } from '../../../../support/actionNode';
import { creationsOf, giftsOf, GOES_ON, named, POST, TO_ERROR_OUTPUT } from '../../../../support/creations';
import { FROM_ITEMS } from '../../../../support/orderBatchParameters';

const node = actionNode({ limits: { retryBudgetMs: 30_000, firstRetryDelayMs: 2, longestRetryDelayMs: 20 } });

const { create, loseNext, refuseNext, runAgain, stored } = creationsOf(node);

const toItems = (more: IDataObject = {}): IDataObject =>
	create({ ...FROM_ITEMS, sendMethod: 'email_and_link', ...more });

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
		expect(error?.description).toContain('Either an earlier attempt created it, or it is older');
		expect(stored()).toHaveLength(1);
	});
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
		const { json } = await node.run(toItems({ options: { allowRepeatedRecipients: true } }), { items, ...GOES_ON });

		const [{ gift_error: error } = {}] = json as Array<{ gift_error?: IDataObject }>;
		expect(error?.description).toMatch(description);
		expect(JSON.stringify(error)).not.toContain('b-earlier');
	});
});

describe('nobody gets a gift from another node whose item is on an error output because', () => {
	/** Another node, whose errors go to its error output. */
	const other = (id: string) => ({ node: { ...TO_ERROR_OUTPUT.node, id, name: id } });
	const own = { additionalFields: { customerReferenceId: 'deal-1' } };
	const byHand = { mode: 'manual' } as const;
	const limited = { options: { maximumTotal: 500 } };

	/** What n8n puts on the error output: each error merged over its input. */
	const errorsOf = ({ outputs }: NodeRun, input: IDataObject[]) =>
		(outputs[1] ?? []).map(({ json, pairedItem }) => ({ ...input[(pairedItem as { item: number }).item], ...json }));

	const toAnn = async (more: IDataObject = {}, options: object = {}) =>
		await node.run(toItems(more), { items: named('Ann'), ...TO_ERROR_OUTPUT, ...options });

	const FAILURES: Array<[string, () => Promise<NodeRun>]> = [
		[
			'their Customer Reference ID exists',
			async () => {
				await toAnn(own);
				return await toAnn(own);
			},
		],
		[
			'the node cannot tell who has a gift',
			async () => {
				node.service.setInterfaceOnly(true);
				await toAnn({}, byHand);
				return await toAnn({}, { ...byHand, credentials: node.credentialsAfterRestart() });
			},
		],
		[
			'they got a gift by hand today',
			async () => {
				await toAnn({}, byHand);
				return await toAnn({ fromName: 'Bea' }, byHand);
			},
		],
		[
			'they got a gift in this execution',
			async () =>
				await runAgain(await toAnn(), toItems({ fromName: 'Bea' }), {
					items: named('Ann'),
					runIndex: 1,
					...TO_ERROR_OUTPUT,
				}),
		],
		[
			'a run of the node fails as a whole after they got a gift in this execution',
			async () => {
				const first = await toAnn();
				const price = { method: 'POST', path: '/v1/order_batches/price' };
				node.service.addFault({ match: price, effect: { kind: 'response', status: 400 } });
				return await runAgain(first, toItems(limited), { items: named('Ann'), runIndex: 1, ...TO_ERROR_OUTPUT });
			},
		],
		[
			'Skip Gifted Within Days left them out',
			async () => {
				await toAnn();
				return await toAnn({ options: { skipGiftedWithinDays: 30 } });
			},
		],
	];

	test.each(FAILURES)('%s', async (_why, fail) => {
		const items = errorsOf(await fail(), named('Ann'));
		expect(items).toHaveLength(1);
		expect(await giftsOf(node)).toEqual({ Ann: 1 });
		node.service.clearFaults();
		await node.run(toItems(), { items, ...other('second') });

		expect(await giftsOf(node)).toEqual({ Ann: 1 });
	});

	test.each(['third', 'second'])(
		'the one before has refused it, since the first may have created its gift (%s)',
		async (next) => {
			loseNext();
			const first = errorsOf(await toAnn(), named('Ann'));
			const refused = await node.run(toItems(), { items: first, ...other('second') });
			const second = errorsOf(refused, first);
			expect(second).toHaveLength(1);
			// The second error output leads to a third node, or back to the second one.
			if (next === 'third') await node.run(toItems(), { items: second, ...other(next) });
			else await runAgain(refused, toItems(), { items: second, runIndex: 1, ...other(next) });

			expect(await giftsOf(node)).toEqual({ Ann: 1 });
		},
	);

	test('another operation has failed since the first may have created its gift', async () => {
		loseNext();
		const first = errorsOf(await toAnn(), named('Ann'));
		const get = { resource: 'orderBatch', operation: 'get', orderBatchId: byId(node.unknownId) };
		const read = await node.run({ authentication: 'automationApi', ...get }, { items: first, ...other('read') });
		const items = errorsOf(read, first);
		expect(items).toHaveLength(1);
		await node.run(toItems(), { items, ...other('second') });

		expect(await giftsOf(node)).toEqual({ Ann: 1 });
	});

	test('they are in the list of the first twice', async () => {
		const people = named('Ann', 'Ann', 'Ben');
		const first = await node.run(toItems({ options: { skipInvalidRecipients: true } }), {
			items: people,
			...TO_ERROR_OUTPUT,
		});
		const items = errorsOf(first, people);
		expect(items).toHaveLength(1);
		await node.run(toItems(), { items, ...other('second') });

		expect(await giftsOf(node)).toEqual({ Ann: 1, Ben: 1 });
	});

	test('the first may have created their gift, and its gift_error is text', async () => {
		await node.run(toItems(), {
			items: [{ ...named('Ann')[0], gift_error: '{"message":"No response","may_exist":true}' }],
		});

		expect(await giftsOf(node)).toEqual({});
	});
});

describe('an item on an error output', () => {
	const other = (id: string) => ({ node: { ...TO_ERROR_OUTPUT.node, id, name: id } });
	const errorsOf = ({ outputs }: NodeRun, input: IDataObject[]) =>
		(outputs[1] ?? []).map(({ json, pairedItem }) => ({ ...input[(pairedItem as { item: number }).item], ...json }));
	/** Reads nothing but these two columns: the texts of errors name people, too. */
	const byColumns = (more: IDataObject = {}) =>
		toItems({
			recipientsSource: 'inputItemsColumns',
			recipientFields: {
				mappingMode: 'defineBelow',
				value: { first_name: '={{ $json.first_name }}', email: '={{ $json.email }}' },
			},
			...more,
		});
	const second = async (items: IDataObject[], options: object = {}) => {
		node.service.clearFaults();
		await node.run(byColumns(), { items, ...options, ...other('second') });
		return await giftsOf(node);
	};

	test('gets a gift from another node where a list was refused since somebody was in it twice', async () => {
		const people = named('Ann', 'Ann', 'Ben');
		const items = errorsOf(await node.run(byColumns(), { items: people, ...TO_ERROR_OUTPUT }), people);

		expect(await second(items.slice(1))).toEqual({ Ann: 1, Ben: 1 });
	});

	test('gets a gift from another node where a list was refused since somebody else got one today', async () => {
		await node.run(byColumns(), { items: named('Ann'), mode: 'manual' });
		const people = named('Ann', 'Ben');
		const failed = await node.run(byColumns(), { items: people, mode: 'manual', ...TO_ERROR_OUTPUT });

		expect(await second(errorsOf(failed, people).slice(1), { mode: 'manual' })).toEqual({ Ann: 1, Ben: 1 });
	});

	test('gets a gift where a retry failed as a whole, and only somebody else has one', async () => {
		const first = await node.run(toItems(), { items: named('Ann') });
		const price = { method: 'POST', path: '/v1/order_batches/price' };
		node.service.addFault({ match: price, effect: { kind: 'response', status: 400 } });
		const people = named('Ann', 'Ben');
		const limited = toItems({ options: { recipientsPerBatch: 1, maximumTotal: 500 } });
		const failed = await runAgain(first, limited, { items: people, mode: 'retry', ...TO_ERROR_OUTPUT });

		expect(await second(errorsOf(failed, people).slice(1))).toEqual({ Ann: 1, Ben: 1 });
	});

	test('gets a gift where the message of an error names a field', async () => {
		const message = 'order_batch_id is invalid';
		node.service.addFault({
			match: { method: 'GET', path: /order_batches\// },
			effect: { kind: 'response', status: 422, body: { message } },
		});
		const get = { resource: 'orderBatch', operation: 'get', orderBatchId: byId(node.unknownId) };
		const failed = await node.run(
			{ authentication: 'automationApi', ...get },
			{ items: named('Ann'), ...other('read') },
		);

		expect(await second(errorsOf(failed, named('Ann')))).toEqual({ Ann: 1 });
	});

	test('gets a gift where its gift_error says that none exists', async () => {
		const gift_error = { message: 'Refused', order_batch_id: null, may_exist: false };

		expect(await second([{ ...named('Ann')[0], gift_error }])).toEqual({ Ann: 1 });
	});

	test('gets no second gift where the ID of its order batch is not known', async () => {
		node.service.setInterfaceOnly(true);
		node.service.addFault({ ...POST, times: 1, effect: { kind: 'response', status: 503, afterCommit: true } });
		const waiting = toItems({ options: { waitForCompletion: true } });
		const failed = await node.run(waiting, { items: named('Ann'), ...TO_ERROR_OUTPUT });

		expect(await second(errorsOf(failed, named('Ann')))).toEqual({ Ann: 1 });
	});
});
