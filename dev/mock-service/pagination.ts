import type { ListResponse } from './contract';

/** A list that has no pages, in the envelope of the others. */
export function wholeList<Item>(items: Item[]): ListResponse<Item> {
	return { data: items, list_meta: { total_count: items.length } };
}

/** One page of a list in its envelope; only the entries of the page are shown through `show`. */
export function pageOf<Item, Shown>(items: Item[], query: unknown, show: (item: Item) => Shown): ListResponse<Shown> {
	const { page, per_page: size } = query as { page: number; per_page: number };
	return { data: items.slice((page - 1) * size, page * size).map(show), list_meta: { total_count: items.length } };
}
