import type { IDataObject } from 'n8n-workflow';

import { accounts } from '../../dev/mock-service/accounts';
import { cards } from '../../dev/mock-service/cards';
import { isCreation } from '../../dev/harness/batches';
import { useInstance } from '../../dev/harness/testInstance';
import { newSecret } from '../../dev/harness/webhookDeliveries';
import { createParameters, giftNode, itemsNode, manualWorkflow, recipients } from '../../dev/harness/workflows';
import { N8N_VERSIONS } from '../../dev/n8n/install';
import { resources } from '../../nodes/GiftOrderBatch/resources';
import { EXAMPLE_FILES, readExample, readList } from '../examples/exampleFiles';
import { until } from '../support/until';
import { around, drawnOn, overlaps } from './canvas';
import { addContacts, CONTACTS } from './contacts';
import { openCredentialForm } from './credentialForm';
import { openEditor, type Editor } from './editor';
import type { NodePanel } from './nodePanel';
import { picture } from './pictures';

const SEND = 'Send gifts (create order batch)';
const NEXT = 'No Operation, do nothing';

/** n8n 1.x has its own sentence for a response that says that something failed. */
const REFUSED_KEY = {
	newest: 'The service refused the API key.',
	oldest: 'Authorization failed - please check your credentials',
};

describe.each(N8N_VERSIONS)('the editor of the %s n8n', (version) => {
	const instance = useInstance(version, {}, 'Gifting account');
	let editor: Editor;

	const take = async (name: string) => await picture(version, editor.page, name);

	beforeAll(async () => {
		editor = await openEditor(version, instance.n8n.baseUrl);
	});
	afterAll(async () => await editor?.close());

	/** Opens a saved workflow at a node that creates an order batch for contacts, and executes it. */
	async function createFor(contacts: IDataObject[], changes: IDataObject = {}): Promise<NodePanel> {
		const parameters = { ...createParameters(instance.service.samples.productId), recipientsSource: 'inputItems' };
		const create = giftNode('Create', instance.credential, { ...parameters, ...changes });
		const workflow = manualWorkflow('Gifts', itemsNode('Contacts', contacts), create);
		await editor.openWorkflow((await instance.client.createWorkflow(workflow)).id);
		const panel = await editor.openNode('Create');
		await panel.execute();
		return panel;
	}

	async function addTrigger(name: string, action: string): Promise<NodePanel> {
		await editor.newWorkflow();
		await editor.addNode(name, action);
		const trigger = await editor.openedPanel();
		await trigger.chooseCredential('Gifting account');
		return trigger;
	}

	test('finds the action and both triggers by their usual names', async () => {
		await editor.newWorkflow();
		for (const words of ['gift', 'goody', 'order batch', 'swag']) {
			const found = await editor.searchNodes(words);
			// n8n shows an action node and the trigger of the same name as one entry.
			const entries = ['Gift Order Batch', 'Gift Order Batch Polling Trigger'];
			for (const entry of entries) await found.getByText(entry, { exact: true }).waitFor();
			expect((await found.allInnerTexts()).sort()).toEqual(entries);
		}
		const actions = resources.flatMap(({ operations }) => operations);
		const found = await editor.searchNodes('gift');
		await found.getByText('Gift Order Batch', { exact: true }).click();
		await found.getByText('On order batch completed', { exact: true }).waitFor();
		await editor.page.getByText(`Actions (${actions.length})`, { exact: true }).waitFor();
	});

	test.each([
		['Automation', 'automation'],
		['Commerce', 'commerce'],
	] as const)('saves and tests a key of the %s API, and says why a wrong one fails', async (api, account) => {
		const { service } = instance;
		const form = await openCredentialForm(editor, `Gift Order Batch ${api} API`);
		await editor.page.getByRole('link', { name: 'sandbox' }).waitFor();
		await form.choose('environment', 'Custom');
		await form.fill('baseUrl', service.baseUrl);
		await form.fill('apiKey', 'wrong');
		await form.save();
		await form.readFailure(REFUSED_KEY[version]);

		await form.fill('apiKey', service.keys[account]);
		if (account === 'commerce') await form.fill('webhookSigningSecret', newSecret());
		await form.save();
		await form.success.waitFor();
		if (account === 'automation') await take('credential-tested');
		await form.close();
	});

	describe('sending gifts to contacts', () => {
		test('sends one order batch while somebody builds the workflow around it', async () => {
			const { client, service } = instance;
			const people = recipients(12).map(({ first_name: name, email }) => ({ 'First Name': name, 'Work Email': email }));
			await addContacts(
				editor,
				people.map((one) => ({ ...one, 'Last Name': 'Example', Company: 'Acme' })),
			);
			await editor.addNode('Gift Order Batch', SEND);
			const gifts = await editor.openedPanel();
			await gifts.executePrevious();
			await gifts.input.getByText('12 items').first().waitFor();
			await gifts.chooseCredential('Gifting account');
			await gifts.fill('fromName', 'The welcome team');
			await gifts.choose('recipientsSource', 'Input Items (Choose Columns)');
			await gifts.drag('First Name', 'first_name');
			await gifts.drag('Work Email', 'email');
			// What the editor says of the expression in the last field lies over the next ones.
			await gifts.parameters.getByText('Recipient Fields', { exact: true }).click();
			await take('columns-by-hand');
			await gifts.chooseFromList('product', 'Cookie Duo (Birch Bakery, $31.00)');
			await gifts.execute();
			await gifts.output
				.getByText('The gifts are being processed. If you execute this step again today, nobody gets a second gift.')
				.waitFor();
			const [batch] = service.orderBatches();
			await editor.closePanel();
			await editor.nodeOnCanvas(SEND).getByText('Create: Order Batch', { exact: true }).waitFor();
			await editor.page.getByTestId('zoom-to-fit').click();
			await take('workflow');

			await editor.addNode(NEXT);
			await (await editor.openedPanel()).execute();
			await editor.closePanel();
			await editor.save();
			const id = editor.workflowId();
			await until('the workflow is saved', async () => (await client.workflow(id)).nodes.length === 4);
			await editor.openWorkflow(id);
			const after = await editor.openNode(NEXT);
			await after.execute();
			await after.output.getByText('guest.1@example.com', { exact: true }).waitFor();
			await after.output.getByText(batch!.id).first().waitFor();
			await editor.closePanel();

			const again = await editor.openNode(SEND);
			await again.addField('Wait for Completion', 'Add Option');
			await again.execute();
			await again.output.getByText(`already created order batch ${batch!.id}`).waitFor();
			await again.output.getByText('complete', { exact: true }).first().waitFor();
			await again.output.getByText('individual_gift_link').first().waitFor();
			expect(service.orderBatches().map((one) => [one.id, one.recipients_count])).toEqual([[batch!.id, 12]]);
		});

		test('names the row and the field of a contact that cannot get a gift, and sends nothing', async () => {
			const { 'Work Email': _email, ...withoutEmail } = CONTACTS[1]!;
			const create = await createFor([CONTACTS[0]!, withoutEmail, CONTACTS[2]!]);
			await create.error.message
				.getByText('Sofia Reyes (recipient 2): "Email" is missing: the send method "Email and Link" needs it')
				.waitFor();
			await create.error.description
				.getByText(
					'Nothing was sent. Correct it and run the node again. To send to the others, add the option "Skip Invalid Recipients".',
				)
				.waitFor();
			await take('validation-error');
			expect(instance.service.requests.filter(({ method }) => method === 'POST')).toEqual([]);
		});

		test.each([
			['a hint', true],
			['an error', false],
		])('shows HTML in a contact as text in %s', async (_where, skipInvalidRecipients) => {
			const html = '<a href="https://evil.test">Click</a><img src="https://evil.test">';
			const contacts = [CONTACTS[0]!, { ...CONTACTS[1]!, 'Work Email': html }];
			const create = await createFor(contacts, { validateOnly: true, options: { skipInvalidRecipients } });
			await create.output.getByText('< a href=').first().waitFor();
			expect(await editor.page.locator('[href*="evil.test"], [src*="evil.test"]').count()).toBe(0);
		});
	});

	test('shows what the triggers ask for', async () => {
		const webhook = await addTrigger('Gift Order Batch', 'On gift opened');
		await webhook.choose('events', 'Order Batch Completed');
		await editor.page.keyboard.press('Escape');
		await editor.page.getByText('Receive events about your gifts').waitFor();
		await take('webhook-trigger');
		await editor.closePanel();

		const polling = await addTrigger('Gift Order Batch Polling Trigger', 'Add to workflow');
		await take('polling-trigger');
		expect(await polling.parameter('watch').locator('input').inputValue()).toBe('All Order Batches');
		await editor.closePanel();
		await editor.page.getByText('All order batches', { exact: true }).waitFor();
	});

	describe('lists', () => {
		test('sends a gift with a card, a message, a payment method and a workspace, all chosen from lists', async () => {
			const { service } = instance;
			const paymentMethod = accounts.automation.paymentMethods.find(({ name }) => name === 'Mastercard 5678')!;
			const workspace = accounts.automation.workspaces.find(({ name }) => name === 'Recruiting')!;
			const card = cards.find(({ title }) => title === 'Birthday wishes')!;
			// The second of the two for birthdays, in the order of their IDs.
			const cardLabel = 'Birthday 2';
			await editor.newManualWorkflow();
			await editor.addNode('Gift Order Batch', SEND);
			const create = await editor.openedPanel();
			await create.chooseCredential('Gifting account');
			await create.fill('fromName', 'The welcome team');
			await create.choose('sendMethod', 'Email and Link');
			await create.choose('recipientsSource', 'Define Below');
			await create.fill('firstName', 'Nathan');
			await create.fill('email', 'nathan@example.com');
			await create.chooseFromList('product', 'Cookie Duo (Amber Bakery, $28.00)', 'cookie');
			await create.addEntryField('cartItems', 'Variants');
			await create.choose('variants', 'Lemon', 'Oat & Raisin');

			await create.openDropdown('cardId');
			await create.dropdown.search.fill('birthday');
			const entry = create.dropdown.entries.filter({ has: editor.page.getByText(cardLabel, { exact: true }) });
			await entry.hover();
			const link = entry.getByTitle(`Open ${cardLabel}`);
			await link.waitFor();
			await take('card-list');
			const [cardPicture] = await Promise.all([editor.page.waitForEvent('popup'), link.click()]);
			await cardPicture.getByText(card.title).waitFor();
			await cardPicture.close();

			// The list is still open in n8n 1.x, until one clicks elsewhere.
			await create.parameter('message').click();
			await create.dropdown.search.waitFor({ state: 'hidden' });
			await create.fill('message', 'Happy birthday, Nathan!');
			await create.chooseFromList('cardId', cardLabel, 'birthday');
			await create.addField('Payment Method');
			await create.chooseFromList('paymentMethodId', 'Mastercard 5678, Jordan Reyes', 'mastercard');
			await create.addField('Workspace');
			await create.chooseFromList('workspaceId', 'Recruiting');

			await create.toggle('validateOnly');
			await create.execute();
			await create.output.getByText('price_product:2800').waitFor();
			await create.output.getByText(`card_id:${card.id}`).waitFor();
			await take('validate-only');
			expect(service.requests.filter(isCreation)).toEqual([]);

			await create.toggle('validateOnly');
			await create.execute();
			await create.output.getByText('complete', { exact: true }).waitFor();
			const chosen = { card_id: card.id, payment_method_id: paymentMethod.id, workspace_id: workspace.id };
			expect(service.requests.filter(isCreation).map(({ body }) => body)).toMatchObject([
				{ ...chosen, message: 'Happy birthday, Nathan!' },
			]);
		});

		test('of products load more as one scrolls, find one by its name or brand, and say when there is none', async () => {
			const node = giftNode('Gifts', instance.credential, { resource: 'orderBatch', operation: 'create' });
			await editor.openWorkflow((await instance.client.createWorkflow(manualWorkflow('Lists', node))).id);
			const panel = await editor.openNode('Gifts');
			await panel.openDropdown('product');
			const { dropdown } = panel;
			await dropdown.entries.first().waitFor();
			const atFirst = await dropdown.entries.count();
			await dropdown.entries.last().scrollIntoViewIfNeeded();
			await dropdown.entries.nth(atFirst).waitFor({ state: 'attached' });

			await dropdown.search.fill('candle');
			await dropdown.entries.getByText('Soy Candle (Cedar Candles, $41.00)', { exact: true }).waitFor();
			await take('product-dropdown');

			await dropdown.search.fill('no such product');
			await dropdown.empty.waitFor();
			expect(await dropdown.entries.count()).toBe(0);
		});
	});

	test.each(EXAMPLE_FILES)(
		'the example %s covers no node, label or text with another, at 100 % and zoomed to fit',
		async (file) => {
			const { id, nodes } = await instance.client.createWorkflow(readExample(file));
			await editor.openWorkflow(id);
			const { page } = editor;
			await page.getByTestId('zoom-to-fit').click();
			const fitted = await drawnOn(page);
			const name = `examples/${file.replace('.json', '')}`;
			if (readList().includes(`${name}.png`)) await picture(version, page, name, around(fitted));
			await page.keyboard.press('0');
			const full = await drawnOn(page, 1);

			expect(full.map(({ name }) => name).sort()).toEqual(nodes.map(({ name }) => name).sort());
			expect([overlaps(fitted), overlaps(full)]).toEqual([[], []]);
		},
	);
});
