import type { INodePropertyOptions } from 'n8n-workflow';

import { isObject, splitWords } from '../../api/values';
import { uuid } from '../../resources/inputSchemas';

/** The kinds of events that a webhook can be registered for (openapi: EventKind), as the field Trigger On offers them. */
export const eventOptions: Array<INodePropertyOptions & { value: string }> = [
	{ name: 'Gift Accepted', value: 'order.gift_accepted', description: 'The recipient accepted the gift' },
	{ name: 'Gift Opened', value: 'order.gift_opened', description: 'Somebody opened the gift link for the first time' },
	{ name: 'Order Batch Completed', value: 'order_batch.completed', description: 'All orders of an order batch exist' },
	{ name: 'Order Batch Created', value: 'order_batch.created', description: 'Its orders may not exist yet' },
	{ name: 'Order Canceled', value: 'order.canceled' },
	{ name: 'Order Created', value: 'order.created', description: 'The order exists, and its gift link works' },
	{ name: 'Order Delivered', value: 'order.delivered', description: 'All shipments were delivered' },
	{ name: 'Order Refunded', value: 'order.refunded' },
	{ name: 'Order Shipped', value: 'order.shipped', description: 'The first shipment is on its way' },
	{
		name: 'Thank-You Note Added',
		value: 'order.thank_you_note_added',
		description: 'The recipient wrote a thank-you note',
	},
];

/** The kind that needs no token or signature: the service itself confirms that the order batch is complete. */
export const SELF_PROVED = 'order_batch.completed';

/** An event of the service: what happened to which object. */
export interface ServiceEvent {
	/** One of the kinds that Trigger On offers. */
	kind: string;
	object: 'order' | 'orderBatch';
	/** The UUID of the order or order batch, in lower case. */
	objectId: string;
	/** What the sender calls the event; each of its attempts to deliver it carries the same ID. Without a known sender, kind and object. */
	eventId: string;
}

/** @returns the kind of a payload, by its current or a legacy name; `undefined` for any other */
function eventKindOf(name: unknown): string | undefined {
	if (typeof name !== 'string') return undefined;
	const kind = name.toLowerCase().replace(/^gift_batch\./, 'order_batch.');
	return eventOptions.some(({ value }) => value === kind) ? kind : undefined;
}

/** The largest payload that is read, in bytes: an event holds ten orders at the most. */
export const MAX_PAYLOAD_BYTES = 1024 * 1024;

export const respond = (statusCode: number, message: string) => ({ statusCode, message });

export type DeliveryResponse = ReturnType<typeof respond>;

/** The fields that may hold the ID of the object, the surest first. Published payloads carry legacy names. */
const ID_PATHS = {
	order: splitWords('data.order.id data.order_id order_id data.id'),
	orderBatch: splitWords(
		'data.order_batch.id data.order_batch_id data.gift_batch_id order_batch_id gift_batch_id data.id',
	),
};

const valueAt = (payload: unknown, path: string): unknown =>
	path.split('.').reduce<unknown>((value, key) => (isObject(value) ? value[key] : undefined), payload);

/**
 * Reads a delivery (openapi: receiveEvent). Only its kind and the ID of its object are read, leniently, since the shape of
 * the payload is not documented. Never throws.
 * @param messageIds where the sender may have put its ID of the event, the surest first; nothing when the sender is not known, and
 * could call the same event something else each time
 */
export function readPayload(rawBody: Buffer, messageIds?: unknown[]): ServiceEvent | DeliveryResponse {
	if (rawBody.length > MAX_PAYLOAD_BYTES) return respond(413, `The body is larger than ${MAX_PAYLOAD_BYTES} bytes`);

	let payload: unknown;
	try {
		payload = JSON.parse(rawBody.toString('utf8'));
	} catch {
		return respond(400, 'The body is not JSON');
	}
	if (!isObject(payload)) return respond(400, 'The body is not an event');
	const { event_type: eventType, type, event, kind: kindField } = payload;
	const kind = [eventType, type, event, kindField].map(eventKindOf).find((known) => known !== undefined);
	if (!kind) return respond(200, 'Ignored: this trigger does not know this kind of event');
	const object = kind.startsWith('order_batch.') ? 'orderBatch' : 'order';
	const objectId = ID_PATHS[object]
		.map((path) => uuid('ID').safeParse(valueAt(payload, path)))
		.find(({ success }) => success)
		?.data?.toLowerCase();
	if (!objectId) return respond(200, 'Ignored: the event has no ID, so it is a test');
	const [eventId] = (messageIds ? [...messageIds, payload.id, payload.event_id] : []).filter(
		(value) => typeof value === 'string' && value !== '',
	);
	return { kind, object, objectId, eventId: String(eventId ?? `${kind} ${objectId}`) };
}
