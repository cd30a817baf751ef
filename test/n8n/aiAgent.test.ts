import { randomUUID } from 'node:crypto';

import axios from 'axios';
import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';

import { itemsOf, type Credential, type Execution, type Workflow } from '../../dev/n8n/n8nClient';
import { N8N_VERSIONS } from '../../dev/n8n/install';
import { isCreation } from '../../dev/harness/batches';
import { startChatModel, type ChatModel, type ScriptedTurn, type ToolResult } from '../support/chatModel';
import { until } from '../support/until';
import { AGENT_VERSIONS, agentWorkflow, GIFT_ORDER_BATCH_TOOL, giftTool } from './agents';
import { useInstance } from '../../dev/harness/testInstance';
import { byId, node, recipients, webhookNode } from '../../dev/harness/workflows';

const SEND = 'Send_gifts';

/** What the model says of a gift to this many guests. */
const gift = (guests: number, from = 'Ann'): IDataObject => ({
	fromName: from,
	message: `Thank you from ${from}`,
	recipients: recipients(guests),
});

const send = (input: IDataObject) => ({ tool: SEND, input });

/** What the service is asked for then. */
const requestOf = ({ fromName, message, recipients: people }: IDataObject) => ({
	from_name: fromName,
	message,
	recipients: people,
	send_method: 'email_and_link',
});

const itemsIn = ({ text }: ToolResult) => JSON.parse(text) as IDataObject[];

describe.each(N8N_VERSIONS)('in the %s n8n', (version) => {
	const instance = useInstance(version, { interfaceOnly: true });
	let model: ChatModel;
	let modelCredential: Credential;

	beforeAll(async () => {
		model = await startChatModel();
		const data = { apiKey: 'none', url: model.baseUrl };
		modelCredential = await instance.client.createCredential('openAiApi', 'Model', data);
	});
	afterAll(async () => await model?.close());

	const orderBatches = () => instance.service.orderBatches();

	/** A tool that creates a batch, of which the model gives the sender, the message and the recipients. */
	function createTool(name: string, changes: INodeParameters = {}, more: Partial<INode> = {}): INode {
		const { productId, cardId } = instance.service.samples;
		const parameters = {
			resource: 'orderBatch',
			operation: 'create',
			fromName: "={{ $fromAI('fromName', 'Who sends the gift', 'string') }}",
			sendMethod: 'email_and_link',
			recipientsSource: 'json',
			recipientsJson: "={{ $fromAI('recipients', 'A list of objects with first_name and email', 'json') }}",
			cartItems: { item: [{ product: byId(productId), quantity: 1 }] },
			cardId,
			message: "={{ $fromAI('message', 'What the card says', 'string') }}",
			...changes,
		};
		return giftTool(name, instance.credential, parameters, more);
	}

	const sendTool = (changes?: INodeParameters, more?: Partial<INode>) => createTool('Send gifts', changes, more);

	const readTool = () =>
		giftTool('Read orders', instance.credential, {
			resource: 'order',
			operation: 'getAll',
			orderBatchId: byId("={{ $fromAI('orderBatchId', 'ID of the order batch', 'string') }}"),
			returnAll: true,
		});

	it('n8n offers the action node as a tool, without a setting', async () => {
		const types = await instance.client.nodeTypes();

		expect(types.find(({ name }) => name === GIFT_ORDER_BATCH_TOOL)).toMatchObject({ outputs: ['ai_tool'] });
		expect(instance.n8n.logs()).not.toContain('ALLOW_TOOL_USAGE');
	});

	describe.each(AGENT_VERSIONS)('an agent of version %s', (agentVersion) => {
		/** A new workflow of the agent that starts at `start`. */
		const workflowOf = async (start: INode, tools: INode[]) =>
			await instance.client.createWorkflow(agentWorkflow(start, modelCredential, tools, agentVersion));

		async function run(tools: INode[], ...turns: ScriptedTurn[]): Promise<Execution> {
			const { client } = instance;
			const workflow = await workflowOf(node('Start', 'n8n-nodes-base.manualTrigger', 1), tools);
			model.play(turns);
			return await client.execute(workflow);
		}

		/** Starts a published workflow of the agent from outside; the promise is that it has ended. */
		async function startPublished(tools: INode[], ...turns: ScriptedTurn[]) {
			const { client, n8n } = instance;
			const path = randomUUID();
			const workflow = await workflowOf(webhookNode('Start', path), tools);
			await client.activate(workflow);
			model.play(turns);
			const ended = axios.post(`${n8n.baseUrl}/webhook/${path}`, {}, { proxy: false, validateStatus: null });
			return { workflow, ended };
		}

		/** Repeats the only execution of a workflow, with these turns. */
		async function retryOnly(workflow: Workflow, ...turns: ScriptedTurn[]): Promise<Execution> {
			const { client } = instance;
			const [only] = await client.executions(workflow);
			await client.finishedExecution(only!.id);
			model.play(turns);
			return await client.retry(only!.id);
		}

		/** Lets the agent call the tools, one call after another, and answers what each of them answered. */
		async function call(tools: INode[], ...turns: ScriptedTurn[]): Promise<IDataObject[][]> {
			const execution = await run(tools, ...turns, 'Done.');
			expect(execution.data.resultData.error).toBeUndefined();
			expect(execution.status).toBe('success');
			return model.results.map(itemsIn);
		}

		it('checks a gift, sends it, and answers with its links', async () => {
			let sentBeforeSending: number | undefined;
			const lastOf = (results: ToolResult[]) => itemsIn(results.at(-1)!);
			const execution = await run(
				[createTool('Check a gift', { validateOnly: true }), sendTool(), readTool()],
				[{ tool: 'Check_a_gift', input: gift(2) }],
				() => {
					sentBeforeSending = orderBatches().length;
					return [send(gift(2))];
				},
				(results) => [{ tool: 'Read_orders', input: { orderBatchId: lastOf(results)[0]!.id } }],
				(results) =>
					lastOf(results)
						.map(({ individual_gift_link: link }) => link)
						.join(' '),
			);

			expect(execution.status).toBe('success');
			expect(sentBeforeSending).toBe(0);
			const [batch, ...others] = orderBatches();
			expect(others).toEqual([]);
			expect(batch).toMatchObject({ recipients_count: 2 });
			const [checked, sent, orders] = model.results.map(itemsIn);
			expect(checked).toEqual([
				expect.objectContaining({ valid: true, request: expect.objectContaining(requestOf(gift(2))) }),
			]);
			expect(instance.service.requests.filter(isCreation).map(({ body }) => body)).toMatchObject([requestOf(gift(2))]);
			expect(sent).toMatchObject([{ id: batch!.id, send_status: 'complete' }]);
			expect(orders).toMatchObject(recipients(2).map(({ email }) => ({ recipient_email: email })));
			const links = orders!.map(({ individual_gift_link: link }) => link);
			expect(itemsOf(execution, 'Agent').map(({ json }) => json.output)).toEqual([links.join(' ')]);
			expect(JSON.stringify(model.results)).not.toContain(instance.service.keys.automation);
		});

		it('is told what each tool does, what it costs and what it needs', async () => {
			await run([sendTool(), readTool()], 'Nothing to do.');

			const tools = Object.fromEntries(model.tools.map((tool) => [tool.name, tool]));
			expect(Object.keys(tools).sort()).toEqual(['Read_orders', SEND]);
			expect(tools[SEND]).toMatchObject({
				description: 'Send gifts (create order batch) in Gift Order Batch',
				parameters: {
					properties: {
						fromName: { type: 'string', description: 'Who sends the gift' },
						message: { type: 'string', description: 'What the card says' },
						recipients: { description: 'A list of objects with first_name and email' },
					},
					required: expect.arrayContaining(['fromName', 'message', 'recipients']),
				},
			});
			expect(tools.Read_orders).toMatchObject({
				description: 'Get many orders in Gift Order Batch',
				parameters: { properties: { orderBatchId: { type: 'string', description: 'ID of the order batch' } } },
			});
		});

		it('is told all that is wrong and what to do, and goes on', async () => {
			const wrong = { ...gift(0), fromName: '', recipients: [{ first_name: ' ' }, { first_name: 'Ben' }] };

			const [refused, sent] = await call([sendTool()], [send(wrong)], [send(gift(1))]);

			expect(refused).toEqual([
				{
					error:
						'The input needs 3 corrections: "From Name" is missing; Recipient 1: "First Name" is missing; 2 recipients have no "Email": row 1, Ben (row 2) (the send method "Email and Link" needs it)',
					error_description: 'Nothing was sent. Correct them and run the node again.',
				},
			]);
			expect(sent).toMatchObject([{ send_status: 'complete' }]);
			expect(orderBatches()).toHaveLength(1);
		});

		it('is told what the service says and what to do about it', async () => {
			const [refused] = await call(
				[readTool()],
				[{ tool: 'Read_orders', input: { orderBatchId: '00000000-0000-4000-8000-000000000000' } }],
			);

			expect(refused).toEqual([
				{
					error: 'Order batch not found',
					error_description: expect.stringContaining('Check the ID, and that the credential'),
				},
			]);
		});

		it('is told when it is not known whether a gift was sent, and does not send it twice by asking again', async () => {
			instance.service.addFault({
				match: { method: 'POST' },
				times: 1,
				effect: { kind: 'malformed', form: 'wrongShape' },
			});

			const [unknown, again] = await call([sendTool()], [send(gift(1))], [send(gift(1))]);

			expect(unknown).toEqual([
				{
					error: expect.any(String),
					error_description: expect.stringContaining('It is not known whether the order batch was created'),
				},
			]);
			expect(again).toMatchObject([{ already_created: true, note: expect.stringContaining('not sent again') }]);
			expect(orderBatches()).toHaveLength(1);
		});

		it('that sends the same gift twice at once sends it once', async () => {
			const answers = await call([sendTool()], [send(gift(2)), send(gift(2))]);

			expect(answers).toHaveLength(2);
			expect(orderBatches()).toHaveLength(1);
			const told = answers.map((items) => JSON.stringify(items));
			expect(told.filter((text) => /was not sent again/.test(text))).toHaveLength(1);
		});

		it('costs no more than the maximum total, in all its calls together', async () => {
			instance.service.setInterfaceOnly(false);
			// Gift cards of $10.00, which cost up to $11.55 each.
			const product = byId(instance.service.samples.variableProductId);
			const tool = sendTool({
				cartItems: { item: [{ product, quantity: 1, variablePrice: 1000 }] },
				options: { maximumTotal: 34.65, allowRepeatedRecipients: true },
			});

			const told = await call(
				[tool],
				[send(gift(4, 'Ann'))],
				[send(gift(2, 'Ann')), send(gift(2, 'Ben'))],
				[send(gift(2, 'Cleo'))],
				[send(gift(1, 'Dora'))],
				[send(gift(1, 'Eve'))],
			);

			expect(orderBatches().map(({ recipients_count: count }) => count)).toEqual([2, 1]);
			const errors = told.flatMap(([item]) => (item!.error ? [item!.error as string] : []));
			expect(errors).toHaveLength(4);
			for (const error of errors) expect(error).toContain('"Maximum Total (USD)" is $34.65 for one execution');
			expect(errors[0]).toContain('would cost up to $46.20');
			expect(errors.at(-1)).toContain('($34.65 before and $11.55 now)');
		});

		it('may itself decide whether to check only', async () => {
			const validateOnly = "={{ $fromAI('checkOnly', 'true to check, false to send', 'boolean') }}";
			const [checked, sent] = await call(
				[sendTool({ validateOnly })],
				[send({ ...gift(1), checkOnly: true })],
				[send({ ...gift(1), checkOnly: false })],
			);

			expect(model.tools[0]?.parameters.properties.checkOnly).toMatchObject({ type: 'boolean' });
			expect(checked).toMatchObject([{ valid: true }]);
			expect(sent).toMatchObject([{ send_status: 'complete' }]);
			expect(sent![0]).not.toHaveProperty('already_created');
			expect(orderBatches()).toHaveLength(1);
		});

		it("does not send a gift again in n8n's Retry of an execution whose model failed after it", async () => {
			const { client } = instance;
			const failed = await run([sendTool()], [send(gift(1))]);
			expect(failed.status).toBe('error');
			expect(orderBatches()).toHaveLength(1);
			model.play([[send(gift(1))], 'Done.']);

			const retried = await client.retry(failed.id);

			expect(retried.status).toBe('success');
			expect(itemsIn(model.results.at(-1)!)).toMatchObject([{ id: orderBatches()[0]!.id, already_created: true }]);
			expect(orderBatches()).toHaveLength(1);
		});

		it("sends nothing in n8n's Retry of an execution in which n8n broke off, since the gift may have been sent", async () => {
			const { n8n, service } = instance;
			service.addFault({ match: { method: 'POST' }, times: 1, effect: { kind: 'hang', afterCommit: true } });
			const { workflow, ended } = await startPublished([sendTool()], [send(gift(1))]);
			const settled = Promise.allSettled([ended]);
			await until('the batch is created', () => orderBatches()[0]);
			await n8n.kill();
			await n8n.restart();
			await settled;

			const retried = await retryOnly(workflow, [send(gift(1))], 'It may have been sent.');

			expect(retried.status).toBe('success');
			expect(itemsIn(model.results.at(-1)!)).toEqual([
				{
					error: expect.stringContaining('n8n has not stored what this node did before'),
					error_description: expect.stringContaining('This retry sent nothing.'),
				},
			]);
			expect(orderBatches()).toHaveLength(1);
		});

		it("sends nothing in n8n's Retry of an execution that failed before it, unless a reference of the user makes that safe", async () => {
			const withOwn = sendTool({ additionalFields: { customerReferenceId: 'deal-1' } });
			for (const [tool, batches] of [
				[sendTool(), 0],
				[withOwn, 1],
			] as const) {
				const { workflow, ended } = await startPublished([tool]);
				await ended;

				await retryOnly(workflow, [send(gift(1))], 'Done.');

				expect(orderBatches()).toHaveLength(batches);
			}
		});
	});
});
