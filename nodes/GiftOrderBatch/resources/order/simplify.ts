import type { IDataObject } from 'n8n-workflow';

import { pick } from '../commonFields';

/**
 * The fields of an order that most workflows need (openapi: Order), and the Customer Reference ID where it was added; amounts in USD
 * cents.
 */
export const simplifyOrder = (order: IDataObject): IDataObject => ({
	...pick(order, [
		'id',
		'status',
		'recipient_first_name',
		'recipient_last_name',
		'recipient_email',
		'individual_gift_link',
		'order_batch_id',
		'customer_reference_id',
		'reference_id',
		'is_swapped',
		'expires_at',
		'thank_you_note',
		'payment_link',
		'shipments',
		'event_times',
	]),
	...pick((order.amounts ?? {}) as IDataObject, ['amount_pre_tax_total', 'amount_total']),
});
