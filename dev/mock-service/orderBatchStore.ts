import { randomUUID } from 'node:crypto';
import type { Account, AccountName } from './accounts';
import { refuse } from './serviceError';
import type { OrderBatchPlan } from './input/acceptOrderBatch';
import { changeOrder, createOrder, type ChangeContext, type OrderChange, type OrderRecord } from './order';
import { Timers } from './timers';
import type { EventKind, SendStatus } from './contract';

/** Batches of more recipients are processed after the response (openapi: createOrderBatch). */
const LARGEST_SYNCHRONOUS_BATCH = 10;

/** One batch as the service keeps it. It has orders if, and only if, it is `complete`. */
export interface BatchRecord {
	id: string;
	plan: OrderBatchPlan;
	sendStatus: SendStatus;
	createdAt: Date;
	orders: OrderRecord[];
	cancelProcessing: () => void;
}

/** An order batch in short, for looking at everything that was created. */
export interface BatchSummary {
	id: string;
	account: AccountName;
	customer_reference_id: string | null;
	send_status: SendStatus;
	recipients_count: number;
	orders_count: number;
}

export interface OrderBatchStoreOptions extends ChangeContext {
	processingDelayMs: number;
	/** Called when a batch is created, and each time it becomes `complete`. */
	onBatchEvent: (kind: EventKind, batch: BatchRecord) => void;
}

/** All order batches and orders, and how batches come to be complete (openapi: OrderBatchSendStatus). */
export class OrderBatchStore {
	private readonly batches = new Map<string, BatchRecord>();
	private readonly orders = new Map<string, OrderRecord>();
	private readonly references = new Set<string>();
	private readonly timers = new Timers();

	constructor(private readonly options: OrderBatchStoreOptions) {}

	/**
	 * Creates a batch: complete at once, or pending until it is processed.
	 * @throws ServiceError when the account already has a batch with the `customer_reference_id`.
	 */
	create(plan: OrderBatchPlan): BatchRecord {
		this.claimReference(plan);
		const batch: BatchRecord = {
			id: randomUUID(),
			plan,
			sendStatus: 'pending',
			createdAt: new Date(),
			orders: [],
			cancelProcessing: () => {},
		};
		this.batches.set(batch.id, batch);
		this.options.onBatchEvent('order_batch.created', batch);

		const large = plan.input.recipients.length > LARGEST_SYNCHRONOUS_BATCH;
		if (large || plan.scheduledSendOn) {
			const startAt = (plan.scheduledSendOn ?? batch.createdAt).getTime();
			const delay = large ? this.options.processingDelayMs : 0;
			batch.cancelProcessing = this.timers.runAt(startAt + delay, () => this.complete(batch));
		} else {
			this.complete(batch);
		}
		return batch;
	}

	/** @throws ServiceError 404 when the account has no such batch. */
	batch(account: Account, id: string): BatchRecord {
		const batch = this.batches.get(id.toLowerCase());
		if (batch?.plan.account !== account) refuse('Order batch not found', 404);
		return batch;
	}

	/** @throws ServiceError 404 when the account has no such order. */
	order(account: Account, id: string): OrderRecord {
		const order = this.orders.get(id.toLowerCase());
		if (order?.plan.account !== account) refuse('Order not found', 404);
		return order;
	}

	/** @throws ServiceError 404 when no gift link has this ID. */
	orderOfGift(giftId: string): OrderRecord {
		const orders = [...this.orders.values()];
		return orders.find((order) => order.giftId === giftId) ?? refuse('There is no such gift', 404);
	}

	/** The account's orders, newest first. */
	ordersOf(account: Account): OrderRecord[] {
		return [...this.orders.values()].filter((order) => order.plan.account === account).reverse();
	}

	/** The account's batches, newest first. */
	batchesOf(account: Account): BatchRecord[] {
		return [...this.batches.values()].filter((batch) => batch.plan.account === account).reverse();
	}

	/**
	 * Puts a batch of any account into a state; `pending` then stays until the next call.
	 * Orders come and go with the state `complete`.
	 * @throws ServiceError 404 when there is no such batch.
	 */
	setState(id: string, state: SendStatus): void {
		const batch = this.batches.get(id) ?? refuse('Order batch not found', 404);
		batch.cancelProcessing();
		if (batch.sendStatus === state) return;
		for (const order of batch.orders) this.orders.delete(order.id);
		batch.orders = [];
		if (state === 'complete') this.complete(batch);
		else batch.sendStatus = state;
	}

	/**
	 * Lets something happen to an order of any account.
	 * @throws ServiceError 404 when there is no such order, and 400 when it cannot be swapped so.
	 */
	changeOrder(id: string, change: OrderChange): OrderRecord {
		const order = this.orders.get(id) ?? refuse('Order not found', 404);
		changeOrder(order, change, this.options);
		return order;
	}

	/** Every batch of every account, oldest first. */
	summaries(): BatchSummary[] {
		return [...this.batches.values()].map(({ id, plan, sendStatus, orders }) => ({
			id,
			account: plan.account.name,
			customer_reference_id: plan.input.customer_reference_id ?? null,
			send_status: sendStatus,
			recipients_count: plan.input.recipients.length,
			orders_count: orders.length,
		}));
	}

	/** Leaves pending batches pending. */
	stop(): void {
		this.timers.cancelAll();
	}

	clear(): void {
		this.stop();
		this.batches.clear();
		this.orders.clear();
		this.references.clear();
	}

	private claimReference({ account, input }: OrderBatchPlan): void {
		if (typeof input.customer_reference_id !== 'string') return;
		const reference = `${account.name} ${input.customer_reference_id}`;
		if (this.references.has(reference)) {
			refuse(`An order batch with this customer_reference_id already exists: ${input.customer_reference_id}`, 409);
		}
		this.references.add(reference);
	}

	private complete(batch: BatchRecord): void {
		batch.orders = batch.plan.input.recipients.map((recipient) => createOrder(batch.id, batch.plan, recipient));
		for (const order of batch.orders) this.orders.set(order.id, order);
		batch.sendStatus = 'complete';
		for (const order of batch.orders) changeOrder(order, { status: 'created' }, this.options);
		this.options.onBatchEvent('order_batch.completed', batch);
	}
}
