import type { IDataObject, IPollFunctions, IWebhookFunctions } from 'n8n-workflow';

import type { ServiceClient } from '../api/client';
import type { CustomerReferences } from '../api/customerReferences';
import { endpoints } from '../api/endpoints';
import { readEntries } from '../api/pages';
import { optionalLocator } from '../resources/commonFields';
import { accepted, addedTo, checkAdded, choiceField, textField } from '../resources/fieldTable';
import { id } from '../resources/inputSchemas';
import { simplifyChangedOrder, simplifyOrder } from '../resources/order/simplify';
import { simplifyOrderBatch } from '../resources/orderBatch/simplify';
import type { TriggerFunctions } from './nodeRecord';

/** What a trigger hands to its workflow for a batch: the batch, or each of its orders. */
export const outputField = choiceField(
	'Output',
	'output',
	'orderBatch',
	[
		{ name: 'Order Batch', value: 'orderBatch', description: 'One item for each order batch' },
		{ name: 'Orders', value: 'orders', description: 'One item for each order of the batch, with its gift link' },
	],
	{ description: 'What the workflow gets' },
);

/** Which gifts start the workflow. */
export const filters = {
	customerReferenceIdPrefix: textField('Customer Reference ID Prefix', 'customerReferenceIdPrefix', 'birthday-', {
		description:
			'Start only for order batches whose Customer Reference ID begins with this text, and for their orders. Case-sensitive.',
	}),
	workspaceId: {
		check: id,
		property: optionalLocator(
			'Workspace',
			'workspaceId',
			'searchWorkspaces',
			'Start only for order batches and orders of this workspace',
		),
	},
};

/** @throws ServiceError when a filter has no value or an invalid one: all gifts would then start the workflow */
export function triggerFilters(functions: TriggerFunctions) {
	return accepted(checkAdded(addedTo('filters', functions.getNodeParameter('filters', {})), filters));
}

/** Whether an order batch or an order passes the filters, as far as it says so. */
function passes(
	{ filters }: OutputSettings,
	{ workspace_id: workspaceId, customer_reference_id: reference }: IDataObject,
) {
	const { workspaceId: wanted, customerReferenceIdPrefix: prefix = '' } = filters;
	return (
		(wanted === undefined || String(workspaceId).toLowerCase() === wanted.toLowerCase()) &&
		String(reference ?? '').startsWith(prefix)
	);
}

/** What the items of a trigger hold. */
export type OutputSettings = ReturnType<typeof outputSettings>;

/** Webhook triggers read the settings before they respond: n8n evaluates no expressions afterwards. */
export const outputSettings = (functions: IPollFunctions | IWebhookFunctions) => ({
	output: functions.getNodeParameter('options.output', 'orderBatch') as 'orderBatch' | 'orders',
	/** Whether they hold the fields that most workflows need, or everything that the service has. */
	simplify: functions.getNodeParameter('simplify', true) === true,
	/** Whether orders get their order batch's Customer Reference ID. */
	addReference: functions.getNodeParameter('options.addCustomerReferenceId', false) === true,
	filters: triggerFilters(functions),
});

/** An order to which something happened, as the trigger returns it (openapi: Order); nothing if the filters leave it out. */
export async function orderItems(
	client: ServiceClient,
	order: IDataObject,
	settings: OutputSettings,
	references: CustomerReferences,
): Promise<IDataObject[]> {
	const { simplify, addReference, filters } = settings;
	const needsReference = addReference || filters.customerReferenceIdPrefix !== undefined;
	const [complete = order] = needsReference ? await references.addTo(client, [order]) : [];
	if (!passes(settings, complete)) return [];
	const shown = addReference ? complete : order;
	return [simplify ? simplifyChangedOrder(shown) : shown];
}

/** An order batch as the trigger returns it (openapi: OrderBatch); nothing if the filters leave it out. */
export function orderBatchItem(orderBatch: IDataObject, settings: OutputSettings): IDataObject[] {
	if (!passes(settings, orderBatch)) return [];
	return [settings.simplify ? simplifyOrderBatch(orderBatch) : orderBatch];
}

/**
 * What `outputField` asks for: the batch itself, or all its orders. For a batch without orders, such as one that failed, it is
 * the batch itself, so that the workflow starts for it as well. It is nothing if the filters leave the batch out.
 */
export async function orderBatchItems(
	client: ServiceClient,
	orderBatch: IDataObject & { id: string },
	settings: OutputSettings,
): Promise<IDataObject[]> {
	const { output, simplify, addReference } = settings;
	const itself = orderBatchItem(orderBatch, settings);
	if (output !== 'orders' || itself.length === 0) return itself;
	const orders = await readEntries(client, endpoints.orderBatchOrders(orderBatch.id), Infinity);
	if (orders.length === 0) return itself;
	const reference = addReference && { customer_reference_id: orderBatch.customer_reference_id ?? null };
	const complete = orders.map((order) => ({ ...order, ...reference }));
	return simplify ? complete.map(simplifyOrder) : complete;
}
