import type { IDataObject, INode } from 'n8n-workflow';

import { sendGifts } from '../../dev/demo/sendGiftsInN8n';
import { createBatch, isCreation } from '../../dev/harness/batches';
import { Receiver } from '../../dev/harness/receiver';
import { Client } from '../../dev/harness/serviceClient';
import { send } from '../../dev/n8n/http';
import { useInstance } from '../../dev/harness/testInstance';
import { byId, everyTwoSeconds, itemsNode, manualWorkflow, node, recipients } from '../../dev/harness/workflows';
import type { Card, Order, OrderChange } from '../../dev/mock-service';
import { N8N_VERSIONS } from '../../dev/n8n/install';
import { errorOf, jsonOf, type Execution, type Workflow } from '../../dev/n8n/n8nClient';
import { endedExecutions, outputsOf } from '../n8n/executions';
import { itemsIn, startChatModel, type ChatModel, type ScriptedTurn, type ToolResult } from '../support/chatModel';
import { DAY_MS } from '../support/durations';
import { eventually, until } from '../support/until';
import { assigned, changed, chosen, echoing, pinnedIn, readExample, tableColumns, type Changes } from './exampleFiles';

/** The name that n8n proposes for a new credential of this type; the examples refer to it. */
const API_CREDENTIAL = 'Gift Order Batch Automation account';

const ADA = 'Ada Miller, ada.miller@example.com';
const BEN = 'Ben Ortiz, ben.ortiz@example.com';
const CHEN = 'Chen Wei, chen.wei@example.com';

const NO_PRICES = 'This service does not provide prices';

const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT/) as string;

const MANY_CONTACTS = Array.from({ length: 40 }, (_, index) => ({
	id: index + 1,
	'First Name': 'Person',
	'Last Name': `Number ${(index * 7) % 40}`,
	'E-mail': `person.${index + 1}@example.com`,
}));

const daysFromNow = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();

/** What a node of sample people is replaced by. */
const itemsOf = (people: IDataObject[]) => itemsNode('People', people).parameters;

const columnOf = (rows: IDataObject[], name: string) => rows.map((row) => row[name]);

/** The values of the entries of a fixed collection by what names them. */
const valuesBy = (key: string, collection: unknown): IDataObject =>
	Object.fromEntries(
		Object.values(collection as IDataObject[][]).flatMap((entries) =>
			entries.map((entry) => [entry[key], entry.value]),
		),
	);

const ran = ({ data }: Execution, name: string) => data.resultData.runData[name] !== undefined;

/** An example whose trigger has pinned an item with other fields. */
function withFields(file: string, fields: IDataObject): Changes {
	const [trigger] = Object.keys(readExample(file).pinData!) as [string];
	return { pinned: { [trigger]: [{ ...pinnedIn(file, trigger)[0], ...fields }] } };
}

const SHOPIFY = 'shopify-orders-over-an-amount.json';
const CRM = 'crm-contacts-to-gifts.json';
const BUDGET = 'monthly-budget.json';
const EVENTBRITE = 'eventbrite-attendees.json';
const EVENT_REFERENCE = expect.stringMatching(/^event-871524813177-[\da-f]{32}$/) as string;
const HUBSPOT = 'hubspot-deal-won.json';
const CARDS = 'cards-by-occasion.json';
const SALESFORCE = 'salesforce-gift-records.json';
const APPROVE = 'approve-before-sending.json';
const SLACK = 'approve-in-slack.json';
const ANNIVERSARIES = 'anniversaries-and-new-hires.json';
const BIRTHDAYS = 'birthdays-from-a-sheet.json';
const ASK = 'Ask for approval in Slack';
const WAIT = 'Wait for the decision';
const [SHOPIFY_ORDER] = pinnedIn(SHOPIFY, 'When an order is paid') as [IDataObject];
const SHOPIFY_REFERENCE = `shopify-order-${String(SHOPIFY_ORDER.id)}`;

describe.each(N8N_VERSIONS)('the examples in the %s n8n', (version) => {
	const instance = useInstance(version, {}, API_CREDENTIAL);
	let chat: Receiver;
	let model: ChatModel;
	const published: Workflow[] = [];
	const product = () => instance.service.catalogue.product(instance.service.samples.productId)!;

	beforeAll(async () => {
		[chat, model] = await Promise.all([Receiver.start(), startChatModel()]);
		// The example refers to the name that n8n proposes for a new credential of this type.
		await instance.client.createCredential('openAiApi', 'OpenAi account', { apiKey: 'none', url: model.baseUrl });
	});
	beforeEach(() => void chat.received.splice(0));
	afterEach(async () => {
		jest.restoreAllMocks();
		for (const workflow of published.splice(0)) await instance.client.deactivate(workflow);
	});
	afterAll(async () => await Promise.all([chat?.close(), model?.close()]));

	/** Imports an example, chooses in it what a user must choose, and changes more. */
	async function imported(file: string, changes: Changes = {}): Promise<Workflow> {
		const { client, service } = instance;
		const workflow = await client.createWorkflow(readExample(file));
		const columns = tableColumns(workflow);
		const table = columns && (await client.createDataTable(`${file} ${Date.now()}`, ...columns));
		const parameters = chosen(workflow, service.samples.productId, chat.url, table);
		return await client.updateWorkflow(workflow.id, changed(changed(workflow, { parameters }), changes));
	}

	/** Runs an example at its first trigger, unless it is to be another one. */
	async function run(example: Workflow | Promise<Workflow>, trigger?: string): Promise<Execution> {
		const workflow = await example;
		const first = workflow.nodes.find(({ type }) => type.endsWith('rigger'))!;
		return await instance.client.execute(workflow, trigger ?? first.name);
	}

	async function runWell(example: Workflow | Promise<Workflow>, trigger?: string): Promise<Execution> {
		const execution = await run(example, trigger);
		expect(errorOf(execution)).toBeUndefined();
		return execution;
	}

	async function publish(example: Workflow | Promise<Workflow>): Promise<Workflow> {
		const workflow = await example;
		published.push(workflow);
		await instance.client.activate(workflow);
		const hasWebhook = workflow.nodes.some(({ type, disabled }) => type.endsWith('giftOrderBatchTrigger') && !disabled);
		if (hasWebhook) await until('a registered webhook', () => instance.service.webhooks()[0]);
		return workflow;
	}

	const respond = (path: string, status: number, body: IDataObject, more: { method?: string; times?: number } = {}) => {
		const { times, ...match } = more;
		instance.service.addFault({ match: { path, ...match }, times, effect: { kind: 'response', status, body } });
	};

	const creations = () => instance.service.requests.filter(isCreation).map(({ body }) => body as IDataObject);
	const references = () => columnOf(creations(), 'customer_reference_id');
	const messages = () => chat.received.map(({ body }) => (JSON.parse(body) as { text: string }).text);
	const peopleOf = (body: IDataObject) => columnOf(body.recipients as IDataObject[], 'email');

	/** Who was sent a gift, and under which reference. */
	const gifts = () =>
		creations().map(({ recipients, customer_reference_id: reference }) => [
			...(recipients as IDataObject[]).map((one) => `${one.first_name} ${one.last_name}, ${one.email}`),
			reference,
		]);

	const tableOf = ({ nodes }: Workflow) =>
		nodes.find(({ type }) => type.endsWith('.dataTable'))!.parameters.dataTableId as IDataObject;

	async function rowsOf(workflow: Workflow): Promise<IDataObject[]> {
		const rows = await instance.client.dataTableRows(tableOf(workflow).value as string);
		return rows.map(({ id: _id, createdAt: _created, updatedAt: _updated, ...columns }) => columns);
	}

	async function ordersOf(orderBatchId: string): Promise<Order[]> {
		const path = `/v1/order_batches/${orderBatchId}/orders?per_page=100`;
		return (await new Client(instance.service).get<{ data: Order[] }>(path)).data.data;
	}

	/** Makes an order batch of these fields, and returns its orders. */
	const newOrders = async (count: number, fields?: object) =>
		await ordersOf(await createBatch(instance.service, count, fields));

	/** Makes an order for each of these changes, and lets them happen. Returns the orders as they were before. */
	async function changedOrders(changes: OrderChange[], fields?: object): Promise<Order[]> {
		const orders = await newOrders(changes.length, fields);
		orders.forEach(({ id }, index) => instance.service.changeOrder(id, changes[index]!));
		return orders;
	}

	/** Makes orders that were created so many days ago, one for each number. */
	const ordersOfAge = async (ages: number[], change?: OrderChange) =>
		await changedOrders(ages.map((age) => ({ createdAt: daysFromNow(-age), ...change })));

	const DEALS = [
		[ADA, 'salesforce-0065e00000Aaaa1AAA'],
		[BEN, 'salesforce-0065e00000Aaaa2AAA'],
	];

	it.each<[file: string, expected: unknown[][], skips: string, other?: Changes]>([
		[HUBSPOT, [[ADA, 'hubspot-deal-1510']], 'Look at these deals'],
		[SALESFORCE, DEALS, 'Nothing to do'],
		// The second order of the customer comes within 90 days.
		[SHOPIFY, [[ADA, SHOPIFY_REFERENCE]], 'Look at these orders', withFields(SHOPIFY, { id: 1 })],
		[EVENTBRITE, [[ADA, EVENT_REFERENCE]], 'Nothing to do', withFields(EVENTBRITE, { id: '17424951338' })],
	])('%s sends each person one gift, and none again', async (file, expected, skips, other = {}) => {
		await runWell(imported(file));

		expect(gifts()).toEqual(expected);
		for (const changes of [{}, other]) {
			expect(jsonOf(await runWell(imported(file, changes)), skips)).toHaveLength(expected.length);
		}
		expect(instance.service.orderBatches()).toHaveLength(expected.length);
	});

	it('eventbrite-attendees.json sends a gift for each event', async () => {
		await runWell(imported(EVENTBRITE));
		await runWell(imported(EVENTBRITE, withFields(EVENTBRITE, { event_id: '871524813178' })));
		expect(instance.service.orderBatches()).toHaveLength(2);
	});

	it.each<[file: string, when: string, changes: Changes]>([
		[SHOPIFY, 'for an order below the amount', withFields(SHOPIFY, { total_price: '199.99' })],
		[SHOPIFY, 'for an order in another currency', withFields(SHOPIFY, { currency: 'CAD' })],
		[SHOPIFY, 'for a canceled order', withFields(SHOPIFY, { cancelled_at: '2026-11-20T10:00:00-05:00' })],
		[SHOPIFY, 'for an order that is a test', withFields(SHOPIFY, { test: true })],
		[SLACK, 'when somebody refuses', { pinned: { [ASK]: [{ data: { approved: false } }] } }],
		[SLACK, 'without a decision in time', { pinned: { [ASK]: [{ id: 'product' }] } }],
		[APPROVE, 'when somebody refuses', { pinned: { [WAIT]: [{ Decision: 'Refuse' }] } }],
		// n8n puts out what it was given.
		[APPROVE, 'without a decision in time', { pinned: { [WAIT]: [{ question: 'Send?' }] } }],
	])('%s sends nothing %s', async (file, _when, changes) => {
		await runWell(imported(file, changes));

		expect([creations(), messages()]).toEqual([[], []]);
	});

	const WRITE = 'Write the link to the contact';
	const CHECK = 'Check what would be sent';
	const NO_EMAIL = withFields(SHOPIFY, {
		email: null,
		contact_email: null,
		customer: { ...(SHOPIFY_ORDER.customer as IDataObject), email: null },
	});
	const NO_IDS = { parameters: { 'Get the contacts from the CRM': itemsOf(recipients(2)) } };
	const additionalFields = { customerReferenceId: '=thanks-{{ $json.email }}' };
	const SEVERAL = { parameters: { [CHECK]: { fromName: '=A friend of {{ $json.first_name }}', additionalFields } } };
	const LATER = { parameters: { [CHECK]: { scheduledSendOn: daysFromNow(7) } } };
	const NO_CAMPAIGN = { parameters: { 'Name the campaign': assigned({}) } };
	const SMALL_BUDGET = { parameters: { 'Set the budget': assigned({ budget_usd: 1_000 }) } };
	const MANY_PEOPLE = { pinned: { 'Read the people': recipients(21) } };

	it.each<[file: string, when: string, reason: string, never: string, changes?: Changes]>([
		[CRM, 'there is no campaign ID', '"Customer Reference ID" is empty', WRITE, NO_CAMPAIGN],
		[CRM, 'a record has no ID', '"Customer Reference ID" is empty', WRITE, NO_IDS],
		[SHOPIFY, 'an order has no email', '"Email"', 'The gift is sent', NO_EMAIL],
		[SLACK, 'there are more people than a message shows', '"Recipients Limit" is 20', ASK, MANY_PEOPLE],
		[SLACK, 'the check has several order batches', '3 order batches', ASK, SEVERAL],
		[APPROVE, 'the check has several order batches', '3 order batches', WAIT, SEVERAL],
		[BUDGET, 'the check has several order batches', '3 order batches', 'Send the gifts', SEVERAL],
		[SLACK, 'the check has a time that would be lost', 'scheduled_send_on', ASK, LATER],
		[APPROVE, 'the check has a time that would be lost', 'scheduled_send_on', WAIT, LATER],
		[BUDGET, 'the check has a time that would be lost', 'scheduled_send_on', 'Send the gifts', LATER],
		[SLACK, 'the service cannot tell the price', NO_PRICES, ASK],
		[APPROVE, 'the service cannot tell the price', NO_PRICES, WAIT],
		[BUDGET, 'the price is not known', 'Nothing was sent: the price is not', 'Send the gifts', SMALL_BUDGET],
	])('%s fails before it sends or asks anything when %s', async (file, when, reason, never, changes = {}) => {
		if (when.includes('price')) respond('/v1/order_batches/price', 404, { error: 'Not found' });

		const execution = await run(imported(file, changes));

		expect(errorOf(execution)?.message).toContain(reason);
		expect(ran(execution, never)).toBe(false);
		expect(creations()).toEqual([]);
	});

	it.each<[file: string, others: number]>([
		[HUBSPOT, 0],
		[SHOPIFY, 0],
		[EVENTBRITE, 0],
		[SALESFORCE, 1],
		['gifts-for-deals.json', 1],
		[CARDS, 2],
	])('%s fails with the reason when the service refuses a gift, and sends the %i others', async (file, others) => {
		respond('/v1/order_batches', 403, { error: 'The account is locked' }, { method: 'POST', times: 1 });

		expect(errorOf(await run(imported(file)))?.message).toMatch(/^[^:]+: The account is locked/);
		expect(instance.service.orderBatches()).toHaveLength(others);
	});

	it('hubspot-deal-won.json sends once for each other deal, and then fails, when HubSpot does not return a contact', async () => {
		const jsCode = `if ($json.dealId === 1511) throw new Error('HubSpot is down');
return { vid: 201, properties: { firstname: { value: 'Ada' }, lastname: { value: 'Miller' }, email: { value: 'ada.miller@example.com' } } };`;
		const passOn = { type: 'n8n-nodes-base.noOp', typeVersion: 1 };
		const code = { type: 'n8n-nodes-base.code', typeVersion: 2, retryOnFail: false };
		// HubSpot sends several events at once, also of one deal.
		const deals = [1511, 1510, 1510].map((dealId) => ({ dealId, propertyValue: 'closedwon' }));

		const execution = await run(
			imported(HUBSPOT, {
				nodes: { 'Read the deal': passOn, 'Read the contact': code },
				parameters: { 'Read the contact': { mode: 'runOnceForEachItem', jsCode } },
				pinned: { 'When the stage of a deal changes': deals, 'Read the deal': [], 'Read the contact': [] },
			}),
		);

		expect(errorOf(execution)?.message).toMatch(/1511: HubSpot is down/);
		expect(gifts()).toEqual([[ADA, 'hubspot-deal-1510']]);
	});

	it('send-a-gift-batch.json sends two batches and collects the gift links, and sends nothing when it is run again', async () => {
		const { client, service } = instance;
		const { baseUrl, keys, samples } = service;
		const target = { baseUrl, apiKey: keys.automation, productId: samples.productId };

		const first = await sendGifts(client, target);
		const second = await sendGifts(client, target);

		expect(second.workflowId).toBe(first.workflowId);
		expect(first.batches).toMatchObject([
			{ recipients: 3, statusAtFirst: 'complete', statusAtLast: 'complete' },
			{ recipients: 25, statusAtFirst: 'pending', statusAtLast: 'complete' },
		]);
		expect(new Set(first.gifts.map(({ link }) => link)).size).toBe(28);
		expect(second.gifts).toEqual(first.gifts);
		expect(service.orderBatches()).toHaveLength(2);
	});

	it('http-request.json signs in with the credential of the package', async () => {
		const { service } = instance;
		const url = `${service.baseUrl}/v1/products`;

		const execution = await runWell(imported('http-request.json', { parameters: { 'Read the products': { url } } }));

		expect(jsonOf(execution, 'Read the products')).toMatchObject([{ data: { length: 10 } }]);
		expect(service.requests).toEqual([expect.objectContaining({ path: '/v1/products', accountName: 'automation' })]);
	});

	it.each<[whom: string, count: number, parameters: Changes['parameters']]>([
		['its own contacts', 4, {}],
		['more contacts than the service handles at once', 40, { 'Get the contacts from the CRM': itemsOf(MANY_CONTACTS) }],
	])('crm-contacts-to-gifts.json sends %s one batch, once, and writes the links', async (_, count, parameters) => {
		const workflow = await imported(CRM, { parameters });

		const execution = await runWell(workflow);

		const [batch, ...others] = instance.service.orderBatches();
		expect(others).toEqual([]);
		expect(batch).toMatchObject({ recipients_count: count, customer_reference_id: 'welcome-2026' });
		const orders = await ordersOf(batch!.id);
		const linkOf = new Map(orders.map((order) => [order.recipient_email, order.individual_gift_link]));
		expect(new Set(linkOf.values()).size).toBe(count);
		const contacts = jsonOf(execution, 'Get the contacts from the CRM');
		const rows = await rowsOf(workflow);
		expect(new Map(rows.map((row) => [row.record_id, row.gift_link]))).toEqual(
			new Map(contacts.map((row) => [String(row.id), linkOf.get((row.email ?? row['E-mail']) as string)])),
		);

		expect(errorOf(await run(workflow))).toMatchObject({
			description: expect.stringContaining('nothing was sent this time'),
		});
		expect(instance.service.orderBatches()).toHaveLength(1);
		expect(await rowsOf(workflow)).toEqual(rows);
	});

	it.each<[string, number, Changes]>([
		['the service reports a batch', 12, {}],
		[
			'the polling trigger finds one in its place',
			3,
			{
				parameters: { 'Or ask every 5 minutes': { pollTimes: everyTwoSeconds } },
				nodes: { 'When a gift batch is complete': { disabled: true }, 'Or ask every 5 minutes': { disabled: false } },
			},
		],
	])('on-completed-post-links-to-chat.json posts all links in one message when %s', async (_how, size, changes) => {
		await publish(imported('on-completed-post-links-to-chat.json', changes));
		const texts: string[] = [];
		// The message of the second batch shows that the first one has no second message.
		for (const count of [size, 2]) {
			const orderBatchId = await createBatch(instance.service, count);
			await until('the message is posted', () => messages()[texts.length]);
			const orders = await ordersOf(orderBatchId);
			expect(orders).toHaveLength(count);
			const lines = orders.map((order) => `- ${order.recipient_first_name}: ${order.individual_gift_link}`);
			texts.push([`${count} gifts are ready:`, ...lines].join('\n'));
		}
		expect(messages()).toEqual(texts);
	});

	it.each([
		['goes on with the gift links when they are ready', undefined],
		['waits again for the same batch when it takes longer', 'complete'],
		['stops when the batch has failed', 'failed'],
	] as const)('wait-in-the-flow.json %s', async (_what, state) => {
		const { client, service } = instance;
		const sleep = 'Sleep for 10 minutes';
		const impatient = { 'Wait until all gifts are ready': { options: { maxWaitSeconds: 0 } } };
		const workflow = await imported('wait-in-the-flow.json', {
			parameters: { ...(state && impatient), [sleep]: { amount: 1, unit: 'seconds' } },
		});
		const executionId = await client.run(workflow, 'Start by hand');
		if (state) {
			const { id } = await until('the batch is created', () => service.orderBatches()[0]);
			service.setBatchState(id, 'pending');
			const looks = () => service.requests.filter(({ method }) => method === 'GET').length;
			await until('the node looks again and again', () => looks() >= 4);
			service.setBatchState(id, state);
		}

		const execution = await client.finishedExecution(executionId);

		const { id } = service.orderBatches()[0]!;
		expect(errorOf(execution)?.message).toBe(state === 'failed' ? `Order batch ${id} is failed` : undefined);
		expect(columnOf(jsonOf(execution, 'Go on with the gift links'), 'recipient_last_name')).toEqual(
			Array.from({ length: state === 'failed' ? 0 : 12 }, (_, index) => `Number ${index + 1}`),
		);
		expect(ran(execution, sleep)).toBe(state !== undefined);
		expect(creations()).toHaveLength(1);
	});

	describe('approve-before-sending.json', () => {
		/** Runs the example until it waits; answers the address of the form that the chat message names, and how to decide there. */
		async function asked() {
			const { client } = instance;
			const workflow = await imported(APPROVE, { nodes: { 'Ask for approval in the chat': { disabled: false } } });
			const executionId = await client.run(workflow, 'Start by hand');
			const text = await until('the message is posted', () => messages()[0]);
			await until('the workflow waits', async () => (await client.countExecutions(workflow, 'waiting')) > 0);
			const [form] = /http\S+/.exec(text) as [string];
			const decide = async () => {
				const fields = new FormData();
				fields.set('field-0', 'Approve');
				expect((await send('POST', form, fields)).status).toBe(200);
				return await client.finishedExecution(executionId);
			};
			return { workflow, executionId, text, form, decide };
		}

		it('sends what was shown, once somebody has approved it, and not when the link is only opened', async () => {
			const { client, service } = instance;
			const { workflow, executionId, text, form, decide } = await asked();
			const lines = [
				'3 gifts from The customer team, up to $130.68 in total:',
				`1 x ${product().name}`,
				...[ADA, BEN, CHEN].map((person) => `- ${person}`),
			];
			expect(text).toContain(lines.join('\n'));

			// Chats open links for a preview.
			const { data } = await send<string>('GET', form);
			for (const line of lines) expect(data).toContain(line);
			expect(await client.executions(workflow)).toMatchObject([{ id: executionId, status: 'waiting' }]);
			expect(creations()).toEqual([]);

			const execution = await decide();

			expect(errorOf(execution)).toBeUndefined();
			expect(creations()).toEqual(columnOf(jsonOf(execution, 'Check what would be sent'), 'request').slice(0, 1));
			expect(service.orderBatches()).toMatchObject([{ recipients_count: 3, customer_reference_id: 'thank-you-2026' }]);
		});

		it('sends nothing when the price has risen since it was approved', async () => {
			const { decide } = await asked();
			jest.replaceProperty(product(), 'price', product().price + 1);

			expect(errorOf(await decide())?.message).toContain('"Maximum Total (USD)" is $');
			expect(creations()).toEqual([]);
		});
	});

	describe('monthly-budget.json', () => {
		const runWith = async (budget_usd: number) =>
			await run(imported(BUDGET, { parameters: { 'Set the budget': assigned({ budget_usd }) } }));

		const sent = () => references().filter((reference) => /^gifts-\d{4}-\d\d$/.test(String(reference)));

		it('sends the gifts, once, when there are no orders yet', async () => {
			expect(errorOf(await runWith(130.68))).toBeUndefined();
			expect(sent()).toHaveLength(1);
			expect(errorOf(await runWith(1_306.8))?.message).toContain('customer_reference_id already exists');
			expect(instance.service.orderBatches()).toHaveLength(1);
		});

		it('counts the orders of this month that have not failed, says by how much the budget is exceeded, and sends what is within', async () => {
			await newOrders(2);
			await ordersOfAge([40, 40, 40, 40]);
			await changedOrders([{ status: 'failed' }]);
			const budget = 2 * 39.6 + 130.68;

			const { message } = errorOf(await runWith(budget - 0.01))!;
			expect(message).toContain('Nothing was sent: the gifts would exceed the budget by $0.01.');
			expect(sent()).toEqual([]);

			const execution = await runWith(budget);
			expect(errorOf(execution)).toBeUndefined();
			expect(sent()).toHaveLength(1);
			expect(creations().at(-1)).toEqual(jsonOf(execution, 'Check what would be sent')[0]?.request);
		});
	});

	describe('cards-by-occasion.json', () => {
		const BY_HAND = 'Choose a card by hand';

		it('sends each person a card for their occasion, once, and nothing without a card', async () => {
			const { data } = await new Client(instance.service).get<{ data: Card[] }>('/v1/cards?per_page=100');
			const occasionsOf = new Map(data.data.map(({ id, occasions }) => [id, occasions]));
			const workflow = await imported(CARDS);

			const execution = await runWell(workflow);

			const sent = creations().map(({ recipients, card_id: card, message }) => [
				...columnOf(recipients as IDataObject[], 'first_name'),
				occasionsOf.get(card as string),
				message,
			]);
			expect(sent).toEqual([
				['Ada', ['Birthday'], 'Happy birthday, Ada!'],
				['Ben', ['Thank You'], 'Thank you for your help, Ben!'],
				['Dora', ['Congratulations'], 'Well done, Dora!'],
			]);
			expect(jsonOf(execution, BY_HAND)).toMatchObject([{ first_name: 'Chen', occasion: 'Name Day' }]);

			const alreadySent = jsonOf(await runWell(workflow), 'Nothing to do, it was sent already');
			expect(columnOf(alreadySent, 'first_name')).toEqual(['Ada', 'Ben', 'Dora']);
			expect(instance.service.orderBatches()).toHaveLength(3);
		});

		it('sends nothing when there are no cards', async () => {
			respond('/v1/cards', 200, { data: [], list_meta: { total_count: 0 } });

			expect(jsonOf(await runWell(imported(CARDS)), BY_HAND)).toHaveLength(4);
			expect(creations()).toEqual([]);
		});
	});

	describe('follow-order-batches.json', () => {
		const LINKS = 'Go on with the gift links';
		const FOLLOW = 'Every 5 minutes';

		beforeEach(() => instance.service.setInterfaceOnly(true));

		it('goes on with the gift links of an order batch once, at a service that keeps only the contract', async () => {
			const { client, service } = instance;
			const workflow = await imported('follow-order-batches.json');
			await runWell(workflow);
			const { id } = service.orderBatches()[0]!;
			service.setBatchState(id, 'pending');
			expect(await rowsOf(workflow)).toEqual([{ order_batch_id: id, state: 'pending' }]);

			const early = await runWell(workflow, FOLLOW);
			expect([ran(early, 'Is it final?'), ran(early, LINKS)]).toEqual([true, false]);

			service.setBatchState(id, 'complete');
			const path = `/v1/order_batches/${id}`;
			service.addFault({ match: { path }, times: 1, effect: { kind: 'latency', ms: 3_000 } });
			const before = service.requests.length;
			const first = await client.run(workflow, FOLLOW);
			await until('the first run reads the order batch', () => service.requests[before]);
			const both = [await runWell(workflow, FOLLOW), await client.finishedExecution(first)];
			expect(both.map(errorOf)).toEqual([undefined, undefined]);
			expect(outputsOf(both, LINKS).map((link) => [link.recipient_email, typeof link.individual_gift_link])).toEqual(
				columnOf(recipients(12), 'email').map((email) => [email, 'string']),
			);
			expect(await rowsOf(workflow)).toEqual([{ order_batch_id: id, state: 'complete' }]);

			expect(ran(await runWell(workflow, FOLLOW), 'Read the order batch')).toBe(false);
			expect(errorOf(await run(workflow))).toBeDefined();
			expect(service.orderBatches()).toHaveLength(1);
			expect(await rowsOf(workflow)).toHaveLength(1);
		});

		it('is not held back by an order batch that failed and one that cannot be read', async () => {
			const { service } = instance;
			const ids = await Promise.all([11, 11, 1].map(async (count) => await createBatch(service, count)));
			const [failed, unreadable] = ids as [string, string, string];
			const workflow = await imported('follow-order-batches.json', {
				nodes: { 'Send the gift': { type: 'n8n-nodes-base.code', typeVersion: 2 } },
				parameters: { 'Send the gift': itemsOf(ids.map((id) => ({ id }))) },
			});
			await run(workflow);
			expect(await rowsOf(workflow)).toHaveLength(3);
			service.setBatchState(failed, 'failed');
			respond(`/v1/order_batches/${unreadable}`, 404, { error: 'Order batch not found' });

			const execution = await runWell(workflow, FOLLOW);

			expect(jsonOf(execution, LINKS)).toHaveLength(1);
			expect(jsonOf(execution, 'Follow up on what was not sent')).toMatchObject([{ order_batch_id: failed }]);
			expect(jsonOf(execution, 'Look into what cannot be read')).toHaveLength(1);
			expect(columnOf(await rowsOf(workflow), 'state')).toEqual(['failed', 'pending', 'complete']);
		});
	});

	it('errors-to-a-table.json sends to the valid contacts, and keeps each other with its reason', async () => {
		const workflow = await imported('errors-to-a-table.json');

		const links = jsonOf(await runWell(workflow), 'Go on with the gift links');

		const sentTo = ['ada.miller@example.com', 'chen.wei@example.com', 'emil.novak@example.com'];
		expect(columnOf(links, 'recipient_email')).toEqual(sentTo);
		expect(instance.service.orderBatches()).toMatchObject([{ recipients_count: 3 }]);
		const what_to_do = expect.stringContaining('Nothing was sent') as string;
		const reason = (of: string) => expect.stringContaining(`${of}: "Email"`) as string;
		const also = { what_to_do, may_have_gift: 'no' };
		expect(await rowsOf(workflow)).toEqual([
			{ record_id: '202', name: 'Ben Ortiz', email: '', error: reason('Ben Ortiz (recipient 2)'), ...also },
			{ record_id: '204', name: 'Dora Lind', email: 'dora.lind', error: reason('Dora Lind (recipient 4)'), ...also },
		]);
	});

	it('errors-to-a-table.json keeps of everyone who may have a gift that they may, also when it is run twice', async () => {
		const [someone, other] = recipients(2) as [IDataObject, IDataObject];
		const people = itemsOf([someone, other, { ...someone, record_id: 'twin' }, { first_name: 'Nobody' }]);
		const workflow = await imported('errors-to-a-table.json', { parameters: { 'Get the contacts': people } });
		for (let runs = 0; runs < 2; runs++) await runWell(workflow);

		const rows = await rowsOf(workflow);
		const without = rows.filter(({ may_have_gift: has }) => has !== 'yes');
		expect(rows).toHaveLength(6);
		expect(without.map(({ name }) => String(name).trim())).toEqual(['Nobody', 'Nobody']);
	});

	it('errors-to-a-table.json keeps every contact when the service refuses the whole batch', async () => {
		const workflow = await imported('errors-to-a-table.json');
		respond('/v1/order_batches', 403, { error: 'The account is locked' }, { method: 'POST' });

		await runWell(workflow);

		const rows = await rowsOf(workflow);
		expect(columnOf(rows, 'record_id').sort()).toEqual(['201', '202', '203', '204', '205']);
		const refused = rows.filter(({ error }) => error === 'The account is locked');
		expect(columnOf(refused, 'name')).toEqual(['Ada Miller', 'Chen Wei', 'Emil Novak']);
		expect(instance.service.orderBatches()).toEqual([]);
	});

	describe('gift-rescue.json', () => {
		const EXPIRING = { expiresAt: daysFromNow(3) };

		/** The example, enabled, with other days if given. */
		const enabled = async (days?: Record<string, number>, nodes: Changes['nodes'] = {}) =>
			await imported('gift-rescue.json', {
				parameters: days && { 'Set the days': assigned(days) },
				nodes: { 'Cancel the gift': { disabled: false }, 'Extend the gift': { disabled: false }, ...nodes },
			});

		/** The orders that were canceled or extended, by their IDs. */
		const changesOf = (action: string) =>
			instance.service.requests.flatMap(({ path }) => (path.endsWith(`/${action}`) ? path.split('/')[3]! : []));

		it('cancels gifts that nobody accepted, once, reminds of newer ones, and extends those that expire soon', async () => {
			const gifts: Array<[what: string, age: number, change?: OrderChange]> = [
				['left alone', 1],
				['left alone', 13],
				['extended', 15, { status: 'opened' }],
				['reminded', 20, { expiresAt: daysFromNow(-1) }],
				['reminded', 59, { expiresAt: daysFromNow(30) }],
				['canceled', 61],
				['canceled', 90],
				['left alone', 90, { status: 'accepted' }],
				['left alone', 90, { status: 'failed' }],
			];
			const changes = gifts.map(([, age, change]) => ({ createdAt: daysFromNow(-age), ...EXPIRING, ...change }));
			const orders = await changedOrders(changes);
			const [forever] = (await ordersOfAge([20])) as [Order];
			const those = (...what: string[]) => orders.filter((_order, index) => what.includes(gifts[index]![0]));
			const idsOf = (what: string) => those(what).map(({ id }) => id);
			const workflow = await enabled();

			const execution = await runWell(workflow);

			expect(changesOf('cancel').sort()).toEqual(idsOf('canceled').sort());
			expect(changesOf('update_expiration')).toEqual(idsOf('extended'));
			const reminded = [...those('reminded', 'extended'), forever];
			const lineOf = (order: Order, more: string) => `- ${order.recipient_first_name}: ${more}`;
			expect(messages().map((text) => text.split('\n').sort())).toEqual([
				[
					...those('canceled').map((order) => lineOf(order, '$39.60')),
					'Canceled gifts that nobody accepted in 60 days: 2. Recovered: $79.20 before tax.',
				],
				[
					...reminded.map((order) => lineOf(order, order.individual_gift_link!)).sort(),
					'Gifts that are not accepted after 14 days: 4. Please remind their recipients:',
				],
			]);
			const [extended] = jsonOf(execution, 'Extend the gift');
			expect(String(extended?.expires_at) > daysFromNow(13)).toBe(true);

			await runWell(workflow);

			expect(changesOf('cancel')).toHaveLength(2);
			expect(messages().filter((text) => text.includes('Canceled'))).toHaveLength(1);
		});

		it('changes nothing before its nodes are enabled, and says what canceling would recover', async () => {
			await ordersOfAge([61, 15], EXPIRING);
			instance.service.requests.length = 0;

			await runWell(imported('gift-rescue.json'));

			expect(new Set(instance.service.requests.map(({ method }) => method))).toEqual(new Set(['GET']));
			expect(messages()).toHaveLength(2);
			expect(messages()[0]).toContain('To recover $39.60 before tax, enable Cancel the gift.');
		});

		it.each<[string, Record<string, number>]>([
			['0 days', { remind_after_days: 14, cancel_after_days: 0, keep_open_days: 14 }],
			['no days', { remind_after_days: 14, keep_open_days: 14 }],
			['no days to remind after', { cancel_after_days: 60, keep_open_days: 14 }],
		])('cancels nothing with %s', async (_name, days) => {
			await ordersOfAge([90, 15]);

			await runWell(enabled(days));

			expect(changesOf('cancel')).toEqual([]);
			expect(messages()).toHaveLength(1);
		});

		it('cancels nothing recent when the service ignores the period', async () => {
			const [old] = await ordersOfAge([90, 1]);
			const { data } = await new Client(instance.service).get<IDataObject>('/v1/orders');
			respond('/v1/orders', 200, data, { times: 1 });

			await runWell(enabled());

			expect(changesOf('cancel')).toEqual([old!.id]);
		});

		it('extends gifts even when the chat refuses the messages', async () => {
			const [old, soon] = await ordersOfAge([90, 15], EXPIRING);
			const once = { retryOnFail: false };
			const workflow = await enabled(undefined, { 'Post the report': once, 'Post the reminder': once });
			chat.respondWith(500);

			expect(errorOf(await run(workflow))).toBeDefined();
			expect(changesOf('cancel')).toEqual([old!.id]);
			expect(changesOf('update_expiration')).toEqual([soon!.id]);
		});

		it('cancels the others when one gift cannot be canceled', async () => {
			const [stuck] = await ordersOfAge([90, 90]);
			const error = 'Order is accepted and cannot be changed';
			respond(`/v1/orders/${stuck!.id}/cancel`, 400, { error });

			const execution = await runWell(enabled());

			expect(messages()).toEqual([expect.stringMatching(/^Canceled gifts .*: 1\. Recovered: \$39\.60/)]);
			expect(jsonOf(execution, 'Look into what did not change')).toMatchObject([{ error }]);
		});
	});

	it('thank-you-notes-to-chat.json posts each note with its writer and what they got, also after a swap', async () => {
		const { service } = instance;
		await publish(imported('thank-you-notes-to-chat.json'));
		const [first, second] = await newOrders(2);
		const otherProduct = service.catalogue.product(service.samples.otherProductId)!;

		service.changeOrder(first!.id, { status: 'accepted', thankYouNote: 'What a surprise!' });
		await until('the first message', () => messages()[0]);
		service.changeOrder(second!.id, { swapToProductIds: [otherProduct.id] });
		service.changeOrder(second!.id, { status: 'accepted', thankYouNote: '<!channel> Lovely.\nThank you!' });
		await until('the second message', () => messages()[1]);

		expect(messages()).toEqual([
			`Recipient 1 says thank you for 1 x ${product().name}:\nWhat a surprise!`,
			`Recipient 2 says thank you for 1 x ${otherProduct.name}:\n!channel Lovely.\nThank you!`,
		]);
	});

	it('delivered-gifts-to-crm.json writes each delivery to the contacts with its email, and leaves the others', async () => {
		const { client, service } = instance;
		const workflow = await imported('delivered-gifts-to-crm.json', {
			parameters: { 'When a gift is delivered': { pollTimes: everyTwoSeconds } },
		});
		const contacts = ['ada@example.com', 'ben@example.com'].map((email) => ({ email }));
		const insert = node('Insert', 'n8n-nodes-base.dataTable', 1, {
			operation: 'insert',
			dataTableId: tableOf(workflow) as INode['parameters'],
			columns: { mappingMode: 'autoMapInputData', value: {}, matchingColumns: [], schema: [] },
		});
		await runWell(client.createWorkflow(manualWorkflow('Fill the table', itemsNode('Contacts', contacts), insert)));
		const people = [
			[{ first_name: 'Nobody' }, 'delivered'],
			[{ first_name: 'Chen', email: 'chen@example.com' }, 'delivered'],
			[{ first_name: 'Ben', email: 'ben@example.com' }, 'shipped'],
			[{ first_name: 'Ada', email: 'Ada@Example.com' }, 'delivered'],
		] as const;
		const orders = await newOrders(0, { recipients: people.map(([person]) => person) });

		await publish(workflow);
		orders.forEach(({ id }, index) => service.changeOrder(id, { status: people[index]![1] }));
		await eventually(async () =>
			expect(await rowsOf(workflow)).toEqual([
				{ email: 'ada@example.com', last_gift: `1 x ${product().name}`, delivered_at: TIME },
				{ email: 'ben@example.com', last_gift: null, delivered_at: null },
			]),
		);
		await client.deactivate(published.pop()!);

		const executions = await endedExecutions(instance, workflow, 1);
		expect(executions.flatMap((one) => errorOf(one) ?? [])).toEqual([]);
		expect(outputsOf(executions, 'Find the contact by hand')).toHaveLength(1);
	});

	it('gifts-for-deals.json sends each deal one gift, and writes on the deal what happens to it', async () => {
		const { service } = instance;
		const workflow = await publish(imported('gifts-for-deals.json'));
		await runWell(workflow);
		expect(references()).toEqual(['deal-4711', 'deal-4712']);
		const orders = await Promise.all(service.orderBatches().map(async ({ id }) => await ordersOf(id)));
		const [first, second] = orders.flat() as [Order, Order];
		const rows = await rowsOf(workflow);
		expect(rows).toMatchObject([
			{ deal_id: '4711', gift_link: first.individual_gift_link },
			{ deal_id: '4712', gift_link: second.individual_gift_link },
		]);

		const again = await run(workflow);

		const exists = { gift_error: { reference_exists: true } };
		expect(jsonOf(again, 'Look at these deals')).toMatchObject([exists, exists]);
		expect(service.orderBatches()).toHaveLength(2);
		expect(await rowsOf(workflow)).toEqual(rows);

		const [other] = await newOrders(1, { customer_reference_id: 'campaign-1' });
		for (const order of [other!, first]) service.changeOrder(order.id, { status: 'opened' });
		service.changeOrder(second.id, { status: 'delivered' });

		await eventually(async () =>
			expect(await rowsOf(workflow)).toMatchObject([
				{ deal_id: '4711', opened_at: TIME, accepted_at: '', delivered_at: '' },
				{ deal_id: '4712', opened_at: TIME, accepted_at: TIME, delivered_at: TIME },
			]),
		);
	});

	it('monthly-report.json counts the orders of last month, and no others, or none', async () => {
		const { samples } = instance.service;
		const report = async () => await runWell(imported('monthly-report.json', { settings: { timezone: 'UTC' } }));
		const now = new Date();
		const [start, end] = [-1, 0].map((months) => Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months)) as [
			number,
			number,
		];
		const at = (time: number, change?: OrderChange) => ({ createdAt: new Date(time).toISOString(), ...change });
		await report();
		await changedOrders([
			at(start - 1),
			at(start),
			at(start + DAY_MS, { status: 'opened' }),
			at(start + DAY_MS, { status: 'accepted' }),
			at(start + DAY_MS, { status: 'delivered', thankYouNote: 'Thanks!' }),
			at(start + DAY_MS, { status: 'shipped', swapToProductIds: [samples.otherProductId] }),
			at(start + DAY_MS, { status: 'failed' }),
			at(end - 1),
			at(end),
		]);

		await report();

		const month = new Date(start).toLocaleString('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });
		expect(messages()).toEqual([
			expect.stringMatching(/- Sent: 0\n- Accepted: 0\n[^]*- Cost: \$0\.00/),
			`Gifts of ${month}\n- Sent: 7\n- Accepted: 3\n- Swapped: 1\n- Canceled or failed: 1\n- Thanked: 1\n- Cost: $270.40`,
		]);
	});

	it('gifts-by-an-ai-agent.json tells the model which tool spends money, finds a product, gets its price, checks the gift, asks, sends it after a yes, and answers with the link', async () => {
		const { client, n8n, service } = instance;
		const { productId } = service.samples;
		const CHAT = 'When chat message received';
		// The chat of the editor needs a browser; that of a published workflow needs only this.
		const workflow = await publish(imported('gifts-by-an-ai-agent.json', { parameters: { [CHAT]: { public: true } } }));
		const { webhookId } = workflow.nodes.find(({ name }) => name === CHAT)!;
		/** Writes a message in the chat, and answers what the agent says. */
		async function write(chatInput: string, ...turns: ScriptedTurn[]): Promise<string> {
			model.play(turns);
			const address = `${n8n.baseUrl}/webhook/${webhookId}/chat`;
			const body = { action: 'sendMessage', sessionId: 'chat-1', chatInput };
			const { output } = (await send<{ output: string }>('POST', address, body)).data;
			const [last] = await client.executions(workflow);
			expect((await client.finishedExecution(last!.id)).status).toBe('success');
			return output;
		}
		const itemsOfTool = (results: ToolResult[], tool: string) =>
			results.filter((result) => result.tool === tool).flatMap(itemsIn);
		const callFor = (tool: string) => (results: ToolResult[]) => {
			const [{ id } = { id: productId }] = itemsOfTool(results, 'Find_products');
			return [{ tool, input: { fromName: 'Ann', productId: id, recipients: recipients(1) } }];
		};
		const asked = await write(
			'Send a box of cookies to Guest 1, guest.1@example.com, from Ann.',
			[{ tool: 'Find_products', input: { words: 'Butter Cookie' } }],
			callFor('Get_a_price'),
			callFor('Check_a_gift'),
			(results) => {
				const [price] = itemsOfTool(results, 'Get_a_price');
				const [check] = itemsOfTool(results, 'Check_a_gift');
				return check!.valid === true ? `Shall I send it for ${String(price!.total_high)} cents?` : 'It is not right.';
			},
		);

		expect(asked).toMatch(/^Shall I send it for \d{4} cents\?$/);
		expect(creations()).toEqual([]);
		expect(Object.fromEntries(model.tools.map(({ name, description }) => [name, description]))).toEqual({
			Find_products: expect.any(String),
			Get_a_price: expect.stringContaining('Sends nothing and costs nothing.'),
			Check_a_gift: expect.stringContaining('Sends nothing and costs nothing.'),
			Send_gifts: expect.stringContaining('This spends real money and cannot be undone.'),
			Read_orders: expect.any(String),
		});
		for (const { description } of model.tools.flatMap(({ parameters }) => Object.values(parameters.properties))) {
			expect(description).toMatch(/^[A-Z]/);
		}

		const answered = await write(
			'Yes.',
			callFor('Send_gifts'),
			(results) => [{ tool: 'Read_orders', input: { orderBatchId: itemsOfTool(results, 'Send_gifts')[0]!.id } }],
			(results) => `Sent: ${columnOf(itemsOfTool(results, 'Read_orders'), 'individual_gift_link').join(' ')}`,
		);

		expect(answered).toMatch(/^Sent: http\S+$/);
		expect(creations()).toEqual([
			{
				from_name: 'Ann',
				send_method: 'email_and_link',
				recipients: recipients(1),
				cart: { items: [{ product_id: productId, quantity: 1 }] },
				customer_reference_id: 'chat-chat-1',
			},
		]);
		expect(service.orderBatches()).toHaveLength(1);
	});

	/**
	 * Publishes the part of an example that follows gifts and writes to another vendor. Everything else of others is disabled.
	 * @returns reads all that it has written, the oldest first
	 */
	async function following(file: string, writer: string) {
		const echo = echoing(file, writer);
		const { nodes, pinData } = readExample(file);
		const others = nodes.filter(
			({ name, type }) => name !== writer && (name in pinData! || type.endsWith('.scheduleTrigger')),
		);
		const disabled = Object.fromEntries(others.map(({ name }) => [name, { disabled: true }]));
		const workflow = await publish(imported(file, { ...echo, nodes: { ...echo.nodes, ...disabled } }));
		return async () => outputsOf(await endedExecutions(instance, workflow, 1), writer);
	}

	it('hubspot-deal-won.json writes on the deal what happens to its gift, and leaves gifts of others', async () => {
		const { service } = instance;
		const updates = await following(HUBSPOT, 'Write it on the deal');
		const [ignored] = await newOrders(1, { customer_reference_id: 'campaign-1' });
		const [order] = await newOrders(1, { customer_reference_id: 'hubspot-deal-1510' });
		for (const { id } of [ignored!, order!]) service.changeOrder(id, { status: 'opened' });
		service.changeOrder(order!.id, { status: 'delivered' });

		const written = async () =>
			(await updates()).map(({ dealId, updateFields }) => ({
				deal: (dealId as IDataObject).value,
				...valuesBy('property', (updateFields as IDataObject).customPropertiesUi),
			}));
		const delivered = {
			deal: '1510',
			gift_link: order!.individual_gift_link,
			gift_status: 'delivered',
			gift_opened_at: TIME,
			gift_accepted_at: TIME,
			gift_delivered_at: TIME,
		};
		await eventually(async () => expect(await written()).toContainEqual(delivered));
		expect(new Set(columnOf(await written(), 'deal'))).toEqual(new Set(['1510']));
	});

	it('salesforce-gift-records.json keeps a gift record with its status, link, prices before and after a swap, and thank-you note', async () => {
		const { service } = instance;
		const upserts = await following(SALESFORCE, 'Write the gift record');
		const [order] = await newOrders(1, { customer_reference_id: 'salesforce-0065e00000Aaaa1AAA' });
		await newOrders(1, { customer_reference_id: 'deal-4711' });
		const records = async () =>
			(await upserts()).map(({ externalIdValue: id, customFieldsUi }) => ({
				id,
				...valuesBy('fieldId', customFieldsUi),
			}));
		const { id, individual_gift_link: Gift_Link__c, amounts } = order!;
		const before = {
			id,
			Opportunity__c: '0065e00000Aaaa1AAA',
			Status__c: 'created',
			Gift_Link__c,
			Price_Before__c: amounts.amount_pre_tax_total / 100,
			Price_After__c: null,
			Swapped__c: false,
			Thank_You_Note__c: '',
		};
		await eventually(async () => expect(await records()).toEqual([before]));

		service.changeOrder(id, { swapToProductIds: [service.samples.otherProductId] });
		service.changeOrder(id, { status: 'accepted', thankYouNote: 'Lovely!' });

		const [swapped] = await ordersOf(order!.order_batch_id!);
		const Price_After__c = swapped!.amounts.amount_total! / 100;
		expect(Price_After__c).not.toBe(before.Price_Before__c);
		const after = { Status__c: 'accepted', Price_After__c, Swapped__c: true, Thank_You_Note__c: 'Lovely!' };
		await eventually(async () => expect(await records()).toContainEqual({ ...before, ...after }));
	});

	it('approve-in-slack.json asks in Slack with who gets what for how much, and sends that once it is approved', async () => {
		const asking = await runWell(imported(SLACK, echoing(SLACK, ASK)));

		const { name, brand } = product();
		const question = [
			'*Gifts from The customer team wait for your approval*',
			`What: 1 x ${name} by ${brand.name} for each`,
			'How much: up to $130.68 in total, with shipping, fees and tax',
			'Who: 3',
			...[ADA, BEN, CHEN].map((person) => `- ${person}`),
		];
		expect(columnOf(jsonOf(asking, ASK), 'message')).toEqual([question.join('\n')]);
		expect(creations()).toEqual([]);

		const approved = await runWell(imported(SLACK));

		expect(creations()).toEqual(columnOf(jsonOf(approved, 'Check what would be sent'), 'request'));
		expect(gifts().map((people) => people.slice(0, -1))).toEqual([[ADA, BEN, CHEN]]);
	});

	describe('gift-ledger-for-finance.json', () => {
		const NIGHT = 'Every night at 3';

		it('has a row for each order that adds up to the cent after swaps, cancellations and refunds, and adds none twice', async () => {
			const { service } = instance;
			const workflow = await publish(imported('gift-ledger-for-finance.json'));
			const month = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/New_York' }).format().slice(0, 7);
			const nothing = [0, 0, 0, 0, 0, '', '', null, null];
			const price = [32, 6, 1.6, 3.04, 42.64, TIME, month];
			const otherPrice = [52, 7, 2.6, 4.72, 66.32, TIME, month];
			const accepted: OrderChange = { status: 'accepted' };
			const swapped: OrderChange = { ...accepted, swapToProductIds: [service.samples.otherProductId] };
			const ledger: Array<[change: OrderChange, row: unknown[]]> = [
				[{}, ['failed', 'no', ...nothing]],
				[{}, ['created', 'no', ...nothing]],
				[accepted, ['accepted', 'no', ...price, null, null]],
				[swapped, ['accepted', 'yes', ...otherPrice, null, null]],
				[{ ...accepted, refunded: true }, ['accepted', 'no', ...price, 42.64, month]],
				[{ ...swapped, refunded: true }, ['accepted', 'yes', ...otherPrice, 66.32, month]],
			];
			const columns = [
				...['receipt', 'order_batch_id', 'reference', 'estimate', 'status', 'swapped'],
				...['products', 'shipping', 'fees', 'tax', 'final_amount', 'charged_at', 'month', 'refund', 'refund_month'],
			];
			const changes = ledger.map(([change]) => change);
			const orders = await changedOrders(changes, { customer_reference_id: 'spring-2026' });
			await new Client(service).post(`/v1/orders/${orders[0]!.id}/cancel`);
			const expected = orders.map(({ reference_id: receipt, order_batch_id: orderBatchId }, index) => [
				...[receipt, orderBatchId, 'spring-2026', 39.6],
				...ledger[index]![1],
			]);
			const check = async () => {
				const rows = (await rowsOf(workflow)).map((row) => columns.map((name) => row[name]));
				expect(rows).toEqual(expect.arrayContaining(expected));
				expect(rows).toHaveLength(expected.length);
			};
			await eventually(check);

			for (let nights = 0; nights < 2; nights++) await runWell(workflow, NIGHT);

			await check();
		});

		it('finds at night what no event has told', async () => {
			const workflow = await imported('gift-ledger-for-finance.json');
			const [first, second] = await ordersOfAge([1, 59, 61]);
			instance.service.changeOrder(second!.id, { status: 'delivered' });

			await runWell(workflow, NIGHT);

			const rows = await rowsOf(workflow);
			const amounts = Object.fromEntries(rows.map((row) => [row.order_id, row.final_amount]));
			expect(amounts).toEqual({ [first!.id]: 0, [second!.id]: 42.64 });
		});
	});

	describe('examples whose gifts differ from item to item', () => {
		/** A time zone in which it is noon, so that a day has begun and does not end during a test. */
		const hours = 12 - new Date().getUTCHours();
		const ZONE = hours === 0 ? 'Etc/GMT' : `Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}`;

		/** A day as 2026-12-31, so many days after today in that zone. */
		const dayAfter = (days: number) =>
			new Intl.DateTimeFormat('sv-SE', { timeZone: ZONE }).format(new Date(Date.now() + days * DAY_MS));
		const yearOf = (days: number) => Number(dayAfter(days).slice(0, 4));
		/** The same day so many years before. */
		const yearsAgo = (years: number, days: number) => `${yearOf(days) - years}${dayAfter(days).slice(4)}`;

		type Person = [name: string, day: string, more?: IDataObject];
		const emailOf = (name: string) => `${name.toLowerCase()}@example.com`;

		/** The node that sends, the one that reads people, and the fields of a person. */
		const YEARLY = {
			[ANNIVERSARIES]: ['Send a gift to each employee', 'Read the report', 'firstName', 'workEmail', 'hireDate'],
			[BIRTHDAYS]: ['Schedule a birthday gift', 'Read the sheet', 'first_name', 'email', 'birthday'],
		} as const;
		type Yearly = keyof typeof YEARLY;

		/** The example with people whose birthday, or first day at work, is on a day. */
		async function importedFor(file: Yearly, people: Person[]): Promise<Workflow> {
			const [sender, source, name, email, birthday] = YEARLY[file];
			const [pinned] = pinnedIn(file, source) as [IDataObject];
			const [sample = pinned] = (pinned.employees ?? []) as IDataObject[];
			const rows = people.map(([who, day, more]) => {
				const fields = { id: who, [name]: who, [email]: emailOf(who), [birthday]: day, message: '' };
				return { ...sample, ...fields, ...more };
			});
			const { data } = await new Client(instance.service).get<{ data: Card[] }>('/v1/cards');
			return await imported(file, {
				parameters: { [sender]: { cardId: byId(data.data[0]!.id) } },
				pinned: { [source]: pinned.employees ? [{ ...pinned, employees: rows }] : rows },
				settings: { timezone: ZONE },
			});
		}

		const localTime = new Intl.DateTimeFormat('sv-SE', { timeZone: ZONE, dateStyle: 'short', timeStyle: 'short' });
		const birthday = (days: number) =>
			expect.stringMatching(new RegExp(`^birthday-[\\da-f]{32}-${yearOf(days)}$`)) as string;
		// It is past nine today, so that this gift is sent soon.
		const SOON = expect.stringMatching(new RegExp(`^${dayAfter(0)} 1[23]:`)) as string;

		it.each<[file: Yearly, people: Person[], sent: string[][]]>([
			[
				ANNIVERSARIES,
				[
					['Today', dayAfter(0)],
					['Lately', dayAfter(-29)],
					['Tomorrow', dayAfter(1)],
					['Two', `${yearsAgo(2, 0)}T00:00:00Z`],
					['Weekend', yearsAgo(5, -2)],
					['Past', yearsAgo(3, -9)],
					['Unknown', ''],
					// How BambooHR writes a day that is not known.
					['Empty', '0000-00-00'],
				],
				[
					['Today', 'Welcome to the team, Today!', 'new-hire-Today'],
					['Lately', 'Welcome to the team, Lately!', 'new-hire-Lately'],
					['Two', 'Thank you for 2 years with us, Two!', `anniversary-Two-${yearOf(0)}`],
					['Weekend', 'Thank you for 5 years with us, Weekend!', `anniversary-Weekend-${yearOf(-2)}`],
				],
			],
			[
				BIRTHDAYS,
				[
					['Today', yearsAgo(40, 0)],
					['Tomorrow', `${yearsAgo(41, 1)}T00:00:00.000Z`, { message: 'Enjoy the mountains!' }],
					['Later', yearsAgo(40, 2)],
					['Past', yearsAgo(40, -1)],
					['Unknown', ''],
				],
				[
					['Today', 'Happy birthday, Today!', birthday(0), SOON],
					['Tomorrow', 'Enjoy the mountains!', birthday(1), `${dayAfter(1)} 09:00`],
				],
			],
		])('%s sends a gift for each day that has come, once, however often it runs', async (file, people, sent) => {
			const workflow = await importedFor(file, people);

			await runWell(workflow);

			const gifts = creations().map(({ recipients, message, customer_reference_id: reference, ...body }) => [
				...columnOf(recipients as IDataObject[], 'first_name'),
				...[message, reference],
				...(body.scheduled_send_on ? [localTime.format(new Date(body.scheduled_send_on as string))] : []),
			]);
			expect(gifts).toEqual(sent);
			expect(jsonOf(await runWell(workflow), 'Nothing to do')).toHaveLength(sent.length);
			expect(instance.service.orderBatches()).toHaveLength(sent.length);
		});

		it.each<[file: Yearly, people: Person[], served: string[], failed: string[]]>([
			[
				ANNIVERSARIES,
				[
					['Today', dayAfter(0)],
					['American', '11/20/2024'],
					['Yearless', '01-02'],
				],
				['Today'],
				['American', 'Yearless'],
			],
			[
				BIRTHDAYS,
				[
					['Wrong', yearsAgo(40, 0), { email: 'no address' }],
					['Right', yearsAgo(40, 0)],
					['Unreadable', '31 December'],
					// This is a time of day, too.
					['Yearless', '10-05'],
					['Silent', yearsAgo(40, 0), { email: ' ' }],
					['Twin', yearsAgo(40, 0)],
					['Double', yearsAgo(40, 0), { email: emailOf('Twin') }],
				],
				['Right', 'Twin'],
				['Wrong', 'Unreadable', 'Yearless', 'Silent', 'Double'],
			],
		])('%s fails with the reason of any other error, and serves the others', async (file, people, served, failed) => {
			const { message } = errorOf(await run(importedFor(file, people)))!;

			expect(creations().flatMap(peopleOf)).toEqual(served.map(emailOf));
			expect([...message.matchAll(/(\w+) Miller: /g)].map(([, name]) => name)).toEqual(failed);
		});
	});
});
