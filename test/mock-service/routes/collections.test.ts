import type { Collection, ListResponse } from '../../../dev/mock-service';
import { useService } from '../../../dev/harness/serviceClient';
import { problemsOf, problemsOfList } from '../../support/schemas';

const client = useService();

async function list(query = ''): Promise<Collection[]> {
	const { status, data } = await client().get<ListResponse<Collection>>(`/v1/collections?${query}`);
	expect(status).toBe(200);
	expect(problemsOfList('Collection', data)).toEqual([]);
	return data.data;
}

async function read(id: string): Promise<Collection> {
	const { status, data } = await client().get<Collection>(`/v1/collections/${id}`);
	expect(status).toBe(200);
	expect(problemsOf('Collection', data)).toEqual([]);
	return data;
}

describe('GET /v1/collections', () => {
	it('lists the collections without the categories of their products', async () => {
		const collections = await list();
		expect(collections).toHaveLength(4);
		for (const { published_version: version } of collections) {
			expect(version ?? {}).not.toHaveProperty('collection_categories');
		}
	});

	it('lists those that are published, or those that are not', async () => {
		expect((await list('published=true')).map(({ is_published }) => is_published)).toEqual([true, true, true]);
		expect((await list('published=false')).map(({ is_published }) => is_published)).toEqual([false]);
	});

	it('leaves out the product and the price of a published collection that the single read has', async () => {
		const brief = (await list('published=true')).filter(({ product }) => product === null);
		const whole = await Promise.all(brief.map(async ({ id }) => await read(id)));
		expect(brief.map(({ published_price }) => published_price)).toEqual([null, null]);
		expect(whole.map(({ product }) => product?.name)).toEqual(['New Parents', undefined]);
	});
});

describe('GET /v1/collections/{id}', () => {
	it('gives the collection with the products to choose from', async () => {
		const [first] = await list();
		const { product, published_version: version } = await read(first!.id);
		expect(product?.id).toBe(client().service.samples.giftCollectionProductId);
		const choices = version!.collection_categories.flatMap(({ collection_products: entries }) => entries);
		expect(choices).toHaveLength(8);
		for (const choice of choices) expect(client().service.catalogue.product(choice.product.id)).toEqual(choice.product);
	});

	it('responds with 404 for an unknown ID', async () => {
		const { status, data } = await client().get('/v1/collections/00000000-0000-4000-8000-000000000000');
		expect([status, data]).toEqual([404, { error: 'Collection not found' }]);
	});
});
