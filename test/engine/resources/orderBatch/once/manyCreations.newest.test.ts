import { randomUUID } from 'node:crypto';

import type { IDataObject } from 'n8n-workflow';

import type { NodeRun, RunOptions } from '../../../../../dev/harness/engine';
import type { FaultEffect } from '../../../../../dev/mock-service';
import { mapConcurrently } from '../../../../../nodes/GiftOrderBatch/api/concurrency';
import { fingerprint } from '../../../../../nodes/GiftOrderBatch/api/fingerprint';
import { actionNode } from '../../../../support/actionNode';
import {
	creationsOf,
	failuresOf,
	named,
	outcomesOf,
	POST,
	responds,
	TO_ERROR_OUTPUT,
} from '../../../../support/creations';
import { storedOf, SUB_WORKFLOW, SUB_WORKFLOW_BY_HAND } from '../../../../support/executions';
import { DAY_MS } from '../../../../support/durations';
import { passTime, setClock } from '../../../../support/fakeDate';

const node = actionNode({
	host: '0.0.0.0',
	limits: {
		requestTimeoutMs: 400,
		retryBudgetMs: 30_000,
		firstRetryDelayMs: 2,
		longestRetryDelayMs: 20,
		firstRequestGapMs: 1,
		longestRequestGapMs: 5,
	},
});

const { create, deniedIn, toItems, withReference, stored, newBatches, runAgain } = creationsOf(node);

const EFFECTS: FaultEffect[] = [
	{ kind: 'drop' },
	{ kind: 'drop', afterCommit: true },
	responds(500),
	{ kind: 'response', status: 503, afterCommit: true },
	{ kind: 'response', status: 502, afterCommit: true },
	responds(429),
	{ kind: 'response', status: 429, headers: { 'retry-after': '0' } },
	{ kind: 'hang' },
	{ kind: 'hang', afterCommit: true },
	{ kind: 'malformed', form: 'truncated' },
];
const AT_ONCE = 8;

const CREATIONS = Number(process.env.CREATIONS ?? 200);
const EDITED = Number(process.env.EDITED_CREATIONS ?? 60);
const SEED = Number(process.env.SEED ?? 1);
const TIMEOUT_MS = 600_000 + 1_000 * Math.max(CREATIONS, EDITED);

/** @param reads which GET requests fail at times */
function addFaults(reads: RegExp): void {
	EFFECTS.forEach((effect, index) =>
		node.service.addFault({ ...POST, times: { probability: 0.06, seed: index + 1 }, effect }),
	);
	node.service.addFault({
		match: { method: 'GET', path: reads },
		times: { probability: 0.05, seed: 99 },
		effect: responds(503),
	});
}

describe(`${CREATIONS} creations under random faults`, () => {
	/** What the node reported: a batch, that nothing was sent, or that it does not know. */
	const reportOf = (run: NodeRun) => (failuresOf(run).length > 0 ? outcomesOf(run)[0] : 'created');

	/** Runs the node in a loop of its error output, as workflows do that try again until the gift is sent. */
	async function runInLoop(parameters: IDataObject): Promise<NodeRun> {
		const options = { ...TO_ERROR_OUTPUT, credentials: node.credentialsAfterRestart('127.0.0.1') };
		let run = await node.run(parameters, options);
		for (let runIndex = 1; runIndex <= 4 && reportOf(run) !== 'created'; runIndex++) {
			run = await runAgain(run, parameters, { ...options, runIndex });
		}
		// A last run after the success, as where two branches lead to the node.
		if (reportOf(run) !== 'created') return run;
		return await runAgain(run, parameters, { ...options, runIndex: 5 });
	}

	test.each([
		['where the service can list batches', true],
		['where it cannot', false],
	])(
		'make one batch each and report what the service has, %s',
		async (_name, canList) => {
			node.service.setInterfaceOnly(!canList);
			const used = Array.from({ length: CREATIONS / 10 }, (_, index) => `used-${index}`);
			for (const reference of used) await node.createBatch(1, { customer_reference_id: reference });
			addFaults(/^/);

			const isUsed = (index: number) => index % 10 === 0;
			const wrong: number[] = [];
			const creation = async (index: number) => {
				const reference = isUsed(index) ? (used[index / 10] as string) : `intended-${index}`;
				const run = await runInLoop(index % 2 === 0 ? withReference(reference) : create());
				const report = reportOf(run);
				const [[created] = [], [failed] = []] = run.outputs;
				const { order_batch_id: id } = (failed?.json.gift_error ?? {}) as IDataObject;
				const shown = stored().find((batch) => batch.id === id) ?? created?.json;
				const reported = index % 2 === 0 ? reference : shown?.customer_reference_id;
				const isUnnamed = report === 'created' && reported === undefined;
				const batches = isUnnamed ? 1 : stored(report === 'created' ? reported : reference).length;
				const isRight =
					report &&
					{
						created: batches === 1,
						nothingSent: batches === (isUsed(index) ? 1 : 0),
						unknown: batches <= 1,
					}[report];
				if (!isRight) wrong.push(index);
				return report;
			};
			// The next one begins as soon as one ends: those that hang would hold up the others.
			const reports = await mapConcurrently([...Array(CREATIONS).keys()], AT_ONCE, creation);

			expect(wrong).toEqual([]);
			// Without a list, a duplicate of the user's own reference may be an older batch.
			if (canList) expect(reports).not.toContain('unknown');
			expect(reports.filter((report, index) => report === 'unknown' && index % 2 === 1)).toEqual([]);
			const references = stored().map(({ customer_reference_id: reference }) => reference);
			expect(new Set(references).size).toBe(references.length);
			const createdNow = stored().length - used.length;
			const reportedNew = (wanted: string) =>
				reports.filter((report, index) => report === wanted && !isUsed(index)).length;
			expect(createdNow).toBeGreaterThanOrEqual(reportedNew('created'));
			expect(createdNow).toBeLessThanOrEqual(reportedNew('created') + reportedNew('unknown'));
		},
		TIMEOUT_MS,
	);
});

describe(`${EDITED} lists that are edited between attempts, under random faults,`, () => {
	const MESSAGES = ['Hi!', 'Hello!', '={{ "Hi " + $json.first_name + "!" }}'];
	const ATTEMPTS = 6;
	/** The first attempt of the next day. */
	const MIDNIGHT = 4;

	/** Random numbers from 0 to below a limit, the same ones for the same seed. */
	function randomOf(seed: number): (limit: number) => number {
		let at = 0;
		return (limit) => Number(`0x${fingerprint([seed, at++]).slice(0, 8)}`) % limit;
	}

	/** A list that has grown, shrunk or shifted. @param everybody who may be on it */
	function edited([first = '', ...others]: string[], everybody: string[], random: (limit: number) => number): string[] {
		const list = [first, ...others];
		const absent = everybody.filter((name) => !list.includes(name));
		const added = absent.slice(random(absent.length || 1)).slice(0, 1);
		const edits = [
			[...list, ...added],
			[...added, ...list],
			others.length > 0 ? others : list,
			[...others, first],
			list,
		];
		return edits[random(edits.length)] as string[];
	}

	interface Past {
		last: NodeRun;
		start: Partial<RunOptions>;
		/** What stands for those in which nobody gets two gifts: a day, or the execution and its retries. */
		scope: string;
		/** Who got a gift in it, and in those that it retries: what its ledger tells. */
		gifted: string[];
	}

	const STARTS: Array<Partial<RunOptions>> = [
		{ mode: 'manual' },
		SUB_WORKFLOW_BY_HAND,
		{ mode: 'trigger' },
		SUB_WORKFLOW,
	];

	beforeAll(() => setClock(new Date('2030-12-24T12:00:00Z')));
	afterAll(() => jest.useRealTimers());

	test.each([
		['lists', true],
		['does not list', false],
	])(
		'give nobody two gifts, and say what is true, where the service %s order batches',
		async (_what, canList) => {
			node.service.setInterfaceOnly(!canList);
			addFaults(/(?<!recipients)$/);
			const given = new Map<string, number>();
			const newOnes = newBatches();
			const count = async (): Promise<void> => {
				for (const { names } of await newOnes()) for (const name of names) given.set(name, (given.get(name) ?? 0) + 1);
			};
			let counting = Promise.resolve();
			const giftsOf = async (names: string[]): Promise<number[]> => {
				await (counting = counting.then(count));
				return names.map((name) => given.get(name) ?? 0);
			};

			const wrong: unknown[] = [];
			/**
			 * One execution with its loops and retries, or several by hand with their retries.
			 * @returns makes the next attempt
			 */
			const listOf = (index: number): (() => Promise<void>) => {
				const random = randomOf(SEED * 1_000_000 + index);
				const everybody = Array.from({ length: 5 }, (_, person) => `P${index}x${person}`);
				const kind = random(STARTS.length);
				const isByDay = kind < 2;
				const isOwn = random(4) === 0;
				let list = everybody.slice(0, 1 + random(4));
				let starts = 1;
				let attempts = 0;
				let gifts = everybody.map(() => 0);
				const pasts: Past[] = [];
				/** How many gifts people have, by scope and name. */
				const perScope = new Map<string, number>();

				/** How the node runs next: in a new execution, again in the last one, or in a retry of the last or the first one. */
				const next = (): Omit<Past, 'last'> & { earlier?: Past; runIndex?: number } => {
					const latest = pasts.at(-1);
					// The service accepts a reference of the user once, on whatever day.
					const scope = isByDay && !isOwn ? new Date().toISOString().slice(0, 10) : 'own';
					if (!latest || (isByDay && random(4) > 0)) {
						return { start: { ...STARTS[kind], executionId: randomUUID() }, scope, gifted: [] };
					}
					if (!isByDay && random(2) === 0) return { ...latest, earlier: latest, runIndex: attempts };
					const retried = random(3) === 0 ? (pasts[0] as Past) : latest;
					const start: Past['start'] = { ...retried.start, mode: 'retry', executionId: randomUUID() };
					// Its ledger is lost.
					if (random(6) === 0) return { start: { ...start, retried: storedOf() }, scope, gifted: [] };
					return { ...retried, start, earlier: retried };
				};

				return async () => {
					const { start, scope, gifted, earlier, runIndex } = next();
					const parameters = toItems({
						cardId: node.service.samples.cardId,
						message: MESSAGES[random(isOwn ? 2 : 3)],
						...(isOwn && { additionalFields: { customerReferenceId: `own-${index}` } }),
						options: isOwn ? {} : { recipientsPerBatch: 1 + random(3) },
					});
					if (isByDay && random(4) === 0) starts++;
					const isRenamed = isByDay && !earlier && random(3) === 0;
					const options: Partial<RunOptions> = {
						...start,
						runIndex,
						items: named(...list),
						workflowId: `list ${index} of ${canList}`,
						// Another address of the service stands for another start of n8n, which remembers nothing.
						credentials: node.credentialsAfterRestart(`127.0.0.${starts}`),
						node: { ...TO_ERROR_OUTPUT.node, ...(isRenamed && { name: 'Renamed' }) },
					};
					// Two people, or two retries, do the same at the same moment.
					const isTwice = (isByDay || start.mode === 'retry') && runIndex === undefined && random(6) === 0;
					const executionIds = [start.executionId, ...(isTwice ? [randomUUID()] : [])];
					const runs = await mapConcurrently(executionIds, AT_ONCE, async (executionId) =>
						earlier
							? await runAgain(earlier.last, parameters, { ...options, executionId })
							: await node.run(parameters, { ...options, executionId }),
					);
					attempts++;

					const before = gifts;
					gifts = await giftsOf(everybody);
					const added = everybody.filter((_name, person) => gifts[person] !== before[person]);
					const giftsTo = (name: unknown) => perScope.get(`${scope} ${String(name)}`) ?? 0;
					everybody.forEach((name, person) =>
						perScope.set(`${scope} ${name}`, giftsTo(name) + (gifts[person] ?? 0) - (before[person] ?? 0)),
					);
					const report = (what: unknown) => wrong.push([index, attempts, scope, what]);
					if ([...perScope.values()].some((number) => number > 1)) report([...perScope]);
					const denied = runs.map((run) => deniedIn(run, list));
					for (const [at, run] of runs.entries()) {
						for (const { json } of run.outputs.flat()) {
							if (!json.gift_error && giftsTo(json.first_name) !== 1) report(json);
						}
						// Of two at once, either may have sent what is new.
						const isFalse = (name: string) =>
							gifted.includes(name) || (added.includes(name) && denied.every((names) => names.includes(name)));
						if (denied[at]?.some(isFalse)) report([denied[at], gifted, added]);
						const isSent = ({ gift_error: failed, already_created: already }: IDataObject) => !failed && !already;
						const sent = isTwice ? run.json.filter(isSent).map(({ first_name: name }) => String(name)) : added;
						pasts.push({
							last: run,
							start: { ...start, executionId: executionIds[at] },
							scope,
							gifted: [...gifted, ...sent],
						});
					}
					list = edited(list, everybody, random);
				};
			};
			const lists = [...Array(EDITED).keys()].map(listOf);
			for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
				// Midnight passes while nothing runs.
				if (attempt === MIDNIGHT) passTime(DAY_MS);
				await mapConcurrently(lists, AT_ONCE, async (makeNext) => await makeNext());
			}

			expect(wrong).toEqual([]);
			expect(given.size).toBeGreaterThan(EDITED);
		},
		TIMEOUT_MS,
	);
});
