import type { IDataObject } from 'n8n-workflow';

import { endpoints } from '../../api/endpoints';
import { readMatching } from '../../api/pages';
import { filtersField, listFields, notListed, responseFields, simplified } from '../commonFields';
import { choices, text } from '../inputSchemas';
import { eachItem, type Operation } from '../operation';
import { orderBatchFields, simplifyOrderBatch } from './simplify';

/** openapi: OrderBatchSendStatus. */
const SEND_STATUSES = [
	{ name: 'Canceled', value: 'canceled' },
	{ name: 'Complete', value: 'complete' },
	{ name: 'Failed', value: 'failed' },
	{ name: 'Pending', value: 'pending' },
];

/** openapi: listOrderBatches. */
export const getAll: Operation = {
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many order batches',
	description: 'List the order batches of the account with their status',
	fields: [
		...listFields,
		...responseFields(orderBatchFields),
		filtersField(
			{
				displayName: 'Customer Reference ID',
				name: 'customerReferenceId',
				type: 'string',
				default: '',
				placeholder: 'e.g. deal-4711',
				description:
					'Your own ID of the order batch. The service has no such filter: the node reads 100 order batches per request until it has found enough.',
			},
			{
				displayName: 'Send Status',
				name: 'sendStatus',
				type: 'multiOptions',
				default: [],
				options: SEND_STATUSES,
				description:
					'The statuses that an order batch may have. The service has no such filter: the node reads 100 order batches per request until it has found enough.',
			},
		),
	],
	plan: eachItem((item) => {
		const limit = item.limit();
		const { sendStatus, customerReferenceId } = item.added('filters', {
			sendStatus: choices(
				'Send Status',
				SEND_STATUSES.map(({ value }) => value),
			),
			customerReferenceId: text('Customer Reference ID'),
		});
		const list = { ...endpoints.orderBatches(), ...notListed };
		const matches = (orderBatch: IDataObject) =>
			(sendStatus?.includes(String(orderBatch.send_status)) ?? true) &&
			(customerReferenceId === undefined || orderBatch.customer_reference_id === customerReferenceId);
		const isFiltered = sendStatus !== undefined || customerReferenceId !== undefined;
		// The service accepts a reference once.
		const most = customerReferenceId === undefined ? limit : 1;
		return async (client) => {
			const found = await readMatching(client, list, most, isFiltered ? matches : undefined);
			return simplified(item, found, simplifyOrderBatch);
		};
	}),
};
