import type { IDataObject } from 'n8n-workflow';

import type { NodeRun, RunOptions } from '../../../../../dev/harness/engine';
import { actionNode, byId } from '../../../../support/actionNode';
import { already, creationsOf, GOES_ON, named, responds, TO_ERROR_OUTPUT } from '../../../../support/creations';
import { FROM_ITEMS } from '../../../../support/orderBatchParameters';

const node = actionNode({ limits: { retryBudgetMs: 30_000, firstRetryDelayMs: 2, longestRetryDelayMs: 20 } });

const { create, toItems, send, retry, runAgain, stored, gifts, failNext, loseNext, refuseNext } = creationsOf(node);

const BY_HAND = { mode: 'manual' } as const;
const own = { additionalFields: { customerReferenceId: 'deal-1' } };
const [ANN] = named('Ann') as [IDataObject];

const afterRestart = () => ({ ...BY_HAND, credentials: node.credentialsAfterRestart() });

describe('An older order batch that does not show what differs is no success after a 503:', () => {
	const HOME = { street: '548 Market St', city: 'San Francisco', state: 'CA', zip: '94104' };
	const priced = (variablePrice: number, more: IDataObject = {}) =>
		toItems({
			cartItems: { item: [{ product: byId(node.service.samples.variableProductId), quantity: 1, variablePrice }] },
			...more,
		});
	const shipped = () => create({ ...FROM_ITEMS, sendMethod: 'direct_send' });
	const LEE = { first_name: 'Ann', last_name: 'Lee', ...HOME };

	test.each<[string, () => IDataObject, () => IDataObject, IDataObject, IDataObject]>([
		['the price, with a reference of the user', () => priced(1000, own), () => priced(5000, own), ANN, ANN],
		['the price, by hand after a restart', () => priced(1000), () => priced(5000), ANN, ANN],
		['the address, by hand after a restart', shipped, shipped, LEE, { ...LEE, street: '1 Other St' }],
	])('%s', async (_what, first, then, before, after) => {
		await node.run(first(), { items: [before], ...BY_HAND });
		failNext(responds(503));
		const { json, error } = await node.run(then(), { items: [after], ...afterRestart() });

		expect(json).toEqual([]);
		expect(error?.description).toContain(`Order batch ${stored()[0]?.id} has this`);
		expect(error?.description).toContain('Either an earlier attempt created it, or it is older');
		expect(stored()).toHaveLength(1);
	});
});

describe('Validate Only', () => {
	const validateOnly = true;
	const perPerson: IDataObject = { options: { recipientsPerBatch: 1, recipientsLimit: 3 } };

	test('in a retry shows what exists, and does not count it', async () => {
		const first = await send(['Ann', 'Ben'], perPerson);
		const { json, hints } = await retry(first, ['Ann', 'Ben', 'Cleo'], { ...perPerson, validateOnly });

		expect(json.map(({ first_name: name, already_created: isOld }) => [name, isOld])).toEqual([
			['Ann', true],
			['Ben', true],
			['Cleo', undefined],
		]);
		expect(hints).toContainEqual(expect.stringContaining('Gifts for 2 people already exist'));
		expect(hints).toContainEqual(expect.stringContaining('to 1 person'));
		expect(await gifts()).toEqual({ Ann: 1, Ben: 1 });
	});

	test.each<[string, string[], RegExp]>([
		[
			'alone',
			['Ann'],
			/^Nothing was sent\. It is not known whether the gifts for 1 person exist \(order batch n8n-\S+-0\)/,
		],
		['beside others', ['Ann', 'Ben'], /exist \(order batch n8n-\S+\).*This would send .* to 1 person/],
	])('shows a gift that may exist as such, and does not count it, %s', async (_how, names, sentence) => {
		loseNext();
		const lost = await send(['Ann'], perPerson);
		const { json, hints } = await retry(lost, names, { ...perPerson, validateOnly });

		expect(json.map(({ may_exist: may, already_created: isOld }) => [may, isOld])).toEqual(
			names.map((name) => [name === 'Ann' ? true : undefined, undefined]),
		);
		expect(hints[0]).toMatch(sentence);
		expect(hints[0]).not.toContain('to 2 people');
	});

	test('in a sub-workflow says that a new run of its parent sends again', async () => {
		const { hints } = await send(['Ann'], { validateOnly }, { mode: 'integrated' });

		expect(hints[0]).toContain('Each time the parent workflow runs or is retried, this sub-workflow sends again.');
	});

	test('by hand after a restart shows what another execution has sent, and what would be refused', async () => {
		await send(['Ann'], {}, BY_HAND);
		expect(already(await send(['Ann'], { validateOnly }, afterRestart()))).toEqual([true]);

		const { error } = await send(['Ann', 'Ben'], { validateOnly }, afterRestart());
		expect(error?.message).toContain('1 of 2 recipients got a gift from this step today');
		expect(await gifts()).toEqual({ Ann: 1 });
	});
});

test.each<[string, () => void, RegExp]>([
	['was refused', refuseNext, /^The order batch was not created/],
	['is not known', loseNext, /^It is not known whether the order batch was created/],
])(
	'An item does not name the order batch of an earlier node where what became of its own %s.',
	async (_what, fail, description) => {
		const earlier = { order_batch_id: 'b-earlier' };
		fail();
		const { json } = await send(
			[],
			{ options: { allowRepeatedRecipients: true } },
			{
				items: [{ ...ANN, ...earlier, gift_error: earlier }],
				...GOES_ON,
			},
		);

		const [{ gift_error: error } = {}] = json as Array<{ gift_error?: IDataObject }>;
		expect(error?.description).toMatch(description);
		expect(JSON.stringify(error)).not.toContain('b-earlier');
	},
);

/** Another node, whose errors go to its error output. */
const other = (id: string) => ({ node: { ...TO_ERROR_OUTPUT.node, id, name: id } });

/** What n8n puts on the error output: each error merged over its input. */
const errorsOf = ({ outputs }: NodeRun, input: IDataObject[]) =>
	(outputs[1] ?? []).map(({ json, pairedItem }) => ({ ...input[(pairedItem as { item: number }).item], ...json }));

const failPrices = () =>
	node.service.addFault({ match: { method: 'POST', path: '/v1/order_batches/price' }, effect: responds(400) });

/** Fails for Ann in another operation. */
const read = async (items: IDataObject[]) => {
	const get = { resource: 'orderBatch', operation: 'get', orderBatchId: byId(node.unknownId) };
	return await node.run({ authentication: 'automationApi', ...get }, { items, ...other('read') });
};

describe('nobody gets a gift from another node whose item is on an error output because', () => {
	const toAnn = async (more: IDataObject = {}, options: Partial<RunOptions> = {}) =>
		await send(['Ann'], more, { ...TO_ERROR_OUTPUT, ...options });
	const again = async (first: NodeRun, more: IDataObject) =>
		await runAgain(first, toItems(more), { items: [ANN], runIndex: 1, ...TO_ERROR_OUTPUT });

	/** Sends to what is on the error output for Ann. */
	const sendTo = async (items: IDataObject[]) => {
		expect(items).toHaveLength(1);
		node.service.clearFaults();
		await send([], {}, { items, ...other('second') });
	};

	test.each<[string, () => Promise<NodeRun>, (first: NodeRun) => Promise<NodeRun>]>([
		['their Customer Reference ID exists', async () => await toAnn(own), async () => await toAnn(own)],
		[
			'the node cannot tell who has a gift',
			async () => await toAnn({}, BY_HAND),
			async () => {
				node.service.setInterfaceOnly(true);
				return await toAnn({}, afterRestart());
			},
		],
		[
			'they got a gift by hand today',
			async () => await toAnn({}, BY_HAND),
			async () => await toAnn({ fromName: 'Bea' }, BY_HAND),
		],
		['they got a gift in this execution', toAnn, async (first) => await again(first, { fromName: 'Bea' })],
		[
			'a run of the node fails as a whole after they got a gift in this execution',
			toAnn,
			async (first) => {
				failPrices();
				return await again(first, { options: { maximumTotal: 500 } });
			},
		],
		[
			'Skip Gifted Within Days left them out',
			toAnn,
			async () => await toAnn({ options: { skipGiftedWithinDays: 30 } }),
		],
	])('%s', async (_why, succeed, fail) => {
		const items = errorsOf(await fail(await succeed()), [ANN]);
		expect(await gifts()).toEqual({ Ann: 1 });
		await sendTo(items);

		expect(await gifts()).toEqual({ Ann: 1 });
	});

	test.each(['third', 'second'])(
		'the one before has refused it, since the first may have created its gift (%s)',
		async (next) => {
			loseNext();
			const first = errorsOf(await toAnn(), [ANN]);
			const refused = await send([], {}, { items: first, ...other('second') });
			const items = errorsOf(refused, first);
			expect(items).toHaveLength(1);
			// The second error output leads to a third node, or back to the second one.
			if (next === 'third') await send([], {}, { items, ...other(next) });
			else await runAgain(refused, toItems(), { items, runIndex: 1, ...other(next) });

			expect(await gifts()).toEqual({ Ann: 1 });
		},
	);

	test('another operation has failed since the first may have created its gift', async () => {
		loseNext();
		const first = errorsOf(await toAnn(), [ANN]);
		await sendTo(errorsOf(await read(first), first));

		expect(await gifts()).toEqual({ Ann: 1 });
	});

	test('they are in the list of the first twice', async () => {
		const people = ['Ann', 'Ann', 'Ben'];
		const first = await send(people, { options: { skipInvalidRecipients: true } }, TO_ERROR_OUTPUT);
		await sendTo(errorsOf(first, named(...people)));

		expect(await gifts()).toEqual({ Ann: 1, Ben: 1 });
	});

	test('the first may have created their gift, and its gift_error is text', async () => {
		await sendTo([{ ...ANN, gift_error: '{"message":"No response","may_exist":true}' }]);

		expect(await gifts()).toEqual({});
	});
});

describe('an item on an error output', () => {
	/** Reads nothing but these two columns: the texts of errors name people, too. */
	const byColumns: IDataObject = {
		recipientsSource: 'inputItemsColumns',
		recipientFields: {
			mappingMode: 'defineBelow',
			value: { first_name: '={{ $json.first_name }}', email: '={{ $json.email }}' },
		},
	};
	const second = async (items: IDataObject[], options: object = {}) => {
		node.service.clearFaults();
		await send([], byColumns, { items, ...options, ...other('second') });
		return await gifts();
	};
	const withoutFirst = (run: NodeRun, names: string[]) => errorsOf(run, named(...names)).slice(1);

	test('gets a gift from another node where a list was refused since somebody was in it twice', async () => {
		const people = ['Ann', 'Ann', 'Ben'];
		const items = withoutFirst(await send(people, byColumns, TO_ERROR_OUTPUT), people);

		expect(await second(items)).toEqual({ Ann: 1, Ben: 1 });
	});

	test('gets a gift from another node where a list was refused since somebody else got one today', async () => {
		await send(['Ann'], byColumns, BY_HAND);
		const people = ['Ann', 'Ben'];
		const items = withoutFirst(await send(people, byColumns, { ...BY_HAND, ...TO_ERROR_OUTPUT }), people);

		expect(await second(items, BY_HAND)).toEqual({ Ann: 1, Ben: 1 });
	});

	test('gets a gift where a retry failed as a whole, and only somebody else has one', async () => {
		const first = await send(['Ann']);
		failPrices();
		const people = ['Ann', 'Ben'];
		const limited = { options: { recipientsPerBatch: 1, maximumTotal: 500 } };
		const items = withoutFirst(await retry(first, people, limited, TO_ERROR_OUTPUT), people);

		expect(await second(items)).toEqual({ Ann: 1, Ben: 1 });
	});

	test('gets a gift where the message of an error names a field', async () => {
		node.service.addFault({
			match: { method: 'GET', path: /order_batches\// },
			effect: { kind: 'response', status: 422, body: { message: 'order_batch_id is invalid' } },
		});

		expect(await second(errorsOf(await read([ANN]), [ANN]))).toEqual({ Ann: 1 });
	});

	test('gets a gift where its gift_error says that none exists', async () => {
		const gift_error = { message: 'Refused', order_batch_id: null, may_exist: false };

		expect(await second([{ ...ANN, gift_error }])).toEqual({ Ann: 1 });
	});

	test('gets no second gift where the ID of its order batch is not known', async () => {
		node.service.setInterfaceOnly(true);
		failNext({ kind: 'response', status: 503, afterCommit: true });
		const failed = await send(['Ann'], { options: { waitForCompletion: true } }, TO_ERROR_OUTPUT);

		expect(await second(errorsOf(failed, [ANN]))).toEqual({ Ann: 1 });
	});
});
