import type { IDataObject } from 'n8n-workflow';

import { TOOL, type RunOptions } from '../../../../dev/harness/engine';
import { sentencesOf } from '../../../../nodes/GiftOrderBatch/resources/sentences';
import { actionNode, byId } from '../../../support/actionNode';
import { creationsOf, GOES_ON } from '../../../support/creations';
import { FROM_ITEMS } from '../../../support/orderBatchParameters';
import { ADDRESS } from '../../../support/samples';

const node = actionNode();

const { create, requested } = creationsOf(node);

function sentBody(): IDataObject {
	const [body, ...others] = requested();
	expect(others).toEqual([]);
	return body as IDataObject;
}

test("orderBatch: create reads every parameter of each input item's own and makes one batch for each", async () => {
	const { productId, otherProductId, cardId } = node.service.samples;
	const first = { from: 'Ann', method: 'email_and_link', name: 'Cy', email: 'cy@example.com', product: productId };
	const second = { from: 'Bo', method: 'link_multiple_custom_list', name: 'Di', product: otherProductId };
	const items = [
		{ ...first, quantity: 1, simple: true },
		{ ...second, quantity: 4, simple: false, message: 'Hi!', card: cardId },
	];
	const parameters = create({
		fromName: '={{ $json.from }}',
		sendMethod: '={{ $json.method }}',
		recipients: { recipient: [{ firstName: '={{ $json.name }}', email: '={{ $json.email }}' }] },
		cartItems: { item: [{ product: byId('={{ $json.product }}'), quantity: '={{ $json.quantity }}' }] },
		simplify: '={{ $json.simple }}',
		message: '={{ $json.message }}',
		cardId: '={{ $json.card }}',
	});
	const { outputs } = await node.run(parameters, { items });

	const sent = ({ from, method, product }: typeof second, quantity: number) => ({
		customer_reference_id: expect.any(String) as string,
		from_name: from,
		send_method: method,
		cart: { items: [{ product_id: product, quantity }] },
	});
	expect(requested()).toEqual([
		{ ...sent(first, 1), recipients: [{ first_name: 'Cy', email: 'cy@example.com' }] },
		{ ...sent(second, 4), recipients: [{ first_name: 'Di' }], message: 'Hi!', card_id: cardId },
	]);
	expect(outputs[0]?.map(({ json, pairedItem }) => [json.from_name, json.message, pairedItem])).toEqual([
		['Ann', undefined, { item: 0 }],
		['Bo', 'Hi!', { item: 1 }],
	]);
});

test('the recipients of an order batch are nobody in JSON as the form shows it at first', async () => {
	const stopping = { node: { ...TOOL, onError: 'stopWorkflow' } } as const;
	const { error } = await node.run(create({ recipientsSource: undefined }), stopping);

	expect(error?.context.problems).toMatchObject([{ kind: 'missing', field: 'First Name', row: 1 }]);
	expect(requested()).toEqual([]);
});

test.each<[string, IDataObject, Partial<RunOptions>]>([
	['those of a JSON list where an agent calls', { recipientsJson: '[{ "first_name": "Ann" }]' }, { node: TOOL }],
	['the input items in a workflow', {}, { items: [{ 'First name': 'Ann' }] }],
])('the recipients of an order batch are %s, unless another source is chosen', async (_what, more, options) => {
	await node.run(create({ recipientsSource: undefined, ...more }), options);

	expect(sentBody().recipients).toEqual([{ first_name: 'Ann' }]);
});

test('the recipients of an order batch are normalized in JSON without what is blank or unknown, as in an address, but with a country that may be null', async () => {
	const given = { ...ADDRESS, address_2: null, state: 'MA', postal_code: 2108, country: 'United States' };
	const contact = { email: 'frontdesk@example.com', phone: '+14155552672', phone_countries: ['US'] };
	const unknown = { company: 'Acme', address_1: '1 Main St' };
	const list = [
		{ first_name: 'Ann', last_name: null, email: '', phone: null, mailing_address: null, ...unknown },
		{ first_name: 'Bo', phone: '(415) 555-2671', mailing_address: { ...given, ...contact }, ...unknown },
		{ first_name: 'Cy', mailing_address: { ...given, country: null } },
		{ first_name: 'Di', mailing_address: {} },
		{ first_name: 'Ed', mailing_address: { address_1: '', city: null, state: 'N/A', country: 'US' } },
	];
	const { hints } = await node.run(create({ recipientsSource: 'json', recipientsJson: JSON.stringify(list) }));

	const sent = { ...ADDRESS, state: 'MA', postal_code: '02108' };
	expect(sentBody().recipients).toEqual([
		{ first_name: 'Ann' },
		{ first_name: 'Bo', phone: '+14155552671', mailing_address: sent },
		{ first_name: 'Cy', mailing_address: { ...sent, country: null } },
		{ first_name: 'Di' },
		{ first_name: 'Ed' },
	]);
	expect(hints).toEqual([
		'The recipient has unknown fields, which were ignored: company, address_1. Its fields are first_name, last_name, email, phone, mailing_address (recipients 1, 2)',
		'The mailing address has unknown fields, which were ignored: email, phone, phone_countries. Its fields are first_name, last_name, address_1, address_2, city, state, postal_code, country (recipient 2)',
	]);
});

test('a hint says little of a list of long names', async () => {
	const unknown = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`<a>${index}${'x'.repeat(1e5)}`, 1]));
	const recipientsJson = JSON.stringify([{ first_name: 'Nathan', ...unknown }]);
	const { hints } = await node.run(create({ recipientsSource: 'json', recipientsJson }));

	const hint = hints.find((one) => one.startsWith('The recipient has unknown fields')) ?? '';
	expect(hint).toMatch(/: < a>0x{95}…, < a>1x{95}…, .*, and 10 more\. Its fields are first_name, /);
	expect(hint.length).toBeLessThan(2_500);
});

test('the cart of an order batch has each product with its quantity, variable price and variants', async () => {
	const { productId, variableProductId: card, productUrl, variantProduct } = node.service.samples;
	const variants = variantProduct.variants.slice(0, variantProduct.selectable);
	const byUrl = { __rl: true, mode: 'url', value: productUrl };
	const fromList = { __rl: true, mode: 'list', value: productId, cachedResultName: 'Tin' };
	const ofColors = { product_id: productId, variants: ['Large', 'Red'] };
	/** What is chosen of one product, and what is sent of it; one of it where neither says otherwise. */
	const row = (product: IDataObject | string, chosen: IDataObject, sent: IDataObject) => ({
		chosen: { product, quantity: 1, ...chosen },
		sent: { quantity: 1, ...sent },
	});
	const rows = [
		row(fromList, { quantity: 2, variablePrice: 0 }, { product_id: productId, quantity: 2 }),
		row(byId(` ${card} `), { variablePrice: 2500, variants: [] }, { product_id: card, variable_price: 2500 }),
		row(byUrl, { variablePrice: '' }, { product_url: productUrl }),
		row(byId(variantProduct.id), { quantity: 3, variants }, { product_id: variantProduct.id, quantity: 3, variants }),
		// What expressions give.
		row('={{ $json.id }}', {}, { product_id: productId }),
		row('={{ $json.url }}', {}, { product_url: productUrl }),
		row(byId(card), { variablePrice: '={{ " 2500 " }}' }, { product_id: card, variable_price: 2500 }),
		row(byId(productId), { quantity: '={{ "2" }}' }, { product_id: productId, quantity: 2 }),
		row(byId(productId), { variablePrice: '={{ " 0 " }}' }, { product_id: productId }),
		row(byId(productId), { variants: ['={{ "Large" }}', '={{ $json.color }}'] }, ofColors),
		row(byId(productId), { variants: '={{ ["Large", $json.color] }}' }, ofColors),
		row(byId(productId), { variants: '=Large, {{ $json.color }}' }, ofColors),
	];
	const items = [{ id: productId, url: productUrl, color: 'Red' }];
	await node.run(create({ cartItems: { item: rows.map(({ chosen }) => chosen) } }), { items });

	expect(sentBody().cart).toEqual({ items: rows.map(({ sent }) => sent) });
});

test('an order batch goes to the commerce account with its key, and has IDs of the own system that may be numbers there', async () => {
	const additionalFields = { customerReferenceId: '={{ $json.deal }}', commerceEndUserId: '={{ $json.user }}' };
	await node.run(create({ authentication: 'commerceApi', additionalFields }), { items: [{ deal: 4711, user: 42 }] });

	const headers = { 'content-type': expect.stringMatching(/^application\/json/) as string };
	expect(node.requests).toMatchObject([{ accountName: 'commerce', status: 201, headers }]);
	expect(sentBody()).toMatchObject({ customer_reference_id: '4711', commerce_end_user_id: '42' });
});

test.each<[string, (id: string) => IDataObject | string]>([
	['the list', (id) => ({ __rl: true, mode: 'list', value: id, cachedResultName: 'One of the list' })],
	['their ID', byId],
	['an expression that gives their ID', (id) => byId(`={{ "${id}" }}`)],
	['plain text, as older workflows have it', (id) => id],
	['a plain expression, as older workflows have it', (id) => `={{ "${id}" }}`],
])('an order batch takes the card, the payment method and the workspace from %s', async (_what, chosen) => {
	const { cardId, workspaceId, paymentMethodId } = node.service.samples;
	const additionalFields = { paymentMethodId: chosen(paymentMethodId), workspaceId: chosen(workspaceId) };
	await node.run(create({ cardId: chosen(cardId), additionalFields }));

	const sent = { card_id: cardId, payment_method_id: paymentMethodId, workspace_id: workspaceId };
	expect(sentBody()).toMatchObject(sent);
});

const LOCATED = { paymentMethodId: 'Payment Method', workspaceId: 'Workspace' };
const MUST_HAVE_VALUE = {
	commerceEndUserId: 'Commerce End User ID',
	customPriceTier: 'Custom Price Tier',
	customerReferenceId: 'Customer Reference ID',
	expiresAt: 'Expires At',
	...LOCATED,
};

test.each<[IDataObject | string, Record<string, string>]>([
	['', MUST_HAVE_VALUE],
	['={{ $json.nothing }}', MUST_HAVE_VALUE],
	['={{ null }}', MUST_HAVE_VALUE],
	[{ __rl: true, mode: 'list', value: '' }, LOCATED],
	[byId(''), LOCATED],
	[byId('={{ $json.nothing }}'), LOCATED],
])('fields that decide about money or time are refused where they were added as %j', async (empty, fields) => {
	const additionalFields = Object.fromEntries(Object.keys(fields).map((name) => [name, empty])) as IDataObject;
	const { error } = await node.run(create({ authentication: 'commerceApi', additionalFields }));

	expect(error?.context.problems).toEqual(Object.values(fields).map((field) => ({ kind: 'emptyField', field })));
	expect(error?.context.outcome).toBe('nothingSent');
	expect(node.service.requests).toEqual([]);
});

test.each<[expression: string, dealId: unknown, left: string]>([
	['=deal-{{ $json.dealId }}', undefined, 'deal-'],
	['=deal-{{ $json.dealId }}', ' ', 'deal- '],
	['=deal-{{ $json.dealId }}', { id: 7 }, 'deal-[object Object]'],
	["={{ 'deal-' + $json.dealId }}", undefined, 'deal-undefined'],
	["={{ 'deal-' + $json.dealId }}", null, 'deal-null'],
])('a Customer Reference ID of %s without a value, %j, is refused', async (customerReferenceId, dealId, left) => {
	const parameters = create({ ...FROM_ITEMS, additionalFields: { customerReferenceId } });
	const ben = { first_name: 'Ben', dealId: '7' };
	const items = [{ first_name: 'Ann', dealId }, ben, { first_name: 'Cy', dealId }] as IDataObject[];
	const { error } = await node.run(parameters, { items });

	const empty = { kind: 'emptyField', field: 'Customer Reference ID', value: left };
	expect(error?.context.problems).toContainEqual({ ...empty, item: 0 });
	expect(node.service.requests).toEqual([]);
	expect((await node.run(parameters, { items: [ben] })).status).toBe('success');
});

test('A Customer Reference ID that looks the same is the same, and one of invisible characters is refused.', async () => {
	const withId = async (customerReferenceId: string) =>
		await node.run(create({ additionalFields: { customerReferenceId } }));
	for (const id of ['deal-\u00e9', 'deal-e\u0301', '\u200bdeal-\u00e9', ' deal-\u00e9\u2060']) await withId(id);

	expect(node.service.orderBatches()).toMatchObject([{ customer_reference_id: 'deal-\u00e9' }]);
	const { error } = await withId('\u200b');
	expect(error?.context.problems).toEqual([{ kind: 'emptyField', field: 'Customer Reference ID' }]);
});

test('Send On is sent with its offset, which is that of the workflow unless it has one, and refused where it is no time', async () => {
	/** What an expression gives for a time: text, a JavaScript date, or a DateTime of Luxon. */
	const scheduledSendOn =
		'={{ $json.as === "Date" ? new Date($json.time) : $json.as === "DateTime" ? DateTime.fromISO($json.time, { zone: "Asia/Tokyo" }) : $json.time }}';
	const NO_TIME = '"Send On" must be a date and time such as 2030-12-24T09:00:00, but it is';
	/** The gifts would be sent at once. */
	const NO_VALUE = sentencesOf([{ kind: 'emptySchedule' }]).join();
	const SKIPPED = sentencesOf([{ kind: 'skippedTime', field: 'Send On', value: '2035-03-11T02:30:00' }]).join();
	/** What each item is sent with, or refused with, in New York. */
	const rows: Array<[item: IDataObject, sent: string]> = [
		[{ time: '2035-07-01T09:00:00' }, '2035-07-01T09:00:00.000-04:00'],
		[{ time: '2035-12-24T09:00:00' }, '2035-12-24T09:00:00.000-05:00'],
		[{ time: '2035-12-24T09:01' }, '2035-12-24T09:01:00.000-05:00'],
		[{ time: '2035-12-24 09:02:00' }, '2035-12-24T09:02:00.000-05:00'],
		[{ time: '2035-12-24' }, '2035-12-24T00:00:00.000-05:00'],
		[{ time: '2035-12-24T09:03:00Z' }, '2035-12-24T09:03:00.000Z'],
		[{ time: '2035-12-24 09:04:00+00:00' }, '2035-12-24T09:04:00.000Z'],
		[{ time: '2035-12-24T09:00:00+02:00' }, '2035-12-24T09:00:00.000+02:00'],
		[{ time: '2035-12-24T09:00:00', as: 'DateTime' }, '2035-12-24T09:00:00.000+09:00'],
		[{ time: '2035-12-24T09:05:00Z', as: 'Date' }, '2035-12-24T09:05:00.000Z'],
		// Right before, in and after the hour that does not exist.
		[{ time: '2035-03-11T01:59:59' }, '2035-03-11T01:59:59.000-05:00'],
		[{ time: '2035-03-11T02:30:00' }, SKIPPED],
		[{ time: '2035-03-11T03:00:00' }, '2035-03-11T03:00:00.000-04:00'],
		// The hour that comes twice.
		[{ time: '2035-11-04T01:29:00' }, expect.stringMatching(/^2035-11-04T01:29:00\.000-0[45]:00$/)],
		[{ time: '2035-11-04T01:30:00-04:00' }, '2035-11-04T01:30:00.000-04:00'],
		[{ time: '2035-11-04T01:30:00-05:00' }, '2035-11-04T01:30:00.000-05:00'],
		[{ time: '2035-02-30T09:00:00' }, `${NO_TIME} the text "2035-02-30T09:00:00"`],
		[{ time: '2035-12-24 9:00' }, `${NO_TIME} the text "2035-12-24 9:00"`],
		[{ time: '24.12.2035' }, `${NO_TIME} the text "24.12.2035"`],
		[{ time: '2035-12-24T09:00:00.000+24:00' }, `${NO_TIME} the text "2035-12-24T09:00:00.000+24:00"`],
		[{ time: 2082790800000 }, `${NO_TIME} the number 2082790800000`],
		...[{ time: null }, {}, { time: '' }].map((item): [IDataObject, string] => [item, NO_VALUE]),
	];
	const parameters = create({ scheduledSendOn, options: { allowRepeatedRecipients: true } });
	const items = rows.map(([item]) => item);
	const { json } = await node.run(parameters, { items, timezone: 'America/New_York', ...GOES_ON });

	const sent = requested();
	expect(json.map(({ error }) => error ?? sent.shift()?.scheduled_send_on)).toEqual(rows.map(([, outcome]) => outcome));
});
