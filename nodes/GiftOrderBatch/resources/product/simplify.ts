import type { IDataObject } from 'n8n-workflow';

import { objectsIn } from '../../api/values';
import { pick } from '../commonFields';

/** The fields of a product that most workflows need (openapi: Product), with the names of its variants. Prices are US cents. */
export const simplifyProduct = (product: IDataObject): IDataObject => ({
	...pick(product, [
		'id',
		'name',
		'brand',
		'price',
		'price_is_variable',
		'price_min',
		'price_max',
		'variants_num_selectable',
		'restricted_states',
		'status',
	]),
	variants: objectsIn(product.variants).map(({ name }) => name as string),
});
