import type { FastifyInstance } from 'fastify';
import { createCollections } from '../collections';
import type { ServiceContext } from '../context';
import type { Collection } from '../contract';
import { pageOf } from '../pagination';
import { ServiceError } from '../serviceError';

/** A collection without what only the response that reads it has. */
function listed(collection: Collection, isBrief: boolean): Collection {
	const { published_version: version } = collection;
	const { collection_categories: _categories, ...shown } = version ?? {};
	return {
		...collection,
		published_version: version && (shown as typeof version),
		...(isBrief && { product: null, published_price: null }),
	};
}

/** The /v1/collections endpoints: the gift collections, and one with the products to choose from. */
export function collectionRoutes(api: FastifyInstance, { catalogue }: ServiceContext): void {
	const collections = createCollections(catalogue);

	api.get('/v1/collections', async ({ query }) => {
		const { published } = query as { published?: boolean };
		const entries = collections.filter(
			({ collection }) => published === undefined || collection.is_published === published,
		);
		return pageOf(entries, query, ({ collection, isBriefInLists }) => listed(collection, isBriefInLists));
	});

	api.get<{ Params: { id: string } }>('/v1/collections/:id', async ({ params }) => {
		const found = collections.find(({ collection }) => collection.id === params.id.toLowerCase());
		if (!found) throw new ServiceError(404, 'Collection not found');
		return found.collection;
	});
}
