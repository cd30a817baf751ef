import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { INode } from 'n8n-workflow';

import { createBatch } from '../harness/batches';
import { createApiCredential, startTestInstance, type TestInstance } from '../harness/testInstance';
import { chain, webhookNode } from '../harness/workflows';
import { send } from '../n8n/http';
import { itemsOf, type Credential, type Execution, type Workflow } from '../n8n/n8nClient';

/** How long the mock service takes for each response, in milliseconds. */
export const LATENCY_MS = 20;

/** Real n8n with the packed package and its credential, and a mock service that responds with latency. */
export interface Setting extends TestInstance {
	credential: Credential;
	setLatency(ms: number): void;
	/** Makes a complete order batch at the service, without latency and without a trace in its log. */
	createBatch(recipients: number): Promise<string>;
}

export async function startSetting(): Promise<Setting> {
	const instance = await startTestInstance('newest');
	const { service } = instance;
	const setLatency = (ms: number) => {
		service.clearFaults();
		if (ms > 0) service.addFault({ effect: { kind: 'latency', ms } });
	};
	const credential = await createApiCredential(instance, 'Benchmark');
	setLatency(LATENCY_MS);
	return {
		...instance,
		credential,
		setLatency,
		async createBatch(recipients) {
			setLatency(0);
			const id = await createBatch(service, recipients);
			service.setBatchState(id, 'complete');
			service.requests.pop();
			setLatency(LATENCY_MS);
			return id;
		},
	};
}

/** A published workflow that starts with a webhook. */
export interface Published {
	workflow: Workflow;
	/** How many of its executions have ended. */
	countEnded(): Promise<number>;
	/** Starts it. */
	call(body?: object): Promise<void>;
	/** Starts it, and returns its execution once n8n has stored it. */
	run(body?: object): Promise<Execution>;
}

/** Publishes a workflow of these nodes. @param baseUrl of the process of n8n that takes the webhook */
export async function publish(
	{ client, n8n }: TestInstance,
	nodes: INode[],
	baseUrl = n8n.baseUrl,
): Promise<Published> {
	const path = randomUUID();
	const workflow = await client.createWorkflow(chain('Measured', webhookNode('Start', path, 'onReceived'), ...nodes));
	await client.activate(workflow);
	// While n8n evaluates thousands of expressions, it responds to nobody.
	const countEnded = async () => await client.countExecutions(workflow, 'success', 'error', 'crashed').catch(() => 0);
	const call = async (body: object = {}) => {
		// The newest n8n registers webhooks some time after it responds.
		while ((await send('POST', `${baseUrl}/webhook/${path}`, body)).status !== 200) await sleep(100);
	};
	return {
		workflow,
		countEnded,
		call,
		async run(body) {
			const before = await countEnded();
			await call(body);
			while ((await countEnded()) <= before) await sleep(100);
			return await client.finishedExecution((await client.executions(workflow))[0]!.id);
		},
	};
}

/**
 * How long n8n says that the nodes took, in milliseconds.
 * @throws Error unless the last one put out so many items
 */
export function timeOf(execution: Execution, nodes: INode[], items: number): number {
	const { runData } = execution.data.resultData;
	const done = itemsOf(execution, nodes.at(-1)!.name).length;
	if (done !== items) throw new Error(`The nodes put out ${done} items instead of ${items}`);
	return nodes.reduce((sum, { name }) => sum + (runData[name]?.[0]?.executionTime ?? NaN), 0);
}
