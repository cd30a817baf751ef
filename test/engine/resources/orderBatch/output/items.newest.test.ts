import type { IDataObject } from 'n8n-workflow';

import { descriptionOf } from '../../../../../nodes/GiftOrderBatch/resources/outcome';
import { failureParts, type Failure } from '../../../../../nodes/GiftOrderBatch/resources/sentences';
import { actionNode } from '../../../../support/actionNode';
import { ALLOWED, BY_HAND, creationsOf, GOES_ON, guests, POST, TO_ERROR_OUTPUT } from '../../../../support/creations';
import { listing } from '../../../../support/listing';
import { FROM_ITEMS } from '../../../../support/orderBatchParameters';

const node = actionNode({ interfaceOnly: true });

const { create, stored, requested, failNext } = creationsOf(node);

const fromItems = (more: IDataObject = {}) => create({ ...FROM_ITEMS, ...more });

const listOf = (recipients: IDataObject[], more: IDataObject = {}) =>
	create({ recipientsSource: 'json', recipientsJson: JSON.stringify(recipients), ...more });

/** The response to the next creation: a complete order batch of one recipient, apart from what differs. */
const response = (differs: IDataObject) => {
	const body = { id: 'b-1', send_status: 'complete', recipients_count: 1, orders_count: 1, orders_preview: [] };
	return { ...POST, times: 1, effect: { kind: 'response', status: 201, body: { ...body, ...differs } } as const };
};

const NO_ORDERS = { match: { method: 'GET', path: /orders$/ }, effect: listing() };

/** The output of the one order batch, with what there is of each recipient. */
async function outputWith(people: IDataObject[]) {
	const id = stored()[0]?.id as string;
	const { orders_preview: orders } = await node.read(`/v1/order_batches/${id}`);
	return (orders as IDataObject[]).map(({ individual_gift_link, id: order_id }, item) => ({
		json: { ...people[item], individual_gift_link, send_status: 'complete', order_id, order_batch_id: id },
		pairedItem: { item },
	}));
}

test('Output: Recipients is what input items give: each with their own gift link, paired to their own item', async () => {
	const items = guests(3).map((guest, index) => ({ ...guest, crm_id: index }));
	const { outputs } = await node.run(fromItems(), { items });
	expect(outputs[0]).toEqual(await outputWith(guests(3)));
});

test('Output: Recipients has what people look for first and IDs last', async () => {
	const ann = { phone: '+14155552671', email: 'ann@example.com', last_name: 'Lee', first_name: 'Ann' };
	const { json } = await node.run(listOf([ann, { first_name: 'Bo' }], { options: { output: 'recipients' } }));
	expect(json.map((one) => Object.keys(one).join())).toEqual([
		'first_name,last_name,email,individual_gift_link,send_status,phone,order_id,order_batch_id',
		'first_name,individual_gift_link,send_status,order_id,order_batch_id',
	]);
});

test('Output: Recipients leaves out contact data where the user wants none, and still has the item that each gift belongs to', async () => {
	const options = { output: 'recipientsWithoutContactData' };
	const { outputs } = await node.run(fromItems({ options }), { items: guests(3) });
	expect(outputs[0]).toEqual(await outputWith([]));
	const message = { message: '=Hi {{ $json.email }}', cardId: node.service.samples.cardId };
	const { json } = await node.run(fromItems({ options, validateOnly: true, ...message }), { items: guests(3) });
	expect(json).toHaveLength(3);
	for (const { email } of guests(3)) expect(JSON.stringify(json)).not.toContain(email);
});

test('Output: Recipients says that only the first input item is a recipient with Execute Once, which gives the node no others', async () => {
	const executeOnce = async (parameters: IDataObject) =>
		(await node.run(parameters, { items: guests(2), node: { executeOnce: true } })).hints;
	const hint = expect.stringContaining('Only the first input item is a recipient, because Execute Once') as string;
	expect(await executeOnce(fromItems())).toContainEqual(hint);
	expect(await executeOnce(listOf(guests(2)))).not.toContainEqual(hint);
});

test('Output: Recipients names the people of a pending batch, and says in a hint how to get their links', async () => {
	const { json, hints } = await node.run(fromItems(), { items: guests(11) });
	const id = stored()[0]?.id;
	expect(json).toEqual(guests(11).map((guest) => ({ ...guest, order_batch_id: id, send_status: 'pending' })));
	expect(hints).toEqual([expect.stringContaining(`batch ${id} is pending, so its gift links do not exist yet.`)]);
});

test('Output: Recipients leaves out the gift links of people who cannot be told apart, where the user lists them', async () => {
	const recipients = [{ first_name: 'Ann', email: 'ann@example.com' }, { first_name: 'Ann' }, { first_name: 'Bo' }];
	const orders_preview = recipients.map(({ first_name: recipient_first_name }, index) => ({
		...{ id: `o-${index}`, individual_gift_link: `link-${index}`, recipient_first_name },
		...{ recipient_last_name: null, recipient_email: null },
	}));
	node.service.addFault(response({ recipients_count: 3, orders_count: 3, orders_preview }));
	const { json, hints } = await node.run(listOf(recipients, { options: { output: 'recipients' } }));

	expect(json.map((one) => one.individual_gift_link)).toEqual([undefined, undefined, 'link-2']);
	expect(hints).toEqual([expect.stringMatching(/^No order was found for 2 .* b-1, or .* cannot be told apart/)]);
});

describe('a batch that is not what was asked for', () => {
	const ID = { orderBatchId: 'b-1' };
	const sizeHint = (counts: string) =>
		`Order batch b-1 does not have as many recipients as the node requested: ${counts}. Check your gifting account.`;
	const toTwo = () => listOf([{ first_name: 'Ann' }, { first_name: 'Bo' }]);

	test.each([
		['it is cancelled', { send_status: 'canceled' }, 'orderBatchNotSent'],
		['it is complete for fewer recipients', {}, 'missingRecipients'],
	])('is an error with its ID when %s', async (_what, differs, failure) => {
		node.service.addFault(response(differs));
		const { json, error } = await node.run(toTwo());
		expect(json).toEqual([]);
		expect(error?.context).toMatchObject({ failure, outcome: 'created', orderBatchId: 'b-1' });
	});

	test.each<[string, IDataObject, string]>([
		['fewer recipients while it is pending', { send_status: 'pending' }, '1 instead of 2'],
		['more recipients', { recipients_count: 50 }, '50 instead of 2'],
	])('is put out with a hint where it has %s', async (_what, differs, counts) => {
		node.service.addFault(response(differs));
		const { json, hints } = await node.run(toTwo());
		expect(json).toEqual([expect.objectContaining({ id: 'b-1', recipients_count: 1, ...differs })]);
		expect(hints).toEqual([sizeHint(counts)]);
	});

	test('is told of more recipients also where the wait for it fails', async () => {
		node.service.addFault(response({ send_status: 'pending', recipients_count: 50 }));
		const options = { waitForCompletion: true, maxWaitSeconds: 0 };
		const { json, hints } = await node.run({ ...toTwo(), options }, GOES_ON);
		expect(json).toMatchObject([{ gift_error: { order_batch_id: 'b-1' } }]);
		expect(hints).toContain(sizeHint('50 instead of 2'));
	});

	test.each<[string, number, Failure | undefined]>([
		['an error where it lacks some in the end', 1, { kind: 'missingRecipients', ...ID, count: 1, requested: 2 }],
		['no problem where they were only late', 2, undefined],
	])('with too few recipients while it is pending is %s', async (_what, recipients_count, failure) => {
		node.service.addFault(response({ send_status: 'pending' }));
		const body = { id: 'b-1', send_status: 'complete', recipients_count };
		const effect = { kind: 'response', status: 200, body } as const;
		node.service.addFault({ match: { path: '/v1/order_batches/b-1' }, effect });
		const { error, hints } = await node.run({ ...toTwo(), options: { waitForCompletion: true } });
		expect(error?.message).toBe(failure && failureParts(failure)[0]);
		expect(hints).toEqual([]);
	});

	test('is read again until its list of orders is whole, and an error with its ID if it never is', async () => {
		node.service.addFault({ ...NO_ORDERS, times: 1 });
		const options = { output: 'orders', pollIntervalSeconds: 1 };
		expect((await node.run(create({ options }))).json).toHaveLength(1);

		node.service.addFault(NO_ORDERS);
		const { error } = await node.run(create({ fromName: 'Ben', options: { ...options, maxWaitSeconds: 0 } }));
		const orderBatchId = String(stored()[1]?.id);
		expect(error?.message).toBe(failureParts({ kind: 'missingOrders', orderBatchId, count: 1, listedCount: 0 })[0]);
		expect(error?.context).toMatchObject({ outcome: 'created', orderBatchId });
	});

	test('is put out without the orders that it does not list yet, with a hint, where the node does not wait', async () => {
		node.service.addFault(response({}));
		node.service.addFault(NO_ORDERS);
		const { json, hints } = await node.run(create({ options: { output: 'recipients', maxWaitSeconds: 0 } }));
		expect(json).toEqual([{ first_name: 'Nathan', order_batch_id: 'b-1', send_status: 'complete' }]);
		expect(hints).toEqual([expect.stringMatching(/^No order was found for 1 of the recipients of order batch b-1,/)]);
	});

	test('pairs the order of somebody else with all input items', async () => {
		node.service.addFault(response({ recipients_count: 2, orders_count: 2 }));
		const orders = ['Guest 2', 'Somebody'].map((name, id) => ({ id: String(id), recipient_first_name: name }));
		node.service.addFault({ ...NO_ORDERS, effect: listing(...orders) });
		const { outputs } = await node.run(fromItems({ options: { output: 'orders' } }), { items: guests(2) });
		expect(outputs[0]?.map(({ pairedItem }) => pairedItem)).toEqual([[{ item: 0 }, { item: 1 }], { item: 1 }]);
	});

	test('says with Output: Orders how many recipients have no order, and how many orders have failed', async () => {
		node.service.addFault(response({ recipients_count: 3, orders_count: 2 }));
		const orders = guests(2).map(({ first_name }, id) => ({ id: String(id), recipient_first_name: first_name }));
		node.service.addFault({ ...NO_ORDERS, effect: listing({ ...orders[0] }, { ...orders[1], status: 'failed' }) });
		const { json, hints } = await node.run(listOf(guests(3), { options: { output: 'orders' } }));
		expect(json).toMatchObject(orders);
		expect(hints).toEqual([
			expect.stringMatching(/^Failed or canceled orders in order batch b-1: 1\./),
			expect.stringMatching(/^No order was found for 1 of the recipients of order batch b-1,/),
		]);
	});
});

test('A batch that is scheduled is sent when the node does not wait, or waits long enough.', async () => {
	const scheduled = create({ scheduledSendOn: '={{ $now.plus(1, "hour").toISO() }}' });
	await node.run(scheduled);
	expect(stored()).toHaveLength(1);
	const options = { waitForCompletion: true, maxWaitSeconds: 7_200 };
	const { json } = await node.run({ ...scheduled, options, validateOnly: true });
	expect(json).toEqual([expect.objectContaining({ valid: true })]);
});

test('a failed item hides no field of its input item on the error output', async () => {
	const own = { error: 'E-7', message: 'Hi!', order_batch_id: 'mine', reference_exists: 'yes' };
	const parameters = create({ options: { waitForCompletion: true, maxWaitSeconds: 0 } });
	node.service.addFault(response({ send_status: 'pending' }));
	const { outputs } = await node.run(parameters, { items: [own], ...TO_ERROR_OUTPUT });
	const description = expect.stringContaining(descriptionOf({ outcome: 'created', orderBatchId: 'b-1' })) as string;
	const gift_error = { message: 'Order batch not found', description, order_batch_id: 'b-1' };
	expect(outputs[1]?.map(({ json }) => json)).toEqual([{ ...own, gift_error }]);
});

test("a failed item gives the recipient the input's message, and never an error, in a loop over the error output", async () => {
	for (const error of ['Not yet', 'Still not']) failNext({ kind: 'response', status: 422, body: { error } });
	const parameters = fromItems({ message: '={{ $json.message }}', cardId: node.service.samples.cardId });
	const items = [{ ...guests(1)[0], message: 'Happy birthday!' }];
	const { run } = await node.run(parameters, { items, ...TO_ERROR_OUTPUT, loopsErrors: true });

	const runs = run.data.resultData.runData['Gift Order Batch'] ?? [];
	const errors = runs.flatMap(({ data }) => data?.main?.[1]?.map(({ json }) => json.error));
	expect(errors).toEqual(['Not yet', 'Still not']);
	expect(requested().map(({ message }) => message)).toEqual(Array(3).fill('Happy birthday!'));
	expect(stored()).toHaveLength(1);
});

test('The error of input items that all lack a column names the columns that they have, and what is not used.', async () => {
	const items = [{ first_name: 'Ann', manager_email: 'mia@acme.com' }, { first_name: 'Ben' }];
	const { error } = await node.run(fromItems({ sendMethod: 'email_and_link' }), { items });
	const columns = ['first_name', 'manager_email'];
	expect(error?.context.problems).toMatchObject([{ kind: 'noColumn', field: 'Email', unused: columns[1], columns }]);
	expect(error?.context.itemIndex).toBeUndefined();
	expect(node.requests).toEqual([]);
});

test.each(['failed', 'canceled'] as const)('A recipient whose order is %s seems to have no gift.', async (status) => {
	const run = async () => await node.run(fromItems(), { items: guests(2), mode: 'manual' });
	await run();
	const { orders_preview: orders } = await node.read(`/v1/order_batches/${stored()[0]?.id}`);
	node.service.changeOrder(String((orders as IDataObject[])[0]?.id), { status });
	const { json, hints } = await run();
	expect(json.map((one) => 'individual_gift_link' in one)).toEqual([false, true]);
	expect(JSON.stringify([json[0], hints])).toMatch(/failed|cancel/);
});

const AGAIN = 'If you execute this step again today, nobody gets a second gift.';

test('the hint after sending by hand is not shown by a published workflow, nor with Allow Repeated Recipients', async () => {
	expect((await node.run(create())).hints).toEqual([]);
	expect((await node.run(create(ALLOWED), BY_HAND)).hints).toEqual([]);
});

test('the hint after sending by hand says once for all order batches where the links will be, before what was left out of the recipients', async () => {
	const items = guests(48).map((item) => ({ ...item, phone: '030 123456' }));
	const { hints } = await node.run(fromItems({ options: { recipientsPerBatch: 12 } }), { ...BY_HAND, items });

	const [a, b, c] = stored().map(({ id }) => id);
	const pending = `Order batches ${a}, ${b}, ${c}, and 1 more are pending, so their gift links do not exist yet.`;
	expect(hints).toEqual([
		expect.stringContaining(`The gifts are being processed. ${AGAIN} ${pending}`),
		expect.stringMatching(/^Phone numbers .* and 43 more\)$/),
	]);
});

test('the hint after sending by hand says in words when a scheduled order batch is sent, and where to cancel it', async () => {
	const scheduled = create({ scheduledSendOn: '2040-12-24T09:00:00', options: { output: 'recipients' } });
	const run = async () => await node.run(scheduled, { ...BY_HAND, timezone: 'America/New_York' });
	const [{ json, hints }, again] = [await run(), await run()];

	const sentence = `Order batch ${stored()[0]?.id} is scheduled for Dec 24, 2040, 9:00 AM (America/New_York). The gift links will be available then. To change or cancel this, use your gifting account. The API has no operation for it.`;
	expect(json).toMatchObject([{ scheduled_send_on: expect.stringContaining('2040-12-24') as string }]);
	expect(hints).toEqual([`${AGAIN} ${sentence}`]);
	const found = `Nothing was sent again: this step has already created order batch ${stored()[0]?.id} for the same request.`;
	expect(again.hints).toEqual([expect.stringContaining(found), sentence]);
});
