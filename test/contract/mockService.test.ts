import { useService } from '../../dev/harness/serviceClient';
import type { ListResponse, Order } from '../../dev/mock-service';
import { checks, openChecks } from './checks';
import { accountChecks } from './checks/account';
import { mockTarget } from './mockTarget';
import { reportOf, runChecks, type Run } from './run';
import { Session, type SentRequest } from './session';

const client = useService({ processingDelayMs: 20 });

const differences = ({ results }: Run) => results.flatMap((result) => result.differences);
const notRun = ({ results }: Run) => results.filter((result) => result.notRun !== undefined).map(({ name }) => name);

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

test('a service that takes every order batch gets five, and keeps none', async () => {
	const { service } = client();
	class Takes extends Session {
		protected override async exchange(request: SentRequest) {
			if (request.method !== 'POST' || request.url !== '/v1/order_batches') return await super.exchange(request);
			const { customer_reference_id } = (request.body ?? {}) as { customer_reference_id?: string };
			return await super.exchange({
				...request,
				body: {
					from_name: 'Contract Check',
					send_method: 'link_multiple_custom_list',
					recipients: [{ first_name: 'Contract' }],
					cart: { items: [{ product_id: service.samples.productId, quantity: 1 }] },
					customer_reference_id,
				},
			});
		}
	}
	const run = await runChecks(new Takes(mockTarget(service)));

	expect(service.orderBatches()).toHaveLength(5);
	expect(run.results.map(({ notRun }) => notRun)).toContain(
		'the run has created 5 order batches, and may create no more',
	);
	expect(run.leftBehind).toEqual([]);
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
	const { service } = client();
	const effect = { kind: 'drop', afterCommit: true } as const;
	service.addFault({ match: { method: 'POST', path: '/v1/order_batches' }, times: 1, effect });
	const run = await runChecks(mockTarget(service), creates);

	expect(differences(run)).toEqual([expect.objectContaining({ expected: 'a response' })]);
	expect(await orderStatuses('automation')).toEqual(['failed', 'failed', 'failed']);
});

test('the report names the orders that could not be canceled', async () => {
	const { service } = client();
	const effect = { kind: 'response', status: 500 } as const;
	service.addFault({ match: { method: 'POST', path: /\/cancel$/ }, times: 3, effect });
	const run = await runChecks(mockTarget(service), creates);

	const { data } = await client().get<ListResponse<Order>>('/v1/orders');
	for (const { id } of data.data) expect(reportOf(run, [])).toContain(`  order ${id}: created\n`);
	expect(data.data).toHaveLength(3);
});

test('too many requests are repeated after the time that the service names, and counted', async () => {
	const { service } = client();
	const effect = { kind: 'response', status: 429, headers: { 'retry-after': '0' } } as const;
	service.addFault({ match: { path: '/v1/me' }, times: 2, effect });
	const run = await runChecks(mockTarget(service), [...accountChecks, ...openChecks.slice(-1)]);

	expect(differences(run)).toEqual([]);
	expect(reportOf(run, [])).toMatch(/ rate limits: 2 of \d+ requests got 429, retry-after: 0\n/);
});

test('what a service does otherwise is one line of the report, without any key', async () => {
	const { service } = client();
	const { automation } = service.keys;
	const body = { email: 7, public_app_id: `key ${automation}`, [automation]: true };
	service.addFault({ match: { path: '/v1/me' }, times: 1, effect: { kind: 'response', status: 200, body } });
	const report = reportOf(await runChecks(mockTarget(service), checks.slice(0, 1)), [automation]);

	expect(report).toContain('\n  getMe: email (openapi: getMe, Me): expected string or null, got 7\n');
	expect(report).toContain('  getMe: public_app_id (openapi: getMe, Me): expected null, got key ***\n');
	expect(report).toContain('Fields that docs/openapi.yaml does not list:\n  getMe: ***\n');
	expect(report).not.toContain(automation);
});
