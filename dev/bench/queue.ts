import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { mapConcurrently } from '../../nodes/GiftOrderBatch/api/concurrency';
import { isCreation } from '../harness/batches';
import { startQueueInstance, type QueueInstance } from '../harness/queueInstance';
import { createApiCredential } from '../harness/testInstance';
import { createParameters, giftNode } from '../harness/workflows';
import { processorSecondsOf } from '../n8n/processState';
import type { Cost, Measurement } from './harness';
import { sumOf, type Run } from './scale';
import { publish, type Published } from './setting';

const RESULTS = join(__dirname, 'queueMode.json');
const LATENCY_MS = 100;
const SENDERS = 32;
/** How many executions a worker has run before it is measured: Node.js makes much code faster while it runs. */
const WARM_UP = 250;

/** As docs/operators/scale.md advises for a busy machine; no worker that waits for a processor is taken for dead. */
const ENVIRONMENT = {
	QUEUE_WORKER_LOCK_DURATION: '60000',
	QUEUE_WORKER_LOCK_RENEW_TIME: '10000',
	DB_POSTGRESDB_POOL_SIZE: '10',
	N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'true',
};

/** How long processors have been busy, in seconds, by who kept them busy. @param count of the workers that run */
function processorSeconds(instance: QueueInstance, count: number): Record<string, number> {
	const { n8n, webhookProcessor, workers, postgres, redis } = instance;
	const { user, system } = process.cpuUsage();
	return {
		main: processorSecondsOf(n8n.processId()!),
		'webhook processor': processorSecondsOf(webhookProcessor.processId()!),
		workers: sumOf(workers.slice(0, count).map((worker) => processorSecondsOf(worker.processId()!))),
		PostgreSQL: processorSecondsOf(postgres.processId),
		Redis: processorSecondsOf(redis.processId),
		'service and senders': (user + system) / 1e6,
	};
}

/** Sends gifts to so many people in each of many executions, as fast as n8n takes them. */
async function throughput(
	instance: QueueInstance,
	{ workflow, call, countEnded }: Published,
	workers: number,
	executions: number,
	people: number,
): Promise<Run> {
	const { client, postgres, service } = instance;
	const sendAll = async (count: number) => {
		const before = await countEnded();
		await mapConcurrently(Array.from({ length: count }), SENDERS, async () => {
			const guest = () => ({ first_name: 'Guest', email: `${randomUUID()}@example.com` });
			await call({ recipients: Array.from({ length: people }, guest) });
		});
		while ((await countEnded()) < before + count) await sleep(250);
	};
	const state = async () => ({
		failed: await client.countExecutions(workflow, 'error', 'crashed'),
		bytes: Number(await postgres.query("select pg_database_size('postgres')")),
		busy: processorSeconds(instance, workers),
		at: performance.now(),
	});
	await sendAll(Math.min(executions, WARM_UP * workers));
	service.requests.length = 0;
	const before = await state();
	await sendAll(executions);
	const after = await state();
	const busyMs = Object.entries(after.busy).map(([name, s]) => [name, (1_000 * (s - before.busy[name]!)) / executions]);
	return {
		workers,
		executions,
		failed: after.failed - before.failed,
		gifts: service.requests.filter(isCreation).length * people,
		seconds: (after.at - before.at) / 1_000,
		processorMs: Object.fromEntries(busyMs) as Record<string, number>,
		requests: service.requests.length / executions,
		kilobytes: (after.bytes - before.bytes) / executions / 1_000,
	};
}

/** Queue mode under load. Writes what docs/operators/scale.md is made of. */
export async function queue(): Promise<Measurement> {
	const instance = await startQueueInstance('newest', { workerCount: 4, env: ENVIRONMENT });
	const { service, webhookProcessor } = instance;
	service.addFault({ effect: { kind: 'latency', ms: LATENCY_MS } });
	const credential = await createApiCredential(instance);
	const send = giftNode('Send', credential, {
		...createParameters(service.samples.productId),
		recipientsJson: '={{ JSON.stringify($json.body.recipients) }}',
	});
	const published = await publish(instance, [send], webhookProcessor.baseUrl);
	const runs: Run[] = [];
	const running = (workers: number, executions: number, people: number) => async (): Promise<Cost> => {
		await Promise.all(instance.workers.slice(workers).map(async (worker) => await worker.stop()));
		const run = await throughput(instance, published, workers, executions, people);
		runs.unshift(run);
		const { seconds, gifts, failed } = run;
		return { 'Executions a second': executions / seconds, Gifts: gifts, Failed: failed };
	};
	return {
		title: 'Queue mode',
		method: `Executions that send gifts, with PostgreSQL and Redis. The service takes ${LATENCY_MS} ms for a response.`,
		variants: {
			'4 workers, a gift each': running(4, 1_500, 1),
			'2 workers, a gift each': running(2, 1_500, 1),
			'1 worker, a gift each': running(1, 1_500, 1),
			'1 worker, 500 gifts each': running(1, 100, 500),
		},
		runs: 1,
		begin: async () => {},
		verdicts: () => [{ label: 'executions that failed', value: sumOf(runs.map(({ failed }) => failed)), atMost: 0 }],
		async end() {
			await instance.stop();
			const [together, ...each] = runs;
			const date = new Date().toISOString().slice(0, 10);
			const machine = { processors: cpus().length, machine: `${cpus().length} cores of ${cpus()[0]?.model}` };
			const found = { date, ...machine, latencyMs: LATENCY_MS, runs: each, together };
			if (each.length === 3) writeFileSync(RESULTS, `${JSON.stringify(found, null, '\t')}\n`);
		},
	};
}
