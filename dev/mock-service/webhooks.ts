import { randomBytes, randomUUID } from 'node:crypto';
import axios from 'axios';
import { Webhook } from 'standardwebhooks';
import type { AccountName } from './accounts';
import { ServiceError } from './serviceError';
import { Timers } from './timers';
import type { EventKind, Order, OrderBatch } from './contract';

/** Where to send events. */
export interface WebhookRegistration {
	url: string;
	/** `whsec_` and the key in base64. */
	secret: string;
	/** Which kinds of events to send; all of them when `null` or left out. */
	events?: EventKind[] | null;
	/** Whose header names the signature comes under; `svix` unless given. */
	naming?: 'svix' | 'standard';
	/** `legacy` gives the events of batches older names: gift batches and gifts; `current` unless given. */
	payload?: 'current' | 'legacy';
}

/** A webhook that the service knows. */
export interface RegisteredWebhook extends WebhookRegistration {
	id: string;
	events: EventKind[] | null;
	/** Whose key registered it; `null` for the options of the service and its control API. */
	accountName: AccountName | null;
}

/** One event on its way to one registration. */
export interface WebhookDelivery {
	eventId: string;
	eventType: string;
	/** The batch, or the one of the order. */
	orderBatchId: string;
	/** `null` for an event of a batch. */
	orderId: string | null;
	url: string;
	/** The exact text that is signed and sent. */
	body: string;
	attempts: number;
	/** What each attempt was answered; `null` for no answer. */
	statuses: Array<number | null>;
	outcome: 'pending' | 'delivered' | 'gaveUp';
}

const TIMEOUT_MS = 15_000;

/** Sends events (openapi: receiveOrderBatchCompleted, receiveEvent) again and again until they are answered with 2xx. */
export class Webhooks {
	readonly deliveries: WebhookDelivery[] = [];
	private readonly registrations = new Map<string, RegisteredWebhook>();
	private readonly retries = new Timers();
	private readonly posts = new Set<AbortController>();

	/** @param retryDelaysMs how long to wait after each failed attempt; there are no more attempts than these and the first. */
	constructor(private readonly retryDelaysMs: number[]) {}

	/** @throws ServiceError 400 when the secret is not `whsec_` and base64. */
	register(registration: WebhookRegistration, accountName: AccountName | null = null): RegisteredWebhook {
		if (!/^whsec_[A-Za-z0-9+/]+=*$/.test(registration.secret)) {
			throw new ServiceError(400, 'A webhook secret is whsec_ and base64');
		}
		const id = `ep_${randomBytes(12).toString('hex')}`;
		const webhook = { ...registration, id, events: registration.events ?? null, accountName };
		this.registrations.set(id, webhook);
		return webhook;
	}

	/** Every webhook, oldest first. */
	registered(): RegisteredWebhook[] {
		return [...this.registrations.values()];
	}

	/** @throws ServiceError 404 when there is no such webhook. */
	remove(id: string): void {
		if (!this.registrations.delete(id)) throw new ServiceError(404, 'Webhook not found');
	}

	/**
	 * Sends an event to every webhook that asks for its kind. All of them get the same event id.
	 * @param read gives the object of the event; called only when there is such a webhook.
	 */
	announce(kind: EventKind, read: () => OrderBatch | Order): void {
		const interested = this.registered().filter(({ events }) => events?.includes(kind) ?? true);
		if (interested.length === 0) return;
		const eventId = randomUUID();
		const data = read();
		for (const registration of interested) {
			const payload = payloadOf(kind, eventId, data, registration);
			const delivery: WebhookDelivery = {
				eventId,
				eventType: payload.event_type,
				orderBatchId: isOrder(data) ? data.order_batch_id : data.id,
				orderId: isOrder(data) ? data.id : null,
				url: registration.url,
				body: JSON.stringify(payload),
				attempts: 0,
				statuses: [],
				outcome: 'pending',
			};
			this.deliveries.push(delivery);
			void this.attempt(delivery, registration);
		}
	}

	/** Ends the attempts that are under way, without another one. */
	stop(): void {
		this.retries.cancelAll();
		for (const post of this.posts) post.abort();
	}

	/** Forgets registrations and deliveries. */
	clear(): void {
		this.stop();
		this.clearRegistrations();
		this.deliveries.length = 0;
	}

	clearRegistrations(): void {
		this.registrations.clear();
	}

	private async attempt(delivery: WebhookDelivery, registration: WebhookRegistration): Promise<void> {
		const abort = new AbortController();
		this.posts.add(abort);
		delivery.attempts += 1;
		const status = await post(registration, delivery, abort.signal);
		this.posts.delete(abort);
		if (abort.signal.aborted) return;

		delivery.statuses.push(status);
		const delay = this.retryDelaysMs[delivery.attempts - 1];
		if (status !== null && status >= 200 && status < 300) {
			delivery.outcome = 'delivered';
		} else if (delay === undefined) {
			delivery.outcome = 'gaveUp';
		} else {
			this.retries.runAt(Date.now() + delay, () => void this.attempt(delivery, registration));
		}
	}
}

async function post(
	{ url, secret, naming = 'svix' }: WebhookRegistration,
	{ eventId, body }: WebhookDelivery,
	signal: AbortSignal,
): Promise<number | null> {
	const now = new Date();
	const prefix = naming === 'svix' ? 'svix' : 'webhook';
	const headers = {
		'content-type': 'application/json',
		[`${prefix}-id`]: eventId,
		[`${prefix}-timestamp`]: String(Math.floor(now.getTime() / 1000)),
		[`${prefix}-signature`]: new Webhook(secret).sign(eventId, now, body),
	};
	try {
		const answer = await axios.post(url, Buffer.from(body), {
			headers,
			signal,
			timeout: TIMEOUT_MS,
			maxRedirects: 0,
			proxy: false,
			validateStatus: () => true,
		});
		return answer.status;
	} catch {
		return null;
	}
}

function isOrder(data: OrderBatch | Order): data is Order {
	return 'order_batch_id' in data;
}

function payloadOf(kind: EventKind, id: string, data: OrderBatch | Order, { payload }: WebhookRegistration) {
	if (payload !== 'legacy' || isOrder(data)) return { event_type: kind, id, data };
	const { orders_count: giftsCount, orders_preview: orders, ...rest } = data;
	return {
		event_type: kind.replace('order_batch', 'gift_batch'),
		id,
		data: {
			...rest,
			gifts_count: giftsCount,
			gifts_preview: orders.map(({ order_batch_id: giftBatchId, ...order }) => ({
				...order,
				gift_batch_id: giftBatchId,
			})),
		},
	};
}
