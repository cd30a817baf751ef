import type { IDataObject } from 'n8n-workflow';

import type { OrderBatch } from '../../dev/mock-service';
import { accounts } from '../../dev/mock-service/accounts';
import { cards } from '../../dev/mock-service/cards';
import { createBatch, isCreation } from '../../dev/harness/batches';
import { deadAddress } from '../../dev/harness/plainServer';
import { Client } from '../../dev/harness/serviceClient';
import { createApiCredential, startTestInstance, type TestInstance } from '../../dev/harness/testInstance';
import { giftNode, manualWorkflow } from '../../dev/harness/workflows';
import { N8N_VERSIONS } from '../../dev/n8n/install';
import type { Credential } from '../../dev/n8n/n8nClient';
import { Editor } from './editor';
import type { NodePanel } from './nodePanel';
import { picture } from './pictures';

describe.each(N8N_VERSIONS)('the lists in the editor of the %s n8n', (version) => {
	let instance: TestInstance;
	let editor: Editor;
	let credential: Credential;

	const take = async (name: string) => await picture(version, editor.page, name);

	beforeAll(async () => {
		instance = await startTestInstance(version);
		credential = await createApiCredential(instance, 'Gifting account');
		editor = await Editor.open(version, instance.n8n.baseUrl);
	});
	beforeEach(() => instance.service.reset());
	afterAll(async () => {
		await editor?.close();
		await instance?.stop();
	});

	/** Adds a node by the name of its action to a new workflow that is started by hand. */
	async function addAction(action: string): Promise<NodePanel> {
		await editor.newManualWorkflow();
		await editor.addNode('Gift Order Batch', action);
		const panel = await editor.openedPanel();
		await panel.chooseCredential('Gifting account');
		return panel;
	}

	/** Opens a saved workflow at its node for an operation of order batches. */
	async function openOperation(operation: string, key: Credential, parameters: IDataObject = {}): Promise<NodePanel> {
		const node = giftNode('Gifts', key, { resource: 'orderBatch', operation, ...parameters });
		const workflow = await instance.client.createWorkflow(manualWorkflow('Lists', node));
		await editor.openWorkflow(workflow.id);
		return await editor.openNode('Gifts');
	}

	test('sends a gift with a card, a message, a payment method and a workspace, all chosen from lists', async () => {
		const { service } = instance;
		const paymentMethod = accounts.automation.paymentMethods.find(({ name }) => name === 'Mastercard 5678')!;
		const card = cards.find(({ title }) => title === 'Birthday wishes')!;
		const cardLabel = `Birthday (${card.id.slice(0, 8)})`;
		const create = await addAction('Send gifts (create order batch)');
		await create.fill('fromName', 'The welcome team');
		await create.choose('sendMethod', 'Email and Link');
		await create.fill('firstName', 'Nathan');
		await create.fill('email', 'nathan@example.com');
		await create.chooseFromList('product', 'Cookie Duo (Amber Bakery, $28.00)', 'cookie');
		await create.choose('variants', 'Lemon', 'Oat & Raisin');

		await create.openDropdown('cardId');
		await create.dropdown.search.fill('birthday');
		const entry = create.dropdown.entries.filter({ hasText: cardLabel });
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
		expect(service.requests.filter(isCreation).map(({ body }) => body)).toEqual([
			expect.objectContaining({ payment_method_id: paymentMethod.id }),
		]);
		const [created] = service.orderBatches();
		const { data } = await new Client(service).get<OrderBatch>(`/v1/order_batches/${created?.id}`);
		expect(data).toMatchObject({
			card_id: card.id,
			message: 'Happy birthday, Nathan!',
			workspace_name: 'Recruiting',
		});
	});

	test('reads an order batch that is chosen from the list', async () => {
		const { service } = instance;
		await createBatch(service, 2, { from_name: 'The welcome team' });
		const id = await createBatch(service, 1, { from_name: 'The people team', customer_reference_id: 'deal-4711' });
		const get = await addAction('Get order batch');
		await get.useList('orderBatchId', 'Order Batch');
		await get.openDropdown('orderBatchId');
		await get.dropdown.entries.getByText(/^The welcome team.* · 2 recipients: Recipient 1 … · complete · /).waitFor();
		await get.dropdown.search.fill('deal-4711');
		await get.dropdown.entries.getByText('The welcome team').waitFor({ state: 'hidden' });
		await get.dropdown.entries.getByText(/^The people team.* · 1 recipient: Recipient 1 · complete · /).click();
		await get.execute();
		await get.output.getByText(id).waitFor();
	});

	describe('of products', () => {
		test('loads more as one scrolls, finds one by its name or brand, and says when there is none', async () => {
			const panel = await openOperation('create', credential, { recipientsSource: 'inputItems' });
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

	describe('that cannot be loaded', () => {
		const empty = { mode: 'list', value: '' };
		const creation = {
			recipientsSource: 'inputItems',
			additionalFields: { paymentMethodId: empty, workspaceId: empty },
		};
		const OPTIONAL = { cardId: 'cards', paymentMethodId: 'payment methods', workspaceId: 'workspaces' };
		const ALL = { product: 'products', ...OPTIONAL };

		const createKey = async (name: string, data: IDataObject) =>
			await instance.client.createCredential('giftOrderBatchAutomationApi', name, {
				environment: 'custom',
				baseUrl: instance.service.baseUrl,
				...data,
			});

		/** Opens lists of Create, by parameter, then that of Get, and expects these texts in place of each. */
		async function expectErrors(key: Credential, lists: Record<string, string>, textsFor: (list: string) => string[]) {
			const create = await openOperation('create', key, creation);
			for (const [parameter, list] of Object.entries(lists)) {
				await create.openDropdown(parameter);
				for (const text of textsFor(list)) await create.dropdown.error.getByText(text).waitFor();
				await create.parameters.getByText('From Name').first().click();
				await create.dropdown.error.waitFor({ state: 'hidden' });
			}
			const get = await openOperation('get', key, { orderBatchId: empty });
			await get.openDropdown('orderBatchId');
			for (const text of textsFor('the order batches of an account')) {
				await get.dropdown.error.getByText(text).waitFor();
			}
		}

		test('say that the key is refused, and what to do', async () => {
			const key = await createKey('Wrong key', { apiKey: 'wrong' });
			await expectErrors(key, ALL, () => ['Invalid API key', 'Check the API key in the credential']);
		});

		test('say that the service is down, and what to do', async () => {
			const baseUrl = await deadAddress();
			const key = await createKey('Service that is down', { baseUrl, apiKey: 'any' });
			await expectErrors(key, ALL, () => [
				`The service at ${baseUrl} could not be reached`,
				"Check the environment in the credential and this machine's network",
			]);
		});

		test('say that the service has no such list, and to give an ID', async () => {
			instance.service.setInterfaceOnly(true);
			await expectErrors(credential, OPTIONAL, (list) => [
				`This service cannot list ${list}`,
				'Choose ID instead of From List',
			]);
		});
	});
});
