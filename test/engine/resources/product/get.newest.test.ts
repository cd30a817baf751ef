import { actionNode, byId } from '../../../support/actionNode';

const node = actionNode();

const get = async (id: string) => await node.run({ resource: 'product', operation: 'get', productId: byId(id) });

describe('product: get', () => {
	test('finds the product in the catalogue where the service cannot read a single one', async () => {
		node.service.setInterfaceOnly(true);
		const { id } = node.service.samples.variantProduct;
		expect((await get(id.toUpperCase())).json).toMatchObject([{ id, name: 'Cookie Duo' }]);
		const paths = new Set(node.service.requests.map(({ path }) => path));
		expect(paths).toEqual(new Set([`/v1/products/${id.toUpperCase()}`, '/v1/brands']));
	});

	test('says that there is no such product', async () => {
		const { error } = await get(node.unknownId);
		expect(error).toMatchObject({ name: 'NodeApiError', message: 'Product not found', httpCode: '404' });
	});
});
