import axios, { type AxiosResponse } from 'axios';
import type { Order } from '../../../dev/mock-service';
import { ADDRESS, inMinutes, shipped, useMockService } from '../../support/mockService';

const { client, service, createOrder, readOrder, refusal, holdEvents, events } = useMockService();
beforeEach(() => holdEvents());

const settings = { proxy: false, responseType: 'text', validateStatus: () => true, maxRedirects: 0 } as const;
const HTML = 'text/html; charset=utf-8';

async function open({ individual_gift_link: link }: Order): Promise<string> {
	const { status, headers, data } = await axios.get<string>(link, settings);
	expect([status, headers['content-type']]).toEqual([200, HTML]);
	return data;
}

type Form = Record<string, string> | Array<[string, string]>;

/** Sends one of the forms of the page, as a browser does. */
async function send({ individual_gift_link: link }: Order, action: string, form: Form): Promise<AxiosResponse<string>> {
	const headers = { 'content-type': 'application/x-www-form-urlencoded' };
	return await axios.post<string>(`${link}/${action}`, new URLSearchParams(form).toString(), { ...settings, headers });
}

async function act(order: Order, action: string, form: Form = {}): Promise<void> {
	const { status, headers } = await send(order, action, form);
	expect([action, status, headers.location]).toEqual([action, 303, new URL(order.individual_gift_link).pathname]);
}

/** The page that says why an action was refused. */
async function refused(order: Order, action: string, form: Form = {}): Promise<string> {
	const { status, headers, data } = await send(order, action, form);
	expect([status, headers['content-type']]).toEqual([400, HTML]);
	return data;
}

/** What the page offers to do. */
const actionsIn = (page: string) => [...page.matchAll(/action="[^"]*\/(\w+)"/g)].map(([, action]) => action);

/** The kinds of events of orders after their creation. */
const kinds = () =>
	events()
		.map(({ event_type: kind }) => kind)
		.filter((kind) => kind.startsWith('order.') && kind !== 'order.created');

const { country: _country, ...FORM } = ADDRESS;
const NOT_POSSIBLE = 'This is not possible with the gift as it is now';

describe('a gift link', () => {
	test('shows the sender, the message, the card and the products, without a key', async () => {
		const { samples, catalogue } = service();
		const order = await createOrder({ message: 'Enjoy!', card_id: samples.cardId });
		const page = await open(order);
		for (const text of ['First0', 'From Dana', 'Enjoy!', catalogue.product(samples.productId)!.name, order.id]) {
			expect(page).toContain(text);
		}
		const [, picture] = /<img src="([^"]+)"/.exec(page)!;
		expect((await client().send('GET', picture!, undefined, null)).status).toBe(200);
	});

	test('marks the order as opened the first time, and leaves the status of an accepted order as it is', async () => {
		const order = await createOrder();
		await open(order);
		await open(order);
		expect(await readOrder(order.id)).toMatchObject({ status: 'opened', view_count_recipient: 1 });
		expect(kinds()).toEqual(['order.gift_opened']);
		service().changeOrder(order.id, { status: 'paid' });
		await open(order);
		expect((await readOrder(order.id)).status).toBe('paid');
	});

	test.each([
		['single', false],
		['disabled', false],
		['multiple', true],
	] as const)('of a batch with the swap %s shows prices: %j', async (swap, shown) => {
		expect(/\$\d/.test(await open(await createOrder({ swap })))).toBe(shown);
	});

	test('shows what others wrote as text, never as HTML', async () => {
		const text = `<script>alert("1")</script> & 'more'`;
		const order = await createOrder({
			from_name: text,
			message: text,
			card_id: service().samples.cardId,
			recipients: [{ first_name: text, email: 'a@example.com' }],
		});
		await open(order);
		await act(order, 'accept', { ...FORM, city: text });
		await act(order, 'thank', { note: text });
		const page = await open(order);
		expect(page).not.toContain('<script');
		expect(page.split('&#60;script&#62;alert(&#34;1&#34;)&#60;/script&#62; &#38; &#39;more&#39;').length).toBe(7);
		expect((await readOrder(order.id)).thank_you_note).toBe(text);
	});

	test('that does not exist is a page with status 404, and nothing of it is below /v1', async () => {
		const { individual_gift_link: link } = await createOrder();
		const response = await axios.get<string>(`${link}0`, settings);
		expect([response.status, response.headers['content-type']]).toEqual([404, HTML]);
		expect(response.data).toContain('There is no such gift');
		expect(await refusal('GET', `/v1${new URL(link).pathname}`)).toEqual([404, 'Not found']);
	});

	test.each<[string, (order: Order) => void, text: string, actions: string[]]>([
		['new', () => {}, 'Accept the gift to get it.', ['accept', 'swap', 'decline']],
		['expired', ({ id }) => service().changeOrder(id, { expiresAt: inMinutes(-1) }), 'This gift has expired', []],
		['canceled', ({ id }) => service().changeOrder(id, { status: 'failed' }), 'This gift was canceled', []],
		[
			'accepted before it expired',
			({ id }) => service().changeOrder(id, { status: 'accepted', expiresAt: inMinutes(-1) }),
			'You accepted the gift',
			['thank', 'ship'],
		],
	])('of a gift that is %s says so, and offers what is possible', async (_what, change, text, actions) => {
		const order = await createOrder();
		change(order);
		const page = await open(order);
		expect(page).toContain(text);
		expect(actionsIn(page)).toEqual(actions);
		if (!actions.includes('accept')) expect(await refused(order, 'accept', FORM)).toContain(NOT_POSSIBLE);
	});

	test('of a direct shipment has nothing to accept', async () => {
		const order = await createOrder(shipped(1));
		const page = await open(order);
		expect(page).toContain('prepared for shipment to San Francisco, CA');
		expect(actionsIn(page)).toEqual(['ship']);
		expect((await readOrder(order.id)).status).toBe('created');
	});
});

describe('accepting', () => {
	test('takes a whole address, once', async () => {
		const order = await createOrder();
		expect(await refused(order, 'accept', { ...FORM, city: ' ' })).toContain('city can&#39;t be blank');
		await open(order);
		await act(order, 'accept', FORM);
		expect(await readOrder(order.id)).toMatchObject({
			status: 'accepted',
			amounts: { amount_total: expect.any(Number) },
		});
		expect(await open(order)).toContain('San Francisco, CA');
		expect(await refused(order, 'accept', FORM)).toContain(NOT_POSSIBLE);
		expect(kinds()).toEqual(['order.gift_opened', 'order.gift_accepted']);
	});

	test('is refused in a state to which a product is not shipped', async () => {
		const products = service().catalogue.activeProductsShippingTo('US');
		const wine = products.find((one) => one.restricted_states.includes('UT') && one.variants.length === 0)!;
		const order = await createOrder({ cart: { items: [{ product_id: wine.id, quantity: 1 }] } });
		expect(await refused(order, 'accept', { ...FORM, state: 'ut' })).toContain(`${wine.name} is not shipped to ut`);
		await act(order, 'accept', FORM);
	});

	test('takes the variants that the recipient chooses, and starts with those of the sender', async () => {
		const { id, variants, selectable } = service().samples.variantProduct;
		const [sent, chosen] = variants.map((name) => Array<string>(selectable).fill(name)) as [string[], string[]];
		const order = await createOrder({ cart: { items: [{ product_id: id, quantity: 1, variants: sent }] } }, 'commerce');
		expect((await open(order)).split(`<option selected>${sent[0]}</option>`)).toHaveLength(selectable + 1);

		const form = (names: string[]) => [
			...Object.entries(FORM),
			...names.map((name): [string, string] => ['variants-0', name]),
		];
		for (const wrong of [[], [...chosen, chosen[0]!], chosen.map(() => 'Other')]) {
			expect(await refused(order, 'accept', form(wrong))).toContain(`Choose ${selectable} variants`);
		}
		await act(order, 'accept', form(chosen));
		expect((await readOrder(order.id, 'commerce')).cart_selections).toMatchObject([{ variants: chosen }]);
	});
});

describe('swapping', () => {
	test('exchanges the gift for another product that costs no more', async () => {
		const { samples, catalogue } = service();
		const order = await createOrder();
		const offered = [...(await open(order)).matchAll(/<option value="([^"]+)"/g)].map(([, id]) =>
			catalogue.product(id!)!,
		);
		const { price } = catalogue.product(samples.productId)!;
		expect(offered.filter((product) => product.price > price || product.price_is_variable)).toEqual([]);

		const other = offered.find(({ id }) => id !== samples.productId)!;
		await act(order, 'swap', { product: other.id });
		const { is_swapped: isSwapped, cart } = await readOrder(order.id);
		expect([isSwapped, cart.items.map(({ product }) => product.id)]).toEqual([true, [other.id]]);
		expect(await open(order)).toContain(other.name);
	});

	test('is neither offered nor possible in a batch without swaps', async () => {
		const order = await createOrder({ swap: 'disabled' });
		expect(actionsIn(await open(order))).toEqual(['accept', 'decline']);
		expect(await refused(order, 'swap', { product: service().samples.otherProductId })).toContain(NOT_POSSIBLE);
	});

	test('gives several products only where the batch allows it, up to the cost of the gift', async () => {
		const fixed = service()
			.catalogue.activeProductsShippingTo('US')
			.filter((product) => !product.price_is_variable);
		const [first, second, ...others] = [...fixed].sort((a, b) => a.price - b.price);
		const gift = others.find(({ price }) => price >= first!.price + second!.price)!;
		const cart = { items: [{ product_id: gift.id, quantity: 1 }] };
		const both = [first!, second!].map(({ id }): [string, string] => ['product', id]);

		const single = await createOrder({ cart });
		expect(await refused(single, 'swap', both)).toContain('Choose one product');
		expect(await refused(single, 'swap')).toContain('Choose a product');

		const multiple = await createOrder({ cart, swap: 'multiple' });
		expect(await refused(multiple, 'swap', [...both, ['product', gift.id]])).toContain('cost more than the gift');
		await act(multiple, 'swap', [['product', gift.id]]);
		await act(multiple, 'swap', both);
		const { items } = (await readOrder(multiple.id)).cart;
		expect(items.map(({ product }) => product.id)).toEqual([first!.id, second!.id]);
	});
});

test('declining cancels the order, and the page says who did it', async () => {
	const order = await createOrder();
	await act(order, 'decline');
	expect((await readOrder(order.id)).status).toBe('failed');
	expect(kinds()).toEqual(['order.canceled']);
	const page = await open(order);
	expect(page).toContain('You declined this gift.');
	expect(page).not.toContain('This gift was canceled');
});

test('a thank-you note can be written once, after the acceptance', async () => {
	const order = await createOrder();
	expect(await refused(order, 'thank', { note: 'Thanks!' })).toContain(NOT_POSSIBLE);
	await act(order, 'accept', FORM);
	expect(await refused(order, 'thank', { note: ' ' })).toContain('Write a note');
	await act(order, 'thank', { note: 'Thanks!' });
	expect(await refused(order, 'thank', { note: 'Again' })).toContain(NOT_POSSIBLE);
	const page = await open(order);
	expect(page).toContain('Thanks!');
	expect(actionsIn(page)).toEqual(['ship']);
	expect(kinds().at(-1)).toBe('order.thank_you_note_added');
});

test('an accepted gift can be shipped and then delivered', async () => {
	const order = await createOrder();
	expect(await refused(order, 'ship')).toContain(NOT_POSSIBLE);
	await act(order, 'accept', FORM);
	expect(await refused(order, 'deliver')).toContain(NOT_POSSIBLE);
	await act(order, 'ship');
	expect(await open(order)).toContain('The gift is on its way to San Francisco, CA');
	await act(order, 'deliver');
	expect(await readOrder(order.id)).toMatchObject({ status: 'delivered', shipments: [{ status: 'delivered' }] });
	const page = await open(order);
	expect(page).toContain('The gift was delivered to San Francisco, CA');
	expect(actionsIn(page)).toEqual(['thank']);
	expect(kinds().slice(-2)).toEqual(['order.shipped', 'order.delivered']);
});
