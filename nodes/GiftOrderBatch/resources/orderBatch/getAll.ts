import { endpoints } from '../../api/endpoints';
import { readEntries } from '../../api/pages';
import { listFields, notListed, simplified, responseFields } from '../commonFields';
import { eachItem, type Operation } from '../operation';
import { orderBatchFields, simplifyOrderBatch } from './simplify';

/** openapi: listOrderBatches. */
export const getAll: Operation = {
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many order batches',
	description: 'List the order batches of the account with their status',
	fields: [...listFields, ...responseFields(orderBatchFields)],
	plan: eachItem((item) => {
		const limit = item.limit();
		const list = { ...endpoints.orderBatches(), ...notListed };
		return async (client) => simplified(item, await readEntries(client, list, limit), simplifyOrderBatch);
	}),
};
