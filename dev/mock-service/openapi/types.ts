// Made from docs/openapi.yaml by npm run types.
export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
	schemas: {
		/** @description The body of every error response. */
		Error: {
			/** @description What is wrong. */
			error: string;
		};
		ListMeta: {
			/** @description How many entries all pages have together. */
			total_count: number;
		};
		/**
		 * @description The owner of a key: `email` for an Automation key, `public_app_id` for a Commerce key. One of the two is a text.
		 *     Deployed service: the other one can be there as `null`.
		 */
		Me: {
			email?: string | null;
			public_app_id?: string | null;
		};
		/**
		 * @description - `email_and_link`: each recipient gets an e-mail with a gift link. Each needs `email`.
		 *     - `link_multiple_custom_list`: each recipient gets a gift link that the sender passes on. No e-mail is sent.
		 *     - `direct_send`: the cart is shipped without asking the recipient. Each needs `mailing_address`.
		 * @enum {string}
		 */
		OrderBatchSendMethod: 'email_and_link' | 'link_multiple_custom_list' | 'direct_send';
		/**
		 * @description - `single`: the recipient may swap for one product, and sees no prices.
		 *     - `multiple`: the recipient may swap for several products up to the cost of the gift, and sees prices.
		 *     - `disabled`: no swap. Not allowed for a gift collection (gift of choice).
		 * @enum {string}
		 */
		OrderBatchSwap: 'single' | 'multiple' | 'disabled';
		/**
		 * @description - `disabled`: shipping within the US only.
		 *     - `standard`: with `international_gift_cards_enabled`, gift cards of other countries too.
		 *     - `full`: the catalogue for more than 100 countries, with extra costs for tax, duties and freight.
		 * @enum {string}
		 */
		OrderBatchInternationalShippingTier: 'disabled' | 'standard' | 'full';
		/** @description The body that creates an order batch. */
		OrderBatchInput: {
			/** @description The sender that the order and the notifications show. */
			from_name: string;
			/** @description The gift message, shown with the gift and in e-mails. Needs `card_id`. */
			message?: string;
			/** @description An empty list is refused. Open: the largest number. */
			recipients: components['schemas']['RecipientInput'][];
			cart: components['schemas']['CartInput'];
			send_method: components['schemas']['OrderBatchSendMethod'];
			/**
			 * Format: uuid
			 * @description The digital greeting card of the gifts. Open: what an unknown one does. This document refuses it.
			 */
			card_id?: string;
			/**
			 * @description What pays. Default: the first payment method of the account; without one, creation fails. A commerce user
			 *     payment method needs `commerce_end_user_id`. Deployed service: `COMMERCE_STORED_VALUE` pays from the stored
			 *     value of a commerce app.
			 */
			payment_method_id?: string;
			/**
			 * Format: uuid
			 * @description Default: the oldest workspace that the user has access to. Open: what an unknown one does. This document refuses
			 *     it.
			 */
			workspace_id?: string;
			/**
			 * Format: date-time
			 * @description When the batch is sent. Without it, the batch is sent at once. With a time in the future, orders are created
			 *     at that time. Open: what a time in the past does.
			 */
			scheduled_send_on?: string | null;
			/**
			 * Format: date-time
			 * @description When the gifts expire. Without it, they do not. Needed for orders that are paid from the account balance.
			 *     Open: what a time in the past, or one before `scheduled_send_on`, does.
			 */
			expires_at?: string | null;
			/** @default single */
			swap?: components['schemas']['OrderBatchSwap'];
			/** @default disabled */
			international_shipping_tier?: components['schemas']['OrderBatchInternationalShippingTier'];
			/** @description With the tier `standard`: whether recipients can swap to gift cards of other countries. Open: the default. */
			international_gift_cards_enabled?: boolean;
			/** @description With `direct_send` only: whether recipients get confirmations and shipping notifications. Open: the default. */
			notifications_enabled?: boolean;
			/**
			 * @description The app's own ID of the end user that the gift belongs to. Needed when `payment_method_id` is a commerce user
			 *     payment method.
			 */
			commerce_end_user_id?: string | null;
			/**
			 * @description The client's own unique ID, which works as an idempotency key: when a batch of the account already has it,
			 *     the request is refused and nothing is created. The batch shows it. Open: the longest value, and how long it
			 *     stays taken.
			 */
			customer_reference_id?: string | null;
			/** @description For approved API partners only. */
			reserved_options?: {
				custom_price_tier?: number | null;
			} | null;
		} & (unknown & unknown);
		/** @description Who gets a gift. */
		RecipientInput: {
			first_name: string;
			last_name?: string;
			/** @description Needed for `email_and_link`. Open: what counts as an e-mail address. */
			email?: string;
			/** @description For text messages. A US number in E.164 format. */
			phone?: string | null;
			mailing_address?: components['schemas']['MailingAddress'];
		};
		/**
		 * @description Where a direct shipment goes; for other send methods, it fills in the address of the order beforehand. For approved
		 *     API partners only.
		 */
		MailingAddress: {
			first_name?: string | null;
			last_name?: string | null;
			address_1: string;
			address_2?: string | null;
			city: string;
			state: string;
			postal_code: string;
			/**
			 * @description The two-letter code of the country. The key must be there. Only the US is supported.
			 * @enum {string|null}
			 */
			country: 'US' | null;
		};
		/** @description What each recipient gets. */
		CartInput: {
			/** @description Open: what an empty list does. This document refuses it. */
			items: components['schemas']['CartItemInput'][];
		};
		/**
		 * @description A product, by ID or by address, and how much of it. One of `product_id` and `product_url` must be given. Open:
		 *     what both together do. This document refuses both together.
		 */
		CartItemInput: {
			/**
			 * Format: uuid
			 * @description Stable, so prefer it to the address.
			 */
			product_id?: string | null;
			/** @description The address of the product. One that leads to no product makes the request fail with 400. */
			product_url?: string | null;
			/** @description Open: the bounds. This document wants at least 1. */
			quantity: number;
			/**
			 * @description In cents. Needed for a product whose price varies (flex gift, gift card). Open: the bounds, and what the field
			 *     does for other products. Deployed service: between `price_min` and `price_max` of the product.
			 */
			variable_price?: number;
			/**
			 * @description Names, not IDs. For `direct_send` of a product with variants: exactly as many as `variants_num_selectable` of
			 *     the product, each of them the name of a variant of the product.
			 */
			variants?: string[];
		} & (
			| {
					product_id: string;
			  }
			| {
					product_url: string;
			  }
		);
		/**
		 * @description | Status | Meaning |
		 *     |---|---|
		 *     | `pending` | Being prepared, or scheduled for later. No orders exist. |
		 *     | `complete` | All orders exist. |
		 *     | `failed`, `canceled` | Open: how a batch gets there, and what became of its orders. |
		 *
		 *     A batch of 10 or fewer recipients that is not scheduled begins as `complete`. Every other batch begins as
		 *     `pending`, and becomes `complete` when it is processed: a scheduled one at its time, any other one as soon as
		 *     possible.
		 * @enum {string}
		 */
		OrderBatchSendStatus: 'pending' | 'complete' | 'failed' | 'canceled';
		OrderBatch: {
			/** Format: uuid */
			id: string;
			send_status: components['schemas']['OrderBatchSendStatus'];
			from_name: string;
			message?: string | null;
			/**
			 * @description How many orders exist. Can be less than `recipients_count` while the batch is being sent, and blank for a batch
			 *     that is scheduled. Open: what a blank one looks like, and whether a batch with some of its orders is
			 *     `pending`.
			 */
			orders_count: number;
			/** @description The first 10 orders. Empty while orders are being created for more than 10 recipients. */
			orders_preview: components['schemas']['Order'][];
			recipients_count: number;
			/** @description The first 10 recipients, with the contact data that was sent. */
			recipients_preview: components['schemas']['OrderBatchRecipient'][];
			/** @description The cart that was sent. Swaps do not change it. */
			cart: components['schemas']['Cart'];
			/** @description Stays `true` after a scheduled batch is sent. */
			is_scheduled_send?: boolean;
			/**
			 * Format: date-time
			 * @description The scheduled time, kept after the batch is sent. `null` for a batch that is not scheduled.
			 */
			scheduled_send_on?: string | null;
			/** Format: date-time */
			expires_at?: string | null;
			send_method?: components['schemas']['OrderBatchSendMethod'] | null;
			/** @description A name for the sender's own use, made by the service when none is set. Creation cannot set it. */
			batch_name?: string | null;
			/** Format: uuid */
			card_id?: string | null;
			sender: components['schemas']['Sender'];
			/** Format: uuid */
			workspace_id?: string | null;
			workspace_name?: string | null;
			/** @description The ID on receipts. */
			reference_id: string;
			/** @description The value that was sent at creation, else `null`. */
			customer_reference_id?: string | null;
		};
		/** @description A recipient as the batch shows it. There is no link to the order of the recipient. */
		OrderBatchRecipient: {
			first_name: string;
			last_name?: string | null;
			email?: string | null;
		};
		Sender: {
			first_name: string;
			last_name: string;
			email: string;
		};
		/**
		 * @description An order of a new batch is `created`. `pending_payment` comes after acceptance, when payment is hosted. Open: all
		 *     other transitions. Deployed service: `paid` means that the gift is being prepared, a canceled order is `failed`,
		 *     and an order becomes `notified` even when no notification was asked for.
		 * @enum {string}
		 */
		OrderStatus:
			| 'created'
			| 'notified'
			| 'opened'
			| 'accepted'
			| 'pending_payment'
			| 'paid'
			| 'ordered'
			| 'shipped'
			| 'delivered'
			| 'failed'
			| 'canceled';
		Order: {
			/** Format: uuid */
			id: string;
			recipient_first_name: string;
			recipient_last_name?: string | null;
			recipient_email?: string | null;
			status: components['schemas']['OrderStatus'];
			/**
			 * @description The link to the gift, for the recipient or the sender. It shows no tracking. After acceptance the recipient
			 *     gets another link that does.
			 */
			individual_gift_link: string;
			/** @description The cart as it is now. After a swap, it has the products of the swap. */
			cart: components['schemas']['Cart'];
			/** @description For orders of commerce apps only. */
			cart_selections?: components['schemas']['CartSelection'][] | null;
			shipments: components['schemas']['Shipment'][];
			/** Format: uuid */
			workspace_id?: string | null;
			workspace_name?: string | null;
			/** Format: date-time */
			expires_at?: string | null;
			/** Format: uuid */
			card_id?: string | null;
			message?: string | null;
			/** @description Written by the recipient. */
			thank_you_note?: string | null;
			/** @description How often the recipient viewed the gift. */
			view_count_recipient?: number;
			/** @description Whether the recipient swapped. Then `original_cart` has the products that were sent. */
			is_swapped?: boolean;
			/** Format: uuid */
			order_batch_id?: string;
			amounts: components['schemas']['Amounts'];
			/** @description Only in the response that reads one order. */
			event_times?: components['schemas']['EventTimes'] | null;
			/** @description Only after a swap. */
			original_cart?: components['schemas']['Cart'] | null;
			/** @description Only after a swap. */
			original_amounts?: components['schemas']['OriginalAmounts'] | null;
			sender: components['schemas']['Sender'];
			/**
			 * @description For commerce apps with hosted payment: the form that takes the card, while an accepted gift is
			 *     `pending_payment`.
			 */
			payment_link?: string | null;
			reference_id: string;
		};
		/** @description US cents. After a swap, the amounts of the products of the swap. */
		Amounts: {
			/** @description All products. */
			amount_product: number;
			/** @description All shipping. */
			amount_shipping: number;
			amount_processing_fee?: number | null;
			amount_credit_applied?: number | null;
			/** @description Products, shipping and processing fees. */
			amount_pre_tax_total: number;
			amount_tax?: number | null;
			/** @description Products, shipping, processing fees, tax and worldwide shipping. */
			amount_total?: number | null;
			/** @description Worldwide shipping through the global relay service. */
			amount_global_relay_cost?: number | null;
		};
		/** @description US cents, before a swap. */
		OriginalAmounts: {
			original_amount_product?: number | null;
			original_amount_shipping?: number | null;
			original_amount_credit_applied?: number | null;
			original_amount_pre_tax_total?: number | null;
		};
		EventTimes: {
			/** Format: date-time */
			created_at: string;
			/** Format: date-time */
			notified_at?: string | null;
			/** Format: date-time */
			opened_at?: string | null;
			/** Format: date-time */
			accepted_at?: string | null;
			/** Format: date-time */
			pending_payment_at?: string | null;
			/** Format: date-time */
			paid_at?: string | null;
			/**
			 * Format: date-time
			 * @description When the first shipment left.
			 */
			shipped_at?: string | null;
			/**
			 * Format: date-time
			 * @description When all shipments were delivered.
			 */
			delivered_at?: string | null;
			/**
			 * Format: date-time
			 * @description Deployed service: when the recipient wrote the thank-you note. Not in the interface.
			 */
			thank_you_added_at?: string | null;
		};
		/** @description Open: which fields are always there. */
		Cart: {
			/** Format: uuid */
			id?: string;
			items?: components['schemas']['CartItem'][];
		};
		/** @description Open: which fields there are beside these, and which are always there. */
		CartItem: {
			/** Format: uuid */
			id?: string;
			quantity?: number;
			product?: {
				/** Format: uuid */
				id?: string;
				name?: string;
				brand?: components['schemas']['BrandReference'];
			} & {
				[key: string]: unknown;
			};
		} & {
			[key: string]: unknown;
		};
		/** @description Which variants a unit of a cart item has. */
		CartSelection: {
			/** Format: uuid */
			id: string;
			/**
			 * Format: uuid
			 * @description The `id` of an item of `cart`.
			 */
			cart_item_id: string;
			/** @description 0 for the first unit of the item. */
			quantity_index: number;
			variants: string[];
		};
		/**
		 * @description Open: the transitions.
		 * @enum {string}
		 */
		ShipmentStatus:
			| 'pending'
			| 'tracking'
			| 'shipped'
			| 'delivered'
			| 'delivered_override'
			| 'failed'
			| 'failed_unset_tracking'
			| 'failed_with_reship';
		/** @description Open: which fields there are after `tracking_url`, and which are always there. Deployed service: the times below. */
		Shipment: {
			/** Format: uuid */
			id?: string;
			status?: components['schemas']['ShipmentStatus'];
			brand_name?: string;
			tracking_carrier?: string | null;
			/** @description For approved distribution partners only. */
			tracking_number?: string | null;
			/** @description For approved distribution partners only. */
			tracking_url?: string | null;
			/** Format: date-time */
			shipped_at?: string | null;
			/** Format: date-time */
			delivered_at?: string | null;
			/**
			 * Format: date-time
			 * @description When it is expected to arrive.
			 */
			delivery_eta?: string | null;
		} & {
			[key: string]: unknown;
		};
		/** @description A card of a commerce end user. Open: which fields are required. Deployed service: all but `address_2`, as here. */
		PaymentMethodInput: {
			cardholder_name: string;
			/** @description The app's own ID of the end user. */
			commerce_end_user_id: string;
			/** @enum {string} */
			payment_method_type: 'card';
			/** @description The key of the interim card. */
			interim_card_key: string;
			billing_address: {
				address_1: string;
				address_2?: string | null;
				city: string;
				state: string;
				postal_code: string;
				country: string;
			};
		};
		/** @description A stored card of a commerce end user. Open: which fields are always there. */
		PaymentMethod: {
			/** Format: uuid */
			id?: string;
			card_brand?: string;
			card_last_4?: string;
			card_exp_month?: number;
			card_exp_year?: number;
			cardholder_name?: string;
			/** Format: date-time */
			created_at?: string;
		};
		/** @description Open: which fields are always there, here and in every object of the catalogue without `required`. */
		Image: {
			url?: string;
			width?: number;
			height?: number;
		};
		/** @description An image in a list. */
		ImageEntry: {
			/** Format: uuid */
			id?: string;
			image_large?: components['schemas']['Image'];
		};
		/**
		 * @description The brand of a product. Open: which fields there are beside these. Deployed service: those of a brand without its
		 *     brand sets.
		 */
		BrandReference: {
			/** Format: uuid */
			id?: string;
			name?: string;
		} & {
			[key: string]: unknown;
		};
		Brand: {
			/** Format: uuid */
			id?: string;
			name?: string;
			logo_image?: components['schemas']['Image'];
			/** @description Open: the unit. Deployed service: cents. */
			shipping_price?: number;
			/** @description Open: the unit. Deployed service: cents or `null`; the products of the brand in one cart count together. */
			free_shipping_minimum?: number;
			commerce_revshare_excluded?: boolean;
			brand_values?: string[];
			brand_sets?: components['schemas']['BrandSet'][];
		};
		BrandSet: {
			/** Format: uuid */
			id?: string;
			name?: string;
			images?: components['schemas']['ImageEntry'][];
			products?: components['schemas']['Product'][];
			categories?: components['schemas']['Category'][];
		};
		Category: {
			/** Format: uuid */
			id?: string;
			name?: string;
			subcategories?: string[];
		};
		/**
		 * @description Open: which fields are always there. Deployed service: the required ones. The unit of all prices is open too.
		 *     Deployed service: cents.
		 */
		Product: {
			/** Format: uuid */
			id: string;
			name: string;
			brand: components['schemas']['BrandReference'];
			variants: components['schemas']['Variant'][];
			images: components['schemas']['ImageEntry'][];
			price: number;
			price_is_variable: boolean;
			/** @description Open: what it restricts. Deployed service: the states of the US that it does not ship to. */
			restricted_states: string[];
			subtitle?: string;
			subtitle_short?: string;
			recipient_description?: string;
			variants_label?: string;
			/** @description How many variants a direct shipment names. Deployed service: can be `null` for a product without variants. */
			variants_num_selectable?: number;
			variant_groups?: components['schemas']['VariantGroup'][];
			/** @description Deployed service: counts only when `price_is_variable`. */
			price_min?: number;
			/** @description Deployed service: counts only when `price_is_variable`. */
			price_max?: number;
			attributes?: components['schemas']['ProductAttribute'][];
			/**
			 * @description Open: the other values, and whether a product with another value can be ordered.
			 *     Deployed service: `inactive`. This document refuses to order it.
			 * @example active
			 */
			status?: string;
			/** Format: date-time */
			updated_at?: string;
			reserved_options?: {
				custom_price_tier?: number;
			};
		};
		/** @description Deployed service: the name of a variant of several groups is the names of its options, joined by ` / `. */
		Variant: {
			/** Format: uuid */
			id?: string;
			name?: string;
			image_large?: components['schemas']['Image'];
			subtitle?: string;
		};
		VariantGroup: {
			/** Format: uuid */
			id?: string;
			name?: string;
			options?: components['schemas']['VariantOption'][];
		};
		VariantOption: {
			/** Format: uuid */
			id?: string;
			name?: string;
			subtitle?: string;
			color?: string;
			image_large?: components['schemas']['Image'];
		};
		ProductAttribute: {
			label?: string;
			/** @description Deployed service: can hold HTML. */
			content?: string;
		};
		OrderBatchList: {
			data: components['schemas']['OrderBatch'][];
			list_meta: components['schemas']['ListMeta'];
		};
		OrderList: {
			data: components['schemas']['Order'][];
			list_meta: components['schemas']['ListMeta'];
		};
		OrderBatchRecipientList: {
			data: components['schemas']['OrderBatchRecipient'][];
			list_meta: components['schemas']['ListMeta'];
		};
		BrandList: {
			data: components['schemas']['Brand'][];
			list_meta: components['schemas']['ListMeta'];
		};
		OrderActivityList: {
			data: components['schemas']['OrderActivity'][];
			list_meta: components['schemas']['ListMeta'];
		};
		ProductList: {
			data: components['schemas']['Product'][];
			list_meta: components['schemas']['ListMeta'];
		};
		CollectionList: {
			data: components['schemas']['Collection'][];
			list_meta: components['schemas']['ListMeta'];
		};
		CardList: {
			data: components['schemas']['Card'][];
			list_meta: components['schemas']['ListMeta'];
		};
		AccountPaymentMethodList: {
			data: components['schemas']['AccountPaymentMethod'][];
			list_meta?: components['schemas']['ListMeta'];
		};
		WorkspaceList: {
			data: components['schemas']['Workspace'][];
			list_meta?: components['schemas']['ListMeta'];
		};
		/**
		 * @description Open: everything. Deployed service: the fields below. The pages of its documentation disagree: some call the ID
		 *     `event_id`; examples of order batches have the older names `gift_batch.completed`, `gifts_count`, `gifts_preview`
		 *     and `gift_batch_id`.
		 */
		Event: {
			/** @description The kind of event. */
			event_type?: string;
			/** @description The ID of the event, the same for every attempt. */
			id?: string;
			/** @description The order batch or the order. Rely on its `id` only. */
			data?: {
				/** Format: uuid */
				id?: string;
			} & {
				[key: string]: unknown;
			};
		} & {
			[key: string]: unknown;
		};
		/**
		 * @description The part of an order batch that decides its price. Open: whether it is checked like an order batch. This document
		 *     checks it so.
		 */
		PriceInput: {
			recipients: components['schemas']['RecipientInput'][];
			cart: components['schemas']['CartInput'];
			send_method: components['schemas']['OrderBatchSendMethod'];
		} & (unknown & unknown);
		/**
		 * @description US cents. Open: the names of both fields. The public documentation has them with and without `_estimate`, so read
		 *     either.
		 */
		PriceEstimate:
			| {
					cart_price?: components['schemas']['CartPrice'];
					cart_price_estimate?: components['schemas']['CartPrice'];
					total_price?: components['schemas']['TotalPrice'];
					total_price_estimate?: components['schemas']['TotalPrice'];
			  }
			| {
					cart_price: unknown;
					total_price: unknown;
			  }
			| {
					cart_price_estimate: unknown;
					total_price_estimate: unknown;
			  };
		/** @description US cents for one recipient. */
		CartPrice: {
			price_product: number;
			price_shipping: number;
			price_processing_fee: number;
			price_pre_tax: number;
			/** @description Usually 0 percent. */
			price_est_tax_low: number;
			/** @description Usually 10 percent. */
			price_est_tax_high: number;
			price_est_total_low: number;
			price_est_total_high: number;
		};
		/**
		 * @description US cents for all recipients. Gifts by link have the lowest and the highest total, direct shipments the calculated
		 *     ones. The other two are absent or `null`.
		 */
		TotalPrice: {
			/** @description How many recipients. */
			recipients: number;
			est_group_total_low?: number | null;
			est_group_total_high?: number | null;
			est_tax_calculated?: number | null;
			est_total_calculated?: number | null;
		};
		OrderExpirationInput: {
			/**
			 * Format: date-time
			 * @description The new `expires_at`, under another name.
			 */
			expiration: string;
		};
		/**
		 * @description Other values than those of an order. Nothing stands for a thank-you note or a refund.
		 * @enum {string}
		 */
		OrderActivityStatus:
			| 'created'
			| 'opened'
			| 'pending_payment'
			| 'paid'
			| 'ordered'
			| 'shipped'
			| 'delivered'
			| 'failed'
			| 'pending_user_approval';
		OrderActivity: {
			/** Format: uuid */
			id: string;
			order_status: components['schemas']['OrderActivityStatus'];
			/** Format: date-time */
			created_at: string;
			/** @description The order as it is now, without `event_times`. */
			order: components['schemas']['Order'];
		};
		/** @description Gifts of which the recipient chooses. */
		Collection: {
			/** Format: uuid */
			id: string;
			/** Format: uuid */
			workspace_id: string;
			is_published: boolean;
			title?: string | null;
			/** @description US cents, with shipping. Open: when it is `null`. It can be, even for a published collection. */
			published_price?: number | null;
			/**
			 * @description What stands for the collection in a cart, with `swap` other than `disabled`. Open: when it is `null`. It can
			 *     be, even for a published collection.
			 */
			product?: components['schemas']['Product'] | null;
			/** @description `null` for a collection that is not published. */
			published_version?: components['schemas']['CollectionVersion'] | null;
		};
		/** @description What recipients see. Open: which fields are always there. */
		CollectionVersion: {
			/** Format: uuid */
			id?: string;
			title?: string | null;
			subtitle?: string | null;
			/**
			 * @description How many gifts a recipient may choose.
			 * @enum {string}
			 */
			multiple_select_mode?: 'disabled' | 'item_count' | 'max_price';
			/** @description The number of gifts, with `item_count`. */
			multiple_select_count?: number | null;
			/** @description US cents of all gifts, with `max_price`. */
			multiple_select_price?: number | null;
			international_shipping_tier?: components['schemas']['OrderBatchInternationalShippingTier'];
			international_gift_cards_enabled?: boolean;
			header_image?: components['schemas']['Image'] | null;
			/** @description Only in the response that reads one collection. */
			collection_categories?: components['schemas']['CollectionCategory'][];
		} & {
			[key: string]: unknown;
		};
		CollectionCategory: {
			/** Format: uuid */
			id?: string;
			name?: string;
			is_featured?: boolean;
			position?: number;
			collection_products?: components['schemas']['CollectionProduct'][];
		};
		CollectionProduct: {
			/** Format: uuid */
			id?: string;
			product?: components['schemas']['Product'];
		};
		/** @description A greeting card. It has no name. */
		Card: {
			/** Format: uuid */
			id: string;
			/** @description About 800 by 1130 pixels. */
			image: components['schemas']['Image'];
			/** @description About 200 by 283 pixels. */
			image_thumb: components['schemas']['Image'];
			/** @description For example `Congratulations`. Can be empty. */
			occasions: string[];
		};
		AccountPaymentMethod: {
			/** @description Not always a UUID. */
			id?: string;
			/** @description For example `Visa 1234`. */
			name?: string;
			cardholder_name?: string | null;
			/** @description What is available, for methods with a balance. Open: the unit, probably cents. */
			balance?: number | null;
		};
		Workspace: {
			/** Format: uuid */
			id?: string;
			name?: string;
		};
		/** @enum {string} */
		EventKind:
			| 'order_batch.created'
			| 'order_batch.completed'
			| 'order.created'
			| 'order.gift_opened'
			| 'order.gift_accepted'
			| 'order.thank_you_note_added'
			| 'order.shipped'
			| 'order.delivered'
			| 'order.canceled'
			| 'order.refunded';
		WebhookInput: {
			/**
			 * Format: uri
			 * @description Open: what is done without it. This document refuses that.
			 */
			url: string;
			/**
			 * @description Which kinds of events to deliver. Without it, or `null`: all of them. Open: what an empty list and an unknown
			 *     kind do. This document refuses both.
			 */
			events?: components['schemas']['EventKind'][] | null;
		};
		Webhook: {
			/** @description Not always a UUID. */
			id: string;
		};
	};
	responses: never;
	parameters: never;
	requestBodies: never;
	headers: never;
	pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
