import fc from 'fast-check';
import type { ListResponse, Order, OrderBatch, PriceEstimate } from '../../dev/mock-service';
import { problemsOf } from '../support/schemas';
import { useService } from '../../dev/harness/serviceClient';
import { ADDRESS, directSendInput, orderBatchInput, recipients } from '../support/mockService';

const client = useService({ processingDelayMs: 0 });
const PATH = '/v1/order_batches/price';

type Fields = Record<string, unknown>;

const gifts = (fields: Fields = {}) => without('from_name', orderBatchInput(client().service.samples, fields));
const directGifts = () => without('from_name', directSendInput(client().service.samples));

function without(field: string, { [field]: _, ...others }: Fields): Fields {
	return others;
}

async function price(body: Fields): Promise<PriceEstimate> {
	const { status, data } = await client().post<PriceEstimate>(PATH, body);
	expect({ status, problems: problemsOf('PriceEstimate', data) }).toEqual({ status: 200, problems: [] });
	return data;
}

/** Creates the batch, lets its recipients accept, and reads what the orders cost then. */
async function costsOf(body: Fields): Promise<Order[]> {
	const { status, data } = await client().post<OrderBatch>('/v1/order_batches', { from_name: 'Dana', ...body });
	expect(status).toBe(201);
	client().service.setBatchState(data.id, 'complete');
	const path = `/v1/order_batches/${data.id}/orders?per_page=100`;
	for (const { id } of (await client().get<ListResponse<Order>>(path)).data.data) {
		client().service.changeOrder(id, { status: 'accepted' });
	}
	return (await client().get<ListResponse<Order>>(path)).data.data;
}

describe('POST /v1/order_batches/price', () => {
	it('creates nothing', async () => {
		await price(gifts());
		expect(client().service.orderBatches()).toEqual([]);
		expect(client().service.deliveries).toEqual([]);
	});

	it('has the parts of the price of one recipient, with 0 to 10 percent of tax, rounded up', async () => {
		const { productId } = client().service.samples;
		const product = client().service.catalogue.product(productId)!;
		const { shipping_price: shipping } = client().service.catalogue.brandOfProduct(product);
		const fee = Math.round(product.price * 0.05);
		const preTax = product.price + shipping + fee;
		const tax = Math.ceil(preTax / 10);
		const { cart_price: cart } = await price(gifts({ recipients: recipients(3) }));
		expect(cart).toEqual({
			price_product: product.price,
			price_shipping: shipping,
			price_processing_fee: fee,
			price_pre_tax: preTax,
			price_est_tax_low: 0,
			price_est_tax_high: tax,
			price_est_total_low: preTax,
			price_est_total_high: preTax + tax,
		});
	});

	it('has the lowest and the highest total of all gifts by link, and no other', async () => {
		const { cart_price: cart, total_price: total } = await price(gifts({ recipients: recipients(3) }));
		expect(total).toEqual({
			recipients: 3,
			est_group_total_low: 3 * cart!.price_est_total_low,
			est_group_total_high: 3 * cart!.price_est_total_high,
		});
	});

	it('has the calculated tax and total of direct shipments, and no other', async () => {
		const body = { ...directGifts(), recipients: Array(2).fill({ first_name: 'Robin', mailing_address: ADDRESS }) };
		const { total_price: total } = await price(body);
		expect(Object.keys(total!)).toEqual(['recipients', 'est_tax_calculated', 'est_total_calculated']);
		expect(total!.recipients).toBe(2);
	});

	it('has the other names of its fields when told so, until a reset', async () => {
		const usual = await price(gifts());
		client().service.setPriceFields('cart_price_estimate');
		expect(await price(gifts())).toEqual({
			cart_price_estimate: usual.cart_price,
			total_price_estimate: usual.total_price,
		});
		client().service.reset();
		expect(await price(gifts())).toEqual(usual);
	});

	it('is the same for every account, also for one without a payment method', async () => {
		const expected = await price(gifts());
		for (const as of ['commerce', 'automationMember', 'automationWithoutPaymentMethod'] as const) {
			expect((await client().post(PATH, gifts(), as)).data).toEqual(expected);
		}
	});

	it('takes as many recipients as a creation', async () => {
		const { total_price: total } = await price(gifts({ recipients: recipients(5000) }));
		expect(total!.recipients).toBe(5000);
	});

	it('refuses an unknown product by its ID', async () => {
		const id = '00000000-0000-4000-8000-000000000000';
		const body = gifts({ cart: { items: [{ product_id: id, quantity: 1 }] } });
		expect((await client().post(PATH, body)).data).toEqual({ error: `Product not found: ${id}` });
	});

	it.each<[string, (productId: string) => Fields]>([
		['no recipients', () => ({ recipients: [] })],
		['a recipient without a name', () => ({ recipients: [{ email: 'robin.lee@example.com' }] })],
		['a recipient without an e-mail address', () => ({ recipients: [{ first_name: 'Robin' }] })],
		['an e-mail address that is none', () => ({ recipients: [{ first_name: 'Robin', email: 'robin' }] })],
		['a direct shipment without an address', () => ({ send_method: 'direct_send' })],
		['an unknown send method', () => ({ send_method: 'pigeon' })],
		['no cart', () => ({ cart: undefined })],
		['an empty cart', () => ({ cart: { items: [] } })],
		['an address of no product', () => ({ cart: { items: [{ product_url: 'nonsense', quantity: 1 }] } })],
		['a quantity of 0', (id) => ({ cart: { items: [{ product_id: id, quantity: 0 }] } })],
		[
			'a variant that does not exist',
			(id) => ({ cart: { items: [{ product_id: id, quantity: 1, variants: ['X'] }] } }),
		],
	])('refuses %s with the sentence of the creation', async (_what, fields) => {
		const body = gifts(fields(client().service.samples.productId));
		const [priced, created] = [
			await client().post(PATH, body),
			await client().post('/v1/order_batches', { from_name: 'Dana', ...body }),
		];
		expect([priced.status, priced.data]).toEqual([400, created.data]);
	});

	it.each([undefined, 1])('refuses the variable price %j with the sentence of the creation', async (variablePrice) => {
		const { variableProductId } = client().service.samples;
		const items = [{ product_id: variableProductId, quantity: 1, variable_price: variablePrice }];
		const body = gifts({ cart: { items } });
		const priced = await client().post(PATH, body);
		const created = await client().post('/v1/order_batches', { from_name: 'Dana', ...body });
		expect([priced.status, priced.data]).toEqual([400, created.data]);
	});
});

describe('for any cart and recipients', () => {
	const cart = fc.array(
		fc.record({ product: fc.nat(), quantity: fc.integer({ min: 1, max: 5 }), price: fc.nat(10_000) }),
		{
			minLength: 1,
			maxLength: 4,
		},
	);
	const count = fc.integer({ min: 1, max: 15 });

	function itemsOf(drawn: Array<{ product: number; quantity: number; price: number }>): Fields[] {
		const all = client().service.catalogue.activeProductsShippingTo('US');
		return drawn.map(({ product: index, quantity, price: wanted }) => {
			const product = all[index % all.length]!;
			return {
				product_id: product.id,
				quantity,
				...(product.price_is_variable && { variable_price: Math.max(product.price_min, wanted) }),
				variants: product.variants.slice(0, product.variants_num_selectable).map(({ name }) => name),
			};
		});
	}

	it.each(['email_and_link', 'link_multiple_custom_list'])('orders cost what the estimate says: %s', async (method) => {
		await fc.assert(
			fc.asyncProperty(cart, count, async (drawn, recipientsCount) => {
				const body = {
					send_method: method,
					cart: { items: itemsOf(drawn) },
					recipients: recipients(recipientsCount),
				};
				const { cart_price: one, total_price: total } = await price(body);
				const orders = await costsOf(body);
				for (const { amounts } of orders) {
					expect(amounts.amount_pre_tax_total).toBe(one!.price_pre_tax);
					expect(amounts.amount_total!).toBeGreaterThanOrEqual(one!.price_est_total_low);
					expect(amounts.amount_total!).toBeLessThanOrEqual(one!.price_est_total_high);
				}
				const cost = orders.reduce((sum, { amounts }) => sum + amounts.amount_total!, 0);
				expect(cost).toBeGreaterThanOrEqual(total!.est_group_total_low!);
				expect(cost).toBeLessThanOrEqual(total!.est_group_total_high!);
			}),
			{ numRuns: 15 },
		);
	});

	it('direct shipments cost exactly what the estimate says', async () => {
		await fc.assert(
			fc.asyncProperty(cart, count, async (drawn, recipientsCount) => {
				const body = {
					send_method: 'direct_send',
					cart: { items: itemsOf(drawn) },
					recipients: Array(recipientsCount).fill({ first_name: 'Robin', mailing_address: ADDRESS }),
				};
				const { total_price: total } = await price(body);
				const orders = await costsOf(body);
				expect(total).toEqual({
					recipients: recipientsCount,
					est_tax_calculated: orders.reduce((sum, { amounts }) => sum + amounts.amount_tax!, 0),
					est_total_calculated: orders.reduce((sum, { amounts }) => sum + amounts.amount_total!, 0),
				});
			}),
			{ numRuns: 15 },
		);
	});
});
