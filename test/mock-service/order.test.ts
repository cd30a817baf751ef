import type { ListResponse, OrderActivity, OrderChange, OrderStatus } from '../../dev/mock-service';
import { catalogue, samples, useMockService } from '../support/mockService';

const { service, createOrder, readBatch, readOrder, read, holdEvents, events } = useMockService();

const change = (id: string, ...changes: OrderChange[]) => {
	for (const one of changes) service().changeOrder(id, one);
};
const activities = async () =>
	(await read<ListResponse<OrderActivity>>('/v1/order_activities')).data.map(({ order_status: status }) => status);
/** Every event so far, such as `shipped:shipped`, with the status that the order had then. */
const sent = () => events().map(({ event_type: kind, data }) => `${kind.replace('order.', '')}:${data.status}`);
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
