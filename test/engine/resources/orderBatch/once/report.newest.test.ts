import type { IDataObject } from 'n8n-workflow';

import { contextOf, TOOL, type RunOptions } from '../../../../../dev/harness/engine';
import { descriptionOf, type OutcomeFacts } from '../../../../../nodes/GiftOrderBatch/resources/outcome';
import { actionNode } from '../../../../support/actionNode';
import {
	already,
	creationsOf,
	failuresOf,
	GOES_ON,
	LOST,
	outcomesOf,
	TO_ERROR_OUTPUT,
} from '../../../../support/creations';
import { FROM_ITEMS } from '../../../../support/orderBatchParameters';

const node = actionNode({ interfaceOnly: true, limits: { retryBudgetMs: 300 } });

const { create, deniedIn, stored, failNext, refuseNext, runAgain } = creationsOf(node);

const ANN = { first_name: 'Ann', email: 'ann@example.com' };

const ALLOWED: IDataObject = { options: { allowRepeatedRecipients: true } };

const OWN: IDataObject = { additionalFields: { customerReferenceId: '={{ $json.from }}' } };

/** How the recipient of an input item reaches the node. */
const WAYS: Record<string, IDataObject> = {
	'Define Below': {
		recipients: { recipient: [{ firstName: '={{ $json.first_name }}', email: '={{ $json.email }}' }] },
	},
	'Input Items': FROM_ITEMS,
	'Input Items with Skip Invalid Recipients': { ...FROM_ITEMS, options: { skipInvalidRecipients: true } },
};

const gift = (way: string, more: IDataObject = {}) => create({ sendMethod: 'email_and_link', ...WAYS[way], ...more });

/** One order batch for each input item, from its `from`. The service refuses the one from Cy for its product. */
const forEachItem = (more: IDataObject = {}) => {
	const product = `={{ $json.from === "Cy" ? "https://example.com/nothing" : "${node.service.samples.productId}" }}`;
	return create({
		...WAYS['Define Below'],
		fromName: '={{ $json.from }}',
		cartItems: { item: [{ product, quantity: 1 }] },
		...more,
	});
};

const fromEach = (...senders: string[]) => senders.map((from) => ({ first_name: `Friend of ${from}`, from }));

describe('an item that a second attempt refuses', () => {
	/** How the second attempt comes about. */
	const REPEATED: Array<[string, Partial<RunOptions>]> = [
		['in a retry', {}],
		['in a retry that goes on after failures', GOES_ON],
		['in a loop over the error output', { ...TO_ERROR_OUTPUT, runIndex: 1 }],
		['by an agent', { node: TOOL }],
	];

	describe.each(Object.keys(WAYS))('with %s', (way) => {
		test.each(REPEATED)('may have its gift after a lost response, or has it, %s', async (_how, options) => {
			for (const change of [{ first_name: '' }, { email: 'at work' }]) {
				for (const isLost of [true, false]) {
					// Another run of the node may create another gift.
					if (!isLost && ('runIndex' in options || options.node === TOOL)) continue;
					node.service.reset();
					if (isLost) failNext(LOST);
					const first = await node.run(gift(way), { items: [ANN], node: options.node });
					const run = await runAgain(first, gift(way), { items: [{ ...ANN, ...change }], ...options });

					if (isLost) expect(outcomesOf(run)).toEqual(['unknown']);
					else expect(JSON.stringify(failuresOf(run))).toContain(stored()[0]?.id);
					expect(deniedIn(run, ['Ann'])).toEqual([]);
					expect(stored()).toHaveLength(1);
				}
			}
		});
	});

	test('may have its gift where n8n has not stored what was sent before', async () => {
		const contextData = contextOf(await node.run(create({ validateOnly: true })));
		for (const context of Object.values(contextData.flow ?? {})) Object.assign(context, { isLedgerLost: true });
		const run = await node.run(create({ fromName: '={{ " " }}' }), { contextData, ...GOES_ON });

		expect(outcomesOf(run)).toEqual(['unknown']);
	});
});

describe('an order batch that the service refuses after others of the run', () => {
	test.each<[string, object, Partial<RunOptions>, IDataObject]>([
		['a published workflow', {}, {}, {}],
		['the editor', { isSentOnce: true }, { mode: 'manual' }, {}],
		['the editor with Allow Repeated Recipients', {}, { mode: 'manual' }, ALLOWED],
		['the editor with references of the user', {}, { mode: 'manual' }, OWN],
		['a sub-workflow', { isSubWorkflow: true }, { mode: 'integrated' }, {}],
	])('names them, and knows what may send them again in %s', async (_where, facts, how, options) => {
		const { error } = await node.run(forEachItem(options), { items: fromEach('Bo', 'Cy'), ...how });

		const nothing = { outcome: 'nothingSent', creates: 'order batch', createdBefore: [stored()[0]?.id] };
		expect(error?.context).toMatchObject({ isSentOnce: false, isSubWorkflow: false, ...nothing, ...facts });
	});

	test('names the one that a repetition has proved by its reference, and a retry sends the rest', async () => {
		failNext({ kind: 'response', status: 503, afterCommit: true });
		const refused = await node.run(forEachItem(), { items: fromEach('Bo', 'Cy') });
		const createdBefore = [stored()[0]?.customer_reference_id];
		expect(refused.error?.context).toMatchObject({ outcome: 'nothingSent', createdBefore });

		const { cartItems } = create();
		const run = await runAgain(refused, forEachItem({ cartItems }), { items: fromEach('Bo', 'Cy') });
		expect(already(run)).toEqual([true, false]);
		expect(stored()).toHaveLength(2);
	});

	describe.each<[string, IDataObject, IDataObject]>([
		['somebody of the same name', { first_name: 'Ann' }, {}],
		['the same person, where that is allowed', ANN, ALLOWED],
	])('does not take over from them where they are for %s', (_whom, person, more) => {
		const items = ['Bo', 'Cy'].map((from) => ({ ...person, from }));

		test.each([false, true])('what they are, and whether that is unknown: %s', async (isLost) => {
			if (isLost) failNext(LOST);
			const run = await node.run(forEachItem(more), { items, ...TO_ERROR_OUTPUT });

			expect(stored()).toHaveLength(1);
			expect(outcomesOf(run)).toEqual(isLost ? ['unknown', 'nothingSent'] : ['nothingSent']);
			expect(run.outputs[1]?.at(-1)?.json).not.toHaveProperty('order_batch_id');
		});
	});
});

describe('a failure', () => {
	const [IT, INPUT]: OutcomeFacts[] = [{ correct: 'it' }, { correct: 'the input', creates: 'order batch' }];
	const said = (facts: OutcomeFacts = {}, isOneOfMany = false) =>
		expect.stringContaining(descriptionOf({ outcome: 'nothingSent', ...facts }, isOneOfMany)) as string;

	test('is one of the whole run where the node goes on, but one order batch had all items', async () => {
		for (const [parameters, facts] of [
			[gift('Input Items'), IT],
			[create(FROM_ITEMS), INPUT],
		] as const) {
			refuseNext();
			const run = await node.run(parameters, { items: [{ first_name: 'Ann' }, { first_name: 'Bo' }], ...GOES_ON });

			expect(failuresOf(run)).toMatchObject([{ description: said(facts) }, { description: said(facts) }]);
		}
	});

	test.each<[string, string[], OutcomeFacts | undefined, boolean?]>([
		['a refused item', ['', 'Bo'], IT],
		['an item that the service refuses', ['Bo', 'Cy'], { creates: 'order batch', advice: 'Open the product URL' }],
		['one that it refuses without a reason', ['Bo', 'Al'], INPUT, true],
	])('is one of %s alone beside others', async (_what, senders, facts, fails = false) => {
		if (fails) refuseNext();
		const run = await node.run(forEachItem(), { items: fromEach(...senders), ...GOES_ON });

		expect(stored()).toHaveLength(1);
		expect(failuresOf(run)).toMatchObject([{ description: said(facts, true) }]);
	});
});
