import { createCatalogue, productsOf } from '../../../dev/mock-service/catalogue/catalogue';

test('a country has the active products of its brands, each once, although some are in two brand sets', () => {
	const catalogue = createCatalogue();
	const products = catalogue.brandsShippingTo('US').flatMap(productsOf);
	const active = products.filter(({ status }) => status === 'active');
	const listed = catalogue.activeProductsShippingTo('US');
	expect(listed).toEqual([...new Set(active)]);
	expect([active.length < products.length, listed.length < active.length]).toEqual([true, true]);
});
