import { setTimeout as sleep } from 'node:timers/promises';

import { memoryOf, openSocketsOf } from '../n8n/processState';
import type { FaultEffect } from '../mock-service';
import { newSecret } from '../harness/webhookDeliveries';
import { createApiCredential, startTestInstance, type TestInstance } from '../harness/testInstance';
import { chain, node, webhookTriggerNode } from '../harness/workflows';
import { Receiver } from '../harness/receiver';
import { createComplete } from '../harness/batches';
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

export interface SoakFindings {
	/** Calls by operation: how many, and how many of them ended with an error. */
	calls: Record<string, { count: number; failed: number }>;
	requests: number;
	batches: number;
	/** Order batches that the webhook trigger has started its workflow for. */
	started: number;
	/** Of n8n's process, in the first and the second half: the least memory in bytes, the median of open sockets. */
	memory: [number, number];
	sockets: [number, number];
	/** What was lost, duplicates or misreported, in sentences; empty when all was well. */
	problems: string[];
	/** What grew from the first to the second half, in sentences; only a soak of minutes tells a leak from a warm-up. */
	leaks: string[];
}

interface Sample {
	memory: number;
	sockets: number;
}

/**
 * Mixes all kinds of calls through real n8n while the service fails at random, and compares what n8n reports with the
 * service's order batches.
 * @param calls how many; the first and the second half are compared for leaks
 * @param warmUpCalls how many before that
 */
export async function soak(calls: number, warmUpCalls = 0): Promise<SoakFindings> {
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
		await callAtRandom(warmUpCalls, workflows, reports);
		const first = await sampleWhile(instance, callAtRandom(Math.floor(calls / 2), workflows, reports));
		const second = await sampleWhile(instance, callAtRandom(Math.ceil(calls / 2), workflows, reports));
		service.clearFaults();

		const expected = service.orderBatches().filter(({ id }) => id !== listedBatchId);
		for (const deadline = Date.now() + END_TIMEOUT_MS; Date.now() < deadline; await sleep(200)) {
			const isDelivered = service.deliveries.every(({ outcome }) => outcome === 'delivered');
			if (isDelivered && new Set(startedIds()).size >= expected.length) break;
		}

		const problems = [
			...reports.flatMap((report) => problemsOf(report, kinds, instance)),
			...storedProblems(reports, instance, listedBatchId),
			...startProblems(
				startedIds(),
				expected.map(({ id }) => id),
			),
		];
		return {
			calls: countCalls(reports),
			requests: service.requests.length,
			batches: expected.length,
			started: startedIds().length,
			memory: [leastMemory(first), leastMemory(second)],
			sockets: [medianSockets(first), medianSockets(second)],
			problems,
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

async function sampleWhile({ n8n }: TestInstance, work: Promise<void>): Promise<Sample[]> {
	const processId = n8n.processId() as number;
	const samples: Sample[] = [];
	let working = true;
	void work.finally(() => (working = false));
	while (working) {
		samples.push({ memory: memoryOf(processId), sockets: openSocketsOf(processId) });
		await sleep(SAMPLE_MS);
	}
	await work;
	return samples;
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
function storedProblems(reports: Report[], { service }: TestInstance, listedBatchId: string): string[] {
	const stored = service.orderBatches().filter(({ id }) => id !== listedBatchId);
	const references = stored.map(({ customer_reference_id: reference }) => reference);
	const duplicates = references.filter((reference, index) => references.indexOf(reference) !== index);
	const creations = reports.filter(({ operation }) => operation.startsWith('create'));
	const count = (claim: string) => creations.filter((report) => claimOf(report) === claim).length;
	const [least, most] = [count('exists'), count('exists') + count('unknown')];
	return [
		...duplicates.map((reference) => `The service has the reference ${reference} twice`),
		...(stored.length < least || stored.length > most
			? [`The service has ${stored.length} batches, but the calls reported ${least} to ${most}`]
			: []),
	];
}

/** Whether the triggered workflow has run for each batch, and once. */
function startProblems(started: string[], expected: string[]): string[] {
	const ids = new Set(started);
	return [
		...expected.filter((id) => !ids.has(id)).map((id) => `No workflow was started for order batch ${id}`),
		...started
			.filter((id, index) => started.indexOf(id) !== index)
			.map((id) => `More than one workflow was started for order batch ${id}`),
	];
}

const leastMemory = (samples: Sample[]) => Math.min(...samples.map(({ memory }) => memory));

const medianSockets = (samples: Sample[]) =>
	samples.map(({ sockets }) => sockets).sort((a, b) => a - b)[Math.floor(samples.length / 2)] ?? 0;

function leaksBetween(first: Sample[], second: Sample[]): string[] {
	const measures = { memory: leastMemory, 'open sockets': medianSockets };
	return Object.entries(measures).flatMap(([what, measure]) => {
		const [before, after] = [measure(first), measure(second)];
		return after > before * FLAT ? [`n8n's ${what} grew from ${before} to ${after}`] : [];
	});
}

function countCalls(reports: Report[]): SoakFindings['calls'] {
	const calls: SoakFindings['calls'] = {};
	for (const { operation, error } of reports) {
		const entry = (calls[operation] ??= { count: 0, failed: 0 });
		entry.count++;
		if (error !== undefined) entry.failed++;
	}
	return calls;
}
