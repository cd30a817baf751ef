import type { FastifyInstance } from 'fastify';
import { wholeList } from '../pagination';

/** GET /v1/workspaces: those of the account, oldest first. */
export function workspaceRoutes(api: FastifyInstance): void {
	api.get('/v1/workspaces', async ({ account }) => wholeList(account.workspaces));
}
