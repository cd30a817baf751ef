import type { Order, PriceEstimate } from '../../dev/mock-service';
import { orderBatchInput, shipped, useMockService } from '../support/mockService';

const { client, createBatch } = useMockService();

test('orders that are shipped directly cost what the estimate says, with shipping and tax', async () => {
	const fields = shipped(2);
	const { data } = await client().post<PriceEstimate>('/v1/order_batches/price', orderBatchInput(fields));
	const [{ amounts }] = (await createBatch(fields)).orders_preview as [Order];
	const { amount_product: price_product, amount_shipping: price_shipping } = amounts;
	expect(data.cart_price).toMatchObject({ price_product, price_shipping });
	expect(data.total_price).toEqual({
		recipients: 2,
		est_tax_calculated: 2 * amounts.amount_tax!,
		est_total_calculated: 2 * amounts.amount_total!,
	});
});
