import type { IDataObject } from 'n8n-workflow';

import { recipientInput } from '../../../../../nodes/GiftOrderBatch/resources/orderBatch/recipients/recipientInput';
import { problemsOfRows, type Row } from '../../../../../nodes/GiftOrderBatch/resources/orderBatch/recipients/rows';
import {
	checkGift,
	checkRecipient,
	giftSchema,
	timeProblems,
} from '../../../../../nodes/GiftOrderBatch/resources/orderBatch/rules/input';
import { sentencesOf, type Problem } from '../../../../../nodes/GiftOrderBatch/resources/sentences';
import fc from '../../../../support/properties';
import { fieldsOf, problemsOf } from '../../../../support/schemas';

/** openapi: OrderBatchSendMethod, OrderBatchSwap, OrderBatchInternationalShippingTier. */
const SEND_METHODS = ['email_and_link', 'link_multiple_custom_list', 'direct_send'];
const SWAPS = ['single', 'multiple', 'disabled'];
const INTERNATIONAL_SHIPPING_TIERS = ['disabled', 'standard', 'full'];

type Loose = Record<string, unknown>;

const NOW = new Date('2030-01-01T00:00:00Z');
const UUID = '123e4567-e89b-42d3-a456-426614174000';

const text = fc
	.string({ unit: 'grapheme', minLength: 1 })
	.filter((value) => value !== '' && value === value.trim() && !value.includes('{{'));
const of = (characters: string, minLength: number, maxLength: number) =>
	fc.string({ unit: fc.constantFrom(...characters), minLength, maxLength });
const letters = of('abcxyz019-_', 1, 12);
const email = fc
	.tuple(letters, letters, fc.constantFrom('com', 'org', 'co.uk'))
	.map(([user, host, end]) => `${user}@${host}.${end}`);
const phone = fc
	.tuple(fc.constantFrom('212', '415', '555', '989'), of('0123456789', 7, 7))
	.map(([area, local]) => `+1${area}${local}`);

const LINE_NAMES = ['address_1', 'address_2', 'city', 'state', 'postal_code'];
const texts = Object.fromEntries(['first_name', 'last_name', ...LINE_NAMES].map((name) => [name, text]));
const address = fc.record<Record<string, string | null>>(
	{
		...texts,
		address_1: fc.constantFrom(
			'548 Market St',
			'One Apple Park Way',
			'General Delivery',
			'P.O. Box 12',
			'N6W23001 Bluemound',
		),
		state: fc.constantFrom('MA', 'New York', 'D.C.', 'puerto rico'),
		postal_code: of('123456789', 5, 5).chain((code) => fc.constantFrom(code, `${code}-0123`)),
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

const moment = fc
	.date({ min: new Date('2030-01-01T00:00:01Z'), max: new Date('2060-01-01T00:00:00Z'), noInvalidDate: true })
	.map((date) => date.toISOString());
const times = fc.oneof(
	fc.record({ scheduled_send_on: moment }),
	fc.record({ expires_at: moment }),
	fc.tuple(moment, fc.integer({ min: 1, max: 1e9 })).map(([scheduled, later]) => ({
		scheduled_send_on: scheduled,
		expires_at: new Date(Date.parse(scheduled) + later).toISOString(),
	})),
	fc.constant({}),
);

const card = fc.oneof(
	fc.record({ message: text, card_id: fc.uuid() }),
	fc.record({ card_id: fc.uuid() }),
	fc.constant({}),
);

const others = fc.record(
	{
		payment_method_id: text,
		workspace_id: fc.uuid(),
		swap: fc.constantFrom(...SWAPS),
		international_shipping_tier: fc.constantFrom(...INTERNATIONAL_SHIPPING_TIERS),
		international_gift_cards_enabled: fc.boolean(),
		notifications_enabled: fc.boolean(),
		commerce_end_user_id: text,
		customer_reference_id: text,
		reserved_options: fc.record({ custom_price_tier: fc.nat() }),
	},
	{ requiredKeys: [] },
);

const validInput = fc
	.constantFrom(...SEND_METHODS)
	.chain((method) =>
		fc.tuple(
			fc.record({
				from_name: text,
				send_method: fc.constant(method),
				recipients: recipients(method),
				cart: fc.record({ items: fc.array(cartItem, { minLength: 1, maxLength: 4 }) }),
			}),
			times,
			card,
			others,
		),
	)
	.map((parts) => structuredClone(Object.assign({}, ...parts)) as Loose);

/** Checks the body of a request against the rules of the input, as the node does. */
function checkOrderBatch(body: unknown): { value: unknown } | { problems: Problem[] } {
	const input = (typeof body === 'object' && body ? body : {}) as IDataObject;
	const { gift, problems } = checkGift(giftSchema, body);
	const recipients = Array.isArray(input.recipients) ? input.recipients : [];
	const rows = recipients.map((read: unknown, index): Row => {
		const checked = checkRecipient(read, { sendMethod: input.send_method });
		return { number: index + 1, itemIndex: index, read, unusable: [], hints: [], ...checked };
	});
	const ofTimes = timeProblems(input, { waits: false, wait: { maxWaitMs: 0 } }, NOW);
	const all = [...problems, ...ofTimes, ...problemsOfRows(rows)];
	return all.length > 0
		? { problems: all }
		: { value: { ...gift, recipients: rows.map(({ recipient }) => recipient) } };
}

const problemsIn = (input: unknown): Problem[] => {
	const checked = checkOrderBatch(input);
	return 'problems' in checked ? checked.problems.map(({ name: _recipient, ...problem }) => problem) : [];
};

/** Values by their paths: of one recipient, of one item of the cart, or of the order batch. */
type Change = Record<string, unknown>;

/** The order batch with the values. @param place which recipient or item of the cart, counted around; from 0 */
function changed(input: object, change: Change, place: number): { input: Loose; number: number } {
	const copy = structuredClone(input) as Loose;
	let number = 0;
	for (const [path, value] of Object.entries(change)) {
		const [, list, field = path] = /^(recipient|cart item)\.(.*)$/.exec(path) ?? [];
		const rows = { recipient: copy.recipients, 'cart item': (copy.cart as Loose)?.items }[list ?? ''] as Loose[];
		if (rows) number = (place % rows.length) + 1;
		(rows?.[number - 1] ?? copy)[field] = value;
	}
	return { input: copy, number };
}

const TIN = { product_id: UUID, quantity: 1 };
const RIGHT = {
	from_name: 'Ann from Acme',
	send_method: 'link_multiple_custom_list',
	recipients: [{ first_name: 'Ann' }, { first_name: 'Bo' }],
	cart: { items: [{ ...TIN }, { ...TIN }] },
	card_id: UUID,
};
const LINES = { address_1: '548 Market St', city: 'Boston', state: 'MA', postal_code: '02108', country: 'US' };

type Found = Record<string, unknown>;

const missing = (field: string, more?: Found): Found => ({ kind: 'missing', field, ...more });
const invalid = (field: string, mustBe: string, value: string): Found => ({ kind: 'invalid', field, mustBe, value });
const emptyList = (field: string): Found => ({ kind: 'emptyList', field });
const unevaluated = (field: string): Found => ({ kind: 'unevaluated', field });
const past = (field: string, value: string): Found => ({ kind: 'past', field, value });
const skipped = (field: string, value: string): Found => ({ kind: 'skippedTime', field, value });
/** Of the recipient, or of the item of the cart, that is changed. */
const inRow = (problem: Found): Found => ({ ...problem, row: 'changed' });
const inCart = (problem: Found): Found => ({ ...problem, cartItem: 'changed' });

const NAME = 'text of at most 200 characters';
const METHOD = 'one of direct_send, email_and_link, link_multiple_custom_list';
const EMAIL = 'an email address such as ann@example.com';
const PHONE = 'a US phone number in E.164 format such as +14155552671';
const WHOLE = 'a whole number of at least 1';
const CENTS = 'a whole number of cents of at least 1';
const URL = 'a web address such as https://www.example.com/gift';
const ZIP = 'a US ZIP code such as 94104 or 94104-1234';
const AN_ID = `a UUID such as ${UUID}`;
const A_TIME = 'a date and time such as 2030-12-24T09:00:00';
const FLAG = 'true or false';
const SWAP = 'one of disabled, multiple, single';
const TIER = 'one of disabled, full, standard';
const TIER_NUMBER = 'a whole number of at least 0';
const NO_ADDRESS = { 'recipient.mailing_address': null };
const STREET = 'a street with its number such as 548 Market St';
const STATE = 'a US state such as CA';
const US = 'US, the only supported country';
const ADDRESS = 'Mailing Address (Address Line 1, City, State, Postal Code)';
const PAST = '2029-12-31T23:59:59Z';
const TWO_EMAILS = 'a@example.com, b@example.com';

/** A change of the recipient's address, or of the product in the cart. */
const inLines = (lines: Loose): Change => ({ 'recipient.mailing_address': { ...LINES, ...lines } });
const inProduct = (product_id: unknown, product_url: unknown = null, collection_id: unknown = null): Change => ({
	'cart item.product_id': product_id,
	'cart item.product_url': product_url,
	'cart item.collection_id': collection_id,
});

const at = (scheduled_send_on: string | null, expires_at: unknown = null): Change => ({
	scheduled_send_on,
	expires_at,
});

const PROBLEMS: Array<[change: Change, problem: Found]> = [
	[{ from_name: null }, missing('From Name')],
	[{ from_name: '   ' }, missing('From Name')],
	[{ from_name: 5 }, invalid('From Name', NAME, 'the number 5')],
	[{ from_name: 'From {{ $json.boss }}' }, unevaluated('From Name')],
	[{ recipients: null }, emptyList('Recipients')],
	[{ recipients: [] }, emptyList('Recipients')],
	[{ recipients: { first_name: 'Ann' } }, invalid('Recipients', 'a list', 'an object')],
	[{ cart: null }, missing('Cart')],
	[{ cart: [] }, invalid('Cart', 'an object', 'a list')],
	[{ cart: { items: [] } }, emptyList('Cart Items')],
	[{ send_method: null }, missing('Send Method')],
	...['pigeon', ...Object.getOwnPropertyNames(Object.prototype)].map((name): [Change, Found] => [
		{ send_method: name },
		invalid('Send Method', METHOD, `the text "${name}"`),
	]),
	[{ message: 'Hi', card_id: null }, missing('Card', { neededBy: 'message' })],
	[{ message: 5 }, invalid('Message', 'text', 'the number 5')],
	[{ message: 'Hi {{ $json.name }}' }, unevaluated('Message')],
	[{ card_id: 'birthday' }, invalid('Card', AN_ID, 'the text "birthday"')],
	[{ payment_method_id: [] }, invalid('Payment Method', 'text', 'a list')],
	[{ workspace_id: 'people' }, invalid('Workspace', AN_ID, 'the text "people"')],
	[{ swap: 'SINGLE' }, invalid('Swap', SWAP, 'the text "SINGLE"')],
	[{ swap: 'disabled', ...inProduct(null, null, UUID) }, { kind: 'collectionWithoutSwap' }],
	[{ international_shipping_tier: 'world' }, invalid('International Shipping Tier', TIER, 'the text "world"')],
	[{ notifications_enabled: 'true' }, invalid('Notifications', FLAG, 'the text "true"')],
	[{ international_gift_cards_enabled: 1 }, invalid('International Gift Cards', FLAG, 'the number 1')],
	[{ commerce_end_user_id: ['a'] }, invalid('Commerce End User ID', 'text', 'a list')],
	[{ customer_reference_id: 47.11 }, invalid('Customer Reference ID', 'text', 'the number 47.11')],
	[{ reserved_options: 'x' }, invalid('Reserved Options', 'an object', 'the text "x"')],
	[{ reserved_options: { custom_price_tier: -1 } }, invalid('Custom Price Tier', TIER_NUMBER, 'the number -1')],

	[at(PAST), past('Send On', PAST)],
	[at(NOW.toISOString()), past('Send On', NOW.toISOString())],
	[at(null, PAST), past('Expires At', PAST)],
	[at(null, NOW.toISOString()), past('Expires At', NOW.toISOString())],
	[at('2040-02-01T00:00:00Z', '2040-01-01T00:00:00Z'), { kind: 'expiresTooEarly' }],
	[at('2040-06-01T12:00:00Z', '2040-06-01T14:00:00+02:00'), { kind: 'expiresTooEarly' }],
	[at('2040-01-01T00:00:00'), skipped('Send On', '2040-01-01T00:00:00')],
	[at('2040-02-30T00:00:00Z'), invalid('Send On', A_TIME, 'the text "2040-02-30T00:00:00Z"')],
	[at(null, 'never'), invalid('Expires At', A_TIME, 'the text "never"')],
	[at(null, 2082790800000), invalid('Expires At', A_TIME, 'the number 2082790800000')],

	[{ 'recipient.first_name': null }, inRow(missing('First Name'))],
	[{ 'recipient.first_name': 7 }, inRow(invalid('First Name', NAME, 'the number 7'))],
	[{ 'recipient.first_name': '{{ $json.first }}' }, inRow(unevaluated('First Name'))],
	[{ 'recipient.last_name': ['Lee'] }, inRow(invalid('Last Name', NAME, 'a list'))],
	[{ 'recipient.email': 'ann@' }, inRow(invalid('Email', EMAIL, 'the text "ann@"'))],
	[{ 'recipient.email': TWO_EMAILS }, inRow(invalid('Email', EMAIL, `the text "${TWO_EMAILS}"`))],
	[{ 'recipient.phone': '(415) 555-2671' }, inRow(invalid('Phone', PHONE, 'the text "(415) 555-2671"'))],
	[{ 'recipient.phone': '+1 415 555 2671' }, inRow(invalid('Phone', PHONE, 'the text "+1 415 555 2671"'))],
	[{ 'recipient.phone': '+442071838750' }, inRow(invalid('Phone', PHONE, 'the text "+442071838750"'))],
	[{ 'recipient.phone': '+14165552671' }, inRow(invalid('Phone', PHONE, 'the text "+14165552671"'))],
	[{ 'recipient.phone': 14155552671 }, inRow(invalid('Phone', PHONE, 'the number 14155552671'))],
	[{ 'recipient.mailing_address': 'Boston' }, inRow(invalid('Mailing Address', 'an object', 'the text "Boston"'))],
	[inLines({ address_1: '' }), inRow(missing('Address Line 1'))],
	...['on file', 'Siehe oben', '214-555-0199', 'bo3@example.com', 'www.example.com/3'].map(
		(street): [Change, Found] => [
			inLines({ address_1: street }),
			inRow(invalid('Address Line 1', STREET, `the text "${street}"`)),
		],
	),
	[inLines({ address_1: '{{ $json.street }}' }), inRow(unevaluated('Address Line 1'))],
	[inLines({ city: null }), inRow(missing('City'))],
	[inLines({ city: 'in {{ $json.city }}' }), inRow(unevaluated('City'))],
	[inLines({ state: ' ' }), inRow(missing('State'))],
	[inLines({ state: 'Ontario' }), inRow(invalid('State', STATE, 'the text "Ontario"'))],
	[inLines({ postal_code: '' }), inRow(missing('Postal Code'))],
	[inLines({ postal_code: '150-0001' }), inRow(invalid('Postal Code', ZIP, 'the text "150-0001"'))],
	[inLines({ country: 'CA' }), inRow(invalid('Country', US, 'the text "CA"'))],
	[{ send_method: 'email_and_link', 'recipient.email': null }, inRow(missing('Email', { neededBy: 'emailAndLink' }))],
	[{ send_method: 'direct_send', ...NO_ADDRESS }, inRow(missing(ADDRESS, { neededBy: 'directSend' }))],

	[{ 'cart item.quantity': null }, inCart(missing('Quantity'))],
	[{ 'cart item.quantity': 0 }, inCart(invalid('Quantity', WHOLE, 'the number 0'))],
	[{ 'cart item.quantity': '1.5' }, inCart(invalid('Quantity', WHOLE, 'the text "1.5"'))],
	[{ 'cart item.variable_price': '25.00' }, inCart(invalid('Variable Price (Cents)', CENTS, 'the text "25.00"'))],
	[{ 'cart item.variants': [] }, inCart(emptyList('Variants'))],
	[{ 'cart item.variants': 5 }, inCart(invalid('Variants', 'a list', 'the number 5'))],
	[{ 'cart item.variants': ['Large', 5] }, inCart(invalid('Variants', 'text', 'the number 5'))],
	[{ 'cart item.variants': ['Large', ' '] }, inCart(missing('Variants'))],
	[inProduct('tin'), inCart(invalid('Product', AN_ID, 'the text "tin"'))],
	[inProduct(null, 'ftp://acme.com'), inCart(invalid('Product', URL, 'the text "ftp://acme.com"'))],
	[inProduct(null, ' '), inCart({ kind: 'noProduct' })],
	[inProduct(UUID, 'https://example.com/tin'), inCart({ kind: 'severalProducts' })],
	[inProduct(UUID, null, UUID), inCart({ kind: 'severalProducts' })],
];

/** Unknown fields, which come from JSON only. */
const unknown = (field: string, ...names: string[]): Found => ({ kind: 'unknownFields', field, names });
const UNKNOWN: Array<[change: Change, problem: Found, known: string]> = [
	[{ priority: 'high' }, unknown('Order Batch', 'priority'), 'from_name'],
	[{ 'recipient.surname': 'x' }, inRow(unknown('Recipient', 'surname')), 'last_name'],
	[{ 'cart item.name': 'Tin' }, inCart(unknown('Cart Item', 'name')), 'quantity'],
];

/** The problem of what is changed. @param number of the recipient or the item of the cart, from 1 */
const ofNumber = ({ row, cartItem, ...problem }: Found, number: number): Found => ({
	...problem,
	...(row !== undefined && { row: number }),
	...(cartItem !== undefined && { cartItem: number - 1 }),
});

describe('an order batch', () => {
	test('of any kind that the interface allows is accepted, and nothing in it is changed', () => {
		fc.assert(
			fc.property(validInput, (input) => {
				expect(checkOrderBatch(input)).toEqual({ value: input });
				expect(problemsOf('OrderBatchInput', input)).toEqual([]);
			}),
		);
	});

	test('loses what is blank and white space around texts, and nothing else', () => {
		const names = ['message', 'payment_method_id', 'workspace_id', 'scheduled_send_on', 'expires_at', 'swap'];
		const blanks = fc.constantFrom('', '  ', null, undefined);
		fc.assert(
			fc.property(validInput, blanks, fc.constantFrom(...names, 'customer_reference_id'), (input, blank, name) => {
				const { [name]: _dropped, ...rest } = input;
				const padded = { ...rest, [name]: blank, from_name: ` ${String(input.from_name)}\n` };
				expect(checkOrderBatch(padded)).toEqual({ value: rest });
			}),
		);
	});

	test.each(PROBLEMS)('with %j is refused for that alone: %j', (change, problem) => {
		const recipients = RIGHT.recipients.map((one) => ({ email: 'bo@example.com', mailing_address: LINES, ...one }));
		const { input, number } = changed({ ...RIGHT, recipients }, change, 1);
		expect(problemsIn(input)).toEqual([ofNumber(problem, number)]);
	});

	test.each(UNKNOWN)('with %j is refused, and the fields that exist are named', (change, problem, known) => {
		const { input, number } = changed(RIGHT, change, 1);
		expect(problemsIn(input)).toEqual([{ ...ofNumber(problem, number), known: expect.arrayContaining([known]) }]);
	});
});

describe('checkOrderBatch', () => {
	const anything = fc.anything({
		withBigInt: true,
		withDate: true,
		withMap: true,
		withNullPrototype: true,
		withSet: true,
		withSparseArray: true,
	});

	test('never throws, whatever it is given', () => {
		fc.assert(fc.property(anything, (input) => expect(problemsIn(input).length).toBeGreaterThan(0)));
	});

	test('never throws, whatever the fields that it knows hold', () => {
		const unreadable = { length: Object.create(null) as object };
		expect(problemsIn({ from_name: unreadable, customer_reference_id: unreadable })).not.toEqual([]);
		const anyFields = (name: 'OrderBatchInput' | 'RecipientInput' | 'CartItemInput') =>
			Object.fromEntries(fieldsOf(name).map((field) => [field, anything]));
		const rows = {
			recipients: fc.array(fc.record(anyFields('RecipientInput'))),
			cart: fc.record({ items: fc.array(fc.record(anyFields('CartItemInput'))) }),
		};
		fc.assert(
			fc.property(fc.record({ ...anyFields('OrderBatchInput'), ...rows }), (input) => {
				for (const sentence of sentencesOf(problemsIn(input))) expect(sentence).toMatch(/^(?:\d+ r|"?[A-Z])/);
			}),
		);
	});
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
