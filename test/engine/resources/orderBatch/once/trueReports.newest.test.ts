import type { IDataObject } from 'n8n-workflow';

import { REFERENCE_ADVICE } from '../../../../../nodes/GiftOrderBatch/resources/sentences';
import { actionNode } from '../../../../support/actionNode';
import {
	already,
	creationsOf,
	failuresOf,
	GOES_ON,
	named,
	outcomesOf,
	responds,
	TO_ERROR_OUTPUT,
} from '../../../../support/creations';

const node = actionNode({ limits: { retryBudgetMs: 30_000 } });

const { create, withReference, send, retry, runAgain, stored, gifts, failNext, loseNext, refuseNext } =
	creationsOf(node);

const BY_HAND = { mode: 'manual' } as const;

const afterRestart = () => ({ ...BY_HAND, credentials: node.credentialsAfterRestart() });

describe('Validate Only', () => {
	const validateOnly = true;
	const perPerson: IDataObject = { options: { recipientsPerBatch: 1, recipientsLimit: 3 } };

	test('in a retry shows what exists, and does not count it', async () => {
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
	])('shows a gift that may exist as such, and does not count it, %s', async (_how, names, sentence) => {
		loseNext();
		const lost = await send(['Ann'], perPerson);
		const { json, hints } = await retry(lost, names, { ...perPerson, validateOnly });

		expect(json.map(({ may_exist: may, already_created: isOld }) => [may, isOld])).toEqual(
			names.map((name) => [name === 'Ann' ? true : undefined, undefined]),
		);
		expect(hints[0]).toMatch(sentence);
		expect(hints[0]).not.toContain('to 2 people');
	});

	test('by hand after a restart shows what another execution has sent, and what would be refused', async () => {
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
});

test.each<[string, () => void, string]>([
	['was refused', refuseNext, 'nothingSent'],
	['may exist', loseNext, 'unknown'],
])('An item names no order batch of an earlier node where its own %s.', async (_what, fail, outcome) => {
	const earlier = { order_batch_id: 'b-earlier' };
	fail();
	const items = named('Ann').map((ann) => ({ ...ann, ...earlier, gift_error: earlier }));
	const run = await send([], { options: { allowRepeatedRecipients: true } }, { items, ...GOES_ON });

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
