import { randomUUID } from 'node:crypto';

import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';

import { createBatch } from '../../dev/harness/batches';
import { Client } from '../../dev/harness/serviceClient';
import { createApiCredential, STAYS_PENDING_MS, useInstance } from '../../dev/harness/testInstance';
import {
	completed,
	newSecret,
	postDelivery,
	signed as signedWith,
	type Delivery,
} from '../../dev/harness/webhookDeliveries';
import {
	chain,
	createParameters,
	giftNode,
	node,
	pollingTriggerNode,
	recipients,
	subWorkflowNode,
	subWorkflowTriggerNode,
	to,
	webhookTriggerNode,
} from '../../dev/harness/workflows';
import type { OrderActivity } from '../../dev/mock-service';
import { N8N_VERSIONS } from '../../dev/n8n/install';
import type { Credential, Workflow, WorkflowInput } from '../../dev/n8n/n8nClient';
import { recordIn } from '../support/triggers';
import { until } from '../support/until';
import { addressOf, deliver, endedExecutions, outputsOf } from './executions';

const SECRET = newSecret();

const signed = (payload: unknown) => signedWith(payload, { secret: SECRET });

describe.each(N8N_VERSIONS)('the triggers in the %s n8n', (version) => {
	const instance = useInstance(version, { processingDelayMs: STAYS_PENDING_MS }, 'With a signing secret', SECRET);
	const published: Workflow[] = [];

	afterEach(async () => {
		for (const workflow of published.splice(0)) await instance.client.deactivate(workflow);
	});

	async function publish(input: WorkflowInput): Promise<Workflow> {
		const workflow = await instance.client.createWorkflow(input);
		published.push(workflow);
		await instance.client.activate(workflow);
		return workflow;
	}

	const credentialsOf = (credential: Credential) => ({ giftOrderBatchAutomationApi: credential });

	/** The JSON of what the trigger put out in all executions, once there are `count` of them. */
	const emitted = async (workflow: Workflow, count: number): Promise<IDataObject[]> =>
		outputsOf(await endedExecutions(instance, workflow, count), 'Trigger');

	it('starts the workflow once for each batch, and not for what is forged, broken or too large', async () => {
		const trigger = webhookTriggerNode('Trigger', credentialsOf(instance.credential));
		const workflow = await publish(chain('Webhook trigger', trigger));
		const ids = [await createBatch(instance.service, 1), await createBatch(instance.service, 1)] as const;
		const first = signed(completed(ids[0]));
		const forged = { body: JSON.stringify(completed(ids[1])), headers: { 'content-type': 'application/json' } };
		const deliveries: Array<[Delivery, statuses: number[]]> = [
			[first, [200]],
			[first, [200]],
			[forged, [401]],
			[signed(JSON.stringify({ event_type: 'x'.repeat(2 * 1024 * 1024) })), [413]],
			[signed('{"event_type":'), [400, 422]],
			[signed(completed(ids[1])), [200]],
		];
		for (const [delivery, statuses] of deliveries) {
			expect(statuses).toContain(await postDelivery(addressOf(trigger, instance.n8n), delivery));
		}
		expect((await emitted(workflow, 2)).map(({ id }) => id)).toEqual(ids);
	});

	it('starts workflows that each send a gift for a gift, one after the other, until one was sent because of another', async () => {
		const { client, credential, n8n, service } = instance;
		const gift = (name: string) =>
			giftNode(name, credential, {
				...createParameters(service.samples.productId),
				fromName: name,
				recipientsJson: JSON.stringify(recipients(1)),
			});
		const called = chain('Called', subWorkflowTriggerNode('Start'), gift('Third'), gift('Fourth'));
		const subWorkflow = version === 'newest' ? await publish(called) : await client.createWorkflow(called);
		/** Publishes a workflow that starts for a gift with this node, and tells how many gifts the event of one leads to. */
		async function publishAfterGift(next: INode) {
			const trigger = webhookTriggerNode('Trigger', credentialsOf(credential));
			const workflow = await publish(chain(next.name, trigger, next));
			let deliveries = 0;
			return async (id: string) => {
				const before = service.orderBatches().length;
				await deliver(addressOf(trigger, n8n), signed(completed(id)));
				await endedExecutions(instance, workflow, ++deliveries);
				return service.orderBatches().length - before;
			};
		}
		const call = await publishAfterGift(subWorkflowNode('Call', subWorkflow.id));
		const send = await publishAfterGift(gift('Second'));

		const first = await createBatch(service, 1);
		expect(await call(first)).toBe(2);
		expect(await send(first)).toBe(1);
		expect(await send(service.orderBatches().at(-1)!.id)).toBe(0);
	});

	describe('the automatic registration of the webhook trigger', () => {
		let workflow: Workflow;

		beforeEach(async () => {
			instance.service.changeDeliveryRules({ hold: true });
			const credentials = credentialsOf(await createApiCredential(instance));
			const trigger = webhookTriggerNode('Trigger', credentials, { registration: 'automatic' });
			workflow = await publish(chain('Gift events', trigger));
		});

		const webhooksAre = async (count: number) =>
			await until(`${count} webhooks`, () => instance.service.webhooks().length === count);

		/** Sends an event again as long as n8n asks for it, which takes its time on a busy machine. */
		async function send({ id } = instance.service.deliveries.at(-1)!): Promise<number | null> {
			for (;;) {
				const status = await instance.service.sendDelivery(id);
				if (status !== 503) return status;
			}
		}

		it('registers and deletes a second webhook for a test in the editor', async () => {
			const { client, service } = instance;
			await client.run(workflow, 'Trigger');
			await webhooksAre(2);
			const [ofWorkflow, ofTest] = service.webhooks();
			expect(ofTest?.url).toContain('/webhook-test/');

			const id = await createBatch(service, 1);
			expect(await send(service.deliveries.find(({ webhookId }) => webhookId === ofTest?.id))).toBe(200);

			expect((await emitted(workflow, 1)).map((item) => item.id)).toEqual([id]);
			await webhooksAre(1);
			expect(service.webhooks()).toEqual([ofWorkflow]);
		});

		it('brings an event into the workflow with nothing copied by hand, once also after a restart, until it is unpublished', async () => {
			const { client, n8n, service } = instance;
			const url = expect.stringContaining(`/webhook/${workflow.nodes[0]!.webhookId}/webhook?`) as string;
			expect(service.webhooks()).toMatchObject([{ url, events: ['order_batch.completed'] }]);
			const id = await createBatch(service, 1);
			expect(await send()).toBe(200);
			const event = 'order_batch.completed';
			expect(await emitted(workflow, 1)).toMatchObject([{ id, event }]);

			await n8n.restart();
			expect(await send()).toBe(200);
			expect(await client.executions(workflow)).toHaveLength(1);
			await client.deactivate(workflow);
			await webhooksAre(0);
		});
	});

	describe('the polling trigger', () => {
		const trigger = (parameters: INodeParameters) =>
			pollingTriggerNode('Trigger', credentialsOf(instance.credential), parameters);

		const next = () => node('Next', 'n8n-nodes-base.noOp', 1);

		/** Resolves when n8n has read `path` more than `count` times from now on, so that it has polled `count` times. */
		async function polls(count: number, path: string): Promise<void> {
			const { requests } = instance.service;
			const before = requests.length;
			await until(
				`${count} polls`,
				() => requests.slice(before).filter((request) => request.path === path).length > count,
			);
		}

		const recordOf = async ({ id }: Workflow, { id: nodeId }: INode) =>
			recordIn((await instance.client.workflow(id)).staticData ?? {}, nodeId);

		const successful = async (workflow: Workflow) =>
			(await endedExecutions(instance, workflow, 1)).filter(({ status }) => status === 'success');

		it('starts the workflow once for each final batch and for what happens to an order, across a restart', async () => {
			const { client, n8n, service } = instance;
			const unknown = randomUUID();
			const pending = await Promise.all([1, 2].map(async () => await createBatch(service, 11)));
			const [failing, completing] = pending as [string, string];
			await createBatch(service, 1);
			const { data } = await new Client(service).get<{ data: OrderActivity[] }>('/v1/order_activities');
			const orderId = data.data[0]!.order.id;
			const orderBatchIds = [unknown, failing, completing].join(', ');
			const ofBatches = await publish(chain('Batches', trigger({ watch: 'orderBatches', orderBatchIds }), next()));
			const ofOrders = await publish(chain('Orders', trigger({ watch: 'orders' }), next()));
			const states = async (count: number) =>
				(await emitted(ofBatches, count)).map(({ id, send_status: state }) => [id, state]);
			const events = async (count: number) => (await emitted(ofOrders, count)).map(({ id, event }) => [id, event]);

			service.setBatchState(failing, 'failed');
			service.changeOrder(orderId, { status: 'opened' });
			expect(await states(1)).toEqual([[failing, 'failed']]);
			expect(await events(1)).toEqual([[orderId, 'opened']]);

			await n8n.stop();
			service.setBatchState(completing, 'complete');
			service.changeOrder(orderId, { status: 'shipped' });
			await n8n.restart();
			expect(await events(2)).toEqual(['opened', 'paid', 'shipped'].map((event) => [orderId, event]));
			expect(await states(2)).toEqual([
				[failing, 'failed'],
				[completing, 'complete'],
			]);
			await polls(2, `/v1/order_batches/${unknown}`);
			await polls(2, '/v1/order_activities');
			expect(await client.executions(ofBatches)).toHaveLength(2);
			expect(await client.executions(ofOrders)).toHaveLength(2);
		});

		it.each(['v0', 'v1'] as const)(
			'stores what it knows when a later poll sees the account first, and no other node runs (%s)',
			async (executionOrder) => {
				const { service } = instance;
				const first = trigger({ watch: 'account' });
				const settings = { alwaysOutputData: true, executeOnce: true };
				const start = node('Start', 'n8n-nodes-base.manualTrigger', 1);
				const other = { ...node('Other branch', 'n8n-nodes-base.noOp', 1), ...settings };
				const merge = { ...node('Merge', 'n8n-nodes-base.merge', 3, { mode: 'append' }), ...settings };
				const after = { ...node('After', 'n8n-nodes-base.noOp', 1), ...settings };
				await createBatch(service, 1);
				const pending = await createBatch(service, 11);
				service.addFault({ effect: { kind: 'response', status: 503 } });
				const workflow = await publish({
					name: 'Outage',
					nodes: [first, start, other, merge, after],
					connections: {
						[first.name]: { main: [[...to(after), { ...to(merge)[0]!, index: 1 }]] },
						[start.name]: { main: [to(other)] },
						[other.name]: { main: [to(merge)] },
						[merge.name]: { main: [to(after)] },
					},
					settings: { executionOrder },
				});
				expect(await recordOf(workflow, first)).toEqual({ watch: 'account' });
				service.clearFaults();

				await until('the trigger has seen the account', async () => !!(await recordOf(workflow, first)).account);
				const polled = await successful(workflow);
				expect(polled.map(({ data }) => Object.keys(data.resultData.runData))).toEqual([['Trigger']]);
				expect(Object.keys((await recordOf(workflow, first)).processed ?? {})).toHaveLength(1);

				service.setBatchState(pending, 'complete');
				const items = await until('the batch starts the workflow', async () => {
					const found = outputsOf(await successful(workflow), 'Trigger');
					return found.length > 0 && found;
				});
				expect(items).toMatchObject([{ id: pending, send_status: 'complete' }]);
			},
		);
	});
});
