import { actionNode } from '../../../support/actionNode';
import { testFailures, testListing } from '../../../support/operationTests';
import { problemsOf } from '../../../support/schemas';

const node = actionNode();
const parameters = { resource: 'brand', operation: 'getAll' };

describe('brand: getAll', () => {
	test('asks for the brands without a country when none is given, so that the service takes its own default', async () => {
		await node.run({ ...parameters, limit: 5 });

		expect(node.service.requests).toEqual([
			expect.objectContaining({
				method: 'GET',
				path: '/v1/brands',
				query: { page: '1', per_page: '5' },
				body: null,
				accountName: 'automation',
			}),
		]);
	});

	test('returns the main fields of each brand, and pairs each with the input item', async () => {
		const { outputs } = await node.run({ ...parameters, limit: 3 });

		const expected = node.service.catalogue
			.brandsShippingTo('US')
			.slice(0, 3)
			.map((brand) => ({
				json: {
					id: brand.id,
					name: brand.name,
					shipping_price: brand.shipping_price,
					free_shipping_minimum: brand.free_shipping_minimum,
					commerce_revshare_excluded: brand.commerce_revshare_excluded,
					brand_values: brand.brand_values,
					logo_url: brand.logo_image.url,
				},
				pairedItem: { item: 0 },
			}));
		expect(outputs).toEqual([expected]);
	});

	test('returns whole brands when Simplify is off', async () => {
		const { json } = await node.run({ ...parameters, limit: 2, simplify: false });

		expect(json).toEqual(node.service.catalogue.brandsShippingTo('US').slice(0, 2));
		for (const brand of json) expect(problemsOf('Brand', brand)).toEqual([]);
	});

	test('asks for the brands that ship to the country of each input item', async () => {
		const { outputs } = await node.run(
			{ ...parameters, limit: 1, simplify: false, filters: { countryCode: '={{ $json.country }}' } },
			{ items: [{ country: 'CA' }, { country: ' de ' }] },
		);

		expect(node.service.requests.map(({ query }) => query.country_code)).toEqual(['CA', 'DE']);
		expect(outputs[0]).toEqual([
			expect.objectContaining({ json: node.service.catalogue.brandsShippingTo('CA')[0], pairedItem: { item: 0 } }),
			expect.objectContaining({ json: node.service.catalogue.brandsShippingTo('DE')[0], pairedItem: { item: 1 } }),
		]);
	});

	test.each([
		['three letters', 'USA'],
		['a name', 'Germany'],
		['a number', 49],
	])('refuses a Country Code that is %s before anything is sent', async (_what, country) => {
		const { error } = await node.run(
			{ ...parameters, filters: { countryCode: '={{ $json.country }}' } },
			{ items: [{ country }] },
		);

		expect(error?.name).toBe('NodeOperationError');
		expect(error?.message).toMatch(
			/^"Country Code" must be a two-letter country code such as US, but it is the (text|number) /,
		);
		expect(node.service.requests).toEqual([]);
	});

	test('reads a brand whose logo is null', async () => {
		const body = { data: [{ id: 'b', logo_image: null, brand_sets: null }], list_meta: { total_count: 1 } };
		node.service.addFault({ effect: { kind: 'response', status: 200, body } });

		const { json } = await node.run(parameters);

		expect(json).toEqual([expect.objectContaining({ id: 'b' })]);
	});

	testListing(node, {
		prepare: async () => ({
			parameters,
			path: '/v1/brands',
			total: node.service.catalogue.brandsShippingTo('US').length,
		}),
	});
	testFailures(node, { parameters: () => parameters, path: '/v1/brands' });
});
