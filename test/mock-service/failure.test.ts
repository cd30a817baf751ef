import type { FaultEffect } from '../../dev/mock-service';
import { until } from '../support/until';
import { useMockService } from '../support/mockService';

const { client, service, postBatch, refusal } = useMockService();

const created = () => service().orderBatches().length;

function failNext(effect: FaultEffect): void {
	service().addFault({ times: 1, effect });
}

test('latency: the response comes, later', async () => {
	failNext({ kind: 'latency', ms: 1000 });
	const finished: string[] = [];
	const late = postBatch().then(() => finished.push('late'));
	await until('the first request is in the log', () => service().requests.length === 1);
	await postBatch();
	finished.push('next');
	await late;
	expect(finished).toEqual(['next', 'late']);
	expect(created()).toBe(2);
});

test.each<[string, FaultEffect, status: number, body: unknown, created: number]>([
	['an error', { kind: 'response', status: 503 }, 503, { error: expect.any(String) }, 0],
	['a body', { kind: 'response', status: 429, body: { error: 'Slow down' } }, 429, { error: 'Slow down' }, 0],
	['a text', { kind: 'response', status: 502, body: 'Bad Gateway' }, 502, 'Bad Gateway', 0],
	['an error after commit', { kind: 'response', status: 500, afterCommit: true }, 500, expect.anything(), 1],
	['an HTML page', { kind: 'garbage' }, 200, expect.stringContaining('<html>'), 0],
	['another shape', { kind: 'malformed', form: 'wrongShape' }, 201, { unexpected: ['shape'] }, 1],
	['half of the JSON', { kind: 'malformed', form: 'truncated' }, 201, expect.stringMatching(/^\{"id":.*[^}]$/), 1],
])('a response can be %s', async (_what, effect, status, body, batches) => {
	failNext(effect);
	expect(await postBatch()).toEqual({ status, data: body });
	expect(created()).toBe(batches);
});

test('a response can have headers', async () => {
	failNext({ kind: 'response', status: 429, headers: { 'Retry-After': '7' } });
	failNext({ kind: 'garbage' });
	expect((await client().get('/v1/me')).headers).toMatchObject({ 'retry-after': '7' });
	expect((await client().get('/v1/me')).headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8' });
});

test.each([
	[false, 0],
	[true, 1],
])('with after commit %j, a dropped and a hanging request get nothing and %i batches', async (afterCommit, batches) => {
	failNext({ kind: 'drop', afterCommit });
	await expect(postBatch()).rejects.toThrow(/ECONNRESET|UND_ERR_SOCKET/);
	expect(created()).toBe(batches);
	expect(service().requests.map((request) => request.status)).toEqual([null]);

	failNext({ kind: 'hang', afterCommit });
	const settled = jest.fn();
	postBatch().then(settled, settled);
	await until('the second request is in the log', () => service().requests.length === 2);
	expect((await client().get('/v1/me')).status).toBe(200);
	expect(settled).not.toHaveBeenCalled();
	expect(created()).toBe(2 * batches);
});

test('a failure comes before the key is checked', async () => {
	failNext({ kind: 'response', status: 503 });
	expect(await refusal('GET', '/v1/me', undefined, null)).toEqual([503, expect.any(String)]);
});
