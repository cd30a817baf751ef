import { randomBytes, randomUUID } from 'node:crypto';
import axios from 'axios';
import { Webhook } from 'standardwebhooks';
import type { AccountName } from './accounts';
import { ServiceError } from './serviceError';
import { Timers } from './timers';
import type { EventKind, OrderBatch } from './contract';

/** Where to send events. */
export interface WebhookRegistration {
	url: string;
	/** `whsec_` and the key in base64. */
	secret: string;
	/** Which kinds of events to send; all of them when `null` or left out. */
	events?: EventKind[] | null;
	/** Whose header names the signature comes under; `svix` unless given. */
	naming?: 'svix' | 'standard';
	/** `legacy` calls batches gift batches and orders gifts; `current` unless given. */
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
	orderBatchId: string;
	url: string;
	/** The exact text that is signed and sent. */
	body: string;
	attempts: number;
	/** What each attempt was answered; `null` for no answer. */
	statuses: Array<number | null>;
	outcome: 'pending' | 'delivered' | 'gaveUp';
}

const TIMEOUT_MS = 15_000;

/** Sends `order_batch.completed` (openapi: receiveOrderBatchCompleted) and tries again until it is answered with 2xx. */
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

	/** Tells every webhook that asks for it that a batch is complete. All of them get the same event id. */
	announce(batch: OrderBatch): void {
		const eventId = randomUUID();
		for (const registration of this.registrations.values()) {
			if (registration.events?.includes('order_batch.completed') === false) continue;
			const payload =
				registration.payload === 'legacy' ? legacyPayload(eventId, batch) : currentPayload(eventId, batch);
			const delivery: WebhookDelivery = {
				eventId,
				eventType: payload.event_type,
				orderBatchId: batch.id,
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

function currentPayload(id: string, batch: OrderBatch) {
	return { event_type: 'order_batch.completed', id, data: batch };
}

function legacyPayload(id: string, batch: OrderBatch) {
	const { orders_count: giftsCount, orders_preview: orders, ...rest } = batch;
	return {
		event_type: 'gift_batch.completed',
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
