import { parseJson, readQuery, type Query } from '../../../dev/mock-service/input/request';
import { operationAt } from '../../support/operations';

const read = (path: string, query: Query) => readQuery(operationAt('GET', path)!.operation, query);

test.each<[string, Query, Record<string, unknown>]>([
	['/v1/brands', {}, { page: 1, per_page: 20, country_code: 'US' }],
	['/v1/brands', { page: '3', per_page: '100', country_code: 'ca' }, { page: 3, per_page: 100, country_code: 'ca' }],
	['/v1/collections', { published: 'false', other: '1' }, { page: 1, per_page: 20, published: false }],
	[
		'/v1/order_activities',
		{ statuses: 'delivered,opened', after: '2026-01-01T00:00:00+02:00' },
		{ page: 1, per_page: 20, statuses: ['delivered', 'opened'], after: '2026-01-01T00:00:00+02:00' },
	],
])('the query of %s %j is read with its types and defaults', (path, query, expected) => {
	expect(read(path, query)).toEqual(expected);
});

test.each<[string, Query, string]>([
	['/v1/brands', { page: '0' }, 'Page must be greater than 0'],
	['/v1/brands', { page: ['1', '2'] }, 'page must be an integer'],
	['/v1/brands', { per_page: '0' }, 'Per page must be between 1 and 100'],
	['/v1/brands', { per_page: '101' }, 'Per page must be between 1 and 100'],
	['/v1/products', { use_custom_catalog: 'yes' }, 'use_custom_catalog must be a boolean'],
	['/v1/order_activities', { statuses: 'created,lost' }, 'statuses[1] must be one of created, opened, '],
])('the query of %s %j is refused', (path, query, error) => {
	expect(() => read(path, query)).toThrow(
		expect.objectContaining({ statusCode: 400, message: expect.stringContaining(error) }),
	);
});

test('a body is JSON or nothing', () => {
	expect([parseJson('{"a":1}'), parseJson(''), parseJson(undefined)]).toEqual([{ a: 1 }, undefined, undefined]);
	expect(() => parseJson('{"a"')).toThrow('Request body is not valid JSON');
});
