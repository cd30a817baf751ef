import { createApiCredential, startTestInstance, type TestInstance } from '../../dev/harness/testInstance';
import { chain, GIFT_ORDER_BATCH, node, recipients } from '../../dev/harness/workflows';
import { installPackage } from '../../dev/n8n/packageInstall';
import { startChatModel, type ChatModel, type ToolCall } from '../support/chatModel';
import { sendingNode } from './executions';

describe("n8n's assistant, which executes what somebody builds,", () => {
	let model: ChatModel;
	let instance: TestInstance;

	beforeAll(async () => {
		model = await startChatModel();
		instance = await startTestInstance('newest', {}, async (userFolder) => {
			await installPackage(process.cwd(), userFolder);
			return {
				N8N_INSTANCE_AI_MODEL: 'custom/scripted',
				N8N_INSTANCE_AI_MODEL_URL: model.baseUrl,
				N8N_INSTANCE_AI_MODEL_API_KEY: 'none',
			};
		});
	});
	beforeEach(() => instance.service.reset());
	afterAll(async () => await Promise.all([instance?.stop(), model?.close()]));

	/** Has the assistant call a tool, which answers with the order batch. */
	async function askTwice(call: ToolCall) {
		for (let times = 0; times < 2; times++) {
			model.play([[call], 'Done.']);
			await instance.client.askAssistant('Send the gift.');
			expect(JSON.stringify(model.results)).toContain(String(instance.service.orderBatches()[0]!.id));
		}
	}

	it('sends once a day, also where a schedule trigger starts the workflow', async () => {
		const { client, service } = instance;
		const start = node('Start', 'n8n-nodes-base.scheduleTrigger', 1.2, { rule: { interval: [{}] } });
		const create = sendingNode({ service, credential: await createApiCredential(instance) }, {}, 1);
		const workflow = await client.createWorkflow(chain('Scheduled', start, create));
		const input = { action: 'run', workflowId: workflow.id, approvalSummary: 'Run the workflow.' };
		await askTwice({ tool: 'executions', input });

		const executions = await client.executions(workflow);
		expect(executions.map(({ status, mode }) => [status, mode])).toEqual(Array(2).fill(['success', 'trigger']));
		expect(service.orderBatches()).toHaveLength(1);
	});

	it('sends once a day, also where it executes the node outside a workflow', async () => {
		const { service } = instance;
		const credential = await createApiCredential(instance);
		const recipientsJson = JSON.stringify(recipients(1, 'alone'));
		const { parameters, credentials } = sendingNode({ service, credential }, { recipientsJson });
		const config = { parameters, credentials };
		const input = { action: 'execute', type: GIFT_ORDER_BATCH, version: 1, config, approvalSummary: 'Run the node.' };
		await askTwice({ tool: 'nodes', input });

		expect(service.orderBatches()).toHaveLength(1);
	});
});
