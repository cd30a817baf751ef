import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { INode } from 'n8n-workflow';

import { mapConcurrently } from '../../nodes/GiftOrderBatch/api/concurrency';
import { completed, newSecret, postDelivery, signed, type Delivery } from '../harness/webhookDeliveries';
import { chain, node, webhookTriggerNode } from '../harness/workflows';
import { measureAlternately } from './measure';
import type { Result } from './report';
import { LATENCY_MS, type Setting } from './setting';

const DELIVERIES = 120;
const SENDERS = 16;

const SECRET = newSecret();

async function completions({ createBatch }: Setting): Promise<Delivery[]> {
	const ids: string[] = [];
	while (ids.length < DELIVERIES) ids.push(await createBatch(1));
	return ids.map((id) => signed(completed(id), { secret: SECRET }));
}

/** How many deliveries per second this trigger handles: responded to, and the execution over. */
async function rateOf(setting: Setting, trigger: INode & { webhookId: string }, path: string): Promise<number> {
	const { client, n8n } = setting;
	const workflow = await client.createWorkflow(chain('Deliveries', trigger, node('Done', 'n8n-nodes-base.noOp', 1)));
	await client.activate(workflow);
	const deliveries = await completions(setting);
	const start = performance.now();
	await mapConcurrently(deliveries, SENDERS, async (delivery) => {
		const status = await postDelivery(`${n8n.baseUrl}/webhook/${path}`, delivery);
		if (status !== 200) throw new Error(`A delivery got the status ${status}`);
	});
	while ((await client.countExecutions(workflow, 'success')) < DELIVERIES) await sleep(20);
	const seconds = (performance.now() - start) / 1000;
	await client.deactivate(workflow);
	return DELIVERIES / seconds;
}

async function rateOfWebhookNode(setting: Setting, version: number): Promise<number> {
	const webhookId = randomUUID();
	const parameters = { httpMethod: 'POST', path: webhookId, responseMode: 'onReceived', options: {} };
	const trigger = { ...node('Trigger', 'n8n-nodes-base.webhook', version, parameters), webhookId };
	return await rateOf(setting, trigger, webhookId);
}

/** Webhook deliveries per second: this package's trigger, and n8n's Webhook node. */
export async function deliveries(setting: Setting): Promise<Result> {
	const { client, credential } = setting;
	const secret = await client.createCredential('giftOrderBatchWebhookApi', 'Benchmark', { signingSecret: SECRET });
	const credentials = { giftOrderBatchAutomationApi: credential, giftOrderBatchWebhookApi: secret };
	const samples = await measureAlternately({
		ours: () => {
			const trigger = webhookTriggerNode('Trigger', credentials);
			return rateOf(setting, trigger, `${trigger.webhookId}/webhook`);
		},
		webhook: () => rateOfWebhookNode(setting, 2),
		webhook1: () => rateOfWebhookNode(setting, 1),
	});
	return {
		title: 'Webhook deliveries',
		method:
			`${DELIVERIES} signed deliveries of different order batches from ${SENDERS} senders, until each has a response and its ` +
			`execution has ended. The trigger reads its credentials, so that a revoked secret stops working at once, checks the ` +
			`signature, and reads the batch from the service, which takes ${LATENCY_MS} ms. ` +
			"n8n's Webhook node does neither. n8n 2 starts an expression engine for each call of a trigger, but not for its own " +
			'Webhook node from version 2 on. No package can avoid that cost, so version 1 is the target.',
		rows: [
			{ label: 'Gift Order Batch Trigger', samples: samples.ours, unit: 'per second' },
			{ label: 'Webhook node', samples: samples.webhook, unit: 'per second' },
			{ label: 'Webhook node, version 1', samples: samples.webhook1, unit: 'per second' },
		],
		verdicts: [
			{
				label: 'times the rate of the Webhook node, version 1',
				value: samples.ours.median / samples.webhook1.median,
				atLeast: 0.8,
			},
		],
	};
}
