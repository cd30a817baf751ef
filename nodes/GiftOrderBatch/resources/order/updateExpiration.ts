import type { IDataObject } from 'n8n-workflow';

import { endpoints } from '../../api/endpoints';
import { orderIdField, responseFields } from '../commonFields';
import { timeField } from '../fieldTable';
import { eachItem, type Operation } from '../operation';
import { changeOrder } from './changeOrder';
import { orderFields, simplifyOrder } from './simplify';

const expiresAtField = timeField('Expires At', 'expiresAt', 'When the gift expires', { required: true });

/** openapi: updateOrderExpiration. */
export const updateExpiration: Operation = {
	value: 'updateExpiration',
	name: 'Update Expiration',
	action: 'Update expiration of order',
	description: 'Change the expiration of a gift that its recipient has not accepted yet',
	fields: [orderIdField, expiresAtField.property, ...responseFields(orderFields)],
	plan: eachItem((item) => {
		const orderId = item.id(orderIdField);
		const expiration = item.value(expiresAtField);
		if (Date.parse(expiration) <= Date.now()) item.refuse({ kind: 'past', field: 'Expires At', value: expiration });
		const endpoint = {
			...endpoints.updateOrderExpiration(orderId, { expiration }),
			alternative: 'Change it in your gifting account.',
		};
		// A service may drop the milliseconds.
		const isChanged = ({ expires_at: expiresAt }: IDataObject) =>
			Math.abs(Date.parse(String(expiresAt)) - Date.parse(expiration)) < 1_000;
		return async (client) => [await changeOrder(client, orderId, { endpoint, isChanged, participle: 'changed' })];
	}, simplifyOrder),
};
