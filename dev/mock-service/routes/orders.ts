import type { FastifyInstance } from 'fastify';
import type { ServiceContext } from '../context';
import { pageOf } from '../pagination';
import type { OrderExpirationInput } from '../contract';
import { isUnaccepted, type OrderRecord } from '../order';
import { ServiceError } from '../serviceError';

interface ById {
	Params: { id: string };
}

function checkUnaccepted(order: OrderRecord): void {
	if (!isUnaccepted(order)) throw new ServiceError(400, `Order is ${order.status} and cannot be changed`);
}

/** The /v1/orders endpoints: all orders, one order with the `event_times` that lists do not have, and its changes. */
export function orderRoutes(api: FastifyInstance, { orderBatches, responses }: ServiceContext): void {
	api.get('/v1/orders', async ({ account, query }) => {
		const [after = '', before = '9999'] = ['created_at[after]', 'created_at[before]'].map((name) =>
			timeIn(query, name),
		);
		const orders = orderBatches
			.ordersOf(account)
			.filter(({ times: { created_at: createdAt } }) => after <= createdAt && createdAt <= before);
		return pageOf(orders, query, (order) => responses.order(order));
	});

	api.get<ById>('/v1/orders/:id', async ({ account, params }) => {
		const order = orderBatches.order(account, params.id);
		return { ...responses.order(order), event_times: order.times };
	});

	// The deployed service says "failed" of an order that was canceled.
	api.post<ById>('/v1/orders/:id/cancel', async ({ account, params }) => {
		const order = orderBatches.order(account, params.id);
		checkUnaccepted(order);
		return responses.order(orderBatches.changeOrder(order.id, { status: 'failed' }));
	});

	api.post<ById>('/v1/orders/:id/update_expiration', async ({ account, params, body }) => {
		const order = orderBatches.order(account, params.id);
		checkUnaccepted(order);
		const { expiration } = body as OrderExpirationInput;
		if (Date.parse(expiration) <= Date.now()) throw new ServiceError(400, 'expiration must be in the future');
		return responses.order(orderBatches.changeOrder(order.id, { expiresAt: expiration }));
	});
}

/**
 * The time of a query parameter in the form of the times of orders, so that texts compare as their times do. A date counts from
 * its first moment, and a time without an offset is UTC.
 * @throws ServiceError 400 when it is no ISO 8601 time.
 */
function timeIn(query: unknown, name: string): string | undefined {
	const text = (query as Record<string, string | undefined>)[name];
	if (text === undefined) return undefined;
	const [, date, time, offset = 'Z'] =
		/^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(Z|[+-]\d\d:\d\d)?)?$/i.exec(text) ?? [];
	const at = Date.parse(`${date}T${time ?? '00:00'}${offset}`);
	if (Number.isNaN(at)) throw new ServiceError(400, `${name} is not a time`);
	return new Date(at).toISOString();
}
