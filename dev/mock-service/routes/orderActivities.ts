import type { FastifyInstance } from 'fastify';
import type { ServiceContext } from '../context';
import { pageOf } from '../pagination';
import type { OrderActivity } from '../contract';

interface Filter {
	after?: string;
	before?: string;
	statuses?: Array<OrderActivity['order_status']>;
}

/**
 * GET /v1/order_activities: what happened to the account's orders. The entries are on purpose not sorted by time but by
 * order, because no order of them is documented.
 */
export function orderActivityRoutes(api: FastifyInstance, { orderBatches, responses }: ServiceContext): void {
	api.get('/v1/order_activities', async ({ account, query }) => {
		const { after, before, statuses } = query as Filter;
		const [from, to] = [after ? Date.parse(after) : -Infinity, before ? Date.parse(before) : Infinity];
		const entries = orderBatches
			.ordersOf(account)
			.flatMap((order) => order.activities.map((activity) => ({ activity, order })))
			.filter(({ activity }) => {
				const at = Date.parse(activity.created_at);
				return from <= at && at <= to && (statuses?.includes(activity.order_status) ?? true);
			});
		return pageOf(entries, query, ({ activity, order }) => ({ ...activity, order: responses.order(order) }));
	});
}
