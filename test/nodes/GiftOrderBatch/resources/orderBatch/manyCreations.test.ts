import type { FaultEffect } from '../../../../../service';
import { actionNode } from '../../../../support/actionNode';
import { creationsOf, POST } from '../../../../support/creations';
import type { NodeRun } from '../../../../support/engine';

jest.mock('../../../../../nodes/GiftOrderBatch/api/limits', () => ({
	...jest.requireActual<object>('../../../../../nodes/GiftOrderBatch/api/limits'),
	REQUEST_TIMEOUT_MS: 400,
	RETRY_BUDGET_MS: 30_000,
	FIRST_RETRY_DELAY_MS: 2,
	LONGEST_RETRY_DELAY_MS: 20,
	FIRST_REQUEST_GAP_MS: 1,
	LONGEST_REQUEST_GAP_MS: 5,
}));

const node = actionNode();

const { create, withReference, booked } = creationsOf(node);

describe('a thousand creations under random faults', () => {
	const EFFECTS: FaultEffect[] = [
		{ kind: 'drop' },
		{ kind: 'drop', afterCommit: true },
		{ kind: 'answer', status: 500 },
		{ kind: 'answer', status: 503, afterCommit: true },
		{ kind: 'answer', status: 502, afterCommit: true },
		{ kind: 'answer', status: 429 },
		{ kind: 'answer', status: 429, headers: { 'retry-after': '0' } },
		{ kind: 'hang' },
		{ kind: 'hang', afterCommit: true },
		{ kind: 'malformed', form: 'truncated' },
	];
	const TIMEOUT_MS = 600_000;
	const CREATIONS = 1_000;
	const AT_ONCE = 25;

	/** What the node reported: a batch, that nothing was sent, or that it does not know. */
	function reportOf({ json, error }: NodeRun): 'exists' | 'nothing' | 'unknown' {
		if (!error && json.length === 1 && json[0]?.customer_reference_id) return 'exists';
		return error?.description?.includes('not known whether') ? 'unknown' : 'nothing';
	}

	test.each([
		['where the service can list batches', true],
		['where it cannot', false],
	])(
		'make one batch each and report what the book says, %s',
		async (_name, canList) => {
			const { service } = node;
			service.setListOrderBatches(canList);
			const used = Array.from({ length: CREATIONS / 10 }, (_, index) => `used-${index}`);
			for (const reference of used) await node.createBatch(1, { customer_reference_id: reference });
			EFFECTS.forEach((effect, index) =>
				service.addFault({ ...POST, times: { probability: 0.06, seed: index + 1 }, effect }),
			);
			service.addFault({
				match: { method: 'GET' },
				times: { probability: 0.05, seed: 99 },
				effect: { kind: 'answer', status: 503 },
			});

			const counts = { exists: 0, nothing: 0, unknown: 0, wrong: 0 };
			const creation = async (index: number) => {
				const reference = index % 10 === 0 ? (used[index / 10] as string) : `intended-${index}`;
				const run = await node.run(index % 2 === 0 ? withReference(reference) : create(), {
					node: { retryOnFail: true, maxTries: 4, waitBetweenTries: 1 },
				});
				const report = reportOf(run);
				counts[report]++;
				const isUsed = index % 10 === 0;
				const reported = index % 2 === 0 ? reference : run.json[0]?.customer_reference_id;
				const batches = booked(report === 'exists' ? reported : reference).length;
				const isRight =
					report === 'exists' ? batches === 1 : report === 'nothing' ? batches === (isUsed ? 1 : 0) : batches <= 1;
				if (!isRight) counts.wrong++;
				return report;
			};
			const reports: string[] = [];
			for (let start = 0; start < CREATIONS; start += AT_ONCE) {
				reports.push(...(await Promise.all(Array.from({ length: AT_ONCE }, (_, index) => creation(start + index)))));
			}

			console.info(
				canList ? 'Listing:' : 'Not listing:',
				counts,
				`${booked().length} batches in the book, ${service.requests.length} requests`,
			);
			expect(counts.wrong).toBe(0);
			expect(counts.unknown).toBe(0);
			expect(counts.exists + counts.nothing).toBe(CREATIONS);
			const references = booked().map(({ customer_reference_id: reference }) => reference);
			expect(new Set(references).size).toBe(references.length);
			const createdNow = booked().length - used.length;
			const reportedNothing = reports.filter((report, index) => report === 'nothing' || index % 10 === 0).length;
			expect(createdNow).toBe(CREATIONS - reportedNothing);
		},
		TIMEOUT_MS,
	);
});
