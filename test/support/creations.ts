import type { IDataObject } from 'n8n-workflow';

import type { BatchSummary } from '../../dev/mock-service';
import type { ActionNode } from './actionNode';
import { smallBatch } from './orderBatchParameters';

/** Hits every creation. */
export const POST = { match: { method: 'POST' } };

/** Parameters that create the smallest batch, and what the service's book has of such creations. */
export function creationsOf(node: ActionNode) {
	const create = (more: IDataObject = {}): IDataObject => ({
		authentication: 'automationApi',
		...smallBatch(node.service.samples.productId),
		...more,
	});
	return {
		create,
		withReference: (customerReferenceId: string): IDataObject => create({ additionalFields: { customerReferenceId } }),
		/** The batches of the service's book, by reference. */
		booked: (reference?: unknown): BatchSummary[] =>
			node.service
				.book()
				.filter(({ customer_reference_id: booked }) => reference === undefined || booked === reference),
	};
}
