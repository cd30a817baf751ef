import type { FastifyInstance } from 'fastify';

/** GET /v1/me: whose key it is (openapi: getMe). */
export function meRoutes(api: FastifyInstance): void {
	api.get('/v1/me', async (request) => request.account.me);
}
