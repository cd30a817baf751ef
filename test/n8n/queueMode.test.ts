import { randomUUID } from 'node:crypto';

import axios from 'axios';
import type { IDataObject, INode, INodeParameters, IWorkflowSettings } from 'n8n-workflow';

import {
	errorOf,
	type Credential,
	type Execution,
	type ExecutionSummary,
	type Workflow,
	type WorkflowInput,
} from '../../dev/n8n/n8nClient';
import type { N8nVersion } from '../../dev/n8n/install';
import type { RunningN8n } from '../../dev/n8n/instance';
import type { FaultEffect } from '../../dev/mock-service';
import { createBatch, isCreation } from '../../dev/harness/batches';
import { completed, newSecret, postDelivery, signed } from '../../dev/harness/webhookDeliveries';
import { until } from '../support/until';
import { deliver } from './deliver';
import { endedExecutions, outputsOf } from './executions';
import { startQueueInstance, type QueueInstance } from '../../dev/harness/queueInstance';
import {
	byId,
	chain,
	createParameters,
	giftNode,
	itemsNode,
	manualWorkflow,
	pollingTriggerNode,
	recipients,
	subWorkflowNode,
	subWorkflowTriggerNode,
	webhookNode,
	webhookTriggerNode,
} from '../../dev/harness/workflows';
import { createApiCredential } from '../../dev/harness/testInstance';

const SECRET = newSecret();

const LONG_WAIT = { waitForCompletion: true, maxWaitSeconds: 3_600, pollIntervalSeconds: 1 };

/** n8n in queue mode and what its tests do with it. */
function queueMode(version: N8nVersion) {
	let instance: QueueInstance;
	let credentials: Record<string, Credential>;
	/** What a test has ended or changed, and the next one needs as it was. */
	const toRestart = new Set<RunningN8n>();

	beforeAll(async () => {
		instance = await startQueueInstance(version);
		credentials = {
			giftOrderBatchAutomationApi: await createApiCredential(instance, 'With a signing secret', SECRET),
		};
	});
	beforeEach(async () => {
		await Promise.all([...toRestart].map(async (process) => await process.restart()));
		toRestart.clear();
		instance.service.reset();
	});
	afterAll(async () => await instance?.stop());

	const giftOrderBatch = (name: string, parameters: INodeParameters) =>
		giftNode(name, credentials.giftOrderBatchAutomationApi!, parameters);

	const executionsOf = async (workflow: Workflow) => await instance.client.executions(workflow);

	return {
		get instance() {
			return instance;
		},
		get credentials() {
			return credentials;
		},
		giftOrderBatch,

		/** The node that creates a batch for recipients of its own. */
		createNode: (parameters: INodeParameters = {}, size = 2): INode =>
			giftOrderBatch('Create', {
				...createParameters(instance.service.samples.productId),
				recipientsJson: JSON.stringify(recipients(size)),
				...parameters,
			}),

		/** Publishes a workflow of these nodes; `call` starts it from outside, and resolves when it has ended. */
		async publish(nodes: INode[], settings: IWorkflowSettings = {}) {
			const path = randomUUID();
			const workflow = await instance.client.createWorkflow({
				...chain('Published', webhookNode('Call', path), ...nodes),
				settings: { executionOrder: 'v1', ...settings },
			});
			await instance.client.activate(workflow);
			const call = async (body: object = {}) =>
				await axios.post<IDataObject>(`${instance.n8n.baseUrl}/webhook/${path}`, body, {
					proxy: false,
					validateStatus: null,
				});
			return { workflow, call };
		},

		async activate(input: WorkflowInput): Promise<Workflow> {
			const workflow = await instance.client.createWorkflow(input);
			await instance.client.activate(workflow);
			return workflow;
		},

		executionsOf,

		endedExecutions: async (workflow: Workflow, count: number) =>
			await endedExecutions(instance.client, workflow, count),

		/** The workers that began this execution, in the order of `instance.workers`. */
		workersOf: (executionId: string): RunningN8n[] =>
			instance.workers.filter((worker) => worker.logs().includes(`Worker started execution ${executionId} (`)),

		failNext: (effect: FaultEffect) => instance.service.addFault({ match: { method: 'POST' }, effect, times: 1 }),

		creations: () => instance.service.requests.filter(isCreation),

		references: () =>
			instance.service.requests.filter(isCreation).map(({ body }) => (body as IDataObject).customer_reference_id),

		async stop(process: RunningN8n) {
			toRestart.add(process);
			await process.stop();
		},

		async kill(process: RunningN8n) {
			toRestart.add(process);
			await process.kill();
		},

		/** Stops it from doing anything until `unfreeze`. */
		freeze(worker: RunningN8n) {
			toRestart.add(worker);
			process.kill(worker.processId()!, 'SIGSTOP');
		},

		unfreeze: (worker: RunningN8n) => process.kill(worker.processId()!, 'SIGCONT'),

		async revive(process: RunningN8n) {
			await process.restart();
			toRestart.delete(process);
		},

		async restartWorkers(env: Record<string, string>) {
			instance.workers.forEach((worker) => toRestart.add(worker));
			await Promise.all(instance.workers.map(async (worker) => await worker.restart(env)));
		},

		/** Presses Retry, and answers the new execution. */
		retry: async (executionId: string, options?: { loadWorkflow: boolean }): Promise<Execution> =>
			await instance.client.retry(executionId, options),
	};
}

type QueueMode = ReturnType<typeof queueMode>;

const ranNodes = ({ data }: Execution) => Object.keys(data.resultData.runData);

const outputOf = (execution: Execution, nodeName = 'Create') => outputsOf([execution], nodeName);

/**
 * Publishes a workflow and starts it from outside. Returns its execution, its worker and its coming response once its batch is
 * at the service, of which the node gets no response, or which is pending where the node waits for it.
 */
async function callUntilBooked(queue: QueueMode, nodes: INode[], settings?: IWorkflowSettings) {
	const { service } = queue.instance;
	const { workflow, call } = await queue.publish(nodes, settings);
	const waits = JSON.stringify(nodes).includes('waitForCompletion');
	if (!waits) queue.failNext({ kind: 'hang', afterCommit: true });
	const answer = call().catch((error: Error) => error);
	await until('the service has a batch', () => service.orderBatches()[0]);
	if (waits)
		await until('the node looks at the batch', () =>
			service.requests.find(({ method, path }) => method === 'GET' && path.startsWith('/v1/order_batches/')),
		);
	const [execution] = await queue.executionsOf(workflow);
	const { id } = execution!;
	return { id, worker: await until('a worker runs the execution', () => queue.workersOf(id)[0]), answer };
}

describe('queue mode of the newest n8n', () => {
	const queue = queueMode('newest');

	it('creates a batch of 25 from input items, waits for it and reads its orders, on a worker', async () => {
		const { giftOrderBatch, instance } = queue;
		const { service } = instance;
		const people = recipients(25);
		const { workflow, call } = await queue.publish([
			itemsNode('People', people),
			giftOrderBatch('Create', {
				...createParameters(service.samples.productId),
				recipientsSource: 'inputItems',
				options: { output: 'orderBatch' },
			}),
			giftOrderBatch('Wait', {
				resource: 'orderBatch',
				operation: 'waitForCompletion',
				orderBatchId: byId('={{ $json.id }}'),
				options: { pollIntervalSeconds: 1 },
			}),
			giftOrderBatch('Orders', {
				resource: 'order',
				operation: 'getAll',
				orderBatchId: byId('={{ $json.id }}'),
				returnAll: true,
			}),
		]);

		const answer = call();
		const { id: batchId } = await until('the service has a batch', () => service.orderBatches()[0]);
		await until('the node looks at the batch', () => service.requests.some(({ path }) => path.endsWith(batchId)));
		service.setBatchState(batchId, 'complete');

		expect((await answer).status).toBe(200);
		const [execution] = (await queue.endedExecutions(workflow, 1)) as [Execution];
		expect(execution).toMatchObject({ status: 'success', mode: 'webhook' });
		expect(queue.workersOf(execution.id)).toHaveLength(1);
		expect(instance.n8n.logs()).toContain(`Enqueued execution ${execution.id} (`);
		expect(service.orderBatches()).toMatchObject([{ recipients_count: 25, orders_count: 25 }]);
		expect(outputOf(execution)).toMatchObject([{ id: batchId, send_status: 'pending' }]);
		expect(outputOf(execution, 'Wait')).toMatchObject([{ id: batchId, send_status: 'complete' }]);
		expect(outputOf(execution, 'Orders').map(({ recipient_email: email }) => email)).toEqual(
			people.map(({ email }) => email),
		);
		expect(queue.creations()).toHaveLength(1);
	});

	it('runs what is started by hand on a worker, too', async () => {
		const { client, service } = queue.instance;
		const workflow = await client.createWorkflow(manualWorkflow('By hand', queue.createNode()));

		const execution = await client.finishedExecution(await client.run(workflow, 'Start'));

		expect(execution).toMatchObject({ status: 'success', mode: 'manual' });
		expect(queue.workersOf(execution.id)).toHaveLength(1);
		expect(outputOf(execution)).toMatchObject([{ id: service.orderBatches()[0]!.id }]);
	});

	it('spreads twenty executions that start at once over both workers, each with one batch and a reference of its own', async () => {
		const { instance } = queue;
		const { service } = instance;
		const { workflow, call } = await queue.publish([queue.createNode()]);
		service.addFault({ match: { method: 'POST' }, effect: { kind: 'latency', ms: 1_000 } });

		const answers = await Promise.all(Array.from({ length: 20 }, async () => await call()));

		expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
		const executions = await queue.endedExecutions(workflow, 20);
		expect(executions.map(({ status }) => status)).toEqual(Array(20).fill('success'));
		expect(new Set(executions.flatMap(({ id }) => queue.workersOf(id)))).toEqual(new Set(instance.workers));
		const stored = service.orderBatches().map(({ customer_reference_id: reference }) => reference);
		expect(new Set(stored).size).toBe(20);
		expect(new Set(queue.references())).toEqual(new Set(stored));
		expect(queue.creations()).toHaveLength(20);
		expect(new Set(executions.map((execution) => outputOf(execution)[0]?.id))).toEqual(
			new Set(service.orderBatches().map(({ id }) => id)),
		);
	});

	it('sends once with Retry On Fail when the response about the created batch is of no use', async () => {
		const { service } = queue.instance;
		const create = { ...queue.createNode(), retryOnFail: true, maxTries: 3, waitBetweenTries: 100 };
		const { workflow, call } = await queue.publish([create]);
		queue.failNext({ kind: 'malformed', form: 'wrongShape' });

		await call();

		const [execution] = (await queue.endedExecutions(workflow, 1)) as [Execution];
		expect(execution.status).toBe('success');
		const [batch, ...others] = service.orderBatches();
		expect(others).toEqual([]);
		expect(outputOf(execution)).toMatchObject([
			{ customer_reference_id: batch!.customer_reference_id, already_created: true },
		]);
		expect(queue.references()).toEqual([batch!.customer_reference_id, batch!.customer_reference_id]);
	});

	describe('the webhook trigger', () => {
		let workflow: Workflow;
		let path: string;

		beforeEach(async () => {
			const trigger = webhookTriggerNode('Completed', queue.credentials);
			workflow = await queue.activate(chain('Webhook trigger', trigger));
			path = `/webhook/${trigger.webhookId}/webhook`;
			markers = [];
		});
		afterEach(async () => await queue.instance.client.deactivate(workflow));

		const addresses = () =>
			[queue.instance.n8n, queue.instance.webhookProcessor].map(({ baseUrl }) => `${baseUrl}${path}`) as [
				string,
				string,
			];
		const delivery = (id: string) => signed(completed(id), { secret: SECRET });

		/** Batches whose deliveries only end the wait for those before them. */
		let markers: string[];

		/**
		 * The batches that have started the workflow. Waits until a delivery of another batch to each of these addresses has
		 * done so: what came to the same process before it has started the workflow by then, or never does.
		 */
		async function startedFor(...processes: string[]) {
			for (const address of processes) {
				const marker = await createBatch(queue.instance.service, 1);
				markers.push(marker);
				expect(await postDelivery(address, delivery(marker))).toBe(200);
			}
			const ids = await until('the last delivery starts the workflow', async () => {
				const executions = await queue.endedExecutions(workflow, 1);
				const ids = outputsOf(executions, 'Completed').map(({ id }) => id as string);
				return markers.every((marker) => ids.includes(marker)) && ids;
			});
			return ids.filter((id) => !markers.includes(id));
		}

		it('starts the workflow once for each batch, on a worker, also when deliveries come again, at once and after a restart of main and workers', async () => {
			const { n8n, service, workers } = queue.instance;
			const ids = await Promise.all([1, 2].map(async (size) => await createBatch(service, size)));
			const [first, second] = ids as [string, string];
			const [main] = addresses();

			expect(await postDelivery(main, delivery(first))).toBe(200);
			const copies = await Promise.all(
				Array.from({ length: 5 }, async () => await postDelivery(main, delivery(second))),
			);
			expect(copies).toEqual(Array(5).fill(200));
			expect(await startedFor(main)).toEqual([first, second]);
			for (const { id } of await queue.executionsOf(workflow)) expect(queue.workersOf(id)).toHaveLength(1);

			await Promise.all([n8n, ...workers].map(async (process) => await process.restart()));
			for (const id of [first, second]) await deliver(main, delivery(id));
			expect(await startedFor(main)).toEqual([first, second]);
		});

		it('starts it once for a delivery that comes to the main process and later to a webhook processor, and the other way round', async () => {
			const { service } = queue.instance;
			const ids = await Promise.all([1, 2].map(async (size) => await createBatch(service, size)));
			const [first, second] = ids as [string, string];
			const [main, processor] = addresses();

			expect(await postDelivery(main, delivery(first))).toBe(200);
			await queue.endedExecutions(workflow, 1);
			expect(await postDelivery(processor, delivery(second))).toBe(200);
			await queue.endedExecutions(workflow, 2);
			expect(await postDelivery(processor, delivery(first))).toBe(200);
			expect(await postDelivery(main, delivery(second))).toBe(200);

			expect(await startedFor(main, processor)).toEqual([first, second]);
		});

		it('starts it at most once in each process that receives copies of a delivery at once', async () => {
			const { service } = queue.instance;
			const id = await createBatch(service, 1);
			service.addFault({ match: { method: 'GET' }, effect: { kind: 'latency', ms: 500 } });

			const copies = Array.from({ length: 5 }, () => addresses()).flat();
			const statuses = await Promise.all(copies.map(async (address) => await postDelivery(address, delivery(id))));

			expect(statuses).toEqual(Array(10).fill(200));
			const started = await startedFor(...addresses());
			console.info(`Copies to two processes at once started the workflow ${started.length} times.`);
			expect(started.length).toBeGreaterThanOrEqual(1);
			expect(started.length).toBeLessThanOrEqual(2);
		});
	});

	it('polls in the main process and starts the workflow once for each batch that becomes final, on a worker, also after a restart of main', async () => {
		const { client, n8n, service } = queue.instance;
		const ids = await Promise.all([11, 12, 13].map(async (size) => await createBatch(service, size)));
		const [first, second, pending] = ids as [string, string, string];
		const workflow = await queue.activate(
			chain(
				'Polling trigger',
				pollingTriggerNode('Finished', queue.credentials, { watch: 'orderBatches', orderBatchIds: ids.join(', ') }),
			),
		);
		const polls = () => service.requests.filter(({ path }) => path.endsWith(pending)).length;

		service.setBatchState(first, 'complete');
		await queue.endedExecutions(workflow, 1);
		await queue.stop(n8n);
		service.requests.length = 0;
		const logged = n8n.logs().length;
		const restarted = queue.revive(n8n);
		await until('main begins to start', () => n8n.logs().slice(logged).includes('Initializing n8n process'));
		expect(service.requests).toEqual([]);
		await restarted;
		service.setBatchState(second, 'failed');
		const executions = await queue.endedExecutions(workflow, 2);
		const before = polls();
		await until('two more polls', () => polls() >= before + 2);
		await client.deactivate(workflow);

		expect(await queue.executionsOf(workflow)).toHaveLength(2);
		expect(executions.map((execution) => outputOf(execution, 'Finished'))).toMatchObject([
			[{ id: first, send_status: 'complete' }],
			[{ id: second, send_status: 'failed' }],
		]);
		for (const { id } of executions) expect(queue.workersOf(id)).toHaveLength(1);
	});

	describe('when processes are killed', () => {
		/**
		 * Kills main and the worker, and starts them again once the job is missed: while it is not, main takes it for one that
		 * runs, and looks again only after hours.
		 */
		async function crashWith(worker: RunningN8n) {
			const { n8n, openJobs } = queue.instance;
			await Promise.all([queue.kill(n8n), queue.kill(worker)]);
			await until('the other worker misses the job', async () => (await openJobs()) === 0);
			await Promise.all([queue.revive(n8n), queue.revive(worker)]);
		}

		it.each<[string, INodeParameters]>([
			['before the service answers a creation', {}],
			['while it waits for a batch', { options: LONG_WAIT }],
		])(
			'n8n fails the execution of a worker that dies %s, repeats nothing, and has nothing to retry',
			async (_, parameters) => {
				const { client, service } = queue.instance;
				const { id, worker, answer } = await callUntilBooked(queue, [queue.createNode(parameters, 25)]);

				await queue.kill(worker);

				const execution = await client.finishedExecution(id);
				expect(execution.status).toBe('error');
				expect(errorOf(execution)?.message).toContain('failed to be processed too many times');
				expect(ranNodes(execution)).toEqual([]);
				expect(await answer).toMatchObject({ status: 500 });
				const retried = await queue.retry(id);
				expect(retried.status).toBe('error');
				expect(ranNodes(retried)).toEqual([]);
				expect(queue.creations()).toHaveLength(1);
				expect(service.orderBatches()).toHaveLength(1);
			},
		);

		it.each([
			['', {}],
			[', also where n8n saves the progress of executions', { saveExecutionProgress: true }],
		])(
			'n8n marks an execution as crashed when main dies with its worker, and its retry sends nothing%s',
			async (_, settings) => {
				const { client, service } = queue.instance;
				const { id, worker } = await callUntilBooked(queue, [queue.createNode()], settings);

				await crashWith(worker);

				const execution = await client.finishedExecution(id);
				expect(execution.status).toBe('crashed');
				const retried = await queue.retry(id);
				expect(retried.status).toBe('error');
				expect(errorOf(retried)).toMatchObject({
					message: 'n8n has not stored what this node did before, so the order batch may already exist',
					description: expect.stringContaining('This retry sent nothing'),
				});
				expect(errorOf(await queue.retry(retried.id))?.message).toBe(errorOf(retried)?.message);
				expect(queue.creations()).toHaveLength(1);
				expect(service.orderBatches()).toHaveLength(1);
			},
		);

		it("a retry of a crashed execution says that the batch exists when it has the user's own reference", async () => {
			const { client, service } = queue.instance;
			const create = queue.createNode({ additionalFields: { customerReferenceId: 'welcome-2026' } });
			const { id, worker } = await callUntilBooked(queue, [create]);

			await crashWith(worker);

			await client.finishedExecution(id);
			const retried = await queue.retry(id);
			expect(errorOf(retried)?.message).toContain('already exists: welcome-2026');
			expect(service.orderBatches()).toHaveLength(1);
		});

		it('a worker that n8n takes for dead while it is frozen sends once when it goes on', async () => {
			const { client, service } = queue.instance;
			const read = queue.giftOrderBatch('Read', { resource: 'account', operation: 'get' });
			const { workflow, call } = await queue.publish([read, queue.createNode()]);
			// No longer than n8n takes to miss the worker, so that it costs no time.
			service.addFault({ match: { method: 'GET' }, effect: { kind: 'latency', ms: 5_000 } });
			const answer = call();
			await until('the execution reads the account', () => service.requests[0]);
			const [{ id }] = (await queue.executionsOf(workflow)) as [ExecutionSummary];
			const worker = await until('a worker runs the execution', () => queue.workersOf(id)[0]);

			queue.freeze(worker);
			expect((await answer).status).toBe(500);
			expect(await client.finishedExecution(id)).toMatchObject({ status: 'error' });
			expect(service.orderBatches()).toEqual([]);
			queue.unfreeze(worker);

			await until('the worker sends', () => service.orderBatches()[0]);
			await until('n8n stores the success', async () => (await client.finishedExecution(id)).status === 'success');
			expect(outputOf(await client.finishedExecution(id))).toMatchObject([{ id: service.orderBatches()[0]!.id }]);
			expect(queue.creations()).toHaveLength(1);
		});

		it('the worker goes on when only main dies, and the execution succeeds', async () => {
			const { client, n8n, service } = queue.instance;
			const { id } = await callUntilBooked(queue, [queue.createNode({ options: LONG_WAIT }, 25)]);

			await queue.kill(n8n);
			service.setBatchState(service.orderBatches()[0]!.id, 'complete');
			await queue.revive(n8n);

			const execution = await client.finishedExecution(id);
			expect(execution.status).toBe('success');
			expect(outputOf(execution)).toMatchObject([{ id: service.orderBatches()[0]!.id, send_status: 'complete' }]);
			expect(queue.creations()).toHaveLength(1);
		});
	});

	it('a worker that is told to stop finishes its execution first', async () => {
		const { client, service } = queue.instance;
		const { workflow, call } = await queue.publish([queue.createNode()]);
		service.addFault({ match: { method: 'POST' }, effect: { kind: 'latency', ms: 3_000 } });
		const answer = call();
		const { id, worker } = await until('a worker runs the execution', async () => {
			const [execution] = await queue.executionsOf(workflow);
			const [worker] = execution ? queue.workersOf(execution.id) : [];
			return execution && worker && { id: execution.id, worker };
		});

		await queue.stop(worker);

		expect(await client.finishedExecution(id)).toMatchObject({ status: 'success' });
		expect((await answer).status).toBe(200);
		expect(service.orderBatches()).toHaveLength(1);
	});

	describe('a retry of an execution that failed before the node', () => {
		async function failBefore(settings: IWorkflowSettings): Promise<Execution> {
			const check = itemsNode('Check', [{}]);
			const failing = { ...check, parameters: { jsCode: "throw new Error('not yet')" } };
			const create = queue.createNode();
			const { workflow, call } = await queue.publish([failing, create], settings);
			await call();
			const [failed] = (await queue.endedExecutions(workflow, 1)) as [Execution];
			expect(failed.status).toBe('error');
			const [webhook] = workflow.nodes;
			const mended = { ...chain('Published', webhook!, check, create), settings: workflow.settings };
			await queue.instance.client.updateWorkflow(workflow.id, mended);
			return await queue.retry(failed.id, { loadWorkflow: true });
		}

		it('sends', async () => {
			expect(await failBefore({})).toMatchObject({ status: 'success' });
			expect(queue.instance.service.orderBatches()).toHaveLength(1);
		});

		it('is refused where n8n saves the progress of executions, which looks as if the worker had died', async () => {
			const retried = await failBefore({ saveExecutionProgress: true });

			expect(errorOf(retried)?.message).toContain('has not stored what this node did');
			expect(queue.creations()).toEqual([]);
		});
	});
});

describe('queue mode of the oldest n8n', () => {
	const queue = queueMode('oldest');

	/** What every run but the first of an execution says of the batch that the first one created. */
	function expectRepeated(execution: Execution) {
		const [batch, ...others] = queue.instance.service.orderBatches();
		expect(others).toEqual([]);
		expect(execution.status).toBe('error');
		expect(errorOf(execution)).toMatchObject({
			message: expect.stringContaining(`already exists: ${String(batch!.customer_reference_id)}`),
			description: expect.stringContaining('Nothing was sent this time. Find the order batch in your gifting account'),
		});
	}

	it.each<[string, INodeParameters]>([
		['before the service answers a creation', {}],
		['while it waits for a batch', { options: LONG_WAIT }],
	])(
		'repeats the execution of a worker that dies %s on the other one, which sends nothing and says that the batch exists',
		async (_, parameters) => {
			const { client, workers } = queue.instance;
			const { id, worker } = await callUntilBooked(queue, [queue.createNode(parameters, 25)]);

			await queue.kill(worker);

			const execution = await client.finishedExecution(id);
			expect(new Set(queue.workersOf(id))).toEqual(new Set(workers));
			expectRepeated(execution);
			expect(new Set(queue.references()).size).toBe(1);
			expectRepeated(await queue.retry(id));
		},
	);

	it('repeats nothing with QUEUE_WORKER_MAX_STALLED_COUNT=0 when a worker dies, not even a sub-workflow, whose derived reference would be another one', async () => {
		const { client, openJobs, service } = queue.instance;
		await queue.restartWorkers({ QUEUE_WORKER_MAX_STALLED_COUNT: '0' });
		const sub = await client.createWorkflow(
			chain('Sub-workflow', subWorkflowTriggerNode('Called'), queue.createNode()),
		);
		const { id, worker } = await callUntilBooked(queue, [subWorkflowNode('Send', sub.id)]);

		await queue.kill(worker);

		// n8n stores the state of the execution before its error.
		const execution = await until('n8n stores the error of the execution', async () => {
			const ended = await client.finishedExecution(id);
			return errorOf(ended) && ended;
		});
		expect(execution.status).toBe('error');
		expect(errorOf(execution)?.message).toContain('failed to be processed');
		await until('n8n has nothing left to run', async () => (await openJobs()) === 0);
		expect(queue.creations()).toHaveLength(1);
		expect(service.orderBatches()).toHaveLength(1);
	});
});
