import type { IDataObject } from 'n8n-workflow';

import type { ActionNode } from './actionNode';

const sorted = (values: unknown[]) => [...values].sort((a, b) => Number(a) - Number(b));

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

	test('reports the failure in the place of the failed item and goes on when the node continues on errors', async () => {
		const values = await parameters();
		refuse(1);

		const { status, outputs } = await node.run(values, { items: [{}, {}], node: { onError: 'continueRegularOutput' } });

		expect(status).toBe('success');
		const [failed, ...others] = outputs[0] ?? [];
		expect(failed).toMatchObject({ json: { error: SENTENCE }, pairedItem: { item: 0 } });
		expect(others.length).toBeGreaterThan(0);
		for (const other of others) {
			expect(other.json).not.toHaveProperty('error');
			expect(other.pairedItem).toEqual({ item: 1 });
		}
	});

	test('sends the failed item to the error output and the others to the first when the node has an error output', async () => {
		const values = await parameters();
		refuse(1);

		const { outputs } = await node.run(values, { items: [{}, {}], node: { onError: 'continueErrorOutput' } });

		const [succeeded = [], failed = []] = outputs;
		expect(failed).toHaveLength(1);
		expect(failed[0]).toMatchObject({ json: { error: SENTENCE }, pairedItem: { item: 0 } });
		expect(succeeded.length).toBeGreaterThan(0);
		for (const { pairedItem } of succeeded) expect(pairedItem).toEqual({ item: 1 });
	});
}

/** How an operation refuses an ID that cannot be one, before anything is sent. `parameters` has the ID `={{ $json.id }}`. */
export function testIds(node: ActionNode, label: string, parameters: IDataObject): void {
	test.each([
		['empty text', '', `"${label}" is missing`],
		['blank text', '  ', `"${label}" is missing`],
		['nothing', null, `"${label}" is missing`],
		[
			'other text',
			'deal-1',
			`"${label}" must be a UUID such as 123e4567-e89b-42d3-a456-426614174000, but it is the text "deal-1"`,
		],
		[
			'a path',
			'../me',
			`"${label}" must be a UUID such as 123e4567-e89b-42d3-a456-426614174000, but it is the text "../me"`,
		],
		['a number', 5, `"${label}" must be a UUID such as 123e4567-e89b-42d3-a456-426614174000, but it is the number 5`],
		['a list', ['a'], `"${label}" must be a UUID such as 123e4567-e89b-42d3-a456-426614174000, but it is a list`],
		[
			'an object',
			{ id: 'a' },
			`"${label}" must be a UUID such as 123e4567-e89b-42d3-a456-426614174000, but it is an object`,
		],
	])('refuses %s as the ID before anything is sent', async (_what, id, message) => {
		const { error } = await node.run(parameters, { items: [{ id }] });

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

/** A list operation whose items are the entries of one list of the service. */
export interface ListCase {
	/** Makes a list of more than 230 entries. */
	prepare: () => Promise<{ parameters: IDataObject; path: string; total: number }>;
}

/** How an operation reads a list: the same for all whose items are the list's entries. */
export function testListing(node: ActionNode, { prepare }: ListCase): void {
	const queries = () => node.service.requests.map(({ query }) => query);
	const pages = () => sorted(queries().map(({ page }) => page));

	test('returns every entry of every page once, in the order of the list, with Return All', async () => {
		const { parameters, path, total } = await prepare();

		const { json } = await node.run({ ...parameters, returnAll: true, simplify: false });

		expect(json).toHaveLength(total);
		expect(pages()).toEqual(['1', '2', '3']);
		expect(queries().map((query) => query.per_page)).toEqual(['100', '100', '100']);
		const listed = await Promise.all(['1', '2', '3'].map((page) => node.read(`${path}?page=${page}&per_page=100`)));
		expect(json).toEqual(listed.flatMap(({ data }) => data));
	});

	test('asks for no more entries than Limit when they fit on one page', async () => {
		const { parameters } = await prepare();

		const { json } = await node.run({ ...parameters, limit: 7 });

		expect(json).toHaveLength(7);
		expect(queries()).toEqual([{ page: '1', per_page: '7' }]);
	});

	test('asks for no more pages than Limit needs', async () => {
		const { parameters } = await prepare();

		const { json } = await node.run({ ...parameters, limit: 130 });

		expect(json).toHaveLength(130);
		expect(pages()).toEqual(['1', '2']);
	});

	test('returns 50 entries when nothing is said about their number', async () => {
		const { parameters } = await prepare();

		const { json } = await node.run(parameters);

		expect(json).toHaveLength(50);
		expect(pages()).toEqual(['1']);
	});

	test('returns what there is when Limit is higher', async () => {
		const { parameters, total } = await prepare();

		const { json } = await node.run({ ...parameters, limit: total + 1000 });

		expect(json).toHaveLength(total);
	});

	test.each([
		['zero', 0, 'must be a whole number of at least 1, but it is the number 0'],
		['negative', -3, 'must be a whole number of at least 1, but it is the number -3'],
		['not whole', 2.5, 'must be a whole number of at least 1, but it is the number 2.5'],
		['text', 'many', 'must be a whole number of at least 1, but it is the text "many"'],
		['nothing', null, 'is missing'],
	])('refuses a Limit that is %s before anything is sent', async (_what, limit, problem) => {
		const { parameters } = await prepare();

		const { error } = await node.run({ ...parameters, limit: '={{ $json.limit }}' }, { items: [{ limit }] });

		expect(error).toMatchObject({ name: 'NodeOperationError', message: `"Limit" ${problem}` });
		expect(node.service.requests).toEqual([]);
	});
}

/** What an operation says of a service that does not offer its endpoint. */
export function testUnsupported(node: ActionNode, parameters: IDataObject, message: string): void {
	test('says what to do where the service does not offer it', async () => {
		node.service.setInterfaceOnly(true);

		const { error } = await node.run(parameters);

		expect(error).toMatchObject({
			name: 'NodeApiError',
			message,
			description: expect.stringContaining('Look for them in your gifting account.'),
		});
	});
}

/** How an operation reads a list that the service shows on one page, whatever it is asked for. */
export function testShortListing(node: ActionNode, parameters: IDataObject, path: string): void {
	test('returns every entry of the list as it is, and pairs each with the input item', async () => {
		const { data } = await node.read(path);
		expect((data as IDataObject[]).length).toBeGreaterThan(1);

		const { outputs } = await node.run({ ...parameters, returnAll: true });

		expect(node.service.requests).toEqual([
			expect.objectContaining({ method: 'GET', path, body: null, accountName: 'automation' }),
		]);
		expect(outputs).toEqual([(data as IDataObject[]).map((json) => ({ json, pairedItem: { item: 0 } }))]);
	});

	test('returns no more entries than Limit', async () => {
		const { data } = await node.read(path);

		const { json } = await node.run({ ...parameters, limit: 1 });

		expect(json).toEqual([(data as IDataObject[])[0]]);
	});
}
