import type { FastifyInstance } from 'fastify';
import type { ServiceContext } from '../context';
import { acceptOrderBatch } from '../input/acceptOrderBatch';
import { pageOf } from '../pagination';
import { priceOf } from '../price';
import type { OrderBatchInput, PriceInput } from '../contract';

interface ById {
	Params: { id: string };
}

/** The /v1/order_batches endpoints: price, creation, all batches, one batch, its orders and its recipients. */
export function orderBatchRoutes(api: FastifyInstance, context: ServiceContext): void {
	const { orderBatches, responses, catalogue, paymentMethods } = context;

	api.post('/v1/order_batches', async ({ account, body }, reply) => {
		const batch = orderBatches.create(acceptOrderBatch(body as OrderBatchInput, account, catalogue, paymentMethods));
		return await reply.code(201).send(responses.orderBatch(batch));
	});

	api.post('/v1/order_batches/price', async ({ body }) => priceOf(body as PriceInput, catalogue, context.priceFields));

	api.get('/v1/order_batches', async ({ account, query }) =>
		pageOf(orderBatches.batchesOf(account), query, (batch) => responses.orderBatch(batch)),
	);

	api.get<ById>('/v1/order_batches/:id', async ({ account, params }) =>
		responses.orderBatch(orderBatches.batch(account, params.id)),
	);

	api.get<ById>('/v1/order_batches/:id/orders', async ({ account, params, query }) =>
		pageOf(orderBatches.batch(account, params.id).orders, query, (order) => responses.order(order)),
	);

	api.get<ById>('/v1/order_batches/:id/recipients', async ({ account, params, query }) =>
		pageOf(orderBatches.batch(account, params.id).plan.input.recipients, query, (recipient) =>
			responses.recipient(recipient),
		),
	);
}
