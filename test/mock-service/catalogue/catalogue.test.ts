import { createCatalogue, productsOf } from '../../../dev/mock-service/catalogue/catalogue';

const catalogue = createCatalogue();
const { brands } = catalogue;
const products = brands.flatMap(productsOf);
const idsOf = (entries: Array<{ id: string }>) => entries.map(({ id }) => id);

test('the catalogue is the same every time, and has some 250 brands by name, each once', () => {
	expect(createCatalogue().brands).toEqual(brands);
	expect(brands.length).toBeGreaterThanOrEqual(250);
	expect(new Set(idsOf(brands)).size).toBe(brands.length);
	const names = brands.map(({ name }) => name);
	expect(names).toEqual([...names].sort((a, b) => a.localeCompare(b, 'en')));
});

test.each<[string, (product: (typeof products)[number]) => boolean]>([
	['several variants to select', (product) => product.variants_num_selectable > 1],
	['groups of variants', (product) => product.variant_groups.length > 0 && product.variants.length > 0],
	['states to which it is not shipped', (product) => product.restricted_states.length > 0],
	['a place in two brand sets', ({ id }) => idsOf(products).indexOf(id) !== idsOf(products).lastIndexOf(id)],
])('some products have %s, and others do not', (_what, has) => {
	expect(products.some(has)).toBe(true);
	expect(products.every(has)).toBe(false);
});

test('brands ship to different countries, and a country has their active products, each once', () => {
	const shippingTo = (country: string) => idsOf(catalogue.brandsShippingTo(country));
	const [us, canada, britain] = ['US', 'CA', 'GB'].map(shippingTo) as [string[], string[], string[]];
	expect(canada.some((id) => us.includes(id))).toBe(true);
	expect(canada.some((id) => !us.includes(id))).toBe(true);
	expect(us.some((id) => !canada.includes(id) && !britain.includes(id))).toBe(true);
	expect([britain.length > 0, shippingTo('AQ')]).toEqual([true, []]);

	const listed = idsOf(catalogue.activeProductsShippingTo('US'));
	const active = products.filter(({ status, brand }) => status === 'active' && us.includes(brand.id));
	expect(listed).toEqual([...new Set(idsOf(active))]);
});
