import type { Order, PriceEstimate } from '../../dev/mock-service';
import { catalogue, type Fields, orderBatchInput, recipients, shipped, useMockService } from '../support/mockService';
import fc from '../support/properties';

const { client, service, createBatch, list } = useMockService();

async function price(fields: Fields = {}): Promise<PriceEstimate> {
	const { from_name: _, ...body } = orderBatchInput(fields);
	const path = '/v1/order_batches/price';
	const { status, data } = await client().post<PriceEstimate>(path, body, 'automationWithoutPaymentMethod');
	expect(status).toBe(200);
	return data;
}

test('an estimate creates nothing, and has other names of its fields when told so', async () => {
	const usual = await price({ recipients: recipients(5000) });
	expect(usual.total_price!.recipients).toBe(5000);
	service().setPriceFields('cart_price_estimate');
	const { cart_price: cart, total_price: total } = usual;
	const renamed = await price({ recipients: recipients(5000) });
	expect(renamed).toEqual({ cart_price_estimate: cart, total_price_estimate: total });
	expect([service().orderBatches(), service().deliveries]).toEqual([[], []]);
});

/** Creates the batch, lets its recipients accept, and reads what the orders cost then. */
async function ordersOf(fields: Fields): Promise<Order[]> {
	const { id } = await createBatch(fields);
	service().setBatchState(id, 'complete');
	const orders = async () => (await list<Order>(`/v1/order_batches/${id}/orders`)).data;
	for (const order of await orders()) service().changeOrder(order.id, { status: 'accepted' });
	return await orders();
}

const products = catalogue.activeProductsShippingTo('US');
const item = fc
	.record({ index: fc.nat(products.length - 1), quantity: fc.integer({ min: 1, max: 5 }), cents: fc.nat(10_000) })
	.map(({ index, quantity, cents }) => {
		const { id, price_is_variable: varies, price_min: lowest, ...product } = products[index]!;
		const variants = product.variants.slice(0, product.variants_num_selectable).map(({ name }) => name);
		return { product_id: id, quantity, variants, ...(varies && { variable_price: Math.max(lowest, cents) }) };
	});

test.each(['email_and_link', 'link_multiple_custom_list', 'direct_send'])(
	'orders of any cart cost what the estimate says, with 0 to 10 percent of tax, rounded up: %s',
	async (method) => {
		const isDirect = method === 'direct_send';
		const items = fc.array(item, { minLength: 1, maxLength: 4 });
		const property = fc.asyncProperty(items, fc.integer({ min: 1, max: 15 }), async (drawn, count) => {
			const people = isDirect ? shipped(count) : { recipients: recipients(count), send_method: method };
			const fields = { ...people, cart: { items: drawn } };
			const { cart_price: cart, total_price: total } = await price(fields);
			const orders = await ordersOf(fields);
			const { amounts } = orders[0]!;
			const { price_pre_tax: preTax, price_est_tax_high: highestTax } = cart!;
			expect(cart).toEqual({
				price_product: amounts.amount_product,
				price_shipping: amounts.amount_shipping,
				price_processing_fee: amounts.amount_processing_fee,
				price_pre_tax: amounts.amount_pre_tax_total,
				price_est_tax_low: 0,
				price_est_tax_high: Math.ceil(preTax / 10),
				price_est_total_low: preTax,
				price_est_total_high: preTax + highestTax,
			});
			expect(amounts.amount_tax).toBeLessThanOrEqual(highestTax);

			const sum = (field: 'amount_tax' | 'amount_total') =>
				orders.reduce((cents, order) => cents + order.amounts[field]!, 0);
			const expected = isDirect
				? { est_tax_calculated: sum('amount_tax'), est_total_calculated: sum('amount_total') }
				: { est_group_total_low: count * preTax, est_group_total_high: count * (preTax + highestTax) };
			expect(total).toEqual({ recipients: count, ...expected });
		});
		await fc.assert(property, { numRuns: 10 });
	},
);
