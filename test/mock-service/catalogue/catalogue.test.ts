import { fieldsOf, problemsOf, problemsOfList } from '../../support/schemas';
import type { Brand, ListResponse } from '../../../dev/mock-service';
import { useService } from '../../../dev/harness/serviceClient';

const client = useService();

async function allBrands(query = ''): Promise<Brand[]> {
	const brands: Brand[] = [];
	for (let page = 1; ; page++) {
		const { data } = await client().get<ListResponse<Brand>>(`/v1/brands?per_page=100&page=${page}${query}`);
		expect(problemsOfList('Brand', data)).toEqual([]);
		brands.push(...data.data);
		if (data.data.length < 100) {
			expect(brands).toHaveLength(data.list_meta.total_count);
			return brands;
		}
	}
}

it('the catalogue has some 250 brands, each listed once', async () => {
	const ids = (await allBrands()).map((brand) => brand.id);
	expect(new Set(ids).size).toBe(ids.length);
	expect(ids.length).toBeGreaterThan(200);
	expect(client().service.catalogue.brands.length).toBeGreaterThanOrEqual(250);
});

it('brands and products have every field that the document gives them', async () => {
	for (const brand of await allBrands()) {
		expect(Object.keys(brand).sort()).toEqual(fieldsOf('Brand'));
		for (const product of brand.brand_sets.flatMap((set) => set.products)) {
			expect(Object.keys(product).sort()).toEqual(fieldsOf('Product'));
		}
	}
});

it('without a query, 20 brands are on the page', async () => {
	expect((await client().get<ListResponse<Brand>>('/v1/brands')).data.data).toHaveLength(20);
});

it('both variants of the interface have the same catalogue', async () => {
	const responses = [await client().get('/v1/brands'), await client().get('/v1/brands', 'commerce')];
	expect(responses[0]!.data).toEqual(responses[1]!.data);
});

it('brands have sets, and a product can be in several sets', async () => {
	const brands = await allBrands();
	expect(brands.every((brand) => brand.brand_sets.length > 0)).toBe(true);
	const repeated = brands.filter((brand) => {
		const ids = brand.brand_sets.flatMap((set) => set.products.map((product) => product.id));
		return new Set(ids).size < ids.length;
	});
	expect(repeated.length).toBeGreaterThan(0);
});

it('products of every kind are there', async () => {
	const products = (await allBrands()).flatMap((brand) => brand.brand_sets.flatMap((set) => set.products));
	expect(products.some((product) => product.price_is_variable && product.price_min < product.price_max)).toBe(true);
	expect(products.some((product) => product.variants.length === 0)).toBe(true);
	expect(products.some((product) => product.variants_num_selectable > 1)).toBe(true);
	expect(products.some((product) => product.variant_groups.length > 0 && product.variants.length > 0)).toBe(true);
	expect(products.some((product) => product.restricted_states.length > 0)).toBe(true);
	for (const product of products) {
		expect(product.variants_num_selectable > 0).toBe(product.variants.length > 0);
		expect(product.brand.id).toBe(client().service.catalogue.brandOfProduct(product).id);
	}
});

describe('country_code', () => {
	it('is US unless another one is asked for', async () => {
		expect(await allBrands('&country_code=US')).toEqual(await allBrands());
	});

	it('selects the brands that ship there, some of which ship nowhere else', async () => {
		const [us, canada, britain] = await Promise.all(
			['US', 'CA', 'GB'].map(async (code) => (await allBrands(`&country_code=${code}`)).map((brand) => brand.id)),
		);
		expect(canada!.some((id) => !us!.includes(id))).toBe(true);
		expect(canada!.some((id) => us!.includes(id))).toBe(true);
		expect(us!.some((id) => !canada!.includes(id) && !britain!.includes(id))).toBe(true);
		expect(britain!.length).toBeGreaterThan(0);
	});

	it('can be written in small letters', async () => {
		expect(await allBrands('&country_code=ca')).toEqual(await allBrands('&country_code=CA'));
	});

	it('of a country to which nothing ships gives an empty list', async () => {
		expect(await allBrands('&country_code=AQ')).toEqual([]);
	});

	it.each(['USA', 'U', '', '12', 'US&country_code=CA'])('%j is rejected', async (code) => {
		const response = await client().get(`/v1/brands?country_code=${code}`);
		expect(response.status).toBe(400);
		expect(problemsOf('Error', response.data)).toEqual([]);
	});
});

it.each(['page=0', 'page=x', 'per_page=0', 'per_page=101'])('%s is rejected', async (query) => {
	expect((await client().get(`/v1/brands?${query}`)).status).toBe(400);
});
