import { sleep, type IDataObject, type INode, type IWebhookFunctions } from 'n8n-workflow';

import type { ServiceClient } from '../../api/client';
import { endpoints } from '../../api/endpoints';
import { asServiceError, factsOf, isNotFound } from '../../api/errors';
import { connect as connectWith } from '../../connect';
import { DEFAULT_LIMITS, type Limits } from '../../api/limits';
import { isFinal } from '../../api/states';
import { checkSignature, signingKeysOf } from '../../api/webhookSignature';
import type { Connect } from '../../resources/operation';
import { descriptionOf } from '../../resources/outcome';
import { nodeKeyOf, nodeRecord } from '../nodeRecord';
import { ProcessedEvents } from '../processedEvents';
import { orderBatchItems, orderItems, outputSettings } from '../triggerFields';
import { readPayload, respond, SELF_PROVED, type DeliveryResponse, type ServiceEvent } from './payload';
import { isAutomatic, type Registrations } from './registration';

/** What a delivery leads to: the response to its sender, and the items that start the workflow, if it starts. */
interface DeliveryOutcome extends DeliveryResponse {
	items?: IDataObject[];
	/** To be called when n8n has stored the execution, just before it stores the static data. */
	onStored?: () => void;
}

/** How long a read that came too late for its sender is kept for the next attempt, in milliseconds. */
const READ_KEPT_MS = 10 * 60_000;

/**
 * Checks the token of a delivery, or its signature if the credential has a signing secret. The service does not return the
 * secret of a webhook that the trigger registers: one in the credential belongs to another.
 * @returns where the sender has put its ID of the event, if anything but the object proves who sent it; or a refusal
 */
async function proofOf(
	functions: IWebhookFunctions,
	rawBody: Buffer,
	registrations: Registrations,
	connect: Connect,
): Promise<{ messageIds?: unknown[] } | DeliveryResponse> {
	const headers = functions.getHeaderData() as Record<string, string | undefined>;
	if (isAutomatic(functions)) {
		const isProved = await registrations.hasToken(functions, connect);
		return isProved
			? { messageIds: [headers['svix-id'], headers['webhook-id']] }
			: respond(401, 'The token is not valid');
	}
	const { signingSecret } = await connect();
	if (signingSecret === '') return {};
	const signing = signingKeysOf(signingSecret);
	if ('problem' in signing) return respond(503, "This trigger's signing secret is not valid");
	const signed = checkSignature({ headers, rawBody }, signing.keys, Date.now() / 1000);
	return 'id' in signed ? { messageIds: [signed.id] } : respond(401, 'The signature is not valid');
}

/**
 * The response when the object could not be read. An object that the service does not find belongs to another user of the
 * organization, so the sender must not retry. Any other error, even 401 and 403, may be gone later.
 */
function failure(functions: IWebhookFunctions, thrown: unknown): DeliveryOutcome {
	const error = asServiceError(thrown);
	const isForeign = isNotFound(error);
	functions.logger.warn(
		`Gift Order Batch Trigger ${isForeign ? 'ignores an event' : 'could not read an event'}: ${error.message} ${descriptionOf(factsOf(error))}`,
	);
	return isForeign
		? respond(200, "Ignored: this trigger's API key cannot read the object of this event")
		: respond(503, 'The object of this event could not be read from the service. Try again later.');
}

/** Fetches the object of an event from the service, since a payload is never trusted, and makes items of it. Never throws. */
async function read(
	functions: IWebhookFunctions,
	{ kind, object, objectId, eventId }: ServiceEvent,
	connect: Connect,
): Promise<DeliveryOutcome> {
	try {
		const settings = outputSettings(functions);
		const client = await connect();
		let objects: IDataObject[];
		if (object === 'order') {
			objects = await orderItems(client, await client.call(endpoints.order(objectId)), settings);
		} else {
			const orderBatch = await client.call(endpoints.orderBatch(objectId));
			const isEarly = kind === 'order_batch.completed' && !isFinal(orderBatch.send_status);
			if (isEarly) return respond(503, 'The order batch is not complete yet');
			objects = await orderBatchItems(client, orderBatch, settings);
		}
		if (objects.length === 0) return respond(200, "Ignored: this trigger's filters exclude this event");
		const items = objects.map((fetched) => ({ event: kind, event_id: eventId, ...fetched }));
		return { ...respond(200, 'The workflow was started'), items };
	} catch (error) {
		return failure(functions, error);
	}
}

/** What this process knows about one trigger node. n8n gives each delivery its own copy of the static data. */
class NodeDeliveries {
	/** Objects that are being read, or were read too late for their sender. */
	private readonly reads = new Map<string, { at: number; outcome: Promise<DeliveryOutcome> }>();
	/** The events whose executions n8n is storing, with its responses. One that has ended could not be stored. */
	private readonly starting = new Map<string, { readonly writableEnded: boolean }>();
	private readonly processed = new ProcessedEvents();

	constructor(private readonly node: INode) {}

	/** Reads the object of an event once for all deliveries that want it at the same time. */
	async readOnce(event: string, read: () => Promise<DeliveryOutcome>): Promise<DeliveryOutcome> {
		for (const [old, { at }] of this.reads) if (Date.now() - at > READ_KEPT_MS) this.reads.delete(old);
		const known = this.reads.get(event);
		if (known) return await known.outcome;
		const outcome = read();
		this.reads.set(event, { at: Date.now(), outcome });
		const { items } = await outcome;
		if (!items) this.reads.delete(event);
		return await outcome;
	}

	/** The response to a delivery after another of the same event; `undefined` when that one could not start the workflow. */
	afterStart(event: string): DeliveryResponse | undefined {
		if (this.processed.has(event)) return respond(200, 'This event has already started the workflow');
		return this.starting.get(event)?.writableEnded === false
			? respond(503, 'Another delivery of this event is starting the workflow. Try again soon.')
			: undefined;
	}

	/** @param response that of n8n to the delivery that starts the workflow */
	start(event: string, response: { readonly writableEnded: boolean }): void {
		this.reads.delete(event);
		// So that no response is kept for ever.
		for (const [old, { writableEnded }] of this.starting) if (writableEnded) this.starting.delete(old);
		this.starting.set(event, response);
	}

	/** Remembers an event whose execution n8n has stored. */
	onStored(event: string): void {
		this.starting.delete(event);
		this.processed.add([event]);
	}

	/** Loads what n8n has stored for the node, also by other processes. @param functions of a delivery, also to another node */
	load(functions: IWebhookFunctions): void {
		this.processed.load(nodeRecord(functions, this.node).processed);
	}

	/** Adds what this process knows about the node, unless it is already stored. */
	store(functions: IWebhookFunctions): void {
		const record = nodeRecord(functions, this.node);
		const events = this.processed.stored();
		if (Object.keys(events).some((day) => events[day] !== record.processed?.[day])) record.processed = events;
	}
}

/** The deliveries to all webhook trigger nodes in this process. */
export class Deliveries {
	private readonly nodes = new Map<string, NodeDeliveries>();

	constructor(
		private readonly limits: Partial<Limits>,
		private readonly registrations: Registrations,
	) {}

	private deliveriesTo(functions: IWebhookFunctions): NodeDeliveries {
		const key = nodeKeyOf(functions);
		const deliveries = this.nodes.get(key) ?? new NodeDeliveries(functions.getNode());
		this.nodes.set(key, deliveries);
		return deliveries;
	}

	/**
	 * Decides about one delivery (openapi: receiveEvent): its token, its signature, its kind, whether it has started the
	 * workflow before, and what the service itself says of its object. Never throws.
	 * @param rawBody the body as it was received
	 */
	async handle(functions: IWebhookFunctions, rawBody: Buffer): Promise<DeliveryOutcome> {
		try {
			// n8n 2.x takes its time for each reading of a credential.
			let client: Promise<ServiceClient> | undefined;
			const connect = async () => await (client ??= connectWith(functions, this.limits));
			const proof = await proofOf(functions, rawBody, this.registrations, connect);
			if ('statusCode' in proof) return proof;
			const event = readPayload(rawBody, proof.messageIds);
			if ('statusCode' in event) return event;
			const events = functions.getNodeParameter('events') as string[];
			if (!events.includes(event.kind)) return respond(200, `Ignored: this trigger waits for ${events.join(', ')}`);
			if (!proof.messageIds && event.kind !== SELF_PROVED) {
				return respond(401, "This event cannot be verified: this trigger's credential has no signing secret");
			}
			const readEvent = async () => await read(functions, event, connect);
			if (functions.getMode() === 'manual') return await readEvent();
			return await this.startOnce(functions, `${event.kind} ${event.objectId}`, readEvent);
		} catch (error) {
			return failure(functions, error);
		}
	}

	/** The outcome of a read, or 503 when it takes too long. A function of its own, so that its timer keeps no delivery in memory. */
	private async inTime(outcome: Promise<DeliveryOutcome>): Promise<DeliveryOutcome> {
		const { responseTimeoutMs } = { ...DEFAULT_LIMITS, ...this.limits };
		const late = sleep(responseTimeoutMs).then(() => respond(503, 'The service is slow to respond. Try again soon.'));
		return await Promise.race([outcome, late]);
	}

	private async startOnce(functions: IWebhookFunctions, key: string, readEvent: () => Promise<DeliveryOutcome>) {
		const deliveries = this.deliveriesTo(functions);
		for (const node of this.nodesOf(functions)) node.load(functions);
		const known = deliveries.afterStart(key);
		if (known) {
			this.store(functions);
			return known;
		}
		const outcome = await this.inTime(deliveries.readOnce(key, readEvent));
		if (!outcome.items) return outcome;
		// Another delivery of the same event may have been first.
		const first = deliveries.afterStart(key);
		if (first) return first;
		deliveries.start(key, functions.getResponseObject());
		const onStored = () => {
			deliveries.onStored(key);
			this.store(functions);
		};
		return { ...outcome, onStored };
	}

	private nodesOf(functions: IWebhookFunctions): NodeDeliveries[] {
		const workflow = `${functions.getWorkflow().id}/`;
		return [...this.nodes].filter(([key]) => key.startsWith(workflow)).map(([, deliveries]) => deliveries);
	}

	/**
	 * Adds what this process knows to the static data of a delivery. For each delivery, n8n overwrites all static data of the
	 * workflow, so each delivery must hold the events of all.
	 */
	private store(functions: IWebhookFunctions): void {
		for (const node of this.nodesOf(functions)) node.store(functions);
		this.registrations.restore(functions);
	}
}
