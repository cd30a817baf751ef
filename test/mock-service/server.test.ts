import type { Brand } from '../../dev/mock-service';
import { accountOf } from '../../dev/mock-service/accounts';
import { isOptional, operations } from '../../dev/mock-service/openapi/document';
import { useMockService } from '../support/mockService';

const { client, service, refusal, createOrder, holdEvents, events } = useMockService();

test.each(operations)('$method $path is offered with a key, unless it is optional and left out', async (named) => {
	const { method, path, operation } = named;
	const offered = async () => {
		const response = await client().send(method, path.replace('{id}', 'unknown'), undefined, 'commerce');
		return JSON.stringify(response.data) !== '{"error":"Not found"}';
	};
	expect(await offered()).toBe(true);
	service().setInterfaceOnly(true);
	expect(await offered()).toBe(!isOptional(operation));
	expect(await refusal(method, path, undefined, null)).toEqual([401, 'Invalid API key']);
});

test('the interface only has one kind of event', async () => {
	service().setInterfaceOnly(true);
	holdEvents();
	service().changeOrder((await createOrder()).id, { status: 'delivered' });
	expect(events().map(({ event_type: kind }) => kind)).toEqual(['order_batch.completed']);
});

test('the samples of the introduction are shown without a key', async () => {
	const { keys, samples } = service();
	expect((await client().send('GET', '/_control/samples', undefined, null)).data).toEqual({ keys, samples });
});

test.each<[what: string, method: string, path: string, body: string | undefined, status: number, error: string]>([
	['an unknown path', 'GET', '/v1/gifts', undefined, 404, 'Not found'],
	['another method', 'DELETE', '/v1/brands', undefined, 404, 'Not found'],
	['a path that cannot be decoded', 'GET', '/v1/orders/%zz', undefined, 400, 'not a valid url'],
	['a body that is not JSON', 'POST', '/v1/order_batches', '{"from_name"', 400, 'Request body is not valid JSON'],
	['no body', 'POST', '/v1/order_batches', undefined, 400, 'Request body must be an object'],
	['a large body', 'POST', '/v1/order_batches', `"${'x'.repeat(51 * 1024 * 1024)}"`, 413, 'too large'],
	['a batch ID that is not a UUID', 'GET', '/v1/order_batches/1', undefined, 404, 'Order batch not found'],
])('%s gets an Error body', async (_what, method, path, body, status, error) => {
	expect(await refusal(method, path, body)).toEqual([status, expect.stringContaining(error)]);
});

test.each(['local-automation-key', 'Basic local-automation-key', 'Bearer '])(
	'the authorization header %j belongs to no account',
	(header) => expect(accountOf(header)).toBeUndefined(),
);

test('a response with a field that the document does not list is an error instead', async () => {
	const brand: Brand & { nick_name?: string } = service().catalogue.brandsShippingTo('US')[0]!;
	brand.nick_name = 'Amber';
	const error = expect.stringContaining('must NOT have additional properties') as string;
	expect(await refusal('GET', '/v1/brands')).toEqual([500, error]);
	delete brand.nick_name;
	expect(await refusal('GET', '/v1/brands')).toEqual([200, undefined]);
});
