import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';

import { createBatch } from '../../dev/harness/batches';
import { Client } from '../../dev/harness/serviceClient';
import { createApiCredential, STAYS_PENDING_MS, useInstance } from '../../dev/harness/testInstance';
import { completed, newSecret, postDelivery, signed as signedWith } from '../../dev/harness/webhookDeliveries';
import {
	chain,
	manualWorkflow,
	node,
	pollingTriggerNode,
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
import {
	addressOf,
	deliver,
	endedExecutions,
	outputsOf,
	publishWorkflow,
	sendingNode,
	twoPolls,
	unsigned,
} from './executions';

const SECRET = newSecret();

const signed = (payload: unknown) => signedWith(payload, { secret: SECRET });

describe.each(N8N_VERSIONS)('the triggers in the %s n8n', (version) => {
	const instance = useInstance(version, { processingDelayMs: STAYS_PENDING_MS }, 'With a signing secret', SECRET);
	const published: Workflow[] = [];

	afterEach(async () => {
		for (const workflow of published.splice(0)) await instance.client.deactivate(workflow);
	});

	async function publish(input: WorkflowInput): Promise<Workflow> {
		published.push(await publishWorkflow(instance, input));
		return published.at(-1)!;
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
		const deliveries: Array<[delivery: typeof first, statuses: number[]]> = [
			[first, [200]],
			[first, [200]],
			[unsigned(completed(ids[1])), [401]],
			[signed(JSON.stringify({ event_type: 'x'.repeat(2 * 1024 * 1024) })), [413]],
			[signed('{"event_type":'), [400, 422]],
			[signed(completed(ids[1])), [200]],
		];
		for (const [delivery, statuses] of deliveries) {
			expect(statuses).toContain(await postDelivery(addressOf(trigger, instance.n8n), delivery));
		}
		expect((await emitted(workflow, 2)).map(({ id }) => id)).toEqual(ids);
	});

	it('starts the workflow when the service has responded, although the sender no longer waits', async () => {
		const trigger = webhookTriggerNode('Trigger', credentialsOf(instance.credential));
		const workflow = await publish(chain('Slow service', trigger));
		const id = await createBatch(instance.service, 1);
		const path = `/v1/order_batches/${id}`;
		instance.service.addFault({ match: { path }, times: 1, effect: { kind: 'latency', ms: 4_000 } });
		const delivery = { method: 'POST', ...signed(completed(id)) };
		const address = addressOf(trigger, instance.n8n);
		await expect(fetch(address, { ...delivery, signal: AbortSignal.timeout(1_000) })).rejects.toThrow(/timeout/);
		expect(await emitted(workflow, 1)).toMatchObject([{ id }]);
		expect((await fetch(address, delivery)).status).toBe(200);
		expect(await emitted(workflow, 1)).toHaveLength(1);
	});

	it('starts workflows that each send a gift for a gift, one after the other, until one was sent because of another', async () => {
		const { client, credential, n8n, service } = instance;
		const gift = (name: string) => ({ ...sendingNode(instance, { fromName: name }, 1), name });
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

	it('brings events into the workflow with nothing copied by hand, once also after a restart, and into its test in the editor', async () => {
		const { client, n8n, service } = instance;
		service.changeDeliveryRules({ hold: true });
		const credentials = credentialsOf(await createApiCredential(instance));
		const trigger = webhookTriggerNode('Trigger', credentials, { registration: 'automatic' });
		const workflow = await publish(chain('Gift events', trigger));
		const webhooksAre = async (count: number) =>
			await until(`${count} webhooks`, () => service.webhooks().length === count);
		/** Sends an event again as long as n8n asks for it, which takes its time on a busy machine. */
		async function send({ id } = service.deliveries.at(-1)!): Promise<number | null> {
			for (;;) {
				const status = await service.sendDelivery(id);
				if (status !== 503) return status;
			}
		}
		const url = expect.stringContaining(`/webhook/${trigger.webhookId}/webhook?`) as string;
		const event = 'order_batch.completed';
		expect(service.webhooks()).toMatchObject([{ url, events: [event] }]);
		const first = await createBatch(service, 1);
		expect(await send()).toBe(200);
		expect(await emitted(workflow, 1)).toMatchObject([{ id: first, event }]);
		await n8n.restart();
		expect(await send()).toBe(200);
		expect(await client.executions(workflow)).toHaveLength(1);

		await client.run(workflow, 'Trigger');
		await webhooksAre(2);
		const [ofWorkflow, ofTest] = service.webhooks();
		expect(ofTest?.url).toContain('/webhook-test/');
		const second = await createBatch(service, 1);
		expect(await send(service.deliveries.find(({ webhookId }) => webhookId === ofTest?.id))).toBe(200);
		expect((await emitted(workflow, 2)).map(({ id }) => id)).toEqual([first, second]);
		await webhooksAre(1);
		expect(service.webhooks()).toEqual([ofWorkflow]);
		await client.deactivate(workflow);
		await webhooksAre(0);
	});

	describe('the polling trigger', () => {
		const trigger = (parameters: INodeParameters) =>
			pollingTriggerNode('Trigger', credentialsOf(instance.credential), parameters);

		const recordOf = async ({ id }: Workflow, { id: nodeId }: INode) =>
			recordIn((await instance.client.workflow(id)).staticData ?? {}, nodeId);

		const successful = async (workflow: Workflow) =>
			(await endedExecutions(instance, workflow, 1)).filter(({ status }) => status === 'success');

		it('starts the workflow once for what happens to an order, also while n8n is stopped', async () => {
			const { client, n8n, service } = instance;
			await createBatch(service, 1);
			const { data } = await new Client(service).get<{ data: OrderActivity[] }>('/v1/order_activities');
			const orderId = data.data[0]!.order.id;
			const workflow = await publish(chain('Orders', trigger({ watch: 'orders' })));
			const events = async (count: number) => (await emitted(workflow, count)).map(({ id, event }) => [id, event]);

			service.changeOrder(orderId, { status: 'opened' });
			expect(await events(1)).toEqual([[orderId, 'opened']]);

			await n8n.stop();
			service.changeOrder(orderId, { status: 'shipped' });
			await n8n.restart();
			expect(await events(2)).toEqual(['opened', 'paid', 'shipped'].map((event) => [orderId, event]));
			await twoPolls(instance, '/order_activities');
			expect(await client.executions(workflow)).toHaveLength(2);
		});

		it.each(['v0', 'v1'] as const)('stores after an outage, and runs no other node: %s', async (executionOrder) => {
			const { service } = instance;
			const first = trigger({ watch: 'account' });
			const nodes = [
				node('Other branch', 'n8n-nodes-base.noOp', 1),
				node('Merge', 'n8n-nodes-base.merge', 3, { mode: 'append' }),
				node('After', 'n8n-nodes-base.noOp', 1),
			].map((one) => ({ ...one, alwaysOutputData: true, executeOnce: true }));
			const [, merge, after] = nodes as [INode, INode, INode];
			const byHand = manualWorkflow('Outage', ...nodes);
			const next = [...to(after), { ...to(merge)[0]!, index: 1 }];
			await createBatch(service, 1);
			const pending = await createBatch(service, 11);
			service.addFault({ effect: { kind: 'response', status: 503 } });
			const workflow = await publish({
				...byHand,
				nodes: [first, ...byHand.nodes],
				connections: { ...byHand.connections, [first.name]: { main: [next] } },
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
		});
	});
});
