import type { IDataObject } from 'n8n-workflow';
import type { Locator } from 'playwright-core';

import type { Credential } from '../../dev/n8n/n8nClient';
import { N8N_VERSIONS } from '../../dev/n8n/install';
import { resources } from '../../nodes/GiftOrderBatch/resources';
import type { Order } from '../../dev/mock-service';
import { newSecret } from '../../dev/harness/webhookDeliveries';
import { Client } from '../../dev/harness/serviceClient';
import { createApiCredential, startTestInstance, type TestInstance } from '../../dev/harness/testInstance';
import {
	chain,
	createParameters,
	giftNode,
	itemsNode,
	manualWorkflow,
	node,
	pollingTriggerNode,
} from '../../dev/harness/workflows';
import { createBatch } from '../../dev/harness/batches';
import { until } from '../support/until';
import { addContacts, CONTACTS } from './contacts';
import { CredentialForm } from './credentialForm';
import { Editor } from './editor';
import type { NodePanel } from './nodePanel';
import { picture } from './pictures';

const SECRET = newSecret();

/** n8n 1.x has its own sentence for a response that is no success. */
const REFUSED_KEY = {
	newest: 'The service refused the API key.',
	oldest: 'Authorization failed - please check your credentials',
};

/** Waits until these are the texts that are found, in any order. */
async function expectTexts(found: Locator, texts: string[]) {
	for (const text of texts) await found.getByText(text, { exact: true }).waitFor();
	expect((await found.allInnerTexts()).sort()).toEqual([...texts].sort());
}

describe.each(N8N_VERSIONS)('the editor of the %s n8n', (version) => {
	let instance: TestInstance;
	let editor: Editor;
	let credential: Credential;

	const take = async (name: string) => await picture(version, editor.page, name);

	beforeAll(async () => {
		instance = await startTestInstance(version);
		const { n8n } = instance;
		credential = await createApiCredential(instance, 'Gifting account');
		editor = await Editor.open(version, n8n.baseUrl);
	});
	beforeEach(() => instance.service.reset());
	afterAll(async () => {
		await editor?.close();
		await instance?.stop();
	});

	/** Opens a saved workflow with contacts at its node that creates an order batch for them. */
	async function openCreation(items: IDataObject[]): Promise<NodePanel> {
		const { client, service } = instance;
		const parameters = { ...createParameters(service.samples.productId), recipientsSource: 'inputItems' };
		const workflow = await client.createWorkflow(
			manualWorkflow('Gifts', itemsNode('Contacts', items), giftNode('Create', credential, parameters)),
		);
		await editor.openWorkflow(workflow.id);
		return await editor.openNode('Create');
	}

	test('finds the action and both triggers by their usual names', async () => {
		await editor.newWorkflow();
		for (const words of ['gift', 'goody', 'order batch', 'swag']) {
			const found = await editor.searchNodes(words);
			// n8n shows an action node and the trigger of the same name as one entry.
			await expectTexts(found, ['Gift Order Batch', 'Gift Order Batch Polling Trigger']);
		}
		const actions = resources.flatMap(({ operations }) => operations);
		const found = await editor.searchNodes('gift');
		await found.getByText('Gift Order Batch', { exact: true }).click();
		await found.getByText('On order batch completed', { exact: true }).waitFor();
		await editor.page.getByText(`Actions (${actions.length})`, { exact: true }).waitFor();
	});

	test('adds each operation from the list of actions, and asks for what it needs', async () => {
		await editor.newManualWorkflow();
		for (const { name: resource, operations } of resources) {
			for (const { name, action, fields } of operations) {
				await editor.addNode('Gift Order Batch', action);
				const panel = await editor.openedPanel();
				await panel.parameter('operation').waitFor();
				const needed = fields.filter(({ required, displayOptions }) => required && !displayOptions);
				for (const field of needed) await panel.parameters.getByText(field.displayName).first().waitFor();
				await editor.closePanel();
				await editor.nodeOnCanvas(action).getByText(`${name}: ${resource}`, { exact: true }).waitFor();
			}
		}
	});

	describe('credentials', () => {
		test.each([
			['Automation', 'automation', 'Gift Order Batch Automation API'],
			['Commerce', 'commerce', 'Gift Order Batch Commerce API'],
		] as const)('saves and tests a key of the %s API, and says why a wrong one fails', async (_api, account, type) => {
			const { n8n, service } = instance;
			const form = await CredentialForm.create(editor.page, n8n.baseUrl, type);
			await editor.page.getByRole('link', { name: 'sign in to your gifting account' }).waitFor();
			await form.choose('environment', 'Custom');
			await form.fill('baseUrl', service.baseUrl);
			await form.fill('apiKey', 'wrong');
			await form.save();
			await form.readFailure(REFUSED_KEY[version]);

			await form.fill('apiKey', service.keys[account]);
			await form.fill('webhookSigningSecret', SECRET);
			await form.save();
			await form.success.waitFor();
			if (account === 'automation') await take('credential-tested');
		});
	});

	describe('sending gifts to contacts', () => {
		test('maps the columns by hand and sends one batch', async () => {
			await addContacts(editor);
			await editor.addNode('Gift Order Batch', 'Send gifts (create order batch)');
			const create = await editor.openedPanel();
			await create.executePrevious();
			await create.input.getByText(`${CONTACTS.length} items`).first().waitFor();
			await create.chooseCredential('Gifting account');
			await create.fill('fromName', 'The welcome team');
			await create.choose('recipientsSource', 'Input Items (Choose Columns)');
			await create.drag('First Name', 'first_name');
			await create.drag('Work Email', 'email');
			await take('columns-by-hand');
			await create.chooseFromList('product', 'Cookie Duo (Birch Bakery, $31.00)');
			await create.execute();
			await create.output.getByText('3 items', { exact: true }).waitFor();

			await editor.closePanel();
			const node = editor.nodeOnCanvas('Send gifts (create order batch)');
			await node.getByText('Create: Order Batch', { exact: true }).waitFor();
			await editor.page.getByTestId('zoom-to-fit').click();
			await take('workflow');
			expect(instance.service.orderBatches()).toEqual([expect.objectContaining({ recipients_count: 3 })]);
		});

		test('sends one order batch while somebody builds the rest of the workflow', async () => {
			const { client, service } = instance;
			const parameters = {
				...createParameters(service.samples.productId),
				recipientsSource: 'inputItemsColumns',
			};
			const people = Array.from({ length: 12 }, (_, index) => ({
				Given: `Guest ${index + 1}`,
				'Work Email': `guest.${index + 1}@example.com`,
			}));
			const create = giftNode('Create', credential, parameters);
			const next = node('Next', 'n8n-nodes-base.noOp', 1);
			const input = manualWorkflow('Building', itemsNode('People', people), create, next);
			const nodes = input.nodes.map((one, index) => ({ ...one, position: [index * 220, 0] as [number, number] }));
			const { id } = await client.createWorkflow({ ...input, nodes });
			await editor.openWorkflow(id);
			const gifts = await editor.openNode('Create');
			await gifts.executePrevious();
			await gifts.input.getByText('12 items').first().waitFor();
			await gifts.toggle('validateOnly');
			await gifts.drag('Given', 'first_name');
			await gifts.drag('Work Email', 'email');
			await gifts.execute();
			await gifts.output.getByText(/^Nothing was sent\. This would send .* to 12 people by email/).waitFor();
			expect(service.orderBatches()).toEqual([]);

			await gifts.toggle('validateOnly');
			await gifts.execute();
			await gifts.output.getByText('The gifts are sent. Executing this step again sends nothing new today.').waitFor();
			const [batch] = service.orderBatches();
			await editor.closePanel();
			await editor.save();
			await until('the workflow is saved', async () =>
				JSON.stringify((await client.workflow(id)).nodes).includes("$json['Work Email']"),
			);

			await editor.openWorkflow(id);
			const after = await editor.openNode('Next');
			await after.execute();
			await after.output.getByText('guest.1@example.com', { exact: true }).waitFor();
			await after.output.getByText(batch!.id).first().waitFor();
			await editor.closePanel();

			const again = await editor.openNode('Create');
			await again.addField('Wait for Completion', 'Add Option');
			await again.execute();
			await again.output.getByText(`already created order batch ${batch!.id}`).waitFor();
			await again.output.getByText('complete', { exact: true }).first().waitFor();
			await again.output.getByText('individual_gift_link').first().waitFor();
			expect(service.orderBatches().map((one) => [one.id, one.recipients_count])).toEqual([[batch!.id, 12]]);
		});

		test('names the row and the field of a contact that cannot get a gift, and sends nothing', async () => {
			const { 'Work Email': _email, ...withoutEmail } = CONTACTS[1]!;
			const create = await openCreation([CONTACTS[0]!, withoutEmail, CONTACTS[2]!]);
			await create.execute();
			await create.error.message
				.getByText('Recipient 2: "Email" is missing: the send method "Email and Link" needs it')
				.waitFor();
			await create.error.description.getByText('Nothing was sent. Correct it and run the node again.').waitFor();
			await take('validation-error');
			expect(instance.service.orderBatches()).toEqual([]);
			expect(instance.service.requests.filter(({ method }) => method === 'POST')).toEqual([]);
		});
	});

	describe('the triggers', () => {
		test('sets the webhook trigger up for the chosen events with nothing copied by hand', async () => {
			const { client, service } = instance;
			await editor.newWorkflow();
			await editor.addNode('Gift Order Batch', 'On gift opened');
			const trigger = await editor.openedPanel();
			await trigger.chooseCredential('Gifting account');
			await trigger.choose('events', 'Order Batch Completed');
			await editor.page.keyboard.press('Escape');
			await editor.page.getByText('Receive events about your gifts').waitFor();
			await take('webhook-trigger');
			await editor.closePanel();
			await editor.publish();

			await until('a registered webhook', () => service.webhooks().length > 0);
			expect(service.webhooks()).toEqual([
				expect.objectContaining({
					url: expect.stringMatching(/\/webhook\/.+\?token=/) as string,
					events: ['order.gift_opened', 'order_batch.completed'],
				}),
			]);
			const id = await createBatch(service, 1);
			const { data } = await new Client(service).get<{ data: Order[] }>(`/v1/order_batches/${id}/orders`);
			service.changeOrder(data.data[0]!.id, { status: 'opened' });
			const workflow = await client.workflow(editor.workflowId());
			await until('both executions', async () => (await client.countExecutions(workflow, 'success')) === 2);
			await (await editor.successfulExecutions()).first().waitFor();
			expect(service.deliveries.map(({ outcome }) => outcome)).toEqual(['delivered', 'delivered']);
		});

		test('starts the workflow when the service delivers a webhook that was added by hand', async () => {
			const { n8n, service } = instance;
			await createApiCredential(instance, 'With a signing secret', SECRET);
			await editor.newWorkflow();
			await editor.addNode('Gift Order Batch', 'On order batch completed');
			const trigger = await editor.openedPanel();
			await trigger.chooseCredential('With a signing secret');
			await trigger.choose('registration', 'Manual');
			await trigger.parameters.getByText('Webhook URLs', { exact: true }).click();
			await trigger.parameters.getByText('Production URL', { exact: true }).click();
			const { pathname } = new URL(await trigger.parameters.getByText('/webhook/').first().innerText());
			await editor.closePanel();
			await editor.publish();

			service.addWebhook({ url: n8n.baseUrl + pathname, secret: SECRET, events: ['order_batch.completed'] });
			await createBatch(service, 2);
			await (await editor.successfulExecutions()).waitFor();
			expect(service.deliveries.map(({ outcome }) => outcome)).toEqual(['delivered']);
		});

		test('starts the workflow when a poll finds a complete batch', async () => {
			const { client, service } = instance;
			const workflow = await client.createWorkflow(
				chain(
					'Polling trigger',
					pollingTriggerNode('Finished', { giftOrderBatchAutomationApi: credential }, { watch: 'account' }),
				),
			);
			await editor.openWorkflow(workflow.id);
			await editor.nodeOnCanvas('Finished').getByText('All order batches').waitFor();
			await editor.publish();

			// What is complete at the first poll is not new.
			await until('the first poll', () => service.requests.some(({ path }) => path === '/v1/order_batches'));
			await createBatch(service, 2);
			await (await editor.successfulExecutions()).waitFor();
		});

		test('shows what the polling trigger asks for', async () => {
			await editor.newWorkflow();
			await editor.addNode('Gift Order Batch Polling Trigger', 'Add to workflow');
			const trigger = await editor.openedPanel();
			await trigger.chooseCredential('Gifting account');
			await take('polling-trigger');
			expect(await trigger.parameter('watch').locator('input').inputValue()).toBe('All Batches of the Account');
		});
	});
});
