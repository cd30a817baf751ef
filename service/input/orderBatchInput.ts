import { z } from 'zod';
import { SEND_METHODS, SHIPPING_TIERS, SWAPS } from '../wire';

const notBlank = () => z.string().regex(/\S/, "can't be blank");
const NO_TIME = 'must be an ISO 8601 time with its offset';
const time = () =>
	z
		.string()
		.datetime({ offset: true, message: NO_TIME })
		.refine((text) => !Number.isNaN(Date.parse(text)), NO_TIME)
		.nullish();

const mailingAddress = z.object({
	first_name: z.string().nullish(),
	last_name: z.string().nullish(),
	address_1: notBlank(),
	address_2: z.string().nullish(),
	city: notBlank(),
	state: notBlank(),
	postal_code: notBlank(),
	country: z.enum(['US']).nullable(),
});

const recipient = z.object({
	first_name: notBlank(),
	last_name: z.string().optional(),
	email: z.string().optional(),
	phone: z
		.string()
		.regex(/^\+1[2-9]\d{9}$/, 'must be a US number in E.164 format')
		.nullish(),
	mailing_address: mailingAddress.optional(),
});

const cartItem = z.object({
	product_id: z.string().uuid().nullish(),
	product_url: z.string().nullish(),
	quantity: z.number().int().min(1, 'must be at least 1'),
	variable_price: z.number().int().positive('must be a positive number of cents').optional(),
	variants: z.array(z.string()).optional(),
});

/** "OrderBatchInput" and what is in it: types, required fields, enumerations and formats. */
export const orderBatchInput = z.object({
	from_name: notBlank(),
	message: z.string().optional(),
	recipients: z.array(recipient).min(1, "Recipients can't be blank"),
	cart: z.object({ items: z.array(cartItem).min(1, "can't be blank") }),
	send_method: z.enum(SEND_METHODS),
	card_id: z.string().uuid().optional(),
	payment_method_id: z.string().optional(),
	workspace_id: z.string().uuid().optional(),
	scheduled_send_on: time(),
	expires_at: time(),
	swap: z.enum(SWAPS).default('single'),
	international_shipping_tier: z.enum(SHIPPING_TIERS).default('disabled'),
	international_gift_cards_enabled: z.boolean().optional(),
	notifications_enabled: z.boolean().optional(),
	commerce_end_user_id: z.string().nullish(),
	customer_reference_id: z.string().nullish(),
	reserved_options: z.object({ custom_price_tier: z.number().int().nullish() }).nullish(),
});

export type OrderBatchInput = z.output<typeof orderBatchInput>;
export type RecipientInput = OrderBatchInput['recipients'][number];
export type CartItemInput = OrderBatchInput['cart']['items'][number];
