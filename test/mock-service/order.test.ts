import { fieldsOf, problemsOf, problemsOfList } from '../support/schemas';
import type { AccountName, ListResponse, Order, OrderBatch, OrderStatus } from '../../dev/mock-service';
import { useService } from '../../dev/harness/serviceClient';
import { directSendInput, inMinutes, orderBatchInput, recipients } from '../support/mockService';

const client = useService();

async function createOrder(fields: Record<string, unknown> = {}, as: AccountName = 'automation'): Promise<Order> {
	const { samples } = client().service;
	const response = await client().post<OrderBatch>('/v1/order_batches', orderBatchInput(samples, fields), as);
	expect(problemsOf('OrderBatch', response.data)).toEqual([]);
	return response.data.orders_preview[0]!;
}

async function read(id: string, as: AccountName = 'automation'): Promise<Order> {
	const response = await client().get<Order>(`/v1/orders/${id}`, as);
	expect(response.status).toBe(200);
	expect(problemsOf('Order', response.data)).toEqual([]);
	return response.data;
}

describe('fields', () => {
	it('one order has every field that the document gives an order, a list every one but event_times', async () => {
		const order = await createOrder();
		expect(Object.keys(await read(order.id)).sort()).toEqual(fieldsOf('Order'));

		const list = await client().get<ListResponse<Order>>(`/v1/order_batches/${order.order_batch_id}/orders`);
		expect(problemsOfList('Order', list.data)).toEqual([]);
		const fields = fieldsOf('Order').filter((field) => field !== 'event_times');
		expect(Object.keys(list.data.data[0]!).sort()).toEqual(fields);
		expect(Object.keys(order).sort()).toEqual(fields);
	});

	it('come from the batch and from the recipient', async () => {
		const { samples } = client().service;
		const sent = { message: 'Enjoy!', card_id: samples.cardId, expires_at: inMinutes(60) };
		const [recipient] = recipients(1);
		expect(await createOrder(sent)).toMatchObject({
			...sent,
			recipient_first_name: recipient!.first_name,
			recipient_last_name: recipient!.last_name,
			recipient_email: recipient!.email,
			workspace_id: samples.workspaceId,
		});
	});

	it('are null for a recipient with a first name only', async () => {
		const order = await createOrder({
			send_method: 'link_multiple_custom_list',
			recipients: [{ first_name: 'Bo' }],
		});
		expect(order).toMatchObject({ recipient_last_name: null, recipient_email: null });
	});
});

describe('amounts', () => {
	it('the products total is price times quantity, and the pre-tax total adds shipping and fee', async () => {
		const { samples, catalogue } = client().service;
		const cart = {
			items: [
				{ product_id: samples.productId, quantity: 2 },
				{ product_id: samples.variableProductId, quantity: 1, variable_price: 2500 },
			],
		};
		const { amounts } = await createOrder({ cart });
		expect(amounts.amount_product).toBe(2 * catalogue.product(samples.productId)!.price + 2500);
		expect(amounts.amount_pre_tax_total).toBe(
			amounts.amount_product + amounts.amount_shipping + amounts.amount_processing_fee!,
		);
	});

	it('shipping is paid once per brand, and not from the free shipping minimum on', async () => {
		const { samples, catalogue } = client().service;
		const brand = catalogue.brandOfProduct(catalogue.product(samples.productId)!);
		const other = catalogue.brandOfProduct(catalogue.product(samples.otherProductId)!);
		const items = [samples.productId, samples.otherProductId].map((id) => ({ product_id: id, quantity: 1 }));
		const both = await createOrder({ cart: { items } });
		expect(both.amounts.amount_shipping).toBe(brand.shipping_price + other.shipping_price);

		const exact = catalogue.brands
			.filter(({ shipping_price: price }) => price > 0)
			.flatMap(({ brand_sets: sets, free_shipping_minimum: minimum }) =>
				sets.flatMap((set) => set.products.map(({ id, price }) => ({ id, quantity: minimum / price }))),
			)
			.find(({ quantity }) => Number.isInteger(quantity))!;
		for (const [quantity, free] of [
			[exact.quantity - 1, false],
			[exact.quantity, true],
		] as const) {
			const order = await createOrder({ cart: { items: [{ product_id: exact.id, quantity }] } });
			expect(order.amounts.amount_shipping === 0).toBe(free);
		}
	});

	it('tax and total are known once the address is', async () => {
		const order = await createOrder();
		expect(order.amounts).toMatchObject({ amount_tax: null, amount_total: null });
		client().service.changeOrder(order.id, { status: 'accepted' });
		const { amounts } = await read(order.id);
		expect(amounts.amount_total).toBe(amounts.amount_pre_tax_total + amounts.amount_tax!);
	});

	it('tax and total are known at once for a direct shipment', async () => {
		const response = await client().post<OrderBatch>('/v1/order_batches', directSendInput(client().service.samples));
		const { amounts } = response.data.orders_preview[0]!;
		expect(amounts.amount_total).toBe(amounts.amount_pre_tax_total + amounts.amount_tax!);
	});

	it('credit is applied when the account balance pays', async () => {
		const { balancePaymentMethodId } = client().service.samples;
		const fromBalance = await createOrder({
			payment_method_id: balancePaymentMethodId,
			expires_at: inMinutes(60),
		});
		expect(fromBalance.amounts.amount_credit_applied).toBe(fromBalance.amounts.amount_pre_tax_total);
		expect((await createOrder()).amounts.amount_credit_applied).toBe(0);
	});
});

describe('event_times', () => {
	it('has the creation and nothing else at first', async () => {
		const { event_times: times } = await read((await createOrder()).id);
		const { created_at: createdAt, ...others } = times!;
		expect(Date.parse(createdAt)).not.toBeNaN();
		expect(Object.values(others).every((time) => time === null)).toBe(true);
	});

	it.each<[OrderStatus, string[]]>([
		['notified', ['notified_at']],
		['opened', ['notified_at', 'opened_at']],
		['accepted', ['notified_at', 'opened_at', 'accepted_at']],
		['pending_payment', ['notified_at', 'opened_at', 'accepted_at', 'pending_payment_at']],
		['paid', ['notified_at', 'opened_at', 'accepted_at', 'paid_at']],
		['ordered', ['notified_at', 'opened_at', 'accepted_at', 'paid_at']],
		['shipped', ['notified_at', 'opened_at', 'accepted_at', 'paid_at', 'shipped_at']],
		['delivered', ['notified_at', 'opened_at', 'accepted_at', 'paid_at', 'shipped_at', 'delivered_at']],
		['failed', []],
		['canceled', []],
	])('an order that is %s has the times of the way there', async (status, expected) => {
		const { id } = await createOrder();
		client().service.changeOrder(id, { status });
		const order = await read(id);
		expect(order.status).toBe(status);
		const present = Object.entries(order.event_times!)
			.filter(([name, time]) => time !== null && name !== 'created_at')
			.map(([name]) => name);
		expect(present).toEqual(expected);
	});

	it('has the time of the thank-you note', async () => {
		const { id } = await createOrder();
		client().service.changeOrder(id, { thankYouNote: 'Lovely!' });
		const order = await read(id);
		expect(order.thank_you_note).toBe('Lovely!');
		expect(order.event_times!.thank_you_added_at).not.toBeNull();
	});
});

describe('views', () => {
	it('are counted from the opening on', async () => {
		const { id } = await createOrder();
		expect((await read(id)).view_count_recipient).toBe(0);
		client().service.changeOrder(id, { status: 'opened' });
		expect((await read(id)).view_count_recipient).toBe(1);
	});
});

describe('shipments', () => {
	it('there are none before the products are ordered', async () => {
		expect((await createOrder()).shipments).toEqual([]);
	});

	it('there is one per brand of the cart, with tracking once shipped', async () => {
		const { samples } = client().service;
		const items = [samples.productId, samples.otherProductId].map((id) => ({ product_id: id, quantity: 1 }));
		const { id } = await createOrder({ cart: { items } });

		client().service.changeOrder(id, { status: 'ordered' });
		const ordered = await read(id);
		expect(ordered.shipments.map((shipment) => [shipment.status, shipment.tracking_carrier])).toEqual([
			['pending', null],
			['pending', null],
		]);
		expect(ordered.shipments.map((shipment) => shipment.brand_name)).toEqual(
			ordered.cart.items.map((item) => item.product.brand.name),
		);

		client().service.changeOrder(id, { status: 'shipped' });
		for (const shipment of (await read(id)).shipments) {
			expect(shipment).toMatchObject({ status: 'shipped', tracking_carrier: expect.any(String) });
			expect(shipment.tracking_url).toContain(shipment.tracking_number);
		}
	});

	it('can have a status of their own', async () => {
		const { id } = await createOrder();
		client().service.changeOrder(id, { status: 'shipped', shipmentStatus: 'failed_with_reship' });
		expect((await read(id)).shipments[0]!.status).toBe('failed_with_reship');
	});
});

describe('swap', () => {
	it('the cart has the chosen products, and the originals are kept', async () => {
		const { samples, catalogue } = client().service;
		const before = await createOrder();
		expect(before).toMatchObject({ is_swapped: false, original_cart: null, original_amounts: null });

		client().service.changeOrder(before.id, { swapToProductIds: [samples.otherProductId] });
		const after = await read(before.id);
		expect(after.is_swapped).toBe(true);
		expect(after.cart.items.map((item) => item.product.id)).toEqual([samples.otherProductId]);
		expect(after.amounts.amount_product).toBe(catalogue.product(samples.otherProductId)!.price);
		expect(after.original_cart).toEqual(before.cart);
		expect(after.original_amounts).toEqual({
			original_amount_product: before.amounts.amount_product,
			original_amount_shipping: before.amounts.amount_shipping,
			original_amount_credit_applied: before.amounts.amount_credit_applied,
			original_amount_pre_tax_total: before.amounts.amount_pre_tax_total,
		});
	});

	it('leaves the cart of the batch as it was', async () => {
		const order = await createOrder();
		const path = `/v1/order_batches/${order.order_batch_id}`;
		const { data: before } = await client().get<OrderBatch>(path);
		client().service.changeOrder(order.id, { swapToProductIds: [client().service.samples.otherProductId] });
		expect((await client().get<OrderBatch>(path)).data.cart).toEqual(before.cart);
	});

	it('is not possible in a batch without swaps, or to an unknown product', async () => {
		const { samples } = client().service;
		const fixed = await createOrder({ swap: 'disabled' });
		const open = await createOrder();
		const swap = (id: string, product: string) => () =>
			client().service.changeOrder(id, { swapToProductIds: [product] });
		expect(swap(fixed.id, samples.otherProductId)).toThrow('Swap is disabled');
		expect(swap(open.id, samples.cardId)).toThrow('Product not found');
	});
});

describe('orders of a commerce app', () => {
	it('have a selection per unit of a product with variants, which other orders do not have', async () => {
		const { id, variants, selectable } = client().service.samples.variantProduct;
		const chosen = variants.slice(0, selectable);
		const cart = { items: [{ product_id: id, quantity: 2, variants: chosen }] };
		const order = await createOrder({ cart }, 'commerce');
		expect(order.cart_selections).toEqual(
			[0, 1].map((unit) => ({
				id: expect.any(String),
				cart_item_id: order.cart.items[0]!.id,
				quantity_index: unit,
				variants: chosen,
			})),
		);
		expect((await createOrder({ cart })).cart_selections).toBeNull();
	});

	it('have a payment link while payment is pending', async () => {
		const { id } = await createOrder({}, 'commerce');
		expect((await read(id, 'commerce')).payment_link).toBeNull();
		client().service.changeOrder(id, { status: 'pending_payment' });
		expect((await read(id, 'commerce')).payment_link).toContain(client().service.baseUrl);
		client().service.changeOrder(id, { status: 'paid' });
		expect((await read(id, 'commerce')).payment_link).toBeNull();
	});

	it('alone have a payment link', async () => {
		const { id } = await createOrder();
		client().service.changeOrder(id, { status: 'pending_payment' });
		expect((await read(id)).payment_link).toBeNull();
	});
});

it('an unknown id gives 404', async () => {
	for (const id of ['00000000-0000-4000-8000-000000000000', 'no-uuid']) {
		const response = await client().get(`/v1/orders/${id}`);
		expect([response.status, response.data]).toEqual([404, { error: 'Order not found' }]);
	}
});
