import type { IDataObject } from 'n8n-workflow';

import type { ServiceClient } from '../../../nodes/GiftOrderBatch/api/client';
import { endpoints, type Endpoint } from '../../../nodes/GiftOrderBatch/api/endpoints';
import { DEFAULT_LIMITS } from '../../../nodes/GiftOrderBatch/api/limits';
import type { EntryList } from '../../../nodes/GiftOrderBatch/api/responses';
import { readEntries, walkEntries, walkPages } from '../../../nodes/GiftOrderBatch/api/pages';
import fc from '../../support/properties';

type Page = { data: IDataObject[]; list_meta?: unknown };

const AT_ONCE = DEFAULT_LIMITS.maxConcurrentRequests;

const entries = (count: number, from = 0) =>
	Array.from({ length: count }, (_, index): IDataObject => ({ id: `entry-${from + index}` }));

type Respond = (page: number, pageSize: number, request: number) => Page;

/** A client that answers each request for a page from a list, which may change between two requests. */
function clientOf(responseOf: Respond, delayOf: (page: number) => number = () => 0) {
	const queries: IDataObject[] = [];
	let underWay = 0;
	let most = 0;
	const client = {
		limits: { ...DEFAULT_LIMITS, maxPages: 30 },
		call: async ({ query = {}, response }: Endpoint<EntryList>) => {
			queries.push(query);
			most = Math.max(most, ++underWay);
			const page = Number(query.page);
			const answer = responseOf(page, Number(query.per_page), queries.length);
			for (let ticks = delayOf(page); ticks > 0; ticks--) await Promise.resolve();
			underWay--;
			return response.parse(answer);
		},
	} as unknown as ServiceClient;
	return { client, queries, mostAtATime: () => most };
}

const people = (count: number) =>
	Array.from({ length: count }, (_, index): IDataObject => ({ first_name: `Ann ${index}` }));

const pageOf = (list: IDataObject[], page: number, pageSize: number): Page => ({
	data: list.slice((page - 1) * pageSize, page * pageSize),
	list_meta: { total_count: list.length },
});

/** A service whose list does not change. */
const pagesOf =
	(all: IDataObject[]): Respond =>
	(page, size) =>
		pageOf(all, page, size);

const withoutTotal = (...of: Parameters<typeof pageOf>): Page => ({ data: pageOf(...of).data });

const list = endpoints.brands({ country_code: 'CA' });

/** What a service may say of the length of its list, from what is right to what means nothing. */
const RIGHT_TOTALS = [Number, String].map((form) => (length: number): unknown => ({ total_count: form(length) }));
const TOTALS = [
	...RIGHT_TOTALS,
	...[undefined, null, {}, [], 'none'].map((meta) => () => meta),
	...[null, 0, 7, -1, 0.5, 'many'].map((total) => () => ({ total_count: total })),
];

/** Any list, with IDs or without, of a service that gives up to `perPage` entries at a time. */
const anyList = fc.record({
	length: fc.oneof(fc.constantFrom(0, 1, 20, 100, 200), fc.integer({ min: 0, max: 260 })),
	perPage: fc.constantFrom(20, 50, 100),
	total: fc.constantFrom(...TOTALS),
	all: fc.constantFrom(entries, people),
});

describe('readEntries', () => {
	test('reads a list to its end or to Limit, with no request too many, whatever a page holds and the service says of the length', async () => {
		const limits = fc.oneof(fc.constant(Infinity), fc.integer({ min: 1, max: 300 }));
		const property = fc.asyncProperty(anyList, limits, async ({ length, perPage, total, all }, limit) => {
			const { client, queries } = clientOf((page, size) => ({
				...pageOf(all(length), page, Math.min(size, perPage)),
				list_meta: total(length),
			}));

			expect(await readEntries(client, list, limit)).toEqual(all(Math.min(length, limit)));
			const asked = { country_code: 'CA', page: expect.any(Number) as number, per_page: Math.min(limit, 100) };
			for (const query of queries) expect(query).toEqual(asked);
			if (!RIGHT_TOTALS.includes(total)) return;
			const pages = Math.ceil(Math.min(length, limit) / Math.min(limit, perPage));
			expect(queries).toHaveLength(Math.max(1, pages));
		});
		await fc.assert(property, { numRuns: 150 });
	});

	test('misses no entry and repeats none when entries come and go anywhere, whichever page answers first', async () => {
		const change = fc.record({
			afterRequest: fc.integer({ min: 1, max: 12 }),
			at: fc.nat(900),
			removed: fc.nat(150),
			added: fc.nat(150),
		});
		const changes = fc.uniqueArray(change, { maxLength: 3, selector: ({ afterRequest }) => afterRequest });
		// A list whose total becomes again what it was gives no sign of its changes.
		const monotonous = fc
			.tuple(changes, fc.boolean())
			.filter(([all, grows]) => all.every(({ removed, added }) => (grows ? added > removed : removed > added)));
		const ticks = fc.infiniteStream(fc.nat(5));
		const property = fc.asyncProperty(fc.nat(900), monotonous, ticks, async (total, [all], delays) => {
			let current = entries(total);
			let next = 10_000;
			const { client } = clientOf(
				(page, size, request) => {
					const answer = pageOf(current, page, size);
					for (const { at, removed, added } of all.filter(({ afterRequest }) => afterRequest === request)) {
						current = [...current.slice(0, at), ...entries(added, next), ...current.slice(at + removed)];
						next += added;
					}
					return answer;
				},
				() => delays.next().value ?? 0,
			);

			const read = (await readEntries(client, list, Infinity)).map(({ id }) => id);

			const inResult = new Set(read);
			expect(inResult.size).toBe(read.length);
			const inList = new Set(current.map(({ id }) => id));
			expect(entries(total).filter(({ id }) => inList.has(id) && !inResult.has(id))).toEqual([]);
		});
		await fc.assert(property);
	});

	test.each([
		[100, 1],
		[250, 1],
		[250, 2],
		[1_500, 12],
		[1_950, 19],
	])('misses no entry when number %i moves to the top after request %i, with the same total', async (index, after) => {
		const all = entries(2_000);
		const moved = [...all.slice(index, index + 1), ...all.slice(0, index), ...all.slice(index + 1)];
		for (const matches of [undefined, () => true]) {
			const { client } = clientOf((page, size, request) => pageOf(request > after ? moved : all, page, size));

			const found = new Set((await readEntries(client, list, Infinity, matches)).map(({ id }) => id));
			expect(all.filter(({ id }) => !found.has(id))).toEqual([]);
		}
	});

	test('reads up to eight pages at a time, and keeps them in order', async () => {
		const { client, mostAtATime } = clientOf(pagesOf(entries(2_000)), (page) => 20 - page);

		expect(await readEntries(client, list, Infinity)).toEqual(entries(2_000));
		expect(mostAtATime()).toBe(AT_ONCE);
	});

	test('stops reading a list that gets new entries at its top all the time, and misses none of the others, whichever page is read first', async () => {
		const { client, queries } = clientOf((page, size, request) =>
			pageOf([...entries(request, 10_000).reverse(), ...entries(900)], page, size),
		);
		const call = client.call.bind(client);
		client.call = async (endpoint) => {
			// Of pages that are asked for together, the last is read first.
			for (let ticks = 20 - Number(endpoint.query?.page); ticks > 0; ticks--) await Promise.resolve();
			return await call(endpoint);
		};

		const read = await readEntries(client, list, Infinity);
		expect(read.slice(-900)).toEqual(entries(900));
		expect(queries.length).toBeLessThanOrEqual(1 + 10 * (1 + DEFAULT_LIMITS.maxRereads));
	});

	const twins = (alike: IDataObject) => Array.from({ length: 250 }, () => alike);
	const endless = (all: IDataObject[]) => (page: number, size: number) => withoutTotal(all, Math.min(page, 3), size);
	const ignoring = (all: IDataObject[], list_meta?: object): Respond => {
		return (_page, size) => ({ data: all.slice(0, size), list_meta });
	};

	const saysMore = (count: number): Respond => {
		return (page) => ({ data: page === 1 ? entries(count) : [], list_meta: { total_count: 1_000_000 } });
	};

	test.each<[string, Respond, IDataObject[], requests: number, limit?: number]>([
		['is empty, whatever its total', saysMore(0), [], 1],
		['is shorter than its total', saysMore(100), entries(100), 1 + AT_ONCE],
		['has people who are alike', pagesOf(twins({ first_name: 'Ann' })), twins({ first_name: 'Ann' }), 4],
		['has people whose ID is null', pagesOf(twins({ id: null })), twins({ id: null }), 4],
		['is one page, with its total', () => ({ data: entries(250), list_meta: { total_count: 250 } }), entries(250), 1],
		['is one page without IDs', () => ({ data: people(250), list_meta: { total_count: 250 } }), people(250), 1],
		['is one page without a total', () => ({ data: entries(45) }), entries(45), 2],
		['repeats its last page', endless(entries(250)), entries(250), 4],
		['repeats its last page, which is full', endless(entries(300)), entries(300), 4],
		['ignores the page, up to Limit', ignoring(entries(250)), entries(100), 1, 100],
		['ignores the page and has no IDs, up to Limit', ignoring(people(250)), people(100), 1, 100],
	])('takes all entries of a list that %s', async (_what, responseOf, all, requests, limit = Infinity) => {
		const { client, queries } = clientOf(responseOf);

		expect(await readEntries(client, list, limit)).toEqual(all);
		expect(queries).toHaveLength(requests);
	});

	const IN_ALL = { total_count: 5_000 };
	const repeats = (page: number) =>
		`Page ${page} of the list repeats an earlier page, so the rest of the list cannot be read`;
	test.each<[string, Respond, string, requests: number]>([
		['ignores the page, and has more by its total', ignoring(entries(250), IN_ALL), repeats(2), 1 + AT_ONCE],
		['ignores the page and has no IDs, but a total', ignoring(people(250), IN_ALL), repeats(2), 2 + AT_ONCE],
		['ignores the page, and has a full one', ignoring(entries(250)), repeats(2), 2],
		['ignores the page and has no IDs', ignoring(people(250)), repeats(2), 2],
		['repeats its last page without IDs and a total', endless(people(250)), repeats(4), 4],
		['does not end', (page) => ({ data: entries(1, page) }), 'The list does not end after 30 pages', 30],
	])('fails where entries may be missing: a list %s', async (_what, responseOf, message, requests) => {
		const { client, queries } = clientOf(responseOf);

		const advice = "Reading fewer entries may still work. Otherwise, contact the service's support.";
		const error = { message, context: { advice, request: '(GET /v1/brands)' } };
		await expect(readEntries(client, list, Infinity)).rejects.toMatchObject(error);
		expect(queries).toHaveLength(requests);
	});

	test('fails with the error of the page that could not be read, and asks for no other page after it', async () => {
		const { client, queries } = clientOf((page, size) => {
			if (page === 2) throw new Error('page 2 is broken');
			return pageOf(entries(5_000), page, size);
		});

		await expect(readEntries(client, list, Infinity)).rejects.toThrow('page 2 is broken');
		// What this client responds with is there before the next task.
		await new Promise((resolve) => setImmediate(resolve));
		expect(queries.length).toBeLessThanOrEqual(1 + 2 * AT_ONCE);
	});
});

test('walkEntries asks for the next page only when it is wanted', async () => {
	const { client, queries } = clientOf(pagesOf(entries(300)));
	const walk = walkEntries(client, list);

	const asked = [];
	for (let index = 0; index <= 100; index++) asked.push(await walk.next().then(() => queries.length));
	expect(asked).toEqual([...Array<number>(100).fill(1), 2]);
});

test('walkPages goes on when a page holds what the last one held, since as many entries came before them', async () => {
	const all = [...entries(100, 200), ...entries(200)];
	const { client } = clientOf((page, size, request) => pageOf(request === 1 ? all.slice(100) : all, page, size));

	const read = [];
	for await (const page of walkPages(client, list)) read.push(...page.entries);
	expect(read).toEqual(entries(200));
});

test('walkPages goes on from any page, and has the whole list of one who asks page by page', async () => {
	const property = fc.asyncProperty(anyList, async ({ length, perPage, total, all }) => {
		const { client } = clientOf((page) => ({ ...pageOf(all(length), page, perPage), list_meta: total(length) }));
		const read: IDataObject[] = [];
		for (let from = 1; from > 0;) {
			const { value, done } = await walkPages(client, list, { from }).next();
			if (!done) read.push(...value.entries);
			from = done || value.isLast ? 0 : value.page + 1;
			if (RIGHT_TOTALS.includes(total) && !done) expect(value.isLast).toBe(read.length === length);
		}
		expect(read).toEqual(all(length));
	});
	await fc.assert(property);
});

test.each<[string, IDataObject[], latest?: number]>([
	['finds an entry on a later page, although a page holds less than was asked for', entries(1, 30)],
	['looks at no more pages when its time is over', [], Date.now() - 1],
])('readEntries %s', async (_what, found, ...[latest]) => {
	const { client, queries } = clientOf((page) => withoutTotal(entries(45), page, 20));

	expect(await readEntries(client, list, 1, ({ id }) => id === 'entry-30', latest)).toEqual(found);
	expect(queries).toHaveLength(found.length + 1);
});
