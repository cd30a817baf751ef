import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { isObject } from '../../../api/values';
import { listOrId } from '../../commonFields';
import { locatorValue, propertiesOf, valueIn, valuesOf } from '../../fieldTable';
import { CART_ITEM_FIELDS } from '../batchFields';

/** The cart of a batch (openapi: CartInput). */
export const cartField: INodeProperties = {
	displayName: 'Cart Items',
	name: 'cartItems',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true, sortable: true, hideOptionalFields: true },
	placeholder: 'Add Product',
	required: true,
	default: { item: [{}] },
	options: [
		{
			displayName: 'Product',
			name: 'item',
			values: [
				{
					displayName: 'Product',
					name: 'product',
					type: 'resourceLocator',
					default: { mode: 'list', value: '' },
					required: true,
					description:
						'The product that every recipient gets. From a gift collection, recipients choose for themselves. The list has the products that ship to the US. For other countries, use Product: Get Many.',
					modes: [
						...listOrId('searchProducts').modes,
						{
							displayName: 'URL',
							name: 'url',
							type: 'string',
							placeholder: 'e.g. https://www.example.com/products/cookies',
						},
						{
							// n8n's editor shows a list only for a mode named "list", so only one mode can have one.
							displayName: 'From Collection (ID)',
							name: 'collection',
							type: 'string',
							placeholder: 'e.g. 123e4567-e89b-42d3-a456-426614174000',
						},
					],
				},
				...propertiesOf(CART_ITEM_FIELDS),
			],
		},
	],
	description: 'What every recipient gets',
};

const WEB_ADDRESS = /^\s*https?:\/\//i;

/** The product of a locator, or of an expression that took the locator's place, by URL, by ID or by a gift collection's ID. */
function productInput(product: unknown): IDataObject {
	const value = locatorValue(product) as string;
	const mode = isObject(product) ? product.mode : WEB_ADDRESS.test(String(product)) && 'url';
	if (mode === 'collection') return { collection_id: value };
	return mode === 'url' ? { product_url: value } : { product_id: value };
}

/** The cart of one item, not yet checked. Gift collections have their `collection_id` in it: see `withCollections`. */
export function cartInput(cart: unknown): IDataObject {
	const { item: cartItems = [] } = (cart ?? {}) as { item?: IDataObject[] };
	return {
		items: cartItems.map(({ product, ...others }) => ({
			...productInput(product),
			...valuesOf(CART_ITEM_FIELDS, valueIn(others)),
		})),
	};
}
