import axios from 'axios';
import { problemsOf } from '../support/schemas';
import type { OrderBatch } from '../../dev/mock-service';
import { useService } from '../../dev/harness/serviceClient';
import { orderBatchInput } from '../support/mockService';

const client = useService();

const ENDPOINTS = [
	['POST', '/v1/order_batches'],
	['GET', '/v1/order_batches'],
	['GET', '/v1/order_batches/1'],
	['GET', '/v1/order_batches/1/orders'],
	['GET', '/v1/order_batches/1/recipients'],
	['GET', '/v1/orders/1'],
	['GET', '/v1/brands'],
	['POST', '/v1/commerce_user_payment_methods'],
	['GET', '/v1/me'],
	['POST', '/v1/webhooks'],
	['DELETE', '/v1/webhooks/1'],
	['GET', '/v1/unknown'],
	['GET', '/'],
] as const;

describe.each(ENDPOINTS)('%s %s', (method, path) => {
	it.each([
		['no key', undefined],
		['an unknown key', 'Bearer nobody'],
		['no scheme', 'local-automation-key'],
		['another scheme', 'Basic local-automation-key'],
		['an empty key', 'Bearer '],
	])('responds with 401 to %s', async (_name, authorization) => {
		const response = await axios.request<unknown>({
			method,
			url: client().service.baseUrl + path,
			headers: authorization === undefined ? {} : { authorization },
			validateStatus: () => true,
		});
		expect(response.status).toBe(401);
		expect(problemsOf('Error', response.data)).toEqual([]);
	});
});

describe('GET /v1/me', () => {
	it('responds with the e-mail address to an Automation key', async () => {
		const { data } = await client().get('/v1/me');
		expect(problemsOf('Me', data)).toEqual([]);
		expect(data).toEqual({ email: expect.stringContaining('@'), public_app_id: null });
	});

	it('responds with the app to a Commerce key', async () => {
		const { data } = await client().get('/v1/me', 'commerce');
		expect(problemsOf('Me', data)).toEqual([]);
		expect(data).toEqual({ email: null, public_app_id: expect.any(String) });
	});
});

it.each([
	['automation', 'commerce'],
	['commerce', 'automation'],
	['automation', 'automationWithoutPaymentMethod'],
	['automation', 'automationMember'],
	['automationMember', 'automation'],
] as const)('what %s created is unknown to %s', async (owner, other) => {
	const body = orderBatchInput(client().service.samples);
	const { data: batch } = await client().post<OrderBatch>('/v1/order_batches', body, owner);
	const paths = [
		`/v1/order_batches/${batch.id}`,
		`/v1/order_batches/${batch.id}/orders`,
		`/v1/order_batches/${batch.id}/recipients`,
		`/v1/orders/${batch.orders_preview[0]!.id}`,
	];
	for (const path of paths) {
		expect((await client().get(path, owner)).status).toBe(200);
		expect((await client().get(path, other)).status).toBe(404);
	}
	expect((await client().get('/v1/order_batches', other)).data).toMatchObject({ data: [] });
});
