import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import type { ServiceClient } from '../../../../nodes/GiftOrderBatch/api/client';
import { endpoints, type Endpoint } from '../../../../nodes/GiftOrderBatch/api/endpoints';
import { readEntries, readPage, take, walkEntries } from '../../../../nodes/GiftOrderBatch/api/pages';

interface Page {
	data: IDataObject[];
	list_meta?: { total_count: number };
}

const entry = (index: number): IDataObject => ({ id: `entry-${index}` });

const entries = (count: number, from = 0) => Array.from({ length: count }, (_, index) => entry(from + index));

/** A client that answers each request for a page from a list, which may change between two requests. */
function clientOf(answerOf: (page: number, pageSize: number, request: number) => Page) {
	const queries: IDataObject[] = [];
	const client = {
		call: async ({ query = {} }: Endpoint<Page>) => {
			queries.push(query);
			return answerOf(Number(query.page), Number(query.per_page), queries.length);
		},
	} as unknown as ServiceClient;
	return { client, queries };
}

const pageOf = (list: IDataObject[], page: number, pageSize: number): Page => ({
	data: list.slice((page - 1) * pageSize, page * pageSize),
	list_meta: { total_count: list.length },
});

const list = endpoints.brands({ country_code: 'CA' });

describe('readEntries', () => {
	test('reads every entry of a list of any length once and in order, with as few requests as it takes', async () => {
		await fc.assert(
			fc.asyncProperty(fc.integer({ min: 0, max: 450 }), async (total) => {
				const { client, queries } = clientOf((page, size) => pageOf(entries(total), page, size));

				expect(await readEntries(client, list, Infinity)).toEqual(entries(total));
				expect(queries).toHaveLength(Math.max(1, Math.ceil(total / 100)));
			}),
		);
	});

	test('never asks for a page that Limit does not need, nor for more than 100 entries at a time', async () => {
		await fc.assert(
			fc.asyncProperty(fc.integer({ min: 0, max: 450 }), fc.integer({ min: 1, max: 500 }), async (total, limit) => {
				const { client, queries } = clientOf((page, size) => pageOf(entries(total), page, size));

				expect(await readEntries(client, list, limit)).toEqual(entries(Math.min(total, limit)));
				expect(queries).toHaveLength(Math.max(1, Math.ceil(Math.min(total, limit) / Math.min(limit, 100))));
				for (const query of queries) expect(query.per_page).toBeLessThanOrEqual(Math.min(limit, 100));
			}),
		);
	});

	test('keeps the query of the list beside the page', async () => {
		const { client, queries } = clientOf((page, size) => pageOf(entries(101), page, size));

		await readEntries(client, list, Infinity);

		expect(queries).toEqual([
			{ country_code: 'CA', page: 1, per_page: 100 },
			{ country_code: 'CA', page: 2, per_page: 100 },
		]);
	});

	test('reads a list without a total until a page is not full', async () => {
		await fc.assert(
			fc.asyncProperty(fc.integer({ min: 0, max: 350 }), async (total) => {
				const { client } = clientOf((page, size) => ({ data: pageOf(entries(total), page, size).data }));

				expect(await readEntries(client, list, Infinity)).toEqual(entries(total));
			}),
		);
	});

	test('goes on after a short page when the total says that there is more', async () => {
		const { client } = clientOf((page, size) => {
			const { data, list_meta } = pageOf(entries(150), page, size);
			return { data: page === 1 ? data.slice(0, 60) : data, list_meta };
		});

		expect(await readEntries(client, list, Infinity)).toHaveLength(110);
	});

	test('stops at an empty page, whatever the total says', async () => {
		const { client, queries } = clientOf((page) => ({
			data: page === 1 ? entries(100) : [],
			list_meta: { total_count: 1_000_000 },
		}));

		expect(await readEntries(client, list, Infinity)).toEqual(entries(100));
		expect(queries).toHaveLength(2);
	});

	test('has the entries that were appended while it read', async () => {
		const { client } = clientOf((page, size, request) => pageOf(entries(request === 1 ? 150 : 250), page, size));

		expect(await readEntries(client, list, Infinity)).toEqual(entries(250));
	});

	test('has an entry only once when others were put before it while it read', async () => {
		const { client } = clientOf((page, size, request) =>
			pageOf(request === 1 ? entries(150) : [...entries(7, 1000), ...entries(150)], page, size),
		);

		expect(await readEntries(client, list, Infinity)).toEqual(entries(150));
	});

	test('ends when the list shrank while it read', async () => {
		const { client, queries } = clientOf((page, size, request) =>
			pageOf(entries(request === 1 ? 250 : 120), page, size),
		);

		expect(await readEntries(client, list, Infinity)).toEqual(entries(120));
		expect(queries).toHaveLength(2);
	});

	test.each([
		['no id', {}],
		['the id null', { id: null }],
	])('keeps entries that are alike when they have %s', async (_what, more) => {
		const twins = Array.from({ length: 120 }, (): IDataObject => ({ first_name: 'Ann', ...more }));
		const { client } = clientOf((page, size) => pageOf(twins, page, size));

		expect(await readEntries(client, list, Infinity)).toEqual(twins);
	});

	test('fails with the error of the page that could not be read', async () => {
		const { client } = clientOf((page, size) => {
			if (page === 2) throw new Error('page 2 is broken');
			return pageOf(entries(250), page, size);
		});

		await expect(readEntries(client, list, Infinity)).rejects.toThrow('page 2 is broken');
	});
});

describe('walkEntries', () => {
	test('asks for the next page only when it is wanted', async () => {
		const { client, queries } = clientOf((page, size) => pageOf(entries(300), page, size));
		const walk = walkEntries(client, list);

		await walk.next();
		expect(queries).toHaveLength(1);
		for (let index = 1; index < 100; index++) await walk.next();
		expect(queries).toHaveLength(1);
		await walk.next();
		expect(queries).toHaveLength(2);
	});
});

describe('readPage', () => {
	test.each([
		['a full page of a longer list', { data: entries(10), list_meta: { total_count: 11 } }, true],
		['the last page', { data: entries(10), list_meta: { total_count: 10 } }, false],
		['a full page without a total', { data: entries(10) }, true],
		['a short page without a total', { data: entries(9) }, false],
		['an empty page', { data: [], list_meta: { total_count: 11 } }, false],
	])('says after %s whether more may follow', async (_what, answer, hasMore) => {
		const { client } = clientOf(() => answer);

		expect(await readPage(client, list, 1, 10)).toEqual({ entries: answer.data, hasMore });
	});
});

describe('take', () => {
	test('does not ask for another entry once it has enough', async () => {
		let asked = 0;
		async function* numbers() {
			for (;;) yield ++asked;
		}

		expect(await take(numbers(), 3)).toEqual([1, 2, 3]);
		expect(asked).toBe(3);
	});
});
