import fc from 'fast-check';

import {
	INTERNATIONAL_SHIPPING_TIERS,
	SEND_METHODS,
	SWAPS,
} from '../../../../../nodes/GiftOrderBatch/api/enumerations';
import { recipientInput } from '../../../../../nodes/GiftOrderBatch/resources/orderBatch/recipients/recipientInput';
import { orderBatchGift } from '../../../../../nodes/GiftOrderBatch/resources/orderBatch/rules/input';
import { checkOrderBatch } from '../../../../support/checkOrderBatch';
import { fieldsOf, problemsOf } from '../../../../support/schemas';

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
const phone = fc.tuple(of('23456789', 1, 1), of('0123456789', 9, 9)).map((parts) => `+1${parts.join('')}`);

const LINE_NAMES = ['address_1', 'address_2', 'city', 'state', 'postal_code'];
const texts = Object.fromEntries(['first_name', 'last_name', ...LINE_NAMES].map((name) => [name, text]));
const address = fc.record<Record<string, string | null>>(
	{
		...texts,
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

/** Any order batch that the interface allows. */
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

const problemsIn = (input: unknown): string[] => {
	const checked = checkOrderBatch(input, NOW);
	return 'problems' in checked ? checked.problems : [];
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

const RIGHT = {
	from_name: 'Ann from Acme',
	send_method: 'link_multiple_custom_list',
	recipients: [{ first_name: 'Ann' }, { first_name: 'Bo' }],
	cart: {
		items: [
			{ product_id: UUID, quantity: 1 },
			{ product_id: UUID, quantity: 1 },
		],
	},
	card_id: UUID,
};
const EXPRESSION =
	'has "{{" in it, so that an expression was not evaluated: set its field to Expression, or correct the input';
const LINES = { address_1: '548 Market St', city: 'Boston', state: 'MA', postal_code: '02108', country: 'US' };

const NO_PRODUCT = 'Cart item #: "Product" is missing: choose one from the list, by ID or by URL';
const TWO_PRODUCTS = 'Cart item #: "Product" must be given by ID or by URL, not by both';
const METHOD = '"Send Method" must be one of email_and_link, link_multiple_custom_list, direct_send, but it is';
const EMAIL = 'Recipient #: "Email" must be an email address such as ann@example.com, but it is';
const PHONE = 'Recipient #: "Phone" must be a US phone number in E.164 format such as +14155552671, but it is';
const QUANTITY = 'Cart item #: "Quantity" must be a whole number of at least 1, but it is';
const PRICE = 'Cart item #: "Variable Price (Cents)" must be a whole number of cents of at least 1, but it is';
const TIER = '"Custom Price Tier" must be a whole number of at least 0, but it is';
const ADDRESS = '"Mailing Address (Address Line 1, City, State, Postal Code)" is missing';
const COUNTRY = 'Recipient #: "Country" must be US, the only country that is supported, but it is the text "CA"';
const PRODUCT_URL = 'Cart item #: "Product" must be a web address such as https://www.example.com/gift, but it is';
const AN_ID = `must be a UUID such as ${UUID}, but it is`;
const A_TIME = 'must be a date and time such as 2030-12-24T09:00:00, but it is';
const PAST = '2029-12-31T23:59:59Z';
const PAST_SCHEDULE = (time: string) =>
	`"Scheduled Send On" is in the past (${time}): choose a later time, or leave it empty to send at once`;
const EXPIRES_LATER = '"Expires At" must be later than "Scheduled Send On"';
const FLAG = 'must be true or false, but it is';

/** What can be wrong, and the sentence that tells it; `#` is the number of the recipient or of the cart item. */
const PROBLEMS: Array<[change: Change, problem: string]> = [
	[{ from_name: null }, '"From Name" is missing'],
	[{ from_name: '   ' }, '"From Name" is missing'],
	[{ from_name: 5 }, '"From Name" must be text of at most 200 characters, but it is the number 5'],
	[{ from_name: { a: 1 } }, '"From Name" must be text of at most 200 characters, but it is an object'],
	[{ recipients: null }, '"Recipients" is empty: add at least one entry'],
	[{ recipients: [] }, '"Recipients" is empty: add at least one entry'],
	[{ recipients: { first_name: 'Ann' } }, '"Recipients" must be a list, but it is an object'],
	[{ cart: null }, '"Cart" is missing'],
	[{ cart: [] }, '"Cart" must be an object, but it is a list'],
	[{ cart: { items: [] } }, '"Cart Items" is empty: add at least one entry'],
	[{ send_method: null }, '"Send Method" is missing'],
	[{ send_method: 'pigeon' }, `${METHOD} the text "pigeon"`],
	[{ send_method: 'Email and Link' }, `${METHOD} the text "Email and Link"`],
	[{ message: 'Hi', card_id: null }, '"Card" is missing: a "Message" needs one'],
	[{ message: 5, card_id: UUID }, '"Message" must be text, but it is the number 5'],
	[{ card_id: 'birthday' }, `"Card" ${AN_ID} the text "birthday"`],
	[{ payment_method_id: [] }, '"Payment Method" must be text, but it is a list'],
	[{ workspace_id: 'people' }, `"Workspace" ${AN_ID} the text "people"`],
	[{ swap: 'SINGLE' }, '"Swap" must be one of single, multiple, disabled, but it is the text "SINGLE"'],
	[
		{ swap: 'disabled', 'cart item.product_id': null, 'cart item.product_url': null, 'cart item.collection_id': UUID },
		'"Swap" must not be Disabled: recipients choose their gift from the collection',
	],
	[
		{ international_shipping_tier: 'world' },
		'"International Shipping Tier" must be one of disabled, standard, full, but it is the text "world"',
	],
	[{ notifications_enabled: 'true' }, `"Notifications Enabled" ${FLAG} the text "true"`],
	[{ international_gift_cards_enabled: 1 }, `"International Gift Cards Enabled" ${FLAG} the number 1`],
	[{ commerce_end_user_id: ['a'] }, '"Commerce End User ID" must be text, but it is a list'],
	[{ customer_reference_id: 47.11 }, '"Customer Reference ID" must be text, but it is the number 47.11'],
	[{ reserved_options: 'x' }, '"Reserved Options" must be an object, but it is the text "x"'],
	[{ reserved_options: { custom_price_tier: -1 } }, `${TIER} the number -1`],
	[{ reserved_options: { custom_price_tier: 'gold' } }, `${TIER} the text "gold"`],

	[{ scheduled_send_on: PAST, expires_at: null }, PAST_SCHEDULE(PAST)],
	[{ scheduled_send_on: NOW.toISOString(), expires_at: null }, PAST_SCHEDULE(NOW.toISOString())],
	[{ expires_at: PAST }, `"Expires At" is in the past (${PAST})`],
	[{ scheduled_send_on: '2040-02-01T00:00:00Z', expires_at: '2040-01-01T00:00:00Z' }, EXPIRES_LATER],
	[{ scheduled_send_on: '2040-06-01T12:00:00Z', expires_at: '2040-06-01T14:00:00+02:00' }, EXPIRES_LATER],
	[
		{ scheduled_send_on: '2040-01-01T00:00:00' },
		'"Scheduled Send On" is 2040-01-01T00:00:00, which the time zone of the workflow skips because its clocks go forward: choose another time of that day',
	],
	[{ scheduled_send_on: '2040-02-30T00:00:00Z' }, `"Scheduled Send On" ${A_TIME} the text "2040-02-30T00:00:00Z"`],
	[
		{ scheduled_send_on: '2040-01-01T00:00:00+24:00' },
		`"Scheduled Send On" ${A_TIME} the text "2040-01-01T00:00:00+24:00"`,
	],
	[{ expires_at: 'never' }, `"Expires At" ${A_TIME} the text "never"`],
	[{ expires_at: 2082790800000 }, `"Expires At" ${A_TIME} the number 2082790800000`],

	[{ 'recipient.first_name': null }, 'Recipient #: "First Name" is missing'],
	[
		{ 'recipient.first_name': 7 },
		'Recipient #: "First Name" must be text of at most 200 characters, but it is the number 7',
	],
	[
		{ 'recipient.last_name': ['Lee'] },
		'Recipient #: "Last Name" must be text of at most 200 characters, but it is a list',
	],
	[{ 'recipient.email': 'ann@' }, `${EMAIL} the text "ann@"`],
	[{ 'recipient.email': 'a@example.com, b@example.com' }, `${EMAIL} the text "a@example.com, b@example.com"`],
	[{ 'recipient.phone': '+1415555' }, `${PHONE} the text "+1415555"`],
	[{ 'recipient.phone': '(415) 555-2671' }, `${PHONE} the text "(415) 555-2671"`],
	[{ 'recipient.phone': '+442071838750' }, `${PHONE} the text "+442071838750"`],
	[{ 'recipient.phone': 14155552671 }, `${PHONE} the number 14155552671`],
	[
		{ 'recipient.mailing_address': 'Boston' },
		'Recipient #: "Mailing Address" must be an object, but it is the text "Boston"',
	],
	[{ 'recipient.mailing_address': { ...LINES, address_1: '' } }, 'Recipient #: "Address Line 1" is missing'],
	[{ 'recipient.mailing_address': { ...LINES, city: null } }, 'Recipient #: "City" is missing'],
	[{ 'recipient.mailing_address': { ...LINES, state: ' ' } }, 'Recipient #: "State" is missing'],
	[{ 'recipient.mailing_address': { ...LINES, postal_code: '' } }, 'Recipient #: "Postal Code" is missing'],
	[
		{ 'recipient.mailing_address': { ...LINES, state: '02108' } },
		'Recipient #: "State" must be a US state such as CA, but it is the text "02108"',
	],
	[
		{ 'recipient.mailing_address': { ...LINES, state: 'Ontario' } },
		'Recipient #: "State" must be a US state such as CA, but it is the text "Ontario"',
	],
	[
		{ 'recipient.mailing_address': { ...LINES, postal_code: 'Zip' } },
		'Recipient #: "Postal Code" must be a US ZIP code such as 94104 or 94104-1234, but it is the text "Zip"',
	],
	[
		{ 'recipient.mailing_address': { ...LINES, postal_code: '150-0001' } },
		'Recipient #: "Postal Code" must be a US ZIP code such as 94104 or 94104-1234, but it is the text "150-0001"',
	],
	[{ 'recipient.first_name': '{{ $json.first }}' }, `Recipient #: "First Name" ${EXPRESSION}`],
	[{ 'recipient.mailing_address': { ...LINES, city: 'in {{ $json.city }}' } }, `Recipient #: "City" ${EXPRESSION}`],
	[{ 'recipient.mailing_address': { ...LINES, country: 'CA' } }, COUNTRY],
	[
		{ send_method: 'email_and_link', 'recipient.email': null },
		'Recipient #: "Email" is missing: the send method "Email and Link" needs it',
	],
	[
		{ send_method: 'direct_send', 'recipient.mailing_address': null },
		`Recipient #: ${ADDRESS}: the send method "Direct Send" needs it`,
	],

	[{ 'cart item.quantity': null }, 'Cart item #: "Quantity" is missing'],
	[{ 'cart item.quantity': 0 }, `${QUANTITY} the number 0`],
	[{ 'cart item.quantity': -1 }, `${QUANTITY} the number -1`],
	[{ 'cart item.quantity': 1.5 }, `${QUANTITY} the number 1.5`],
	[{ 'cart item.quantity': NaN }, `${QUANTITY} the number NaN`],
	[{ 'cart item.quantity': 'two' }, `${QUANTITY} the text "two"`],
	[{ 'cart item.quantity': '1.5' }, `${QUANTITY} the text "1.5"`],
	[{ 'cart item.quantity': [1] }, `${QUANTITY} a list`],
	[{ 'cart item.variable_price': -5 }, `${PRICE} the number -5`],
	[{ 'cart item.variable_price': 1.5 }, `${PRICE} the number 1.5`],
	[{ 'cart item.variable_price': '25.00' }, `${PRICE} the text "25.00"`],
	[{ 'cart item.variable_price': '$25' }, `${PRICE} the text "$25"`],
	[{ 'cart item.variants': [] }, 'Cart item #: "Variants" is empty: add at least one entry'],
	[{ 'cart item.variants': 5 }, 'Cart item #: "Variants" must be a list, but it is the number 5'],
	[{ 'cart item.variants': ['Large', 5] }, 'Cart item #: "Variants" must be text, but it is the number 5'],
	[{ 'cart item.variants': ['Large', ' '] }, 'Cart item #: "Variants" is missing'],
	[{ 'cart item.product_id': 'tin', 'cart item.product_url': null }, `Cart item #: "Product" ${AN_ID} the text "tin"`],
	[{ 'cart item.product_id': null, 'cart item.product_url': 'tin' }, `${PRODUCT_URL} the text "tin"`],
	[{ 'cart item.product_id': null, 'cart item.product_url': 'www.acme.com' }, `${PRODUCT_URL} the text "www.acme.com"`],
	[
		{ 'cart item.product_id': null, 'cart item.product_url': 'ftp://acme.com' },
		`${PRODUCT_URL} the text "ftp://acme.com"`,
	],
	[{ 'cart item.product_id': null, 'cart item.product_url': ' ' }, NO_PRODUCT],
	[{ 'cart item.product_id': UUID, 'cart item.product_url': 'https://example.com/tin' }, TWO_PRODUCTS],
	[{ 'cart item.product_id': UUID, 'cart item.collection_id': UUID }, TWO_PRODUCTS],
];

/** Unknown fields, which come from JSON only. */
const UNKNOWN: Array<[change: Change, problem: string]> = [
	[{ priority: 'high' }, '"Order Batch" has the unknown field "priority"'],
	[{ 'recipient.surname': 'x' }, 'Recipient #: "Recipient" has the unknown field "surname"'],
	[{ 'cart item.name': 'Tin' }, 'Cart item #: "Cart Item" has the unknown field "name"'],
];

describe('an order batch', () => {
	test('of any kind that the interface allows is accepted, and nothing in it is changed', () => {
		fc.assert(
			fc.property(validInput, (input) => {
				expect(checkOrderBatch(input, NOW)).toEqual({ value: input });
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
				expect(checkOrderBatch(padded, NOW)).toEqual({ value: rest });
			}),
		);
	});

	test.each(PROBLEMS)('with %j is refused for that alone: %s', (change, problem) => {
		const recipients = RIGHT.recipients.map((one) => ({ email: 'bo@example.com', mailing_address: LINES, ...one }));
		const { input, number } = changed({ ...RIGHT, recipients }, change, 1);
		expect(problemsIn(input)).toEqual([problem.replace('#', String(number))]);
	});

	test.each(UNKNOWN)('with %j is refused, and the fields that exist are named', (change, problem) => {
		const { input, number } = changed(RIGHT, change, 1);
		expect(problemsIn(input)).toEqual([
			expect.stringMatching(`^${problem.replace('#', String(number))}; its fields are`),
		]);
	});

	test('of any kind is refused with the field and the row that is wrong', () => {
		fc.assert(
			fc.property(validInput, fc.constantFrom(...PROBLEMS), fc.nat(), (right, [change, problem], place) => {
				const { input, number } = changed(right, change, place);
				expect(problemsIn(input)).toContain(problem.replace('#', String(number)));
			}),
			{ numRuns: 1000 },
		);
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
				for (const problem of problemsIn(input)) expect(problem).toMatch(/^"?[A-Z]/);
			}),
		);
	});
});

test('the schema of an order batch has exactly the fields of the interface', () => {
	const { shape } = orderBatchGift;
	expect(Object.keys(shape).sort()).toEqual(fieldsOf('OrderBatchInput'));
	expect(Object.keys(recipientInput.shape).sort()).toEqual(fieldsOf('RecipientInput'));
	// A gift collection becomes its product before it is sent.
	const cartItemFields = [...fieldsOf('CartItemInput'), 'collection_id'].sort();
	expect(Object.keys(shape.cart.shape.items.def.element.shape).sort()).toEqual(cartItemFields);
});
