import type { AddressInfo } from 'node:net';
import { keys, type AccountName } from './accounts';
import { Responses } from './responseBodies';
import { OrderBatchStore, type BatchSummary } from './orderBatchStore';
import { createCatalogue, type Catalogue } from './catalogue/catalogue';
import type { ServiceContext } from './context';
import { Faults, type FaultRule } from './faults';
import type { OrderChange } from './order';
import { PaymentMethods } from './paymentMethodStore';
import { RequestLog, type RequestRecord } from './requestLog';
import { samplesOf, type Samples } from './samples';
import { createServer } from './server';
import {
	Webhooks,
	type DeliveryRules,
	type RegisteredWebhook,
	type WebhookDelivery,
	type WebhookRegistration,
} from './webhookSender';
import type { EventKind, Order, OrderBatch, SendStatus } from './contract';

export type { AccountName } from './accounts';
export type { BatchSummary } from './orderBatchStore';
export type { Catalogue } from './catalogue/catalogue';
export type { FaultEffect, FaultRule } from './faults';
export type { OrderChange } from './order';
export type { RequestRecord } from './requestLog';
export type { Samples } from './samples';
export type { DeliveryRules, RegisteredWebhook, WebhookDelivery, WebhookRegistration } from './webhookSender';
export type * from './contract';

export interface ServiceOptions {
	/** Default 127.0.0.1. */
	host?: string;
	/** Default 0: any free port. */
	port?: number;
	/** Where gift links, payment links and pictures of cards point to; default the address of the service. */
	linksUrl?: string;
	/** How long batches of more than 10 recipients stay pending; default 1500. */
	processingDelayMs?: number;
	/** Whether to respond with 404 wherever the document says `Optional:`, and to send no other event; default false. */
	interfaceOnly?: boolean;
	/** Who gets events from the start; default nobody. */
	webhooks?: WebhookRegistration[];
	/** How events are delivered; by default as the deployed service does it, with retries for more than a day. */
	webhookDelivery?: Partial<DeliveryRules>;
}

/** A service that listens, and the hand on it. */
export interface RunningService {
	baseUrl: string;
	port: number;
	keys: Record<AccountName, string>;
	catalogue: Catalogue;
	samples: Samples;
	/** Every request so far, oldest first. */
	requests: RequestRecord[];
	/** Every webhook delivery so far, oldest first. */
	deliveries: WebhookDelivery[];
	/** Every batch of every account, oldest first. */
	orderBatches(): BatchSummary[];
	/** Puts a batch into a state now; `pending` then stays until the next call. Throws when there is no such batch. */
	setBatchState(id: string, state: SendStatus): void;
	/** Lets something happen to an order. Throws when there is no such order, or when it cannot be swapped so. */
	changeOrder(id: string, change: OrderChange): void;
	addFault(rule: FaultRule): void;
	clearFaults(): void;
	/** Throws when the secret is not a signing secret. */
	addWebhook(registration: WebhookRegistration): RegisteredWebhook;
	/** Every webhook, oldest first, with the secret that POST /v1/webhooks does not show. */
	webhooks(): RegisteredWebhook[];
	clearWebhooks(): void;
	/** Changes some rules for every attempt from now on. */
	changeDeliveryRules(rules: Partial<DeliveryRules>): void;
	/**
	 * Makes one attempt at a delivery, whatever its outcome was before. No retry follows. Several calls at once make
	 * several attempts at once.
	 * @returns the HTTP status of the response; `null` for no response.
	 * @throws Error when there is no such delivery, or its webhook is gone.
	 */
	sendDelivery(id: string): Promise<number | null>;
	/** See the option of this name. */
	setInterfaceOnly(on: boolean): void;
	/** The most requests that were open at the same time. */
	maxConcurrency(): number;
	/** Empties batches, payment methods, log, faults, webhooks and deliveries; every setting is as at the start. */
	reset(): void;
	/** Breaks open connections, forgets everything that was still to happen, and frees the port. */
	close(): Promise<void>;
}

const DEFAULT_PROCESSING_DELAY_MS = 1500;

/**
 * Starts a Gift Order Batch Service with its state in memory.
 * @throws Error when the port is in use or a webhook secret is not one.
 */
export async function startService(options: ServiceOptions = {}): Promise<RunningService> {
	const { host = '127.0.0.1', port = 0 } = options;
	let baseUrl = '';
	const context = createContext(options, () => options.linksUrl ?? baseUrl);
	const server = createServer(context);
	await server.listen({ host, port });
	const address = server.server.address() as AddressInfo;
	baseUrl = `http://${host}:${address.port}`;

	const { orderBatches, catalogue, faults, log, samples, webhooks } = context;
	return {
		baseUrl,
		port: address.port,
		keys,
		catalogue,
		samples,
		requests: log.records,
		deliveries: webhooks.deliveries,
		orderBatches: () => orderBatches.summaries(),
		setBatchState: (id, state) => orderBatches.setState(id, state),
		changeOrder: (id, change) => void orderBatches.changeOrder(id, change),
		addFault: (rule) => faults.add(rule),
		clearFaults: () => faults.clear(),
		addWebhook: (registration) => webhooks.register(registration),
		webhooks: () => webhooks.registered(),
		clearWebhooks: () => webhooks.clearRegistrations(),
		changeDeliveryRules: (rules) => webhooks.changeRules(rules),
		sendDelivery: async (id) => await webhooks.send(id),
		setInterfaceOnly: (on) => {
			context.interfaceOnly = on;
		},
		maxConcurrency: () => log.maxConcurrency(),
		reset: context.reset,
		close: async () => {
			await server.close();
			orderBatches.stop();
			webhooks.stop();
		},
	};
}

function createContext(options: ServiceOptions, baseUrl: () => string): ServiceContext {
	const catalogue = createCatalogue();
	const responses = new Responses(catalogue, baseUrl);
	const webhooks = new Webhooks(options.webhookDelivery);
	for (const registration of options.webhooks ?? []) webhooks.register(registration);
	const announce = (kind: EventKind, read: () => OrderBatch | Order) => {
		if (!context.interfaceOnly || kind === 'order_batch.completed') webhooks.announce(kind, read);
	};
	const context: ServiceContext = {
		catalogue,
		samples: samplesOf(catalogue),
		orderBatches: new OrderBatchStore({
			processingDelayMs: options.processingDelayMs ?? DEFAULT_PROCESSING_DELAY_MS,
			catalogue,
			onBatchEvent: (kind, batch) => announce(kind, () => responses.orderBatch(batch)),
			onOrderEvent: (kind, order) => announce(kind, () => responses.order(order)),
		}),
		paymentMethods: new PaymentMethods(),
		webhooks,
		faults: new Faults(),
		log: new RequestLog(),
		responses,
		interfaceOnly: options.interfaceOnly ?? false,
		reset: () => {
			context.orderBatches.clear();
			context.paymentMethods.clear();
			context.webhooks.clear();
			context.faults.clear();
			context.log.clear();
			context.interfaceOnly = options.interfaceOnly ?? false;
		},
	};
	return context;
}
