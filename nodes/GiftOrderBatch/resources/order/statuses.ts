import type { INodePropertyOptions } from 'n8n-workflow';

/** The statuses of an order (openapi: OrderStatus), as the filter of Get Many offers them. */
export const orderStatuses: INodePropertyOptions[] = [
	{ name: 'Accepted', value: 'accepted' },
	{ name: 'Canceled', value: 'canceled', description: 'Some services say Failed instead' },
	{ name: 'Created', value: 'created' },
	{ name: 'Delivered', value: 'delivered' },
	{ name: 'Failed', value: 'failed', description: 'Canceled orders can have this status, too' },
	{ name: 'Notified', value: 'notified' },
	{ name: 'Opened', value: 'opened' },
	{ name: 'Ordered', value: 'ordered' },
	{ name: 'Paid', value: 'paid', description: 'The gift is being prepared' },
	{ name: 'Pending Payment', value: 'pending_payment' },
	{ name: 'Shipped', value: 'shipped' },
];
