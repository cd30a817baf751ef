import { randomUUID } from 'node:crypto';
import type { Catalogue } from './catalogue/catalogue';
import { ServiceError } from './serviceError';
import type { OrderBatchPlan, CartLine } from './input/acceptOrderBatch';
import type { EventTimes, OrderStatus, RecipientInput, ShipmentStatus } from './contract';

/** One order as the service keeps it; its wire form is made when it is asked for. */
export interface OrderRecord {
	id: string;
	batchId: string;
	plan: OrderBatchPlan;
	recipient: RecipientInput;
	status: OrderStatus;
	times: EventTimes;
	views: number;
	thankYouNote: string | null;
	/** What the recipient chose instead of the batch's cart. */
	swappedTo: CartLine[] | null;
	/** `null` while there is nothing to ship yet. */
	shipmentStatus: ShipmentStatus | null;
}

/** What can happen to an order after its creation; what is left out stays as it is. */
export interface OrderChange {
	status?: OrderStatus;
	shipmentStatus?: ShipmentStatus;
	/** Ids of the products that the recipient swaps to, one of each. */
	swapToProductIds?: string[];
	thankYouNote?: string;
}

/** What an order passes through, in order, and the time that each step leaves in `event_times`. */
const WAY: Array<[OrderStatus, keyof EventTimes | null]> = [
	['created', 'created_at'],
	['notified', 'notified_at'],
	['opened', 'opened_at'],
	['accepted', 'accepted_at'],
	['pending_payment', 'pending_payment_at'],
	['paid', 'paid_at'],
	['ordered', null],
	['shipped', 'shipped_at'],
	['delivered', 'delivered_at'],
];

const SHIPMENT_BY_ORDER: Partial<Record<OrderStatus, ShipmentStatus>> = {
	ordered: 'pending',
	shipped: 'shipped',
	delivered: 'delivered',
};

/** The order of one recipient of a batch, with status `created`. */
export function createOrder(batchId: string, plan: OrderBatchPlan, recipient: RecipientInput): OrderRecord {
	return {
		id: randomUUID(),
		batchId,
		plan,
		recipient,
		status: 'created',
		times: {
			created_at: new Date().toISOString(),
			notified_at: null,
			opened_at: null,
			accepted_at: null,
			pending_payment_at: null,
			paid_at: null,
			shipped_at: null,
			delivered_at: null,
			thank_you_added_at: null,
		},
		views: 0,
		thankYouNote: null,
		swappedTo: null,
		shipmentStatus: null,
	};
}

/**
 * Lets something happen to an order. A status also leaves the times of all steps on the way to it;
 * `pending_payment` is such a step only when it is asked for, because only hosted payment has it.
 * @throws ServiceError 400 for a swap to an unknown product or in a batch without swaps.
 */
export function changeOrder(order: OrderRecord, change: OrderChange, catalogue: Catalogue): void {
	const now = new Date().toISOString();
	if (change.swapToProductIds) order.swappedTo = swapLines(order, change.swapToProductIds, catalogue);
	if (change.status) moveTo(order, change.status, now);
	if (change.shipmentStatus) order.shipmentStatus = change.shipmentStatus;
	if (change.thankYouNote !== undefined) {
		order.thankYouNote = change.thankYouNote;
		order.times.thank_you_added_at = now;
	}
}

function moveTo(order: OrderRecord, status: OrderStatus, now: string): void {
	const reached = WAY.findIndex(([step]) => step === status);
	for (const [step, time] of WAY.slice(0, reached + 1)) {
		if (time && (step !== 'pending_payment' || step === status)) order.times[time] ??= now;
	}
	if (order.times.opened_at) order.views = Math.max(order.views, 1);
	order.status = status;
	order.shipmentStatus = SHIPMENT_BY_ORDER[status] ?? order.shipmentStatus;
}

function swapLines(order: OrderRecord, productIds: string[], catalogue: Catalogue): CartLine[] {
	if (order.plan.input.swap === 'disabled') throw new ServiceError(400, 'Swap is disabled for this order');
	return productIds.map((id) => {
		const product = catalogue.product(id);
		if (!product) throw new ServiceError(400, 'Product not found');
		return { product, quantity: 1, unitPrice: product.price, variants: [] };
	});
}
