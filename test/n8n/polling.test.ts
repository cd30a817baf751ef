import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';

import { itemsOf, type Execution, type Workflow } from '../../dev/n8n/n8nClient';
import { N8N_VERSIONS } from '../../dev/n8n/install';
import type { OrderActivity } from '../../dev/mock-service';
import { createBatch } from '../../dev/harness/batches';
import { plainServer } from '../../dev/harness/plainServer';
import { Client } from '../../dev/harness/serviceClient';
import { createApiCredential, startTestInstance, type TestInstance } from '../../dev/harness/testInstance';
import { chain, node, pollingTriggerNode } from '../../dev/harness/workflows';
import { recordIn } from '../support/triggers';

const AWAIT_MS = 60_000;

/** What `look` finds, once it finds something. @throws Error when that takes too long */
async function eventually<Found>(look: () => Promise<Found | undefined>): Promise<Found> {
	for (const deadline = Date.now() + AWAIT_MS; Date.now() < deadline; await sleep(100)) {
		const found = await look();
		if (found !== undefined) return found;
	}
	throw new Error(`Nothing has come of it within ${AWAIT_MS / 1000} s.`);
}

describe.each(N8N_VERSIONS)('the polling trigger in the %s n8n', (version) => {
	let instance: TestInstance;
	let credentials: Parameters<typeof pollingTriggerNode>[1];
	let workflow: Workflow;

	beforeAll(async () => {
		instance = await startTestInstance(version, { processingDelayMs: 3_600_000 });
		credentials = { giftOrderBatchAutomationApi: await createApiCredential(instance) };
	});
	beforeEach(() => instance.service.reset());
	afterEach(async () => {
		await instance.client.deactivate(workflow);
	});
	afterAll(async () => await instance?.stop());

	const trigger = (parameters: INodeParameters) => pollingTriggerNode('Trigger', credentials, parameters);

	/** Resolves when n8n has read `path` more than `count` times from now on, so that it has polled `count` times. */
	async function polls(count: number, path: string): Promise<void> {
		const { requests } = instance.service;
		const before = requests.length;
		await eventually(
			async () => requests.slice(before).filter((request) => request.path === path).length > count || undefined,
		);
	}

	/** All finished executions of the workflow, oldest first, once there are `count` of them. */
	async function executions(count: number): Promise<Execution[]> {
		const { client } = instance;
		const found = await eventually(async () => {
			const summaries = await client.executions(workflow);
			return summaries.length >= count ? summaries : undefined;
		});
		const byId = [...found].sort((a, b) => Number(a.id) - Number(b.id));
		return await Promise.all(byId.map(async ({ id }) => await client.finishedExecution(id)));
	}

	const jsonOf = (ran: Execution[]): IDataObject[] =>
		ran.flatMap((one) => itemsOf(one, 'Trigger').map(({ json }) => json));

	const recordOf = async ({ id }: INode) =>
		recordIn((await instance.client.workflow(workflow.id)).staticData ?? {}, id);

	it.each(['v0', 'v1'] as const)(
		'stores what it knows when a later poll sees the account first, and no other node runs (%s)',
		async (executionOrder) => {
			const { client, service, n8n } = instance;
			const first = trigger({ watch: 'account' });
			const settings = { alwaysOutputData: true, executeOnce: true };
			const start = node('Start', 'n8n-nodes-base.manualTrigger', 1);
			const other = { ...node('Other branch', 'n8n-nodes-base.noOp', 1), ...settings };
			const merge = { ...node('Merge', 'n8n-nodes-base.merge', 3, { mode: 'append' }), ...settings };
			const after = { ...node('After', 'n8n-nodes-base.noOp', 1), ...settings };
			const to = (target: INode, index = 0) => ({ node: target.name, type: 'main' as const, index });
			workflow = await client.createWorkflow({
				name: 'Outage',
				nodes: [first, start, other, merge, after],
				connections: {
					[first.name]: { main: [[to(after), to(merge, 1)]] },
					[start.name]: { main: [[to(other)]] },
					[other.name]: { main: [[to(merge)]] },
					[merge.name]: { main: [[to(after)]] },
				},
				settings: { executionOrder },
			});
			await createBatch(service, 1);
			const pending = await createBatch(service, 11);
			service.addFault({ effect: { kind: 'response', status: 503 } });
			await client.activate(workflow);
			expect(await recordOf(first)).toEqual({ watch: 'account' });
			service.clearFaults();

			await eventually(async () => (await recordOf(first)).account);
			const polled = (await executions(1)).filter(({ status }) => status === 'success');
			expect(polled.map(({ data }) => Object.keys(data.resultData.runData))).toEqual([['Trigger']]);
			expect(Object.keys((await recordOf(first)).processed ?? {})).toHaveLength(1);

			await n8n.stop();
			service.setBatchState(pending, 'complete');
			await n8n.restart();
			const ran = await eventually(async () => {
				const found = jsonOf((await executions(1)).filter(({ status }) => status === 'success'));
				return found.length > 0 ? found : undefined;
			});
			expect(ran).toMatchObject([{ id: pending, send_status: 'complete' }]);
		},
	);

	/** A workflow whose poll that finds the batch is in flight. */
	async function pollInFlight() {
		const { client, service } = instance;
		const id = await createBatch(service, 11);
		const first = trigger({ watch: 'orderBatches', orderBatchIds: id });
		workflow = await client.createWorkflow(chain('Publish', first, node('Next', 'n8n-nodes-base.noOp', 1)));
		await client.activate(workflow);
		await polls(1, `/v1/order_batches/${id}`);
		service.addFault({ effect: { kind: 'latency', ms: 3_000 } });
		service.setBatchState(id, 'complete');
		const before = service.requests.length;
		const request = await eventually(async () => service.requests[before]);
		service.clearFaults();
		return { id, first, request };
	}

	it('starts the workflow once for a batch when it is published again during the poll', async () => {
		const { client } = instance;
		const { id, first, request } = await pollInFlight();
		const parameters = { ...first.parameters, options: { emitOn: ['complete'] } };
		workflow = await client.updateWorkflow(workflow.id, {
			...workflow,
			nodes: [{ ...first, parameters }, ...workflow.nodes.slice(1)],
		});
		await client.activate(workflow);
		await eventually(async () => request.status ?? undefined);
		expect(jsonOf(await executions(1))).toMatchObject([{ id }]);
		await client.deactivate(workflow);
		expect(jsonOf(await executions(1))).toHaveLength(1);
	});

	it('starts the workflow once for a batch when it is published again after the poll has ended', async () => {
		const { client } = instance;
		const { id, request } = await pollInFlight();
		await client.deactivate(workflow);
		await eventually(async () => request.status ?? undefined);
		// The response reaches n8n before anything that is asked later.
		await client.workflow(workflow.id);
		await client.activate(await client.workflow(workflow.id));
		expect(jsonOf(await executions(1))).toMatchObject([{ id }]);
		await client.deactivate(workflow);
		expect(jsonOf(await executions(1))).toHaveLength(1);
	});

	it('starts the workflow once for what happens to an order, across a restart', async () => {
		const { client, service, n8n } = instance;
		const reader = new Client(service);
		await createBatch(service, 1);
		const { data } = await reader.get<{ data: OrderActivity[] }>('/v1/order_activities');
		const orderId = data.data[0]!.order.id;
		const first = trigger({ watch: 'orders' });
		workflow = await client.createWorkflow(chain('Orders', first, node('Next', 'n8n-nodes-base.noOp', 1)));
		await client.activate(workflow);

		service.changeOrder(orderId, { status: 'opened' });
		expect(jsonOf(await executions(1))).toMatchObject([{ id: orderId, event: 'opened' }]);
		await n8n.stop();
		service.changeOrder(orderId, { status: 'shipped' });
		await n8n.restart();
		expect(jsonOf(await executions(2)).map(({ event }) => event)).toEqual(['opened', 'paid', 'shipped']);
		await polls(2, '/v1/order_activities');
		expect(await client.executions(workflow)).toHaveLength(2);
	});

	it('starts once though an execution that ends later undoes what n8n has stored, until n8n restarts', async () => {
		const { client, service } = instance;
		const ids = [await createBatch(service, 11), await createBatch(service, 11)] as [string, string];
		const unknown = randomUUID();
		const first = trigger({ watch: 'orderBatches', orderBatchIds: [...ids, unknown].join() });
		let release!: () => void;
		const released = new Promise<void>((resolve) => (release = resolve));
		const held: string[] = [];
		const holder = await plainServer(async (request, response) => {
			held.push(request.url!);
			if (request.url === `/${ids[0]}`) await released;
			response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
		});
		const hold = node('Hold', 'n8n-nodes-base.httpRequest', 4.2, { url: `=${holder.baseUrl}/{{ $json.id }}` });
		const write = node('Write', 'n8n-nodes-base.code', 2, {
			jsCode: "$getWorkflowStaticData('global').written = Date.now(); return [];",
		});
		workflow = await client.createWorkflow(chain('Undo', first, hold, write));
		await client.activate(workflow);
		const processedCount = async () => Object.values((await recordOf(first)).processed ?? {}).join('').length / 8;

		service.setBatchState(ids[0], 'complete');
		await eventually(async () => held[0]);
		service.setBatchState(ids[1], 'complete');
		await eventually(async () => (await client.executions(workflow)).find(({ status }) => status === 'success'));
		await polls(2, '/v1/order_batches/' + unknown);
		release();
		await executions(2);
		await holder.close();
		// n8n 2 can begin an execution before it has stored the event that starts it.
		expect(await processedCount()).toBeLessThan(2);

		await client.deactivate(workflow);
		await client.activate(await client.workflow(workflow.id));
		expect(await processedCount()).toBe(2);
		expect(await client.executions(workflow)).toHaveLength(2);
	});
});
