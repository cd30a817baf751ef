import type { IDataObject, ILoadOptionsFunctions, INodeListSearchItems, INodeListSearchResult } from 'n8n-workflow';

import type { Authentication } from '../api/authentication';
import { ServiceClient } from '../api/client';
import { countryCode } from '../api/contract';
import { endpoints } from '../api/endpoints';
import { inputError } from '../api/errors';
import { readPage } from '../api/pages';
import { matchesSearch, productsOf } from '../api/products';
import { check } from '../api/validation';

/** A dropdown page is filled up to at least this many entries before it is shown. */
const WANTED_RESULTS = 25;

async function searchCatalogue(
	functions: ILoadOptionsFunctions,
	paginationToken: string | undefined,
	resultsOf: (brand: IDataObject) => INodeListSearchItems[],
): Promise<INodeListSearchResult> {
	const authentication = functions.getNodeParameter('authentication', 0) as Authentication;
	const client = await ServiceClient.connect(functions, authentication);
	const filters = functions.getCurrentNodeParameter('filters') as IDataObject | undefined;
	const country = check(countryCode, filters?.countryCode);
	if ('problems' in country) throw inputError(functions.getNode(), country.problems);

	const results = new Map<unknown, INodeListSearchItems>();
	let page = Number(paginationToken ?? 1);
	let hasMore: boolean;
	do {
		const answer = await readPage(client, endpoints.brands({ country_code: country.value }), page++);
		for (const result of answer.entries.flatMap(resultsOf)) results.set(result.value, result);
		hasMore = answer.hasMore;
	} while (hasMore && results.size < WANTED_RESULTS);
	return { results: [...results.values()], paginationToken: hasMore ? String(page) : undefined };
}

/**
 * The brands of the catalogue for a resource locator (interface: "Brand (catalogue listing)").
 * @param filter words of the brand's name
 * @param paginationToken the number of the catalogue page to go on with
 * @throws NodeApiError or NodeOperationError that the dropdown shows
 */
export async function searchBrands(
	this: ILoadOptionsFunctions,
	filter = '',
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	return await searchCatalogue(this, paginationToken, (brand) =>
		matchesSearch(filter, brand.name) ? [{ name: String(brand.name), value: String(brand.id) }] : [],
	);
}

/** The products of the catalogue for a resource locator; `filter` may also name the brand. As `searchBrands` else. */
export async function searchProducts(
	this: ILoadOptionsFunctions,
	filter = '',
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	return await searchCatalogue(this, paginationToken, (brand) =>
		productsOf(brand)
			.map((product) => ({ name: `${String(product.name)} (${String(brand.name)})`, value: String(product.id) }))
			.filter(({ name }) => matchesSearch(filter, name)),
	);
}
