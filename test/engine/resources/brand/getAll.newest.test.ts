import { actionNode } from '../../../support/actionNode';
import { testListing } from '../../../support/operationTests';
import { problemsOf } from '../../../support/schemas';

const node = actionNode();
const parameters = { resource: 'brand', operation: 'getAll' };
const whole = { ...parameters, simplify: false };

const brandsTo = (country: string) => node.service.catalogue.brandsShippingTo(country);

describe('brand: getAll', () => {
	test('asks for the brands without a country when none is given, and returns the main fields of each', async () => {
		const { outputs } = await node.run({ ...parameters, limit: 3 });

		expect(node.service.requests).toMatchObject([
			{ method: 'GET', path: '/v1/brands', body: null, accountName: 'automation' },
		]);
		expect(node.service.requests[0]?.query).toEqual({ page: '1', per_page: '3' });
		const expected = brandsTo('US')
			.slice(0, 3)
			.map(({ logo_image: logo, brand_sets: _brandSets, ...fields }) => ({
				json: { ...fields, logo_url: logo.url },
				pairedItem: { item: 0 },
			}));
		expect(outputs).toEqual([expected]);
	});

	test('returns whole brands when Simplify is off', async () => {
		const { json } = await node.run({ ...whole, limit: 2 });

		expect(json).toEqual(brandsTo('US').slice(0, 2));
		for (const brand of json) expect(problemsOf('Brand', brand)).toEqual([]);
	});

	test('asks for the brands that ship to the country of each input item', async () => {
		const { outputs } = await node.run(
			{ ...whole, limit: 1, filters: { countryCode: '={{ $json.country }}' } },
			{ items: [{ country: 'CA' }, { country: ' de ' }] },
		);

		expect(node.service.requests.map(({ query }) => query.country_code)).toEqual(['CA', 'DE']);
		expect(outputs[0]).toMatchObject([
			{ json: brandsTo('CA')[0], pairedItem: { item: 0 } },
			{ json: brandsTo('DE')[0], pairedItem: { item: 1 } },
		]);
	});

	test('reads a brand whose logo is null', async () => {
		const body = { data: [{ id: 'b', logo_image: null, brand_sets: null }], list_meta: { total_count: 1 } };
		node.service.addFault({ effect: { kind: 'response', status: 200, body } });

		expect((await node.run(parameters)).json).toMatchObject([{ id: 'b' }]);
	});

	testListing(node, async () => ({ parameters, path: '/v1/brands', total: brandsTo('US').length }));
});
