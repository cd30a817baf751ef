import { accounts } from './accounts';
import { cards } from './cards';
import { productsOf, urlOf, type Catalogue } from './catalogue/catalogue';
import type { Product } from './contract';

/** Ids to try the service with; those of workspaces and payment methods work for `automation` and `commerce`. */
export interface Samples {
	/** A product of one price, without variants, shipping to the US. */
	productId: string;
	/** Another such product, named by its address. */
	productUrl: string;
	otherProductId: string;
	variableProductId: string;
	/** `selectable` is how many of `variants` a direct shipment has to name. */
	variantProduct: { id: string; variants: string[]; selectable: number };
	inactiveProductId: string;
	giftCollectionProductId: string;
	cardId: string;
	workspaceId: string;
	paymentMethodId: string;
}

/** Picks the samples out of the catalogue and the accounts. */
export function samplesOf(catalogue: Catalogue): Samples {
	const product = (brandName: string, name: string): Product =>
		productsOf(catalogue.brands.find((brand) => brand.name === brandName)!).find(
			(candidate) => candidate.name === name,
		)!;
	const duo = product('Amber Bakery', 'Cookie Duo');
	return {
		productId: product('Amber Bakery', 'Butter Cookie Tin').id,
		productUrl: urlOf(product('Cedar Candles', 'Soy Candle')),
		otherProductId: product('Birch Coffee', 'Pour-Over Kit').id,
		variableProductId: product('Universal Gift Card', 'Digital Gift Card').id,
		variantProduct: {
			id: duo.id,
			variants: duo.variants.map((variant) => variant.name),
			selectable: duo.variants_num_selectable,
		},
		inactiveProductId: catalogue.brands.flatMap(productsOf).find(({ status }) => status === 'inactive')!.id,
		giftCollectionProductId: product('Gift of Choice', 'Coffee Break').id,
		cardId: cards[0]!.id,
		workspaceId: accounts.automation.workspaces[0]!.id,
		paymentMethodId: accounts.automation.paymentMethods[0]!.id,
	};
}
