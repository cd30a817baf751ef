import type { FastifyInstance } from 'fastify';
import { keys } from '../accounts';
import { CARD_SIZES, pictureOf, type CardSize } from '../cardPicture';
import { cardWith } from '../cards';
import type { ById, ServiceContext } from '../context';
import { notFound } from '../serviceError';

/** What other processes need and the contract does not have: IDs to try, and the end of the wait of a scheduled order batch. */
export function controlRoutes(control: FastifyInstance, { orderBatches, samples }: ServiceContext): void {
	control.get('/_control/samples', async () => ({ keys, samples }));

	control.post<ById>('/_control/batches/:id/complete', async ({ params }, reply) => {
		orderBatches.setState(params.id, 'complete');
		return await reply.code(204).send();
	});
}

/** The pictures of the cards, which a browser opens without a key. */
export function cardPictureRoutes(pictures: FastifyInstance): void {
	pictures.get<{ Params: { id: string; size: string } }>('/cards/:id/:size.svg', async ({ params }, reply) => {
		const card = cardWith(params.id);
		if (!card || !(params.size in CARD_SIZES)) return notFound();
		return await reply.type('image/svg+xml').send(pictureOf(card, params.size as CardSize));
	});
}
