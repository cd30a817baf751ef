import type { IDataObject } from 'n8n-workflow';

import { endpoints } from '../../api/endpoints';
import { FINAL_STATES } from '../../api/states';
import { filtersField, responseFields } from '../commonFields';
import { choicesField, namedOptions, textProperty } from '../fieldTable';
import { anyId } from '../inputSchemas';
import { listOperation } from '../listOperation';
import { orderBatchFields, simplifyOrderBatch } from './simplify';

const BY_NODE =
	'The service cannot filter by this field, so the node reads 100 order batches per request until it has found enough.';

const filters = {
	customer_reference_id: {
		check: anyId,
		property: textProperty('Customer Reference ID', 'customerReferenceId', 'deal-4711', {
			description: `List only the order batch with this Customer Reference ID. ${BY_NODE}`,
		}),
	},
	/** openapi: OrderBatchSendStatus. */
	send_status: choicesField('Send Status', 'sendStatus', namedOptions([...FINAL_STATES, 'pending'].sort()), {
		description: `List only order batches with one of these statuses. ${BY_NODE}`,
	}),
};

/** openapi: listOrderBatches. */
export const getAll = listOperation({
	action: 'Get many order batches',
	description: 'List the order batches of the account with their status',
	fields: [...responseFields(orderBatchFields), filtersField(filters)],
	list: endpoints.orderBatches,
	filter(item) {
		const { send_status: statuses, customer_reference_id: reference } = item.added('filters', filters);
		if (statuses === undefined && reference === undefined) return {};
		const matches = (orderBatch: IDataObject) =>
			(statuses?.includes(String(orderBatch.send_status)) ?? true) &&
			(reference === undefined || orderBatch.customer_reference_id === reference);
		// The service accepts a reference once.
		return { matches, max: reference === undefined ? Infinity : 1 };
	},
	simplify: simplifyOrderBatch,
});
