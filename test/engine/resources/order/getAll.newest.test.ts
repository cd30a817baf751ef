import type { IDataObject } from 'n8n-workflow';

import { document } from '../../../../dev/mock-service/openapi/document';
import { actionNode, byId, credentialFor } from '../../../support/actionNode';
import { testFailures, testIds, testListing } from '../../../support/operationTests';
import { plainServer } from '../../../../dev/harness/plainServer';
import { problemsOf } from '../../../support/schemas';

const node = actionNode();
const parameters = { resource: 'order', operation: 'getAll' };

describe('order: getAll', () => {
	test('returns the main fields of each order, and pairs each with the input item', async () => {
		const id = await node.createBatch(1, {
			recipients: [{ first_name: 'Ann', last_name: 'Lee', email: 'ann@example.com' }, { first_name: 'Bo' }],
		});

		const { outputs, hints } = await node.run({ ...parameters, orderBatchId: byId(id) });

		expect(node.service.requests).toEqual([
			expect.objectContaining({
				method: 'GET',
				path: `/v1/order_batches/${id}/orders`,
				query: { page: '1', per_page: '50' },
				body: null,
				accountName: 'automation',
			}),
		]);
		const order = (name: string, lastName: string | null, email: string | null) => ({
			json: {
				id: expect.any(String),
				status: 'created',
				recipient_first_name: name,
				recipient_last_name: lastName,
				recipient_email: email,
				individual_gift_link: expect.stringMatching(/^http/),
				order_batch_id: id,
				expires_at: null,
				amount_pre_tax_total: expect.any(Number),
				amount_total: null,
			},
			pairedItem: { item: 0 },
		});
		expect(outputs).toEqual([[order('Ann', 'Lee', 'ann@example.com'), order('Bo', null, null)]]);
		expect(hints).toEqual([]);
	});

	test('has the total amount of an order whose amounts are final', async () => {
		const id = await node.createBatch(1);
		const [order] = (await node.read(`/v1/order_batches/${id}/orders`)).data as Array<{ id: string }>;
		node.service.changeOrder(order?.id ?? '', { status: 'accepted' });
		const [changed] = (await node.read(`/v1/order_batches/${id}/orders`)).data as Array<{
			amounts: { amount_total: number };
		}>;

		const { json } = await node.run({ ...parameters, orderBatchId: byId(id) });

		expect(changed?.amounts.amount_total).toBeGreaterThan(0);
		expect(json[0]?.amount_total).toBe(changed?.amounts.amount_total);
	});

	test('returns the orders of a batch of 200,000', async () => {
		const total = 200_000;
		const server = await plainServer((request, response) => {
			const page = Number(new URL(request.url ?? '', 'http://localhost').searchParams.get('page'));
			const data = Array.from({ length: 100 }, (_, index) => ({ id: `order-${(page - 1) * 100 + index}` }));
			response.setHeader('content-type', 'application/json');
			response.end(JSON.stringify({ data, list_meta: { total_count: total } }));
		});
		try {
			const credentials = { giftOrderBatchAutomationApi: credentialFor(server.baseUrl, 'key') };
			const large = { ...parameters, orderBatchId: byId(node.unknownId), returnAll: true };
			const { json } = await node.run(large, { credentials });

			expect(json).toHaveLength(total);
			expect(json.at(-1)).toEqual({ id: `order-${total - 1}` });
		} finally {
			await server.close();
		}
	});

	test('returns whole orders when Simplify is off', async () => {
		const id = await node.createBatch(2);

		const { json } = await node.run({ ...parameters, orderBatchId: byId(id), simplify: false });

		expect(json).toEqual((await node.read(`/v1/order_batches/${id}/orders`)).data);
		for (const order of json) expect(problemsOf('Order', order)).toEqual([]);
	});

	test("reads the batch and the limit of each input item's own", async () => {
		const [first, second] = [await node.createBatch(3), await node.createBatch(5)];

		const { outputs } = await node.run(
			{ ...parameters, orderBatchId: byId('={{ $json.batch }}'), limit: '={{ $json.limit }}' },
			{
				items: [
					{ batch: first, limit: 1 },
					{ batch: second, limit: 2 },
				],
			},
		);

		expect(outputs[0]?.map(({ json, pairedItem }) => [json.order_batch_id, pairedItem])).toEqual([
			[first, { item: 0 }],
			[second, { item: 1 }],
			[second, { item: 1 }],
		]);
	});

	test('hints that a batch without orders is still pending', async () => {
		const id = await node.createBatch(11);

		const { status, outputs, hints } = await node.run({ ...parameters, orderBatchId: byId(id) });

		expect(status).toBe('success');
		expect(outputs).toEqual([[]]);
		expect(hints).toEqual([`Order batch ${id} is still pending: its orders exist once it is complete.`]);
	});

	test.each(['failed', 'canceled'] as const)('hints that a batch without orders is %s', async (state) => {
		const id = await node.createBatch(11);
		node.service.setBatchState(id, state);

		const { outputs, hints } = await node.run({ ...parameters, orderBatchId: byId(id) });

		expect(outputs).toEqual([[]]);
		expect(hints).toEqual([`Order batch ${id} is ${state} and has no orders.`]);
	});

	test('says what the service says when there is no such batch, and goes on with the next item', async () => {
		const id = await node.createBatch(1);

		const { outputs } = await node.run(
			{ ...parameters, orderBatchId: byId('={{ $json.batch }}') },
			{ items: [{ batch: node.unknownId }, { batch: id }], node: { onError: 'continueRegularOutput' } },
		);

		expect(outputs[0]).toEqual([
			expect.objectContaining({
				json: expect.objectContaining({ error: 'Order batch not found' }),
				pairedItem: { item: 0 },
			}),
			expect.objectContaining({ json: expect.objectContaining({ order_batch_id: id }), pairedItem: { item: 1 } }),
		]);
	});

	/** Creates a complete batch whose recipients have these statuses, in their order. */
	async function batchOf(...statuses: Array<'created' | 'opened' | 'shipped'>): Promise<string> {
		const recipients = statuses.map((_, index) => ({ first_name: 'Ann', email: `ann${index}@example.com` }));
		const id = await node.createBatch(statuses.length, { recipients });
		node.service.setBatchState(id, 'complete');
		const pages = await Promise.all(
			[1, 2, 3].map((page) => node.read(`/v1/order_batches/${id}/orders?per_page=100&page=${page}`)),
		);
		for (const [index, order] of pages.flatMap(({ data }) => data as Array<{ id: string }>).entries()) {
			if (statuses[index] !== 'created') node.service.changeOrder(order.id, { status: statuses[index] });
		}
		return id;
	}

	const emails = (json: IDataObject[]) => json.map(({ recipient_email: email }) => email);

	test.each([
		['a list', ['opened', 'shipped']],
		['text with commas from an expression', '={{ "opened, shipped" }}'],
	])('returns the orders that have one of the statuses of %s', async (_what, status) => {
		const id = await batchOf('created', 'opened', 'shipped', 'opened');

		const { json } = await node.run({ ...parameters, orderBatchId: byId(id), filters: { status } });

		expect(emails(json)).toEqual(['ann1@example.com', 'ann2@example.com', 'ann3@example.com']);
	});

	test('returns the orders of one email, whatever its case', async () => {
		const id = await batchOf('created', 'opened');
		const filters = { recipientEmail: ' Ann1@Example.com ' };

		const { json } = await node.run({ ...parameters, orderBatchId: byId(id), filters });

		expect(emails(json)).toEqual(['ann1@example.com']);
	});

	test('asks for no page after the one with which it has as many matching orders as Limit', async () => {
		const id = await batchOf(...Array.from({ length: 250 }, (_, index) => (index % 2 === 0 ? 'opened' : 'created')));
		const filtered = { ...parameters, orderBatchId: byId(id), filters: { status: ['opened'] } };

		const some = await node.run({ ...filtered, limit: 60 });
		const requests = node.service.requests.map(({ query }) => query);
		const all = await node.run({ ...filtered, returnAll: true });

		expect(some.json).toHaveLength(60);
		expect(requests).toEqual([
			{ page: '1', per_page: '100' },
			{ page: '2', per_page: '100' },
		]);
		expect(all.json).toHaveLength(125);
		expect(all.json.slice(0, 60)).toEqual(some.json);
	});

	test('hints that no order of the batch matches the filters', async () => {
		const id = await batchOf('created');

		const { hints } = await node.run({ ...parameters, orderBatchId: byId(id), filters: { status: ['opened'] } });

		expect(hints).toEqual([`Order batch ${id} is complete and has no orders that match the filters.`]);
	});

	test.each([
		[
			'an email that an expression does not give',
			{ recipientEmail: '={{ $json.email }}' },
			'"Recipient Email" is missing',
		],
		[
			'a status that an expression does not give',
			{ status: '={{ $json.status }}' },
			'"Status" is empty: add at least one entry',
		],
		['no status', { status: [] }, '"Status" is empty: add at least one entry'],
		[
			'a status that orders do not have',
			{ status: '={{ "opened,lost" }}' },
			`"Status" must be one of accepted, cancelled, created, delivered, failed, notified, opened, ordered, paid, pending_payment, shipped, but it is the text "lost"`,
		],
	])('refuses to filter by %s before anything is sent', async (_what, filters, message) => {
		const { error } = await node.run({ ...parameters, orderBatchId: byId(node.unknownId), filters });

		expect(error).toMatchObject({ name: 'NodeOperationError', message });
		expect(node.service.requests).toEqual([]);
	});

	test('filters by every status of the contract', async () => {
		const { enum: statuses = [] } = document.components.schemas.OrderStatus ?? {};
		const batch = { ...parameters, orderBatchId: byId(await batchOf('created')) };

		const { error } = await node.run({ ...batch, filters: { status: statuses } });

		expect(statuses.length).toBeGreaterThan(5);
		expect(error).toBeUndefined();
	});

	test('adds the reference of the order batch to its orders with one request more', async () => {
		const id = await node.createBatch(3, { customer_reference_id: 'deal-4711' });

		const { json } = await node.run({
			...parameters,
			orderBatchId: byId(id),
			options: { addCustomerReferenceId: true },
		});

		expect(json.map(({ customer_reference_id: reference }) => reference)).toEqual([
			'deal-4711',
			'deal-4711',
			'deal-4711',
		]);
		expect(node.service.requests.map(({ path }) => path)).toEqual([
			`/v1/order_batches/${id}/orders`,
			`/v1/order_batches/${id}`,
		]);
	});

	const listed = async () => {
		const id = await node.createBatch(250);
		node.service.setBatchState(id, 'complete');
		return {
			parameters: { ...parameters, orderBatchId: byId(id) },
			path: `/v1/order_batches/${id}/orders`,
			total: 250,
		};
	};
	testListing(node, { prepare: listed });
	testIds(node, 'Order Batch', { ...parameters, orderBatchId: byId('={{ $json.id }}') });
	testFailures(node, { parameters: async () => (await listed()).parameters, path: '/v1/order_batches' });
});

describe('order: getAll of the account', () => {
	const ofAccount = { ...parameters, from: 'account' };

	/** Creates a batch of as many orders as there are times, created at these times, and returns their IDs. */
	async function ordersCreatedAt(...times: string[]): Promise<string[]> {
		const id = await node.createBatch(times.length);
		const orders = (await node.read(`/v1/order_batches/${id}/orders`)).data as Array<{ id: string }>;
		return orders.map(({ id: orderId }, index) => {
			node.service.changeOrder(orderId, { createdAt: times[index] as string });
			return orderId;
		});
	}

	const idsOf = (json: Array<{ id?: unknown }>) => json.map(({ id }) => id).sort();

	test('returns the orders of all order batches', async () => {
		const [first, second] = [await node.createBatch(1), await node.createBatch(2)];

		const { json } = await node.run(ofAccount);

		expect(json.map(({ order_batch_id: id }) => id).sort()).toEqual([first, second, second].sort());
		expect(node.service.requests).toEqual([
			expect.objectContaining({ method: 'GET', path: '/v1/orders', query: { page: '1', per_page: '50' } }),
		]);
	});

	test('returns those that were created between two times, in the time zone of the workflow', async () => {
		const [, second, third] = await ordersCreatedAt(
			'2026-10-31T23:59:59Z',
			'2026-11-01T05:00:00Z',
			'2026-11-15T12:00:00Z',
			'2026-12-01T06:00:00Z',
		);

		const { json } = await node.run(
			{ ...ofAccount, filters: { createdAfter: '2026-11-01T00:00:00', createdBefore: '2026-11-30T23:59:59' } },
			{ timezone: 'America/New_York' },
		);

		expect(idsOf(json)).toEqual([second, third].sort());
		expect(node.service.requests[0]?.query).toMatchObject({
			'created_at[after]': '2026-11-01T00:00:00.000-04:00',
			'created_at[before]': '2026-11-30T23:59:59.000-05:00',
		});
	});

	test('filters by time at the service and by status in the node', async () => {
		const [first, second] = await ordersCreatedAt(
			'2026-11-15T12:00:00Z',
			'2026-11-16T12:00:00Z',
			'2026-10-01T12:00:00Z',
		);
		node.service.changeOrder(second as string, { status: 'opened' });
		const after = { createdAfter: '2026-11-01T00:00:00Z' };

		const { json } = await node.run({ ...ofAccount, filters: { ...after, status: ['created'] } });

		expect(idsOf(json)).toEqual([first]);
	});

	test('adds the reference of its order batch to each order, and reads each order batch once', async () => {
		const reads = async (count: number, reference: string) => {
			const id = await node.createBatch(count, { customer_reference_id: reference });
			return [`/v1/order_batches/${id}`, ...Array.from({ length: count }, () => reference)];
		};
		const [first = '', ...references] = await reads(2, 'deal-1');
		const [second = '', ...others] = await reads(3, 'deal-2');

		const { json } = await node.run({ ...ofAccount, options: { addCustomerReferenceId: true } });

		expect(json.map(({ customer_reference_id: reference }) => reference).sort()).toEqual([...references, ...others]);
		expect(node.service.requests.map(({ path }) => path).sort()).toEqual([first, second].sort().concat('/v1/orders'));
	});

	test('names a time that cannot be read, and sends nothing', async () => {
		const { error } = await node.run({ ...ofAccount, filters: { createdAfter: 'last month' } });

		expect(error?.message).toBe(
			'"Created After" must be a date and time such as 2030-12-24T09:00:00, but it is the text "last month"',
		);
		expect(node.service.requests).toEqual([]);
	});

	test('says what to do where the service cannot list the orders of an account', async () => {
		node.service.setInterfaceOnly(true);

		const { error } = await node.run(ofAccount);

		expect(error?.message).toBe('This service cannot list the orders of an account');
		expect(error?.description).toContain('Look for them in your gifting account.');
	});

	testListing(node, {
		prepare: async () => {
			node.service.setBatchState(await node.createBatch(250), 'complete');
			return { parameters: ofAccount, path: '/v1/orders', total: 250 };
		},
	});
});
