import type { IDataObject } from 'n8n-workflow';

import { isCreation } from '../../../../../dev/harness/batches';
import type { NodeRun, RunOptions } from '../../../../../dev/harness/engine';
import { actionNode } from '../../../../support/actionNode';
import { creationsOf, giftsOf, LIST, named, POST, UNKNOWN } from '../../../../support/creations';
import { listing } from '../../../../support/listing';
import { FROM_ITEMS } from '../../../../support/orderBatchParameters';

const node = actionNode({ limits: { retryBudgetMs: 300, firstRetryDelayMs: 2, longestRetryDelayMs: 20 } });

const { create, stored, refuseNext, loseNext, runAgain } = creationsOf(node);

const FIVE = ['Ann', 'Ben', 'Cleo', 'Dan', 'Eve'];

/** Gifts by email to the input items, with a message. */
const toItems = (more: IDataObject = {}): IDataObject =>
	create({
		...FROM_ITEMS,
		sendMethod: 'email_and_link',
		message: 'Hapy holidays!',
		cardId: node.service.samples.cardId,
		...more,
	});

interface Attempt {
	more?: IDataObject;
	people?: IDataObject[];
	options?: Partial<RunOptions>;
}

const byHand = async ({ more, people = named(...FIVE), options }: Attempt = {}): Promise<NodeRun> =>
	await node.run(toItems(more), { mode: 'manual', items: people, ...options });

const gifts = async () => await giftsOf(node);

const afterRestart = () => ({ credentials: node.credentialsAfterRestart() });

const creations = () => node.requests.filter(isCreation);

const ONE_EACH = Object.fromEntries(FIVE.map((name) => [name, 1]));

const TWO_OPTIONS =
	'To send only to the others, add the option "Skip Gifted Within Days". To send again, add "Allow Repeated Recipients"';

const INVALID = { first_name: 'Eve', email: 'at work' };
const SKIPPING: Attempt = { more: { options: { skipInvalidRecipients: true } } };

/** What somebody mends after executing the step by hand, who has a gift then, and whether it is the same request. */
const EDITS: Array<[string, { first?: Attempt; then: () => Attempt; have: number; of: number; isSame?: boolean }]> = [
	['a sixth contact is added', { then: () => ({ people: named(...FIVE, 'Fay') }), have: 5, of: 6 }],
	['a typo in the message is mended', { then: () => ({ more: { message: 'Happy holidays!' } }), have: 5, of: 5 }],
	[
		'Recipients per Batch is set',
		{ then: () => ({ more: { options: { recipientsPerBatch: 5 } } }), have: 5, of: 5, isSame: true },
	],
	[
		'a row is sorted to the top',
		{ then: () => ({ people: named('Eve', 'Ann', 'Ben', 'Cleo', 'Dan') }), have: 5, of: 5, isSame: true },
	],
	['the node is renamed', { then: () => ({ options: { node: { name: 'Gifts' } } }), have: 5, of: 5, isSame: true }],
	[
		'a row that was skipped is repaired',
		{ first: { ...SKIPPING, people: [...named(...FIVE.slice(0, 4)), INVALID] }, then: () => SKIPPING, have: 4, of: 5 },
	],
];

/** What the service tells, and what the node remembers, when the step is executed by hand again. */
const SITUATIONS: Array<[string, boolean, boolean]> = [
	['lists order batches', true, true],
	['lists order batches, after a restart of n8n', true, false],
	['does not list order batches', false, true],
	['does not list order batches, after a restart of n8n', false, false],
];

describe.each(SITUATIONS)('where the service %s,', (_where, canList, remembers) => {
	beforeEach(() => node.service.setInterfaceOnly(!canList));
	const again = (attempt: Attempt): Attempt => ({
		...attempt,
		options: { ...(remembers ? {} : afterRestart()), ...attempt.options },
	});

	test.each(EDITS)('nobody gets a second gift by hand when %s', async (_what, { first, then, have, of, isSame }) => {
		const sent = await byHand(first);
		expect(sent.status).toBe('success');
		const had = await gifts();
		expect(Object.values(had)).toEqual(Array(have).fill(1));
		const run = await byHand(again(then()));

		expect(await gifts()).toEqual(had);
		if (!canList && !remembers) {
			expect(run.error?.message).toContain(String(stored()[0]?.customer_reference_id));
			expect(run.error?.description).toContain('pin the output of this step');
		} else if (isSame) {
			expect(run.json.map(({ already_created: already }) => already)).toEqual(Array(of).fill(true));
		} else {
			expect(run.error?.message).toContain(`${have} of ${of} recipients got a gift from this step today`);
			expect(run.error?.message).toContain(String(stored()[0]?.id));
			expect(run.error?.message).toContain('ann@example.com');
			expect(run.error?.message).toContain(TWO_OPTIONS);
			expect(run.error?.description).toContain('Nothing was sent');
		}
	});

	test('nobody gets a second gift by hand when the list is split into parts', async () => {
		await byHand();
		const run = await byHand(again({ more: { options: { recipientsPerBatch: 2 } } }));

		expect(run.status).toBe('error');
		expect(await gifts()).toEqual(ONE_EACH);
	});

	test('a test to oneself and then the list are both sent, unless nobody can know', async () => {
		await byHand({ people: named('Me') });
		const run = await byHand(again({}));

		const isKnown = canList || remembers;
		expect(await gifts()).toEqual(isKnown ? { Me: 1, ...ONE_EACH } : { Me: 1 });
		expect(run.status).toBe(isKnown ? 'success' : 'error');
	});

	test('a list that was refused once is refused again, whoever was to get gifts in between', async () => {
		await byHand();
		const restarted = again({ people: named('Me') });
		await byHand(restarted);
		const had = await gifts();
		for (const people of [named('Ann'), named('Ann', 'Me'), named(...FIVE, 'Fay')]) {
			expect((await byHand({ ...restarted, people })).status).toBe('error');
		}
		expect(await gifts()).toEqual(had);
	});

	test('Allow Repeated Recipients sends again', async () => {
		await byHand();
		await byHand(again({ more: { options: { allowRepeatedRecipients: true } } }));

		expect(await gifts()).toEqual(Object.fromEntries(FIVE.map((name) => [name, 2])));
	});
});

describe.each([true, false])('Skip Gifted Within Days, where n8n has not been restarted: %s,', (remembers) => {
	test.each([FIVE.length, 12])('sends by hand only to the one who is new beside %d others', async (count) => {
		const others = Array.from({ length: count }, (_, index) => `Guest${index}`);
		await byHand({ people: named(...others) });
		// The orders of more than ten people do not exist at once.
		node.service.setBatchState(String(stored()[0]?.id), 'complete');
		const run = await byHand({
			people: named(...others, 'Fay'),
			more: { options: { skipGiftedWithinDays: 1 } },
			options: remembers ? {} : afterRestart(),
		});

		expect(run.json.map(({ first_name: name, already_created: already = false }) => [name, already])).toEqual(
			[...others.map((name) => [name, remembers]), ['Fay', false]].filter(
				([name, already]) => already || name === 'Fay',
			),
		);
		expect(await gifts()).toEqual(Object.fromEntries([...others, 'Fay'].map((name) => [name, 1])));
	});
});

describe('Skip Gifted Within Days by hand beside a list that is still pending', () => {
	const SKIP = { options: { skipGiftedWithinDays: 1 } };

	test('leaves it out after a restart of n8n', async () => {
		await byHand({ people: named(...FIVE) });
		node.service.setBatchState(String(stored()[0]?.id), 'pending');
		const run = await byHand({ people: named(...FIVE, 'Fay'), more: SKIP, options: afterRestart() });

		expect(run.json.map(({ first_name: name }) => name)).toEqual(['Fay']);
		expect(await gifts()).toEqual({ ...ONE_EACH, Fay: 1 });
	});

	test('leaves nobody out whose order batch failed, and sends nobody a second one without a decision', async () => {
		await byHand({ people: named(...FIVE) });
		node.service.setBatchState(String(stored()[0]?.id), 'failed');
		const { json, error } = await byHand({ people: named(...FIVE, 'Fay'), more: SKIP, options: afterRestart() });

		expect(json).toEqual([]);
		expect(error?.message).toContain('5 of 6 recipients may have gotten a gift from this step today');
		expect(stored()).toHaveLength(1);
	});

	test('is not advised to who has it, where the list could not be read at first', async () => {
		await byHand({ people: named(...FIVE) });
		node.service.setBatchState(String(stored()[0]?.id), 'pending');
		node.service.addFault({ ...LIST, times: 1, effect: { kind: 'response', status: 403 } });
		const attempt = async () => await byHand({ people: named(...FIVE, 'Fay'), more: SKIP, options: afterRestart() });
		const { error } = await attempt();

		expect(error?.message).toContain('5 of 6 recipients got a gift from this step today');
		expect(error?.message).toContain('To send only to the others, execute the step again');
		expect(error?.message).not.toContain('add the option "Skip Gifted Within Days"');
		expect((await attempt()).json.map(({ first_name: name }) => name)).toEqual(['Fay']);
		expect(await gifts()).toEqual({ ...ONE_EACH, Fay: 1 });
	});
});

describe('a person who is known by a name and an address', () => {
	const HOME = { street: '548 Market St', city: 'San Francisco', state: 'CA', zip: '94104' };
	const shipped = (more: IDataObject = {}) => create({ ...FROM_ITEMS, sendMethod: 'direct_send', ...more });
	const ANN = [{ first_name: 'Ann', ...HOME }];

	test('gets no second gift by hand after a restart of n8n', async () => {
		await node.run(shipped(), { items: ANN, mode: 'manual' });
		await node.run(shipped(), { items: ANN, mode: 'manual', credentials: node.credentialsAfterRestart() });

		expect(await gifts()).toEqual({ Ann: 1 });
	});
});

describe('by hand, somebody who has a gift gets no second one', () => {
	const reference = (customerReferenceId: string): Attempt => ({ more: { additionalFields: { customerReferenceId } } });

	test.each<[string, Attempt, Attempt]>([
		['when a Customer Reference ID is removed', reference('gift-1'), {}],
		['when a Customer Reference ID is added', {}, reference('gift-1')],
		['when the Customer Reference ID is another one', reference('gift-1'), reference('gift-2')],
	])('%s', async (_when, first, then) => {
		await byHand(first);
		const { error } = await byHand(then);

		expect(await gifts()).toEqual(ONE_EACH);
		expect(error?.message).toContain('5 of 5 recipients got a gift from this step today');
	});

	test('when a Customer Reference ID is added after a restart of n8n', async () => {
		await byHand();
		const { error } = await byHand({ ...reference('gift-1'), options: afterRestart() });

		expect(await gifts()).toEqual(ONE_EACH);
		expect(error?.message).toContain('5 of 5 recipients got a gift from this step today');
	});

	test.each<[string, IDataObject]>([
		['', {}],
		[' and Skip Gifted Within Days while it is pending', { options: { skipGiftedWithinDays: 3 } }],
	])('when a Customer Reference ID%s is added after a restart of n8n, and the list fails', async (_and, options) => {
		await byHand();
		node.service.setBatchState(String(stored()[0]?.id), 'pending');
		node.service.addFault({ ...LIST, effect: { kind: 'response', status: 500 } });
		const { status } = await byHand({
			more: { ...reference('gift-1').more, ...options },
			options: afterRestart(),
		});

		expect(await gifts()).toEqual(ONE_EACH);
		expect(status).toBe('error');
	});

	test.each<[string, Attempt]>([
		['is removed', {}],
		['is another one', reference('gift-2')],
	])('when a Customer Reference ID whose order batch may exist %s', async (_when, then) => {
		loseNext(2);
		await byHand(reference('gift-1'));
		node.service.clearFaults();
		const { error } = await byHand(then);

		expect(await gifts()).toEqual(ONE_EACH);
		expect(error?.message).toContain('5 of 5 recipients may have gotten a gift from this step today');
		expect(error?.message).toContain('To find out, execute the step again exactly as it was');

		const { json } = await byHand(reference('gift-1'));
		expect(json.map(({ already_created: already }) => already)).toEqual(FIVE.map(() => true));
		expect((await byHand(then)).error?.message).toContain('5 of 5 recipients got a gift from this step today');
		expect(await gifts()).toEqual(ONE_EACH);
	});
});

test('A Customer Reference ID that is added between two retries of one execution sends no second gift.', async () => {
	refuseNext();
	const failed = await node.run(toItems(), { items: named('Ann') });
	const retry = async (more?: IDataObject) =>
		await runAgain(failed, toItems(more), { items: named('Ann'), mode: 'retry' });
	await retry();
	const { error } = await retry({ additionalFields: { customerReferenceId: 'gift-1' } });

	expect(await gifts()).toEqual({ Ann: 1 });
	expect(error?.message).toContain('another retry, has already requested a gift for ann@example.com');
});

describe('the first attempt of a place, whose outcome is unknown,', () => {
	const attempt = async (work: () => Promise<NodeRun>): Promise<NodeRun> => {
		node.service.addFault({ ...POST, effect: { kind: 'response', status: 503 } });
		const run = await work();
		node.service.clearFaults();
		return run;
	};

	test.each([true, false])('lets no other be sent behind it by hand, where the service lists: %s', async (canList) => {
		node.service.setInterfaceOnly(!canList);
		await attempt(async () => await byHand({ people: named('Ann') }));
		const refused = await byHand({ people: named('Ben') });
		expect(refused.error?.message).toContain('It is not known whether the order batch with the reference n8n-');
		expect(refused.error?.description).toMatch(/^Nothing was sent.* Execute the step again exactly as it was/);

		await byHand({ people: named('Ben', 'Cleo'), options: afterRestart() });
		expect(await gifts()).toEqual({ Ben: 1, Cleo: 1 });
	});

	test('is to be repeated before a list with others is sent, also with Skip Gifted Within Days', async () => {
		const more = { message: 'Hello!', options: { skipGiftedWithinDays: 1 } };
		const list: Attempt = { people: named('Ann', 'Ben'), more };
		await attempt(async () => await byHand({ people: named('Ann') }));
		const { error } = await byHand(list);
		expect(error?.message).toContain('1 of 2 recipients may have gotten a gift from this step today');
		expect(error?.message).toContain('To find out, execute the step again exactly as it was');
		expect(await gifts()).toEqual({});

		await byHand({ people: named('Ann') });
		await byHand(list);
		expect(await gifts()).toEqual({ Ann: 1, Ben: 1 });
	});

	test.each([true, false])('keeps two retries from sending twice, where the service lists: %s', async (canList) => {
		node.service.setInterfaceOnly(!canList);
		refuseNext();
		const failed = await node.run(toItems(), { items: named('Ann') });
		const retry = async (from: NodeRun, person: string) =>
			await runAgain(from, toItems(), { items: named(person), mode: 'retry' });
		const lost = await attempt(async () => await retry(failed, 'Ann'));
		await retry(lost, 'Ben');
		await retry(failed, 'Ben');

		expect(await gifts()).toEqual({ Ben: 1 });
	});
});

describe('a first attempt that fails before anything is created, where the place is taken by others', () => {
	beforeEach(() => node.service.setInterfaceOnly(true));
	const lostOnce = () => node.service.addFault({ ...POST, times: 1, effect: { kind: 'response', status: 503 } });

	test('is no success by hand after a restart, however often it is executed', async () => {
		await byHand({ people: named('Ben') });
		lostOnce();
		for (let attempt = 0; attempt < 3; attempt++) {
			expect((await byHand({ people: named('Ann'), options: afterRestart() })).status).toBe('error');
		}
		expect(await gifts()).toEqual({ Ben: 1 });
	});

	test('is no success in another retry of the execution', async () => {
		refuseNext();
		const failed = await node.run(toItems(), { items: named('Ann') });
		await runAgain(failed, toItems(), { items: named('Ben'), mode: 'retry' });
		lostOnce();
		const run = await runAgain(failed, toItems(), { items: named('Ann'), mode: 'retry' });
		expect(run.status).toBe('error');
		expect((await runAgain(run, toItems(), { items: named('Ann'), mode: 'retry' })).status).toBe('error');
		expect(await gifts()).toEqual({ Ben: 1 });
	});

	test('is no success where the list shows as many people, of whom the first are the same', async () => {
		node.service.setInterfaceOnly(false);
		const others = Array.from({ length: 11 }, (_, index) => `Guest${index}`);
		refuseNext();
		const failed = await node.run(toItems(), { items: named(...others, 'Ann') });
		await runAgain(failed, toItems(), { items: named(...others, 'Ben') });
		lostOnce();
		const run = await runAgain(failed, toItems(), { items: named(...others, 'Ann') });

		expect((await gifts()).Ann).toBe(undefined);
		expect(run.status).toBe('error');
	});
});

test.each([true, false])(
	'A retry by hand after a restart of n8n sends nothing again that another execution of the day had sent, where the service lists: %s.',
	async (canList) => {
		node.service.setInterfaceOnly(!canList);
		const parts = { options: { recipientsPerBatch: 1 } };
		await byHand({ people: named('Ben') });
		const second = await byHand({ people: named('Ben', 'Ann'), more: parts });
		const credentials = node.credentialsAfterRestart();
		await runAgain(second, toItems(parts), { items: named('Ben'), mode: 'retry', credentials });

		expect(await gifts()).toEqual({ Ben: 1, Ann: 1 });
	},
);

test.each(['nobody', 'the first'])(
	'By hand after a restart, nobody gets a second gift while the service lists %s of the recipients.',
	async (listed) => {
		const list = named(...Array.from({ length: 12 }, (_, index) => `Guest${index}`));
		await byHand({ people: list });
		const had = await gifts();
		const [batch] = stored();
		const [first] = await node.list(`/v1/order_batches/${batch?.id}/recipients`);
		const effect = listing(...(listed === 'nobody' ? [] : [first!]));
		node.service.addFault({ match: { method: 'GET', path: /recipients$/ }, effect });
		const { error } = await byHand({ people: list.slice(1), more: { fromName: 'Bea' }, options: afterRestart() });
		node.service.clearFaults();

		expect(error?.message).toContain(String(batch?.customer_reference_id));
		expect(await gifts()).toEqual(had);
	},
);

test('A retry takes no order batch of others for its own where the list of order batches fails.', async () => {
	await byHand({ people: named('Ann') });
	node.service.addFault({ ...POST, times: 1, effect: { kind: 'garbage' } });
	const lost = await byHand({ people: named('Ben') });
	expect(lost.error?.description).toContain(UNKNOWN);
	// It sends in the place of what was lost.
	const dan = await byHand({ people: named('Dan'), options: afterRestart() });
	expect(dan.status).toBe('success');

	node.service.addFault({ ...LIST, effect: { kind: 'response', status: 500 } });
	const run = await runAgain(lost, toItems(), { items: named('Ben'), mode: 'retry' });
	expect(run.json).toEqual([]);
	expect(run.error?.description).toContain(UNKNOWN);
	expect(await gifts()).toEqual({ Ann: 1, Dan: 1 });
});

test('By hand in two processes, nobody gets a second gift in the place of an order batch that was lost between others.', async () => {
	const elsewhere = { options: afterRestart() };
	await byHand({ people: named('Ann') });
	await byHand({ people: named('Ann'), ...elsewhere });
	node.service.addFault({ ...POST, times: 1, effect: { kind: 'garbage' } });
	await byHand({ people: named('Ben') });
	const { error } = await byHand({ people: named('Cleo') });
	expect(error?.message).toContain('This step sends nothing else until that is known');

	await byHand({ people: named('Cleo'), ...elsewhere });
	await byHand({ people: named('Cleo') });
	expect(await gifts()).toEqual({ Ann: 1, Cleo: 1 });
});

describe('a list of order batches that does not show a new one yet, where a repetition is refused as a duplicate,', () => {
	const lag = () => node.service.addFault({ ...LIST, effect: listing() });
	const loseOnce = (afterCommit: boolean) =>
		node.service.addFault({ ...POST, times: 1, effect: { kind: 'response', status: 503, afterCommit } });
	const existing = (name: IDataObject) =>
		FIVE.map(() => expect.objectContaining({ ...name, already_created: true }) as unknown);

	test('leaves no doubt in an execution that alone has the place, and nothing is sent again', async () => {
		lag();
		loseOnce(true);
		const run = await node.run(toItems(), { items: named(...FIVE) });
		const reference = { customer_reference_id: stored()[0]?.customer_reference_id };

		expect(run.json).toEqual(existing(reference));
		expect((await runAgain(run, toItems(), { items: named(...FIVE), runIndex: 1 })).json).toEqual(existing(reference));
		expect(await gifts()).toEqual(ONE_EACH);
	});

	test.each<[string, () => Promise<NodeRun>]>([
		['by hand', async () => await byHand()],
		[
			'in a retry',
			async () => {
				refuseNext();
				const failed = await node.run(toItems(), { items: named(...FIVE) });
				loseOnce(true);
				return await runAgain(failed, toItems(), { items: named(...FIVE), mode: 'retry' });
			},
		],
	])('leaves it open whose it is %s, until it is shown', async (how, attempt) => {
		lag();
		if (how === 'by hand') loseOnce(true);
		const unclear = await attempt();
		expect(unclear.json).toEqual([]);
		expect(unclear.error?.description).toContain(UNKNOWN);
		expect(unclear.error?.description).toContain('Either an earlier attempt created it, or it is older');

		const again = async () =>
			how === 'by hand' ? await byHand() : await runAgain(unclear, toItems(), { items: named(...FIVE), mode: 'retry' });
		expect((await again()).error?.description).toContain(UNKNOWN);
		node.service.clearFaults();
		expect((await again()).json).toEqual(existing({ order_batch_id: stored()[0]?.id }));
		expect(await gifts()).toEqual(ONE_EACH);
	});

	test('is no success for others who were to get gifts in the same place', async () => {
		await byHand({ people: named('Ben') });
		lag();
		loseOnce(false);
		const { json, error } = await byHand({ people: named('Ann'), options: afterRestart() });

		expect(json).toEqual([]);
		expect(error?.description).toContain(UNKNOWN);
		expect(await gifts()).toEqual({ Ben: 1 });
	});

	test('is asked for once and is not known for that', async () => {
		await byHand({ people: named('Ben') });
		const before = creations().length;
		lag();
		const { error } = await byHand({ people: named('Ann'), options: afterRestart() });

		expect(error?.description).toContain('Nothing was sent this time.');
		expect(creations()).toHaveLength(before + 1);
		expect(await gifts()).toEqual({ Ben: 1 });
	});
});

test('A scheduled gift of the day whose time is changed is left out with Skip Gifted.', async () => {
	const at = (scheduledSendOn: string) => ({
		...toItems({ scheduledSendOn, options: { skipGiftedWithinDays: 30 } }),
	});
	const run = async (time: string) => await node.run(at(time), { mode: 'manual', items: named('Ann', 'Ben') });
	await run('2035-01-10T09:00:00Z');
	const { error, hints } = await run('2035-02-10T09:00:00Z');

	expect(error).toBeUndefined();
	expect(hints).toEqual([expect.stringMatching(/^Nothing was sent\. 2 of 2 recipients were left out/)]);
	expect(stored()).toHaveLength(1);
});

describe('people whose emails are no longer in the list', () => {
	const HOME = { street: '548 Market St', city: 'San Francisco', state: 'CA', zip: '94104' };
	// So many that the order batch stays pending.
	const TWELVE = Array.from({ length: 12 }, (_, index) => ({ first_name: 'Ann', last_name: `Lee ${index}`, ...HOME }));
	const withEmails = TWELVE.map((one, index) => ({ ...one, email: `ann${index}@example.com` }));
	const shipped = (options: IDataObject = {}) =>
		create({ ...FROM_ITEMS, sendMethod: 'direct_send', options: { ...options, maxWaitSeconds: 1 } });
	const byHandTo = async (items: IDataObject[], options: Partial<RunOptions> = {}) =>
		await node.run(shipped(), { items, mode: 'manual', ...options });

	test.each<[string, boolean]>([
		['by hand', true],
		['by hand after a restart of n8n', false],
	])('get no second gift %s', async (_how, remembers) => {
		await byHandTo(withEmails);
		await byHandTo(TWELVE, remembers ? {} : afterRestart());

		expect(await gifts()).toEqual({ Ann: 12 });
	});

	test.each<[string, IDataObject]>([
		['', {}],
		[' with Allow Repeated Recipients', { allowRepeatedRecipients: true }],
	])('get no second gift in a retry%s', async (_how, options) => {
		const failed = await node.run(shipped({ waitForCompletion: true }), { items: withEmails });
		expect(failed.error?.description).toContain('was created: do not create it again');
		await runAgain(failed, shipped(options), { items: TWELVE, mode: 'retry' });

		expect(await gifts()).toEqual({ Ann: 12 });
	});
});

describe('a reference of the user that is added by hand after a restart of n8n', () => {
	const own = { additionalFields: { customerReferenceId: 'gift-1' } };
	const send = async (more: IDataObject = {}, options: Partial<RunOptions> = afterRestart()) =>
		await byHand({ more: { ...own, ...more }, options });

	test.each([429, 408])('sends no second gift where the list responds with %d', async (status) => {
		await byHand();
		node.service.addFault({ ...LIST, effect: { kind: 'response', status } });
		await send();

		expect(await gifts()).toEqual(ONE_EACH);
	});

	test('sends no second gift while the recipients of the first one are not listed', async () => {
		const people = named(...Array.from({ length: 12 }, (_, index) => `Guest${index}`));
		await byHand({ people });
		const match = { method: 'GET', path: /recipients$/ };
		node.service.addFault({ match, effect: listing() });
		await byHand({ more: own, people, options: afterRestart() });

		expect(stored()).toHaveLength(1);
	});

	test('says in words that the list has another shape', async () => {
		await byHand();
		const reference = stored()[0]?.customer_reference_id as string;
		node.service.addFault({ ...LIST, effect: listing({ customer_reference_id: reference, id: 7, send_status: 3 }) });

		expect((await send()).error?.message).not.toContain('invalid_type');
	});

	test('needs no list with Allow Repeated Recipients', async () => {
		node.service.addFault({ ...LIST, effect: { kind: 'response', status: 500 } });
		await send({ options: { allowRepeatedRecipients: true } });

		expect(await gifts()).toEqual(ONE_EACH);
	});
});

test('An order batch that a retry finds failed may have given nobody a gift, also by hand.', async () => {
	const people = named(...Array.from({ length: 12 }, (_, index) => `Guest${index}`));
	const first = await byHand({ people, more: { options: { waitForCompletion: true, maxWaitSeconds: 0 } } });
	node.service.setBatchState(String(stored()[0]?.id), 'failed');
	await runAgain(first, toItems(), { items: people, mode: 'retry' });
	const { error } = await byHand({ people, more: { fromName: 'Bea' } });

	expect(error?.message).toContain('12 of 12 recipients may have gotten a gift from this step today');
});
