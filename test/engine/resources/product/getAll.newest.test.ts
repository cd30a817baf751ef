import type { IDataObject } from 'n8n-workflow';

import { actionNode, byId } from '../../../support/actionNode';
import { testFailures } from '../../../support/operationTests';
import { problemsOf } from '../../../support/schemas';

const node = actionNode();
const parameters = { resource: 'product', operation: 'getAll' };

/** The products of the catalogue as the service shows them in its brand sets, each once, in its order. */
function catalogueProducts(country = 'US') {
	const products = node.service.catalogue
		.brandsShippingTo(country)
		.flatMap((brand) => brand.brand_sets.flatMap((brandSet) => brandSet.products));
	return [...new Map(products.map((product) => [product.id, product])).values()];
}

const brandNamed = (name: string) => node.service.catalogue.brands.find((brand) => brand.name === name)?.id ?? '';

const pages = () => node.service.requests.map(({ query }) => query.page);

describe('product: getAll', () => {
	test('returns the main fields of the first products, and pairs each with the input item', async () => {
		const { outputs } = await node.run({ ...parameters, limit: 6 });

		expect(node.service.requests).toEqual([
			expect.objectContaining({
				method: 'GET',
				path: '/v1/brands',
				query: { page: '1', per_page: '100' },
				body: null,
				accountName: 'automation',
			}),
		]);
		const expected = catalogueProducts()
			.slice(0, 6)
			.map((product) => ({
				json: {
					id: product.id,
					name: product.name,
					brand: product.brand,
					price: product.price,
					price_is_variable: product.price_is_variable,
					price_min: product.price_min,
					price_max: product.price_max,
					variants_num_selectable: product.variants_num_selectable,
					restricted_states: product.restricted_states,
					variants: product.variants.map(({ name }) => name),
				},
				pairedItem: { item: 0 },
			}));
		expect(expected.some(({ json }) => json.variants.length > 0)).toBe(true);
		expect(outputs).toEqual([expected]);
	});

	test('returns each product of the catalogue once, with its brand, with Return All', async () => {
		const { json } = await node.run({ ...parameters, returnAll: true, simplify: false });

		expect(json).toEqual(catalogueProducts().filter(({ status }) => status === 'active'));
		expect(json.length).toBeLessThan(catalogueProducts().length);
		expect(pages()).toEqual(['1', '2', '3']);
		for (const product of json.slice(0, 20)) expect(problemsOf('Product', product)).toEqual([]);
	});

	test('stops reading the catalogue as soon as it has as many products as Limit', async () => {
		const { json } = await node.run({ ...parameters, limit: 450 });

		expect(json).toHaveLength(450);
		expect(pages()).toEqual(['1', '2']);
	});

	test('returns 50 products when nothing is said about their number', async () => {
		const { json } = await node.run(parameters);

		expect(json).toHaveLength(50);
		expect(pages()).toEqual(['1']);
	});

	test('refuses a Limit that is not a whole number before anything is sent', async () => {
		const { error } = await node.run({ ...parameters, limit: '={{ $json.limit }}' }, { items: [{ limit: 0.5 }] });

		expect(error).toMatchObject({
			name: 'NodeOperationError',
			message: '"Limit" must be a whole number of at least 1, but it is the number 0.5',
		});
		expect(node.service.requests).toEqual([]);
	});

	test('returns the products of one brand only', async () => {
		const brand = brandNamed('Cedar Candles');

		const { json } = await node.run({
			...parameters,
			returnAll: true,
			simplify: false,
			filters: { brandId: byId(brand) },
		});

		expect(json.length).toBeGreaterThan(1);
		expect(json).toEqual(catalogueProducts().filter((product) => product.brand.id === brand));
	});

	test('finds the brand whatever the case of its ID', async () => {
		const brand = brandNamed('Cedar Candles');

		const { json } = await node.run({
			...parameters,
			returnAll: true,
			filters: { brandId: byId(brand.toUpperCase()) },
		});

		expect(json.length).toBeGreaterThan(1);
	});

	test.each([
		['words of the product', 'tin COOKIE', 'Butter Cookie Tin'],
		['words of the brand', 'candles cedar', 'Soy Candle'],
		['words of both', 'soy cedar', 'Soy Candle'],
	])('searches for %s', async (_what, search, found) => {
		const { json } = await node.run({ ...parameters, returnAll: true, filters: { search } });

		const words = search.toLowerCase().split(' ');
		const expected = catalogueProducts().filter(({ name, brand }) =>
			words.every((word) => `${name} ${brand.name}`.toLowerCase().includes(word)),
		);
		expect(json.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
		expect(json.map(({ name }) => name)).toContain(found);
	});

	const withPrices = async (filters: IDataObject) =>
		(await node.run({ ...parameters, returnAll: true, simplify: false, filters })).json;

	const active = () => catalogueProducts().filter(({ status }) => status === 'active');

	test.each([
		['from a price', { priceMin: 54 }, 5400, Infinity],
		['up to a price', { priceMax: 19.99 }, 0, 1999],
		['between two prices', { priceMin: 28, priceMax: 30.5 }, 2800, 3050],
		['between two prices from expressions', { priceMin: '={{ "28" }}', priceMax: '={{ 30.5 }}' }, 2800, 3050],
	])(
		'returns the products %s in dollars, also those whose price can be chosen so',
		async (_what, filters, low, high) => {
			const expected = active().filter(({ price_min: least, price_max: most }) => least <= high && most >= low);
			expect(new Set(expected.map(({ price_is_variable: isVariable }) => isVariable))).toEqual(new Set([true, false]));

			expect(await withPrices(filters)).toEqual(expected);
		},
	);

	test.each([true, false])('returns the products with Variable Price %s', async (priceIsVariable) => {
		const expected = active().filter((product) => product.price_is_variable === priceIsVariable);

		expect(await withPrices({ priceIsVariable })).toEqual(expected);
	});

	test('goes by what the service says of a price: text of digits, no highest one, or none at all', async () => {
		const products = [
			{ id: 'text', price: '2500' },
			{ id: 'open', price_is_variable: true, price_min: 500, price_max: null },
			{ id: 'range', price: 2500, price_is_variable: true, price_min: 2000, price_max: 3000 },
			{ id: 'none', price: null },
			{ id: 'too much', price: 2501 },
		];
		node.service.addFault({
			effect: {
				kind: 'response',
				status: 200,
				body: { data: [{ id: 'b', brand_sets: [{ products }] }], list_meta: { total_count: 1 } },
			},
		});

		const json = await withPrices({ priceMin: 25, priceMax: 25 });

		expect(json.map(({ id }) => id)).toEqual(['text', 'open', 'range']);
	});

	test('says how many products were read for those that match', async () => {
		const { json, hints } = await node.run({ ...parameters, returnAll: true, filters: { search: 'cookie duo' } });

		expect(hints).toEqual([
			`${catalogueProducts().length} products were read. ${json.length} of them are active and match the filters.`,
		]);
	});

	test.each([
		[
			'a price that is text',
			{ priceMin: '={{ "cheap" }}' },
			'"Price From (USD)" must be a number of at least 0, but it is the text "cheap"',
		],
		['a price below 0', { priceMax: -1 }, '"Price To (USD)" must be a number of at least 0, but it is the number -1'],
		['an expression without a price', { priceMax: '={{ $json.budget }}' }, '"Price To (USD)" is missing'],
		[
			'no price between the two',
			{ priceMin: 20, priceMax: 10 },
			'"Price From (USD)" must not be above "Price To (USD)"',
		],
		[
			'a wrong Variable Price',
			{ priceIsVariable: '={{ "maybe" }}' },
			'"Variable Price" must be true or false, but it is the text "maybe"',
		],
	])('refuses %s before anything is sent', async (_what, filters, message) => {
		const { error } = await node.run({ ...parameters, filters });

		expect(error).toMatchObject({ name: 'NodeOperationError', message });
		expect(node.service.requests).toEqual([]);
	});

	test('returns nothing when nothing matches', async () => {
		const { status, outputs } = await node.run({ ...parameters, filters: { search: 'no such thing' } });

		expect(status).toBe('success');
		expect(outputs).toEqual([[]]);
	});

	test("reads the filters of each input item's own", async () => {
		const { outputs } = await node.run(
			{
				...parameters,
				limit: 1,
				filters: {
					countryCode: '={{ $json.country }}',
					brandId: byId('={{ $json.brand }}'),
					search: '={{ $json.search }}',
				},
			},
			{
				items: [
					{ country: 'US', brand: brandNamed('Amber Bakery'), search: 'duo' },
					{ country: 'GB', brand: brandNamed('Gift of Choice'), search: '' },
				],
			},
		);

		expect(new Set(node.service.requests.map(({ query }) => query.country_code))).toEqual(new Set(['US', 'GB']));
		expect(outputs[0]?.map(({ json, pairedItem }) => [json.name, pairedItem])).toEqual([
			['Cookie Duo', { item: 0 }],
			['Coffee Break', { item: 1 }],
		]);
	});

	test.each([
		[
			'not a UUID',
			'amber',
			'"Brand" must be a UUID such as 123e4567-e89b-42d3-a456-426614174000, but it is the text "amber"',
		],
		['empty', '', '"Brand" is missing'],
	])('refuses a brand that is %s before anything is sent', async (_what, brand, message) => {
		const { error } = await node.run(
			{ ...parameters, filters: { brandId: byId('={{ $json.brand }}') } },
			{ items: [{ brand }] },
		);

		expect(error).toMatchObject({ name: 'NodeOperationError', message });
		expect(node.service.requests).toEqual([]);
	});

	test.each([
		['brand sets', { brand_sets: null }, []],
		['a brand set', { brand_sets: [null, { products: [{ id: 'a' }] }] }, [[]]],
		['the products', { brand_sets: [{ products: null }] }, []],
		['a product', { brand_sets: [{ products: [null, { id: 'a' }] }] }, [[]]],
		['the variants', { brand_sets: [{ products: [{ id: 'a', variants: null }] }] }, [[]]],
		['a variant', { brand_sets: [{ products: [{ id: 'a', variants: [null, { name: 'Red' }] }] }] }, [['Red']]],
	])('reads what there is when the service has null for %s', async (_what, brand, variants) => {
		node.service.addFault({
			effect: { kind: 'response', status: 200, body: { data: [{ id: 'b', ...brand }], list_meta: { total_count: 1 } } },
		});

		const { json, error } = await node.run({ ...parameters, returnAll: true });

		expect(error).toBeUndefined();
		expect(json.map((product) => product.variants)).toEqual(variants);
	});

	testFailures(node, { parameters: () => parameters, path: '/v1/brands' });
});
