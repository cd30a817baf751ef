import type { IDataObject } from 'n8n-workflow';

import { isObject, objectsIn } from '../../api/values';
import { pick } from '../commonFields';

const objectAt = (value: unknown) => (isObject(value) ? (value as IDataObject) : {});

/**
 * The fields of a collection that most workflows need (openapi: Collection): `product_id` is what a cart takes, `null` where the
 * service does not say it. Prices are US cents. `products` are those to choose from, which only the single read has.
 */
export function simplifyCollection(collection: IDataObject): IDataObject {
	const version = objectAt(collection.published_version);
	const categories = objectsIn(version.collection_categories);
	const products = categories.flatMap(({ name: category, collection_products: entries }) =>
		objectsIn(entries).map(({ product }) => ({ ...pick(objectAt(product), ['id', 'name', 'price']), category })),
	);
	return {
		...pick(collection, ['id', 'title', 'is_published', 'published_price', 'workspace_id']),
		product_id: objectAt(collection.product).id ?? null,
		...(version.collection_categories !== undefined && { products }),
	};
}
