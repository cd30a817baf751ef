import type { IDataObject, WorkflowExecuteMode } from 'n8n-workflow';

import { TOOL } from '../../../../dev/harness/engine';
import { actionNode, byId } from '../../../support/actionNode';
import { FROM_ITEMS, smallBatch } from '../../../support/orderBatchParameters';

const node = actionNode({ limits: { retryBudgetMs: 30_000, firstRetryDelayMs: 2, longestRetryDelayMs: 20 } });

const PRICE = { method: 'POST', path: '/v1/order_batches/price' };

const NOT_INCLUDED = [
	'Price changes after a swap',
	'Shipping, tax and duties outside the US with the International Shipping Tier Full',
];

/** The price of gift cards of $10.00 for the recipients that the parameters name. */
const getPrice = (more: IDataObject = {}): IDataObject => {
	const { fromName: _, ...batch } = smallBatch(node.service.samples.productId);
	return {
		authentication: 'automationApi',
		...batch,
		cartItems: { item: [{ product: byId(node.service.samples.variableProductId), quantity: 1, variablePrice: 1000 }] },
		...more,
		operation: 'getPrice',
	};
};

const list = (recipients: IDataObject[]) => ({
	recipientsSource: 'json',
	recipientsJson: JSON.stringify(recipients),
});

const people = (count: number): IDataObject[] =>
	Array.from({ length: count }, (_, index) => ({ first_name: `Guest ${index + 1}` }));

const ADDRESS = { address_1: '548 Market St', city: 'San Francisco', state: 'CA', postal_code: '94104', country: 'US' };

const priceRequests = () => node.requests.filter(({ path }) => path === PRICE.path);

const CONTINUES = { onError: 'continueRegularOutput' } as const;

afterEach(() => {
	expect(node.service.orderBatches()).toEqual([]);
});

describe('the price of an order batch', () => {
	const byLink = {
		recipients_count: 2,
		total_low: 2100,
		total_high: 2310,
		not_included: NOT_INCLUDED,
		cart_price: {
			price_product: 1000,
			price_shipping: 0,
			price_processing_fee: 50,
			price_pre_tax: 1050,
			price_est_tax_low: 0,
			price_est_tax_high: 105,
			price_est_total_low: 1050,
			price_est_total_high: 1155,
		},
	};

	test('has the totals, their parts and what is not in them', async () => {
		const { json, status } = await node.run(getPrice(list(people(2))));

		expect(status).toBe('success');
		expect(json).toEqual([byLink]);
	});

	test('is the same where the service has other names for its parts', async () => {
		node.service.setPriceFields('cart_price_estimate');
		const { json } = await node.run(getPrice(list(people(2))));

		expect(json).toEqual([byLink]);
	});

	test('has the calculated total of direct shipments', async () => {
		const { json } = await node.run(
			getPrice({ sendMethod: 'direct_send', ...list([{ first_name: 'Ann', mailing_address: ADDRESS }]) }),
		);

		expect(json).toMatchObject([
			{
				recipients_count: 1,
				total_low: 1130,
				total_high: 1130,
			},
		]);
	});

	test('is asked for with the recipients, the cart and the send method alone', async () => {
		await node.run(
			getPrice({ sendMethod: 'email_and_link', ...list([{ first_name: 'Ann', email: 'ann@example.com' }]) }),
		);

		expect(priceRequests().map(({ body }) => body)).toEqual([
			{
				recipients: [{ first_name: 'Ann', email: 'ann@example.com' }],
				cart: { items: [{ product_id: node.service.samples.variableProductId, quantity: 1, variable_price: 1000 }] },
				send_method: 'email_and_link',
			},
		]);
	});

	test('may be that of a product by URL', async () => {
		const { productUrl } = node.service.samples;
		const item = { product: { __rl: true, mode: 'url', value: productUrl }, quantity: 1 };
		const { json } = await node.run(getPrice({ cartItems: { item: [item] } }));

		expect(json).toMatchObject([
			{ cart_price: { price_product: node.service.catalogue.productAt(productUrl)?.price } },
		]);
	});

	test('may be asked for by an agent', async () => {
		const { json } = await node.run(getPrice(), { node: TOOL });

		expect(json).toMatchObject([{ total_high: 1155 }]);
	});
});

describe('the prices of several order batches', () => {
	test('are one item for each input item, paired with it', async () => {
		const recipientsJson = '={{ JSON.stringify($json.people) }}';
		const { json, outputs } = await node.run(getPrice({ recipientsSource: 'json', recipientsJson }), {
			items: [{ people: people(1) }, { people: people(3) }],
		});

		expect(json.map(({ total_high: total }) => total)).toEqual([1155, 3465]);
		expect(outputs[0]?.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }]);
	});

	test('are one item for each batch that the input items are split into', async () => {
		const { outputs } = await node.run(getPrice({ ...FROM_ITEMS, options: { recipientsPerBatch: 2 } }), {
			items: people(3),
		});

		expect(outputs[0]?.map(({ json, pairedItem }) => [json.recipients_count, pairedItem])).toEqual([
			[2, [{ item: 0 }, { item: 1 }]],
			[1, { item: 2 }],
		]);
	});

	test('are without the recipients who are skipped', async () => {
		const { json, hints } = await node.run(getPrice({ ...FROM_ITEMS, options: { skipInvalidRecipients: true } }), {
			items: [...people(2), { first_name: '' }],
		});

		expect(json).toMatchObject([{ recipients_count: 2 }]);
		expect(hints).toEqual([expect.stringContaining('1 of 3 recipients were left out')]);
	});

	test('are asked for once where they are the same', async () => {
		const { json } = await node.run(getPrice(), { items: [{}, {}, {}] });

		expect(json).toHaveLength(3);
		expect(priceRequests()).toHaveLength(1);
	});

	test('of 5,000 recipients are asked for once', async () => {
		const { json } = await node.run(getPrice(FROM_ITEMS), { items: people(5000) });

		expect(json).toMatchObject([{ recipients_count: 5000, total_high: 5_775_000 }]);
		expect(priceRequests()).toHaveLength(1);
	});

	test('are told beside the failures where the node goes on after failures', async () => {
		const cartItems = { item: [{ product: byId('={{ $json.id }}'), quantity: 1 }] };
		const { json } = await node.run(getPrice({ cartItems }), {
			items: [{ id: node.unknownId }, { id: 'cookies' }, { id: node.service.samples.productId }],
			node: CONTINUES,
		});

		expect(json).toEqual([
			expect.objectContaining({ error: `Product not found: ${node.unknownId}` }),
			expect.objectContaining({ error: expect.stringContaining('Cart item 1: "Product" must be a UUID') }),
			expect.objectContaining({ recipients_count: 1 }),
		]);
	});
});

describe('what is wrong is said before the price is asked for', () => {
	test('as in Order Batch: Create', async () => {
		const { error } = await node.run(
			getPrice({
				sendMethod: 'direct_send',
				...list([{ last_name: 'Lee', mailing_address: ADDRESS }, { first_name: 'Ann' }]),
			}),
		);

		expect(error?.context.problems).toEqual([
			'Recipient 1: "First Name" is missing',
			expect.stringContaining('Recipient 2: "Mailing Address'),
		]);
		expect(node.service.requests).toEqual([]);
	});

	test('also for what the catalogue forbids', async () => {
		const { inactiveProductId } = node.service.samples;
		const { error } = await node.run(
			getPrice({ cartItems: { item: [{ product: byId(inactiveProductId), quantity: 1 }] } }),
		);

		expect(error?.message).toContain('is no longer sold');
		expect(priceRequests()).toEqual([]);
	});
});

describe('a service', () => {
	test.each([404, 405])('without prices gets a sentence that says so and what to do (%d)', async (status) => {
		node.service.addFault({ match: PRICE, effect: { kind: 'response', status } });
		const { error } = await node.run(getPrice());

		expect(error?.message).toBe('This service does not provide prices');
		expect(error?.description).toContain('Order Batch: Create works without it.');
	});

	test('that is unavailable for a moment is asked again', async () => {
		node.service.addFault({ match: PRICE, times: 2, effect: { kind: 'response', status: 503 } });
		const { json } = await node.run(getPrice());

		expect(json).toMatchObject([{ total_high: 1155 }]);
	});

	test("that refuses is quoted, and what it says about the product is the node's message", async () => {
		const { error } = await node.run(
			getPrice({ cartItems: { item: [{ product: byId(node.unknownId), quantity: 1 }] } }),
		);

		expect(error).toMatchObject({ httpCode: '400', message: `Product not found: ${node.unknownId}` });
	});

	test('that tells no totals is said to break its interface', async () => {
		const total = { recipients: 1, est_group_total_high: null, est_total_calculated: null };
		const body = { cart_price: { price_est_total_low: 1, price_est_total_high: 1 }, total_price: total };
		node.service.addFault({ match: PRICE, effect: { kind: 'response', status: 200, body } });
		const { error } = await node.run(getPrice());

		expect(error?.message).toContain('with data that its interface does not allow');
		expect(error?.description).toContain('Neither est_total_calculated nor est_group_total_high is present');
	});
});

describe('Validate Only of Order Batch: Create', () => {
	const validate = (more: IDataObject = {}): IDataObject => ({
		...getPrice(more),
		operation: 'create',
		fromName: '={{ $json.from ?? "Ann" }}',
		validateOnly: true,
	});

	test('shows the price of each order batch as Get Price does', async () => {
		const { json: prices } = await node.run(getPrice(list(people(2))));
		const { json, hints } = await node.run(validate(list(people(2))));

		expect(json).toEqual([
			{
				valid: true,
				price: prices[0],
				limits: {},
				reference_from: 'derived',
				request: expect.objectContaining({ from_name: 'Ann' }),
			},
		]);
		expect(hints).toEqual([
			expect.stringContaining('to 2 people by gift links, without an email, for $21.00 to $23.10'),
		]);
	});

	test.each([
		['has no prices', { kind: 'response', status: 404 }, 'This service does not provide prices'],
		['has no prices at this path', { kind: 'response', status: 405 }, 'This service does not provide prices'],
		['does not implement prices', { kind: 'response', status: 501 }, 'This service does not provide prices'],
		['is unavailable', { kind: 'response', status: 503 }, 'The service responds with 503'],
	] as const)(
		'shows the requests and says why there are no prices where the service %s',
		async (_name, effect, why) => {
			node.service.addFault({ match: PRICE, effect });
			const { json, hints } = await node.run(validate(), { items: [{ from: 'Ann' }, { from: 'Ben' }] });

			const request = (from: string) =>
				expect.objectContaining({ valid: true, request: expect.objectContaining({ from_name: from }) });
			expect(json).toEqual([request('Ann'), request('Ben')]);
			expect(hints).toEqual([
				expect.stringMatching(/^Nothing was sent. This would send .* to 2 people .*without an email, with/),
				`The price is not known. ${why}`,
			]);
			expect(priceRequests()).toHaveLength(1);
		},
	);

	const LIMITS = { maximumTotal: 500, maximumPerRecipient: '20', recipientsLimit: 5, skipGiftedWithinDays: 30 };
	const byEmail = (more: IDataObject) =>
		validate({ ...list([{ first_name: 'Ann', email: 'ann@example.com' }]), ...more });

	test('shows the limits that are in force and where the reference comes from', async () => {
		const { json, hints } = await node.run(
			byEmail({ options: LIMITS, additionalFields: { customerReferenceId: 'deal-1' } }),
		);

		expect(json).toEqual([
			expect.objectContaining({
				limits: {
					recipients_limit: 5,
					maximum_total: 50_000,
					maximum_per_recipient: 2_000,
					skip_gifted_within_days: 30,
				},
				reference_from: 'customerReferenceId',
				request: expect.objectContaining({ customer_reference_id: 'deal-1' }),
			}),
		]);
		expect(hints).toEqual([
			expect.stringMatching(
				/ Limits: recipients limit, maximum total, maximum per recipient, skip gifted within days\. The reference is your "Customer Reference ID"\.$/,
			),
		]);
	});

	test('shows that a collection given as one expression gives nothing, since n8n drops it', async () => {
		const { json, hints } = await node.run(
			byEmail({
				options: `={{ ${JSON.stringify(LIMITS)} }}`,
				additionalFields: '={{ { "customerReferenceId": "deal-1" } }}',
			}),
		);

		expect(json).toEqual([expect.objectContaining({ limits: {}, reference_from: 'derived' })]);
		expect(hints).toEqual([expect.stringMatching(/ No limit is set\. The reference is derived from the /)]);
	});

	test.each<[WorkflowExecuteMode, string]>([
		['manual', 'the day'],
		['trigger', 'the execution'],
	])('says what the reference is derived from in the mode %s: %s', async (mode, from) => {
		const { hints } = await node.run(validate(), { mode });

		expect(hints).toEqual([expect.stringContaining(`The reference is derived from ${from} and the request.`)]);
	});

	test('fails on what the catalogue forbids', async () => {
		const { inactiveProductId } = node.service.samples;
		const cartItems = { item: [{ product: byId(inactiveProductId), quantity: 1 }] };
		const { json, error } = await node.run(validate({ cartItems }));

		expect(json).toEqual([]);
		expect(error?.message).toContain('is no longer sold');
	});

	test('fails on what the service refuses to estimate, since it would refuse to send it', async () => {
		const body = { error: 'Product not found: invalid' };
		node.service.addFault({ match: PRICE, effect: { kind: 'response', status: 400, body } });
		const { json, error, hints } = await node.run(validate());

		expect(json).toEqual([]);
		expect(hints).toEqual([]);
		expect(error?.message).toBe(body.error);
	});
});

describe('the columns in which the node found the recipients of input items', () => {
	const people = [
		{ 'First Name': 'Ann', 'E-mail': 'ann@example.com' },
		{ 'First Name': 'Ben', 'E-mail': 'ben@example.com', Phone: '+1 415 555 2671' },
		{ 'First Name': 'Cy', 'Email Address': 'cy@example.com' },
	];
	const DIFFER = 'Some recipients were found in other columns than those before them (row 3)';
	const columns = { first_name: 'First Name', email: 'E-mail' };
	const run = async (more: IDataObject, items: IDataObject[] = people) =>
		await node.run({ ...getPrice({ sendMethod: 'email_and_link', ...FROM_ITEMS }), ...more }, { items });
	const validateOnly = { operation: 'create', fromName: 'Ann', validateOnly: true };

	test('are in the price: those of the first one', async () => {
		const { json, hints } = await run({});

		expect(json).toEqual([expect.objectContaining({ recipients_count: 3, columns })]);
		expect(hints).toEqual([DIFFER]);
	});

	test('are in each item of Validate Only', async () => {
		const { json, hints } = await run(validateOnly);

		expect(json.map(({ columns: found }) => found)).toEqual([
			columns,
			{ ...columns, phone: 'Phone' },
			{ ...columns, email: 'Email Address' },
		]);
		expect(hints).toContain(DIFFER);
	});

	test('are no hint where all of them have the same', async () => {
		const { hints } = await run({}, people.slice(0, 2));

		expect(hints).toEqual([]);
	});

	test('are not there where the user chose them', async () => {
		const { json, hints } = await run({
			recipientsSource: 'inputItemsColumns',
			recipientFields: {
				mappingMode: 'defineBelow',
				value: { first_name: '={{ $json["First Name"] }}', email: '={{ $json["E-mail"] ?? $json["Email Address"] }}' },
			},
		});

		expect(json).toEqual([expect.not.objectContaining({ columns: expect.anything() })]);
		expect(hints).toEqual([]);
	});
});
