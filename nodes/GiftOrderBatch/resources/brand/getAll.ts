import type { IDataObject } from 'n8n-workflow';

import { endpoints } from '../../api/endpoints';
import { objectIn, splitWords } from '../../api/values';
import { countryCodeField, filtersField, pick, responseFields } from '../commonFields';
import { listOperation } from '../listOperation';

/** All fields of a brand (openapi: Brand). */
const brandFields = splitWords(`
	brand_sets brand_values commerce_revshare_excluded free_shipping_minimum logo_image name shipping_price
`);

const MAIN_FIELDS = splitWords('id name shipping_price free_shipping_minimum commerce_revshare_excluded brand_values');

const simplify = (brand: IDataObject): IDataObject => ({
	...pick(brand, MAIN_FIELDS),
	logo_url: objectIn(brand.logo_image).url,
});

const filters = { country_code: countryCodeField };

/** openapi: listBrands. */
export const getAll = listOperation({
	action: 'Get many brands',
	description: 'List the active brands in the catalog',
	fields: [...responseFields(brandFields), filtersField(filters)],
	list: (item) => endpoints.brands(item.added('filters', filters)),
	simplify,
});
