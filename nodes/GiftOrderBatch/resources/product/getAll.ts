import type { IDataObject } from 'n8n-workflow';

import { endpoints } from '../../api/endpoints';
import { readEntries, take, walkEntries } from '../../api/pages';
import { costsBetween, isActive, matchesSearch, productsOfBrands } from '../../api/products';
import { countryCodeField, filtersField, listFields, listOrId, responseFields, simplified } from '../commonFields';
import { flag, number } from '../inputSchemas';
import type { ItemContext } from '../itemContext';
import { cents } from '../money';
import { eachItem, type Operation } from '../operation';
import { productFields, simplifyProduct } from './simplify';

/** Reads the filters by price, which are in dollars. @returns whether a product matches them */
function priceFilter(item: ItemContext): (product: IDataObject) => boolean {
	const { priceMin, priceMax, priceIsVariable } = item.added('filters', {
		priceMin: number('Price From (USD)', 0),
		priceMax: number('Price To (USD)', 0),
		priceIsVariable: flag('Variable Price'),
	});
	const least = priceMin === undefined ? -Infinity : cents(priceMin);
	const most = priceMax === undefined ? Infinity : cents(priceMax);
	if (least > most) item.refuse(['"Price From (USD)" must not be above "Price To (USD)"']);
	const hasRange = priceMin !== undefined || priceMax !== undefined;
	return (product) =>
		(!hasRange || costsBetween(product, least, most)) &&
		(priceIsVariable === undefined || (product.price_is_variable === true) === priceIsVariable);
}

/** openapi: listBrands, the active products of the brand sets. */
export const getAll: Operation = {
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many products',
	description: 'List the active products of the catalogue with their brands, each product once',
	fields: [
		...listFields,
		...responseFields(productFields),
		filtersField(
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
				displayName: 'Price From (USD)',
				name: 'priceMin',
				type: 'number',
				typeOptions: { minValue: 0, numberPrecision: 2 },
				default: 0,
				description: 'The lowest price in dollars, without shipping and tax',
			},
			{
				displayName: 'Price To (USD)',
				name: 'priceMax',
				type: 'number',
				typeOptions: { minValue: 0, numberPrecision: 2 },
				default: 100,
				description:
					'The highest price in dollars, without shipping and tax. A product whose price you choose matches if one of its prices does.',
			},
			{
				displayName: 'Search',
				name: 'search',
				type: 'string',
				default: '',
				placeholder: 'e.g. chocolate',
				description: 'Words that the name of the product or its brand must contain',
			},
			{
				displayName: 'Variable Price',
				name: 'priceIsVariable',
				type: 'boolean',
				default: true,
				description:
					'Whether to list only products whose price you choose, such as gift cards, or only those with a fixed price',
			},
		),
	],
	plan: eachItem((item) => {
		const limit = item.limit();
		const country = item.countryFilter();
		const brandId = item.collection('filters').brandId ? item.id('filters.brandId', 'Brand').toLowerCase() : undefined;
		const search = String(item.collection('filters').search ?? '');
		const hasPrice = priceFilter(item);
		const accepts = (product: IDataObject, brand: IDataObject) =>
			isActive(product) &&
			hasPrice(product) &&
			(brandId === undefined || String(brand.id).toLowerCase() === brandId) &&
			matchesSearch(search, product.name, brand.name);
		return async (client) => {
			const list = endpoints.brands(country);
			const brands = limit === Infinity ? await readEntries(client, list, limit) : walkEntries(client, list);
			const read = new Set<unknown>();
			const found = productsOfBrands(brands, (product, brand) => {
				read.add(product.id);
				return accepts(product, brand);
			});
			const products = await take(found, limit);
			if (products.length < read.size) {
				item.hint(`${read.size} products were read. ${products.length} of them are active and match the filters.`);
			}
			return simplified(item, products, simplifyProduct);
		};
	}),
};
