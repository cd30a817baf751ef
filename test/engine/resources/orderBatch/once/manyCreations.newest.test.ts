import type { IDataObject } from 'n8n-workflow';

import type { NodeRun } from '../../../../../dev/harness/engine';
import type { FaultEffect } from '../../../../../dev/mock-service';
import { mapConcurrently } from '../../../../../nodes/GiftOrderBatch/api/concurrency';
import { actionNode } from '../../../../support/actionNode';
import { creationsOf, failuresOf, outcomesOf, POST, responds, TO_ERROR_OUTPUT } from '../../../../support/creations';

const node = actionNode({
	limits: { requestTimeoutMs: 400, retryBudgetMs: 30_000, firstRequestGapMs: 1, longestRequestGapMs: 5 },
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

/** What the node reported: a batch, that nothing was sent, or that it does not know. */
const reportOf = (run: NodeRun) => (failuresOf(run).length > 0 ? outcomesOf(run)[0] : 'created');

/** Runs the node in a loop of its error output, as workflows do that try again until the gift is sent. */
async function runInLoop(parameters: IDataObject): Promise<NodeRun> {
	let run = await node.run(parameters, TO_ERROR_OUTPUT);
	for (let runIndex = 1; runIndex <= 4 && reportOf(run) !== 'created'; runIndex++) {
		run = await runAgain(run, parameters, { ...TO_ERROR_OUTPUT, runIndex });
	}
	// A last run after the success, as where two branches lead to the node.
	if (reportOf(run) !== 'created') return run;
	return await runAgain(run, parameters, { ...TO_ERROR_OUTPUT, runIndex: 5 });
}

test.each([
	['can list batches', true],
	['cannot list batches', false],
])(
	`${CREATIONS} creations under random faults make one batch each and report what the service has, where it %s.`,
	async (_what, canList) => {
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
			const isUnnamed = report === 'created' && reported === undefined;
			const batches = isUnnamed ? 1 : stored(report === 'created' ? reported : reference).length;
			const right = { created: batches === 1, nothingSent: batches === Number(isUsed(index)), unknown: batches <= 1 };
			if (!report || !right[report]) wrong.push(index);
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
	600_000 + 1_000 * CREATIONS,
);
