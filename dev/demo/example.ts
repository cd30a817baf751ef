import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IDataObject, INode } from 'n8n-workflow';
import { byId, GIFT_ORDER_BATCH } from '../harness/workflows';
import { itemsOf, type Credential, type Execution, type WorkflowInput } from '../n8n/n8nClient';

/** The service that the example workflow sends its gifts through. */
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
	/** `send_status` in the response to its creation, and when it was last read. */
	statusAtFirst: string;
	statusAtLast: string;
}

export interface Gift {
	recipient: string;
	email: string;
	link: string;
}

export interface DemoResult {
	batches: SentBatch[];
	gifts: Gift[];
}

/** The example's credential, and the node that starts it. */
export const CREDENTIAL_TYPE = 'giftOrderBatchAutomationApi';
export const START = 'Start';

const EXAMPLE = join(__dirname, '..', '..', 'examples', 'send-a-gift-batch.json');

/** The content of the example's credential. */
export const credentialData = ({ baseUrl, apiKey }: DemoService) => ({ environment: 'custom', baseUrl, apiKey });

/** The example workflow, with what its user has to choose. */
export function exampleWorkflow({ id, name }: Omit<Credential, 'type'>, { productId }: DemoService): WorkflowInput {
	const example = JSON.parse(readFileSync(EXAMPLE, 'utf8')) as WorkflowInput;
	const nodes = example.nodes.map((node) =>
		node.type === GIFT_ORDER_BATCH
			? withProduct({ ...node, credentials: { [CREDENTIAL_TYPE]: { id, name } } }, productId)
			: node,
	);
	return { ...example, nodes };
}

function withProduct(node: INode, productId: string): INode {
	if (!node.parameters.cartItems) return node;
	const cartItems = { item: [{ product: byId(productId), quantity: 1 }] };
	return { ...node, parameters: { ...node.parameters, cartItems } };
}

/**
 * What an execution of the example workflow sent.
 *
 * @throws when the execution failed, with the node's name and its error
 */
export function resultOf(execution: Pick<Execution, 'data'>): DemoResult {
	const { error, lastNodeExecuted } = execution.data.resultData;
	if (error) {
		throw new Error(`'${lastNodeExecuted}' failed: ${error.message} ${error.description ?? ''}`);
	}
	const lastRead = new Map(itemsOf(execution, 'Wait for gift links').map(({ json }) => [json.id, json.send_status]));
	return {
		batches: itemsOf(execution, 'Create order batches').map(({ json }) => ({
			id: String(json.id),
			recipients: Number(json.recipients_count),
			statusAtFirst: String(json.send_status),
			statusAtLast: String(lastRead.get(json.id)),
		})),
		gifts: itemsOf(execution, 'Get gift links').map(({ json }: { json: IDataObject }) => ({
			recipient: `${json.recipient_first_name} ${json.recipient_last_name}`,
			email: String(json.recipient_email),
			link: String(json.individual_gift_link),
		})),
	};
}
