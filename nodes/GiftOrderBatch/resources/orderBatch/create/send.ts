import type { IDataObject } from 'n8n-workflow';

import { createOrderBatch, type Creation } from './ledger';
import type { OrderBatch } from '../../../api/contract';
import { afterCreation, unknownIdError } from './errors';
import { endpoints } from '../../../api/endpoints';
import { asNodeError } from '../../../api/errors';
import { readEntries } from '../../../api/pages';
import { waitForCompletion } from '../../../api/waitForCompletion';
import { simplified } from '../../commonFields';
import type { ItemContext } from '../../itemContext';
import { simplifyOrder } from '../../order/simplify';
import type { CreateOptions } from './fields/options';
import { simplifyOrderBatch } from '../simplify';

/** What follows once the batch exists: waiting for it, and reading its orders, as the options ask. */
async function follow(
	item: ItemContext,
	orderBatch: OrderBatch,
	{ patience, output }: CreateOptions,
): Promise<OrderBatch | IDataObject[]> {
	const latest =
		patience && orderBatch.send_status !== 'complete'
			? await waitForCompletion(item.client, orderBatch.id, patience)
			: orderBatch;
	if (output === 'orderBatch') return latest;
	return await readEntries(item.client, endpoints.orderBatchOrders(latest.id), Infinity);
}

/** Marks what an earlier try created; an agent is told in words, lest it calls its tool yet again. */
const alreadyCreated = ({ isTool }: ItemContext): IDataObject => ({
	already_created: true,
	...(isTool && { note: 'This order batch was created by an earlier call. It was not sent again.' }),
});

/**
 * Creates one batch, once, and answers the data of its output items: the batch or its orders, marked `already_created`
 * when an earlier try created it. With Validate Only it answers the request and sends nothing.
 * @throws NodeApiError or NodeOperationError; with the batch in `context.orderBatch` once it was created
 */
export async function sendBatch(item: ItemContext, creation: Creation, options: CreateOptions): Promise<IDataObject[]> {
	if (options.validateOnly) return [{ valid: true, request: creation.input }];

	const created = await createOrderBatch(item.client, creation);
	if (created.kind === 'exists') {
		const { itemIndex, client } = item;
		if (options.patience) throw unknownIdError(client.node, itemIndex, created.reference);
		item.hint(
			`The order batch with the reference ${created.reference} exists already: an earlier try created it, and it was not sent again.`,
		);
		return [{ id: null, customer_reference_id: created.reference, ...alreadyCreated(item) }];
	}

	const followed = await follow(item, created.orderBatch, options).catch((error: unknown) => {
		throw afterCreation(asNodeError(item.client.node, item.itemIndex, error), created.orderBatch);
	});
	const data = Array.isArray(followed)
		? simplified(item, followed, simplifyOrder)
		: simplified(item, [followed], simplifyOrderBatch);
	const mark = created.kind === 'found' ? alreadyCreated(item) : {};
	return data.map((entry) => ({ ...entry, ...mark }));
}
