import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { INode, INodeParameters } from 'n8n-workflow';

import { mapConcurrently } from '../../nodes/GiftOrderBatch/api/concurrency';
import type { TestInstance } from '../harness/testInstance';
import { chain, createParameters, giftNode, node, webhookNode } from '../harness/workflows';
import { send } from '../n8n/http';
import { itemsOf, type Credential } from '../n8n/n8nClient';
import { sumOf } from './harness';

/** Real n8n with the packed package and its credential, and a mock service that responds with latency. */
export type Setting = TestInstance & { credential: Credential };

/** How long the mock service takes for each response, in milliseconds. */
export const LATENCY_MS = 20;

/** How many webhooks are sent at the same time. */
const SENDERS = 32;

/** Puts out so many people as the body of the webhook says; those of another `group` are other people. */
export const PEOPLE = node('People', 'n8n-nodes-base.code', 2, {
	jsCode: `const { size, group } = $json.body;
return Array.from({ length: size }, (_, index) => ({
	json: { 'First Name': 'Guest', 'Last Name': 'Miller ' + index, Email: index + '.' + group + '@example.com' },
}));`,
});

/** The nodes that send a gift to each of these people. */
export function sending({ credential, service }: Setting, parameters: INodeParameters = {}): INode[] {
	const gifts = { ...createParameters(service.samples.productId), recipientsSource: 'inputItems', ...parameters };
	return [PEOPLE, giftNode('Send', credential, gifts)];
}

/**
 * Publishes a workflow that starts with a webhook and goes on with these nodes.
 * @param baseUrl of the process of n8n that takes the webhook
 */
export async function publish({ client, n8n }: TestInstance, nodes: INode[], baseUrl = n8n.baseUrl) {
	const path = randomUUID();
	const workflow = await client.createWorkflow(chain('Measured', webhookNode('Start', path, 'onReceived'), ...nodes));
	await client.activate(workflow);
	// While n8n evaluates thousands of expressions, it responds to nobody.
	const countEnded = async () => await client.countExecutions(workflow, 'success', 'error', 'crashed').catch(() => 0);
	/** Starts it with each of these bodies, as fast as n8n takes them, and waits until all have ended. */
	const runAll = async (bodies: object[]) => {
		const before = await countEnded();
		await mapConcurrently(bodies, SENDERS, async (body) => {
			// The newest n8n registers webhooks some time after it responds.
			while ((await send('POST', `${baseUrl}/webhook/${path}`, body)).status !== 200) await sleep(100);
		});
		while ((await countEnded()) < before + bodies.length) await sleep(100);
	};
	/**
	 * Starts it with so much to do, and returns its execution once n8n has stored it, with the milliseconds that its nodes took.
	 * @throws Error unless the last node put out so many items
	 */
	const run = async (size: number) => {
		await runAll([{ size, group: randomUUID() }]);
		const execution = await client.finishedExecution((await client.executions(workflow))[0]!.id);
		const done = itemsOf(execution, nodes.at(-1)!.name).length;
		if (done !== size) throw new Error(`The nodes put out ${done} items instead of ${size}`);
		const { runData } = execution.data.resultData;
		const times = nodes.filter((each) => each !== PEOPLE).map(({ name }) => runData[name]![0]!.executionTime);
		return { execution, ms: sumOf(times) };
	};
	return { run, runAll, countFailed: async () => await client.countExecutions(workflow, 'error', 'crashed') };
}
