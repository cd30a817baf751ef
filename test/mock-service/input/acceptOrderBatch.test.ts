import type { Workspace } from '../../../dev/mock-service';
import {
	cartOf,
	type Fields,
	inMinutes,
	orderBatchInput,
	samples,
	shipped,
	useMockService,
} from '../../support/mockService';
import { UNKNOWN_ID } from '../../support/samples';

const { client, service, postBatch, createBatch, list } = useMockService();

const PAST = '2020-01-01T00:00:00Z';
const { id: variantId, variants, selectable } = samples.variantProduct;
const giftCard = (fields: Fields) => cartOf({ product_id: samples.variableProductId, ...fields });
const shippedVariants = (names: string[]) => ({ ...shipped(1), ...cartOf({ product_id: variantId, variants: names }) });

test.each<[what: string, fields: Fields, error: string]>([
	['an unknown product', cartOf({ product_id: UNKNOWN_ID }), `Product not found: ${UNKNOWN_ID}`],
	['an inactive product', cartOf({ product_id: samples.inactiveProductId }), 'Product is not available'],
	['too low a price for a gift card', giftCard({ variable_price: 499 }), 'must be between 500 and 50000'],
	['an email that is none', { recipients: [{ first_name: 'Bo', email: 'bo' }] }, 'recipients[0].email is invalid'],
	['an unknown card', { card_id: samples.productId }, 'Card not found'],
	['an unknown workspace', { workspace_id: samples.productId }, 'Workspace not found'],
	['an expiry in the past', { expires_at: PAST }, 'expires_at must be in the future'],
	['two times in the past', { scheduled_send_on: PAST, expires_at: '2021-01-01T00:00:00Z' }, 'must be in the future'],
	['an expiry before its time', { scheduled_send_on: inMinutes(60), expires_at: inMinutes(30) }, 'must be after'],
	['a leap second', { scheduled_send_on: '2099-12-31T23:59:60Z' }, 'scheduled_send_on is not a time'],
	['an unknown payment method', { payment_method_id: UNKNOWN_ID }, 'Payment method not found'],
	['a blank sender', { from_name: ' ' }, "from_name can't be blank"],
	['an empty cart', cartOf(), "cart.items can't be blank"],
	['a text for a number', giftCard({ quantity: '1' }), 'cart.items[0].quantity must be an integer'],
	['a text for an object', { reserved_options: 'one' }, 'reserved_options must be an object or null'],
	['a word for a time', { scheduled_send_on: 'tomorrow' }, 'scheduled_send_on must match format "date-time"'],
])('an order batch with %s is refused, and so is the price of a wrong cart or person', async (_what, fields, error) => {
	const { status, data } = await postBatch(fields);
	expect([status, data]).toEqual([400, { error: expect.stringContaining(error) }]);
	expect(service().orderBatches()).toEqual([]);

	if (!('cart' in fields || 'recipients' in fields)) return;
	const priced = await client().post('/v1/order_batches/price', orderBatchInput(fields));
	expect([priced.status, priced.data]).toEqual([400, data]);
});

test.each<[what: string, fields: Fields]>([
	['a field that the document does not list', { nick_name: 'Bo' }],
	['a card without a message', { card_id: samples.cardId.toUpperCase() }],
	['an expiry after its time', { scheduled_send_on: inMinutes(30), expires_at: inMinutes(60) }],
	['as many variants as can be selected', shippedVariants(variants.slice(0, selectable))],
	['a swapped gift collection', { ...cartOf({ product_id: samples.giftCollectionProductId }), swap: 'single' }],
	['the lowest price of a gift card', giftCard({ variable_price: 500 })],
])('an order batch with %s is accepted', async (_what, fields) => {
	await createBatch(fields);
});

test('an order batch is in the first workspace unless it names another', async () => {
	const [first] = (await list<Workspace>('/v1/workspaces')).data;
	expect(await createBatch()).toMatchObject({ workspace_id: first!.id, workspace_name: 'People Team' });
});

test('a scheduled time in the past sends at once, as a batch that is not scheduled', async () => {
	const batch = await createBatch({ scheduled_send_on: PAST });
	expect(batch).toMatchObject({ send_status: 'complete', is_scheduled_send: false, scheduled_send_on: null });
});
