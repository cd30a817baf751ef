import type { ErrorBody, ListResponse, OrderBatch } from '../../dev/mock-service';
import { document } from '../../dev/mock-service/openapi/document';
import { problemsOf } from '../support/schemas';
import { useService } from '../../dev/harness/serviceClient';
import { orderBatchInput, recipients } from '../support/mockService';

const client = useService();

const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
	Object.entries(methods)
		.filter(([method]) => method !== 'parameters')
		.map(([method, { tags }]) => ({ method: method.toUpperCase(), path, tags })),
);
const isExtra = ({ tags }: { tags: string[] }) => tags.some((tag) => tag.startsWith('Optional:'));
const required = operations.filter((operation) => !isExtra(operation));
const extras = operations.filter(isExtra);

it.each(required)('the service offers $method $path', async ({ method, path }) => {
	const response = await client().send<ErrorBody>(method, path.replace('{id}', 'unknown'), undefined, 'commerce');
	expect(response.data.error).not.toBe('Not found');
});

describe('a service that offers the interface only', () => {
	beforeEach(() => client().service.setInterfaceOnly(true));

	it.each(required)('offers $method $path', async ({ method, path }) => {
		const response = await client().send<ErrorBody>(method, path.replace('{id}', 'unknown'), undefined, 'commerce');
		expect(response.data.error).not.toBe('Not found');
	});

	it.each(extras)('responds with 404 to $method $path', async ({ method, path }) => {
		const response = await client().send<ErrorBody>(method, path.replace('{id}', 'unknown'), undefined, 'commerce');
		expect([response.status, response.data]).toEqual([404, { error: 'Not found' }]);
	});
});

it('a response that breaks the document is never sent', async () => {
	const [brand] = client().service.catalogue.brandsShippingTo('US');
	const { name } = brand!;
	try {
		Object.assign(brand!, { name: 7 });
		const wrongType = await client().get('/v1/brands');
		expect(wrongType.status).toBe(500);
		expect(wrongType.data).toEqual({ error: expect.stringContaining('data[0].name must be a string') });

		Object.assign(brand!, { name, founded: 1999 });
		const unlistedField = await client().get('/v1/brands');
		expect(unlistedField.status).toBe(500);
	} finally {
		Object.assign(brand!, { name });
		delete (brand as { founded?: number }).founded;
	}
	expect((await client().get<ListResponse<unknown>>('/v1/brands')).status).toBe(200);
});

it('a request field that the document does not list is ignored by the service, and is a problem in tests', async () => {
	const body = orderBatchInput(client().service.samples, { recipients: [{ ...recipients(1)[0], nick_name: 'Bo' }] });
	expect((await client().post<OrderBatch>('/v1/order_batches', body)).status).toBe(201);
	expect(problemsOf('OrderBatchInput', body)).toEqual([expect.stringContaining('nick_name')]);
});

it('a scheduled time with a leap second is refused instead of being sent at once', async () => {
	const body = orderBatchInput(client().service.samples, { scheduled_send_on: '2099-12-31T23:59:60Z' });
	const response = await client().post<ErrorBody>('/v1/order_batches', body);
	expect([response.status, response.data]).toEqual([400, { error: 'scheduled_send_on is not a time' }]);
});

it.each([
	[{ cart: { items: [{ quantity: 1 }] } }, 'cart.items[0] must have exactly one of product_id, product_url'],
	[{ message: 'Hi', card_id: undefined }, 'card_id is required when message is given'],
	[{ swap: 'never' }, 'swap must be one of single, multiple, disabled'],
	[{ from_name: undefined }, 'from_name is missing'],
	[{ reserved_options: 'one' }, 'reserved_options must be an object or null'],
])('the error for %j is: %s', async (fields, error) => {
	const body = orderBatchInput(client().service.samples, fields);
	expect((await client().post<ErrorBody>('/v1/order_batches', body)).data).toEqual({ error });
});
