import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';

import { isCreation } from '../harness/batches';
import { startQueueInstance, type QueueInstance } from '../harness/queueInstance';
import { createApiCredential } from '../harness/testInstance';
import { createParameters, giftNode, recipients } from '../harness/workflows';
import { processorSecondsOf } from '../n8n/processState';
import { MACHINE, sumOf, today, type Cost, type Measurement } from './harness';
import { publish } from './setting';
import type { Run } from './simulation';

const LATENCY_MS = 100;
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
function processorSeconds({ n8n, webhookProcessor, workers, postgres, redis }: QueueInstance, count: number) {
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

/** Queue mode under load. Writes what docs/operators/scale.md is made of. */
export async function queue(): Promise<Measurement> {
	const instance = await startQueueInstance('newest', { workerCount: 4, env: ENVIRONMENT });
	const { postgres, service } = instance;
	service.addFault({ effect: { kind: 'latency', ms: LATENCY_MS } });
	const send = giftNode('Send', await createApiCredential(instance), {
		...createParameters(service.samples.productId),
		recipientsJson: '={{ JSON.stringify($json.body.recipients) }}',
	});
	const { runAll, countFailed } = await publish(instance, [send], instance.webhookProcessor.baseUrl);
	const runs: Run[] = [];
	/** Sends gifts to so many people in each of many executions, as fast as n8n takes them. */
	const running = (workers: number, executions: number, people: number) => async (): Promise<Cost> => {
		const body = () => ({ recipients: recipients(people, randomUUID()) });
		const state = async () => ({
			failed: await countFailed(),
			bytes: Number(await postgres.query("select pg_database_size('postgres')")),
			busy: Object.entries(processorSeconds(instance, workers)),
			at: performance.now(),
		});
		await Promise.all(instance.workers.slice(workers).map(async (worker) => await worker.stop()));
		await runAll(Array.from({ length: Math.min(executions, WARM_UP * workers) }, body));
		service.requests.length = 0;
		const before = await state();
		await runAll(Array.from({ length: executions }, body));
		const after = await state();
		const busyMs = after.busy.map(([name, s], index) => [name, (1_000 * (s - before.busy[index]![1])) / executions]);
		const run: Run = {
			workers,
			executions,
			failed: after.failed - before.failed,
			gifts: service.requests.filter(isCreation).length * people,
			seconds: (after.at - before.at) / 1_000,
			processorMs: Object.fromEntries(busyMs) as Run['processorMs'],
			requests: service.requests.length / executions,
			kilobytes: (after.bytes - before.bytes) / executions / 1_000,
		};
		runs.unshift(run);
		return { 'Executions a second': executions / run.seconds, Gifts: run.gifts, Failed: run.failed };
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
		verdicts: () => [['executions that failed', sumOf(runs.map(({ failed }) => failed)), 'at most', 0]],
		async end() {
			await instance.stop();
			const [together, ...each] = runs;
			const where = { date: today(), processors: cpus().length, machine: MACHINE };
			const found = { ...where, latencyMs: LATENCY_MS, runs: each, together };
			if (each.length === 3) writeFileSync('dev/bench/queueMode.json', `${JSON.stringify(found, null, '\t')}\n`);
		},
	};
}
