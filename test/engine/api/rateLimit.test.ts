import type { ServerResponse } from 'node:http';

import { actionNode, byId, credentialFor } from '../../support/actionNode';
import { plainServer } from '../../../dev/harness/plainServer';

const node = actionNode();

const PAUSE_SECONDS = 0.5;

/**
 * A list of `pages` full pages, whose first page is answered at once. It answers 429 to the first request of page 2, when
 * eight requests are in flight, and only then the seven others.
 */
async function crowdedList(pages: number) {
	const arrivals: Array<{ page: number; at: number }> = [];
	const held: Array<{ page: number; response: ServerResponse }> = [];
	let refusedAt: number | undefined;
	const answer = (page: number, response: ServerResponse) => {
		const data = Array.from({ length: 100 }, (_, index) => ({ id: `order-${(page - 1) * 100 + index}` }));
		response.setHeader('content-type', 'application/json');
		response.end(JSON.stringify({ data, list_meta: { total_count: pages * 100 } }));
	};
	const respondToHeld = () => {
		refusedAt = Date.now();
		for (const { page, response } of held) {
			if (page > 2) setTimeout(() => answer(page, response), 100);
			else response.writeHead(429, { 'retry-after': String(PAUSE_SECONDS) }).end('{"error":"Slow down"}');
		}
	};
	const server = await plainServer((request, response) => {
		const page = Number(new URL(request.url ?? '', 'http://localhost').searchParams.get('page'));
		arrivals.push({ page, at: Date.now() });
		if (page === 1 || refusedAt !== undefined) return answer(page, response);
		held.push({ page, response });
		if (held.length === 8) respondToHeld();
	});
	return { ...server, arrivals, refusedAt: () => refusedAt ?? NaN };
}

describe('a service that gets too many requests', () => {
	test('gets none for as long as it asks, of any page of the list, and then the rest', async () => {
		const list = await crowdedList(12);
		const { json } = await node.run(
			{ resource: 'order', operation: 'getAll', orderBatchId: byId(node.unknownId), returnAll: true },
			{ credentials: { giftOrderBatchAutomationApi: credentialFor(list.baseUrl, 'key') } },
		);
		await list.close();

		expect(json.map(({ id }) => id)).toEqual(Array.from({ length: 1_200 }, (_, index) => `order-${index}`));
		const pauseEnd = list.refusedAt() + PAUSE_SECONDS * 1000;
		const before = list.arrivals.filter(({ at }) => at < pauseEnd);
		expect(before.map(({ page }) => page).sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
		expect(list.arrivals).toHaveLength(13);
	});

	test('gets none from the items that follow when it asks for a pause that is too long to wait for', async () => {
		const ids = await Promise.all(Array.from({ length: 3 }, () => node.createBatch(1)));
		node.service.addFault({
			effect: { kind: 'response', status: 429, body: { error: 'Slow down' }, headers: { 'retry-after': '300' } },
		});
		const { json } = await node.run(
			{ resource: 'orderBatch', operation: 'get', orderBatchId: byId('={{ $json.id }}') },
			{ items: ids.map((id) => ({ id })), node: { onError: 'continueRegularOutput' } },
		);

		expect(node.service.requests.map(({ path }) => path)).toEqual([`/v1/order_batches/${ids[0]}`]);
		const message = expect.stringContaining('The service limits the rate of requests.');
		expect(json).toEqual(
			ids.map(() => ({ error: 'Slow down', gift_error: { message: 'Slow down', description: message } })),
		);
	});
});
