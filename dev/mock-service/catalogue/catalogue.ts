import { uuidFrom } from '../ids';
import type { Brand, Product } from '../contract';
import brandData from './brandData.json';
import { brandOf, productOf, type BrandRecord, type ProductData } from './build';

const { firstNames } = brandData;

/** What each shop of a kind sells. */
const shopKinds: Array<
	Pick<(typeof brandData.shopKinds)[0], 'noun' | 'category' | 'subcategories'> & { products: ProductData[] }
> = brandData.shopKinds;

/** What some shops of every kind sold once. */
const discontinuedProduct = brandData.discontinuedProduct as ProductData;

/** The brands and products that the service sells: every first name is combined with every kind of shop. */
export interface Catalogue {
	/** By name, in the order in which the service lists them. */
	brands: Brand[];
	product(id: string): Product | undefined;
	productAt(url: string): Product | undefined;
	brandOfProduct(product: Product): Brand;
	/** @param country two capital letters */
	brandsShippingTo(country: string): Brand[];
	/** Each once, in the order of their brands. @param country two capital letters */
	activeProductsShippingTo(country: string): Product[];
	/** Whether the recipient has to choose from the product, so that swaps cannot be disabled. */
	isGiftCollection(product: Product): boolean;
}

/** The address that stands for a product in a cart (`product_url`). */
export function urlOf(product: Pick<Product, 'id'>): string {
	return `https://shop.gift-order-batch.example/products/${product.id}`;
}

/** The same catalogue every time: some 250 brands, most of them shipping to the US. */
export function createCatalogue(): Catalogue {
	const records = [...shops(), ...cardsAndCollections()].sort((a, b) => a.brand.name.localeCompare(b.brand.name, 'en'));
	const products = new Map<string, Product>();
	const brandByProduct = new Map<string, Brand>();
	const collections = new Set<string>();
	for (const { brand, isCollection } of records) {
		for (const product of productsOf(brand)) {
			products.set(product.id, product);
			brandByProduct.set(product.id, brand);
			if (isCollection) collections.add(product.id);
		}
	}
	const byUrl = new Map([...products.values()].map((product) => [urlOf(product), product]));

	const brandsShippingTo = (country: string) =>
		records.filter(({ shipsTo }) => shipsTo.includes(country)).map(({ brand }) => brand);

	return {
		brands: records.map(({ brand }) => brand),
		product: (id) => products.get(id.toLowerCase()),
		productAt: (url) => byUrl.get(url),
		brandOfProduct: (product) => brandByProduct.get(product.id)!,
		brandsShippingTo,
		activeProductsShippingTo: (country) => [
			...new Set(
				brandsShippingTo(country)
					.flatMap(productsOf)
					.filter(({ status }) => status === 'active'),
			),
		],
		isGiftCollection: (product) => collections.has(product.id),
	};
}

/** A product can be in several brand sets, and so be repeated. */
export function productsOf(brand: Brand): Product[] {
	return brand.brand_sets.flatMap((set) => set.products);
}

function shops(): BrandRecord[] {
	return firstNames.flatMap((firstName, row) =>
		shopKinds.map((kind, column) => {
			const number = row * shopKinds.length + column;
			const name = `${firstName} ${kind.noun}`;
			const [first, second, third, fourth] = kind.products.map((data) =>
				productOf(name, { ...data, price: data.price + (number % 7) * 100 }),
			) as [Product, Product, Product, Product];
			const discontinued = number % 40 === 17 ? [productOf(name, discontinuedProduct)] : [];
			const sets: Record<string, Product[]> =
				number % 2 === 0
					? { 'The Collection': [first, second, third], 'Best Sellers': [first, fourth] }
					: { 'The Collection': [first, second, third, fourth, ...discontinued] };
			return brandOf({
				name,
				category: { id: uuidFrom('category', kind.category), name: kind.category, subcategories: kind.subcategories },
				shippingPrice: 600 + (number % 5) * 100,
				freeShippingMinimum: 7500,
				values: number % 3 === 0 ? ['Women-owned', 'Sustainable'] : ['Small batch'],
				shipsTo: countriesOf(number),
				sets,
			});
		}),
	);
}

function countriesOf(number: number): string[] {
	if (number % 31 === 30) return ['CA'];
	const countries = ['US'];
	if (number % 5 === 0) countries.push('CA');
	if (number % 7 === 0) countries.push('GB', 'DE', 'FR');
	return countries;
}

function cardsAndCollections(): BrandRecord[] {
	const everywhere = { shippingPrice: 0, freeShippingMinimum: 0, values: [], shipsTo: ['US', 'CA', 'GB', 'DE', 'FR'] };
	const category = (name: string) => ({ id: uuidFrom('category', name), name, subcategories: [] });
	return [
		brandOf({
			...everywhere,
			name: 'Flex Gift',
			category: category('Flex Gifts'),
			sets: {
				'Flex Gifts': [
					productOf('Flex Gift', {
						name: 'Flex Gift',
						subtitle: 'Any gift up to your budget',
						priceRange: [1000, 100000],
					}),
				],
			},
		}),
		brandOf({
			...everywhere,
			name: 'Gift of Choice',
			category: category('Gift Collections'),
			isCollection: true,
			sets: {
				Collections: ['Coffee Break', 'New Parents', 'Work From Home'].map((name) =>
					productOf('Gift of Choice', { name, subtitle: 'The recipient chooses one gift', price: 5000 }),
				),
			},
		}),
		brandOf({
			...everywhere,
			name: 'Universal Gift Card',
			category: category('Gift Cards'),
			sets: {
				'Gift Cards': [
					productOf('Universal Gift Card', {
						name: 'Digital Gift Card',
						subtitle: 'Accepted by hundreds of shops',
						priceRange: [500, 50000],
					}),
				],
			},
		}),
	];
}
