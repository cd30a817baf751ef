import {
	dateTime,
	flag,
	fullObject,
	integer,
	listOf,
	nullable,
	object,
	oneOf,
	openObject,
	ref,
	text,
	texts,
	uuid,
} from './types';

const orderStatus = oneOf(
	'created',
	'notified',
	'opened',
	'accepted',
	'pending_payment',
	'paid',
	'ordered',
	'shipped',
	'delivered',
	'failed',
	'canceled',
);

const shipmentStatus = oneOf(
	'pending',
	'tracking',
	'shipped',
	'delivered',
	'delivered_override',
	'failed',
	'failed_unset_tracking',
	'failed_with_reship',
);

const brandReference = openObject({ id: uuid, name: text }, ['id', 'name']);

/** What the service answers, written from the tables of "Resources and their fields". */
export const resourceSchemas = {
	Error: object({ error: text }, ['error']),

	ListEnvelope: object({ data: { type: 'array' }, list_meta: object({ total_count: integer }, ['total_count']) }, [
		'data',
		'list_meta',
	]),

	Me: {
		...object({ email: nullable(text), public_app_id: nullable(text) }, []),
		anyOf: [
			{ properties: { email: text }, required: ['email'] },
			{ properties: { public_app_id: text }, required: ['public_app_id'] },
		],
	},

	Sender: fullObject({ first_name: text, last_name: text, email: text }),

	OrderBatchRecipient: object({ first_name: text, last_name: nullable(text), email: nullable(text) }, ['first_name']),

	Cart: object(
		{
			id: uuid,
			items: listOf(
				openObject(
					{
						id: uuid,
						quantity: integer,
						product: openObject({ id: uuid, name: text, brand: brandReference }, ['id', 'name', 'brand']),
					},
					['id', 'quantity', 'product'],
				),
			),
		},
		['id', 'items'],
	),

	CartSelection: fullObject({ id: uuid, cart_item_id: uuid, quantity_index: integer, variants: texts }),

	Shipment: openObject(
		{
			id: uuid,
			status: shipmentStatus,
			brand_name: text,
			tracking_carrier: nullable(text),
			tracking_number: nullable(text),
			tracking_url: nullable(text),
		},
		['id', 'status', 'brand_name'],
	),

	Amounts: object(
		{
			amount_product: integer,
			amount_shipping: integer,
			amount_processing_fee: nullable(integer),
			amount_credit_applied: nullable(integer),
			amount_pre_tax_total: integer,
			amount_tax: nullable(integer),
			amount_total: nullable(integer),
			amount_global_relay_cost: nullable(integer),
		},
		['amount_product', 'amount_shipping', 'amount_pre_tax_total'],
	),

	OriginalAmounts: object(
		{
			original_amount_product: nullable(integer),
			original_amount_shipping: nullable(integer),
			original_amount_credit_applied: nullable(integer),
			original_amount_pre_tax_total: nullable(integer),
		},
		[],
	),

	EventTimes: object(
		{
			created_at: dateTime,
			notified_at: nullable(dateTime),
			opened_at: nullable(dateTime),
			accepted_at: nullable(dateTime),
			pending_payment_at: nullable(dateTime),
			paid_at: nullable(dateTime),
			shipped_at: nullable(dateTime),
			delivered_at: nullable(dateTime),
			thank_you_added_at: nullable(dateTime),
		},
		['created_at'],
	),

	Order: object(
		{
			id: uuid,
			recipient_first_name: text,
			recipient_last_name: nullable(text),
			recipient_email: nullable(text),
			status: orderStatus,
			individual_gift_link: text,
			cart: ref('Cart'),
			cart_selections: nullable(listOf(ref('CartSelection'))),
			shipments: listOf(ref('Shipment')),
			workspace_id: nullable(uuid),
			workspace_name: nullable(text),
			expires_at: nullable(dateTime),
			card_id: nullable(uuid),
			message: nullable(text),
			thank_you_note: nullable(text),
			view_count_recipient: integer,
			is_swapped: flag,
			order_batch_id: uuid,
			amounts: ref('Amounts'),
			event_times: nullable(ref('EventTimes')),
			original_cart: nullable(ref('Cart')),
			original_amounts: nullable(ref('OriginalAmounts')),
			sender: ref('Sender'),
			payment_link: nullable(text),
			reference_id: text,
		},
		[
			'id',
			'recipient_first_name',
			'status',
			'individual_gift_link',
			'cart',
			'shipments',
			'amounts',
			'sender',
			'reference_id',
		],
	),

	OrderBatch: object(
		{
			id: uuid,
			send_status: oneOf('pending', 'complete', 'failed', 'canceled'),
			from_name: text,
			message: nullable(text),
			orders_count: integer,
			orders_preview: { ...listOf(ref('Order')), maxItems: 10 },
			recipients_count: integer,
			recipients_preview: { ...listOf(ref('OrderBatchRecipient')), maxItems: 10 },
			cart: ref('Cart'),
			is_scheduled_send: flag,
			scheduled_send_on: nullable(dateTime),
			expires_at: nullable(dateTime),
			send_method: nullable(oneOf('email_and_link', 'link_multiple_custom_list', 'direct_send')),
			batch_name: nullable(text),
			card_id: nullable(uuid),
			sender: ref('Sender'),
			workspace_id: nullable(uuid),
			workspace_name: nullable(text),
			reference_id: text,
			customer_reference_id: nullable(text),
		},
		[
			'id',
			'send_status',
			'orders_preview',
			'orders_count',
			'cart',
			'from_name',
			'recipients_preview',
			'recipients_count',
			'sender',
			'reference_id',
		],
	),

	PaymentMethod: fullObject({
		id: uuid,
		card_brand: text,
		card_last_4: { type: 'string', pattern: '^\\d{4}$' },
		card_exp_month: integer,
		card_exp_year: integer,
		cardholder_name: text,
		created_at: dateTime,
	}),

	Image: fullObject({ url: text, width: integer, height: integer }),

	ImageEntry: fullObject({ id: uuid, image_large: ref('Image') }),

	Product: fullObject({
		id: uuid,
		name: text,
		brand: brandReference,
		variants: listOf(fullObject({ id: uuid, name: text, image_large: ref('Image'), subtitle: text })),
		images: listOf(ref('ImageEntry')),
		price: integer,
		price_is_variable: flag,
		restricted_states: texts,
		subtitle: text,
		subtitle_short: text,
		recipient_description: text,
		variants_label: text,
		variants_num_selectable: integer,
		variant_groups: listOf(
			fullObject({
				id: uuid,
				name: text,
				options: listOf(fullObject({ id: uuid, name: text, subtitle: text, color: text, image_large: ref('Image') })),
			}),
		),
		price_min: integer,
		price_max: integer,
		attributes: listOf(fullObject({ label: text, content: text })),
		status: text,
		updated_at: dateTime,
		reserved_options: fullObject({ custom_price_tier: integer }),
	}),

	BrandSet: fullObject({
		id: uuid,
		name: text,
		images: listOf(ref('ImageEntry')),
		products: listOf(ref('Product')),
		categories: listOf(fullObject({ id: uuid, name: text, subcategories: texts })),
	}),

	Brand: fullObject({
		id: uuid,
		name: text,
		logo_image: ref('Image'),
		shipping_price: integer,
		free_shipping_minimum: integer,
		commerce_revshare_excluded: flag,
		brand_values: texts,
		brand_sets: listOf(ref('BrandSet')),
	}),
};
