import type { IDataObject } from 'n8n-workflow';

import { endpoints } from '../../api/endpoints';
import { readEntries, take, walkEntries } from '../../api/pages';
import { matchesSearch, productsOfBrands } from '../../api/products';
import { countryCodeField, listFields, listOrId, simplified, simplifyField } from '../commonFields';
import { eachItem, type Operation } from '../operation';
import { simplifyProduct } from './simplify';

/** openapi: listBrands, the products of the brand sets. */
export const getAll: Operation = {
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many products',
	description: 'List the products of the catalogue with their brands, each product once',
	fields: [
		...listFields,
		simplifyField,
		{
			displayName: 'Filters',
			name: 'filters',
			type: 'collection',
			placeholder: 'Add Filter',
			default: {},
			options: [
				{
					displayName: 'Brand',
					name: 'brandId',
					type: 'resourceLocator',
					default: { mode: 'list', value: '' },
					description: 'The brand whose products to list',
					...listOrId('searchBrands'),
				},
				countryCodeField,
				{
					displayName: 'Search',
					name: 'search',
					type: 'string',
					default: '',
					placeholder: 'e.g. chocolate',
					description: 'Words that the name of the product or its brand must contain',
				},
			],
		},
	],
	plan: eachItem((item) => {
		const limit = item.limit();
		const country = item.countryFilter();
		const brandId = item.collection('filters').brandId ? item.id('filters.brandId', 'Brand').toLowerCase() : undefined;
		const search = String(item.collection('filters').search ?? '');
		const accepts = (product: IDataObject, brand: IDataObject) =>
			(brandId === undefined || String(brand.id).toLowerCase() === brandId) &&
			matchesSearch(search, product.name, brand.name);
		return async (client) => {
			const list = endpoints.brands(country);
			const wantsAll = limit === Infinity;
			const brands = wantsAll ? await readEntries(client, list, limit) : walkEntries(client, list);
			return simplified(item, await take(productsOfBrands(brands, accepts), limit), simplifyProduct);
		};
	}),
};
