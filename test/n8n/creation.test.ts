import { randomUUID } from 'node:crypto';

import axios from 'axios';
import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';

import { itemsOf, type Credential, type Execution, type Workflow, type WorkflowInput } from '../../dev/n8n/n8nClient';
import { N8N_VERSIONS } from '../../dev/n8n/install';
import type { FaultEffect, RequestRecord } from '../../dev/mock-service';
import { createBatch, isCreation } from '../../dev/harness/batches';
import { until } from '../support/until';
import {
	createApiCredential,
	STAYS_PENDING_MS,
	startTestInstance,
	type TestInstance,
} from '../../dev/harness/testInstance';
import {
	byId,
	chain,
	createParameters,
	giftNode,
	itemsNode,
	loopWorkflow,
	manualWorkflow,
	node,
	recipients,
	waitNode,
	webhookNode,
} from '../../dev/harness/workflows';

/** An answer that tells nothing of the batch that was just created; only n8n tries again after it. */
const NO_USE: FaultEffect = { kind: 'malformed', form: 'wrongShape' };

const RETRY_ON_FAIL = { retryOnFail: true, maxTries: 3, waitBetweenTries: 100 };

/** Three lists of guests, of one, two and three. */
const guestLists = [1, 2, 3].map((size) => ({ recipients: recipients(size, `list-${size}`) }));
const GUEST_LIST = '={{ JSON.stringify($json.recipients) }}';

describe.each(N8N_VERSIONS)('sending gifts once in the %s n8n', (version) => {
	let instance: TestInstance;
	let credential: Credential;

	beforeAll(async () => {
		instance = await startTestInstance(version, { interfaceOnly: true, processingDelayMs: STAYS_PENDING_MS });
		credential = await createApiCredential(instance);
	});
	beforeEach(() => instance.service.reset());
	afterAll(async () => await instance?.stop());

	function createNode(parameters: INodeParameters = {}, size = 2): INode {
		return giftNode('Create', credential, {
			...createParameters(instance.service.samples.productId),
			recipientsJson: JSON.stringify(recipients(size)),
			...parameters,
		});
	}

	async function start(...nodes: INode[]): Promise<string> {
		const workflow = await instance.client.createWorkflow(manualWorkflow('By hand', ...nodes));
		return await instance.client.run(workflow, 'Start');
	}

	const run = async (...nodes: INode[]) => await instance.client.finishedExecution(await start(...nodes));

	/** Publishes a workflow; `call` starts it from outside, and resolves when it has ended. */
	async function publish(...nodes: INode[]) {
		const { client, n8n } = instance;
		const path = randomUUID();
		const workflow = await client.createWorkflow(chain('Published', webhookNode('Call', path), ...nodes));
		await client.activate(workflow);
		const call = async () =>
			await axios.post(`${n8n.baseUrl}/webhook/${path}`, {}, { proxy: false, validateStatus: null });
		return { workflow, call };
	}

	/** The only execution of a workflow once it has ended. */
	async function onlyExecution(workflow: Workflow): Promise<Execution> {
		const [summary, ...others] = await instance.client.executions(workflow);
		expect(others).toEqual([]);
		return await instance.client.finishedExecution(summary!.id);
	}

	/** Publishes a workflow, starts it once from outside, and answers that execution. */
	async function runPublished(...nodes: INode[]): Promise<{ workflow: Workflow; execution: Execution }> {
		const { workflow, call } = await publish(...nodes);
		await call();
		return { workflow, execution: await onlyExecution(workflow) };
	}

	async function retry({ id }: Execution, options?: { loadWorkflow: boolean }): Promise<Execution> {
		const { client } = instance;
		const execution = await client.finishedExecution(await client.retry(id, options));
		expect(execution.mode).toBe('retry');
		expect(execution.id).not.toBe(id);
		return execution;
	}

	const failNext = (effect: FaultEffect, match: { method: string } = { method: 'POST' }) =>
		instance.service.addFault({ match, effect, times: 1 });

	const outputOf = (execution: Execution, nodeName = 'Create') => itemsOf(execution, nodeName).map(({ json }) => json);

	const errorOf = ({ data }: Execution) =>
		data.resultData.error as { message: string; description?: string | null } | undefined;

	const referencesSent = () =>
		instance.service.requests.filter(isCreation).map(({ body }) => (body as IDataObject).customer_reference_id);

	/** The ID of the first batch, once it is created. */
	const firstBatchId = async () => (await until('a batch is created', () => instance.service.orderBatches()[0])).id;

	/** Waits until the service was asked for something. */
	const awaitRequest = async (is: (request: RequestRecord) => boolean) =>
		await until('the service gets a request', () => instance.service.requests.some(is));

	/** Lets a published workflow create a batch without learning that it did. */
	async function failAfterCommit(...nodes: INode[]) {
		failNext(NO_USE);
		const failed = await runPublished(...nodes);
		expect(failed.execution).toMatchObject({ status: 'error', mode: 'webhook' });
		expect(errorOf(failed.execution)?.description).toContain('It is not known whether the order batch was created');
		expect(instance.service.orderBatches()).toHaveLength(1);
		return failed;
	}

	/** Starts a workflow by hand whose second creation is carried out while the node does not learn it. */
	async function failAtSecondCreation(input: WorkflowInput): Promise<Execution> {
		const { client, service } = instance;
		service.addFault({ match: { method: 'POST' }, effect: { kind: 'latency', ms: 200 } });
		const executionId = await client.run(await client.createWorkflow(input), 'Start');
		await awaitRequest(isCreation);
		failNext(NO_USE);
		const failed = await client.finishedExecution(executionId);
		expect(failed.status).toBe('error');
		expect(service.orderBatches()).toHaveLength(2);
		return failed;
	}

	const ownReference = (reference: string) => ({ additionalFields: { customerReferenceId: reference } });

	describe("n8n's Retry of a failed execution", () => {
		describe.each([
			['the reference that the node derives', {}],
			['the reference of the user', ownReference('welcome-2026')],
		])('with %s', (_, parameters) => {
			it.each([false, true])(
				'finds the batch where the service lists batches (saved workflow: %s)',
				async (loadWorkflow) => {
					const { execution } = await failAfterCommit(createNode(parameters));
					instance.service.setInterfaceOnly(false);

					const retried = await retry(execution, { loadWorkflow });

					expect(retried.status).toBe('success');
					const [batch, ...others] = instance.service.orderBatches();
					expect(others).toEqual([]);
					expect(outputOf(retried)).toMatchObject([{ id: batch!.id, send_status: 'complete', already_created: true }]);
				},
			);

			it('sends nothing when the workflow was changed and saved meanwhile', async () => {
				const { client, service } = instance;
				const { workflow, execution } = await failAfterCommit(createNode(parameters));
				const [webhook] = workflow.nodes;
				const replaced = createNode({ ...parameters, fromName: 'Somebody else' });
				await client.updateWorkflow(workflow.id, chain('Published', webhook!, replaced));

				const retried = await retry(execution, { loadWorkflow: true });

				expect(retried.status).toBe('error');
				expect(errorOf(retried)?.message).toContain('the request has changed since');
				expect(service.requests.filter(isCreation)).toHaveLength(1);
				expect(service.orderBatches()).toHaveLength(1);
			});
		});

		it.each([false, true])(
			'sends nothing again where the service does not list batches (saved workflow: %s)',
			async (loadWorkflow) => {
				const { execution } = await failAfterCommit(createNode());

				const retried = await retry(execution, { loadWorkflow });

				expect(retried.status).toBe('success');
				const [batch, ...others] = instance.service.orderBatches();
				expect(others).toEqual([]);
				expect(outputOf(retried)).toEqual([
					{ id: null, customer_reference_id: batch!.customer_reference_id, already_created: true },
				]);
				expect(retried.data.resultData.runData.Create?.[0]?.hints).toMatchObject([
					{ message: expect.stringContaining('was not sent again') },
				]);
				expect(referencesSent()).toEqual([batch!.customer_reference_id, batch!.customer_reference_id]);
			},
		);

		it.each([false, true])(
			"says that it cannot tell whose batch has the user's reference where the service does not list batches (saved workflow: %s)",
			async (loadWorkflow) => {
				const { execution } = await failAfterCommit(createNode(ownReference('welcome-2026')));

				const retried = await retry(execution, { loadWorkflow });

				expect(retried.status).toBe('error');
				const { description } = errorOf(retried)!;
				expect(description).toContain('It is not known whether the order batch was created');
				expect(description).toContain('either the one that an earlier attempt created, or an older one');
				expect(instance.service.orderBatches()).toHaveLength(1);
			},
		);

		it('sends nothing when the reference was changed meanwhile', async () => {
			const { client, service } = instance;
			const { workflow, execution } = await failAfterCommit(createNode(ownReference('welcome-1')));
			const [webhook] = workflow.nodes;
			await client.updateWorkflow(workflow.id, chain('Published', webhook!, createNode(ownReference('welcome-2'))));

			const retried = await retry(execution, { loadWorkflow: true });

			expect(errorOf(retried)?.message).toContain(
				'An earlier attempt of this execution may have created an order batch (reference welcome-1)',
			);
			expect(referencesSent()).toEqual(['welcome-1']);
			expect(service.orderBatches()).toHaveLength(1);
		});

		it('sends nothing again however often it is retried', async () => {
			const { service } = instance;
			const { execution } = await failAfterCommit(createNode());
			failNext({ kind: 'response', status: 401 });

			const failedAgain = await retry(execution);
			expect(failedAgain.status).toBe('error');

			for (const failed of [failedAgain, execution, execution]) {
				expect(outputOf(await retry(failed))).toMatchObject([{ already_created: true }]);
			}
			expect(service.orderBatches()).toHaveLength(1);
		});

		it('sends once when an execution that failed before the node is retried twice', async () => {
			const { client, service } = instance;
			const throws = (name: string) => ({
				...itemsNode(name, []),
				parameters: { jsCode: "throw new Error('not yet')" },
			});
			const create = createNode();
			const { workflow, execution } = await runPublished(throws('Check'), create);
			expect(execution.status).toBe('error');
			const [call] = workflow.nodes;
			await client.updateWorkflow(
				workflow.id,
				chain('Published', call!, itemsNode('Check', [{}]), create, throws('After')),
			);

			const first = await retry(execution, { loadWorkflow: true });
			expect(errorOf(first)?.message).toContain('not yet');
			expect(outputOf(first)).toHaveLength(1);
			const second = await retry(execution, { loadWorkflow: true });

			expect(errorOf(second)).toMatchObject({
				message: expect.stringContaining('already exists'),
				description: expect.stringContaining('if you retry a failed execution more than once'),
			});
			expect(service.orderBatches()).toHaveLength(1);
		});

		it('sends nothing again after an execution that was started by hand', async () => {
			failNext(NO_USE);
			const failed = await run(createNode());
			expect(failed).toMatchObject({ status: 'error', mode: 'manual' });

			expect(outputOf(await retry(failed))).toMatchObject([{ already_created: true }]);
			expect(instance.service.orderBatches()).toHaveLength(1);
		});

		it('sends what was not sent, and only that', async () => {
			const failed = await failAtSecondCreation(
				manualWorkflow('Three batches', itemsNode('People', guestLists), createNode({ recipientsJson: GUEST_LIST })),
			);

			const retried = await retry(failed);

			expect(retried.status).toBe('success');
			const [first, second, third] = outputOf(retried);
			expect([first, second]).toMatchObject([
				{ recipients_count: 1, already_created: true },
				{ id: null, already_created: true },
			]);
			expect(third).toMatchObject({ recipients_count: 3 });
			expect(third).not.toHaveProperty('already_created');
			expect(instance.service.orderBatches().map(({ recipients_count: count }) => count)).toEqual([1, 2, 3]);
		});

		it('sends what was not sent in a loop, and only that', async () => {
			const people = itemsNode('People', guestLists);
			const failed = await failAtSecondCreation(
				loopWorkflow('Loop', people, createNode({ recipientsJson: GUEST_LIST })),
			);

			const retried = await retry(failed);

			expect(retried.status).toBe('success');
			expect(outputOf(retried)).toMatchObject([
				{ recipients_count: 1 },
				{ id: null, already_created: true },
				{ recipients_count: 3 },
			]);
			expect(instance.service.orderBatches().map(({ recipients_count: count }) => count)).toEqual([1, 2, 3]);
		});

		it('reads the batch that exists when waiting for it had failed', async () => {
			const { service } = instance;
			const create = createNode({ options: { waitForCompletion: true, maxWaitSeconds: 0 } }, 11);
			const running = runPublished(create);
			const id = await firstBatchId();
			const { execution } = await running;
			expect(execution.status).toBe('error');
			expect(errorOf(execution)?.message).toBe(`Order batch ${id} is still pending after 0 seconds`);

			const stillPending = await retry(execution);
			expect(errorOf(stillPending)?.message).toBe(`Order batch ${id} is still pending after 0 seconds`);
			service.setBatchState(id, 'complete');
			const retried = await retry(stillPending);

			expect(outputOf(retried)).toMatchObject([{ id, send_status: 'complete', already_created: true }]);
			expect(service.requests.filter(isCreation)).toHaveLength(1);
			expect(service.orderBatches()).toHaveLength(1);
		});

		it('puts out the orders of the batch that exists when reading them had failed', async () => {
			const { service } = instance;
			service.addFault({
				match: { method: 'GET', path: /\/orders$/ },
				effect: { kind: 'response', status: 403 },
				times: 1,
			});
			const { execution } = await runPublished(createNode({ options: { output: 'orders' } }));
			expect(execution.status).toBe('error');

			const retried = await retry(execution);

			expect(outputOf(retried)).toHaveLength(2);
			expect(service.requests.filter(isCreation)).toHaveLength(1);
		});
	});

	it('sends the batches of two nodes of a workflow, even where they may have the same ID', async () => {
		const first = createNode();
		const second = { ...createNode(), id: first.id, name: 'Create more' };
		if (version === 'newest') {
			await expect(start(first, second)).rejects.toThrow('share the node ID');
			return;
		}

		const execution = await run(first, second);

		expect(execution.status).toBe('success');
		const [batch, another] = instance.service.orderBatches();
		expect(outputOf(execution)).toMatchObject([{ id: batch!.id }]);
		expect(outputOf(execution, 'Create more')).toMatchObject([{ id: another!.id }]);
	});

	describe('Retry On Fail', () => {
		it.each<[string, FaultEffect]>([
			['the connection breaks after the batch was created', { kind: 'drop', afterCommit: true }],
			['the service answers 503 after the batch was created', { kind: 'response', status: 503, afterCommit: true }],
			['the answer about the created batch is of no use', NO_USE],
			['the service answers 503 before it did anything', { kind: 'response', status: 503 }],
		])('sends once when %s', async (_, effect) => {
			failNext(effect);

			const execution = await run({ ...createNode(), ...RETRY_ON_FAIL });

			expect(execution.status).toBe('success');
			expect(outputOf(execution)).toHaveLength(1);
			expect(instance.service.orderBatches()).toHaveLength(1);
			expect(new Set(referencesSent()).size).toBe(1);
			expect(referencesSent()).toHaveLength(2);
		});

		it('goes on waiting for the batch that it has created', async () => {
			const { service } = instance;
			const create = createNode({ options: { waitForCompletion: true, maxWaitSeconds: 0 } }, 11);

			const executionId = await start({ ...create, ...RETRY_ON_FAIL, waitBetweenTries: 1000 });
			const id = await firstBatchId();
			await awaitRequest(({ method, status }) => method === 'GET' && status === 200);
			service.setBatchState(id, 'complete');
			const execution = await instance.client.finishedExecution(executionId);

			expect(outputOf(execution)).toMatchObject([{ id, send_status: 'complete', already_created: true }]);
			expect(service.requests.filter(isCreation)).toHaveLength(1);
		});
	});

	describe('the error output', () => {
		/** A workflow in which Create has an error output that leads to `failed`, and `failed` leads to `next`, if to anything. */
		async function startWithErrorOutput(create: INode, failed: INode, next?: INode): Promise<string> {
			const { client } = instance;
			const { name, nodes, connections } = manualWorkflow('Error output', create);
			const done = node('Done', 'n8n-nodes-base.noOp', 1);
			const to = ({ name: target }: INode) => [{ node: target, type: 'main' as const, index: 0 }];
			const workflow = await client.createWorkflow({
				name,
				nodes: [...nodes.slice(0, -1), { ...create, onError: 'continueErrorOutput' }, done, failed],
				connections: {
					...connections,
					[create.name]: { main: [to(done), to(failed)] },
					...(next && { [failed.name]: { main: [to(next)] } }),
				},
			});
			return await client.run(workflow, 'Start');
		}

		const waiting = { options: { waitForCompletion: true, maxWaitSeconds: 0 } };

		it('gets an item with the ID of the order batch when waiting for it fails', async () => {
			const executionId = await startWithErrorOutput(createNode(waiting, 11), node('Failed', 'n8n-nodes-base.noOp', 1));
			const id = await firstBatchId();
			const execution = await instance.client.finishedExecution(executionId);

			expect(execution.status).toBe('success');
			expect(outputOf(execution)).toEqual([]);
			expect(outputOf(execution, 'Failed')).toEqual([
				expect.objectContaining({
					error: `Order batch ${id} is still pending after 0 seconds`,
					error_description: expect.stringContaining(`Order batch ${id} was created: do not create it again.`),
					order_batch_id: id,
				}),
			]);
			expect(instance.service.orderBatches()).toHaveLength(1);
		});

		it.each([
			['a Wait node', waitNode('Again', 1)],
			['a node that does nothing', node('Again', 'n8n-nodes-base.noOp', 1)],
		])(
			'may lead back through %s, and the node goes on waiting for the batch that it finds, and sends nothing again',
			async (_, again) => {
				const { client, service } = instance;
				const create = createNode(waiting, 11);
				const executionId = await startWithErrorOutput(create, again, create);
				const id = await firstBatchId();
				await awaitRequest(({ method, status }) => method === 'GET' && status === 200);
				service.setBatchState(id, 'complete');

				const execution = await client.finishedExecution(executionId);

				expect(execution.status).toBe('success');
				expect(outputOf(execution, 'Again')).toContainEqual(expect.objectContaining({ order_batch_id: id }));
				expect(outputOf(execution, 'Done')).toMatchObject([{ id, send_status: 'complete', already_created: true }]);
				expect(service.requests.filter(isCreation)).toHaveLength(1);
				expect(service.orderBatches()).toHaveLength(1);
			},
		);
	});

	it('sends once a day by hand, however the workflow is run', async () => {
		const { client, service } = instance;
		service.setInterfaceOnly(false);
		const contacts = [{ 'First Name': 'Ann', Email: 'ann@example.com' }];
		const create = createNode({ recipientsSource: 'inputItems' });
		const next = node('Next', 'n8n-nodes-base.noOp', 1);
		const input = manualWorkflow('Building', itemsNode('Contacts', contacts), create, next);
		const workflow = await client.createWorkflow(input);
		const first = await client.finishedExecution(await client.run(workflow, 'Start'));
		const [batch] = service.orderBatches();
		expect(outputOf(first)).toEqual([expect.objectContaining({ order_batch_id: batch!.id })]);
		expect(outputOf(first)[0]).not.toHaveProperty('already_created');

		const partial = await client.runStep(workflow, 'Next', first, 'Start', 'Contacts');
		const again = await client.run(workflow, 'Start');
		const pinned = await client.updateWorkflow(workflow.id, {
			...input,
			pinData: { Contacts: contacts.map((json) => ({ json })) },
		});
		const step = await client.runStep(pinned, 'Create', first);
		const whole = await client.run(pinned, 'Start');

		for (const id of [partial, again, step, whole]) {
			const execution = await client.finishedExecution(id);
			expect(execution).toMatchObject({ status: 'success', mode: 'manual' });
			expect(outputOf(execution)).toEqual([{ ...outputOf(first)[0], already_created: true }]);
		}
		expect(referencesSent()).toEqual(Array.from({ length: 5 }, () => batch!.customer_reference_id));
		expect(service.orderBatches()).toHaveLength(1);
	});

	it('sends nothing when two items of one run make equal order batches', async () => {
		const execution = await run(itemsNode('Items', [{}, {}]), createNode());

		expect(execution.status).toBe('error');
		expect(errorOf(execution)).toMatchObject({
			message: expect.stringContaining('This is the same order batch as that of item 1'),
			description: expect.stringContaining('Nothing was sent'),
		});
		expect(instance.service.requests.filter(isCreation)).toEqual([]);
	});

	it('sends to no more recipients than the limit in all runs of a loop together', async () => {
		const { client, service } = instance;
		const create = createNode({ recipientsJson: GUEST_LIST, options: { recipientsLimit: 4 } });
		const workflow = await client.createWorkflow(loopWorkflow('Loop', itemsNode('People', guestLists), create));

		const execution = await client.finishedExecution(await client.run(workflow, 'Start'));

		expect(execution.status).toBe('error');
		expect(errorOf(execution)?.message).toContain('"Recipients Limit" is 4 for one execution of the workflow');
		expect(errorOf(execution)?.message).toContain('(3 before and 3 now)');
		expect(service.orderBatches().map(({ recipients_count: count }) => count)).toEqual([1, 2]);
	});

	it('sends to 500 contacts of a CRM in one batch, and pairs each order to its contact', async () => {
		const { service } = instance;
		const contacts = Array.from({ length: 500 }, (_, index) => ({
			'Record ID': index + 1,
			'First Name': `Contact ${index + 1}`,
			'Last Name': 'Example',
			'E-mail': `contact.${index + 1}@example.com`,
		}));

		const executionId = await start(
			itemsNode('Contacts', contacts),
			createNode({
				recipientsSource: 'inputItems',
				options: { output: 'orders', waitForCompletion: true, pollIntervalSeconds: 1 },
			}),
		);
		service.setBatchState(await firstBatchId(), 'complete');
		const execution = await instance.client.finishedExecution(executionId);

		expect(execution.status).toBe('success');
		expect(
			itemsOf(execution, 'Create').map(({ json, pairedItem }) => [
				json.recipient_email,
				typeof json.individual_gift_link,
				pairedItem,
			]),
		).toEqual(contacts.map(({ 'E-mail': email }, item) => [email, 'string', { item }]));
		expect(service.orderBatches()).toMatchObject([{ recipients_count: 500, orders_count: 500 }]);
		expect(referencesSent()).toHaveLength(1);
	});

	describe('waiting for a batch', () => {
		const looksAt = (id: string) =>
			instance.service.requests.filter(({ method, path }) => method === 'GET' && path === `/v1/order_batches/${id}`);

		/** Starts waiting for a pending batch, and resolves when the node has looked at it. */
		async function startWaiting() {
			const id = await createBatch(instance.service, 11);
			const executionId = await start(
				giftNode('Wait', credential, {
					resource: 'orderBatch',
					operation: 'waitForCompletion',
					orderBatchId: byId(id),
					options: { pollIntervalSeconds: 1 },
				}),
			);
			await until('the node looks at the batch', () => looksAt(id).some(({ status }) => status === 200));
			return { id, executionId };
		}

		it('answers the batch once it is complete', async () => {
			const { id, executionId } = await startWaiting();
			instance.service.setBatchState(id, 'complete');

			const execution = await instance.client.finishedExecution(executionId);

			expect(execution.status).toBe('success');
			expect(outputOf(execution, 'Wait')).toMatchObject([{ id, send_status: 'complete', orders_count: 11 }]);
			expect(looksAt(id)).toHaveLength(2);
		});

		it('fails with the ID of the batch once that has failed', async () => {
			const { id, executionId } = await startWaiting();
			instance.service.setBatchState(id, 'failed');

			const execution = await instance.client.finishedExecution(executionId);

			expect(execution.status).toBe('error');
			expect(errorOf(execution)?.message).toBe(`Order batch ${id} is failed`);
		});

		/**
		 * Stops an execution, and counts the requests after that. They are those that come until another execution has looked
		 * at its batch two times more, a second apart.
		 */
		async function requestsAfterStopping(executionId: string, other: { id: string; executionId: string }) {
			const { client, service } = instance;
			await client.stop(executionId);
			expect(await client.finishedExecution(executionId)).toMatchObject({ status: 'canceled' });
			service.clearFaults();
			service.requests.length = 0;
			await until('the other execution goes on', () => looksAt(other.id).length >= 2);
			service.setBatchState(other.id, 'complete');
			await client.finishedExecution(other.executionId);
			return service.requests.length - looksAt(other.id).length;
		}

		it('ends when the execution is stopped', async () => {
			const other = await startWaiting();
			const { executionId } = await startWaiting();

			expect(await requestsAfterStopping(executionId, other)).toBe(0);
		});

		it('ends when the execution that has created the batch is stopped while the service does not respond', async () => {
			const { service } = instance;
			const other = await startWaiting();
			service.addFault({
				match: { method: 'GET', path: '/v1/order_batches' },
				effect: { kind: 'response', status: 503 },
			});
			const executionId = await start(createNode({ options: { waitForCompletion: true, pollIntervalSeconds: 1 } }, 12));
			const { id } = await until('the batch is created', () => service.orderBatches()[1]);
			await until('the node looks at the batch', () => looksAt(id)[0]);

			expect(await requestsAfterStopping(executionId, other)).toBe(0);
			expect(service.orderBatches()).toHaveLength(2);
		});
	});

	it('sends nothing again after an execution that was stopped before the service answered', async () => {
		const { client, service } = instance;
		failNext({ kind: 'hang', afterCommit: true });
		const executionId = await start(createNode());
		await awaitRequest(isCreation);
		await client.stop(executionId);
		expect(await client.finishedExecution(executionId)).toMatchObject({ status: 'canceled' });

		const retried = await client.retry(executionId).catch((error: Error) => error);

		// Whether the oldest n8n refuses the retry, or runs it without the node, depends on what it has stored by then.
		if (version === 'newest' || retried instanceof Error) {
			expect(retried).toMatchObject({ message: expect.stringContaining('cannot be retried') });
		} else {
			expect(outputOf(await client.finishedExecution(retried))).toEqual([]);
		}
		expect(service.orderBatches()).toHaveLength(1);
		expect(service.requests.filter(isCreation)).toHaveLength(1);
	});

	it('sends nothing again on a retry after n8n broke off, though n8n has forgotten what the node did', async () => {
		const { n8n, service } = instance;
		service.addFault({ match: { method: 'POST' }, effect: { kind: 'hang', afterCommit: true }, times: 2 });
		const derived = await publish(createNode());
		const own = await publish(createNode(ownReference('welcome-2026')));
		const answers = Promise.allSettled([derived.call(), own.call()]);
		await until('both batches are created', () => service.orderBatches().length === 2);
		await n8n.kill();
		await n8n.restart();
		await answers;
		const crashed = [await onlyExecution(derived.workflow), await onlyExecution(own.workflow)];
		expect(crashed).toMatchObject([{ status: 'crashed' }, { status: 'crashed' }]);
		const [ofDerived, ofOwn] = crashed as [Execution, Execution];

		const refused = await retry(ofDerived);
		expect(errorOf(refused)).toMatchObject({
			message: 'n8n has not stored what this node did before, so the order batch may already exist',
			description: expect.stringContaining('This retry sent nothing'),
		});
		expect(errorOf(await retry(refused))?.message).toBe(errorOf(refused)?.message);
		expect(errorOf(await retry(ofOwn))?.message).toContain('already exists: welcome-2026');
		expect(service.orderBatches()).toHaveLength(2);
	});

	it('sends on a retry what an invalid input or a credential of no use had prevented', async () => {
		const { client, service } = instance;
		const useless = await client.createCredential('giftOrderBatchAutomationApi', 'Of no use', {
			environment: 'custom',
			baseUrl: 'nowhere',
			apiKey: service.keys.automation,
		});
		const valid = createNode();
		for (const prevented of [createNode({ recipientsJson: '[]' }), giftNode('Create', useless, valid.parameters)]) {
			const { workflow, execution } = await runPublished(prevented);
			expect(execution.status).toBe('error');
			expect(errorOf(execution)?.description).toContain('Nothing was sent');
			await client.updateWorkflow(workflow.id, chain('Published', workflow.nodes[0]!, valid));

			expect((await retry(execution, { loadWorkflow: true })).status).toBe('success');
		}
		expect(service.orderBatches()).toHaveLength(2);
	});

	it('sends nothing when it is only to validate', async () => {
		const { service } = instance;

		const execution = await run(createNode({ validateOnly: true }));

		expect(execution.status).toBe('success');
		expect(outputOf(execution)).toMatchObject([
			{ valid: true, request: expect.objectContaining({ from_name: 'The welcome team', recipients: recipients(2) }) },
		]);
		expect(service.requests.filter(isCreation)).toEqual([]);
		expect(service.orderBatches()).toEqual([]);
	});
});
