import axios from 'axios';
import type { IDataObject, INode } from 'n8n-workflow';
import { itemsOf, type Credential, type Execution } from '../../dev/n8n/n8nClient';
import { sendGifts } from '../../dev/demo/sendGiftsInN8n';
import { name as PACKAGE } from '../../package.json';
import { N8N_VERSIONS } from '../../dev/n8n/install';
import orderPreview from '../../nodes/GiftOrderBatch/__schema__/v1.0.0/order/get.json';
import { until } from '../support/until';
import { deadAddress } from '../../dev/harness/plainServer';
import { startTestInstance, type TestInstance } from '../../dev/harness/testInstance';
import {
	byId,
	chain,
	createParameters,
	GIFT_ORDER_BATCH,
	giftNode,
	itemsNode,
	manualWorkflow,
	recipients,
	waitNode,
	webhookNode,
} from '../../dev/harness/workflows';

describe.each(N8N_VERSIONS)('the packed package in the %s n8n', (version) => {
	let instance: TestInstance;
	let credential: Credential;

	beforeAll(async () => {
		instance = await startTestInstance(version);
		credential = await instance.client.createCredential(
			'giftOrderBatchAutomationApi',
			'Automation API',
			dataFor(instance.service.keys.automation),
		);
	});

	afterAll(async () => {
		await instance?.stop();
	});

	function dataFor(apiKey: string, baseUrl = instance.service.baseUrl): IDataObject {
		return { environment: 'custom', baseUrl, apiKey };
	}

	async function run(name: string, ...nodes: INode[]): Promise<Execution> {
		const workflow = await instance.client.createWorkflow(manualWorkflow(name, ...nodes));
		const executionId = await instance.client.run(workflow, 'Start');
		return await instance.client.finishedExecution(executionId);
	}

	it('is loaded with its node and its credential types', async () => {
		const nodeTypes = await instance.client.nodeTypes();
		const credentialTypes = await instance.client.credentialTypes();

		expect(nodeTypes.map(({ name }) => name)).toContain(GIFT_ORDER_BATCH);
		expect(credentialTypes.map(({ name }) => name)).toEqual(
			expect.arrayContaining(['giftOrderBatchAutomationApi', 'giftOrderBatchCommerceApi']),
		);
	});

	it('is in the categories of its codex files', async () => {
		// n8n makes a tool of the action node, in categories of its own.
		const nodeTypes = (await instance.client.nodeTypes()).filter(
			({ name }) => name.startsWith(PACKAGE) && !name.endsWith('Tool'),
		);

		expect(nodeTypes).toHaveLength(3);
		for (const { codex } of nodeTypes) {
			expect(codex?.categories).toEqual(expect.arrayContaining(['Marketing & Content', 'Sales', 'Communication']));
		}
	});

	it('shows in the editor what an operation returns before it runs', async () => {
		const { data, status } = await axios.get(
			`${instance.n8n.baseUrl}/schemas/${GIFT_ORDER_BATCH}/1.0.0/order/get.json`,
			{
				proxy: false,
			},
		);

		expect(status).toBe(200);
		expect(data).toEqual(orderPreview);
	});

	describe('testing a credential', () => {
		it('accepts a key that works, of either variant', async () => {
			const commerce = await instance.client.createCredential(
				'giftOrderBatchCommerceApi',
				'Commerce API',
				dataFor(instance.service.keys.commerce),
			);

			expect(await instance.client.testCredential(credential, dataFor(instance.service.keys.automation))).toMatchObject(
				{ status: 'OK' },
			);
			expect(await instance.client.testCredential(commerce, dataFor(instance.service.keys.commerce))).toMatchObject({
				status: 'OK',
			});
		});

		it('says that a key is refused', async () => {
			expect(await instance.client.testCredential(credential, dataFor('no-such-key'))).toEqual({
				status: 'Error',
				message: {
					newest: expect.stringContaining('The service refused the API key.') as string,
					oldest: 'Authorization failed - please check your credentials',
				}[version],
			});
		});

		it('says that a key belongs to the other variant', async () => {
			expect(await instance.client.testCredential(credential, dataFor(instance.service.keys.commerce))).toEqual({
				status: 'Error',
				message:
					'This is a key of the Commerce API. Use the credential type "Gift Order Batch Commerce API", or a key of the Automation API.',
			});
		});

		it('says that nothing answers at the address', async () => {
			const data = dataFor(instance.service.keys.automation, await deadAddress());

			expect(await instance.client.testCredential(credential, data)).toEqual({
				status: 'Error',
				message: {
					newest: 'ECONNREFUSED',
					oldest: 'The service refused the connection - perhaps it is offline',
				}[version],
			});
		});

		it('says that something else answers at the address', async () => {
			const data = dataFor(instance.service.keys.automation, instance.n8n.baseUrl);

			expect(await instance.client.testCredential(credential, data)).toEqual({
				status: 'Error',
				message: {
					newest: expect.stringContaining('There is no Gift Order Batch Service at this address.') as string,
					oldest: 'The resource you are requesting could not be found',
				}[version],
			});
		});

		it('says that the key is sent to no address without https', async () => {
			const data = dataFor(instance.service.keys.automation, 'http://gifts.example.com');

			expect(await instance.client.testCredential(credential, data)).toEqual({
				status: 'Error',
				message: expect.stringContaining('must begin with https://'),
			});
		});
	});

	it('creates a small batch at once and a large one later, and pages their orders in order', async () => {
		const { service } = instance;
		const orderBatchId = byId('={{ $json.id }}');
		const sizes = [3, 120];

		const execution = await run(
			'Create, wait, list',
			itemsNode(
				'People',
				sizes.map((size) => ({ recipients: recipients(size, `group-of-${size}`) })),
			),
			giftNode('Create', credential, createParameters(service.samples.productId)),
			waitNode('Wait', 1),
			giftNode('Read', credential, { resource: 'orderBatch', operation: 'get', orderBatchId }),
			giftNode('List', credential, {
				resource: 'order',
				operation: 'getAll',
				orderBatchId,
				returnAll: true,
			}),
		);

		expect(execution.status).toBe('success');
		const statuses = (node: string) =>
			itemsOf(execution, node).map(({ json, pairedItem }) => [json.send_status, pairedItem]);
		expect(statuses('Create')).toEqual([
			['complete', { item: 0 }],
			['pending', { item: 1 }],
		]);
		expect(statuses('Read')).toEqual([
			['complete', { item: 0 }],
			['complete', { item: 1 }],
		]);
		expect(itemsOf(execution, 'List').map(({ json, pairedItem }) => [json.recipient_email, pairedItem])).toEqual(
			sizes.flatMap((size, item) => recipients(size, `group-of-${size}`).map(({ email }) => [email, { item }])),
		);
	});

	it('runs the example workflow, again over its first installation', async () => {
		const { client, service } = instance;
		const demo = () =>
			sendGifts(client, {
				baseUrl: service.baseUrl,
				apiKey: service.keys.automation,
				productId: service.samples.productId,
			});

		const before = service.orderBatches().length;
		const first = await demo();
		const second = await demo();

		expect(second.workflowId).toBe(first.workflowId);
		expect(first.batches).toMatchObject([
			{ recipients: 3, statusAtFirst: 'complete', statusAtLast: 'complete' },
			{ recipients: 25, statusAtFirst: 'pending', statusAtLast: 'complete' },
		]);
		// Executed by hand, the same requests are sent once a day.
		expect(second.batches).toMatchObject([
			{ recipients: 3, statusAtFirst: 'complete', statusAtLast: 'complete' },
			{ recipients: 25, statusAtFirst: 'complete', statusAtLast: 'complete' },
		]);
		expect(service.orderBatches()).toHaveLength(before + 2);
		expect(second.gifts).toHaveLength(28);
		expect(second.gifts[0]).toEqual({
			recipient: 'Team Guest 1',
			email: 'team.1@example.com',
			link: expect.stringContaining(`${service.baseUrl}/gifts/`),
		});
	});

	it("shows the service's own sentence when the service refuses", async () => {
		const product = { __rl: true as const, mode: 'url', value: 'https://example.com/no-such-gift' };

		const execution = await run(
			'Refused',
			itemsNode('People', [{ recipients: recipients(1) }]),
			giftNode('Create', credential, {
				...createParameters(''),
				cartItems: { item: [{ product, quantity: 1 }] },
			}),
		);

		expect(execution.status).toBe('error');
		expect(execution.data.resultData.error).toMatchObject({
			message: expect.stringContaining('Invalid product URL'),
			httpCode: '400',
		});
	});

	it('sends nothing when the input is not valid', async () => {
		const { service } = instance;
		const sentBefore = service.requests.length;

		const execution = await run(
			'Not valid',
			itemsNode('People', [{ recipients: [{ first_name: 'Guest' }] }]),
			giftNode('Create', credential, createParameters(service.samples.productId)),
		);

		expect(execution.status).toBe('error');
		expect(execution.data.resultData.error?.message).toContain('Recipient 1: "Email" is missing');
		expect(service.requests).toHaveLength(sentBefore);
	});

	it('sends in a published workflow, also after a restart of n8n, until it is taken back', async () => {
		const { client, n8n, service } = instance;
		const workflow = await client.createWorkflow(
			chain(
				'Published',
				webhookNode('Order', `order-${version}`),
				giftNode('Create', credential, {
					...createParameters(service.samples.productId),
					recipientsJson: '={{ JSON.stringify($json.body.recipients) }}',
				}),
			),
		);
		const call = () =>
			axios.post<IDataObject>(
				`${n8n.baseUrl}/webhook/order-${version}`,
				{ recipients: recipients(2) },
				{ proxy: false, validateStatus: null },
			);

		await client.activate(workflow);
		await n8n.restart();
		const answer = await until('n8n knows the webhook', async () => {
			const called = await call();
			return called.status !== 404 && called;
		});
		expect(answer.data).toMatchObject({ send_status: 'complete', recipients_count: 2 });
		expect(await client.executions(workflow)).toMatchObject([{ status: 'success', mode: 'webhook' }]);

		await client.deactivate(workflow);
		expect((await call()).status).toBe(404);
	});
});
