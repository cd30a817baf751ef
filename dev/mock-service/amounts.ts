import type { Catalogue } from './catalogue/catalogue';
import type { CartLine } from './input/acceptOrderBatch';
import type { Amounts } from './contract';

const PROCESSING_FEE_RATE = 0.05;
const TAX_RATE = 0.08;

/** What a cart costs one recipient, in US cents. */
interface Costs {
	products: number;
	/** Paid once per brand, unless the brand's products reach its free shipping minimum. */
	shipping: number;
	fee: number;
	/** All of the above. */
	preTaxTotal: number;
	tax: number;
}

export function costsOf(lines: CartLine[], catalogue: Catalogue): Costs {
	const products = productsPrice(lines);
	const shipping = shippingOf(lines, catalogue);
	const fee = Math.round(products * PROCESSING_FEE_RATE);
	const tax = Math.round((products + shipping) * TAX_RATE);
	return { products, shipping, fee, preTaxTotal: products + shipping + fee, tax };
}

/** The costs of one order (openapi: Amounts). Tax, and with it the total, is `null` until the address is known. */
export function amountsOf(
	lines: CartLine[],
	catalogue: Catalogue,
	{ addressKnown, paidFromBalance }: { addressKnown: boolean; paidFromBalance: boolean },
): Amounts {
	const { products, shipping, fee, preTaxTotal, ...costs } = costsOf(lines, catalogue);
	const tax = addressKnown ? costs.tax : null;
	const total = tax === null ? null : preTaxTotal + tax;
	return {
		amount_product: products,
		amount_shipping: shipping,
		amount_processing_fee: fee,
		amount_credit_applied: paidFromBalance ? (total ?? preTaxTotal) : 0,
		amount_pre_tax_total: preTaxTotal,
		amount_tax: tax,
		amount_total: total,
		amount_global_relay_cost: null,
	};
}

function shippingOf(lines: CartLine[], catalogue: Catalogue): number {
	const brands = new Set(lines.map((line) => catalogue.brandOfProduct(line.product)));
	return sum(
		[...brands].map((brand) => {
			const products = productsPrice(lines.filter((line) => line.product.brand.id === brand.id));
			return products >= brand.free_shipping_minimum ? 0 : brand.shipping_price;
		}),
	);
}

/** What the products of a cart cost without shipping, in US cents. */
export const productsPrice = (lines: CartLine[]) => sum(lines.map(({ unitPrice, quantity }) => unitPrice * quantity));

export const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
