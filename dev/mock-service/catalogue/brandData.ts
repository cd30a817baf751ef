/** What the catalogue is made of: every first name is combined with every kind of shop. */

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

export interface OptionGroup {
	name: string;
	options: string[];
}

/** A kind of shop: its category and what every shop of the kind sells. */
export interface ShopKind {
	noun: string;
	category: string;
	subcategories: string[];
	products: [ProductData, ProductData, ProductData, ProductData];
}

export const firstNames = [
	'Amber',
	'Birch',
	'Cedar',
	'Copper',
	'Dovetail',
	'Elm Street',
	'Fable',
	'Fern & Fig',
	'Golden Hour',
	'Harbor',
	'Indigo',
	'Juniper',
	'Kindred',
	'Lantern',
	'Maple',
	'Northwind',
	'Olive Grove',
	'Pine Ridge',
	'Quartz',
	'Redwood',
	'Saltwater',
	'Thistle',
	'Urban Nest',
	'Violet Hill',
	'Willow',
];

/** What some shops of every kind sold once. */
export const discontinuedProduct: ProductData = {
	name: 'Winter Edition',
	subtitle: 'No longer made',
	price: 4900,
	status: 'inactive',
};

export const shopKinds: ShopKind[] = [
	{
		noun: 'Bakery',
		category: 'Food',
		subcategories: ['Cookies', 'Cakes'],
		products: [
			{ name: 'Butter Cookie Tin', subtitle: 'Two dozen all-butter cookies', price: 3200 },
			{
				name: 'Cookie Duo',
				subtitle: 'Pick two flavors',
				price: 2800,
				choice: {
					label: 'Choose two flavors',
					selectable: 2,
					names: ['Brown Butter', 'Double Chocolate', 'Lemon', 'Oat & Raisin'],
				},
			},
			{ name: 'Celebration Cake', subtitle: 'Vanilla layers, serves eight', price: 5400 },
			{ name: 'Brownie Box', subtitle: 'Nine fudge brownies', price: 3600 },
		],
	},
	{
		noun: 'Coffee',
		category: 'Drinks',
		subcategories: ['Coffee', 'Brewing'],
		products: [
			{ name: 'House Blend', subtitle: 'One 12 oz bag', price: 1900 },
			{
				name: 'Single Origin Bag',
				subtitle: 'One 12 oz bag of your choice',
				price: 2300,
				choice: { label: 'Choose an origin', selectable: 1, names: ['Colombia', 'Ethiopia', 'Guatemala'] },
			},
			{ name: 'Pour-Over Kit', subtitle: 'Dripper, filters and a bag', price: 4800 },
			{ name: 'Cold Brew Set', subtitle: 'Pitcher and two blends', price: 4200 },
		],
	},
	{
		noun: 'Chocolates',
		category: 'Food',
		subcategories: ['Chocolate'],
		products: [
			{ name: 'Truffle Box', subtitle: 'Sixteen assorted truffles', price: 3400 },
			{
				name: 'Bar Trio',
				subtitle: 'Pick three bars',
				price: 2700,
				choice: {
					label: 'Choose three bars',
					selectable: 3,
					names: ['Dark 70%', 'Hazelnut', 'Milk', 'Orange', 'Sea Salt'],
				},
			},
			{ name: 'Drinking Chocolate', subtitle: 'A tin for twelve cups', price: 2400 },
			{ name: 'Caramel Tin', subtitle: 'Soft salted caramels', price: 2600 },
		],
	},
	{
		noun: 'Tea House',
		category: 'Drinks',
		subcategories: ['Tea'],
		products: [
			{ name: 'Tea Sampler', subtitle: 'Eight loose leaf teas', price: 2900 },
			{
				name: 'Tea Tin',
				subtitle: 'One tin of your choice',
				price: 1800,
				choice: { label: 'Choose a tea', selectable: 1, names: ['Earl Grey', 'Jasmine', 'Mint', 'Rooibos'] },
			},
			{ name: 'Glass Teapot', subtitle: 'With infuser, 27 oz', price: 4500 },
			{ name: 'Matcha Set', subtitle: 'Bowl, whisk and matcha', price: 5600 },
		],
	},
	{
		noun: 'Candles',
		category: 'Home',
		subcategories: ['Candles', 'Decor'],
		products: [
			{ name: 'Soy Candle', subtitle: 'Burns for fifty hours', price: 3800 },
			{
				name: 'Candle Pair',
				subtitle: 'Pick two scents',
				price: 5200,
				choice: { label: 'Choose two scents', selectable: 2, names: ['Fig', 'Linen', 'Sandalwood', 'Tomato Leaf'] },
			},
			{ name: 'Reed Diffuser', subtitle: 'Cedar and bergamot', price: 4400 },
			{ name: 'Travel Tins', subtitle: 'Four small candles', price: 3000 },
		],
	},
	{
		noun: 'Florals',
		category: 'Home',
		subcategories: ['Plants', 'Flowers'],
		products: [
			{ name: 'Dried Bouquet', subtitle: 'Lasts for years', price: 5800 },
			{
				name: 'Desk Plant',
				subtitle: 'In a glazed pot',
				price: 3900,
				choice: { label: 'Choose a plant', selectable: 1, names: ['Jade', 'Pothos', 'Snake Plant'] },
			},
			{ name: 'Herb Garden', subtitle: 'Basil, mint and thyme', price: 3300 },
			{ name: 'Flower Press', subtitle: 'Beech, with papers', price: 2800 },
		],
	},
	{
		noun: 'Cellars',
		category: 'Drinks',
		subcategories: ['Wine'],
		products: [
			{ name: 'Red and White Pair', subtitle: 'Two bottles', price: 6400, restrictedStates: ['AR', 'MS', 'UT'] },
			{
				name: 'Bottle of Choice',
				subtitle: 'One bottle',
				price: 3500,
				choice: { label: 'Choose a bottle', selectable: 1, names: ['Pinot Noir', 'Riesling', 'Rosé'] },
				restrictedStates: ['AR', 'MS', 'UT'],
			},
			{ name: 'Sparkling Tea', subtitle: 'Without alcohol', price: 2900 },
			{ name: 'Corkscrew', subtitle: 'Walnut handle', price: 4100 },
		],
	},
	{
		noun: 'Skincare',
		category: 'Wellness',
		subcategories: ['Bath', 'Face'],
		products: [
			{ name: 'Hand Care Set', subtitle: 'Soap, balm and brush', price: 4300 },
			{
				name: 'Bath Soak',
				subtitle: 'One jar',
				price: 2500,
				choice: { label: 'Choose a scent', selectable: 1, names: ['Eucalyptus', 'Lavender', 'Unscented'] },
			},
			{ name: 'Face Mask Trio', subtitle: 'Clay, oat and honey', price: 3700 },
			{ name: 'Silk Sleep Mask', subtitle: 'With a pouch', price: 4900 },
		],
	},
	{
		noun: 'Apparel',
		category: 'Clothing',
		subcategories: ['Tops', 'Accessories'],
		products: [
			{ name: 'Wool Beanie', subtitle: 'One size', price: 3100 },
			{
				name: 'Crew Sweatshirt',
				subtitle: 'Heavy organic cotton',
				price: 6800,
				groups: {
					label: 'Choose color and size',
					first: { name: 'Color', options: ['Navy', 'Sand'] },
					second: { name: 'Size', options: ['S', 'M', 'L', 'XL'] },
				},
			},
			{ name: 'Canvas Tote', subtitle: 'Waxed, with a zip', price: 4600 },
			{ name: 'Sock Set', subtitle: 'Three pairs', price: 2700 },
		],
	},
	{
		noun: 'Stationery',
		category: 'Office',
		subcategories: ['Paper', 'Pens'],
		products: [
			{ name: 'Linen Notebook', subtitle: 'Dotted, 192 pages', price: 2200 },
			{
				name: 'Rollerball Pen',
				subtitle: 'Brass, refillable',
				price: 5500,
				choice: { label: 'Choose an ink', selectable: 1, names: ['Black', 'Blue', 'Green'] },
			},
			{ name: 'Desk Pad', subtitle: 'Merino felt', price: 4700 },
			{ name: 'Letter Set', subtitle: 'Twenty sheets and envelopes', price: 2600 },
		],
	},
];
