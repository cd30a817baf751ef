import { endpoints } from '../../api/endpoints';
import { listOperation } from '../listOperation';

/** openapi: listPaymentMethods. */
export const getAll = listOperation({
	action: 'Get many payment methods',
	description: 'List the payment methods of the account with their balances',
	list: endpoints.paymentMethods,
});
