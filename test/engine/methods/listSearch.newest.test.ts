import type { IDataObject, INodeListSearchResult } from 'n8n-workflow';

import { actionNode } from '../../support/actionNode';
import { listing } from '../../support/listing';
import { searchList } from '../../../dev/harness/engine';
import type { listSearch } from '../../../nodes/GiftOrderBatch/methods/listSearch';

type Method = keyof ReturnType<typeof listSearch>;

const node = actionNode();

const search = async (method: Method, filter?: string, parameters: IDataObject = {}, token?: string) => {
	const values = { resource: 'product', operation: 'getAll', ...parameters };
	return await searchList(method, values, { credentials: node.credentials() }, filter, token);
};

/** All pages of a search, as one who scrolls to its end sees them. */
async function allPages(method: Method, token?: string): Promise<INodeListSearchResult[]> {
	const page = await search(method, undefined, {}, token);
	const { paginationToken: next } = page;
	return [page, ...(next === undefined ? [] : await allPages(method, next as string))];
}

const brandOptions = (country: string) =>
	node.service.catalogue.brandsShippingTo(country).map(({ id, name }) => ({ name, value: id }));

const list = (path: string, ...data: IDataObject[]) =>
	node.service.addFault({ match: { method: 'GET', path }, times: 1, effect: listing(...data) });

test('links a card to a web page only', async () => {
	const safe = ['https://cards.test/1', 'http://localhost:8787/2', 'http://127.0.0.1/3', 'http://[::1]:80/4'];
	const others = ['javascript:alert(1)', 'http://cards.test/5', '//cards.test/6', 'ftp://localhost/7', null, 8];
	list('/v1/cards', ...[...safe, ...others].map((url, id) => ({ id: String(id), occasions: [], image: { url } })));

	const { results } = await search('searchCards');

	expect(results).toHaveLength(10);
	expect(results.flatMap(({ url }) => url ?? [])).toEqual(safe);
});

describe('searchBrands', () => {
	test('shows the whole catalogue, each brand once, to one who goes on to its end', async () => {
		const pages = await allPages('searchBrands');

		const [first] = node.service.requests;
		expect(first).toMatchObject({ method: 'GET', path: '/v1/brands', accountName: 'automation' });
		expect(first?.query).toEqual({ page: '1', per_page: '100' });
		expect(pages[0]?.results).toHaveLength(100);
		expect(pages.flatMap(({ results }) => results)).toEqual(brandOptions('US'));
		// A page is read again before the next one, since it shows how many entries a page holds.
		expect(node.service.requests.map(({ query }) => query.page)).toEqual(['1', '1', '2', '2', '3']);
	});

	test('shows the brands, and searchProducts the products, that ship to the country of the filters, with the key of the authentication', async () => {
		const parameters = { authentication: 'commerceApi', filters: { countryCode: ' gb ' } };
		const { results } = await search('searchBrands', undefined, parameters);
		await search('searchProducts', undefined, parameters);

		expect(results).toEqual(brandOptions('GB').slice(0, 100));
		const inBritain = { accountName: 'commerce', query: { country_code: 'GB' } };
		expect(node.service.requests).toMatchObject([inBritain, { ...inBritain, path: '/v1/products' }]);
	});
});

test.each([
	['of the list of products', false],
	['of the brands, where the service does not list products', true],
])('searchProducts shows each active product once, %s', async (_source, isInterfaceOnly) => {
	node.service.setInterfaceOnly(isInterfaceOnly);
	const shown = (await allPages('searchProducts')).flatMap(({ results }) => results.map(({ value }) => value));

	const active = node.service.catalogue.activeProductsShippingTo('US').map(({ id }) => id);
	expect(shown.sort()).toEqual(active.sort());
});

test('searchCards numbers cards of the same occasion, beside each other, with their picture, and finds them by it', async () => {
	const card = (id: string, ...occasions: string[]) => ({ id, occasions, image: { url: `https://cards.test/${id}` } });
	const cards = [card('1', 'Thank You'), card('4', 'Birthday'), card('3'), card('2', 'Birthday')];
	for (let count = 0; count < 2; count++) list('/v1/cards', ...cards);

	expect((await search('searchCards')).results).toEqual([
		{ name: 'Birthday 1', value: '2', url: 'https://cards.test/2' },
		{ name: 'Birthday 2', value: '4', url: 'https://cards.test/4' },
		{ name: 'Card', value: '3', url: 'https://cards.test/3' },
		{ name: 'Thank You', value: '1', url: 'https://cards.test/1' },
	]);
	expect((await search('searchCards', 'thank')).results).toMatchObject([{ value: '1' }]);
});

const BATCH = { from_name: 'Ann', recipients_count: 2 };

test.each<[Method, string, words: string, IDataObject, name: string]>([
	['searchPaymentMethods', '/v1/payment_methods', 'ann', { name: 'Visa', cardholder_name: 'Ann' }, 'Visa, Ann'],
	['searchWorkspaces', '/v1/workspaces', 'people', { name: 'People Team' }, 'People Team'],
	['searchCollections', '/v1/collections', 'coffee', { title: 'Coffee Break' }, 'Coffee Break'],
	['searchOrderBatches', '/v1/order_batches', 'd-1', { ...BATCH, customer_reference_id: 'D-1' }, 'Ann · 2 recipients'],
	['searchOrders', '/v1/orders', 'opened bo', { recipient_first_name: 'Bo', status: 'opened' }, 'Bo · opened · id'],
	['searchOrders', '/v1/orders', 'r-7', { recipient_first_name: 'Bo', reference_id: 'R-7' }, 'Bo · id'],
])('%s shows each entry of %s, and finds it by %p', async (method, path, words, entry, name) => {
	list(path, { id: 'id', ...entry });
	expect((await search(method, words)).results).toEqual([{ name, value: 'id' }]);
});

describe.each<[Method, string, nothing: string, unsupported: string | undefined]>([
	['searchBrands', '/v1/brands', 'The catalog has no brands that ship to this country.', undefined],
	['searchCards', '/v1/cards', 'no cards in this account.', 'cannot list cards'],
	['searchCollections', '/v1/collections', 'no gift collections in this account.', 'has no gift collections'],
	['searchOrderBatches', '/v1/order_batches', 'no order batches in', 'cannot list the order batches of an account'],
	['searchOrders', '/v1/orders', 'no orders in this account yet.', 'cannot list the orders of an account'],
	['searchPaymentMethods', '/v1/payment_methods', 'no payment methods in', 'cannot list payment methods'],
	['searchProducts', '/v1/products', 'The catalog has no products that ship to this country.', undefined],
	['searchWorkspaces', '/v1/workspaces', 'no workspaces in this account.', 'cannot list workspaces'],
])('%s', (method, path, nothing, unsupported) => {
	test('says so when there is nothing, but not for words without a match, nor at the end of a list', async () => {
		list(path);
		list(path);
		list(path, { id: '1', name: 'Some', occasions: [] });

		await expect(search(method)).rejects.toThrow(nothing);
		expect(await search(method, '', {}, '2')).toEqual({ results: [] });
		expect(await search(method, 'no such thing')).toEqual({ results: [] });
	});

	test('says what the service says, and that the ID can be chosen where there is no list', async () => {
		const ofWrongKey = searchList(method, { resource: 'product' }, { credentials: node.credentials('wrong') });
		await expect(ofWrongKey).rejects.toMatchObject({
			name: 'NodeApiError',
			message: 'Invalid API key',
			description: expect.stringContaining('Check the API key in the credential'),
		});
		if (!unsupported) return;
		node.service.setInterfaceOnly(true);
		await expect(search(method)).rejects.toMatchObject({
			name: 'NodeApiError',
			message: `This service ${unsupported}`,
			description: expect.stringContaining('Choose By ID instead of From list.'),
		});
	});
});

test.each(['searchBrands', 'searchProducts'] as const)('%s sends nothing for a wrong country', async (method) => {
	const wrong = { filters: { countryCode: 'USA' } };
	await expect(search(method, '', wrong)).rejects.toThrow('"Country Code" must be a two-letter country code');
	expect(node.service.requests).toEqual([]);
});
