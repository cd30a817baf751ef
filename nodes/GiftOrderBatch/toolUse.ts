import type { IExecuteFunctions } from 'n8n-workflow';

/** Whether an agent runs the node as its tool. */
export function isTool(functions: IExecuteFunctions): boolean {
	const asTool = functions as { isToolExecution?(): boolean };
	return asTool.isToolExecution?.() === true || functions.getNode().type.endsWith('Tool');
}

/**
 * Whether the node goes on after an item that failed. A tool does unless it is set to stop: what it throws reaches the agent
 * without what to do about it, or not at all, or ends the workflow, depending on the versions of n8n and of the agent.
 */
export const continuesOnFail = (functions: IExecuteFunctions): boolean =>
	functions.continueOnFail() || (isTool(functions) && functions.getNode().onError !== 'stopWorkflow');
