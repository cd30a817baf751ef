import { randomUUID } from 'node:crypto';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';

import { send } from '../../dev/n8n/http';
import { isCreation } from '../../dev/harness/batches';
import { Receiver } from '../../dev/harness/receiver';
import { STAYS_PENDING_MS, useInstance } from '../../dev/harness/testInstance';
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
	subWorkflowNode,
	subWorkflowTriggerNode,
} from '../../dev/harness/workflows';
import type { FaultEffect } from '../../dev/mock-service';
import { N8N_VERSIONS } from '../../dev/n8n/install';
import { errorOf, jsonOf, type Execution, type Workflow, type WorkflowInput } from '../../dev/n8n/n8nClient';
import { until } from '../support/until';
import { endedExecutions, publishCalled } from './executions';

/** A response that tells nothing of the batch that was just created; only n8n attempts it again. */
const NO_USE: FaultEffect = { kind: 'malformed', form: 'wrongShape' };

/** Three lists of guests, of one, two and three. */
const guestLists = [1, 2, 3].map((size) => ({ recipients: recipients(size, `list-${size}`) }));
const GUEST_LIST = { recipientsJson: '={{ JSON.stringify($json.recipients) }}' };

const ownReference = (reference: string) => ({ additionalFields: { customerReferenceId: reference } });

const throwing = (name: string) => node(name, 'n8n-nodes-base.code', 2, { jsCode: "throw new Error('not yet')" });

/** The JSON of what the node that creates order batches put out. */
const sent = (execution: Execution) => jsonOf(execution, 'Create');

describe.each(N8N_VERSIONS)('sending gifts once in the %s n8n', (version) => {
	const instance = useInstance(version, { interfaceOnly: true, processingDelayMs: STAYS_PENDING_MS });

	function createNode(parameters: INodeParameters = {}, size = 2): INode {
		return giftNode('Create', instance.credential, {
			...createParameters(instance.service.samples.productId),
			recipientsJson: JSON.stringify(recipients(size)),
			...parameters,
		});
	}

	/** Starts a workflow by hand, and answers its execution's ID. */
	async function start(input: WorkflowInput): Promise<string> {
		return await instance.client.run(await instance.client.createWorkflow(input), 'Start');
	}

	const startNodes = async (...nodes: INode[]) => await start(manualWorkflow('By hand', ...nodes));

	const publish = async (...nodes: INode[]) => await publishCalled(instance, nodes);

	/** The only execution of a workflow once it has ended. */
	async function onlyExecution(workflow: Workflow): Promise<Execution> {
		const [execution, ...others] = await endedExecutions(instance, workflow, 1);
		expect(others).toEqual([]);
		return execution!;
	}

	/** Publishes a workflow, starts it once from outside, and answers that execution, which fails. */
	async function failPublished(...nodes: INode[]): Promise<{ workflow: Workflow; failed: Execution }> {
		const { workflow, call } = await publish(...nodes);
		await call();
		const failed = await onlyExecution(workflow);
		expect(failed).toMatchObject({ status: 'error', mode: 'webhook' });
		return { workflow, failed };
	}

	/** Puts other nodes behind the first one of a saved workflow. As in the editor, a node of the same name keeps its ID. */
	const replace = async ({ id, nodes }: Workflow, ...others: INode[]) => {
		const idOf = (one: INode) => nodes.find(({ name }) => name === one.name)?.id ?? one.id;
		const kept = others.map((one) => ({ ...one, id: idOf(one) }));
		return await instance.client.updateWorkflow(id, chain('Published', nodes[0]!, ...kept));
	};

	const retry = async ({ id }: Execution, loadWorkflow = false) => await instance.client.retry(id, { loadWorkflow });

	const failNext = (effect: FaultEffect) => instance.service.addFault({ match: { method: 'POST' }, effect, times: 1 });

	const creations = () => instance.service.requests.filter(isCreation);
	const referencesSent = () => creations().map(({ body }) => (body as IDataObject).customer_reference_id);
	const sizes = () => instance.service.orderBatches().map(({ recipients_count: count }) => count);

	const firstCreation = async () => await until('the first creation', () => creations()[0]);

	/** Lets a published workflow create a batch without learning that it did. */
	async function failAfterCommit(...nodes: INode[]) {
		failNext(NO_USE);
		const { workflow, failed } = await failPublished(...nodes);
		expect(errorOf(failed)?.description).toContain('It is not known whether the order batch was created');
		expect(sizes()).toEqual([2]);
		return { workflow, failed };
	}

	describe("n8n's Retry of a failed execution", () => {
		it('sends nothing again where the service does not list batches, however often it is retried', async () => {
			const { failed } = await failAfterCommit(createNode());
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
			expect(sizes()).toEqual([2]);
			expect(new Set(referencesSent())).toEqual(new Set([reference]));
		});

		it('sends nothing when the request was changed and saved meanwhile', async () => {
			const { workflow, failed } = await failAfterCommit(createNode());
			await replace(workflow, createNode({ fromName: 'Somebody else' }));

			expect(errorOf(await retry(failed, true))?.message).toContain('the request has changed since');
			expect(creations()).toHaveLength(1);
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
			await firstCreation();
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

		it('sends nothing again after an execution that was stopped before the service responded', async () => {
			const { client } = instance;
			failNext({ kind: 'hang', afterCommit: true });
			const executionId = await startNodes(createNode());
			await firstCreation();
			await client.stop(executionId);
			expect(await client.finishedExecution(executionId)).toMatchObject({ status: 'canceled' });

			const retried = await client.retry(executionId).catch((error: Error) => error);

			// Whether the oldest n8n refuses the retry, or runs it without the node, depends on what it has stored by then.
			if (version === 'newest' || retried instanceof Error) {
				expect(retried).toMatchObject({ message: expect.stringContaining('cannot be retried') });
			} else {
				expect(sent(retried)).toEqual([]);
			}
			expect(creations()).toHaveLength(1);
			expect(sizes()).toEqual([2]);
		});

		it('sends nothing again after n8n broke off, though n8n has forgotten what the node did', async () => {
			const { n8n, service } = instance;
			service.addFault({ match: { method: 'POST' }, effect: { kind: 'hang', afterCommit: true }, times: 2 });
			const create = createNode();
			const derived = await publish(create);
			const own = await publish(createNode(ownReference('welcome-2026')));
			const responses = Promise.allSettled([derived.call(), own.call()]);
			await until('both batches are created', () => service.orderBatches().length === 2);
			await n8n.kill();
			await n8n.restart();
			await responses;
			const ofDerived = await onlyExecution(derived.workflow);
			const ofOwn = await onlyExecution(own.workflow);
			expect([ofDerived.status, ofOwn.status]).toEqual(['crashed', 'crashed']);

			const refused = await retry(ofDerived);
			expect(errorOf(refused)).toMatchObject({
				message: 'n8n has not stored what this node did before, so the order batch may already exist',
				description: expect.stringContaining('This retry sent nothing'),
			});
			expect(errorOf(await retry(refused))?.message).toBe(errorOf(refused)?.message);
			// n8n knows what ran by its name only.
			await instance.client.updateWorkflow(
				derived.workflow.id,
				chain('Published', derived.workflow.nodes[0]!, { ...create, name: 'Send gifts' }),
			);
			expect(errorOf(await retry(ofDerived, true))?.message).toBe(errorOf(refused)?.message);
			expect(errorOf(await retry(ofOwn))?.message).toContain('already exists: welcome-2026');
			expect(sizes()).toEqual([2, 2]);
		});
	});

	describe("n8n's Retry of an execution that waits for a call before it sends", () => {
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

		it.each([
			['was stopped', stop, 'canceled'],
			['broke off, and has lost its log,', breakOff, 'crashed'],
		])('sends nothing again when it %s while it sent', async (_how, end, status) => {
			failNext({ kind: 'hang', afterCommit: true });
			const { workflow, call } = await publish(...waitingNodes(), createNode());
			const called = Promise.allSettled([call()]);
			await goOn();
			await firstCreation();
			const [{ id } = { id: '' }] = await instance.client.executions(workflow);
			await end(id);
			await called;
			const ended = await onlyExecution(workflow);
			expect(ended.status).toBe(status);

			const retried = await retry(ended);

			// The oldest n8n does not run the node again once it was stopped.
			if (version === 'newest' || status === 'crashed') {
				expect(errorOf(retried)?.message).toContain('already exists');
			}
			expect(sizes()).toEqual([2]);
		});

		it('sends once when it is called several times at once, which the oldest n8n accepts', async () => {
			const { workflow, call } = await publish(...waitingNodes(), createNode());
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

	it('sends the batches of two nodes of a workflow, even where they may have the same ID', async () => {
		const first = createNode();
		const second = { ...createNode({}, 3), id: first.id, name: 'Create more' };
		second.parameters.recipientsJson = JSON.stringify(recipients(3, 'others'));
		if (version === 'newest') {
			await expect(startNodes(first, second)).rejects.toThrow('share the node ID');
			return;
		}

		const execution = await instance.client.finishedExecution(await startNodes(first, second));

		const [batch, another] = instance.service.orderBatches();
		expect(sent(execution)).toMatchObject([{ id: batch!.id }]);
		expect(jsonOf(execution, 'Create more')).toMatchObject([{ id: another!.id }]);
	});

	describe.each([
		['lists order batches', true],
		['does not', false],
	])('by hand, where the service %s,', (_what, canList) => {
		/** How many gifts each person has: the service made an order for each recipient of its order batches. */
		const gifts = (): number[] => {
			const people = creations()
				.filter(({ status }) => status === 201)
				.flatMap(({ body }) => (body as { recipients: IDataObject[] }).recipients.map(({ email }) => String(email)));
			return [...new Set(people)].map((email) => people.filter((one) => one === email).length);
		};

		/** A workflow of which parts are mended between executions by hand. */
		async function build() {
			const { client } = instance;
			instance.service.setInterfaceOnly(!canList);
			const create = createNode({ recipientsSource: 'inputItems' });
			let contacts = recipients(5).map((json) => ({ ...json }));
			const input = () => manualWorkflow('Building', itemsNode('Contacts', contacts), create);
			const workflow = await client.createWorkflow(input());
			return async (mend: (node: INode) => void, people = contacts) => {
				mend(create);
				contacts = people;
				return await client.execute(await client.updateWorkflow(workflow.id, input()));
			};
		}

		it('gives nobody a second gift, whatever is mended', async () => {
			const { cardId, productUrl } = instance.service.samples;
			const product = { __rl: true, mode: 'url', value: productUrl };
			const execute = await build();
			const skipsInvalid = ({ parameters }: INode) =>
				Object.assign(parameters, { options: { skipInvalidRecipients: true } });
			await execute(skipsInvalid, [...recipients(4), { first_name: 'Guest 5', email: 'at work' }]);
			expect(gifts()).toEqual([1, 1, 1, 1]);
			const mended: Array<(node: INode) => void> = [
				// The row that was skipped is repaired.
				skipsInvalid,
				({ parameters }) => Object.assign(parameters, { message: 'Helo!', cardId: byId(cardId) }),
				({ parameters }) => Object.assign(parameters, { message: 'Hello!' }),
				({ parameters }) => Object.assign(parameters, { options: { recipientsPerBatch: 2 } }),
				({ parameters }) => Object.assign(parameters, { options: {}, additionalFields: { swap: 'single' } }),
				({ parameters }) => Object.assign(parameters, { cartItems: { item: [{ product, quantity: 1 }] } }),
				(node) => Object.assign(node, { name: 'Send gifts' }),
			];
			for (const mend of mended) {
				const execution = await execute(mend, recipients(5));
				expect(errorOf(execution)?.message).toContain('4 of 5 recipients got a gift from this step today');
			}
			const longer = await execute(() => {}, recipients(6));

			expect(errorOf(longer)?.message).toMatch(
				/^4 of 6 recipients got a gift .* add the option "Skip Gifted Within Days". To send anyway, add the option "Allow Repeated/,
			);
			expect(gifts()).toEqual([1, 1, 1, 1]);
		});

		it('gives nobody a second gift when two people execute the workflow at once', async () => {
			const { client, service } = instance;
			service.setInterfaceOnly(!canList);
			service.addFault({ match: { method: 'POST' }, effect: { kind: 'latency', ms: 500 } });
			const contacts = itemsNode('Contacts', recipients(5));
			const create = createNode({ recipientsSource: 'inputItems' });
			const workflow = await client.createWorkflow(manualWorkflow('Building', contacts, create));
			const executions = await Promise.all([client.execute(workflow), client.execute(workflow)]);

			expect(executions.map(({ status }) => status)).toEqual(['success', 'success']);
			const repeated = executions.flatMap(sent).filter(({ already_created: already }) => already);
			expect(repeated).toHaveLength(5);
			expect(gifts()).toEqual([1, 1, 1, 1, 1]);
		});

		it('sends a test to oneself and then the list, and gives nobody a second gift after a restart of n8n', async () => {
			const execute = await build();
			await execute(() => {}, recipients(1, 'myself'));
			await execute(() => {}, recipients(3, 'list'));
			expect(sizes()).toEqual([1, 3]);
			await instance.n8n.stop();
			await instance.n8n.restart();

			const same = await execute(() => {}, recipients(3, 'list'));
			const others = await execute(() => {}, recipients(2, 'others'));

			expect(gifts().every((count) => count === 1)).toBe(true);
			if (canList) {
				expect(sent(same)).toEqual(
					recipients(3, 'list').map((one) => expect.objectContaining({ ...one, already_created: true })),
				);
				expect(sizes()).toEqual([1, 3, 2]);
			} else {
				for (const execution of [same, others]) {
					expect(errorOf(execution)?.description).toContain(
						'To keep building the workflow, pin the output of this step.',
					);
				}
				expect(sizes()).toEqual([1, 3]);
			}
		});
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
		const looksAt = (id: string) => service.requests.filter(({ path }) => path === `/v1/order_batches/${id}`);
		/** Creates a batch of this size, and resolves when the node waits for it. */
		async function startWaiting(size: number) {
			const options = { waitForCompletion: true, pollIntervalSeconds: 1 };
			const executionId = await startNodes(createNode({ options }, size));
			const { id } = await until('the batch is created', () =>
				service.orderBatches().find(({ recipients_count: count }) => count === size),
			);
			await until('the node looks at the batch', () => looksAt(id)[0]);
			return { id, executionId };
		}
		const [other, stopped] = [await startWaiting(11), await startWaiting(12)];
		const effect = { kind: 'response', status: 503 } as const;
		service.addFault({ match: { method: 'GET', path: '/v1/order_batches' }, effect });
		const unanswered = await startWaiting(13);

		for (const { executionId } of [stopped, unanswered]) {
			await client.stop(executionId);
			expect(await client.finishedExecution(executionId)).toMatchObject({ status: 'canceled' });
		}
		service.clearFaults();
		service.requests.length = 0;
		// The other execution looks at its batch, a second apart.
		await until('the other execution goes on', () => looksAt(other.id).length >= 2);

		expect(service.requests).toEqual(looksAt(other.id));
		expect(sizes()).toEqual([11, 12, 13]);
		await client.stop(other.executionId);
	});
});
