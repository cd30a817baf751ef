import type { EventKind, ListResponse, OrderActivity, OrderChange, OrderStatus } from '../../dev/mock-service';
import { inMinutes, recipients, shipped, useMockService } from '../support/mockService';

const { service, createBatch, createOrder, readBatch, readOrder, read, holdEvents, events } = useMockService();

const change = (id: string, ...changes: OrderChange[]) => {
	for (const one of changes) service().changeOrder(id, one);
};
const activities = async () =>
	(await read<ListResponse<OrderActivity>>('/v1/order_activities')).data.map(({ order_status: status }) => status);
/** The kinds of events of orders, each with the status that the order had then. */
const sent = () => events().map(({ event_type: kind, data }) => [kind, data.status]);

const [opened, accepted] = [['order.gift_opened', 'opened'], ['order.gift_accepted', 'accepted']]; // prettier-ignore

test.each<[OrderStatus, times: string[], activities: string[], events: unknown[]]>([
	['created', [], [], []],
	['notified', ['notified'], [], []],
	['opened', ['notified', 'opened'], ['opened'], [opened]],
	['accepted', ['notified', 'opened', 'accepted'], ['opened'], [opened, accepted]],
	[
		'pending_payment',
		['notified', 'opened', 'accepted', 'pending_payment'],
		['opened', 'pending_payment'],
		[opened, ['order.gift_accepted', 'pending_payment']],
	],
	['paid', ['notified', 'opened', 'accepted', 'paid'], ['opened', 'paid'], [opened, accepted]],
	['ordered', ['notified', 'opened', 'accepted', 'paid'], ['opened', 'paid', 'ordered'], [opened, accepted]],
	[
		'shipped',
		['notified', 'opened', 'accepted', 'paid', 'shipped'],
		['opened', 'paid', 'ordered', 'shipped'],
		[opened, accepted, ['order.shipped', 'shipped']],
	],
	[
		'delivered',
		['notified', 'opened', 'accepted', 'paid', 'shipped', 'delivered'],
		['opened', 'paid', 'ordered', 'shipped', 'delivered'],
		[opened, accepted, ['order.shipped', 'shipped'], ['order.delivered', 'delivered']],
	],
	['failed', [], ['failed'], [['order.canceled', 'failed']]],
	['canceled', [], ['failed'], [['order.canceled', 'canceled']]],
])('an order that becomes %s takes every step on the way, once', async (status, times, steps, kinds) => {
	const { id } = await createOrder();
	holdEvents();
	change(id, { status }, { status });
	const { event_times: eventTimes, view_count_recipient: views, ...order } = await readOrder(id);
	expect(order.status).toBe(status);
	const present = Object.entries(eventTimes!).flatMap(([name, time]) => (time === null ? [] : name));
	expect(present).toEqual(['created_at', ...times.map((name) => `${name}_at`)]);
	expect(views).toBe(times.includes('opened') ? 1 : 0);
	expect(await activities()).toEqual(['created', ...steps]);
	expect(sent()).toEqual(kinds);
});

test('a thank-you note and a refund are told once, with the order as it is then and without its event times', async () => {
	const { id } = await createOrder();
	change(id, { status: 'accepted' });
	holdEvents();
	const { otherProductId } = service().samples;
	change(id, { swapToProductIds: [otherProductId], thankYouNote: 'Thanks!' }, { refunded: true });
	change(id, { status: 'created' }, { status: 'opened', thankYouNote: 'Again', refunded: true });
	expect(events()).toMatchObject([
		{ event_type: 'order.thank_you_note_added', data: { id, is_swapped: true, thank_you_note: 'Thanks!' } },
		{ event_type: 'order.refunded', data: { id, status: 'accepted' } },
	]);
	for (const { data } of events()) expect(data).not.toHaveProperty('event_times');
	expect(await readOrder(id)).toMatchObject({
		thank_you_note: 'Again',
		event_times: { thank_you_added_at: expect.any(String) },
	});
});

test.each<[string, string[]]>([
	['[shipped]', ['order.shipped']],
	['[delivered]', ['order.shipped', 'order.delivered']],
	['[refunded]', ['order.refunded']],
	['shipped', []],
])('the sender %s lets an order go on by itself once it is accepted', async (sender, kinds) => {
	const { id } = await createOrder({ from_name: sender });
	change(id, { status: 'opened' });
	holdEvents();
	change(id, { status: 'accepted' });
	expect(sent().map(([kind]) => kind)).toEqual(['order.gift_accepted', ...kinds]);
});

describe('events of an order batch', () => {
	const kinds = () => sent().map(([kind]) => kind as EventKind);

	test('tell of a small one that it was created and is complete, with its orders between', async () => {
		holdEvents();
		const { id } = await createBatch({ recipients: recipients(2) });
		expect(kinds()).toEqual(['order_batch.created', 'order.created', 'order.created', 'order_batch.completed']);
		const [created, , , completed] = events();
		expect(created!.data).toMatchObject({ id, send_status: 'pending', orders_count: 0 });
		expect(completed!.data).toMatchObject({ id, send_status: 'complete', orders_count: 2 });
	});

	test('tell of a scheduled one that it is complete when it is, and not when it failed', async () => {
		holdEvents({ events: ['order_batch.created', 'order_batch.completed'] });
		const fields = { scheduled_send_on: '2099-01-01T00:00:00Z' };
		const [failed, sentOne] = [await createBatch(fields), await createBatch(fields)];
		service().setBatchState(failed.id, 'failed');
		service().setBatchState(sentOne.id, 'complete');
		const created = ['order_batch.created', 'order_batch.created'];
		expect(kinds()).toEqual([...created, 'order_batch.completed']);
		expect(events().at(-1)!.data.id).toBe(sentOne.id);
	});
});

test('a shipment is there for each brand once the products are ordered, with tracking once it is shipped', async () => {
	const { productId, otherProductId } = service().samples;
	const items = [productId, otherProductId].map((id) => ({ product_id: id, quantity: 1 }));
	const { id, shipments, cart } = await createOrder({ cart: { items } });
	expect(shipments).toEqual([]);

	change(id, { status: 'ordered' });
	const brands = cart.items.map(({ product }) => ({ brand_name: product.brand.name }));
	const untracked = { status: 'pending', tracking_carrier: null, tracking_number: null, shipped_at: null };
	expect((await readOrder(id)).shipments).toMatchObject(brands.map((brand) => ({ ...brand, ...untracked })));

	change(id, { status: 'shipped' });
	for (const shipment of (await readOrder(id)).shipments) {
		expect(shipment).toMatchObject({ status: 'shipped', tracking_carrier: 'UPS', shipped_at: expect.any(String) });
		expect(shipment.tracking_url).toContain(shipment.tracking_number);
	}
	change(id, { shipmentStatus: 'failed_with_reship' });
	expect((await readOrder(id)).shipments[0]).toMatchObject({ status: 'failed_with_reship' });
});

test('a swap puts the chosen products into the cart and keeps the originals, also in the order batch', async () => {
	const { samples, catalogue } = service();
	const before = await createOrder();
	expect(before).toMatchObject({ is_swapped: false, original_cart: null, original_amounts: null });
	change(before.id, { swapToProductIds: [samples.otherProductId] });
	const { cart, ...after } = await readOrder(before.id);
	expect(cart.items.map(({ product }) => product.id)).toEqual([samples.otherProductId]);
	expect(after).toMatchObject({
		is_swapped: true,
		amounts: { amount_product: catalogue.product(samples.otherProductId)!.price },
		original_cart: before.cart,
		original_amounts: {
			original_amount_product: before.amounts.amount_product,
			original_amount_shipping: before.amounts.amount_shipping,
			original_amount_credit_applied: before.amounts.amount_credit_applied,
			original_amount_pre_tax_total: before.amounts.amount_pre_tax_total,
		},
	});
	const batch = await readBatch(before.order_batch_id);
	expect(batch.cart.items.map(({ product }) => product.id)).toEqual([samples.productId]);

	const fixed = await createOrder({ swap: 'disabled' });
	const swap = (id: string, product: string) => () => change(id, { swapToProductIds: [product] });
	expect(swap(fixed.id, samples.otherProductId)).toThrow('Swap is disabled');
	expect(swap(before.id, samples.cardId)).toThrow('Product not found');
});

test('tax is known at once for a direct shipment, and otherwise from the acceptance on', async () => {
	const { id, amounts } = await createOrder();
	expect([amounts.amount_tax, amounts.amount_total]).toEqual([null, null]);
	change(id, { status: 'accepted' });
	for (const { amounts: known } of [await readOrder(id), await createOrder(shipped(1))]) {
		expect(known.amount_total).toBe(known.amount_pre_tax_total + known.amount_tax!);
	}
});

test('only an order of a commerce app has a selection for each unit of a product with variants', async () => {
	const { id, variants, selectable } = service().samples.variantProduct;
	const chosen = variants.slice(0, selectable);
	const cart = { items: [{ product_id: id, quantity: 2, variants: chosen }] };
	const order = await createOrder({ cart }, 'commerce');
	const [item] = order.cart.items;
	expect(order.cart_selections).toEqual(
		[0, 1].map((unit) => ({
			id: expect.any(String),
			cart_item_id: item!.id,
			quantity_index: unit,
			variants: chosen,
		})),
	);
	expect((await createOrder({ cart })).cart_selections).toBeNull();
});

test('only an order of a commerce app has a payment link, and only while the payment is pending', async () => {
	for (const as of ['commerce', 'automation'] as const) {
		const { id, payment_link: link } = await createOrder({}, as);
		holdEvents({ events: ['order.gift_accepted'] });
		change(id, { status: 'pending_payment' });
		const { payment_link: pending } = await readOrder(id, as);
		change(id, { status: 'paid' });
		const expected = as === 'commerce' ? expect.stringContaining(`${service().baseUrl}/payments/`) : null;
		expect([link, pending, (await readOrder(id, as)).payment_link]).toEqual([null, expected, null]);
		expect(events().at(-1)!.data.payment_link).toEqual(expected);
	}
});

test('an order that is made older has its first activity then, and one that expires elsewhen says so', async () => {
	const { id } = await createOrder({ expires_at: inMinutes(60) });
	change(id, { createdAt: '2026-03-01T12:00:00+02:00', expiresAt: '2099-01-01T00:00:00Z', status: 'opened' });
	const { data } = await read<ListResponse<OrderActivity>>('/v1/order_activities');
	expect(data).toMatchObject([
		{ order_status: 'created', created_at: '2026-03-01T10:00:00.000Z' },
		{ order_status: 'opened', order: { id, expires_at: '2099-01-01T00:00:00.000Z' } },
	]);
	expect((await readOrder(id)).event_times!.created_at).toBe('2026-03-01T10:00:00.000Z');
});
