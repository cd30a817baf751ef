import { DAY_MS } from '../../support/durations';
import { UNKNOWN_ID } from '../../support/samples';
import type { Reply } from '../reply';
import { check, type Check, type RequestOptions, type Session } from '../session';
import { batchAtOnce, batchOfMany, people, priceInput, type Fields } from './given';
import { canceledOrder } from './orders';

const inShort = ({ status, text }: Reply) => (status < 400 ? String(status) : `${status} ${text}`);

/** Records the status of a response, and the text of an error. */
const asks = (
	name: string,
	cites: string,
	operation: string,
	request: (session: Session) => Promise<RequestOptions>,
): Check =>
	check(name, cites, async (session) =>
		inShort(await session.call(operation, { expects: 'any', ...(await request(session)) })),
	);

const asksPrice = (name: string, cites: string, fields: Fields, item?: Fields): Check =>
	asks(name, cites, 'getOrderBatchPrice', async (session) => ({ body: await priceInput(session, fields, item) }));

/** How the entries of a list stand, of which some are known from oldest to newest. */
function orderOf(listed: unknown[], known: unknown[]): string {
	const places = known.map((entry) => listed.indexOf(entry)).filter((place) => place >= 0);
	if (places.length < 2) return `not seen: ${places.length} of ${known.length} entries are on the page`;
	const sorted = [...places].sort((a, b) => a - b).join();
	if (places.join() === sorted) return 'oldest first';
	return [...places].reverse().join() === sorted ? 'newest first' : 'neither oldest nor newest first';
}

const sorts = (operation: string, run: (session: Session) => Promise<[listed: unknown[], known: unknown[]]>): Check =>
	check(`the order of ${operation}`, operation, async (session) => orderOf(...(await run(session))));

/** The order batches of the Automation key, oldest first. */
async function ownBatches(session: Session): Promise<string[]> {
	await batchAtOnce(session);
	await batchOfMany(session);
	return session.orderBatches.filter(({ as }) => as === 'automation').map(({ id }) => id);
}

/** What openapi.yaml calls open: the answers are recorded, not judged. */
export const openChecks: Check[] = [
	asks('a page 0', 'Page', 'listBrands', async () => ({ query: { page: '0' } })),
	asks('a per_page of 0', 'PerPage', 'listBrands', async () => ({ query: { per_page: '0' } })),
	asks('a per_page of 101', 'PerPage', 'listBrands', async () => ({ query: { per_page: '101' } })),
	check('the default of per_page', 'PerPage', async (session) => {
		const list = await session.call('listCards');
		return `${list.at<number>('data.length')} of ${list.at<number>('list_meta.total_count')}`;
	}),
	check('brands by country_code', 'CountryCode', async (session) => {
		const counts = [];
		for (const country of ['US', 'CA', 'DE']) {
			const list = await session.call('listBrands', { query: { country_code: country, per_page: '1' } });
			counts.push(`${country} ${list.at<number>('list_meta.total_count')}`);
		}
		return counts.join(', ');
	}),
	...[
		['listOrderBatchOrders', 'recipient_first_name'],
		['listOrderBatchRecipients', 'first_name'],
	].map(([operation = '', name = '']) =>
		sorts(operation, async (session) => {
			const { id, input } = await batchOfMany(session);
			await session.untilSent(id);
			const list = await session.call(operation, { id });
			return [list.all(`data[].${name}`), (input.recipients as Fields[]).map((one) => one.first_name)];
		}),
	),
	sorts('listOrderBatches', async (session) => {
		const known = await ownBatches(session);
		return [(await session.call('listOrderBatches')).all('data[].id'), known];
	}),
	sorts('listOrders', async (session) => {
		const created: Array<{ id: string; at: string }> = [];
		for (const batch of await ownBatches(session)) {
			const id = (await session.untilSent(batch)).at<string>('orders_preview.0.id');
			created.push({ id, at: (await session.call('getOrder', { id })).at('event_times.created_at') });
		}
		const known = created.sort((a, b) => Date.parse(a.at) - Date.parse(b.at)).map(({ id }) => id);
		return [(await session.call('listOrders', { query: { per_page: '100' } })).all('data[].id'), known];
	}),
	sorts('listOrderActivities', async (session) => {
		const query = { per_page: '100', after: session.time(-DAY_MS).toISOString() };
		const times = (await session.call('listOrderActivities', { query })).all<string>('data[].created_at');
		return [times, [...new Set(times)].sort()];
	}),
	asks('a second cancel', 'cancelOrder', 'cancelOrder', async (session) => ({
		id: (await canceledOrder(session)).at('id'),
	})),
	asks('an expiration in the past', 'updateOrderExpiration', 'updateOrderExpiration', async (session) => ({
		id: (await batchAtOnce(session)).reply.at('orders_preview.2.id'),
		body: { expiration: session.time(-DAY_MS).toISOString() },
	})),
	asks('the order batch of another user', 'NotFound', 'getOrderBatch', async (session) => ({
		id: (await batchAtOnce(session)).id,
		as: 'nonAdmin',
	})),
	asks('the order of another user', 'NotFound', 'getOrder', async (session) => ({
		id: (await batchAtOnce(session)).reply.at('orders_preview.0.id'),
		as: 'nonAdmin',
	})),
	...['listOrderBatches', 'listOrders', 'listOrderActivities'].map((operation) =>
		check(`how many entries ${operation} has for another user`, operation, async (session) => {
			await batchAtOnce(session);
			return (await session.call(operation, { as: 'nonAdmin' })).at('list_meta.total_count');
		}),
	),
	asksPrice('the price of 500 recipients', 'getOrderBatchPrice', { recipients: people(500) }),
	asksPrice('the price of a quantity of 0', 'CartItemInput', {}, { quantity: 0 }),
	asksPrice('the price of a blank first_name', 'RecipientInput', { recipients: [{ first_name: ' ' }] }),
	asksPrice('the price with an unknown field', 'PriceInput', { nickname: 'Bo' }),
	check('a webhook of a key that is no admin', 'createWebhook', async (session) => {
		const body = { url: `https://example.com/${session.reference('non admin')}` };
		const webhook = await session.call('createWebhook', { as: 'nonAdmin', body, expects: 'any' });
		if (webhook.status < 300) await session.call('deleteWebhook', { id: webhook.at('id'), as: 'nonAdmin' });
		return inShort(webhook);
	}),
	asks('the deletion of an unknown webhook', 'deleteWebhook', 'deleteWebhook', async () => ({ id: UNKNOWN_ID })),
	check('rate limits', 'Error', async ({ limits, exchanges }) =>
		[`${limits.tooManyRequests} of ${exchanges.length} requests got 429`, ...limits.headers].join(', '),
	),
];
