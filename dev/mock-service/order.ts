import { randomUUID } from 'node:crypto';
import type { Catalogue } from './catalogue/catalogue';
import { uuidFrom } from './ids';
import { refuse } from './serviceError';
import type { OrderBatchPlan, CartLine } from './input/acceptOrderBatch';
import type {
	EventKind,
	EventTimes,
	MailingAddress,
	OrderActivity,
	OrderStatus,
	RecipientInput,
	ShipmentStatus,
} from './contract';

/** One order as the service keeps it; its response is built when it is requested. */
export interface OrderRecord {
	id: string;
	/** Ends the address of its gift link. */
	giftId: string;
	batchId: string;
	plan: OrderBatchPlan;
	recipient: RecipientInput;
	status: OrderStatus;
	times: EventTimes;
	/** When it expires, where that was changed; otherwise as its batch does. */
	expiresAt: Date | null;
	views: number;
	thankYouNote: string | null;
	/** What the recipient gets: the batch's cart until the recipient swaps or chooses variants. */
	lines: CartLine[];
	isSwapped: boolean;
	/** Whether its recipient declined it. The status does not tell. */
	isDeclined: boolean;
	/** `null` while there is nothing to ship yet. */
	shipmentStatus: ShipmentStatus | null;
	/** What GET /v1/order_activities lists of it, oldest first. */
	activities: Array<Omit<OrderActivity, 'order'>>;
	/** The kinds of events that were sent. */
	events: Set<EventKind>;
}

/** What can happen to an order after its creation; what is left out stays as it is. */
export interface OrderChange {
	status?: OrderStatus;
	/** Ids of the products that the recipient swaps to, one of each. */
	swapToProductIds?: string[];
	/** Where the recipient wants the gift. */
	mailingAddress?: MailingAddress;
	/** Names of the variants that the recipient chooses, for each line of the cart. */
	variants?: string[][];
	thankYouNote?: string;
	isDeclined?: boolean;
	/** Nothing but the event tells of it. */
	refunded?: boolean;
	/** ISO 8601. Makes the order older, or newer. */
	createdAt?: string;
	/** ISO 8601. */
	expiresAt?: string;
}

/** What a change needs and whom it tells. */
export interface ChangeContext {
	catalogue: Catalogue;
	/** Called for each event, with the order as it is then. */
	onOrderEvent: (kind: EventKind, order: OrderRecord) => void;
}

/** What becoming a status does to an order. */
interface Step {
	times?: Array<keyof EventTimes>;
	shipment?: ShipmentStatus;
	activity?: OrderActivity['order_status'];
	event?: EventKind;
}

const STEPS: Record<OrderStatus, Step> = {
	created: { times: ['created_at'], activity: 'created', event: 'order.created' },
	notified: { times: ['notified_at'] },
	opened: { times: ['opened_at'], activity: 'opened', event: 'order.gift_opened' },
	accepted: { times: ['accepted_at'], event: 'order.gift_accepted' },
	// Hosted payment asks for it with the acceptance, so that the event already has the payment link.
	pending_payment: {
		times: ['accepted_at', 'pending_payment_at'],
		activity: 'pending_payment',
		event: 'order.gift_accepted',
	},
	paid: { times: ['paid_at'], activity: 'paid' },
	ordered: { shipment: 'pending', activity: 'ordered' },
	shipped: { times: ['shipped_at'], shipment: 'shipped', activity: 'shipped', event: 'order.shipped' },
	delivered: { times: ['delivered_at'], shipment: 'delivered', activity: 'delivered', event: 'order.delivered' },
	failed: { activity: 'failed', event: 'order.canceled' },
	canceled: { activity: 'failed', event: 'order.canceled' },
};

/** What an order without hosted payment passes through, in order. */
const WAY: OrderStatus[] = ['created', 'notified', 'opened', 'accepted', 'paid', 'ordered', 'shipped', 'delivered'];

/** What an order may be while it can still be changed. */
const UNACCEPTED: OrderStatus[] = ['created', 'notified', 'opened'];

/** What happens to an order by itself once it is accepted, by the `from_name` of its batch, as in the sandbox. */
const AFTER_ACCEPTANCE: Record<string, OrderChange> = {
	'[shipped]': { status: 'shipped' },
	'[delivered]': { status: 'delivered' },
	'[refunded]': { refunded: true },
};

/** Whether an order can still be accepted, changed or canceled. */
export function isUnaccepted({ status }: OrderRecord): boolean {
	return UNACCEPTED.includes(status);
}

/** The order of one recipient of a batch, which `changeOrder` then makes `created`, with its activity and its event. */
export function createOrder(batchId: string, plan: OrderBatchPlan, recipient: RecipientInput): OrderRecord {
	const id = randomUUID();
	return {
		id,
		giftId: uuidFrom('gift link', id),
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
		expiresAt: plan.expiresAt,
		views: 0,
		thankYouNote: null,
		lines: plan.lines,
		isSwapped: false,
		isDeclined: false,
		shipmentStatus: null,
		activities: [],
		events: new Set(),
	};
}

/**
 * Lets something happen to an order. On the way to a status it takes every step that is left, except
 * `pending_payment`, which only hosted payment has. Each kind of event is sent once.
 * @throws ServiceError 400 for a swap to an unknown product or in a batch without swaps.
 */
export function changeOrder(order: OrderRecord, change: OrderChange, context: ChangeContext): void {
	const tell = (event: EventKind) => {
		if (order.events.has(event)) return;
		order.events.add(event);
		context.onOrderEvent(event, order);
	};
	const now = new Date().toISOString();
	if (change.swapToProductIds) {
		order.lines = swapLines(order, change.swapToProductIds, context.catalogue);
		order.isSwapped = true;
	}
	if (change.variants) {
		order.lines = order.lines.map((line, index) => ({ ...line, variants: change.variants![index] ?? line.variants }));
	}
	if (change.mailingAddress) order.recipient = { ...order.recipient, mailing_address: change.mailingAddress };
	for (const status of change.status ? stepsTo(change.status) : []) {
		enter(order, status, now);
		const { event } = STEPS[status];
		if (event) tell(event);
	}
	if (change.thankYouNote !== undefined) {
		order.thankYouNote = change.thankYouNote;
		order.times.thank_you_added_at = now;
		tell('order.thank_you_note_added');
	}
	if (change.isDeclined) order.isDeclined = true;
	if (change.refunded) tell('order.refunded');
	if (change.expiresAt) order.expiresAt = new Date(change.expiresAt);
	if (change.createdAt) moveCreation(order, new Date(change.createdAt).toISOString());
	if (change.status === 'accepted') {
		changeOrder(order, AFTER_ACCEPTANCE[order.plan.input.from_name] ?? {}, context);
	}
}

function stepsTo(status: OrderStatus): OrderStatus[] {
	if (status === 'pending_payment') return [...stepsTo('opened'), status];
	return WAY.includes(status) ? WAY.slice(0, WAY.indexOf(status) + 1) : [status];
}

function enter(order: OrderRecord, status: OrderStatus, now: string): void {
	const { times = [], shipment = order.shipmentStatus, activity } = STEPS[status];
	order.status = status;
	order.shipmentStatus = shipment;
	for (const time of times) order.times[time] ??= now;
	if (order.times.opened_at) order.views = Math.max(order.views, 1);
	if (activity && !order.activities.some(({ order_status: written }) => written === activity)) {
		order.activities.push({ id: randomUUID(), order_status: activity, created_at: now });
	}
}

function moveCreation(order: OrderRecord, createdAt: string): void {
	order.times.created_at = createdAt;
	const activity = order.activities.find(({ order_status: status }) => status === 'created');
	if (activity) activity.created_at = createdAt;
}

function swapLines(order: OrderRecord, productIds: string[], catalogue: Catalogue): CartLine[] {
	if (order.plan.input.swap === 'disabled') refuse('Swap is disabled for this order');
	return productIds.map((id) => {
		const product = catalogue.product(id) ?? refuse('Product not found');
		return { product, quantity: 1, unitPrice: product.price, variants: [] };
	});
}
