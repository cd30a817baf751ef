import type { IDataObject } from 'n8n-workflow';

import type { ActionNode } from './actionNode';

/** How an operation reads a list of the service. @param prepare makes one of more than 230 entries */
export function testListing(
	node: ActionNode,
	prepare: () => Promise<{ parameters: IDataObject; path: string; total: number }>,
): void {
	test('returns every entry of every page once, in the order of the list, with Return All', async () => {
		const { parameters, path, total } = await prepare();

		const { json } = await node.run({ ...parameters, returnAll: true, simplify: false });

		expect(json).toHaveLength(total);
		expect(node.service.requests.map(({ query }) => query.page).sort()).toEqual(['1', '2', '3']);
		expect(json).toEqual(await node.list(path));
	});
}
