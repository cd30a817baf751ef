import type { FastifyInstance } from 'fastify';
import { keys } from '../accounts';
import type { ServiceContext } from '../context';

interface ById {
	Params: { id: string };
}

/** What other processes need and the contract does not have: IDs to try, and the end of the wait of a scheduled order batch. */
export function controlRoutes(control: FastifyInstance, { orderBatches, samples }: ServiceContext): void {
	control.get('/_control/samples', async () => ({ keys, samples }));

	control.post<ById>('/_control/batches/:id/complete', async ({ params }, reply) => {
		orderBatches.setState(params.id, 'complete');
		return await reply.code(204).send();
	});
}
