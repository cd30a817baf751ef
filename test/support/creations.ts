import type { IDataObject } from 'n8n-workflow';

import type { BatchSummary } from '../../dev/mock-service';
import type { ActionNode } from './actionNode';
import { smallBatch } from './orderBatchParameters';

/** Hits every creation. */
export const POST = { match: { method: 'POST' } };

/** Parameters that create the smallest batch, and what the service has of such creations. */
export function creationsOf(node: ActionNode) {
	const create = (more: IDataObject = {}): IDataObject => ({
		authentication: 'automationApi',
		...smallBatch(node.service.samples.productId),
		...more,
	});
	return {
		create,
		withReference: (customerReferenceId: string): IDataObject => create({ additionalFields: { customerReferenceId } }),
		/** The batches that the service has, by reference. */
		stored: (reference?: unknown): BatchSummary[] =>
			node.service
				.orderBatches()
				.filter(({ customer_reference_id: stored }) => reference === undefined || stored === reference),
	};
}
