import { useService } from '../../dev/harness/serviceClient';
import type { FaultRule, ListResponse, Order } from '../../dev/mock-service';
import { checks } from './checks';
import { orderBatchInput } from '../support/mockService';
import { reportOf, runChecks } from './run';
import { check, type Check, type Session } from './session';
import { targetOf } from './target';

/** What the mock service does where openapi.yaml leaves it open. */
const OPEN = {
	'a page 0': '400 {"error":"Page must be greater than 0"}',
	'a per_page of 0': '400 {"error":"Per page must be between 1 and 100"}',
	'a per_page of 101': '400 {"error":"Per page must be between 1 and 100"}',
	'the default of per_page': '20 of 40',
	'brands by country_code': 'US 245, CA 59, DE 38',
	'the order of listOrderBatchOrders': 'oldest first',
	'the order of listOrderBatchRecipients': 'oldest first',
	'the order of listOrderBatches': 'newest first',
	'the order of listOrders': 'newest first',
	'the order of listOrderActivities': 'neither oldest nor newest first',
	'a used customer_reference_id is refused': expect.stringMatching(/^409 .* already exists: contract-\d+-at-once"\}$/),
	'an order is canceled': 'failed',
	'a second cancel': '400 {"error":"Order is failed and cannot be changed"}',
	'an expiration in the past': '400 {"error":"expiration must be in the future"}',
	'a scheduled order batch is pending until its time, which it keeps': { orders_count: 0 },
	'the order batch of another user': '404 {"error":"Order batch not found"}',
	'the order of another user': '404 {"error":"Order not found"}',
	'how many entries listOrderBatches has for another user': 0,
	'how many entries listOrders has for another user': 0,
	'how many entries listOrderActivities has for another user': 0,
	'the price of 500 recipients': '200',
	'the price of a quantity of 0': '400 {"error":"cart.items[0].quantity must be >= 1"}',
	'the price of a blank first_name': '400 {"error":"recipients[0].first_name can\'t be blank"}',
	'the price with an unknown field': '200',
	'the prices of one recipient and of all add up': 'cart_price, total_price',
	'a webhook of a key that is no admin': '400 {"error":"Unauthorized. You must be an admin to manage webhooks."}',
	'the deletion of an unknown webhook': '404 {"error":"Webhook not found"}',
	'rate limits': expect.stringMatching(/^0 of \d+ requests got 429$/) as string,
};

const client = useService({ processingDelayMs: 20 });

/** Runs checks against the mock service with all its keys, in which something goes wrong if there is a fault. */
async function run(some?: Check[], fault?: FaultRule, signal?: AbortSignal): Promise<Session> {
	const { baseUrl, keys, samples } = client().service;
	if (fault) client().service.addFault(fault);
	const variables = {
		SERVICE_URL: baseUrl,
		SERVICE_KEY: keys.automation,
		SERVICE_COMMERCE_KEY: keys.commerce,
		SERVICE_NON_ADMIN_KEY: keys.automationMember,
		SERVICE_KEY_WITHOUT_PAYMENT_METHOD: keys.automationWithoutPaymentMethod,
		SERVICE_INTERIM_CARD_KEY: 'interim_card_of_the_contract',
		SERVICE_GIFT_COLLECTION: samples.giftCollectionProductId,
	};
	return await runChecks(targetOf(variables, new Date()), some, signal);
}

async function orderStatuses(as: 'automation' | 'commerce'): Promise<string[]> {
	const { data } = await client().get<ListResponse<Order>>('/v1/orders?per_page=100', as);
	return data.data.map(({ status }) => status);
}

test('the mock service keeps the contract, every check is run, and what the run created is canceled', async () => {
	const { differences, unlisted, notRun, begun, recorded, leftBehind } = await run();

	expect([...differences.values(), ...unlisted]).toEqual([]);
	expect(notRun).toEqual({});
	expect(begun).toEqual([...checks.map(({ name }) => name), 'what the run created is canceled']);
	expect(recorded).toEqual(OPEN);
	expect(leftBehind).toEqual([]);
	expect(client().service.orderBatches()).toHaveLength(4);
	for (const as of ['automation', 'commerce'] as const) {
		expect(new Set(await orderStatuses(as))).toEqual(new Set(['failed']));
	}
});

test('a service that offers the interface only keeps the contract, and the checks of the rest are not run', async () => {
	client().service.setInterfaceOnly(true);
	const { differences, notRun } = await run();

	expect([...differences.values()]).toEqual([]);
	expect(notRun).toHaveProperty('an order is canceled');
	expect(notRun).not.toHaveProperty('an order batch has what was sent');
});

test('a run creates five order batches at most, and keeps none', async () => {
	const creations = [1, 2, 3, 4, 5, 6].map((number) =>
		check(`creation ${number}`, '', async (session) => {
			const body = orderBatchInput({ customer_reference_id: session.reference(`${number}`) });
			await session.call('createOrderBatch', { body });
		}),
	);
	const { notRun, leftBehind } = await run(creations);

	expect(client().service.orderBatches()).toHaveLength(5);
	expect(notRun).toEqual({ 'creation 6': 'the run has created 5 order batches, and may create no more' });
	expect(leftBehind).toEqual([]);
	expect(new Set(await orderStatuses('automation'))).toEqual(new Set(['failed']));
});

/** Creates one order batch of three recipients. */
const creates = checks.filter(({ name }) => name === 'an order batch has what was sent');

test('an interrupted run cancels what it created', async () => {
	const interruption = new AbortController();
	const interrupts = check('interrupts', '', async () => interruption.abort());
	const { begun, leftBehind } = await run([...creates, interrupts, ...checks], undefined, interruption.signal);

	expect(begun).toHaveLength(3);
	expect(leftBehind).toEqual([]);
	expect(await orderStatuses('automation')).toEqual(['failed', 'failed', 'failed']);
});

test('an order batch whose response was lost is canceled too', async () => {
	const match = { method: 'POST', path: '/v1/order_batches' };
	const { differences } = await run(creates, { match, times: 1, effect: { kind: 'drop', afterCommit: true } });

	expect([...differences.values()]).toEqual([expect.stringContaining('expected a response')]);
	expect(await orderStatuses('automation')).toEqual(['failed', 'failed', 'failed']);
});

test('the report names the orders that could not be canceled', async () => {
	const match = { method: 'POST', path: /\/cancel$/ };
	const report = reportOf(await run(creates, { match, times: 3, effect: { kind: 'response', status: 500 } }));

	const { data } = await client().get<ListResponse<Order>>('/v1/orders');
	for (const { id } of data.data) expect(report).toContain(`  order ${id}: created\n`);
	expect(data.data).toHaveLength(3);
});

test('too many requests are repeated after the time that the service names, and counted', async () => {
	const effect = { kind: 'response', status: 429, headers: { 'retry-after': '0' } } as const;
	const some = checks.filter(({ name }) => /^an Automation key belongs|^rate limits/.test(name));
	const session = await run(some, { match: { path: '/v1/me' }, times: 2, effect });

	expect([...session.differences.values()]).toEqual([]);
	expect(reportOf(session)).toMatch(/ rate limits: 2 of \d+ requests got 429, retry-after: 0\n/);
});
