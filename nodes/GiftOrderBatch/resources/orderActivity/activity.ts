import type { IDataObject } from 'n8n-workflow';

import { fingerprint } from '../../api/fingerprint';
import { isObject } from '../../api/values';

/**
 * What happened to an order, read leniently, so that a malformed activity does not hold back the others (openapi: OrderActivity).
 * `order` is undefined where the service shows none.
 */
export const activityOf = (entry: IDataObject) => {
	const order = isObject(entry.order) ? (entry.order as IDataObject) : undefined;
	const id = String(entry.id ?? fingerprint([order?.id, entry.order_status, entry.created_at]));
	return { ...(entry as { order_status: string; created_at: string }), id, order };
};

export type OrderActivity = ReturnType<typeof activityOf>;

/** All fields of an activity (openapi: OrderActivity). */
export const activityFields = ['created_at', 'order', 'order_status'];

/** The statuses of activities (openapi: OrderActivityStatus), as parameters offer them. */
export const activityStatuses = [
	{ name: 'Created', value: 'created', description: 'The order exists, and its gift link works' },
	{ name: 'Delivered', value: 'delivered', description: 'All shipments were delivered' },
	{ name: 'Failed', value: 'failed', description: 'Canceled orders have this status, too' },
	{ name: 'Opened', value: 'opened', description: 'Somebody opened the gift link for the first time' },
	{ name: 'Ordered', value: 'ordered', description: 'The gift was ordered, but not shipped yet' },
	{ name: 'Paid', value: 'paid', description: 'The gift is paid for and being prepared' },
	{
		name: 'Pending Payment',
		value: 'pending_payment',
		description: 'The recipient accepted the gift, but its hosted payment is missing',
	},
	{
		name: 'Pending User Approval',
		value: 'pending_user_approval',
		description: 'The order is waiting for approval. The service does not say by whom.',
	},
	{ name: 'Shipped', value: 'shipped', description: 'The first shipment is on its way' },
];

/** The order of an activity as it is now, with what happened to it. @param simplify makes the fields of the order */
export const activityItem = (
	{ id, order_status: event, created_at: eventAt, order }: OrderActivity,
	simplify: (order: IDataObject) => IDataObject,
): IDataObject => ({ event, event_id: id, event_at: eventAt, ...(order && simplify(order)) });
