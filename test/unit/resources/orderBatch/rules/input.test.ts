import fc from 'fast-check';

import {
	INTERNATIONAL_SHIPPING_TIERS,
	SEND_METHODS,
	SWAPS,
} from '../../../../../nodes/GiftOrderBatch/api/enumerations';
import { recipientInput } from '../../../../../nodes/GiftOrderBatch/resources/orderBatch/recipients/recipientInput';
import {
	orderBatchGift,
	type OrderBatchInput,
} from '../../../../../nodes/GiftOrderBatch/resources/orderBatch/rules/input';
import { checkOrderBatch } from '../../../../support/checkOrderBatch';
import { fieldsOf, problemsOf } from '../../../../support/schemas';

const NOW = new Date('2030-01-01T00:00:00Z');

type Loose = Record<string, unknown>;

const text = fc.string({ unit: 'grapheme', minLength: 1 }).filter((value) => value !== '' && value === value.trim());

const digits = (length: number) =>
	fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: length, maxLength: length });

const letters = fc.string({ unit: fc.constantFrom(...'abcxyz019-_'), minLength: 1, maxLength: 12 });

const email = fc
	.tuple(letters, letters, fc.constantFrom('com', 'org', 'co.uk'))
	.map(([user, host, end]) => `${user}@${host}.${end}`);

const phone = fc
	.tuple(fc.constantFrom(...'23456789'), digits(2), fc.constantFrom(...'23456789'), digits(6))
	.map((parts) => `+1${parts.join('')}`);

const address = fc.record(
	{
		first_name: text,
		last_name: text,
		address_1: text,
		address_2: text,
		city: text,
		state: text,
		postal_code: text,
		country: fc.constantFrom('US', null),
	},
	{ requiredKeys: ['address_1', 'city', 'state', 'postal_code', 'country'] },
);

const recipients = (method: string) =>
	fc.array(
		fc.record(
			{ first_name: text, last_name: text, email, phone, mailing_address: address },
			{
				requiredKeys: [
					'first_name',
					...(method === 'email_and_link' ? (['email'] as const) : []),
					...(method === 'direct_send' ? (['mailing_address'] as const) : []),
				],
			},
		),
		{ minLength: 1, maxLength: 15 },
	);

const product = fc.oneof(fc.record({ product_id: fc.uuid() }), fc.record({ product_url: fc.webUrl() }));

const cartItem = fc
	.tuple(
		product,
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
	.map((parts) => structuredClone(Object.assign({}, ...parts)) as OrderBatchInput);

const problemsIn = (input: unknown): string[] => {
	const checked = checkOrderBatch(input, NOW);
	return 'problems' in checked ? checked.problems : [];
};

describe('checkOrderBatch', () => {
	test('accepts every order batch that the interface allows, and changes nothing in it', () => {
		fc.assert(
			fc.property(validInput, (input) => {
				expect(checkOrderBatch(input, NOW)).toEqual({ value: input });
				expect(problemsOf('OrderBatchInput', input)).toEqual([]);
			}),
		);
	});

	test('drops what is blank and white space around texts, and nothing else', () => {
		const blanks = [
			'message',
			'payment_method_id',
			'workspace_id',
			'scheduled_send_on',
			'expires_at',
			'swap',
			'customer_reference_id',
		];
		fc.assert(
			fc.property(
				validInput,
				fc.constantFrom('', '  ', null, undefined),
				fc.constantFrom(...blanks),
				(input, blank, name) => {
					const { [name]: _dropped, ...rest } = input as Loose;
					const padded = { ...rest, [name]: blank, from_name: ` ${input.from_name}\n` };
					expect(checkOrderBatch(padded, NOW)).toEqual({ value: rest });
				},
			),
		);
	});

	/** What can be wrong with one row or field, done to the body in place, and the beginning of the sentence that tells it. */
	const mutations: Array<[string, (input: Loose, row: (list: Loose[]) => Loose) => void, string]> = [
		['no sender', (input) => delete input.from_name, '"From Name" is missing'],
		['a sender that is a number', (input) => (input.from_name = 5), '"From Name" must be text'],
		['no recipients', (input) => (input.recipients = []), '"Recipients" is empty'],
		[
			'recipients that are no list',
			(input) => (input.recipients = { first_name: 'Ann' }),
			'"Recipients" must be a list',
		],
		['recipients left out', (input) => delete input.recipients, '"Recipients" is empty'],
		['no cart', (input) => delete input.cart, '"Cart" is missing'],
		['a cart that is a list', (input) => (input.cart = []), '"Cart" must be an object'],
		['an empty cart', (input) => (input.cart = { items: [] }), '"Cart Items" is empty'],
		['no send method', (input) => delete input.send_method, '"Send Method" is missing'],
		['an unknown send method', (input) => (input.send_method = 'pigeon'), '"Send Method" must be one of'],
		['an unknown field', (input) => (input.priority = 'high'), '"Order Batch" has the unknown field "priority"'],
		[
			'a message without a card',
			(input) => Object.assign(input, { message: 'Hi', card_id: undefined }),
			'"Card" is missing',
		],
		['a card ID that is no UUID', (input) => (input.card_id = 'birthday'), '"Card" must be a UUID'],
		['a payment method ID that is a list', (input) => (input.payment_method_id = []), '"Payment Method" must be text'],
		['a workspace ID that is no UUID', (input) => (input.workspace_id = 'people'), '"Workspace" must be a UUID'],
		['an unknown swap', (input) => (input.swap = 'SINGLE'), '"Swap" must be one of'],
		[
			'an unknown tier',
			(input) => (input.international_shipping_tier = 'world'),
			'"International Shipping Tier" must be one of',
		],
		[
			'a flag as text',
			(input) => (input.notifications_enabled = 'true'),
			'"Notifications Enabled" must be true or false',
		],
		[
			'another flag as text',
			(input) => (input.international_gift_cards_enabled = 'no'),
			'"International Gift Cards Enabled" must be true or false',
		],
		[
			'an end user ID that is a fraction',
			(input) => (input.commerce_end_user_id = 0.5),
			'"Commerce End User ID" must be text',
		],
		[
			'a reference that is a fraction',
			(input) => (input.customer_reference_id = 0.5),
			'"Customer Reference ID" must be text',
		],
		['options that are text', (input) => (input.reserved_options = 'x'), '"Reserved Options" must be an object'],
		[
			'a negative tier',
			(input) => (input.reserved_options = { custom_price_tier: -1 }),
			'"Custom Price Tier" must be a whole number',
		],
		[
			'a past schedule',
			(input) => Object.assign(input, { scheduled_send_on: '2029-12-31T23:59:59Z', expires_at: undefined }),
			'"Scheduled Send On" is in the past',
		],
		[
			'a schedule of now',
			(input) => Object.assign(input, { scheduled_send_on: NOW.toISOString(), expires_at: undefined }),
			'"Scheduled Send On" is in the past',
		],
		[
			'a past expiry',
			(input) => Object.assign(input, { expires_at: '2029-12-31T23:59:59Z' }),
			'"Expires At" is in the past',
		],
		[
			'an expiry before the schedule',
			(input) =>
				Object.assign(input, { scheduled_send_on: '2040-02-01T00:00:00Z', expires_at: '2040-01-01T00:00:00Z' }),
			'"Expires At" must be later than "Scheduled Send On"',
		],
		[
			'a schedule that has no offset, since the clocks skip it',
			(input) => (input.scheduled_send_on = '2040-01-01T00:00:00'),
			'"Scheduled Send On" is 2040-01-01T00:00:00, which the time zone of the workflow skips',
		],
		[
			'a schedule that does not exist',
			(input) => (input.scheduled_send_on = '2040-02-30T00:00:00Z'),
			'"Scheduled Send On" must be a date and time',
		],
		['an expiry in words', (input) => (input.expires_at = 'never'), '"Expires At" must be a date and time'],

		[
			'no first name',
			(input, row) => delete row(input.recipients as Loose[]).first_name,
			'Recipient #: "First Name" is missing',
		],
		[
			'a last name that is a number',
			(input, row) => (row(input.recipients as Loose[]).last_name = 5),
			'Recipient #: "Last Name" must be text',
		],
		[
			'an email without a host',
			(input, row) => (row(input.recipients as Loose[]).email = 'ann@'),
			'Recipient #: "Email" must be an email address',
		],
		[
			'a short phone',
			(input, row) => (row(input.recipients as Loose[]).phone = '+1415555'),
			'Recipient #: "Phone" must be a US phone number',
		],
		[
			'an address that is text',
			(input, row) => (row(input.recipients as Loose[]).mailing_address = 'Boston'),
			'Recipient #: "Mailing Address" must be an object',
		],
		[
			'an unknown field of a recipient',
			(input, row) => (row(input.recipients as Loose[]).surname = 'x'),
			'Recipient #: "Recipient" has the unknown field "surname"',
		],
		[
			'an address abroad',
			(input, row) =>
				(row(input.recipients as Loose[]).mailing_address = {
					address_1: 'a',
					city: 'b',
					state: 'c',
					postal_code: 'd',
					country: 'CA',
				}),
			'Recipient #: "Country" must be US',
		],
		[
			'no email for an email gift',
			(input, row) => {
				input.send_method = 'email_and_link';
				for (const recipient of input.recipients as Loose[]) recipient.email = 'ann@example.com';
				delete row(input.recipients as Loose[]).email;
			},
			'Recipient #: "Email" is missing: the send method "Email and Link" needs it',
		],
		[
			'no address for a direct send',
			(input, row) => {
				input.send_method = 'direct_send';
				delete row(input.recipients as Loose[]).mailing_address;
			},
			'Recipient #: "Mailing Address',
		],

		[
			'no quantity',
			(input, row) => delete row((input.cart as { items: Loose[] }).items).quantity,
			'Cart item #: "Quantity" is missing',
		],
		[
			'a quantity of zero',
			(input, row) => (row((input.cart as { items: Loose[] }).items).quantity = 0),
			'Cart item #: "Quantity" must be a whole number',
		],
		[
			'a quantity that is no number',
			(input, row) => (row((input.cart as { items: Loose[] }).items).quantity = NaN),
			'Cart item #: "Quantity" must be a whole number',
		],
		[
			'a price with a fraction',
			(input, row) => (row((input.cart as { items: Loose[] }).items).variable_price = 1.5),
			'Cart item #: "Variable Price (Cents)" must be a whole number',
		],
		[
			'an empty list of variants',
			(input, row) => (row((input.cart as { items: Loose[] }).items).variants = []),
			'Cart item #: "Variants" is empty',
		],
		[
			'both a product ID and a URL',
			(input, row) =>
				Object.assign(row((input.cart as { items: Loose[] }).items), {
					product_id: '123e4567-e89b-42d3-a456-426614174000',
					product_url: 'https://example.com/tin',
				}),
			'Cart item #: "Product" must be given by ID or by URL, not by both',
		],
		[
			'neither a product ID nor a URL',
			(input, row) =>
				Object.assign(row((input.cart as { items: Loose[] }).items), { product_id: null, product_url: ' ' }),
			'Cart item #: "Product" is missing',
		],
		[
			'an unknown field of a cart item',
			(input, row) => (row((input.cart as { items: Loose[] }).items).name = 'Tin'),
			'Cart item #: "Cart Item" has the unknown field "name"',
		],
	];

	test.each(mutations)(
		'refuses any order batch with %s, and names the field and its row',
		(_what, mutate, beginning) => {
			fc.assert(
				fc.property(validInput, fc.nat(), (input, seed) => {
					const mutated = structuredClone(input) as Loose;
					let number = 0;
					mutate(mutated, (list) => {
						number = (seed % list.length) + 1;
						return list[number - 1] as Loose;
					});
					const sentence = beginning.replace('#', String(number));
					expect(problemsIn(mutated)).toContainEqual(expect.stringMatching(new RegExp(`^${escaped(sentence)}`)));
				}),
				{ numRuns: 25 },
			);
		},
	);

	const escaped = (sentence: string) => sentence.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

	const anything = fc.anything({
		withBigInt: true,
		withDate: true,
		withMap: true,
		withNullPrototype: true,
		withSet: true,
		withSparseArray: true,
	});

	test('never throws, whatever it is given', () => {
		fc.assert(
			fc.property(anything, (input) => {
				expect(problemsIn(input).length).toBeGreaterThan(0);
			}),
		);
	});

	test('never throws, whatever the fields that it knows hold', () => {
		const fields = Object.fromEntries(fieldsOf('OrderBatchInput').map((name) => [name, anything]));
		const rows = {
			recipients: fc.array(fc.record(Object.fromEntries(fieldsOf('RecipientInput').map((name) => [name, anything])))),
			cart: fc.record({
				items: fc.array(fc.record(Object.fromEntries(fieldsOf('CartItemInput').map((name) => [name, anything])))),
			}),
		};
		fc.assert(
			fc.property(fc.record({ ...fields, ...rows }), (input) => {
				for (const problem of problemsIn(input)) expect(problem).toMatch(/^"?[A-Z]/);
			}),
		);
	});
});

describe('the schema of an order batch', () => {
	test('has exactly the fields of the interface', () => {
		const { shape } = orderBatchGift;
		expect(Object.keys(shape).sort()).toEqual(fieldsOf('OrderBatchInput'));
		expect(Object.keys(recipientInput.shape).sort()).toEqual(fieldsOf('RecipientInput'));
		// A gift collection becomes its product before it is sent.
		const cartItem = [...fieldsOf('CartItemInput'), 'collection_id'].sort();
		expect(Object.keys(shape.cart.shape.items.element.shape).sort()).toEqual(cartItem);
	});
});
