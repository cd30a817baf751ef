import { endpoints } from '../../api/endpoints';
import { readEntries } from '../../api/pages';
import { listFields, notListed } from '../commonFields';
import { eachItem, type Operation } from '../operation';

/** openapi: listPaymentMethods. */
export const getAll: Operation = {
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many payment methods',
	description: 'List the payment methods of the account with their balances',
	fields: listFields,
	plan: eachItem((item) => {
		const limit = item.limit();
		const list = { ...endpoints.paymentMethods(), ...notListed };
		return async (client) => await readEntries(client, list, limit);
	}),
};
