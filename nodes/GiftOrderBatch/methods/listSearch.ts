import type { IDataObject, ILoadOptionsFunctions, INodeListSearchItems, INodeListSearchResult } from 'n8n-workflow';

import type { ServiceClient } from '../api/client';
import { endpoints, type ListEndpoint } from '../api/endpoints';
import { ServiceError } from '../api/errors';
import { connectToService } from '../connect';
import { withNodeErrors } from '../nodeErrors';
import { EDITOR_LIMITS, type Limits } from '../api/limits';
import { readEntries, walkPages } from '../api/pages';
import { isActive, matchesSearch, productPages } from '../api/products';
import { cut, grouped, isBlank, objectIn } from '../api/values';
import { countryCodeField } from '../resources/commonFields';
import { accepted, checkAdded } from '../resources/fieldTable';
import * as labels from './labels';

/** An address that the editor may open; undefined for one that could do anything other than show a page. */
function webAddress(value: unknown): string | undefined {
	const address = String(value);
	if (!URL.canParse(address)) return undefined;
	const { protocol, hostname } = new URL(address);
	const isLoopback = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
	return protocol === 'https:' || (protocol === 'http:' && isLoopback) ? address : undefined;
}

/** How many characters of an entry's label are shown. */
const LONGEST_LABEL = 200;

/** A dropdown page holds at least this many entries, unless it is the last. */
const WANTED_RESULTS = 25;

/** What the dropdown says to do where the service does not offer its list. */
const alternative = 'Choose By ID instead of From list.';

/** How a dropdown lists objects of the service. */
interface Source {
	/** @param from the page of the list to begin with, counted from 1 */
	pages(client: ServiceClient, from: number, functions: ILoadOptionsFunctions): ReturnType<typeof walkPages>;
	label(entry: IDataObject): string;
	url?: (entry: IDataObject) => string | undefined;
	/** Whether an entry is offered; all are without this. */
	isOffered?: (entry: IDataObject) => boolean;
	/** What the dropdown says when there is nothing to choose from. */
	none: string;
}

/** The filter by the Country Code of the node's filters. @throws ServiceError when it is not two letters */
function countryFilter(functions: ILoadOptionsFunctions): { country_code?: string } {
	const filters = (functions.getCurrentNodeParameter('filters') ?? {}) as IDataObject;
	return accepted(checkAdded(filters, { country_code: countryCodeField }));
}

/**
 * The list of cards is not sorted, so all of them are read to group them by occasion. Cards of the same
 * occasions are numbered by their IDs: a card keeps its number as long as no other card is added or removed.
 */
async function* cardsByOccasion(client: ServiceClient): ReturnType<typeof walkPages> {
	const cards = await readEntries(client, { ...endpoints.cards(), alternative }, Infinity);
	cards.sort((a, b) => String(a.id).localeCompare(String(b.id), 'en'));
	const byLabel = [...grouped(cards.map((card) => [labels.cardLabel(card), card] as const))];
	byLabel.sort(([one], [other]) => one.localeCompare(other, 'en'));
	const entries = byLabel.flatMap(([label, same]) =>
		same.map((card, index) => ({ ...card, label: same.length === 1 ? label : `${label} ${index + 1}` })),
	);
	yield { page: 1, entries, isLast: true };
}

const pagesOf =
	(list: () => ListEndpoint): Source['pages'] =>
	(client, from) =>
		walkPages(client, { ...list(), alternative }, { from });

/** By the method of a resource locator (openapi: Brand, Product, Card, Collection, AccountPaymentMethod, Workspace, OrderBatch, Order). */
const SOURCES = {
	searchBrands: {
		pages: (client, from, functions) => walkPages(client, endpoints.brands(countryFilter(functions)), { from }),
		label: ({ name }) => String(name),
		none: 'The catalog has no brands that ship to this country.',
	},
	searchCards: {
		pages: cardsByOccasion,
		label: ({ label }) => String(label),
		url: ({ image }) => webAddress(objectIn(image).url),
		none: 'There are no cards in this account.',
	},
	searchCollections: {
		pages: pagesOf(() => endpoints.collections({})),
		label: labels.collectionLabel,
		none: 'There are no gift collections in this account.',
	},
	searchOrderBatches: {
		pages: pagesOf(endpoints.orderBatches),
		label: labels.orderBatchLabel,
		none: 'There are no order batches in this account yet.',
	},
	searchOrders: {
		pages: pagesOf(endpoints.orders),
		label: labels.orderLabel,
		none: 'There are no orders in this account yet.',
	},
	searchPaymentMethods: {
		pages: pagesOf(endpoints.paymentMethods),
		label: labels.paymentMethodLabel,
		none: 'There are no payment methods in this account. Add one in your gifting account.',
	},
	searchProducts: {
		pages: (client, from, functions) => productPages(client, countryFilter(functions), from),
		label: labels.productLabel,
		isOffered: isActive,
		none: 'The catalog has no products that ship to this country.',
	},
	searchWorkspaces: {
		pages: pagesOf(endpoints.workspaces),
		label: ({ name }) => String(name),
		none: 'There are no workspaces in this account.',
	},
} satisfies Record<string, Source>;

/**
 * The search methods of the resource locators. Their parameters are the words to look for, and the number of the list's page to
 * go on with. What they throw is shown by the dropdown; a search without a match is not an error.
 * @param limits what differs from `EDITOR_LIMITS`
 */
export function listSearch(limits: Partial<Limits> = {}) {
	const search = ({ pages, label, url, isOffered, none }: Source) =>
		async function (this: ILoadOptionsFunctions, filter = '', paginationToken?: string) {
			return await withNodeErrors(this.getNode(), async (): Promise<INodeListSearchResult> => {
				const client = await connectToService(this, { ...EDITOR_LIMITS, ...limits });
				const found = new Map<unknown, INodeListSearchItems>();
				for await (const { page, entries, isLast } of pages(client, Number(paginationToken ?? 1), this)) {
					for (const entry of entries) {
						const name = label(entry);
						// Only order batches and orders have references. They are searched where the label does not show them, too.
						const matches = matchesSearch(filter, name, entry.customer_reference_id, entry.reference_id);
						if (isOffered?.(entry) === false || !matches) continue;
						found.set(entry.id, { name: cut(name, LONGEST_LABEL), value: String(entry.id), url: url?.(entry) });
					}
					if (!isLast && found.size >= WANTED_RESULTS) {
						return { results: [...found.values()], paginationToken: String(page + 1) };
					}
				}
				if (found.size === 0 && isBlank(filter) && paginationToken === undefined) throw new ServiceError(none);
				return { results: [...found.values()] };
			});
		};
	const methods = Object.entries(SOURCES).map(([name, source]) => [name, search(source)] as const);
	return Object.fromEntries(methods) as Record<keyof typeof SOURCES, ReturnType<typeof search>>;
}
