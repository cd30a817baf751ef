import type { IDataObject, INodePropertyOptions } from 'n8n-workflow';

import { fingerprint } from '../../api/fingerprint';
import { isObject } from '../../api/values';

/** What happened to an order (openapi: OrderActivity). */
export interface OrderActivity extends IDataObject {
	id: string;
	order_status: string;
	created_at: string;
	/** Nothing where the service shows no order. */
	order: IDataObject | undefined;
}

/** Reads an activity leniently (openapi: OrderActivity), so that a strange one does not hold back the others. */
export const activityOf = (entry: IDataObject): OrderActivity => {
	const order = isObject(entry.order) ? (entry.order as IDataObject) : undefined;
	const id = String(entry.id ?? fingerprint([order?.id, entry.order_status, entry.created_at]));
	return { ...(entry as OrderActivity), id, order };
};

/** All fields of an activity (openapi: OrderActivity). */
export const activityFields = ['created_at', 'order', 'order_status'];

/** The statuses of activities (openapi: OrderActivityStatus), as parameters offer them. */
export const activityStatuses: INodePropertyOptions[] = [
	{ name: 'Created', value: 'created' },
	{ name: 'Delivered', value: 'delivered' },
	{ name: 'Failed', value: 'failed', description: 'Canceled orders have this status, too' },
	{ name: 'Opened', value: 'opened' },
	{ name: 'Ordered', value: 'ordered' },
	{ name: 'Paid', value: 'paid' },
	{ name: 'Pending Payment', value: 'pending_payment' },
	{ name: 'Pending User Approval', value: 'pending_user_approval' },
	{ name: 'Shipped', value: 'shipped' },
];

/** The order of an activity as it is now, with what happened to it. @param simplify makes the fields of the order */
export const activityItem = (
	{ id, order_status: event, created_at: eventAt, order }: OrderActivity,
	simplify: (order: IDataObject) => IDataObject,
): IDataObject => ({ event, event_id: id, event_at: eventAt, ...(order && simplify(order)) });
