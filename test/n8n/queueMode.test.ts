import type { INode, IWorkflowSettings } from 'n8n-workflow';

import { errorOf, type Credential, type Execution, type Workflow } from '../../dev/n8n/n8nClient';
import type { N8nVersion } from '../../dev/n8n/install';
import type { RunningN8n } from '../../dev/n8n/instance';
import { createBatch } from '../../dev/harness/batches';
import { completed, newSecret, postDelivery, signed } from '../../dev/harness/webhookDeliveries';
import { until } from '../support/until';
import {
	addressOf,
	callUntilCreated,
	sendingNode,
	creationsAt,
	deliver,
	endedExecutions,
	outputsOf,
	publishWorkflow,
	publishCalled,
	publishTool,
	twoPolls,
} from './executions';
import { startQueueInstance, type QueueInstance } from '../../dev/harness/queueInstance';
import {
	chain,
	GIFT_ORDER_BATCH,
	giftNode,
	itemsNode,
	pollingTriggerNode,
	subWorkflowNode,
	subWorkflowTriggerNode,
	webhookTriggerNode,
} from '../../dev/harness/workflows';
import { createApiCredential } from '../../dev/harness/testInstance';

const SECRET = newSecret();

/** Starts n8n in queue mode for the tests of a block. */
function useQueueMode(version: N8nVersion) {
	const queue = {} as QueueInstance & { credential: Credential; credentials: Record<string, Credential> };
	const toRestart = new Set<RunningN8n>();

	beforeAll(async () => {
		Object.assign(queue, await startQueueInstance(version));
		queue.credential = await createApiCredential(queue, 'With a signing secret', SECRET);
		queue.credentials = { giftOrderBatchAutomationApi: queue.credential };
	});
	beforeEach(async () => {
		await Promise.all([...toRestart].map(async (process) => await process.restart()));
		toRestart.clear();
		queue.service.reset();
	});
	afterAll(async () => await queue.stop?.());

	return Object.assign(queue, {
		/** The workers that began this execution, in the order of `workers`. */
		workersOf: (executionId: string): RunningN8n[] =>
			queue.workers.filter((worker) => worker.logs().includes(`Worker started execution ${executionId} (`)),

		/** A process that the test leaves ended or changed. */
		changed(process: RunningN8n) {
			toRestart.add(process);
			return process;
		},
	});
}

type QueueMode = ReturnType<typeof useQueueMode>;

const ranNodes = ({ data }: Execution) => Object.keys(data.resultData.runData);

const outputOf = (execution: Execution, nodeName = 'Create') => outputsOf([execution], nodeName);

/** The execution of a workflow, and the worker that runs it. */
const runOf = async (queue: QueueMode, workflow: Workflow) =>
	await until('a worker runs the execution', async () => {
		const [{ id } = { id: '' }] = await queue.client.executions(workflow);
		const [worker] = queue.workersOf(id);
		return worker && { id, worker };
	});

/** The same as `callUntilCreated`, with the worker. */
async function callUntilBooked(queue: QueueMode, nodes: INode[], settings?: IWorkflowSettings) {
	const called = await callUntilCreated(queue, nodes, settings);
	return { ...called, ...(await runOf(queue, called.workflow)) };
}

describe('queue mode of the newest n8n', () => {
	const queue = useQueueMode('newest');

	it('spreads twenty executions that start at once over both workers, each with one batch and a reference of its own', async () => {
		const { service, workers } = queue;
		const { workflow, call } = await publishCalled(queue, [sendingNode(queue)]);
		service.addFault({ match: { method: 'POST' }, effect: { kind: 'latency', ms: 1_000 } });

		const answers = await Promise.all(Array.from({ length: 20 }, async () => await call()));

		expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
		const executions = await endedExecutions(queue, workflow, 20);
		expect(executions.map(({ status }) => status)).toEqual(Array(20).fill('success'));
		expect(new Set(executions.flatMap(({ id }) => queue.workersOf(id)))).toEqual(new Set(workers));
		const stored = service.orderBatches().map(({ customer_reference_id: reference }) => reference);
		expect(new Set(stored).size).toBe(20);
		expect(creationsAt(queue)).toHaveLength(20);
		expect(new Set(executions.map((execution) => outputOf(execution)[0]?.id))).toEqual(
			new Set(service.orderBatches().map(({ id }) => id)),
		);
	});

	it('starts the workflow with the webhook trigger once for each batch, on a worker, whichever process gets copies of a delivery, at once, after restarts and after n8n could not store the execution', async () => {
		const { n8n, postgres, service, webhookProcessor } = queue;
		const trigger = webhookTriggerNode('Completed', queue.credentials);
		const workflow = await publishWorkflow(queue, chain('Webhook trigger', trigger));
		const [main, processor] = [addressOf(trigger, n8n), addressOf(trigger, webhookProcessor)];
		const ids = await Promise.all([1, 2, 3, 4, 5].map(async (size) => await createBatch(service, size)));
		const [first, second, third, fourth, fifth] = ids as [string, string, string, string, string];
		const delivery = (id: string) => signed(completed(id), { secret: SECRET });
		const post = async (address: string, id: string, status = 200) =>
			expect(await postDelivery(address, delivery(id))).toBe(status);

		await Promise.all(Array.from({ length: 5 }, async () => await deliver(main, delivery(first))));
		await endedExecutions(queue, workflow, 1);
		await post(processor, second);
		// A worker could not store its end either.
		await endedExecutions(queue, workflow, 2);
		await postgres.query('alter table execution_entity add constraint full_disk check (false) not valid');
		for (let times = 0; times < 2; times++) await post(processor, third, 500);
		await postgres.query('alter table execution_entity drop constraint full_disk');
		await deliver(processor, delivery(third));
		await endedExecutions(queue, workflow, 3);
		await post(processor, first);
		await post(main, second);
		await Promise.all([n8n.restart(), webhookProcessor.restart()]);
		for (const id of [first, second]) await deliver(main, delivery(id));
		for (const id of [second, third]) await deliver(processor, delivery(id));
		// What came to a process before these has started the workflow by the time that they have, or never does.
		await post(main, fourth);
		await endedExecutions(queue, workflow, 4);
		await post(processor, fifth);

		const executions = await endedExecutions(queue, workflow, 5);
		expect(outputsOf(executions, 'Completed').map(({ id }) => id)).toEqual(ids);
		for (const { id } of executions) expect(queue.workersOf(id)).toHaveLength(1);
	});

	it('polls in the main process and starts the workflow once for each batch that becomes final, on a worker, also after a restart of main', async () => {
		const { client, n8n, service } = queue;
		const ids = await Promise.all([11, 12, 13].map(async (size) => await createBatch(service, size)));
		const [first, second, pending] = ids as [string, string, string];
		const workflow = await publishWorkflow(
			queue,
			chain(
				'Polling trigger',
				pollingTriggerNode('Finished', queue.credentials, { watch: 'orderBatches', orderBatchIds: ids.join(', ') }),
			),
		);

		service.setBatchState(first, 'complete');
		await endedExecutions(queue, workflow, 1);
		await n8n.stop();
		service.requests.length = 0;
		const logged = n8n.logs().length;
		const restarted = n8n.restart();
		await until('main begins to start', () => n8n.logs().slice(logged).includes('Initializing n8n process'));
		expect(service.requests).toEqual([]);
		await restarted;
		service.setBatchState(second, 'failed');
		const executions = await endedExecutions(queue, workflow, 2);
		await twoPolls(queue, pending);
		await client.deactivate(workflow);

		expect(await client.executions(workflow)).toHaveLength(2);
		expect(executions.map((execution) => outputOf(execution, 'Finished'))).toMatchObject([
			[{ id: first, send_status: 'complete' }],
			[{ id: second, send_status: 'failed' }],
		]);
		for (const { id } of executions) expect(queue.workersOf(id)).toHaveLength(1);
	});

	it("sends a gift once a day through n8n's MCP Server Trigger, whose calls are executions on workers", async () => {
		// Each call may be on another worker, which reads what the others have sent.
		queue.service.setInterfaceOnly(false);
		const fromName = "={{ $fromAI('fromName', 'Who sends the gift', 'string') }}";
		const tool = { ...sendingNode(queue, { fromName }, 1), type: `${GIFT_ORDER_BATCH}Tool` };
		const call = await publishTool(queue, tool);
		const answers = [];
		for (const sender of ['Ann', 'Ann', 'Bea']) answers.push(await call(tool.name, { fromName: sender }));

		const [batch, ...others] = queue.service.orderBatches();
		expect(others).toEqual([]);
		expect(answers).toEqual([
			[expect.objectContaining({ id: batch!.id })],
			[expect.objectContaining({ id: batch!.id, already_created: true })],
			[expect.objectContaining({ error: expect.stringContaining('1 of 1 recipients got a gift') })],
		]);
	});

	describe('when processes are killed', () => {
		it('n8n fails the execution of a worker that dies, repeats nothing, and has nothing to retry', async () => {
			const { client, service } = queue;
			const { id, worker, answer } = await callUntilBooked(queue, [sendingNode(queue)]);

			await queue.changed(worker).kill();

			const execution = await client.finishedExecution(id);
			expect(execution.status).toBe('error');
			expect(errorOf(execution)?.message).toContain('failed to be processed too many times');
			expect(ranNodes(execution)).toEqual([]);
			expect(await answer).toMatchObject({ status: 500 });
			const retried = await client.retry(id);
			expect(retried.status).toBe('error');
			expect(ranNodes(retried)).toEqual([]);
			expect(creationsAt(queue)).toHaveLength(1);
			expect(service.orderBatches()).toHaveLength(1);
		});

		it('n8n marks executions as crashed when main dies with their workers, and their retries send nothing', async () => {
			const { client, n8n, openJobs, service, workers } = queue;
			const own = sendingNode(queue, { additionalFields: { customerReferenceId: 'welcome-2026' } });
			const derived = await callUntilBooked(queue, [sendingNode(queue)]);
			const withProgress = await callUntilBooked(queue, [sendingNode(queue)], { saveExecutionProgress: true });
			const withOwn = await callUntilBooked(queue, [own]);

			const [first, ...others] = workers as [RunningN8n, ...RunningN8n[]];
			await Promise.all([n8n, ...workers].map(async (process) => await process.kill()));
			await first.restart();
			// While the jobs are not missed, main takes them for some that run, and looks again only after hours.
			await until('a worker misses the jobs', async () => (await openJobs()) === 0);
			await Promise.all([n8n, ...others].map(async (process) => await process.restart()));

			for (const { id } of [derived, withProgress]) {
				expect((await client.finishedExecution(id)).status).toBe('crashed');
				const retried = await client.retry(id);
				expect(retried.status).toBe('error');
				expect(errorOf(retried)).toMatchObject({
					message: 'n8n has not stored what this node did before, so the order batch may already exist',
					description: expect.stringContaining('This retry sent nothing'),
				});
				expect(errorOf(await client.retry(retried.id))?.message).toBe(errorOf(retried)?.message);
			}
			expect((await client.finishedExecution(withOwn.id)).status).toBe('crashed');
			expect(errorOf(await client.retry(withOwn.id))?.message).toContain('already exists: welcome-2026');
			expect(service.orderBatches()).toHaveLength(3);
		});

		it('a worker that n8n takes for dead while it is frozen sends once when it goes on', async () => {
			const { client, service } = queue;
			const read = giftNode('Read', queue.credential, { resource: 'account', operation: 'get' });
			const { workflow, call } = await publishCalled(queue, [read, sendingNode(queue)]);
			// No longer than n8n takes to miss the worker, so that it costs no time.
			service.addFault({ match: { method: 'GET' }, effect: { kind: 'latency', ms: 5_000 } });
			const answer = call();
			await until('the execution reads the account', () => service.requests[0]);
			const { id, worker } = await runOf(queue, workflow);

			process.kill(queue.changed(worker).processId()!, 'SIGSTOP');
			expect((await answer).status).toBe(500);
			expect(await client.finishedExecution(id)).toMatchObject({ status: 'error' });
			expect(service.orderBatches()).toEqual([]);
			process.kill(worker.processId()!, 'SIGCONT');

			await until('the worker sends', () => service.orderBatches()[0]);
			await until('n8n stores the success', async () => (await client.finishedExecution(id)).status === 'success');
			expect(outputOf(await client.finishedExecution(id))).toMatchObject([{ id: service.orderBatches()[0]!.id }]);
			expect(creationsAt(queue)).toHaveLength(1);
		});

		it('the worker goes on when only main dies, and the execution succeeds', async () => {
			const { client, n8n, service } = queue;
			const options = { waitForCompletion: true, maxWaitSeconds: 3_600, pollIntervalSeconds: 1 };
			const { workflow, call } = await publishCalled(queue, [sendingNode(queue, { options }, 25)]);
			const answer = call().catch((error: Error) => error);
			const { id: batchId } = await until('the service has a batch', () => service.orderBatches()[0]);
			const { id } = await runOf(queue, workflow);

			await n8n.kill();
			service.setBatchState(batchId, 'complete');
			await n8n.restart();
			await answer;

			const execution = await client.finishedExecution(id);
			expect(execution.status).toBe('success');
			expect(outputOf(execution)).toMatchObject([{ id: batchId, send_status: 'complete' }]);
			expect(creationsAt(queue)).toHaveLength(1);
		});
	});

	it('a retry is refused where an earlier node failed and n8n saves the progress, as if the worker had died', async () => {
		const { client } = queue;
		const check = itemsNode('Check', [{}]);
		const failing = { ...check, parameters: { jsCode: "throw new Error('not yet')" } };
		const create = sendingNode(queue);
		const { workflow, call } = await publishCalled(queue, [failing, create], { saveExecutionProgress: true });
		await call();
		const [failed] = (await endedExecutions(queue, workflow, 1)) as [Execution];
		expect(failed.status).toBe('error');
		const [webhook] = workflow.nodes;
		const mended = { ...chain('Published', webhook!, check, create), settings: workflow.settings };
		await client.updateWorkflow(workflow.id, mended);

		const retried = await client.retry(failed.id, { loadWorkflow: true });

		expect(errorOf(retried)?.message).toContain('has not stored what this node did');
		expect(creationsAt(queue)).toEqual([]);
	});

	it('a worker that is told to stop finishes its execution first', async () => {
		const { client, service } = queue;
		const { workflow, call } = await publishCalled(queue, [sendingNode(queue)]);
		service.addFault({ match: { method: 'POST' }, effect: { kind: 'latency', ms: 3_000 } });
		const answer = call();
		const { id, worker } = await runOf(queue, workflow);

		await queue.changed(worker).stop();

		expect(await client.finishedExecution(id)).toMatchObject({ status: 'success' });
		expect((await answer).status).toBe(200);
		expect(service.orderBatches()).toHaveLength(1);
	});
});

describe('queue mode of the oldest n8n', () => {
	const queue = useQueueMode('oldest');

	it('repeats the execution of a worker that dies on the other one, which sends nothing and says that the batch exists', async () => {
		const { client, service, workers } = queue;
		const { id, worker } = await callUntilBooked(queue, [sendingNode(queue)]);

		await queue.changed(worker).kill();

		const repeated = await client.finishedExecution(id);
		expect(new Set(queue.workersOf(id))).toEqual(new Set(workers));
		const [batch] = service.orderBatches();
		for (const execution of [repeated, await client.retry(id)]) {
			expect(execution.status).toBe('error');
			expect(errorOf(execution)).toMatchObject({
				message: expect.stringContaining(`already exists: ${String(batch!.customer_reference_id)}`),
				description: expect.stringContaining('Nothing was sent this time. Look for this Customer Reference ID'),
			});
		}
		expect(service.orderBatches()).toHaveLength(1);
	});

	it('repeats nothing with QUEUE_WORKER_MAX_STALLED_COUNT=0 when a worker dies, not even a sub-workflow, whose derived reference would be another one', async () => {
		const { client, openJobs, service, workers } = queue;
		await Promise.all(workers.map(async (one) => await one.restart({ QUEUE_WORKER_MAX_STALLED_COUNT: '0' })));
		const sub = await client.createWorkflow(
			chain('Sub-workflow', subWorkflowTriggerNode('Called'), sendingNode(queue)),
		);
		const { id, worker } = await callUntilBooked(queue, [subWorkflowNode('Send', sub.id)]);

		await queue.changed(worker).kill();

		// n8n stores the state of the execution before its error.
		const execution = await until('n8n stores the error of the execution', async () => {
			const ended = await client.finishedExecution(id);
			return errorOf(ended) && ended;
		});
		expect(execution.status).toBe('error');
		expect(errorOf(execution)?.message).toContain('failed to be processed');
		await until('n8n has nothing left to run', async () => (await openJobs()) === 0);
		expect(creationsAt(queue)).toHaveLength(1);
		expect(service.orderBatches()).toHaveLength(1);
	});
});
