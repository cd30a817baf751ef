import type { IDataObject } from 'n8n-workflow';

import type { NodeRun } from '../../../../../dev/harness/engine';
import type { FaultEffect } from '../../../../../dev/mock-service';
import { mapConcurrently } from '../../../../../nodes/GiftOrderBatch/api/concurrency';
import { actionNode } from '../../../../support/actionNode';
import { creationsOf, POST, responds, TO_ERROR_OUTPUT } from '../../../../support/creations';

const node = actionNode({
	limits: {
		requestTimeoutMs: 400,
		retryBudgetMs: 30_000,
		firstRetryDelayMs: 2,
		longestRetryDelayMs: 20,
		firstRequestGapMs: 1,
		longestRequestGapMs: 5,
	},
});

const { create, withReference, stored, runAgain } = creationsOf(node);

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
const TIMEOUT_MS = 600_000 + 1_000 * CREATIONS;

describe(`${CREATIONS} creations under random faults`, () => {
	/** What the node reported: a batch, that nothing was sent, or that it does not know. */
	function reportOf({ outputs }: NodeRun): 'exists' | 'nothing' | 'unknown' {
		const [[created] = [], [failed] = []] = outputs;
		const description = String((failed?.json.gift_error as IDataObject | undefined)?.description);
		// An error may say that the order batch exists, and that only reading something failed.
		if (created?.json.customer_reference_id || /was created: do|already exists?\./.test(description)) return 'exists';
		if (description.includes('not known whether')) return 'unknown';
		return 'nothing';
	}

	/** Runs the node in a loop of its error output, as workflows do that try again until the gift is sent. */
	async function runInLoop(parameters: IDataObject): Promise<NodeRun> {
		let run = await node.run(parameters, TO_ERROR_OUTPUT);
		for (let runIndex = 1; runIndex <= 4 && reportOf(run) !== 'exists'; runIndex++) {
			run = await runAgain(run, parameters, { ...TO_ERROR_OUTPUT, runIndex });
		}
		// A last run after the success, as where two branches lead to the node.
		if (reportOf(run) !== 'exists') return run;
		return await runAgain(run, parameters, { ...TO_ERROR_OUTPUT, runIndex: 5 });
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
			EFFECTS.forEach((effect, index) =>
				node.service.addFault({ ...POST, times: { probability: 0.06, seed: index + 1 }, effect }),
			);
			const reads = { match: { method: 'GET' }, times: { probability: 0.05, seed: 99 } };
			node.service.addFault({ ...reads, effect: responds(503) });

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
				const isUnnamed = report === 'exists' && reported === undefined;
				const batches = isUnnamed ? 1 : stored(report === 'exists' ? reported : reference).length;
				const isRight = {
					exists: batches === 1,
					nothing: batches === (isUsed(index) ? 1 : 0),
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
			expect(createdNow).toBeGreaterThanOrEqual(reportedNew('exists'));
			expect(createdNow).toBeLessThanOrEqual(reportedNew('exists') + reportedNew('unknown'));
		},
		TIMEOUT_MS,
	);
});
