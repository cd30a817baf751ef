import type { IDataObject, INodeProperties, IPollFunctions, IWebhookFunctions } from 'n8n-workflow';

import type { ServiceClient } from '../api/client';
import type { CustomerReferences } from '../api/customerReferences';
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

/** What the items of a trigger hold. */
export interface OutputSettings {
	output: 'orderBatch' | 'orders';
	/** Whether they hold the fields that most workflows need, or everything that the service has. */
	simplify: boolean;
	/** Whether orders get their order batch's Customer Reference ID. */
	addReference: boolean;
}

/** Webhook triggers read the settings before they respond: n8n evaluates no expressions afterwards. */
export const outputSettings = (functions: IPollFunctions | IWebhookFunctions): OutputSettings => ({
	output: functions.getNodeParameter('options.output', 'orderBatch') as OutputSettings['output'],
	simplify: functions.getNodeParameter('simplify', true) === true,
	addReference: functions.getNodeParameter(`options.${customerReferenceField.name}`, false) === true,
});

/** An order to which something happened, as the trigger returns it (openapi: Order). */
export async function orderItem(
	client: ServiceClient,
	order: IDataObject,
	{ simplify, addReference }: OutputSettings,
	references: CustomerReferences,
): Promise<IDataObject> {
	const [complete = order] = addReference ? await references.addTo(client, [order]) : [];
	return simplify ? simplifyChangedOrder(complete) : complete;
}

/** An order batch as the trigger returns it (openapi: OrderBatch). */
export const orderBatchItem = (orderBatch: IDataObject, { simplify }: OutputSettings): IDataObject =>
	simplify ? simplifyOrderBatch(orderBatch) : orderBatch;

/**
 * What `outputField` asks for: the batch itself, or all its orders. For a batch without orders, such as one that failed, it is
 * the batch itself, so that the workflow starts for it as well.
 */
export async function orderBatchItems(
	client: ServiceClient,
	orderBatch: IDataObject & { id: string },
	settings: OutputSettings,
): Promise<IDataObject[]> {
	const { output, simplify, addReference } = settings;
	const orders =
		output === 'orders' ? await readEntries(client, endpoints.orderBatchOrders(orderBatch.id), Infinity) : [];
	if (orders.length === 0) return [orderBatchItem(orderBatch, settings)];
	const reference = addReference && { customer_reference_id: orderBatch.customer_reference_id ?? null };
	const complete = orders.map((order) => ({ ...order, ...reference }));
	return simplify ? complete.map(simplifyOrder) : complete;
}
