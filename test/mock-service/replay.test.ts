import { startReplay } from '../../dev/mock-service/replay';

test('a recorded response is for the same sender, method and address, in its order, and the last one stays', async () => {
	const exchange = { method: 'GET', url: '/v1/orders?page=1', sentBy: 'automation' };
	const replay = await startReplay({
		startedAt: '2026-01-01T00:00:00Z',
		given: ['automation', 'commerce'],
		exchanges: [
			{ ...exchange, status: 429, body: '{"error":"Slow down"}' },
			{ ...exchange, status: 200, body: '{"data":[]}' },
			{ ...exchange, sentBy: 'nobody', status: 401, body: '{}' },
			{ ...exchange, sentBy: 'stranger', status: 403, body: '{}' },
		],
	});
	const responses = [];
	for (const [url, key, method] of [
		['/v1/orders?page=1', 'automation'],
		['/v1/orders?page=1', 'automation'],
		['/v1/orders?page=1', 'automation'],
		['/v1/orders?page=1', undefined],
		['/v1/orders?page=1', 'another'],
		['/v1/orders?page=1', 'commerce'],
		['/v1/orders?page=1', 'automation', 'DELETE'],
		['/v1/orders?page=2', 'automation'],
	]) {
		const headers = key ? { authorization: `Bearer ${key}` } : undefined;
		const response = await fetch(replay.baseUrl + url, { method, headers });
		responses.push([response.status, await response.text()]);
	}
	await replay.close();
	const unknown = (request: string) => [501, JSON.stringify({ error: `The recording does not have: ${request}` })];
	expect(responses).toEqual([
		[429, '{"error":"Slow down"}'],
		[200, '{"data":[]}'],
		[200, '{"data":[]}'],
		[401, '{}'],
		[403, '{}'],
		unknown('commerce GET /v1/orders?page=1'),
		unknown('automation DELETE /v1/orders?page=1'),
		unknown('automation GET /v1/orders?page=2'),
	]);
});
