import axios from 'axios';
import type { IDataObject, INode } from 'n8n-workflow';
import { itemsOf, type Execution } from '../../dev/n8n/n8nClient';
import { name as PACKAGE } from '../../package.json';
import { N8N_VERSIONS } from '../../dev/n8n/install';
import orderPreview from '../../nodes/GiftOrderBatch/__schema__/v1.0.0/order/get.json';
import { until } from '../support/until';
import { deadAddress } from '../../dev/harness/plainServer';
import { useInstance } from '../../dev/harness/testInstance';
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
	const instance = useInstance(version);

	function dataFor(apiKey: string, baseUrl = instance.service.baseUrl): IDataObject {
		return { environment: 'custom', baseUrl, apiKey };
	}

	async function run(name: string, ...nodes: INode[]): Promise<Execution> {
		const workflow = await instance.client.createWorkflow(manualWorkflow(name, ...nodes));
		return await instance.client.execute(workflow);
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
		it.each([
			['giftOrderBatchAutomationApi', 'automation'],
			['giftOrderBatchCommerceApi', 'commerce'],
		] as const)('of the type %s accepts a key that works', async (type, account) => {
			const { client, service } = instance;
			const data = dataFor(service.keys[account]);
			const credential = await client.createCredential(type, 'Key', data);

			expect(await client.testCredential(credential, data)).toMatchObject({ status: 'OK' });
		});

		const says = (text: string) => expect.stringContaining(text) as unknown;

		it.each<[string, () => IDataObject | Promise<IDataObject>, Record<'newest' | 'oldest', unknown>]>([
			[
				'a key is refused',
				() => dataFor('no-such-key'),
				{
					newest: says('The service refused the API key.'),
					oldest: 'Authorization failed - please check your credentials',
				},
			],
			[
				'a key belongs to the other variant',
				() => dataFor(instance.service.keys.commerce),
				{
					newest: says('This is a key of the Commerce API. Use the credential type "Gift Order Batch Commerce API"'),
					oldest: says('This is a key of the Commerce API. Use the credential type "Gift Order Batch Commerce API"'),
				},
			],
			[
				'nothing responds at the address',
				async () => dataFor('any', await deadAddress()),
				{ newest: 'ECONNREFUSED', oldest: 'The service refused the connection - perhaps it is offline' },
			],
			[
				'something else responds at the address',
				() => dataFor('any', instance.n8n.baseUrl),
				{
					newest: says('There is no Gift Order Batch Service at this address.'),
					oldest: 'The resource you are requesting could not be found',
				},
			],
			[
				'the key is sent to no address without https',
				() => dataFor('any', 'http://gifts.example.com'),
				{ newest: says('must begin with https://'), oldest: says('must begin with https://') },
			],
		])('says that %s', async (_what, data, messages) => {
			const { client, credential } = instance;

			expect(await client.testCredential(credential, await data())).toEqual({
				status: 'Error',
				message: messages[version],
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
			giftNode('Create', instance.credential, createParameters(service.samples.productId)),
			waitNode('Wait', 1),
			giftNode('Read', instance.credential, { resource: 'orderBatch', operation: 'get', orderBatchId }),
			giftNode('List', instance.credential, {
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

	it("shows the service's own sentence when the service refuses", async () => {
		const product = { __rl: true as const, mode: 'url', value: 'https://example.com/no-such-gift' };

		const execution = await run(
			'Refused',
			itemsNode('People', [{ recipients: recipients(1) }]),
			giftNode('Create', instance.credential, {
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

	it('sends in a published workflow, also after a restart of n8n, until it is taken back', async () => {
		const { client, n8n, service } = instance;
		const workflow = await client.createWorkflow(
			chain(
				'Published',
				webhookNode('Order', `order-${version}`),
				giftNode('Create', instance.credential, {
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
