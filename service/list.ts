import { readPage, type Query } from './input/query';
import type { ListAnswer } from './wire';

/**
 * One page of a list in its envelope; only the entries of the page are shown through `show`.
 * @throws ServiceError 400 for a page that cannot be.
 */
export function pageOf<Item, Shown>(items: Item[], query: unknown, show: (item: Item) => Shown): ListAnswer<Shown> {
	const { start, end } = readPage(query as Query);
	return { data: items.slice(start, end).map(show), list_meta: { total_count: items.length } };
}
