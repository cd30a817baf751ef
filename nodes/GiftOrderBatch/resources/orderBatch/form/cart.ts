import type { IDataObject, INodeProperties, INodePropertyTypeOptions } from 'n8n-workflow';

import { isBlank, isObject } from '../../../api/values';
import { listOrId, locatorValue } from '../../commonFields';
import type { ItemContext } from '../../itemContext';

/**
 * The list of variants follows the product of the row. It stands apart because n8n's linter wants such a parameter to be called
 * "Names or IDs", and the service takes names only.
 */
const variantOptions: INodePropertyTypeOptions = {
	loadOptionsMethod: 'getVariants',
	// The locator itself would not do: the editor notices changes of texts only.
	loadOptionsDependsOn: ['&product.value'],
};

/** The cart of a batch (openapi: CartInput). */
export const cartFields: INodeProperties[] = [
	{
		displayName: 'Cart Items',
		name: 'cartItems',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true, sortable: true },
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
							'The product that every recipient gets. The list has the products that ship to the US. Product: Get Many finds those for other countries. From a gift collection, the recipient chooses.',
						modes: [
							...listOrId('searchProducts').modes,
							{
								displayName: 'URL',
								name: 'url',
								type: 'string',
								placeholder: 'e.g. https://www.example.com/products/cookies',
							},
							{
								// n8n's editor shows a list for the mode "list" only, so that one mode has it.
								displayName: 'From Collection (ID)',
								name: 'collection',
								type: 'string',
								placeholder: 'e.g. 123e4567-e89b-42d3-a456-426614174000',
							},
						],
					},
					{
						displayName: 'Quantity',
						name: 'quantity',
						type: 'number',
						typeOptions: { minValue: 1 },
						default: 1,
						description: 'How many units of the product each recipient gets',
					},
					{
						displayName: 'Variable Price (Cents)',
						name: 'variablePrice',
						type: 'number',
						default: '',
						placeholder: 'e.g. 2500',
						hint: 'For gift cards and other products without a fixed price. Leave empty or 0 for the others.',
					},
					{
						displayName: 'Variants',
						name: 'variants',
						type: 'multiOptions',
						typeOptions: variantOptions,
						// Names from an expression are right, too. The editor would mark them.
						allowArbitraryValues: true,
						default: [],
						hint: 'The list depends on the product. It is empty for a product without variants.',
						description:
							'The variants to send, as many as the product requires. Required for the send method Direct Send if the product has variants. Choose from the list, or enter an expression that returns the names, separated by commas.',
					},
				],
			},
		],
		description: 'What every recipient gets',
	},
];

interface ProductLocator {
	mode: string;
	value: unknown;
}

const WEB_ADDRESS = /^\s*https?:\/\//i;

/** The product of a locator, or of an expression that took the locator's place, by URL, by ID or by a gift collection's ID. */
function productInput(product: ProductLocator | string | null | undefined): IDataObject {
	const isLocator = isObject(product);
	const value = locatorValue(product) as string;
	if (isLocator && product.mode === 'collection') return { collection_id: value };
	const byUrl = isLocator ? product.mode === 'url' : WEB_ADDRESS.test(String(product));
	return byUrl ? { product_url: value } : { product_id: value };
}

/** The names of variants, from the list or from an expression: a list, or text with commas between the names. */
const variantNames = (variants: unknown) =>
	typeof variants === 'string' && !isBlank(variants) ? variants.split(',') : variants;

/** The cart of one item, not yet checked. Gift collections have their `collection_id` in it: see `withCollections`. */
export function cartInput(item: ItemContext): IDataObject {
	const { item: cartItems = [] } = item.collection('cartItems') as { item?: IDataObject[] };
	return {
		items: cartItems.map(({ product, quantity, variablePrice, variants }) => ({
			...productInput(product as unknown as ProductLocator | string | null | undefined),
			quantity,
			// The editor of n8n 1.x puts 0 into a number field that is left empty.
			variable_price: String(variablePrice).trim() === '0' ? undefined : variablePrice,
			variants: Array.isArray(variants) && variants.length === 0 ? undefined : variantNames(variants),
		})),
	};
}
