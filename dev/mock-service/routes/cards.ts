import type { FastifyInstance } from 'fastify';
import { CARD_SIZES, pictureOf, type CardSize } from '../cardPicture';
import { cards, cardWith } from '../cards';
import type { ServiceContext } from '../context';
import { pageOf } from '../pagination';
import { notFound } from '../serviceError';

/** GET /v1/cards: the greeting cards. */
export function cardRoutes(api: FastifyInstance, { responses }: ServiceContext): void {
	api.get('/v1/cards', async ({ query }) => pageOf(cards, query, (card) => responses.card(card)));
}

/** The pictures of the cards, which a browser opens without a key. */
export function cardPictureRoutes(pictures: FastifyInstance): void {
	pictures.get<{ Params: { id: string; size: string } }>('/cards/:id/:size.svg', async ({ params }, reply) => {
		const card = cardWith(params.id);
		if (!card || !(params.size in CARD_SIZES)) return notFound();
		return await reply.type('image/svg+xml').send(pictureOf(card, params.size as CardSize));
	});
}
