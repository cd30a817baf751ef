import type { IDataObject } from 'n8n-workflow';

import { endpoints } from '../../api/endpoints';
import { readMatching } from '../../api/pages';
import { FINAL_STATES } from '../../api/states';
import { filtersField, listFields, notListed, responseFields, simplified } from '../commonFields';
import { choicesField, namedOptions, textField } from '../fieldTable';
import { eachItem, type Operation } from '../operation';
import { orderBatchFields, simplifyOrderBatch } from './simplify';

const BY_NODE =
	'The service cannot filter by this, so the node reads 100 order batches per request until it has found enough.';

const filters = {
	customer_reference_id: textField('Customer Reference ID', 'customerReferenceId', 'deal-4711', {
		description: `List only the order batch with this ID of your own. ${BY_NODE}`,
	}),
	/** openapi: OrderBatchSendStatus. */
	send_status: choicesField('Send Status', 'sendStatus', namedOptions([...FINAL_STATES, 'pending'].sort()), {
		description: `List only order batches with one of these statuses. ${BY_NODE}`,
	}),
};

/** openapi: listOrderBatches. */
export const getAll: Operation = {
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many order batches',
	description: 'List the order batches of the account with their status',
	fields: [...listFields, ...responseFields(orderBatchFields), filtersField(filters)],
	plan: eachItem((item) => {
		const limit = item.limit();
		const { send_status: statuses, customer_reference_id: reference } = item.added('filters', filters);
		const list = { ...endpoints.orderBatches(), ...notListed };
		const matches = (orderBatch: IDataObject) =>
			(statuses?.includes(String(orderBatch.send_status)) ?? true) &&
			(reference === undefined || orderBatch.customer_reference_id === reference);
		const isFiltered = statuses !== undefined || reference !== undefined;
		// The service accepts a reference once.
		const max = reference === undefined ? limit : 1;
		return async (client) => {
			const found = await readMatching(client, list, max, isFiltered ? matches : undefined);
			return simplified(item, found, simplifyOrderBatch);
		};
	}),
};
