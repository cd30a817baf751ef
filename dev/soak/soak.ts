import { setTimeout as sleep } from 'node:timers/promises';

import { memoryOf, openSocketsOf } from '../n8n/processState';
import type { BatchSummary, FaultEffect } from '../mock-service';
import { newSecret } from '../harness/webhookDeliveries';
import { createApiCredential, startTestInstance, type TestInstance } from '../harness/testInstance';
import { chain, node, webhookTriggerNode } from '../harness/workflows';
import { Receiver } from '../harness/receiver';
import { createComplete } from '../harness/batches';
import { median } from '../bench/harness';
import { agrees, claimOf, LISTED_ORDERS, operations, publish, type Report } from './operations';

/** What goes wrong, and how likely it hits each request. */
const FAULTS: Array<{ effect: FaultEffect; probability: number }> = [
	{ effect: { kind: 'drop' }, probability: 0.03 },
	{ effect: { kind: 'drop', afterCommit: true }, probability: 0.03 },
	{ effect: { kind: 'response', status: 500 }, probability: 0.03 },
	{ effect: { kind: 'response', status: 503, afterCommit: true }, probability: 0.03 },
	{ effect: { kind: 'response', status: 429, headers: { 'retry-after': '1' } }, probability: 0.02 },
	{ effect: { kind: 'response', status: 403, body: { error: 'Forbidden for now' } }, probability: 0.01 },
	{ effect: { kind: 'latency', ms: 200 }, probability: 0.1 },
	{ effect: { kind: 'garbage' }, probability: 0.01 },
	{ effect: { kind: 'malformed', form: 'truncated' }, probability: 0.01 },
];

/** Every sentence with which the node may fail here: the service's own, or one that names what happened. */
const CAUSES =
	/^(Forbidden for now|.* responded with something that is not JSON|The service responded .*|The connection to the service at .* was lost before it responded|An order batch with this customer_reference_id already exists: |.* the text of the fault|Order batch .*|The order batch with the reference .*)/;

const CALLERS = 6;
const SAMPLE_MS = 500;

/** Far longer than the last order batches take to start their workflows. */
const END_TIMEOUT_MS = 180_000;

/** How far the least memory or the median of the sockets of the second half may lie above that of the first. */
const FLAT = 1.25;

/** Of n8n's process, in a half of the calls: the least memory in bytes, the median of open sockets. */
type Usage = Record<'memory' | 'open sockets', number>;

/**
 * Mixes all kinds of calls through real n8n while the service fails at random, and compares what n8n reports with the
 * service's order batches.
 * @param count of the calls; the first and the second half are compared for leaks
 * @param warmUpCount of those before that
 * @returns `problems`, what was lost, duplicated or misreported, in sentences; and `leaks`, what grew from the first to the
 * second half: only a soak of minutes tells one from a warm-up
 */
export async function soak(count: number, warmUpCount = 0) {
	const instance = await startTestInstance('newest', {
		interfaceOnly: true,
		webhookDelivery: { retryDelaysMs: Array<number>(40).fill(500) },
	});
	const told = await Receiver.start();
	const startedIds = () => told.received.map(({ body }) => (JSON.parse(body) as { id: string }).id);
	try {
		const { service } = instance;
		const credential = await createApiCredential(instance, 'Soak');
		const listedBatchId = await createComplete(service, LISTED_ORDERS);
		const kinds = operations(service.samples.productId, listedBatchId);
		const workflows = await Promise.all(
			Object.entries(kinds).map(([name, operation]) => publish(instance, credential, name, operation)),
		);
		await publishTrigger(instance, told.url);
		FAULTS.forEach(({ effect, probability }, index) =>
			service.addFault({ times: { probability, seed: index + 1 }, effect }),
		);

		const reports: Report[] = [];
		await callAtRandom(warmUpCount, workflows, reports);
		const first = await sampleWhile(instance, callAtRandom(Math.floor(count / 2), workflows, reports));
		const second = await sampleWhile(instance, callAtRandom(Math.ceil(count / 2), workflows, reports));
		service.clearFaults();

		const stored = () => service.orderBatches().filter(({ id }) => id !== listedBatchId);
		for (const deadline = Date.now() + END_TIMEOUT_MS; Date.now() < deadline; await sleep(200)) {
			const isDelivered = service.deliveries.every(({ outcome }) => outcome === 'delivered');
			if (isDelivered && new Set(startedIds()).size >= stored().length) break;
		}

		const [batches, started] = [stored(), startedIds()];
		return {
			calls: Object.keys(kinds).map((name) => {
				const ended = reports.filter(({ operation }) => operation === name);
				return { name, count: ended.length, failed: ended.filter(({ error }) => error !== undefined).length };
			}),
			requests: service.requests.length,
			batches: batches.length,
			/** How many workflows the webhook trigger has started for order batches. */
			started: started.length,
			halves: [first, second],
			problems: [
				...reports.flatMap((report) => problemsOf(report, kinds, instance)),
				...storedProblems(reports, batches),
				...startProblems(started, batches),
			],
			leaks: leaksBetween(first, second),
		};
	} finally {
		await Promise.all([instance.stop(), told.close()]);
	}
}

/** Publishes a workflow that tells `url` of every order batch for which the service calls the trigger. */
async function publishTrigger(instance: TestInstance, url: string) {
	const { client, n8n, service } = instance;
	const secret = newSecret();
	const giftOrderBatchAutomationApi = await createApiCredential(instance, 'Soak, with a secret', secret);
	const trigger = webhookTriggerNode('Completed', { giftOrderBatchAutomationApi });
	const post = node('Tell', 'n8n-nodes-base.httpRequest', 4.2, {
		method: 'POST',
		url,
		sendBody: true,
		specifyBody: 'json',
		jsonBody: '={{ { id: $json.id } }}',
	});
	await client.activate(await client.createWorkflow(chain('On completed', trigger, post)));
	service.addWebhook({ url: `${n8n.baseUrl}/webhook/${trigger.webhookId}/webhook`, secret });
}

/** Lets the callers call workflows at random, so often in all. */
async function callAtRandom(count: number, workflows: Array<() => Promise<Report>>, reports: Report[]): Promise<void> {
	let left = count;
	const caller = async () => {
		while (left-- > 0) {
			const call = workflows[Math.floor(Math.random() * workflows.length)] as () => Promise<Report>;
			reports.push(await call());
		}
	};
	await Promise.all(Array.from({ length: CALLERS }, caller));
}

async function sampleWhile({ n8n }: TestInstance, work: Promise<void>): Promise<Usage> {
	const processId = n8n.processId()!;
	const [memory, sockets]: [number[], number[]] = [[], []];
	let working = true;
	void work.finally(() => (working = false));
	while (working) {
		memory.push(memoryOf(processId));
		sockets.push(openSocketsOf(processId));
		await sleep(SAMPLE_MS);
	}
	await work;
	return { memory: Math.min(...memory), 'open sockets': median(sockets) };
}

function problemsOf(report: Report, kinds: ReturnType<typeof operations>, { service }: TestInstance): string[] {
	const { operation, items, error, advice, reference } = report;
	const problems: string[] = [];
	if (error === undefined && !kinds[operation]?.isRight(items)) problems.push(`${operation} returned something wrong`);
	if (error !== undefined && !CAUSES.test(error))
		problems.push(`${operation} failed with an unclear sentence: ${error}`);
	if (error !== undefined && !advice) problems.push(`${operation} failed without advice: ${error}`);
	if (reference !== undefined && !agrees(claimOf(report), reference, service.orderBatches())) {
		problems.push(`${operation} reported that ${reference} ${claimOf(report)}, and the service disagrees (${error})`);
	}
	return problems;
}

/** Whether every batch of the service is one that a call has made, and each reference is there once. */
function storedProblems(reports: Report[], stored: BatchSummary[]): string[] {
	const references = stored.map(({ customer_reference_id: reference }) => reference);
	const creations = reports.filter(({ operation }) => operation.startsWith('create'));
	const count = (claim: string) => creations.filter((report) => claimOf(report) === claim).length;
	const [min, max] = [count('exists'), count('exists') + count('unknown')];
	return [
		...repeated(references).map((reference) => `The service has the reference ${reference} twice`),
		...(stored.length < min || stored.length > max
			? [`The service has ${stored.length} batches, but the calls reported ${min} to ${max}`]
			: []),
	];
}

/** Whether the triggered workflow has run for each batch, and once. */
function startProblems(started: string[], batches: BatchSummary[]): string[] {
	const missing = batches.filter(({ id }) => !started.includes(id));
	return [
		...missing.map(({ id }) => `No workflow was started for order batch ${id}`),
		...repeated(started).map((id) => `More than one workflow was started for order batch ${id}`),
	];
}

const repeated = <Value>(values: Value[]) => values.filter((value, index) => values.indexOf(value) !== index);

const leaksBetween = (first: Usage, second: Usage) =>
	(Object.keys(first) as Array<keyof Usage>)
		.filter((what) => second[what] > first[what] * FLAT)
		.map((what) => `n8n's ${what} grew from ${first[what]} to ${second[what]}`);
