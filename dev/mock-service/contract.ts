/**
 * The objects of docs/openapi.yaml, under the names that code has for them.
 * Prices and amounts are US cents, ids are UUIDs, times are ISO 8601 strings in UTC.
 */
import type { components } from '../../.cache/openapi';

type Schemas = components['schemas'];

/** An object with every field that the document lists: this service leaves none out. */
type Complete<Type> =
	Type extends Array<infer Item>
		? Array<Complete<Item>>
		: Type extends object
			? { [Key in keyof Type as string extends Key ? never : Key]-?: Complete<Exclude<Type[Key], undefined>> }
			: Type;

export type MailingAddress = Schemas['MailingAddress'];
export type RecipientInput = Schemas['RecipientInput'];
export type CartItemInput = Schemas['CartItemInput'];
export type OrderBatchInput = Schemas['OrderBatchInput'];
export type PriceInput = Schemas['PriceInput'];
export type OrderExpirationInput = Schemas['OrderExpirationInput'];
export type PaymentMethodInput = Schemas['PaymentMethodInput'];
export type WebhookInput = Schemas['WebhookInput'];

export type SendMethod = Schemas['OrderBatchSendMethod'];
export type SendStatus = Schemas['OrderBatchSendStatus'];
export type OrderStatus = Schemas['OrderStatus'];
export type ShipmentStatus = Schemas['ShipmentStatus'];
export type EventKind = Schemas['EventKind'];

export type ErrorBody = Schemas['Error'];
export type ListResponse<Entry> = { data: Entry[]; list_meta: Schemas['ListMeta'] };
export type Me = Complete<Schemas['Me']>;
export type Sender = Schemas['Sender'];
export type OrderBatchRecipient = Complete<Schemas['OrderBatchRecipient']>;
export type Cart = Complete<Schemas['Cart']>;
export type CartSelection = Schemas['CartSelection'];
export type Shipment = Complete<Schemas['Shipment']>;
export type Amounts = Complete<Schemas['Amounts']>;
export type EventTimes = Complete<Schemas['EventTimes']>;
/** Only the response of the single-order endpoint has `event_times`. */
export type Order = Omit<Complete<Schemas['Order']>, 'event_times'> & { event_times?: EventTimes };
export type OrderActivity = Omit<Schemas['OrderActivity'], 'order'> & { order: Order };
export type OrderBatch = Omit<Complete<Schemas['OrderBatch']>, 'orders_preview'> & { orders_preview: Order[] };
export type Collection = Complete<Schemas['Collection']>;
export type Card = Complete<Schemas['Card']>;
export type CartPrice = Schemas['CartPrice'];
export type TotalPrice = Schemas['TotalPrice'];
export type AccountPaymentMethod = Complete<Schemas['AccountPaymentMethod']>;
export type Workspace = Complete<Schemas['Workspace']>;
/** The fields of one of both spellings. */
export type PriceEstimate = Partial<
	Record<'cart_price' | 'cart_price_estimate', CartPrice> & Record<'total_price' | 'total_price_estimate', TotalPrice>
>;
export type PaymentMethod = Complete<Schemas['PaymentMethod']>;

export type Image = Complete<Schemas['Image']>;
export type ImageEntry = Complete<Schemas['ImageEntry']>;
export type Variant = Complete<Schemas['Variant']>;
export type VariantGroup = Complete<Schemas['VariantGroup']>;
export type Product = Complete<Schemas['Product']>;
export type Category = Complete<Schemas['Category']>;
export type Brand = Complete<Schemas['Brand']>;
