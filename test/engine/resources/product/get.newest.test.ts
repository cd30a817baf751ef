import { actionNode, byId } from '../../../support/actionNode';
import { problemsOf } from '../../../support/schemas';

const node = actionNode();
const parameters = { resource: 'product', operation: 'get' };

const get = async (id: string, more = {}) => await node.run({ ...parameters, productId: byId(id), ...more });
const paths = () => node.service.requests.map(({ path }) => path);

describe('product: get', () => {
	test('returns the main fields of the product, with the names of its variants', async () => {
		const { id, variants } = node.service.samples.variantProduct;

		const { outputs } = await get(id.toUpperCase());

		expect(paths()).toEqual([`/v1/products/${id.toUpperCase()}`]);
		const json = {
			id,
			name: 'Cookie Duo',
			brand: { id: expect.any(String), name: 'Amber Bakery' },
			price: 2800,
			price_is_variable: false,
			price_min: 2800,
			price_max: 2800,
			variants_num_selectable: 2,
			restricted_states: [],
			variants,
		};
		expect(outputs).toEqual([[{ json, pairedItem: { item: 0 } }]]);
	});

	test('returns the whole product when Simplify is off, also of one that is not active', async () => {
		const { inactiveProductId } = node.service.samples;

		const { json } = await get(inactiveProductId, { simplify: false });

		expect(json).toEqual([await node.read(`/v1/products/${inactiveProductId}`)]);
		expect(json).toMatchObject([{ status: 'inactive' }]);
		expect(problemsOf('Product', json[0])).toEqual([]);
	});

	test('finds the product in the catalogue where the service cannot read a single one', async () => {
		node.service.setInterfaceOnly(true);
		const { id } = node.service.samples.variantProduct;

		const { json } = await get(id.toUpperCase());

		expect(json).toMatchObject([{ id, name: 'Cookie Duo' }]);
		expect(new Set(paths())).toEqual(new Set([`/v1/products/${id.toUpperCase()}`, '/v1/brands']));
	});

	test('says that there is no such product', async () => {
		const { error } = await get(node.unknownId);

		expect(error).toMatchObject({ name: 'NodeApiError', message: 'Product not found', httpCode: '404' });
	});
});
