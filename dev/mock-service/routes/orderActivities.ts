import { listOf, type Operations, type ServiceContext } from '../context';

/**
 * What happened to the account's orders. The entries are on purpose not sorted by time but by order, because no order of
 * them is documented.
 */
export function orderActivityOperations({ orderBatches, responses }: ServiceContext): Operations {
	return {
		listOrderActivities({ account, query }) {
			const { after, before, statuses } = query as { after?: string; before?: string; statuses?: string[] };
			const [from, to] = [after ? Date.parse(after) : -Infinity, before ? Date.parse(before) : Infinity];
			const entries = orderBatches
				.ordersOf(account)
				.flatMap((order) => order.activities.map((activity) => ({ activity, order })))
				.filter(({ activity }) => {
					const at = Date.parse(activity.created_at);
					return from <= at && at <= to && (statuses?.includes(activity.order_status) ?? true);
				});
			return listOf(entries, query, ({ activity, order }) => ({ ...activity, order: responses.order(order) }));
		},
	};
}
