import type { IDataObject } from 'n8n-workflow';

import { actionNode } from '../../../../support/actionNode';
import { already, creationsOf, GOES_ON, guests, TO_ERROR_OUTPUT, UNKNOWN } from '../../../../support/creations';
import { passTime, stopClock } from '../../../../support/fakeDate';
import { FROM_ITEMS } from '../../../../support/orderBatchParameters';
import { sentencesIn } from '../../../../support/problems';

const node = actionNode({ limits: { retryBudgetMs: 300, firstRetryDelayMs: 2, longestRetryDelayMs: 20 } });

const { create, toGuests, stored, sizes, requested, refuseNext, loseNext, runAgain } = creationsOf(node);

afterEach(() => jest.useRealTimers());

const ALLOWED: IDataObject = { options: { allowRepeatedRecipients: true } };

/** One order batch for each input item: from its `from`, for its `name` and `email`, with its `deal` as its reference. */
const forEachItem = (more: IDataObject = {}) =>
	create({
		fromName: '={{ $json.from ?? "Zoe" }}',
		recipients: { recipient: [{ firstName: '={{ $json.name }}', email: '={{ $json.email }}' }] },
		...more,
	});

const fromItems = (more: IDataObject = {}) => create({ ...FROM_ITEMS, ...more });

describe('a request whose sender has changed after an attempt of unknown outcome', () => {
	test.each<[string, IDataObject, IDataObject[]]>([
		['the input items', FROM_ITEMS, guests(1)],
		['several order batches', { recipients: { recipient: [{ firstName: '={{ $json.first_name }}' }] } }, guests(2)],
	])('is not said to have sent nothing where the node goes on, for %s', async (_whom, whom, items) => {
		loseNext();
		const unknown = await node.run(create(whom), { items, ...TO_ERROR_OUTPUT });
		const run = await runAgain(unknown, create({ ...whom, fromName: 'Ben' }), { items, ...TO_ERROR_OUTPUT });

		const [, ...created] = stored();
		expect(stored()).toHaveLength(items.length);
		expect(
			run.outputs[1]?.map(({ json: { gift_error } }) => {
				const { description, order_batch_id: id } = gift_error as IDataObject;
				return [description, id];
			}),
		).toEqual([
			[expect.stringMatching(new RegExp(`^${UNKNOWN}`)), undefined],
			...created.map(({ id }) => [`Order batch ${id} was created: do not create it again.`, id]),
		]);
	});
});

describe('a retry', () => {
	const ANN = { name: 'Ann', email: 'ann@example.com' };

	test.each<[string, IDataObject, IDataObject[]]>([
		['another gift for the same person', ALLOWED, ['Bo', 'Cy'].map((from) => ({ ...ANN, from }))],
		['an equal gift', ALLOWED, [ANN, ANN]],
		['a gift for somebody of the same name', {}, ['Bo', 'Cy'].map((from) => ({ name: 'Ann', from }))],
	])('finds the gift that may exist, and sends %s behind it', async (_what, more, items) => {
		loseNext();
		const unknown = await node.run(forEachItem(more), { items });
		expect(stored()).toHaveLength(1);

		expect(already(await runAgain(unknown, forEachItem(more), { items }))).toEqual([true, false]);
		expect(stored()).toHaveLength(2);
	});

	test.each([false, true])('refuses what has a time that is over, unless it may exist: %s', async (mayExist) => {
		stopClock();
		const scheduledSendOn = new Date(Date.now() + 700).toISOString();
		const parameters = fromItems({ scheduledSendOn, options: { recipientsPerBatch: 1 } });
		const items = guests(mayExist ? 1 : 2);
		loseNext();
		const failed = await node.run(parameters, { items });
		expect([failed.status, stored().length]).toEqual(['error', 1]);

		passTime(1000);
		const run = await runAgain(failed, parameters, { items });
		if (mayExist) expect(already(run)).toEqual([true]);
		else expect(run.error?.message).toContain('"Send On" is in the past');
		expect(stored()).toHaveLength(1);
	});
});

describe('all input items as the recipients of each of them', () => {
	const allAtOnce = () =>
		create({
			recipientsSource: 'json',
			recipientsJson: '={{ JSON.stringify($input.all().map((item) => item.json)) }}',
		});

	test('are refused as equal requests', async () => {
		const { error } = await node.run(allAtOnce(), { items: guests(100) });

		expect(error?.message).toMatch(
			/^Items 2, 3, 4, and 96 more: This is the same order batch as that of item 1.+turn on Execute Once.+choose "Input Items"/,
		);
		expect(requested()).toEqual([]);
	});

	test('get it once where the node goes on after failures', async () => {
		const { json } = await node.run(allAtOnce(), { items: guests(3), ...GOES_ON });

		expect(sizes()).toEqual([3]);
		expect(json.filter(({ error }) => error)).toHaveLength(2);
	});
});

describe('an item on the error output of another node', () => {
	/** Sends to what has come out of the error output. */
	const fail = async (count: number, options: IDataObject = {}) => {
		const { parameters, items } = toGuests(count, { options });
		const { json, outputs } = await node.run(parameters, { items, ...TO_ERROR_OUTPUT });
		expect(json).toEqual([]);
		return { items: outputs[1]?.map((item) => item.json), node: { id: 'another' } };
	};

	test.each<[string, IDataObject, () => void]>([
		['may exist', {}, () => loseNext()],
		['exists, and is waited for', { waitForCompletion: true, maxWaitSeconds: 1 }, () => {}],
	])('is not sent where its order batch %s, unless that is allowed', async (_state, options, prepare) => {
		prepare();
		const others = await fail(11, options);
		const { error } = await node.run(toGuests(11).parameters, others);
		expect(error?.message).toContain('or may have created, a gift for guest0@example.com');
		expect(error?.description).toContain('Nothing was sent');
		expect(sizes()).toEqual([11]);

		await node.run(toGuests(11, ALLOWED).parameters, others);
		expect(sizes()).toEqual([11, 11]);
	});

	test('is sent where it was surely not created', async () => {
		refuseNext();
		await node.run(toGuests(2).parameters, await fail(2));

		expect(sizes()).toEqual([2]);
	});
});

test('A recipient twice in one run goes to the error output with Skip Invalid Recipients, and the first one is sent.', async () => {
	const items = [
		{ first_name: 'Ann', email: 'ann@example.com' },
		{ first_name: 'Bo', email: 'bo@example.com' },
		{ first_name: 'Anna', email: 'ANN@example.com' },
	];
	const parameters = fromItems({ options: { skipInvalidRecipients: true } });
	const { outputs } = await node.run(parameters, { items, ...TO_ERROR_OUTPUT });

	expect(outputs[0]?.map(({ json }) => json.first_name)).toEqual(['Ann', 'Bo']);
	const error = expect.stringContaining('Recipients 1 and 3 have the same email (ANN@example.com). ') as string;
	expect(outputs[1]).toMatchObject([{ json: { error }, pairedItem: { item: 2 } }]);
	expect(sizes()).toEqual([2]);
});

test.each<[string, IDataObject]>([
	['Validate Only', { validateOnly: '={{ $json.first }}' }],
	['Simplify', { simplify: '={{ $json.first }}' }],
	['Options', { options: { recipientsLimit: '={{ $json.first ? 5 : 10 }}' } }],
	['Options', { options: { skipInvalidRecipients: '={{ $json.first }}' } }],
	['Options', { options: { skipGiftedWithinDays: '={{ $json.first ? 7 : 14 }}' } }],
])('what must be the same for all input items includes %s (%j)', async (label, more) => {
	const items = guests(3).map((guest, index) => ({ ...guest, first: index < 2 }));
	const { error } = await node.run(fromItems(more), { items });

	expect(sentencesIn(error)).toEqual([
		`"${label}" must be the same for all input items, but item 3 differs from the first`,
	]);
	expect(node.requests).toEqual([]);
});
