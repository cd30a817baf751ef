import type { Order, PriceEstimate } from '../../dev/mock-service';
import { recipients } from '../../dev/harness/workflows';
import { cartOf, orderBatchInput, samples, shipped, useMockService } from '../support/mockService';

const { client, service, createBatch, list } = useMockService();

const { id: variantId, variants, selectable } = samples.variantProduct;
const CART = cartOf(
	{ product_id: samples.productId, quantity: 3 },
	{ product_id: variantId, variants: variants.slice(0, selectable) },
	{ product_id: samples.variableProductId, variable_price: 700 },
);

test.each(['email_and_link', 'direct_send'])(
	'orders cost what the estimate says, with at most 10 percent of tax: %s',
	async (method) => {
		const isDirect = method === 'direct_send';
		const fields = { ...(isDirect ? shipped(12) : { recipients: recipients(12) }), ...CART };
		const { data } = await client().post<PriceEstimate>('/v1/order_batches/price', orderBatchInput(fields));
		expect(service().orderBatches()).toEqual([]);

		const { id } = await createBatch(fields);
		service().setBatchState(id, 'complete');
		const path = `/v1/order_batches/${id}/orders`;
		for (const order of (await list<Order>(path)).data) service().changeOrder(order.id, { status: 'accepted' });
		const orders = (await list<Order>(path)).data;

		const { cart_price: cart, total_price: total } = data;
		const { amounts } = orders[0]!;
		expect(cart).toMatchObject({
			price_product: amounts.amount_product,
			price_shipping: amounts.amount_shipping,
			price_est_tax_low: 0,
			price_est_tax_high: Math.ceil(cart!.price_pre_tax / 10),
		});
		expect(amounts.amount_tax).toBeLessThanOrEqual(cart!.price_est_tax_high);
		const sum = orders.reduce((cents, order) => cents + order.amounts.amount_total!, 0);
		if (isDirect) expect(total).toMatchObject({ recipients: 12, est_total_calculated: sum });
	},
);
