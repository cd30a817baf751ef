import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { createBatch } from '../../dev/harness/batches';
import { until } from '../../dev/harness/serviceClient';
import { chain, webhookTriggerNode } from '../../dev/harness/workflows';
import { startService, type AccountName, type RunningService, type WebhookDelivery } from '../../dev/mock-service';
import { N8N_VERSIONS } from '../../dev/n8n/install';
import { startN8n, type RunningN8n } from '../../dev/n8n/instance';
import { itemsOf, N8nClient, type Credential, type Workflow } from '../../dev/n8n/n8nClient';
import { installPackage } from '../../dev/n8n/packageInstall';
import { freePort } from '../../dev/n8n/ports';

const KINDS = [
	'order_batch.created',
	'order_batch.completed',
	'order.created',
	'order.gift_opened',
	'order.gift_accepted',
	'order.thank_you_note_added',
	'order.shipped',
	'order.delivered',
	'order.canceled',
	'order.refunded',
];

const TRIGGER = 'Gift event';

describe.each(N8N_VERSIONS)('the automatic registration of the webhook trigger in the %s n8n', (version) => {
	let userFolder: string;
	let port: number;
	let n8n: RunningN8n;
	let client: N8nClient;
	let service: RunningService;
	let credential: Credential;
	let workflow: Workflow;

	const addressAt = (host: string) => `http://${host}:${port}/`;

	/** Starts n8n with what it stored before, under a public address. */
	async function start(host: string) {
		const env = { WEBHOOK_URL: addressAt(host) };
		n8n = await startN8n({ version, userFolder, port, env });
		client = await N8nClient.connect(n8n.baseUrl);
	}

	const credentialData = (account: AccountName) => ({
		environment: 'custom',
		baseUrl: service.baseUrl,
		apiKey: service.keys[account],
	});

	beforeAll(async () => {
		userFolder = mkdtempSync(join(tmpdir(), `n8n-${version}-`));
		port = await freePort();
		await installPackage(process.cwd(), userFolder);
		service = await startService({ webhookDelivery: { hold: true } });
		await start('127.0.0.1');
	});
	beforeEach(async () => {
		service.reset();
		credential = await client.createCredential('giftOrderBatchAutomationApi', 'API', credentialData('automation'));
	});
	afterEach(async () => {
		await client.deactivate(workflow);
	});
	afterAll(async () => {
		await n8n?.stop();
		await service?.close();
		rmSync(userFolder, { recursive: true, force: true });
	});

	const trigger = (parameters: INodeParameters) =>
		webhookTriggerNode(
			TRIGGER,
			{ giftOrderBatchAutomationApi: credential },
			{ registration: 'automatic', ...parameters },
		);

	async function create(parameters: INodeParameters = {}) {
		workflow = await client.createWorkflow(chain('Gift events', trigger(parameters)));
	}

	async function publish(parameters: INodeParameters = {}) {
		await create(parameters);
		await client.activate(workflow);
	}

	const registered = () => service.webhooks().map(({ url, events }) => ({ address: url.split('?')[0], events }));
	const production = (host = '127.0.0.1') =>
		`${addressAt(host)}webhook/${String(workflow.nodes[0]?.webhookId)}/webhook`;

	/** The deliveries of one kind of event, the newest last. */
	const deliveriesOf = (kind: string) => service.deliveries.filter(({ eventType }) => eventType === kind);

	/** What the trigger put out in each execution, the oldest first, once there are `count` of them. */
	async function started(count: number): Promise<IDataObject[]> {
		await until(async () => (await client.executions(workflow)).length >= count);
		const executions = (await client.executions(workflow)).sort((a, b) => Number(a.id) - Number(b.id));
		const finished = await Promise.all(executions.map(async ({ id }) => await client.finishedExecution(id)));
		return finished.flatMap((execution) => itemsOf(execution, TRIGGER).map(({ json }) => json));
	}

	/** Sends an event again as long as n8n asks for it, which takes its time on a busy machine. */
	async function send(deliveryId: string): Promise<number | null> {
		for (;;) {
			const status = await service.sendDelivery(deliveryId);
			if (status !== 503) return status;
		}
	}

	/** Lets an order batch complete, and sends the event. */
	async function complete(): Promise<{ id: string; status: number | null }> {
		const id = await createBatch(service, 1);
		const delivery = deliveriesOf('order_batch.completed').at(-1)!;
		return { id, status: await send(delivery.id) };
	}

	it('brings an event into the workflow with nothing copied by hand, also after a restart', async () => {
		await publish();
		expect(registered()).toEqual([{ address: production(), events: ['order_batch.completed'] }]);
		const first = await complete();
		await started(1);

		const webhooks = service.webhooks();
		await n8n.restart();
		const second = await complete();

		expect([first.status, second.status]).toEqual([200, 200]);
		expect((await started(2)).map(({ id, event }) => [id, event])).toEqual([
			[first.id, 'order_batch.completed'],
			[second.id, 'order_batch.completed'],
		]);
		expect(service.webhooks()).toEqual(webhooks);
	});

	it('leaves nothing at the service when the workflow is unpublished', async () => {
		await publish();
		await client.deactivate(workflow);
		await until(() => service.webhooks().length === 0);
	});

	it('follows other events, and ends when Registration is set to Manual', async () => {
		await publish();
		const publishAgain = async (parameters: INodeParameters) => {
			const [node] = workflow.nodes;
			const changed = { ...node!, parameters: { ...node!.parameters, ...parameters } };
			workflow = await client.updateWorkflow(workflow.id, { ...workflow, nodes: [changed] });
			await client.activate(workflow);
		};

		await publishAgain({ events: ['order.shipped', 'order_batch.completed'] });
		await until(() => service.webhooks().length === 1 && service.webhooks()[0]?.events?.length === 2);
		expect((await complete()).status).toBe(200);
		await started(1);

		await publishAgain({ registration: 'manual' });
		await until(() => service.webhooks().length === 0);
	});

	it('follows another key when the workflow is published again', async () => {
		await publish();
		await client.updateCredential(credential, credentialData('automationWithoutPaymentMethod'));
		await client.deactivate(workflow);
		await until(() => service.webhooks().length === 0);
		await client.activate(workflow);
		expect(service.webhooks().map(({ accountName }) => accountName)).toEqual(['automationWithoutPaymentMethod']);
	});

	it('follows another address of n8n when the workflow is published again', async () => {
		await publish();
		await n8n.stop();
		await start('localhost');
		await client.deactivate(workflow);
		await until(() => service.webhooks().length === 0);
		await client.activate(workflow);
		expect(registered()).toEqual([{ address: production('localhost'), events: ['order_batch.completed'] }]);
		expect((await complete()).status).toBe(200);
		await started(1);
		await client.deactivate(workflow);
		await n8n.stop();
		await start('127.0.0.1');
	});

	it('fails with a sentence that says what to do when the key is not that of an admin', async () => {
		await client.updateCredential(credential, credentialData('automationMember'));
		await create();
		await expect(client.activate(workflow)).rejects.toThrow(
			/You must be an admin to manage webhooks\. Use the API key of an admin of your organization, or set Registration/,
		);
		expect(service.webhooks()).toEqual([]);
	});

	it('registers and deletes a second webhook for a test in the editor', async () => {
		await publish();
		await client.run(workflow, TRIGGER);
		await until(() => service.webhooks().length === 2);
		const [published, test] = service.webhooks();
		expect(test?.url).toContain(`/webhook-test/${String(workflow.nodes[0]?.webhookId)}/webhook?token=`);

		const id = await createBatch(service, 1);
		const delivery = deliveriesOf('order_batch.completed').find(({ webhookId }) => webhookId === test?.id)!;
		expect(await send(delivery.id)).toBe(200);

		expect((await started(1)).map((item) => item.id)).toEqual([id]);
		await until(() => service.webhooks().length === 1);
		expect(service.webhooks()).toEqual([published]);
	});

	it('starts the workflow once for each of the ten kinds, each sent three times, with a restart in between', async () => {
		await publish({ events: KINDS });
		await createBatch(service, 2);
		const [first, second] = deliveriesOf('order.created').map(({ orderId }) => orderId!);
		service.changeOrder(first!, { status: 'delivered' });
		service.changeOrder(first!, { thankYouNote: 'Thank you!' });
		service.changeOrder(first!, { refunded: true });
		service.changeOrder(second!, { status: 'canceled' });
		const one = new Map(service.deliveries.map((delivery) => [delivery.eventType, delivery]));
		expect([...one.keys()].sort()).toEqual([...KINDS].sort());

		const places = (delivery: WebhookDelivery, attempt: number) =>
			createHash('sha256').update(`${delivery.eventType} ${attempt}`).digest('hex');
		const attempts = [...one.values()]
			.flatMap((delivery) => [1, 2, 3].map((attempt) => ({ delivery, place: places(delivery, attempt) })))
			.sort((a, b) => a.place.localeCompare(b.place))
			.map(({ delivery }) => delivery.id);
		const sendAll = async (ids: string[]) => await Promise.all(ids.map(send));
		const half = attempts.slice(0, 15);

		expect(await sendAll(half)).toEqual(Array(15).fill(200));
		await started(new Set(half).size);
		await n8n.restart();
		expect(await sendAll(attempts.slice(15))).toEqual(Array(15).fill(200));
		// Executions begin in the order of their deliveries: this one is the last.
		const last = await complete();
		await until(async () =>
			(await started(1)).some(({ id, event }) => id === last.id && event === 'order_batch.completed'),
		);

		const events = (await started(11)).map(({ event }) => event);
		expect(events.sort()).toEqual([...KINDS, 'order_batch.completed'].sort());
	});
});
