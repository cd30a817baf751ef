import type { IExecuteFunctions } from 'n8n-workflow';

import type { CreationMemory } from '../api/createOrderBatch';

/** What n8n keeps for the node in the execution's data, also when it repeats the failed execution. */
export interface NodeMemory {
	/** The first execution in which the node ran. */
	executionId: string;
	/**
	 * Whether the node may have run before in an execution that broke off, so that what it did is forgotten. It is not known
	 * of a tool whether it ran before, so it is taken for granted.
	 */
	isForgetful: boolean;
	/** By derived reference. */
	creations: Record<string, CreationMemory>;
}

/**
 * Whether a retry repeats an execution that broke off, so that nothing is left of what the node may have done in it.
 *
 * n8n stores what the node remembers when an execution ends, and not when n8n itself, or the worker that runs it, breaks
 * off. Sometimes it finds out later which nodes ran, without what they remembered. Otherwise it has stored no run of any
 * node; or, where it saves the progress of executions, the last one before this node.
 */
async function isForgotten(functions: IExecuteFunctions): Promise<boolean> {
	if (functions.getMode() !== 'retry') return false;
	const { name } = functions.getNode();
	const { $ } = functions.getWorkflowDataProxy(0) as { $?: (nodeName: string) => { isExecuted?: boolean } };
	if ($?.(name).isExecuted === true) return true;

	// A retry is stored with all that is known of the execution that it repeats.
	const stored = await functions.getExecutionDataById(functions.getExecutionId());
	const { runData = {}, lastNodeExecuted } = stored?.resultData ?? {};
	const next = stored?.executionData?.nodeExecutionStack[0]?.node.name;
	return Object.keys(runData).length === 0 || (next === name && lastNodeExecuted !== name);
}

/** Begins to remember what the node does, unless n8n still has that from before. To be called before anything can fail. */
export async function beginMemory(functions: IExecuteFunctions): Promise<void> {
	const memory = functions.getContext('node') as Partial<NodeMemory>;
	if (memory.executionId !== undefined) return;
	const isForgetful = await isForgotten(functions);
	// An agent may use its tool twice at the same time.
	if (memory.executionId !== undefined) return;
	Object.assign(memory, { executionId: functions.getExecutionId(), isForgetful, creations: {} } satisfies NodeMemory);
}

/** What the node remembers of this execution and of those that it repeats, once it has begun to. */
export const nodeMemory = (functions: IExecuteFunctions): NodeMemory => functions.getContext('node') as NodeMemory;

/** The IDs of the order batches that the node created in this execution and in those that it repeats. */
export const createdOrderBatches = (functions: IExecuteFunctions): string[] =>
	Object.values(nodeMemory(functions).creations).flatMap(({ orderBatchId }) => orderBatchId ?? []);
