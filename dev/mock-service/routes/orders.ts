import { listOf, type Operations, type ServiceContext } from '../context';
import type { OrderBatchInput, OrderExpirationInput, PriceInput } from '../contract';
import { acceptOrderBatch } from '../input/acceptOrderBatch';
import { isUnaccepted, type OrderRecord } from '../order';
import { priceOf } from '../price';
import { refuse } from '../serviceError';

function checkUnaccepted(order: OrderRecord): void {
	if (!isUnaccepted(order)) refuse(`Order is ${order.status} and cannot be changed`);
}

/** Order batches with their price, orders and recipients, and orders. Only `getOrder` shows `event_times`. */
export function orderOperations({ orderBatches, responses, catalogue, paymentMethods }: ServiceContext): Operations {
	return {
		createOrderBatch: ({ account, body }) =>
			responses.orderBatch(
				orderBatches.create(acceptOrderBatch(body as OrderBatchInput, account, catalogue, paymentMethods)),
			),
		getOrderBatchPrice: ({ body }) => priceOf(body as PriceInput, catalogue),
		listOrderBatches: ({ account, query }) =>
			listOf(orderBatches.batchesOf(account), query, (batch) => responses.orderBatch(batch)),
		getOrderBatch: ({ account, id }) => responses.orderBatch(orderBatches.batch(account, id)),
		listOrderBatchOrders: ({ account, id, query }) =>
			listOf(orderBatches.batch(account, id).orders, query, (order) => responses.order(order)),
		listOrderBatchRecipients: ({ account, id, query }) =>
			listOf(orderBatches.batch(account, id).plan.input.recipients, query, (recipient) =>
				responses.recipient(recipient),
			),
		listOrders({ account, query }) {
			const [after = '', before = '9999'] = ['created_at[after]', 'created_at[before]'].map((name) =>
				timeIn(query, name),
			);
			const orders = orderBatches
				.ordersOf(account)
				.filter(({ times: { created_at: createdAt } }) => after <= createdAt && createdAt <= before);
			return listOf(orders, query, (order) => responses.order(order));
		},
		getOrder({ account, id }) {
			const order = orderBatches.order(account, id);
			return { ...responses.order(order), event_times: order.times };
		},
		// The deployed service says "failed" of an order that was canceled.
		cancelOrder({ account, id }) {
			const order = orderBatches.order(account, id);
			checkUnaccepted(order);
			return responses.order(orderBatches.changeOrder(order.id, { status: 'failed' }));
		},
		updateOrderExpiration({ account, id, body }) {
			const order = orderBatches.order(account, id);
			checkUnaccepted(order);
			const { expiration } = body as OrderExpirationInput;
			if (Date.parse(expiration) <= Date.now()) refuse('expiration must be in the future');
			return responses.order(orderBatches.changeOrder(order.id, { expiresAt: expiration }));
		},
	};
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
	if (Number.isNaN(at)) refuse(`${name} is not a time`);
	return new Date(at).toISOString();
}
