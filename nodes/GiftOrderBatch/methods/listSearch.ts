import type { IDataObject, ILoadOptionsFunctions, INodeListSearchItems, INodeListSearchResult } from 'n8n-workflow';

import type { Authentication } from '../api/credentialTypes';
import { ServiceClient } from '../api/client';
import { endpoints } from '../api/endpoints';
import { inputError } from '../api/errors';
import type { Limits } from '../api/limits';
import { walkPages } from '../api/pages';
import { matchesSearch, productsOf } from '../api/products';
import { check, countryCode } from '../resources/inputSchemas';

/** A dropdown page holds at least this many entries, unless it is the last. */
const WANTED_RESULTS = 25;

async function searchCatalogue(
	functions: ILoadOptionsFunctions,
	limits: Partial<Limits>,
	paginationToken: string | undefined,
	resultsOf: (brand: IDataObject) => INodeListSearchItems[],
): Promise<INodeListSearchResult> {
	const authentication = functions.getNodeParameter('authentication', 0) as Authentication;
	const client = await ServiceClient.connect(functions, authentication, limits);
	const filters = functions.getCurrentNodeParameter('filters') as IDataObject | undefined;
	const country = check(countryCode, filters?.countryCode);
	if ('problems' in country) throw inputError(functions.getNode(), country.problems);

	const results = new Map<unknown, INodeListSearchItems>();
	const brands = endpoints.brands({ country_code: country.value });
	for await (const { page, entries, isLast } of walkPages(client, brands, { from: Number(paginationToken ?? 1) })) {
		for (const result of entries.flatMap(resultsOf)) results.set(result.value, result);
		if (!isLast && results.size >= WANTED_RESULTS)
			return { results: [...results.values()], paginationToken: String(page + 1) };
	}
	return { results: [...results.values()] };
}

/**
 * The search methods of the resource locators (openapi: Brand). Their parameters are the words to look for, and the number of
 * the catalogue page to go on with. They throw a NodeApiError or NodeOperationError that the dropdown shows.
 * @param limits what differs from `DEFAULT_LIMITS`
 */
export const listSearch = (limits: Partial<Limits> = {}) => ({
	/** The brands of the catalogue, by their names. */
	async searchBrands(
		this: ILoadOptionsFunctions,
		filter = '',
		paginationToken?: string,
	): Promise<INodeListSearchResult> {
		return await searchCatalogue(this, limits, paginationToken, (brand) =>
			matchesSearch(filter, brand.name) ? [{ name: String(brand.name), value: String(brand.id) }] : [],
		);
	},

	/** The products of the catalogue, by their names and those of their brands. */
	async searchProducts(
		this: ILoadOptionsFunctions,
		filter = '',
		paginationToken?: string,
	): Promise<INodeListSearchResult> {
		return await searchCatalogue(this, limits, paginationToken, (brand) =>
			productsOf(brand)
				.map((product) => ({ name: `${String(product.name)} (${String(brand.name)})`, value: String(product.id) }))
				.filter(({ name }) => matchesSearch(filter, name)),
		);
	},
});
