import { randomUUID } from 'node:crypto';
import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';
import type { Credential, WorkflowInput } from '../n8n/n8nClient';

export const GIFT_ORDER_BATCH = 'n8n-nodes-gift-order-batch.giftOrderBatch';

/** A workflow whose nodes follow each other. */
export function chain(name: string, ...nodes: INode[]): WorkflowInput {
	const links = nodes.slice(1).map((target, index) => [nodes[index]!.name, { main: [to(target)] }]);
	return { name, nodes, connections: Object.fromEntries(links) as WorkflowInput['connections'] };
}

/** What leads to the first input of a node. */
export const to = (target: INode) => [{ node: target.name, type: 'main' as const, index: 0 }];

/** A workflow whose nodes follow each other, started by hand at 'Start'. */
export function manualWorkflow(name: string, ...nodes: INode[]): WorkflowInput {
	return chain(name, node('Start', 'n8n-nodes-base.manualTrigger', 1), ...nodes);
}

/** A workflow started by hand at 'Start', in which `body` runs once for each item of `source`. */
export function loopWorkflow(name: string, source: INode, body: INode): WorkflowInput {
	const loop = node('Loop', 'n8n-nodes-base.splitInBatches', 3);
	const { nodes, connections } = manualWorkflow(name, source, loop);
	const [done, each] = [[], to(body)];
	return {
		name,
		nodes: [...nodes, body],
		connections: { ...connections, [loop.name]: { main: [done, each] }, [body.name]: { main: [to(loop)] } },
	};
}

/**
 * Starts an active workflow on a POST to /webhook/<path>.
 * @param responseMode of n8n: by default the response is the first item of the last node; `onReceived` responds at once
 */
export function webhookNode(name: string, path: string, responseMode = 'lastNode'): INode {
	const webhook = node(name, 'n8n-nodes-base.webhook', 2, { httpMethod: 'POST', path, responseMode });
	return { ...webhook, webhookId: randomUUID() };
}

/** A Code node that outputs one item for each of `items`. */
export function itemsNode(name: string, items: IDataObject[]): INode {
	const jsCode = `return ${JSON.stringify(items.map((json) => ({ json })))};`;
	return node(name, 'n8n-nodes-base.code', 2, { jsCode });
}

/** Starts a workflow that another one calls. */
export function subWorkflowTriggerNode(name: string): INode {
	return node(name, 'n8n-nodes-base.executeWorkflowTrigger', 1.1, { inputSource: 'passthrough' });
}

/** Calls another workflow with all its items, and waits for it. */
export function subWorkflowNode(name: string, workflowId: string): INode {
	return node(name, 'n8n-nodes-base.executeWorkflow', 1.2, { workflowId: byId(workflowId), options: {} });
}

/** The node under test, with an Automation API credential. */
export function giftNode(name: string, credential: Credential, parameters: INodeParameters): INode {
	return packageNode(name, '', { giftOrderBatchAutomationApi: credential }, parameters);
}

/** The webhook trigger under test. */
export function webhookTriggerNode(
	name: string,
	credentials: Record<string, Credential>,
	parameters: INodeParameters = {},
): INode & { webhookId: string } {
	const registration = 'manual';
	return { ...packageNode(name, 'Trigger', credentials, { registration, ...parameters }), webhookId: randomUUID() };
}

/** Poll times; n8n refuses an expression that polls more than once a minute, and takes as many expressions as one likes. */
export const everyTwoSeconds: INodeParameters = {
	item: Array.from({ length: 30 }, (_, index) => ({ mode: 'custom', cronExpression: `${index * 2} * * * * *` })),
};

/** The polling trigger under test, which polls every two seconds. */
export function pollingTriggerNode(
	name: string,
	credentials: Record<string, Credential>,
	parameters: INodeParameters,
): INode {
	return packageNode(name, 'PollingTrigger', credentials, { pollTimes: everyTwoSeconds, ...parameters });
}

/** A node of the package. @param kind what ends the name of its type */
function packageNode(
	name: string,
	kind: string,
	credentials: Record<string, Credential>,
	parameters: INodeParameters,
): INode {
	return {
		...node(name, GIFT_ORDER_BATCH + kind, 1, { authentication: 'automationApi', ...parameters }),
		credentials: Object.fromEntries(
			Object.entries(credentials).map(([type, { id, name: credentialName }]) => [type, { id, name: credentialName }]),
		),
	};
}

/** The parameters that create a batch for the recipients that the incoming item lists in `recipients`. */
export function createParameters(productId: string): INodeParameters {
	return {
		resource: 'orderBatch',
		operation: 'create',
		fromName: 'The welcome team',
		sendMethod: 'email_and_link',
		recipientsSource: 'json',
		recipientsJson: '={{ JSON.stringify($json.recipients) }}',
		cartItems: { item: [{ product: byId(productId), quantity: 1 }] },
	};
}

/** The value of a resource locator that names its resource by id; expressions work. */
export function byId(value: string): INodeParameters[string] {
	return { __rl: true, mode: 'id', value };
}

/** Recipients in the service's own format; those of another `group` are other people. */
export function recipients(count: number, group = 'guest'): IDataObject[] {
	return Array.from({ length: count }, (_, index) => ({
		first_name: `Guest ${index + 1}`,
		email: `${group}.${index + 1}@example.com`,
	}));
}

export function node(name: string, type: string, typeVersion: number, parameters: INodeParameters = {}): INode {
	return { id: randomUUID(), name, type, typeVersion, position: [0, 0], parameters };
}
