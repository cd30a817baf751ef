import { problemsOf, problemsOfList } from '../../support/schemas';
import type { ErrorBody, ListResponse, Product } from '../../../dev/mock-service';
import { useService } from '../../../dev/harness/serviceClient';
import { orderBatchInput } from '../../support/mockService';

const client = useService();

async function allProducts(query = ''): Promise<Product[]> {
	const products: Product[] = [];
	for (let page = 1; ; page++) {
		const path = `/v1/products?per_page=100&page=${page}${query}`;
		const { status, data } = await client().get<ListResponse<Product>>(path);
		expect(status).toBe(200);
		expect(problemsOfList('Product', data)).toEqual([]);
		products.push(...data.data);
		if (data.data.length < 100) {
			expect(products).toHaveLength(data.list_meta.total_count);
			return products;
		}
	}
}

/** The products in the brand sets of the brands that ship to a country, each once. */
function productsOfBrands(country: string): Product[] {
	const brands = client().service.catalogue.brandsShippingTo(country);
	return [...new Set(brands.flatMap((brand) => brand.brand_sets.flatMap((set) => set.products)))];
}

const isActive = ({ status }: Product) => status === 'active';

describe('GET /v1/products', () => {
	it('lists each active product of every brand that ships to the US once', async () => {
		expect(await allProducts()).toEqual(productsOfBrands('US').filter(isActive));
		expect(await allProducts('&country_code=us')).toEqual(await allProducts());
	});

	it('has as many brands as the list of brands', async () => {
		const brandIds = (await allProducts()).map(({ brand }) => brand.id);
		expect(new Set(brandIds).size).toBe(client().service.catalogue.brandsShippingTo('US').length);
	});

	it('lists the products for another country, some of which ship to that country only', async () => {
		const canada = await allProducts('&country_code=CA');
		expect(canada).toEqual(productsOfBrands('CA').filter(isActive));
		const us = new Set((await allProducts()).map(({ id }) => id));
		expect(canada.some(({ id }) => us.has(id))).toBe(true);
		expect(canada.some(({ id }) => !us.has(id))).toBe(true);
		expect(await allProducts('&country_code=AQ')).toEqual([]);
	});

	it('has 20 products on a page without a query', async () => {
		expect((await client().get<ListResponse<Product>>('/v1/products')).data.data).toHaveLength(20);
	});

	it('takes the parameters of a custom catalogue, which no account has', async () => {
		const query = '&use_custom_catalog=true&custom_catalog_show_inactive=false';
		expect(await allProducts(query)).toEqual(await allProducts());
	});

	it.each([
		['page=0', 'Page must be greater than 0'],
		['per_page=101', 'Per page must be between 1 and 100'],
		['country_code=USA', 'country_code must match'],
		['use_custom_catalog=yes', 'use_custom_catalog must be a boolean'],
	])('refuses %s', async (query, error) => {
		const { status, data } = await client().get<ErrorBody>(`/v1/products?${query}`);
		expect([status, data]).toEqual([400, { error: expect.stringContaining(error) }]);
	});
});

describe('GET /v1/products/{id}', () => {
	it.each(['productId', 'variableProductId', 'inactiveProductId', 'giftCollectionProductId'] as const)(
		'gives the product %s',
		async (name) => {
			const { samples, catalogue } = client().service;
			for (const id of [samples[name], samples[name].toUpperCase()]) {
				const { status, data } = await client().get<Product>(`/v1/products/${id}?use_custom_catalog=false`);
				expect([status, data]).toEqual([200, catalogue.product(samples[name])]);
				expect(problemsOf('Product', data)).toEqual([]);
			}
		},
	);

	it.each(['00000000-0000-4000-8000-000000000000', 'no-uuid'])('responds with 404 for the id %s', async (id) => {
		const { status, data } = await client().get(`/v1/products/${id}`);
		expect([status, data]).toEqual([404, { error: 'Product not found' }]);
	});
});

describe('an inactive product', () => {
	it('is in the brand sets, but not in the list of products', async () => {
		const inactive = productsOfBrands('US').filter((product) => !isActive(product));
		expect(inactive.length).toBeGreaterThanOrEqual(3);
		expect(inactive.map(({ status }) => status)).toEqual(inactive.map(() => 'inactive'));
		const listed = new Set((await allProducts()).map(({ id }) => id));
		expect(inactive.filter(({ id }) => listed.has(id))).toEqual([]);
	});

	it.each(['/v1/order_batches', '/v1/order_batches/price'])('is refused by POST %s', async (path) => {
		const { samples, catalogue } = client().service;
		const { inactiveProductId: id } = samples;
		const body = orderBatchInput(samples, { cart: { items: [{ product_id: id, quantity: 1 }] } });
		const { status, data } = await client().post(path, body);
		expect([status, data]).toEqual([400, { error: `Product is not available: ${catalogue.product(id)!.name}` }]);
		expect(client().service.orderBatches()).toEqual([]);
	});
});
