import { dateTime, flag, integer, listOf, nullable, object, oneOf, ref, text, texts, uuid } from './types';

const present = { type: 'string', minLength: 1 };

/** When `send_method` is `method`, every recipient has `field`. */
function everyRecipientHas(field: string, method: string) {
	return {
		if: { properties: { send_method: { const: method } }, required: ['send_method'] },
		then: { properties: { recipients: { items: { required: [field] } } } },
	};
}

/** What is sent to the service, written from the tables of "Resources and their fields". */
export const inputSchemas = {
	MailingAddress: object(
		{
			first_name: nullable(text),
			last_name: nullable(text),
			address_1: present,
			address_2: nullable(text),
			city: present,
			state: present,
			postal_code: present,
			country: nullable({ const: 'US' }),
		},
		['address_1', 'city', 'state', 'postal_code', 'country'],
	),

	RecipientInput: object(
		{
			first_name: present,
			last_name: text,
			email: text,
			phone: nullable({ type: 'string', pattern: '^\\+1\\d{10}$' }),
			mailing_address: ref('MailingAddress'),
		},
		['first_name'],
	),

	CartItemInput: {
		...object(
			{
				product_id: nullable(uuid),
				product_url: nullable(text),
				quantity: { type: 'integer', minimum: 1 },
				variable_price: { type: 'integer', exclusiveMinimum: 0 },
				variants: texts,
			},
			['quantity'],
		),
		oneOf: [
			{ properties: { product_id: { type: 'string' } }, required: ['product_id'] },
			{ properties: { product_url: { type: 'string' } }, required: ['product_url'] },
		],
	},

	CartInput: object({ items: { ...listOf(ref('CartItemInput')), minItems: 1 } }, ['items']),

	OrderBatchInput: {
		...object(
			{
				from_name: present,
				message: text,
				recipients: { ...listOf(ref('RecipientInput')), minItems: 1 },
				cart: ref('CartInput'),
				send_method: oneOf('email_and_link', 'link_multiple_custom_list', 'direct_send'),
				card_id: uuid,
				payment_method_id: text,
				workspace_id: uuid,
				scheduled_send_on: nullable(dateTime),
				expires_at: nullable(dateTime),
				swap: oneOf('single', 'multiple', 'disabled'),
				international_shipping_tier: oneOf('disabled', 'standard', 'full'),
				international_gift_cards_enabled: flag,
				notifications_enabled: flag,
				commerce_end_user_id: nullable(text),
				customer_reference_id: nullable(text),
				reserved_options: nullable(object({ custom_price_tier: nullable(integer) }, [])),
			},
			['from_name', 'recipients', 'cart', 'send_method'],
		),
		dependencies: { message: ['card_id'] },
		allOf: [everyRecipientHas('email', 'email_and_link'), everyRecipientHas('mailing_address', 'direct_send')],
	},

	PaymentMethodInput: object(
		{
			cardholder_name: present,
			commerce_end_user_id: present,
			payment_method_type: { const: 'card' },
			interim_card_key: present,
			billing_address: object(
				{
					address_1: present,
					address_2: nullable(text),
					city: present,
					state: present,
					postal_code: present,
					country: present,
				},
				['address_1', 'city', 'state', 'postal_code', 'country'],
			),
		},
		['cardholder_name', 'commerce_end_user_id', 'payment_method_type', 'interim_card_key', 'billing_address'],
	),
};
