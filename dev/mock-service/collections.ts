import { accounts } from './accounts';
import { productsOf, type Catalogue } from './catalogue/catalogue';
import type { Collection, Product } from './contract';
import { uuidFrom } from './ids';

/** A gift collection, and whether only the response that reads it has its product and price. */
export interface CollectionRecord {
	collection: Collection;
	isBriefInLists: boolean;
}

/** Shipping within the US, for each gift of a collection; US cents. */
const SHIPPING = 600;

/** How many products each category of a collection has. */
const CATEGORY_SIZE = 4;

/** What recipients see of a published collection (openapi: CollectionVersion). */
function versionOf(title: string, choices: Product[]): Collection['published_version'] {
	const categories = ['Favorites', 'Something sweet'].map((name, position) => ({
		id: uuidFrom('collection category', title, name),
		name,
		is_featured: position === 0,
		position,
		collection_products: choices
			.slice(position * CATEGORY_SIZE, (position + 1) * CATEGORY_SIZE)
			.map((product) => ({ id: uuidFrom('collection product', title, product.id), product })),
	}));
	return {
		id: uuidFrom('collection version', title),
		title,
		subtitle: 'Choose the one that you like best',
		multiple_select_mode: 'disabled',
		multiple_select_count: null,
		multiple_select_price: null,
		international_shipping_tier: 'disabled',
		international_gift_cards_enabled: false,
		header_image: null,
		collection_categories: categories,
	};
}

/**
 * The gift collections, which all accounts share. What a response may lack is lacking in some of them: one is brief in
 * lists, one has no product although it is published, and one is not published.
 */
export function createCollections(catalogue: Catalogue): CollectionRecord[] {
	const gifts = catalogue.brands.flatMap(productsOf);
	const choices = gifts.filter(({ status }) => status === 'active');
	const record = (title: string, lacks?: 'inLists' | 'product' | 'version'): CollectionRecord => {
		const hasProduct = lacks === undefined || lacks === 'inLists';
		const product = hasProduct
			? (gifts.find((gift) => catalogue.isGiftCollection(gift) && gift.name === title) ?? null)
			: null;
		return {
			isBriefInLists: lacks === 'inLists',
			collection: {
				id: uuidFrom('collection', title),
				workspace_id: accounts.automation.workspaces[0]!.id,
				is_published: lacks !== 'version',
				title: lacks === 'version' ? null : title,
				product,
				published_price: product && product.price + SHIPPING,
				published_version: lacks === 'version' ? null : versionOf(title, choices),
			},
		};
	};
	return [
		record('Coffee Break'),
		record('New Parents', 'inLists'),
		record('Work From Home', 'product'),
		record('Summer Party', 'version'),
	];
}
