import type { IDataObject, INodeListSearchResult } from 'n8n-workflow';

import { actionNode, credentialFor } from '../../support/actionNode';
import { searchList } from '../../../dev/harness/engine';
import type { listSearch } from '../../../nodes/GiftOrderBatch/methods/listSearch';

type Method = keyof ReturnType<typeof listSearch>;

const node = actionNode();

const search = async (
	method: Method,
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
async function allPages(method: Method, filter?: string): Promise<INodeListSearchResult[]> {
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

/** Has the service list these entries, once. */
const list = (path: string, ...data: IDataObject[]) =>
	node.service.addFault({
		match: { method: 'GET', path },
		times: 1,
		effect: { kind: 'response', status: 200, body: { data, list_meta: { total_count: data.length } } },
	});

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
	test('shows the active products that the service lists, with the name of their brand and their price', async () => {
		const brand = { id: 'b', name: 'Amber Bakery' };
		list(
			'/v1/products',
			{ id: '1', name: 'Cookie Tin', brand, price: 3250, price_is_variable: false, status: 'active' },
			{ id: '2', name: 'Gift Card', brand, price: 0, price_is_variable: true, price_min: 2500, price_max: 20000 },
			{ id: '3', name: 'Old Tin', brand, price: 3000, price_is_variable: false, status: 'inactive' },
			{ id: '4', name: 'Mystery', brand: null, price: null, price_is_variable: false },
		);

		const { results } = await search('searchProducts', undefined, { parameters: { filters: { countryCode: 'GB' } } });

		expect(results).toEqual([
			{ name: 'Cookie Tin (Amber Bakery, $32.50)', value: '1' },
			{ name: 'Gift Card (Amber Bakery, $25–$200)', value: '2' },
			{ name: 'Mystery', value: '4' },
		]);
		expect(node.service.requests).toEqual([
			expect.objectContaining({ path: '/v1/products', query: expect.objectContaining({ country_code: 'GB' }) }),
		]);
	});

	test.each([
		['of the list of products', false],
		['of the brands, where the service does not list products', true],
	])('shows each active product once, %s', async (_source, isInterfaceOnly) => {
		node.service.setInterfaceOnly(isInterfaceOnly);
		const pages = await allPages('searchProducts');

		const expected = node.service.catalogue
			.brandsShippingTo('US')
			.flatMap((brand) => brand.brand_sets.flatMap((brandSet) => brandSet.products))
			.filter(({ status }) => status === 'active')
			.map(({ id, name, brand, price, price_is_variable, price_min, price_max }) => ({
				name: `${name} (${brand.name}, ${price_is_variable ? `$${price_min / 100}–$${(price_max / 100).toLocaleString('en-US')}` : `$${(price / 100).toFixed(2)}`})`,
				value: id,
			}));
		const unique = [...new Map(expected.map((option) => [option.value, option])).values()];
		expect(unique.length).toBeLessThan(expected.length);
		const byValue = (a: { value: unknown }, b: { value: unknown }) => (String(a.value) < String(b.value) ? -1 : 1);
		expect(pages.flatMap(({ results }) => results).sort(byValue)).toEqual(unique.sort(byValue));
	});

	test('finds products by words of the product and its brand', async () => {
		const { results } = await search('searchProducts', 'bakery amber tin');

		expect(results).toEqual([
			{ name: 'Butter Cookie Tin (Amber Bakery, $32.00)', value: node.service.samples.productId },
		]);
	});

	test('works while the parameters of an order batch are filled in', async () => {
		const { results } = await search('searchProducts', 'bakery amber tin', {
			parameters: { resource: 'orderBatch', operation: 'create' },
		});

		expect(results).toHaveLength(1);
	});
});

describe('searchCards', () => {
	const card = (id: string, ...occasions: string[]) => ({
		id,
		occasions,
		image: { url: `https://cards.example.com/${id}.png` },
	});

	test('shows cards of the same occasion beside each other, with the beginning of their ID and their picture', async () => {
		list(
			'/v1/cards',
			card('11111111-1', 'Thank You'),
			card('22222222-2', 'Birthday', 'Congratulations'),
			card('33333333-3'),
			card('44444444-4', 'Birthday', 'Congratulations'),
		);

		const { results } = await search('searchCards');

		expect(results).toEqual([
			{
				name: 'Birthday, Congratulations (22222222)',
				value: '22222222-2',
				url: 'https://cards.example.com/22222222-2.png',
			},
			{
				name: 'Birthday, Congratulations (44444444)',
				value: '44444444-4',
				url: 'https://cards.example.com/44444444-4.png',
			},
			{ name: 'Card (33333333)', value: '33333333-3', url: 'https://cards.example.com/33333333-3.png' },
			{ name: 'Thank You (11111111)', value: '11111111-1', url: 'https://cards.example.com/11111111-1.png' },
		]);
	});

	test('finds cards by their occasion', async () => {
		list('/v1/cards', card('1', 'Thank You'), card('2', 'Birthday', 'Congratulations'));

		expect((await search('searchCards', 'congrat')).results).toMatchObject([{ value: '2' }]);
	});
});

describe('searchPaymentMethods', () => {
	test('shows each payment method by its name, its cardholder, and its balance if it has one', async () => {
		list(
			'/v1/payment_methods',
			{ id: 'card-1', name: 'Visa 1234', cardholder_name: 'Ann Smith', balance: null },
			{ id: 'balance-1', name: 'Account balance', cardholder_name: null, balance: 25050 },
		);

		expect((await search('searchPaymentMethods')).results).toEqual([
			{ name: 'Visa 1234, Ann Smith', value: 'card-1' },
			{ name: 'Account balance, $250.50', value: 'balance-1' },
		]);
	});
});

describe('searchWorkspaces', () => {
	test('shows each workspace by its name', async () => {
		list('/v1/workspaces', { id: '1', name: 'People Team' }, { id: '2', name: 'Customer Success' });

		expect((await search('searchWorkspaces')).results).toEqual([
			{ name: 'People Team', value: '1' },
			{ name: 'Customer Success', value: '2' },
		]);
	});
});

describe('searchCollections', () => {
	test('shows each collection by its title and price, or says that it is not published', async () => {
		const { data } = await node.read('/v1/collections');
		const [first, second, third, fourth] = (data as Array<{ id: string }>).map(({ id }) => id);

		expect((await search('searchCollections')).results).toEqual([
			{ name: 'Coffee Break ($56.00)', value: first },
			{ name: 'New Parents', value: second },
			{ name: 'Work From Home', value: third },
			{ name: `Collection ${fourth?.slice(0, 8)} (not published)`, value: fourth },
		]);
	});
});

describe('searchOrderBatches', () => {
	test('shows order batches so that two of the same sender can be told apart', async () => {
		const alone = await node.createBatch(1);
		const pending = await node.createBatch(12);
		const { reference_id: aloneReference, batch_name: aloneName } = await node.read(`/v1/order_batches/${alone}`);
		const { reference_id: pendingReference, batch_name: pendingName } = await node.read(`/v1/order_batches/${pending}`);

		const { results } = await search('searchOrderBatches');

		expect(results).toHaveLength(2);
		expect(results.find(({ value }) => value === alone)?.name).toMatch(
			new RegExp(`^${String(aloneName)} · 1 recipient: \\S.*[^…] · complete · ${String(aloneReference)}$`),
		);
		expect(results.find(({ value }) => value === pending)?.name).toMatch(
			new RegExp(`^${String(pendingName)} · 12 recipients: \\S.* … · pending · ${String(pendingReference)}$`),
		);
	});

	test('shows the sender of an order batch without a name', async () => {
		const batch = { id: '1', batch_name: null, from_name: 'Ann', recipients_count: 2, send_status: 'complete' };
		list('/v1/order_batches', { ...batch, reference_id: 'R-1' });

		expect((await search('searchOrderBatches')).results).toEqual([
			{ name: 'Ann · 2 recipients · complete · R-1', value: '1' },
		]);
	});

	test('finds an order batch by its customer reference', async () => {
		await node.createBatch(1);
		const found = await node.createBatch(1, { customer_reference_id: 'deal-4711' });

		expect((await search('searchOrderBatches', 'deal-4711')).results).toMatchObject([{ value: found }]);
	});
});

describe('searchOrders', () => {
	test('shows each order by its recipient, its status and the beginning of its ID', async () => {
		const order = { recipient_first_name: 'Ann', recipient_last_name: 'Lee', recipient_email: 'ann@example.com' };
		list(
			'/v1/orders',
			{ ...order, id: '11111111-1', status: 'opened', reference_id: 'R-1' },
			{ id: '22222222-2', recipient_first_name: 'Bo', recipient_last_name: null, status: 'created' },
		);

		expect((await search('searchOrders')).results).toEqual([
			{ name: 'Ann Lee · ann@example.com · opened · 11111111', value: '11111111-1' },
			{ name: 'Bo · created · 22222222', value: '22222222-2' },
		]);
	});

	test('finds an order by the words of its recipient, or by its reference', async () => {
		// Names whose letters are in no ID.
		const recipients = ['Ann Nguyen', 'Zoe'].map((first_name) => ({ first_name }));
		const batch = await node.createBatch(2, { recipients });
		const { data } = await node.read(`/v1/order_batches/${batch}/orders`);
		const [first, second] = data as [IDataObject, IDataObject];

		expect((await search('searchOrders', 'nguyen ann')).results).toMatchObject([{ value: first.id }]);
		expect((await search('searchOrders', String(second.reference_id))).results).toMatchObject([{ value: second.id }]);
	});
});

describe.each([
	['searchBrands', '/v1/brands', 'The catalogue has no brands that ship to this country.'],
	['searchCards', '/v1/cards', 'There are no cards in this account.'],
	['searchCollections', '/v1/collections', 'There are no gift collections in this account.'],
	['searchOrderBatches', '/v1/order_batches', 'There are no order batches in this account yet.'],
	['searchOrders', '/v1/orders', 'There are no orders in this account yet.'],
	['searchPaymentMethods', '/v1/payment_methods', 'There are no payment methods in this account.'],
	['searchProducts', '/v1/products', 'The catalogue has no products that ship to this country.'],
	['searchWorkspaces', '/v1/workspaces', 'There are no workspaces in this account.'],
] as const)('%s, when there is nothing', (method, path, sentence) => {
	test('says so', async () => {
		list(path);

		await expect(search(method)).rejects.toMatchObject({ message: expect.stringContaining(sentence) });
	});

	test('shows nothing for words without a match', async () => {
		list(path, { id: '1', name: 'Some', occasions: [] });

		expect(await search(method, 'no such thing')).toEqual({ results: [] });
	});
});

describe.each([
	['searchCards', 'This service cannot list cards'],
	['searchCollections', 'This service has no gift collections'],
	['searchOrderBatches', 'This service cannot list the order batches of an account'],
	['searchOrders', 'This service cannot list the orders of an account'],
	['searchPaymentMethods', 'This service cannot list payment methods'],
	['searchWorkspaces', 'This service cannot list workspaces'],
] as const)('%s, with a service that does not offer the list', (method, message) => {
	test('says so, and that the ID can be chosen instead', async () => {
		node.service.setInterfaceOnly(true);

		await expect(search(method)).rejects.toMatchObject({
			name: 'NodeApiError',
			message,
			description: expect.stringContaining('Choose ID instead of From List.'),
		});
	});
});

describe.each(['searchBrands', 'searchProducts'] as const)('%s, with a wrong country in the filters', (method) => {
	test('says what is wrong with it, without a request', async () => {
		await expect(search(method, '', { parameters: { filters: { countryCode: 'USA' } } })).rejects.toMatchObject({
			message: expect.stringContaining('"Country Code" must be a two-letter country code'),
		});
		expect(node.service.requests).toEqual([]);
	});
});

describe.each([
	'searchBrands',
	'searchCards',
	'searchCollections',
	'searchOrderBatches',
	'searchOrders',
	'searchPaymentMethods',
	'searchProducts',
	'searchWorkspaces',
] as const)('%s, when it fails', (method) => {
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
