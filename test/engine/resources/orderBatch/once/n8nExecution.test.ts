import type { IDataObject } from 'n8n-workflow';

import { TOOL, type NodeRun, type RunOptions } from '../../../../../dev/harness/engine';
import { actionNode } from '../../../../support/actionNode';
import { creationsOf, giftsOf, named, POST } from '../../../../support/creations';
import { SUB_WORKFLOW, SUB_WORKFLOW_AFTER_GIFT } from '../../../../support/executions';
import { DAY_MS, HOUR_MS } from '../../../../support/durations';
import { passTime, useStoppedClock } from '../../../../support/fakeDate';
import { FROM_ITEMS } from '../../../../support/orderBatchParameters';

const node = actionNode({ limits: { retryBudgetMs: 0 } });

const { create, toGuests, stored, requested, failNext, loseNext, withReference, runAgain } = creationsOf(node);

useStoppedClock();

const allowedRepeatedly: IDataObject = { options: { allowRepeatedRecipients: true } };

const byHand = async (parameters = create(), options: Partial<RunOptions> = {}): Promise<NodeRun> =>
	await node.run(parameters, { mode: 'manual', ...options });

const isSentAgain = ({ json }: NodeRun) => json.every((item) => !('already_created' in item));

/** An execution of a published workflow that has sent nothing. */
const refused = async (): Promise<NodeRun> => {
	failNext({ kind: 'response', status: 422 });
	return await node.run(create());
};

type Run = [parameters?: IDataObject, options?: Partial<RunOptions>];

/** Runs by hand twice, and says whether the second execution sent anything. */
async function sendsAgain([parameters, options]: Run, [again = parameters, others = options]: Run): Promise<boolean> {
	await byHand(parameters, options);
	const second = await byHand(again, others);
	expect(second.status).toBe('success');
	expect(stored()).toHaveLength(isSentAgain(second) ? 2 : 1);
	return isSentAgain(second);
}

describe('the same request in another execution by hand, on the same day,', () => {
	test('returns the order batch that exists', async () => {
		await byHand();
		const { json, hints } = await byHand();

		const [batch, ...others] = stored();
		expect(others).toEqual([]);
		expect(json).toEqual([expect.objectContaining({ id: batch?.id, send_status: 'complete', already_created: true })]);
		expect(hints).toEqual([
			`Nothing was sent again: this step has already created order batch ${batch?.id} today with the same request. To send again, add the option "Allow Repeated Recipients", or publish the workflow.`,
		]);
	});

	test.each<[string, IDataObject]>([
		['recipients', { waitForCompletion: true }],
		['orders', { output: 'orders' }],
	])('waits for the orders with an option that was added meanwhile, and sends nothing (%s)', async (_what, added) => {
		const { parameters, items } = toGuests(12);
		const pending = await byHand(parameters, { items });
		expect(pending.json[0]).toMatchObject({ send_status: 'pending' });
		node.service.setBatchState(stored()[0]?.id as string, 'complete');

		const { json } = await byHand(toGuests(12, { options: added }).parameters, { items });

		expect(json.map((item) => [item.already_created, typeof item.individual_gift_link])).toEqual(
			items.map(() => [true, 'string']),
		);
		expect(stored()).toHaveLength(1);
	});

	test('does not say that the people of an order batch got a gift once it is known to have failed', async () => {
		const { parameters, items } = toGuests(2);
		await byHand(parameters, { items });
		node.service.setBatchState(stored()[0]?.id as string, 'failed');
		const failed = await byHand(parameters, { items });
		expect(failed.error?.message).toMatch(/^Order batch \S+ has failed$/);

		const { error } = await byHand(parameters, { items: toGuests(3).items });

		expect(error?.message).toMatch(/^2 of 3 recipients may have gotten a gift from this step today/);
		expect(error?.message).toMatch(/To send again, add "Allow Repeated Recipients"$/);
		expect(stored()).toHaveLength(1);
	});

	test('returns the gift links, also of a list that is sorted otherwise, each to its own recipient', async () => {
		const { parameters, items } = toGuests(3);
		const first = await byHand(parameters, { items });
		const second = await byHand(parameters, { items: [...items].reverse() });

		const links = ({ json }: NodeRun) => json.map((item) => [item.email, item.individual_gift_link]);
		expect(links(first)).toEqual(items.map(({ email }) => [email, expect.stringMatching(/^https?:/)]));
		expect(links(second)).toEqual(links(first).reverse());
		expect(second.outputs[0]?.map(({ pairedItem }) => pairedItem)).toEqual([0, 1, 2].map((item) => ({ item })));
		expect(stored()).toHaveLength(1);
	});

	test('is the same in a sub-workflow whose parent was started by hand at a schedule trigger', async () => {
		const start: Run = [undefined, { ...SUB_WORKFLOW, rootExecutionMode: 'manual' }];
		expect(await sendsAgain(start, start)).toBe(false);
	});

	const allowed = () => create({ options: { allowRepeatedRecipients: true } });

	test.each<[string, () => Run, () => Run]>([
		['of another node', () => [], () => [create(), { node: { id: 'second' } }]],
		['with Allow Repeated Recipients', () => [], () => [allowed()]],
		['with Allow Repeated Recipients both times', () => [allowed()], () => []],
		['of a published workflow', () => [], () => [create(), { mode: 'trigger' }]],
		['of a sub-workflow that a trigger has started', () => [create(), SUB_WORKFLOW], () => []],
		['of a workflow that was never saved', () => [create(), { workflowId: undefined }], () => []],
		['of a workflow that was never saved in older n8n', () => [create(), { workflowId: '__EMPTY__' }], () => []],
	])('sends if it is one %s', async (_what, first, second) => {
		expect(await sendsAgain(first(), second())).toBe(true);
	});
});

test('The same request sends on another day by hand, in the time zone of the workflow.', async () => {
	jest.setSystemTime(new Date('2030-12-24T13:00:00Z'));
	await byHand(create(), { timezone: 'Asia/Tokyo' });
	passTime(2 * HOUR_MS - 1);
	await byHand(create(), { timezone: 'Asia/Tokyo' });
	expect(stored()).toHaveLength(1);

	passTime(1);
	expect(isSentAgain(await byHand(create(), { timezone: 'Asia/Tokyo' }))).toBe(true);
	expect(stored()).toHaveLength(2);
});

test('A change of the time zone begins no other day by hand.', async () => {
	const inZone = async (time: string, timezone: string) => {
		jest.setSystemTime(new Date(time));
		return isSentAgain(await byHand(create(), { timezone }));
	};
	await inZone('2030-12-24T14:00:00Z', 'UTC');

	expect(await inZone('2030-12-24T15:30:00Z', 'Asia/Tokyo')).toBe(false);
	expect(await inZone('2030-12-25T00:30:00Z', 'Asia/Tokyo')).toBe(false);
	expect(await inZone('2030-12-25T04:00:00Z', 'America/New_York')).toBe(false);
	expect(await inZone('2030-12-25T05:00:00Z', 'America/New_York')).toBe(true);
});

test('A clock that goes back over midnight begins no other day by hand.', async () => {
	const sends = async (time: string) => {
		jest.setSystemTime(new Date(time));
		return isSentAgain(await byHand());
	};
	expect(await sends('2031-01-10T00:10:00Z')).toBe(true);
	expect(await sends('2031-01-09T23:50:00Z')).toBe(false);
	expect(await sends('2031-01-09T23:55:00Z')).toBe(false);
	expect(await sends('2031-01-10T23:50:00Z')).toBe(false);
	expect(await sends('2031-01-11T00:10:00Z')).toBe(true);
});

describe('a retry of an execution by hand that failed', () => {
	test('keeps the reference of its day on the next one, and sends nothing again', async () => {
		loseNext();
		const failed = await byHand();
		expect(failed.status).toBe('error');
		passTime(DAY_MS);
		const { json } = await runAgain(failed, create(), { mode: 'retry' });

		expect(json).toEqual([expect.objectContaining({ id: stored()[0]?.id, already_created: true })]);
		const [first, ...others] = requested();
		expect(others).toEqual([first]);
		expect(stored()).toHaveLength(1);
	});

	test('returns what another execution by hand has sent meanwhile', async () => {
		failNext({ kind: 'response', status: 422 });
		const failed = await byHand();
		await byHand();
		const { json } = await runAgain(failed, create(), { mode: 'retry' });

		expect(json).toEqual([expect.objectContaining({ id: stored()[0]?.id, already_created: true })]);
		expect(stored()).toHaveLength(1);
	});
});

describe('by hand, after an execution of a published workflow on the same day,', () => {
	const WAYS: Array<[string, () => Promise<NodeRun>]> = [
		['it', async () => await node.run(create())],
		['its retry', async () => await runAgain(await refused(), create(), { mode: 'retry' })],
	];

	test.each(WAYS)('the same request returns what %s has sent', async (_which, send) => {
		await send();
		const { json } = await byHand();

		expect(json).toEqual([expect.objectContaining({ id: stored()[0]?.id, already_created: true })]);
		expect(stored()).toHaveLength(1);
	});

	test.each(WAYS)('nobody to whom %s has sent gets a second gift, unless that is allowed', async (_which, send) => {
		await send();
		const { error } = await byHand(create({ fromName: 'Bea' }));
		expect(error?.message).toContain('1 of 1 recipients got a gift from this step today');
		expect(stored()).toHaveLength(1);

		await byHand(create({ fromName: 'Bea', ...allowedRepeatedly }));
		expect(stored()).toHaveLength(2);
	});

	test('a result that is unknown is found out with the reference of the execution', async () => {
		loseNext(1);
		await node.run(create());
		const { json } = await byHand();

		expect(json).toEqual([expect.objectContaining({ id: stored()[0]?.id, already_created: true })]);
		expect(new Set(requested().map(({ customer_reference_id: reference }) => reference)).size).toBe(1);
		expect(stored()).toHaveLength(1);
	});

	test('a reference of the user that begins as those of the node forgets nobody who got a gift by hand', async () => {
		const own = withReference('n8n-deal-1');
		await byHand(own);
		await byHand({ ...own, fromName: 'Bea', options: { allowRepeatedRecipients: true } });

		expect((await byHand()).error?.message).toContain('1 of 1 recipients got a gift from this step today');
		expect(stored()).toHaveLength(1);
	});

	test('a second start for the same event, which the service refuses, forgets nobody who got a gift in the first', async () => {
		const start: Partial<RunOptions> = { mode: 'webhook', event: { event: 'order.created', event_id: '1', id: '1' } };
		await node.run(create(), start);
		failNext({ kind: 'response', status: 422 });
		await node.run(create(), start);

		expect((await byHand()).json).toEqual([expect.objectContaining({ already_created: true })]);
		expect(stored()).toHaveLength(1);
	});

	test('what was found out once stays known, where the service does not list order batches', async () => {
		node.service.setInterfaceOnly(true);
		loseNext(1);
		await node.run(create());
		for (let execution = 0; execution < 3; execution++) {
			expect((await byHand()).json).toEqual([expect.objectContaining({ already_created: true })]);
		}
		expect(stored()).toHaveLength(1);
	});

	test('a reference of the user that the workflow finds taken forgets nobody who got a gift by hand', async () => {
		await byHand(withReference('deal-1'));
		await node.run(withReference('deal-1'));

		for (const again of [withReference('deal-2'), create()]) {
			expect((await byHand(again)).error?.message).toContain('1 of 1 recipients got a gift from this step today');
		}
		expect(stored()).toHaveLength(1);
	});

	describe('an order batch that may exist, and does not,', () => {
		const toAnn = (more: IDataObject = {}) => create({ ...FROM_ITEMS, sendMethod: 'email_and_link', ...more });
		const skipping = { options: { skipGiftedWithinDays: 1 } };
		const [by, of] = [{ mode: 'manual' }, { mode: 'trigger' }] as const;
		const lose = async (options: Partial<RunOptions>): Promise<void> => {
			node.service.addFault({ ...POST, times: 1, effect: { kind: 'garbage' } });
			const match = { method: 'GET', path: /order_batches$/ };
			node.service.addFault({ match, times: 1, effect: { kind: 'response', status: 403 } });
			await node.run(toAnn(), { items: named('Ann'), ...options });
		};
		const send = async (more: IDataObject = {}, options: Partial<RunOptions> = of): Promise<NodeRun> =>
			await node.run(toAnn(more), { items: named('Ann'), ...options });

		test.each<[string, () => Promise<unknown>, IDataObject, RegExp]>([
			['of the workflow, before the same one', async () => [await lose(of), await send()], {}, /already_created/],
			['of the workflow, after the same one', async () => [await send(), await lose(of)], {}, /already_created/],
			['by hand, before the same one', async () => [await lose(by), await send()], {}, /already_created/],
			[
				'before another one',
				async () => [await lose(of), await send({ fromName: 'Bea' })],
				{},
				/1 of 1 recipients got/,
			],
			['with Skip Gifted, before', async () => [await lose(of), await send()], skipping, /already_created/],
			['with Skip Gifted, after', async () => [await send(), await lose(of)], skipping, /already_created/],
			[
				'with Skip Gifted, before another',
				async () => [await lose(of), await send({ fromName: 'Bea' })],
				skipping,
				/1 recipient was left out|Nothing was sent/,
			],
		])('is no second gift for somebody who got one since (%s)', async (_what, past, more, said) => {
			await past();
			const { json, hints, error } = await send(more, by);

			expect(await giftsOf(node)).toEqual({ Ann: 1 });
			expect(JSON.stringify([json, hints, error?.message])).toMatch(said);
		});

		test('is in doubt if there are two of the same, and none is sent', async () => {
			await lose(of);
			await lose(of);
			for (const more of [{}, skipping]) {
				expect((await send(more, by)).error?.message).toContain('1 of 1 recipients may have gotten a gift');
			}
			expect(stored()).toEqual([]);
		});

		test('Skip Gifted returns one item for somebody to whom the workflow has sent the same twice', async () => {
			await send();
			await send();
			expect((await send(skipping, by)).json).toEqual([expect.objectContaining({ already_created: true })]);
			expect(stored()).toHaveLength(2);
		});
	});

	test('what one retry may have created counts, also after another one that created nothing', async () => {
		const failed = await refused();
		loseNext(1);
		await runAgain(failed, create(), { mode: 'retry' });
		failNext({ kind: 'response', status: 422 });
		await runAgain(failed, create(), { mode: 'retry' });
		const { error } = await byHand(create({ fromName: 'Bea' }));

		expect(error?.message).toContain('1 of 1 recipients may have gotten a gift from this step today');
		expect(stored()).toHaveLength(1);
	});
});

test('The next execution of a published workflow sends again, and so does one by hand on another day.', async () => {
	await node.run(create());
	await node.run(create());
	expect(stored()).toHaveLength(2);

	passTime(DAY_MS);
	expect(isSentAgain(await byHand())).toBe(true);
	expect(stored()).toHaveLength(3);
});

describe('a retry of an execution of a published workflow', () => {
	test('returns what was sent by hand meanwhile', async () => {
		const failed = await refused();
		await byHand();
		const { json } = await runAgain(failed, create(), { mode: 'retry' });

		expect(json).toEqual([expect.objectContaining({ id: stored()[0]?.id, already_created: true })]);
		expect(stored()).toHaveLength(1);
	});

	test('gives nobody a second gift who got one by hand meanwhile, unless that is allowed', async () => {
		const failed = await refused();
		await byHand(create({ fromName: 'Bea' }));
		const { error } = await runAgain(failed, create(), { mode: 'retry' });
		expect(error?.message).toContain('1 of 1 recipients got a gift from this step today');
		expect(stored()).toHaveLength(1);

		await runAgain(failed, create(allowedRepeatedly), { mode: 'retry' });
		expect(stored()).toHaveLength(2);
	});

	test('sends nothing that may have been created where a gift by hand came on a later day', async () => {
		failNext({ kind: 'garbage' });
		const lost = await node.run(create());
		passTime(DAY_MS);
		await byHand(create({ fromName: 'Bea' }));
		const { error } = await runAgain(lost, create(), { mode: 'retry' });

		expect(error?.message).toContain('1 of 1 recipients got a gift from this step today');
		expect(stored()).toHaveLength(1);
	});

	test('is not kept from sending by other executions of the workflow', async () => {
		const failed = await refused();
		await node.run(create());
		expect(isSentAgain(await runAgain(failed, create(), { mode: 'retry' }))).toBe(true);
		expect(stored()).toHaveLength(2);
	});
});

test.each<[string, Partial<RunOptions>]>([
	['the node', {}],
	["an agent's tool", { node: TOOL }],
])('%s sends once for an event for which the webhook trigger starts the workflow twice.', async (_what, options) => {
	const event = { event: 'order_batch.completed', event_id: 'msg_1', id: 'batch-1' };
	const runs = [];
	for (let start = 0; start < 2; start++) runs.push(await node.run(create(), { mode: 'webhook', event, ...options }));

	expect(runs.map(isSentAgain)).toEqual([true, false]);
	expect(stored()).toHaveLength(1);
});

test('The node sends once for an event that two triggers of the workflow call by different IDs.', async () => {
	for (const eventId of ['msg_1', 'order_batch.completed batch-1']) {
		const event = { event: 'order_batch.completed', event_id: eventId, id: 'batch-1' };
		await node.run(create(), { mode: 'webhook', event });
	}

	expect(stored()).toHaveLength(1);
});

describe("a call of n8n's MCP Server Trigger, which has no execution,", () => {
	const call = async (name: string, more: IDataObject = {}, options: Partial<RunOptions> = {}): Promise<NodeRun> =>
		await node.run(create({ recipients: { recipient: [{ firstName: name }] }, ...more }), {
			node: TOOL,
			mode: 'webhook',
			isWithoutExecution: true,
			...options,
		});
	const already = ({ json }: NodeRun) => json.map(({ already_created: isOld }) => isOld);

	test.each([true, false])('sends to each person once a day, where the service lists: %s', async (canList) => {
		node.service.setInterfaceOnly(!canList);
		for (const name of ['Ann', 'Ben']) await call(name);
		expect(already(await call('Ann'))).toEqual([true]);
		expect(stored()).toHaveLength(2);

		passTime(DAY_MS);
		expect(already(await call('Ann'))).toEqual([undefined]);
		expect(stored()).toHaveLength(3);
	});

	test('counts its own recipients only for the Recipients Limit', async () => {
		for (const name of ['Ann', 'Ben']) await call(name, { options: { recipientsLimit: 1 } });

		expect(stored()).toHaveLength(2);
	});

	test('sends each time with Allow Repeated Recipients', async () => {
		for (const name of ['Ann', 'Ann']) expect(already(await call(name, allowedRepeatedly))).toEqual([undefined]);

		expect(stored()).toHaveLength(2);
	});

	test('is no success for somebody else after a restart of n8n, where the service cannot list', async () => {
		jest.useRealTimers();
		node.service.setInterfaceOnly(true);
		await call('Ann');
		failNext({ kind: 'response', status: 503 });
		const limits = { retryBudgetMs: 5_000, firstRetryDelayMs: 1 };
		const run = await call('Ben', {}, { credentials: node.credentialsAfterRestart(), limits });

		expect(already(run)).toEqual([undefined]);
		expect(run.json).toEqual([expect.objectContaining({ gift_error: expect.anything() as unknown })]);
		expect(stored()).toHaveLength(1);
	});
});

describe('The node sends no gift because of a gift that it has sent itself, where', () => {
	const ANN = { recipient_first_name: 'Ann', recipient_email: 'ann@example.com' };
	const start = async (json: IDataObject, options: object, more: IDataObject = {}) =>
		await node.run(create({ ...FROM_ITEMS, sendMethod: 'email_and_link', ...more }), { items: [json], ...options });
	const byEvent = (event: IDataObject) => ({ mode: 'webhook', event }) as const;

	test.each<[string, IDataObject]>([
		['its reference is its own', {}],
		['its reference is of the user', { additionalFields: { customerReferenceId: '={{ "gift-" + $json.id }}' } }],
	])('the event of an order starts the workflow, and %s', async (_whose, more) => {
		const event = { event: 'order.created', event_id: '1', id: 'order-1', ...ANN };
		await start(event, byEvent(event), more);
		const [order] = (await node.list(`/v1/order_batches/${stored()[0]?.id}/orders`)) as [IDataObject];
		const next = { event: 'order.created', event_id: '2', ...order };
		const { error } = await start(next, byEvent(next), more);

		expect(error?.message).toContain(`was started by order batch ${stored()[0]?.id}, which `);
		expect(await giftsOf(node)).toEqual({ Ann: 1 });
	});

	test('a poll finds its order batch among others', async () => {
		await start(ANN, { mode: 'trigger' });
		const other = await node.createBatch(1);
		const items = [
			{ ...(stored()[0] as object), ...ANN },
			{ id: other, send_status: 'complete', first_name: 'Ben', email: 'ben@example.com' },
		] as unknown as IDataObject[];
		const options = { mode: 'trigger', items, event: items, isPolled: true } as const;
		const { error } = await node.run(create({ ...FROM_ITEMS, sendMethod: 'email_and_link' }), options);

		expect(error?.message).toMatch(/^Ann \(row 1\): This workflow was started by order batch/);
		expect(await giftsOf(node)).toEqual(expect.not.objectContaining({ Ann: 2 }));
	});
});

describe('A gift that was sent because of a gift leads to no other one', () => {
	const parameters = (more: IDataObject = {}) => create({ ...FROM_ITEMS, sendMethod: 'email_and_link', ...more });
	const ELSEWHERE = { workflowId: 'another', node: { id: 'another' } } as const;
	const eventOf = (id: unknown) => ({ event: 'order_batch.completed', id, send_status: 'complete' }) as IDataObject;
	const ofUser = { additionalFields: { customerReferenceId: '={{ "next-" + $json.id }}' } };

	test.each<[string, Partial<RunOptions>, IDataObject]>([
		['another step of the workflow, after an event', { node: { id: 'another' } }, {}],
		['another workflow, after an event', ELSEWHERE, {}],
		['another workflow, after a poll', { ...ELSEWHERE, isPolled: true, mode: 'trigger' }, {}],
		['another workflow, after an event, for a reference of the user', ELSEWHERE, ofUser],
	])('by %s', async (_whose, others, more) => {
		const [first, second] = [eventOf(await node.createBatch(1)), { mode: 'webhook' } as const];
		await node.run(parameters(more), { items: [{ ...first, ...named('Ann')[0] }], event: first, ...second });
		const event = eventOf(stored()[1]?.id);
		const items = [{ ...event, ...named('Ben')[0] }];
		const { error } = await node.run(parameters(more), { items, event, ...second, ...others });

		expect(error?.message).toContain(
			`started by order batch ${stored()[1]?.id}, which was sent because of another gift`,
		);
		expect(await giftsOf(node)).toEqual(expect.not.objectContaining({ Ben: 1 }));
	});

	test.each<[string, Partial<RunOptions>]>([
		['a published workflow', { mode: 'trigger' }],
		['a person', { mode: 'manual' }],
		['a sub-workflow of another trigger', SUB_WORKFLOW],
	])('but one that %s has sent leads to one', async (_who, options) => {
		await node.run(parameters(), { items: named('Ann'), node: { id: 'sender' }, ...options });
		const event = eventOf(stored()[0]?.id);
		await node.run(parameters(), { items: named('Ben'), event, mode: 'webhook' });

		expect(await giftsOf(node)).toEqual({ Ann: 1, Ben: 1 });
	});

	test('but two steps that an event or a poll starts one after the other both send', async () => {
		for (const [name, isPolled] of Object.entries({ Ann: false, Ben: true })) {
			const event = eventOf(await node.createBatch(1));
			const options = { event, isPolled, mode: 'trigger' } as const;
			const { json } = await node.run(parameters(), { items: named(name), node: { id: `${name}1` }, ...options });
			await node.run(parameters(), { items: json, node: { id: `${name}2` }, ...options });
		}

		expect(await giftsOf(node)).toMatchObject({ Ann: 2, Ben: 2 });
	});

	test('also where the items of a poll that found one order batch do not name it', async () => {
		const poll = { mode: 'trigger', isPolled: true } as const;
		await node.run(parameters(), { items: named('Ann'), event: eventOf(await node.createBatch(1)), ...poll });
		const event = eventOf(stored()[1]?.id);
		await node.run(parameters(), { items: named('Ben'), event, ...poll, ...ELSEWHERE });

		expect(await giftsOf(node)).toEqual(expect.not.objectContaining({ Ben: 1 }));
	});

	test('also for a reference of the user that somebody has used by hand on this day', async () => {
		const event = eventOf(await node.createBatch(1));
		await node.run(parameters(ofUser), { items: [{ ...event, ...named('Ann')[0] }], event, mode: 'manual' });
		const own = eventOf(stored()[1]?.id);
		await node.run(parameters(), { items: named('Ben'), event: own, mode: 'webhook' });

		expect(await giftsOf(node)).not.toHaveProperty('Ben');
	});

	test('also for a reference of the user whose response was lost, where the service does not list order batches', async () => {
		node.service.setInterfaceOnly(true);
		const event = eventOf(await node.createBatch(1));
		loseNext();
		await node.run(parameters(ofUser), { items: [{ ...event, ...named('Ann')[0] }], event, mode: 'webhook' });
		const own = eventOf(stored()[1]?.id);
		await node.run(parameters(ofUser), { items: [{ ...own, ...named('Ben')[0] }], event: own, mode: 'webhook' });

		expect(await giftsOf(node)).not.toHaveProperty('Ben');
	});

	test('but one whose reference this step could not use, because another has it, leads to one', async () => {
		const mine = parameters({ additionalFields: { customerReferenceId: 'crm-1' } });
		await node.run(mine, { items: named('Ann'), ...ELSEWHERE });
		await node.run(mine, { items: named('Cy') });
		const event = eventOf(stored()[0]?.id);
		await node.run(parameters(), { items: named('Ben'), event, mode: 'webhook' });

		expect(await giftsOf(node)).toEqual({ Ann: 1, Ben: 1 });
	});

	test('but an order beside it whose order batch is not known leads to one', async () => {
		const event = eventOf(await node.createBatch(1));
		await node.run(parameters(), { items: named('Ann'), event, mode: 'webhook' });
		const items = [
			{ event: 'order.created', id: 'order-1', order_batch_id: stored()[1]?.id, ...named('Ben')[0] },
			{ event: 'order.created', id: 'order-2', order_batch_id: null, ...named('Cy')[0] },
		] as unknown as IDataObject[];
		const poll = { items, event: items, isPolled: true, mode: 'trigger' } as const;
		await node.run(parameters({ options: { skipInvalidRecipients: true } }), poll);

		expect(await giftsOf(node)).toMatchObject({ Cy: 1 });
		expect(await giftsOf(node)).not.toHaveProperty('Ben');
	});

	test('also where a sub-workflow has sent it, in which two steps one after the other both send', async () => {
		const first = { items: named('Ann'), node: { id: 'first' }, ...SUB_WORKFLOW_AFTER_GIFT };
		const { json } = await node.run(parameters(), first);
		await node.run(parameters(), { ...first, items: json, node: { id: 'second' } });
		const event = eventOf(stored()[1]?.id);
		await node.run(parameters(), { items: named('Ben'), event, mode: 'webhook' });

		expect(await giftsOf(node)).toEqual({ Ann: 2 });
	});

	test('also where the items name none of several order batches that all were sent so', async () => {
		const start = async (name: string, event: IDataObject | IDataObject[]) =>
			await node.run(parameters(), { items: named(name), event, isPolled: true, mode: 'trigger', ...ELSEWHERE });
		const other = eventOf(await node.createBatch(1));
		for (const name of ['Ann', 'Ben']) await start(name, eventOf(await node.createBatch(1)));
		const own = [2, 4].map((index) => eventOf(stored()[index]?.id));
		await start('Cy', own);
		await start('Di', [...own, other]);

		expect(await giftsOf(node)).toMatchObject({ Ann: 1, Ben: 1, Di: 1 });
		expect(await giftsOf(node)).not.toHaveProperty('Cy');
	});

	test('and a retry of its execution, and one by hand on the same day, send it to nobody again', async () => {
		const event = eventOf(await node.createBatch(1));
		const items = named('Ben');
		const lost = await node.run(parameters(), { items, event, mode: 'webhook' });
		await runAgain(lost, parameters(), { items, event, mode: 'retry' });
		await node.run(parameters(), { items, event, mode: 'manual' });

		expect(await giftsOf(node)).toMatchObject({ Ben: 1 });
	});
});

describe('a workflow that an event has started', () => {
	const toItems = () => create({ ...FROM_ITEMS, sendMethod: 'email_and_link' });
	const eventOf = (id: unknown) =>
		({ event: 'order_batch.completed', event_id: String(id), id, send_status: 'complete' }) as IDataObject;
	const byEvent = (event: IDataObject) => ({ mode: 'webhook', event }) as const;
	/** The event of a gift that the step has sent to Ann. */
	const ownEvent = async () => {
		await node.run(toItems(), { items: named('Ann') });
		return eventOf(stored()[0]?.id);
	};

	test('because of its own gift sends none where a column order_batch_id is empty', async () => {
		const event = await ownEvent();
		await node.run(toItems(), { items: [{ ...named('Ann')[0], order_batch_id: '' }], ...byEvent(event) });

		expect(await giftsOf(node)).toEqual({ Ann: 1 });
	});

	test('because of its own gift sends none after a gift of another step', async () => {
		const event = await ownEvent();
		const before = { node: { id: 'before', name: 'before' } };
		const { json } = await node.run(toItems(), { items: named('Zoe'), ...byEvent(event), ...before });
		await node.run(toItems(), { items: json, ...byEvent(event) });

		expect(await giftsOf(node)).toEqual({ Ann: 1, Zoe: 1 });
	});

	test('because of a gift of another sends one to somebody whose last gift was from this step', async () => {
		const { id } = await ownEvent();
		const items = [{ ...named('Ann')[0], order_batch_id: id }];
		await node.run(toItems(), { items, ...byEvent(eventOf(await node.createBatch(1))) });

		expect(await giftsOf(node)).toMatchObject({ Ann: 2 });
	});

	test('because of a gift of another sends one where its own output comes back in a loop', async () => {
		const event = byEvent(eventOf(await node.createBatch(1)));
		const first = await node.run(toItems(), { items: named('Ann'), ...event });
		await runAgain(first, toItems(), { items: [{ ...first.json[0], ...named('Ben')[0] }], ...event, runIndex: 1 });

		expect(await giftsOf(node)).toMatchObject({ Ann: 1, Ben: 1 });
	});

	test('because of gifts that name their references reads none of them', async () => {
		const ids = await Promise.all(Array.from({ length: 5 }, async () => await node.createBatch(1)));
		const items = ids.map((id, index) => ({
			...{ ...eventOf(id), customer_reference_id: `mine-${index}` },
			...named(`Guest${index}`)[0],
		}));
		await node.run(toItems(), { items, mode: 'trigger', event: items, isPolled: true });

		expect(node.requests.filter(({ method }) => method === 'GET')).toEqual([]);
	});
});
