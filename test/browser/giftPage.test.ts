import type { Browser, Page } from 'playwright-core';

import { useService } from '../../dev/harness/serviceClient';
import type { Order, OrderBatch } from '../../dev/mock-service';
import { startChromium } from './chromium';

const client = useService();
let browser: Browser;
let page: Page;

beforeAll(async () => {
	({ browser, page } = await startChromium());
});
afterAll(async () => await browser?.close());

it('a gift link opens a page on which one accepts the gift with an address and writes a thank-you note', async () => {
	const { samples } = client().service;
	const { data } = await client().post<OrderBatch>('/v1/order_batches', {
		from_name: 'Dana',
		message: 'Enjoy!',
		card_id: samples.cardId,
		recipients: [{ first_name: 'Nathan', email: 'nathan@example.com' }],
		cart: { items: [{ product_id: samples.variantProduct.id, quantity: 1 }] },
		send_method: 'email_and_link',
	});
	const { id, individual_gift_link: link } = data.orders_preview[0]!;

	await page.goto(link);
	await page.getByRole('heading', { name: 'A gift for Nathan' }).waitFor();
	const address = { Street: '1 Market Street', City: 'San Francisco', State: 'CA', 'ZIP code': '94105' };
	for (const [name, text] of Object.entries(address)) await page.getByRole('textbox', { name }).fill(text);
	await page.getByRole('button', { name: 'Accept the gift' }).click();

	await page.getByText('You accepted the gift.').waitFor();
	await page.getByRole('textbox', { name: 'Thank-you note to Dana' }).fill('Thank you, Dana!');
	await page.getByRole('button', { name: 'Send the note' }).click();

	await page.getByRole('heading', { name: 'Your thank-you note' }).waitFor();
	expect(page.url()).toBe(link);
	expect((await client().get<Order>(`/v1/orders/${id}`)).data).toMatchObject({
		status: 'accepted',
		thank_you_note: 'Thank you, Dana!',
		amounts: { amount_total: expect.any(Number) as number },
	});
});
