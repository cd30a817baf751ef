import type { Order, PriceEstimate } from '../../dev/mock-service';
import { cartOf, orderBatchInput, samples, shipped, useMockService } from '../support/mockService';

const { client, service, createBatch } = useMockService();

const { id: variantId, variants, selectable } = samples.variantProduct;

test('orders cost what the estimate says, with at most 10 percent of tax', async () => {
	const cart = cartOf(
		{ product_id: samples.productId, quantity: 3 },
		{ product_id: variantId, variants: variants.slice(0, selectable) },
		{ product_id: samples.variableProductId, variable_price: 700 },
	);
	const fields = { ...shipped(2), ...cart };
	const { data } = await client().post<PriceEstimate>('/v1/order_batches/price', orderBatchInput(fields));
	expect(service().orderBatches()).toEqual([]);

	const [{ amounts }] = (await createBatch(fields)).orders_preview as [Order];
	expect(data.cart_price).toMatchObject({
		price_product: amounts.amount_product,
		price_shipping: amounts.amount_shipping,
		price_est_tax_high: Math.ceil(data.cart_price!.price_pre_tax / 10),
	});
	expect(amounts.amount_tax).toBeLessThanOrEqual(data.cart_price!.price_est_tax_high);
	expect(data.total_price).toMatchObject({ recipients: 2, est_total_calculated: 2 * amounts.amount_total! });
});
