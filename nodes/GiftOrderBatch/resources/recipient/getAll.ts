import { endpoints } from '../../api/endpoints';
import { orderBatchIdField } from '../commonFields';
import { listOperation } from '../listOperation';

/** openapi: listOrderBatchRecipients. */
export const getAll = listOperation({
	action: 'Get many recipients of order batch',
	description: 'List the recipients of an order batch with the contact data that you sent',
	source: [orderBatchIdField],
	list: (item) => endpoints.orderBatchRecipients(item.id(orderBatchIdField)),
});
