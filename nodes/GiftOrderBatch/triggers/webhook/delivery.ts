import { sleep, type IDataObject, type INode, type IWebhookFunctions } from 'n8n-workflow';

import { ServiceClient } from '../../api/client';
import { CustomerReferences } from '../../api/customerReferences';
import type { Authentication } from '../../api/credentialTypes';
import { endpoints } from '../../api/endpoints';
import { asNodeError, statusOf } from '../../api/errors';
import type { Limits } from '../../api/limits';
import { isFinal } from '../../api/states';
import { signatureProblem, signingKeysOf } from '../../api/webhookSignature';
import { nodeKeyOf, nodeRecord } from '../nodeRecord';
import { ProcessedEvents, REMEMBERED_DAYS } from '../processedEvents';
import { orderBatchItems, orderItem, outputSettings } from '../triggerFields';
import { readPayload, respond, type DeliveryResponse, type ServiceEvent } from './payload';
import { isAutomatic, type Registrations } from './registration';

/** What a delivery leads to: the response to its sender, and the items that start the workflow, if it starts. */
interface DeliveryOutcome extends DeliveryResponse {
	items?: IDataObject[];
	/** To be called when n8n has stored the execution, just before it stores the static data. */
	onStored?: () => void;
}

/** The limits of deliveries besides those of requests, in milliseconds. */
const DEFAULT_DELIVERY_LIMITS = {
	/** How long a sender waits for what the service says of an event. It gives up after 15 seconds. */
	responseTimeoutMs: 2_000,
};

export type DeliveryLimits = Limits & typeof DEFAULT_DELIVERY_LIMITS;

/** How long a read that came too late for its sender is kept for the next attempt, in milliseconds. */
const READ_KEPT_MS = 10 * 60_000;

const REMEMBERED_MS = REMEMBERED_DAYS * 86_400_000;

const STARTED = respond(200, 'This event has already started the workflow');

const STARTING = respond(503, 'Another delivery of this event is starting the workflow. Try again soon.');

/** Connects with the credential of the trigger, which is read once for a delivery: n8n 2.x takes its time for each reading. */
type Connect = () => Promise<ServiceClient>;

/**
 * Why the signature of a delivery is refused; `undefined` when it is right, or the credential has no signing secret. The
 * service does not return the secret of a webhook that the trigger registers: one in the credential belongs to another.
 */
async function signatureRefusal(
	functions: IWebhookFunctions,
	rawBody: Buffer,
	connect: Connect,
): Promise<DeliveryResponse | undefined> {
	if (isAutomatic(functions)) return undefined;
	const { signingSecret } = await connect();
	if (signingSecret === '') return undefined;
	const signing = signingKeysOf(signingSecret);
	if ('problem' in signing) return respond(503, 'The signing secret of this trigger is not usable');
	const delivery = { headers: functions.getHeaderData() as Record<string, string | undefined>, rawBody };
	return signatureProblem(delivery, signing.keys, Date.now() / 1000)
		? respond(401, 'The signature is not valid')
		: undefined;
}

/**
 * The response when the object could not be read. One that the service does not find belongs to another user of the
 * organization, so that the sender must not retry. Everything else, also 401 and 403, may be better later.
 */
function failure(functions: IWebhookFunctions, thrown: unknown): DeliveryOutcome {
	const error = asNodeError(functions.getNode(), 0, thrown);
	const isForeign = statusOf(error) === '404';
	functions.logger.warn(
		`Gift Order Batch Trigger ${isForeign ? 'ignores an event' : 'could not read an event'}: ${error.message} ${error.description ?? ''}`,
	);
	return isForeign
		? respond(200, 'Ignored: the API key of this trigger cannot read the object of this event')
		: respond(503, 'The service could not be read. Try again later.');
}

/** Fetches the object of an event from the service, since a payload is never trusted, and makes items of it. Never throws. */
async function read(
	functions: IWebhookFunctions,
	{ kind, object, objectId, eventId }: ServiceEvent,
	connect: Connect,
	references: CustomerReferences,
): Promise<DeliveryOutcome> {
	try {
		const settings = outputSettings(functions);
		const client = await connect();
		let objects: IDataObject[];
		if (object === 'order') {
			objects = [await orderItem(client, await client.call(endpoints.order(objectId)), settings, references)];
		} else {
			const orderBatch = await client.call(endpoints.orderBatch(objectId));
			const isEarly = kind === 'order_batch.completed' && !isFinal(orderBatch.send_status);
			if (isEarly) return respond(503, 'The order batch is not complete yet');
			objects = await orderBatchItems(client, orderBatch, settings);
		}
		const items = objects.map((fetched) => ({ event: kind, event_id: eventId, ...fetched }));
		return { ...respond(200, 'The workflow is started'), items };
	} catch (error) {
		return failure(functions, error);
	}
}

/** A delivery that starts the workflow. */
interface Start {
	/** As Unix time in milliseconds. */
	at: number;
	/** Whether n8n has stored the execution. */
	isStored: boolean;
	/** The response of n8n, which ends without `isStored` when n8n could not store the execution. */
	response: { readonly writableEnded: boolean };
}

/** What this process knows of one trigger node. n8n gives each delivery its own copy of the static data. */
class NodeDeliveries {
	/** Objects that are being read, or were read too late for their sender. */
	private readonly reads = new Map<string, { at: number; outcome: Promise<DeliveryOutcome> }>();
	private readonly starts = new Map<string, Start>();

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
		const start = this.starts.get(event);
		if (start?.isStored) return STARTED;
		return start && !start.response.writableEnded ? STARTING : undefined;
	}

	start(event: string, response: Start['response']): Start {
		this.reads.delete(event);
		for (const [old, { at }] of this.starts) if (Date.now() - at > REMEMBERED_MS) this.starts.delete(old);
		const start = { at: Date.now(), isStored: false, response };
		this.starts.set(event, start);
		return start;
	}

	/** Adds what this process knows of the node to the static data of a delivery, also of one to another node. */
	recordIn(functions: IWebhookFunctions): void {
		const record = nodeRecord(Object.create(functions, { getNode: { value: () => this.node } }) as IWebhookFunctions);
		const processed = new ProcessedEvents().load(record.processed);
		const isNew = (event: string, { isStored }: Start) => isStored && !processed.has(event);
		const started = [...this.starts].filter((start) => isNew(...start)).map(([event]) => event);
		if (started.length > 0) record.processed = processed.add(started).stored();
	}
}

/** The deliveries to all webhook trigger nodes in this process. */
export class Deliveries {
	private readonly nodes = new Map<string, NodeDeliveries>();
	private readonly references = new CustomerReferences();
	private readonly limits;

	/** @param limits what differs from `DEFAULT_DELIVERY_LIMITS`, and from `DEFAULT_LIMITS` */
	constructor(
		limits: Partial<DeliveryLimits>,
		private readonly registrations: Registrations,
	) {
		this.limits = { ...DEFAULT_DELIVERY_LIMITS, ...limits };
	}

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
			let client: Promise<ServiceClient> | undefined;
			const authentication = functions.getNodeParameter('authentication') as Authentication;
			const connect = async () => await (client ??= ServiceClient.connect(functions, authentication, this.limits));
			if (!(await this.registrations.hasToken(functions, connect))) return respond(401, 'The token is not valid');
			const refused = await signatureRefusal(functions, rawBody, connect);
			if (refused) return refused;
			const event = readPayload(rawBody, functions.getHeaderData() as Record<string, unknown>);
			if ('statusCode' in event) return event;
			const events = functions.getNodeParameter('events') as string[];
			if (!events.includes(event.kind)) return respond(200, `Ignored: this trigger waits for ${events.join(', ')}`);
			return functions.getMode() === 'manual'
				? await this.inTime(read(functions, event, connect, this.references))
				: await this.startOnce(functions, event, connect);
		} catch (error) {
			return failure(functions, error);
		}
	}

	/** What a read comes to, or a response that asks for another attempt when it takes too long. */
	private async inTime(outcome: Promise<DeliveryOutcome>): Promise<DeliveryOutcome> {
		const late = sleep(this.limits.responseTimeoutMs).then(() =>
			respond(503, 'The service is slow to respond. Try again soon.'),
		);
		return await Promise.race([outcome, late]);
	}

	private async startOnce(
		functions: IWebhookFunctions,
		event: ServiceEvent,
		connect: Connect,
	): Promise<DeliveryOutcome> {
		const deliveries = this.deliveriesTo(functions);
		const key = `${event.kind} ${event.objectId}`;
		const processed = new ProcessedEvents().load(nodeRecord(functions).processed);
		const known = processed.has(key) ? STARTED : deliveries.afterStart(key);
		if (known) {
			this.record(functions);
			return known;
		}
		const outcome = await this.inTime(
			deliveries.readOnce(key, async () => await read(functions, event, connect, this.references)),
		);
		if (!outcome.items) return outcome;
		// Another delivery of the same event may have been first.
		const first = deliveries.afterStart(key);
		if (first) return first;
		const start = deliveries.start(key, functions.getResponseObject());
		const onStored = () => {
			start.isStored = true;
			this.record(functions);
		};
		return { ...outcome, onStored };
	}

	/**
	 * Adds what this process knows to the static data of a delivery. n8n writes the static data of a workflow for each delivery,
	 * the whole over what was there, so each one holds the events of all.
	 */
	private record(functions: IWebhookFunctions): void {
		const workflow = `${functions.getWorkflow().id}/`;
		for (const [key, deliveries] of this.nodes) if (key.startsWith(workflow)) deliveries.recordIn(functions);
		this.registrations.restore(functions);
	}
}
