import type { ListResponse, OrderActivity, OrderChange, OrderStatus } from '../../dev/mock-service';
import { cartOf, catalogue, samples, useMockService } from '../support/mockService';

const { service, createOrder, readBatch, readOrder, read, holdEvents, events } = useMockService();

const change = (id: string, ...changes: OrderChange[]) => {
	for (const one of changes) service().changeOrder(id, one);
};
const activities = async () =>
	(await read<ListResponse<OrderActivity>>('/v1/order_activities')).data.map(({ order_status: status }) => status);
/** Every event so far, such as `shipped:shipped`, with the status that the order had then. */
const sent = () => events().map(({ event_type: kind, data }) => `${kind.replace('order.', '')}:${data.status}`);
const kinds = () => events().map(({ event_type: kind }) => kind);
const namesIn = (text: string) => text.split(' ').filter(Boolean);

const TAKEN = 'notified opened accepted';
const SENT = 'opened paid ordered shipped';
const ACCEPTED = 'gift_opened:opened gift_accepted';
const SHIPPED = `${ACCEPTED}:accepted shipped:shipped`;

/** Where an order can go, with what it has then. Names are without `_at` and `order.`. */
test.each<[OrderStatus, times: string, activities: string, events: string]>([
	['created', '', '', ''],
	['notified', 'notified', '', ''],
	['opened', 'notified opened', 'opened', 'gift_opened:opened'],
	['accepted', TAKEN, 'opened', `${ACCEPTED}:accepted`],
	['pending_payment', `${TAKEN} pending_payment`, 'opened pending_payment', `${ACCEPTED}:pending_payment`],
	['paid', `${TAKEN} paid`, 'opened paid', `${ACCEPTED}:accepted`],
	['ordered', `${TAKEN} paid`, 'opened paid ordered', `${ACCEPTED}:accepted`],
	['shipped', `${TAKEN} paid shipped`, SENT, SHIPPED],
	['delivered', `${TAKEN} paid shipped delivered`, `${SENT} delivered`, `${SHIPPED} delivered:delivered`],
	['failed', '', 'failed', 'canceled:failed'],
	['canceled', '', 'failed', 'canceled:canceled'],
])('an order that becomes %s takes every step on the way, once', async (status, times, steps, told) => {
	const { id } = await createOrder();
	holdEvents();
	change(id, { status }, { status });
	const { event_times: eventTimes, view_count_recipient: views, ...order } = await readOrder(id);
	expect(order.status).toBe(status);
	const present = Object.entries(eventTimes!).flatMap(([name, time]) => (time === null ? [] : name));
	expect(present).toEqual(['created', ...namesIn(times)].map((name) => `${name}_at`));
	expect(views).toBe(times.includes('opened') ? 1 : 0);
	expect(await activities()).toEqual(['created', ...namesIn(steps)]);
	expect(sent()).toEqual(namesIn(told));
});

test('a thank-you note and a refund are told once, with the order as it is then and without its event times', async () => {
	const { id } = await createOrder();
	change(id, { status: 'accepted' });
	holdEvents();
	change(id, { swapToProductIds: [samples.otherProductId], thankYouNote: 'Thanks!' }, { refunded: true });
	change(id, { status: 'created' }, { status: 'opened', thankYouNote: 'Again', refunded: true });
	expect(events()).toMatchObject([
		{ event_type: 'order.thank_you_note_added', data: { id, is_swapped: true, thank_you_note: 'Thanks!' } },
		{ event_type: 'order.refunded', data: { id, status: 'accepted' } },
	]);
	for (const { data } of events()) expect(data).not.toHaveProperty('event_times');
	const times = { thank_you_added_at: expect.any(String) as string };
	expect(await readOrder(id)).toMatchObject({ thank_you_note: 'Again', event_times: times });
});

test.each([
	['[shipped]', ['order.shipped']],
	['[delivered]', ['order.shipped', 'order.delivered']],
	['[refunded]', ['order.refunded']],
	['shipped', []],
])('the sender %s lets an order go on by itself once it is accepted', async (sender, later) => {
	const { id } = await createOrder({ from_name: sender });
	change(id, { status: 'opened' });
	holdEvents();
	change(id, { status: 'accepted' });
	expect(kinds()).toEqual(['order.gift_accepted', ...later]);
});

test('a shipment is there for each brand once the products are ordered, with tracking once it is shipped', async () => {
	const { productId, otherProductId } = samples;
	const { id, shipments, cart } = await createOrder(cartOf({ product_id: productId }, { product_id: otherProductId }));
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
});

test('a swap puts the chosen products into the cart and keeps the originals, also in the order batch', async () => {
	const before = await createOrder();
	expect(before).toMatchObject({ is_swapped: false, original_cart: null, original_amounts: null });
	expect(before.amounts).toMatchObject({ amount_tax: null, amount_total: null });
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
	expect(() => change(fixed.id, { swapToProductIds: [samples.otherProductId] })).toThrow('Swap is disabled');
});

test('an order of a commerce app has a selection for each unit of a product with variants, and a link to a pending payment', async () => {
	const { id: productId, variants, selectable } = samples.variantProduct;
	const chosen = variants.slice(0, selectable);
	const cart = cartOf({ product_id: productId, quantity: 2, variants: chosen });
	const { id, cart_selections: selections, payment_link: none } = await createOrder(cart, 'commerce');
	expect([none, selections]).toMatchObject([null, [0, 1].map((unit) => ({ quantity_index: unit, variants: chosen }))]);
	holdEvents();
	change(id, { status: 'pending_payment' });
	const { payment_link: link } = await readOrder(id, 'commerce');
	expect(link).toContain(`${service().baseUrl}/payments/`);
	expect(events().at(-1)!.data.payment_link).toBe(link);

	const other = await createOrder(cart);
	change(other.id, { status: 'pending_payment' });
	expect(await readOrder(other.id)).toMatchObject({ cart_selections: null, payment_link: null });
});
