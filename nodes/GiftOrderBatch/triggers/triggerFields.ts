import type { IDataObject, INodeProperties, IPollFunctions, IWebhookFunctions } from 'n8n-workflow';

import type { ServiceClient } from '../api/client';
import { endpoints } from '../api/endpoints';
import { readEntries } from '../api/pages';
import { customerReferenceField } from '../resources/order/customerReference';
import { simplifyChangedOrder, simplifyOrder } from '../resources/order/simplify';
import { simplifyOrderBatch } from '../resources/orderBatch/simplify';

/** What a trigger hands to its workflow for a batch: the batch, or each of its orders. */
export const outputField: INodeProperties = {
	displayName: 'Output',
	name: 'output',
	type: 'options',
	default: 'orderBatch',
	options: [
		{ name: 'Order Batch', value: 'orderBatch', description: 'One item for each order batch' },
		{ name: 'Orders', value: 'orders', description: 'One item for each order of the batch, with its gift link' },
	],
	description: 'What the workflow gets',
};

/** Whether orders get their order batch's Customer Reference ID. */
export const addsReference = (functions: IPollFunctions | IWebhookFunctions): boolean =>
	functions.getNodeParameter(`options.${customerReferenceField.name}`, false) === true;

interface OutputOptions {
	output?: Output;
	simplify: boolean;
	/** See `addsReference`. */
	addReference?: boolean;
}

export type Output = 'orderBatch' | 'orders';

/**
 * Whether the items hold the fields that most workflows need, or everything that the service has. Webhook triggers read it
 * before they respond: n8n evaluates no expressions afterwards.
 */
export const isSimplified = (functions: IPollFunctions | IWebhookFunctions): boolean =>
	functions.getNodeParameter('simplify', true) === true;

/** An order to which something happened, as the trigger returns it (openapi: Order). */
export const orderItem = (order: IDataObject, simplify: boolean): IDataObject =>
	simplify ? simplifyChangedOrder(order) : order;

/** An order batch as the trigger returns it (openapi: OrderBatch). */
export const orderBatchItem = (orderBatch: IDataObject, simplify: boolean): IDataObject =>
	simplify ? simplifyOrderBatch(orderBatch) : orderBatch;

/**
 * What `outputField` asks for: the batch itself, or all its orders. For a batch without orders, such as one that failed, it is
 * the batch itself, so that the workflow starts for it as well.
 */
export async function outputOf(
	client: ServiceClient,
	orderBatch: IDataObject & { id: string },
	{ output = 'orderBatch', simplify, addReference = false }: OutputOptions,
): Promise<IDataObject[]> {
	const orders =
		output === 'orders' ? await readEntries(client, endpoints.orderBatchOrders(orderBatch.id), Infinity) : [];
	if (orders.length === 0) return [orderBatchItem(orderBatch, simplify)];
	const reference = addReference && { customer_reference_id: orderBatch.customer_reference_id ?? null };
	const complete = orders.map((order) => ({ ...order, ...reference }));
	return simplify ? complete.map(simplifyOrder) : complete;
}
