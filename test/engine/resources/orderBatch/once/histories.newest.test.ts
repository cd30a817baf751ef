import * as fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { TOOL, type NodeRun, type RunOptions } from '../../../../../dev/harness/engine';
import type { FaultEffect } from '../../../../../dev/mock-service';
import { actionNode, credentialFor } from '../../../../support/actionNode';
import { creationsOf, GOES_ON, LOST, POST } from '../../../../support/creations';
import { passTime, setClock } from '../../../../support/fakeDate';
import { FROM_ITEMS } from '../../../../support/orderBatchParameters';

// Every address of the loopback network reaches it: each stands for another start of n8n, which remembers nothing.
const node = actionNode({ host: '0.0.0.0', limits: { firstRetryDelayMs: 1, longestRetryDelayMs: 1 } });

const { create, stored, runAgain } = creationsOf(node);

const HISTORIES = Number(process.env.HISTORIES ?? 60);
const SEED = process.env.HISTORIES_SEED === undefined ? undefined : Number(process.env.HISTORIES_SEED);
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
	how: fc.constantFrom('hand', 'hand', 'trigger', 'retry', 'retry'),
	/** Which of the earlier executions it retries, or whose request it has. */
	earlier: fc.nat(20),
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

const history = fc.record({
	canList: fc.boolean(),
	/** Whether people are known by their addresses, and not by their emails. */
	isShipped: fc.boolean(),
	executions: fc.array(execution, { minLength: 2, maxLength: 6 }),
});
type History = typeof history extends fc.Arbitrary<infer Value> ? Value : never;

/** An execution that is over, and what stands for those in which nobody gets two gifts. */
interface Past {
	how: 'hand' | 'trigger';
	runs: Run[];
	last: NodeRun;
	isRenamed: boolean;
	credentials: RunOptions['credentials'];
	/** The day of an execution by hand, or the execution itself; and those of its retries. */
	scope: string;
	/** Who got a gift in it, and in those that it retries: what its ledger tells. */
	gifted: string[];
}

const HOME = { street: '548 Market St', city: 'San Francisco', state: 'CA', zip: '94104' };

/** What the node says of each input item that failed. */
function failuresOf({ outputs, error }: NodeRun, people: string[]): Array<{ names: string[]; said: string }> {
	const said = (failure: IDataObject) => `${String(failure.description)} (${String(failure.message)})`;
	if (error) return [{ names: people, said: said({ ...error, message: error.message }) }];
	return outputs.flat().flatMap(({ json, pairedItem }) => {
		const { item } = pairedItem as { item: number };
		return json.gift_error ? [{ names: [people[item] as string], said: said(json.gift_error as IDataObject) }] : [];
	});
}

/** Says that nothing was sent, and names nothing that was sent before. */
const SAYS_NOTHING = /^(Nothing was sent( for this item)?\.|The order batch was not created)/;
const NAMES_EARLIER =
	/cannot tell to whom|already (created|requested)|(created|may have created|may also have created|found) (an |the )?order batch|got a gift/;

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

	for (const [index, one] of executions.entries()) {
		if (one.isAfterRestart) starts++;
		if (one.isAfterMidnight) passTime(DAY_MS);
		const earlier = pasts[one.earlier % Math.max(pasts.length, 1)];
		const retried = one.how === 'retry' ? earlier : undefined;
		const how = retried?.how ?? (one.how === 'trigger' ? 'trigger' : 'hand');
		const runs = one.hasSameRequest && earlier ? earlier.runs : one.runs;
		const credentials = retried?.credentials ?? {
			giftOrderBatchAutomationApi: credentialFor(
				`http://127.0.0.${starts}:${node.service.port}`,
				node.service.keys.automation,
			),
		};
		const scope = retried?.scope ?? (how === 'hand' ? new Date().toISOString().slice(0, 10) : `retries of ${index}`);
		const own = `execution ${index}`;
		const isRenamed = retried?.isRenamed ?? one.isRenamed;
		const isTwice = one.isTwice && (how === 'hand' || retried !== undefined);
		const hasGift = (name: string) => giftsOf(own, name) > 0 || retried?.gifted.includes(name) === true;
		const perform = async (): Promise<NodeRun> => {
			let last: NodeRun | undefined;
			for (const [runIndex, asked] of runs.entries()) {
				const options: Partial<RunOptions> = {
					...(one.goesOn ? GOES_ON : {}),
					items: itemsOf(asked),
					workflowId: `history ${histories}`,
					credentials,
					runIndex,
					mode: how === 'hand' ? 'manual' : 'trigger',
				};
				options.node = {
					...options.node,
					...(one.isTool ? TOOL : {}),
					// n8n retries no node that was renamed.
					...(isRenamed ? { name: 'Renamed' } : {}),
				};
				if (asked.failure) node.service.addFault({ ...POST, times: 1, effect: FAILURES[asked.failure] as FaultEffect });
				if (asked.isListLost) {
					const match = { method: 'GET', path: /order_batches$/ };
					node.service.addFault({ match, times: 1, effect: { kind: 'response', status: 403 } });
				}
				const parameters = parametersOf(asked, one.skipsGifted);
				if (last) last = await runAgain(last, parameters, options);
				else if (retried) last = await runAgain(retried.last, parameters, { ...options, mode: 'retry' });
				else last = await node.run(parameters, options);
				if (isTwice) continue;

				node.service.clearFaults();
				await count([scope, own]);
				for (const { json } of last.outputs.flat()) {
					if (json.gift_error || json.first_name === undefined) continue;
					// A success is a gift.
					expect([json, giftsOf(scope, String(json.first_name))]).toEqual([json, 1]);
				}
				for (const { names, said } of failuresOf(last, asked.people)) {
					if (!SAYS_NOTHING.test(said) || NAMES_EARLIER.test(said)) continue;
					// Nothing was sent means so.
					expect([said, names.filter(hasGift)]).toEqual([said, []]);
				}
				// n8n ends an execution at the first failure.
				if (last.status !== 'success') break;
			}
			return last as NodeRun;
		};
		const performed = await Promise.all(isTwice ? [perform(), perform()] : [perform()]);
		node.service.clearFaults();
		await count([scope]);
		const gifted = NAMES.filter(hasGift);
		for (const last of performed) pasts.push({ how, runs, last, isRenamed, credentials, scope, gifted });
	}
}

test(
	`Nobody gets two gifts in one execution or day by hand, and every report is true, over ${HISTORIES} random histories.`,
	async () => {
		await fc.assert(fc.asyncProperty(history, check), {
			numRuns: HISTORIES,
			...(SEED !== undefined && { seed: SEED }),
		});
		expect(gifts).toBeGreaterThan(histories);
	},
	TIMEOUT_MS,
);
