import { useService } from '../../dev/harness/serviceClient';
import type { FaultRule, ListResponse, Order } from '../../dev/mock-service';
import { checks } from './checks';
import { accountChecks } from './checks/account';
import { openChecks } from './checks/open';
import { orderBatchInput } from '../support/mockService';
import { mockTarget } from './mockTarget';
import { reportOf, runChecks, type Run } from './run';
import { check, type Check } from './session';

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
	'a repeated customer_reference_id is refused': expect.stringMatching(
		/^409 .* already exists: contract-\d+-at-once"\}$/,
	),
	'an order is canceled': 'failed',
	'a second cancel': '400 {"error":"Order is failed and cannot be changed"}',
	'an expiration in the past': '400 {"error":"expiration must be in the future"}',
	'a scheduled order batch is pending, without orders': { orders_count: 0 },
	'the order batch of another user': '404 {"error":"Order batch not found"}',
	'the order of another user': '404 {"error":"Order not found"}',
	'how many entries listOrderBatches has for another user': 0,
	'how many entries listOrders has for another user': 0,
	'how many entries listOrderActivities has for another user': 0,
	'the price of 500 recipients': '200',
	'the price of a quantity of 0': '400 {"error":"cart.items[0].quantity must be >= 1"}',
	'the price of a blank first_name': '400 {"error":"recipients[0].first_name can\'t be blank"}',
	'the price with an unknown field': '200',
	'the price of one recipient adds up': 'cart_price, total_price',
	'a webhook of a key that is no admin': '400 {"error":"Unauthorized. You must be an admin to manage webhooks."}',
	'the deletion of an unknown webhook': '404 {"error":"Webhook not found"}',
	'rate limits': expect.stringMatching(/^0 of \d+ requests got 429$/) as string,
};

const client = useService({ processingDelayMs: 20 });

const differences = ({ results }: Run) => results.flatMap((result) => result.differences);
const notRun = ({ results }: Run) => results.filter((result) => result.notRun !== undefined).map(({ name }) => name);

/** Runs checks against the mock service, in which something goes wrong. */
async function runWith(fault: FaultRule, some: Check[]): Promise<Run> {
	client().service.addFault(fault);
	return await runChecks(mockTarget(client().service), some);
}

async function orderStatuses(as: 'automation' | 'commerce'): Promise<string[]> {
	const { data } = await client().get<ListResponse<Order>>('/v1/orders?per_page=100', as);
	return data.data.map(({ status }) => status);
}

test('the mock service keeps the contract, every check is run, and what the run created is canceled', async () => {
	const { service } = client();
	const run = await runChecks(mockTarget(service));

	expect(differences(run)).toEqual([]);
	expect(run.unlisted).toEqual([]);
	expect(notRun(run)).toEqual([]);
	expect(run.results).toHaveLength(checks.length);
	const recorded = run.results.filter((result) => result.recorded !== undefined);
	expect(Object.fromEntries(recorded.map((result) => [result.name, result.recorded]))).toEqual(OPEN);
	expect(run.leftBehind).toEqual([]);
	expect(service.orderBatches()).toHaveLength(4);
	for (const as of ['automation', 'commerce'] as const) {
		expect(new Set(await orderStatuses(as))).toEqual(new Set(['failed']));
	}
});

test('a service that offers the interface only keeps the contract, and the checks of the rest are not run', async () => {
	client().service.setInterfaceOnly(true);
	const run = await runChecks(mockTarget(client().service));

	expect(differences(run)).toEqual([]);
	expect(notRun(run)).toContain('an order is canceled');
	expect(notRun(run)).not.toContain('an order batch has what was sent');
});

test('a run creates five order batches at most, and keeps none', async () => {
	const { service } = client();
	const creations = [1, 2, 3, 4, 5, 6].map((number) =>
		check(`creation ${number}`, '', async (session) => {
			const body = orderBatchInput({ customer_reference_id: session.reference(`${number}`) });
			await session.call('createOrderBatch', { body });
		}),
	);
	const run = await runChecks(mockTarget(service), creations);

	expect(service.orderBatches()).toHaveLength(5);
	expect(run.results.at(-1)!.notRun).toBe('the run has created 5 order batches, and may create no more');
	expect(run.leftBehind).toEqual([]);
	expect(new Set(await orderStatuses('automation'))).toEqual(new Set(['failed']));
});

/** Creates one order batch of three recipients. */
const creates = checks.filter(({ name }) => name === 'an order batch has what was sent');

test('an interrupted run cancels what it created', async () => {
	const interruption = new AbortController();
	const interrupts = { name: 'interrupts', cites: '', run: async () => interruption.abort() };
	const run = await runChecks(mockTarget(client().service), [...creates, interrupts, ...checks], interruption.signal);

	expect(run.results).toHaveLength(2);
	expect(run.leftBehind).toEqual([]);
	expect(await orderStatuses('automation')).toEqual(['failed', 'failed', 'failed']);
});

test('an order batch whose response was lost is canceled too', async () => {
	const match = { method: 'POST', path: '/v1/order_batches' };
	const run = await runWith({ match, times: 1, effect: { kind: 'drop', afterCommit: true } }, creates);

	expect(differences(run)).toEqual([expect.objectContaining({ expected: 'a response' })]);
	expect(await orderStatuses('automation')).toEqual(['failed', 'failed', 'failed']);
});

test('the report names the orders that could not be canceled', async () => {
	const match = { method: 'POST', path: /\/cancel$/ };
	const run = await runWith({ match, times: 3, effect: { kind: 'response', status: 500 } }, creates);

	const { data } = await client().get<ListResponse<Order>>('/v1/orders');
	for (const { id } of data.data) expect(reportOf(run, [])).toContain(`  order ${id}: created\n`);
	expect(data.data).toHaveLength(3);
});

test('too many requests are repeated after the time that the service names, and counted', async () => {
	const effect = { kind: 'response', status: 429, headers: { 'retry-after': '0' } } as const;
	const some = [...accountChecks, ...openChecks.slice(-1)];
	const run = await runWith({ match: { path: '/v1/me' }, times: 2, effect }, some);

	expect(differences(run)).toEqual([]);
	expect(reportOf(run, [])).toMatch(/ rate limits: 2 of \d+ requests got 429, retry-after: 0\n/);
});
