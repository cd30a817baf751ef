import type { IDataObject } from 'n8n-workflow';

import type { NodeRun } from '../../../../../dev/harness/engine';
import { actionNode } from '../../../../support/actionNode';
import { creationsOf, giftsOf, named, POST, TO_ERROR_OUTPUT } from '../../../../support/creations';
import { FROM_ITEMS } from '../../../../support/orderBatchParameters';

const node = actionNode({ limits: { retryBudgetMs: 0 } });

const { create, stored, runAgain } = creationsOf(node);

const toItems = (more: IDataObject = {}) => create({ ...FROM_ITEMS, sendMethod: 'email_and_link', ...more });

/** The first name and the email of an item, wherever else it names people. */
const person = { firstName: '={{ $json.first_name }}', email: '={{ $json.email }}' };
const define = (more: IDataObject = {}) =>
	create({ sendMethod: 'email_and_link', recipients: { recipient: [person] }, ...more });

/** People of a tier, which is the From Name of their gift. */
const tier = (name: string, ...people: string[]) => named(...people).map((one) => ({ ...one, tier: name }));
const byTier = (more: IDataObject = {}) => toItems({ fromName: '={{ $json.tier }}', ...more });

/** The items of the error output, as n8n gives them to the next node. */
const failedOf = ({ outputs }: NodeRun, input: IDataObject[]) =>
	(outputs[1] ?? []).map(({ json, pairedItem }) => ({ ...input[(pairedItem as { item: number }).item], ...json }));
const cleoIn = (run: NodeRun, input: IDataObject[]) =>
	failedOf(run, input).filter(({ first_name: name }: IDataObject) => name === 'Cleo');

const loopTo = (first: NodeRun, parameters: IDataObject, items: IDataObject[], runIndex = 1) =>
	runAgain(first, parameters, { items, runIndex, ...TO_ERROR_OUTPUT });

const fallback = { node: { ...TO_ERROR_OUTPUT.node, id: 'second', name: 'second' } };

describe('where other gifts of the run are sent, a refused item', () => {
	test('does not have the order batch of somebody else of its list, so that the next node sends its gift', async () => {
		const first = await node.run(byTier(), { items: tier('Gold', 'Ann', 'Ben'), ...TO_ERROR_OUTPUT });
		const page = [...tier('Gold', 'Ben', 'Cleo'), ...tier('Silver', 'Dora')];
		const cleo = cleoIn(await loopTo(first, byTier(), page), page);
		expect(cleo[0]?.gift_error).not.toHaveProperty('order_batch_id');
		await node.run(define(), { items: cleo, ...fallback });
		expect(await giftsOf(node)).toEqual({ Ann: 1, Ben: 1, Cleo: 1, Dora: 1 });
	});

	test('may not have a gift because of somebody who is in its list twice', async () => {
		const items = [...tier('Gold', 'Ann', 'Ann', 'Cleo'), ...tier('Silver', 'Dora')];
		const cleo = cleoIn(await node.run(byTier(), { items, ...TO_ERROR_OUTPUT }), items);
		await node.run(define(), { items: cleo, ...fallback });
		expect(await giftsOf(node)).toEqual({ Cleo: 1, Dora: 1 });
	});

	test('refuses nobody in another list', async () => {
		const items = [...tier(' ', 'Ann'), ...tier('Silver', 'Ann', 'Ben')];
		await node.run(byTier(), { items, ...TO_ERROR_OUTPUT });
		expect(await giftsOf(node)).toEqual({ Ann: 1, Ben: 1 });
	});
});

test.each([
	[409, { error: 'Conflict' }],
	[409, { error: 'This idempotency key has already been used' }],
	[422, { error: 'An order batch with reference deal-1 already exists' }],
	[422, { errors: { customer_reference_id: ['has already been taken'] } }],
	[422, { error: 'customer_reference_id: an existing order batch has this value' }],
	[400, { error: 'Customer reference was already submitted' }],
])(
	'a node after the error output sends no second gift, where the service says %s %j of the reference',
	async (status, body) => {
		const own = toItems({ additionalFields: { customerReferenceId: 'deal-1' } });
		const items = named('Ann');
		await node.run(own, { items });
		node.service.addFault({ ...POST, times: 1, effect: { kind: 'response', status, body } });
		const again = await node.run(own, { items, ...TO_ERROR_OUTPUT });
		await node.run(toItems({ fromName: 'Fallback' }), { items: failedOf(again, items), ...fallback });
		expect(await giftsOf(node)).toEqual({ Ann: 1 });
	},
);

/** An order batch for more than ten people is pending for a while. */
const elevenPeople = Array.from({ length: 11 }, (_, index) => ({
	first_name: `G${index}`,
	email: `g${index}@example.com`,
}));
const waitsInVain = { skipInvalidRecipients: true, waitForCompletion: true, maxWaitSeconds: 0 };

test('a loop over the error output returns what became of an order batch, beside somebody who is still invalid', async () => {
	const items = [...elevenPeople, { first_name: 'Zoe' }];
	const parameters = toItems({ options: { ...waitsInVain, recipientsPerBatch: 11 } });
	const first = await node.run(parameters, { items, ...TO_ERROR_OUTPUT });
	node.service.setBatchState(String(stored()[0]?.id), 'complete');
	expect((await loopTo(first, parameters, failedOf(first, items))).json).toHaveLength(11);
	expect(stored()).toHaveLength(1);
});

test('items that failed after their order batch was created get no second gift in a loop, also with Allow Repeated Recipients and others beside them', async () => {
	// An order batch for more than ten people is pending for a while.
	const people = Array.from({ length: 11 }, (_, index) => ({
		first_name: `G${index}`,
		email: `g${index}@example.com`,
	}));
	const items = [...people, { first_name: 'Zoe' }];
	const wait = { waitForCompletion: true, maxWaitSeconds: 0 };
	const parameters = toItems({ options: { allowRepeatedRecipients: true, skipInvalidRecipients: true, ...wait } });
	const first = await node.run(parameters, { items, ...TO_ERROR_OUTPUT });
	const repaired = failedOf(first, items).map((one: IDataObject) => ({ email: 'zoe@example.com', ...one }));
	expect(repaired).toHaveLength(12);
	await loopTo(first, parameters, repaired);
	expect(stored()).toHaveLength(1);
});

test('Validate Only that differs between items is refused, so that nobody reads "Nothing was sent" above what was sent', async () => {
	const items = named('Ann', 'Ben').map((one, index) => ({ ...one, test: index === 0 }));
	const { error } = await node.run(define({ validateOnly: '={{ $json.test }}' }), { items });
	expect(error?.context).toMatchObject({ problems: [{ kind: 'differentSettings' }] });
	expect(stored()).toEqual([]);
});

const PATIENT = { limits: { retryBudgetMs: 2_000, firstRetryDelayMs: 2 } };

test('an order batch that the list did not show yet is found in a later attempt', async () => {
	const run = { items: named('Ann'), ...PATIENT };
	const parameters = toItems({ options: { waitForCompletion: true } });
	const empty = { data: [], list_meta: { total_count: 0 } };
	node.service.addFault({ ...POST, times: 1, effect: { kind: 'response', status: 503, afterCommit: true } });
	node.service.addFault({
		match: { method: 'GET', path: /order_batches$/ },
		times: 1,
		effect: { kind: 'response', status: 200, body: empty },
	});
	const first = await node.run(parameters, run);
	expect(first.status).toBe('error');
	expect((await runAgain(first, parameters, { ...run, mode: 'retry' })).json).toHaveLength(1);
});

test('an order batch that was sent at once is no success for a request with a time', async () => {
	const additionalFields = { customerReferenceId: 'deal-1' };
	await node.run(toItems({ additionalFields }), { items: named('Ann') });
	node.service.addFault({ ...POST, times: 1, effect: { kind: 'response', status: 503 } });
	const later = toItems({ additionalFields, scheduledSendOn: '2031-05-04T09:00:00Z' });
	expect((await node.run(later, { items: named('Ann'), ...PATIENT })).status).toBe('error');
});
