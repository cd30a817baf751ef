import { uuidFrom } from '../ids';
import type { Brand, Category, Image, ImageEntry, Product, Variant, VariantGroup } from '../contract';

/** One product of a kind of shop; `price` is US cents. */
export interface ProductData {
	name: string;
	subtitle: string;
	price: number;
	choice?: { label: string; selectable: number; names: string[] };
	/** Two groups of options; a variant is a pair "first / second". */
	groups?: { label: string; first: OptionGroup; second: OptionGroup };
	restrictedStates?: string[];
	/** Default active. An inactive product cannot be ordered. */
	status?: 'inactive';
}

interface OptionGroup {
	name: string;
	options: string[];
}

/** A brand, with what no response shows. */
export interface BrandRecord {
	brand: Brand;
	shipsTo: string[];
	isCollection: boolean;
}

interface BrandData {
	name: string;
	category: Category;
	shippingPrice: number;
	freeShippingMinimum: number;
	values: string[];
	shipsTo: string[];
	isCollection?: boolean;
	sets: Record<string, Product[]>;
}

/** A product of one price, or one whose price the sender chooses between two bounds (US cents). */
type ProductRecipe = ProductData | (Omit<ProductData, 'price'> & { priceRange: [number, number] });

const UPDATED_AT = '2026-01-15T09:00:00.000Z';

/** Builds a brand as openapi: Brand shows it. */
export function brandOf(data: BrandData): BrandRecord {
	return {
		shipsTo: data.shipsTo,
		isCollection: data.isCollection ?? false,
		brand: {
			id: brandId(data.name),
			name: data.name,
			logo_image: image(data.name, 'logo', 400),
			shipping_price: data.shippingPrice,
			free_shipping_minimum: data.freeShippingMinimum,
			commerce_revshare_excluded: data.shippingPrice === 0,
			brand_values: data.values,
			brand_sets: Object.entries(data.sets).map(([name, products]) => ({
				id: uuidFrom('brand set', data.name, name),
				name,
				images: [imageEntry(data.name, name)],
				products,
				categories: [data.category],
			})),
		},
	};
}

/** Builds a product as openapi: Product shows it. */
export function productOf(brandName: string, data: ProductRecipe): Product {
	const [priceMin, priceMax] = 'priceRange' in data ? data.priceRange : [data.price, data.price];
	return {
		id: uuidFrom('product', brandName, data.name),
		name: data.name,
		brand: { id: brandId(brandName), name: brandName },
		variants: variantNames(data).map((name) => variant(brandName, data.name, name)),
		images: [imageEntry(brandName, data.name)],
		price: priceMin,
		price_is_variable: 'priceRange' in data,
		restricted_states: data.restrictedStates ?? [],
		subtitle: data.subtitle,
		subtitle_short: data.subtitle,
		recipient_description: `${data.name} by ${brandName}. ${data.subtitle}.`,
		variants_label: data.choice?.label ?? data.groups?.label ?? '',
		variants_num_selectable: data.choice?.selectable ?? (data.groups ? 1 : 0),
		variant_groups: variantGroups(brandName, data),
		price_min: priceMin,
		price_max: priceMax,
		attributes: [{ label: 'Ships from', content: 'United States' }],
		status: data.status ?? 'active',
		updated_at: UPDATED_AT,
		reserved_options: { custom_price_tier: 0 },
	};
}

function variantNames({ choice, groups }: Pick<ProductData, 'choice' | 'groups'>): string[] {
	if (!groups) return choice?.names ?? [];
	return groups.first.options.flatMap((first) => groups.second.options.map((second) => `${first} / ${second}`));
}

function variant(brandName: string, productName: string, name: string): Variant {
	return {
		id: uuidFrom('variant', brandName, productName, name),
		name,
		image_large: image(brandName, `${productName} ${name}`, 800),
		subtitle: '',
	};
}

function variantGroups(brandName: string, { name: productName, groups }: ProductRecipe): VariantGroup[] {
	return [groups?.first, groups?.second].flatMap((group) =>
		group
			? {
					id: uuidFrom('variant group', brandName, productName, group.name),
					name: group.name,
					options: group.options.map((name) => ({
						id: uuidFrom('option', brandName, productName, group.name, name),
						name,
						subtitle: '',
						color: group.name === 'Color' ? name.toLowerCase() : '',
						image_large: image(brandName, `${productName} ${name}`, 800),
					})),
				}
			: [],
	);
}

function brandId(name: string): string {
	return uuidFrom('brand', name);
}

function imageEntry(brandName: string, name: string): ImageEntry {
	return { id: uuidFrom('image', brandName, name), image_large: image(brandName, name, 800) };
}

function image(brandName: string, name: string, size: number): Image {
	const file = `${brandName} ${name}`.toLowerCase().replace(/[^a-z0-9]+/g, '-');
	return { url: `https://images.gift-order-batch.example/${file}.jpg`, width: size, height: size };
}
