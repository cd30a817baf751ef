import type { IDataObject } from 'n8n-workflow';

import { objectsIn, splitWords } from '../../api/values';
import { pick } from '../commonFields';

/** All fields of a product (openapi: Product). */
export const productFields = splitWords(`
	attributes brand images name price price_is_variable price_max price_min recipient_description reserved_options
	restricted_states status subtitle subtitle_short updated_at variant_groups variants variants_label
	variants_num_selectable
`);

const MAIN_FIELDS = splitWords(`
	id name brand price price_is_variable price_min price_max variants_num_selectable restricted_states
`);

/** The fields of a product that most workflows need (openapi: Product), with the names of its variants. Prices are US cents. */
export const simplifyProduct = (product: IDataObject): IDataObject => ({
	...pick(product, MAIN_FIELDS),
	variants: objectsIn(product.variants).map(({ name }) => name as string),
});
