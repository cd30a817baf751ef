import type { IDataObject } from 'n8n-workflow';

import { actionNode, byId } from '../../../support/actionNode';
import { testFailures } from '../../../support/operationTests';
import { smallBatch } from '../../../support/orderBatchParameters';
import { problemsOf } from '../../../support/schemas';

const node = actionNode();

const small = (more: IDataObject = {}): IDataObject => ({ ...smallBatch(node.service.samples.productId), ...more });

/** The one body that was sent to create a batch. */
function sentBody(): IDataObject {
	expect(node.requests).toHaveLength(1);
	const body = node.requests[0]?.body;
	expect(problemsOf('OrderBatchInput', body)).toEqual([]);
	return body as IDataObject;
}

const address = { address1: '548 Market St', city: 'San Francisco', state: 'CA', postalCode: '94104' };

/** The reference that a batch carries when its user gives none. */
const DERIVED_REFERENCE = expect.stringMatching(/^n8n-[0-9a-f]{40}$/) as string;

describe('orderBatch: create', () => {
	test('sends exactly what was filled in and returns the main fields of the batch', async () => {
		const { outputs } = await node.run(small());

		expect(node.requests).toEqual([
			expect.objectContaining({
				method: 'POST',
				path: '/v1/order_batches',
				query: {},
				status: 201,
				accountName: 'automation',
			}),
		]);
		expect(node.requests[0]?.headers).toMatchObject({
			'content-type': expect.stringMatching(/^application\/json/),
		});
		expect(sentBody()).toEqual({
			from_name: 'Ann from Acme',
			send_method: 'link_multiple_custom_list',
			recipients: [{ first_name: 'Nathan' }],
			cart: { items: [{ product_id: node.service.samples.productId, quantity: 1 }] },
			customer_reference_id: DERIVED_REFERENCE,
		});
		expect(outputs).toEqual([
			[
				{
					json: {
						id: node.service.orderBatches()[0]?.id,
						send_status: 'complete',
						from_name: 'Ann from Acme',
						send_method: 'link_multiple_custom_list',
						recipients_count: 1,
						orders_count: 1,
						batch_name: expect.any(String),
						scheduled_send_on: null,
						customer_reference_id: DERIVED_REFERENCE,
						orders_preview: [
							{
								id: expect.any(String),
								status: 'created',
								recipient_first_name: 'Nathan',
								recipient_last_name: null,
								recipient_email: null,
								individual_gift_link: expect.stringMatching(/^http/),
							},
						],
					},
					pairedItem: { item: 0 },
				},
			],
		]);
	});

	test('returns the whole batch when Simplify is off', async () => {
		const { json } = await node.run(small({ simplify: false }));

		expect(json).toEqual([await node.read(`/v1/order_batches/${node.service.orderBatches()[0]?.id}`)]);
		expect(problemsOf('OrderBatch', json[0])).toEqual([]);
	});

	test('returns a pending batch without orders for more than 10 recipients', async () => {
		const recipient = Array.from({ length: 11 }, (_, index) => ({ firstName: `Recipient ${index + 1}` }));

		const { json } = await node.run(small({ recipients: { recipient } }));

		expect(json).toEqual([
			expect.objectContaining({ send_status: 'pending', recipients_count: 11, orders_count: 0, orders_preview: [] }),
		]);
	});

	test('uses the commerce key when the authentication is the Commerce API', async () => {
		await node.run(small({ authentication: 'commerceApi' }));

		expect(node.requests).toEqual([expect.objectContaining({ accountName: 'commerce', status: 201 })]);
	});

	test('sends every field of a recipient, and none that was left empty', async () => {
		const recipient = [
			{
				firstName: ' Ann ',
				lastName: 'Lee',
				email: 'ann@example.com',
				phone: '+14155552671',
				...address,
				address2: 'Apt 4',
				country: 'us',
			},
			{
				firstName: 'Bo',
				lastName: '',
				email: 'bo@example.com',
				phone: ' ',
				address1: '',
				address2: '',
				city: '',
				state: '',
				postalCode: '',
				country: 'US',
			},
		];

		await node.run(small({ sendMethod: 'email_and_link', recipients: { recipient } }));

		expect(sentBody()).toMatchObject({ send_method: 'email_and_link' });
		expect(sentBody().recipients).toEqual([
			{
				first_name: 'Ann',
				last_name: 'Lee',
				email: 'ann@example.com',
				phone: '+14155552671',
				mailing_address: {
					address_1: '548 Market St',
					address_2: 'Apt 4',
					city: 'San Francisco',
					state: 'CA',
					postal_code: '94104',
					country: 'US',
				},
			},
			{ first_name: 'Bo', email: 'bo@example.com' },
		]);
	});

	test('ships directly to the addresses of the recipients, in the US when no country was chosen', async () => {
		await node.run(small({ sendMethod: 'direct_send', recipients: { recipient: [{ firstName: 'Ann', ...address }] } }));

		expect(node.requests[0]?.status).toBe(201);
		expect(sentBody().recipients).toEqual([
			{
				first_name: 'Ann',
				mailing_address: {
					address_1: '548 Market St',
					city: 'San Francisco',
					state: 'CA',
					postal_code: '94104',
					country: 'US',
				},
			},
		]);
	});

	const listOfRecipients = [
		{
			first_name: 'Ann',
			last_name: 'Lee',
			email: 'ann@example.com',
			phone: '+14155552671',
			mailing_address: {
				first_name: 'Anna',
				last_name: 'Lee-Smith',
				address_1: '548 Market St',
				address_2: 'Apt 4',
				city: 'San Francisco',
				state: 'CA',
				postal_code: '94104',
				country: 'US',
			},
		},
		{ first_name: 'Bo' },
	];

	test.each([
		['text', JSON.stringify(listOfRecipients)],
		['an expression that gives text', '={{ JSON.stringify($json.recipients) }}'],
		['an expression that gives a list', '={{ $json.recipients }}'],
	])('sends the recipients of a JSON list that is %s', async (_what, recipientsJson) => {
		const { json } = await node.run(small({ recipientsSource: 'json', recipientsJson }), {
			items: [{ recipients: listOfRecipients }],
		});

		expect(sentBody().recipients).toEqual(listOfRecipients);
		expect(json).toEqual([expect.objectContaining({ recipients_count: 2 })]);
	});

	test('leaves out what is null or blank in a JSON list, but keeps a country that the interface allows to be null', async () => {
		const recipients = [
			{ first_name: 'Ann', last_name: null, email: '', phone: null, mailing_address: null },
			{
				first_name: 'Bo',
				mailing_address: {
					address_1: '1 Main St',
					address_2: null,
					city: 'Boston',
					state: 'MA',
					postal_code: '02108',
					country: null,
				},
			},
		];

		await node.run(small({ recipientsSource: 'json', recipientsJson: JSON.stringify(recipients) }));

		expect(sentBody().recipients).toEqual([
			{ first_name: 'Ann' },
			{
				first_name: 'Bo',
				mailing_address: { address_1: '1 Main St', city: 'Boston', state: 'MA', postal_code: '02108', country: null },
			},
		]);
	});

	test('sends products by list, by ID and by URL, with their variable price and variants', async () => {
		const { samples } = node.service;
		const item = [
			{
				product: { __rl: true, mode: 'list', value: samples.productId, cachedResultName: 'Tin' },
				quantity: 2,
				variablePrice: 0,
			},
			{
				product: { __rl: true, mode: 'id', value: ` ${samples.variableProductId} ` },
				quantity: 1,
				variablePrice: 2500,
				variants: [],
			},
			{ product: { __rl: true, mode: 'url', value: samples.productUrl }, quantity: 1, variablePrice: '' },
			{
				product: { __rl: true, mode: 'id', value: samples.variantProduct.id },
				quantity: 3,
				variants: samples.variantProduct.variants.slice(0, samples.variantProduct.selectable),
			},
		];

		const { json } = await node.run(small({ cartItems: { item } }));

		expect(json).toEqual([expect.objectContaining({ send_status: 'complete' })]);
		expect(sentBody().cart).toEqual({
			items: [
				{ product_id: samples.productId, quantity: 2 },
				{ product_id: samples.variableProductId, quantity: 1, variable_price: 2500 },
				{ product_url: samples.productUrl, quantity: 1 },
				{
					product_id: samples.variantProduct.id,
					quantity: 3,
					variants: samples.variantProduct.variants.slice(0, samples.variantProduct.selectable),
				},
			],
		});
	});

	test.each<[string, IDataObject[string]]>([
		['a list', ['Large', 'Red']],
		['a list of expressions', ['={{ "Large" }}', '={{ $json.color }}']],
		['an expression that gives a list', '={{ ["Large", $json.color] }}'],
		['an expression that gives text with commas', '=Large, {{ $json.color }}'],
	])('sends the names of variants from %s', async (_what, variants) => {
		const item = [{ product: byId(node.service.samples.productId), quantity: 1, variants }];
		await node.run(small({ cartItems: { item } }), { items: [{ color: 'Red' }] });

		expect(sentBody().cart).toMatchObject({ items: [{ variants: ['Large', 'Red'] }] });
	});

	test('takes an expression in the place of a product for an ID or a URL, whichever it gives', async () => {
		const { productId, productUrl } = node.service.samples;
		const cartItems = { item: [{ product: '={{ $json.product }}', quantity: 1 }] };

		await node.run(small({ cartItems }), { items: [{ product: productId }, { product: productUrl }] });

		expect(node.requests.map(({ body }) => (body as IDataObject).cart)).toEqual([
			{ items: [{ product_id: productId, quantity: 1 }] },
			{ items: [{ product_url: productUrl, quantity: 1 }] },
		]);
	});

	test('reads whole numbers that an expression gives as text', async () => {
		const cartItems = {
			item: [
				{
					product: { __rl: true, mode: 'id', value: node.service.samples.variableProductId },
					quantity: '={{ $json.quantity }}',
					variablePrice: '={{ $json.price }}',
				},
			],
		};

		await node.run(small({ cartItems }), { items: [{ quantity: '2', price: ' 2500 ' }] });

		expect(sentBody().cart).toEqual({
			items: [{ product_id: node.service.samples.variableProductId, quantity: 2, variable_price: 2500 }],
		});
	});

	test.each(['0', ' 0 '])(
		'leaves out a variable price of 0 that an expression gives as the text "%s"',
		async (price) => {
			const product = { __rl: true, mode: 'id', value: node.service.samples.productId };
			const cartItems = { item: [{ product, quantity: 1, variablePrice: '={{ $json.price }}' }] };

			await node.run(small({ cartItems }), { items: [{ price }] });

			expect(sentBody().cart).toEqual({ items: [{ product_id: node.service.samples.productId, quantity: 1 }] });
		},
	);

	test('takes the US for the country of an address that was cleared', async () => {
		const recipient = [
			{ firstName: 'Ann', address1: '548 Market St', city: 'Boston', state: 'MA', postalCode: '02108' },
		];
		for (const country of ['', ' ']) {
			node.service.reset();
			await node.run(
				small({ sendMethod: 'direct_send', recipients: { recipient: recipient.map((one) => ({ ...one, country })) } }),
			);

			expect(sentBody().recipients).toMatchObject([{ mailing_address: { country: 'US' } }]);
		}
	});

	test('sends IDs of the own system that are numbers there', async () => {
		const additionalFields = { customerReferenceId: '={{ $json.deal }}', commerceEndUserId: '={{ $json.user }}' };
		await node.run(small({ authentication: 'commerceApi', additionalFields }), { items: [{ deal: 4711, user: 42 }] });

		expect(sentBody()).toMatchObject({ customer_reference_id: '4711', commerce_end_user_id: '42' });
	});

	test('sends every additional field under its name in the interface', async () => {
		const { cardId, workspaceId, paymentMethodId } = node.service.samples;
		const additionalFields = {
			commerceEndUserId: 'user-42',
			customPriceTier: 2,
			customerReferenceId: 'deal-4711',
			expiresAt: '2035-12-31T00:00:00Z',
			internationalGiftCardsEnabled: true,
			internationalShippingTier: 'standard',
			notificationsEnabled: false,
			paymentMethodId,
			swap: 'multiple',
			workspaceId,
		};

		const { json } = await node.run(
			small({
				authentication: 'commerceApi',
				sendMethod: 'direct_send',
				recipients: { recipient: [{ firstName: 'Ann', ...address, country: 'US' }] },
				cardId,
				message: ' Thank you! ',
				scheduledSendOn: '2035-12-24T09:00:00Z',
				additionalFields,
			}),
		);

		expect(sentBody()).toEqual({
			from_name: 'Ann from Acme',
			send_method: 'direct_send',
			recipients: [
				{
					first_name: 'Ann',
					mailing_address: {
						address_1: '548 Market St',
						city: 'San Francisco',
						state: 'CA',
						postal_code: '94104',
						country: 'US',
					},
				},
			],
			cart: { items: [{ product_id: node.service.samples.productId, quantity: 1 }] },
			card_id: cardId,
			commerce_end_user_id: 'user-42',
			customer_reference_id: 'deal-4711',
			expires_at: '2035-12-31T00:00:00.000Z',
			international_gift_cards_enabled: true,
			international_shipping_tier: 'standard',
			message: 'Thank you!',
			notifications_enabled: false,
			payment_method_id: paymentMethodId,
			reserved_options: { custom_price_tier: 2 },
			scheduled_send_on: '2035-12-24T09:00:00.000Z',
			swap: 'multiple',
			workspace_id: workspaceId,
		});
		expect(json).toEqual([
			expect.objectContaining({
				send_status: 'pending',
				scheduled_send_on: '2035-12-24T09:00:00.000Z',
				customer_reference_id: 'deal-4711',
				orders_preview: [],
			}),
		]);
	});

	test.each<[string, (id: string) => IDataObject | string]>([
		['the list', (id) => ({ __rl: true, mode: 'list', value: id, cachedResultName: 'One of the list' })],
		['their ID', byId],
		['an expression that gives their ID', (id) => byId(`={{ "${id}" }}`)],
		['plain text, as older workflows have it', (id) => id],
		['a plain expression, as older workflows have it', (id) => `={{ "${id}" }}`],
	])('takes the card, the payment method and the workspace from %s', async (_what, chosen) => {
		const { cardId, workspaceId, paymentMethodId } = node.service.samples;
		await node.run(
			small({
				cardId: chosen(cardId),
				additionalFields: { paymentMethodId: chosen(paymentMethodId), workspaceId: chosen(workspaceId) },
			}),
		);

		expect(sentBody()).toMatchObject({
			card_id: cardId,
			payment_method_id: paymentMethodId,
			workspace_id: workspaceId,
		});
	});

	test('sends no card when none was chosen from the list', async () => {
		await node.run(small({ cardId: { __rl: true, mode: 'list', value: '' } }));

		expect(sentBody()).not.toHaveProperty('card_id');
	});

	test.each([
		['paymentMethodId', 'Payment Method'],
		['workspaceId', 'Workspace'],
	])('refuses the field %s when it was added and nothing was chosen', async (name, label) => {
		for (const empty of [{ __rl: true, mode: 'list', value: '' }, byId(''), byId('={{ $json.nothing }}')]) {
			const { error } = await node.run(small({ additionalFields: { [name]: empty } }));

			expect(error?.message).toBe(`"${label}" is empty: give it a value, or remove the field from "Additional Fields"`);
			expect(node.service.requests).toEqual([]);
		}
	});

	test('sends nothing for fields that were left empty', async () => {
		await node.run(small({ cardId: '', message: '={{ $json.nothing }}', scheduledSendOn: '' }));

		expect(Object.keys(sentBody()).sort()).toEqual([
			'cart',
			'customer_reference_id',
			'from_name',
			'recipients',
			'send_method',
		]);
	});

	test.each([
		['customerReferenceId', 'Customer Reference ID'],
		['expiresAt', 'Expires At'],
		['paymentMethodId', 'Payment Method'],
		['workspaceId', 'Workspace'],
		['commerceEndUserId', 'Commerce End User ID'],
		['customPriceTier', 'Custom Price Tier'],
	])('refuses the field %s, which decides about money or time, when it was added and is empty', async (name, label) => {
		for (const empty of ['', ' ', '={{ $json.nothing }}', '={{ null }}']) {
			const { error } = await node.run(small({ authentication: 'commerceApi', additionalFields: { [name]: empty } }));

			expect(error?.message).toBe(`"${label}" is empty: give it a value, or remove the field from "Additional Fields"`);
			expect(error?.description).toBe('Nothing was sent. Correct it and run the node again.');
			expect(node.service.requests).toEqual([]);
		}
	});

	test.each(['={{ null }}', '={{ $json.nothing }}', '={{ "" }}'])(
		'refuses %s for "Scheduled Send On", since the gifts would be sent at once',
		async (scheduledSendOn) => {
			const { error } = await node.run(small({ scheduledSendOn }));

			expect(error?.message).toContain('"Scheduled Send On" is an expression without a value');
			expect(node.service.requests).toEqual([]);
		},
	);

	test('sends nothing of fields that belong to another authentication or send method', async () => {
		await node.run(small({ additionalFields: { commerceEndUserId: 'user-42', notificationsEnabled: true } }));

		expect(Object.keys(sentBody()).sort()).toEqual([
			'cart',
			'customer_reference_id',
			'from_name',
			'recipients',
			'send_method',
		]);
	});

	test.each([
		['a summer time', '2035-07-01T09:00:00', '2035-07-01T09:00:00.000-04:00'],
		['a winter time', '2035-12-24T09:00:00', '2035-12-24T09:00:00.000-05:00'],
		['a time without seconds', '2035-12-24T09:00', '2035-12-24T09:00:00.000-05:00'],
		['a time after a space', '2035-12-24 09:00:00', '2035-12-24T09:00:00.000-05:00'],
		['a date', '2035-12-24', '2035-12-24T00:00:00.000-05:00'],
		['a time in UTC', '2035-12-24T09:00:00Z', '2035-12-24T09:00:00.000Z'],
		['a time in UTC after a space', '2035-12-24 09:00:00+00:00', '2035-12-24T09:00:00.000Z'],
		['a time with milliseconds', '2035-12-24T09:00:00.250', '2035-12-24T09:00:00.250-05:00'],
		['a time with an offset', '2035-12-24T09:00:00+02:00', '2035-12-24T09:00:00.000+02:00'],
		['an expression that gives text', '={{ "2035-12-24T09:00:00" }}', '2035-12-24T09:00:00.000-05:00'],
		[
			'an expression that gives a DateTime',
			'={{ DateTime.fromISO("2035-12-24T09:00:00", { zone: "Asia/Tokyo" }) }}',
			'2035-12-24T09:00:00.000+09:00',
		],
		[
			'an expression that gives a JavaScript date',
			'={{ new Date("2035-12-24T09:00:00Z") }}',
			'2035-12-24T09:00:00.000Z',
		],
	])('sends %s with its offset, which is that of the workflow unless it has one', async (_what, time, sent) => {
		await node.run(small({ scheduledSendOn: time, additionalFields: { expiresAt: time.replace('2035', '2036') } }), {
			timezone: 'America/New_York',
		});

		expect(sentBody()).toMatchObject({ scheduled_send_on: sent, expires_at: sent.replace('2035', '2036') });
	});

	test("reads every parameter of each input item's own and makes one batch for each", async () => {
		const { productId, otherProductId, cardId } = node.service.samples;
		const { outputs } = await node.run(
			{
				resource: 'orderBatch',
				operation: 'create',
				fromName: '={{ $json.from }}',
				sendMethod: '={{ $json.method }}',
				recipientsSource: 'define',
				recipients: { recipient: [{ firstName: '={{ $json.first }}', email: '={{ $json.email }}' }] },
				cartItems: {
					item: [
						{ product: { __rl: true, mode: 'id', value: '={{ $json.product }}' }, quantity: '={{ $json.quantity }}' },
					],
				},
				simplify: '={{ $json.simple }}',
				message: '={{ $json.message }}',
				cardId: '={{ $json.card }}',
			},
			{
				items: [
					{
						from: 'Ann',
						method: 'email_and_link',
						first: 'Cy',
						email: 'cy@example.com',
						product: productId,
						quantity: 1,
						simple: true,
					},
					{
						from: 'Bo',
						method: 'link_multiple_custom_list',
						first: 'Di',
						product: otherProductId,
						quantity: 4,
						simple: false,
						message: 'Hi!',
						card: cardId,
					},
				],
			},
		);

		expect(node.requests.map(({ body }) => body)).toEqual([
			{
				from_name: 'Ann',
				send_method: 'email_and_link',
				recipients: [{ first_name: 'Cy', email: 'cy@example.com' }],
				cart: { items: [{ product_id: productId, quantity: 1 }] },
				customer_reference_id: DERIVED_REFERENCE,
			},
			{
				from_name: 'Bo',
				send_method: 'link_multiple_custom_list',
				recipients: [{ first_name: 'Di' }],
				cart: { items: [{ product_id: otherProductId, quantity: 4 }] },
				customer_reference_id: DERIVED_REFERENCE,
				message: 'Hi!',
				card_id: cardId,
			},
		]);
		expect(outputs[0]?.map(({ json, pairedItem }) => [json.from_name, json.message, pairedItem])).toEqual([
			['Ann', undefined, { item: 0 }],
			['Bo', 'Hi!', { item: 1 }],
		]);
	});

	test('creates the other batches when one item cannot be sent and the node continues', async () => {
		const { outputs } = await node.run(small({ fromName: '={{ $json.from }}' }), {
			items: [{ from: 'Ann' }, { from: '' }, { from: 'Cy' }],
			node: { onError: 'continueErrorOutput' },
		});

		const [created = [], failed = []] = outputs;
		expect(created.map(({ json, pairedItem }) => [json.from_name, pairedItem])).toEqual([
			['Ann', { item: 0 }],
			['Cy', { item: 2 }],
		]);
		expect(failed).toEqual([
			expect.objectContaining({
				json: expect.objectContaining({ error: '"From Name" is missing' }),
				pairedItem: { item: 1 },
			}),
		]);
		expect(node.service.orderBatches()).toHaveLength(2);
	});

	// The failures are tested with two input items that make the same order batch.
	const repeated = () => small({ options: { allowRepeatedRecipients: true } });
	testFailures(node, { parameters: repeated, path: '/v1/order_batches', method: 'POST' });
});
