import { startService, type PaymentMethod } from '../../dev/mock-service';
import { Client, until, useService } from '../../dev/harness/serviceClient';
import { orderBatchInput, paymentMethodInput } from '../support/mockService';

const client = useService();

it('has every request in order, with what was sent and the status of the response', async () => {
	const body = orderBatchInput(client().service.samples);
	await client().post('/v1/order_batches', body);
	await client().get('/v1/brands?per_page=5&page=2', 'commerce');
	await client().send('GET', '/v1/me', undefined, null);
	await client().post('/v1/order_batches', '{"from_name"');
	expect(client().service.requests).toEqual([
		expect.objectContaining({
			method: 'POST',
			path: '/v1/order_batches',
			query: {},
			body,
			status: 201,
			accountName: 'automation',
		}),
		expect.objectContaining({
			method: 'GET',
			path: '/v1/brands',
			query: { per_page: '5', page: '2' },
			body: null,
			status: 200,
			accountName: 'commerce',
		}),
		expect.objectContaining({ path: '/v1/me', status: 401, accountName: null }),
		expect.objectContaining({ body: '{"from_name"', status: 400 }),
	]);
});

it('has the headers but never the key', async () => {
	await client().get('/v1/me');
	await client().get('/v1/nothing');
	expect(client().service.requests[0]!.headers).toHaveProperty('user-agent');
	expect(JSON.stringify(client().service.requests)).not.toContain(client().service.keys.automation);
});

it('knows how many requests were open at the same time', async () => {
	client().service.addFault({ effect: { kind: 'hang' }, times: 3 });
	for (let index = 0; index < 3; index++)
		client()
			.get('/v1/me')
			.catch(() => {});
	await until(() => client().service.requests.length === 3);
	await client().get('/v1/me');
	expect(client().service.maxConcurrency()).toBe(4);
});

it('a reset forgets everything that happened and that was told', async () => {
	const { service } = client();
	const body = orderBatchInput(service.samples, { customer_reference_id: 'crm-1' });
	await client().post('/v1/order_batches', body);
	const card = await client().post<PaymentMethod>(
		'/v1/commerce_user_payment_methods',
		paymentMethodInput(),
		'commerce',
	);
	service.addFault({ effect: { kind: 'drop' } });
	service.setInterfaceOnly(true);
	service.addWebhook({ url: 'http://127.0.0.1:9/', secret: 'whsec_c2VjcmV0' });

	service.reset();
	expect([service.requests, service.orderBatches(), service.deliveries]).toEqual([[], [], []]);
	expect((await client().get('/v1/order_batches')).status).toBe(200);
	expect((await client().post('/v1/order_batches', body)).status).toBe(201);
	expect(service.deliveries).toEqual([]);
	const payment = { payment_method_id: card.data.id, commerce_end_user_id: 'user-1' };
	const paid = await client().post('/v1/order_batches', orderBatchInput(service.samples, payment), 'commerce');
	expect(paid.data).toEqual({ error: 'Payment method not found' });
});

it('closing breaks open connections and keeps the log', async () => {
	const service = await startService();
	service.addFault({ effect: { kind: 'hang' } });
	const hanging = new Client(service).get('/v1/me');
	const broken = expect(hanging).rejects.toThrow(/ECONNRESET|socket hang up/);
	await until(() => service.requests.length === 1);
	await service.close();
	await broken;
	expect(service.requests).toHaveLength(1);
});

it('two services on one port are refused', async () => {
	await expect(startService({ port: client().service.port })).rejects.toThrow('EADDRINUSE');
});
