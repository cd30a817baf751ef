import type { IDataObject } from 'n8n-workflow';

import type { ServiceClient } from './client';
import { forEachConcurrently } from './concurrency';
import type { EntryList } from './contract';
import type { Endpoint } from './endpoints';
import { MAX_CONCURRENT_REQUESTS, MAX_PAGE_SIZE, MAX_REREADS } from './limits';

interface Page {
	entries: IDataObject[];
	/** How many entries the list has, if the service says so. */
	total?: number;
	/** Whether more may follow: by the total, else by the page being full. */
	hasMore: boolean;
}

/**
 * Reads one page of a list (interface: "Endpoints").
 * @param page counted from 1
 */
export async function readPage(
	client: ServiceClient,
	list: Endpoint<EntryList>,
	page: number,
	pageSize = MAX_PAGE_SIZE,
): Promise<Page> {
	const { data: entries, list_meta } = await client.call({
		...list,
		query: { ...list.query, page, per_page: pageSize },
	});
	const total = list_meta?.total_count;
	const hasMore = entries.length > 0 && (total === undefined ? entries.length >= pageSize : page * pageSize < total);
	return { entries, total, hasMore };
}

/** How many entries a page of the list holds: what was asked for, unless the service gives less at a time. */
const stepOf = ({ entries, total }: Page, pageSize: number): number =>
	total !== undefined && entries.length > 0 && entries.length < Math.min(pageSize, total) ? entries.length : pageSize;

/** Tells of each entry whether it is the first with its `id`. Entries without an `id` cannot be told apart, and all count. */
function firstSightings(): (entry: IDataObject) => boolean {
	const seen = new Set<string>();
	return ({ id }) => typeof id !== 'string' || (!seen.has(id) && seen.add(id) === seen);
}

/**
 * Walks a list page by page and yields its entries in order, an entry that the list shows twice (same `id`) once.
 * Stops asking for pages as soon as its consumer stops.
 * @param first the first page, if it was read already
 */
export async function* walkEntries(
	client: ServiceClient,
	list: Endpoint<EntryList>,
	pageSize = MAX_PAGE_SIZE,
	first?: Page,
): AsyncGenerator<IDataObject> {
	const isNew = firstSightings();
	let answer = first ?? (await readPage(client, list, 1, pageSize));
	const step = stepOf(answer, pageSize);
	for (let page = 1; ; page++) {
		yield* answer.entries.filter(isNew);
		const { entries, total, hasMore } = answer;
		if (total === undefined ? !hasMore : entries.length === 0 || page * step >= total) return;
		answer = await readPage(client, list, page + 1, pageSize);
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

/** A list that is read several pages at a time. */
class ListReading {
	private readonly pages: Array<{ entries: IDataObject[]; change: number }> = [];
	/** Counts how often the total has changed since the reading began. Pages of different counts do not fit together. */
	private change = 0;
	/** The first page that was empty, whatever the total says. */
	private end = Infinity;

	constructor(
		private readonly client: ServiceClient,
		private readonly list: Endpoint<EntryList>,
		private readonly limit: number,
		private readonly pageSize: number,
		/** How many entries a page holds. */
		private readonly step: number,
		first: IDataObject[],
		private total: number,
	) {
		this.pages.push({ entries: first, change: 0 });
	}

	async entries(): Promise<IDataObject[]> {
		for (let reading = 0; reading <= MAX_REREADS; reading++) {
			await forEachConcurrently(this.missingPages(), MAX_CONCURRENT_REQUESTS, (page) => this.read(page));
		}
		return this.pages
			.slice(0, this.pageCount)
			.flatMap(({ entries }) => entries)
			.filter(firstSightings())
			.slice(0, this.limit);
	}

	private get pageCount(): number {
		return Math.ceil(Math.min(this.limit, this.total) / this.step);
	}

	private *missingPages(): Generator<number> {
		for (let page = 1; page <= Math.min(this.pageCount, this.end); page++) {
			if (this.pages[page - 1]?.change !== this.change) yield page;
		}
	}

	private async read(page: number): Promise<void> {
		const { entries, total = this.total } = await readPage(this.client, this.list, page, this.pageSize);
		if (total !== this.total) {
			this.total = total;
			this.change++;
			this.end = Infinity;
		}
		if (entries.length === 0) this.end = Math.min(this.end, page);
		this.pages[page - 1] = { entries, change: this.change };
	}
}

/**
 * Collects up to `limit` entries of a list without reading more of it than that takes, several pages at a time. When the
 * total changes meanwhile, the pages that were read before the change are read again, a few times at most: so an entry
 * that was there all the time is not missed, although others came or went before it.
 */
export async function readEntries(
	client: ServiceClient,
	list: Endpoint<EntryList>,
	limit: number,
): Promise<IDataObject[]> {
	const pageSize = Math.min(limit, MAX_PAGE_SIZE);
	const first = await readPage(client, list, 1, pageSize);
	const { entries, total } = first;
	if (total === undefined) return await take(walkEntries(client, list, pageSize, first), limit);
	return await new ListReading(client, list, limit, pageSize, stepOf(first, pageSize), entries, total).entries();
}
