import { randomUUID } from 'node:crypto';

import type { IDataObject, INode, IWorkflowSettings } from 'n8n-workflow';

import type { TestInstance } from '../../dev/harness/testInstance';
import { postDelivery, type Delivery } from '../../dev/harness/webhookDeliveries';
import { chain, webhookNode } from '../../dev/harness/workflows';
import { send } from '../../dev/n8n/http';
import { jsonOf, type Execution, type Workflow } from '../../dev/n8n/n8nClient';
import { until } from '../support/until';

type Running = Pick<TestInstance, 'client' | 'n8n'>;

/** Publishes a workflow of these nodes; `call` starts it from outside, and resolves when it has ended. */
export async function publishCalled({ client, n8n }: Running, nodes: INode[], settings: IWorkflowSettings = {}) {
	const path = randomUUID();
	const input = chain('Published', webhookNode('Call', path), ...nodes);
	const workflow = await client.createWorkflow({ ...input, settings: { executionOrder: 'v1', ...settings } });
	await client.activate(workflow);
	return { workflow, call: async () => await send('POST', `${n8n.baseUrl}/webhook/${path}`, {}) };
}

/** The executions of a workflow, the first one first, once there are at least `count` and all of them have ended. */
export async function endedExecutions(
	{ client }: Pick<TestInstance, 'client'>,
	workflow: Workflow,
	count: number,
): Promise<Execution[]> {
	const summaries = await until(`the workflow has ${count} executions`, async () => {
		const found = await client.executions(workflow);
		return found.length >= count && found;
	});
	const ids = summaries.map(({ id }) => id).sort((a, b) => Number(a) - Number(b));
	return await Promise.all(ids.map(async (id) => await client.finishedExecution(id)));
}

/** The JSON of all items that a node put out in these executions. */
export const outputsOf = (executions: Execution[], nodeName: string): IDataObject[] =>
	executions.flatMap((execution) => jsonOf(execution, nodeName));

/** Where a process of n8n gets the deliveries for a webhook trigger. */
export const addressOf = (trigger: { webhookId: string }, { baseUrl }: Running['n8n']) =>
	`${baseUrl}/webhook/${trigger.webhookId}/webhook`;

/** Delivers again and again until n8n accepts it, as senders do: n8n registers webhooks some time after it has started. */
export async function deliver(address: string, delivery: Delivery): Promise<void> {
	await until('n8n accepts the delivery', async () => (await postDelivery(address, delivery)) === 200);
}
