import { randomBytes, randomUUID } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { Webhook } from 'standardwebhooks';
import { refuse } from './serviceError';
import { Timers } from './timers';
import type { EventKind, Order, OrderBatch } from './contract';

/** Where to send events. */
export interface WebhookRegistration {
	url: string;
	/** `whsec_` and the key in base64. */
	secret: string;
	/** Which kinds of events to send; all of them when `null` or left out. */
	events?: EventKind[] | null;
}

/** A webhook that the service knows. */
export interface RegisteredWebhook extends WebhookRegistration {
	id: string;
	events: EventKind[] | null;
}

/** One event on its way to one webhook. */
export interface WebhookDelivery {
	id: string;
	webhookId: string;
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
	/** The HTTP status of each response; `null` for no response. */
	statuses: Array<number | null>;
	outcome: 'pending' | 'delivered' | 'gaveUp';
}

/** How events are delivered. All durations are in milliseconds. */
export interface DeliveryRules {
	/** How long to wait after each failed attempt; there are no more attempts than these and the first. */
	retryDelaysMs: number[];
	/** How long an attempt may take. */
	timeoutMs: number;
	/** Whether deliveries stay pending, without an attempt, until they are sent by hand. */
	hold: boolean;
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

const DEFAULT_RULES: DeliveryRules = {
	retryDelaysMs: [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 10 * HOUR],
	timeoutMs: 15 * SECOND,
	hold: false,
};

/** Sends events, with retries until a 2xx response (openapi: receiveOrderBatchCompleted, receiveEvent). */
export class Webhooks {
	readonly deliveries: WebhookDelivery[] = [];
	private readonly registrations = new Map<string, RegisteredWebhook>();
	private readonly retries = new Timers();
	private readonly rulesAtStart: DeliveryRules;
	private rules: DeliveryRules;
	private running = newRun();

	/** @param rules what is left out is as at the deployed service. */
	constructor(rules: Partial<DeliveryRules> = {}) {
		this.rulesAtStart = { ...DEFAULT_RULES, ...rules };
		this.rules = this.rulesAtStart;
	}

	/** Changes some rules for every attempt from now on. */
	changeRules(rules: Partial<DeliveryRules>): void {
		this.rules = { ...this.rules, ...rules };
	}

	/** @throws ServiceError 400 when the secret is not `whsec_` and base64. */
	register(registration: WebhookRegistration): RegisteredWebhook {
		if (!/^whsec_[A-Za-z0-9+/]+=*$/.test(registration.secret)) {
			refuse('A webhook secret is whsec_ and base64');
		}
		const id = `ep_${randomBytes(12).toString('hex')}`;
		const webhook = { ...registration, id, events: registration.events ?? null };
		this.registrations.set(id, webhook);
		return webhook;
	}

	/** Every webhook, oldest first. */
	registered(): RegisteredWebhook[] {
		return [...this.registrations.values()];
	}

	/** @throws ServiceError 404 when there is no such webhook. */
	remove(id: string): void {
		if (!this.registrations.delete(id)) refuse('Webhook not found', 404);
		for (const delivery of this.deliveries) {
			if (delivery.webhookId === id && delivery.outcome === 'pending') delivery.outcome = 'gaveUp';
		}
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
		for (const webhook of interested) {
			const delivery: WebhookDelivery = {
				id: randomUUID(),
				webhookId: webhook.id,
				eventId,
				eventType: kind,
				orderBatchId: isOrder(data) ? data.order_batch_id : data.id,
				orderId: isOrder(data) ? data.id : null,
				url: webhook.url,
				body: JSON.stringify({ event_type: kind, id: eventId, data }),
				attempts: 0,
				statuses: [],
				outcome: 'pending',
			};
			this.deliveries.push(delivery);
			if (!this.rules.hold) void this.deliver(delivery, webhook, this.rules.retryDelaysMs);
		}
	}

	/**
	 * Makes one attempt at a delivery, whatever its outcome was before. No retry follows.
	 * @returns the HTTP status of the response; `null` for no response.
	 * @throws ServiceError 404 when there is no such delivery, or its webhook is gone.
	 */
	async send(deliveryId: string): Promise<number | null> {
		const delivery = this.deliveries.find(({ id }) => id === deliveryId) ?? refuse('Delivery not found', 404);
		const webhook = this.registrations.get(delivery.webhookId) ?? refuse('Webhook not found', 404);
		return await this.attempt(delivery, webhook);
	}

	/** Ends the attempts in flight, without another one. */
	stop(): void {
		this.retries.cancelAll();
		this.running.abort();
		this.running = newRun();
	}

	/** Forgets registrations, deliveries and changes of the rules. */
	clear(): void {
		this.stop();
		this.rules = this.rulesAtStart;
		this.clearRegistrations();
		this.deliveries.length = 0;
	}

	clearRegistrations(): void {
		for (const id of this.registrations.keys()) this.remove(id);
	}

	private async deliver(
		delivery: WebhookDelivery,
		webhook: RegisteredWebhook,
		[delay, ...laterDelays]: number[],
	): Promise<void> {
		const { signal } = this.running;
		await this.attempt(delivery, webhook);
		if (signal.aborted || delivery.outcome !== 'pending') return;
		if (delay === undefined) {
			delivery.outcome = 'gaveUp';
			return;
		}
		this.retries.runAt(Date.now() + delay, () => {
			if (delivery.outcome === 'pending') void this.deliver(delivery, webhook, laterDelays);
		});
	}

	private async attempt(delivery: WebhookDelivery, webhook: RegisteredWebhook): Promise<number | null> {
		const { signal } = this.running;
		delivery.attempts += 1;
		const status = await post(webhook, delivery, this.rules.timeoutMs, signal);
		if (signal.aborted) return null;

		delivery.statuses.push(status);
		if (status !== null && status >= 200 && status < 300) delivery.outcome = 'delivered';
		return status;
	}
}

/** Ends every attempt of a run at once, however many there are. */
function newRun(): AbortController {
	const run = new AbortController();
	setMaxListeners(0, run.signal);
	return run;
}

export const newSecret = () => `whsec_${randomBytes(24).toString('base64')}`;

/** As a sender that keeps to Standard Webhooks signs what it sends. */
export const signedHeaders = (secret: string, id: string, body: string, at = new Date(), prefix = 'svix') => ({
	'content-type': 'application/json',
	[`${prefix}-id`]: id,
	[`${prefix}-timestamp`]: String(Math.floor(at.getTime() / 1000)),
	[`${prefix}-signature`]: new Webhook(secret).sign(id, at, body),
});

/** @returns the status of the response; `null` for no response. */
async function post(
	{ url, secret }: RegisteredWebhook,
	{ eventId, body }: WebhookDelivery,
	timeout: number,
	signal: AbortSignal,
): Promise<number | null> {
	try {
		const response = await fetch(url, {
			method: 'POST',
			headers: signedHeaders(secret, eventId, body),
			body,
			redirect: 'manual',
			signal: AbortSignal.any([signal, AbortSignal.timeout(timeout)]),
		});
		await response.arrayBuffer();
		return response.status;
	} catch {
		return null;
	}
}

function isOrder(data: OrderBatch | Order): data is Order {
	return 'order_batch_id' in data;
}
