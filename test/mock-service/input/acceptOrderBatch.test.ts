import type { Samples } from '../../../dev/mock-service';
import {
	ADDRESS,
	type Fields,
	FUTURE,
	inMinutes,
	shipped,
	UNKNOWN_ID,
	useMockService,
} from '../../support/mockService';

const { client, service, postBatch, createBatch } = useMockService();

const cart = (item: Fields) => ({ cart: { items: [{ quantity: 1, ...item }] } });
const byLink = (recipient: Fields) => ({ send_method: 'link_multiple_custom_list', recipients: [recipient] });
const PAST = '2020-01-01T00:00:00Z';

/** What no schema refuses, or a schema with a condition. */
test.each<[what: string, fields: (samples: Samples) => Fields, error: string]>([
	['an unknown product', () => cart({ product_id: UNKNOWN_ID }), `Product not found: ${UNKNOWN_ID}`],
	['an unknown address', () => cart({ product_url: 'nonsense' }), 'cart.items[0].product_url: Invalid product URL'],
	[
		'a product named twice',
		({ productId, productUrl }) => cart({ product_id: productId, product_url: productUrl }),
		'must have exactly one of product_id, product_url',
	],
	[
		'an inactive product',
		({ inactiveProductId }) => cart({ product_id: inactiveProductId }),
		'Product is not available',
	],
	[
		'no price for a gift card',
		({ variableProductId: id }) => cart({ product_id: id }),
		'cart.items[0].variable_price is required for Digital Gift Card',
	],
	...[499, 50001].map((price): [string, (samples: Samples) => Fields, string] => [
		`${price} cents for a gift card`,
		({ variableProductId: id }) => cart({ product_id: id, variable_price: price }),
		'cart.items[0].variable_price must be between 500 and 50000',
	]),
	[
		'an unknown variant',
		({ variantProduct: { id } }) => cart({ product_id: id, variants: ['Plutonium'] }),
		'has no variant "Plutonium"',
	],
	[
		'too few variants of a direct shipment',
		({ variantProduct: { id, variants } }) => ({
			...shipped(1),
			...cart({ product_id: id, variants: variants.slice(0, 1) }),
		}),
		'cart.items[0].variants must have 2 entries',
	],
	[
		'an email that is none',
		() => ({ recipients: [{ first_name: 'Bo', email: 'bo' }] }),
		'recipients[0].email is invalid',
	],
	['an unknown card', ({ productId: id }) => ({ card_id: id }), 'Card not found'],
	['an unknown workspace', ({ productId: id }) => ({ workspace_id: id }), 'Workspace not found'],
	['an expiry in the past', () => ({ expires_at: PAST }), 'expires_at must be in the future'],
	[
		'an expiry in the past, after a scheduled time',
		() => ({ scheduled_send_on: PAST, expires_at: '2021-01-01T00:00:00Z' }),
		'expires_at must be in the future',
	],
	[
		'an expiry before the scheduled time',
		() => ({ scheduled_send_on: inMinutes(60), expires_at: inMinutes(30) }),
		'expires_at must be after scheduled_send_on',
	],
	['a leap second', () => ({ scheduled_send_on: '2099-12-31T23:59:60Z' }), 'scheduled_send_on is not a time'],
	['a time without an offset', () => ({ scheduled_send_on: '2099-01-01T10:00:00' }), 'scheduled_send_on must match'],
	[
		'a phone in another form',
		() => byLink({ first_name: 'Bo', phone: '415-555-0100' }),
		'recipients[0].phone must match',
	],
	['a blank first name', () => byLink({ first_name: ' ' }), "recipients[0].first_name can't be blank"],
])('an order batch with %s is refused, and so is its price', async (_what, fields, error) => {
	const refused = fields(service().samples);
	const { status, data } = await postBatch(refused);
	expect([status, data]).toEqual([400, { error: expect.stringContaining(error) }]);
	expect(service().orderBatches()).toEqual([]);

	if (!('recipients' in refused || 'cart' in refused)) return;
	const { recipients } = { recipients: [{ first_name: 'Bo', email: 'bo@example.com' }], ...refused };
	const body = { send_method: 'email_and_link', ...refused, recipients };
	const { samples } = service();
	const priced = await client().post('/v1/order_batches/price', {
		...cart({ product_id: samples.productId }),
		...body,
	});
	expect([priced.status, priced.data]).toEqual([400, data]);
});

test.each<[what: string, fields: (samples: Samples) => Fields]>([
	['a field that the document does not list', () => ({ nick_name: 'Bo' })],
	[
		'null wherever the document has it',
		() => ({ expires_at: null, customer_reference_id: null, reserved_options: {} }),
	],
	['null for a custom price tier', () => ({ reserved_options: { custom_price_tier: null } })],
	['a first name alone', () => byLink({ first_name: 'Bo' })],
	['a phone of the US', () => byLink({ first_name: 'Bo', phone: '+14155550100' })],
	['null for a phone', () => byLink({ first_name: 'Bo', phone: null })],
	[
		'an address with nulls',
		() => ({
			...shipped(1),
			recipients: [
				{ first_name: 'Bo', mailing_address: { ...ADDRESS, first_name: null, address_2: null, country: null } },
			],
		}),
	],
	['a card without a message', ({ cardId }) => ({ card_id: cardId.toUpperCase() })],
	['an expiry after the scheduled time', () => ({ scheduled_send_on: inMinutes(30), expires_at: inMinutes(60) })],
	['variants that the recipient chooses', ({ variantProduct: { id } }) => cart({ product_id: id })],
	['a swapped gift collection', ({ giftCollectionProductId: id }) => ({ ...cart({ product_id: id }), swap: 'single' })],
	['no swaps', () => ({ swap: 'disabled' })],
	['shipping to some countries', () => ({ international_shipping_tier: 'standard' })],
	['shipping to all countries', () => ({ international_shipping_tier: 'full' })],
	...[500, 50000].map((price): [string, (samples: Samples) => Fields] => [
		`${price} cents for a gift card`,
		({ variableProductId: id }) => cart({ product_id: id, variable_price: price }),
	]),
	[
		'as many variants of a direct shipment as can be selected',
		({ variantProduct: { id, variants, selectable } }) => ({
			...shipped(1),
			...cart({ product_id: id, variants: variants.slice(0, selectable) }),
		}),
	],
])('an order batch with %s is accepted', async (_what, fields) => {
	await createBatch(fields(service().samples));
});

test('a product is named by its ID or by its address, and its price is its own', async () => {
	const { productUrl } = service().samples;
	const { cart: shown, orders_preview: orders } = await createBatch(
		cart({ product_id: null, product_url: productUrl, quantity: 3, variable_price: 1 }),
	);
	const { id, name, brand, price } = service().catalogue.productAt(productUrl)!;
	expect(shown.items).toEqual([{ id: expect.any(String), quantity: 3, product: { id, name, brand } }]);
	expect(orders[0]).toMatchObject({ cart: { items: shown.items.map(({ product }) => ({ product })) } });
	expect(orders[0]!.amounts.amount_product).toBe(3 * price);
});

test('an order batch is in the workspace that it names, or in the first one', async () => {
	const { data } = (await client().get<{ data: Array<{ id: string; name: string }> }>('/v1/workspaces')).data;
	expect(data.map(({ name }) => name)).toEqual(['People Team', 'Customer Success', 'Recruiting']);
	for (const { id, name } of data) {
		expect(await createBatch({ workspace_id: id })).toMatchObject({ workspace_id: id, workspace_name: name });
	}
	expect(await createBatch()).toMatchObject({ workspace_id: data[0]!.id });
});

test.each([
	['in the past', PAST],
	['null', null],
])('a scheduled time that is %s sends at once, as an order batch that is not scheduled', async (_what, time) => {
	const batch = await createBatch({ scheduled_send_on: time, expires_at: FUTURE });
	expect(batch).toMatchObject({ send_status: 'complete', is_scheduled_send: false, scheduled_send_on: null });
});
