import type { IDataObject } from 'n8n-workflow';

import { TOOL, type NodeRun, type RunOptions } from '../../../../../dev/harness/engine';
import { REFERENCE_ADVICE } from '../../../../../nodes/GiftOrderBatch/resources/sentences';
import { actionNode } from '../../../../support/actionNode';
import { creationsOf, failuresOf, GOES_ON, outcomesOf, TO_ERROR_OUTPUT } from '../../../../support/creations';
import { storedOf } from '../../../../support/executions';
import { until } from '../../../../support/until';

const node = actionNode({ limits: { requestTimeoutMs: 1_000, retryBudgetMs: 30_000 } });

const { create, withReference, stored, requested, failNext, refuseNext, loseNext, runAgain } = creationsOf(node);

const parametersWith = (reference: string) => (reference === 'derived' ? create() : withReference('deal-1'));

/** What a run says of the one order batch that the service has. */
type Result = 'created' | 'found' | 'exists' | 'ambiguous';

function expectOnce(run: NodeRun, result: Result): void {
	const [batch, ...others] = stored();
	expect(others).toEqual([]);
	expect(new Set(requested().map((one) => one.customer_reference_id))).toEqual(new Set([batch?.customer_reference_id]));
	const { id, customer_reference_id } = batch ?? {};
	if (result === 'ambiguous') {
		expect(outcomesOf(run)).toEqual(['unknown']);
		expect(JSON.stringify(failuresOf(run))).toContain(REFERENCE_ADVICE.unclear());
		return;
	}
	const mark = result === 'created' ? {} : { already_created: true };
	const complete = expect.objectContaining({ id, customer_reference_id, send_status: 'complete', ...mark });
	const exists = expect.objectContaining({ id: null, customer_reference_id, ...mark });
	expect(run.json).toEqual([result === 'exists' ? exists : complete]);
	if (result === 'exists') expect(run.hints).toContainEqual(expect.stringContaining('was not sent again'));
	if (result === 'created') expect(run.json[0]).not.toHaveProperty('already_created');
}

/** What the first attempt came to, and what a second one then says. */
const LOST_OR_REFUSED: Array<[string, boolean, string, Result, () => void]> = [
	['lost its response', true, 'derived', 'found', loseNext],
	['lost its response', true, 'own', 'found', loseNext],
	['lost its response', false, 'derived', 'exists', loseNext],
	['lost its response', false, 'own', 'ambiguous', loseNext],
	['was refused', true, 'derived', 'created', refuseNext],
	['was refused', false, 'own', 'created', refuseNext],
];
const CREATED: typeof LOST_OR_REFUSED = [
	['created it', true, 'own', 'found', () => {}],
	['created it', false, 'derived', 'found', () => {}],
];

/** A node after this one had failed. */
const RENAMED = { node: { name: 'Send gifts' }, mode: 'retry', retried: storedOf(1, 'Next') } as const;

const WITH = 'after an attempt that %s, where batches can be listed: %p, with a reference that is %s, as %s';

describe.each<[string, (runIndex: number) => Partial<RunOptions>]>([
	['a retry of the execution', () => ({})],
	['a retry that goes on after failures', () => GOES_ON],
	['a retry after the node was renamed', (run) => (run === 0 ? {} : RENAMED)],
	['a loop over the error output', (runIndex) => ({ ...TO_ERROR_OUTPUT, runIndex })],
	['another call of a tool', () => ({ node: TOOL })],
])('%s sends once', (_way, options) => {
	test.each([...CREATED, ...LOST_OR_REFUSED])(WITH, async (_what, canList, reference, result, fail) => {
		node.service.setInterfaceOnly(!canList);
		fail();
		const first = await node.run(parametersWith(reference), options(0));
		if (fail === loseNext) expect(outcomesOf(first)).toEqual(['unknown']);

		expectOnce(await runAgain(first, parametersWith(reference), options(1)), result);
	});
});

const RETRY_ON_FAIL = { onError: 'stopWorkflow', retryOnFail: true, maxTries: 3, waitBetweenTries: 1 } as const;

test.each(LOST_OR_REFUSED)(`Retry On Fail sends once ${WITH}`, async (_what, canList, reference, result, fail) => {
	node.service.setInterfaceOnly(!canList);
	fail();

	expectOnce(await node.run(parametersWith(reference), { node: RETRY_ON_FAIL }), result);
});

test.each([
	['returns the batch', true],
	['says that a batch exists', false],
])('an attempt %s where n8n runs an execution again and keeps nothing of its first run', async (_what, canList) => {
	node.service.setInterfaceOnly(!canList);
	await node.run(create(), { executionId: '4711' });
	const { error, json } = await node.run(create(), { executionId: '4711' });

	const [{ id, customer_reference_id: reference } = {}, ...others] = stored();
	expect(others).toEqual([]);
	if (canList) expect(json).toEqual([expect.objectContaining({ id, already_created: true })]);
	else {
		expect(json).toEqual([]);
		expect(error?.message).toContain(`already exists: ${String(reference)}`);
		expect(error?.context).toMatchObject({ outcome: 'nothingSent', advice: REFERENCE_ADVICE.placeTaken });
	}
});

test('an attempt may have created a batch where the execution is cancelled after it', async () => {
	failNext({ kind: 'response', status: 503, afterCommit: true, headers: { 'retry-after': '3' } });
	const { error, run } = await node.run(create(), { cancelAfter: until('a creation', () => stored().length > 0) });

	expect(error?.message).toBe('The execution was cancelled');
	expect(error?.context.outcome).toBe('unknown');
	expect(JSON.stringify(run.data.executionData?.contextData)).toContain('"state":"unknown"');
});

test('an attempt is the last one where the execution is cancelled, also if the node goes on after failures', async () => {
	failNext({ kind: 'response', status: 503, headers: { 'retry-after': '3' } });
	const items = [{ from: 'Ann' }, { from: 'Ben' }];
	const cancelAfter = until('a request', () => requested().length > 0);
	const { run } = await node.run(create({ fromName: '={{ $json.from }}' }), { items, ...GOES_ON, cancelAfter });

	expect(run.status).toBe('canceled');
	expect(stored()).toEqual([]);
});

const STOPPING_TOOL = { ...TOOL, onError: 'stopWorkflow' } as const;
const wrong = () => create({ fromName: '={{ "" }}', recipientsSource: 'json', recipientsJson: '[]' });

test('the node as a tool of an agent says what is wrong and what to do instead of failing, unless it is set to stop', async () => {
	const { json } = await node.run(wrong(), { node: TOOL });
	const { error } = await node.run(wrong(), { node: STOPPING_TOOL });

	expect(error?.context.problems).toMatchObject([
		{ kind: 'missing', field: 'From Name' },
		{ kind: 'emptyList', field: 'Recipients' },
	]);
	const { message, description } = error ?? {};
	expect(json).toEqual([{ error: message, gift_error: { message, description } }]);
});

test('the node as a tool of an agent says in words that a batch exists already, also with its orders', async () => {
	const parameters = create({ options: { output: 'orders' } });
	const first = await node.run(parameters, { node: TOOL });
	expect(first.json[0]).not.toHaveProperty('already_created');

	const note = 'This order batch was created by an earlier call. It was not sent again.';
	const { json } = await runAgain(first, parameters, { node: TOOL });
	expect(json).toEqual(first.json.map((order) => ({ ...order, already_created: true, note })));
});

test.each<[string, IDataObject[string], object]>([
	['text', 'true', { kind: 'invalid', value: 'the text "true"' }],
	['a number', 1, { kind: 'invalid', value: 'the number 1' }],
	['an expression without a value', '={{ $json.nothing }}', { kind: 'missing' }],
])('the node as a tool of an agent sends nothing when Validate Only is %s', async (_name, validateOnly, problem) => {
	const { error } = await node.run(create({ validateOnly }), { node: STOPPING_TOOL });

	expect(error?.context.problems).toMatchObject([{ field: 'Validate Only', ...problem }]);
	expect(node.requests).toEqual([]);
});
