import type { IDataObject, WorkflowExecuteMode } from 'n8n-workflow';

import { actionNode, byId } from '../../../support/actionNode';
import { guests, named } from '../../../support/creations';
import { FROM_ITEMS, fromColumns, smallBatch } from '../../../support/orderBatchParameters';

const node = actionNode({ limits: { retryBudgetMs: 30_000 } });

const PRICE = { method: 'POST', path: '/v1/order_batches/price' };

const cartOf = (product: string, more: IDataObject = {}) => ({
	cartItems: { item: [{ product: byId(product), quantity: 1, ...more }] },
});

/** The price of gift cards of $10.00 for the recipients that the parameters name. */
const getPrice = (more: IDataObject = {}): IDataObject => {
	const { fromName: _, ...batch } = smallBatch(node.service.samples.productId);
	const giftCards = cartOf(node.service.samples.variableProductId, { variablePrice: 1000 });
	return { ...batch, ...giftCards, ...more, operation: 'getPrice' };
};

const validate = (more: IDataObject = {}): IDataObject => ({
	...getPrice(more),
	operation: 'create',
	fromName: '={{ $json.from ?? "Ann" }}',
	validateOnly: true,
});

const list = (people: IDataObject[]) => ({ recipientsSource: 'json', recipientsJson: JSON.stringify(people) });

const priceRequests = () => node.requests.filter(({ path }) => path === PRICE.path);

afterEach(() => {
	expect(node.service.orderBatches()).toEqual([]);
});

test('The price of an order batch is asked for with the recipients, the cart and the send method alone.', async () => {
	const recipients = guests(2);
	const { json } = await node.run(getPrice({ sendMethod: 'email_and_link', ...list(recipients) }));

	const item = { product_id: node.service.samples.variableProductId, quantity: 1, variable_price: 1000 };
	const body = { recipients, cart: { items: [item] }, send_method: 'email_and_link' };
	expect(priceRequests().map((request) => request.body)).toEqual([body]);
	const cart_price = { price_product: 1000, price_est_total_low: 1050, price_est_total_high: 1155 };
	const totals = { total: '$21.00 to $23.10', total_low: 2100, total_high: 2310 };
	expect(json).toMatchObject([{ recipients_count: 2, ...totals, cart_price }]);
});

test('Get Price asks the service nothing where one of several items is refused', async () => {
	const cart = cartOf(node.service.samples.productId, { quantity: '={{ $json.count }}' });
	const { error } = await node.run(getPrice(cart), { items: [{ count: 1 }, { count: 0 }] });

	expect(error?.context.problems).toMatchObject([{ kind: 'invalid', field: 'Quantity', item: 1 }]);
	expect(node.service.requests).toEqual([]);
});

test('Get Price says what the catalogue forbids before it asks for the price', async () => {
	const { json, error } = await node.run(getPrice(cartOf(node.service.samples.inactiveProductId)));
	expect(error?.context.problems).toMatchObject([{ kind: 'inactiveProduct' }]);
	expect([json, priceRequests()]).toEqual([[], []]);
});

test('The prices of several order batches are one item for each that the input items are split into, without the recipients who are skipped.', async () => {
	const options = { recipientsPerBatch: 2, skipInvalidRecipients: true };
	const items = [...guests(3), { first_name: '' }];
	const { outputs, hints } = await node.run(getPrice({ ...FROM_ITEMS, options }), { items });

	expect(outputs[0]).toMatchObject([
		{ json: { recipients_count: 2 }, pairedItem: [{ item: 0 }, { item: 1 }] },
		{ json: { recipients_count: 1 }, pairedItem: { item: 2 } },
	]);
	expect(hints).toEqual([expect.stringContaining('1 of 4 recipients was left out')]);
});

test('The price is asked for again where the service is unavailable for a moment.', async () => {
	node.service.addFault({ match: PRICE, times: 2, effect: { kind: 'response', status: 503 } });
	expect((await node.run(getPrice())).json).toMatchObject([{ total_high: 1155 }]);
});

test('Validate Only shows the price of each order batch as Get Price does', async () => {
	const { json: prices } = await node.run(getPrice(list(guests(2))));
	const { json, hints } = await node.run(validate({ ...list(guests(2)), scheduledSendOn: '2035-07-01T09:00:00' }));
	const request = expect.objectContaining({ from_name: 'Ann' });
	expect(json).toEqual([{ valid: true, price: prices[0], reference_from: 'derived', request }]);
	const what = 'as gift links, without an email on Jul 1, 2035, 9:00 AM (UTC), for $21.00 to $23.10';
	expect(hints).toEqual([expect.stringContaining(`to 2 people ${what} including shipping, fees and tax, with`)]);
});

test.each([
	[404, 'orderBatch', 'This service does not provide prices'],
	[404, 'recipients', 'This service does not provide prices'],
	[503, 'orderBatch', 'The service responds with 503'],
])('Validate Only says why it shows no prices after a response with %d to output %s', async (status, output, why) => {
	node.service.addFault({ match: PRICE, effect: { kind: 'response', status } });
	const items = [{ from: 'Ann' }, { from: 'Ben' }];
	const { json, hints } = await node.run(validate({ options: { output } }), { items });

	expect(json).toMatchObject([{ valid: true }, { valid: true }]);
	expect(json.flatMap(Object.keys).filter((name) => name.startsWith('price'))).toEqual([]);
	expect(hints).toEqual([
		expect.stringMatching(/^Nothing was sent. This would send .* to 2 people .*without an email, with/),
		`The price is not known. ${why}`,
	]);
	expect(priceRequests()).toHaveLength(1);
});

test('Validate Only shows the limits that are in force and where the reference comes from', async () => {
	const options = { maximumTotal: 500, maximumPerRecipient: '20', recipientsLimit: 5, skipGiftedWithinDays: 30 };
	const additionalFields = { customerReferenceId: 'deal-1' };
	const { json, hints } = await node.run(validate({ ...list(guests(1)), options, additionalFields }));

	const amounts = { maximum_total: 50_000, maximum_per_recipient: 2_000 };
	const request = { customer_reference_id: 'deal-1' };
	expect(json).toMatchObject([{ reference_from: 'customerReferenceId', request }]);
	expect(json[0]?.limits).toEqual({ recipients_limit: 5, ...amounts, skip_gifted_within_days: 30 });
	const limits = / Limits: .* \$20\.00, .* \$500\.00, .* 5, .* 30\. The Customer Reference ID is your own/;
	expect(hints).toEqual([expect.stringMatching(limits)]);
});

const BY_HAND =
	'In the editor, this step sends to each person at most once a day. A published workflow sends in every execution.';
const BY_PARENT =
	'Each time the parent workflow runs or is retried, this sub-workflow sends again. A "Customer Reference ID" of your own prevents that.';

test.each<[WorkflowExecuteMode, string]>([
	['manual', BY_HAND],
	['trigger', 'Every execution of the workflow sends again.'],
	['integrated', BY_PARENT],
])('Validate Only says when the same people would get the gift again in the mode %s: %s', async (mode, again) => {
	const { hints } = await node.run(validate(), { mode });
	expect(hints).toEqual([expect.stringMatching(new RegExp(`${again}$`))]);
});

test.each([400, 403])('Validate Only fails where the service refuses to estimate the price with %d', async (status) => {
	const body = { error: 'Product not found: invalid' };
	node.service.addFault({ match: PRICE, effect: { kind: 'response', status, body } });
	const { json, error, hints } = await node.run(validate());
	expect([json, hints]).toEqual([[], []]);
	expect(error?.message).toBe(body.error);
});

describe('the columns in which the node found the recipients of input items', () => {
	const items = [
		{ 'First Name': 'Ann', 'E-mail': 'ann@example.com' },
		{ 'First Name': 'Ben', 'E-mail': 'ben@example.com', Phone: '+1 415 555 2671' },
		{ 'First Name': 'Cy', 'Email Address': 'cy@example.com', Phone: '12' },
	];
	const DIFFER = 'Some items use different columns than those before them (recipient 3)';
	const columns = { first_name: 'First Name', email: 'E-mail' };
	const fromItems = { sendMethod: 'email_and_link', ...FROM_ITEMS };

	test('are shown in the price for the first recipient, and by Validate Only for each recipient', async () => {
		const priced = await node.run(getPrice(fromItems), { items });
		const checked = await node.run(validate(fromItems), { items });

		expect(priced.json).toMatchObject([{ recipients_count: 3, columns }]);
		expect(priced.hints).toEqual([DIFFER]);
		const all = { valid: true, price: '$10.50 to $11.55', price_low: 1050, price_high: 1155, columns };
		const [ann, ben, cy] = named('Ann', 'Ben', 'Cy').map((one) => ({ ...all, ...one }));
		expect(checked.json).toEqual([
			ann,
			{ ...ben, phone: '+14155552671', columns: { ...columns, phone: 'Phone' } },
			{ ...cy, columns: { ...columns, email: 'Email Address' } },
		]);
		const sent = expect.stringMatching(/ 3 people by email, for \$31\.50 .* No limit is set\. /) as string;
		expect(checked.hints).toEqual([sent, DIFFER]);
	});

	test('are not shown where the user chose the columns', async () => {
		const email = '={{ $json["E-mail"] ?? $json["Email Address"] }}';
		const chosen = fromColumns({ first_name: '={{ $json["First Name"] }}', email });
		const { json, hints } = await node.run(getPrice({ ...fromItems, ...chosen }), { items });
		expect(json).toEqual([expect.not.objectContaining({ columns: expect.anything() })]);
		expect(hints).toEqual([]);
	});
});
