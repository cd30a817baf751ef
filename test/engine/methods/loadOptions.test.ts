import type { IDataObject } from 'n8n-workflow';

import { variantOptions } from '../../../dev/harness/engine';
import { actionNode, byId } from '../../support/actionNode';

const node = actionNode();

/** The options in the last row of a cart with these products. */
const variants = async (products: Array<IDataObject | string>, credentials = node.credentials()) =>
	await variantOptions(
		{
			resource: 'orderBatch',
			operation: 'create',
			cartItems: { item: products.map((product) => ({ product, quantity: 1 })) },
		},
		{ credentials },
		products.length - 1,
	);

describe('getVariants', () => {
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

	test('names the variants of groups by their options, as the service expects them', async () => {
		const product = node.service.catalogue.brands
			.flatMap((brand) => brand.brand_sets.flatMap(({ products }) => products))
			.find((candidate) => (candidate.variant_groups ?? []).length > 1);

		const names = (await variants([byId(product?.id ?? '')])).map(({ value }) => value);

		expect(names).toEqual(product?.variants.map(({ name }) => name));
		expect(names[0]).toMatch(/^\S.* \/ \S.*$/);
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
		const { id } = node.service.samples.variantProduct;

		await expect(variants([byId(node.unknownId)])).rejects.toThrow('Product not found');
		await expect(variants([byId(id)], node.credentials('wrong'))).rejects.toMatchObject({
			name: 'NodeApiError',
			message: 'Invalid API key',
		});
	});
});
