import { randomUUID } from 'node:crypto';

import type { EventKind } from '../mock-service';
import { signedHeaders } from '../mock-service/webhookSender';
import { send } from '../n8n/http';

/** A webhook delivery, as HTTP sends it. */
export interface Delivery {
	body: string;
	headers: Record<string, string>;
}

export interface SignOptions {
	secret: string;
	at?: Date;
	prefix?: 'webhook' | 'svix';
	/** The ID of the message, the same for every attempt; a new one unless given. */
	id?: string;
}

export { newSecret } from '../mock-service/webhookSender';

/** A delivery as a sender that keeps to Standard Webhooks signs it. */
export function signed(payload: unknown, { secret, at, prefix, id = `msg_${randomUUID()}` }: SignOptions): Delivery {
	const body = typeof payload === 'string' ? payload : JSON.stringify(payload);
	return { body, headers: signedHeaders(secret, id, body, at, prefix) };
}

/** The payload of an event, with nothing of its batch or order but the ID. */
export const event = (kind: EventKind, id: string) => ({ event_type: kind, id: randomUUID(), data: { id } });

/** What the service tells when a batch is complete. */
export const completed = (orderBatchId: string) => event('order_batch.completed', orderBatchId);

/** Delivers, and returns the HTTP status of the response. */
export async function postDelivery(address: string, { body, headers }: Delivery): Promise<number> {
	return (await send('POST', address, body, headers)).status;
}
