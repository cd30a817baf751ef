import { ADDRESS, UNKNOWN_ID } from '../../support/samples';
import { check, NotRun, type Check, type RequestOptions, type Session } from '../session';
import { batchOfMany, people, priceInput, product, type Fields } from './given';

/** The price of three of a product for two people, unless the fields say otherwise. */
const price = async (session: Session, fields: Fields = {}, expects: RequestOptions['expects'] = 'success') =>
	await session.call('getOrderBatchPrice', {
		body: await priceInput(session, { recipients: people(2), ...fields }, { quantity: 3 }),
		expects,
	});

export const accountChecks: Check[] = [
	check('an Automation key belongs to a user with an email', 'getMe, Me', async (session) => {
		const me = await session.call('getMe');
		me.holds('email', 'a text', Boolean(me.at('email')));
		me.is('public_app_id', null);
	}),
	check('a Commerce key belongs to an app', 'getMe, Me', async (session) => {
		const me = await session.call('getMe', { as: 'commerce' });
		me.holds('public_app_id', 'a text', Boolean(me.at('public_app_id')));
		me.is('email', null);
	}),
	...(
		[
			['a request without a key', 'getMe', 'nobody'],
			['a request with an unknown key', 'getMe', 'stranger'],
			['an order batch without a key', 'createOrderBatch', 'nobody'],
		] as const
	).map(([what, operation, as]) =>
		check(`${what} is refused`, 'apiKey, Unauthorized', async (session) => {
			await session.call(operation, { as, expects: 401 });
		}),
	),
	check('brands have pages, and products with prices', 'listBrands, Page, PerPage', async (session) => {
		const query = { per_page: '1', country_code: 'US' };
		const first = await session.call('listBrands', { query: { ...query, page: '1' } });
		const second = await session.call('listBrands', { query: { ...query, page: '2' } });
		second.is('data.length', 1);
		second.holds('data.0.id', 'another brand', second.at('data.0.id') !== first.at('data.0.id'));
		second.is('list_meta.total_count', first.at('list_meta.total_count'));
		const { price } = await product(session);
		if (price <= 0) session.differs('listBrands: data[].brand_sets', 'a product with a price', price);
	}),
	...['listBrands', 'listPaymentMethods', 'listWorkspaces'].map((operationId) =>
		check(`what ${operationId} lists has IDs and names`, operationId, async (session) => {
			const list = await session.call(operationId);
			for (const path of ['data[].id', 'data[].name']) list.each(path, 'some, and no empty ones', Boolean);
			list.holds('data', 'some', list.at<number>('data.length') > 0);
		}),
	),
	check('listed products can be read', 'listProducts, getProduct, Product', async (session) => {
		const list = await session.call('listProducts', { query: { per_page: '1' } });
		list.is('data.length', 1);
		const read = await session.call('getProduct', { id: list.at('data.0.id') });
		for (const field of ['id', 'name', 'price', 'price_is_variable']) read.is(field, list.at(`data.0.${field}`));
	}),
	check('collections are listed by whether they are published', 'listCollections, Collection', async (session) => {
		for (const published of [false, true]) {
			const list = await session.call('listCollections', { query: { published: String(published) } });
			list.each('data[].is_published', `${published} only`, (found) => found === published);
			if (!published) continue;
			if (list.at('data.length') === 0) throw new NotRun('the account has no published collection');
			const read = await session.call('getCollection', { id: list.at('data.0.id') });
			for (const field of ['id', 'title', 'workspace_id']) read.is(field, list.at(`data.0.${field}`));
		}
	}),
	check('cards have pictures', 'listCards, Card', async (session) => {
		const cards = await session.call('listCards', { query: { per_page: '2' } });
		cards.is('data.length', 2);
		for (const field of ['image', 'image_thumb']) {
			cards.each(`data[].${field}.url`, 'addresses', (url) => /^https?:/.test(String(url)));
		}
	}),
	check('an order batch is in a workspace of the account', 'listWorkspaces, Workspace', async (session) => {
		const ids = (await session.call('listWorkspaces')).all('data[].id');
		const { reply } = await batchOfMany(session);
		reply.holds('workspace_id', 'one of the workspaces', ids.includes(reply.at('workspace_id')));
	}),
	check('the prices of one recipient and of all add up', 'CartPrice, TotalPrice', async (session) => {
		const estimate = await price(session);
		const end = estimate.at('cart_price') ? '' : '_estimate';
		const cents = (name: string) => estimate.at<number>(`cart_price${end}.price_${name}`);
		estimate.is(`cart_price${end}.price_product`, 3 * (await product(session)).price);
		estimate.is(`cart_price${end}.price_pre_tax`, cents('product') + cents('shipping') + cents('processing_fee'));
		for (const bound of ['low', 'high']) {
			estimate.is(`cart_price${end}.price_est_total_${bound}`, cents('pre_tax') + cents(`est_tax_${bound}`));
			estimate.is(`total_price${end}.est_group_total_${bound}`, 2 * cents(`est_total_${bound}`));
		}
		estimate.is(`total_price${end}.recipients`, 2);
		return Object.keys(estimate.body as object).join(', ');
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
