import type { IDataObject, INode } from 'n8n-workflow';

import { byId, giftNode, itemsNode, manualWorkflow, node } from '../harness/workflows';
import { measureAlternately } from './measure';
import type { Result } from './report';
import { LATENCY_MS, type Setting } from './setting';

const CONTACTS = 5_000;

const contacts: IDataObject[] = Array.from({ length: CONTACTS }, (_, index) => ({
	'First Name': `Guest ${index}`,
	'Last Name': 'Miller',
	Email: `guest.${index}@example.com`,
}));

/** How a builder sends gifts without our node: one POST for each contact. */
function httpRequestNode({ credential, service }: Setting): INode {
	const recipient = '{ first_name: $json["First Name"], last_name: $json["Last Name"], email: $json.Email }';
	const cart = `{ items: [{ product_id: "${service.samples.productId}", quantity: 1 }] }`;
	const request = node('Send', 'n8n-nodes-base.httpRequest', 4.2, {
		method: 'POST',
		url: `${service.baseUrl}/v1/order_batches`,
		authentication: 'predefinedCredentialType',
		nodeCredentialType: credential.type,
		sendBody: true,
		specifyBody: 'json',
		jsonBody: `={{ { from_name: "The welcome team", send_method: "email_and_link", recipients: [${recipient}], cart: ${cart} } }}`,
		options: {},
	});
	return { ...request, credentials: { [credential.type]: { id: credential.id, name: credential.name } } };
}

function ourNode({ credential, service }: Setting): INode {
	return giftNode('Send', credential, {
		resource: 'orderBatch',
		operation: 'create',
		fromName: 'The welcome team',
		sendMethod: 'email_and_link',
		recipientsSource: 'inputItems',
		cartItems: { item: [{ product: byId(service.samples.productId), quantity: 1 }] },
	});
}

/** Sends a gift to every contact and returns what n8n says that the node took, in milliseconds. */
async function timeInN8n({ client, service }: Setting, send: INode): Promise<number> {
	service.reset();
	service.addFault({ effect: { kind: 'latency', ms: LATENCY_MS } });
	const workflow = await client.createWorkflow(manualWorkflow('Gifts', itemsNode('Contacts', contacts), send));
	const execution = await client.finishedExecution(await client.run(workflow, 'Start'), 300_000);
	const recipients = service.orderBatches().reduce((sum, batch) => sum + batch.recipients_count, 0);
	if (recipients !== CONTACTS) throw new Error(`${send.type} sent to ${recipients} contacts instead of ${CONTACTS}`);
	return execution.data.resultData.runData.Send?.[0]?.executionTime ?? NaN;
}

/** Gifts for the contacts of a CRM: one order batch for all of them, or a request for each. */
export async function sendGifts(setting: Setting): Promise<Result> {
	const samples = await measureAlternately({
		ours: () => timeInN8n(setting, ourNode(setting)),
		theirs: () => timeInN8n(setting, httpRequestNode(setting)),
	});
	return {
		title: `Gifts for ${CONTACTS} contacts`,
		method:
			'The time that n8n records for the node. Gift Order Batch maps and checks the contacts and creates one order batch. ' +
			'HTTP Request creates an order batch for each contact. By a profile of the node, it waits for the service for a third of the ' +
			'time, and plans for two fifths. Half of that reads the columns, an eighth checks the fields, and an eighth makes the ' +
			'fingerprints of people.',
		rows: [
			{ label: 'Gift Order Batch, Order Batch: Create', samples: samples.ours, unit: 'ms' },
			{ label: 'HTTP Request for each contact', samples: samples.theirs, unit: 'ms' },
		],
		verdicts: [
			{ label: 'times faster than HTTP Request', value: samples.theirs.median / samples.ours.median, atLeast: 100 },
		],
	};
}
