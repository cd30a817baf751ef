import { until } from '../support/until';
import { orderBatchInput, useMockService } from '../support/mockService';

const { client, service } = useMockService();

test('the log has every request in order, with what was sent but for the key, and the status of the response', async () => {
	const body = orderBatchInput();
	await client().post('/v1/order_batches', body);
	await client().get('/v1/brands?per_page=5&page=2', 'commerce');
	await client().send('GET', '/v1/me', undefined, null);
	await fetch(`${service().baseUrl}/v1/order_batches`, {
		method: 'POST',
		headers: { authorization: `Bearer ${service().keys.commerce}` },
		body: '{"from_name"',
	});

	const [posted, listed] = [
		{ method: 'POST', path: '/v1/order_batches', query: {} },
		{ method: 'GET', path: '/v1/brands', query: { per_page: '5', page: '2' } },
	];
	expect(service().requests).toMatchObject([
		{ ...posted, body, status: 201, accountName: 'automation' },
		{ ...listed, body: null, status: 200, accountName: 'commerce' },
		{ method: 'GET', path: '/v1/me', status: 401, accountName: null },
		{ ...posted, body: '{"from_name"', status: 400, accountName: 'commerce' },
	]);
	expect(service().requests[0]!.headers).toMatchObject({ 'user-agent': expect.any(String) });
	expect(JSON.stringify(service().requests)).not.toContain(service().keys.automation);
});

test('the log counts the requests that were open at the same time', async () => {
	service().addFault({ effect: { kind: 'hang' }, times: 3 });
	for (let index = 0; index < 3; index++) void client().get('/v1/me').catch(() => {}); // prettier-ignore
	await until('three requests are in the log', () => service().requests.length === 3);
	await client().get('/v1/me');
	await client().get('/v1/me');
	expect(service().maxConcurrency()).toBe(4);
});
