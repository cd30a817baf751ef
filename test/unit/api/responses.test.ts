import { priceEstimate } from '../../../nodes/GiftOrderBatch/api/responses';

const CART = { price_product: 1000, price_est_total_low: 2100, price_est_total_high: 2310 };
const TOTAL = { recipients: 2, est_group_total_low: 4200, est_group_total_high: 4620 };

const read = (body: unknown) => priceEstimate.safeParse(body);

describe('the estimate of a price', () => {
	test('has one name for each of its parts, whichever the service uses', () => {
		const expected = { cart_price: CART, total_price: TOTAL };

		expect(read({ cart_price: CART, total_price: TOTAL }).data).toEqual(expected);
		expect(read({ cart_price_estimate: CART, total_price_estimate: TOTAL }).data).toEqual(expected);
		expect(read({ cart_price: CART, total_price_estimate: TOTAL }).data).toEqual(expected);
	});

	test.each([[null], [undefined]])('has the part that is there where the one with the other name is %j', (missing) => {
		const body = {
			cart_price: missing,
			total_price: missing,
			cart_price_estimate: CART,
			total_price_estimate: TOTAL,
		};

		expect(read(body).data).toEqual({ cart_price: CART, total_price: TOTAL });
	});

	test('may have the calculated total of direct shipments only', () => {
		const total = { recipients: 1, est_group_total_high: null, est_tax_calculated: 187, est_total_calculated: 2287 };

		expect(read({ cart_price: CART, total_price: total }).data?.total_price).toEqual(total);
	});

	test('may have amounts as text', () => {
		const { data } = read({ cart_price: CART, total_price: { est_group_total_high: '4620' } });

		expect(data?.total_price.est_group_total_high).toBe(4620);
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
		['an empty total', { cart_price: CART, total_price: { est_group_total_high: '' } }],
		['a negative total', { cart_price: CART, total_price: { est_group_total_high: -1 } }],
	])('is refused with %s', (_name, body) => {
		expect(read(body).success).toBe(false);
	});
});
