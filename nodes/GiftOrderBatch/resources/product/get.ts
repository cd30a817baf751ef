import { readProduct } from '../../api/products';
import { listOrId, responseFields, simplified } from '../commonFields';
import { eachItem, type Operation } from '../operation';
import { productFields, simplifyProduct } from './simplify';

/** openapi: getProduct, or listBrands where the service does not offer that. */
export const get: Operation = {
	value: 'get',
	name: 'Get',
	action: 'Get product',
	description: 'Read one product: its variants, its price or price range, and the states that it does not ship to',
	fields: [
		{
			displayName: 'Product',
			name: 'productId',
			type: 'resourceLocator',
			default: { mode: 'list', value: '' },
			required: true,
			description: 'The product. The list has the products that ship to the US.',
			...listOrId('searchProducts'),
		},
		...responseFields(productFields),
	],
	plan: eachItem((item) => {
		const productId = item.id('productId', 'Product');
		return async (client) => simplified(item, [await readProduct(client, productId)], simplifyProduct);
	}),
};
