import type { IDataObject } from 'n8n-workflow';

import type { ServiceClient } from './client';
import { mapConcurrently } from './concurrency';
import type { ListEndpoint } from './endpoints';
import { ServiceError } from './errors';
import { fingerprint } from './fingerprint';
import { MAX_PAGE_SIZE, type Limits } from './limits';

/** `total` is how many entries the list has, if the service says so. */
type Page = { entries: IDataObject[]; total?: number };

type ReadPage = (page: number) => Promise<Page>;

/** Reads one page of a list. @param page counted from 1 @param latest as in `ServiceClient.call` */
export async function readPage(
	client: ServiceClient,
	list: ListEndpoint,
	page: number,
	pageSize = MAX_PAGE_SIZE,
	latest?: number,
): Promise<Page> {
	const query = { ...list.query, page, per_page: pageSize };
	const { data: entries, list_meta } = await client.call({ ...list, query }, latest);
	return { entries, total: list_meta?.total_count };
}

const hasId = ({ id }: IDataObject) => typeof id === 'string' || typeof id === 'number';

/** Identifies a page by its entries. Entries without an `id` are compared by all their fields. */
const pageKey = (entries: IDataObject[]) => fingerprint(entries.map((entry) => (hasId(entry) ? entry.id : entry)));

/**
 * Walks a list page by page, until a page is empty, repeats what came before, or completes the total. A missing or
 * too low total does not end the walk. An entry with an `id` is yielded once. `isLast` says that no page follows.
 *
 * Entries without an `id` can be equal and still be different people, so a page of them that repeats an earlier one may be
 * correct. It is kept if the total asks for more and the page after the end is empty. Without a total, there is no way to
 * tell, so the list fails. A list with IDs fails if the total asks for more, or if its first page is full and has no total.
 * @param from the first page to yield; the page before it is read as well, because it shows how many entries a page has
 * @throws ServiceError when entries may be missing: a page repeats an earlier one too soon, or there are more pages than
 * the limits allow
 */
export async function* walkPages(
	client: ServiceClient,
	list: ListEndpoint,
	{ from = 1, pageSize = MAX_PAGE_SIZE, read = ((page) => readPage(client, list, page, pageSize)) as ReadPage } = {},
): AsyncGenerator<{ page: number; entries: IDataObject[]; isLast: boolean }> {
	const { maxPages } = client.limits;
	const advice = "Reading fewer entries may still work. Otherwise, contact the service's support.";
	const request = `(${list.method} ${list.path})`;
	const unreadable = (problem: string) => new ServiceError(problem, { advice, request });
	const seen = new Set<unknown>();
	const isNew = (key: unknown) => !seen.has(key) && seen.add(key) === seen;
	let received = 0;
	let total: number | undefined;
	let endsAtTotal: boolean | undefined;
	for (let page = Math.max(1, from - 1); page <= maxPages; page++) {
		const response = await read(page);
		const count = response.entries.length;
		if (count === 0) return;
		const before = total;
		total = response.total ?? before;
		const missing = total === undefined ? 0 : total - received;
		const haveIds = response.entries.every(hasId);
		const entries = response.entries.filter((entry) => !hasId(entry) || isNew(`id ${String(entry.id)}`));
		if (haveIds ? entries.length === 0 : !isNew(pageKey(response.entries))) {
			const isCutOff = total === undefined && page === 2 && count === pageSize;
			if (haveIds && missing <= 0 && !isCutOff) return;
			if (!haveIds && missing > 0) endsAtTotal ??= (await read(page + Math.ceil(missing / count))).entries.length === 0;
			if (haveIds ? isCutOff || total === before : !endsAtTotal) {
				throw unreadable(`Page ${page} of the list repeats an earlier page, so the rest of the list cannot be read`);
			}
		}
		received = page < from ? page * count : received + count;
		const isLast = received === total;
		if (page >= from) yield { page, entries, isLast };
		if (isLast) return;
	}
	throw unreadable(`The list does not end after ${maxPages} pages`);
}

export async function* walkEntries(...parameters: Parameters<typeof walkPages>): AsyncGenerator<IDataObject> {
	for await (const { entries } of walkPages(...parameters)) yield* entries;
}

/** Reads all pages of a list with a known total, several at a time, and again if the list changes meanwhile. */
async function readAhead(read: ReadPage, limit: number, { maxPages, maxRereads, maxConcurrentRequests }: Limits) {
	for (let reading = 0; ; reading++) {
		const first = await read(1);
		const { total = 0, entries } = first;
		const firstKey = pageKey(entries);
		const pages = [first];
		const ids = new Set(entries.map(({ id }) => id));
		let last = entries.length === 0 ? 1 : Math.min(maxPages, Math.ceil(Math.min(limit, total) / entries.length));
		let hasChanged = false;
		function* following(): Generator<number> {
			for (let page = 2; page <= last && !hasChanged; page++) yield page;
		}
		// The last time one page after the other: what comes to the top of the list then only repeats entries.
		const isLast = reading >= maxRereads;
		await mapConcurrently(following(), isLast ? 1 : maxConcurrentRequests, async (page) => {
			const response = (pages[page - 1] = await read(page));
			const isEnd = response.entries.length === 0 || pageKey(response.entries) === firstKey;
			if (isEnd) last = Math.min(last, page);
			// An entry that is on two pages has taken the place of one that is on none.
			const hasMoved = !isEnd && response.entries.some((entry) => hasId(entry) && ids.has(entry.id));
			for (const { id } of response.entries) ids.add(id);
			hasChanged ||= !isLast && ((response.total ?? total) !== total || hasMoved);
		});
		if (!hasChanged) return pages;
	}
}

/**
 * Collects up to `limit` entries of a list, as `walkPages` yields them; with `matches`, those that it accepts. Several pages are
 * read at a time. A list that changes meanwhile is read again, a few times at most, so that no entry is missed because others
 * came or went before it. The service has no filter as `matches`: for some of the matching entries, whole pages are read one by
 * one until there are enough.
 * @param latest when the last request for some of the matching entries may begin, as Unix time in milliseconds
 */
export async function readEntries(
	client: ServiceClient,
	list: ListEndpoint,
	limit: number,
	matches?: (entry: IDataObject) => boolean,
	latest = Infinity,
): Promise<IDataObject[]> {
	const isOneByOne = matches !== undefined && limit !== Infinity;
	const pageSize = isOneByOne ? MAX_PAGE_SIZE : Math.min(limit, MAX_PAGE_SIZE);
	const readOne: ReadPage = (page) => readPage(client, list, page, pageSize, latest);
	const pages = isOneByOne ? [] : await readAhead(readOne, limit, client.limits);
	const read: ReadPage = async (page) => {
		const isLate = page > 1 && Date.now() > latest;
		return pages[page - 1] ?? (isLate ? { entries: [] } : await readOne(page));
	};
	const found: IDataObject[] = [];
	// An asynchronous step for each entry would take longer.
	for await (const { entries } of walkPages(client, list, { pageSize, read })) {
		for (const entry of entries) if (matches?.(entry) ?? true) found.push(entry);
		if (found.length >= limit) break;
	}
	return found.slice(0, limit);
}
