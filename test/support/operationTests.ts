import type { IDataObject } from 'n8n-workflow';

import { byId, type ActionNode } from './actionNode';

const SENTENCE = 'The warehouse is closed today';

/** What n8n's engine gives as input to the operation that is tested. */
export interface OperationCase {
	/** Read when a test runs; they work for every input item. */
	parameters: () => IDataObject | Promise<IDataObject>;
	/** The beginning of the path that the operation asks for. */
	path: string;
	method?: string;
}

/** How an operation fails: the same for all of them. */
export function testFailures(node: ActionNode, { parameters, path, method = 'GET' }: OperationCase): void {
	const refuse = (times: number) =>
		node.service.addFault({
			match: { method, path },
			times,
			effect: { kind: 'response', status: 422, body: { error: SENTENCE } },
		});

	test("fails with the service's own sentence, what to do, the HTTP status and the item", async () => {
		const values = await parameters();
		refuse(1);

		const { status, error } = await node.run(values);

		expect(status).toBe('error');
		expect(error).toMatchObject({
			name: 'NodeApiError',
			message: SENTENCE,
			httpCode: '422',
			context: { itemIndex: 0 },
		});
		expect(error?.description).toContain('Correct the input and run the node again.');
		expect(error?.description).toContain(`(${method} ${path}`);
		expect(error?.description).toContain(', HTTP status 422)');
	});

	test('reports only the failed item, in its place or at the error output, when the node goes on after errors', async () => {
		const values = await parameters();
		for (const onError of ['continueRegularOutput', 'continueErrorOutput'] as const) {
			refuse(1);

			const { status, outputs } = await node.run(values, { items: [{}, {}], node: { onError } });

			const [first = [], second = []] = outputs;
			const [failed, others] =
				onError === 'continueErrorOutput' ? [second, first] : [first.slice(0, 1), first.slice(1)];
			expect(status).toBe('success');
			expect(failed).toMatchObject([{ json: { error: SENTENCE }, pairedItem: { item: 0 } }]);
			expect(others.length).toBeGreaterThan(0);
			for (const { json, pairedItem } of others) {
				expect(json).not.toHaveProperty('error');
				expect(pairedItem).toEqual({ item: 1 });
			}
		}
	});
}

/** How an operation refuses an ID that cannot be one, before anything is sent. `parameters` has the ID `={{ $json.id }}`. */
export function testIds(node: ActionNode, label: string, parameters: IDataObject): void {
	test('refuses an ID that cannot be one before anything is sent', async () => {
		const { error } = await node.run(parameters, { items: [{ id: '../me' }] });

		const message = `"${label}" must be a UUID such as 123e4567-e89b-42d3-a456-426614174000, but it is the text "../me"`;
		expect(error).toMatchObject({
			name: 'NodeOperationError',
			message,
			context: { itemIndex: 0, problems: [message] },
		});
		expect(node.service.requests).toEqual([]);
	});

	test('is not even started by n8n when the ID was left empty', async () => {
		const empty = Object.fromEntries(
			Object.entries(parameters).map(([name, value]) => [
				name,
				typeof value === 'object' ? { ...value, value: '' } : value,
			]),
		);

		await expect(node.run(empty as IDataObject)).rejects.toThrow(/has issues/);
		expect(node.service.requests).toEqual([]);
	});
}

/** How an operation refuses parameters, before anything is sent: what they are, and the message. */
export function testRefusals(
	node: ActionNode,
	parameters: IDataObject,
	refusals: Array<[what: string, more: IDataObject, message: string]>,
): void {
	test.each(refusals)('refuses %s before anything is sent', async (_what, more, message) => {
		const { error } = await node.run({ ...parameters, ...more });

		expect(error).toMatchObject({ name: 'NodeOperationError', message });
		expect(node.service.requests).toEqual([]);
	});
}

/** A list operation whose items are the entries of one list of the service. */
export interface ListCase {
	/** Makes a list of more than 230 entries. */
	prepare: () => Promise<{ parameters: IDataObject; path: string; total: number }>;
}

/** How an operation reads a list: the same for all whose items are the list's entries. */
export function testListing(node: ActionNode, { prepare }: ListCase): void {
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

	test('refuses a Limit that is no whole number of at least 1 before anything is sent', async () => {
		const { parameters } = await prepare();

		const { error } = await node.run({ ...parameters, limit: '={{ $json.limit }}' }, { items: [{ limit: 2.5 }] });

		expect(error).toMatchObject({
			name: 'NodeOperationError',
			message: '"Limit" must be a whole number of at least 1, but it is the number 2.5',
		});
		expect(node.service.requests).toEqual([]);
	});
}

/** How an operation lists something of the order batch that each input item names. @param list the last part of its path */
export function testListOfOrderBatch(node: ActionNode, parameters: IDataObject, list: 'recipients' | 'orders'): void {
	const ofItem = { ...parameters, orderBatchId: byId('={{ $json.id }}') };
	const prepare = async () => {
		const id = await node.createBatch(250);
		node.service.setBatchState(id, 'complete');
		return {
			parameters: { ...parameters, orderBatchId: byId(id) },
			path: `/v1/order_batches/${id}/${list}`,
			total: 250,
		};
	};

	test("reads the order batch and the limit of each input item's own", async () => {
		const [first, second] = [await node.createBatch(3), await node.createBatch(5)];
		const items = [
			{ id: first, limit: 1 },
			{ id: second, limit: 2 },
		];

		const { outputs } = await node.run({ ...ofItem, limit: '={{ $json.limit }}' }, { items });

		expect(node.service.requests.map(({ path, query }) => [path, query.per_page])).toEqual([
			[`/v1/order_batches/${first}/${list}`, '1'],
			[`/v1/order_batches/${second}/${list}`, '2'],
		]);
		expect(outputs[0]?.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }, { item: 1 }]);
	});

	testListing(node, { prepare });
	testIds(node, 'Order Batch', ofItem);
	testFailures(node, { parameters: async () => (await prepare()).parameters, path: '/v1/order_batches' });
}

/** What an operation says of a service that does not offer its endpoint. */
export function testUnsupported(
	node: ActionNode,
	parameters: IDataObject | (() => Promise<IDataObject>),
	message: string,
	advice = 'Look for them in your gifting account.',
): void {
	test('says what to do where the service does not offer it', async () => {
		const values = typeof parameters === 'function' ? await parameters() : parameters;
		node.service.setInterfaceOnly(true);

		const { error } = await node.run(values);

		expect(error).toMatchObject({ name: 'NodeApiError', message, description: expect.stringContaining(advice) });
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
