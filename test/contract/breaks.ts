/** Rules of the contract to break one at a time, each with the check that finds it. */
import { randomUUID } from 'node:crypto';

import type { RunningService } from '../../dev/mock-service';
import { UNKNOWN_ID } from '../support/samples';
import type { Break } from './brokenService';
import { judgedChecks } from './checks';

const half = (cents: number) => cents / 2;
const more = (cents: number) => cents + 1;
const dollars = (cents: number) => Math.floor(cents / 100);
const first = (list: unknown[]) => list.slice(0, 1);
const inBerlin = (time: string) => new Date(Date.parse(time) + 7_200_000).toISOString().replace('Z', '+02:00');

/** Several ways to break rules that one check finds. */
const found = (foundBy: string, on: string, breaks: Record<string, Omit<Break, 'rule' | 'on' | 'foundBy'>>): Break[] =>
	Object.entries(breaks).map(([rule, change]) => ({ rule: `${on}: ${rule}`, on, foundBy, ...change }));

const accountBreaks = ({ keys }: RunningService): Break[] => [
	...found('an Automation key belongs to a user with an email', 'getMe', {
		'names no email': { set: { email: '' } },
		'names an app for a user': { set: { public_app_id: 'app' } },
		'responds with HTML': { text: '<html></html>' },
		'responds with 202': { status: 202 },
	}),
	...found('a Commerce key belongs to an app', 'getMe', {
		'names no app': { set: { public_app_id: '' } },
		'names an email for an app': { set: { email: 'app@example.com' } },
	}),
	...found('a request without a key is refused', 'getMe', {
		'needs no key': { key: keys.automation },
		'refuses with 403': { status: 403 },
		'refuses with a list of reasons': { set: { error: ['Unauthorized'] } },
	}),
	...found('a request with an unknown key is refused', 'getMe', { 'takes any key': { key: keys.automation } }),
	...found('an order batch without a key is refused', 'createOrderBatch', { 'needs no key': { key: keys.automation } }),
];

const catalogueBreaks = ({ samples }: RunningService): Break[] => [
	...found('brands have products with prices', 'listBrands', {
		'lists nothing': { set: { data: [] } },
		'lists brands without names': { set: { 'data[].name': '' } },
		'ignores per_page': { query: { per_page: '20' } },
	}),
	...found('brands have pages', 'listBrands', {
		'ignores page': { query: { page: '1' } },
		'ignores per_page': { query: { per_page: '2' } },
		'counts the entries of the page only': { set: { 'list_meta.total_count': () => Math.random() } },
	}),
	...found('listed products can be read', 'getProduct', {
		'returns another product': { set: { id: UNKNOWN_ID } },
		'has another price': { set: { price: more } },
	}),
	...found('collections are listed by whether they are published', 'listCollections', {
		'ignores published': { query: { published: undefined } },
	}),
	...found('a listed collection can be read', 'getCollection', {
		'returns another collection': { set: { id: UNKNOWN_ID } },
		'has another title': { set: { title: 'Another one' } },
	}),
	...found('cards have pictures', 'listCards', {
		'ignores per_page': { query: { per_page: '20' } },
		'has pictures without an address': { set: { 'data[].image.url': 'none' } },
	}),
	...found('the account has a payment method with a name', 'listPaymentMethods', {
		'lists nothing': { set: { data: [] } },
		'has no names': { set: { 'data[].name': '' } },
	}),
	...found('an order batch is in a workspace of the account', 'createOrderBatch', {
		'takes a workspace of others': { set: { workspace_id: UNKNOWN_ID } },
	}),
	...found('the price of one recipient adds up', 'getOrderBatchPrice', {
		'forgets the fee': { set: { 'cart_price.price_pre_tax': more } },
		'forgets the quantity': { set: { 'cart_price.price_product': (cents: number) => cents / 3 } },
		'forgets the tax': { set: { 'cart_price.price_est_total_high': half } },
		'has dollars': { set: { 'cart_price.price_product': dollars } },
	}),
	...found('the price of all recipients is that of one, times their number', 'getOrderBatchPrice', {
		'counts one recipient': { set: { 'total_price.recipients': 1 } },
		'has the total of one recipient': { set: { 'total_price.est_group_total_high': half } },
		'has no total': { set: { 'total_price.est_group_total_low': null } },
		'renames one of two fields': { set: { total_price: undefined, total_price_estimate: { recipients: 2 } } },
	}),
	...found('the price of direct shipments has the calculated tax', 'getOrderBatchPrice', {
		'has no tax': { set: { 'total_price.est_tax_calculated': undefined } },
		'has no total': { set: { 'total_price.est_total_calculated': null } },
	}),
	...found('the price of an unknown product is refused', 'getOrderBatchPrice', {
		'takes an unknown product': { send: { 'cart.items[].product_id': samples.productId } },
	}),
	...judgedChecks
		.filter(({ name }) => name.endsWith('does not find an unknown ID'))
		.flatMap(({ name }) => found(name, name.split(' ', 1)[0]!, { 'finds an unknown ID': { status: 200 } })),
];

const creationBreaks: Break[] = [
	...found('an order batch of up to 10 recipients is complete at once', 'createOrderBatch', {
		'is pending': { set: { send_status: 'pending', orders_preview: [], orders_count: 0 } },
		'counts no orders': { set: { orders_count: 0 } },
		'shows one order': { set: { orders_preview: first } },
		'responds with 200': { status: 200 },
		'has a time that is not UTC': { set: { expires_at: inBerlin } },
	}),
	...found('an order batch has what was sent', 'createOrderBatch', {
		'changes from_name': { set: { from_name: 'Somebody' } },
		'changes send_method': { set: { send_method: 'direct_send' } },
		'forgets the message': { set: { message: null } },
		'forgets the card': { set: { card_id: null } },
		'forgets the reference': { set: { customer_reference_id: null } },
		'ignores the workspace': { send: { workspace_id: undefined } },
		'forgets when it expires': { set: { expires_at: null } },
		'schedules it': { set: { scheduled_send_on: '2099-01-01T00:00:00Z', is_scheduled_send: true } },
	}),
	...found('an order batch has the cart that was sent', 'createOrderBatch', {
		'has another product': { set: { 'cart.items[].product.id': UNKNOWN_ID } },
		'forgets the quantity': { set: { 'cart.items[].quantity': 1 } },
		'has no items': { set: { 'cart.items': [] } },
	}),
	...found('an order batch has the contact data that was sent', 'createOrderBatch', {
		'forgets emails': { set: { 'recipients_preview[].email': null } },
		'changes names': { set: { 'recipients_preview[].first_name': 'Somebody' } },
		'counts fewer recipients': { set: { recipients_count: 2 } },
		'shows one recipient': { set: { recipients_preview: first } },
	}),
	...found('a new order batch has one new order for each recipient', 'createOrderBatch', {
		'sends all orders to one recipient': { set: { 'orders_preview[].recipient_email': 'contract1@example.com' } },
		'begins with opened orders': { set: { 'orders_preview[].status': 'opened' } },
		'has one link for all': { set: { 'orders_preview[].individual_gift_link': 'https://example.com/' } },
		'has no links': { set: { 'orders_preview[].individual_gift_link': () => randomUUID() } },
		'has orders of another batch': { set: { 'orders_preview[].order_batch_id': UNKNOWN_ID } },
	}),
	...found('a repeated customer_reference_id is refused', 'createOrderBatch', {
		'takes a reference twice': { send: { customer_reference_id: () => randomUUID() } },
		'fails for a used reference': { status: 500, errorsOnly: true },
	}),
	...found(
		'a customer_reference_id that another order batch has is refused for other recipients too',
		'createOrderBatch',
		{ 'compares the whole request': { send: { customer_reference_id: () => randomUUID() } } },
	),
	...found('an order batch of more than 10 recipients is pending, without orders', 'createOrderBatch', {
		'is complete at once': { set: { send_status: 'complete' } },
		'counts orders': { set: { orders_count: 11 } },
		'counts the recipients of the preview': { set: { recipients_count: 10 } },
		'shows every recipient': { set: { recipients_preview: (shown: unknown[]) => [...shown, shown[0]] } },
	}),
	...found('a pending order batch becomes complete with all its orders', 'getOrderBatch', {
		'is pending for ever': { set: { send_status: 'pending' } },
		'misses an order': { set: { orders_count: 10 } },
		'shows no orders': { set: { orders_preview: [] } },
		'shows more than 10 orders': { set: { orders_preview: (shown: unknown[]) => [...shown, shown[0]] } },
	}),
	...found('a pending order batch becomes complete with all its orders', 'listOrderBatchOrders', {
		'has the first page only': { query: { page: '1' } },
	}),
	...found('a scheduled order batch is pending, without orders', 'createOrderBatch', {
		'sends it at once': { send: { scheduled_send_on: undefined } },
		'forgets the time': { set: { scheduled_send_on: null } },
		'does not say that it is scheduled': { set: { is_scheduled_send: false } },
		'keeps the offset of the time': { set: { scheduled_send_on: inBerlin } },
		'changes the time': { set: { scheduled_send_on: '2099-01-01T00:00:00Z' } },
	}),
	...found('a scheduled order batch is sent at its time, and keeps the time', 'getOrderBatch', {
		'never sends it': { set: { send_status: 'pending' } },
		'forgets the time': { set: { scheduled_send_on: null } },
		'forgets that it was scheduled': { set: { is_scheduled_send: false } },
	}),
];

const readingBreaks: Break[] = [
	...found('an order batch can be read', 'getOrderBatch', {
		'returns another order batch': { set: { id: UNKNOWN_ID } },
		'has other orders': { set: { 'orders_preview[].id': UNKNOWN_ID } },
		'forgets the reference': { set: { customer_reference_id: null } },
	}),
	...found('the orders of an order batch are listed, without event_times', 'listOrderBatchOrders', {
		'counts other orders': { set: { 'list_meta.total_count': 4 } },
		'has other orders': { set: { 'data[].id': UNKNOWN_ID } },
		'has event_times': { set: { 'data[].event_times': { created_at: '2026-01-01T00:00:00Z' } } },
		'is a list without envelope': { text: '[]' },
	}),
	...found('the recipients of an order batch are listed', 'listOrderBatchRecipients', {
		'counts other recipients': { set: { 'list_meta.total_count': 2 } },
		'forgets emails': { set: { 'data[].email': null } },
		'lists one recipient': { set: { data: first } },
	}),
	...['listOrderBatchOrders', 'listOrderBatchRecipients'].flatMap((operation) =>
		found(`${operation} has pages`, operation, {
			'ignores page': { query: { page: '1' } },
			'ignores per_page': { query: { per_page: '20' } },
			'counts pages from 0': { query: { page: '2' } },
			'counts the entries of the page only': { set: { 'list_meta.total_count': 1 } },
		}),
	),
	...found('one order is read with its event_times', 'getOrder', {
		'has no event_times': { set: { event_times: null } },
		'has a time that is none': { set: { 'event_times.created_at': 'soon' } },
		'returns another order': { set: { id: UNKNOWN_ID } },
		'has another link': { set: { individual_gift_link: 'https://example.com/' } },
	}),
	...found('an order has what its order batch has', 'getOrder', {
		'forgets the message': { set: { message: null } },
		'forgets the card': { set: { card_id: null } },
		'has another product': { set: { 'cart.items[].product.id': UNKNOWN_ID } },
		'never expires': { set: { expires_at: null } },
		'is swapped': { set: { is_swapped: true } },
		'has another sender': { set: { 'sender.email': 'somebody@example.com' } },
	}),
	...found('the amounts of an order add up', 'getOrder', {
		'leaves shipping out': { set: { 'amounts.amount_pre_tax_total': half } },
		'has a total that is no sum': { set: { 'amounts.amount_total': more } },
		'has dollars': { set: { 'amounts.amount_product': dollars } },
	}),
];

const commerceBreaks: Break[] = [
	...found('an order batch of a commerce app is complete at once', 'createOrderBatch', {
		'is pending for commerce apps': { set: { send_status: 'pending' } },
	}),
	...found('a card of a commerce end user is stored', 'createCommerceUserPaymentMethod', {
		'has no ID': { set: { id: undefined } },
		'has another holder': { set: { cardholder_name: 'Somebody' } },
		'responds with 200': { status: 200 },
	}),
	...found('an Automation key cannot store the card of an end user', 'createCommerceUserPaymentMethod', {
		'takes Automation keys': { status: 201 },
	}),
	...found('the card of a commerce end user pays for that end user only', 'createOrderBatch', {
		'pays for anybody': { send: { payment_method_id: undefined } },
	}),
	...found('an unknown type of payment method is refused', 'createCommerceUserPaymentMethod', {
		'takes any type': { send: { payment_method_type: 'card' } },
	}),
];

const allOrders = { 'created_at[before]': undefined, 'created_at[after]': undefined };

const orderBreaks: Break[] = [
	...found('an order is canceled', 'cancelOrder', {
		'cancels nothing': { set: { status: 'created' } },
		'responds with 202': { status: 202 },
	}),
	...found('an order is canceled', 'getOrder', { 'shows a canceled order as new': { set: { status: 'created' } } }),
	...found('the expiry of an order is changed', 'updateOrderExpiration', {
		'returns the old time': { set: { expires_at: null } },
	}),
	...found('the expiry of an order is changed', 'getOrder', { 'keeps the old time': { set: { expires_at: null } } }),
	...found('the orders of the account are listed by the time of their creation', 'listOrders', {
		'ignores the times': { query: allOrders },
		'ignores created_at[before]': { query: { 'created_at[before]': undefined } },
		'ignores created_at[after]': { query: { 'created_at[after]': undefined } },
		'lists nothing': { set: { data: [] } },
	}),
	...found('the creation of an order is an activity', 'listOrderActivities', {
		'lists nothing': { set: { data: [] } },
		'ignores the statuses': { set: { 'data[].order_status': 'paid' } },
	}),
	...found('order activities are listed by their time', 'listOrderActivities', {
		'ignores before': { query: { before: undefined } },
		'ignores after': { query: { after: undefined } },
	}),
	...found('the order batches of the account are listed', 'listOrderBatches', {
		'lists nothing': { set: { data: [] } },
	}),
	...found('a webhook is registered and deleted', 'createWebhook', {
		'has no ID': { set: { id: undefined } },
		'responds with 200': { status: 200 },
	}),
	...found('a webhook is registered and deleted', 'deleteWebhook', {
		'deletes nothing': { status: 404, text: '{"error":"Not found"}' },
		'responds with a body': { status: 200, text: '{}' },
	}),
];

/** An order batch that the service takes. */
export const acceptableBatch = ({ samples }: RunningService) => ({
	from_name: 'Contract Check',
	send_method: 'link_multiple_custom_list',
	recipients: [{ first_name: 'Contract' }],
	cart: { items: [{ product_id: samples.productId, quantity: 1 }] },
});

/** The service takes what it must refuse. */
function refusalBreaks(service: RunningService): Break[] {
	const { keys } = service;
	const body = acceptableBatch(service);
	const refusals = judgedChecks.filter(({ name }) =>
		/^an order batch (?!without a key|of an account).* is refused$/.test(name),
	);
	return [
		...refusals.flatMap(({ name }) =>
			found(name, 'createOrderBatch', { [`takes ${name.replace(' is refused', '')}`]: { body } }),
		),
		...found('an order batch of an account without a payment method is refused', 'createOrderBatch', {
			'sends what nobody pays': { key: keys.automation },
		}),
		...found('a refused order batch is not created', 'createOrderBatch', {
			'creates what it refuses': { body, status: 400, set: { error: 'Refused' } },
		}),
	];
}

/** Breaks of rules about what the service does. */
export const rulesToBreak = (service: RunningService): Break[] => [
	...accountBreaks(service),
	...catalogueBreaks(service),
	...creationBreaks,
	...readingBreaks,
	...commerceBreaks,
	...orderBreaks,
	...refusalBreaks(service),
];
