import { randomUUID } from 'crypto';

import type { IDataObject, IExecuteFunctions, INode, INodeExecutionData, IRunExecutionData } from 'n8n-workflow';

import { fingerprint } from '../../../api/fingerprint';
import { DAY_MS } from '../times';

/** What stands for the execution of the workflow in which the node runs, and for those that repeat it. */
export interface Origin {
	/** The first execution in which the node ran; or the event for which the webhook trigger has started it. */
	origin: string;
	/** That event, also where a person waited for it in the editor. */
	event?: string;
	/** The day on which it began, in the workflow's time zone, such as "2030-12-24". A retry has that of the first attempt. */
	day: string;
	/**
	 * Whether the day stands for it, as in a manual execution: the node runs each time that somebody continues to build the
	 * workflow. The same applies to a retry of one, and to a sub-workflow where n8n tells what started its parent.
	 */
	isByDay: boolean;
	/** Whether the node may have run before in an execution that broke off: n8n has not stored its ledger. */
	isLedgerLost: boolean;
}

/** What n8n has for the ID of a workflow that was never saved. */
const UNSAVED = ['', '__EMPTY__'];

const WEBHOOK_TRIGGER = /\.giftOrderBatchTrigger$/;
const ANY_TRIGGER = /\.giftOrderBatch(?:Polling)?Trigger$/;

/** A node as expressions see it. */
function nodeData(functions: IExecuteFunctions, nodeName: string) {
	const { $ } = functions.getWorkflowDataProxy(0) as {
		$?: (nodeName: string) => { isExecuted?: boolean; all(): INodeExecutionData[] };
	};
	return $?.(nodeName);
}

/** What n8n tells only here. `restartExecutionId` is there where the execution has waited. */
const additionalDataOf = (functions: IExecuteFunctions) =>
	(functions as { additionalData?: { rootExecutionMode?: string; restartExecutionId?: string } }).additionalData;

/**
 * Whether a retry repeats an execution that broke off, so that nothing is left of what the node may have done in it.
 *
 * n8n stores the node's context when an execution ends, and not when n8n itself, or the worker that runs it, breaks off.
 * Sometimes it finds out later which nodes ran, under the names that they had, without their data. Otherwise it has stored no
 * run of any node; or, where it saves the progress of executions, the last one before this node. It does not say whether a tool
 * ran: its ledger counts as lost.
 */
function isLedgerLost(functions: IExecuteFunctions, stored?: IRunExecutionData): boolean {
	const { name } = functions.getNode();
	const { runData = {}, lastNodeExecuted } = stored?.resultData ?? {};
	const runs = Object.values(runData);
	const next = stored?.executionData?.nodeExecutionStack[0]?.node.name;
	return (
		nodeData(functions, name)?.isExecuted === true ||
		runs.length === 0 ||
		runs.flat().some(({ data }) => data?.main?.[0]?.[0]?.json.isArtificialRecoveredEventItem) ||
		(next === name && lastNodeExecuted !== name)
	);
}

/** The first run of a node in an execution. */
const firstRunOf = (stored?: IRunExecutionData) =>
	Object.entries(stored?.resultData.runData ?? {})
		.flatMap(([name, tasks]) => tasks.map(({ startTime, data }) => ({ name, startTime, data })))
		.sort((a, b) => a.startTime - b.startTime)[0];

/** What a trigger of this package has started the workflow with. @param type of the trigger */
function startingEvents(functions: IExecuteFunctions, type: RegExp): IDataObject[] | undefined {
	// No nodes come before an agent's tool. Only here does n8n tell all nodes of the workflow.
	const { workflow } = functions as { workflow?: { nodes: Record<string, INode> } };
	const trigger = [...functions.getParentNodes(functions.getNode().name), ...Object.values(workflow?.nodes ?? {})]
		.filter((node) => type.test(node.type))
		.map(({ name }) => nodeData(functions, name))
		.find((data) => data?.isExecuted);
	return trigger?.all().map(({ json }) => json);
}

/**
 * What stands for the event for which the webhook trigger has started the execution. n8n may start a workflow twice for one
 * event, and both executions then repeat the same creations.
 */
function eventKey(functions: IExecuteFunctions): string | undefined {
	const [json] = startingEvents(functions, WEBHOOK_TRIGGER) ?? [];
	if (!json) return undefined;
	const { event, id, order_batch_id: orderBatchId } = json;
	// The trigger may have returned the orders of an order batch. Two of its nodes may get different IDs for one event.
	return fingerprint([event, String(event).startsWith('order_batch.') ? (orderBatchId ?? id) : id]);
}

/** What n8n tells of the start of the outermost execution; older n8n does not. */
const startOf = (functions: IExecuteFunctions) =>
	(functions.getExecutionContext?.() ?? {}) as { source?: string; triggerNode?: { type: string } };

/**
 * Whether a person started the execution by hand, or the one that it retries; or n8n's AI did for them, or n8n's MCP Server
 * Trigger in queue mode.
 */
function isByHand(functions: IExecuteFunctions): boolean {
	const { source, triggerNode } = startOf(functions);
	// n8n's AI starts what a trigger starts in the mode of that trigger.
	const { manualData } =
		(functions as { runExecutionData?: { manualData?: { source?: string } } }).runExecutionData ?? {};
	// Only here does n8n keep how the outermost execution was started, where that was not at a manual trigger.
	const { rootExecutionMode } = additionalDataOf(functions) ?? {};
	return [functions.getMode(), source, rootExecutionMode, manualData?.source, triggerNode?.type].some((how) =>
		/^(manual|evaluation|instance_ai)$|\.(manual|mcp)Trigger$/.test(how ?? ''),
	);
}

/** @param time as Unix time in milliseconds */
export const dayIn = (timeZone: string, time: number): string =>
	// The Canadian format is that of ISO 8601.
	new Intl.DateTimeFormat('en-CA', { timeZone }).format(time);

/** Deletes what is older. @param days two, after which a day is over in every time zone */
export function deleteOld(known: Map<string, { at: number }>, days = 2): void {
	for (const [name, { at }] of known) if (Date.now() - at > days * DAY_MS) known.delete(name);
}

/** The day on which each node was last executed. */
const lastDays = new Map<string, { day: string; at: number; timeZone: string }>();

/**
 * After a change of the time zone, the day stays the same until midnight has passed in both the old and the new one. After a
 * change of the clock to an earlier time, it stays the same until the next midnight.
 */
function dayOfNode(names: string[], timeZone: string): string {
	const node = fingerprint(names);
	const now = Date.now();
	deleteOld(lastDays);
	const last = lastDays.get(node);
	const isSame = (zone: string) => last !== undefined && dayIn(zone, last.at) === dayIn(zone, now);
	const day = last && (now < last.at || isSame(last.timeZone) || isSame(timeZone)) ? last.day : dayIn(timeZone, now);
	lastDays.set(node, { day, at: now, timeZone });
	return day;
}

/** What stands for the execution in which the node runs for the first time. */
export async function executionOf(functions: IExecuteFunctions, today: () => string): Promise<Origin> {
	const executionId = functions.getExecutionId();
	const isSaved = !UNSAVED.includes(functions.getWorkflow().id ?? '');
	// Outside queue mode, n8n's MCP Server Trigger calls its tools before there is an execution.
	const isByDay = isByHand(functions) || !executionId;
	const event = eventKey(functions);
	const origin = isByDay ? undefined : event;
	const execution = {
		origin: origin ?? (executionId || randomUUID()),
		event,
		day: today(),
		isByDay: isByDay && isSaved,
		isLedgerLost: false,
	};
	const isRetry = functions.getMode() === 'retry';
	// If an execution that has waited breaks off, its retry begins there, and knows nothing of what this node did since.
	if (!isRetry && !additionalDataOf(functions)?.restartExecutionId) return execution;
	// A retry is stored with all that is known of the execution that it repeats.
	const stored = await functions.getExecutionDataById(executionId);
	const first = firstRunOf(stored);
	return {
		...execution,
		...(first && {
			// Whoever retries one execution twice, since another node failed the first time, repeats the same creations.
			origin: origin ?? fingerprint([first.name, first.startTime, first.data]),
			day: dayIn(functions.getTimezone(), first.startTime),
		}),
		isLedgerLost: isRetry && isLedgerLost(functions, stored),
	};
}

/** What n8n stores for the node, and says about its execution. @param isTool whether an agent runs the node */
export function environmentOf(functions: IExecuteFunctions, isTool: boolean) {
	const { id, name, type } = functions.getNode();
	const { $runIndex } = functions.getWorkflowDataProxy(0) as { $runIndex?: number };
	const node = id || name;
	const workflow = functions.getWorkflow();
	// n8n's AI executes a node by itself in a new workflow each time, of this name.
	const isAlone = workflow.name === `Execute node ${type}`;
	/** Names the node in its workflow in its n8n; only that n8n for a node without a workflow. */
	const nodePath = [functions.getInstanceId(), ...(isAlone ? [] : [workflow.id ?? '', node])];
	// n8n stores the context of a node by its name, so that a node that was renamed before a retry would find nothing.
	const stores = functions.getContext('flow');
	/** The day, as a manual execution has it. */
	const today = () => dayOfNode(nodePath, functions.getTimezone());
	return {
		/** What n8n stores with the execution, also when it retries the failed execution; empty at first. */
		store: (stores[`giftOrderBatch ${node}`] ??= {}) as IDataObject,
		nodePath,
		executionId: functions.getExecutionId(),
		/** Which run of the node in its execution this is, from 0; none for an agent's tool, whose every call is another run. */
		runIndex: isTool ? undefined : $runIndex,
		isRetry: functions.getMode() === 'retry',
		/** Whether another workflow has called this one: n8n's Retry of that one starts another execution of this one. */
		isSubWorkflow: functions.getMode() === 'integrated',
		/** What a trigger of this package has started the workflow with; empty where only the parent of a sub-workflow knows it. */
		startingEvents:
			startingEvents(functions, ANY_TRIGGER) ??
			(ANY_TRIGGER.test(startOf(functions).triggerNode?.type ?? '') ? [] : undefined),
		today,
		begin: async () => await executionOf(functions, today),
	};
}

export type NodeEnvironment = ReturnType<typeof environmentOf>;
