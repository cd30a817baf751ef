import { randomUUID } from 'node:crypto';

import type { IDataObject } from 'n8n-workflow';

import { TOOL, type NodeRun, type RunOptions } from '../../../../../dev/harness/engine';
import type { AccountName, FaultEffect } from '../../../../../dev/mock-service';
import { actionNode } from '../../../../support/actionNode';
import { creationsOf, GOES_ON, LOST, named, responds } from '../../../../support/creations';
import { storedOf, SUB_WORKFLOW, SUB_WORKFLOW_BY_HAND } from '../../../../support/executions';
import { DAY_MS } from '../../../../support/durations';
import { passTime, setClock } from '../../../../support/fakeDate';
import { FROM_ITEMS } from '../../../../support/orderBatchParameters';
import fc from '../../../../support/properties';

// Every address of the loopback network reaches it: each stands for another start of n8n, which remembers nothing.
const node = actionNode({
	host: '0.0.0.0',
	limits: { requestTimeoutMs: 400, firstRetryDelayMs: 1, longestRetryDelayMs: 1, longestRequestGapMs: 1 },
});

const { create, deniedIn, stored, newBatches, failNext, failLists, runAgain } = creationsOf(node);

const HISTORIES = Number(process.env.HISTORIES ?? 120);
const TIMEOUT_MS = 120_000 + HISTORIES * 1_000;

const NAMES = ['Ann', 'Ben', 'Cleo', 'Dan', 'Eve'];

beforeAll(() => setClock(new Date('2030-12-24T12:00:00Z')));
afterAll(() => jest.useRealTimers());

/** What goes wrong with a creation. */
const FAILURES: Record<string, FaultEffect> = {
	refused: responds(422),
	'tried again': responds(503),
	'tried again after a problem': responds(500),
	'tried again after a pause': { kind: 'response', status: 429, headers: { 'retry-after': '0' } },
	'tried again after the creation': { kind: 'response', status: 503, afterCommit: true },
	dropped: { kind: 'drop' },
	'dropped after the creation': { kind: 'drop', afterCommit: true },
	'late after the creation': { kind: 'hang', afterCommit: true },
	'cut off': { kind: 'malformed', form: 'truncated' },
	'unknown, and not created': { kind: 'garbage' },
	'unknown, and created': LOST,
};

const run = fc.record({
	/** The list, in its order. */
	people: fc.shuffledSubarray(NAMES, { minLength: 1 }),
	message: fc.constantFrom('Hi!', 'Hello!', '={{ "Hi " + $json.first_name + "!" }}'),
	recipientsPerBatch: fc.constantFrom(1, 2, 10),
	/** What goes wrong with its first creations. */
	failures: fc.array(fc.constantFrom(...Object.keys(FAILURES)), { maxLength: 2 }),
	/** The status with which the first list of order batches fails. */
	listFails: fc.constantFrom(undefined, 403, 503),
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
	/** Whether it has the key of another account, which a retry may have in the place of the first one. */
	hasOtherKey: fc.constantFrom(true, ...Array<boolean>(7).fill(false)),
});

type Execution = typeof execution extends fc.Arbitrary<infer Value> ? Value : never;

const history = fc.record({
	canList: fc.boolean(),
	/** Whether people are known by their addresses, and not by their emails. */
	isShipped: fc.boolean(),
	/** What the Customer Reference IDs of the user stand for. */
	references: fc.constantFrom('none', 'none', 'none', 'person', 'list'),
	allowsRepeated: fc.constantFrom(true, false, false, false),
	executions: fc.array(execution, { minLength: 2, maxLength: 6 }),
});
type History = typeof history extends fc.Arbitrary<infer Value> ? Value : never;

/** An execution that has begun, and what stands for those in which nobody gets two gifts. */
interface Begun {
	/** How it was started, and with the key of which account. */
	start: Partial<RunOptions>;
	address: number;
	account: AccountName;
	/** The day of an execution by hand, the event, or the execution itself; and those of its retries. */
	scope: string;
	/** The day on which the execution began, or the one that it retries. */
	day: string;
}

/** One that is over. */
interface Past extends Begun {
	runs: Run[];
	last: NodeRun;
	isRenamed: boolean;
	/** Who got a gift in it, and in those that it retries: what its ledger tells. */
	gifted: string[];
}

const isDay = (scope: string) => /^\d/.test(scope);
const dateOf = (time = Date.now()) => new Date(time).toISOString().slice(0, 10);
const daysSince = (day: string) => (Date.parse(dateOf()) - Date.parse(day)) / DAY_MS;
/** The days of which an execution knows what was sent. */
const daysKnown = ({ scope, day, start }: Begun) => {
	const isOfPerson = isDay(scope) || start.mode === 'retry';
	const ago = isOfPerson ? Math.min(daysSince(day), 7) : 0;
	return Array.from({ length: ago + 1 }, (_, index) => dateOf(Date.now() - index * DAY_MS));
};

/** Stands for all starts of n8n: one that reads what others have sent by hand finds that later, too. */
const ALL_STARTS = 0;

const HOME = { street: '548 Market St', city: 'San Francisco', state: 'CA', zip: '94104' };

let histories = 0;
let gifts = 0;

async function check({ canList, isShipped, references, allowsRepeated, executions }: History): Promise<void> {
	histories++;
	node.service.reset();
	node.service.setInterfaceOnly(!canList);
	let starts = 1;
	const newOnes = newBatches();
	/** How many gifts people have in each scope and account, and in each execution. */
	const given = new Map<string, number>();
	/** How often each request was carried out in each scope and account. */
	const requests = new Map<string, number>();
	const pasts: Past[] = [];
	const add = (map: Map<string, number>, key: string) => void map.set(key, (map.get(key) ?? 0) + 1);
	const moreThanOne = (map: Map<string, number>) => [...map].filter(([, number]) => number > 1);
	const giftsOf = (group: string, name: string) => given.get(`${group} ${name}`) ?? 0;
	/** Who got a gift on a day, by hand or otherwise, or was asked for by hand, from a process with the key of an account. */
	const sentOn = new Map<string, Set<string>>();
	const sentBy = (day: string, how: 'by hand' | 'otherwise' | 'asked', { address, account }: Begun) => {
		const key = `${day} ${how} ${address} ${account}`;
		return sentOn.get(key) ?? sentOn.set(key, new Set()).get(key)!;
	};
	/** Who has a gift, as far as an execution that a person starts finds it. */
	const earlierRecipients = (begun: Begun): string[] => {
		const days = daysKnown(begun);
		const byHand = days.flatMap((one) => [...sentBy(one, 'by hand', begun)]);
		// The process forgets what was not sent by hand after another day.
		const otherwise = days.flatMap((one) => (daysSince(one) > 1 ? [] : [...sentBy(one, 'otherwise', begun)]));
		if (isDay(begun.scope)) return [...byHand, ...otherwise];
		return begun.start.mode === 'retry' && !allowsRepeated ? byHand : [];
	};
	// The service accepts a reference of the user once, whatever starts the execution.
	const groupOf = (scope: string, account: AccountName) =>
		`${references === 'none' ? scope : 'all executions'} of ${account}`;
	/** @returns who got them */
	const count = async (begun: Begun, own?: string): Promise<string[]> => {
		const added: string[] = [];
		for (const { id, account, names } of await newOnes()) {
			const { message } = await node.read(`/v1/order_batches/${id}`, account);
			const group = groupOf(begun.scope, account);
			gifts += names.length;
			added.push(...names);
			for (const name of names) {
				const how = isDay(begun.scope) ? 'by hand' : 'otherwise';
				for (const day of daysKnown(begun)) {
					for (const address of [begun.address, ALL_STARTS]) sentBy(day, how, { ...begun, address, account }).add(name);
				}
				add(given, `${group} ${name}`);
				if (own) add(given, `${own} ${name}`);
			}
			add(requests, `${group} ${names.sort().join()} ${String(message)}`);
		}
		expect(moreThanOne(requests)).toEqual([]);
		const second = moreThanOne(given).filter(([key]) => !key.startsWith('execution'));
		if (!allowsRepeated || references !== 'none') expect(second).toEqual([]);
		return added;
	};

	const referenceOf = { none: undefined, list: 'welcome-2030', person: '={{ "welcome-" + $json.first_name }}' };
	const parametersOf = ({ message, recipientsPerBatch }: Run, skipsGifted: boolean): IDataObject =>
		create({
			...FROM_ITEMS,
			sendMethod: isShipped ? 'direct_send' : 'email_and_link',
			message,
			cardId: node.service.samples.cardId,
			...(references !== 'none' && { additionalFields: { customerReferenceId: referenceOf[references] } }),
			options: {
				...(references !== 'list' && { recipientsPerBatch }),
				...(allowsRepeated && { allowRepeatedRecipients: true }),
				...(skipsGifted && canList && !isShipped && { skipGiftedWithinDays: 1 }),
			},
		});
	const itemsOf = ({ people }: Run): IDataObject[] =>
		isShipped ? people.map((first_name) => ({ first_name, ...HOME })) : named(...people);

	/** The numbers of the order batches of each scope and account. */
	const numbers = new Map<string, Set<string>>();
	/**
	 * Whether the first order batch of a scope was not created, but a later one. A second worker begins at the first, and what
	 * it is asked for may be another list by then: the service cannot refuse what it does not have.
	 */
	const hasGap = ({ scope, account }: Past) => numbers.get(groupOf(scope, account))?.has('0') === false;

	/** How an execution is started, and its scope; nothing where there is no execution that it could repeat. */
	const startOf = ({ how, origin, hasOtherKey }: Execution, index: number, earlier?: Past): Begun | undefined => {
		const account = hasOtherKey ? 'automationMember' : 'automation';
		const as = (scope: string, start: Begun['start'], day = dateOf()) =>
			({ start, scope, day, address: starts, account }) as const;
		const today = allowsRepeated ? `by hand ${index}` : dateOf();
		const own = `own ${index}`;
		const event = { event: 'order.created', event_id: 'always the same', id: `order-${origin}` };
		const scopes = {
			'retry of a failed start': as(`failed ${origin}`, { mode: 'retry', retried: storedOf(origin + 1) }, dateOf(0)),
			event: as(`event ${origin}`, { mode: 'webhook', event }),
			'sub-workflow by hand': as(today, SUB_WORKFLOW_BY_HAND),
			hand: as(today, { mode: 'manual' }),
			'sub-workflow': as(own, SUB_WORKFLOW),
			trigger: as(own, { mode: 'trigger' }),
		};
		if (how in scopes) return scopes[how as keyof typeof scopes];
		if (!earlier) return undefined;
		// n8n runs executions by hand once.
		const mayRepeat = /^(own|event)/.test(earlier.scope) && earlier.start.mode !== 'retry' && !hasGap(earlier);
		if (how === 'second worker') return mayRepeat ? earlier : undefined;
		const start: Begun['start'] = { ...earlier.start, executionId: randomUUID(), mode: 'retry' };
		if (how === 'retry') return { ...earlier, account, start };
		const scope = isDay(earlier.scope) ? today : earlier.scope;
		return { ...earlier, account, scope, day: dateOf(), start: { ...start, retried: storedOf() } };
	};

	for (const [index, one] of executions.entries()) {
		if (one.isAfterRestart) starts++;
		if (one.isAfterMidnight) passTime(DAY_MS);
		const earlier = pasts[one.earlier % Math.max(pasts.length, 1)];
		const begun = startOf(one, index, earlier);
		if (!begun) continue;
		const { start, scope, day, address, account } = begun;
		const isRepeated = ['retry', 'retry of a lost execution', 'second worker'].includes(one.how);
		const retried = one.how === 'retry' ? earlier : undefined;
		const runs = one.hasSameRequest && earlier ? earlier.runs : one.runs;
		const own = `execution ${index}`;
		const isRenamed = isRepeated && earlier ? earlier.isRenamed : one.isRenamed;
		const isOfOwn = (scope.startsWith('own') && !isRepeated) || scope.startsWith('by hand');
		const isTwice = one.isTwice && !isOfOwn && one.how !== 'second worker';
		const hadGift = (name: string) => !allowsRepeated && retried?.gifted.includes(name) === true;
		const hasGift = (name: string) => (!allowsRepeated && giftsOf(own, name) > 0) || hadGift(name);
		const before = new Set(stored().map(({ id }) => id));
		const sentToday = new Set(earlierRecipients(begun));
		const mayBeFound = new Set(earlierRecipients({ ...begun, address: ALL_STARTS }));
		/** A success is a gift. */
		const checkSuccesses = ({ outputs }: NodeRun): void => {
			for (const { json } of outputs.flat()) {
				if (json.gift_error || json.first_name === undefined) continue;
				const name = String(json.first_name);
				const number = giftsOf(groupOf(scope, account), name);
				// A retry may find what an execution by hand has found because it asked for the same.
				const isFound = (day: string) =>
					sentBy(day, 'asked', begun).has(name) && sentBy(day, 'otherwise', begun).has(name);
				const isKnown = mayBeFound.has(name) || (start.mode === 'retry' && daysKnown(begun).some(isFound));
				const had = isKnown ? Math.max(number, 1) : number;
				expect([json, allowsRepeated ? Math.min(had, 1) : had]).toEqual([json, 1]);
			}
		};
		const perform = async (): Promise<Pick<Past, 'last' | 'start'> & { performed: NodeRun[] }> => {
			const executionId = start.executionId ?? randomUUID();
			const performed: NodeRun[] = [];
			for (const [runIndex, asked] of runs.entries()) {
				const options: Partial<RunOptions> = {
					items: itemsOf(asked),
					workflowId: `history ${histories}`,
					credentials: node.credentialsAfterRestart(`127.0.0.${address}`, account),
					...start,
					executionId,
					runIndex,
					node: {
						...(one.goesOn && GOES_ON.node),
						...(one.isTool && TOOL),
						// n8n retries no node that was renamed.
						...(isRenamed && { name: 'Renamed' }),
					},
				};
				// Without a list, a second worker that meets a duplicate after a failure cannot tell whose it is.
				const isTold = (canList && !asked.listFails) || one.how !== 'second worker';
				for (const failure of isTold ? asked.failures : []) failNext(FAILURES[failure] as FaultEffect);
				if (asked.listFails) failLists(responds(asked.listFails), 1);
				const parameters = parametersOf(asked, one.skipsGifted);
				const asking = isDay(scope) ? sentBy(dateOf(), 'asked', begun) : undefined;
				for (const name of asked.people) asking?.add(name);
				const previous = performed.at(-1) ?? retried?.last;
				const run = previous ? await runAgain(previous, parameters, options) : await node.run(parameters, options);
				performed.push(run);
				if (!isTwice) {
					node.service.clearFaults();
					const added = await count(begun, own);
					expect(added.filter((name) => hadGift(name) || sentToday.has(name))).toEqual([]);
					checkSuccesses(run);
					// Nothing was sent means so.
					const isFalse = (name: string) => hasGift(name) || added.includes(name);
					expect(deniedIn(run, asked.people).filter(isFalse)).toEqual([]);
				}
				// n8n ends an execution at the first failure.
				if (run.status !== 'success') break;
			}
			return { last: performed.at(-1) as NodeRun, start: { ...start, executionId }, performed };
		};
		const both = await Promise.all(isTwice ? [perform(), perform()] : [perform()]);
		node.service.clearFaults();
		if (isTwice) {
			const added = await count(begun);
			expect(added.filter((name) => hadGift(name) || sentToday.has(name))).toEqual([]);
			for (const run of both.flatMap(({ performed }) => performed)) checkSuccesses(run);
			const denied = both.map(({ last, performed }) => deniedIn(last, (runs[performed.length - 1] as Run).people));
			const areDenied = (name: string) => denied.every((names) => names.includes(name));
			// Either of the two may have sent what is new. Where people may get several, an earlier run may have.
			const isNew = (name: string) => (!allowsRepeated || runs.length === 1) && added.includes(name);
			const isFalse = (name: string) => hadGift(name) || (isNew(name) && areDenied(name));
			expect(denied.flat().filter(isFalse)).toEqual([]);
		}
		const gifted = NAMES.filter(hasGift);
		const created = stored().filter(({ id }) => !before.has(id));
		// What this process remembers of a day, it may send again with the same reference.
		if (one.how === 'retry of a lost execution' && !isDay(scope) && references === 'none') expect(created).toEqual([]);
		for (const { customer_reference_id: reference } of created) {
			const group = groupOf(scope, account);
			numbers.set(group, (numbers.get(group) ?? new Set()).add(String(reference).split('-').pop() as string));
		}
		for (const { last, start: started } of both) {
			pasts.push({ runs, last, isRenamed, start: started, address, account, scope, day, gifted });
		}
	}
}

test(
	`Nobody gets two gifts in one execution or, by hand, on one day, and every report is true, over ${HISTORIES} random histories.`,
	async () => {
		await fc.assert(fc.asyncProperty(history, check), { numRuns: HISTORIES });
		expect(gifts).toBeGreaterThan(histories);
	},
	TIMEOUT_MS,
);
