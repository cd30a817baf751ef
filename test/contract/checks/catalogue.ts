import { ADDRESS, UNKNOWN_ID } from '../../support/samples';
import { check, NotRun, type Check, type RequestOptions, type Session } from '../session';
import { batchOfMany, people, priceInput, product, type Fields } from './given';

/** The price of three of a product for two people, unless the fields say otherwise. */
const price = async (session: Session, fields: Fields = {}, expects: RequestOptions['expects'] = 'success') =>
	await session.call('getOrderBatchPrice', {
		body: await priceInput(session, { recipients: people(2), ...fields }, { quantity: 3 }),
		expects,
	});

type Cents = Record<string, number>;

export const catalogueChecks: Check[] = [
	check('brands have products with prices', 'listBrands, BrandList', async (session) => {
		const brands = await session.call('listBrands', { query: { per_page: '5' } });
		brands.holds('data', '1 to 5 brands', [1, 2, 3, 4, 5].includes(brands.at<number>('data.length')));
		brands.each('data[].name', 'the name of each brand', Boolean);
		const { price } = await product(session);
		brands.holds('data[].brand_sets', 'a product with a price', price > 0);
	}),
	check('brands have pages', 'listBrands, Page, PerPage', async (session) => {
		const query = { per_page: '1', country_code: 'US' };
		const first = await session.call('listBrands', { query: { ...query, page: '1' } });
		const second = await session.call('listBrands', { query: { ...query, page: '2' } });
		second.is('data.length', 1);
		second.holds('data.0.id', 'another brand', second.at('data.0.id') !== first.at('data.0.id'));
		second.is('list_meta.total_count', first.at('list_meta.total_count'));
	}),
	check('listed products can be read', 'listProducts, getProduct, Product', async (session) => {
		const list = await session.call('listProducts', { query: { per_page: '1' } });
		list.is('data.length', 1);
		const read = await session.call('getProduct', { id: list.at<string>('data.0.id') });
		for (const field of ['id', 'name', 'price', 'price_is_variable']) read.is(field, list.at(`data.0.${field}`));
	}),
	check('collections are listed by whether they are published', 'listCollections, Collection', async (session) => {
		for (const published of [true, false]) {
			const list = await session.call('listCollections', { query: { published: String(published) } });
			list.each('data[].is_published', `${published} only`, (found) => found === published);
		}
	}),
	check('a listed collection can be read', 'getCollection, Collection', async (session) => {
		const list = await session.call('listCollections', { query: { published: 'true' } });
		const id = list.at<string | undefined>('data.0.id');
		if (id === undefined) throw new NotRun('the account has no published collection');
		const read = await session.call('getCollection', { id });
		for (const field of ['id', 'title', 'workspace_id']) read.is(field, list.at(`data.0.${field}`));
	}),
	check('cards have pictures', 'listCards, Card', async (session) => {
		const cards = await session.call('listCards', { query: { per_page: '2' } });
		cards.is('data.length', 2);
		for (const field of ['image', 'image_thumb']) {
			cards.each(`data[].${field}.url`, 'addresses', (url) => /^https?:/.test(String(url)));
		}
	}),
	check('the account has a payment method with a name', 'listPaymentMethods, AccountPaymentMethod', async (session) => {
		const methods = await session.call('listPaymentMethods');
		methods.holds('data.0.name', 'a text', Boolean(methods.at('data.0.id') && methods.at('data.0.name')));
	}),
	check('an order batch is in a workspace of the account', 'listWorkspaces, Workspace', async (session) => {
		const workspaces = await session.call('listWorkspaces');
		workspaces.holds('data.0.name', 'a text', Boolean(workspaces.at('data.0.name')));
		const { reply } = await batchOfMany(session);
		const ids = workspaces.all('data[].id');
		reply.holds('workspace_id', 'one of the workspaces', ids.includes(reply.at('workspace_id')));
	}),
	check('the price of one recipient adds up', 'getOrderBatchPrice, CartPrice', async (session) => {
		const estimate = await price(session);
		const name = estimate.at('cart_price') ? 'cart_price' : 'cart_price_estimate';
		const cart = estimate.at<Cents>(name);
		estimate.is(`${name}.price_product`, 3 * (await product(session)).price);
		const { price_product, price_shipping, price_processing_fee, price_pre_tax } = cart as Record<string, number>;
		estimate.is(`${name}.price_pre_tax`, price_product! + price_shipping! + price_processing_fee!);
		for (const end of ['low', 'high']) {
			estimate.is(`${name}.price_est_total_${end}`, price_pre_tax! + cart[`price_est_tax_${end}`]!);
		}
		return Object.keys(estimate.body as object).join(', ');
	}),
	check('the price of all recipients is that of one, times their number', 'TotalPrice', async (session) => {
		const estimate = await price(session);
		const end = estimate.at('cart_price') ? '' : '_estimate';
		estimate.is(`total_price${end}.recipients`, 2);
		for (const bound of ['low', 'high']) {
			const one = estimate.at<number>(`cart_price${end}.price_est_total_${bound}`);
			estimate.is(`total_price${end}.est_group_total_${bound}`, 2 * one);
		}
	}),
	check('the price of direct shipments has the calculated tax', 'getOrderBatchPrice, TotalPrice', async (session) => {
		const recipients = people(1).map((person) => ({ ...person, mailing_address: ADDRESS }));
		const estimate = await price(session, { send_method: 'direct_send', recipients });
		const total = `total_price${estimate.at('total_price') ? '' : '_estimate'}`;
		for (const field of ['est_tax_calculated', 'est_total_calculated']) {
			estimate.holds(`${total}.${field}`, 'cents', Number.isInteger(estimate.at(`${total}.${field}`)));
		}
	}),
	check('the price of an unknown product is refused', 'getOrderBatchPrice, Refused', async (session) => {
		await price(session, { cart: { items: [{ product_id: UNKNOWN_ID, quantity: 1 }] } }, 400);
	}),
	...[
		'getOrderBatch',
		'listOrderBatchOrders',
		'listOrderBatchRecipients',
		'getOrder',
		'getProduct',
		'getCollection',
		'cancelOrder',
	].map((operationId) =>
		check(`${operationId} does not find an unknown ID`, `NotFound, ${operationId}`, async (session) => {
			await session.call(operationId, { id: UNKNOWN_ID, expects: 404 });
		}),
	),
];
