import type { FastifyInstance } from 'fastify';
import type { ServiceContext } from '../context';
import { readCountryCode, type Query } from '../input/query';
import { pageOf } from '../list';

/** GET /v1/brands: the catalogue, one page of the brands that ship to a country. */
export function brandRoutes(api: FastifyInstance, { catalogue }: ServiceContext): void {
	api.get('/v1/brands', async ({ query }) =>
		pageOf(catalogue.brandsShippingTo(readCountryCode(query as Query)), query, (brand) => brand),
	);
}
