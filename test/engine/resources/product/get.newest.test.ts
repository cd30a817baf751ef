import { actionNode, byId } from '../../../support/actionNode';

const node = actionNode();
const parameters = { resource: 'product', operation: 'get' };

const get = async (id: string, more = {}) => await node.run({ ...parameters, productId: byId(id), ...more });
const paths = () => node.service.requests.map(({ path }) => path);

describe('product: get', () => {
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
