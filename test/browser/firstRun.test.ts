import { createBatch, isCreation } from '../../dev/harness/batches';
import { startTestInstance, type TestInstance } from '../../dev/harness/testInstance';
import { N8N_VERSIONS } from '../../dev/n8n/install';
import { startLocalRegistry, type LocalRegistry } from '../../dev/n8n/localRegistry';
import { itemsOf } from '../../dev/n8n/n8nClient';
import { packProject } from '../../dev/n8n/packageInstall';
import { name as PACKAGE } from '../../package.json';
import { programPath } from '../../dev/harness/program';
import { until } from '../support/until';
import { addContacts, CONTACTS } from './contacts';
import { CredentialForm } from './credentialForm';
import { Editor } from './editor';
import { startFilm } from './film';
import { picture } from './pictures';

const EMAILS = CONTACTS.map((contact) => contact['Work Email']);

describe.each(N8N_VERSIONS)('a newcomer to the %s n8n who does only what README.md says', (version) => {
	let registry: LocalRegistry;
	let instance: TestInstance;
	let editor: Editor;

	beforeAll(async () => {
		registry = await startLocalRegistry(programPath('openssl', 'openssl'));
		instance = await startTestInstance(version, {}, async (userFolder) => {
			await registry.publish(await packProject(process.cwd(), userFolder));
			return registry.serve(userFolder);
		});
		editor = await Editor.open(version, instance.n8n.baseUrl);
	});
	afterAll(async () => {
		await editor?.close();
		await instance?.stop();
		await registry?.stop();
	});

	test('installs the package, saves a credential, sends gifts to contacts, and gets the event of an order batch', async () => {
		const { client, n8n, service } = instance;
		const { page } = editor;
		const film = await startFilm(page, 'first-gifts');

		await film.title('Install n8n-nodes-gift-order-batch from npm');
		await editor.installCommunityPackage(PACKAGE);

		await film.title('Create a credential, which n8n tests');
		const form = await CredentialForm.create(page, n8n.baseUrl, 'Gift Order Batch Automation API');
		// The mock service stands in for the sandbox.
		await form.choose('environment', 'Custom');
		await form.fill('baseUrl', service.baseUrl);
		await form.fill('apiKey', service.keys.automation);
		await form.save();
		await form.success.waitFor();

		await film.title('Start with any node that has your contacts');
		let clicks = 0;
		await page.exposeFunction('countClick', () => clicks++);
		await page.addInitScript("addEventListener('pointerdown', () => countClick(), true)");
		await addContacts(editor);
		const clicksForContacts = clicks;

		await film.title('Add Gift Order Batch');
		await editor.addNode('Gift Order Batch', 'Send gifts (create order batch)');
		const create = await editor.openedPanel();
		await create.parameters.getByText('Executing this step sends real gifts').waitFor();
		await create.toggle('validateOnly');
		await create.fill('fromName', 'The welcome team');
		await create.choose('recipientsSource', 'Input Items');
		await create.parameters.getByText('Items that ask for the same gift share an order batch.').waitFor();
		await create.chooseFromList('product', 'Butter Cookie Tin (Amber Bakery, $32.00)');

		await film.title('Validate Only shows who would get what, and the price');
		await create.execute();
		await create.output
			.getByText('Nothing was sent. This would send Butter Cookie Tin to 3 people by email, for $118.80 to $130.68')
			.waitFor();
		for (const email of EMAILS) await create.output.getByText(email, { exact: true }).waitFor();
		expect(service.requests.filter(isCreation)).toEqual([]);

		await film.title('Turn it off to send the gifts');
		await create.toggle('validateOnly');
		await create.execute();
		await create.output.getByText('Executing this step again gives nobody a second gift today.').waitFor();
		await create.output.getByText('3 items', { exact: true }).waitFor();
		for (const email of EMAILS) await create.output.getByText(email, { exact: true }).waitFor();
		console.info(`n8n ${version}: ${clicks} clicks to the first gifts, ${clicksForContacts} of them for the contacts`);
		expect(service.requests.filter(isCreation).map(({ body }) => body)).toEqual([
			expect.objectContaining({
				recipients: CONTACTS.map((contact) => ({
					first_name: contact['First Name'],
					last_name: contact['Last Name'],
					email: contact['Work Email'],
				})),
			}),
		]);
		expect(service.orderBatches()).toEqual([expect.objectContaining({ recipients_count: 3 })]);
		await create.parameters.getByTestId('node-credentials-select').scrollIntoViewIfNeeded();
		await picture(version, page, 'create-from-crm-items');

		await film.title('Other actions read what was sent');
		await editor.closePanel();
		await editor.addNode('Gift Order Batch', 'Get order batch');
		const get = await editor.openedPanel();
		await get.execute();
		await get.output.getByText('complete', { exact: true }).first().waitFor();

		await film.title('Start a workflow when an order batch is completed');
		await editor.newWorkflow();
		await editor.addNode('Gift Order Batch', 'On order batch completed');
		await editor.openedPanel();
		await editor.closePanel();
		await editor.publish();
		await until('a registered webhook', () => service.webhooks().length > 0);
		const id = await createBatch(service, 1);
		const workflow = await client.workflow(editor.workflowId());
		const execution = await until('an execution', async () => (await client.executions(workflow))[0]);
		const items = itemsOf(await client.finishedExecution(execution.id), 'Gift Order Batch Trigger');
		expect(items.map(({ json }) => json)).toEqual([expect.objectContaining({ event: 'order_batch.completed', id })]);
		await (await editor.successfulExecutions()).waitFor();
		await film.end();
	});
});
