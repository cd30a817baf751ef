import type { IDataObject } from 'n8n-workflow';

import type { ServiceClient } from '../api/client';
import { addCustomerReferences } from '../api/customerReferences';
import { endpoints } from '../api/endpoints';
import { readEntries } from '../api/pages';
import type { OrderBatch } from '../api/responses';
import { FINAL_STATES } from '../api/states';
import { optionalLocator } from '../resources/commonFields';
import {
	accepted,
	addedTo,
	checkAdded,
	choiceField,
	choicesField,
	namedOptions,
	textField,
	type FieldTable,
} from '../resources/fieldTable';
import { uuid } from '../resources/inputSchemas';
import { customerReferenceOption } from '../resources/order/customerReference';
import { orderSummary, simplifyOrder } from '../resources/order/simplify';
import { simplifyOrderBatch } from '../resources/orderBatch/simplify';
import { failed } from '../resources/outcome';
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

/** Shown only where order batches are watched. */
export const forOrderBatches = { displayOptions: { show: { '/watch': ['account', 'orderBatches'] } } };

/** Which order batches start the workflow of a polling trigger. Without any status, none would. */
export const emitOn = choicesField('Order Batch Statuses', 'emitOn', namedOptions([...FINAL_STATES].sort()), {
	default: [...FINAL_STATES],
	description: 'Which statuses start the workflow',
	...forOrderBatches,
});

/** Which gifts start the workflow. */
export const filters = {
	customerReferenceIdPrefix: textField('Customer Reference ID Prefix', 'customerReferenceIdPrefix', 'birthday-', {
		description:
			'Start only for order batches whose Customer Reference ID begins with this text, and for their orders. Case-sensitive.',
	}),
	workspaceId: {
		check: uuid,
		property: optionalLocator(
			'Workspace',
			'workspaceId',
			'searchWorkspaces',
			'Start only for order batches and orders of this workspace',
		),
	},
};

/**
 * What was added to a collection of the trigger.
 * @throws ServiceError when something there has no value or an invalid one: without a filter, all gifts would start the workflow
 */
const triggerValues = <Table extends FieldTable>(functions: TriggerFunctions, name: string, table: Table) =>
	accepted(checkAdded(addedTo(name, functions.getNodeParameter(name, {})), table));

/** Whether an order batch or an order passes the filters, as far as it says so. */
function passes({ filters }: OutputSettings, { workspace_id, customer_reference_id }: IDataObject) {
	const { workspaceId, customerReferenceIdPrefix = '' } = filters;
	return (
		(workspaceId === undefined || String(workspace_id).toLowerCase() === workspaceId.toLowerCase()) &&
		String(customer_reference_id ?? '').startsWith(customerReferenceIdPrefix)
	);
}

/** What the items of a trigger hold. */
export type OutputSettings = ReturnType<typeof outputSettings>;

/** Webhook triggers read them before they respond: n8n evaluates no expressions later. @throws ServiceError as `triggerValues` */
export function outputSettings(functions: TriggerFunctions) {
	return {
		emitOn: FINAL_STATES,
		output: 'orderBatch',
		...triggerValues(functions, 'options', { ...customerReferenceOption, emitOn, output: outputField }),
		/** Whether they hold the fields that most workflows need, or everything that the service has. */
		simplify: functions.getNodeParameter('simplify') === true,
		filters: triggerValues(functions, 'filters', filters),
	};
}

/** An order to which something happened, as the trigger returns it (openapi: Order); nothing if the filters leave it out. */
export async function orderItems(
	client: ServiceClient,
	order: IDataObject,
	settings: OutputSettings,
): Promise<IDataObject[]> {
	const { simplify, addCustomerReferenceId, filters } = settings;
	const needsReference = addCustomerReferenceId || filters.customerReferenceIdPrefix !== undefined;
	const [complete = order] = needsReference ? await addCustomerReferences(client, [order]) : [];
	if (!passes(settings, complete)) return [];
	const shown = addCustomerReferenceId ? complete : order;
	return [simplify ? orderSummary('shipments', 'thank_you_note', 'payment_link')(shown) : shown];
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
	orderBatch: OrderBatch,
	settings: OutputSettings,
): Promise<IDataObject[]> {
	const { output, simplify, addCustomerReferenceId } = settings;
	const itself = orderBatchItem(orderBatch, settings);
	if (output !== 'orders' || itself.length === 0) return itself;
	const { id: orderBatchId, orders_count: count } = orderBatch;
	const orders = await readEntries(client, endpoints.orderBatchOrders(orderBatchId), Infinity);
	// The trigger starts for an order batch once, so that an order that is listed later would be missed.
	if (orderBatch.send_status === 'complete' && count && orders.length < count) {
		throw failed({ kind: 'missingOrders', orderBatchId, count, listedCount: orders.length });
	}
	if (orders.length === 0) return itself;
	const reference = addCustomerReferenceId && { customer_reference_id: orderBatch.customer_reference_id ?? null };
	const complete = orders.map((order) => ({ ...order, ...reference }));
	return simplify ? complete.map(simplifyOrder) : complete;
}
