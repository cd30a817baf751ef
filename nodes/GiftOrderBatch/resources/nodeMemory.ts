import type { IExecuteFunctions } from 'n8n-workflow';

import type { CreationMemory } from '../api/createOrderBatch';

/** What n8n keeps for the node in the execution's data, also when it repeats the failed execution. */
export interface NodeMemory {
	/** The first execution in which the node ran. */
	executionId: string;
	/**
	 * Whether the node ran before in an execution that broke off, so that what it did is forgotten. It is not known of a
	 * tool whether it ran before, so it is taken for granted.
	 */
	isForgetful: boolean;
	/** By derived reference. */
	creations: Record<string, CreationMemory>;
}

/**
 * What the node remembers of this execution and of those that it repeats. To be called before anything can fail.
 *
 * n8n stores it when an execution ends, and not when n8n itself breaks off. A retry of such an execution starts again from
 * its trigger, with a list of the nodes that ran, and without what they remembered.
 */
export function nodeMemory(functions: IExecuteFunctions): NodeMemory {
	const memory = functions.getContext('node') as Partial<NodeMemory>;
	if (memory.executionId === undefined) {
		const { $ } = functions.getWorkflowDataProxy(0) as { $?: (nodeName: string) => { isExecuted?: boolean } };
		memory.executionId = functions.getExecutionId();
		memory.isForgetful = functions.getMode() === 'retry' && $?.(functions.getNode().name).isExecuted === true;
		memory.creations = {};
	}
	return memory as NodeMemory;
}

/** The IDs of the order batches that the node created in this execution and in those that it repeats. */
export const createdOrderBatches = (functions: IExecuteFunctions): string[] =>
	Object.values(nodeMemory(functions).creations).flatMap(({ orderBatchId }) => orderBatchId ?? []);
