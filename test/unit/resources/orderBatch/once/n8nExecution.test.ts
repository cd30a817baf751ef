import type { IDataObject } from 'n8n-workflow';

import {
	deleteOld,
	environmentOf,
	executionOf,
} from '../../../../../nodes/GiftOrderBatch/resources/orderBatch/once/n8nExecution';
import { DAY_MS } from '../../../../support/durations';
import { functionsIn, type Environment } from './openLedger';

const NAME = 'Gifts';

const run = (startTime: number, data: string) => ({ startTime, data: { main: [[{ json: { data } }]] } });

/** An execution that n8n stored with a retry. @param next the node that was to run next */
const stored = (runData: object, next?: string, lastNodeExecuted?: string) => ({
	resultData: { runData, lastNodeExecuted },
	executionData: { nodeExecutionStack: next ? [{ node: { name: next } }] : [] },
});

const TODAY = '2030-12-24';
const executionIn = async (more: Environment) => await executionOf(functionsIn(more), () => TODAY);

afterEach(() => jest.useRealTimers());

/** What n8n tells a sub-workflow whose parent was started by hand. */
const MANUAL_TRIGGER = { source: 'integrated', triggerNode: { name: 'Start', type: 'n8n-nodes-base.manualTrigger' } };

test.each<[Environment, boolean]>([
	[{ mode: 'manual' }, true],
	[{ mode: 'evaluation' }, true],
	[{ mode: 'trigger' }, false],
	[{ mode: 'webhook' }, false],
	[{ mode: 'manual', workflow: '' }, false],
	[{ mode: 'manual', workflow: '__EMPTY__' }, false],
	[{ mode: 'integrated', context: MANUAL_TRIGGER }, true],
	[{ mode: 'integrated', context: { source: 'integrated', triggerNode: { type: 'n8n-nodes-base.cron' } } }, false],
	[{ mode: 'integrated', context: { source: 'integrated' } }, false],
	[{ mode: 'integrated', workflow: '', context: MANUAL_TRIGGER }, false],
	[{ mode: 'trigger', context: { source: 'trigger' } }, false],
	[{ mode: 'trigger', context: {} }, false],
	[{ mode: 'trigger', runExecutionData: { manualData: { source: 'instance_ai' } } }, true],
	[{ mode: 'webhook', runExecutionData: { manualData: { userId: 'chats' } } }, false],
	[{ mode: 'webhook', context: { triggerNode: { type: '@n8n/n8n-nodes-langchain.mcpTrigger' } } }, true],
])('an execution in %j stands for its day: %s', async (more, isByDay) => {
	expect(await executionIn(more)).toEqual({ origin: '1', day: TODAY, isByDay, isLedgerLost: false });
});

const CREATED = { event: 'order.created', event_id: 'msg_1' };
const idOf = async (more: Environment) => (await executionIn({ mode: 'webhook', event: CREATED, ...more })).origin;

const of = (change: IDataObject): Environment => ({ event: { ...CREATED, ...change } });
const COMPLETED = { event: 'order_batch.completed', id: 'o-1', order_batch_id: 'b-1' };

test.each<[string, Environment, boolean, Environment?]>([
	['in another execution', { execution: '8' }, true],
	['in a retry', { mode: 'retry', retried: stored({ Event: [run(1, 'a')] }) }, true],
	['under another ID of the event', of({ event_id: 'msg_2' }), true],
	['for an event of another kind', of({ event: 'order.shipped' }), false],
	['for the event of another object, with one ID', of({ id: 'o-2' }), false, of({ id: 'o-1' })],
	['for its order batch, whichever order comes first', of({ ...COMPLETED, id: 'o-2' }), true, of(COMPLETED)],
	['for its order batch itself', of({ event: COMPLETED.event, id: 'b-1' }), true, of(COMPLETED)],
	['for another order batch', of({ ...COMPLETED, order_batch_id: 'b-2' }), false, of(COMPLETED)],
])('an execution stands for the same event %s: %j, %s', async (_what, other, isSame, ...[one = {}]) => {
	const id = await idOf(one);
	expect([id === '1', (await idOf(other)) === id]).toEqual([false, isSame]);
});

test.each<Environment>([{ event: undefined }, { mode: 'manual' }, { mode: 'integrated', context: MANUAL_TRIGGER }])(
	'an execution stands for itself where another trigger started it, or somebody by hand: %j',
	async (more) => expect(await idOf(more)).toBe('1'),
);

describe('a retry', () => {
	const RAN = { Input: [run(1, 'a')], [NAME]: [run(2, 'b')] };

	/** What n8n finds in its log of nodes that ran before it broke off: no data, and Unix times in seconds. */
	const FOUND = {
		Old: [{ startTime: 1 }],
		Event: [{ startTime: 1, data: { main: [[{ json: { isArtificialRecoveredEventItem: true } }]] } }],
	};

	test('stands for the first run of a node in the execution that it repeats, however often that is repeated', async () => {
		const idOf = async (runData: object, execution = '8') =>
			(await executionIn({ mode: 'retry', execution, retried: stored(runData) })).origin;
		const id = await idOf(RAN);

		expect(await idOf({ [NAME]: [run(3, 'c')], Input: [run(1, 'a'), run(4, 'd')] }, '9')).toBe(id);
		for (const other of [{ Input: [run(2, 'a')] }, { Input: [run(1, 'b')] }, { Other: [run(1, 'a')] }]) {
			expect(await idOf(other)).not.toBe(id);
		}
		expect(await idOf({}, '8')).toBe('8');
		expect((await executionIn({ mode: 'retry', retried: undefined })).origin).toBe('1');
	});

	test('stands for the same as an execution that has waited, and was stored before the node ran, and for its day', async () => {
		const retried = stored({ Input: [run(1, 'a')] }, 'Wait', 'Wait');
		for (const mode of ['trigger', 'manual']) {
			const waited = { additionalData: { restartExecutionId: '1' }, retried, mode, context: { source: mode } };
			const execution = await executionIn(waited);

			expect(execution).toMatchObject({ origin: expect.not.stringMatching(/^1$/), day: '1970-01-01' });
			expect(await executionIn({ ...waited, mode: 'retry', execution: '8' })).toEqual(execution);
			const isLater = { ...waited, additionalData: undefined, mode: 'retry', execution: '8' };
			expect(await executionIn(isLater)).toEqual(execution);
		}
	});

	test.each<[string, object | undefined, boolean]>([
		['by hand', { source: 'manual' }, true],
		['for an evaluation', { source: 'evaluation' }, true],
		['by a trigger', { source: 'trigger' }, false],
		['in a way that n8n does not tell', undefined, false],
	])('of an execution that was started %s stands for it, and for its day: %j, %s', async (_what, context, isByDay) => {
		const execution = await executionIn({ mode: 'retry', context, retried: stored(RAN) });

		expect(execution).toMatchObject({ day: '1970-01-01', isByDay });
		expect(execution.origin).toMatch(/^[0-9a-f]{40}$/);
	});

	test.each<[string, Environment, boolean]>([
		['the node ran last and failed', { retried: stored(RAN, NAME, NAME) }, false],
		['another node failed', { retried: stored(RAN, 'Next', 'Next') }, false],
		['n8n broke off in the node', { retried: stored({ Input: [run(1, 'a')] }, NAME, 'Input') }, true],
		['n8n stored no run', { retried: stored({}) }, true],
		['n8n stored nothing', { retried: undefined }, true],
		['n8n found out later that the node ran', { retried: stored(RAN, 'Next', 'Next'), isExecuted: true }, true],
		['n8n found out later which nodes ran, one of them renamed', { retried: stored(FOUND, 'Event', 'Event') }, true],
	])('has lost what was sent where %s: %j, %s', async (_what, more, isLedgerLost) => {
		expect(await executionIn({ mode: 'retry', ...more })).toMatchObject({ isLedgerLost });
	});
});

// Each text is a time, a time zone, and the day there.
test.each<[string, string[]]>([
	['begins at midnight', ['2030-12-24T23:59:00Z UTC 2030-12-24', '2030-12-25T00:00:00Z UTC 2030-12-25']],
	[
		'is that of its time zone, and lasts until midnight has passed in the old one and in the new one',
		[
			'2030-12-24T23:00:00Z America/New_York 2030-12-24',
			'2030-12-25T04:00:00Z Asia/Tokyo 2030-12-24',
			'2030-12-25T14:59:00Z Asia/Tokyo 2030-12-24',
			'2030-12-25T15:00:00Z Asia/Tokyo 2030-12-26',
		],
	],
	[
		'lasts until the next midnight if the clock is set back over midnight',
		[
			'2030-12-25T00:30:00Z UTC 2030-12-25',
			'2030-12-24T22:00:00Z UTC 2030-12-25',
			'2030-12-25T00:00:00Z UTC 2030-12-25',
			'2030-12-26T00:00:00Z UTC 2030-12-26',
		],
	],
])('the day of an execution by hand %s', (workflow, times) => {
	for (const [time = '', timeZone = '', day] of times.map((one) => one.split(' '))) {
		jest.useFakeTimers({ now: Date.parse(time) });
		const functions = { ...functionsIn({ workflow }), getTimezone: () => timeZone };
		expect(environmentOf(functions, false).today()).toBe(day);
	}
});

test('What is older than two days is forgotten.', () => {
	const ofAge = (days: number) => ({ at: Date.now() - days * DAY_MS });
	const known = new Map([1.9, 2.1, 7].map((days) => [`${days} days`, ofAge(days)]));
	deleteOld(known);

	expect([...known.keys()]).toEqual(['1.9 days']);
});
