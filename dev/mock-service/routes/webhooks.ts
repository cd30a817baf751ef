import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { ServiceContext } from '../context';
import { ServiceError } from '../serviceError';
import type { WebhookInput } from '../contract';

/** The /v1/webhooks endpoints: admins register and delete webhooks of the organization. */
export function webhookRoutes(api: FastifyInstance, { webhooks }: ServiceContext): void {
	api.post('/v1/webhooks', async ({ account, body }, reply) => {
		if (!account.isAdmin) throw new ServiceError(400, 'Unauthorized. You must be an admin to manage webhooks.');
		const { url, events } = body as WebhookInput;
		const secret = `whsec_${randomBytes(24).toString('base64')}`;
		const { id } = webhooks.register({ url, events, secret }, account.name);
		return await reply.code(201).send({ id });
	});

	api.delete<{ Params: { id: string } }>('/v1/webhooks/:id', async ({ account, params }, reply) => {
		if (!account.isAdmin) throw new ServiceError(400, 'Unauthorized');
		webhooks.remove(params.id);
		return await reply.code(204).send();
	});
}
