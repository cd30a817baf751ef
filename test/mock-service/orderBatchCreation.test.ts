import { fieldsOf, problemsOf } from '../support/schemas';
import type { OrderBatch } from '../../dev/mock-service';
import { until, useService } from '../../dev/harness/serviceClient';
import { inMinutes, orderBatchInput, recipients } from '../support/mockService';

const client = useService({ processingDelayMs: 20 });

async function create(fields: Record<string, unknown> = {}): Promise<OrderBatch> {
	const response = await client().post<OrderBatch>(
		'/v1/order_batches',
		orderBatchInput(client().service.samples, fields),
	);
	expect(response.status).toBe(201);
	expect(problemsOf('OrderBatch', response.data)).toEqual([]);
	return response.data;
}

async function read(id: string): Promise<OrderBatch> {
	const response = await client().get<OrderBatch>(`/v1/order_batches/${id}`);
	expect(problemsOf('OrderBatch', response.data)).toEqual([]);
	return response.data;
}

describe('10 or fewer recipients, not scheduled', () => {
	it.each([1, 10])('a batch of %i is complete at once, with one order per recipient', async (count) => {
		const batch = await create({ recipients: recipients(count) });
		expect(batch).toMatchObject({ send_status: 'complete', orders_count: count, recipients_count: count });
		expect(batch.orders_preview.map((order) => order.recipient_email)).toEqual(
			recipients(count).map((recipient) => recipient.email),
		);
		expect(batch.orders_preview.every((order) => order.status === 'created')).toBe(true);
	});

	it('each order has its own gift link on the address of the service', async () => {
		const { orders_preview: orders } = await create({ recipients: recipients(10) });
		expect(new Set(orders.map((order) => order.individual_gift_link)).size).toBe(10);
		for (const order of orders) {
			expect(order.individual_gift_link.startsWith(`${client().service.baseUrl}/`)).toBe(true);
		}
	});
});

describe('more than 10 recipients', () => {
	it('the batch is pending without orders, and complete with all of them after processing', async () => {
		const created = await create({ recipients: recipients(11) });
		expect(created).toMatchObject({
			send_status: 'pending',
			orders_count: 0,
			orders_preview: [],
			recipients_count: 11,
		});
		await until(async () => (await read(created.id)).send_status === 'complete');
		expect(await read(created.id)).toMatchObject({ orders_count: 11, recipients_count: 11 });
	});

	it('both previews have the first 10 entries', async () => {
		const { id } = await create({ recipients: recipients(12) });
		client().service.setBatchState(id, 'complete');
		const batch = await read(id);
		const firstTen = recipients(10).map((recipient) => recipient.first_name);
		expect(batch.orders_preview.map((order) => order.recipient_first_name)).toEqual(firstTen);
		expect(batch.recipients_preview.map((recipient) => recipient.first_name)).toEqual(firstTen);
	});
});

describe('scheduled_send_on', () => {
	it('in the future makes a small batch pending, without orders', async () => {
		const scheduledSendOn = inMinutes(60);
		const batch = await create({ scheduled_send_on: scheduledSendOn });
		expect(batch).toMatchObject({
			send_status: 'pending',
			is_scheduled_send: true,
			scheduled_send_on: scheduledSendOn,
			orders_count: 0,
			orders_preview: [],
		});
	});

	it('a batch is complete once the time has come, and stays marked as scheduled', async () => {
		const scheduledSendOn = new Date(Date.now() + 1500).toISOString();
		const batches = await Promise.all(
			[2, 11].map(async (count) => create({ scheduled_send_on: scheduledSendOn, recipients: recipients(count) })),
		);
		for (const { id, recipients_count: count } of batches) {
			await until(async () => (await read(id)).send_status === 'complete');
			expect(await read(id)).toMatchObject({
				is_scheduled_send: true,
				scheduled_send_on: scheduledSendOn,
				orders_count: count,
			});
		}
		expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(scheduledSendOn));
	});

	it('far in the future stays pending', async () => {
		const { id } = await create({ scheduled_send_on: inMinutes(365 * 24 * 60) });
		expect((await read(id)).send_status).toBe('pending');
	});

	it.each([
		['in the past', '2020-01-01T00:00:00Z'],
		['null', null],
	])('%s sends at once, as a batch that is not scheduled', async (_name, scheduledSendOn) => {
		const batch = await create({ scheduled_send_on: scheduledSendOn });
		expect(batch).toMatchObject({
			send_status: 'complete',
			is_scheduled_send: false,
			scheduled_send_on: null,
		});
	});

	it('with an offset is UTC in the response', async () => {
		const batch = await create({ scheduled_send_on: '2099-06-01T10:00:00+02:00' });
		expect(batch.scheduled_send_on).toBe('2099-06-01T08:00:00.000Z');
	});
});

describe('the response', () => {
	it('has every field that the document gives a batch', async () => {
		expect(Object.keys(await create()).sort()).toEqual(fieldsOf('OrderBatch'));
	});

	it('repeats what was sent', async () => {
		const { samples } = client().service;
		const sent = {
			from_name: 'Mia',
			message: 'Enjoy!',
			card_id: samples.cardId,
			workspace_id: samples.workspaceId,
			expires_at: inMinutes(600),
			send_method: 'link_multiple_custom_list',
			customer_reference_id: 'crm-77',
		};
		expect(await create(sent)).toMatchObject(sent);
	});

	it('has null for what was not sent', async () => {
		expect(await create()).toMatchObject({
			message: null,
			card_id: null,
			expires_at: null,
			scheduled_send_on: null,
			customer_reference_id: null,
		});
	});

	it('has a name of its own and the oldest workspace, unless another one is sent', async () => {
		const batch = await create();
		expect(batch.batch_name).toEqual(expect.any(String));
		expect(batch.workspace_id).toBe(client().service.samples.workspaceId);
		expect(batch.workspace_name).toEqual(expect.any(String));
	});

	it('shows recipients as they were given', async () => {
		const batch = await create({
			send_method: 'link_multiple_custom_list',
			recipients: [{ first_name: 'Ann', last_name: 'Lee', email: 'ann@example.com' }, { first_name: 'Bo' }],
		});
		expect(batch.recipients_preview).toEqual([
			{ first_name: 'Ann', last_name: 'Lee', email: 'ann@example.com' },
			{ first_name: 'Bo', last_name: null, email: null },
		]);
	});

	it('is what reading the batch gives', async () => {
		const batch = await create({ message: 'Hi', card_id: client().service.samples.cardId });
		expect(await read(batch.id)).toEqual(batch);
	});
});
