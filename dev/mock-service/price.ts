import { costsOf } from './amounts';
import type { Catalogue } from './catalogue/catalogue';
import { cartLines } from './input/acceptOrderBatch';
import type { CartPrice, PriceEstimate, PriceInput, TotalPrice } from './contract';

/**
 * What an order batch would cost (openapi: getOrderBatchPrice). Tax is known for direct shipments only. For others it
 * is between 0 and 10 percent.
 * @throws ServiceError 400 for the first rule that is broken, as on creation.
 */
export function priceOf(input: PriceInput, catalogue: Catalogue): PriceEstimate {
	const { products, shipping, fee, preTaxTotal, tax } = costsOf(cartLines(input, catalogue), catalogue);
	const highestTax = Math.ceil(preTaxTotal / 10);
	const cart: CartPrice = {
		price_product: products,
		price_shipping: shipping,
		price_processing_fee: fee,
		price_pre_tax: preTaxTotal,
		price_est_tax_low: 0,
		price_est_tax_high: highestTax,
		price_est_total_low: preTaxTotal,
		price_est_total_high: preTaxTotal + highestTax,
	};
	const recipients = input.recipients.length;
	const total: TotalPrice =
		input.send_method === 'direct_send'
			? {
					recipients,
					est_tax_calculated: recipients * tax,
					est_total_calculated: recipients * (preTaxTotal + tax),
				}
			: {
					recipients,
					est_group_total_low: recipients * cart.price_est_total_low,
					est_group_total_high: recipients * cart.price_est_total_high,
				};
	return { cart_price: cart, total_price: total };
}
