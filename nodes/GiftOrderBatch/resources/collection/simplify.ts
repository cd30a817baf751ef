import type { IDataObject } from 'n8n-workflow';

import { objectIn, objectsIn, splitWords } from '../../api/values';
import { pick } from '../commonFields';

/** All fields of a collection (openapi: Collection). */
export const collectionFields = splitWords('is_published product published_price published_version title workspace_id');

/**
 * The fields of a collection of a list that most workflows need (openapi: Collection): `product_id` is what a cart takes, `null`
 * where the service does not say it. Prices are US cents.
 */
export const simplifyListedCollection = (collection: IDataObject): IDataObject => ({
	...pick(collection, splitWords('id title is_published published_price workspace_id')),
	product_id: objectIn(collection.product).id ?? null,
});

/** The same for a single collection: only that response has the products to choose from. */
export function simplifyCollection(collection: IDataObject): IDataObject {
	const { collection_categories: categories } = objectIn(collection.published_version);
	const products = objectsIn(categories).flatMap(({ name: category, collection_products: entries }) =>
		objectsIn(entries).map(({ product }) => ({ ...pick(objectIn(product), ['id', 'name', 'price']), category })),
	);
	return { ...simplifyListedCollection(collection), products };
}
