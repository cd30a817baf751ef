import type { IDataObject } from 'n8n-workflow';

import { objectsIn, splitWords } from '../../api/values';
import { pick } from '../commonFields';

/** All fields of an order batch (openapi: OrderBatch). */
export const orderBatchFields = splitWords(`
	batch_name card_id cart customer_reference_id expires_at from_name is_scheduled_send message orders_count orders_preview
	recipients_count recipients_preview reference_id scheduled_send_on send_method send_status sender workspace_id
	workspace_name
`);

const MAIN_FIELDS = splitWords(`
	id send_status from_name send_method recipients_count orders_count batch_name scheduled_send_on customer_reference_id
`);

const PREVIEW_FIELDS = splitWords(`
	id status recipient_first_name recipient_last_name recipient_email individual_gift_link
`);

/** The fields of an order batch that most workflows need, with the gift links of its first orders (openapi: OrderBatch). */
export const simplifyOrderBatch = (orderBatch: IDataObject): IDataObject => ({
	...pick(orderBatch, MAIN_FIELDS),
	orders_preview: objectsIn(orderBatch.orders_preview).map((order) => pick(order, PREVIEW_FIELDS)),
});
