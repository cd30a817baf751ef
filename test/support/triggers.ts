import { randomUUID } from 'node:crypto';

import type {
	IDataObject,
	IWorkflowExecuteAdditionalData,
	WorkflowActivateMode,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import { HookContext, PollContext, WebhookContext } from 'n8n-core';

import type { NodeRecord } from '../../nodes/GiftOrderBatch/triggers/nodeRecord';
import { GiftOrderBatchPollingTrigger } from '../../nodes/GiftOrderBatch/GiftOrderBatchPollingTrigger.node';
import { GiftOrderBatchTrigger } from '../../nodes/GiftOrderBatch/GiftOrderBatchTrigger.node';
import { additionalData, nodeOf, workflowOf, type RunOptions } from '../../dev/harness/engine';
import { GIFT_ORDER_BATCH } from '../../dev/harness/workflows';

/** What n8n stores of a workflow between its runs. */
export const storedStaticData = (workflow: { staticData: IDataObject }) =>
	JSON.parse(JSON.stringify(workflow.staticData)) as IDataObject;

/** What a trigger node has written into stored static data. */
export function recordIn(staticData: IDataObject, nodeId = 'node'): NodeRecord {
	const prefix = `giftOrderBatch ${nodeId} `;
	const fields = Object.entries((staticData.global ?? {}) as IDataObject).filter(([key]) => key.startsWith(prefix));
	return Object.fromEntries(fields.map(([key, value]) => [key.slice(prefix.length), value]));
}

/** A context that collects what it logs. */
const loggingTo = <Context extends object>(warnings: string[], context: Context): Context =>
	Object.defineProperty(context, 'logger', { value: { warn: (message: string) => warnings.push(message) } });

interface TriggerOptions extends RunOptions {
	mode?: WorkflowExecuteMode;
	staticData?: IDataObject;
	activation?: WorkflowActivateMode;
	/** Stores the execution that a delivery starts, and says whether n8n could. */
	storeExecution?: () => Promise<boolean>;
	/** Tells this n8n from others. */
	instanceId?: string;
	address?: string;
	isTest?: boolean;
}

/**
 * The polling trigger of an activated workflow, in n8n's own poll context.
 * @param trigger what n8n has in the process: another one for another process
 */
export function activatePolling(
	parameters: IDataObject,
	options: TriggerOptions,
	trigger = new GiftOrderBatchPollingTrigger(options.limits),
) {
	const settings = { type: `${GIFT_ORDER_BATCH}PollingTrigger`, ...options.node };
	const node = nodeOf(parameters, { ...options, node: settings });
	const workflow = workflowOf(node, options, options.staticData);
	const { credentials, mode = 'trigger', activation = 'activate' } = options;
	const warnings: string[] = [];
	const pollContext = new PollContext(workflow, node, additionalData(credentials), mode, activation);
	const context = loggingTo(warnings, pollContext);
	/** One poll: the JSON of its items, none when n8n only stores the static data, or null when it starts no execution. */
	const poll = async (): Promise<IDataObject[] | null> => {
		const output = await trigger.poll.call(context);
		return output && (output[0] ?? []).map(({ json }) => json);
	};
	return {
		poll,
		/** One poll: the IDs of its items. */
		pollIds: async () => (await poll())?.map(({ id }) => id) ?? null,
		workflow,
		/** What n8n has stored, for a later activation. */
		stored: () => ({ staticData: storedStaticData(workflow) }),
		warnings,
	};
}

/** What n8n has in a process for all webhook triggers; `deliver` uses this one unless it is told another. */
const webhookProcess = new GiftOrderBatchTrigger();

function webhookNodeOf(parameters: IDataObject, options: TriggerOptions) {
	const settings = { type: `${GIFT_ORDER_BATCH}Trigger`, webhookId: 'webhook-id', ...options.node };
	return nodeOf({ registration: 'manual', ...parameters }, { ...options, node: settings });
}

/** Hands a delivery to the webhook trigger, in n8n's own webhook context with a static data of its own, as n8n 2.x does. */
export async function deliver(
	parameters: IDataObject,
	options: TriggerOptions,
	request: { headers?: Record<string, string>; query?: IDataObject; body: string | Buffer },
	trigger = options.limits ? new GiftOrderBatchTrigger(options.limits) : webhookProcess,
) {
	const node = webhookNodeOf(parameters, options);
	const workflow = workflowOf(node, options, options.staticData);
	const httpResponse = {
		statusCode: 200,
		writableEnded: false,
		status: (code: number) => Object.assign(httpResponse, { statusCode: code }),
		json: (body: unknown) => Object.assign(httpResponse, { body, writableEnded: true }),
	};
	const data = {
		...additionalData(options.credentials),
		httpRequest: { headers: request.headers ?? {}, query: request.query ?? {}, rawBody: Buffer.from(request.body) },
		httpResponse,
	} as unknown as IWorkflowExecuteAdditionalData;
	const mode = options.mode ?? 'webhook';
	const warnings: string[] = [];
	const context = loggingTo(warnings, new WebhookContext(workflow, node, data, mode, {} as never, [], null));
	const response = await trigger.webhook.call(context);
	const items = response.workflowData?.[0]?.map(({ json }) => json);
	if (items) {
		if ((await options.storeExecution?.()) ?? true) httpResponse.status(200).json(response.webhookResponse);
		else httpResponse.status(500).json({ message: 'There was a problem executing the workflow' });
	}
	return {
		statusCode: httpResponse.statusCode,
		/** The JSON of the items that start the workflow; undefined when nothing starts. */
		items,
		/** The workflow's static data as n8n stores it afterwards. */
		stored: storedStaticData(workflow),
		/** What the trigger node has written into it. */
		record: recordIn(storedStaticData(workflow), node.id),
		/** Whether n8n has to store the static data again. */
		hasChanged: workflow.staticData.__dataChanged as boolean,
		warnings,
	};
}

/**
 * The hooks of a webhook trigger, called as n8n calls them. Each returns the static data that n8n has then.
 * @param trigger what n8n has in the process: another one for another process
 */
export function webhookHooks(
	parameters: IDataObject,
	options: TriggerOptions,
	trigger = new GiftOrderBatchTrigger(options.limits),
) {
	const node = webhookNodeOf({ registration: 'automatic', ...parameters }, options);
	const workflow = workflowOf(node, options, options.staticData);
	const { address = 'http://localhost:5678/', isTest = false, instanceId } = options;
	const data = {
		...additionalData(options.credentials),
		webhookBaseUrl: `${address}webhook`,
		webhookTestBaseUrl: `${address}webhook-test`,
	};
	const { checkExists, create, delete: remove } = trigger.webhookMethods.default;
	const warnings: string[] = [];
	const contextIn = (mode: WorkflowExecuteMode, activation: WorkflowActivateMode) => {
		const context = loggingTo(warnings, new HookContext(workflow, node, data, mode, activation, { isTest } as never));
		return instanceId === undefined ? context : Object.assign(context, { getInstanceId: () => instanceId });
	};
	async function createUnlessExists(activation: WorkflowActivateMode) {
		const context = () => contextIn(isTest ? 'manual' : 'trigger', activation);
		if (!(await checkExists.call(context()))) await create.call(context());
		return storedStaticData(workflow);
	}
	return {
		/** Publishes the workflow, or begins the test run. */
		publish: async () => await createUnlessExists(isTest ? 'manual' : 'activate'),
		/** What n8n 1.x does when it starts. */
		start: async () => await createUnlessExists('init'),
		unpublish: async () => {
			await remove.call(contextIn('internal', 'update'));
			return storedStaticData(workflow);
		},
		warnings,
	};
}

/** An ID under which no other node is known. */
export const newNode = () => ({ node: { id: randomUUID() } });
