import type { FastifyInstance } from 'fastify';
import type { ServiceContext } from '../context';

/** GET /v1/orders/{id}: one order, with the `event_times` that lists do not have. */
export function orderRoutes(api: FastifyInstance, { orderBatches, responses }: ServiceContext): void {
	api.get<{ Params: { id: string } }>('/v1/orders/:id', async ({ account, params }) => {
		const order = orderBatches.order(account, params.id);
		return { ...responses.order(order), event_times: order.times };
	});
}
