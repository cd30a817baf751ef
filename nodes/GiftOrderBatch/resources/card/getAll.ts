import { endpoints } from '../../api/endpoints';
import { readEntries } from '../../api/pages';
import { listFields, notListed } from '../commonFields';
import { eachItem, type Operation } from '../operation';

/** openapi: listCards. */
export const getAll: Operation = {
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many cards',
	description: 'List the greeting cards with their occasions and pictures',
	fields: listFields,
	plan: eachItem((item) => {
		const limit = item.limit();
		const list = { ...endpoints.cards(), ...notListed };
		return async (client) => await readEntries(client, list, limit);
	}),
};
