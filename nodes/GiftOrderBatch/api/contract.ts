import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';

import { isBlank, isObject } from './values';

type Schema<Value> = z.ZodType<Value, z.ZodTypeDef, unknown>;

/** A value as an error message shows it. */
function shown(value: unknown): string {
	if (value === null) return 'null';
	if (Array.isArray(value)) return 'a list';
	if (typeof value === 'object') return 'an object';
	return typeof value === 'string' ? `the text ${JSON.stringify(value)}` : `the ${typeof value} ${String(value)}`;
}

/** A required field, whose one message says by its label what it must be and what it is. */
const field = <Value>(label: string, mustBe: string, accepts: Schema<Value>) =>
	z.unknown().transform((value, context): Value => {
		const parsed = accepts.safeParse(value);
		if (parsed.success) return parsed.data;
		const message = isBlank(value) ? `${label} is missing` : `${label} must be ${mustBe}, but it is ${shown(value)}`;
		context.addIssue({ code: 'custom', message });
		return z.NEVER;
	});

/** The field may be left out; blank text and null count as left out. */
const optional = <Value>(schema: Schema<Value>) =>
	z.preprocess((value) => (isBlank(value) ? undefined : value), schema.optional());

const text = (label: string) => field(label, 'text', z.string().trim().min(1));

/** An ID of the user's own system, which may be a number there. */
const ownId = (label: string) =>
	field(
		label,
		'text',
		z.preprocess((value) => (Number.isSafeInteger(value) ? String(value) : value), z.string().trim().min(1)),
	);

const flag = (label: string) => field(label, 'true or false', z.boolean());

const uuid = (label: string) =>
	field(label, 'a UUID such as 123e4567-e89b-42d3-a456-426614174000', z.string().trim().uuid());

const choice = <Value extends string>(label: string, values: readonly [Value, ...Value[]]) =>
	field(label, `one of ${values.join(', ')}`, z.enum(values as [Value, ...Value[]]));

const wholeNumber = (label: string, least: number) =>
	field(
		label,
		`a whole number of at least ${least}`,
		z.preprocess(
			(value) => (typeof value === 'string' && /^\s*-?\d+\s*$/.test(value) ? Number(value) : value),
			z.number().int().safe().min(least),
		),
	);

const email = (label: string) =>
	field(
		label,
		'an email address such as ann@example.com',
		z
			.string()
			.trim()
			.regex(/^[^\s@,;<>]+@[^\s@,;<>]+\.[^\s@,;<>]+$/),
	);

const usPhone = (label: string) =>
	field(
		label,
		'a US phone number in E.164 format such as +14155552671',
		z
			.string()
			.trim()
			.regex(/^\+1[2-9]\d{9}$/),
	);

const webUrl = (label: string) =>
	field(
		label,
		'a web address such as https://www.example.com/gift',
		z
			.string()
			.trim()
			.url()
			.regex(/^https?:\/\//i),
	);

const twoLetters = (label: string) =>
	field(
		label,
		'a two-letter country code such as US',
		z
			.string()
			.trim()
			.toUpperCase()
			.regex(/^[A-Z]{2}$/),
	);

const dateTime = (label: string) =>
	field(
		label,
		'a date and time such as 2030-12-24T09:00:00',
		// The pattern of `datetime` takes any digits for an offset.
		z
			.string()
			.datetime({ offset: true })
			.refine((text) => !Number.isNaN(Date.parse(text))),
	);

/** An object without other fields than those of `shape`. */
const object = <Shape extends z.ZodRawShape>(label: string, shape: Shape) =>
	z
		.object(shape, {
			errorMap: (issue, { data, defaultError }) => {
				if (issue.code === 'unrecognized_keys') {
					const unknown = issue.keys.map((key) => `"${key}"`).join(', ');
					return {
						message: `${label} has the unknown field ${unknown}; its fields are ${Object.keys(shape).join(', ')}`,
					};
				}
				if (issue.code !== 'invalid_type') return { message: defaultError };
				return {
					message: isBlank(data) ? `${label} is missing` : `${label} must be an object, but it is ${shown(data)}`,
				};
			},
		})
		.strict();

/** A list with at least one entry. */
const list = <Entry extends z.ZodTypeAny>(label: string, entry: Entry) =>
	z
		.array(entry, {
			errorMap: (issue, { data, defaultError }) => {
				if (issue.code === 'too_small' || isBlank(data))
					return { message: `${label} is empty: add at least one entry` };
				return {
					message: issue.code === 'invalid_type' ? `${label} must be a list, but it is ${shown(data)}` : defaultError,
				};
			},
		})
		.min(1);

/** openapi: OrderBatchSendMethod. */
export const SEND_METHODS = ['email_and_link', 'link_multiple_custom_list', 'direct_send'] as const;
/** openapi: OrderBatchSwap. */
export const SWAPS = ['single', 'multiple', 'disabled'] as const;
/** openapi: OrderBatchInternationalShippingTier. */
export const INTERNATIONAL_SHIPPING_TIERS = ['disabled', 'standard', 'full'] as const;

const mailingAddress = object('Mailing Address', {
	first_name: optional(text('First Name')),
	last_name: optional(text('Last Name')),
	address_1: text('Address Line 1'),
	address_2: optional(text('Address Line 2')),
	city: text('City'),
	state: text('State'),
	postal_code: text('Postal Code'),
	country: field(
		'Country',
		'US, the only country that is supported',
		z.string().trim().toUpperCase().pipe(z.literal('US')).nullable(),
	),
});

const recipient = object('Recipient', {
	first_name: text('First Name'),
	last_name: optional(text('Last Name')),
	email: optional(email('Email')),
	phone: optional(usPhone('Phone')),
	mailing_address: optional(mailingAddress),
});

const cartItem = object('Cart Item', {
	product_id: optional(uuid('Product')),
	product_url: optional(webUrl('Product')),
	quantity: wholeNumber('Quantity', 1),
	variable_price: optional(wholeNumber('Variable Price', 1)),
	variants: optional(list('Variants', text('Variants'))),
});

/** openapi: OrderBatchInput. */
export const orderBatchInput = object('Order Batch', {
	from_name: text('From Name'),
	message: optional(text('Message')),
	recipients: list('Recipients', recipient),
	cart: object('Cart', { items: list('Cart Items', cartItem) }),
	send_method: choice('Send Method', SEND_METHODS),
	card_id: optional(uuid('Card ID')),
	payment_method_id: optional(text('Payment Method ID')),
	workspace_id: optional(uuid('Workspace ID')),
	scheduled_send_on: optional(dateTime('Scheduled Send On')),
	expires_at: optional(dateTime('Expires At')),
	swap: optional(choice('Swap', SWAPS)),
	international_shipping_tier: optional(choice('International Shipping Tier', INTERNATIONAL_SHIPPING_TIERS)),
	international_gift_cards_enabled: optional(flag('International Gift Cards Enabled')),
	notifications_enabled: optional(flag('Notifications Enabled')),
	commerce_end_user_id: optional(ownId('Commerce End User ID')),
	customer_reference_id: optional(ownId('Customer Reference ID')),
	reserved_options: optional(object('Reserved Options', { custom_price_tier: wholeNumber('Custom Price Tier', 0) })),
});

/** openapi: PaymentMethodInput. */
export const paymentMethodInput = object('Payment Method', {
	cardholder_name: text('Cardholder Name'),
	commerce_end_user_id: ownId('Commerce End User ID'),
	payment_method_type: z.literal('card'),
	interim_card_key: text('Interim Card Key'),
	billing_address: object('Billing Address', {
		address_1: text('Address Line 1'),
		address_2: optional(text('Address Line 2')),
		city: text('City'),
		state: text('State'),
		postal_code: text('Postal Code'),
		country: twoLetters('Country'),
	}),
});

/** The UUID of an order batch, an order or a brand. `label` names the parameter in its message. */
export const id = uuid;

/** openapi: listBrands, the filter by shipping country. */
export const countryCode = optional(twoLetters('Country Code'));

export type OrderBatchInput = z.infer<typeof orderBatchInput>;
export type PaymentMethodInput = z.infer<typeof paymentMethodInput>;

// Responses are read leniently: only what is relied on is checked, and everything else passes through.

const answer = <Shape extends z.ZodRawShape>(shape: Shape) =>
	z.object(shape).passthrough() as unknown as Schema<IDataObject & z.infer<z.ZodObject<Shape>>>;

/** openapi: Me. */
export const account = answer({ email: z.string().nullish(), public_app_id: z.string().nullish() });

/** openapi: OrderBatch. */
export const orderBatch = answer({ id: z.string().min(1), send_status: z.string().min(1) });

export type OrderBatch = z.infer<typeof orderBatch>;

/** openapi: Order. */
export const order = answer({ id: z.string().min(1) });

/** openapi: PaymentMethod. */
export const paymentMethod = answer({ id: z.string().min(1) });

/** The entries as they are: a schema for each would copy them all. */
const entries = z.array(z.unknown()).superRefine((list, context) => {
	for (const [index, entry] of list.entries()) {
		if (!isObject(entry)) context.addIssue({ code: 'custom', path: [index], message: 'Expected object' });
	}
}) as unknown as Schema<IDataObject[]>;

/** Digits as the number they show. */
const readNumber = (value: unknown) => (typeof value === 'string' && /^\s*\d+\s*$/.test(value) ? Number(value) : value);

/** openapi: ListMeta. A total that is no number counts as missing. */
export const entryList = answer({
	data: entries,
	list_meta: answer({ total_count: z.preprocess(readNumber, z.number().int().nonnegative()) })
		.optional()
		.catch(undefined),
});

export type EntryList = z.infer<typeof entryList>;
