import type { OrderBatch } from '../../../../nodes/GiftOrderBatch/api/responses';
import { waitForCompletion } from '../../../../nodes/GiftOrderBatch/resources/orderBatch/completion';
import { MINUTE_MS } from '../../../support/durations';
import { useStoppedClock } from '../../../support/fakeDate';
import { plainClient, type PlainResponse } from '../../../support/plainClient';

useStoppedClock();

const orderBatch = (send_status: string, more = {}) => ({ body: { id: 'ob_1', send_status, ...more } });

const OPTIONS = { maxWaitMs: 5 * MINUTE_MS, pollIntervalMs: 5_000 };

/** Waits for five minutes at a service that fails within a time from now. The order batch is pending before, and complete after it. */
async function wait(failure: PlainResponse, [from, to]: [number, number], known?: OrderBatch) {
	const startedAt = Date.now();
	const { client } = plainClient(
		() => {
			const passed = Date.now() - startedAt;
			return passed >= from && passed < to ? failure : orderBatch(passed < from ? 'pending' : 'complete');
		},
		{ retryBudgetMs: 10_000 },
	);
	const result = await waitForCompletion(client, 'ob_1', OPTIONS, known).catch((error: Error) => error);
	return { result, minutes: (Date.now() - startedAt) / MINUTE_MS };
}

describe.each<[string, PlainResponse]>([
	['cannot be reached', Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })],
	['has a problem', { statusCode: 500 }],
	['gets too many requests', { statusCode: 429, headers: { 'retry-after': '30' } }],
])('a wait while the service %s', (_what, failure) => {
	test.each<[string, number, OrderBatch | undefined]>([
		['been read before', 1_000, undefined],
		['just been created', 0, { id: 'ob_1', send_status: 'pending' } as OrderBatch],
	])('goes on if the order batch has %s', async (_when, from, known) => {
		const { result, minutes } = await wait(failure, [from, 2 * MINUTE_MS], known);
		expect(result).toMatchObject({ send_status: 'complete' });
		expect(minutes).toBeLessThan(3);
	});

	test('fails when its time is over, and soon if the order batch was never read', async () => {
		const { result, minutes } = await wait(failure, [1_000, Infinity]);
		const unread = await wait(failure, [0, 2 * MINUTE_MS]);
		for (const error of [result, unread.result]) expect(error).toBeInstanceOf(Error);
		expect(minutes).toBeCloseTo(5);
		expect(unread.minutes).toBeLessThan(1);
	});
});

const at = (ms: number) => new Date(Date.now() + ms).toISOString();

test('a wait ends with the order batch and its status, after pauses that grow up to half a minute, or an interval', async () => {
	const pauses = async (pollIntervalMs: number) => {
		const times: number[] = [];
		const { client } = plainClient(() => (times.push(Date.now()), orderBatch('pending')));
		await expect(waitForCompletion(client, 'ob_1', { ...OPTIONS, pollIntervalMs })).rejects.toMatchObject({
			context: { orderBatchId: 'ob_1', outcome: 'created', failure: 'notCompleteInTime' },
			message: expect.stringContaining('300 seconds'),
		});
		return times.slice(1).map((time, index) => (time - (times[index] as number)) / 1000);
	};

	expect(await pauses(5_000)).toEqual([5, 7.5, 11.25, 16.875, 25.3125, 30, 30, 30, 30, 30, 30, 30, 24.0625]);
	expect(await pauses(100_000)).toEqual([100, 100, 100]);
});

test('a wait goes on for an order batch scheduled within it, and fails at once for one scheduled after it', async () => {
	const soon = at(MINUTE_MS);
	const { client } = plainClient(() =>
		Date.now() < Date.parse(soon) ? orderBatch('pending', { scheduled_send_on: soon }) : orderBatch('complete'),
	);
	expect(await waitForCompletion(client, 'ob_1', OPTIONS)).toMatchObject({ send_status: 'complete' });

	const later = plainClient(() => orderBatch('pending', { scheduled_send_on: at(6 * MINUTE_MS) }));
	await expect(waitForCompletion(later.client, 'ob_1', OPTIONS)).rejects.toMatchObject({
		context: { orderBatchId: 'ob_1', failure: 'scheduledAfterWait' },
	});
	expect(later.requests).toHaveLength(1);
});

test('a wait fails soon once the service refuses the key', async () => {
	const { result, minutes } = await wait({ statusCode: 401 }, [1_000, Infinity]);
	expect(result).toMatchObject({ cause: 401 });
	expect(minutes).toBeLessThan(1);
});
