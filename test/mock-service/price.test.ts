import fc from 'fast-check';
import type { Order, PriceEstimate } from '../../dev/mock-service';
import { type Fields, recipients, shipped, useMockService } from '../support/mockService';

const { client, service, createBatch, list } = useMockService();

const gifts = (fields: Fields = {}): Fields => ({
	recipients: recipients(3),
	cart: { items: [{ product_id: service().samples.productId, quantity: 1 }] },
	send_method: 'email_and_link',
	...fields,
});

async function price(body: Fields, as?: 'automationWithoutPaymentMethod'): Promise<PriceEstimate> {
	const { status, data } = await client().post<PriceEstimate>('/v1/order_batches/price', body, as);
	expect(status).toBe(200);
	return data;
}

test('an estimate has the price of one gift with 0 to 10 percent of tax, rounded up, and that of all gifts', async () => {
	const product = service().catalogue.product(service().samples.productId)!;
	const { shipping_price: shipping } = service().catalogue.brandOfProduct(product);
	const fee = Math.round(product.price * 0.05);
	const preTax = product.price + shipping + fee;
	const tax = Math.ceil(preTax / 10);
	expect(await price(gifts())).toEqual({
		cart_price: {
			price_product: product.price,
			price_shipping: shipping,
			price_processing_fee: fee,
			price_pre_tax: preTax,
			price_est_tax_low: 0,
			price_est_tax_high: tax,
			price_est_total_low: preTax,
			price_est_total_high: preTax + tax,
		},
		total_price: { recipients: 3, est_group_total_low: 3 * preTax, est_group_total_high: 3 * (preTax + tax) },
	});
	expect([service().orderBatches(), service().deliveries]).toEqual([[], []]);
});

test('an estimate is for any account and any number of recipients, with other names of its fields when told so', async () => {
	const usual = await price(gifts({ recipients: recipients(5000) }), 'automationWithoutPaymentMethod');
	service().setPriceFields('cart_price_estimate');
	const {
		cart_price_estimate: cart,
		total_price_estimate: total,
		...others
	} = await price(gifts({ recipients: recipients(5000) }));
	expect({ cart_price: cart, total_price: total }).toEqual(usual);
	expect([others, total!.recipients]).toEqual([{}, 5000]);
});

/** Creates the batch, lets its recipients accept, and reads what the orders cost then. */
async function costsOf(body: Fields): Promise<Order[]> {
	const { id } = await createBatch(body);
	service().setBatchState(id, 'complete');
	const orders = async () => (await list<Order>(`/v1/order_batches/${id}/orders`)).data;
	for (const order of await orders()) service().changeOrder(order.id, { status: 'accepted' });
	return await orders();
}

test.each(['email_and_link', 'link_multiple_custom_list', 'direct_send'])(
	'orders of any cart cost what the estimate says: %s',
	async (method) => {
		const lines = fc.array(
			fc.record({ product: fc.nat(), quantity: fc.integer({ min: 1, max: 5 }), cents: fc.nat(10_000) }),
			{
				minLength: 1,
				maxLength: 4,
			},
		);
		await fc.assert(
			fc.asyncProperty(lines, fc.integer({ min: 1, max: 15 }), async (drawn, count) => {
				const products = service().catalogue.activeProductsShippingTo('US');
				const items = drawn.map(({ product: index, quantity, cents }) => {
					const product = products[index % products.length]!;
					return {
						product_id: product.id,
						quantity,
						...(product.price_is_variable && { variable_price: Math.max(product.price_min, cents) }),
						variants: product.variants.slice(0, product.variants_num_selectable).map(({ name }) => name),
					};
				});
				const direct = method === 'direct_send';
				const body = gifts({
					send_method: method,
					cart: { items },
					recipients: recipients(count),
					...(direct && shipped(count)),
				});
				const { cart_price: one, total_price: total } = await price(body);
				const orders = await costsOf(body);
				for (const { amounts } of orders) expect(amounts.amount_pre_tax_total).toBe(one!.price_pre_tax);
				const sum = (field: 'amount_tax' | 'amount_total') =>
					orders.reduce((cents, { amounts }) => cents + amounts[field]!, 0);
				const cost = sum('amount_total');
				expect(total).toEqual(
					direct
						? { recipients: count, est_tax_calculated: sum('amount_tax'), est_total_calculated: cost }
						: {
								recipients: count,
								est_group_total_low: count * one!.price_est_total_low,
								est_group_total_high: count * one!.price_est_total_high,
							},
				);
				expect(cost).toBeGreaterThanOrEqual(count * one!.price_est_total_low);
				expect(cost).toBeLessThanOrEqual(count * one!.price_est_total_high);
			}),
			{ numRuns: 12 },
		);
	},
);
