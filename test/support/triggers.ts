import type {
	IDataObject,
	INodeExecutionData,
	IWorkflowExecuteAdditionalData,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import { PollContext, WebhookContext } from 'n8n-core';

import { GiftOrderBatchPollingTrigger } from '../../nodes/GiftOrderBatch/GiftOrderBatchPollingTrigger.node';
import { GiftOrderBatchTrigger } from '../../nodes/GiftOrderBatch/GiftOrderBatchTrigger.node';
import { additionalData, nodeOf, workflowOf, type RunOptions } from '../../dev/harness/engine';

/** What n8n stores of a workflow between its runs. */
export const storedStaticData = (workflow: { staticData: IDataObject }) =>
	JSON.parse(JSON.stringify(workflow.staticData)) as IDataObject;

/** The polling trigger of an activated workflow, in n8n's own poll context. */
export function activatePolling(
	parameters: IDataObject,
	options: RunOptions & { mode?: WorkflowExecuteMode; staticData?: IDataObject },
) {
	const node = nodeOf(parameters, {
		...options,
		node: { type: 'n8n-nodes-gift-order-batch.giftOrderBatchPollingTrigger', ...options.node },
	});
	const workflow = workflowOf(node, options, options.staticData);
	const context = new PollContext(
		workflow,
		node,
		additionalData(options.credentials),
		options.mode ?? 'trigger',
		'activate',
	);
	return {
		/** One poll: the JSON of its items, or null when it starts no execution. */
		poll: async (): Promise<IDataObject[] | null> => {
			const output = await new GiftOrderBatchPollingTrigger().poll.call(context);
			return output && (output[0] as INodeExecutionData[]).map(({ json }) => json);
		},
		workflow,
	};
}

export interface DeliveryResult {
	statusCode: number;
	/** The JSON of the items that start the workflow; undefined when nothing starts. */
	items?: IDataObject[];
	/** The workflow's static data as n8n stores it afterwards. */
	stored: IDataObject;
	/** The batches that the trigger has noted in it. */
	emitted: string[];
}

/** Hands a delivery to the webhook trigger, in n8n's own webhook context with a static data of its own, as n8n does. */
export async function deliver(
	parameters: IDataObject,
	options: RunOptions & { mode?: WorkflowExecuteMode; staticData?: IDataObject },
	request: { headers?: Record<string, string>; body: string | Buffer },
): Promise<DeliveryResult> {
	const node = nodeOf(parameters, {
		...options,
		node: { type: 'n8n-nodes-gift-order-batch.giftOrderBatchTrigger', ...options.node },
	});
	const workflow = workflowOf(node, options, options.staticData);
	let statusCode = 200;
	const httpResponse = {
		status: (code: number) => {
			statusCode = code;
			return httpResponse;
		},
		json: () => httpResponse,
	};
	const data = {
		...additionalData(options.credentials),
		httpRequest: { headers: request.headers ?? {}, rawBody: Buffer.from(request.body) },
		httpResponse,
	} as unknown as IWorkflowExecuteAdditionalData;
	const context = new WebhookContext(workflow, node, data, options.mode ?? 'webhook', {} as never, [], null);
	const response = await new GiftOrderBatchTrigger().webhook.call(context);
	return {
		statusCode,
		items: response.workflowData?.[0]?.map(({ json }) => json),
		stored: storedStaticData(workflow),
		emitted: Object.values(storedStaticData(workflow).global ?? {}).flat() as string[],
	};
}
