import { problemsOf } from '../support/schemas';
import type { ErrorBody, OrderBatch, Samples } from '../../dev/mock-service';
import { useService } from '../../dev/harness/serviceClient';
import { directSendInput, orderBatchInput } from '../support/mockService';

const client = useService();

type Item = Record<string, unknown>;
type ItemFrom = (samples: Samples) => Item;

async function create(item: Item) {
	return await client().post<OrderBatch>(
		'/v1/order_batches',
		orderBatchInput(client().service.samples, { cart: { items: [item] } }),
	);
}

async function expectRejection(item: Item, message: string, input = orderBatchInput): Promise<void> {
	const { samples } = client().service;
	const body = { ...input(samples), cart: { items: [item] } };
	const response = await client().post<ErrorBody>('/v1/order_batches', body);
	expect(response.status).toBe(400);
	expect(problemsOf('Error', response.data)).toEqual([]);
	expect(response.data.error).toContain(message);
	expect(client().service.orderBatches()).toEqual([]);
}

describe('product', () => {
	it('by id is what the cart of the batch and of its orders holds', async () => {
		const { samples, catalogue } = client().service;
		const { data: batch } = await create({ product_id: samples.productId, product_url: null, quantity: 3 });
		const product = catalogue.product(samples.productId)!;
		for (const cart of [batch.cart, batch.orders_preview[0]!.cart]) {
			expect(cart.items).toEqual([
				{
					id: expect.any(String),
					quantity: 3,
					product: { id: product.id, name: product.name, brand: product.brand },
				},
			]);
		}
	});

	it('by address is found too', async () => {
		const { productUrl } = client().service.samples;
		const response = await create({ product_id: null, product_url: productUrl, quantity: 1 });
		expect(response.status).toBe(201);
		expect(productUrl).toContain(response.data.cart.items[0]!.product.id);
	});

	it.each<[string, ItemFrom]>([
		['without id and address', () => ({ quantity: 1 })],
		['with null as both', () => ({ product_id: null, product_url: null, quantity: 1 })],
		['with both', ({ productId, productUrl }) => ({ product_id: productId, product_url: productUrl, quantity: 1 })],
	])('%s is rejected', async (_name, item) => {
		await expectRejection(item(client().service.samples), 'product_url');
	});

	it.each(['https://example.com/nothing', 'nonsense', 'https://shop.gift-order-batch.example/products/'])(
		'with the address %s, which is no product, is rejected',
		async (url) => {
			await expectRejection({ product_url: url, quantity: 1 }, 'product_url');
		},
	);

	it('with an unknown id is rejected', async () => {
		const id = '00000000-0000-4000-8000-000000000000';
		await expectRejection({ product_id: id, quantity: 1 }, `Product not found: ${id}`);
	});

	it('with an id that is no UUID is rejected', async () => {
		await expectRejection({ product_id: 'cookie', quantity: 1 }, 'product_id');
	});
});

describe('items', () => {
	it.each([{ items: [] }, {}, { items: null }])('the cart %j is rejected', async (cart) => {
		const body = orderBatchInput(client().service.samples, { cart });
		const response = await client().post<ErrorBody>('/v1/order_batches', body);
		expect(response.status).toBe(400);
		expect(response.data.error).toContain('cart.items');
	});
});

describe('quantity', () => {
	it.each([undefined, null, 0, -1, 1.5, '1'])('%j is rejected', async (quantity) => {
		await expectRejection({ product_id: client().service.samples.productId, quantity }, 'quantity');
	});
});

describe('variable_price', () => {
	it.each([undefined, null, 0, -500, 25.5, '2500', 100, 10_000_000])(
		'%j is rejected for a product of variable price',
		async (price) => {
			const { variableProductId } = client().service.samples;
			await expectRejection({ product_id: variableProductId, quantity: 1, variable_price: price }, 'variable_price');
		},
	);

	it.each([0, -1, null])('%j is rejected for any product', async (price) => {
		const { productId } = client().service.samples;
		await expectRejection({ product_id: productId, quantity: 1, variable_price: price }, 'variable_price');
	});

	it('in cents is the price of a product of variable price', async () => {
		const { variableProductId } = client().service.samples;
		const { data } = await create({ product_id: variableProductId, quantity: 2, variable_price: 2500 });
		expect(data.orders_preview[0]!.amounts.amount_product).toBe(5000);
	});

	it('does not change the price of another product', async () => {
		const { samples, catalogue } = client().service;
		const { data } = await create({ product_id: samples.productId, quantity: 1, variable_price: 1 });
		expect(data.orders_preview[0]!.amounts.amount_product).toBe(catalogue.product(samples.productId)!.price);
	});
});

describe('variants', () => {
	const names = () => client().service.samples.variantProduct.variants;

	it.each<[string, () => string[] | undefined]>([
		['no variants', () => undefined],
		['an empty list', () => []],
		['too few', () => names().slice(0, 1)],
		['too many', () => names().slice(0, 3)],
		['a name that is not of the product', () => [names()[0]!, 'Plutonium']],
		['an id instead of a name', () => [names()[0]!, client().service.samples.productId]],
	])('%s is rejected for direct_send', async (_name, variants) => {
		const { variantProduct } = client().service.samples;
		await expectRejection(
			{ product_id: variantProduct.id, quantity: 1, variants: variants() },
			'variants',
			directSendInput,
		);
	});

	it('as many names as can be selected are accepted for direct_send', async () => {
		const { samples } = client().service;
		const { id, variants, selectable } = samples.variantProduct;
		const body = directSendInput(samples, { product_id: id, variants: variants.slice(0, selectable) });
		expect((await client().post('/v1/order_batches', body)).status).toBe(201);
	});

	it('are not needed for direct_send of a product that has none', async () => {
		const body = directSendInput(client().service.samples);
		expect((await client().post('/v1/order_batches', body)).status).toBe(201);
	});

	it('are not needed when the recipient chooses them', async () => {
		const { variantProduct } = client().service.samples;
		expect((await create({ product_id: variantProduct.id, quantity: 1 })).status).toBe(201);
	});

	it('with a name that is not of the product are rejected whatever the send method', async () => {
		const { variantProduct } = client().service.samples;
		await expectRejection({ product_id: variantProduct.id, quantity: 1, variants: ['Plutonium'] }, 'variants');
	});

	it.each<[string, unknown]>([
		['a text', 'Lemon'],
		['a list of numbers', [1, 2]],
		['null', null],
	])('%s is rejected', async (_name, variants) => {
		const { variantProduct } = client().service.samples;
		await expectRejection({ product_id: variantProduct.id, quantity: 1, variants }, 'variants');
	});
});
