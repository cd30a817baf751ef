import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';

import { createBatch, isCreation } from '../../dev/harness/batches';
import { startTestInstance, type TestInstance } from '../../dev/harness/testInstance';
import { N8N_VERSIONS } from '../../dev/n8n/install';
import { startLocalRegistry, type LocalRegistry } from './localRegistry';
import { send } from '../../dev/n8n/http';
import { itemsOf, jsonOf } from '../../dev/n8n/n8nClient';
import { packProject, unpack } from '../../dev/n8n/packageInstall';
import orderPreview from '../../nodes/GiftOrderBatch/__schema__/v1.0.0/order/get.json';
import { name as PACKAGE, version as VERSION } from '../../package.json';
import { programPath } from '../../dev/harness/program';
import {
	createParameters,
	GIFT_ORDER_BATCH,
	giftNode,
	itemsNode,
	manualWorkflow,
	recipients,
} from '../../dev/harness/workflows';
import { until } from '../support/until';
import { addContacts, CONTACTS } from './contacts';
import { openCredentialForm } from './credentialForm';
import { openEditor, type Editor } from './editor';
import { startFilm } from './film';
import { picture } from './pictures';

/** The name of the sandbox, which the mock service stands in for. */
const SANDBOX = 'api.sandbox.ongoody.com';

/** The address of n8n that the service knows: it refuses one on its own machine. */
const PUBLIC_URL = 'https://n8n.example.com';

const EMAILS = CONTACTS.map((contact) => contact['Work Email']);

const NODE_TYPES = ['', 'PollingTrigger', 'Trigger'].map((kind) => GIFT_ORDER_BATCH + kind);
const CREDENTIAL_TYPES = ['giftOrderBatchAutomationApi', 'giftOrderBatchCommerceApi'];
const NEXT_VERSION = '999.0.0';
const NEXT_NAME = 'Gift Order Batch (next version)';
const TRIGGERS = ['Gift Order Batch Polling Trigger', 'Gift Order Batch Trigger'];

/** Unpacks a tarball of the package into a folder, and makes the next version of it: its action node shows another name. */
async function makeNextVersion(tarball: string, folder: string): Promise<void> {
	await unpack(tarball, folder);
	for (const [file, text, by] of [
		['package.json', `"version": "${VERSION}"`, `"version": "${NEXT_VERSION}"`],
		['dist/shared/nodes.js', 'displayName: "Gift Order Batch"', `displayName: "${NEXT_NAME}"`],
	] as const) {
		const content = readFileSync(join(folder, file), 'utf8');
		expect(content).toContain(text);
		writeFileSync(join(folder, file), content.replace(text, by));
	}
}

describe.each(N8N_VERSIONS)('a newcomer to the %s n8n who does only what README.md says', (version) => {
	let registry: LocalRegistry;
	let instance: TestInstance;
	let editor: Editor;
	let tarball: string;

	beforeAll(async () => {
		registry = await startLocalRegistry(programPath('openssl', 'openssl'), SANDBOX);
		instance = await startTestInstance(version, { linksUrl: 'https://gifts.example.com' }, async (userFolder) => {
			tarball = await packProject(process.cwd(), userFolder);
			await registry.publish(tarball);
			return { ...registry.serve(userFolder), WEBHOOK_URL: PUBLIC_URL };
		});
		registry.lead(SANDBOX, instance.service.baseUrl);
		editor = await openEditor(version, instance.n8n.baseUrl);
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

		await film.caption('Send gifts from n8n', 'Install a package, make a credential, and send gifts to your contacts.');
		await film.caption('1. Install the package', `Open Settings > Community nodes, and install ${PACKAGE} from npm.`);
		await editor.installCommunityPackage(PACKAGE);

		await film.caption('The package is installed', 'It works at once. n8n needs no restart.');

		await film.caption('2. Create a credential', 'Begin with the sandbox. It ships nothing and spends nothing.');
		const form = await openCredentialForm(editor, 'Gift Order Batch Automation API');
		await form.fill('apiKey', service.keys.automation);
		await form.save();
		await form.success.waitFor();
		await film.caption('n8n has tested the key', 'The connection works.');
		await form.close();

		await film.caption(
			'3. Begin with your contacts',
			'They come from any node: your CRM, a sheet, a form. Here, a Code node has three.',
		);
		let clicks = 0;
		await page.exposeFunction('countClick', () => clicks++);
		await page.evaluate("addEventListener('pointerdown', () => countClick(), true)");
		await addContacts(editor);
		const clicksForContacts = clicks;

		await film.caption('4. Add Gift Order Batch', 'Search for it, and choose the action Send gifts.');
		await editor.addNode('Gift Order Batch', 'Send gifts (create order batch)');
		const create = await editor.openedPanel();
		await create.parameters.getByText('executing this step sends real gifts').waitFor();
		await create.parameter('product').waitFor();
		await film.caption(
			'Turn on Validate Only first',
			'While it is on, nothing is sent. n8n has selected your credential.',
		);
		await create.toggle('validateOnly');
		await create.parameter('fromName').click();
		await create.fill('fromName', 'The welcome team');
		await create.parameters.getByText('Items that ask for the same gift share an order batch.').waitFor();
		await film.caption('Choose the gift', 'Each input item is a recipient. The node finds names and emails by itself.');
		await create.chooseFromList('product', 'Butter Cookie Tin (Amber Bakery, $32.00)');

		await film.caption('Try it without sending', 'Execute the step to see what it would do.');
		await create.execute();
		await create.output
			.getByText(
				'Nothing was sent. This would send Butter Cookie Tin to 3 people by email, for $118.80 to $130.68 including',
			)
			.waitFor();
		for (const email of EMAILS) await create.output.getByText(email, { exact: true }).waitFor();
		expect(service.requests.filter(isCreation)).toEqual([]);

		await film.caption('Nothing was sent', 'The output says who would get what, and for how much.');

		await film.caption('5. Send the gifts', 'Turn Validate Only off, and execute the step again.');
		await create.toggle('validateOnly');
		await create.execute();
		await create.output.getByText('If you execute this step again today, nobody gets a second gift.').waitFor();
		await create.output.getByText('3 items', { exact: true }).waitFor();
		for (const email of EMAILS) await create.output.getByText(email, { exact: true }).waitFor();
		console.info(`n8n ${version}: ${clicks - clicksForContacts} clicks from the contacts to the first gifts`);
		expect(clicks - clicksForContacts).toBeLessThanOrEqual(10);
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

		await film.caption(
			'The gifts are sent',
			'Each contact has a gift link. Executing the step again today sends no second gift.',
		);

		await film.caption('Follow the gifts', 'Other actions read what was sent, such as Get order batch.');
		await editor.closePanel();
		await editor.addNode('Gift Order Batch', 'Get order batch');
		const get = await editor.openedPanel();
		await get.execute();
		// What is scrolled or folded away comes first sometimes.
		await get.output.getByText('complete', { exact: true }).locator('visible=true').first().waitFor();

		await film.caption(
			'6. Start a workflow when something happens',
			'A trigger starts it, for example when an order batch is completed.',
		);
		await editor.newWorkflow();
		await editor.addNode('Gift Order Batch', 'On order batch completed');
		await editor.openedPanel();
		await editor.closePanel();
		await film.caption('Publish the workflow', 'n8n registers the webhook at the service. There is nothing to copy.');
		await editor.publish();
		const { url, ...webhook } = await until('a registered webhook', () => service.webhooks()[0]);
		// Nothing leads to n8n from the address that the service knows.
		service.clearWebhooks();
		service.addWebhook({ ...webhook, url: url.replace(PUBLIC_URL, n8n.baseUrl) });
		const id = await createBatch(service, 1);
		const workflow = await client.workflow(editor.workflowId());
		const execution = await until('an execution', async () => (await client.executions(workflow))[0]);
		const items = itemsOf(await client.finishedExecution(execution.id), 'Gift Order Batch Trigger');
		expect(items.map(({ json }) => json)).toEqual([expect.objectContaining({ event: 'order_batch.completed', id })]);
		await film.caption(
			'Now an order batch is completed',
			'The service tells n8n, which starts the workflow. See its executions.',
		);
		await (await editor.successfulExecutions()).waitFor();
		await film.caption('The workflow ran', 'From here on, add any node: tell Slack, update your CRM, write a sheet.');
		await film.end();
	});

	/** Waits until n8n shows the nodes of the package under these names, and no others: it brings its lists up to date later. */
	async function untilShown(...displayNames: string[]): Promise<void> {
		await until(`n8n shows ${displayNames.join()}`, async () => {
			const types = await instance.client.nodeTypes();
			const ours = types.filter(({ name }) => name.startsWith(PACKAGE) && !name.endsWith('Tool'));
			return isDeepStrictEqual(ours.map(({ displayName }) => displayName).sort(), displayNames);
		});
	}

	test('has all types and previews of the package, and can update it, with which the same workflow works, and uninstall it', async () => {
		const { client, n8n, service } = instance;
		const [installed] = await client.communityPackages();
		expect(installed).toMatchObject({ packageName: PACKAGE, installedVersion: VERSION });
		expect(installed!.installedNodes.map(({ type }) => type).sort()).toEqual(NODE_TYPES);
		await untilShown('Gift Order Batch', ...TRIGGERS);
		const names = (await client.credentialTypes()).map(({ name }) => name);
		expect(names).toEqual(expect.arrayContaining(CREDENTIAL_TYPES));
		const preview = `${n8n.baseUrl}/schemas/${GIFT_ORDER_BATCH}/1.0.0/order/get.json`;
		expect((await send('GET', preview)).data).toEqual(orderPreview);
		const [credential] = await client.credentials();
		const create = giftNode('Create', credential!, createParameters(service.samples.productId));
		const people = itemsNode('People', [{ recipients: recipients(2) }]);
		const workflow = await client.createWorkflow(manualWorkflow('Send gifts', people, create));
		const sends = async () =>
			expect(jsonOf(await client.execute(workflow), 'Create')).toMatchObject([{ send_status: 'complete' }]);
		await sends();

		const next = join(n8n.userFolder, 'next');
		await makeNextVersion(tarball, next);
		await registry.publish(next);
		expect(await client.communityPackages()).toMatchObject([{ updateAvailable: NEXT_VERSION }]);
		expect(await client.updateCommunityPackage(PACKAGE)).toMatchObject({ installedVersion: NEXT_VERSION });
		await untilShown(NEXT_NAME, ...TRIGGERS);
		const [updated] = await client.communityPackages();
		expect(updated).toMatchObject({ installedVersion: NEXT_VERSION });
		expect(updated!.updateAvailable).toBeUndefined();
		await sends();
		await n8n.restart();
		await sends();

		await client.uninstallCommunityPackage(PACKAGE);
		await untilShown();
		expect(await client.communityPackages()).toEqual([]);
	});
});
