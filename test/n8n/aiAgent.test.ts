import { randomUUID } from 'node:crypto';

import type { IDataObject, INode, INodeParameters, NodeConnectionType } from 'n8n-workflow';

import type { Credential, Execution, Workflow, WorkflowInput } from '../../dev/n8n/n8nClient';
import { N8N_VERSIONS } from '../../dev/n8n/install';
import { send as request } from '../../dev/n8n/http';
import { itemsIn, startChatModel, type ChatModel, type ScriptedTurn, type ToolCall } from '../support/chatModel';
import { until } from '../support/until';
import { useInstance } from '../../dev/harness/testInstance';
import { creationsAt, endedExecutions, publishTool, publishWorkflow, sendingNode } from './executions';
import { chain, GIFT_ORDER_BATCH, node, recipients, webhookNode } from '../../dev/harness/workflows';

/** Of n8n's AI Agent node: up to 2 it runs its tools itself, from 3 on it has n8n run them like other nodes. */
const AGENT_VERSIONS = [2.2, 3];

/** A workflow that starts at `start`, whose agent 'Agent' has a chat model and this tool. */
function agentWorkflow(start: INode, model: Credential, tool: INode, agentVersion: number): WorkflowInput {
	const agent = node('Agent', '@n8n/n8n-nodes-langchain.agent', agentVersion, {
		promptType: 'define',
		text: 'Send a gift to Nathan.',
		options: {},
	});
	const chatModel = {
		...node('Model', '@n8n/n8n-nodes-langchain.lmChatOpenAi', 1.2, {
			model: { __rl: true, mode: 'id', value: 'scripted' },
			options: {},
		}),
		credentials: { openAiApi: { id: model.id, name: model.name } },
	};
	const { nodes, connections, name } = chain('Agent', start, agent);
	const toAgent = (type: NodeConnectionType) => ({ [type]: [[{ node: agent.name, type, index: 0 }]] });
	return {
		name,
		nodes: [...nodes, chatModel, tool],
		connections: {
			...connections,
			[chatModel.name]: toAgent('ai_languageModel'),
			[tool.name]: toAgent('ai_tool'),
		},
	};
}

const SEND = 'Send_gifts';

/** What the model says of a gift to this many guests. */
const gift = (guests: number): IDataObject => ({
	fromName: 'Ann',
	recipients: recipients(guests),
});

const send = (input: IDataObject): ToolCall => ({ tool: SEND, input });

/** What the service is asked for then. */
const requestOf = ({ fromName, recipients: people }: IDataObject) => ({ from_name: fromName, recipients: people });

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

	/** A tool that creates a batch, of which the model gives the sender and the recipients. */
	function sendTool(changes: INodeParameters = {}): INode {
		const parameters = {
			fromName: "={{ $fromAI('fromName', 'Who sends the gift', 'string') }}",
			recipientsJson: "={{ $fromAI('recipients', 'A list of objects with first_name and email', 'json') }}",
			...changes,
		};
		return { ...sendingNode(instance, parameters), name: 'Send gifts', type: `${GIFT_ORDER_BATCH}Tool` };
	}

	it("sends a gift once a day through n8n's MCP Server Trigger, whose calls have no execution", async () => {
		const callTool = await publishTool(instance, sendTool({ options: { recipientsLimit: 1 } }));
		const call = async (input: IDataObject) => await callTool(SEND, input);
		const ben = { ...gift(1), recipients: recipients(1, 'ben') };
		const [first] = await call(gift(1));
		const [again] = await call(gift(1));
		const [other] = await call(ben);

		const [batch, another] = orderBatches();
		expect([first!.id, again!.id, other!.id]).toEqual([batch!.id, batch!.id, another!.id]);
		expect([first, again, other].map((item) => item!.already_created)).toEqual([undefined, true, undefined]);
	});

	/** Starts a published workflow of an agent from outside; the promise is that it has ended. */
	async function startPublished(agentVersion: number, tool: INode, ...turns: ScriptedTurn[]) {
		const path = randomUUID();
		const start = webhookNode('Start', path);
		const workflow = await publishWorkflow(instance, agentWorkflow(start, modelCredential, tool, agentVersion));
		model.play(turns);
		const ended = Promise.allSettled([request('POST', `${instance.n8n.baseUrl}/webhook/${path}`, {})]);
		return { workflow, ended };
	}

	/** Repeats the only execution of a workflow, with these turns. */
	async function retryOnly(workflow: Workflow, ...turns: ScriptedTurn[]): Promise<Execution> {
		const [only] = await endedExecutions(instance, workflow, 1);
		model.play(turns);
		return await instance.client.retry(only!.id);
	}

	it("n8n's Retry of an agent's execution in which n8n broke off sends nothing, since the gift may have been sent", async () => {
		const { n8n, service } = instance;
		const started: Array<Awaited<ReturnType<typeof startPublished>>> = [];
		for (const agentVersion of AGENT_VERSIONS) {
			service.addFault({ match: { method: 'POST' }, times: 1, effect: { kind: 'hang', afterCommit: true } });
			started.push(await startPublished(agentVersion, sendTool(), [send(gift(1))]));
			await until('the batch is created', () => orderBatches().length === started.length);
		}
		await n8n.kill();
		await n8n.restart();

		for (const { workflow, ended } of started) {
			await ended;
			const retried = await retryOnly(workflow, [send(gift(1))], 'It may have been sent.');

			expect(retried.status).toBe('success');
			expect(itemsIn(model.results.at(-1)!)).toEqual([
				{
					error: expect.stringContaining('n8n has not stored what this node did before'),
					gift_error: expect.objectContaining({ description: expect.stringContaining('This retry sent nothing.') }),
				},
			]);
		}
		expect(orderBatches()).toHaveLength(AGENT_VERSIONS.length);
	});

	describe.each(AGENT_VERSIONS)('an agent of version %s', (agentVersion) => {
		it("sends the same gift once that it sends twice at once, also in n8n's Retry of an execution whose model failed after it", async () => {
			const { client } = instance;
			const validateOnly = "={{ $fromAI('checkOnly', 'true to check, false to send', 'boolean') }}";
			const start = node('Start', 'n8n-nodes-base.manualTrigger', 1);
			const tool = sendTool({ validateOnly });
			const workflow = await client.createWorkflow(agentWorkflow(start, modelCredential, tool, agentVersion));
			const [check, sending] = [true, false].map((checkOnly) => send({ ...gift(2), checkOnly })) as [
				ToolCall,
				ToolCall,
			];
			model.play([[check], [sending, sending]]);

			const failed = await client.execute(workflow);

			expect(failed.status).toBe('error');
			const [checked, ...answers] = model.results.map(itemsIn);
			expect(checked).toEqual([
				expect.objectContaining({ valid: true, request: expect.objectContaining(requestOf(gift(2))) }),
			]);
			expect(answers).toHaveLength(2);
			const told = answers.map((items) => JSON.stringify(items));
			expect(told.filter((text) => /was not sent again/.test(text))).toHaveLength(1);
			expect(creationsAt(instance).map(({ body }) => body)).toMatchObject([requestOf(gift(2))]);
			expect(JSON.stringify(model.results)).not.toContain(instance.service.keys.automation);
			model.play([[sending], 'Done.']);

			const retried = await client.retry(failed.id);

			expect(retried.status).toBe('success');
			expect(itemsIn(model.results.at(-1)!)).toMatchObject([{ id: orderBatches()[0]!.id, already_created: true }]);
			expect(orderBatches()).toHaveLength(1);
		});

		it("sends nothing in n8n's Retry of an execution that failed before it, unless a reference of the user makes that safe", async () => {
			const own = { additionalFields: { customerReferenceId: 'deal-1' } };
			for (const [batches, changes] of [{}, own].entries()) {
				const { workflow, ended } = await startPublished(agentVersion, sendTool(changes));
				await ended;

				await retryOnly(workflow, [send(gift(1))], 'Done.');

				expect(orderBatches()).toHaveLength(batches);
			}
		});
	});
});
