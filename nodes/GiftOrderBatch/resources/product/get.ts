import { readProduct } from '../../api/products';
import { locatorField, responseFields } from '../commonFields';
import { eachItem, type Operation } from '../operation';
import { productFields, simplifyProduct } from './simplify';

const productIdField = locatorField(
	'Product',
	'productId',
	'searchProducts',
	'The product. The list has the products that ship to the US.',
);

/** openapi: getProduct, or listBrands where the service does not offer that. */
export const get: Operation = {
	value: 'get',
	name: 'Get',
	action: 'Get product',
	description: 'Read one product: its variants, its price or price range, and the states that it does not ship to',
	fields: [productIdField, ...responseFields(productFields)],
	plan: eachItem((item) => {
		const productId = item.id(productIdField);
		return async (client) => [await readProduct(client, productId)];
	}, simplifyProduct),
};
