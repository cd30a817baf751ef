import type { IDataObject } from 'n8n-workflow';

import { endpoints } from '../../api/endpoints';
import { readEntries, walkEntries } from '../../api/pages';
import { costsBetween, isActive, matchesSearch, productsOfBrands } from '../../api/products';
import { countryCodeField, filtersField, limitOf, listFields, optionalLocator, responseFields } from '../commonFields';
import { flagField, mayBeBlank, numberField, textProperty } from '../fieldTable';
import { anyId, uuid } from '../inputSchemas';
import { centsOf } from '../money';
import { eachItem, type Operation } from '../operation';
import { productFields, simplifyProduct } from './simplify';

const inDollars = { typeOptions: { minValue: 0, numberPrecision: 2 } };

const filters = {
	brand_id: {
		check: uuid,
		property: optionalLocator('Brand', 'brandId', 'searchBrands', 'The brand whose products to list'),
	},
	country_code: countryCodeField,
	price_min: numberField('Price From (USD)', 'priceMin', 0, 0, {
		...inDollars,
		description: 'The lowest price in dollars, without shipping and tax',
	}),
	price_max: numberField('Price To (USD)', 'priceMax', 0, 100, {
		...inDollars,
		description:
			'The highest price in dollars, without shipping and tax. A product whose price you choose matches if one of its prices does.',
	}),
	search: {
		check: mayBeBlank(anyId),
		property: textProperty('Search', 'search', 'chocolate', {
			description: 'Words that the name of the product or its brand must contain',
		}),
	},
	price_is_variable: flagField(
		'Variable Price',
		'priceIsVariable',
		'Whether to list only products whose price you choose, such as gift cards, or only those with a fixed price',
	),
};

/** openapi: listBrands, the active products of the brand sets. */
export const getAll: Operation = {
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many products',
	description: 'List the active products in the catalog with their brands, each product once',
	fields: [...listFields, ...responseFields(productFields), filtersField(filters)],
	plan: eachItem((item) => {
		const limit = limitOf(item);
		const added = item.added('filters', filters);
		const { country_code, brand_id, price_min, price_max, price_is_variable, search = '' } = added;
		const min = price_min === undefined ? -Infinity : centsOf(price_min);
		const max = price_max === undefined ? Infinity : centsOf(price_max);
		if (min > max) item.refuse({ kind: 'fromAboveTo', from: 'Price From (USD)', to: 'Price To (USD)' });
		const hasRange = price_min !== undefined || price_max !== undefined;
		const accepts = (product: IDataObject, brand: IDataObject) =>
			isActive(product) &&
			(!hasRange || costsBetween(product, min, max)) &&
			(price_is_variable === undefined || (product.price_is_variable === true) === price_is_variable) &&
			(brand_id === undefined || String(brand.id).toLowerCase() === brand_id.toLowerCase()) &&
			matchesSearch(search, product.name, brand.name);
		return async (client) => {
			const list = endpoints.brands({ country_code });
			const brands = limit === Infinity ? await readEntries(client, list, limit) : walkEntries(client, list);
			const read = new Set<unknown>();
			const products = await productsOfBrands(brands, limit, (product, brand) => {
				read.add(product.id);
				return accepts(product, brand);
			});
			if (products.length < read.size) {
				item.hint(`${read.size} products were read. ${products.length} of them are active and match the filters.`);
			}
			return products;
		};
	}, simplifyProduct),
};
