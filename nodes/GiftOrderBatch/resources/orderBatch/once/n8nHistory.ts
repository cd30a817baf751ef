import type { IExecuteFunctions, INodeExecutionData, IRunExecutionData } from 'n8n-workflow';

import { fingerprint } from '../../../api/fingerprint';

/** What stands for the execution of the workflow in which the node runs, and in those that repeat it. */
export interface Execution {
	/** The first execution in which the node ran; or the event for which the webhook trigger has started it. */
	executionId: string;
	/** The day (UTC) of an execution by hand, such as "2030-12-24". The node runs anew each time that somebody builds on. */
	day?: string;
	/**
	 * Whether the node may have run before in an execution that broke off, so that its ledger is lost. n8n does not say whether
	 * a tool ran before, so for a tool it counts as lost.
	 */
	isHistoryLost: boolean;
}

/** What n8n has for the ID of a workflow that was never saved. */
const UNSAVED = ['', '__EMPTY__'];

/** What n8n tells of a node, as expressions see it: whether it ran, and its output. */
function nodeData(functions: IExecuteFunctions, nodeName: string) {
	const { $ } = functions.getWorkflowDataProxy(0) as {
		$?: (nodeName: string) => { isExecuted?: boolean; first(): INodeExecutionData };
	};
	return $?.(nodeName);
}

/**
 * Whether a retry repeats an execution that broke off, so that nothing is left of what the node may have done in it.
 *
 * n8n stores the node's context when an execution ends, and not when n8n itself, or the worker that runs it, breaks off.
 * Sometimes it finds out later which nodes ran, without their contexts. Otherwise it has stored no run of any node; or,
 * where it saves the progress of executions, the last one before this node.
 */
function isHistoryLost(functions: IExecuteFunctions, stored?: IRunExecutionData): boolean {
	const { name } = functions.getNode();
	if (nodeData(functions, name)?.isExecuted === true) return true;

	const { runData = {}, lastNodeExecuted } = stored?.resultData ?? {};
	const next = stored?.executionData?.nodeExecutionStack[0]?.node.name;
	return Object.keys(runData).length === 0 || (next === name && lastNodeExecuted !== name);
}

/**
 * What stands for the execution that a retry repeats: its first run of a node. So whoever retries one execution twice,
 * since another node failed the first time, repeats the same creations.
 */
function retriedExecution(stored?: IRunExecutionData): string | undefined {
	const runs = Object.entries(stored?.resultData.runData ?? {}).flatMap(([name, tasks]) =>
		tasks.map(({ startTime, data }) => ({ name, startTime, data })),
	);
	const [first] = runs.sort((a, b) => a.startTime - b.startTime);
	return first && fingerprint([first.name, first.startTime, first.data]);
}

/**
 * What stands for the event for which the webhook trigger has started the execution. n8n may start a workflow twice for one
 * event, and both executions then repeat the same creations.
 */
function startingEvent(functions: IExecuteFunctions): string | undefined {
	const trigger = functions
		.getParentNodes(functions.getNode().name)
		.filter(({ type }) => type.endsWith('.giftOrderBatchTrigger'))
		.map(({ name }) => nodeData(functions, name))
		.find((data) => data?.isExecuted);
	const json = trigger?.first().json;
	return json && fingerprint([json.event, json.event_id]);
}

/** What n8n tells of the execution in which the node runs for the first time. @param now the moment that decides the day */
export async function executionOf(functions: IExecuteFunctions, now: Date): Promise<Execution> {
	const mode = functions.getMode();
	const isByHand = mode === 'manual' || (mode as string) === 'evaluation';
	const event = isByHand ? undefined : startingEvent(functions);
	const executionId = functions.getExecutionId();
	if (mode === 'retry') {
		// A retry is stored with all that is known of the execution that it repeats.
		const retried = await functions.getExecutionDataById(executionId);
		return {
			executionId: event ?? retriedExecution(retried) ?? executionId,
			isHistoryLost: isHistoryLost(functions, retried),
		};
	}
	const isSaved = !UNSAVED.includes(functions.getWorkflow().id ?? '');
	return {
		executionId: event ?? executionId,
		isHistoryLost: false,
		...(isByHand && isSaved && { day: now.toISOString().slice(0, 10) }),
	};
}
