import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { ServiceClient } from '../api/client';
import { endpoints } from '../api/endpoints';
import { readEntries } from '../api/pages';

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

export type Output = 'orderBatch' | 'orders';

/**
 * What `outputField` asks for: the batch itself, or all its orders (openapi: OrderBatch, Order). A batch
 * without orders, such as one that failed, is put out itself, so that the workflow starts for it as well.
 */
export async function outputOf(
	client: ServiceClient,
	orderBatch: IDataObject & { id: string },
	output: Output = 'orderBatch',
): Promise<IDataObject[]> {
	if (output === 'orderBatch') return [orderBatch];
	const orders = await readEntries(client, endpoints.orderBatchOrders(orderBatch.id), Infinity);
	return orders.length > 0 ? orders : [orderBatch];
}
