import { cards } from '../cards';
import { createCollections } from '../collections';
import { listOf, type Operations, type ServiceContext } from '../context';
import type { Collection } from '../contract';
import { refuse } from '../serviceError';

/** A collection without what only the response that reads it has. */
function listed(collection: Collection, isBrief: boolean): Collection {
	const { published_version: version } = collection;
	const { collection_categories: _categories, ...shown } = version ?? {};
	return {
		...collection,
		published_version: version && (shown as typeof version),
		...(isBrief && { product: null, published_price: null }),
	};
}

/** Brands, products, gift collections and greeting cards. Lists have what ships to a country. */
export function catalogueOperations({ catalogue, responses }: ServiceContext): Operations {
	const collections = createCollections(catalogue);
	const countryOf = ({ country_code: code }: Record<string, unknown>) => String(code).toUpperCase();
	return {
		listBrands: ({ query }) => listOf(catalogue.brandsShippingTo(countryOf(query)), query),
		listProducts: ({ query }) => listOf(catalogue.activeProductsShippingTo(countryOf(query)), query),
		getProduct: ({ id }) => catalogue.product(id) ?? refuse('Product not found', 404),
		listCollections({ query }) {
			const { published } = query;
			const entries = collections.filter(
				({ collection }) => published === undefined || collection.is_published === published,
			);
			return listOf(entries, query, ({ collection, isBriefInLists }) => listed(collection, isBriefInLists));
		},
		getCollection({ id }) {
			const found = collections.find(({ collection }) => collection.id === id.toLowerCase());
			return found?.collection ?? refuse('Collection not found', 404);
		},
		listCards: ({ query }) => listOf(cards, query, (card) => responses.card(card)),
	};
}
