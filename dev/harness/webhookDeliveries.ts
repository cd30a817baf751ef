import { randomBytes, randomUUID } from 'node:crypto';

import { Webhook } from 'standardwebhooks';

import type { EventKind } from '../mock-service';
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

export const newSecret = () => `whsec_${randomBytes(24).toString('base64')}`;

/** A delivery as a sender that keeps to Standard Webhooks signs it. */
export function signed(
	payload: unknown,
	{ secret, at = new Date(), prefix = 'svix', id = `msg_${randomUUID()}` }: SignOptions,
): Delivery {
	const body = typeof payload === 'string' ? payload : JSON.stringify(payload);
	return {
		body,
		headers: {
			'content-type': 'application/json',
			[`${prefix}-id`]: id,
			[`${prefix}-timestamp`]: String(Math.floor(at.getTime() / 1000)),
			[`${prefix}-signature`]: new Webhook(secret).sign(id, at, body),
		},
	};
}

/** The payload of an event, with nothing of its batch or order but the ID. */
export const event = (kind: EventKind, id: string) => ({ event_type: kind, id: randomUUID(), data: { id } });

/** What the service tells when a batch is complete. */
export const completed = (orderBatchId: string) => event('order_batch.completed', orderBatchId);

/** Delivers, and returns the HTTP status of the response. */
export async function postDelivery(address: string, { body, headers }: Delivery): Promise<number> {
	return (await send('POST', address, body, headers)).status;
}
