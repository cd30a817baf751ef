import { randomUUID } from 'node:crypto';

import type { IDataObject, INode, INodeParameters, IWorkflowSettings } from 'n8n-workflow';

import { isCreation } from '../../dev/harness/batches';
import type { TestInstance } from '../../dev/harness/testInstance';
import { postDelivery, type Delivery } from '../../dev/harness/webhookDeliveries';
import { chain, createParameters, giftNode, node, recipients, webhookNode } from '../../dev/harness/workflows';
import { send } from '../../dev/n8n/http';
import { jsonOf, type Credential, type Execution, type Workflow, type WorkflowInput } from '../../dev/n8n/n8nClient';
import { until } from '../support/until';

type Instance<Part extends keyof TestInstance> = Pick<TestInstance, Part>;

/** The node that creates an order batch for recipients of its own. */
export const sendingNode = (
	{ service, credential }: Instance<'service'> & { credential: Credential },
	parameters: INodeParameters = {},
	size = 2,
): INode =>
	giftNode('Create', credential, {
		...createParameters(service.samples.productId),
		recipientsJson: JSON.stringify(recipients(size)),
		...parameters,
	});

/** The creations that were requested. */
export const creationsAt = ({ service }: Instance<'service'>) => service.requests.filter(isCreation);

export async function publishWorkflow({ client }: Instance<'client'>, input: WorkflowInput): Promise<Workflow> {
	const workflow = await client.createWorkflow(input);
	await client.activate(workflow);
	return workflow;
}

/** Publishes a workflow of these nodes; `call` starts it from outside, and resolves when it has ended. */
export async function publishCalled(
	instance: Instance<'client' | 'n8n'>,
	nodes: INode[],
	settings: IWorkflowSettings = {},
) {
	const path = randomUUID();
	const input = chain('Published', webhookNode('Call', path), ...nodes);
	const workflow = await publishWorkflow(instance, { ...input, settings: { executionOrder: 'v1', ...settings } });
	return { workflow, call: async () => await send('POST', `${instance.n8n.baseUrl}/webhook/${path}`, {}) };
}

/**
 * Publishes a workflow and starts it from outside. Resolves once its batch is at the service, of which the node gets no response.
 * @param goOn what the workflow needs before it sends
 */
export async function callUntilCreated(
	instance: Instance<'client' | 'n8n' | 'service'>,
	nodes: INode[],
	settings?: IWorkflowSettings,
	goOn = async () => {},
) {
	const { client, service } = instance;
	const before = service.orderBatches().length;
	const { workflow, call } = await publishCalled(instance, nodes, settings);
	service.addFault({ match: { method: 'POST' }, effect: { kind: 'hang', afterCommit: true }, times: 1 });
	const answer = call().catch((error: Error) => error);
	await goOn();
	await until('the service has the batch', () => service.orderBatches().length > before);
	const [{ id } = { id: '' }] = await client.executions(workflow);
	return { workflow, id, answer };
}

/** The executions of a workflow, the first one first, once there are at least `count` and all of them have ended. */
export async function endedExecutions(
	{ client }: Instance<'client'>,
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
export const addressOf = (trigger: { webhookId: string }, { baseUrl }: TestInstance['n8n']) =>
	`${baseUrl}/webhook/${trigger.webhookId}/webhook`;

export const unsigned = (payload: object): Delivery => ({
	body: JSON.stringify(payload),
	headers: { 'content-type': 'application/json' },
});

/** Delivers again and again until n8n accepts it, as senders do: n8n registers webhooks some time after it has started. */
export async function deliver(address: string, delivery: Delivery): Promise<void> {
	await until('n8n accepts the delivery', async () => (await postDelivery(address, delivery)) === 200);
}

/** Resolves when n8n has read a path that ends so more than twice from now on, so that it has polled twice. */
export async function twoPolls({ service: { requests } }: Instance<'service'>, end: string): Promise<void> {
	const reads = () => requests.filter(({ path }) => path.endsWith(end)).length;
	const before = reads();
	await until('two more polls', () => reads() > before + 2);
}

const MCP = { protocolVersion: '2025-03-26', capabilities: {}, clientInfo: { name: 'test', version: '1' } };

/**
 * Publishes a workflow in which n8n's MCP Server Trigger offers a tool.
 * @returns calls the tool by its name, in a session of its own, and returns its items
 */
export async function publishTool(instance: Instance<'client' | 'n8n'>, tool: INode) {
	const path = randomUUID();
	const trigger = {
		...node('MCP', '@n8n/n8n-nodes-langchain.mcpTrigger', 2, { path, authentication: 'none' }),
		webhookId: randomUUID(),
	};
	const connections = { [tool.name]: { ai_tool: [[{ node: trigger.name, type: 'ai_tool' as const, index: 0 }]] } };
	await publishWorkflow(instance, { name: 'MCP', nodes: [trigger, tool], connections });
	let id = 0;
	const post = async (method: string, params: object, session?: string) =>
		await send(
			'POST',
			`${instance.n8n.baseUrl}/mcp/${path}`,
			{ jsonrpc: '2.0', id: ++id, method, params },
			{ accept: 'application/json, text/event-stream', ...(session && { 'mcp-session-id': session }) },
		);
	return async (name: string, input: IDataObject): Promise<IDataObject[]> => {
		const session = await until(
			'the trigger opens a session',
			async () => (await post('initialize', MCP)).headers['mcp-session-id'],
		);
		const { data } = await post('tools/call', { name, arguments: input }, session);
		const { result } = JSON.parse(/^data: (.*)$/m.exec(String(data))![1]!) as {
			result: { content: Array<{ text: string }> };
		};
		return JSON.parse(result.content[0]!.text) as IDataObject[];
	};
}
