import type { FastifyInstance } from 'fastify';
import type { ServiceContext } from '../context';
import { ServiceError } from '../serviceError';
import type { PaymentMethodInput } from '../contract';

/** POST /v1/commerce_user_payment_methods: stores a card of a commerce end user. */
export function paymentMethodRoutes(api: FastifyInstance, { paymentMethods }: ServiceContext): void {
	api.post('/v1/commerce_user_payment_methods', async ({ account, body }, reply) => {
		if (account.variant !== 'commerce') {
			throw new ServiceError(403, 'Payment methods of end users are for the Commerce API only');
		}
		return await reply.code(201).send(paymentMethods.add(account, body as PaymentMethodInput));
	});
}
