import type { IDataObject } from 'n8n-workflow';

import {
	costsBetween,
	matchesSearch,
	productPages,
	productsOf,
	productsOfBrands,
} from '../../../nodes/GiftOrderBatch/api/products';
import { plainClient } from '../../support/plainClient';

const tin = { id: 'tin', name: 'Cookie Tin', brand: 'as the brand set has it' };
const duo = { id: 'duo', name: 'Cookie Duo' };
const soap = { id: 'soap', name: 'Soap' };

const bakery = { id: 'bakery', name: 'Bakery', brand_sets: [{ products: [tin, duo] }, { products: [tin] }] };
const bath = { id: 'bath', name: 'Bath', brand_sets: [{ products: [soap] }, { products: [duo] }] };

test('productsOf has the products of all brand sets, each with its brand', () => {
	const brand = { id: 'bakery', name: 'Bakery' };
	expect(productsOf(bakery)).toEqual([tin, duo, tin].map((one) => ({ ...one, brand })));
});

const empty = [undefined, null, [{}, { products: null }], [null], [{ products: [null] }], [{ products: 'none' }]];
test.each(empty.map((sets) => [sets]))('productsOf has none for a brand with the brand sets %j', (brand_sets) => {
	expect(productsOf({ id: 'bakery', name: 'Bakery', brand_sets })).toEqual([]);
});

test.each<[string, IDataObject, costs: boolean, from?: number]>([
	['a price', { price: 2500 }, true],
	['a price that is text of digits', { price: '2500' }, true],
	['a price that is too high', { price: 2501 }, false],
	['a price that is too low', { price: 2499 }, false],
	['no price', { price: null }, false],
	['no price, for a range that begins at 0', { price: null }, false, 0],
	['a range around it', { price: 9, price_is_variable: true, price_min: 2000, price_max: 3000 }, true],
	['a range above it', { price: 2500, price_is_variable: true, price_min: 2501, price_max: 3000 }, false],
	['a range without a beginning', { price: null, price_is_variable: true, price_max: 3000 }, false],
	['a range without an end', { price_is_variable: true, price_min: 500, price_max: null }, true],
])('costsBetween goes by what the service says of %s', (_what, product, costs, ...[from = 2500]) => {
	expect(costsBetween(product, from, 2500)).toBe(costs);
});

test('productPages reads no brands where the list of products fails', async () => {
	const { client, requests } = plainClient(() => ({ statusCode: 401 }));

	await expect(productPages(client, {}, 1).next()).rejects.toMatchObject({ cause: 401 });
	expect(requests).toHaveLength(1);
});

const TIN = ['Cookie Tin', 'Bakery'];

test.each<[string, boolean, ...names: string[]]>([
	...['', '  ', 'cookie', 'COOK', 'bakery cookie', '  tin   bakery ', 'cookies', 'tins cookies', 'bakeries'].map(
		(search): [string, boolean, ...string[]] => [search, true, ...TIN],
	),
	...['soap', 'cookie soap', 'cookers'].map((search): [string, boolean, ...string[]] => [search, false, ...TIN]),
	['candy', true, 'Candies'],
	['boxes', true, 'Gift Box'],
	['box', true, 'Gift Boxes'],
	['roses', true, 'A Rose'],
	['glasses', true, 'Glass'],
	['toys', true, 'Toy'],
	['care', false, 'Gift Card'],
])('matchesSearch says for %p whether all its words occur, also as plurals: %p', (search, matches, ...names) => {
	expect(matchesSearch(search, ...names)).toBe(matches);
});

test.each<[string, string[], string[]]>([
	['with the first brand that shows it', ['bakery', 'bath'], ['tin of bakery', 'duo of bakery', 'soap of bath']],
	['also if it is accepted for another brand only', ['bath'], ['soap of bath', 'duo of bath']],
])('productsOfBrands returns each product once, %s', async (_which, accepted, shown) => {
	const products = await productsOfBrands([bakery, bath], Infinity, (_, brand) => accepted.includes(String(brand.id)));
	expect(products.map(({ id, brand }) => `${String(id)} of ${String((brand as IDataObject).id)}`)).toEqual(shown);
});
