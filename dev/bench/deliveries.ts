import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { INode } from 'n8n-workflow';

import { mapConcurrently } from '../../nodes/GiftOrderBatch/api/concurrency';
import { createApiCredential } from '../harness/testInstance';
import type { Credential } from '../n8n/n8nClient';
import { completed, newSecret, postDelivery, signed, type Delivery } from '../harness/webhookDeliveries';
import { chain, node, webhookTriggerNode } from '../harness/workflows';
import { measureAlternately } from './measure';
import type { Result } from './report';
import { LATENCY_MS, type Setting } from './setting';

const DELIVERIES = 120;
const SENDERS = 16;

const SECRET = newSecret();

/** What n8n's Webhook node checks where it reads a credential. */
const HEADER = { name: 'x-benchmark', value: 'key' };

/** How often a sender repeats a delivery that a busy machine did not handle in time. */
const MAX_ATTEMPTS = 20;

async function deliver(address: string, delivery: Delivery): Promise<void> {
	let status = 503;
	for (let attempt = 0; status === 503 && attempt < MAX_ATTEMPTS; attempt++) {
		status = await postDelivery(address, delivery);
	}
	if (status !== 200) throw new Error(`A delivery got the status ${status}`);
}

async function completions({ createBatch }: Setting): Promise<Delivery[]> {
	const ids: string[] = [];
	while (ids.length < DELIVERIES) ids.push(await createBatch(1));
	const deliveries = ids.map((id) => signed(completed(id), { secret: SECRET }));
	return deliveries.map(({ body, headers }) => ({ body, headers: { ...headers, [HEADER.name]: HEADER.value } }));
}

/**
 * How many deliveries per second this trigger handles: responded to, and the execution over.
 * @param addressOf where a published trigger gets its deliveries
 */
async function rateOf(setting: Setting, trigger: INode, addressOf: () => string): Promise<number> {
	const { client } = setting;
	// Before the trigger is published: the service would deliver these to one that has registered itself.
	const deliveries = await completions(setting);
	const workflow = await client.createWorkflow(chain('Deliveries', trigger, node('Done', 'n8n-nodes-base.noOp', 1)));
	await client.activate(workflow);
	const address = addressOf();
	const start = performance.now();
	await mapConcurrently(deliveries, SENDERS, async (delivery) => await deliver(address, delivery));
	while ((await client.countExecutions(workflow, 'success')) < DELIVERIES) await sleep(20);
	const seconds = (performance.now() - start) / 1000;
	await client.deactivate(workflow);
	return DELIVERIES / seconds;
}

/** @param credential what it checks a header with; nothing without one */
async function rateOfWebhookNode(setting: Setting, version: number, credential?: Credential): Promise<number> {
	const webhookId = randomUUID();
	const authentication = credential ? 'headerAuth' : 'none';
	const parameters = { httpMethod: 'POST', path: webhookId, authentication, responseMode: 'onReceived', options: {} };
	const trigger = {
		...node('Trigger', 'n8n-nodes-base.webhook', version, parameters),
		webhookId,
		...(credential && { credentials: { httpHeaderAuth: { id: credential.id, name: credential.name } } }),
	};
	return await rateOf(setting, trigger, () => `${setting.n8n.baseUrl}/webhook/${webhookId}`);
}

/** Registered by hand, the trigger checks signatures; registered by itself, the token in its address. */
async function rateOfTrigger(
	setting: Setting,
	credential: Credential,
	registration: 'automatic' | 'manual',
): Promise<number> {
	const { n8n, service } = setting;
	const trigger = webhookTriggerNode('Trigger', { giftOrderBatchAutomationApi: credential }, { registration });
	const registered = () => service.webhooks().find(({ url }) => url.includes(trigger.webhookId))?.url;
	const address = `${n8n.baseUrl}/webhook/${trigger.webhookId}/webhook`;
	return await rateOf(setting, trigger, () => (registration === 'automatic' ? String(registered()) : address));
}

/** Webhook deliveries per second: this package's trigger, and n8n's Webhook node. */
export async function deliveries(setting: Setting): Promise<Result> {
	const credential = await createApiCredential(setting, 'Deliveries', SECRET);
	const header = await setting.client.createCredential('httpHeaderAuth', 'Header', HEADER);
	const samples = await measureAlternately({
		automatic: () => rateOfTrigger(setting, credential, 'automatic'),
		manual: () => rateOfTrigger(setting, credential, 'manual'),
		webhook: () => rateOfWebhookNode(setting, 2),
		webhook1: () => rateOfWebhookNode(setting, 1),
		bound: () => rateOfWebhookNode(setting, 1, header),
	});
	const verdict = (registration: 'automatic' | 'manual') => ({
		label: `times the rate of the Webhook node, version 1, with ${registration} registration`,
		value: samples[registration].median / samples.webhook1.median,
		atLeast: 0.75,
	});
	return {
		title: 'Webhook deliveries',
		method:
			`${DELIVERIES} deliveries of different order batches from ${SENDERS} senders, until each has a response and its ` +
			`execution has ended. The trigger reads its credential, so that a revoked key or secret stops working at once, checks ` +
			`the token or the signature, and reads the batch from the service, which takes ${LATENCY_MS} ms. ` +
			"n8n's Webhook node does neither. n8n 2 starts an expression engine for each call of a trigger, but not for its own " +
			'Webhook node from version 2 on, and another one for each credential that a trigger reads. No package can avoid that cost. ' +
			'So version 1 is the target, and version 1 with Header Auth, which reads one credential, is the bound.',
		rows: [
			{ label: 'Gift Order Batch Trigger, automatic', samples: samples.automatic, unit: 'per second' },
			{ label: 'Gift Order Batch Trigger, manual', samples: samples.manual, unit: 'per second' },
			{ label: 'Webhook node', samples: samples.webhook, unit: 'per second' },
			{ label: 'Webhook node, version 1', samples: samples.webhook1, unit: 'per second' },
			{ label: 'Webhook node, version 1, Header Auth', samples: samples.bound, unit: 'per second' },
		],
		verdicts: [verdict('automatic'), verdict('manual')],
	};
}
