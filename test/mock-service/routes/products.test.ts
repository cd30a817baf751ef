import type { Product } from '../../../dev/mock-service';
import { catalogue, samples, useMockService } from '../../support/mockService';

const { service, read, list } = useMockService();

describe.each([
	['brands', 'brandsShippingTo'],
	['products', 'activeProductsShippingTo'],
] as const)('GET /v1/%s', (path, shippingTo) => {
	test.each([
		['', 'US'],
		['&country_code=us', 'US'],
		['&country_code=CA', 'CA'],
		['&country_code=AQ', 'AQ'],
	])('has what ships to a country: %s', async (query, country) => {
		const expected = service().catalogue[shippingTo](country);
		const { data, list_meta: meta } = await list(`/v1/${path}?per_page=100${query}`, 'commerce');
		expect(data).toEqual(expected.slice(0, 100));
		expect(meta.total_count).toBe(expected.length);
	});
});

test.each(['productId', 'variableProductId', 'inactiveProductId'] as const)('one product is read: %s', async (name) => {
	for (const id of [samples[name], samples[name].toUpperCase()]) {
		expect(await read<Product>(`/v1/products/${id}`)).toEqual(catalogue.product(samples[name]));
	}
});
