import type { IDataObject } from 'n8n-workflow';

import { productsOf } from '../../../../dev/mock-service/catalogue/catalogue';
import { actionNode, byId } from '../../../support/actionNode';
import { listing } from '../../../support/listing';
import { problemsOf } from '../../../support/schemas';

const node = actionNode();
const parameters = { resource: 'product', operation: 'getAll' };
const get = async (id: string, more: IDataObject = {}) =>
	await node.run({ resource: 'product', operation: 'get', productId: byId(id), ...more });

const activeProducts = () => node.service.catalogue.activeProductsShippingTo('US');

const pages = () => node.service.requests.map(({ query }) => query.page);

/** All products that match the filters, whole. */
const filtered = async (filters: IDataObject) =>
	(await node.run({ ...parameters, returnAll: true, simplify: false, filters })).json;

test('product: getAll returns each active product of the catalogue once, with its brand, with Return All', async () => {
	const json = await filtered({});

	expect(json).toEqual(activeProducts());
	expect(pages()).toEqual(['1', '2', '3']);
	for (const product of json.slice(0, 20)) expect(problemsOf('Product', product)).toEqual([]);
});

test.each([true, false])('product: getAll returns the fields of Product: Get, with Simplify %s', async (simplify) => {
	const { json } = await node.run({ ...parameters, simplify, limit: 3 });

	for (const product of json) expect((await get(String(product.id), { simplify })).json).toEqual([product]);
});

test.each([
	['450', { limit: 450 }, 450, ['1', '2']],
	['50 unless something else is given', {}, 50, ['1']],
])('product: getAll stops reading when it has as many products as Limit: %s', async (_what, more, count, read) => {
	const { json } = await node.run({ ...parameters, ...more });

	expect(json).toHaveLength(count);
	expect(pages()).toEqual(read);
});

test('product: getAll returns the products of one brand only, whatever the case of its ID', async () => {
	const { id } = node.service.catalogue.brands.find(({ name }) => name === 'Cedar Candles')!;
	const expected = activeProducts().filter(({ brand }) => brand.id === id);

	expect(expected.length).toBeGreaterThan(1);
	for (const brand of [id, id.toUpperCase()]) expect(await filtered({ brandId: byId(brand) })).toEqual(expected);
});

test('product: getAll searches for words of the product and of its brand, and says how many products were read', async () => {
	const { json, hints } = await node.run({ ...parameters, returnAll: true, filters: { search: 'soy CEDAR' } });

	expect(json.map(({ name }) => name)).toEqual(['Soy Candle']);
	const products = node.service.catalogue.brandsShippingTo('US').flatMap(productsOf);
	const { size } = new Set(products);
	expect(hints).toEqual([`${size} products were read. 1 of them are active and match the filters.`]);
});

test.each([
	[{ priceMin: 54 }, 5400, Infinity],
	[{ priceMax: 19.99 }, 0, 1999],
	[{ priceMin: '={{ "28" }}', priceMax: '={{ 30.5 }}' }, 2800, 3050],
])('product: getAll finds %j in dollars, also if their price can be chosen so', async (filters, low, high) => {
	const expected = activeProducts().filter(({ price_min: least, price_max: most }) => least <= high && most >= low);
	expect(new Set(expected.map(({ price_is_variable: isVariable }) => isVariable))).toEqual(new Set([true, false]));

	expect(await filtered(filters)).toEqual(expected);
});

test.each([true, false])('product: getAll returns the products with Variable Price %s', async (priceIsVariable) => {
	const expected = activeProducts().filter((product) => product.price_is_variable === priceIsVariable);
	expect(await filtered({ priceIsVariable })).toEqual(expected);
});

test('product: getAll reads what there is when the service has null for variants or for one of them', async () => {
	const products = [null, [null, { name: 'Red' }]].map((variants, id) => ({ id: String(id), variants }));
	node.service.addFault({ effect: listing({ id: 'brand', brand_sets: [{ products }] }) });
	const { json, hints } = await node.run({ ...parameters, returnAll: true });
	expect(json.map(({ variants }) => variants)).toEqual([[], ['Red']]);
	expect(hints).toEqual([]);
});

test('product: get finds the product in the catalogue where the service cannot read a single one', async () => {
	node.service.setInterfaceOnly(true);
	const { id } = node.service.samples.variantProduct;
	expect((await get(id.toUpperCase())).json).toMatchObject([{ id, name: 'Cookie Duo' }]);
	const paths = new Set(node.service.requests.map(({ path }) => path));
	expect(paths).toEqual(new Set([`/v1/products/${id.toUpperCase()}`, '/v1/brands']));
});

test('product: get says that there is no such product', async () => {
	const { error } = await get(node.unknownId);
	expect(error).toMatchObject({ name: 'NodeApiError', message: 'Product not found', httpCode: '404' });
});
