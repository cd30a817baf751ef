import type { IDataObject } from 'n8n-workflow';

import { contextOf, type NodeRun, type RunOptions } from '../../dev/harness/engine';
import type { BatchSummary, FaultEffect } from '../../dev/mock-service';
import type { ActionNode } from './actionNode';
import { smallBatch } from './orderBatchParameters';

/** Hits every creation. */
export const POST = { match: { method: 'POST' } };

/** Creates the batch, and loses its response. */
export const LOST: FaultEffect = { kind: 'malformed', form: 'wrongShape' };

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
		/** Runs the node once more in the execution of an earlier run, as a loop does. */
		runAgain: async (
			earlier: NodeRun,
			parameters: IDataObject,
			runIndex: number,
			options: Partial<RunOptions> = {},
		): Promise<NodeRun> => await node.run(parameters, { contextData: contextOf(earlier), runIndex, ...options }),
	};
}
