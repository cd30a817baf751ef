import type { FastifyInstance } from 'fastify';
import type { ServiceContext } from '../context';
import { ServiceError } from '../serviceError';
import { pageOf } from '../pagination';

/** The /v1/products endpoints: the active products that ship to a country, and any one product. */
export function productRoutes(api: FastifyInstance, { catalogue }: ServiceContext): void {
	api.get('/v1/products', async ({ query }) =>
		pageOf(
			catalogue.activeProductsShippingTo((query as { country_code: string }).country_code.toUpperCase()),
			query,
			(product) => product,
		),
	);

	api.get<{ Params: { id: string } }>('/v1/products/:id', async ({ params }) => {
		const product = catalogue.product(params.id);
		if (!product) throw new ServiceError(404, 'Product not found');
		return product;
	});
}
