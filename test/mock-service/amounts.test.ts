import { costsOf } from '../../dev/mock-service/amounts';
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
