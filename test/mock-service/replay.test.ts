import { startReplay } from '../../dev/mock-service/replay';

test('the recorded responses to a request of one sender come in their order, and the last one stays', async () => {
	const exchange = { method: 'GET', url: '/v1/orders?page=1', sentBy: 'automation' };
	const replay = await startReplay({
		startedAt: '2026-01-01T00:00:00Z',
		given: ['automation', 'commerce'],
		exchanges: [
			{ ...exchange, status: 429, body: '{"error":"Slow down"}' },
			{ ...exchange, status: 200, body: '{"data":[]}' },
		],
	});
	const responses = [];
	for (const key of ['automation', 'automation', 'automation', 'commerce']) {
		const response = await fetch(replay.baseUrl + exchange.url, { headers: { authorization: `Bearer ${key}` } });
		responses.push([response.status, await response.text()]);
	}
	await replay.close();
	expect(responses).toEqual([
		[429, '{"error":"Slow down"}'],
		[200, '{"data":[]}'],
		[200, '{"data":[]}'],
		[501, '{"error":"The recording does not have: commerce GET /v1/orders?page=1"}'],
	]);
});
