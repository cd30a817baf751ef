import type { IDataObject } from 'n8n-workflow';

import type { NodeRun } from '../../../../../dev/harness/engine';
import { actionNode } from '../../../../support/actionNode';
import { creationsOf, GOES_ON, guests, TO_ERROR_OUTPUT, UNKNOWN } from '../../../../support/creations';
import { passTime, stopClock } from '../../../../support/fakeDate';
import { FROM_ITEMS } from '../../../../support/orderBatchParameters';
import { sentencesIn } from '../../../../support/problems';

const node = actionNode({ limits: { retryBudgetMs: 300, firstRetryDelayMs: 2, longestRetryDelayMs: 20 } });

const { create, withReference, stored, sizes, requested, refuseNext, loseNext, runAgain } = creationsOf(node);

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

const withDeals = (more: IDataObject = {}) =>
	forEachItem({ additionalFields: { customerReferenceId: '={{ $json.deal }}' }, ...more });

const existed = ({ json }: NodeRun) => json.map(({ already_created: already = false }) => already);

const CHANGED = 'and the request has changed since';

describe('a request that has changed', () => {
	test.each<[string, IDataObject]>([
		['message', { message: 'Hi again!' }],
		['sender', { fromName: 'Ben' }],
		['reference', { additionalFields: { customerReferenceId: 'deal-2' } }],
	])('in its %s is refused after an attempt of unknown outcome, in a retry and in a loop', async (_what, change) => {
		const { cardId } = node.service.samples;
		for (const runIndex of [0, 1]) {
			node.service.reset();
			loseNext();
			const unknown = await node.run(create());
			const run = await runAgain(unknown, create({ ...change, cardId }), { runIndex });

			expect(run.error?.message).toContain('may have created the order batch with the reference');
			expect(run.error?.message).toContain(CHANGED);
			expect(run.error?.description).toContain(UNKNOWN);
			expect(stored()).toHaveLength(1);
		}
	});

	test.each<[string, string, () => void]>([
		['created', 'created order batch ', () => {}],
		['may have created', 'may have created the order batch with the reference deal-1', loseNext],
	])('names what an attempt with the same reference %s', async (_what, message, fail) => {
		fail();
		const first = await node.run(withReference('deal-1'));
		const { error } = await runAgain(first, withReference('deal-1', { fromName: 'Ben' }));

		expect(error?.message).toMatch(`An earlier attempt of this execution ${message}`);
		expect(error?.message).toContain(CHANGED);
		expect(error?.message).not.toContain('Use a unique ID');
		expect(stored()).toHaveLength(1);
	});

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
			run.outputs[1]?.map(({ json: { gift_error } }) => [
				(gift_error as IDataObject).description,
				(gift_error as IDataObject).order_batch_id,
			]),
		).toEqual([
			[expect.stringMatching(new RegExp(`^${UNKNOWN}`)), undefined],
			...created.map(({ id }) => [`Order batch ${id} was created: do not create it again.`, id]),
		]);
	});

	test.each<[string, () => void]>([
		['found its order batch', () => {}],
		['created it after the service had refused an earlier run', refuseNext],
	])('is refused in a retry of a run of a loop that %s', async (_what, fail) => {
		fail();
		const first = await node.run(create(), TO_ERROR_OUTPUT);
		const second = await runAgain(first, create(), { runIndex: 1 });
		const { error } = await runAgain(second, create({ fromName: 'Ben' }), { runIndex: 1 });

		expect(error?.message).toContain(`created order batch ${stored()[0]?.id}, ${CHANGED}`);
		expect(stored()).toHaveLength(1);
	});

	test('is refused where it would send an existing batch to other recipients', async () => {
		const inParts = (recipientsPerBatch: number) => fromItems({ options: { recipientsPerBatch } });
		const whole = await node.run(inParts(2), { items: guests(6) });
		const { error } = await runAgain(whole, inParts(1), { items: guests(6) });

		expect(error?.message).toContain(CHANGED);
		expect(sizes()).toEqual([2, 2, 2]);
	});

	test('is refused after another retry of the execution has sent, whatever the service tells of it', async () => {
		const gift = (more: IDataObject = {}) =>
			create({ recipients: { recipient: [{ firstName: 'Ann', email: 'ann@example.com' }] }, ...more });
		for (const canList of [true, false]) {
			node.service.reset();
			node.service.setInterfaceOnly(!canList);
			refuseNext();
			const failed = await node.run(gift());
			await runAgain(failed, gift());
			const second = await runAgain(failed, gift());
			if (canList) expect(existed(second)).toEqual([true]);
			else expect(second.error?.description).toContain('the node cannot tell to whom');

			for (const more of [{}, canList ? {} : ALLOWED]) {
				const { error } = await runAgain(second, gift({ fromName: 'Ben', ...more }));
				expect(error?.message).toContain(CHANGED);
			}
			expect(stored()).toHaveLength(1);
		}
	});

	test('is sent where the service refused it before, and from then on is the one that counts', async () => {
		const pending = (more: IDataObject = {}) =>
			withReference('deal-1', {
				recipientsSource: 'json',
				recipientsJson: JSON.stringify(guests(11)),
				options: { waitForCompletion: true, maxWaitSeconds: 0 },
				...more,
			});
		refuseNext();
		const refused = await node.run(pending({ fromName: 'Refused' }));
		const corrected = await runAgain(refused, pending());

		expect(corrected.error?.message).toContain('is still pending');
		expect((await runAgain(corrected, pending())).error?.message).toContain('is still pending');
		expect((await runAgain(corrected, pending({ fromName: 'Refused' }))).error?.message).toContain(CHANGED);
		expect(stored()).toHaveLength(1);
	});

	test('is sent for other people after an attempt of unknown outcome for somebody else', async () => {
		loseNext();
		const unknown = await node.run(forEachItem(), { items: [{ name: 'Ann' }] });
		const { json } = await runAgain(unknown, forEachItem(), { items: [{ name: 'Ben' }], runIndex: 1 });

		expect(json).toEqual([expect.objectContaining({ send_status: 'complete' })]);
		expect(stored()).toHaveLength(2);
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

		expect(existed(await runAgain(unknown, forEachItem(more), { items }))).toEqual([true, false]);
		expect(stored()).toHaveLength(2);
	});

	test('sends what was not sent, and reads what was', async () => {
		const items = [{ name: 'Ann' }, { name: 'Ben' }];
		const { workspaceId } = node.service.samples;
		const inWorkspace = (ofBen: string) =>
			forEachItem({ additionalFields: { workspaceId: `={{ $json.name === "Ben" ? "${ofBen}" : "${workspaceId}" }}` } });
		const failed = await node.run(inWorkspace(node.unknownId), { items });
		expect([failed.status, stored().length]).toEqual(['error', 1]);

		const run = await runAgain(failed, inWorkspace(workspaceId), { items });
		expect(existed(run)).toEqual([true, false]);
		expect(stored()).toHaveLength(2);
		expect(requested()).toHaveLength(3);
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
		const { error, json } = await runAgain(failed, parameters, { items });
		if (mayExist) expect(json).toEqual([expect.objectContaining({ already_created: true })]);
		else expect(error?.message).toContain('"Send On" is in the past');
		expect(stored()).toHaveLength(1);
	});
});

describe('a reference of the user', () => {
	const USED = 'which another order batch in this execution already uses. Use a unique ID for each';

	test.each([
		['is refused for two items', ['Ann', 'Ben'], ['deal-1', 'deal-1'], `"Customer Reference ID" is deal-1, ${USED}`],
		['does not make equal requests differ', ['Ann', 'Ann'], ['deal-1', 'deal-2'], 'the same order batch as that of'],
	])('%s, before anything is sent', async (_what, names, deals, problem) => {
		const items = names.map((name, index) => ({ name, deal: deals[index] }));
		const { error } = await node.run(withDeals(), { items });

		expect(error?.message).toContain(problem);
		expect(requested()).toEqual([]);
	});

	test('of a batch that this execution has created is refused for another one', async () => {
		const ann = { name: 'Ann', deal: 'deal-1' };
		const first = await node.run(withDeals(), { items: [ann] });
		const { error } = await runAgain(first, withDeals(), { items: [ann, { name: 'Ben', deal: 'deal-1' }] });

		expect(error?.message).toContain(USED);
		expect(stored()).toHaveLength(1);
	});

	test('that is another one for the same request in a loop is refused, unless the user allows it', async () => {
		const parameters = (more: IDataObject = {}) =>
			create({ additionalFields: { customerReferenceId: '=deal-{{ $runIndex }}' }, ...more });
		const first = await node.run(parameters());
		const refused = await runAgain(first, parameters(), { runIndex: 1 });
		expect(refused.error?.message).toContain(
			`This execution has already requested the same order batch (${stored()[0]?.id})`,
		);
		expect(stored()).toHaveLength(1);

		await runAgain(first, parameters(ALLOWED), { runIndex: 1 });
		expect(stored()).toHaveLength(2);
	});
});

describe('two equal requests in one run', () => {
	const allAtOnce = () =>
		create({
			recipientsSource: 'json',
			recipientsJson: '={{ JSON.stringify($input.all().map((item) => item.json)) }}',
		});

	test('are refused: all input items as the recipients of each of 100 items', async () => {
		const { error } = await node.run(allAtOnce(), { items: guests(100) });

		expect(error?.message).toMatch(
			/^Items 2, 3, 4, and 96 more: This is the same order batch as that of item 1.+turn on Execute Once.+choose "Input Items"/,
		);
		expect(requested()).toEqual([]);
	});

	test('are both sent when the user allows it, and neither again by a repetition', async () => {
		const first = await node.run(create(ALLOWED), { items: [{}, {}] });
		expect(stored()).toHaveLength(2);

		expect(existed(await runAgain(first, create(ALLOWED), { items: [{}, {}], runIndex: 1 }))).toEqual([true, true]);
		expect(stored()).toHaveLength(2);
	});

	test('send once where the node goes on after failures', async () => {
		const { json } = await node.run(allAtOnce(), { items: guests(3), ...GOES_ON });

		expect(sizes()).toEqual([3]);
		expect(json.filter(({ error }) => error)).toHaveLength(2);
	});
});

describe('a recipient twice in one run', () => {
	const HOME = { street: '548 Market St', city: 'San Francisco', state: 'CA', zip: '94104' };
	const ANN = { first_name: 'Ann', last_name: 'Lee', ...HOME };
	const BY_EMAIL = [
		{ first_name: 'Ann', email: 'ann@example.com' },
		{ first_name: 'Bo', email: 'bo@example.com' },
		{ first_name: 'Anna', email: 'ANN@example.com' },
	];
	const BY_ADDRESS = [ANN, { ...ANN, first_name: 'Bo' }, { ...ANN, first_name: 'ANN', street: '548 MARKET ST' }];
	const SAME_EMAIL = 'Recipients 1 and 3 have the same email (ANN@example.com). ';
	const SAME_ADDRESS = 'Recipients 1 and 3 have the same name and address. ';
	const asJson = (items: IDataObject[]) => create({ recipientsSource: 'json', recipientsJson: JSON.stringify(items) });
	const oneEach = (items: IDataObject[]) => ({ items: items.map(({ first_name: name, email }) => ({ name, email })) });

	test.each<[string, () => IDataObject, { items?: IDataObject[] }, string]>([
		['by email among input items', fromItems, { items: BY_EMAIL }, SAME_EMAIL],
		['by email in a list', () => asJson(BY_EMAIL), {}, SAME_EMAIL],
		[
			'by email among the order batches of several items',
			() => forEachItem({ fromName: '={{ $json.name }}' }),
			oneEach(BY_EMAIL),
			'Item 3: Recipient 1 of item 1 and recipient 1 of item 3 have the same email (ANN@example.com). ',
		],
		['by name and address', () => fromItems({ sendMethod: 'direct_send' }), { items: BY_ADDRESS }, SAME_ADDRESS],
		[
			'by name and address in order batches of their own',
			() => fromItems({ sendMethod: 'direct_send', options: { recipientsPerBatch: 1 } }),
			{ items: BY_ADDRESS },
			SAME_ADDRESS,
		],
	])('is refused: %s', async (_what, parameters, items, problem) => {
		const { error } = await node.run(parameters(), items);

		expect(sentencesIn(error)).toEqual([expect.stringContaining(problem)]);
		expect(requested()).toEqual([]);
	});

	test('is told in a list how to allow it, before the service is asked anything', async () => {
		expect((await node.run(asJson(BY_EMAIL))).error?.message).toContain('add the option "Allow Repeated Recipients"');
		expect(node.service.requests).toEqual([]);
	});

	test.each<[string, IDataObject, IDataObject[]]>([
		['an address with a tag', {}, ['ann', 'ann+gifts'].map((name) => ({ ...ANN, email: `${name}@example.com` }))],
		['only a name that is the same', {}, [{ first_name: 'Ann' }, { first_name: 'Ann' }]],
		['the same email where the user allows it', ALLOWED, BY_EMAIL],
		['the same address where the user allows it', { sendMethod: 'direct_send', ...ALLOWED }, BY_ADDRESS],
	])('is sent to with %s', async (_what, more, items) => {
		await node.run(fromItems(more), { items });

		expect(sizes()).toEqual([items.length]);
	});

	test('goes to the error output with Skip Invalid Recipients, and the first one is sent', async () => {
		const { outputs } = await node.run(fromItems({ options: { skipInvalidRecipients: true } }), {
			items: BY_EMAIL,
			...TO_ERROR_OUTPUT,
		});

		expect(outputs[0]?.map(({ json }) => json.first_name)).toEqual(['Ann', 'Bo']);
		expect(outputs[1]).toMatchObject([
			{ json: { error: expect.stringContaining(SAME_EMAIL) }, pairedItem: { item: 2 } },
		]);
		expect(sizes()).toEqual([2]);
	});

	test('gets the gift where the first of their items is left out since it is wrong', async () => {
		const [ann] = BY_EMAIL;
		const parameters = fromItems({ sendMethod: 'direct_send', options: { skipInvalidRecipients: true } });
		const { outputs } = await node.run(parameters, { items: [ann!, { ...ann, ...HOME }], ...TO_ERROR_OUTPUT });

		const error = expect.stringContaining('Ann (row 1): "Mailing Address') as string;
		expect(outputs[1]).toMatchObject([{ json: { error } }]);
		expect(sizes()).toEqual([1]);
	});
});

describe('what must be the same for all input items', () => {
	test.each<[string, IDataObject]>([
		['Validate Only', { validateOnly: '={{ $json.first }}' }],
		['Simplify', { simplify: '={{ $json.first }}' }],
		['Options', { options: { recipientsLimit: '={{ $json.first ? 5 : 10 }}' } }],
		['Options', { options: { skipInvalidRecipients: '={{ $json.first }}' } }],
		['Options', { options: { skipGiftedWithinDays: '={{ $json.first ? 7 : 14 }}' } }],
	])('includes %s (%j)', async (label, more) => {
		const items = guests(3).map((guest, index) => ({ ...guest, first: index < 2 }));
		const { error } = await node.run(fromItems(more), { items });

		expect(sentencesIn(error)).toEqual([
			`"${label}" must be the same for all input items, but item 3 has a different value from the first`,
		]);
		expect(node.requests).toEqual([]);
	});
});
