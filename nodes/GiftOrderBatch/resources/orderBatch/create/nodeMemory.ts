import type { IExecuteFunctions, IRunExecutionData } from 'n8n-workflow';

import type { CreationMemory } from './ledger';
import { fingerprint } from '../../../api/idempotency';

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
function isForgotten(functions: IExecuteFunctions, stored?: IRunExecutionData): boolean {
	const { name } = functions.getNode();
	const { $ } = functions.getWorkflowDataProxy(0) as { $?: (nodeName: string) => { isExecuted?: boolean } };
	if ($?.(name).isExecuted === true) return true;

	const { runData = {}, lastNodeExecuted } = stored?.resultData ?? {};
	const next = stored?.executionData?.nodeExecutionStack[0]?.node.name;
	return Object.keys(runData).length === 0 || (next === name && lastNodeExecuted !== name);
}

/**
 * What stands for the execution that a retry repeats: its first run of a node. So whoever repeats one execution twice, since
 * another node failed the first time, repeats the same creations.
 */
function repeatedExecution(stored?: IRunExecutionData): string | undefined {
	const runs = Object.entries(stored?.resultData.runData ?? {}).flatMap(([name, tasks]) =>
		tasks.map(({ startTime, data }) => ({ name, startTime, data })),
	);
	const [first] = runs.sort((a, b) => a.startTime - b.startTime);
	return first && fingerprint([first.name, first.startTime, first.data]);
}

/** Begins to remember what the node does, unless n8n still has that from before. To be called before anything can fail. */
export async function beginMemory(functions: IExecuteFunctions): Promise<void> {
	const memory = functions.getContext('node') as Partial<NodeMemory>;
	if (memory.executionId !== undefined) return;
	// A retry is stored with all that is known of the execution that it repeats.
	const isRetry = functions.getMode() === 'retry';
	const stored = isRetry ? await functions.getExecutionDataById(functions.getExecutionId()) : undefined;
	const isForgetful = isRetry && isForgotten(functions, stored);
	const executionId = repeatedExecution(stored) ?? functions.getExecutionId();
	// An agent may use its tool twice at the same time.
	if (memory.executionId !== undefined) return;
	Object.assign(memory, { executionId, isForgetful, creations: {} } satisfies NodeMemory);
}

/** What the node remembers of this execution and of those that it repeats, once it has begun to. */
export const nodeMemory = (functions: IExecuteFunctions): NodeMemory => functions.getContext('node') as NodeMemory;

/** What is remembered of all creations of this execution and of those that it repeats. */
export const rememberedCreations = (functions: IExecuteFunctions): CreationMemory[] =>
	Object.values(nodeMemory(functions).creations);

/** The IDs of the order batches that the node created in this execution and in those that it repeats. */
export const createdOrderBatches = (functions: IExecuteFunctions): string[] =>
	rememberedCreations(functions).flatMap(({ orderBatchId }) => orderBatchId ?? []);

/** Whether batches may exist whose IDs are not known. */
export const mayHaveCreated = (functions: IExecuteFunctions): boolean =>
	rememberedCreations(functions).some(({ orderBatchId, mayExist }) => mayExist && !orderBatchId);
