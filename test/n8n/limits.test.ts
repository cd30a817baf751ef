import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';

import { itemsOf, type Credential, type Execution, type WorkflowInput } from '../../dev/n8n/n8nClient';
import { N8N_VERSIONS } from '../../dev/n8n/install';
import { startChatModel, type ChatModel, type ScriptedTurn } from '../support/chatModel';
import { AGENT_VERSIONS, agentWorkflow, giftTool } from './agents';
import { createApiCredential, startTestInstance, type TestInstance } from '../../dev/harness/testInstance';
import {
	byId,
	createParameters,
	giftNode,
	itemsNode,
	loopWorkflow,
	manualWorkflow,
	node,
	recipients,
} from '../../dev/harness/workflows';

/** Gift cards of $10.00, which cost up to $11.55 each. */
const GIFT_PRICE = 1000;

const guestList = (size: number, group: string): IDataObject => ({ recipients: recipients(size, group) });

/** Of three groups: $23.10, $11.55 and $34.65. */
const guestLists = [guestList(2, 'first'), guestList(1, 'second'), guestList(3, 'third')];

describe.each(N8N_VERSIONS)('the maximum total in the %s n8n', (version) => {
	let instance: TestInstance;
	let model: ChatModel;
	let credential: Credential;
	let modelCredential: Credential;

	beforeAll(async () => {
		[instance, model] = await Promise.all([startTestInstance(version), startChatModel()]);
		credential = await createApiCredential(instance);
		modelCredential = await instance.client.createCredential('openAiApi', 'Model', {
			apiKey: 'none',
			url: model.baseUrl,
		});
	});
	beforeEach(() => instance.service.reset());
	afterAll(async () => await Promise.all([instance?.stop(), model?.close()]));

	const giftCards = (maximumTotal: number): INodeParameters => {
		const { productId, variableProductId } = instance.service.samples;
		return {
			...createParameters(productId),
			cartItems: { item: [{ product: byId(variableProductId), quantity: 1, variablePrice: GIFT_PRICE }] },
			options: { maximumTotal },
		};
	};

	const createNode = (maximumTotal: number, name = 'Create'): INode =>
		giftNode(name, credential, giftCards(maximumTotal));

	async function run(workflow: WorkflowInput): Promise<Execution> {
		const { client } = instance;
		return await client.finishedExecution(await client.run(await client.createWorkflow(workflow), 'Start'));
	}

	const retry = async ({ id }: Execution): Promise<Execution> =>
		await instance.client.finishedExecution(await instance.client.retry(id));

	const messageOf = ({ data }: Execution) => (data.resultData.error as { message: string } | undefined)?.message;

	const outputOf = (execution: Execution, name = 'Create') => itemsOf(execution, name).map(({ json }) => json);

	/** How many recipients each batch of the service has. */
	const stored = () => instance.service.orderBatches().map(({ recipients_count: count }) => count);

	it('sends nothing of a run that would cost more, and all of one that costs as much', async () => {
		const people = itemsNode('People', guestLists);
		const refused = await run(manualWorkflow('Too much', people, createNode(69.29)));
		expect(refused.status).toBe('error');
		expect(messageOf(refused)).toContain(
			'"Maximum Total (USD)" is $69.29 for one execution of the workflow, but this would cost up to $69.30',
		);
		expect(stored()).toEqual([]);

		const retried = await retry(refused);
		expect(messageOf(retried)).toBe(messageOf(refused));
		expect(stored()).toEqual([]);

		const sent = await run(manualWorkflow('As much', people, createNode(69.3)));
		expect(sent.status).toBe('success');
		expect(stored()).toEqual([2, 1, 3]);
	});

	it("counts all runs of a loop, also in n8n's Retry of it", async () => {
		const execution = await run(loopWorkflow('Loop', itemsNode('People', guestLists), createNode(69.29)));

		expect(execution.status).toBe('error');
		expect(messageOf(execution)).toContain('would cost up to $69.30 ($34.65 before and $34.65 now)');
		expect(stored()).toEqual([2, 1]);

		const retried = await retry(execution);
		expect(messageOf(retried)).toContain('($34.65 before and $34.65 now)');
		expect(stored()).toEqual([2, 1]);
	});

	it('is that of each node of a workflow for itself', async () => {
		const [people, more] = guestLists as [IDataObject, IDataObject];
		const execution = await run(
			manualWorkflow(
				'Two nodes',
				itemsNode('People', [people]),
				createNode(23.1, 'First'),
				itemsNode('More', [more]),
				createNode(11.55, 'Second'),
			),
		);

		expect(execution.status).toBe('success');
		expect(outputOf(execution, 'Second')).toHaveLength(1);
		expect(stored()).toEqual([2, 1]);
	});

	it.each(AGENT_VERSIONS)('counts all calls of an agent of version %s', async (agentVersion) => {
		const tool = giftTool('Send gifts', credential, {
			...giftCards(34.65),
			fromName: "={{ $fromAI('fromName', 'Who sends the gift', 'string') }}",
			recipientsJson: "={{ $fromAI('recipients', 'A list of objects with first_name and email', 'json') }}",
		});
		const send = (size: number, fromName: string) => ({
			tool: 'Send_gifts',
			input: { fromName, recipients: recipients(size, fromName.toLowerCase()) },
		});
		const turns: ScriptedTurn[] = [
			[send(4, 'Ann')],
			[send(2, 'Ann'), send(2, 'Ben')],
			[send(2, 'Ann')],
			[send(2, 'Cleo')],
			[send(1, 'Dora')],
			[send(1, 'Eve')],
			'Done.',
		];
		model.play(turns);
		const start = node('Start', 'n8n-nodes-base.manualTrigger', 1);
		const execution = await run(agentWorkflow(start, modelCredential, [tool], agentVersion));

		expect(execution.status).toBe('success');
		expect(stored()).toEqual([2, 1]);
		const errors = model.results.flatMap(({ text }) => {
			const [item] = JSON.parse(text) as IDataObject[];
			return item?.error ? [String(item.error)] : [];
		});
		for (const error of errors) expect(error).toContain('"Maximum Total (USD)" is $34.65 for one execution');
		expect(errors[0]).toContain('would cost up to $46.20');
		expect(errors.at(-1)).toContain('($34.65 before and $11.55 now)');
	});
});
