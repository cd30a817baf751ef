import type { IDataObject } from 'n8n-workflow';

import type { ServiceClient } from './client';
import type { EntryList } from './contract';
import type { Endpoint } from './endpoints';
import { MAX_PAGE_SIZE } from './limits';

/**
 * Reads one page of a list (interface: "Endpoints").
 * @param page counted from 1
 * @returns the page's entries, and whether more may follow: by the service's total, else by the page being full
 */
export async function readPage(
	client: ServiceClient,
	list: Endpoint<EntryList>,
	page: number,
	pageSize = MAX_PAGE_SIZE,
): Promise<{ entries: IDataObject[]; hasMore: boolean }> {
	const answer = await client.call({ ...list, query: { ...list.query, page, per_page: pageSize } });
	const total = answer.list_meta?.total_count;
	const hasMore =
		answer.data.length > 0 && (total === undefined ? answer.data.length >= pageSize : page * pageSize < total);
	return { entries: answer.data, hasMore };
}

/**
 * Walks a list page by page and yields its entries in order, an entry that the list shows twice (same `id`) once.
 * Stops asking for pages as soon as its consumer stops.
 */
export async function* walkEntries(
	client: ServiceClient,
	list: Endpoint<EntryList>,
	pageSize = MAX_PAGE_SIZE,
): AsyncGenerator<IDataObject> {
	const seen = new Set<unknown>();
	for (let page = 1, hasMore = true; hasMore; page++) {
		const answer = await readPage(client, list, page, pageSize);
		for (const entry of answer.entries) {
			if (typeof entry.id === 'string') {
				if (seen.has(entry.id)) continue;
				seen.add(entry.id);
			}
			yield entry;
		}
		hasMore = answer.hasMore;
	}
}

/** Collects up to `limit` entries; `Infinity` collects all. */
export async function take<Entry>(entries: AsyncIterable<Entry>, limit: number): Promise<Entry[]> {
	const taken: Entry[] = [];
	for await (const entry of entries) {
		taken.push(entry);
		if (taken.length >= limit) break;
	}
	return taken;
}

/** Collects up to `limit` entries of a list without reading more of it than that takes. */
export async function readEntries(
	client: ServiceClient,
	list: Endpoint<EntryList>,
	limit: number,
): Promise<IDataObject[]> {
	return await take(walkEntries(client, list, Math.min(limit, MAX_PAGE_SIZE)), limit);
}
