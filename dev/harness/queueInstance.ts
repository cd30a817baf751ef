import { randomBytes } from 'node:crypto';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { N8nClient } from '../n8n/n8nClient';
import type { N8nVersion } from '../n8n/install';
import { startN8n, type N8nCommand, type RunningN8n } from '../n8n/instance';
import { installPackage } from '../n8n/packageInstall';
import { startService } from '../mock-service';
import { startPostgres, type RunningPostgres } from './postgres';
import { startRedis, type RunningRedis } from './redis';
import { STAYS_PENDING_MS, type TestInstance } from './testInstance';

/** Longer than n8n gives a worker for finishing its executions. */
const STOP_TIMEOUT_MS = 40_000;

/** Real n8n in queue mode: `n8n` is the main process. */
export interface QueueInstance extends TestInstance {
	workers: RunningN8n[];
	/** Receives calls of webhooks beside the main process. */
	webhookProcessor: RunningN8n;
	postgres: RunningPostgres;
	redis: RunningRedis;
	/** How many executions wait for a worker, are with one, or with one that died and is not missed yet. */
	openJobs(): Promise<number>;
}

/**
 * Starts real n8n in queue mode, with PostgreSQL and Redis that are empty, and the mock service. As on machines of their own,
 * each process has a user folder of its own with the packed project in it; they share PostgreSQL, Redis and the encryption key.
 * @param env added to the environment of all processes
 */
export async function startQueueInstance(
	version: N8nVersion,
	{ workerCount = 2, env: more = {} }: { workerCount?: number; env?: Record<string, string> } = {},
): Promise<QueueInstance> {
	const folder = mkdtempSync(join(tmpdir(), `n8n-queue-${version}-`));
	const packed = join(folder, 'packed');
	const [postgres, redis] = await Promise.all([startPostgres(), startRedis(), installPackage(process.cwd(), packed)]);
	const env = {
		...postgres.env,
		N8N_ENCRYPTION_KEY: randomBytes(24).toString('base64'),
		EXECUTIONS_MODE: 'queue',
		OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS: 'true',
		QUEUE_BULL_REDIS_HOST: '127.0.0.1',
		QUEUE_BULL_REDIS_PORT: String(redis.port),
		QUEUE_HEALTH_CHECK_ACTIVE: 'true',
		// The job of a worker that was killed is found after seconds instead of a minute.
		QUEUE_WORKER_LOCK_DURATION: '4000',
		QUEUE_WORKER_LOCK_RENEW_TIME: '1000',
		QUEUE_WORKER_STALLED_INTERVAL: '2000',
		...more,
	};
	const start = async (command: N8nCommand, name: string) => {
		const userFolder = join(folder, name);
		cpSync(packed, userFolder, { recursive: true });
		return await startN8n({ version, command, userFolder, env, stopTimeoutMs: STOP_TIMEOUT_MS });
	};
	// The main process makes the database; the others need it.
	const [main, service] = await Promise.all([
		start('start', 'main'),
		startService({ processingDelayMs: STAYS_PENDING_MS, interfaceOnly: true }),
	]);
	const [webhookProcessor, ...workers] = await Promise.all([
		start('webhook', 'webhook-processor'),
		...Array.from({ length: workerCount }, async (_, index) => await start('worker', `worker-${index + 1}`)),
	]);
	return {
		n8n: main,
		workers,
		webhookProcessor,
		postgres,
		redis,
		client: await N8nClient.connect(main.baseUrl),
		service,
		openJobs: async () => (await redis.lengthOf('bull:jobs:wait')) + (await redis.lengthOf('bull:jobs:active')),
		async stop() {
			await Promise.all([main, webhookProcessor, ...workers].map(async (process) => await process.kill()));
			await Promise.all([postgres.stop(), redis.stop(), service.close()]);
			rmSync(folder, { recursive: true, force: true });
		},
	};
}
