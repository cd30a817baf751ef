import * as fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import type { OrderChange } from '../../../../../dev/mock-service';
import { contextOf, TOOL, type NodeRun, type RunOptions } from '../../../../../dev/harness/engine';
import { actionNode } from '../../../../support/actionNode';
import { creationsOf, POST } from '../../../../support/creations';
import { FROM_ITEMS } from '../../../../support/orderBatchParameters';

const node = actionNode({ limits: { retryBudgetMs: 0 } });

const { create, stored } = creationsOf(node);

const DAY_MS = 86_400_000;

const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();

const dateOf = (days: number) => daysAgo(days).slice(0, 10);

const emailOf = (name: string) => `${name.toLowerCase()}@example.com`;

/** Recipients under the service's names. */
const people = (...names: string[]): IDataObject[] => names.map((name) => ({ first_name: name, email: emailOf(name) }));

const SKIP: IDataObject = { skipGiftedWithinDays: 30 };

/** One order batch for all input items. */
const fromItems = (options: IDataObject = SKIP, more: IDataObject = {}) => create({ ...FROM_ITEMS, ...more, options });

/** One order batch for each input item: for the people in its `to`. */
const fromJson = (options: IDataObject = SKIP, more: IDataObject = {}) =>
	create({ recipientsSource: 'json', recipientsJson: '={{ $json.to }}', ...more, options });

/** The orders of gifts that these emails got, with whatever happened to them. */
async function gifts(emails: string[], change: OrderChange = { createdAt: daysAgo(5) }): Promise<string[]> {
	const recipients = emails.map((email) => ({ first_name: 'Somebody', email }));
	const id = await node.createBatch(0, { recipients });
	node.service.setBatchState(id, 'complete');
	const orders: IDataObject[] = [];
	for (let page = 1; orders.length < emails.length; page++) {
		const { data } = await node.read(`/v1/order_batches/${id}/orders?per_page=100&page=${page}`);
		orders.push(...(data as IDataObject[]));
	}
	const ids = emails.map((email) => orders.find((order) => order.recipient_email === email)?.id as string);
	for (const orderId of ids) node.service.changeOrder(orderId, change);
	return ids;
}

const giftTo = async (name: string, change?: OrderChange) => (await gifts([emailOf(name)], change))[0] as string;

const creationsSent = () =>
	node.requests.filter(({ method, path }) => method === 'POST' && path === '/v1/order_batches');

const listsRead = () => node.requests.filter(({ path }) => path === '/v1/orders');

/** Whom each request was to create an order batch for. */
const sentTo = () =>
	creationsSent().map(({ body }) =>
		((body as IDataObject).recipients as IDataObject[]).map(({ first_name: name }) => name),
	);

/** How many gifts the service made for somebody, not counting those that `gifts` made. */
const giftsMade = async (name: string): Promise<number> => {
	const { data } = await node.read('/v1/orders?per_page=100');
	const isTheirs = ({ recipient_email: email, recipient_first_name: first }: IDataObject) =>
		email === emailOf(name) && first === name;
	return (data as IDataObject[]).filter(isTheirs).length;
};

/** What somebody who is left out is told. */
const leftOut = (number: number, name: string, orderId: string, days = 5) =>
	`Recipient ${number}: ${emailOf(name)} got a gift on ${dateOf(days)} (order ${orderId}), within the last 30 days`;

const ADVICE = 'The option "Skip Gifted Within Days" left this recipient out. Nothing was sent to them.';

const pairings = (items: NodeRun['outputs'][number] = []) => items.map(({ pairedItem }) => pairedItem);

const runAgain = async (earlier: NodeRun, parameters: IDataObject, options: Partial<RunOptions> = {}) =>
	await node.run(parameters, { ...options, contextData: contextOf(earlier) });

const ON_ERROR_OUTPUT = { node: { onError: 'continueErrorOutput' } } as const;

/** Makes the outcome of the next creation unknown: its response is lost, and so is the list of order batches. */
function loseNextResponse(): void {
	node.service.addFault({ ...POST, times: 1, effect: { kind: 'malformed', form: 'wrongShape' } });
	const match = { method: 'GET', path: /order_batches$/ };
	node.service.addFault({ match, times: 1, effect: { kind: 'response', status: 403 } });
}

describe('Skip Gifted Within Days', () => {
	const columns = { first_name: '={{ $json.first_name }}', email: '={{ $json.email }}' };
	const row = (name: string) => ({ firstName: name, email: emailOf(name) });

	test.each<[string, () => IDataObject, IDataObject[]]>([
		['input items', () => fromItems(), people('Ann', 'Ben')],
		[
			'input items with chosen columns',
			() =>
				fromItems(SKIP, {
					recipientsSource: 'inputItemsColumns',
					recipientFields: { mappingMode: 'defineBelow', value: columns },
				}),
			people('Ann', 'Ben'),
		],
		['recipients in JSON', () => fromJson(), [{ to: people('Ann', 'Ben') }]],
		[
			'recipients in the form',
			() => create({ recipients: { recipient: [row('Ann'), row('Ben')] }, options: SKIP }),
			[{}],
		],
	])('leaves out who got a gift, for %s', async (_name, parameters, items) => {
		const orderId = await giftTo('Ann');
		const { status, hints } = await node.run(parameters(), { items });

		expect(status).toBe('success');
		expect(sentTo()).toEqual([['Ben']]);
		expect(hints).toEqual([
			`Left out 1 of 2 recipients, who got a gift within the last 30 days: ann@example.com on ${dateOf(5)} (order ${orderId})`,
		]);
	});

	test('changes nothing where nobody got a gift', async () => {
		const { status, hints } = await node.run(fromItems(), { items: people('Ann', 'Ben') });

		expect(status).toBe('success');
		expect(hints).toEqual([]);
		expect(sentTo()).toEqual([['Ann', 'Ben']]);
	});

	test('reads no orders without the option', async () => {
		await giftTo('Ann');
		await node.run(fromItems({}), { items: people('Ann') });

		expect(listsRead()).toEqual([]);
		expect(sentTo()).toEqual([['Ann']]);
	});

	test('recognizes an email in another case and with spaces around it', async () => {
		await gifts(['ANN@Example.com', 'ben@example.com']);
		await node.run(fromItems(), {
			items: [
				{ first_name: 'Ann', email: ' ann@example.COM ' },
				{ first_name: 'Ben', email: 'BEN@EXAMPLE.COM' },
				...people('Cleo'),
			],
		});

		expect(sentTo()).toEqual([['Cleo']]);
	});

	test('does not take a similar email for the same', async () => {
		await gifts(['ann@example.com']);
		const emails = ['joann@example.com', 'ann@example.co', 'ann+gift@example.com'];
		await node.run(fromItems(), { items: emails.map((email) => ({ first_name: 'Ann', email })) });

		expect(sentTo()).toEqual([['Ann', 'Ann', 'Ann']]);
	});

	test('finds people among several hundred orders, with one request for each 100 and one that shows whether the time counts', async () => {
		const emails = Array.from({ length: 250 }, (_, index) => `guest${index}@example.com`);
		await gifts(emails);
		const items = [...emails, 'new@example.com'].map((email) => ({ first_name: 'Guest', email }));
		const { hints } = await node.run(fromItems(), { items });

		expect(listsRead().map(({ query }) => [query.page, query.per_page])).toEqual([
			['1', '100'],
			['2', '100'],
			['3', '100'],
			['1', '1'],
		]);
		expect(creationsSent().map(({ body }) => (body as IDataObject).recipients)).toEqual([
			[{ first_name: 'Guest', email: 'new@example.com' }],
		]);
		expect(hints).toEqual([expect.stringMatching(/^Left out 250 of 251 recipients, .*; and 245 more$/)]);
	});

	test('asks for the orders of exactly so many days', async () => {
		const before = Date.now();
		await node.run(fromItems({ skipGiftedWithinDays: 7 }), { items: people('Ann') });
		const after = Date.now();

		const [list] = listsRead();
		const since = Date.parse(String(list?.query['created_at[after]']));
		expect(since).toBeGreaterThanOrEqual(before - 7 * DAY_MS);
		expect(since).toBeLessThanOrEqual(after - 7 * DAY_MS);
	});

	test('counts an order that is just within the days, and none that is older', async () => {
		await giftTo('Ann', { createdAt: daysAgo(29.9) });
		await giftTo('Ben', { createdAt: daysAgo(30.1) });
		await node.run(fromItems(), { items: people('Ann', 'Ben') });

		expect(sentTo()).toEqual([['Ben']]);
	});

	test.each(['failed', 'canceled'] as const)('does not count an order that is %s', async (status) => {
		await giftTo('Ann', { status });
		await node.run(fromItems(), { items: people('Ann') });

		expect(sentTo()).toEqual([['Ann']]);
	});

	test('counts the order that was delivered beside one that was canceled', async () => {
		await giftTo('Ann', { status: 'canceled' });
		await giftTo('Ann', { status: 'accepted' });
		await giftTo('Ann', { status: 'canceled' });
		await node.run(fromItems(), { items: people('Ann') });

		expect(sentTo()).toEqual([]);
	});

	test('does not count gifts without an email', async () => {
		await node.createBatch(3);
		await node.run(fromItems(), { items: people('Ann') });

		expect(sentTo()).toEqual([['Ann']]);
	});

	test('reads all orders where the days reach back further than time does', async () => {
		await giftTo('Ann', { createdAt: '1999-01-01T00:00:00Z' });
		const { status } = await node.run(fromItems({ skipGiftedWithinDays: Number.MAX_SAFE_INTEGER }), {
			items: people('Ann', 'Ben'),
		});

		expect(status).toBe('success');
		expect(sentTo()).toEqual([['Ben']]);
	});

	test.each([
		['zero', 0, 'must be a whole number of at least 1, but it is the number 0'],
		['negative', -30, 'must be a whole number of at least 1, but it is the number -30'],
		['a fraction', 1.5, 'must be a whole number of at least 1, but it is the number 1.5'],
		['text', 'a month', 'must be a whole number of at least 1, but it is the text "a month"'],
		['empty', '', 'is missing'],
		['an expression without a value', '={{ $json.nothing }}', 'is missing'],
	])('refuses days that are %s, before any request', async (_name, skipGiftedWithinDays, problem) => {
		const { error } = await node.run(fromItems({ skipGiftedWithinDays }), { items: people('Ann') });

		expect(error?.message).toBe(`"Skip Gifted Within Days" ${problem}`);
		expect(node.service.requests).toEqual([]);
	});

	test('takes the days of each item', async () => {
		await giftTo('Ann', { createdAt: daysAgo(10) });
		await giftTo('Ben', { createdAt: daysAgo(10) });
		const { hints } = await node.run(fromJson({ skipGiftedWithinDays: '={{ $json.days }}' }), {
			items: [
				{ days: 7, to: people('Ann') },
				{ days: '14', to: people('Ben') },
			],
		});

		expect(sentTo()).toEqual([['Ann']]);
		expect(hints).toEqual([
			expect.stringMatching(
				/^Nothing was sent for item 2\. Left out 1 of 1 recipients, who got a gift within the last 14 days: ben@/,
			),
		]);
	});

	test('says "day" for one day', async () => {
		await giftTo('Ann', {});
		const { hints } = await node.run(fromItems({ skipGiftedWithinDays: 1 }), { items: people('Ann') });

		expect(hints).toEqual([expect.stringContaining('within the last day: ann@example.com')]);
	});

	test('refuses days that differ where all input items make one order batch', async () => {
		const { error } = await node.run(fromItems({ skipGiftedWithinDays: '={{ $json.days }}' }), {
			items: people('Ann', 'Ben').map((person, index) => ({ ...person, days: index + 1 })),
		});

		expect(error?.message).toContain('"Options" must be the same for all input items');
		expect(node.service.requests).toEqual([]);
	});

	test('shows with Validate Only what would be sent', async () => {
		await giftTo('Ann');
		const { json, hints } = await node.run(fromItems(SKIP, { validateOnly: true }), { items: people('Ann', 'Ben') });

		expect(json).toEqual(people('Ben').map((ben) => expect.objectContaining(ben)));
		expect(hints).toEqual([
			expect.stringContaining('Left out 1 of 2 recipients'),
			expect.stringContaining('Nothing was sent. This would send Butter Cookie Tin to 1 person'),
		]);
		expect(creationsSent()).toEqual([]);
	});

	test('leaves people out of the price', async () => {
		await giftTo('Ann');
		const price = async (names: string[]) =>
			await node.run({ ...fromItems(), operation: 'getPrice' }, { items: people(...names) });
		const { json, hints } = await price(['Ann', 'Ben']);

		expect(json).toEqual((await price(['Ben'])).json);
		expect(hints).toEqual([expect.stringContaining('Left out 1 of 2 recipients')]);
		expect((await price(['Ann'])).json).toEqual([]);
	});

	test('sends the reference of the user', async () => {
		await giftTo('Ann');
		await node.run(fromItems(SKIP, { additionalFields: { customerReferenceId: 'deal-1' } }), {
			items: people('Ann', 'Ben'),
		});

		expect(stored('deal-1')).toEqual([expect.objectContaining({ recipients_count: 1 })]);
	});
});

describe('where everybody got a gift within the days', () => {
	let orders: string[];
	beforeEach(async () => {
		orders = await gifts([emailOf('Ann'), emailOf('Ben')]);
	});

	test('nothing is sent, and a hint says so', async () => {
		const { status, outputs, hints } = await node.run(fromItems(), { items: people('Ann', 'Ben') });

		expect([status, outputs]).toEqual(['success', [[]]]);
		expect(hints).toEqual([
			`Nothing was sent. Left out 2 of 2 recipients, who got a gift within the last 30 days: ann@example.com on ${dateOf(5)} (order ${orders[0]}); ben@example.com on ${dateOf(5)} (order ${orders[1]})`,
		]);
		expect(creationsSent()).toEqual([]);
	});

	test('all of them go to the error output', async () => {
		const { outputs, hints } = await node.run(fromItems(), { items: people('Ann', 'Ben'), ...ON_ERROR_OUTPUT });

		expect(outputs[0] ?? []).toEqual([]);
		expect(outputs[1]).toEqual(
			['Ann', 'Ben'].map((name, index) => ({
				json: expect.objectContaining({
					error: leftOut(index + 1, name, orders[index] as string),
					error_description: ADVICE,
				}),
				pairedItem: { item: index },
			})),
		);
		expect(hints).toEqual([]);
		expect(creationsSent()).toEqual([]);
	});

	test('all of them are in the output where the node goes on there', async () => {
		const { outputs } = await node.run(fromItems(), {
			items: people('Ann', 'Ben'),
			node: { onError: 'continueRegularOutput' },
		});

		expect(outputs[0]).toEqual(
			['Ann', 'Ben'].map((name, index) => ({
				json: { error: leftOut(index + 1, name, orders[index] as string), error_description: ADVICE },
				pairedItem: { item: index },
			})),
		);
	});

	test('an agent is told why, and not to correct anything', async () => {
		const { json } = await node.run(fromJson(), { items: [{ to: people('Ann') }], node: TOOL });

		expect(json).toEqual([{ error: leftOut(1, 'Ann', orders[0] as string), error_description: ADVICE }]);
		expect(creationsSent()).toEqual([]);
	});

	test('or is invalid, a hint says that nothing was sent', async () => {
		const { hints } = await node.run(fromItems({ ...SKIP, skipInvalidRecipients: true }), {
			items: [{ first_name: '', email: 'nobody@example.com' }, ...people('Ann', 'Ben')],
		});

		expect(hints).toContainEqual(
			expect.stringMatching(/^Nothing was sent\. Left out 2 of 3 recipients, who got a gift within the last 30 days: /),
		);
		expect(creationsSent()).toEqual([]);
	});
});

describe('those who are left out', () => {
	test('come from their own input items, and the others too', async () => {
		const orderId = await giftTo('Ben');
		const { outputs } = await node.run(fromItems(), { items: people('Ann', 'Ben', 'Cleo'), ...ON_ERROR_OUTPUT });

		expect(outputs[0]?.map(({ json, pairedItem }) => [json.first_name, pairedItem])).toEqual([
			['Ann', { item: 0 }],
			['Cleo', { item: 2 }],
		]);
		expect(outputs[1]).toEqual([
			{ json: expect.objectContaining({ error: leftOut(2, 'Ben', orderId) }), pairedItem: { item: 1 } },
		]);
	});

	test('come from the item that lists them', async () => {
		await gifts([emailOf('Ann'), emailOf('Cleo'), emailOf('Dan')]);
		const { outputs } = await node.run(fromJson(), {
			items: [{ to: people('Ann', 'Ben') }, { to: people('Cleo', 'Dan') }],
			node: { onError: 'continueRegularOutput' },
		});

		const what = ({ error }: IDataObject) => (error === undefined ? 'sent' : String(error).split(' got a gift')[0]);
		expect(outputs[0]?.map(({ json, pairedItem }) => [what(json), pairedItem])).toEqual([
			['Recipient 1: ann@example.com', { item: 0 }],
			['sent', { item: 0 }],
			['Recipient 1: cleo@example.com', { item: 1 }],
			['Recipient 2: dan@example.com', { item: 1 }],
		]);
	});

	test('keep the number of their row where invalid recipients are skipped', async () => {
		const orderId = await giftTo('Ben');
		const { outputs } = await node.run(fromItems({ ...SKIP, skipInvalidRecipients: true }), {
			items: [{ first_name: '', email: 'nobody@example.com' }, ...people('Ann', 'Ben')],
			...ON_ERROR_OUTPUT,
		});

		expect(outputs[1]?.map(({ json, pairedItem }) => [json.error, pairedItem])).toEqual([
			['Recipient 1: "First Name" is missing', { item: 0 }],
			[leftOut(3, 'Ben', orderId), { item: 2 }],
		]);
		expect(sentTo()).toEqual([['Ann']]);
	});

	test('are told without a date where their order cannot be read', async () => {
		const orderId = await giftTo('Ann');
		node.service.addFault({ match: { path: `/v1/orders/${orderId}` }, effect: { kind: 'response', status: 500 } });
		const { status, hints } = await node.run(fromItems(), { items: people('Ann', 'Ben') });

		expect(status).toBe('success');
		expect(hints).toEqual([
			`Left out 1 of 2 recipients, who got a gift within the last 30 days: ann@example.com (order ${orderId})`,
		]);
		expect(sentTo()).toEqual([['Ben']]);
	});

	test('are read one by one only where they are named', async () => {
		const emails = Array.from({ length: 8 }, (_, index) => `guest${index}@example.com`);
		await gifts(emails);
		await node.run(fromItems(), { items: emails.map((email) => ({ first_name: 'Guest', email })) });

		expect(node.requests.filter(({ path }) => path.startsWith('/v1/orders/'))).toHaveLength(5);
	});

	test('are not among the recipients of any batch, and each batch keeps its place', async () => {
		await gifts(['Ann', 'Dan', 'Eve', 'Fay'].map(emailOf));
		const options = { ...SKIP, recipientsPerBatch: 2 };
		await node.run(fromItems(options), { items: people('Ann', 'Ben', 'Cleo', 'Dan', 'Eve', 'Fay', 'Gil') });

		expect(sentTo()).toEqual([['Ben'], ['Cleo'], ['Gil']]);
	});

	test('do not count for the limit of recipients', async () => {
		await giftTo('Ann');
		const options = { ...SKIP, recipientsLimit: 1 };
		const { status } = await node.run(fromItems(options), { items: people('Ann', 'Ben') });
		const { error } = await node.run(fromItems(options), { items: people('Ann', 'Cleo', 'Dan') });

		expect(status).toBe('success');
		expect(error?.message).toContain(
			'"Recipients Limit" is 1 for one execution of the workflow, but this would send to 2',
		);
		expect(sentTo()).toEqual([['Ben']]);
	});

	test('do not count for the highest total', async () => {
		await giftTo('Ann');
		const cost = async (...names: string[]) => {
			const { json } = await node.run({ ...fromItems({}), operation: 'getPrice' }, { items: people(...names) });
			return json[0] as { total: { high: number } };
		};
		const one = JSON.stringify(await cost('Ben'));
		const total = Number(/"total_high":(\d+)/.exec(one)?.[1]) / 100;
		expect(total).toBeGreaterThan(0);

		const options = { ...SKIP, maximumTotal: total };
		const { status } = await node.run(fromItems(options), { items: people('Ann', 'Ben') });
		const { error } = await node.run(fromItems(options), { items: people('Ann', 'Cleo', 'Dan') });

		expect(status).toBe('success');
		expect(error?.message).toContain('"Maximum Total (USD)" is');
		expect(sentTo()).toEqual([['Ben']]);
	});
});

describe('a recipient without an email', () => {
	const EMAIL_IS_MISSING = '"Email" is missing: the option "Skip Gifted Within Days" finds people by their email';

	test('is refused before any request', async () => {
		const { error } = await node.run(fromItems(), { items: [...people('Ann'), { first_name: 'Ben' }] });

		expect(error?.message).toBe(`Recipient 2: ${EMAIL_IS_MISSING}`);
		expect(node.service.requests).toEqual([]);
	});

	test('is refused in the recipients of an item', async () => {
		const { error } = await node.run(fromJson(), { items: [{ to: [{ first_name: 'Ann', email: null }] }] });

		expect(error?.message).toBe(`Recipient 1: ${EMAIL_IS_MISSING}`);
		expect(node.service.requests).toEqual([]);
	});

	test('is named together with what is wrong with others', async () => {
		const { error } = await node.run(fromItems(), {
			items: [{ first_name: '', email: 'a@example.com' }, { first_name: 'Ben' }, ...people('Cleo')],
		});

		expect(error?.context.problems).toEqual([
			'Recipient 1: "First Name" is missing',
			`Recipient 2: ${EMAIL_IS_MISSING}`,
		]);
	});

	test('is told once where the send method needs the email as well', async () => {
		const { error } = await node.run(fromItems(SKIP, { sendMethod: 'email_and_link' }), {
			items: [{ first_name: 'Ben' }],
		});

		expect(error?.context.problems).toEqual([
			'Recipient 1: "Email" is missing: the send method "Email and Link" needs it',
		]);
	});

	test('is left out with Skip Invalid Recipients', async () => {
		const { outputs } = await node.run(fromItems({ ...SKIP, skipInvalidRecipients: true }), {
			items: [...people('Ann'), { first_name: 'Ben' }],
			...ON_ERROR_OUTPUT,
		});

		expect(outputs[1]?.map(({ json }) => json.error)).toEqual([`Recipient 2: ${EMAIL_IS_MISSING}`]);
		expect(sentTo()).toEqual([['Ann']]);
	});

	test('is left out beside one who is invalid otherwise', async () => {
		const { status, hints } = await node.run(fromItems({ ...SKIP, skipInvalidRecipients: true }), {
			items: [{ first_name: '', email: 'a@example.com' }, { first_name: 'Ben' }, ...people('Cleo')],
		});

		expect(status).toBe('success');
		expect(hints).toEqual([
			`2 of 3 recipients were left out: Recipient 1: "First Name" is missing; Recipient 2: ${EMAIL_IS_MISSING}`,
		]);
		expect(sentTo()).toEqual([['Cleo']]);
	});
});

describe('a service that does not tell who got a gift', () => {
	test('gets nothing to send where it cannot list orders', async () => {
		node.service.setInterfaceOnly(true);
		const { error } = await node.run(fromItems(), { items: people('Ann') });

		expect(error).toMatchObject({
			message: 'This service cannot list the orders of an account',
			description: expect.stringMatching(
				/^Nothing was sent\. Remove the option "Skip Gifted Within Days" to send without this check\./,
			),
		});
		expect(creationsSent()).toEqual([]);
	});

	test.each([503, 401])('gets nothing to send where it responds with %d', async (status) => {
		node.service.addFault({ match: { path: /orders$/ }, effect: { kind: 'response', status } });
		const { error } = await node.run(fromItems(), { items: people('Ann') });

		expect(error).toMatchObject({
			httpCode: String(status),
			description: expect.stringContaining('Nothing was sent.'),
		});
		expect(creationsSent()).toEqual([]);
	});

	test('gets nothing to send where a later page of the list fails', async () => {
		await gifts(Array.from({ length: 150 }, (_, index) => `guest${index}@example.com`));
		const body = await node.read('/v1/orders?per_page=100');
		const match = { path: /orders$/ };
		node.service.addFault({ match, times: 1, effect: { kind: 'response', status: 200, body } });
		node.service.addFault({ match, effect: { kind: 'response', status: 503 } });

		const { error } = await node.run(fromItems(), { items: people('Ann') });

		expect(error?.httpCode).toBe('503');
		expect(listsRead().map(({ status }) => status)).toEqual([200, 503]);
		expect(creationsSent()).toEqual([]);
	});

	const ordersOf = async (more: IDataObject): Promise<IDataObject> => {
		await giftTo('Zed');
		const list = await node.read('/v1/orders');
		return { ...list, data: (list.data as IDataObject[]).map((order) => ({ ...order, ...more })) };
	};

	test.each<[string, () => Promise<IDataObject>, string]>([
		[
			'has no emails in its orders',
			async () => JSON.parse(JSON.stringify(await ordersOf({ recipient_email: undefined }))) as IDataObject,
			"The service's orders have no recipient_email, so nobody knows who got a gift",
		],
		[
			'lists orders of any time',
			async () => await ordersOf({}),
			'The service ignores the time from which it is to list orders, so nobody knows who got a gift within the days',
		],
	])('gets nothing to send where it %s', async (_what, read, message) => {
		const body = await read();
		node.service.addFault({ match: { path: /orders$/ }, effect: { kind: 'response', status: 200, body } });
		const { error } = await node.run(fromItems(), { items: people('Ann') });

		expect(error).toMatchObject({
			message,
			description: expect.stringMatching(
				/^Nothing was sent\. Remove the option "Skip Gifted Within Days" to send without this check\./,
			),
		});
		expect(creationsSent()).toEqual([]);
	});

	test('refuses all items where the node goes on after failures', async () => {
		node.service.setInterfaceOnly(true);
		const { outputs } = await node.run(fromItems(), { items: people('Ann', 'Ben'), ...ON_ERROR_OUTPUT });

		expect(pairings(outputs[1])).toEqual([{ item: 0 }, { item: 1 }]);
		expect(creationsSent()).toEqual([]);
	});
});

describe('an attempt that is repeated', () => {
	test('finds its order batch, although its orders are in the list by then', async () => {
		await giftTo('Ann');
		loseNextResponse();
		const lost = await node.run(fromItems(), { items: people('Ann', 'Ben', 'Cleo') });
		expect(lost.error?.description).toContain('not known whether');

		const { json } = await runAgain(lost, fromItems(), { items: people('Ann', 'Ben', 'Cleo') });

		expect(json).toEqual(
			['Ben', 'Cleo'].map((name) => expect.objectContaining({ first_name: name, already_created: true })),
		);
		expect(stored().map(({ recipients_count: count }) => count)).toEqual([1, 2]);
	});

	test('within the execution finds its order batch as well', async () => {
		loseNextResponse();
		const { json } = await node.run(fromItems(), {
			items: people('Ben'),
			node: { onError: 'stopWorkflow', retryOnFail: true, maxTries: 3, waitBetweenTries: 1 },
		});

		expect(json).toEqual([expect.objectContaining({ first_name: 'Ben', already_created: true })]);
		expect(stored()).toHaveLength(1);
	});

	test('sends the batches that are missing, and leaves out the same people', async () => {
		await gifts([emailOf('Ann'), emailOf('Eve')]);
		const items = people('Ann', 'Ben', 'Cleo', 'Dan', 'Eve', 'Fay');
		const parameters = fromItems({ ...SKIP, recipientsPerBatch: 2 });
		loseNextResponse();
		const first = await node.run(parameters, { items });
		expect(sentTo()).toEqual([['Ben']]);
		const second = await runAgain(first, parameters, { items });

		expect(second.json.map(({ first_name: name, already_created: existed = false }) => [name, existed])).toEqual([
			['Ben', true],
			['Cleo', false],
			['Dan', false],
			['Fay', false],
		]);
		for (const name of ['Ben', 'Cleo', 'Dan', 'Fay']) expect(await giftsMade(name)).toBe(1);
		for (const name of ['Ann', 'Eve']) expect(await giftsMade(name)).toBe(0);
	});

	test('asks for the same people, although a gift is older than the days by then', async () => {
		const orderId = await giftTo('Ann', { createdAt: new Date(Date.now() - 30 * DAY_MS + 60_000).toISOString() });
		loseNextResponse();
		const lost = await node.run(fromItems(), { items: people('Ann', 'Ben') });
		expect(sentTo()).toEqual([['Ben']]);

		const now = Date.now();
		const clock = jest.spyOn(Date, 'now').mockImplementation(() => now + 120_000);
		const { json, status } = await runAgain(lost, fromItems(), { items: people('Ann', 'Ben') }).finally(() =>
			clock.mockRestore(),
		);

		expect([status, orderId]).toEqual(['success', expect.any(String)]);
		expect(json).toEqual([expect.objectContaining({ first_name: 'Ben', already_created: true })]);
		expect(stored()).toHaveLength(2);
	});

	test.each<[string, RegExp, Partial<RunOptions>]>([
		['the list of orders fails, within the execution', /^\/v1\/orders$/, { runIndex: 0, ...ON_ERROR_OUTPUT }],
		['the list of orders fails, in a loop', /^\/v1\/orders$/, { runIndex: 1, ...ON_ERROR_OUTPUT }],
		['the list of orders fails, by an agent', /^\/v1\/orders$/, { node: TOOL }],
		['the product cannot be read, within the execution', /^\/v1\/products/, { runIndex: 0, ...ON_ERROR_OUTPUT }],
	])('goes on saying that its gift may exist where %s', async (_name, path, options) => {
		const parameters = fromItems({ ...SKIP, skipInvalidRecipients: true });
		const items = people('Ann');
		loseNextResponse();
		const lost = await node.run(parameters, { items, node: options.node });
		node.service.addFault({ match: { path }, effect: { kind: 'response', status: 503 } });
		const { outputs } = await runAgain(lost, parameters, { items, ...options });

		expect(stored()).toHaveLength(1);
		const [failed] = outputs.flat();
		expect(failed?.json).toMatchObject({
			error: 'The service responds with 503',
			error_description: expect.stringContaining('It is not known whether the order batch was created'),
		});
		expect(failed?.json.error_description).not.toContain('Nothing was sent');
	});

	test('does not say that nothing was sent where n8n has not stored what was sent before', async () => {
		const ended = contextOf(await node.run(fromItems(SKIP, { validateOnly: true }), { items: people('Ann') }));
		const contextData = Object.fromEntries(
			Object.entries(ended).map(([key, context]) => [key, { ...(context as IDataObject), isHistoryLost: true }]),
		);
		node.service.addFault({ match: { path: /^\/v1\/orders$/ }, effect: { kind: 'response', status: 503 } });
		const { error } = await node.run(fromItems(), { items: people('Ann'), contextData });

		expect(error?.description).toMatch(/^It is not known whether the order batch was created/);
	});

	test('names what it created before where nothing more can be sent and the node goes on', async () => {
		const parameters = fromJson(SKIP, { fromName: '={{ $json.from }}' });
		const items = [
			{ from: 'Zoe', to: people('Ann') },
			{ from: 'Yve', to: people('Ben') },
		];
		node.service.addFault({ ...POST, times: 1, effect: { kind: 'response', status: 422 } });
		const first = await node.run(parameters, { items, ...ON_ERROR_OUTPUT });
		expect(sentTo()).toEqual([['Ann'], ['Ben']]);
		node.service.addFault({ match: { path: /^\/v1\/orders$/ }, effect: { kind: 'response', status: 503 } });
		const { outputs } = await runAgain(first, parameters, { items, ...ON_ERROR_OUTPUT });

		expect(outputs[1]?.map(({ json }) => json.error_description)).toEqual(
			items.map(() => expect.stringContaining(`has already created order batch ${stored()[0]?.id}`)),
		);
	});

	test('goes on although its product is no longer sold', async () => {
		loseNextResponse();
		const lost = await node.run(fromItems(), { items: people('Ann') });
		const { productId } = node.service.samples;
		const product = await node.read(`/v1/products/${productId}`);
		node.service.addFault({
			match: { path: `/v1/products/${productId}` },
			effect: { kind: 'response', status: 200, body: { ...product, status: 'inactive' } },
		});

		const { json } = await runAgain(lost, fromItems(), { items: people('Ann') });

		expect(json).toEqual([expect.objectContaining({ first_name: 'Ann', already_created: true })]);
	});

	test('sends nobody another gift where the item of an order batch now lists others', async () => {
		await giftTo('Zed');
		const parameters = fromJson(SKIP, { fromName: '={{ $json.from }}' });
		const first = await node.run(parameters, {
			items: [{ from: 'Zoe', to: people('Ann') }],
		});
		const { error } = await runAgain(first, parameters, {
			items: [
				{ from: 'Zoe', to: people('Zed') },
				{ from: 'Yve', to: people('Ann') },
			],
		});

		expect(error?.message).toContain(
			`Item 2: An earlier attempt of this execution created order batch ${stored()[1]?.id}, and the request has changed since`,
		);
		expect(await giftsMade('Ann')).toBe(1);
	});
});

describe('a later run of the node in the execution', () => {
	const loop = async (earlier: NodeRun, runIndex: number, names: string[], more: Partial<RunOptions> = {}) =>
		await runAgain(earlier, fromItems(), { items: people(...names), runIndex, ...more });

	test('leaves out who got a gift in an earlier one', async () => {
		const first = await node.run(fromItems(), { items: people('Ann', 'Ben') });
		const { hints } = await loop(first, 1, ['Ann', 'Cleo']);

		expect(sentTo()).toEqual([['Ann', 'Ben'], ['Cleo']]);
		expect(hints).toEqual([
			`Left out 1 of 2 recipients, who got a gift within the last 30 days: ann@example.com in this execution (order batch ${stored()[0]?.id})`,
		]);
	});

	test('leaves them out also while their orders do not exist yet', async () => {
		const names = Array.from({ length: 11 }, (_, index) => `Guest${index}`);
		const first = await node.run(fromItems(), { items: people(...names) });
		expect(stored()[0]?.send_status).toBe('pending');
		const { outputs } = await loop(first, 1, ['Guest3', 'Ann'], ON_ERROR_OUTPUT);

		expect(outputs[1]?.map(({ json }) => json.error)).toEqual([
			`Recipient 1: guest3@example.com got a gift in this execution (order batch ${stored()[0]?.id}), within the last 30 days`,
		]);
		expect(sentTo()[1]).toEqual(['Ann']);
	});

	test('finds its own order batch when it is repeated, and still leaves out those of earlier runs', async () => {
		const first = await node.run(fromItems(), { items: people('Ann') });
		loseNextResponse();
		const lost = await loop(first, 1, ['Ann', 'Ben']);
		const { json } = await loop(lost, 1, ['Ann', 'Ben']);

		expect(json).toEqual([expect.objectContaining({ first_name: 'Ben', already_created: true })]);
		expect(stored()).toHaveLength(2);
	});

	test('sends nobody a gift twice after an attempt whose outcome is unknown', async () => {
		loseNextResponse();
		const lost = await node.run(fromItems(), { items: people('Ann', 'Ben'), ...ON_ERROR_OUTPUT });
		await loop(lost, 1, ['Ann', 'Cleo']);

		for (const name of ['Ann', 'Ben']) expect(await giftsMade(name)).toBe(1);
		expect(await giftsMade('Cleo')).toBe(1);
	});

	test('is refused for people of an attempt whose outcome is unknown and whose orders do not exist yet', async () => {
		const names = Array.from({ length: 11 }, (_, index) => `Guest${index}`);
		loseNextResponse();
		const lost = await node.run(fromItems(), { items: people(...names), ...ON_ERROR_OUTPUT });
		const { error } = await loop(lost, 1, ['Guest3', 'Ann']);

		expect(error?.message).toContain('An earlier attempt of this execution may have created an order batch');
		expect(stored()).toHaveLength(1);
	});
});

describe('an agent', () => {
	const gift = (...names: string[]) => ({ items: [{ from: 'Zoe', to: people(...names) }], node: TOOL });
	const parameters = () => fromJson(SKIP, { fromName: '={{ $json.from }}' });

	test('sends one gift to a person, however often it calls the tool', async () => {
		const first = await node.run(parameters(), gift('Ann'));
		const second = await runAgain(first, parameters(), gift('Ann'));
		const third = await runAgain(second, parameters(), { ...gift('Ann'), items: [{ from: 'Yve', to: people('Ann') }] });

		for (const { json } of [second, third]) {
			expect(json).toEqual([
				{
					error: `Recipient 1: ann@example.com got a gift in this execution (order batch ${stored()[0]?.id}), within the last 30 days`,
					error_description: ADVICE,
				},
			]);
		}
		expect(stored()).toHaveLength(1);
	});

	test('sends to the others of its second call', async () => {
		const first = await node.run(parameters(), gift('Ann'));
		const { json } = await runAgain(first, parameters(), gift('Ann', 'Ben'));

		expect(json).toEqual([
			expect.objectContaining({ error: expect.stringContaining('ann@example.com got a gift in this execution') }),
			expect.objectContaining({ recipients_count: 1 }),
		]);
		expect(sentTo()).toEqual([['Ann'], ['Ben']]);
	});

	test('sends nobody a gift twice after a call whose outcome is unknown', async () => {
		loseNextResponse();
		const lost = await node.run(parameters(), gift('Ann', 'Ben'));
		const second = await runAgain(lost, parameters(), gift('Ann', 'Ben'));
		await runAgain(second, parameters(), gift('Ann', 'Cleo'));

		for (const name of ['Ann', 'Ben', 'Cleo']) expect(await giftsMade(name)).toBe(1);
	});

	test('sends one gift to a person to whom it sends two different ones at once', async () => {
		const contextData = contextOf(await node.run({ ...parameters(), validateOnly: true }, gift('Ann')));
		const calls = await Promise.all(
			['Yve', 'Zoe'].map(
				async (from) => await node.run(parameters(), { items: [{ from, to: people('Ann') }], node: TOOL, contextData }),
			),
		);

		expect(stored()).toHaveLength(1);
		const [refused] = calls.flatMap(({ json }) => json).filter(({ error }) => error !== undefined);
		expect(refused?.error).toContain('ann@example.com');
	});
});

describe('over random histories, runs, failures and retries', () => {
	const NAMES = ['Ann', 'Ben', 'Cleo', 'Dan'];

	/** What happened to an older gift, and whether it keeps its recipient from getting another one. */
	const HISTORY: Record<string, { change: OrderChange; counts: boolean }> = {
		recent: { change: { createdAt: daysAgo(29) }, counts: true },
		old: { change: { createdAt: daysAgo(31) }, counts: false },
		canceled: { change: { createdAt: daysAgo(5), status: 'canceled' }, counts: false },
	};

	const FAILURES: Record<string, () => void> = {
		lost: loseNextResponse,
		refused: () => node.service.addFault({ ...POST, times: 1, effect: { kind: 'response', status: 400 } }),
		unavailable: () => node.service.addFault({ ...POST, times: 1, effect: { kind: 'response', status: 503 } }),
		'unavailable after the creation': () => {
			const effect = { kind: 'response', status: 503, afterCommit: true } as const;
			node.service.addFault({ ...POST, times: 1, effect });
		},
		'without the list of orders': () => {
			const effect = { kind: 'response', status: 503 } as const;
			node.service.addFault({ match: { path: /v1\/orders$/ }, times: 1, effect });
		},
	};

	const run = fc.record({
		names: fc.uniqueArray(fc.constantFrom(...NAMES), { minLength: 1 }),
		failures: fc.array(fc.constantFrom('none', ...Object.keys(FAILURES)), { maxLength: 3 }),
		/** Whether a failed attempt is repeated, as n8n's retry does, or the workflow goes on. */
		isRepeated: fc.boolean(),
	});

	const execution = fc.record({
		kind: fc.constantFrom('items', 'json', 'tool'),
		recipientsPerBatch: fc.constantFrom(1, 2, 10),
		runs: fc.array(run, { minLength: 1, maxLength: 3 }),
	});

	/** The gifts that somebody got within the days. */
	const giftsOf = async (name: string, dead: Set<string>): Promise<number> => {
		const { data } = await node.read('/v1/orders?per_page=100');
		return (data as IDataObject[]).filter(
			({ id, recipient_email: email }) => email === emailOf(name) && !dead.has(String(id)),
		).length;
	};

	type Execution = typeof execution extends fc.Arbitrary<infer Value> ? Value : never;

	/** Whether an attempt failed for another reason than gifts that people got before. */
	const hasFailed = ({ status, json }: NodeRun) =>
		status !== 'success' || json.some(({ error = 'got a gift' }) => !String(error).includes('got a gift'));

	async function check(history: Record<string, string>, executions: Execution[]) {
		node.service.reset();
		const dead = new Set<string>();
		for (const [name, what] of Object.entries(history)) {
			const { change, counts } = HISTORY[what] ?? {};
			const id = change && (await giftTo(name, change));
			if (id && !counts) dead.add(id);
		}
		for (const { kind, recipientsPerBatch, runs } of executions) {
			const parameters =
				kind === 'items'
					? fromItems({ ...SKIP, recipientsPerBatch })
					: fromJson(SKIP, { fromName: '={{ $json.from }}' });
			const more = kind === 'tool' ? { node: TOOL } : {};
			let last: NodeRun | undefined;
			for (const [runIndex, { names, failures, isRepeated }] of runs.entries()) {
				const gifted: string[] = [];
				for (const name of names) if ((await giftsOf(name, dead)) > 0) gifted.push(name);
				const items = kind === 'items' ? people(...names) : [{ from: `Run ${runIndex}`, to: people(...names) }];
				for (const failure of [...(isRepeated ? failures : failures.slice(0, 1)), 'none']) {
					FAILURES[failure]?.();
					const contextData = last && contextOf(last);
					last = await node.run(parameters, { ...more, items, runIndex, ...(contextData && { contextData }) });
					node.service.clearFaults();
					if (!isRepeated || !hasFailed(last)) break;
				}
				for (const name of names) {
					const count = await giftsOf(name, dead);
					expect(count).toBeLessThanOrEqual(1);
					if (!last || hasFailed(last)) continue;
					expect(count).toBe(1);
					if (gifted.includes(name)) expect(JSON.stringify([last.hints, last.json])).toContain(`${emailOf(name)} `);
				}
			}
		}
	}

	test('nobody gets two gifts within the days, and nobody is left out without being named', async () => {
		const history = fc.record(
			Object.fromEntries(NAMES.map((name) => [name, fc.constantFrom('none', ...Object.keys(HISTORY))])),
		);
		const executions = fc.array(execution, { minLength: 1, maxLength: 3 });
		await fc.assert(fc.asyncProperty(history, executions, check), { numRuns: 20 });
	});
});
