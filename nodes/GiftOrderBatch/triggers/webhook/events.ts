import type { INodePropertyOptions } from 'n8n-workflow';

/** The kinds of events that a webhook can be registered for (openapi: EventKind), as the parameter Events offers them. */
export const eventOptions: INodePropertyOptions[] = [
	{ name: 'Gift Accepted', value: 'order.gift_accepted', description: 'The recipient accepted the gift' },
	{ name: 'Gift Opened', value: 'order.gift_opened', description: 'Somebody opened the gift link for the first time' },
	{ name: 'Order Batch Completed', value: 'order_batch.completed', description: 'All orders of an order batch exist' },
	{ name: 'Order Batch Created', value: 'order_batch.created', description: 'Its orders may not exist yet' },
	{ name: 'Order Canceled', value: 'order.canceled' },
	{ name: 'Order Created', value: 'order.created', description: 'The gift link works' },
	{ name: 'Order Delivered', value: 'order.delivered', description: 'All shipments were delivered' },
	{ name: 'Order Refunded', value: 'order.refunded' },
	{ name: 'Order Shipped', value: 'order.shipped', description: 'The first shipment is on its way' },
	{
		name: 'Thank-You Note Added',
		value: 'order.thank_you_note_added',
		description: 'The recipient wrote a thank-you note',
	},
];

const KINDS = eventOptions.map(({ value }) => String(value));

/** An event of the service: what happened to which object. */
export interface ServiceEvent {
	/** One of the kinds that Events offers. */
	kind: string;
	object: 'order' | 'orderBatch';
	/** The UUID of the order or order batch, in lower case. */
	objectId: string;
	/** What the sender calls the event; each of its attempts to deliver it carries the same ID. */
	eventId: string;
}

/** @returns the kind that a payload means, under today's name or a legacy one; `undefined` for any other */
export function kindOf(name: unknown): string | undefined {
	if (typeof name !== 'string') return undefined;
	const kind = name
		.trim()
		.toLowerCase()
		.replace(/^gift_batch\./, 'order_batch.');
	return KINDS.find((known) => known === kind);
}
