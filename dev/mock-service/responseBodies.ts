import { amountsOf } from './amounts';
import { CARD_SIZES, type CardSize } from './cardPicture';
import type { GreetingCard } from './cards';
import type { BatchRecord } from './orderBatchStore';
import type { Catalogue } from './catalogue/catalogue';
import { referenceFrom, uuidFrom } from './ids';
import type { CartLine } from './input/acceptOrderBatch';
import type { OrderRecord } from './order';
import type {
	Amounts,
	Card,
	Cart,
	CartSelection,
	Image,
	Order,
	OrderBatch,
	OrderBatchRecipient,
	RecipientInput,
	Shipment,
} from './contract';

const PREVIEW_SIZE = 10;
const DELIVERY_DAYS = 3;

/** Builds the bodies of responses from what the service keeps. */
export class Responses {
	/** @param baseUrl where gift links, payment links and pictures of cards point to. */
	constructor(
		private readonly catalogue: Catalogue,
		private readonly baseUrl: () => string,
	) {}

	/** openapi: OrderBatch */
	orderBatch({ id, plan, sendStatus, orders, createdAt }: BatchRecord): OrderBatch {
		const { account, input, workspace } = plan;
		return {
			id,
			send_status: sendStatus,
			from_name: input.from_name,
			message: input.message ?? null,
			orders_count: orders.length,
			orders_preview: orders.slice(0, PREVIEW_SIZE).map((order) => this.order(order)),
			recipients_count: input.recipients.length,
			recipients_preview: input.recipients.slice(0, PREVIEW_SIZE).map((recipient) => this.recipient(recipient)),
			cart: cartOf(id, plan.lines),
			is_scheduled_send: plan.scheduledSendOn !== null,
			scheduled_send_on: plan.scheduledSendOn?.toISOString() ?? null,
			expires_at: plan.expiresAt?.toISOString() ?? null,
			send_method: input.send_method,
			batch_name: `${input.from_name}, ${createdAt.toISOString().slice(0, 10)}`,
			card_id: input.card_id ?? null,
			sender: account.sender,
			workspace_id: workspace.id,
			workspace_name: workspace.name,
			reference_id: referenceFrom(id),
			customer_reference_id: input.customer_reference_id ?? null,
		};
	}

	/** openapi: Order, without the `event_times` that only the single-order endpoint has. */
	order(order: OrderRecord): Order {
		const { id, plan, recipient, lines, isSwapped } = order;
		const { account, input, workspace } = plan;
		const cart = cartOf(isSwapped ? `${id} swapped` : id, lines);
		return {
			id,
			recipient_first_name: recipient.first_name,
			recipient_last_name: recipient.last_name ?? null,
			recipient_email: recipient.email ?? null,
			status: order.status,
			individual_gift_link: `${this.baseUrl()}/gifts/${order.giftId}`,
			cart,
			cart_selections: account.variant === 'commerce' ? selectionsOf(cart, lines) : null,
			shipments: shipmentsOf(order, lines),
			workspace_id: workspace.id,
			workspace_name: workspace.name,
			expires_at: order.expiresAt?.toISOString() ?? null,
			card_id: input.card_id ?? null,
			message: input.message ?? null,
			thank_you_note: order.thankYouNote,
			view_count_recipient: order.views,
			is_swapped: isSwapped,
			order_batch_id: order.batchId,
			amounts: this.amounts(order, lines),
			original_cart: isSwapped ? cartOf(id, plan.lines) : null,
			original_amounts: isSwapped ? originalAmounts(this.amounts(order, plan.lines)) : null,
			sender: account.sender,
			payment_link:
				account.variant === 'commerce' && order.status === 'pending_payment'
					? `${this.baseUrl()}/payments/${uuidFrom('payment link', id)}`
					: null,
			reference_id: referenceFrom(id),
		};
	}

	/** openapi: OrderBatchRecipient */
	recipient({ first_name, last_name, email }: RecipientInput): OrderBatchRecipient {
		return { first_name, last_name: last_name ?? null, email: email ?? null };
	}

	/** openapi: Card */
	card({ id, occasions }: GreetingCard): Card {
		const image = (size: CardSize): Image => ({
			url: `${this.baseUrl()}/cards/${id}/${size}.svg`,
			...CARD_SIZES[size],
		});
		return { id, image: image('image'), image_thumb: image('image_thumb'), occasions };
	}

	private amounts({ plan, recipient, times }: OrderRecord, lines: CartLine[]): Amounts {
		return amountsOf(lines, this.catalogue, {
			addressKnown: recipient.mailing_address !== undefined || times.accepted_at !== null,
			paidFromBalance: plan.paymentMethod.balance !== null,
		});
	}
}

function cartOf(owner: string, lines: CartLine[]): Cart {
	return {
		id: uuidFrom('cart', owner),
		items: lines.map(({ product, quantity }, index) => ({
			id: uuidFrom('cart item', owner, index),
			quantity,
			product: { id: product.id, name: product.name, brand: product.brand },
		})),
	};
}

function selectionsOf(cart: Cart, lines: CartLine[]): CartSelection[] {
	return lines.flatMap(({ quantity, variants }, index) => {
		const item = cart.items[index]!;
		if (variants.length === 0) return [];
		return Array.from({ length: quantity }, (_, unit) => ({
			id: uuidFrom('cart selection', item.id, unit),
			cart_item_id: item.id,
			quantity_index: unit,
			variants,
		}));
	});
}

function shipmentsOf({ id, shipmentStatus, times }: OrderRecord, lines: CartLine[]): Shipment[] {
	if (!shipmentStatus) return [];
	const tracked = shipmentStatus !== 'pending';
	return [...new Set(lines.map((line) => line.product.brand.name))].map((brandName) => {
		const trackingNumber = `1Z${uuidFrom('tracking', id, brandName).replace(/-/g, '').slice(0, 16).toUpperCase()}`;
		return {
			id: uuidFrom('shipment', id, brandName),
			status: shipmentStatus,
			brand_name: brandName,
			tracking_carrier: tracked ? 'UPS' : null,
			tracking_number: tracked ? trackingNumber : null,
			tracking_url: tracked ? `https://tracking.gift-order-batch.example/${trackingNumber}` : null,
			shipped_at: times.shipped_at,
			delivered_at: times.delivered_at,
			delivery_eta: times.shipped_at && inDays(DELIVERY_DAYS, times.shipped_at),
		};
	});
}

function inDays(days: number, time: string): string {
	return new Date(Date.parse(time) + days * 24 * 60 * 60 * 1000).toISOString();
}

function originalAmounts(amounts: Amounts) {
	return {
		original_amount_product: amounts.amount_product,
		original_amount_shipping: amounts.amount_shipping,
		original_amount_credit_applied: amounts.amount_credit_applied,
		original_amount_pre_tax_total: amounts.amount_pre_tax_total,
	};
}
