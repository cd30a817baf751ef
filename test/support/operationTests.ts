import type { IDataObject } from 'n8n-workflow';

import { byId, type ActionNode } from './actionNode';

/**
 * How an operation reads a list: the same for all whose items are the entries of one list of the service.
 * @param prepare makes a list of more than 230 entries
 */
export function testListing(
	node: ActionNode,
	prepare: () => Promise<{ parameters: IDataObject; path: string; total: number }>,
): void {
	const queries = () => node.service.requests.map(({ query }) => query);
	const pages = () => node.service.requests.map(({ query }) => query.page).sort();

	test('returns every entry of every page once, in the order of the list, with Return All', async () => {
		const { parameters, path, total } = await prepare();

		const { json } = await node.run({ ...parameters, returnAll: true, simplify: false });

		expect(json).toHaveLength(total);
		expect(pages()).toEqual(['1', '2', '3']);
		expect(queries().map((query) => query.per_page)).toEqual(['100', '100', '100']);
		expect(json).toEqual(await node.list(path));
	});

	test('asks for no more than Limit needs, which is 50 unless it is given', async () => {
		const { parameters, total } = await prepare();
		const reads: Array<[given: IDataObject, count: number, pages: string[], pageSize: string]> = [
			[{ limit: 7 }, 7, ['1'], '7'],
			[{ limit: 130 }, 130, ['1', '2'], '100'],
			[{}, 50, ['1'], '50'],
			[{ limit: total + 1000 }, total, ['1', '2', '3'], '100'],
		];
		for (const [given, count, asked, pageSize] of reads) {
			node.service.requests.length = 0;
			const { json } = await node.run({ ...parameters, ...given });
			expect([json.length, pages(), queries()[0]?.per_page]).toEqual([count, asked, pageSize]);
		}
	});
}

/** How an operation lists something of the order batch that each input item names. @param list the last part of its path */
export function testListOfOrderBatch(node: ActionNode, parameters: IDataObject, list: 'recipients' | 'orders'): void {
	const ofItem = { ...parameters, orderBatchId: byId('={{ $json.id }}') };
	test("reads the order batch and the limit of each input item's own", async () => {
		const [first, second] = [await node.createBatch(3), await node.createBatch(5)];
		const items = [first, second].map((id, index) => ({ id, limit: index + 1 }));
		const { outputs } = await node.run({ ...ofItem, limit: '={{ $json.limit }}' }, { items });

		expect(node.service.requests.map(({ path, query }) => [path, query.per_page])).toEqual([
			[`/v1/order_batches/${first}/${list}`, '1'],
			[`/v1/order_batches/${second}/${list}`, '2'],
		]);
		expect(outputs[0]?.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }, { item: 1 }]);
	});

	testListing(node, async () => {
		const id = await node.createBatch(250);
		node.service.setBatchState(id, 'complete');
		const path = `/v1/order_batches/${id}/${list}`;
		return { parameters: { ...parameters, orderBatchId: byId(id) }, path, total: 250 };
	});
}

/** How an operation reads a list that the service shows on one page, whatever it is asked for. */
export function testShortListing(node: ActionNode, parameters: IDataObject, path: string): void {
	test('returns every entry of the list as it is or as many as Limit, and pairs each with the input item', async () => {
		const data = (await node.read(path)).data as IDataObject[];
		expect(data.length).toBeGreaterThan(1);

		const { outputs } = await node.run({ ...parameters, returnAll: true });
		const limited = await node.run({ ...parameters, limit: 1 });

		expect(node.service.requests[0]).toMatchObject({ method: 'GET', path, body: null, accountName: 'automation' });
		expect(outputs).toEqual([data.map((json) => ({ json, pairedItem: { item: 0 } }))]);
		expect(limited.json).toEqual(data.slice(0, 1));
	});
}
