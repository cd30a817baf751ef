import axios, { type AxiosResponse } from 'axios';
import type { AccountName, Order, OrderBatch } from '../../../dev/mock-service';
import { useService } from '../../../dev/harness/serviceClient';
import { problemsOf } from '../../support/schemas';
import { ADDRESS, directSendInput, inMinutes, orderBatchInput } from '../../support/mockService';

const client = useService();
beforeEach(() => {
	client().service.addWebhook({ url: 'http://127.0.0.1:9/', secret: 'whsec_c2VjcmV0' });
	client().service.changeDeliveryRules({ hold: true });
});

async function createOrder(fields: Record<string, unknown> = {}, as: AccountName = 'automation'): Promise<Order> {
	const body = orderBatchInput(client().service.samples, fields);
	const { data } = await client().post<OrderBatch>('/v1/order_batches', body, as);
	return data.orders_preview[0]!;
}

async function read({ id }: Order, as: AccountName = 'automation'): Promise<Order> {
	const { data } = await client().get<Order>(`/v1/orders/${id}`, as);
	expect(problemsOf('Order', data)).toEqual([]);
	return data;
}

type Fields = Record<string, string> | Array<[string, string]>;

const settings = { proxy: false, responseType: 'text', validateStatus: () => true, maxRedirects: 0 } as const;

async function open({ individual_gift_link: link }: Pick<Order, 'individual_gift_link'>): Promise<string> {
	const { status, headers, data } = await axios.get<string>(link, settings);
	expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
	return data;
}

/** Sends one of the forms of the page, as a browser does. */
async function send(
	{ individual_gift_link: link }: Order,
	action: string,
	fields: Fields = {},
): Promise<AxiosResponse<string>> {
	return await axios.post<string>(`${link}/${action}`, new URLSearchParams(fields).toString(), {
		...settings,
		headers: { 'content-type': 'application/x-www-form-urlencoded' },
	});
}

async function sendAndReturn(order: Order, action: string, fields: Fields = {}) {
	const { status, headers } = await send(order, action, fields);
	expect([status, headers.location]).toEqual([303, new URL(order.individual_gift_link).pathname]);
}

/** What the page offers to do. */
const actionsIn = (page: string) => [...page.matchAll(/action="[^"]*\/(\w+)"/g)].map(([, action]) => action);

/** The kinds of events of orders after their creation. */
const events = () =>
	client()
		.service.deliveries.map(({ body }) => (JSON.parse(body) as { event_type: string }).event_type)
		.filter((kind) => kind.startsWith('order.') && kind !== 'order.created');

const { country: _country, ...FORM } = ADDRESS;

describe('a gift link', () => {
	it('shows the sender, the message, the card and the products, without a key', async () => {
		const { samples, catalogue } = client().service;
		const order = await createOrder({ message: 'Enjoy!', card_id: samples.cardId });
		const page = await open(order);
		for (const text of ['First0', 'From Dana', 'Enjoy!', catalogue.product(samples.productId)!.name, order.id]) {
			expect(page).toContain(text);
		}
		const [, picture] = /<img src="([^"]+)"/.exec(page)!;
		expect((await client().send('GET', picture!, undefined, null)).status).toBe(200);
	});

	it('marks the order as opened the first time', async () => {
		const order = await createOrder();
		await open(order);
		await open(order);
		expect(await read(order)).toMatchObject({
			status: 'opened',
			view_count_recipient: 1,
			event_times: { opened_at: expect.any(String) },
		});
		expect(events()).toEqual(['order.gift_opened']);
	});

	it('leaves the status of an accepted order as it is', async () => {
		const order = await createOrder();
		client().service.changeOrder(order.id, { status: 'paid' });
		await open(order);
		expect((await read(order)).status).toBe('paid');
	});

	it('shows prices only where the recipient may swap for several products', async () => {
		for (const [swap, shown] of [
			['single', false],
			['disabled', false],
			['multiple', true],
		] as const) {
			expect(/\$\d/.test(await open(await createOrder({ swap })))).toBe(shown);
		}
	});

	it('shows what others wrote as text, never as HTML', async () => {
		const text = `<script>alert("1")</script> & 'more'`;
		const order = await createOrder({
			from_name: text,
			message: text,
			card_id: client().service.samples.cardId,
			recipients: [{ first_name: text, email: 'a@example.com' }],
		});
		await open(order);
		await sendAndReturn(order, 'accept', { ...FORM, city: text });
		await sendAndReturn(order, 'thank', { note: text });
		const page = await open(order);
		expect(page).not.toContain('<script');
		expect(page.split('&#60;script&#62;alert(&#34;1&#34;)&#60;/script&#62; &#38; &#39;more&#39;').length).toBe(7);
		expect((await read(order)).thank_you_note).toBe(text);
	});

	it('that does not exist is a page with status 404, and nothing of it is below /v1', async () => {
		const { individual_gift_link: link } = await createOrder();
		const response = await axios.get<string>(`${link}0`, settings);
		expect([response.status, response.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
		expect(response.data).toContain('There is no such gift');
		expect((await client().get(`/v1${new URL(link).pathname}`)).status).toBe(404);
	});

	it('of an expired gift says so, offers nothing and changes nothing', async () => {
		const order = await createOrder({ expires_at: inMinutes(60) });
		client().service.changeOrder(order.id, { expiresAt: inMinutes(-1) });
		const page = await open(order);
		expect(page).toContain('This gift has expired');
		expect(actionsIn(page)).toEqual([]);
		expect((await send(order, 'accept', FORM)).status).toBe(400);
		expect((await read(order)).status).toBe('created');
	});

	it('of a canceled gift says so and offers nothing', async () => {
		const order = await createOrder();
		await client().post(`/v1/orders/${order.id}/cancel`);
		const page = await open(order);
		expect(page).toContain('This gift was canceled');
		expect(actionsIn(page)).toEqual([]);
	});

	it('of a direct shipment has nothing to accept', async () => {
		const { data } = await client().post<OrderBatch>('/v1/order_batches', directSendInput(client().service.samples));
		const order = data.orders_preview[0]!;
		const page = await open(order);
		expect(page).toContain('San Francisco');
		expect(actionsIn(page)).toEqual(['ship']);
		expect((await read(order)).status).toBe('created');
	});
});

describe('accepting', () => {
	it('takes an address, after which tax is known', async () => {
		const order = await createOrder();
		expect(actionsIn(await open(order))).toEqual(['accept', 'swap', 'decline']);
		await sendAndReturn(order, 'accept', FORM);
		expect(await read(order)).toMatchObject({ status: 'accepted', amounts: { amount_total: expect.any(Number) } });
		const page = await open(order);
		expect(page).toContain('San Francisco, CA');
		expect(actionsIn(page)).toEqual(['thank', 'ship']);
		expect(events()).toEqual(['order.gift_opened', 'order.gift_accepted']);
	});

	it('is refused without a whole address', async () => {
		const order = await createOrder();
		const response = await send(order, 'accept', { ...FORM, city: ' ' });
		expect([response.status, response.headers['content-type']]).toEqual([400, 'text/html; charset=utf-8']);
		expect(response.data).toContain('city can&#39;t be blank');
		expect((await read(order)).status).toBe('created');
	});

	it('is refused in a state to which a product is not shipped', async () => {
		const { catalogue } = client().service;
		const wine = catalogue
			.activeProductsShippingTo('US')
			.find(({ restricted_states: states, variants }) => states.includes('UT') && variants.length === 0)!;
		const order = await createOrder({ cart: { items: [{ product_id: wine.id, quantity: 1 }] } });
		const { data } = await send(order, 'accept', { ...FORM, state: 'UT' });
		expect(data).toContain(`${wine.name} is not shipped to UT`);
		await sendAndReturn(order, 'accept', FORM);
	});

	it('happens once', async () => {
		const order = await createOrder();
		await sendAndReturn(order, 'accept', FORM);
		const { status, data } = await send(order, 'accept', FORM);
		expect(status).toBe(400);
		expect(data).toContain('not possible');
	});

	it('takes the variants that the recipient chooses, and starts with those of the sender', async () => {
		const { id, variants, selectable } = client().service.samples.variantProduct;
		const [first, second] = variants as [string, string];
		const sent = Array<string>(selectable).fill(first);
		const chosen = Array<string>(selectable).fill(second);
		const order = await createOrder({ cart: { items: [{ product_id: id, quantity: 1, variants: sent }] } }, 'commerce');
		const page = await open(order);
		expect(page.split(`<option selected>${first}</option>`).length - 1).toBe(selectable);

		const fields = (names: string[]) => [
			...Object.entries(FORM),
			...names.map((name): [string, string] => ['variants-0', name]),
		];
		for (const wrong of [[], [...chosen, second], chosen.map(() => 'Other')]) {
			expect((await send(order, 'accept', fields(wrong))).data).toContain(`Choose ${selectable} variants`);
		}
		await sendAndReturn(order, 'accept', fields(chosen));
		expect((await read(order, 'commerce')).cart_selections).toMatchObject([{ variants: chosen }]);
	});
});

describe('swapping', () => {
	it('exchanges the gift for another product that costs no more', async () => {
		const { samples, catalogue } = client().service;
		const { price } = catalogue.product(samples.productId)!;
		const offered = [...(await open(await createOrder())).matchAll(/<option value="([^"]+)"/g)].map(([, id]) => id!);
		expect(offered.every((id) => catalogue.product(id)!.price <= price)).toBe(true);

		const order = await createOrder();
		const other = offered.find((id) => id !== samples.productId)!;
		await sendAndReturn(order, 'swap', { product: other });
		const swapped = await read(order);
		expect(swapped.is_swapped).toBe(true);
		expect(swapped.cart.items.map(({ product }) => product.id)).toEqual([other]);
		expect(await open(order)).toContain(catalogue.product(other)!.name);
	});

	it('is neither offered nor possible in a batch without swaps', async () => {
		const order = await createOrder({ swap: 'disabled' });
		expect(actionsIn(await open(order))).toEqual(['accept', 'decline']);
		const { status } = await send(order, 'swap', { product: client().service.samples.otherProductId });
		expect(status).toBe(400);
		expect((await read(order)).is_swapped).toBe(false);
	});

	it('gives several products only where the batch allows it, up to the cost of the gift', async () => {
		const { catalogue } = client().service;
		const byPrice = catalogue
			.activeProductsShippingTo('US')
			.filter((product) => !product.price_is_variable)
			.sort((a, b) => a.price - b.price);
		const [first, second] = byPrice as [(typeof byPrice)[number], (typeof byPrice)[number]];
		const gift = byPrice.find(({ price }) => price >= first.price + second.price)!;
		const cart = { items: [{ product_id: gift.id, quantity: 1 }] };
		const both = [first, second].map(({ id }): [string, string] => ['product', id]);

		const single = await createOrder({ cart });
		expect((await send(single, 'swap', both)).data).toContain('Choose one product');
		expect((await send(single, 'swap')).data).toContain('Choose a product');

		const multiple = await createOrder({ cart, swap: 'multiple' });
		const tooMuch: Fields = [...both, ['product', gift.id]];
		expect((await send(multiple, 'swap', tooMuch)).data).toContain('cost more than the gift');
		await sendAndReturn(multiple, 'swap', both);
		const { items } = (await read(multiple)).cart;
		expect(items.map(({ product }) => product.id)).toEqual([first.id, second.id]);
	});
});

it('a gift that the sender cancels is not called declined', async () => {
	const order = await createOrder();
	await client().post(`/v1/orders/${order.id}/cancel`);
	expect(await open(order)).toContain('This gift was canceled');
});

it('declining cancels the order, and the page says who did it', async () => {
	const order = await createOrder();
	await sendAndReturn(order, 'decline');
	expect((await read(order)).status).toBe('failed');
	expect(events()).toEqual(['order.canceled']);
	const page = await open(order);
	expect(page).toContain('You declined this gift.');
	expect(page).not.toContain('This gift was canceled');
});

it('a thank-you note can be written once after the acceptance', async () => {
	const order = await createOrder();
	expect((await send(order, 'thank', { note: 'Thanks!' })).status).toBe(400);
	await sendAndReturn(order, 'accept', FORM);
	expect((await send(order, 'thank', { note: ' ' })).data).toContain('Write a note');
	await sendAndReturn(order, 'thank', { note: 'Thanks!' });
	expect((await send(order, 'thank', { note: 'Again' })).status).toBe(400);
	expect((await read(order)).thank_you_note).toBe('Thanks!');
	const page = await open(order);
	expect(page).toContain('Thanks!');
	expect(actionsIn(page)).toEqual(['ship']);
	expect(events().at(-1)).toBe('order.thank_you_note_added');
});

it('an accepted gift can be shipped and then delivered', async () => {
	const order = await createOrder();
	expect((await send(order, 'ship')).status).toBe(400);
	await sendAndReturn(order, 'accept', FORM);
	expect((await send(order, 'deliver')).status).toBe(400);
	await sendAndReturn(order, 'ship');
	expect(await open(order)).toContain('The gift is on its way to San Francisco, CA');
	expect((await read(order)).shipments).toMatchObject([{ status: 'shipped' }]);
	await sendAndReturn(order, 'deliver');
	expect(await read(order)).toMatchObject({ status: 'delivered', shipments: [{ status: 'delivered' }] });
	expect(actionsIn(await open(order))).toEqual(['thank']);
	expect(events().slice(-2)).toEqual(['order.shipped', 'order.delivered']);
	const { data } = await client().get<{ data: Array<{ order_status: string }> }>('/v1/order_activities');
	expect(data.data.map(({ order_status: status }) => status)).toEqual(
		expect.arrayContaining(['created', 'opened', 'paid', 'ordered', 'shipped', 'delivered']),
	);
});
