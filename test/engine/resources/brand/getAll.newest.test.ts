import { actionNode } from '../../../support/actionNode';
import { testListing } from '../../../support/operationTests';

const node = actionNode();
const parameters = { resource: 'brand', operation: 'getAll' };
const whole = { ...parameters, simplify: false };

const brandsTo = (country: string) => node.service.catalogue.brandsShippingTo(country);

describe('brand: getAll', () => {
	test('asks for the brands that ship to the country of each input item, where it has one', async () => {
		const { outputs } = await node.run(
			{ ...whole, limit: 1, filters: { countryCode: '={{ $json.country }}' } },
			{ items: [{ country: 'CA' }, { country: ' de ' }, {}] },
		);

		expect(node.service.requests.map(({ query }) => query.country_code)).toEqual(['CA', 'DE', undefined]);
		expect(outputs[0]).toMatchObject([
			{ json: brandsTo('CA')[0], pairedItem: { item: 0 } },
			{ json: brandsTo('DE')[0], pairedItem: { item: 1 } },
			{ json: brandsTo('US')[0], pairedItem: { item: 2 } },
		]);
	});

	testListing(node, async () => ({ parameters, path: '/v1/brands', total: brandsTo('US').length }));
});
