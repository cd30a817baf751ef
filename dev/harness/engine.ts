import 'reflect-metadata';

import { LoadOptionsContext, WorkflowExecute } from 'n8n-core';
import {
	createRunExecutionData,
	Workflow,
	type ICredentialType,
	type IDataObject,
	type INode,
	type INodeExecutionData,
	type INodePropertyOptions,
	type INodeListSearchResult,
	type INodeType,
	type INodeTypes,
	type IRun,
	type IRunExecutionData,
	type IWorkflowExecuteAdditionalData,
	type RelatedExecution,
	type WorkflowExecuteMode,
	type ResourceMapperField,
} from 'n8n-workflow';

import { GiftOrderBatchAutomationApi } from '../../credentials/GiftOrderBatchAutomationApi.credentials';
import { GiftOrderBatchCommerceApi } from '../../credentials/GiftOrderBatchCommerceApi.credentials';
import type { Limits } from '../../nodes/GiftOrderBatch/api/limits';
import { GiftOrderBatch } from '../../nodes/GiftOrderBatch/GiftOrderBatch.node';
import { GiftOrderBatchPollingTrigger } from '../../nodes/GiftOrderBatch/GiftOrderBatchPollingTrigger.node';
import { GiftOrderBatchTrigger } from '../../nodes/GiftOrderBatch/GiftOrderBatchTrigger.node';
import type { listSearch } from '../../nodes/GiftOrderBatch/methods/listSearch';
import { engineHost, nodeTypesOf, type CredentialData } from './engineHost';
import { GIFT_ORDER_BATCH, node, to } from './workflows';

const PACKAGE = 'n8n-nodes-gift-order-batch';

const credentialTypes: ICredentialType[] = [new GiftOrderBatchAutomationApi(), new GiftOrderBatchCommerceApi()];

/** What gives the node under test its input items. */
const inputType = {
	description: { name: 'input', version: 1, inputs: [], outputs: ['main'], properties: [] },
} as unknown as INodeType;

/** A node as n8n makes a tool of it: under the name with "Tool" at its end, by which its parameters know that it is one. */
function toolOf(node: INodeType): INodeType {
	const { description } = node;
	return Object.assign(node, { description: { ...description, name: `${description.name}Tool` } });
}

const typesByLimits = new Map<Partial<Limits> | undefined, INodeTypes>();

/** Makes the node types once for all runs with the same limits, as n8n does: making one takes longer than most runs. */
function nodeTypes(limits?: Partial<Limits>): INodeTypes {
	const known = typesByLimits.get(limits);
	if (known) return known;
	const nodes = [
		new GiftOrderBatch(limits),
		toolOf(new GiftOrderBatch(limits)),
		new GiftOrderBatchTrigger(limits),
		new GiftOrderBatchPollingTrigger(),
	];
	const types = nodeTypesOf(
		(type) => nodes.find(({ description }) => type === `${PACKAGE}.${description.name}`) ?? inputType,
	);
	typesByLimits.set(limits, types);
	return types;
}

/** What a node run needs besides its parameters. */
export interface RunOptions {
	credentials: CredentialData;
	/** Empty for one empty item. */
	items?: IDataObject[];
	node?: Partial<INode>;
	/** Those that differ from the node's own. */
	limits?: Partial<Limits>;
	timezone?: string;
	/** What n8n kept of an earlier run in the execution's data, for a run that repeats it. */
	contextData?: IDataObject;
	/** What starts the execution; a trigger when absent. */
	mode?: WorkflowExecuteMode;
	/** A new one when absent. */
	executionId?: string;
	/** Whether there is no execution, as where n8n's MCP Server Trigger calls a tool. */
	isWithoutExecution?: boolean;
	/** That of the workflow; undefined, if it is there, for a workflow that was never saved. */
	workflowId?: string | undefined;
	/** How often the node ran before in the execution, as in a loop; 0 when absent. */
	runIndex?: number;
	/** Whether the error output of the node leads back to it. */
	loopsErrors?: boolean;
	/** What the webhook trigger has put out, which started the execution. */
	event?: IDataObject | IDataObject[];
	/** Whether the polling trigger has found it, and not the webhook trigger. */
	isPolled?: boolean;
	/** The execution whose sub-workflow runs. */
	parentExecution?: RelatedExecution;
	/** How the outermost execution was started, for a sub-workflow in n8n 2.x. */
	rootExecutionMode?: WorkflowExecuteMode;
	/** Whether n8n's AI has started it for somebody who builds the workflow. */
	isByAi?: boolean;
	/** What n8n has stored of the execution that a retry repeats, for one that has lost what the node kept. */
	retried?: IRunExecutionData;
	/** Cancels the execution once it is fulfilled. */
	cancelAfter?: Promise<unknown>;
}

/** What a node run left behind. */
export interface NodeRun {
	status: IRun['status'];
	/** The items of each output. */
	outputs: INodeExecutionData[][];
	/** The JSON of the first output's items. */
	json: IDataObject[];
	error?: {
		name: string;
		message: string;
		description?: string | null;
		httpCode?: string | null;
		context: IDataObject;
	};
	hints: string[];
	run: IRun;
}

/** What the engine needs to know of its surroundings. */
export const additionalData = (
	credentials: RunOptions['credentials'],
	currentNodeParameters?: INode['parameters'],
): IWorkflowExecuteAdditionalData => engineHost(credentialTypes, credentials, currentNodeParameters);

/** The action node as an agent's tool. */
export const TOOL: Partial<INode> = { type: `${GIFT_ORDER_BATCH}Tool` };

/** A node of the package as a workflow holds it, the action node unless the options name another type. */
export function nodeOf(parameters: IDataObject, options: RunOptions): INode {
	return {
		...node('Gift Order Batch', GIFT_ORDER_BATCH, 1),
		id: 'node',
		parameters,
		credentials: Object.fromEntries(Object.keys(options.credentials).map((name) => [name, { id: 'credential', name }])),
		...options.node,
	} as INode;
}

const INPUT: INode = { ...node('Input', 'test.input', 1), id: 'input' };
const EVENT: INode = { ...node('Event', `${GIFT_ORDER_BATCH}Trigger`, 1), id: 'event' };
const POLLED: INode = { ...EVENT, type: `${GIFT_ORDER_BATCH}PollingTrigger` };

/** A workflow of that node and those before it. `staticData` is what n8n stored of it, of which each workflow has its own copy. */
export function workflowOf(node: INode, options: RunOptions, staticData?: IDataObject) {
	return new Workflow({
		staticData: structuredClone(staticData),
		id: 'workflowId' in options ? options.workflowId : 'workflow',
		name: 'workflow',
		nodes: [...(options.event ? [options.isPolled ? POLLED : EVENT] : []), INPUT, node],
		connections: {
			...(options.event && { [EVENT.name]: { main: [to(INPUT)] } }),
			// No nodes come before an agent's tool.
			...(node.type !== TOOL.type && { [INPUT.name]: { main: [to(node)] } }),
			...(options.loopsErrors && { [node.name]: { main: [[], to(node)] } }),
		},
		active: false,
		nodeTypes: nodeTypes(options.limits),
		settings: { executionOrder: 'v1', timezone: options.timezone ?? 'UTC' },
	});
}

/** What n8n keeps of a run in the execution's data, for the next run. */
export const contextOf = ({ run }: NodeRun) => run.data.executionData?.contextData as unknown as IDataObject;

/** Runs the action node in n8n's execution engine and says what came of it. Parameters may hold expressions. */
export async function runNode(parameters: IDataObject, options: RunOptions): Promise<NodeRun> {
	const node = nodeOf(parameters, options);
	const input = (options.items ?? [{}]).map((json) => ({ json }));
	const { runIndex = 0 } = options;
	const ranWith = (items: INodeExecutionData[]) => ({
		...{ startTime: 0, executionTime: 0, executionIndex: 0, source: [] },
		data: { main: [items] },
	});
	const execution = new WorkflowExecute(
		{
			...additionalData(options.credentials),
			...(options.executionId && { executionId: options.executionId }),
			...(options.isWithoutExecution && { executionId: undefined }),
			rootExecutionMode: options.rootExecutionMode,
			getRunExecutionData: async () => options.retried,
		},
		options.mode ?? 'trigger',
		createRunExecutionData({
			startData: {},
			parentExecution: options.parentExecution,
			...(options.isByAi && { manualData: { source: 'instance_ai' } }),
			resultData: {
				runData: {
					...(options.event && { [EVENT.name]: [ranWith([options.event].flat().map((json) => ({ json })))] }),
					[INPUT.name]: [ranWith(input)],
					// n8n takes a node with no runs for one that ran.
					...(runIndex > 0 && { [node.name]: Array.from({ length: runIndex }, () => ranWith(input)) }),
				},
			},
			executionData: {
				contextData: options.contextData ?? {},
				metadata: {},
				waitingExecution: {},
				waitingExecutionSource: {},
				nodeExecutionStack: [{ node, data: { main: [input] }, source: { main: [{ previousNode: INPUT.name }] } }],
			},
		} as never),
	);
	const running = execution.processRunExecutionData(workflowOf(node, options));
	void options.cancelAfter?.then(() => running.cancel());
	const run = await running;
	const task = run.data.resultData.runData[node.name]?.[runIndex];
	const outputs = (task?.data?.main ?? []).map((items) => items ?? []);
	return {
		status: run.status,
		outputs,
		json: (outputs[0] ?? []).map(({ json }) => json),
		error: run.data.resultData.error as unknown as NodeRun['error'],
		hints: (task?.hints ?? []).map(({ message }) => message),
		run,
	};
}

/** What n8n's editor gives the methods of a node. @param path of the parameter that asks */
function editorContext(parameters: IDataObject, options: RunOptions, path = ''): LoadOptionsContext {
	const node = nodeOf(parameters, options);
	// Building the workflow completes the node's parameters with their defaults, as the editor does.
	const workflow = workflowOf(node, options);
	return new LoadOptionsContext(workflow, node, additionalData(options.credentials, node.parameters), path);
}

/** Asks a resource locator's search method as n8n's editor does. */
export async function searchList(
	method: keyof ReturnType<typeof listSearch>,
	parameters: IDataObject,
	options: RunOptions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const context = editorContext(parameters, options);
	return await new GiftOrderBatch(options.limits).methods.listSearch[method].call(context, filter, paginationToken);
}

/** Asks for the variants in a row of the cart (from 0) as n8n's editor does. */
export async function variantOptions(
	parameters: IDataObject,
	options: RunOptions,
	row: number,
): Promise<INodePropertyOptions[]> {
	const context = editorContext(parameters, options, `parameters.cartItems.item[${row}].variants`);
	return await new GiftOrderBatch(options.limits).methods.loadOptions.getVariants.call(context);
}

/** Asks for the columns of the resource mapper as n8n's editor does. */
export async function mapperFields(parameters: IDataObject, options: RunOptions): Promise<ResourceMapperField[]> {
	const context = editorContext(parameters, options);
	return (await new GiftOrderBatch().methods.resourceMapping.getRecipientFields.call(context)).fields;
}
