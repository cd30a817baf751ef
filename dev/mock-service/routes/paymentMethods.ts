import type { FastifyInstance } from 'fastify';
import type { ServiceContext } from '../context';
import { wholeList } from '../pagination';
import { ServiceError } from '../serviceError';
import type { PaymentMethodInput } from '../contract';

/** The payment methods of the account, and POST /v1/commerce_user_payment_methods: a card of a commerce end user. */
export function paymentMethodRoutes(api: FastifyInstance, { paymentMethods }: ServiceContext): void {
	api.get('/v1/payment_methods', async ({ account }) => wholeList(paymentMethods.of(account)));

	api.post('/v1/commerce_user_payment_methods', async ({ account, body }, reply) => {
		if (account.variant !== 'commerce') {
			throw new ServiceError(403, 'Payment methods of end users are for the Commerce API only');
		}
		return await reply.code(201).send(paymentMethods.add(account, body as PaymentMethodInput));
	});
}
