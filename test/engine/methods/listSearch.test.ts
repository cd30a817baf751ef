import type { IDataObject, INodeListSearchResult } from 'n8n-workflow';

import { actionNode, credentialFor } from '../../support/actionNode';
import { searchList } from '../../../dev/harness/engine';

const node = actionNode();

const search = async (
	method: 'searchBrands' | 'searchProducts',
	filter?: string,
	{ paginationToken, parameters, apiKey }: { paginationToken?: string; parameters?: IDataObject; apiKey?: string } = {},
) =>
	await searchList(
		method,
		{ resource: 'product', operation: 'getAll', ...parameters },
		{ credentials: node.credentials(apiKey) },
		filter,
		paginationToken,
	);

/** All pages of a search, as one who scrolls to its end sees them. */
async function allPages(method: 'searchBrands' | 'searchProducts', filter?: string): Promise<INodeListSearchResult[]> {
	const pages = [await search(method, filter)];
	for (let token = pages[0]?.paginationToken as string | undefined; token !== undefined;) {
		const page = await search(method, filter, { paginationToken: token });
		pages.push(page);
		token = page.paginationToken as string | undefined;
	}
	return pages;
}

const brandOptions = (country: string) =>
	node.service.catalogue.brandsShippingTo(country).map(({ id, name }) => ({ name, value: id }));

const requestedPages = () => node.service.requests.map(({ query }) => query.page);

describe('searchBrands', () => {
	test('shows the first page of the catalogue and a token for the next', async () => {
		const { results, paginationToken } = await search('searchBrands');

		expect(node.service.requests).toEqual([
			expect.objectContaining({
				method: 'GET',
				path: '/v1/brands',
				query: { page: '1', per_page: '100' },
				accountName: 'automation',
			}),
		]);
		expect(results).toEqual(brandOptions('US').slice(0, 100));
		expect(paginationToken).toBeDefined();
	});

	test('shows the whole catalogue, each brand once, to one who goes on to its end', async () => {
		const pages = await allPages('searchBrands');

		expect(pages.flatMap(({ results }) => results)).toEqual(brandOptions('US'));
		expect(pages).toHaveLength(3);
		// A page is read again before the next one, since it shows how many entries a page holds.
		expect(requestedPages()).toEqual(['1', '1', '2', '2', '3']);
	});

	test('finds brands by words of their name, whatever their case and order', async () => {
		const pages = await allPages('searchBrands', 'CANDLES ced');

		expect(pages.flatMap(({ results }) => results)).toEqual(
			brandOptions('US').filter(({ name }) => name === 'Cedar Candles'),
		);
	});

	test('looks through the whole catalogue for a rare brand without being asked for the next page', async () => {
		const { results, paginationToken } = await search('searchBrands', 'universal gift card');

		expect(results.map(({ name }) => name)).toEqual(['Universal Gift Card']);
		expect(requestedPages()).toEqual(['1', '2', '3']);
		expect(paginationToken).toBeUndefined();
	});

	test('shows nothing when nothing matches', async () => {
		expect(await search('searchBrands', 'no such brand')).toEqual({ results: [], paginationToken: undefined });
	});

	test('shows the brands that ship to the country of the filters', async () => {
		const { results } = await search('searchBrands', undefined, { parameters: { filters: { countryCode: ' gb ' } } });

		expect(node.service.requests[0]?.query).toMatchObject({ country_code: 'GB' });
		expect(results).toEqual(brandOptions('GB').slice(0, 100));
	});

	test('uses the commerce key when the authentication is the Commerce API', async () => {
		await search('searchBrands', undefined, { parameters: { authentication: 'commerceApi' } });

		expect(node.service.requests).toEqual([expect.objectContaining({ accountName: 'commerce' })]);
	});
});

describe('searchProducts', () => {
	test('shows each product once, with the name of its brand', async () => {
		const pages = await allPages('searchProducts');

		const expected = node.service.catalogue
			.brandsShippingTo('US')
			.flatMap((brand) => brand.brand_sets.flatMap((brandSet) => brandSet.products))
			.map((product) => ({ name: `${product.name} (${product.brand.name})`, value: product.id }));
		const unique = [...new Map(expected.map((option) => [option.value, option])).values()];
		expect(unique.length).toBeLessThan(expected.length);
		expect(pages.flatMap(({ results }) => results)).toEqual(unique);
	});

	test('finds products by words of the product and its brand', async () => {
		const { results } = await search('searchProducts', 'bakery amber tin');

		expect(results).toEqual([{ name: 'Butter Cookie Tin (Amber Bakery)', value: node.service.samples.productId }]);
	});

	test('works while the parameters of an order batch are filled in', async () => {
		const { results } = await search('searchProducts', 'bakery amber tin', {
			parameters: { resource: 'orderBatch', operation: 'create' },
		});

		expect(results).toHaveLength(1);
	});
});

describe.each(['searchBrands', 'searchProducts'] as const)('%s, when it fails', (method) => {
	test('says that the key was refused', async () => {
		await expect(search(method, '', { apiKey: 'wrong' })).rejects.toMatchObject({
			name: 'NodeApiError',
			message: 'Invalid API key',
			description: expect.stringContaining('Check the API key in the credential'),
		});
	});

	test("shows the service's own sentence", async () => {
		const body = { error: 'The catalogue is being renewed' };
		node.service.addFault({ effect: { kind: 'response', status: 503, body } });
		await expect(search(method)).rejects.toMatchObject({ message: body.error, httpCode: '503' });
	});

	test('says what is wrong with the country of the filters, without a request', async () => {
		await expect(search(method, '', { parameters: { filters: { countryCode: 'USA' } } })).rejects.toMatchObject({
			message: expect.stringContaining('Country Code must be a two-letter country code'),
		});
		expect(node.service.requests).toEqual([]);
	});

	test('says that the service cannot be reached', async () => {
		const credentials = { giftOrderBatchAutomationApi: credentialFor('http://127.0.0.1:9', 'key') };

		await expect(
			searchList(method, { resource: 'product', operation: 'getAll' }, { credentials }),
		).rejects.toMatchObject({
			message: 'The service at http://127.0.0.1:9 could not be reached',
		});
	});

	test('says that the address of the credential cannot be used', async () => {
		const credentials = { giftOrderBatchAutomationApi: credentialFor('http://gifts.example.com', 'key') };

		await expect(
			searchList(method, { resource: 'product', operation: 'getAll' }, { credentials }),
		).rejects.toMatchObject({
			name: 'NodeOperationError',
			message: expect.stringContaining('must begin with https://'),
		});
	});
});
