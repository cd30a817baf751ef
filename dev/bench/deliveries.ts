import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { IDataObject, INode, IWebhookFunctions } from 'n8n-workflow';

import { mapConcurrently } from '../../nodes/GiftOrderBatch/api/concurrency';
import { Deliveries } from '../../nodes/GiftOrderBatch/triggers/webhook/delivery';
import { Registrations } from '../../nodes/GiftOrderBatch/triggers/webhook/registration';
import { Client } from '../harness/serviceClient';
import { createApiCredential } from '../harness/testInstance';
import type { Credential } from '../n8n/n8nClient';
import { completed, newSecret, postDelivery, signed, type Delivery } from '../harness/webhookDeliveries';
import { chain, node, webhookTriggerNode } from '../harness/workflows';
import { exponentOf, measureAlternately, rounded, summarize, type Samples } from './measure';
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
		label: `times the rate of the Webhook node, version 1, Header Auth, with ${registration} registration`,
		value: samples[registration].median / samples.bound.median,
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
			'So version 1 with Header Auth, which reads one credential, is the bound.',
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

const REMEMBERED = [10, 1_000, 50_000];
const MEASURED_DELIVERIES = 200;
const WARM_UP_DELIVERIES = 2_000;
const MICROSECONDS = 1_000;
const MEGABYTE = 1e6;
/** Short, since a timer stays in the heap until it ends. */
const TIMEOUT_MS = 200;

/** The trigger with as little of n8n as it needs, and with every order batch in place of the service. */
function triggerOf(orderBatch: IDataObject) {
	const deliveries = new Deliveries(
		{ responseTimeoutMs: TIMEOUT_MS, requestTimeoutMs: TIMEOUT_MS },
		new Registrations(),
	);
	const credential = { environment: 'sandbox', apiKey: 'key', webhookSigningSecret: SECRET };
	const parameters: IDataObject = {
		authentication: 'automationApi',
		registration: 'manual',
		events: ['order_batch.completed'],
	};
	const httpRequestWithAuthentication = async (_type: string, { url }: { url: string }) => {
		return { statusCode: 200, headers: {}, body: { ...orderBatch, id: url.slice(-36) } };
	};
	let stored = '{}';
	return {
		/** @returns how long a delivery takes, in milliseconds */
		async deliver(): Promise<number> {
			const { body, headers } = signed(completed(randomUUID()), { secret: SECRET });
			const rawBody = Buffer.from(body);
			const staticData = JSON.parse(stored) as IDataObject;
			const response = { request: rawBody, writableEnded: false };
			const functions = {
				getNode: () => ({ id: 'node' }),
				getWorkflow: () => ({ id: 'workflow' }),
				getWorkflowStaticData: () => staticData,
				getNodeParameter: (name: string, fallback?: unknown) => parameters[name] ?? fallback,
				getCredentials: async () => credential,
				getHeaderData: () => headers,
				getResponseObject: () => response,
				getMode: () => 'webhook',
				getInstanceId: () => 'instance',
				helpers: { httpRequestWithAuthentication },
			} as unknown as IWebhookFunctions;
			const start = performance.now();
			const { onStored } = await deliveries.handle(functions, rawBody);
			onStored!();
			const ms = performance.now() - start;
			response.writableEnded = true;
			stored = JSON.stringify(staticData);
			return ms;
		},
	};
}

/** What a delivery costs, and what stays of it, while the trigger remembers ten events or many. */
export async function remembered({ createBatch, service }: Setting): Promise<Result> {
	setFlagsFromString('--expose-gc');
	const collectGarbage = runInNewContext('gc') as () => void;
	const usedHeap = async () => {
		for (let time = 0; time < 3; time++) {
			await sleep(2 * TIMEOUT_MS);
			collectGarbage();
		}
		return process.memoryUsage().heapUsed;
	};
	const { data } = await new Client(service).get<IDataObject>(`/v1/order_batches/${await createBatch(1)}`);
	const warmUp = triggerOf(data);
	for (let event = 0; event < WARM_UP_DELIVERIES; event++) await warmUp.deliver();
	const { deliver } = triggerOf(data);
	const costs: Array<{ count: number; time: Samples; heap: number }> = [];
	const empty = await usedHeap();
	let events = 0;
	for (const count of REMEMBERED) {
		for (; events < count; events++) await deliver();
		const heap = (await usedHeap()) - empty;
		const times: number[] = [];
		for (; times.length < MEASURED_DELIVERIES; events++) times.push(MICROSECONDS * (await deliver()));
		costs.push({ count, time: summarize(times), heap });
	}
	const [, thousand, most] = costs as [unknown, ...typeof costs];
	return {
		title: 'Deliveries with remembered events',
		method:
			"The trigger's own work for signed deliveries of different order batches, without n8n and without requests. The time is " +
			`the median of ${MEASURED_DELIVERIES} deliveries, each with a copy of the static data as n8n reads it. The memory is what ` +
			'stays in the heap. The exponent is that of the power law that fits the medians. 0 is constant.',
		rows: costs.map(({ count, time }) => ({ label: `${count} events`, samples: time, unit: 'µs' })),
		table: [
			['Remembered events', 'Time of a delivery in µs', 'Memory in MB'],
			...costs.map(({ count, time, heap }) => [
				String(count),
				`${rounded(time.median)} (${rounded(time.min)} to ${rounded(time.max)})`,
				Math.max(heap / MEGABYTE, 0).toFixed(1),
			]),
		],
		verdicts: [
			{
				label: 'exponent of the time',
				value: exponentOf(costs.map(({ count, time }) => ({ x: count, y: time.median }))),
				atMost: 0.1,
			},
			{
				label: 'bytes for each further event',
				value: (most!.heap - thousand!.heap) / (most!.count - thousand!.count),
				atMost: 100,
			},
		],
	};
}
