import { endpoints } from '../../api/endpoints';
import { readEntries } from '../../api/pages';
import { listFields, orderBatchIdField, orderBatchIdOf } from '../commonFields';
import { eachItem, type Operation } from '../operation';

/** openapi: listOrderBatchRecipients. */
export const getAll: Operation = {
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many recipients of order batch',
	description: 'List the recipients of an order batch with the contact data that you sent',
	fields: [orderBatchIdField, ...listFields],
	plan: eachItem((item) => {
		const recipients = endpoints.orderBatchRecipients(orderBatchIdOf(item));
		const limit = item.limit();
		return async (client) => await readEntries(client, recipients, limit);
	}),
};
