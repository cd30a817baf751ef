import { Webhook as Verifier } from 'standardwebhooks';
import type { AccountName, ErrorBody, OrderBatch } from '../../../dev/mock-service';
import { problemsOf } from '../../support/schemas';
import { until, useService } from '../../../dev/harness/serviceClient';
import { orderBatchInput } from '../../support/mockService';
import { Receiver } from '../../../dev/harness/receiver';

const client = useService();
let receiver: Receiver;
beforeEach(async () => {
	receiver = await Receiver.start();
});
afterEach(async () => await receiver.close());

async function register(body: Record<string, unknown> = {}, as: AccountName = 'automation') {
	return await client().post<{ id: string } & ErrorBody>('/v1/webhooks', { url: receiver.url, ...body }, as);
}

async function create(as: AccountName = 'automation'): Promise<OrderBatch> {
	return (await client().post<OrderBatch>('/v1/order_batches', orderBatchInput(client().service.samples), as)).data;
}

describe('POST /v1/webhooks', () => {
	it('responds with the ID of the webhook and nothing else', async () => {
		const { status, data } = await register();
		expect(status).toBe(201);
		expect(problemsOf('Webhook', data)).toEqual([]);
		expect(data).toEqual({ id: expect.any(String) });
	});

	it('leaves the secret to the control API, with the URL, the kinds of events and whose key it was', async () => {
		const { data: all } = await register({}, 'commerce');
		const { data: some } = await register({ events: ['order_batch.completed', 'order.shipped'] });
		const webhooks = [
			{ id: all.id, url: receiver.url, events: null, accountName: 'commerce' },
			{
				id: some.id,
				url: receiver.url,
				events: ['order_batch.completed', 'order.shipped'],
				accountName: 'automation',
			},
		].map((webhook) => ({ ...webhook, secret: expect.stringMatching(/^whsec_/) as string }));
		expect(client().service.webhooks()).toMatchObject(webhooks);
		expect((await client().send('GET', '/_control/webhooks', undefined, null)).data).toMatchObject(webhooks);
	});

	it('gives every webhook a secret of its own, which signs its deliveries', async () => {
		await register();
		await register();
		const [first, second] = client().service.webhooks();
		expect(first!.secret).not.toBe(second!.secret);
		await client().send('DELETE', `/v1/webhooks/${second!.id}`, undefined, 'automation');

		await create();
		await until(() => receiver.received.length > 0);
		const { headers, body } = receiver.received[0]!;
		const standard = Object.fromEntries(
			['id', 'timestamp', 'signature'].map((name) => [`webhook-${name}`, String(headers[`svix-${name}`])]),
		);
		expect(() => new Verifier(first!.secret).verify(body, standard)).not.toThrow();
	});

	it.each([{}, { events: null }, { events: ['order_batch.completed'] }])(
		'with %j delivers the completion of a batch',
		async (body) => {
			await register(body);
			const { id } = await create();
			await until(() => receiver.received.some((received) => received.body.includes('order_batch.completed')));
			const deliveries = client().service.deliveries.filter(({ eventType }) => eventType === 'order_batch.completed');
			expect(deliveries.map(({ orderBatchId }) => orderBatchId)).toEqual([id]);
		},
	);

	it('delivers no kind of event that was not asked for', async () => {
		await register({ events: ['order.refunded'] });
		await create();
		expect(client().service.deliveries).toEqual([]);
	});

	it('is for admins only', async () => {
		const { status, data } = await register({}, 'automationMember');
		expect([status, data]).toEqual([400, { error: 'Unauthorized. You must be an admin to manage webhooks.' }]);
		expect(client().service.webhooks()).toEqual([]);
	});

	it.each<[Record<string, unknown>, string]>([
		[{ url: undefined }, 'url is missing'],
		[{ url: 'nowhere' }, 'url must match format "uri"'],
		[{ events: [] }, "events can't be blank"],
		[{ events: 'order.shipped' }, 'events must be an array or null'],
		[{ events: ['order.created', 'order.lost'] }, 'events[1] must be one of order_batch.created, '],
	])('refuses %j with a sentence', async (body, error) => {
		const response = await register(body);
		expect(response.status).toBe(400);
		expect(response.data.error).toContain(error);
	});
});

describe('DELETE /v1/webhooks/{id}', () => {
	const remove = async (id: string, as: AccountName = 'automation') =>
		await client().send<ErrorBody | ''>('DELETE', `/v1/webhooks/${id}`, undefined, as);

	it('ends the deliveries, and has no body', async () => {
		const { data } = await register();
		const response = await remove(data.id);
		expect([response.status, response.data]).toEqual([204, '']);
		expect(client().service.webhooks()).toEqual([]);
		await create();
		expect(client().service.deliveries).toEqual([]);
	});

	it('works for every admin of the organization', async () => {
		const { data } = await register({}, 'commerce');
		expect((await remove(data.id, 'automation')).status).toBe(204);
	});

	it('is for admins only', async () => {
		const { data } = await register();
		const response = await remove(data.id, 'automationMember');
		expect([response.status, response.data]).toEqual([400, { error: 'Unauthorized' }]);
		expect(client().service.webhooks()).toHaveLength(1);
	});

	it('responds with 404 for an unknown ID', async () => {
		const response = await remove('ep_unknown');
		expect([response.status, response.data]).toEqual([404, { error: 'Webhook not found' }]);
	});
});

it('a webhook gets the events of the whole organization, also of batches that its key cannot read', async () => {
	await register();
	const { id } = await create('automationMember');
	await until(() => client().service.deliveries.some(({ orderBatchId }) => orderBatchId === id));
	expect((await client().get(`/v1/order_batches/${id}`, 'automation')).status).toBe(404);
	expect((await client().get(`/v1/order_batches/${id}`, 'automationMember')).status).toBe(200);
});
