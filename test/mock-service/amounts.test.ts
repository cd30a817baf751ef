import { amountsOf, costsOf } from '../../dev/mock-service/amounts';
import { createCatalogue } from '../../dev/mock-service/catalogue/catalogue';
import type { CartLine } from '../../dev/mock-service/input/acceptOrderBatch';
import { samplesOf } from '../../dev/mock-service/samples';

const catalogue = createCatalogue();
const samples = samplesOf(catalogue);

function line(productId: string, quantity = 1, unitPrice?: number): CartLine {
	const product = catalogue.product(productId)!;
	return { product, quantity, unitPrice: unitPrice ?? product.price, variants: [] };
}

const shippingOf = (...lines: CartLine[]) => costsOf(lines, catalogue).shipping;
const brandOf = (productId: string) => catalogue.brandOfProduct(catalogue.product(productId)!);

test('products cost their price times their quantity, with a fee of 5 % and a tax of 8 % on products and shipping', () => {
	const products = 2 * catalogue.product(samples.productId)!.price + 2500;
	const costs = costsOf([line(samples.productId, 2), line(samples.variableProductId, 1, 2500)], catalogue);
	const fee = Math.round(products * 0.05);
	expect(costs).toMatchObject({ products, fee, preTaxTotal: products + costs.shipping + fee });
	expect(costs.tax).toBe(Math.round((products + costs.shipping) * 0.08));
});

test('shipping is paid once for each brand', () => {
	const [one, other] = [samples.productId, samples.otherProductId];
	const price = brandOf(one).shipping_price;
	expect(shippingOf(line(one), line(one))).toBe(price);
	expect(shippingOf(line(one), line(other))).toBe(price + brandOf(other).shipping_price);
});

test('shipping is free from the free shipping minimum of the brand on', () => {
	const { free_shipping_minimum: minimum, shipping_price: price } = brandOf(samples.productId);
	expect(shippingOf(line(samples.productId, 1, minimum - 1))).toBe(price);
	expect(shippingOf(line(samples.productId, 1, minimum))).toBe(0);
});

test('tax and total are known once the address is, and credit is what a balance pays', () => {
	const lines = [line(samples.productId)];
	const { preTaxTotal, tax } = costsOf(lines, catalogue);
	for (const [addressKnown, paidFromBalance, expected] of [
		[false, false, { amount_tax: null, amount_total: null, amount_credit_applied: 0 }],
		[true, false, { amount_tax: tax, amount_total: preTaxTotal + tax, amount_credit_applied: 0 }],
		[false, true, { amount_total: null, amount_credit_applied: preTaxTotal }],
		[true, true, { amount_total: preTaxTotal + tax, amount_credit_applied: preTaxTotal + tax }],
	] as const) {
		const amounts = amountsOf(lines, catalogue, { addressKnown, paidFromBalance });
		expect(amounts).toMatchObject({ amount_pre_tax_total: preTaxTotal, ...expected });
	}
});
