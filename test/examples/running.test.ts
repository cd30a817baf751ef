import axios from 'axios';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { itemsOf, type Execution, type Workflow } from '../../dev/n8n/n8nClient';
import { sendGifts } from '../../dev/demo/sendGiftsInN8n';
import { N8N_VERSIONS } from '../../dev/n8n/install';
import type { Card, Order, PriceEstimate } from '../../dev/mock-service';
import { createApiCredential, startTestInstance, type TestInstance } from '../../dev/harness/testInstance';
import { everyTwoSeconds, itemsNode, manualWorkflow, node } from '../../dev/harness/workflows';
import { Receiver } from '../../dev/harness/receiver';
import { createBatch, isCreation } from '../../dev/harness/batches';
import { plainServer } from '../../dev/harness/plainServer';
import { until } from '../support/until';
import { changed, readExample, withProduct, type Changes } from './exampleFiles';

/** The names that n8n proposes for new credentials of these types; the examples refer to them. */
const API_CREDENTIAL = 'Gift Order Batch Automation account';

const tableLocator = (value: string) => ({ __rl: true, mode: 'list', value }) as unknown as INodeParameters;

describe.each(N8N_VERSIONS)('the examples in the %s n8n', (version) => {
	let instance: TestInstance;
	let chat: Receiver;

	beforeAll(async () => {
		[instance, chat] = await Promise.all([startTestInstance(version), Receiver.start()]);
		await createApiCredential(instance, API_CREDENTIAL);
	});
	beforeEach(() => {
		instance.service.reset();
		chat.received.length = 0;
	});
	afterAll(async () => await Promise.all([instance?.stop(), chat?.close()]));

	/** Imports an example, and then changes in it what a user must change. */
	async function imported(file: string, changes: Changes = {}): Promise<Workflow> {
		const { client, service } = instance;
		const workflow = await client.createWorkflow(readExample(file));
		const ready = changed(withProduct(workflow, service.samples.productId), changes);
		return await client.updateWorkflow(workflow.id, ready);
	}

	async function run(workflow: Workflow, trigger = 'Start by hand'): Promise<Execution> {
		const { client } = instance;
		return await client.finishedExecution(await client.run(workflow, trigger));
	}

	const creations = () => instance.service.requests.filter(isCreation);
	const messages = () => chat.received.map(({ body }) => (JSON.parse(body) as { text: string }).text);
	const errorOf = ({ data }: Execution) => data.resultData.error;
	const jsonOf = (execution: Execution, name: string) => itemsOf(execution, name).map(({ json }) => json);
	const ran = ({ data }: Execution, name: string) => data.resultData.runData[name] !== undefined;

	/** The columns of all rows of a data table. */
	async function rowsOf(tableId: string): Promise<IDataObject[]> {
		const rows = await instance.client.dataTableRows(tableId);
		return rows.map(({ id: _id, createdAt: _created, updatedAt: _updated, ...columns }) => columns);
	}

	/** The orders of a batch, read from the service. */
	async function ordersOf(orderBatchId: string): Promise<Order[]> {
		const { service } = instance;
		const { data } = await axios.get<{ data: Order[] }>(
			`${service.baseUrl}/v1/order_batches/${orderBatchId}/orders?per_page=100`,
			{ headers: { authorization: `Bearer ${service.keys.automation}` }, proxy: false },
		);
		return data.data;
	}

	/** What an order batch of the sample product for so many people costs at most, in cents. */
	async function highestPrice(recipients: number): Promise<number> {
		const { service } = instance;
		const { data } = await axios.post<PriceEstimate>(
			`${service.baseUrl}/v1/order_batches/price`,
			{
				send_method: 'email_and_link',
				recipients: Array.from({ length: recipients }, () => ({ first_name: 'Ada', email: 'ada@example.com' })),
				cart: { items: [{ product_id: service.samples.productId, quantity: 1 }] },
			},
			{ headers: { authorization: `Bearer ${service.keys.automation}` }, proxy: false },
		);
		return data.total_price!.est_group_total_high!;
	}

	it('find credentials by the names that n8n proposes for new ones', async () => {
		const { nodes } = await imported('on-completed-post-links-to-chat.json');
		const found = nodes.find(({ type }) => type.endsWith('giftOrderBatchTrigger'))?.credentials;
		expect(found).toEqual({
			giftOrderBatchAutomationApi: { id: expect.any(String), name: API_CREDENTIAL },
		});
	});

	it('send-a-gift-batch.json sends two batches and collects the gift links', async () => {
		const { client, service } = instance;
		const { baseUrl, keys, samples } = service;
		const { gifts } = await sendGifts(client, { baseUrl, apiKey: keys.automation, productId: samples.productId });
		expect(gifts).toHaveLength(28);
		expect(new Set(gifts.map(({ link }) => link)).size).toBe(28);
	});

	it('http-request.json signs in with the credential of the package', async () => {
		const { service } = instance;
		const url = `${service.baseUrl}/v1/products`;

		const execution = await run(await imported('http-request.json', { parameters: { 'Read the products': { url } } }));

		expect(errorOf(execution)).toBeUndefined();
		expect(jsonOf(execution, 'Read the products')).toMatchObject([{ data: { length: 10 } }]);
		expect(service.requests).toEqual([expect.objectContaining({ path: '/v1/products', accountName: 'automation' })]);
	});

	/** What a node of sample people is replaced by. */
	const onePerson = { jsCode: "return [{ json: { first_name: 'Ada', email: 'ada.miller@example.com' } }];" };

	async function expectOneSending(workflow: Workflow, reference: string) {
		await run(workflow);
		await run(workflow);

		expect(creations()).toHaveLength(2);
		expect(instance.service.orderBatches()).toMatchObject([{ recipients_count: 1, customer_reference_id: reference }]);
	}

	describe('crm-contacts-to-gifts.json', () => {
		async function importedWithTable(changes: Changes['parameters'] = {}) {
			const table = await instance.client.createDataTable(`Contacts ${Date.now()}`, [
				'record_id',
				'gift_link',
				'order_id',
			]);
			const parameters = { 'Write the link to the contact': { dataTableId: tableLocator(table) }, ...changes };
			return { table, workflow: await imported('crm-contacts-to-gifts.json', { parameters }) };
		}

		it('sends one batch, writes each contact its own gift link, and sends nothing when it is run again', async () => {
			const { table, workflow } = await importedWithTable();

			const execution = await run(workflow);

			expect(errorOf(execution)).toBeUndefined();
			const [batch, ...others] = instance.service.orderBatches();
			expect(others).toEqual([]);
			expect(batch).toMatchObject({ recipients_count: 4, customer_reference_id: 'welcome-2026' });
			const orders = await ordersOf(batch!.id);
			const links = new Map(orders.map((order) => [order.recipient_email, order.individual_gift_link]));
			const rows = await rowsOf(table);
			expect(rows.map(({ record_id: recordId, gift_link: link }) => [recordId, link])).toEqual([
				['101', links.get('ada.miller@example.com')],
				['102', links.get('ben.ortiz@example.com')],
				['103', links.get('ada.young@example.com')],
				['104', links.get('chen.wei@example.com')],
			]);
			expect(new Set(links.values()).size).toBe(4);

			const again = await run(workflow);

			expect(errorOf(again)).toMatchObject({ description: expect.stringContaining('nothing was sent this time') });
			expect(instance.service.orderBatches()).toHaveLength(1);
			expect(await rowsOf(table)).toEqual(rows);
		});

		it('sends once when its people come from another node and it is run twice', async () => {
			const { workflow } = await importedWithTable({ 'Get the contacts from the CRM': onePerson });

			await expectOneSending(workflow, 'welcome-2026');
		});

		it('sends nothing without a campaign ID', async () => {
			const { workflow } = await importedWithTable({ 'Name the campaign': { assignments: { assignments: [] } } });

			const execution = await run(workflow);

			expect(errorOf(execution)?.message).toContain('"Customer Reference ID" is empty');
			expect(creations()).toEqual([]);
		});

		it('does so for more contacts than the service handles at once', async () => {
			const contacts = Array.from({ length: 40 }, (_, index) => ({
				json: {
					id: index + 1,
					'First Name': 'Contact',
					'Last Name': `Number ${(index * 7) % 40}`,
					'E-mail': `contact.${index + 1}@example.com`,
				},
			}));
			const { table, workflow } = await importedWithTable({
				'Get the contacts from the CRM': { jsCode: `return ${JSON.stringify(contacts)};` },
			});

			const execution = await run(workflow);

			expect(errorOf(execution)).toBeUndefined();
			const [batch, ...others] = instance.service.orderBatches();
			expect(others).toEqual([]);
			const rows = await rowsOf(table);
			const links = new Map(rows.map(({ record_id: recordId, gift_link: link }) => [recordId, link]));
			expect(links.size).toBe(40);
			for (const { recipient_email: email, individual_gift_link: link } of await ordersOf(batch!.id)) {
				expect([email, links.get(/\d+/.exec(email!)![0])]).toEqual([email, link]);
			}
		});
	});

	describe('birthdays-from-a-sheet.json', () => {
		const ZONE = 'America/New_York';
		let sheet: string;
		let site: Awaited<ReturnType<typeof plainServer>>;

		/** A day as 2026-12-31, so many days after today in the workflow's time zone. */
		function dayAfter(days: number): string {
			const today = new Intl.DateTimeFormat('en-CA', { timeZone: ZONE }).format();
			return new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10);
		}

		const birthday = (days: number) => `1990${dayAfter(days).slice(4)}`;
		const localTime = (time: string) =>
			new Intl.DateTimeFormat('sv-SE', { timeZone: ZONE, dateStyle: 'short', timeStyle: 'short' }).format(
				new Date(time),
			);

		beforeAll(async () => {
			site = await plainServer((_request, response) => {
				response.writeHead(200, { 'content-type': 'text/csv' }).end(sheet);
			});
		});
		afterAll(async () => await site.close());

		const importedWithSheet = async () =>
			await imported('birthdays-from-a-sheet.json', {
				parameters: { 'Fetch the sheet': { url: site.baseUrl } },
				settings: { timezone: ZONE },
			});

		const runIt = async (workflow: Workflow) => await run(workflow, 'Every morning at 7');

		const sheetOf = (...people: Array<[id: string, name: string, birthday: string, email?: string]>) =>
			[
				'id,first_name,last_name,email,birthday',
				...people.map(([id, name, day, email = `${name.toLowerCase()}@example.com`]) =>
					[id, name, 'Example', email, day].join(','),
				),
			].join('\n');

		it('schedules a gift for each birthday of the next days, once, however often it runs', async () => {
			sheet = sheetOf(
				['1', 'Soon', birthday(1)],
				['2', 'Later', birthday(6)],
				['3', 'Far', birthday(9)],
				['4', 'Past', birthday(-2)],
				['5', 'Unknown', ''],
			);
			const workflow = await importedWithSheet();

			const execution = await runIt(workflow);

			expect(errorOf(execution)).toBeUndefined();
			const sent = creations().map(({ body }) => body as Record<string, unknown> & { scheduled_send_on: string });
			expect(
				sent.map(({ recipients, customer_reference_id: reference, scheduled_send_on: time }) => [
					recipients,
					reference,
					localTime(time),
				]),
			).toEqual(
				[['Soon', 1] as const, ['Later', 6] as const].map(([name, days]) => {
					const email = `${name.toLowerCase()}@example.com`;
					return [
						[{ first_name: name, last_name: 'Example', email }],
						`birthday-${email}-${dayAfter(days).slice(0, 4)}`,
						`${dayAfter(days)} 09:00`,
					];
				}),
			);
			expect(jsonOf(execution, 'The gift is scheduled')).toHaveLength(2);
			expect(ran(execution, 'Was it sent already?')).toBe(false);

			const again = await runIt(workflow);

			expect(errorOf(again)).toBeUndefined();
			expect(jsonOf(again, 'Nothing to do, it was sent already').map(({ id }) => id)).toEqual(['1', '2']);
			expect(instance.service.orderBatches()).toHaveLength(2);
		});

		it('stops with the reason of any other error, when everyone else was served', async () => {
			sheet = sheetOf(
				['1', 'Wrong', birthday(2), 'no address'],
				['2', 'Right', birthday(3)],
				['3', 'Unreadable', '31 December'],
				['4', 'Twin', birthday(3), 'right@example.com'],
				['5', 'Silent', birthday(3), ' '],
			);

			const execution = await runIt(await importedWithSheet());

			expect(instance.service.orderBatches()).toMatchObject([
				{ customer_reference_id: expect.stringMatching(/^birthday-right@example\.com-\d{4}$/) },
			]);
			const { message } = errorOf(execution)!;
			expect(message).toContain('Wrong Example: Recipient 1: Email');
			expect(message).toMatch(/Unreadable Example: [^;]*Customer Reference ID is empty[^;]*; Scheduled Send On/);
			expect(message).toMatch(/Twin Example: [^;]*right@example\.com/);
			expect(message).toContain('Silent Example: ');
			expect(message).not.toContain('Right');
		});
	});

	describe('on-completed-post-links-to-chat.json', () => {
		const TRIGGER = 'When a gift batch is complete';
		const POLLING_TRIGGER = 'Or ask every 5 minutes';

		/** Expects one message for a batch, and then one for another batch, so that the first batch has no second message. */
		async function expectPosted(recipients: number) {
			const texts: string[] = [];
			for (const count of [recipients, 2]) {
				const orderBatchId = await createBatch(instance.service, count);
				await until('the message is posted', () => messages()[texts.length]);
				const orders = await ordersOf(orderBatchId);
				expect(orders).toHaveLength(count);
				const lines = orders.map((order) => `- ${order.recipient_first_name}: ${order.individual_gift_link}`);
				texts.push([`${count} gifts are ready:`, ...lines].join('\n'));
			}
			expect(messages()).toEqual(texts);
		}

		it('posts all gift links in one message when the service reports a batch', async () => {
			const { client, service } = instance;
			const parameters = { 'Post them to the chat': { url: chat.url } };
			const workflow = await imported('on-completed-post-links-to-chat.json', { parameters });
			await client.activate(workflow);
			try {
				await until('a registered webhook', () => service.webhooks()[0]);
				await expectPosted(12);
			} finally {
				await client.deactivate(workflow);
			}
		});

		it('does so with the polling trigger in its place', async () => {
			const { client } = instance;
			const workflow = await imported('on-completed-post-links-to-chat.json', {
				parameters: {
					'Post them to the chat': { url: chat.url },
					[POLLING_TRIGGER]: { pollTimes: everyTwoSeconds },
				},
				nodes: { [TRIGGER]: { disabled: true }, [POLLING_TRIGGER]: { disabled: false } },
			});
			await client.activate(workflow);
			try {
				await expectPosted(3);
			} finally {
				await client.deactivate(workflow);
			}
		});
	});

	describe('wait-in-the-flow.json', () => {
		const WAIT = 'Wait until all gifts are ready';
		const SLEEP = 'Sleep for 10 minutes';

		/** Starts the example with short pauses and keeps its batch pending. */
		async function startWithPendingBatch() {
			const { client, service } = instance;
			const workflow = await imported('wait-in-the-flow.json', {
				parameters: { [WAIT]: { options: { maxWaitSeconds: 0 } }, [SLEEP]: { amount: 1, unit: 'seconds' } },
			});
			const executionId = await client.run(workflow, 'Start by hand');
			const { id } = await until('the batch is created', () => service.orderBatches()[0]);
			service.setBatchState(id, 'pending');
			return { executionId, id };
		}

		/** Waits until the service was asked for the batch so often. */
		const looks = async (count: number) =>
			await until(
				`the node looks ${count} times`,
				() => instance.service.requests.filter(({ method }) => method === 'GET').length >= count,
			);

		it('goes on with the gift links when they are ready', async () => {
			const execution = await run(await imported('wait-in-the-flow.json'));

			expect(errorOf(execution)).toBeUndefined();
			expect(jsonOf(execution, 'Go on with the gift links').map(({ recipient_last_name: name }) => name)).toEqual(
				Array.from({ length: 12 }, (_, index) => `Number ${index + 1}`),
			);
			expect(ran(execution, SLEEP)).toBe(false);
		});

		it('sends once when its people come from another node and it is run twice', async () => {
			const workflow = await imported('wait-in-the-flow.json', { parameters: { 'Get the guests': onePerson } });

			await expectOneSending(workflow, 'summer-party-2026');
		});

		it('waits again for the same batch when it takes longer', async () => {
			const { client, service } = instance;
			const { executionId, id } = await startWithPendingBatch();
			await looks(4);
			service.setBatchState(id, 'complete');

			const execution = await client.finishedExecution(executionId);

			expect(errorOf(execution)).toBeUndefined();
			expect(jsonOf(execution, 'Go on with the gift links')).toHaveLength(12);
			expect(ran(execution, SLEEP)).toBe(true);
			expect(creations()).toHaveLength(1);
		});

		it('stops when the batch has failed', async () => {
			const { client, service } = instance;
			const { executionId, id } = await startWithPendingBatch();
			await looks(2);
			service.setBatchState(id, 'failed');

			const execution = await client.finishedExecution(executionId);

			expect(errorOf(execution)?.message).toBe(`Order batch ${id} is failed`);
			expect(ran(execution, 'Go on with the gift links')).toBe(false);
		});
	});

	describe('approve-before-sending.json', () => {
		/** Runs the example until it waits; answers the address of the form that the chat message names. */
		async function askedForApproval(waitParameters: INodeParameters = {}) {
			const { client } = instance;
			const workflow = await imported('approve-before-sending.json', {
				parameters: { 'Ask for approval in the chat': { url: chat.url }, 'Wait for the decision': waitParameters },
				nodes: { 'Ask for approval in the chat': { disabled: false } },
			});
			const executionId = await client.run(workflow, 'Start by hand');
			const text = await until('the message is posted', () => messages()[0]);
			await until('the workflow waits', async () =>
				(await client.executions(workflow)).find(({ status }) => status === 'waiting'),
			);
			return { workflow, executionId, text, form: /http\S+/.exec(text)![0] };
		}

		const decide = async (form: string, decision: string) =>
			await axios.postForm(form, { 'field-0': decision }, { proxy: false });

		it('sends what was shown, once somebody has approved it', async () => {
			const { client, service } = instance;
			const { executionId, text, form } = await askedForApproval();
			expect(text).toContain('3 gifts from The customer team');
			expect(text).toContain(`up to $${((await highestPrice(3)) / 100).toFixed(2)} in total`);
			expect(text).toContain('Ada Miller, Ben Ortiz, Chen Wei');
			expect(creations()).toEqual([]);

			await decide(form, 'Approve');
			const execution = await client.finishedExecution(executionId);

			expect(errorOf(execution)).toBeUndefined();
			const [shown] = jsonOf(execution, 'Check what would be sent');
			expect(creations().map(({ body }) => body)).toEqual([shown!.request]);
			expect(service.orderBatches()).toMatchObject([{ recipients_count: 3, customer_reference_id: 'thank-you-2026' }]);
		});

		it('waits for the form alone as long as no chat is set', async () => {
			const { client } = instance;
			const workflow = await imported('approve-before-sending.json');
			await client.run(workflow, 'Start by hand');

			await until('the workflow waits', async () =>
				(await client.executions(workflow)).find(({ status }) => status === 'waiting'),
			);

			expect(messages()).toEqual([]);
			expect(creations()).toEqual([]);
		});

		it('sends nothing when the price has risen since it was approved', async () => {
			const { client, service } = instance;
			const { executionId, form } = await askedForApproval();
			const product = service.catalogue.product(service.samples.productId)!;
			const { price } = product;

			try {
				product.price = price + 1;
				await decide(form, 'Approve');
				const execution = await client.finishedExecution(executionId);

				expect(errorOf(execution)?.message).toContain('"Maximum Total (USD)" is $');
				expect(creations()).toEqual([]);
			} finally {
				product.price = price;
			}
		});

		it('asks nobody when the service cannot tell the price', async () => {
			instance.service.setInterfaceOnly(true);

			const execution = await run(await imported('approve-before-sending.json'));

			expect(errorOf(execution)?.message).toBe('This service does not provide prices');
			expect(ran(execution, 'Wait for the decision')).toBe(false);
		});

		it('sends nothing when somebody refuses', async () => {
			const { client } = instance;
			const { executionId, form } = await askedForApproval();

			await decide(form, 'Refuse');
			const execution = await client.finishedExecution(executionId);

			expect(errorOf(execution)).toBeUndefined();
			expect(ran(execution, 'End without sending')).toBe(true);
			expect(creations()).toEqual([]);
		});

		it('decides nothing when the link is only opened, as chats do for a preview', async () => {
			const { client } = instance;
			const { workflow, executionId, form } = await askedForApproval();

			const { data } = await axios.get<string>(form, { proxy: false });

			expect(data).toMatch(
				/3 gifts from The customer team, up to \$\d+\.\d\d in total, to: Ada Miller, Ben Ortiz, Chen Wei/,
			);
			expect(await client.executions(workflow)).toMatchObject([{ id: executionId, status: 'waiting' }]);
			expect(creations()).toEqual([]);
			await decide(form, 'Refuse');
			await client.finishedExecution(executionId);
		});

		it('sends nothing without an answer in time', async () => {
			const { client } = instance;
			const { executionId } = await askedForApproval({ resumeAmount: 1, resumeUnit: 'seconds' } as INodeParameters);

			const execution = await client.finishedExecution(executionId);

			expect(errorOf(execution)).toBeUndefined();
			expect(ran(execution, 'End without sending')).toBe(true);
			expect(creations()).toEqual([]);
		});
	});

	describe('monthly-budget.json', () => {
		/** Runs the example with a budget in cents. */
		const runWith = async (budget: number) =>
			await run(
				await imported('monthly-budget.json', {
					parameters: {
						'Set the budget': {
							assignments: {
								assignments: [{ id: 'budget', name: 'budget_usd', type: 'number', value: budget / 100 }],
							},
						},
					},
				}),
			);

		const gifts = () =>
			instance.service
				.orderBatches()
				.filter(({ customer_reference_id: reference }) => /^gifts-\d{4}-\d\d$/.test(reference ?? ''));

		/** Makes orders that count, and others that do not. Returns what the former and the new gifts cost, in cents. */
		async function spentAndNew(): Promise<number> {
			const { service } = instance;
			const [counted, older, failed] = await Promise.all([2, 4, 1].map((count) => createBatch(service, count)));
			const fortyDaysAgo = new Date(Date.now() - 40 * 86_400_000).toISOString();
			for (const { id } of await ordersOf(older!)) service.changeOrder(id, { createdAt: fortyDaysAgo });
			for (const { id } of await ordersOf(failed!)) service.changeOrder(id, { status: 'failed' });
			const amounts = (await ordersOf(counted!)).map(({ amounts }) => amounts.amount_pre_tax_total);
			return amounts.reduce((sum, amount) => sum + amount, await highestPrice(3));
		}

		it('sends the gifts, once, when they and the orders of this month are within the budget', async () => {
			const budget = await spentAndNew();

			const execution = await runWith(budget);

			expect(errorOf(execution)).toBeUndefined();
			expect(gifts()).toMatchObject([{ recipients_count: 3 }]);
			expect(creations().at(-1)?.body).toEqual(jsonOf(execution, 'Check what would be sent')[0]?.request);
			expect(errorOf(await runWith(10 * budget))?.message).toContain('customer_reference_id already exists');
			expect(gifts()).toHaveLength(1);
		});

		it('sends the gifts when there are no orders yet', async () => {
			const execution = await runWith(await highestPrice(3));

			expect(errorOf(execution)).toBeUndefined();
			expect(gifts()).toHaveLength(1);
		});

		it('sends nothing above the budget, and says by how much', async () => {
			const execution = await runWith((await spentAndNew()) - 1);

			expect(errorOf(execution)?.message).toContain('Nothing was sent: the gifts would exceed the budget by $0.01.');
			expect(gifts()).toEqual([]);
		});

		it('sends nothing when the price is not known', async () => {
			instance.service.addFault({
				match: { path: '/v1/order_batches/price' },
				effect: { kind: 'response', status: 404, body: { error: 'Not found' } },
			});

			const execution = await runWith(100_000);

			expect(errorOf(execution)?.message).toContain('Nothing was sent: the price is not known.');
			expect(gifts()).toEqual([]);
		});
	});

	describe('cards-by-occasion.json', () => {
		const BY_HAND = 'Choose a card by hand';
		const bodies = () => creations().map(({ body }) => body as IDataObject & { recipients: IDataObject[] });

		it('sends each person a card for their occasion, once, and nothing without a card', async () => {
			const { baseUrl, keys } = instance.service;
			const { data } = await axios.get<{ data: Card[] }>(`${baseUrl}/v1/cards?per_page=100`, {
				headers: { authorization: `Bearer ${keys.automation}` },
				proxy: false,
			});
			const occasionsOf = new Map(data.data.map(({ id, occasions }) => [id, occasions]));
			const workflow = await imported('cards-by-occasion.json');

			const execution = await run(workflow);

			expect(errorOf(execution)).toBeUndefined();
			expect(
				bodies().map(({ recipients, card_id: card, message }) => [
					recipients.map(({ first_name: name }) => name),
					occasionsOf.get(card as string),
					message,
				]),
			).toEqual([
				[['Ada'], ['Birthday'], 'Happy birthday, Ada!'],
				[['Ben'], ['Thank You'], 'Thank you for your help, Ben!'],
				[['Dora'], ['Congratulations'], 'Well done, Dora!'],
			]);
			expect(jsonOf(execution, BY_HAND)).toMatchObject([{ first_name: 'Chen', occasion: 'Name Day' }]);

			const again = await run(workflow);

			expect(errorOf(again)).toBeUndefined();
			expect(jsonOf(again, 'Nothing to do, it was sent already').map(({ first_name: name }) => name)).toEqual([
				'Ada',
				'Ben',
				'Dora',
			]);
			expect(instance.service.orderBatches()).toHaveLength(3);
		});

		it('sends nothing when there are no cards', async () => {
			instance.service.addFault({
				match: { path: '/v1/cards' },
				effect: { kind: 'response', status: 200, body: { data: [], list_meta: { total_count: 0 } } },
			});

			const execution = await run(await imported('cards-by-occasion.json'));

			expect(errorOf(execution)).toBeUndefined();
			expect(jsonOf(execution, BY_HAND)).toHaveLength(4);
			expect(creations()).toEqual([]);
		});

		it('stops with the reason of any other error, when everyone else was served', async () => {
			const body = { error: 'The account is locked' };
			const refusal = { kind: 'response', status: 403, body } as const;
			instance.service.addFault({ match: { method: 'POST', path: '/v1/order_batches' }, times: 1, effect: refusal });

			const execution = await run(await imported('cards-by-occasion.json'));

			expect(errorOf(execution)?.message).toMatch(/^\w+ \w+: The account is locked$/);
			expect(instance.service.orderBatches()).toHaveLength(2);
		});
	});

	describe('follow-order-batches.json', () => {
		async function importedWithTable(changes: Changes['parameters'] = {}) {
			const table = await instance.client.createDataTable(`Order batches ${Date.now()}`, ['order_batch_id', 'state']);
			const dataTableId = tableLocator(table);
			const parameters = {
				'Keep the order batch': { dataTableId },
				'Get the pending order batches': { dataTableId },
				'Mark the row': { dataTableId },
				...changes,
			};
			return { table, workflow: await imported('follow-order-batches.json', { parameters }) };
		}

		const follow = async (workflow: Workflow) => await run(workflow, 'Every 5 minutes');

		const LINKS = 'Go on with the gift links';

		it('goes on with the gift links of an order batch once, at a service that keeps only the contract', async () => {
			const { client, service } = instance;
			service.setInterfaceOnly(true);
			const { table, workflow } = await importedWithTable();
			expect(errorOf(await run(workflow))).toBeUndefined();
			const { id } = service.orderBatches()[0]!;
			service.setBatchState(id, 'pending');
			expect(await rowsOf(table)).toEqual([{ order_batch_id: id, state: 'pending' }]);

			const early = await follow(workflow);
			expect([errorOf(early), ran(early, 'Is it final?'), ran(early, LINKS)]).toEqual([undefined, true, false]);

			service.setBatchState(id, 'complete');
			const slow = {
				match: { path: `/v1/order_batches/${id}` },
				times: 1,
				effect: { kind: 'latency', ms: 3_000 } as const,
			};
			service.addFault(slow);
			const before = service.requests.length;
			const first = await client.run(workflow, 'Every 5 minutes');
			await until('the first run reads the order batch', () => service.requests[before]);
			const both = [await follow(workflow), await client.finishedExecution(first)];
			expect(both.map(errorOf)).toEqual([undefined, undefined]);
			const links = both.flatMap((execution) => (ran(execution, LINKS) ? jsonOf(execution, LINKS) : []));
			expect(links.map(({ recipient_email: email }) => email)).toEqual(
				Array.from({ length: 12 }, (_, index) => `guest.${index + 1}@example.com`),
			);
			expect(links.every(({ individual_gift_link: link }) => typeof link === 'string')).toBe(true);
			expect(await rowsOf(table)).toEqual([{ order_batch_id: id, state: 'complete' }]);

			expect(ran(await follow(workflow), 'Read the order batch')).toBe(false);
			expect(errorOf(await run(workflow))).toBeDefined();
			expect(service.orderBatches()).toHaveLength(1);
			expect(await rowsOf(table)).toHaveLength(1);
		});

		it('is not held back by an order batch that failed and one that cannot be read', async () => {
			const { client, service } = instance;
			service.setInterfaceOnly(true);
			const [failed, unreadable, complete] = await Promise.all([11, 11, 1].map((count) => createBatch(service, count)));
			const people = {
				jsCode: `return ${JSON.stringify([failed, unreadable, complete].map((id) => ({ json: { id } })))};`,
			};
			const { table, workflow } = await importedWithTable({ 'Get the people': people });
			const skipping = {
				...workflow.connections,
				'Get the people': { main: [[{ node: 'Describe the order batch', type: 'main' as const, index: 0 }]] },
			};
			await run(await client.updateWorkflow(workflow.id, { ...workflow, connections: skipping }));
			expect(await rowsOf(table)).toHaveLength(3);
			service.setBatchState(failed!, 'failed');
			service.addFault({
				match: { path: `/v1/order_batches/${unreadable}` },
				effect: { kind: 'response', status: 404, body: { error: 'Order batch not found' } },
			});

			const execution = await follow(workflow);

			expect(errorOf(execution)).toBeUndefined();
			expect(jsonOf(execution, LINKS)).toHaveLength(1);
			expect(jsonOf(execution, 'Follow up on what was not sent')).toMatchObject([{ order_batch_id: failed }]);
			expect(jsonOf(execution, 'Look into what cannot be read')).toHaveLength(1);
			expect((await rowsOf(table)).map(({ state }) => state)).toEqual(['failed', 'pending', 'complete']);
		});
	});

	describe('errors-to-a-table.json', () => {
		async function importedWithTable(changes: Changes['parameters'] = {}) {
			const table = await instance.client.createDataTable(`Errors ${Date.now()}`, [
				'record_id',
				'name',
				'email',
				'error',
				'what_to_do',
			]);
			const parameters = { 'Keep it in a table': { dataTableId: tableLocator(table) }, ...changes };
			return { table, workflow: await imported('errors-to-a-table.json', { parameters }) };
		}

		it('sends to the valid contacts, and keeps each other with its reason', async () => {
			const { table, workflow } = await importedWithTable();

			const execution = await run(workflow);

			expect(errorOf(execution)).toBeUndefined();
			const sentTo = jsonOf(execution, 'Go on with the gift links').map(({ recipient_email: email }) => email);
			expect(sentTo).toEqual(['ada.miller@example.com', 'chen.wei@example.com', 'emil.novak@example.com']);
			expect(instance.service.orderBatches()).toMatchObject([{ recipients_count: 3 }]);
			expect(await rowsOf(table)).toEqual([
				{
					record_id: '202',
					name: 'Ben Ortiz',
					email: '',
					error: 'Recipient 2: "Email" is missing: the send method "Email and Link" needs it',
					what_to_do: expect.stringContaining('Nothing was sent'),
				},
				{
					record_id: '204',
					name: 'Dora Lind',
					email: 'dora.lind',
					error: expect.stringContaining('Recipient 4: Email'),
					what_to_do: expect.stringContaining('Nothing was sent'),
				},
			]);
		});

		it('sends once when its people come from another node and it is run twice', async () => {
			const { workflow } = await importedWithTable({ 'Get the contacts': onePerson });

			await expectOneSending(workflow, 'holidays-2026');
		});

		it('keeps every contact when the service refuses the whole batch', async () => {
			const { service } = instance;
			const { table, workflow } = await importedWithTable();
			const refusal = { error: 'The account is locked' };
			service.addFault({ match: { method: 'POST' }, effect: { kind: 'response', status: 403, body: refusal } });

			const execution = await run(workflow);

			expect(errorOf(execution)).toBeUndefined();
			const rows = await rowsOf(table);
			expect(rows.map(({ record_id: id }) => id).sort()).toEqual(['201', '202', '203', '204', '205']);
			expect(rows.filter(({ error }) => error === 'The account is locked').map(({ name }) => name)).toEqual([
				'Ada Miller',
				'Chen Wei',
				'Emil Novak',
			]);
			expect(service.orderBatches()).toEqual([]);
		});
	});

	/** Makes orders that were created so many days ago, one for each number. Returns them as the service has them. */
	async function ordersOfAge(ages: number[], fields: object = {}): Promise<Order[]> {
		const { service } = instance;
		const id = await createBatch(service, ages.length, fields);
		const orders = await ordersOf(id);
		for (const [index, age] of ages.entries()) {
			service.changeOrder(orders[index]!.id, { createdAt: new Date(Date.now() - age * 86_400_000).toISOString() });
		}
		return orders;
	}

	const dollars = (orders: Order[]) =>
		`$${(orders.reduce((sum, { amounts }) => sum + amounts.amount_pre_tax_total, 0) / 100).toFixed(2)}`;

	describe('gift-rescue.json', () => {
		const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

		/** The example, enabled, with other days if given. */
		const importedEnabled = async (days?: Record<string, number>) => {
			const assignments = Object.entries(days ?? {}).map(([name, value]) => ({
				id: name,
				name,
				type: 'number',
				value,
			}));
			return await imported('gift-rescue.json', {
				parameters: {
					'Post the report': { url: chat.url },
					'Post the reminder': { url: chat.url },
					...(days && { 'Set the days': { assignments: { assignments } } }),
				},
				nodes: { 'Cancel the gift': { disabled: false }, 'Extend the gift': { disabled: false } },
			});
		};

		const runIt = async (workflow: Workflow) => await run(workflow, 'Every Monday at 9');

		const changesOf = (action: string) =>
			instance.service.requests.flatMap(({ method, path }) => {
				const [, id] = (method === 'POST' && new RegExp(`^/v1/orders/([^/]+)/${action}$`).exec(path)) || [];
				return id ? [id] : [];
			});

		const reminderOf = (...orders: Order[]) =>
			[
				`Gifts that are not accepted after 14 days: ${orders.length}. Please remind their recipients:`,
				...orders.map((order) => `- ${order.recipient_first_name}: ${order.individual_gift_link}`),
			].join('\n');

		it('cancels gifts that nobody accepted, once, reminds of newer ones, and extends those that expire soon', async () => {
			const { service } = instance;
			const orders = await ordersOfAge([1, 13, 15, 59, 61, 90, 90, 90], { expires_at: inDays(3) });
			const [, , opened, kept, , , accepted, failed] = orders;
			service.changeOrder(opened!.id, { status: 'opened' });
			service.changeOrder(kept!.id, { expiresAt: inDays(30) });
			service.changeOrder(accepted!.id, { status: 'accepted' });
			service.changeOrder(failed!.id, { status: 'failed' });
			const old = orders.slice(4, 6);
			const [forever] = await ordersOfAge([20]);
			const workflow = await importedEnabled();

			const execution = await runIt(workflow);

			expect(errorOf(execution)).toBeUndefined();
			expect(changesOf('cancel').sort()).toEqual(old.map(({ id }) => id).sort());
			expect(changesOf('update_expiration')).toEqual([opened!.id]);
			const [report, reminder, ...others] = messages();
			expect(others).toEqual([]);
			expect(report).toContain(
				`Canceled gifts that nobody accepted in 60 days: 2. Recovered: ${dollars(old)} before tax.`,
			);
			expect(report).toContain(`- ${old[0]!.recipient_first_name}: ${dollars([old[0]!])}`);
			expect(reminder!.split('\n').sort()).toEqual(reminderOf(opened!, kept!, forever!).split('\n').sort());
			const extended = jsonOf(execution, 'Extend the gift').map(({ expires_at: time }) => Date.parse(String(time)));
			expect(extended).toEqual([expect.any(Number)]);
			expect(extended[0]).toBeGreaterThan(Date.parse(inDays(13)));

			expect(errorOf(await runIt(workflow))).toBeUndefined();

			expect(changesOf('cancel')).toHaveLength(2);
			expect(messages().filter((text) => text.includes('Canceled'))).toHaveLength(1);
		});

		it('changes nothing before its nodes are enabled, and says what canceling would recover', async () => {
			const [old] = await ordersOfAge([61, 15], { expires_at: inDays(3) });
			const url = { url: chat.url };
			const parameters = { 'Post the report': url, 'Post the reminder': url };
			const before = instance.service.requests.length;

			const execution = await runIt(await imported('gift-rescue.json', { parameters }));

			expect(errorOf(execution)).toBeUndefined();
			const methods = instance.service.requests.slice(before).map(({ method }) => method);
			expect(new Set(methods)).toEqual(new Set(['GET']));
			expect(messages()).toHaveLength(2);
			expect(messages()[0]).toContain(`To recover ${dollars([old!])} before tax, enable Cancel the gift.`);
		});

		it.each([
			['0 days', { remind_after_days: 14, cancel_after_days: 0, keep_open_days: 14 }],
			['no days', { remind_after_days: 14, keep_open_days: 14 }],
			['no days to remind after', { cancel_after_days: 60, keep_open_days: 14 }],
		])('cancels nothing with %s', async (_name, days: Record<string, number>) => {
			await ordersOfAge([90, 15]);

			const execution = await runIt(await importedEnabled(days));

			expect(errorOf(execution)).toBeUndefined();
			expect(changesOf('cancel')).toEqual([]);
			expect(messages()).toHaveLength(1);
		});

		it('cancels nothing recent when the service ignores the period', async () => {
			const [, recent] = await ordersOfAge([90, 1]);
			const { data } = await axios.get<object>(`${instance.service.baseUrl}/v1/orders`, {
				headers: { authorization: `Bearer ${instance.service.keys.automation}` },
				proxy: false,
			});
			const everything = { kind: 'response', status: 200, body: data } as const;
			instance.service.addFault({ match: { path: '/v1/orders' }, times: 1, effect: everything });

			const execution = await runIt(await importedEnabled());

			expect(errorOf(execution)).toBeUndefined();
			expect(changesOf('cancel')).toHaveLength(1);
			expect(changesOf('cancel')).not.toContain(recent!.id);
		});

		it('extends gifts even when the chat refuses the messages', async () => {
			const [old, soon] = await ordersOfAge([90, 15], { expires_at: inDays(3) });
			const workflow = await importedEnabled();
			const chats = ['Post the report', 'Post the reminder'].map((name) => [name, { retryOnFail: false }] as const);
			chat.respondWith(500);

			const execution = await runIt(
				await instance.client.updateWorkflow(workflow.id, changed(workflow, { nodes: Object.fromEntries(chats) })),
			);

			expect(errorOf(execution)).toBeDefined();
			expect(changesOf('cancel')).toEqual([old!.id]);
			expect(changesOf('update_expiration')).toEqual([soon!.id]);
		});

		it('cancels the others when one gift cannot be canceled', async () => {
			const [stuck, old] = await ordersOfAge([90, 90]);
			const body = { error: 'Order is accepted and cannot be changed' };
			const refusal = { kind: 'response', status: 400, body } as const;
			instance.service.addFault({ match: { path: `/v1/orders/${stuck!.id}/cancel` }, effect: refusal });

			const execution = await runIt(await importedEnabled());

			expect(errorOf(execution)).toBeUndefined();
			expect(messages()).toEqual([expect.stringMatching(/^Canceled gifts .*: 1\./)]);
			expect(messages()[0]).toContain(`Recovered: ${dollars([old!])}`);
			expect(jsonOf(execution, 'Look into what did not change')).toMatchObject([{ error: body.error }]);
		});
	});

	describe('thank-you-notes-to-chat.json', () => {
		it('posts each note with its writer and what they got, also after a swap', async () => {
			const { client, service } = instance;
			const workflow = await imported('thank-you-notes-to-chat.json', {
				parameters: { 'Post it to the chat': { url: chat.url } },
			});
			await client.activate(workflow);
			try {
				await until('a registered webhook', () => service.webhooks()[0]);
				const [first, second] = await ordersOf(await createBatch(service, 2));
				const { samples, catalogue } = service;
				const nameOf = (id: string) => catalogue.product(id)!.name;

				service.changeOrder(first!.id, { status: 'accepted', thankYouNote: 'What a surprise!' });
				await until('the first message', () => messages()[0]);
				service.changeOrder(second!.id, { swapToProductIds: [samples.otherProductId] });
				service.changeOrder(second!.id, { status: 'accepted', thankYouNote: '<!channel> Lovely.\nThank you!' });
				await until('the second message', () => messages()[1]);

				expect(messages()).toEqual([
					`Recipient 1 says thank you for 1 x ${nameOf(samples.productId)}:\nWhat a surprise!`,
					`Recipient 2 says thank you for 1 x ${nameOf(samples.otherProductId)}:\n!channel Lovely.\nThank you!`,
				]);
			} finally {
				await client.deactivate(workflow);
			}
		});
	});

	describe('delivered-gifts-to-crm.json', () => {
		it('writes each delivery to the contacts with its email, and leaves the other contacts as they are', async () => {
			const { client, service } = instance;
			const table = await client.createDataTable(`Contacts ${Date.now()}`, ['email', 'last_gift', 'delivered_at']);
			const filling = manualWorkflow(
				'Fill the table',
				itemsNode(
					'Contacts',
					['ada@example.com', 'ben@example.com'].map((email) => ({ email })),
				),
				node('Insert', 'n8n-nodes-base.dataTable', 1, {
					operation: 'insert',
					dataTableId: tableLocator(table),
					columns: { mappingMode: 'autoMapInputData', value: {}, matchingColumns: [], schema: [] },
				}),
			);
			expect(errorOf(await run(await client.createWorkflow(filling), 'Start'))).toBeUndefined();
			const TRIGGER = 'When a gift is delivered';
			const workflow = await imported('delivered-gifts-to-crm.json', {
				parameters: {
					[TRIGGER]: { pollTimes: everyTwoSeconds },
					'Update the contact': { dataTableId: tableLocator(table) },
				},
			});
			const recipients = [
				{ first_name: 'Nobody' },
				{ first_name: 'Chen', email: 'chen@example.com' },
				{ first_name: 'Ben', email: 'ben@example.com' },
				{ first_name: 'Ada', email: 'Ada@Example.com' },
			];
			const orders = await ordersOf(await createBatch(service, 0, { recipients }));
			const statusOf = { Nobody: 'delivered', Chen: 'delivered', Ben: 'shipped', Ada: 'delivered' } as const;

			await client.activate(workflow);
			try {
				for (const { id, recipient_first_name: name } of orders) {
					service.changeOrder(id, { status: statusOf[name as keyof typeof statusOf] });
				}
				await until('the contact is updated', async () => (await rowsOf(table)).some(({ last_gift: gift }) => gift));
			} finally {
				await client.deactivate(workflow);
			}

			const gift = `1 x ${service.catalogue.product(service.samples.productId)!.name}`;
			expect(await rowsOf(table)).toEqual([
				{ email: 'ada@example.com', last_gift: gift, delivered_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) },
				{ email: 'ben@example.com', last_gift: null, delivered_at: null },
			]);
			const summaries = await client.executions(workflow);
			const executions = await Promise.all(summaries.map(async ({ id }) => await client.finishedExecution(id)));
			const byHand = executions.flatMap((one) => jsonOf(one, 'Find the contact by hand'));
			expect(executions.map(errorOf)).toEqual(executions.map(() => undefined));
			expect(byHand).toHaveLength(1);
		});
	});

	describe('gifts-for-deals.json', () => {
		const TABLES = ['Write the gift on the deal', 'Write the times on the deal'];

		async function importedWithTable() {
			const columns = ['deal_id', 'gift_link', 'opened_at', 'accepted_at', 'delivered_at'];
			const table = await instance.client.createDataTable(`Deals ${Date.now()}`, columns);
			const parameters = Object.fromEntries(TABLES.map((name) => [name, { dataTableId: tableLocator(table) }]));
			return { table, workflow: await imported('gifts-for-deals.json', { parameters }) };
		}

		it('sends each deal a gift, and writes on the deal what happens to it', async () => {
			const { client, service } = instance;
			const { table, workflow } = await importedWithTable();
			const rowOf = async (deal: string) => (await rowsOf(table)).find(({ deal_id: id }) => id === deal);
			await client.activate(workflow);
			try {
				await until('a registered webhook', () => service.webhooks()[0]);
				expect(errorOf(await run(workflow))).toBeUndefined();
				const batches = service.orderBatches();
				expect(batches.map(({ customer_reference_id: reference }) => reference)).toEqual(['deal-4711', 'deal-4712']);
				const [[first], [second]] = (await Promise.all(batches.map(({ id }) => ordersOf(id)))) as [Order[], Order[]];
				expect(await rowsOf(table)).toMatchObject([
					{ deal_id: '4711', gift_link: first!.individual_gift_link },
					{ deal_id: '4712', gift_link: second!.individual_gift_link },
				]);

				const [other] = await ordersOf(await createBatch(service, 1, { customer_reference_id: 'campaign-1' }));
				service.changeOrder(other!.id, { status: 'opened' });
				service.changeOrder(first!.id, { status: 'opened' });
				await until('the first deal has an opened gift', async () => !!(await rowOf('4711'))?.opened_at);
				service.changeOrder(second!.id, { status: 'delivered' });
				await until('the second deal has a delivered gift', async () => !!(await rowOf('4712'))?.delivered_at);

				const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT/);
				expect(await rowOf('4711')).toMatchObject({ opened_at: time, accepted_at: '', delivered_at: '' });
				expect(await rowOf('4712')).toMatchObject({ opened_at: time, accepted_at: time, delivered_at: time });
				expect(await rowsOf(table)).toHaveLength(2);
			} finally {
				await client.deactivate(workflow);
			}
		});

		it('sends no deal a second gift', async () => {
			const { table, workflow } = await importedWithTable();
			await run(workflow);
			const rows = await rowsOf(table);

			const again = await run(workflow);

			expect(instance.service.orderBatches()).toHaveLength(2);
			expect(jsonOf(again, 'Look at these deals')).toMatchObject([
				{ reference_exists: true },
				{ reference_exists: true },
			]);
			expect(await rowsOf(table)).toEqual(rows);
		});
	});

	describe('monthly-report.json', () => {
		const runIt = async () => {
			const workflow = await imported('monthly-report.json', {
				parameters: { 'Post it to the chat': { url: chat.url } },
				settings: { timezone: 'UTC' },
			});
			return await run(workflow, 'On the first of the month at 8');
		};

		/** The first moment of a month, so many months after this one. */
		function monthStart(months: number): number {
			const now = new Date();
			return Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months);
		}

		it('counts the orders of last month, and no others', async () => {
			const { service } = instance;
			const times = [
				monthStart(-1),
				...[1, 2, 3, 4, 5].map((day) => monthStart(-1) + day * 86_400_000),
				monthStart(0) - 1,
				monthStart(-1) - 1,
				monthStart(0),
			];
			const orders = await ordersOf(await createBatch(service, times.length));
			for (const [index, time] of times.entries()) {
				service.changeOrder(orders[index]!.id, { createdAt: new Date(time).toISOString() });
			}
			const [, opened, accepted, delivered, swapped, failed] = orders.map(({ id }) => id);
			service.changeOrder(opened!, { status: 'opened' });
			service.changeOrder(accepted!, { status: 'accepted' });
			service.changeOrder(delivered!, { status: 'delivered', thankYouNote: 'Thanks!' });
			service.changeOrder(swapped!, { swapToProductIds: [service.samples.otherProductId] });
			service.changeOrder(swapped!, { status: 'shipped' });
			service.changeOrder(failed!, { status: 'failed' });
			const counted = (await ordersOf(orders[0]!.order_batch_id!)).filter(
				({ id }) => id !== failed && orders.findIndex((order) => order.id === id) < 7,
			);
			const cost = counted.reduce(
				(sum, { amounts }) => sum + (amounts.amount_total ?? amounts.amount_pre_tax_total),
				0,
			);

			const execution = await runIt();

			expect(errorOf(execution)).toBeUndefined();
			const month = new Date(monthStart(-1)).toLocaleString('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });
			expect(messages()).toEqual([
				[
					`Gifts of ${month}`,
					'- Sent: 7',
					'- Accepted: 3',
					'- Swapped: 1',
					'- Canceled or failed: 1',
					'- Thanked: 1',
					`- Cost: $${(cost / 100).toFixed(2)}`,
				].join('\n'),
			]);
		});

		it('reports zeros for a month without orders', async () => {
			const execution = await runIt();

			expect(errorOf(execution)).toBeUndefined();
			expect(messages()).toEqual([expect.stringContaining('- Sent: 0\n- Accepted: 0\n')]);
			expect(messages()[0]).toContain('- Cost: $0.00');
		});
	});
});
