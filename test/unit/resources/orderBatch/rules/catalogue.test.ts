import type { IDataObject } from 'n8n-workflow';

import type { Product } from '../../../../../nodes/GiftOrderBatch/api/responses';
import {
	cartProblems,
	productNames,
	restrictionProblems,
} from '../../../../../nodes/GiftOrderBatch/resources/orderBatch/rules/catalogue';
import type { PriceInput } from '../../../../../nodes/GiftOrderBatch/resources/orderBatch/rules/input';
import { ADDRESS } from '../../../../support/samples';

type CartItem = Partial<PriceInput['cart']['items'][number]>;

const ID = 'abcdef00-0000-4000-8000-000000000000';

const cartOf = (...items: CartItem[]) => ({ items: items.map((item) => ({ product_id: ID, quantity: 1, ...item })) });

const productsOf = (fields: IDataObject) => new Map([[ID, { id: ID, name: 'Gift', ...fields } as Product]]);

/** What the catalogue forbids of one product in a cart. */
const problemsOf = (fields: IDataObject, item: CartItem = {}, send_method: PriceInput['send_method'] = 'direct_send') =>
	cartProblems({ cart: cartOf(item), send_method }, productsOf(fields)).map(({ cartItem: _, ...problem }) => problem);

const CARD = { price_is_variable: true, price_min: 500, price_max: 50_000 };
const missing = (more: object) => [{ kind: 'noVariablePrice', product: '"Gift"', ...more }];
const outside = (price: number, more: object = { min: 500, max: 50_000 }) => [
	{ kind: 'wrongVariablePrice', product: '"Gift"', price, ...more },
];
const NO_MIN = { ...CARD, price_min: null };
const NO_MAX = { ...CARD, price_max: 0 };

test.each<[string, IDataObject, number | undefined, object[]]>([
	['equal to the least', CARD, 500, []],
	['equal to the most', CARD, 50_000, []],
	['missing', CARD, undefined, missing({ min: 500, max: 50_000 })],
	['missing without a range', { price_is_variable: true }, undefined, missing({})],
	['below the range', CARD, 499, outside(499)],
	['above the range', CARD, 50_001, outside(50_001)],
	['below the least alone', NO_MAX, 499, outside(499, { min: 500 })],
	['above the least alone', NO_MAX, 50_001, []],
	['above the most alone', NO_MIN, 50_001, outside(50_001, { max: 50_000 })],
	['anything without a range', { price_is_variable: true }, 700, []],
	['given for a fixed price', { ...CARD, price_is_variable: false }, 1, []],
])('a variable price that is %s: %j, %p', (_what, product, variable_price, problems) => {
	expect(problemsOf(product, { variable_price })).toEqual(problems);
});

const DUO = { variants: ['Lemon', 'Mint', 'Oat'].map((name) => ({ name })), variants_num_selectable: 2 };
const ofGift = { product: '"Gift"', names: ['Lemon', 'Mint', 'Oat'] };
const count = (given: number) => ({ kind: 'wrongVariantsCount', ...ofGift, needed: 2, given });
const unknown = (...names: string[]) => ({ kind: 'unknownVariants', ...ofGift, unknown: names });

test.each<[string, IDataObject, string[] | undefined, object[], PriceInput['send_method']?]>([
	['right', DUO, ['Lemon', 'Mint'], []],
	['one of them twice', DUO, ['Lemon', 'Lemon'], []],
	['missing', DUO, undefined, [count(0)]],
	['missing for a gift by link', DUO, undefined, [], 'link_multiple_custom_list'],
	['too few', DUO, ['Lemon'], [count(1)]],
	['unknown', DUO, ['Lemon', 'Nut'], [unknown('Nut')]],
	['in another case', DUO, ['lemon', 'Mint'], [unknown('lemon')]],
	['unknown and too many', DUO, ['Lemon', 'A', 'B'], [unknown('A', 'B'), count(3)]],
	['of any number', { ...DUO, variants_num_selectable: null }, ['Lemon', 'Mint', 'Oat'], []],
	['of any number where 0 stands for it', { ...DUO, variants_num_selectable: 0 }, ['Lemon'], []],
	['given for a product that has none', { variants: [], variants_num_selectable: 2 }, ['Large'], []],
])('the variants of a direct shipment that are %s: %j, %j', (_what, product, variants, problems, ...[sendMethod]) => {
	expect(problemsOf(product, { variants }, sendMethod)).toEqual(problems);
});

test.each<[string, IDataObject, string, PriceInput['send_method']]>([
	['by its name', {}, 'Gift', 'direct_send'],
	['by its ID without one, also by link,', { name: null }, ID, 'email_and_link'],
])('a product that is inactive is refused %s', (_how, fields, name, method) => {
	const refusal = { kind: 'inactiveProduct', product: `"${name}"` };
	expect(problemsOf({ status: 'inactive', ...fields }, {}, method)).toEqual([refusal]);
});

test('a product is found by its ID in upper case, and has the place of its cart item and its quantity', () => {
	const cart = cartOf(
		{ product_id: 'unknown' },
		{ product_id: undefined, product_url: 'https://example.com' },
		{ product_id: ID.toUpperCase(), quantity: 2 },
	);
	const inactive = productsOf({ status: 'inactive' });

	expect(cartProblems({ cart, send_method: 'direct_send' }, inactive)).toMatchObject([{ cartItem: 2 }]);
	expect(productNames(cart, inactive)).toEqual(['product unknown', 'https://example.com', '2 Gift']);
});

const products = productsOf({ restricted_states: ['AR', 'Utah', 7] });
const restricted = (state: string | null, send_method: PriceInput['send_method'] = 'direct_send') => {
	const mailing_address = { ...ADDRESS, state };
	const recipient = { first_name: 'Ann', ...(state !== null && { mailing_address }) } as never;
	return restrictionProblems(recipient, { cart: cartOf({}), send_method }, products);
};

test('a state that a product is not shipped to is refused, but no other state, no gift by link and no missing address', () => {
	for (const state of ['UT', 'ut', ' Ut '])
		expect(restricted(state)).toEqual([{ kind: 'restrictedState', product: '"Gift"', state }]);
	expect([restricted('CA'), restricted('UT', 'email_and_link'), restricted(null)]).toEqual([[], [], []]);
});
