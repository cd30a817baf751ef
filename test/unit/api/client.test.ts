import assert from 'node:assert';

import { endpoints } from '../../../nodes/GiftOrderBatch/api/endpoints';
import { factsOf, statusOf } from '../../../nodes/GiftOrderBatch/api/errors';
import type { ServiceClient } from '../../../nodes/GiftOrderBatch/api/client';
import { readEntries } from '../../../nodes/GiftOrderBatch/api/pages';
import { HOUR_MS } from '../../support/durations';
import { passTime, useStoppedClock } from '../../support/fakeDate';
import { dropped, plainClient, type PlainResponse } from '../../support/plainClient';

const ID = '123e4567-e89b-42d3-a456-426614174000';

const BATCH = { body: { id: ID, send_status: 'complete' } };

const PATIENT = { retryBudgetMs: 60_000 };

const read = endpoints.orderBatch(ID);
const create = endpoints.createOrderBatch({ customer_reference_id: 'deal-1' });
const cancel = endpoints.cancelOrder(ID);

const status = (statusCode: number, headers = {}): PlainResponse => ({ statusCode, headers, body: { error: 'No' } });

/** A client that gets these responses, one after the other, and then successes. */
const afterwards = (responses: PlainResponse[], limits: object = PATIENT, more = {}) =>
	plainClient(() => responses.shift() ?? BATCH, limits, more);

const failing = async (client: ServiceClient, endpoint = read as Parameters<ServiceClient['call']>[0]) =>
	await client
		.call(endpoint)
		.then(() => undefined)
		.catch((error: Error) => error);

/** What a failure says, and whether the request may have been carried out. */
async function saying(client: ServiceClient, endpoint?: Parameters<typeof failing>[1]) {
	const error = await failing(client, endpoint);
	return [error?.message, factsOf(error).mayHaveHappened];
}

useStoppedClock();

test('A request goes to the address of its credential, and its response is what the service has.', async () => {
	const { client, requests } = afterwards([]);

	expect(await client.call(read)).toEqual(BATCH.body);
	const url = `https://api.example.com/v1/order_batches/${ID}`;
	expect(requests).toEqual([{ method: 'GET', url, qs: undefined, body: undefined, timeout: 60_000 }]);
});

describe('a request that fails', () => {
	test.each<[string, PlainResponse, boolean]>([
		['the connection drops', dropped(), true],
		['the service fails', status(500), true],
		['the service is unavailable', status(503), true],
		['the service asks for a pause', status(429), false],
		['there is no connection', Object.assign(new Error(), { code: 'ECONNREFUSED' }), false],
	])('is sent again where that is safe and %s', async (_what, response, mayHaveHappened) => {
		const expire = endpoints.updateOrderExpiration(ID, { expiration: '2030-12-24T09:00:00Z' });
		const addCard = endpoints.createPaymentMethod({ interim_card_key: 'key' });
		const subscribe = endpoints.createWebhook({ url: 'https://n8n.example.com', events: [] }, 'token');
		const sentOnce: unknown[] = [cancel, addCard, subscribe];
		for (const endpoint of [read, create, endpoints.deleteWebhook('7'), expire, cancel, addCard, subscribe]) {
			const count = mayHaveHappened && sentOnce.includes(endpoint) ? 1 : 3;
			const { client, requests } = afterwards([response, response]);
			const error = await failing(client, endpoint);

			expect(requests).toHaveLength(count);
			expect(error && factsOf(error).mayHaveHappened).toBe(count === 1 ? true : undefined);
			expect(new Set(requests.map(({ body }) => body)).size).toBe(1);
		}
	});

	test('is sent four times at the most where there is no connection', async () => {
		const { client, requests } = plainClient(() => Object.assign(new Error(), { code: 'ECONNREFUSED' }), PATIENT);
		await failing(client);
		expect(requests).toHaveLength(4);
	});

	test('may have been carried out by any of its attempts, and where nobody foresaw the failure', async () => {
		expect(await saying(afterwards([status(502), status(400)]).client, create)).toEqual(['No', true]);
		const odd = Object.defineProperty({}, 'id', { get: () => assert.fail('odd') });
		expect(await saying(afterwards([{ body: odd }]).client, create)).toEqual(['odd', true]);
	});

	test('is sent again as long as its budget lasts, and waits as long as the service asks', async () => {
		const startedAt = Date.now();
		const { client, requests } = plainClient(() => status(429, { 'retry-after': '20' }), PATIENT);

		expect(statusOf(await failing(client))).toBe('429');
		expect([requests.length, Date.now() - startedAt]).toEqual([4, 60_000]);
	});

	test('is sent again after the pause, also where the clock is set back in the meantime', async () => {
		const pauses: number[] = [];
		const sleep = async (ms: number) => {
			passTime(-HOUR_MS);
			if (pauses.push(ms) > 9) throw new Error('It pauses too often.');
		};
		const { client } = afterwards([status(503)], { ...PATIENT, firstRetryDelayMs: 1 }, { sleep });

		expect(await client.call(read)).toEqual(BATCH.body);
	});

	test('is not sent again where the pause that the service asks for is longer than the budget', async () => {
		const { client, requests } = afterwards([status(429, { 'retry-after': '3600' })]);

		expect(statusOf(await failing(client))).toBe('429');
		expect(statusOf(await failing(client))).toBe('429');
		expect(requests).toHaveLength(1);
	});

	test('is given up at the latest time that its caller allows, as one of too many where its turn comes too late', async () => {
		const { client, requests } = afterwards([status(503), status(429), status(400)]);

		await expect(client.call(read, Date.now())).rejects.toMatchObject({ cause: 503 });
		expect(requests).toHaveLength(1);
		// What another one was refused for is not said of it.
		expect(statusOf(await failing(client))).toBe('400');
		await expect(client.call(read, Date.now())).rejects.toMatchObject({ cause: 429 });
	});

	test('reads are given up sooner where a person waits', async () => {
		const limits = { retryBudgetMs: 60_000, readTimeoutMs: 12_000, readRetryBudgetMs: 0 };
		const { client, requests } = plainClient(() => status(503), limits);
		await failing(client, read);
		await failing(client, create);

		expect(requests.filter(({ method, timeout }) => method === 'GET' && timeout === 12_000)).toHaveLength(1);
		expect(requests.filter(({ timeout }) => timeout === 60_000).length).toBeGreaterThan(1);
	});
});

test('a service with too many requests gets none for as long as it asks, of any page, and then the rest', async () => {
	const [PAUSE, PAGES, startedAt] = [20_000, 12, Date.now()];
	const sentAt: number[] = [];
	const { client, requests } = plainClient(({ qs }) => {
		sentAt.push(Date.now() - startedAt);
		if (sentAt.length === 2) return status(429, { 'retry-after': PAUSE / 1000 + '' });
		const data = Array.from({ length: 100 }, (_, index) => ({ id: (Number(qs?.page) - 1) * 100 + index }));
		return { body: { data, list_meta: { total_count: PAGES * 100 } } };
	}, PATIENT);
	const entries = await readEntries(client, endpoints.brands({}), Infinity);

	expect(entries.map(({ id }) => id)).toEqual(Array.from({ length: PAGES * 100 }, (_, index) => index));
	expect(requests).toHaveLength(PAGES + 1);
	expect(sentAt.filter((at) => at > 0 && at < PAUSE)).toEqual([]);
});

test.each([
	['that creates', create],
	['that is sent once', cancel],
])('a cancelled execution ends a request %s, which may have happened, and sends no other', async (_what, endpoint) => {
	const controller = new AbortController();
	const send = (_request: unknown, signal: AbortSignal) => {
		controller.abort();
		return signal.aborted ? dropped() : BATCH;
	};
	const { client, requests } = plainClient(send, PATIENT, { cancelSignal: controller.signal });

	for (const mayHaveHappened of [true, false]) {
		expect(await saying(client, endpoint)).toEqual(['The execution was cancelled', mayHaveHappened]);
	}
	expect(requests).toHaveLength(1);
});

test('a cancelled execution ends a long pause after half a second, and no request is sent any more', async () => {
	const controller = new AbortController();
	const startedAt = Date.now();
	const { client, requests } = plainClient(() => status(429, { 'retry-after': '20' }), PATIENT, {
		cancelSignal: controller.signal,
		async sleep(ms) {
			passTime(ms);
			controller.abort();
		},
	});

	for (let times = 0; times < 2; times++) {
		expect(await saying(client, create)).toEqual(['The execution was cancelled', false]);
	}
	expect([requests.length, Date.now() - startedAt]).toEqual([1, 500]);
});

test('A response that does not come in time is given up.', async () => {
	jest.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort());
	const error = await failing(plainClient(() => new Error('aborted'), { requestTimeoutMs: 1_500 }).client);
	jest.restoreAllMocks();

	expect(error?.message).toBe('The service at https://api.example.com did not respond within 1.5 seconds');
});

test('A response of another shape is named with its endpoint, what is wrong, and what it says for itself.', async () => {
	const error = await failing(plainClient(() => ({ body: { error: 'Sold out' } })).client);

	const endpoint = `GET /v1/order_batches/${ID}`;
	expect(error?.message).toBe(`The service responded to ${endpoint} with data that does not match its API`);
	expect(factsOf(error).advice).toMatch(
		/The response says: Sold out\. In the response, "id" is invalid: it must be text/,
	);
});

test('A fingerprint stands for a key and its address, and a signature for a key.', () => {
	const of = (more: object) => plainClient(() => BATCH, {}, more).client;
	const [one, same, elsewhere, other] = [{}, {}, { baseUrl: 'https://b.example.com' }, { apiKey: 'other' }].map(of);

	expect(one?.keyFingerprint).toBe(same?.keyFingerprint);
	expect(new Set([one, elsewhere, other].map((client) => client?.keyFingerprint)).size).toBe(3);
	expect(one?.sign('text')).toBe(elsewhere?.sign('text'));
	expect(one?.sign('text')).not.toBe(other?.sign('text'));
});
