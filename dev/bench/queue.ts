import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import axios from 'axios';
import type { INode } from 'n8n-workflow';

import { mapConcurrently } from '../../nodes/GiftOrderBatch/api/concurrency';
import { createBatch, isCreation } from '../harness/batches';
import type { RunningPostgres } from '../harness/postgres';
import { startQueueInstance, type QueueInstance } from '../harness/queueInstance';
import { createApiCredential } from '../harness/testInstance';
import { completed, newSecret, postDelivery, signed } from '../harness/webhookDeliveries';
import {
	chain,
	createParameters,
	giftNode,
	pollingTriggerNode,
	webhookNode,
	webhookTriggerNode,
} from '../harness/workflows';
import type { RunningN8n } from '../n8n/instance';
import type { Credential, Workflow } from '../n8n/n8nClient';
import { processorSecondsOf } from '../n8n/processState';
import type { Load, Measured, Throughput } from './scale';

const RESULTS = join(__dirname, 'queueMode.json');
const WORKERS = [4, 2, 1];
const LATENCY_MS = 100;
const SENDERS = 32;
/** When nothing ends for so long, nothing is left: n8n misses a killed worker after the duration of its lock. */
const QUIET_MS = 120_000;
const SECRET = newSecret();

/** How many people get a gift with one execution, where it is not one. */
const TOGETHER = 500;
const TOGETHER_EXECUTIONS = 100;

/** How many executions a worker has run before it is measured: Node.js makes much code faster while it runs. */
const WARM_UP = 250;

/** How many executions and deliveries. A busy machine takes minutes for fewer. */
const {
	EXECUTIONS = '1500',
	BURST = '1000',
	STEADY_SECONDS = '120',
	STEADY_RATE = '20',
} = process.env as Record<string, string | undefined>;

const ENVIRONMENT = {
	// Those of n8n, so that it takes no worker for dead that waits for a processor, and looks for dead ones more often.
	QUEUE_WORKER_LOCK_DURATION: '60000',
	QUEUE_WORKER_LOCK_RENEW_TIME: '10000',
	QUEUE_WORKER_STALLED_INTERVAL: '5000',
	// As docs/operators/scale.md advises for a busy machine.
	DB_POSTGRESDB_POOL_SIZE: '10',
	N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'true',
};

interface Setting extends QueueInstance {
	credential: Credential;
}

/** The node that sends gifts to the people that an expression gives. */
const sender = ({ credential, service }: Setting, people: string): INode =>
	giftNode('Send', credential, {
		...createParameters(service.samples.productId),
		recipientsJson: `={{ JSON.stringify(${people}) }}`,
	});

async function activate({ client }: Setting, name: string, ...nodes: INode[]): Promise<Workflow> {
	const workflow = await client.createWorkflow(chain(name, ...nodes));
	await client.activate(workflow);
	return workflow;
}

/** How many executions of the workflow have ended, and how many of them failed. */
async function endedOf({ client }: Setting, workflow: Workflow): Promise<{ ended: number; failed: number }> {
	const [ended, failed] = await Promise.all([
		client.countExecutions(workflow, 'success', 'error', 'crashed'),
		client.countExecutions(workflow, 'error', 'crashed'),
	]);
	return { ended, failed };
}

const databaseBytes = async ({ query }: RunningPostgres) => Number(await query("select pg_database_size('postgres')"));

/** How long processors have been busy, in seconds, by who kept them busy. `others` is everything else on the machine. */
function processorSeconds(setting: Setting, workers: RunningN8n[]): Record<string, number> {
	const of = (...processes: Array<RunningN8n | { processId: number }>) =>
		processes
			.map(({ processId }) => (typeof processId === 'number' ? processId : processId()!))
			.reduce((sum, id) => sum + processorSecondsOf(id), 0);
	const { user, system } = process.cpuUsage();
	const seconds = {
		main: of(setting.n8n),
		'webhook processor': of(setting.webhookProcessor),
		workers: of(...workers),
		PostgreSQL: of(setting.postgres),
		Redis: of(setting.redis),
		'service and senders': (user + system) / 1e6,
	};
	const busy = cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0) / 1_000;
	return { ...seconds, others: busy - Object.values(seconds).reduce((sum, value) => sum + value, 0) };
}

/**
 * Sends gifts in each of many executions, as fast as n8n takes them.
 * @param people how many get a gift with one execution
 */
async function throughput(
	setting: Setting,
	workers: RunningN8n[],
	{ executions = Number(EXECUTIONS), people = 1 } = {},
): Promise<Throughput> {
	const { webhookProcessor, service, postgres } = setting;
	const path = randomUUID();
	const start = webhookNode('Start', path, 'onReceived');
	const workflow = await activate(setting, 'Send', start, sender(setting, '$json.body.people'));
	const address = `${webhookProcessor.baseUrl}/webhook/${path}`;
	const send = async (count: number) => {
		const before = (await endedOf(setting, workflow)).ended;
		await mapConcurrently(Array.from({ length: count }), SENDERS, async () => {
			const guest = () => ({ first_name: 'Guest', email: `${randomUUID()}@example.com` });
			const body = { people: Array.from({ length: people }, guest) };
			// The newest n8n registers webhooks some time after it responds.
			for (let status = 404; status !== 200; await sleep(status === 200 ? 0 : 200)) {
				({ status } = await axios.post(address, body, { proxy: false, validateStatus: null }));
			}
		});
		const accepted = performance.now();
		while ((await endedOf(setting, workflow)).ended < before + count) await sleep(250);
		return accepted;
	};
	await send(Math.min(executions, WARM_UP * workers.length));
	service.requests.length = 0;
	const [bytes, busy, begin] = [await databaseBytes(postgres), processorSeconds(setting, workers), performance.now()];
	const accepted = await send(executions);
	const seconds = (performance.now() - begin) / 1_000;
	const used = processorSeconds(setting, workers);
	const spent = Object.entries(used).map(([name, value]) => [name, value - busy[name]!] as const);
	const { others, ...own } = Object.fromEntries(spent) as { others: number } & Record<string, number>;
	const creations = service.requests.filter(isCreation).length;
	const { failed } = await endedOf(setting, workflow);
	await setting.client.deactivate(workflow);
	return {
		workers: workers.length,
		executions,
		failed,
		gifts: creations * people,
		seconds,
		acceptedSeconds: (accepted - begin) / 1_000,
		freeProcessors: cpus().length - others / seconds,
		processorMs: Object.fromEntries(Object.entries(own).map(([name, value]) => [name, (1_000 * value) / executions])),
		requests: service.requests.length / executions,
		kilobytes: ((await databaseBytes(postgres)) - bytes) / executions / 1_000,
	};
}

/** Delivers again until n8n accepts it, after longer and longer pauses, as senders do. */
async function deliver(address: string, id: string): Promise<void> {
	for (let pauseMs = 2_000; ; pauseMs = Math.min(2 * pauseMs, 30_000)) {
		const status = await postDelivery(address, signed(completed(id), { secret: SECRET })).catch(() => 0);
		if (status === 200) return;
		if (status === 401) throw new Error('A delivery was refused');
		await sleep(pauseMs);
	}
}

/**
 * Delivers webhooks of different order batches to the webhook processor. Each starts an execution that sends one gift.
 * @param perSecond how many come; `Infinity` for all at once
 * @param during what happens meanwhile
 */
async function load(
	setting: Setting,
	name: string,
	{ count, perSecond, during = async () => {} }: { count: number; perSecond: number; during?: () => Promise<void> },
): Promise<Load> {
	const { service, webhookProcessor, credential } = setting;
	const ids = await mapConcurrently(
		Array.from({ length: count + 1 }),
		SENDERS,
		async () => await createBatch(service, 1),
	);
	const trigger = webhookTriggerNode('Completed', { giftOrderBatchAutomationApi: credential });
	const workflow = await activate(
		setting,
		name,
		trigger,
		sender(setting, '[{ first_name: "Guest", email: $json.id + "@example.com" }]'),
	);
	const address = `${webhookProcessor.baseUrl}/webhook/${trigger.webhookId}/webhook`;
	await deliver(address, ids.pop()!);
	service.requests.length = 0;
	const begunAt = new Map<string, number>();
	const begin = Date.now();
	const disturbance = during();
	await mapConcurrently([...ids.entries()], perSecond === Infinity ? SENDERS : count, async ([index, id]) => {
		const wait = perSecond === Infinity ? 0 : begin + (1_000 * index) / perSecond - Date.now();
		if (wait > 0) await sleep(wait);
		begunAt.set(id, Date.now());
		await deliver(address, id);
	});
	const acceptedSeconds = (Date.now() - begin) / 1_000;
	await disturbance;
	let state = await endedOf(setting, workflow);
	let changedAt = Date.now();
	// n8n may have responded to a delivery without an execution: then there will be no more.
	while (Date.now() < changedAt + QUIET_MS && (state.ended <= count || (await setting.openJobs()) > 0)) {
		await sleep(500);
		const now = await endedOf(setting, workflow);
		if (now.ended !== state.ended) [state, changedAt] = [now, Date.now()];
	}
	const seconds = (changedAt - begin) / 1_000;
	const { ended, failed } = state;
	const open = await setting.client.countExecutions(workflow, 'new', 'running');
	await setting.client.deactivate(workflow);
	const sent = service.requests.filter((request) => isCreation(request) && request.status! < 300);
	const waits = sent.flatMap(({ at, body }) => {
		// Those of the order batches that others create have none.
		const [{ email = '' }] = (body as { recipients: [{ email?: string }] }).recipients;
		const begun = begunAt.get(email.split('@')[0]!);
		return begun === undefined ? [] : [{ email, wait: (at - begun) / 1_000 }];
	});
	const gifts = new Set(waits.map(({ email }) => email)).size;
	return {
		name,
		deliveries: count,
		acceptedSeconds,
		seconds,
		longestWaitSeconds: Math.max(...waits.map(({ wait }) => wait)),
		executions: ended - 1,
		failed,
		open,
		gifts,
		twice: waits.length - gifts,
	};
}

/** A polling trigger beside other work: returns how often it started for the order batches that became complete. */
async function poll(setting: Setting, seconds: number): Promise<{ completed: number; started: number }> {
	const { client, credential, service } = setting;
	const ids: string[] = [];
	while (ids.length < 5) ids.push(await createBatch(service, 11));
	const watch = { watch: 'orderBatches', orderBatchIds: ids.join(', ') };
	const trigger = pollingTriggerNode('Completed', { giftOrderBatchAutomationApi: credential }, watch);
	const workflow = await activate(setting, 'Poll', trigger);
	for (const id of ids) {
		await sleep((1_000 * seconds) / ids.length);
		service.setBatchState(id, 'complete');
	}
	for (let attempt = 0; attempt < 60 && (await endedOf(setting, workflow)).ended < ids.length; attempt++)
		await sleep(500);
	const { ended } = await endedOf(setting, workflow);
	await client.deactivate(workflow);
	return { completed: ids.length, started: ended };
}

/** Kills two workers, one after the other, each while it is at work, and starts them again. */
async function killTwice({ workers }: Setting, seconds: number): Promise<void> {
	for (const worker of workers.slice(0, 2)) {
		await sleep(250 * seconds);
		await worker.kill();
		await sleep(2_000);
		// A worker may fail to start while the machine is busy. Operators have a supervisor that starts it again.
		await worker.restart().catch(async (error: Error) => {
			console.error(error.message);
			await worker.restart();
		});
	}
}

interface Profile {
	nodes: Array<{ id: number; callFrame: { functionName: string; url: string } }>;
	samples: number[];
	timeDeltas: number[];
}

/** Whose code a function of a worker is. */
function ownerOf({ functionName, url }: Profile['nodes'][number]['callFrame']): string | undefined {
	if (functionName === '(idle)' || functionName === '(program)') return undefined;
	if (functionName === '(garbage collector)') return 'garbage collection';
	if (url.includes('/node_modules/n8n-nodes-gift-order-batch/')) return 'this package';
	const [, module] = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url) ?? [];
	if (!module) return 'Node.js';
	if (/^(pg|pg-.*|typeorm|@n8n\/(typeorm|db)|postgres.*)$/.test(module)) return 'database client';
	if (/^(bull|ioredis|redis.*)$/.test(module)) return 'queue client';
	if (/isolated-vm|expression|tournament/.test(module)) return 'expressions';
	return 'n8n';
}

/** Which part of a worker's busy time is whose, by V8's profile of a worker that runs executions. */
async function profile(setting: Setting, worker: RunningN8n): Promise<Record<string, number>> {
	const folder = mkdtempSync(join(tmpdir(), 'profile-'));
	await worker.restart({ NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${folder}` });
	await throughput(setting, [worker]);
	await worker.stop();
	const profiles = readdirSync(folder).map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as Profile);
	const [{ nodes, samples, timeDeltas }] = profiles.sort((a, b) => b.nodes.length - a.nodes.length) as [Profile];
	rmSync(folder, { recursive: true });
	const owners = new Map(nodes.map(({ id, callFrame }) => [id, ownerOf(callFrame)]));
	const times: Record<string, number> = {};
	samples.forEach((id, index) => {
		const owner = owners.get(id);
		if (owner) times[owner] = (times[owner] ?? 0) + timeDeltas[index]!;
	});
	const total = Object.values(times).reduce((sum, time) => sum + time, 0);
	return Object.fromEntries(Object.entries(times).map(([owner, time]) => [owner, time / total]));
}

/** Measures queue mode under load, and writes what docs/operators/scale.md is made of. */
async function main(): Promise<void> {
	const instance = await startQueueInstance('newest', { workerCount: Math.max(...WORKERS), env: ENVIRONMENT });
	try {
		const credential = await createApiCredential(instance, 'Queue mode', SECRET);
		const setting: Setting = { ...instance, credential };
		instance.service.addFault({ effect: { kind: 'latency', ms: LATENCY_MS } });
		const runs: Throughput[] = [];
		for (const count of WORKERS) {
			await Promise.all(instance.workers.slice(count).map(async (worker) => await worker.stop()));
			runs.unshift(await throughput(setting, instance.workers.slice(0, count)));
			console.log(runs[0]);
		}
		const together = await throughput(setting, instance.workers.slice(0, 1), {
			executions: TOGETHER_EXECUTIONS,
			people: TOGETHER,
		});
		console.log(together);
		const profiled = await profile(setting, instance.workers[0]!);
		console.log(profiled);
		const workers = instance.workers.slice(0, 2);
		await Promise.all(workers.map(async (worker) => await worker.restart()));
		const burst = await load({ ...setting, workers }, `${BURST} at once`, {
			count: Number(BURST),
			perSecond: Infinity,
		});
		console.log(burst);
		const [seconds, perSecond] = [Number(STEADY_SECONDS), Number(STEADY_RATE)];
		let polled: Measured['polled'];
		const steady = await load({ ...setting, workers }, `${perSecond} a second, each worker killed once`, {
			count: seconds * perSecond,
			perSecond,
			during: async () => {
				[polled] = await Promise.all([poll(setting, seconds), killTwice({ ...setting, workers }, seconds)]);
			},
		});
		console.log(steady, polled);
		const measured: Measured = {
			date: new Date().toISOString().slice(0, 10),
			machine: `${cpus().length} cores of ${cpus()[0]?.model}`,
			latencyMs: LATENCY_MS,
			runs,
			together,
			profile: profiled,
			loads: [burst, steady],
			polled,
		};
		writeFileSync(RESULTS, `${JSON.stringify(measured, null, '\t')}\n`);
	} finally {
		await instance.stop();
	}
}

void main();
