import type { Collection } from '../../../dev/mock-service';
import { catalogue, samples, useMockService } from '../../support/mockService';

const { read, list } = useMockService();

const collections = async () => (await list<Collection>('/v1/collections')).data;
const collection = async ({ id }: Collection) => await read<Collection>(`/v1/collections/${id}`);

test('a list has no categories, and only the single read has them, with the products to choose from', async () => {
	const [first] = await collections();
	expect(first!.published_version).not.toHaveProperty('collection_categories');

	const { product, published_version: version } = await collection(first!);
	expect(product?.id).toBe(samples.giftCollectionProductId);
	const choices = version!.collection_categories.flatMap(({ collection_products: entries }) => entries);
	expect(choices).toHaveLength(8);
	for (const choice of choices) expect(catalogue.product(choice.product.id)).toEqual(choice.product);
});

test('one collection has its product and price in the single read only, one has none, and one is not published', async () => {
	const listed = await collections();
	const whole = await Promise.all(listed.map(collection));
	const shown = (one: Collection) => [one.is_published, one.title, one.product?.name, one.published_price !== null];
	expect(listed.map(shown)).toEqual([
		[true, 'Coffee Break', 'Coffee Break', true],
		[true, 'New Parents', undefined, false],
		[true, 'Work From Home', undefined, false],
		[false, null, undefined, false],
	]);
	expect(shown(whole[1]!)).toEqual([true, 'New Parents', 'New Parents', true]);
	expect(shown(whole[2]!)).toEqual(shown(listed[2]!));
});
