import type { IDataObject } from 'n8n-workflow';

import { contextOf, TOOL, type RunOptions } from '../../../../../dev/harness/engine';
import { descriptionOf, type OutcomeFacts } from '../../../../../nodes/GiftOrderBatch/resources/outcome';
import { REFERENCE_ADVICE } from '../../../../../nodes/GiftOrderBatch/resources/sentences';
import { actionNode } from '../../../../support/actionNode';
import {
	ALLOWED,
	already,
	BY_HAND,
	creationsOf,
	failuresOf,
	GOES_ON,
	named,
	outcomesOf,
	responds,
	TO_ERROR_OUTPUT,
} from '../../../../support/creations';
import { FROM_ITEMS } from '../../../../support/orderBatchParameters';

const node = actionNode({ limits: { retryBudgetMs: 30_000 } });

const creations = creationsOf(node);
const { create, deniedIn, withReference, send, retry, runAgain, stored, gifts } = creations;
const { failNext, loseNext, refuseNext } = creations;

const [ANN = {}] = named('Ann');

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
					if (isLost) loseNext();
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
		['the editor', { isSentOnce: true }, BY_HAND, {}],
		['the editor with Allow Repeated Recipients', {}, BY_HAND, ALLOWED],
		['the editor with references of the user', {}, BY_HAND, OWN],
		['a sub-workflow', { isSubWorkflow: true }, { mode: 'integrated' }, {}],
	])('names them, and knows what may send them again in %s', async (_where, facts, how, options) => {
		const { error } = await node.run(forEachItem(options), { items: fromEach('Bo', 'Cy'), ...how });

		const nothing = { outcome: 'nothingSent', creates: 'order batch', createdBefore: [stored()[0]?.id] };
		expect(error?.context).toMatchObject({ isSentOnce: false, isSubWorkflow: false, ...nothing, ...facts });
	});

	test('names the one that a repetition has proved by its reference, and a retry sends the rest', async () => {
		node.service.setInterfaceOnly(true);
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
			if (isLost) loseNext();
			const run = await node.run(forEachItem(more), { items, ...TO_ERROR_OUTPUT });

			expect(stored()).toHaveLength(1);
			expect(outcomesOf(run)).toEqual(isLost ? ['unknown', 'nothingSent'] : ['nothingSent']);
			expect(run.outputs[1]?.at(-1)?.json).not.toHaveProperty('order_batch_id');
		});
	});
});

const [IT, INPUT]: OutcomeFacts[] = [{ correct: 'it' }, { correct: 'the input', creates: 'order batch' }];
const said = (facts: OutcomeFacts = {}, isOneOfMany = false) =>
	expect.stringContaining(descriptionOf({ outcome: 'nothingSent', ...facts }, isOneOfMany)) as string;

test('a failure is one of the whole run where the node goes on, but one order batch had all items', async () => {
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
])('a failure is one of %s alone beside others', async (_what, senders, facts, fails = false) => {
	if (fails) refuseNext();
	const run = await node.run(forEachItem(), { items: fromEach(...senders), ...GOES_ON });

	expect(stored()).toHaveLength(1);
	expect(failuresOf(run)).toMatchObject([{ description: said(facts, true) }]);
});

const afterRestart = () => ({ ...BY_HAND, credentials: node.credentialsAfterRestart() });

const validateOnly = true;
const perPerson: IDataObject = { options: { recipientsPerBatch: 1, recipientsLimit: 3 } };

test('Validate Only in a retry shows what exists, and does not count it', async () => {
	const first = await send(['Ann', 'Ben'], perPerson);
	const { json, hints } = await retry(first, ['Ann', 'Ben', 'Cleo'], { ...perPerson, validateOnly });

	const ids = stored().map(({ id }) => id);
	expect(json.map(({ first_name: name, already_created: isOld, order_batch_id: id }) => [name, isOld, id])).toEqual([
		['Ann', true, ids[0]],
		['Ben', true, ids[1]],
		['Cleo', undefined, undefined],
	]);
	expect(hints).toContainEqual(expect.stringContaining('Gifts for 2 people already exist'));
	expect(hints).toContainEqual(expect.stringContaining('to 1 person'));
	expect(await gifts()).toEqual({ Ann: 1, Ben: 1 });
});

test.each<[string, string[], RegExp]>([
	['alone', ['Ann'], /^Nothing was sent\. It is not known .* 1 person exist \(order batch n8n-\S+-0\)/],
	['beside others', ['Ann', 'Ben'], /exist \(order batch n8n-\S+\).*This would send .* to 1 person/],
])('Validate Only shows a gift that may exist as such, and does not count it, %s', async (_how, names, sentence) => {
	loseNext();
	const lost = await send(['Ann'], perPerson);
	const { json, hints } = await retry(lost, names, { ...perPerson, validateOnly });

	expect(json.map(({ may_exist: may, already_created: isOld }) => [may, isOld])).toEqual(
		names.map((name) => [name === 'Ann' ? true : undefined, undefined]),
	);
	expect(hints[0]).toMatch(sentence);
	expect(hints[0]).not.toContain('to 2 people');
});

test('Validate Only by hand after a restart shows what another execution has sent, and what would be refused', async () => {
	await send(['Ann'], {}, BY_HAND);
	const shown = await send(['Ann'], { validateOnly }, afterRestart());
	expect(already(shown)).toEqual([true]);
	expect(shown.hints).toContainEqual(
		expect.stringMatching(/nothing would be sent\. Gifts for 1 person already exist \(/),
	);

	const { error } = await send(['Ann', 'Ben'], { validateOnly }, afterRestart());
	const gifted = { kind: 'giftedToday', people: { all: 1 }, count: 2, isSure: true, when: 'from this step today' };
	expect(error?.context.problems).toMatchObject([gifted]);
	expect(await gifts()).toEqual({ Ann: 1 });
});

test.each<[string, () => void, string]>([
	['was refused', refuseNext, 'nothingSent'],
	['may exist', loseNext, 'unknown'],
])('An item names no order batch of an earlier node where its own %s.', async (_what, fail, outcome) => {
	const earlier = { order_batch_id: 'b-earlier' };
	fail();
	const items = named('Ann').map((ann) => ({ ...ann, ...earlier, gift_error: earlier }));
	const run = await send([], ALLOWED, { items, ...GOES_ON });

	expect(outcomesOf(run)).toEqual([outcome]);
	expect(JSON.stringify(failuresOf(run))).not.toContain('b-earlier');
});

const NOTHING_SENT = { outcome: 'nothingSent', advice: REFERENCE_ADVICE.ownTaken() };

describe.each([true, false])("a user's reference that an older batch has, where batches are listed: %p,", (canList) => {
	let older: string;
	beforeEach(async () => {
		node.service.setInterfaceOnly(!canList);
		older = await node.createBatch(1, { customer_reference_id: 'deal-1', recipients: [{ first_name: 'Zoe' }] });
	});

	test('is refused, and goes on being refused in a retry', async () => {
		const failed = await node.run(withReference('deal-1'));
		expect(failed.error?.message).toContain('customer_reference_id');
		expect(failed.error?.context).toMatchObject(NOTHING_SENT);

		failNext(responds(400));
		const again = await runAgain(failed, withReference('deal-1'));
		expect(again.error?.httpCode).toBe('400');

		failNext({ kind: 'drop' });
		const { error } = await runAgain(again, withReference('deal-1'));
		expect(error?.context).toMatchObject(NOTHING_SENT);
		expect(stored()).toHaveLength(1);
	});

	test('is that of the older batch, or may be, after an attempt that may have worked', async () => {
		failNext(responds(503));
		const { json } = await node.run(withReference('deal-1'), GOES_ON);

		const advice = canList ? REFERENCE_ADVICE.ownTaken(older) : REFERENCE_ADVICE.unclear();
		const description = expect.stringContaining(advice) as string;
		expect(json).toMatchObject([{ gift_error: { description, reference_exists: true } }]);
		expect(stored()).toHaveLength(1);
	});

	test('does not stay with an item that comes back from the error output', async () => {
		const parameters = withReference('={{ $json.deal }}');
		const failed = await node.run(parameters, { items: [{ deal: 'deal-1' }], ...TO_ERROR_OUTPUT });
		const item = failed.outputs[1]?.[0]?.json;
		expect(item).toMatchObject({ gift_error: { reference_exists: true } });

		refuseNext();
		const again = { items: [{ ...item, deal: 'deal-2' }], ...TO_ERROR_OUTPUT, runIndex: 1 };
		const refused = await runAgain(failed, parameters, again);
		expect(refused.outputs[1]?.[0]?.json.gift_error).not.toHaveProperty('reference_exists');
	});
});

test('What exists with another key is not valid, as Validate Only says.', async () => {
	const first = await node.run(create());
	const { error, json } = await runAgain(first, create({ validateOnly: true }), {
		credentials: node.credentials(node.service.keys.automationMember),
	});

	expect(json).toEqual([]);
	expect(error?.message).toContain(stored()[0]?.id);
	expect(error?.context).toMatchObject({ failure: 'otherApiKey', outcome: 'created', orderBatchId: stored()[0]?.id });
});
