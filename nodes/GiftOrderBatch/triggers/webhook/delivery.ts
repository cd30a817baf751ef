import type { IDataObject, INode, IWebhookFunctions } from 'n8n-workflow';

import type { ServiceClient } from '../../api/client';
import { endpoints } from '../../api/endpoints';
import { asServiceError, factsOf, isNotFound } from '../../api/errors';
import { connectToService as connectWith } from '../../connect';
import type { Limits } from '../../api/limits';
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
	const id = checkSignature(headers, rawBody, signing.keys, Date.now() / 1000);
	return id === undefined ? respond(401, 'The signature is not valid') : { messageIds: [id] };
}

/**
 * The response when the object could not be read. An object that the service does not find belongs to another user of the
 * organization, so the sender must not retry. Any other error, even 401 and 403, may be gone later.
 */
function failureResponse(functions: IWebhookFunctions, thrown: unknown): DeliveryOutcome {
	const error = asServiceError(thrown);
	const isForeign = isNotFound(error);
	functions.logger.warn(
		`Gift Order Batch Trigger ${isForeign ? 'ignores an event' : 'could not read an event'}: ${error.message} ${descriptionOf(factsOf(error))}`,
	);
	return isForeign
		? respond(200, "Ignored: this trigger's API key cannot read the order or order batch of this event")
		: respond(503, 'The object of this event could not be read from the service. Try again later.');
}

/** Fetches the object of an event from the service, since a payload is never trusted, and makes items of it. */
async function readDelivery(
	functions: IWebhookFunctions,
	{ kind, object, objectId, eventId }: ServiceEvent,
	connect: Connect,
): Promise<DeliveryOutcome> {
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
}

/** What this process knows about one trigger node. n8n gives each delivery its own copy of the static data. */
interface NodeMemory {
	node: INode;
	/** The events whose executions n8n is storing, with its responses. One that has ended could not be stored. */
	starting: Map<string, { readonly writableEnded: boolean }>;
	processed: ProcessedEvents;
}

/** The deliveries to all webhook trigger nodes in this process. */
export class Deliveries {
	private readonly memories = new Map<string, NodeMemory>();

	constructor(
		private readonly limits: Partial<Limits>,
		private readonly registrations: Registrations,
	) {}

	private memoryOf(functions: IWebhookFunctions): NodeMemory {
		const key = nodeKeyOf(functions);
		const known = this.memories.get(key);
		if (known) return known;
		const node = functions.getNode();
		const memory = { node, starting: new Map(), processed: new ProcessedEvents() };
		this.memories.set(key, memory);
		return memory;
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
			const readEvent = async () => await readDelivery(functions, event, connect);
			if (functions.getMode() === 'manual') return await readEvent();
			return await this.startOnce(functions, `${event.kind} ${event.objectId}`, readEvent);
		} catch (error) {
			return failureResponse(functions, error);
		}
	}

	private async startOnce(functions: IWebhookFunctions, event: string, readEvent: () => Promise<DeliveryOutcome>) {
		const { starting, processed } = this.memoryOf(functions);
		for (const one of this.memoriesOf(functions)) one.processed.load(nodeRecord(functions, one.node).processed);
		/** Undefined when no other delivery of the event could start the workflow. */
		const afterOther = (): DeliveryResponse | undefined => {
			if (processed.has(event)) return respond(200, 'This event has already started the workflow');
			return starting.get(event)?.writableEnded === false
				? respond(503, 'Another delivery of this event is starting the workflow. Try again soon.')
				: undefined;
		};
		const known = afterOther();
		if (known) {
			this.store(functions);
			return known;
		}
		const outcome = await readEvent();
		if (!outcome.items) return outcome;
		// Another delivery of the same event may have been first.
		const first = afterOther();
		if (first) return first;
		// So that no response is kept for ever.
		for (const [old, { writableEnded }] of starting) if (writableEnded) starting.delete(old);
		starting.set(event, functions.getResponseObject());
		const onStored = () => {
			starting.delete(event);
			processed.add([event]);
			this.store(functions);
		};
		return { ...outcome, onStored };
	}

	private memoriesOf(functions: IWebhookFunctions): NodeMemory[] {
		const workflow = `${functions.getWorkflow().id}/`;
		return [...this.memories].filter(([key]) => key.startsWith(workflow)).map(([, memory]) => memory);
	}

	/**
	 * Adds what this process knows to the static data of a delivery, unless it is stored there. For each delivery, n8n overwrites
	 * all static data of the workflow, so each delivery must hold the events of all nodes.
	 */
	private store(functions: IWebhookFunctions): void {
		for (const { node, processed } of this.memoriesOf(functions)) {
			const record = nodeRecord(functions, node);
			const events = processed.stored();
			if (Object.keys(events).some((day) => events[day] !== record.processed?.[day])) record.processed = events;
		}
		this.registrations.restore(functions);
	}
}
