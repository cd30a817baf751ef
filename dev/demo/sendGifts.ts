import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IDataObject, INode } from 'n8n-workflow';
import { itemsOf, type Credential, type Execution, type N8nClient, type WorkflowInput } from '../n8n/n8nClient';

/** The service that the example workflow talks to. */
export interface DemoService {
	baseUrl: string;
	/** An Automation API key. */
	apiKey: string;
	/** The product to send: of one price, without variants. */
	productId: string;
}

export interface SentBatch {
	id: string;
	recipients: number;
	/** `send_status` in the answer to its creation, and when it was last read. */
	statusAtFirst: string;
	statusAtLast: string;
}

export interface Gift {
	recipient: string;
	email: string;
	link: string;
}

export interface DemoResult {
	workflowId: string;
	batches: SentBatch[];
	gifts: Gift[];
}

const CREDENTIAL_TYPE = 'giftOrderBatchAutomationApi';
const CREDENTIAL_NAME = 'Local Gift Order Batch Service';
const NODE_TYPE = 'n8n-nodes-gift-order-batch.giftOrderBatch';
const EXAMPLE = join(__dirname, '..', '..', 'examples', 'send-a-gift-batch.json');
const RUN_TIMEOUT_MS = 120_000;

/**
 * Puts the example workflow and a credential for `service` into n8n (over those of an earlier call, if any), runs the
 * workflow once and answers what it sent.
 *
 * @throws when the workflow fails, with the node's name and its error
 */
export async function sendGifts(client: N8nClient, service: DemoService): Promise<DemoResult> {
	const credential = await saveCredential(client, service);
	const example = exampleWorkflow(credential, service.productId);
	const existing = (await client.workflows()).find(({ name }) => name === example.name);
	const workflow = existing ? await client.updateWorkflow(existing.id, example) : await client.createWorkflow(example);
	const executionId = await client.run(workflow, 'Start');
	const execution = await client.finishedExecution(executionId, RUN_TIMEOUT_MS);
	const { error, lastNodeExecuted } = execution.data.resultData;
	if (error) {
		throw new Error(`'${lastNodeExecuted}' failed: ${error.message} ${error.description ?? ''}`);
	}
	return { workflowId: workflow.id, batches: batchesOf(execution), gifts: giftsOf(execution) };
}

async function saveCredential(client: N8nClient, { baseUrl, apiKey }: DemoService): Promise<Credential> {
	const data = { environment: 'custom', baseUrl, apiKey };
	const existing = (await client.credentials()).find(({ name }) => name === CREDENTIAL_NAME);
	return existing
		? await client.updateCredential(existing, data)
		: await client.createCredential(CREDENTIAL_TYPE, CREDENTIAL_NAME, data);
}

function exampleWorkflow({ id, name }: Credential, productId: string): WorkflowInput {
	const example = JSON.parse(readFileSync(EXAMPLE, 'utf8')) as WorkflowInput;
	const nodes = example.nodes.map((node) =>
		node.type === NODE_TYPE
			? withProduct({ ...node, credentials: { [CREDENTIAL_TYPE]: { id, name } } }, productId)
			: node,
	);
	return { ...example, nodes };
}

function withProduct(node: INode, productId: string): INode {
	if (!node.parameters.cartItems) return node;
	const product = { __rl: true as const, mode: 'id', value: productId };
	return {
		...node,
		parameters: { ...node.parameters, cartItems: { item: [{ product, quantity: 1 }] } },
	};
}

function batchesOf(execution: Execution): SentBatch[] {
	const lastRead = new Map(itemsOf(execution, 'Read order batch').map(({ json }) => [json.id, json.send_status]));
	return itemsOf(execution, 'Create order batches').map(({ json }) => ({
		id: String(json.id),
		recipients: Number(json.recipients_count),
		statusAtFirst: String(json.send_status),
		statusAtLast: String(lastRead.get(json.id)),
	}));
}

function giftsOf(execution: Execution): Gift[] {
	return itemsOf(execution, 'Get gift links').map(({ json }: { json: IDataObject }) => ({
		recipient: `${json.recipient_first_name} ${json.recipient_last_name}`,
		email: String(json.recipient_email),
		link: String(json.individual_gift_link),
	}));
}
