import { id } from '../resources/inputSchemas';

/** The event kind (openapi: receiveOrderBatchCompleted), and the name that it still carries in the service's published example. */
const COMPLETED_KINDS = ['order_batch.completed', 'gift_batch.completed'];

/** The largest delivery that is read, in bytes: an event holds ten orders at the most. */
export const MAX_EVENT_BYTES = 1024 * 1024;

/** What a delivery says: which batch may be complete, or why it is of no use, with the HTTP status that tells its sender so. */
export type CompletedEvent = { orderBatchId: string } | { statusCode: number; message: string };

const refused = (statusCode: number, message: string): CompletedEvent => ({ statusCode, message });

interface Payload {
	event_type?: unknown;
	data?: { id?: unknown } | null;
}

/**
 * Reads the body of a delivery. Nothing in it is relied on but its kind and the batch's ID, since the field names of the
 * payload are not documented. Never throws.
 */
export function readCompletedEvent(rawBody: Buffer): CompletedEvent {
	if (rawBody.length === 0) return refused(400, 'The body is empty');
	if (rawBody.length > MAX_EVENT_BYTES) return refused(413, `The body is larger than ${MAX_EVENT_BYTES} bytes`);

	let payload: Payload | null;
	try {
		payload = JSON.parse(rawBody.toString('utf8')) as Payload | null;
	} catch {
		return refused(400, 'The body is not JSON');
	}
	if (typeof payload !== 'object' || payload === null) return refused(400, 'The body is not an event');
	if (typeof payload.event_type !== 'string') return refused(400, 'The event has no event_type');
	if (!COMPLETED_KINDS.includes(payload.event_type)) {
		return refused(200, `Ignored: this trigger waits for ${COMPLETED_KINDS[0]}`);
	}
	const orderBatchId = id('Order Batch').safeParse(payload.data?.id);
	return orderBatchId.success
		? { orderBatchId: orderBatchId.data.toLowerCase() }
		: refused(400, 'The event has no order batch ID in data.id');
}
