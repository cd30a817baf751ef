import type { FaultEffect } from '../../dev/mock-service';
import { problemsOf } from '../support/schemas';
import { until, useService } from '../../dev/harness/serviceClient';
import { orderBatchInput } from '../support/mockService';

const client = useService();

const DROPPED = /ECONNRESET|socket hang up/;

async function create() {
	return await client().post<unknown>('/v1/order_batches', orderBatchInput(client().service.samples));
}

function failNext(effect: FaultEffect): void {
	client().service.addFault({ times: 1, effect });
}

function created(): number {
	return client().service.orderBatches().length;
}

describe('effects', () => {
	it('latency: the response comes, later', async () => {
		failNext({ kind: 'latency', ms: 1000 });
		const finished: string[] = [];
		const late = create().then(() => finished.push('late'));
		await until(() => client().service.requests.length === 1);
		await create();
		finished.push('next');
		await late;
		expect(finished).toEqual(['next', 'late']);
		expect(created()).toBe(2);
	});

	it('response: status, headers and body are the given ones, and nothing is done', async () => {
		failNext({ kind: 'response', status: 429, headers: { 'Retry-After': '7' }, body: { error: 'Slow down' } });
		const response = await create();
		expect([response.status, response.headers['retry-after'], response.data]).toEqual([
			429,
			'7',
			{ error: 'Slow down' },
		]);
		expect(created()).toBe(0);
	});

	it('response: without a body it is an Error body', async () => {
		failNext({ kind: 'response', status: 503 });
		expect(problemsOf('Error', (await create()).data)).toEqual([]);
	});

	it('response: a text is sent as it is', async () => {
		failNext({ kind: 'response', status: 502, body: 'Bad Gateway' });
		expect((await create()).data).toBe('Bad Gateway');
	});

	it('response after commit: the batch is there all the same', async () => {
		failNext({ kind: 'response', status: 500, afterCommit: true });
		expect((await create()).status).toBe(500);
		expect(created()).toBe(1);
	});

	it.each([
		[false, 0],
		[true, 1],
	])('drop, after commit %j: no response, and %i batches', async (afterCommit, batches) => {
		failNext({ kind: 'drop', afterCommit });
		await expect(create()).rejects.toThrow(DROPPED);
		expect(created()).toBe(batches);
		expect(client().service.requests.map((request) => request.status)).toEqual([null]);
	});

	it.each([
		[false, 0],
		[true, 1],
	])('hang, after commit %j: nothing comes, and %i batches', async (afterCommit, batches) => {
		failNext({ kind: 'hang', afterCommit });
		const settled = jest.fn();
		create().then(settled, settled);
		await until(() => client().service.requests.length === 1);
		expect((await client().get('/v1/me')).status).toBe(200);
		expect(settled).not.toHaveBeenCalled();
		expect(created()).toBe(batches);
	});

	it('garbage: 200 with an HTML page, and nothing is done', async () => {
		failNext({ kind: 'garbage' });
		const response = await create();
		expect(response.status).toBe(200);
		expect(response.headers['content-type']).toContain('text/html');
		expect(response.data).toContain('<html>');
		expect(created()).toBe(0);
	});

	it('malformed, wrongShape: JSON that is no order batch, with the real status', async () => {
		failNext({ kind: 'malformed', form: 'wrongShape' });
		const response = await create();
		expect(response.status).toBe(201);
		expect(typeof response.data).toBe('object');
		expect(problemsOf('OrderBatch', response.data)).not.toEqual([]);
		expect(created()).toBe(1);
	});

	it('malformed, truncated: the first half of the JSON', async () => {
		failNext({ kind: 'malformed', form: 'truncated' });
		const { data } = await create();
		expect(data).toMatch(/^\{"id":/);
		expect(() => JSON.parse(data as string) as unknown).toThrow();
	});

	it('a failure comes before the key is checked', async () => {
		failNext({ kind: 'response', status: 503 });
		expect((await client().send('GET', '/v1/me', undefined, null)).status).toBe(503);
	});
});

describe('rules', () => {
	const unavailable: FaultEffect = { kind: 'response', status: 503 };

	async function statuses(count: number): Promise<number[]> {
		const responses: number[] = [];
		for (let index = 0; index < count; index++) responses.push((await client().get('/v1/me')).status);
		return responses;
	}

	it('without times hit every request until they are cleared', async () => {
		client().service.addFault({ effect: unavailable });
		expect(await statuses(3)).toEqual([503, 503, 503]);
		client().service.clearFaults();
		expect(await statuses(1)).toEqual([200]);
	});

	it('with a count hit so many requests', async () => {
		client().service.addFault({ times: 2, effect: unavailable });
		expect(await statuses(4)).toEqual([503, 503, 200, 200]);
	});

	it('with a probability hit the same requests for the same seed', async () => {
		const run = async (seed: number) => {
			client().service.clearFaults();
			client().service.addFault({ times: { probability: 0.5, seed }, effect: unavailable });
			return await statuses(20);
		};
		const first = await run(1);
		expect(new Set(first)).toEqual(new Set([200, 503]));
		expect(await run(1)).toEqual(first);
		expect(await run(2)).not.toEqual(first);
	});

	it.each([
		[{ method: 'POST' }, [200, 503]],
		[{ method: 'get', path: '/v1/me' }, [503, 201]],
		[{ path: '/v1/order' }, [200, 503]],
		[{ path: /batches$/ }, [200, 503]],
		[{ path: '/v1/brands' }, [200, 201]],
		[{}, [503, 503]],
	])('that match %j hit nothing else', async (match, expected) => {
		client().service.addFault({ match, effect: unavailable });
		expect([(await client().get('/v1/me')).status, (await create()).status]).toEqual(expected);
	});

	it('are used in the order in which they were added, one effect per request', async () => {
		client().service.addFault({ times: 1, effect: { kind: 'response', status: 500 } });
		client().service.addFault({ times: 1, effect: { kind: 'response', status: 502 } });
		expect(await statuses(3)).toEqual([500, 502, 200]);
	});

	it('of latency go together with another effect', async () => {
		client().service.addFault({ times: 1, effect: { kind: 'latency', ms: 1 } });
		client().service.addFault({ times: 1, effect: unavailable });
		expect(await statuses(2)).toEqual([503, 200]);
	});
});
