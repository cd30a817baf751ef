import { randomUUID } from 'node:crypto';

import type { INodeParameters } from 'n8n-workflow';

import type { Credential, Workflow } from '../../dev/n8n/n8nClient';
import { N8N_VERSIONS } from '../../dev/n8n/install';
import { freePort } from '../../dev/n8n/ports';
import { startService, type RunningService } from '../../dev/mock-service';
import { createBatch } from '../../dev/harness/batches';
import {
	completed,
	newSecret,
	postDelivery,
	signed as signedWith,
	type Delivery,
	type SignOptions,
} from '../../dev/harness/webhookDeliveries';
import { until } from '../support/until';
import { deliver } from './deliver';
import { endedExecutions, outputsOf } from './executions';
import {
	createApiCredential,
	STAYS_PENDING_MS,
	startTestInstance,
	type TestInstance,
} from '../../dev/harness/testInstance';
import { chain, pollingTriggerNode, webhookTriggerNode } from '../../dev/harness/workflows';

const SECRET = newSecret();
const OTHER_SECRET = newSecret();

const signed = (payload: unknown, options: Partial<SignOptions> = {}) =>
	signedWith(payload, { secret: SECRET, ...options });

describe.each(N8N_VERSIONS)('the triggers in the %s n8n', (version) => {
	let instance: TestInstance;
	let credentials: Record<string, Credential>;

	beforeAll(async () => {
		instance = await startTestInstance(version, {
			processingDelayMs: STAYS_PENDING_MS,
			webhookDelivery: { retryDelaysMs: [500, 1000, 2000, 4000, 8000] },
		});
		credentials = {
			giftOrderBatchAutomationApi: await createApiCredential(instance, 'With a signing secret', SECRET),
		};
	});
	beforeEach(() => instance.service.reset());
	afterAll(async () => await instance?.stop());

	/** The JSON of what the trigger put out in all executions, once there are `count` of them. */
	const emitted = async (workflow: Workflow, triggerName: string, count: number) =>
		outputsOf(await endedExecutions(instance.client, workflow, count), triggerName);

	describe('the webhook trigger', () => {
		let workflow: Workflow;
		let address: string;

		const post = async (delivery: Delivery) => await postDelivery(address, delivery);

		async function activate(parameters: INodeParameters = {}) {
			const trigger = webhookTriggerNode('Completed', credentials, parameters);
			workflow = await instance.client.createWorkflow(chain('Webhook trigger', trigger));
			await instance.client.activate(workflow);
			address = `${instance.n8n.baseUrl}/webhook/${trigger.webhookId}/webhook`;
		}

		afterEach(async () => await instance.client.deactivate(workflow));

		it('starts the workflow for genuine deliveries under all names, and for each batch once', async () => {
			await activate();
			const ids = await Promise.all([1, 2, 3].map((recipients) => createBatch(instance.service, recipients)));
			const [standard, svix, legacy] = ids as [string, string, string];
			const deliveries = [
				signed(completed(standard), { prefix: 'webhook' }),
				signed(completed(svix)),
				signed({
					event_type: 'gift_batch.completed',
					id: randomUUID(),
					data: { id: legacy, gifts_count: 3, gifts_preview: [{ gift_batch_id: legacy }] },
				}),
			];
			expect([await post(deliveries[0]!), await post(deliveries[1]!), await post(deliveries[2]!)]).toEqual([
				200, 200, 200,
			]);
			expect((await emitted(workflow, 'Completed', 3)).map(({ id }) => id)).toEqual(ids);

			expect(await Promise.all(deliveries.map(post))).toEqual([200, 200, 200]);
			await instance.n8n.restart();
			await Promise.all(deliveries.map(async (delivery) => await deliver(address, delivery)));
			const later = await createBatch(instance.service, 1);
			expect(await post(signed(completed(later)))).toBe(200);
			expect((await emitted(workflow, 'Completed', 4)).map(({ id }) => id)).toEqual([...ids, later]);
		});

		it('starts the workflow once when copies of a delivery come at once', async () => {
			await activate();
			const id = await createBatch(instance.service, 1);
			instance.service.addFault({ effect: { kind: 'latency', ms: 200 } });
			const delivery = signed(completed(id));
			expect(await Promise.all(Array.from({ length: 5 }, () => post(delivery)))).toEqual(Array(5).fill(200));
			const later = await createBatch(instance.service, 1);
			expect(await post(signed(completed(later)))).toBe(200);
			expect((await emitted(workflow, 'Completed', 2)).map((batch) => batch.id)).toEqual([id, later]);
		});

		it('starts nothing for deliveries that are forged, late, foreign, broken or without an object', async () => {
			await activate();
			const id = await createBatch(instance.service, 1);
			const pending = await createBatch(instance.service, 11);
			const unsigned = { body: JSON.stringify(completed(id)), headers: { 'content-type': 'application/json' } };
			const statuses = {
				unsigned: await post(unsigned),
				forged: await post(signed(completed(id), { secret: OTHER_SECRET })),
				late: await post(signed(completed(id), { at: new Date(Date.now() - 600_000) })),
				early: await post(signed(completed(id), { at: new Date(Date.now() + 600_000) })),
				foreign: await post(signed({ event_type: 'order.shipped', id: randomUUID(), data: { id } })),
				withoutId: await post(signed({ event_type: 'order_batch.completed', id: randomUUID(), data: {} })),
				unknown: await post(signed(completed(randomUUID()))),
				pending: await post(signed(completed(pending))),
				empty: await post(signed('')),
				text: await post({ ...signed('hello'), headers: { ...signed('hello').headers, 'content-type': 'text/plain' } }),
				oversized: await post(signed(JSON.stringify({ event_type: 'x'.repeat(2 * 1024 * 1024) }))),
			};
			expect(statuses).toEqual({
				unsigned: 401,
				forged: 401,
				late: 401,
				early: 401,
				foreign: 200,
				withoutId: 200,
				unknown: 200,
				pending: 503,
				empty: 400,
				text: expect.any(Number),
				oversized: 413,
			});
			expect([400, 401]).toContain(statuses.text);
			const brokenJson = await post(signed('{"event_type":'));
			expect([400, 422]).toContain(brokenJson);
			expect(await post(signed(completed(id)))).toBe(200);
			expect(await emitted(workflow, 'Completed', 1)).toMatchObject([{ id }]);
		});

		it('gets a batch from the service by its own deliveries, which it repeats until the batch can be read', async () => {
			await activate({ options: { output: 'orders' } });
			instance.service.addWebhook({ url: address, secret: SECRET, events: ['order_batch.completed'] });
			instance.service.addFault({ match: { method: 'GET' }, effect: { kind: 'response', status: 503 }, times: 2 });
			const id = await createBatch(instance.service, 12);
			instance.service.setBatchState(id, 'complete');
			const orders = await emitted(workflow, 'Completed', 1);
			expect(orders).toHaveLength(12);
			expect(orders.every((order) => order.order_batch_id === id)).toBe(true);
			expect(instance.service.deliveries.map(({ statuses }) => statuses)).toEqual([[503, 503, 200]]);
		});
	});

	describe('the polling trigger', () => {
		let workflow: Workflow;

		async function create(parameters: INodeParameters, nodeCredentials = credentials) {
			workflow = await instance.client.createWorkflow(
				chain('Polling trigger', pollingTriggerNode('Finished', nodeCredentials, parameters)),
			);
		}

		/** Waits until two polls more have asked for a path: the first of them is done then. */
		async function morePolls({ requests }: RunningService, path: string) {
			const before = requests.length;
			await until('two more polls', () => requests.slice(before).filter((poll) => poll.path === path).length >= 2);
		}

		const statesOf = async (count: number) =>
			(await emitted(workflow, 'Finished', count)).map(({ id, send_status: sendStatus }) => [id, sendStatus]);

		afterEach(async () => await instance.client.deactivate(workflow));

		it('starts the workflow once for each batch that becomes final, across restart and re-activation', async () => {
			const { client, n8n, service } = instance;
			const unknown = randomUUID();
			const pending = await Promise.all([1, 2].map(() => createBatch(service, 11)));
			const [failing, completing] = pending as [string, string];
			await create({ watch: 'orderBatches', orderBatchIds: [unknown, failing, completing].join(', ') });
			await client.activate(workflow);

			service.setBatchState(failing, 'failed');
			expect(await statesOf(1)).toEqual([[failing, 'failed']]);

			service.requests.length = 0;
			await morePolls(service, `/v1/order_batches/${unknown}`);
			const paths = new Set(service.requests.map(({ path }) => path));
			expect(paths).toEqual(new Set([unknown, completing].map((id) => `/v1/order_batches/${id}`)));

			await n8n.restart();
			service.setBatchState(completing, 'complete');
			await statesOf(2);
			await client.deactivate(workflow);
			await client.activate(await client.workflow(workflow.id));
			await morePolls(service, `/v1/order_batches/${unknown}`);
			expect(await statesOf(2)).toEqual([
				[failing, 'failed'],
				[completing, 'complete'],
			]);
		});

		it('can be activated while the service is down and starts the workflow when it is up', async () => {
			const { client } = instance;
			const port = await freePort();
			const credential = await client.createCredential('giftOrderBatchAutomationApi', 'Service that is down', {
				environment: 'custom',
				baseUrl: `http://127.0.0.1:${port}`,
				apiKey: instance.service.keys.automation,
			});
			await create({ watch: 'account' }, { giftOrderBatchAutomationApi: credential });
			await client.activate(workflow);

			const service = await startService({ port, processingDelayMs: STAYS_PENDING_MS });
			try {
				const id = await createBatch(service, 11);
				await morePolls(service, '/v1/order_batches');
				service.setBatchState(id, 'complete');
				await statesOf(1);
				await morePolls(service, '/v1/order_batches');
				expect(await statesOf(1)).toEqual([[id, 'complete']]);
			} finally {
				await client.deactivate(workflow);
				await service.close();
			}
		});

		it('cannot be activated with a key that the service refuses', async () => {
			const { client, service } = instance;
			const credential = await client.createCredential('giftOrderBatchAutomationApi', 'Wrong key', {
				environment: 'custom',
				baseUrl: service.baseUrl,
				apiKey: 'wrong',
			});
			await create({ watch: 'orderBatches', orderBatchIds: randomUUID() }, { giftOrderBatchAutomationApi: credential });
			await expect(client.activate(workflow)).rejects.toThrow(/key|Unauthorized/i);
		});
	});
});
