import type { IRunExecutionData } from 'n8n-workflow';

import type { RunOptions } from '../../dev/harness/engine';

/**
 * What n8n has stored of an execution that a retry repeats.
 * @param startTime of its first node; n8n has stored nothing without it
 * @param lastNodeExecuted which failed
 */
export function storedOf(startTime?: number, lastNodeExecuted = 'Input'): IRunExecutionData {
	const task = { startTime, executionTime: 0, executionIndex: 0, source: [], data: { main: [] } };
	const runData = startTime === undefined ? {} : { Input: [task] };
	const executionData = { nodeExecutionStack: [] };
	return { resultData: { runData, lastNodeExecuted }, executionData } as unknown as IRunExecutionData;
}

/** How n8n 2.x runs a sub-workflow. @param type of the node that started its parent */
const calledAfter = (type: string): Partial<RunOptions> => ({
	mode: 'integrated',
	parentExecution: {
		executionId: 'parent',
		workflowId: 'parent',
		executionContext: { version: 1, establishedAt: 0, source: 'manual', triggerNode: { name: 'Start', type } },
	},
});

/** A sub-workflow whose parent a person has started, and one whose parent has started by itself. */
export const SUB_WORKFLOW_BY_HAND = calledAfter('n8n-nodes-base.manualTrigger');
export const SUB_WORKFLOW = calledAfter('n8n-nodes-base.scheduleTrigger');

/** A sub-workflow of a workflow that a gift has started. */
export const SUB_WORKFLOW_AFTER_GIFT = calledAfter('n8n-nodes-gift-order-batch.giftOrderBatchTrigger');
