import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import axios from 'axios';
import type { IDataObject } from 'n8n-workflow';

import type { Execution, Workflow, WorkflowInput } from '../../dev/n8n/n8nClient';
import { N8N_VERSIONS } from '../../dev/n8n/install';
import { isCreation } from '../../dev/harness/batches';
import { createApiCredential, startTestInstance, type TestInstance } from '../../dev/harness/testInstance';
import { startChatModel, type ChatModel, type ScriptedTurn, type ToolResult } from '../support/chatModel';

const FILE = join(process.cwd(), 'examples', 'gifts-by-an-ai-agent.json');

/** The names that n8n proposes for new credentials of these types; the example refers to them. */
const API_CREDENTIAL = 'Gift Order Batch Automation account';
const MODEL_CREDENTIAL = 'OpenAi account';

const CHAT = 'When chat message received';

const itemsIn = ({ text }: ToolResult) => JSON.parse(text) as IDataObject[];

const itemsOfTool = (results: ToolResult[], tool: string) =>
	results.filter((result) => result.tool === tool).flatMap(itemsIn);

const linksIn = (results: ToolResult[]) =>
	itemsOfTool(results, 'Read_orders')
		.map(({ individual_gift_link: link }) => link)
		.join(' ');

describe.each(N8N_VERSIONS)('the example with an AI agent in the %s n8n', (version) => {
	let instance: TestInstance;
	let model: ChatModel;
	let workflow: Workflow;

	beforeAll(async () => {
		[instance, model] = await Promise.all([startTestInstance(version), startChatModel()]);
		const { client } = instance;
		await createApiCredential(instance, API_CREDENTIAL);
		await client.createCredential('openAiApi', MODEL_CREDENTIAL, { apiKey: 'none', url: model.baseUrl });
		const imported = await client.createWorkflow(JSON.parse(readFileSync(FILE, 'utf8')) as WorkflowInput);
		// The chat of the editor needs a browser; that of a published workflow needs only this.
		const nodes = imported.nodes.map((node) =>
			node.name === CHAT ? { ...node, parameters: { ...node.parameters, public: true } } : node,
		);
		workflow = await client.updateWorkflow(imported.id, { ...imported, nodes });
		await client.activate(workflow);
	});
	beforeEach(() => instance.service.reset());
	afterAll(async () => await Promise.all([instance?.stop(), model?.close()]));

	/** Writes a message in the chat `sessionId`, and answers what the agent says. */
	async function write(sessionId: string, chatInput: string, ...turns: ScriptedTurn[]): Promise<string> {
		model.play(turns);
		const { webhookId } = workflow.nodes.find(({ name }) => name === CHAT)!;
		const address = `${instance.n8n.baseUrl}/webhook/${webhookId}/chat`;
		const body = { action: 'sendMessage', sessionId, chatInput };
		const { data } = await axios.post<{ output: string }>(address, body, { proxy: false });
		return data.output;
	}

	async function lastExecution(): Promise<Execution> {
		const [last] = await instance.client.executions(workflow);
		return await instance.client.finishedExecution(last!.id);
	}

	const creations = () => instance.service.requests.filter(isCreation).map(({ body }) => body as IDataObject);

	const gift = (productId: string, guests = 1): IDataObject => ({
		fromName: 'Ann',
		productId,
		recipients: Array.from({ length: guests }, (_, index) => ({
			first_name: `Nathan ${index + 1}`,
			email: `nathan.${index + 1}@example.com`,
		})),
	});

	const send = (guests = 1) => [{ tool: 'Send_gifts', input: gift(instance.service.samples.productId, guests) }];

	it('finds a product, gets its price, checks the gift, asks, sends it after a yes, and answers with the link', async () => {
		const asked = await write(
			'chat-1',
			'Send a box of cookies to Nathan, nathan.1@example.com, from Ann.',
			[{ tool: 'Find_products', input: { words: 'Butter Cookie' } }],
			(results) => [{ tool: 'Get_a_price', input: gift(itemsOfTool(results, 'Find_products')[0]!.id as string) }],
			(results) => [{ tool: 'Check_a_gift', input: gift(itemsOfTool(results, 'Find_products')[0]!.id as string) }],
			(results) => {
				const [price] = itemsOfTool(results, 'Get_a_price');
				const [check] = itemsOfTool(results, 'Check_a_gift');
				return check!.valid === true ? `Shall I send it for ${String(price!.total_high)} cents?` : 'It is not right.';
			},
		);

		expect(asked).toMatch(/^Shall I send it for \d{4} cents\?$/);
		expect((await lastExecution()).status).toBe('success');
		expect(creations()).toEqual([]);
		const { productId } = instance.service.samples;

		const answered = await write(
			'chat-1',
			'Yes.',
			() => send(),
			(results) => [{ tool: 'Read_orders', input: { orderBatchId: itemsOfTool(results, 'Send_gifts')[0]!.id } }],
			(results) => `Sent: ${linksIn(results)}`,
		);

		expect(answered).toMatch(/^Sent: http\S+$/);
		expect((await lastExecution()).status).toBe('success');
		expect(creations()).toEqual([
			{
				from_name: 'Ann',
				send_method: 'email_and_link',
				recipients: [{ first_name: 'Nathan 1', email: 'nathan.1@example.com' }],
				cart: { items: [{ product_id: productId, quantity: 1 }] },
				customer_reference_id: 'chat-chat-1',
			},
		]);
		expect(instance.service.orderBatches()).toHaveLength(1);
	});

	it('tells the model what its five tools do, which of them spends money, and what each value means', async () => {
		await write('chat-2', 'Hello.', 'Hello.');

		const told = Object.fromEntries(model.tools.map((tool) => [tool.name, tool]));
		expect(Object.keys(told).sort()).toEqual([
			'Check_a_gift',
			'Find_products',
			'Get_a_price',
			'Read_orders',
			'Send_gifts',
		]);
		expect(told.Get_a_price?.description).toContain('Sends nothing and costs nothing.');
		expect(told.Check_a_gift?.description).toContain('Sends nothing and costs nothing.');
		expect(told.Send_gifts?.description).toContain('This spends real money and cannot be undone.');
		for (const { parameters } of model.tools) {
			for (const value of Object.values(parameters.properties)) expect(value.description).toMatch(/^[A-Z]/);
		}
	});

	it('sends once in a chat, whatever the agent does', async () => {
		const sent: ScriptedTurn[] = [send(), 'Sent.'];
		await write('chat-3', 'Yes.', ...sent);
		await write('chat-3', 'Yes, send it.', ...sent);

		// The newest n8n tells the model again what its tools answered earlier in the chat.
		expect(itemsIn(model.results.at(-1)!)).toEqual([
			{
				error: expect.stringContaining('customer_reference_id'),
				error_description: expect.stringContaining('already exists, so nothing was sent this time'),
				reference_exists: true,
			},
		]);
		await write('chat-4', 'Yes.', ...sent);
		expect(instance.service.orderBatches().map(({ customer_reference_id: reference }) => reference)).toEqual([
			'chat-chat-3',
			'chat-chat-4',
		]);
	});

	it('sends to five recipients at most', async () => {
		await write('chat-5', 'Yes.', send(6), 'Too many.');

		expect(itemsIn(model.results.at(-1)!)[0]?.error).toContain('"Recipients Limit" is 5');
		expect(creations()).toEqual([]);
	});

	it.each([
		['one gift', 1, 12_000, '"Maximum per Recipient (USD)" is $100.00'],
		['all gifts', 5, 6_000, '"Maximum Total (USD)" is $250.00'],
	])('sends nothing when %s would cost too much', async (name, guests, price, limit) => {
		const { service } = instance;
		const product = service.catalogue.product(service.samples.productId)!;
		const { price: usualPrice } = product;

		try {
			product.price = price;
			for (const tool of ['Check_a_gift', 'Send_gifts']) {
				const call = { tool, input: gift(product.id, guests) };
				await write(`chat ${name} ${tool}`, 'Yes.', [call], 'Too expensive.');

				expect(itemsIn(model.results.at(-1)!)[0]?.error).toContain(limit);
			}
			expect(creations()).toEqual([]);
		} finally {
			product.price = usualPrice;
		}
	});

	it('sends nothing when the service does not provide prices', async () => {
		instance.service.setInterfaceOnly(true);

		await write('chat-6', 'Yes.', send(), 'The price is not known.');

		expect(itemsIn(model.results.at(-1)!)[0]?.error).toBe('This service does not provide prices');
		expect(creations()).toEqual([]);
	});
});
