import type { IDataObject } from 'n8n-workflow';

import { variantOptions } from '../../../dev/harness/engine';
import { actionNode, byId } from '../../support/actionNode';

const node = actionNode();

/** The options in the last row of a cart with these products. */
async function variants(products: Array<IDataObject | string>, credentials = node.credentials()) {
	const cartItems = { item: products.map((product) => ({ product, quantity: 1 })) };
	const parameters = { resource: 'orderBatch', operation: 'create', cartItems };
	return await variantOptions(parameters, { credentials }, products.length - 1);
}

describe('the dropdown of variants', () => {
	test.each([
		['the product by its ID', false],
		['the brands, where the service does not show a product by its ID', true],
	])("takes the variants of the row's product from %s", async (_source, isInterfaceOnly) => {
		node.service.setInterfaceOnly(isInterfaceOnly);
		const { productId, variantProduct } = node.service.samples;
		const expected = variantProduct.variants.map((name) => ({ name, value: name }));

		for (const product of [byId(variantProduct.id), { ...byId(variantProduct.id), mode: 'list' }, variantProduct.id]) {
			expect(await variants([byId(productId), product])).toEqual(expected);
		}
	});

	test('shows nothing for a product without variants', async () => {
		expect(await variants([byId(node.service.samples.productId)])).toEqual([]);
	});

	test.each<[string, IDataObject | string]>([
		['no product', { __rl: true, mode: 'list', value: '' }],
		['a collection', { __rl: true, mode: 'collection', value: '123e4567-e89b-42d3-a456-426614174000' }],
		['a product by URL', { __rl: true, mode: 'url', value: 'https://www.example.com/products/cookies' }],
		['a product by an expression', byId('={{ $json.product }}')],
		['a plain expression', '={{ $json.product }}'],
	])('shows nothing for a row with %s, without a request', async (_what, product) => {
		expect(await variants([product])).toEqual([]);
		expect(node.service.requests).toEqual([]);
	});

	test('says what the service says', async () => {
		const refused = variants([byId(node.service.samples.productId)], node.credentials('wrong'));
		await expect(refused).rejects.toMatchObject({ name: 'NodeApiError', message: 'Invalid API key' });
		await expect(variants([byId(node.unknownId)])).rejects.toThrow('Product not found');
	});
});
