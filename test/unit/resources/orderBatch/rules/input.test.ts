import type { IDataObject } from 'n8n-workflow';

import { recipientInput } from '../../../../../nodes/GiftOrderBatch/resources/orderBatch/recipients/recipientInput';
import { problemsOfRows, type Row } from '../../../../../nodes/GiftOrderBatch/resources/orderBatch/recipients/rows';
import {
	checkGift,
	checkRecipient,
	giftSchema,
	timeProblems,
} from '../../../../../nodes/GiftOrderBatch/resources/orderBatch/rules/input';
import { sentencesOf, type Kind, type Problem } from '../../../../../nodes/GiftOrderBatch/resources/sentences';
import fc from '../../../../support/properties';
import { fieldsOf, problemsOf } from '../../../../support/schemas';

type Loose = Record<string, unknown>;

const NOW = new Date('2030-01-01T00:00:00Z');
const UUID = '123e4567-e89b-42d3-a456-426614174000';

const text = fc
	.string({ unit: 'grapheme', minLength: 1 })
	.filter((value) => value !== '' && value === value.trim() && !value.includes('{{'));
const email = fc.stringMatching(/^[abcxyz019_-]{1,12}@[abcxyz019_-]{1,12}\.(com|org|co\.uk)$/);
const phone = fc.stringMatching(/^\+1(212|415|555|989)[0-9]{7}$/);

const LINE_NAMES = ['address_1', 'address_2', 'city', 'state', 'postal_code'];
const texts = Object.fromEntries(['first_name', 'last_name', ...LINE_NAMES].map((name) => [name, text]));
const address = fc.record<Record<string, string | null>>(
	{
		...texts,
		address_1: fc.constantFrom('548 Market St', 'One Apple Park Way', 'General Delivery', 'P.O. Box 12', 'N6W23 Blue'),
		state: fc.constantFrom('MA', 'New York', 'D.C.', 'puerto rico'),
		postal_code: fc.stringMatching(/^[1-9]{5}(-0123)?$/),
		country: fc.constantFrom('US', null),
	},
	{ requiredKeys: ['country', ...LINE_NAMES.filter((name) => name !== 'address_2')] },
);

type RecipientField = 'email' | 'mailing_address';
const NEEDED: Record<string, RecipientField[]> = { email_and_link: ['email'], direct_send: ['mailing_address'] };
const recipients = (method: string) =>
	fc.array(
		fc.record(
			{ first_name: text, last_name: text, email, phone, mailing_address: address },
			{ requiredKeys: ['first_name', ...(NEEDED[method] ?? [])] },
		),
		{ minLength: 1, maxLength: 15 },
	);

const cartItem = fc
	.tuple(
		fc.oneof(fc.record({ product_id: fc.uuid() }), fc.record({ product_url: fc.webUrl() })),
		fc.record(
			{
				quantity: fc.integer({ min: 1, max: 10_000 }),
				variable_price: fc.integer({ min: 1, max: 1_000_000 }),
				variants: fc.array(text, { minLength: 1, maxLength: 3 }),
			},
			{ requiredKeys: ['quantity'] },
		),
	)
	.map((parts): Loose => Object.assign({}, ...parts) as Loose);

const moment = (from: number) =>
	fc
		.date({ min: new Date(`${from}-01-02`), max: new Date(`${from + 10}-01-01`), noInvalidDate: true })
		.map((date) => date.toISOString());
const REQUIRED = ['from_name', 'send_method', 'recipients', 'cart'];
const validInput = fc
	.constantFrom('email_and_link', 'link_multiple_custom_list', 'direct_send')
	.chain((method) => {
		const fields: Record<string, fc.Arbitrary<unknown>> = {
			from_name: text,
			send_method: fc.constant(method),
			recipients: recipients(method),
			cart: fc.record({ items: fc.array(cartItem, { minLength: 1, maxLength: 4 }) }),
			scheduled_send_on: moment(2030),
			expires_at: moment(2040),
			card_id: fc.uuid(),
			message: text,
			payment_method_id: text,
			workspace_id: fc.uuid(),
			swap: fc.constantFrom('single', 'multiple', 'disabled'),
			international_shipping_tier: fc.constantFrom('disabled', 'standard', 'full'),
			international_gift_cards_enabled: fc.boolean(),
			notifications_enabled: fc.boolean(),
			commerce_end_user_id: text,
			customer_reference_id: text,
			reserved_options: fc.record({ custom_price_tier: fc.nat() }),
		};
		return fc.record(fields, { requiredKeys: REQUIRED });
	})
	// A message needs a card.
	.filter((input) => 'card_id' in input || !('message' in input))
	.map((input) => structuredClone(input) as Loose);

/** Checks the body of a request against the rules of the input, as the node does. */
function checkOrderBatch(body: unknown) {
	const input = (typeof body === 'object' && body ? body : {}) as IDataObject;
	const { gift, problems } = checkGift(giftSchema, body);
	const recipients = Array.isArray(input.recipients) ? input.recipients : [];
	const rows = recipients.map((read: unknown, index): Row => {
		const checked = checkRecipient(read, { sendMethod: input.send_method });
		return { number: index + 1, itemIndex: index, read, unusable: [], hints: [], ...checked };
	});
	const ofTimes = timeProblems(input, { waits: false, wait: { maxWaitMs: 0 } }, NOW);
	const all = [...problems, ...ofTimes, ...problemsOfRows(rows)];
	return {
		value: { ...gift, recipients: rows.map(({ recipient }) => recipient) } as Loose,
		problems: all.map(({ name: _recipient, ...problem }): Problem => problem),
	};
}

const problemsIn = (input: unknown) => checkOrderBatch(input).problems;

/** The order batch with values by their paths, in its second recipient and its second item of the cart. */
function changed(input: object, change: Loose): Loose {
	const copy = structuredClone(input) as Loose;
	for (const [path, value] of Object.entries(change)) {
		const [, list, field = path] = /^(recipient|cart item)\.(.*)$/.exec(path) ?? [];
		const rows = { recipient: copy.recipients, 'cart item': (copy.cart as Loose).items }[list ?? ''] as Loose[];
		(rows?.[1] ?? copy)[field] = value;
	}
	return copy;
}

const TIN = { product_id: UUID, quantity: 1 };
const LINES = { address_1: '548 Market St', city: 'Boston', state: 'MA', postal_code: '02108', country: 'US' };
const RIGHT = {
	from_name: 'Ann from Acme',
	send_method: 'link_multiple_custom_list',
	recipients: ['Ann', 'Bo'].map((first_name) => ({ first_name, email: 'bo@example.com', mailing_address: LINES })),
	cart: { items: [{ ...TIN }, { ...TIN }] },
	card_id: UUID,
};

const PAST = '2029-12-31T23:59:59Z';
const A_NAME = { missing: ['', '   ', null], invalid: [5, ['Lee']], unevaluated: ['From {{ $json.boss }}'] };
const NO_ID = { invalid: ['birthday', []] };
const INHERITED = Object.getOwnPropertyNames(Object.prototype);

/** What each field may not be, by the kind of its problem. A path within an address ends with the name of the line. */
const REFUSED: Array<[path: string, label: string, values: Partial<Record<Kind, unknown[]>>]> = [
	['from_name', 'From Name', A_NAME],
	['recipients', 'Recipients', { emptyList: [null, []], invalid: [{ first_name: 'Ann' }] }],
	['cart', 'Cart', { missing: [null], invalid: [[]] }],
	['cart', 'Cart Items', { emptyList: [{ items: [] }] }],
	['send_method', 'Send Method', { missing: [null], invalid: ['pigeon', ...INHERITED] }],
	['message', 'Message', { invalid: [5], unevaluated: ['Hi {{ $json.name }}'] }],
	['card_id', 'Card', NO_ID],
	['payment_method_id', 'Payment Method', { invalid: [[]] }],
	['workspace_id', 'Workspace', NO_ID],
	['swap', 'Swap', { invalid: ['SINGLE'] }],
	['international_shipping_tier', 'International Shipping Tier', { invalid: ['world'] }],
	['notifications_enabled', 'Notifications', { invalid: ['true'] }],
	['international_gift_cards_enabled', 'International Gift Cards', { invalid: [1] }],
	['commerce_end_user_id', 'Commerce End User ID', { invalid: [['a']] }],
	['customer_reference_id', 'Customer Reference ID', { invalid: [47.11] }],
	['reserved_options', 'Reserved Options', { invalid: ['x'] }],
	['reserved_options', 'Custom Price Tier', { invalid: [{ custom_price_tier: -1 }] }],
	['scheduled_send_on', 'Send On', { past: [NOW.toISOString()], invalid: ['2040-02-30T00:00:00Z'] }],
	['scheduled_send_on', 'Send On', { skippedTime: ['2040-01-01T00:00:00'] }],
	['expires_at', 'Expires At', { past: [NOW.toISOString()], invalid: ['never', 2082790800000] }],
	['recipient.first_name', 'First Name', A_NAME],
	['recipient.last_name', 'Last Name', { invalid: [['Lee']] }],
	['recipient.email', 'Email', { invalid: ['ann@', 'a@example.com, b@example.com'] }],
	['recipient.phone', 'Phone', { invalid: ['(415) 555-2671', '+1 415 555 2671', 14155552671] }],
	['recipient.phone', 'Phone', { invalid: ['+442071838750', '+14165552671'] }],
	['recipient.mailing_address', 'Mailing Address', { invalid: ['Boston'] }],
	['recipient.mailing_address.address_1', 'Address Line 1', { missing: [''], unevaluated: ['{{ $json.street }}'] }],
	['recipient.mailing_address.address_1', 'Address Line 1', { invalid: ['on file', 'Siehe oben', '214-555-0199'] }],
	['recipient.mailing_address.address_1', 'Address Line 1', { invalid: ['bo3@example.com', 'www.example.com/3'] }],
	['recipient.mailing_address.city', 'City', { missing: [null], unevaluated: ['in {{ $json.city }}'] }],
	['recipient.mailing_address.state', 'State', { missing: [' '], invalid: ['Ontario'] }],
	['recipient.mailing_address.postal_code', 'Postal Code', { missing: [''], invalid: ['150-0001'] }],
	['recipient.mailing_address.country', 'Country', { invalid: ['CA'] }],
	['cart item.quantity', 'Quantity', { missing: [null], invalid: [0, '1.5'] }],
	['cart item.variable_price', 'Variable Price (Cents)', { invalid: ['25.00'] }],
	['cart item.variants', 'Variants', { emptyList: [[]], invalid: [5, ['Large', 5]], missing: [['Large', ' ']] }],
	['cart item.product_id', 'Product', { invalid: ['tin'] }],
];

/** Where the recipient, or the item of the cart, is that is changed. */
const [IN_ROW, IN_CART] = [{ row: 2 }, { cartItem: 1 }];

const inProduct = (product_id: unknown, product_url: unknown = null, collection_id: unknown = null): Loose => ({
	'cart item.product_id': product_id,
	'cart item.product_url': product_url,
	'cart item.collection_id': collection_id,
});
const needed = (send_method: string, field: string, neededBy: string): [Loose, Loose] => [
	{ send_method, [field]: null },
	{ kind: 'missing', neededBy, ...IN_ROW },
];

const unknown = (field: string, name: string, known: string, place?: Loose): Loose => ({
	...{ kind: 'unknownFields', field, names: [name], known: expect.arrayContaining([known]) as string[], ...place },
});

/** What several fields together may not be, and fields that are unknown. */
const PROBLEMS: Array<[change: Loose, problem: Loose]> = [
	[
		{ message: 'Hi', card_id: null },
		{ kind: 'missing', field: 'Card', neededBy: 'message' },
	],
	[{ swap: 'disabled', ...inProduct(null, null, UUID) }, { kind: 'collectionWithoutSwap' }],
	[{ scheduled_send_on: PAST }, { kind: 'past', field: 'Send On', value: PAST }],
	[{ expires_at: PAST }, { kind: 'past', field: 'Expires At', value: PAST }],
	[{ scheduled_send_on: '2040-02-01T00:00:00Z', expires_at: '2040-01-01T00:00:00Z' }, { kind: 'expiresTooEarly' }],
	[{ scheduled_send_on: '2040-06-01T12:00:00Z', expires_at: '2040-06-01T14:00:00+02:00' }, { kind: 'expiresTooEarly' }],
	needed('email_and_link', 'recipient.email', 'emailAndLink'),
	needed('direct_send', 'recipient.mailing_address', 'directSend'),
	[inProduct(null, 'ftp://acme.com'), { kind: 'invalid', field: 'Product', ...IN_CART }],
	[inProduct(null, ' '), { kind: 'noProduct', ...IN_CART }],
	[inProduct(UUID, 'https://example.com/tin'), { kind: 'severalProducts', ...IN_CART }],
	[inProduct(UUID, null, UUID), { kind: 'severalProducts', ...IN_CART }],
	[{ priority: 'high' }, unknown('Order Batch', 'priority', 'from_name')],
	[{ 'recipient.surname': 'x' }, unknown('Recipient', 'surname', 'last_name', IN_ROW)],
	[{ 'cart item.name': 'Tin' }, unknown('Cart Item', 'name', 'quantity', IN_CART)],
];

test('an order batch of any kind that the interface allows is accepted, and nothing in it is changed', () => {
	const property = fc.property(validInput, (input) => {
		expect(checkOrderBatch(input)).toEqual({ value: input, problems: [] });
		expect(problemsOf('OrderBatchInput', input)).toEqual([]);
	});
	fc.assert(property);
});

test('an order batch loses what is blank and white space around texts, and nothing else', () => {
	const names = ['message', 'payment_method_id', 'workspace_id', 'scheduled_send_on', 'expires_at', 'swap'];
	const blanks = fc.constantFrom('', '  ', null, undefined);
	const fields = fc.constantFrom(...names, 'customer_reference_id');
	const property = fc.property(validInput, blanks, fields, (input, blank, name) => {
		const { [name]: _dropped, ...rest } = input;
		const padded = { ...rest, [name]: blank, from_name: ` ${String(input.from_name)}\n` };
		expect(checkOrderBatch(padded)).toEqual({ value: rest, problems: [] });
	});
	fc.assert(property);
});

/** What is wrong with the second recipient, or the second item of the cart, or with the order batch. */
const foundIn = (change: Loose) => problemsIn(changed(RIGHT, change));

test.each(REFUSED)('an order batch is refused for %s alone, which is "%s", with %j', (path, field, values) => {
	const [, address, line = ''] = /^(.*mailing_address)\.(.*)$/.exec(path) ?? [];
	const place = { ...(path.startsWith('recipient.') && IN_ROW), ...(path.startsWith('cart item.') && IN_CART) };
	for (const [kind, all] of Object.entries(values)) {
		for (const value of all) {
			const change = address ? { [address]: { ...LINES, [line]: value } } : { [path]: value };
			expect([value, foundIn(change)]).toMatchObject([value, [{ kind, field, ...place }]]);
		}
	}
});

test.each(PROBLEMS)('an order batch with %j is refused for that alone: %j', (change, problem) => {
	expect(foundIn(change)).toMatchObject([problem]);
});

const anything = fc.anything({
	withBigInt: true,
	withDate: true,
	withMap: true,
	withNullPrototype: true,
	withSet: true,
	withSparseArray: true,
});

test('checkOrderBatch never throws, whatever it is given, and whatever the fields that it knows hold', () => {
	fc.assert(fc.property(anything, (input) => expect(problemsIn(input).length).toBeGreaterThan(0)));
	const unreadable = { length: Object.create(null) as object };
	expect(problemsIn({ from_name: unreadable, customer_reference_id: unreadable })).not.toEqual([]);
	const anyFields = (name: 'OrderBatchInput' | 'RecipientInput' | 'CartItemInput') =>
		Object.fromEntries(fieldsOf(name).map((field) => [field, anything]));
	const rows = {
		recipients: fc.array(fc.record(anyFields('RecipientInput'))),
		cart: fc.record({ items: fc.array(fc.record(anyFields('CartItemInput'))) }),
	};
	const property = fc.property(fc.record({ ...anyFields('OrderBatchInput'), ...rows }), (input) => {
		for (const sentence of sentencesOf(problemsIn(input))) expect(sentence).toMatch(/^(?:\d+ r|"?[A-Z])/);
	});
	fc.assert(property);
});

test('the schema of an order batch has exactly the fields of the interface', () => {
	const { shape } = giftSchema;
	expect(Object.keys(shape).sort()).toEqual(fieldsOf('OrderBatchInput'));
	expect(Object.keys(recipientInput.shape).sort()).toEqual(fieldsOf('RecipientInput'));
	// A gift collection becomes its product before it is sent.
	const cartItemFields = [...fieldsOf('CartItemInput'), 'collection_id'].sort();
	expect(Object.keys(shape.cart.shape.items.def.element.shape).sort()).toEqual(cartItemFields);
});

test('what is missing names the column that is not used for it', () => {
	const unused = { 'First Name': 'Manager', Email: 'Old Email', 'Address Line 1': 'Venue Address' };
	const unusedIn = (read: object, sendMethod: string) =>
		checkRecipient(read, { sendMethod, unused }).problems.map((problem) => 'unused' in problem && problem.unused);

	expect(unusedIn({}, 'email_and_link')).toEqual(['Manager', 'Old Email']);
	expect(unusedIn({ first_name: 'Ann' }, 'direct_send')).toEqual(['Venue Address']);
	const mailing_address = { ...LINES, address_1: '' };
	expect(unusedIn({ first_name: 'Ann', mailing_address }, 'direct_send')).toEqual(['Venue Address']);
});
