import { startService } from '../../dev/mock-service';
import { problemsOf } from '../support/schemas';
import { Client, useService } from '../../dev/harness/serviceClient';
import { orderBatchInput } from '../support/mockService';

const client = useService();

describe('every error has an Error body', () => {
	it.each<[string, string, string, string | undefined, number]>([
		['an unknown path', 'GET', '/v1/gifts', undefined, 404],
		['a path outside /v1', 'GET', '/', undefined, 404],
		['another method', 'DELETE', '/v1/brands', undefined, 404],
		['a path that cannot be decoded', 'GET', '/v1/orders/%zz', undefined, 400],
		['a body that is not JSON', 'POST', '/v1/order_batches', '{"from_name": ', 400],
		['no body', 'POST', '/v1/order_batches', undefined, 400],
		['a body that is too large', 'POST', '/v1/order_batches', `"${'x'.repeat(51 * 1024 * 1024)}"`, 413],
	])('%s', async (_name, method, path, body, status) => {
		const response = await client().send(method, path, body, 'automation');
		expect(response.status).toBe(status);
		expect(problemsOf('Error', response.data)).toEqual([]);
	});
});

it('the status for a repeated customer_reference_id can be chosen', async () => {
	const service = await startService({ duplicateReferenceStatus: 422 });
	const other = new Client(service);
	const body = orderBatchInput(service.samples, { customer_reference_id: 'crm-1' });
	await other.post('/v1/order_batches', body);
	expect((await other.post('/v1/order_batches', body)).status).toBe(422);
	await service.close();
});
