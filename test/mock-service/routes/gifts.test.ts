import type { Order, OrderChange, Product } from '../../../dev/mock-service';
import { send as request } from '../../../dev/n8n/http';
import { cartOf, catalogue, type Fields, inMinutes, samples, shipped, useMockService } from '../../support/mockService';
import { ADDRESS } from '../../support/samples';

const { client, service, createOrder, readOrder } = useMockService();

const HTML = 'text/html; charset=utf-8';

async function open({ individual_gift_link: link }: Order, suffix = '', expected = 200): Promise<string> {
	const { status, headers, data } = await request<string>('GET', link + suffix);
	expect([status, headers['content-type']]).toEqual([expected, HTML]);
	return data;
}

type Form = Record<string, string> | Array<[string, string]>;

/** Sends one of the forms of the page, as a browser does. @throws Error with the page that says why it was refused */
async function act({ individual_gift_link: link }: Order, action: string, form: Form = {}): Promise<void> {
	const body = new URLSearchParams(form).toString();
	const type = { 'content-type': 'application/x-www-form-urlencoded' };
	const { status, headers, data } = await request<string>('POST', `${link}/${action}`, body, type);
	if (status === 400 && headers['content-type'] === HTML) throw new Error(data);
	expect([action, status, headers.location]).toEqual([action, 303, new URL(link).pathname]);
}

const actionsIn = (page: string) => [...page.matchAll(/action="[^"]*\/(\w+)"/g)].map(([, action]) => action);

/** What the forms of the page ask for. */
const fieldsIn = (page: string) => [...page.matchAll(/name="([^"]+)"/g)].map(([, name]) => name);

const { country: _country, ...FORM } = ADDRESS;
const NOT_POSSIBLE = 'This is not possible with the gift as it is now';

test('a gift link shows the sender, the message, the card and the products, without a key, and another says so', async () => {
	const order = await createOrder({ message: 'Enjoy!', card_id: samples.cardId });
	const page = await open(order);
	for (const text of ['Guest 1', 'From Dana', 'Enjoy!', catalogue.product(samples.productId)!.name, order.id]) {
		expect(page).toContain(text);
	}
	const [, picture] = /<img src="([^"]+)"/.exec(page)!;
	expect((await client().send('GET', picture!, undefined, null)).status).toBe(200);
	expect(await open(order, '0', 404)).toContain('There is no such gift');
});

test('a gift link shows what others wrote as text, never as HTML', async () => {
	const text = `<script>alert("1")</script> & 'more'`;
	const recipients = [{ first_name: text, email: 'a@example.com' }];
	const order = await createOrder({ from_name: text, message: text, card_id: samples.cardId, recipients });
	await open(order);
	await act(order, 'accept', { ...FORM, city: text });
	await act(order, 'thank', { note: text });
	const page = await open(order);
	expect(page).not.toContain('<script');
	expect(page.split('&#60;script&#62;alert(&#34;1&#34;)&#60;/script&#62; &#38; &#39;more&#39;').length).toBe(7);
	expect((await readOrder(order.id)).thank_you_note).toBe(text);
});

test('a gift is opened once, and its recipient can decline it', async () => {
	const order = await createOrder();
	await open(order);
	await open(order);
	expect(await readOrder(order.id)).toMatchObject({ status: 'opened', view_count_recipient: 1 });
	await act(order, 'decline');
	expect((await readOrder(order.id)).status).toBe('failed');
	expect(await open(order)).toContain('You declined this gift.');
});

const PAST = inMinutes(-1);

test.each<[what: string, fields: Fields, change: OrderChange, text: RegExp, actions: string]>([
	['new', {}, {}, /Accept the gift to get it/, 'accept swap decline'],
	['to swap for several products', { swap: 'multiple' }, {}, /\$\d/, 'accept swap decline'],
	['not to swap', { swap: 'disabled' }, {}, /^[^$]*$/, 'accept decline'],
	['expired', {}, { expiresAt: PAST }, /This gift has expired/, ''],
	['canceled', {}, { status: 'failed' }, /This gift was canceled/, ''],
	['accepted in time', {}, { status: 'accepted', expiresAt: PAST }, /You accepted the gift/, 'thank ship'],
	['shipped', {}, { status: 'shipped' }, /The gift is on its way/, 'thank deliver'],
	['delivered', {}, { status: 'delivered' }, /The gift was delivered/, 'thank'],
	['shipped directly', shipped(1), {}, /prepared for shipment to San Francisco, CA/, 'ship'],
])('a gift that is %s says so, and takes only what it offers', async (_what, fields, change, text, actions) => {
	const order = await createOrder(fields);
	service().changeOrder(order.id, change);
	const page = await open(order);
	expect(page).toMatch(text);
	const offered = actions.split(' ').filter(Boolean);
	expect(actionsIn(page)).toEqual(offered);
	for (const action of ['accept', 'swap', 'decline', 'thank', 'ship', 'deliver']) {
		if (!offered.includes(action)) await expect(act(order, action, FORM)).rejects.toThrow(NOT_POSSIBLE);
	}
});

test('a gift is accepted with a whole address, then thanked for, shipped and delivered', async () => {
	const order = await createOrder();
	expect(fieldsIn(await open(order))).toEqual(expect.arrayContaining(Object.keys(FORM)));
	await expect(act(order, 'accept', { ...FORM, city: ' ' })).rejects.toThrow('city can&#39;t be blank');
	await act(order, 'accept', FORM);
	const amounts = { amount_total: expect.any(Number) as number };
	expect(await readOrder(order.id)).toMatchObject({ status: 'accepted', amounts });

	expect(fieldsIn(await open(order))).toContain('note');
	await expect(act(order, 'thank', { note: ' ' })).rejects.toThrow('Write a note');
	await act(order, 'thank', { note: 'Thanks!' });
	await expect(act(order, 'thank', { note: 'Again' })).rejects.toThrow(NOT_POSSIBLE);

	await act(order, 'ship');
	expect(await open(order)).toContain('on its way to San Francisco, CA');
	await act(order, 'deliver');
	const delivered = { status: 'delivered', thank_you_note: 'Thanks!', shipments: [{ status: 'delivered' }] };
	expect(await readOrder(order.id)).toMatchObject(delivered);
	expect(await open(order)).toContain('Thanks!');
});

test('a recipient chooses variants, starting with those of the sender', async () => {
	const { id, variants, selectable } = samples.variantProduct;
	const [sent, chosen] = variants.map((name) => Array<string>(selectable).fill(name)) as [string[], string[]];
	const order = await createOrder(cartOf({ product_id: id, variants: sent }), 'commerce');
	expect((await open(order)).split(`<option selected>${sent[0]}</option>`)).toHaveLength(selectable + 1);

	const form = (names: string[]) => [
		...Object.entries(FORM),
		...names.map((name): [string, string] => ['variants-0', name]),
	];
	for (const wrong of [[], [...chosen, chosen[0]!], chosen.map(() => 'Other')]) {
		await expect(act(order, 'accept', form(wrong))).rejects.toThrow(`Choose ${selectable} variants`);
	}
	await act(order, 'accept', form(chosen));
	expect((await readOrder(order.id, 'commerce')).cart_selections).toMatchObject([{ variants: chosen }]);
});

const fixed = catalogue.activeProductsShippingTo('US').filter((product) => !product.price_is_variable);
const [first, second, ...others] = [...fixed].sort((a, b) => a.price - b.price) as [Product, Product, ...Product[]];
const gift = others.find(({ price }) => price >= first.price + second.price)!;
const cart = cartOf({ product_id: gift.id });
const formOf = (...products: Product[]) => products.map(({ id }): [string, string] => ['product', id]);

test('a swap offers what costs no more, and takes one product', async () => {
	const order = await createOrder(cart);
	const offered = [...(await open(order)).matchAll(/<option value="([^"]+)"/g)].map(([, id]) => id);
	expect(offered).toEqual(fixed.filter(({ price }) => price <= gift.price).map(({ id }) => id));
	await expect(act(order, 'swap', formOf(first, second))).rejects.toThrow('Choose one product');
	await expect(act(order, 'swap')).rejects.toThrow('Choose a product');
});

test('a swap gives several products where the batch allows it, up to the cost of the gift', async () => {
	const order = await createOrder({ ...cart, swap: 'multiple' });
	await expect(act(order, 'swap', formOf(first, gift))).rejects.toThrow('cost more than the gift');
	await act(order, 'swap', formOf(first, second));
	const { items } = (await readOrder(order.id)).cart;
	expect(items.map(({ product }) => product.id)).toEqual([first.id, second.id]);
});
