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

test.each(['email_and_link', 'direct_send'])(
	'orders of any cart cost what the estimate says, with at most 10 percent of tax: %s',
	async (method) => {
		const isDirect = method === 'direct_send';
		const items = fc.array(item, { minLength: 1, maxLength: 4 });
		const property = fc.asyncProperty(items, fc.integer({ min: 1, max: 15 }), async (drawn, count) => {
			const people = isDirect ? shipped(count) : { recipients: recipients(count) };
			const fields = { ...people, cart: { items: drawn } };
			const { cart_price: cart, total_price: total } = await price(fields);
			const orders = await ordersOf(fields);
			const { amounts } = orders[0]!;
			expect(cart).toMatchObject({
				price_product: amounts.amount_product,
				price_shipping: amounts.amount_shipping,
				price_est_tax_low: 0,
				price_est_tax_high: Math.ceil(cart!.price_pre_tax / 10),
			});
			expect(amounts.amount_tax).toBeLessThanOrEqual(cart!.price_est_tax_high);
			if (!isDirect) return;
			const sum = orders.reduce((cents, order) => cents + order.amounts.amount_total!, 0);
			expect(total).toMatchObject({ recipients: count, est_total_calculated: sum });
		});
		await fc.assert(property, { numRuns: 10 });
	},
);
