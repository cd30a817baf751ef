import { randomUUID } from 'node:crypto';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';

import { send } from '../../dev/n8n/http';
import { Receiver } from '../../dev/harness/receiver';
import { STAYS_PENDING_MS, useInstance } from '../../dev/harness/testInstance';
import {
	chain,
	itemsNode,
	loopWorkflow,
	manualWorkflow,
	node,
	recipients,
	subWorkflowNode,
	subWorkflowTriggerNode,
} from '../../dev/harness/workflows';
import type { FaultEffect } from '../../dev/mock-service';
import { N8N_VERSIONS } from '../../dev/n8n/install';
import { errorOf, jsonOf, type Execution, type Workflow, type WorkflowInput } from '../../dev/n8n/n8nClient';
import { until } from '../support/until';
import { callUntilCreated, creationsAt, endedExecutions, publishCalled, sendingNode } from './executions';

/** A response that tells nothing of the batch that was just created; only n8n attempts it again. */
const NO_USE: FaultEffect = { kind: 'malformed', form: 'wrongShape' };

/** Three lists of guests, of one, two and three. */
const guestLists = [1, 2, 3].map((size) => ({ recipients: recipients(size, `list-${size}`) }));
const GUEST_LIST = { recipientsJson: '={{ JSON.stringify($json.recipients) }}' };

const throwing = (name: string) => node(name, 'n8n-nodes-base.code', 2, { jsCode: "throw new Error('not yet')" });

/** The JSON of what the node that creates order batches put out. */
const sent = (execution: Execution) => jsonOf(execution, 'Create');

describe.each(N8N_VERSIONS)('sending gifts once in the %s n8n', (version) => {
	const instance = useInstance(version, { interfaceOnly: true, processingDelayMs: STAYS_PENDING_MS });

	const createNode = (parameters?: INodeParameters, size?: number) => sendingNode(instance, parameters, size);

	/** Starts a workflow by hand, and answers its execution's ID. */
	const start = async (input: WorkflowInput) =>
		await instance.client.run(await instance.client.createWorkflow(input), 'Start');

	/** Publishes a workflow, starts it once from outside, and answers that execution, which fails. */
	async function failPublished(...nodes: INode[]): Promise<{ workflow: Workflow; failed: Execution }> {
		const { workflow, call } = await publishCalled(instance, nodes);
		await call();
		const executions = await endedExecutions(instance, workflow, 1);
		expect(executions).toMatchObject([{ status: 'error', mode: 'webhook' }]);
		return { workflow, failed: executions[0]! };
	}

	/** Puts other nodes behind the first one of a saved workflow. As in the editor, a node of the same name keeps its ID. */
	const replace = async ({ id, nodes }: Workflow, ...others: INode[]) => {
		const idOf = (one: INode) => nodes.find(({ name }) => name === one.name)?.id ?? one.id;
		const kept = others.map((one) => ({ ...one, id: idOf(one) }));
		return await instance.client.updateWorkflow(id, chain('Published', nodes[0]!, ...kept));
	};

	const retry = async ({ id }: Execution, loadWorkflow = false) => await instance.client.retry(id, { loadWorkflow });

	const failNext = (effect: FaultEffect) => instance.service.addFault({ match: { method: 'POST' }, effect, times: 1 });

	const creations = () => creationsAt(instance);
	const referencesSent = () => creations().map(({ body }) => (body as IDataObject).customer_reference_id);
	const sizes = () => instance.service.orderBatches().map(({ recipients_count: count }) => count);

	describe("n8n's Retry of an execution", () => {
		let receiver: Receiver;

		beforeEach(async () => (receiver = await Receiver.start()));
		afterEach(async () => await receiver.close());

		/** The nodes that wait, and tell the receiver where they are called. */
		const waitingNodes = () => [
			node('Ask', 'n8n-nodes-base.httpRequest', 4.2, {
				method: 'POST',
				url: receiver.url,
				sendBody: true,
				contentType: 'raw',
				rawContentType: 'text/plain',
				body: '={{ $execution.resumeUrl }}',
			}),
			{ ...node('Wait', 'n8n-nodes-base.wait', 1.1, { resume: 'webhook' }), webhookId: randomUUID() },
		];

		/** Calls what waits, as soon as it does. */
		const goOn = async () => {
			const { body } = await until('it has asked', () => receiver.received.shift());
			await until('it waits', async () => ((await send('GET', body)).status === 200 ? true : undefined));
		};

		const stop = async (id: string) => await instance.client.stop(id);

		/** Ends n8n, and removes its log, which tells n8n which nodes ran. */
		const breakOff = async () => {
			await instance.n8n.kill();
			const folder = join(instance.n8n.userFolder, '.n8n');
			const logs = readdirSync(folder).filter((name) => name.startsWith('n8nEventLog'));
			for (const log of logs) rmSync(join(folder, log));
			await instance.n8n.restart();
		};

		it('sends nothing again where the service does not list batches, however often it is retried, nor when the request was changed', async () => {
			failNext(NO_USE);
			const { workflow, failed } = await failPublished(createNode());
			expect(errorOf(failed)?.description).toContain('It is not known whether the order batch was created');
			const reference = referencesSent()[0]!;
			failNext({ kind: 'response', status: 401 });
			const failedAgain = await retry(failed);
			expect(failedAgain.status).toBe('error');

			for (const [execution, loadWorkflow] of [
				[failedAgain, false],
				[failed, false],
				[failed, true],
			] as const) {
				const retried = await retry(execution, loadWorkflow);

				expect(sent(retried)).toEqual([{ id: null, customer_reference_id: reference, already_created: true }]);
				expect(retried.data.resultData.runData.Create?.[0]?.hints).toMatchObject([
					{ message: expect.stringContaining('was not sent again') },
				]);
			}
			const references = referencesSent();
			await replace(workflow, createNode({ fromName: 'Somebody else' }));
			expect(errorOf(await retry(failed, true))?.message).toContain('the request has changed since');
			expect(referencesSent()).toEqual(references);
			expect(new Set(references)).toEqual(new Set([reference]));
			expect(sizes()).toEqual([2]);
		});

		it('sends once when an execution that failed before the node is retried twice', async () => {
			const create = createNode();
			const { workflow, failed } = await failPublished(throwing('Check'), create);
			await replace(workflow, itemsNode('Check', [{}]), create, throwing('After'));

			const first = await retry(failed, true);
			expect(errorOf(first)?.message).toContain('not yet');
			expect(sent(first)).toHaveLength(1);
			const second = await retry(failed, true);

			expect(errorOf(second)).toMatchObject({
				message: expect.stringContaining('already exists'),
				description: expect.stringContaining('the node cannot tell who got them. Nothing was sent this time.'),
			});
			expect(sizes()).toEqual([2]);
		});

		it.each([
			['of one run', (people: INode, create: INode) => manualWorkflow('Three batches', people, create)],
			['of a loop', (people: INode, create: INode) => loopWorkflow('Loop', people, create)],
		])('sends what was not sent %s, and only that', async (_what, workflowOf) => {
			const { client, service } = instance;
			service.addFault({ match: { method: 'POST' }, effect: { kind: 'latency', ms: 200 } });
			const executionId = await start(workflowOf(itemsNode('People', guestLists), createNode(GUEST_LIST)));
			await until('the first creation', () => creations()[0]);
			failNext(NO_USE);
			const failed = await client.finishedExecution(executionId);
			expect(failed.status).toBe('error');
			expect(sizes()).toEqual([1, 2]);

			const retried = await retry(failed);

			expect(retried.status).toBe('success');
			const [first, second, third] = sent(retried);
			expect([first, second]).toMatchObject([{ recipients_count: 1 }, { id: null, already_created: true }]);
			expect(third).toMatchObject({ recipients_count: 3 });
			expect(third).not.toHaveProperty('already_created');
			expect(sizes()).toEqual([1, 2, 3]);
		});

		it('sends nothing again after n8n broke off, though n8n has forgotten what the node did', async () => {
			const { client, n8n } = instance;
			const create = createNode();
			const derived = await callUntilCreated(instance, [create]);
			const additionalFields = { customerReferenceId: 'welcome-2026' };
			const own = await callUntilCreated(instance, [createNode({ additionalFields })]);
			await n8n.kill();
			await n8n.restart();
			const ofDerived = await client.finishedExecution(derived.id);
			const ofOwn = await client.finishedExecution(own.id);
			expect([ofDerived.status, ofOwn.status]).toEqual(['crashed', 'crashed']);

			const refused = await retry(ofDerived);
			expect(errorOf(refused)).toMatchObject({
				message: 'n8n has not stored what this node did before, so the order batch may already exist',
				description: expect.stringContaining('This retry sent nothing'),
			});
			expect(errorOf(await retry(refused))?.message).toBe(errorOf(refused)?.message);
			// n8n knows what ran by its name only.
			await replace(derived.workflow, { ...create, name: 'Send gifts' });
			expect(errorOf(await retry(ofDerived, true))?.message).toBe(errorOf(refused)?.message);
			expect(errorOf(await retry(ofOwn))?.message).toContain('already exists: welcome-2026');
			expect(sizes()).toEqual([2, 2]);
		});

		it.each([
			['was stopped', false, stop, 'canceled'],
			['has waited for a call, and was stopped', true, stop, 'canceled'],
			['has waited for a call, broke off, and has lost its log', true, breakOff, 'crashed'],
		])('sends nothing again when it %s while it sent', async (_how, waits, end, status) => {
			const nodes = [...(waits ? waitingNodes() : []), createNode()];
			const { id, answer } = await callUntilCreated(instance, nodes, {}, waits ? goOn : undefined);
			await end(id);
			await answer;
			const ended = await instance.client.finishedExecution(id);
			expect(ended.status).toBe(status);

			const retried = await retry(ended).catch((error: Error) => error);

			// The oldest n8n refuses the retry of what was stopped, or runs it without the node.
			if (version === 'newest' || status === 'crashed') {
				expect(errorOf(retried as Execution)?.message).toContain(waits ? 'already exists' : 'may already exist');
			} else {
				expect(creations()).toHaveLength(1);
			}
			expect(sizes()).toEqual([2]);
		});

		it('sends once when it waits, and is called several times at once, which the oldest n8n accepts', async () => {
			const { workflow, call } = await publishCalled(instance, [...waitingNodes(), createNode()]);
			const called = Promise.allSettled([call()]);
			const { body } = await until('it has asked', () => receiver.received.shift());
			await until('it waits', async () => (await instance.client.countExecutions(workflow, 'waiting')) > 0);
			const calls = await Promise.all(Array.from({ length: 5 }, async () => await send('GET', body)));
			await called;

			// Each call that n8n has accepted sends, or tries to.
			const accepted = calls.filter(({ status }) => status === 200);
			await until('all have tried', () => creations().filter(({ status }) => status).length === accepted.length);
			expect(sizes()).toEqual([2]);
		});

		it('sends when it failed before, and waits again', async () => {
			const after = [...waitingNodes(), createNode()];
			const { workflow, failed } = await failPublished(throwing('Check'), ...after);
			await replace(workflow, itemsNode('Check', [{}]), ...after);
			const retrying = retry(failed, true);
			await goOn();

			expect((await retrying).status).toBe('success');
			expect(sizes()).toEqual([2]);
		});
	});

	it('returns in the editor what the published workflow has sent, as Debug in editor executes it again', async () => {
		const { client } = instance;
		const { workflow, failed } = await failPublished(createNode(), throwing('After'));
		expect(sizes()).toEqual([2]);
		const debugged = await client.finishedExecution(await client.runStep(workflow, 'Create', failed, 'Call'));

		expect(debugged.mode).toBe('manual');
		expect(sent(debugged)).toMatchObject([{ id: sent(failed)[0]?.id, already_created: true }]);
		expect(sizes()).toEqual([2]);
	});

	it('sends the batches of two nodes of a workflow, even where they have the same ID, which the newest n8n refuses', async () => {
		const first = createNode();
		const others = { recipientsJson: JSON.stringify(recipients(3, 'others')) };
		const started = start(manualWorkflow('Two', first, { ...createNode(others), id: first.id, name: 'Create more' }));
		if (version === 'newest') {
			await expect(started).rejects.toThrow('share the node ID');
			return;
		}

		const execution = await instance.client.finishedExecution(await started);

		const [batch, another] = instance.service.orderBatches();
		expect(sent(execution)).toMatchObject([{ id: batch!.id }]);
		expect(jsonOf(execution, 'Create more')).toMatchObject([{ id: another!.id }]);
	});

	it.each([
		['lists order batches', true],
		['does not', false],
	])('gives nobody a second gift by hand, mended or restarted, where the service %s', async (_what, canList) => {
		const { client, n8n, service } = instance;
		service.setInterfaceOnly(!canList);
		service.addFault({ match: { method: 'POST' }, effect: { kind: 'latency', ms: 500 } });
		const create = createNode({ recipientsSource: 'inputItems' });
		const input = (people: IDataObject[]) => manualWorkflow('Building', itemsNode('Contacts', people), create);
		const workflow = await client.createWorkflow(input(recipients(5)));
		const execute = async (people: IDataObject[]) =>
			await client.execute(await client.updateWorkflow(workflow.id, input(people)));
		const executions = await Promise.all([client.execute(workflow), client.execute(workflow)]);
		expect(executions.map(({ status }) => status)).toEqual(['success', 'success']);
		expect(executions.flatMap(sent).filter(({ already_created: already }) => already)).toHaveLength(5);

		Object.assign(create.parameters, { fromName: 'Somebody else', additionalFields: { swap: 'single' } });
		for (const name of ['Create', 'Send gifts']) {
			create.name = name;
			expect(errorOf(await execute(recipients(6)))?.message).toMatch(
				/^5 of 6 recipients got a gift .* add the option "Skip Gifted Within Days". To send anyway, add the option "Allow Repeated/,
			);
		}

		await n8n.restart();
		const [same, others] = [await execute(recipients(6)), await execute(recipients(2, 'others'))];
		if (canList) {
			expect(errorOf(same)?.message).toContain('5 of 6 recipients got a gift from this step today');
			expect(sizes()).toEqual([5, 2]);
		} else {
			for (const execution of [same, others]) {
				expect(errorOf(execution)?.description).toContain(
					'To keep building the workflow, pin the output of this step.',
				);
			}
			expect(sizes()).toEqual([5]);
		}
	});

	it('sends once a day by hand, however the workflow is run, also before it has a trigger', async () => {
		const { client, service } = instance;
		service.setInterfaceOnly(false);
		const contacts = [{ 'First Name': 'Ann', Email: 'ann@example.com' }];
		const create = createNode({ recipientsSource: 'inputItems' });
		const next = node('Next', 'n8n-nodes-base.noOp', 1);
		const nodes = [itemsNode('Contacts', contacts), create, next];
		const nothingRan = { data: { resultData: { runData: {} } } } as Execution;
		const { id } = await client.createWorkflow(chain('Building', ...nodes));
		const first = await client.finishedExecution(await client.runStep(await client.workflow(id), 'Create', nothingRan));
		const [batch] = service.orderBatches();
		expect(sent(first)).toEqual([expect.objectContaining({ order_batch_id: batch!.id })]);
		expect(sent(first)[0]).not.toHaveProperty('already_created');

		const input = manualWorkflow('Building', ...nodes);
		const workflow = await client.updateWorkflow(id, input);
		const whole = await client.run(workflow, 'Start');
		const ran = await client.finishedExecution(whole);
		const partial = await client.runStep(workflow, 'Next', ran, 'Start', 'Contacts');
		const pinData = { Contacts: contacts.map((json) => ({ json })) };
		const pinned = await client.updateWorkflow(id, { ...input, pinData });
		const step = await client.runStep(pinned, 'Create', ran);
		const wholePinned = await client.run(pinned, 'Start');

		for (const executionId of [whole, partial, step, wholePinned]) {
			const execution = await client.finishedExecution(executionId);
			expect(execution).toMatchObject({ status: 'success', mode: 'manual' });
			expect(sent(execution)).toEqual([{ ...sent(first)[0], already_created: true }]);
		}
		expect(referencesSent()).toEqual([batch!.customer_reference_id]);
		expect(sizes()).toEqual([1]);
	});

	it.each([
		['a manual trigger', node('Start', 'n8n-nodes-base.manualTrigger', 1)],
		['a schedule trigger', node('Start', 'n8n-nodes-base.scheduleTrigger', 1.2, { rule: { interval: [{}] } })],
	])('sends once a day from a sub-workflow whose parent is started by hand at %s, in newer n8n', async (_at, start) => {
		const { client } = instance;
		const create = createNode({ fromName: 'Ann' });
		const called = () => chain('Sub-workflow', subWorkflowTriggerNode('Called'), create);
		const { id } = await client.createWorkflow(called());
		const call = subWorkflowNode('Call', id);
		const parent = await client.createWorkflow(chain('Parent', start, itemsNode('Item', [{}]), call));
		const first = await client.execute(parent);
		const again = await client.execute(parent);
		create.parameters.fromName = 'Bea';
		await client.updateWorkflow(id, called());
		const mended = await client.execute(parent);

		const [batch, ...others] = instance.service.orderBatches();
		expect(jsonOf(first, 'Call')).toMatchObject([{ id: batch!.id }]);
		if (version === 'newest') {
			expect(jsonOf(again, 'Call')).toMatchObject([{ id: batch!.id, already_created: true }]);
			expect(errorOf(mended)?.message).toContain('2 of 2 recipients got a gift from this step today');
			expect(others).toEqual([]);
		} else {
			expect([again, mended].flatMap((execution) => jsonOf(execution, 'Call'))).toMatchObject(
				others.map((other) => ({ id: other.id })),
			);
			expect(sizes()).toEqual([2, 2, 2]);
		}
	});

	it('ends waiting for the batch of an execution that is stopped, also while the service does not respond', async () => {
		const { client, service } = instance;
		const options = { waitForCompletion: true, pollIntervalSeconds: 1 };
		for (const [index, fault] of [undefined, { kind: 'response', status: 503 } as const].entries()) {
			if (fault) service.addFault({ match: { method: 'GET', path: '/v1/order_batches' }, effect: fault });
			const executionId = await start(manualWorkflow('Waiting', createNode({ options }, 11 + index)));
			const { id } = await until('the batch is created', () => service.orderBatches()[index]);
			await until('the node looks at it', () =>
				service.requests.some(({ path }) => path === `/v1/order_batches/${id}`),
			);
			await client.stop(executionId);
			expect(await client.finishedExecution(executionId)).toMatchObject({ status: 'canceled' });
		}
		service.clearFaults();
		service.requests.length = 0;
		// The node would look at a batch each second.
		await sleep(3_000);

		expect(service.requests).toEqual([]);
		expect(sizes()).toEqual([11, 12]);
	});
});
