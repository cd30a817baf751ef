import {
	accountSchema,
	entryListSchema,
	orderBatchSchema,
	priceEstimateSchema,
	productSchema,
} from '../../../nodes/GiftOrderBatch/api/responses';

const CART = { price_product: 1000, price_est_total_low: 2100, price_est_total_high: 2310 };
const TOTAL = { recipients: 2, est_group_total_low: 4200, est_group_total_high: 4620 };

const read = (body: unknown) => priceEstimateSchema.safeParse(body);

test.each([
	{ cart_price: CART, total_price: TOTAL },
	{ cart_price_estimate: CART, total_price_estimate: TOTAL },
	{ cart_price: CART, total_price_estimate: TOTAL },
])('an estimate has one name for each part, whichever comes: %j', (parts) => {
	const names = { cart_price: null, total_price: null, cart_price_estimate: null, total_price_estimate: null };
	for (const none of [{}, names])
		expect(read({ ...none, ...parts }).data).toEqual({ cart_price: CART, total_price: TOTAL });
});

test('the estimate of a price may have the calculated total of direct shipments only, and amounts as text', () => {
	const total = { recipients: 1, est_group_total_high: null, est_tax_calculated: 187, est_total_calculated: '2287' };

	const { data } = read({ cart_price: CART, total_price: total });
	expect(data?.total_price).toEqual({ ...total, est_total_calculated: 2287 });
});

test.each([
	['text', 'free'],
	['null', null],
	['no parts', {}],
	['no total', { cart_price: CART }],
	['a total that is null', { cart_price: CART, total_price: null }],
	['totals that are null', { cart_price: CART, total_price: { est_group_total_high: null } }],
	['a lowest total alone', { cart_price: CART, total_price: { est_group_total_low: 4200 } }],
	['no cart price', { total_price: TOTAL }],
	['no highest cart price', { cart_price: { price_est_total_low: 1 }, total_price: TOTAL }],
	['parts of a cent', { cart_price: CART, total_price: { est_group_total_high: 4620.5 } }],
	['a price in dollars', { cart_price: { ...CART, price_est_total_high: '500.00' }, total_price: TOTAL }],
	['a total in dollars', { cart_price: CART, total_price: { est_group_total_high: '500.00' } }],
	['an empty total', { cart_price: CART, total_price: { est_group_total_high: '' } }],
	['a negative total', { cart_price: CART, total_price: { est_group_total_high: -1 } }],
])('the estimate of a price is refused with %s', (_name, body) => {
	expect(read(body).success).toBe(false);
});

test.each<[owner: unknown, isOwner: boolean]>([
	[{ email: 'ann@example.com' }, true],
	[{ public_app_id: 'app_42' }, true],
	[{ email: 'ann@example.com', public_app_id: null }, true],
	[{ email: null, public_app_id: 'app_42' }, true],
	[{}, false],
	[{ email: null, public_app_id: null }, false],
	[{ email: '' }, false],
	[{ email: 7 }, false],
	[[], false],
])('the owner of a key is %j: %s', (owner, isOwner) => {
	expect(accountSchema.safeParse(owner).data).toEqual(isOwner ? owner : undefined);
});

test.each([
	['null for its entries', { data: null, list_meta: { total_count: 0 } }, 'data'],
	['an entry that is not an object', { data: [{}, 'brand'] }, 'data.1'],
	['no envelope', [], ''],
])('a list is refused with %s', (_what, body, path) => {
	expect(entryListSchema.safeParse(body).error?.issues[0]?.path.join('.')).toBe(path);
});

const batch = { id: 'ob_1', send_status: 'pending' };

test('an order batch has its optional fields as they are, but what is not a time as text, and all others', () => {
	const cart = { items: [{ quantity: 1 }], note: 1 };
	const people = { recipients_count: 2, recipients_preview: [{ first_name: 'Ann' }, {}] };
	const shown = { ...batch, ...people, cart, customer_reference_id: 'deal-1', from_name: 'Zoe' };
	const times = { scheduled_send_on: null, expires_at: '2040-01-01T12:00:00Z' };

	expect(orderBatchSchema.parse({ ...shown, ...times })).toEqual({ ...shown, ...times });
	// It is another time than that of any request.
	expect(orderBatchSchema.parse({ ...shown, expires_at: 1735 })).toEqual({ ...shown, expires_at: '1735' });
	expect(Object.keys(orderBatchSchema.parse(batch))).toEqual(['id', 'send_status']);
});

test.each([{ id: '' }, { id: 7 }, { id: null }, { send_status: '' }])('an order batch is refused with %j', (wrong) => {
	expect(orderBatchSchema.safeParse({ ...batch, ...wrong }).success).toBe(false);
});

test('an order batch counts what its optional fields may not be as missing', () => {
	const counts = { recipients_count: -1, orders_count: '' };
	const wrong = { customer_reference_id: 7, ...counts, cart: [], recipients_preview: ['Ann'] };

	expect(orderBatchSchema.parse({ ...batch, ...wrong })).toEqual(batch);
	expect(orderBatchSchema.parse({ ...batch, cart: { items: 'none' } })).toEqual({ ...batch, cart: {} });
});

test('a product has numbers for prices in text, and counts what its optional fields may not be as missing', () => {
	const shown = { id: 'p_1', price_min: '500', price_max: 0, restricted_states: ['UT', 7], brand: { name: 'Acme' } };
	const wrong = { name: 7, price_is_variable: 'yes', variants: 'none', variants_num_selectable: 'two', status: null };

	expect(productSchema.parse({ ...shown, ...wrong })).toEqual({ ...shown, price_min: 500, status: null });
});
