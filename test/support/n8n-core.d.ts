/** The parts of n8n's execution engine that the tests drive, as far as they are the same in both versions. */
declare module 'n8n-core' {
	import type {
		ICredentialTestFunctions,
		ILoadOptionsFunctions,
		INode,
		IRun,
		IRunExecutionData,
		IWorkflowExecuteAdditionalData,
		Workflow,
		WorkflowExecuteMode,
	} from 'n8n-workflow';

	export class ExecutionLifecycleHooks {
		constructor(mode: WorkflowExecuteMode, executionId: string, workflow: unknown);
	}

	export class WorkflowExecute {
		constructor(additionalData: IWorkflowExecuteAdditionalData, mode: WorkflowExecuteMode, data: IRunExecutionData);
		processRunExecutionData(workflow: Workflow): Promise<IRun> & { cancel(): void };
	}

	export const PollContext: new (
		workflow: Workflow,
		node: INode,
		additionalData: IWorkflowExecuteAdditionalData,
		mode: WorkflowExecuteMode,
		activation: string,
	) => IPollFunctions;

	export const WebhookContext: new (
		workflow: Workflow,
		node: INode,
		additionalData: IWorkflowExecuteAdditionalData,
		mode: WorkflowExecuteMode,
		webhookData: unknown,
		closeFunctions: unknown[],
		runExecutionData: null,
	) => IWebhookFunctions;

	export const LoadOptionsContext: new (
		workflow: Workflow,
		node: INode,
		additionalData: IWorkflowExecuteAdditionalData,
		path: string,
	) => ILoadOptionsFunctions;

	export const CredentialTestContext: new (additionalData: IWorkflowExecuteAdditionalData) => ICredentialTestFunctions;
}

declare module 'reflect-metadata';
