import type { IDataObject } from 'n8n-workflow';

import type { NodeRun } from '../../../../../dev/harness/engine';
import type { FaultEffect } from '../../../../../dev/mock-service';
import { actionNode } from '../../../../support/actionNode';
import { creationsOf, LOST, POST } from '../../../../support/creations';
import { FROM_ITEMS } from '../../../../support/orderBatchParameters';

const node = actionNode({
	interfaceOnly: true,
	limits: { retryBudgetMs: 300, firstRetryDelayMs: 2, longestRetryDelayMs: 20 },
});

const { create, withReference, stored, runAgain } = creationsOf(node);

const TO_ERROR_OUTPUT = { node: { onError: 'continueErrorOutput' } } as const;

/** One order batch for each input item: for its `name` and `email`, from its `from`. */
const forEachItem = (more: IDataObject = {}) =>
	create({
		fromName: '={{ $json.from }}',
		recipients: { recipient: [{ firstName: '={{ $json.name }}', email: '={{ $json.email }}' }] },
		...more,
	});

const failedItems = ({ outputs }: NodeRun) => (outputs[1] ?? []).map(({ json }) => json);

describe('the error of a gift that the service refuses', () => {
	const ALLOWED = { options: { allowRepeatedRecipients: true } };
	/** Two gifts, the second one with a product that does not exist. */
	const refusesSecond = (more: IDataObject) =>
		forEachItem({
			cartItems: {
				item: [
					{
						product: '={{ $json.from === "Cy" ? "https://example.com/nothing" : $json.product }}',
						quantity: 1,
					},
				],
			},
			...more,
		});
	const itemsFor = (person: IDataObject) =>
		['Bo', 'Cy'].map((from) => ({ ...person, from, product: node.service.samples.productId }));

	describe.each<[string, IDataObject, IDataObject]>([
		['somebody of the same name', { name: 'Ann' }, {}],
		['the same person, where that is allowed', { name: 'Ann', email: 'ann@example.com' }, ALLOWED],
	])('after another gift of the same run for %s', (_whom, person, more) => {
		test('does not name the order batch of that gift', async () => {
			const run = await node.run(refusesSecond(more), { items: itemsFor(person), ...TO_ERROR_OUTPUT });

			expect(stored()).toHaveLength(1);
			expect(failedItems(run)).toEqual([
				expect.objectContaining({
					from: 'Cy',
					error_description: expect.stringMatching(/^The order batch was not created\./),
				}),
			]);
			expect(failedItems(run)[0]).not.toHaveProperty('order_batch_id');
		});

		test('does not say of both that they are unknown where only that of the first is', async () => {
			node.service.addFault({ ...POST, times: 1, effect: LOST });
			const run = await node.run(refusesSecond(more), { items: itemsFor(person), ...TO_ERROR_OUTPUT });

			expect(failedItems(run).map(({ error_description: description }) => description)).toEqual([
				expect.stringMatching(/^It is not known whether the order batch was created/),
				expect.stringMatching(/^The order batch was not created\./),
			]);
		});

		test('names that gift where the whole node fails', async () => {
			const { error } = await node.run(refusesSecond(more), { items: itemsFor(person) });

			expect(error?.description).toContain('The order batch was not created.');
			expect(error?.description).toContain(`This execution has already created order batch ${stored()[0]?.id}`);
		});
	});
});

describe('an item that is refused in a later run of the node', () => {
	test.each<[string, IDataObject, IDataObject]>([
		['somebody of the same name', { name: 'Ann' }, {}],
		[
			'the same person, where that is allowed',
			{ name: 'Ann', email: 'ann@example.com' },
			{ options: { allowRepeatedRecipients: true } },
		],
	])('is not said to be the gift that %s got in an earlier one', async (_whom, person, more) => {
		const other = { name: 'Zoe', email: 'zoe@example.com' };
		const first = await node.run(forEachItem(more), { items: [{ ...person, from: 'Bo' }], ...TO_ERROR_OUTPUT });
		const run = await runAgain(first, forEachItem(more), 1, {
			items: [
				{ ...person, from: ' ' },
				{ ...other, from: ' ' },
			],
			...TO_ERROR_OUTPUT,
		});

		expect(failedItems(run).map(({ error_description: description }) => description)).toEqual([
			expect.stringMatching(/^It is not known whether the order batch was created/),
			expect.stringMatching(/^Nothing was sent for this item\./),
		]);
		expect(failedItems(run)[0]).not.toHaveProperty('order_batch_id');
	});

	test.each([
		['a single item', forEachItem, { items: [{ name: 'Ann', email: 'ann@example.com', from: ' ' }] }],
		[
			'all input items together',
			() => create({ ...FROM_ITEMS, fromName: ' ' }),
			{ items: ['Ann', 'Bo'].map((name) => ({ first_name: name, email: `${name}@example.com` })) },
		],
		[
			'input items with different parameters',
			() => create({ ...FROM_ITEMS, fromName: '={{ $json.first_name }}' }),
			{ items: ['Ann', 'Bo'].map((name) => ({ first_name: name, email: `${name}@example.com` })) },
		],
	])('names the order batch that its recipients have already: %s', async (_what, parameters, { items }) => {
		const first = await node.run({ ...parameters(), fromName: 'Bo' }, { items, ...TO_ERROR_OUTPUT });
		const run = await runAgain(first, parameters(), 1, { items, ...TO_ERROR_OUTPUT });

		for (const { error_description: description } of failedItems(run)) {
			expect(description).toContain(`This execution has already created order batch ${stored()[0]?.id}`);
			expect(description).not.toMatch(/^Nothing was sent\. /);
		}
		expect(failedItems(run)).toHaveLength(items.length);
	});
});

test('a reference that was taken, and is free again when the response is lost, leaves it unknown what was created', async () => {
	const refused: FaultEffect = {
		kind: 'response',
		status: 409,
		body: { error: 'customer_reference_id has already been taken' },
	};
	node.service.addFault({ ...POST, times: 1, effect: refused });
	const taken = await node.run(withReference('deal-1'));
	node.service.addFault({ ...POST, times: 1, effect: LOST });
	const lost = await runAgain(taken, withReference('deal-1'), 0);
	expect(lost.error?.description).toContain('It is not known whether the order batch was created');

	const duplicate = await runAgain(lost, withReference('deal-1'), 0);
	expect(duplicate.error?.description).toContain('It is not known whether the order batch was created');
	expect(duplicate.error?.description).not.toContain('use another reference');
	expect(stored()).toHaveLength(1);
});

test('a derived reference that another retry of the execution has used keeps another gift from its people', async () => {
	const email = 'ann@example.com';
	const gift = (more: IDataObject = {}) =>
		create({ recipients: { recipient: [{ firstName: 'Ann', email }] }, ...more });
	node.service.addFault({ ...POST, times: 1, effect: { kind: 'response', status: 422 } });
	const failed = await node.run(gift());
	await runAgain(failed, gift(), 0);
	const taken = await runAgain(failed, gift(), 0);
	expect(taken.error?.description).toContain('This execution has already created an order batch here');

	for (const more of [{ fromName: 'Ben' }, { fromName: 'Ben', options: { allowRepeatedRecipients: true } }]) {
		const { error } = await runAgain(taken, gift(more), 0);
		expect(error?.message).toContain('the request has changed since');
		expect(error?.description).toMatch(/^It is not known whether the order batch was created/);
	}
	expect(stored()).toHaveLength(1);
});

test.each([
	['manual', 'day'],
	['trigger', 'execution'],
] as const)('Validate Only says what the reference is derived from in the mode %s', async (mode, what) => {
	const { hints } = await node.run(create({ validateOnly: true }), { mode });

	expect(hints[0]).toContain(`The reference is derived from the ${what} and the request.`);
});

test('an item that comes back from the error output does not keep that its earlier reference exists', async () => {
	const parameters = withReference('={{ $json.deal }}');
	await node.createBatch(1, { customer_reference_id: 'deal-1', recipients: [{ first_name: 'Zoe' }] });
	const taken = await node.run(parameters, { items: [{ deal: 'deal-1' }], ...TO_ERROR_OUTPUT });
	expect(failedItems(taken)).toEqual([expect.objectContaining({ reference_exists: true })]);

	node.service.addFault({ ...POST, times: 1, effect: { kind: 'response', status: 422 } });
	const items = failedItems(taken).map((item) => ({ ...item, deal: 'deal-2' }));
	const refused = await runAgain(taken, parameters, 1, { items, ...TO_ERROR_OUTPUT });
	expect(failedItems(refused)).toEqual([expect.objectContaining({ reference_exists: false })]);
});

describe('a recipient twice among the input items', () => {
	const HOME = { street: '548 Market St', city: 'San Francisco', state: 'CA', zip: '94104' };
	const direct = (more: IDataObject = {}) => create({ ...FROM_ITEMS, sendMethod: 'direct_send', ...more });

	test('is refused without an email whatever the case of their name and address', async () => {
		const items = [
			{ first_name: 'Ann', last_name: 'Lee', ...HOME },
			{ first_name: 'ANN', last_name: 'LEE', ...HOME, street: '548 MARKET ST' },
		];
		const { error } = await node.run(direct(), { items });

		expect(error?.message).toContain('also those of recipient 1, who would get the gift twice');
		expect(stored()).toEqual([]);
	});

	test('gets the gift where the first of their items is left out since it is wrong', async () => {
		const ann = { first_name: 'Ann', email: 'ann@example.com' };
		const run = await node.run(direct({ options: { skipInvalidRecipients: true } }), {
			items: [ann, { ...ann, ...HOME }],
			...TO_ERROR_OUTPUT,
		});

		expect(failedItems(run)).toEqual([
			expect.objectContaining({ error: expect.stringContaining('Recipient 1: "Mailing Address') }),
		]);
		expect(stored().map(({ recipients_count: count }) => count)).toEqual([1]);
	});
});
