import {
	giftPrice,
	priceOutput,
	Prices,
	totalPrice,
} from '../../../../../nodes/GiftOrderBatch/resources/orderBatch/rules/price';
import type { PriceInput } from '../../../../../nodes/GiftOrderBatch/resources/orderBatch/rules/input';
import { failureParts, type Failure } from '../../../../../nodes/GiftOrderBatch/resources/sentences';
import { plainClient } from '../../../../support/plainClient';

/** The response of a service: the price of one gift, and the total by the names of the interface, in cents. */
const response = (low: unknown, high: unknown, total: object) => ({
	cart_price: { price_est_total_low: low, price_est_total_high: high },
	total_price: total,
});

const group = (low: unknown, high: unknown) => ({ est_group_total_low: low, est_group_total_high: high });

const FAIR = response(1050, 1155, group(2100, 2310));

const ID = '123e4567-e89b-42d3-a456-426614174000';

const input = (more: Partial<PriceInput> = {}): PriceInput => ({
	recipients: [{ first_name: 'Ann' }, { first_name: 'Ben' }],
	cart: { items: [{ product_id: ID, quantity: 1 }] },
	send_method: 'link_multiple_custom_list',
	...more,
});

/** Prices of a service that always responds with one body. @param inputs all that may be asked for */
function pricesOf(body: unknown, inputs: PriceInput[] = [input()]) {
	const { client, requests } = plainClient(() => ({ body }));
	const batches = inputs.map((one) => ({ input: one }));
	return { prices: new Prices(async () => client, batches), asked: () => requests.map((request) => request.body) };
}

describe('a price', () => {
	const FREE: Failure = { kind: 'priceOfZero' };
	const UPSIDE_DOWN: Failure = { kind: 'lowPriceAboveHigh', low: 50_000, high: 100 };
	const BELOW_GIFT: Failure = { kind: 'totalBelowGift', total: 100, gift: 90_000 };
	const CALCULATED = { est_total_calculated: 90_000 };
	test.each<[string, unknown, Failure]>([
		['a gift for nothing', response(0, 0, group(100, 100)), FREE],
		['a total of nothing', response(100, 100, group(0, 0)), FREE],
		['a gift in the wrong order', response(50_000, 100, group(50_000, 60_000)), UPSIDE_DOWN],
		['a total in the wrong order', response(50, 100, group(50_000, 100)), UPSIDE_DOWN],
		['such a total beside a calculated one', response(50, 100, { ...group(50_000, 100), ...CALCULATED }), UPSIDE_DOWN],
		['a total below one gift', response(90_000, 90_000, group(100, 100)), BELOW_GIFT],
	])('is invalid with %s', async (_what, body, failure) => {
		await expect(pricesOf(body).prices.of(input())).rejects.toThrow(failureParts(failure)[0]);
	});

	test('is asked for once for each cart and send method, with the most recipients, also at the same time', async () => {
		const [one, two] = [input({ recipients: [{ first_name: 'Cy', email: 'cy@example.com' }] }), input()];
		const byEmail = input({ send_method: 'email_and_link' });
		const same = input({ cart: { items: [{ quantity: 1, product_id: ID }] } });
		const other = input({ cart: { items: [{ product_id: ID, quantity: 2 }] } });
		const batches = [two, same, one, byEmail, other];
		const { prices, asked } = pricesOf(FAIR, batches);
		await Promise.all([...batches, one].map(async (batch) => await prices.of(batch)));

		expect(asked()).toEqual([two, byEmail, other]);
	});

	test('of shipments is asked for once, with the addresses of all', async () => {
		const livingIn = (state: string): PriceInput => {
			const mailing_address = { address_1: '548 Market St', city: 'Ely', state, postal_code: '89301', country: null };
			return input({ send_method: 'direct_send', recipients: [{ first_name: 'Ann', mailing_address }] });
		};
		const batches = ['NV', 'MN', 'NV'].map(livingIn);
		const { prices, asked } = pricesOf(FAIR, batches);
		for (const batch of batches) await prices.of(batch);

		expect(asked()).toEqual([{ ...livingIn('NV'), recipients: batches.flatMap(({ recipients }) => recipients) }]);
	});

	test('of an order batch that was not announced is its own, in cents, with its parts and what is not in it', async () => {
		const { prices, asked } = pricesOf(FAIR, []);

		expect(priceOutput(await prices.of(input()), 2)).toEqual({
			recipients_count: 2,
			total: '$21.00 to $23.10',
			total_low: 2100,
			total_high: 2310,
			not_included: [expect.stringContaining('swap'), expect.stringContaining('outside the US')],
			cart_price: FAIR.cart_price,
		});
		expect(asked()).toEqual([input()]);
	});

	test.each<[string, object, object]>([
		['a range', group(1000, 2000), { ...group(334, 667), recipients: 1 }],
		['a calculated total', { est_total_calculated: 1001 }, { est_total_calculated: 334, recipients: 1 }],
		['a missing figure', group(null, 300), { ...group(null, 100), recipients: 1 }],
	])('of a part of the recipients is their share, rounded up: %s', async (_what, total, share) => {
		const three = input({ recipients: [{ first_name: 'Ann' }, { first_name: 'Ben' }, { first_name: 'Cy' }] });
		const one = input({ recipients: [{ first_name: 'Di' }] });
		const { prices } = pricesOf(response(100, 100, total), [one, three]);

		const { total_price, cart_price } = await prices.of(one);
		expect([total_price, cart_price]).toEqual([share, response(100, 100, {}).cart_price]);
		expect((await prices.of(three)).total_price).toEqual({ ...total, recipients: 3 });
	});
});

test.each<[total: object, low: number, high: number, ofOneGift: number]>([
	[group(2100, 2310), 2100, 2310, 1155],
	// As much as one gift.
	[group(1050, 1050), 1050, 1050, 1155],
	[group(null, 1155), 0, 1155, 1155],
	[{ est_total_calculated: 1130 }, 1130, 1130, 1155],
	[{ est_total_calculated: 2601 }, 2601, 2601, 1300],
	[{ ...group(2100, 2310), est_total_calculated: 2200 }, 2200, 2310, 1155],
	[{ ...group(2100, 2310), est_total_calculated: 0 }, 2100, 2310, 1155],
	[{ ...group(2100, 2310), est_total_calculated: 9900 }, 9900, 9900, 4950],
])('of several figures the highest counts: %j', async (total, low, high, ofOneGift) => {
	const estimate = await pricesOf(response(1050, 1155, total)).prices.of(input());
	expect(totalPrice(estimate)).toEqual({ low, high });
	expect(giftPrice(estimate)).toEqual({ low: 1050, high: ofOneGift });
});
