import { randomUUID } from 'node:crypto';

import type { IDataObject } from 'n8n-workflow';

import { TOOL, type NodeRun, type RunOptions } from '../../../../../dev/harness/engine';
import type { FaultEffect } from '../../../../../dev/mock-service';
import { actionNode, credentialFor } from '../../../../support/actionNode';
import { creationsOf, failuresOf, GOES_ON, LOST, POST, saysNothingWasSent } from '../../../../support/creations';
import { storedOf, SUB_WORKFLOW, SUB_WORKFLOW_BY_HAND } from '../../../../support/executions';
import { passTime, setClock } from '../../../../support/fakeDate';
import { FROM_ITEMS } from '../../../../support/orderBatchParameters';
import fc from '../../../../support/properties';

// Every address of the loopback network reaches it: each stands for another start of n8n, which remembers nothing.
const node = actionNode({ host: '0.0.0.0', limits: { firstRetryDelayMs: 1, longestRetryDelayMs: 1 } });

const { create, stored, runAgain } = creationsOf(node);

const HISTORIES = Number(process.env.HISTORIES ?? 60);
const TIMEOUT_MS = 120_000 + HISTORIES * 1_000;

const DAY_MS = 86_400_000;

const NAMES = ['Ann', 'Ben', 'Cleo', 'Dan', 'Eve'];

beforeAll(() => setClock(new Date('2030-12-24T12:00:00Z')));
afterAll(() => jest.useRealTimers());

/** What goes wrong with the next creation. */
const FAILURES: Record<string, FaultEffect> = {
	refused: { kind: 'response', status: 422 },
	'tried again': { kind: 'response', status: 503 },
	'tried again after the creation': { kind: 'response', status: 503, afterCommit: true },
	'unknown, and not created': { kind: 'garbage' },
	'unknown, and created': LOST,
};

const run = fc.record({
	/** The list, in its order. */
	people: fc.shuffledSubarray(NAMES, { minLength: 1 }),
	message: fc.constantFrom('Hi!', 'Hello!', '={{ "Hi " + $json.first_name + "!" }}'),
	recipientsPerBatch: fc.constantFrom(1, 2, 10),
	failure: fc.option(fc.constantFrom(...Object.keys(FAILURES)), { freq: 3 }),
	/** How many creations succeed before the failure. */
	isListLost: fc.boolean(),
});
type Run = typeof run extends fc.Arbitrary<infer Value> ? Value : never;

const execution = fc.record({
	how: fc.constantFrom(
		...(['hand', 'hand', 'trigger', 'retry', 'retry', 'sub-workflow by hand', 'sub-workflow', 'event'] as const),
		...(['retry of a failed start', 'retry of a lost execution', 'second worker'] as const),
	),
	/** Which of the earlier executions it retries or repeats, or whose request it has. */
	earlier: fc.nat(20),
	/** Which event has started it, or which execution that failed before the node ran it retries. */
	origin: fc.nat(1),
	hasSameRequest: fc.boolean(),
	runs: fc.array(run, { minLength: 1, maxLength: 2 }),
	isTool: fc.boolean(),
	goesOn: fc.boolean(),
	isRenamed: fc.boolean(),
	isAfterRestart: fc.boolean(),
	isAfterMidnight: fc.constantFrom(true, false, false, false),
	/** Whether two people, or two retries, do the same at the same moment. */
	isTwice: fc.constantFrom(true, false, false, false),
	skipsGifted: fc.constantFrom(true, false, false, false),
});

type Execution = typeof execution extends fc.Arbitrary<infer Value> ? Value : never;

const history = fc.record({
	canList: fc.boolean(),
	/** Whether people are known by their addresses, and not by their emails. */
	isShipped: fc.boolean(),
	executions: fc.array(execution, { minLength: 2, maxLength: 6 }),
});
type History = typeof history extends fc.Arbitrary<infer Value> ? Value : never;

/** An execution that is over, and what stands for those in which nobody gets two gifts. */
interface Past {
	runs: Run[];
	last: NodeRun;
	isRenamed: boolean;
	/** How it was started. */
	start: Partial<RunOptions>;
	/** The day of an execution by hand, the event, or the execution itself; and those of its retries. */
	scope: string;
	/** Who got a gift in it, and in those that it retries: what its ledger tells. */
	gifted: string[];
}

const HOME = { street: '548 Market St', city: 'San Francisco', state: 'CA', zip: '94104' };

let histories = 0;
let gifts = 0;

async function check({ canList, isShipped, executions }: History): Promise<void> {
	histories++;
	node.service.reset();
	node.service.setInterfaceOnly(!canList);
	let starts = 1;
	const counted = new Set<string>();
	/** Who got how many gifts in each scope, and in each execution. */
	const given = new Map<string, number>();
	const pasts: Past[] = [];
	const giftsOf = (group: string, name: string) => given.get(`${group} ${name}`) ?? 0;
	const count = async (groups: string[]): Promise<void> => {
		for (const { id } of stored().filter((batch) => !counted.has(batch.id))) {
			counted.add(id);
			for (const { first_name: name } of await node.list(`/v1/order_batches/${id}/recipients`)) {
				gifts++;
				for (const group of groups) given.set(`${group} ${name}`, giftsOf(group, String(name)) + 1);
			}
		}
		const second = [...given].filter(([, number]) => number > 1);
		expect(second).toEqual([]);
	};

	const parametersOf = ({ message, recipientsPerBatch }: Run, skipsGifted: boolean): IDataObject =>
		create({
			...FROM_ITEMS,
			sendMethod: isShipped ? 'direct_send' : 'email_and_link',
			message,
			cardId: node.service.samples.cardId,
			options: {
				recipientsPerBatch,
				...(skipsGifted && canList && !isShipped && { skipGiftedWithinDays: 1 }),
			},
		});
	const itemsOf = ({ people }: Run): IDataObject[] =>
		people.map((name) => ({
			first_name: name,
			...(isShipped ? HOME : { email: `${name.toLowerCase()}@example.com` }),
		}));

	/** The numbers of the order batches of each scope. */
	const numbers = new Map<string, Set<string>>();
	/** Whether the first order batch of a scope was not created, but a later one: a second worker cannot know of that one. */
	const hasGap = (scope: string) => numbers.has(scope) && !numbers.get(scope)?.has('0');
	const retryOf = ({ start }: Past): Past['start'] => ({ ...start, executionId: randomUUID(), mode: 'retry' });

	/** How an execution is started, and its scope; nothing where there is no execution that it could repeat. */
	const startOf = (
		{ how, origin }: Execution,
		index: number,
		earlier: Past | undefined,
	): Pick<Past, 'start' | 'scope'> | undefined => {
		const start = {
			credentials: {
				giftOrderBatchAutomationApi: credentialFor(
					`http://127.0.0.${starts}:${node.service.port}`,
					node.service.keys.automation,
				),
			},
		};
		const day = new Date().toISOString().slice(0, 10);
		switch (how) {
			case 'retry':
				return earlier && { ...earlier, start: retryOf(earlier) };
			case 'retry of a lost execution':
				return earlier && { ...earlier, start: { ...retryOf(earlier), retried: storedOf() } };
			case 'second worker':
				// n8n runs executions by hand once.
				return earlier && /^(own|event)/.test(earlier.scope) && earlier.start.mode !== 'retry' && !hasGap(earlier.scope)
					? earlier
					: undefined;
			case 'retry of a failed start':
				return { start: { ...start, mode: 'retry', retried: storedOf(origin + 1) }, scope: `failed ${origin}` };
			case 'event': {
				const event = { event: 'order.created', event_id: 'always the same', id: `order-${origin}` };
				return { start: { ...start, mode: 'webhook', event }, scope: `event ${origin}` };
			}
			case 'sub-workflow by hand':
				return { start: { ...start, ...SUB_WORKFLOW_BY_HAND }, scope: day };
			case 'sub-workflow':
				return { start: { ...start, ...SUB_WORKFLOW }, scope: `own ${index}` };
			case 'hand':
				return { start: { ...start, mode: 'manual' }, scope: day };
			case 'trigger':
				return { start: { ...start, mode: 'trigger' }, scope: `own ${index}` };
		}
	};

	for (const [index, one] of executions.entries()) {
		if (one.isAfterRestart) starts++;
		if (one.isAfterMidnight) passTime(DAY_MS);
		const earlier = pasts[one.earlier % Math.max(pasts.length, 1)];
		const begun = startOf(one, index, earlier);
		if (!begun) continue;
		const { start, scope } = begun;
		const isRepeated = ['retry', 'retry of a lost execution', 'second worker'].includes(one.how);
		const retried = one.how === 'retry' ? earlier : undefined;
		const runs = one.hasSameRequest && earlier ? earlier.runs : one.runs;
		const own = `execution ${index}`;
		const isRenamed = isRepeated && earlier ? earlier.isRenamed : one.isRenamed;
		const isTwice = one.isTwice && !['trigger', 'sub-workflow', 'second worker'].includes(one.how);
		const hasGift = (name: string) => giftsOf(own, name) > 0 || retried?.gifted.includes(name) === true;
		const before = new Set(stored().map(({ id }) => id));
		const perform = async (): Promise<Pick<Past, 'last' | 'start'>> => {
			const executionId = start.executionId ?? randomUUID();
			let last: NodeRun | undefined;
			for (const [runIndex, asked] of runs.entries()) {
				const options: Partial<RunOptions> = {
					...(one.goesOn ? GOES_ON : {}),
					items: itemsOf(asked),
					workflowId: `history ${histories}`,
					...start,
					executionId,
					runIndex,
				};
				options.node = {
					...options.node,
					...(one.isTool ? TOOL : {}),
					// n8n retries no node that was renamed.
					...(isRenamed ? { name: 'Renamed' } : {}),
				};
				// Without a list, a second worker that meets a duplicate after a failure cannot tell whose it is.
				const isTold = (canList && !asked.isListLost) || one.how !== 'second worker';
				if (asked.failure && isTold)
					node.service.addFault({ ...POST, times: 1, effect: FAILURES[asked.failure] as FaultEffect });
				if (asked.isListLost) {
					const match = { method: 'GET', path: /order_batches$/ };
					node.service.addFault({ match, times: 1, effect: { kind: 'response', status: 403 } });
				}
				const parameters = parametersOf(asked, one.skipsGifted);
				const previous = last ?? retried?.last;
				last = previous ? await runAgain(previous, parameters, options) : await node.run(parameters, options);
				if (isTwice) continue;

				node.service.clearFaults();
				await count([scope, own]);
				for (const { json } of last.outputs.flat()) {
					if (json.gift_error || json.first_name === undefined) continue;
					// A success is a gift.
					expect([json, giftsOf(scope, String(json.first_name))]).toEqual([json, 1]);
				}
				for (const { names, said } of failuresOf(last, asked.people)) {
					if (!saysNothingWasSent(said)) continue;
					// Nothing was sent means so.
					expect([said, names.filter(hasGift)]).toEqual([said, []]);
				}
				// n8n ends an execution at the first failure.
				if (last.status !== 'success') break;
			}
			return { last: last as NodeRun, start: { ...start, executionId } };
		};
		const performed = await Promise.all(isTwice ? [perform(), perform()] : [perform()]);
		node.service.clearFaults();
		await count([scope]);
		const gifted = NAMES.filter(hasGift);
		const created = stored().filter(({ id }) => !before.has(id));
		// What this process remembers of a day, it may send again with the same reference.
		if (one.how === 'retry of a lost execution' && /^(own|event|failed)/.test(scope)) expect(created).toEqual([]);
		for (const { customer_reference_id: reference } of created) {
			numbers.set(scope, (numbers.get(scope) ?? new Set()).add(String(reference).split('-').pop() as string));
		}
		for (const { last, start: started } of performed) {
			pasts.push({ runs, last, isRenamed, start: started, scope, gifted });
		}
	}
}

test(
	`Nobody gets two gifts in one execution or day by hand, and every report is true, over ${HISTORIES} random histories.`,
	async () => {
		await fc.assert(fc.asyncProperty(history, check), { numRuns: HISTORIES });
		expect(gifts).toBeGreaterThan(histories);
	},
	TIMEOUT_MS,
);
