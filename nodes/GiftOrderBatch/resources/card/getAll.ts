import { endpoints } from '../../api/endpoints';
import { listOperation } from '../listOperation';

/** openapi: listCards. */
export const getAll = listOperation({
	action: 'Get many cards',
	description: 'List the greeting cards with their occasions and pictures',
	list: endpoints.cards,
});
