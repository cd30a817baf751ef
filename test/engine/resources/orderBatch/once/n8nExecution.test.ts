import type { IDataObject } from 'n8n-workflow';

import { TOOL, type NodeRun, type RunOptions } from '../../../../../dev/harness/engine';
import { actionNode } from '../../../../support/actionNode';
import { ALLOWED, already, BY_HAND, creationsOf, named, POST } from '../../../../support/creations';
import { SUB_WORKFLOW, SUB_WORKFLOW_AFTER_GIFT } from '../../../../support/executions';
import { DAY_MS } from '../../../../support/durations';
import { passTime, useStoppedClock } from '../../../../support/fakeDate';
import { until } from '../../../../support/until';

const node = actionNode({ limits: { retryBudgetMs: 0 } });

const { create, send, retry, stored, gifts, requested, refuseNext, loseNext, runAgain } = creationsOf(node);

useStoppedClock();

const OTHER_GIFT: IDataObject = { fromName: 'Bea' };
const ONE_BY_ONE: IDataObject = { options: { recipientsPerBatch: 1 } };

const byHand = async (more: IDataObject = {}, options: Partial<RunOptions> = {}): Promise<NodeRun> =>
	await node.run(create(more), { ...BY_HAND, ...options });

const retried = async (earlier: NodeRun, more: IDataObject = {}): Promise<NodeRun> =>
	await runAgain(earlier, create(more), { mode: 'retry' });

/** An execution that has sent nothing, of a published workflow unless `options` say how it is started. */
const refused = async (options: Partial<RunOptions> = {}): Promise<NodeRun> => {
	refuseNext();
	return await node.run(create(), options);
};

const EXECUTIONS = [
	['a published workflow', {}],
	['a workflow by hand', BY_HAND],
] as const;

/** The run has sent nothing, and returned the one order batch that the service has. */
function expectFound({ json }: NodeRun): void {
	const [{ id } = {}, ...others] = stored();
	expect(others).toEqual([]);
	expect(json).toEqual([expect.objectContaining({ id, already_created: true })]);
}

/** The refusal because so many people got a gift at a time, or may have got one. */
const gifted = (all: number, when: unknown, more: object = {}) => [
	{ kind: 'giftedToday', people: { all }, when, isSure: true, ...more },
];
const TODAY = 'from this step today';
const SINCE = expect.stringMatching(/^from this step since \d{4}-\d\d-\d\d$/) as string;

/** The run has sent no second gift to the only recipient. */
function expectRefused({ error }: NodeRun, when: unknown = TODAY): void {
	expect(error?.context.problems).toMatchObject(gifted(1, when, { count: 1 }));
	expect(stored()).toHaveLength(1);
}

test('a second execution of the day does not say that the people of an order batch got a gift once it is known to have failed', async () => {
	await send(['Ann', 'Ben'], {}, BY_HAND);
	node.service.setBatchState(stored()[0]?.id as string, 'failed');
	const failed = await send(['Ann', 'Ben'], {}, BY_HAND);
	expect(failed.error?.context).toMatchObject({ failure: 'orderBatchNotSent', orderBatchId: stored()[0]?.id });

	const { error } = await send(['Ann', 'Ben', 'Cleo'], {}, BY_HAND);
	expect(error?.context.problems).toMatchObject(gifted(2, TODAY, { count: 3, isSure: false }));
	expect(stored()).toHaveLength(1);
});

type Start = [more?: IDataObject, options?: Partial<RunOptions>];

test.each<[string, boolean, Start, Start?]>([
	['of the workflow itself', false, []],
	['of a sub-workflow of a schedule', false, [{}, { ...SUB_WORKFLOW, rootExecutionMode: 'manual' }]],
	["that n8n's AI has started at a schedule trigger", false, [{}, { mode: 'trigger', isByAi: true }]],
	['with Allow Repeated Recipients', true, [], [ALLOWED]],
	['of a published workflow', true, [], [{}, { mode: 'trigger' }]],
	['of a sub-workflow that a trigger has started', true, [{}, SUB_WORKFLOW]],
	['of a workflow that was never saved', true, [{}, { workflowId: undefined }]],
])('a second execution of the day, if it is one %s, sends: %s', async (_what, isSent, first, second = first) => {
	await byHand(...first);
	const run = await byHand(...second);

	expect([run.status, ...already(run)]).toEqual(['success', !isSent]);
	expect(stored()).toHaveLength(isSent ? 2 : 1);
});

describe.each(EXECUTIONS)('after an execution of %s, a gift by hand', (_what, how) => {
	test.each([
		[0, 0],
		[0, 1],
		[0, 7],
		[1, 1],
		[2, 3],
	])('%d days later is the only one, %d days before a retry, unless others are allowed', async (toGift, toRetry) => {
		const failed = await refused(how);
		passTime(toGift * DAY_MS);
		await byHand(OTHER_GIFT);
		passTime(toRetry * DAY_MS);
		expectRefused(await retried(failed), toRetry + toGift === 0 ? TODAY : SINCE);

		await retried(failed, ALLOWED);
		expect(stored()).toHaveLength(2);
	});
});

test('A gift by hand late on a day is known to a retry until a week later.', async () => {
	jest.setSystemTime(new Date('2030-12-24T00:05:00Z'));
	const failed = await refused();
	await byHand({ recipients: { recipient: [{ firstName: 'Zoe' }] } });
	jest.setSystemTime(new Date('2030-12-24T23:50:00Z'));
	await byHand(OTHER_GIFT);
	jest.setSystemTime(new Date('2030-12-31T23:40:00Z'));
	const { error } = await retried(failed);

	expect(error?.context.problems).toMatchObject(gifted(1, 'from this step since 2030-12-24', { count: 1 }));
	expect(stored()).toHaveLength(2);
});

test('A retry of a retry that found what was sent by hand finds it again, also when that is no longer kept.', async () => {
	const failed = await refused();
	await byHand();
	const first = await retried(failed);
	passTime(9 * DAY_MS);

	expectFound(first);
	expectFound(await retried(first));
});

describe('nobody gets two gifts from executions that a person starts at the same time:', () => {
	const NAMES = ['Ann', 'Ben', 'Cleo'];
	const failed = async (options: Partial<RunOptions> = {}) => {
		refuseNext();
		const run = await send(NAMES, ONE_BY_ONE, options);
		if (options.mode) passTime(DAY_MS);
		return run;
	};
	const failedByHand = async () => await failed(BY_HAND);
	const start = async (of: NodeRun | undefined, names: string[], more: IDataObject) =>
		of ? await retry(of, names, more) : await send(names, more, BY_HAND);

	const none = async () => undefined;
	test.each<[string, () => Promise<NodeRun | undefined>, () => Promise<NodeRun | undefined>]>([
		['retries of executions by hand of two days', failedByHand, failedByHand],
		['a retry, and one by hand', failed, none],
		['one by hand, and a retry', none, failed],
	])('%s', async (_which, failFirst, failSecond) => {
		const [first, second] = [await failFirst(), await failSecond()];
		const before = requested().length;
		node.service.addFault({ ...POST, effect: { kind: 'latency', ms: 100 } });
		const sending = start(first, NAMES, ONE_BY_ONE);
		await until('the first gift is sent', () => requested().length > before);
		await Promise.all([sending, start(second, ['Ben', 'Cleo'], { ...ONE_BY_ONE, ...OTHER_GIFT })]);

		expect(await gifts()).toEqual({ Ann: 1, Ben: 1, Cleo: 1 });
	});
});

test('An order batch by hand that may exist keeps a retry from sending another gift, until a retry finds it out.', async () => {
	const failed = await refused();
	loseNext();
	await byHand(OTHER_GIFT);
	passTime(DAY_MS);
	const { error } = await retried(failed);

	expect(error?.context.problems).toMatchObject(gifted(1, SINCE, { isSure: false }));
	expect(already(await retried(failed, OTHER_GIFT))).toEqual([true]);
	expect(stored()).toHaveLength(1);
});

test.each(EXECUTIONS)('What a retry of %s finds of an earlier day is no gift of today.', async (_what, how) => {
	const failed = await refused(how);
	await byHand();
	passTime(2 * DAY_MS);
	const run = await retried(failed);
	expectFound(run);
	const hint = expect.stringMatching(/^Nothing was sent again: (?!.*today)/) as string;
	expect(run.hints).toEqual(how === BY_HAND ? [hint] : []);

	expect(already(await byHand())).toEqual([false]);
	expect(stored()).toHaveLength(2);
});

test('A retry of an execution of a published workflow sends to somebody who got a gift by hand on an earlier day.', async () => {
	await byHand();
	passTime(DAY_MS);
	const failed = await refused();

	expect(already(await retried(failed))).toEqual([false]);
	expect(stored()).toHaveLength(2);
});

describe('by hand, after an execution of a published workflow on the same day,', () => {
	test.each<[string, () => Promise<NodeRun>]>([
		['it', async () => await node.run(create())],
		['its retry', async () => await retried(await refused())],
	])('nobody to whom %s has sent gets a second gift, unless that is allowed', async (_which, sendFirst) => {
		await sendFirst();
		expectRefused(await byHand(OTHER_GIFT));
		expectFound(await byHand());

		await byHand({ ...OTHER_GIFT, ...ALLOWED });
		expect(stored()).toHaveLength(2);
	});

	test.each([true, false])('an unknown result is found out once, where the service lists: %s', async (canList) => {
		node.service.setInterfaceOnly(!canList);
		loseNext();
		await node.run(create());
		for (let execution = 0; execution < 3; execution++) {
			const run = await byHand();
			expect(already(run)).toEqual([true]);
			if (canList) expectFound(run);
		}
		expect(new Set(requested().map(({ customer_reference_id: reference }) => reference)).size).toBe(1);
		expect(stored()).toHaveLength(1);
	});

	test('a reference of the user that begins as those of the node forgets nobody who got a gift by hand', async () => {
		const own = { additionalFields: { customerReferenceId: 'n8n-deal-1' } };
		await byHand(own);
		await byHand({ ...own, ...OTHER_GIFT, ...ALLOWED });

		expectRefused(await byHand());
	});

	test('a second start for the same event, which the service refuses, forgets nobody who got a gift in the first', async () => {
		const start: Partial<RunOptions> = { mode: 'webhook', event: { event: 'order.created', event_id: '1', id: '1' } };
		await node.run(create(), start);
		refuseNext();
		await node.run(create(), start);

		expectFound(await byHand());
	});

	const skipping = { options: { skipGiftedWithinDays: 1 } };
	const LEFT_OUT = /1 recipient was left out|Nothing was sent/;
	const sent = async (more?: IDataObject) => await send(['Ann'], more);
	const lost = async (options?: Partial<RunOptions>) => {
		loseNext(1, { kind: 'garbage' });
		await send(['Ann'], {}, options);
	};

	test.each<[string, () => Promise<unknown>, IDataObject, RegExp]>([
		['of the workflow, before the same one', async () => [await lost(), await sent()], {}, /already_created/],
		['of the workflow, after the same one', async () => [await sent(), await lost()], {}, /already_created/],
		['by hand, before the same one', async () => [await lost(BY_HAND), await sent()], {}, /already_created/],
		['before another one', async () => [await lost(), await sent(OTHER_GIFT)], {}, /giftedToday.*"isSure":true/],
		['with Skip Gifted, before', async () => [await lost(), await sent()], skipping, /already_created/],
		['with Skip Gifted, after', async () => [await sent(), await lost()], skipping, /already_created/],
		['with Skip Gifted, before another', async () => [await lost(), await sent(OTHER_GIFT)], skipping, LEFT_OUT],
	])('what may exist is no second gift for somebody who got one since (%s)', async (_what, past, more, said) => {
		await past();
		const { json, hints, error } = await send(['Ann'], more, BY_HAND);

		expect(await gifts()).toEqual({ Ann: 1 });
		expect(JSON.stringify([json, hints, error?.context.problems])).toMatch(said);
	});
});

test('Other executions of a published workflow do not keep a retry from sending.', async () => {
	const failed = await refused();
	await node.run(create());

	expect(already(await retried(failed))).toEqual([false]);
	expect(stored()).toHaveLength(2);
});

describe('an event that starts the published workflow twice, or also its test in the editor,', () => {
	const start = async (mode: 'manual' | 'webhook', more: IDataObject = {}, id = 'batch-1', by: object = {}) => {
		// Two triggers of one workflow may call it by different IDs.
		const event = { event: 'order_batch.completed', event_id: `msg_${node.requests.length}`, id };
		return await node.run(create(more), { mode, event, ...by });
	};

	test.each<['manual' | 'webhook', 'manual' | 'webhook', isAtOnce: boolean, by: object]>([
		['manual', 'webhook', false, {}],
		['webhook', 'manual', false, {}],
		['manual', 'webhook', true, {}],
		['webhook', 'manual', true, {}],
		['webhook', 'webhook', false, {}],
		['webhook', 'webhook', false, { node: TOOL }],
	])('leads to one gift: %s before %s, at the same time: %p, by %j', async (first, second, isAtOnce, by) => {
		node.service.addFault({ ...POST, effect: { kind: 'latency', ms: 50 } });
		const one = start(first, {}, 'batch-1', by);
		if (!isAtOnce) await one;
		const runs = [await start(second, {}, 'batch-1', by), await one];

		expect(runs.flatMap(already).sort()).toEqual([false, true]);
		expect(stored()).toHaveLength(1);
	});

	test('leads to no second gift where somebody has changed the gift for the test', async () => {
		await start('manual', OTHER_GIFT);

		expectRefused(await start('webhook'), SINCE);
	});

	test('does not keep the published workflow from sending for another event', async () => {
		await start('manual');
		await start('webhook', {}, 'batch-2');

		expect(stored()).toHaveLength(2);
	});
});

/** n8n's MCP Server Trigger calls tools without an execution, outside queue mode. */
const OUTSIDE = { node: TOOL, mode: 'webhook', isWithoutExecution: true } as const;
const call = async (name: string, more?: IDataObject) => await send([name], more, OUTSIDE);

test.each([true, false])('a call without execution sends once a day, where the service lists: %s', async (canList) => {
	node.service.setInterfaceOnly(!canList);
	for (const name of ['Ann', 'Ben']) await call(name);
	expect(already(await call('Ann'))).toEqual([true]);
	expect(stored()).toHaveLength(2);

	passTime(DAY_MS);
	expect(already(await call('Ann'))).toEqual([false]);
	expect(stored()).toHaveLength(3);
});

test.each<[string, string[], IDataObject]>([
	['to each, since the Recipients Limit counts its own recipients', ['Ann', 'Ben'], { recipientsLimit: 1 }],
	['each time with Allow Repeated Recipients', ['Ann', 'Ann'], { allowRepeatedRecipients: true }],
])('a call without execution sends %s', async (_whom, names, options) => {
	for (const name of names) expect(already(await call(name, { options }))).toEqual([false]);

	expect(stored()).toHaveLength(2);
});

/** How the event of an order batch, or a poll that has found some, starts a workflow. */
const byEvent = (event: IDataObject) => ({ mode: 'webhook', event }) as const;
const byPoll = (...event: IDataObject[]) => ({ mode: 'trigger', event, isPolled: true }) as const;

const eventOf = (id: unknown) => ({ event: 'order_batch.completed', id, send_status: 'complete' }) as IDataObject;

/** The event of an order batch that somebody else has sent, and that of one that the service has by now. */
const newEvent = async () => eventOf(await node.createBatch(1));
const eventOfStored = (index: number) => eventOf(stored()[index]?.id);

/** An item about an order batch, for one person. */
const itemOf = (event: IDataObject, name: string): IDataObject => ({ ...event, ...named(name)[0] });

const ELSEWHERE = { workflowId: 'another', node: { id: 'another' } } as const;

const ANN = { recipient_first_name: 'Ann', recipient_email: 'ann@example.com' };

test.each<[string, IDataObject]>([
	['its reference is its own', {}],
	['its reference is of the user', { additionalFields: { customerReferenceId: '={{ "gift-" + $json.id }}' } }],
])('The node sends no gift because of its own gift where an order starts it, and %s', async (_whose, more) => {
	const start = async (event: IDataObject) => await send([], more, { items: [event], ...byEvent(event) });
	await start({ event: 'order.created', event_id: '1', id: 'order-1', ...ANN });
	const [order] = (await node.list(`/v1/order_batches/${stored()[0]?.id}/orders`)) as [IDataObject];
	const { error } = await start({ event: 'order.created', event_id: '2', ...order });

	expect(error?.context.problems).toMatchObject([{ kind: 'ownGift', orderBatchId: stored()[0]?.id }]);
	expect(await gifts()).toEqual({ Ann: 1 });
});

test('The node sends no gift because of its own gift where a poll finds its order batch among others', async () => {
	await send(['Ann']);
	const other = await node.createBatch(1);
	const items = [
		{ ...stored()[0], ...ANN },
		{ id: other, send_status: 'complete', ...named('Ben')[0] },
	] as unknown as IDataObject[];
	const { error } = await send([], {}, { items, ...byPoll(...items) });

	expect(error?.context.problems).toMatchObject([{ kind: 'ownGift', row: 1, name: 'Ann', isOwn: true }]);
	expect(await gifts()).toEqual(expect.not.objectContaining({ Ann: 2 }));
});

describe('A gift that was sent because of a gift leads to no other one', () => {
	const ofUser = { additionalFields: { customerReferenceId: '={{ "next-" + $json.id }}' } };

	/** Sends a gift because of an order batch that the item names. */
	const follow = async (event: IDataObject, name: string, more?: IDataObject, options?: Partial<RunOptions>) =>
		await send([], more, { items: [itemOf(event, name)], ...byEvent(event), ...options });

	test.each<[string, Partial<RunOptions>, IDataObject]>([
		['another step of the workflow, after an event', { node: { id: 'another' } }, {}],
		['another workflow, after an event', ELSEWHERE, {}],
		['another workflow, after a poll', { ...ELSEWHERE, isPolled: true, mode: 'trigger' }, {}],
		['another workflow, after an event, for a reference of the user', ELSEWHERE, ofUser],
	])('by %s', async (_whose, others, more) => {
		await follow(await newEvent(), 'Ann', more);
		const { error } = await follow(eventOfStored(1), 'Ben', more, others);

		const ownGift = { kind: 'ownGift', orderBatchId: stored()[1]?.id, isOwn: false };
		expect(error?.context.problems).toMatchObject([ownGift]);
		expect(await gifts()).not.toHaveProperty('Ben');
	});

	const byCrm = { additionalFields: { customerReferenceId: 'crm-1' } };
	const byOther = async (options: Partial<RunOptions>, more?: IDataObject) =>
		await send(['Ann'], more, { node: { id: 'sender' }, ...options });

	test.each<[string, () => Promise<NodeRun>]>([
		['a published workflow has sent', async () => await byOther({ mode: 'trigger' })],
		['a person has sent', async () => await byOther(BY_HAND)],
		['a sub-workflow of another trigger has sent', async () => await byOther(SUB_WORKFLOW)],
		['has the reference of this step', async () => (await byOther(ELSEWHERE, byCrm), await send(['Cy'], byCrm))],
	])('but one that %s leads to one', async (_who, sendFirst) => {
		await sendFirst();
		await send(['Ben'], {}, byEvent(eventOfStored(0)));

		expect(await gifts()).toEqual({ Ann: 1, Ben: 1 });
	});

	test.each<[string, () => Promise<Partial<RunOptions>>]>([
		['an event', async () => byEvent(await newEvent())],
		['a poll', async () => byPoll(await newEvent())],
		['the parent of a sub-workflow', async () => SUB_WORKFLOW_AFTER_GIFT],
	])('but two steps that %s starts one after the other both send', async (_what, start) => {
		const options = await start();
		const { json } = await send(['Ann'], {}, { node: { id: 'first' }, ...options });
		await send([], {}, { items: json, node: { id: 'second' }, ...options });
		await send(['Ben'], {}, byEvent(eventOf(stored().at(-1)?.id)));

		expect(await gifts()).toMatchObject({ Ann: 2 });
		expect(await gifts()).not.toHaveProperty('Ben');
	});

	test('also for a reference of the user whose response was lost, where the service does not list order batches', async () => {
		node.service.setInterfaceOnly(true);
		const event = await newEvent();
		loseNext();
		await follow(event, 'Ann', ofUser);
		await follow(eventOfStored(1), 'Ben', ofUser);

		expect(await gifts()).not.toHaveProperty('Ben');
	});

	test('but an order beside it whose order batch is not known leads to one', async () => {
		await send(['Ann'], {}, byEvent(await newEvent()));
		const items = Object.entries({ Ben: stored()[1]?.id ?? '', Cy: null }).map(([name, order_batch_id]) =>
			itemOf({ event: 'order.created', id: `order of ${name}`, order_batch_id }, name),
		);
		await send([], { options: { skipInvalidRecipients: true } }, { items, ...byPoll(...items) });

		expect(await gifts()).toMatchObject({ Cy: 1 });
		expect(await gifts()).not.toHaveProperty('Ben');
	});

	test('also where the items name none of several order batches that all were sent so', async () => {
		const start = async (name: string, ...events: IDataObject[]) =>
			await send([name], {}, { ...byPoll(...events), ...ELSEWHERE });
		const other = await newEvent();
		for (const name of ['Ann', 'Ben']) await start(name, await newEvent());
		const [first, second] = [2, 4].map(eventOfStored) as [IDataObject, IDataObject];
		await start('Cy', first, second);
		await start('Di', first, other, second);

		expect(await gifts()).toMatchObject({ Ann: 1, Ben: 1, Di: 1 });
		expect(await gifts()).not.toHaveProperty('Cy');
	});
});

/** The event of a gift that the step has sent to Ann. */
const ownEvent = async () => {
	await send(['Ann']);
	return eventOfStored(0);
};

test('a workflow that an event has started because of its own gift sends none after a gift of another step', async () => {
	const event = await ownEvent();
	const before = { node: { id: 'before', name: 'before' } };
	const { json } = await send(['Zoe'], {}, { ...byEvent(event), ...before });
	await send([], {}, { items: json, ...byEvent(event) });

	expect(await gifts()).toEqual({ Ann: 1, Zoe: 1 });
});

test('a workflow that an event has started because of a gift of another sends one to somebody whose last gift was from this step', async () => {
	const { id } = await ownEvent();
	await send([], {}, { items: [{ ...named('Ann')[0], order_batch_id: id }], ...byEvent(await newEvent()) });

	expect(await gifts()).toMatchObject({ Ann: 2 });
});

test('a workflow that an event has started because of gifts that name their references reads none of them', async () => {
	const ids = await Promise.all(Array.from({ length: 5 }, async () => await node.createBatch(1)));
	const items = ids.map((id, index) =>
		itemOf({ ...eventOf(id), customer_reference_id: `mine-${index}` }, `Guest${index}`),
	);
	await send([], {}, { items, ...byPoll(...items) });

	expect(node.requests.filter(({ method }) => method === 'GET')).toEqual([]);
});
