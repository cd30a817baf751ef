/**
 * The objects on the wire, as the tables of the interface document show them.
 * Prices and amounts are US cents, ids are UUIDs, times are ISO 8601 strings in UTC.
 */

export const SEND_METHODS = ['email_and_link', 'link_multiple_custom_list', 'direct_send'] as const;
export type SendMethod = (typeof SEND_METHODS)[number];

export const SWAPS = ['single', 'multiple', 'disabled'] as const;
export type Swap = (typeof SWAPS)[number];

export const SHIPPING_TIERS = ['disabled', 'standard', 'full'] as const;

export const SEND_STATUSES = ['pending', 'complete', 'failed', 'canceled'] as const;
export type SendStatus = (typeof SEND_STATUSES)[number];

export const ORDER_STATUSES = [
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
] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

export const SHIPMENT_STATUSES = [
	'pending',
	'tracking',
	'shipped',
	'delivered',
	'delivered_override',
	'failed',
	'failed_unset_tracking',
	'failed_with_reship',
] as const;
export type ShipmentStatus = (typeof SHIPMENT_STATUSES)[number];

export interface ErrorAnswer {
	error: string;
}

export interface ListAnswer<T> {
	data: T[];
	list_meta: { total_count: number };
}

export interface MeAnswer {
	email: string | null;
	public_app_id: string | null;
}

export interface Sender {
	first_name: string;
	last_name: string;
	email: string;
}

export interface OrderBatchRecipient {
	first_name: string;
	last_name: string | null;
	email: string | null;
}

export interface BrandReference {
	id: string;
	name: string;
}

export interface CartItem {
	id: string;
	quantity: number;
	product: { id: string; name: string; brand: BrandReference };
}

export interface Cart {
	id: string;
	items: CartItem[];
}

export interface CartSelection {
	id: string;
	cart_item_id: string;
	quantity_index: number;
	variants: string[];
}

export interface Shipment {
	id: string;
	status: ShipmentStatus;
	brand_name: string;
	tracking_carrier: string | null;
	tracking_number: string | null;
	tracking_url: string | null;
}

export interface Amounts {
	amount_product: number;
	amount_shipping: number;
	amount_processing_fee: number | null;
	amount_credit_applied: number | null;
	amount_pre_tax_total: number;
	amount_tax: number | null;
	amount_total: number | null;
	amount_global_relay_cost: number | null;
}

export interface OriginalAmounts {
	original_amount_product: number | null;
	original_amount_shipping: number | null;
	original_amount_credit_applied: number | null;
	original_amount_pre_tax_total: number | null;
}

export interface EventTimes {
	created_at: string;
	notified_at: string | null;
	opened_at: string | null;
	accepted_at: string | null;
	pending_payment_at: string | null;
	paid_at: string | null;
	shipped_at: string | null;
	delivered_at: string | null;
	thank_you_added_at: string | null;
}

export interface Order {
	id: string;
	recipient_first_name: string;
	recipient_last_name: string | null;
	recipient_email: string | null;
	status: OrderStatus;
	individual_gift_link: string;
	cart: Cart;
	cart_selections: CartSelection[] | null;
	shipments: Shipment[];
	workspace_id: string | null;
	workspace_name: string | null;
	expires_at: string | null;
	card_id: string | null;
	message: string | null;
	thank_you_note: string | null;
	view_count_recipient: number;
	is_swapped: boolean;
	order_batch_id: string;
	amounts: Amounts;
	/** Only in the answer of the single-order endpoint. */
	event_times?: EventTimes;
	original_cart: Cart | null;
	original_amounts: OriginalAmounts | null;
	sender: Sender;
	payment_link: string | null;
	reference_id: string;
}

export interface OrderBatch {
	id: string;
	send_status: SendStatus;
	from_name: string;
	message: string | null;
	orders_count: number;
	orders_preview: Order[];
	recipients_count: number;
	recipients_preview: OrderBatchRecipient[];
	cart: Cart;
	is_scheduled_send: boolean;
	scheduled_send_on: string | null;
	expires_at: string | null;
	send_method: SendMethod | null;
	batch_name: string | null;
	card_id: string | null;
	sender: Sender;
	workspace_id: string | null;
	workspace_name: string | null;
	reference_id: string;
	customer_reference_id: string | null;
}

export interface PaymentMethod {
	id: string;
	card_brand: string;
	card_last_4: string;
	card_exp_month: number;
	card_exp_year: number;
	cardholder_name: string;
	created_at: string;
}

export interface Image {
	url: string;
	width: number;
	height: number;
}

export interface ImageEntry {
	id: string;
	image_large: Image;
}

export interface Variant {
	id: string;
	name: string;
	image_large: Image;
	subtitle: string;
}

export interface VariantGroup {
	id: string;
	name: string;
	options: Array<{ id: string; name: string; subtitle: string; color: string; image_large: Image }>;
}

export interface Product {
	id: string;
	name: string;
	brand: BrandReference;
	variants: Variant[];
	images: ImageEntry[];
	price: number;
	price_is_variable: boolean;
	restricted_states: string[];
	subtitle: string;
	subtitle_short: string;
	recipient_description: string;
	variants_label: string;
	variants_num_selectable: number;
	variant_groups: VariantGroup[];
	price_min: number;
	price_max: number;
	attributes: Array<{ label: string; content: string }>;
	status: string;
	updated_at: string;
	reserved_options: { custom_price_tier: number };
}

export interface Category {
	id: string;
	name: string;
	subcategories: string[];
}

export interface BrandSet {
	id: string;
	name: string;
	images: ImageEntry[];
	products: Product[];
	categories: Category[];
}

export interface Brand {
	id: string;
	name: string;
	logo_image: Image;
	shipping_price: number;
	free_shipping_minimum: number;
	commerce_revshare_excluded: boolean;
	brand_values: string[];
	brand_sets: BrandSet[];
}
