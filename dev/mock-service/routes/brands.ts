import type { FastifyInstance } from 'fastify';
import type { ServiceContext } from '../context';
import { pageOf } from '../pagination';

/** GET /v1/brands: the catalogue, one page of the brands that ship to a country. */
export function brandRoutes(api: FastifyInstance, { catalogue }: ServiceContext): void {
	api.get('/v1/brands', async ({ query }) =>
		pageOf(
			catalogue.brandsShippingTo((query as { country_code: string }).country_code.toUpperCase()),
			query,
			(brand) => brand,
		),
	);
}
