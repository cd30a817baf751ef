import type { IDataObject } from 'n8n-workflow';

import { endpoints } from '../../api/endpoints';
import { readEntries } from '../../api/pages';
import { countryCodeField, filtersField, listFields, pick, simplified, responseFields } from '../commonFields';
import { eachItem, type Operation } from '../operation';

/** All fields of a brand (openapi: Brand). */
const brandFields = [
	'brand_sets',
	'brand_values',
	'commerce_revshare_excluded',
	'free_shipping_minimum',
	'logo_image',
	'name',
	'shipping_price',
];

const simplify = (brand: IDataObject): IDataObject => ({
	...pick(brand, [
		'id',
		'name',
		'shipping_price',
		'free_shipping_minimum',
		'commerce_revshare_excluded',
		'brand_values',
	]),
	logo_url: (brand.logo_image as IDataObject | null | undefined)?.url,
});

/** openapi: listBrands. */
export const getAll: Operation = {
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many brands',
	description: 'List the active brands of the catalogue',
	fields: [...listFields, ...responseFields(brandFields), filtersField(countryCodeField)],
	plan: eachItem((item) => {
		const limit = item.limit();
		const brands = endpoints.brands(item.countryFilter());
		return async (client) => simplified(item, await readEntries(client, brands, limit), simplify);
	}),
};
