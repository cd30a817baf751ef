import type { IDataObject } from 'n8n-workflow';

import { contextOf, TOOL, type RunOptions } from '../../../../../dev/harness/engine';
import { actionNode } from '../../../../support/actionNode';
import {
	already,
	creationsOf,
	descriptions,
	GOES_ON,
	LOST,
	TO_ERROR_OUTPUT,
	UNKNOWN,
} from '../../../../support/creations';
import { FROM_ITEMS } from '../../../../support/orderBatchParameters';

const node = actionNode({
	interfaceOnly: true,
	limits: { retryBudgetMs: 300, firstRetryDelayMs: 2, longestRetryDelayMs: 20 },
});

const { create, stored, failNext, refuseNext, runAgain } = creationsOf(node);

const ANN = { first_name: 'Ann', email: 'ann@example.com' };

const ALLOWED: IDataObject = { options: { allowRepeatedRecipients: true } };

const OWN: IDataObject = { additionalFields: { customerReferenceId: '={{ $json.from }}' } };

/** How the recipient of an input item reaches the node. */
const WAYS: Record<string, IDataObject> = {
	'Define Below': {
		recipients: { recipient: [{ firstName: '={{ $json.first_name }}', email: '={{ $json.email }}' }] },
	},
	JSON: {
		recipientsSource: 'json',
		recipientsJson: '={{ [{ first_name: $json.first_name, email: $json.email }] }}',
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

const IS_UNKNOWN = expect.stringMatching(new RegExp(`^${UNKNOWN}`)) as string;

const alreadyCreated = () => `Order batch ${stored()[0]?.id} already exists`;

describe('an item that a second attempt refuses', () => {
	const NOTHING = /Nothing was sent( for this item)?\.|was not created/;

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

					expect(descriptions(run)).toEqual([expect.stringContaining(isLost ? UNKNOWN : String(stored()[0]?.id))]);
					expect(descriptions(run)[0]).not.toMatch(NOTHING);
					expect(stored()).toHaveLength(1);
				}
			}
		});
	});

	test('may have its gift where n8n has not stored what was sent before', async () => {
		const contextData = contextOf(await node.run(create({ validateOnly: true })));
		for (const context of Object.values(contextData.flow ?? {})) Object.assign(context, { isLedgerLost: true });
		const { json } = await node.run(create({ fromName: '={{ " " }}' }), { contextData, ...GOES_ON });

		expect(json).toMatchObject([{ gift_error: { description: IS_UNKNOWN, may_exist: true } }]);
	});
});

describe('an order batch that the service refuses after others of the run', () => {
	test.each<['again' | 'again after today', string, Partial<RunOptions>, IDataObject]>([
		['again', 'a published workflow', {}, {}],
		['again after today', 'the editor', { mode: 'manual' }, {}],
		['again', 'the editor with Allow Repeated Recipients', { mode: 'manual' }, ALLOWED],
		['again', 'the editor with references of the user', { mode: 'manual' }, OWN],
	])('names them, and that running it %s may send again in %s', async (again, _where, how, options) => {
		const { error } = await node.run(forEachItem(options), { items: fromEach('Bo', 'Cy'), ...how });

		expect(error?.description).toContain('The order batch was not created.');
		expect(error?.description).toContain(`${alreadyCreated()}.`);
		const warning = `Running the workflow ${again} may send those gifts again, but n8n's Retry does not.`;
		expect(error?.description).toContain(warning);
	});

	test("warns of n8n's Retry in a sub-workflow, because a Retry of its parent sends again", async () => {
		const { error } = await node.run(forEachItem(), { items: fromEach('Bo', 'Cy'), mode: 'integrated' });

		expect(error?.description).toContain(
			'Running the workflow again may send those gifts again, and so may a Retry of its parent.',
		);
	});

	test('names the one that a repetition has proved by its reference, and a retry sends the rest', async () => {
		failNext({ kind: 'response', status: 503, afterCommit: true });
		const refused = await node.run(forEachItem(), { items: fromEach('Bo', 'Cy') });
		expect(refused.error?.description).toContain('The order batch was not created.');
		expect(refused.error?.description).toContain(`Order batch ${stored()[0]?.customer_reference_id} already exists.`);

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
			expect(descriptions(run)).toEqual([
				...(isLost ? [IS_UNKNOWN] : []),
				expect.stringMatching(/^The order batch was not created\./),
			]);
			expect(run.outputs[1]?.at(-1)?.json).not.toHaveProperty('order_batch_id');
		});
	});
});

describe('a failure', () => {
	test('asks to run the node again where the node goes on, but one order batch had all items', async () => {
		const items = [{ first_name: 'Ann' }, { first_name: 'Bo' }];
		const refused = await node.run(gift('Input Items'), { items, ...GOES_ON });
		expect(descriptions(refused)).toEqual(items.map(() => 'Nothing was sent. Correct it and run the node again.'));

		refuseNext();
		const failed = await node.run(create(FROM_ITEMS), { items, ...GOES_ON });
		const advice = 'The order batch was not created. Correct the input and run the node again.';
		expect(descriptions(failed)).toEqual(items.map(() => expect.stringContaining(advice)));
	});

	test.each<[string, string[], string, boolean?]>([
		['a refused item', ['', 'Bo'], 'Nothing was sent for this item. Correct it, then send only this item again'],
		['an item that the service refuses', ['Bo', 'Cy'], 'Open the product URL in a browser to check it'],
		['one that it refuses without a reason', ['Bo', 'Al'], 'Correct the input, then send only this item again', true],
	])('does not ask to run the node again for %s beside others', async (_what, senders, advice, fails = false) => {
		if (fails) refuseNext();
		const run = await node.run(forEachItem(), { items: fromEach(...senders), ...GOES_ON });

		expect(stored()).toHaveLength(1);
		expect(descriptions(run)).toEqual([expect.stringContaining(advice)]);
		expect(descriptions(run)[0]).not.toContain('run the node again');
	});
});
