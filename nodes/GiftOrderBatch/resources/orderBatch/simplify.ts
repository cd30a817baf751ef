import type { IDataObject } from 'n8n-workflow';

import { pick } from '../commonFields';

const simplifyPreview = (order: IDataObject): IDataObject =>
	pick(order, [
		'id',
		'status',
		'recipient_first_name',
		'recipient_last_name',
		'recipient_email',
		'individual_gift_link',
	]);

/** The fields of an order batch that most workflows need, with the gift links of its first orders (openapi: OrderBatch). */
export const simplifyOrderBatch = (orderBatch: IDataObject): IDataObject => ({
	...pick(orderBatch, [
		'id',
		'send_status',
		'from_name',
		'send_method',
		'recipients_count',
		'orders_count',
		'batch_name',
		'is_scheduled_send',
		'scheduled_send_on',
		'expires_at',
		'reference_id',
		'customer_reference_id',
	]),
	orders_preview: ((orderBatch.orders_preview ?? []) as IDataObject[]).map(simplifyPreview),
});
