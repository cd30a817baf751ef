import { endpoints } from '../../api/endpoints';
import { readEntries } from '../../api/pages';
import { filtersField, listFields, notListed, responseFields, simplified } from '../commonFields';
import { check, flag, optional } from '../inputSchemas';
import { eachItem, type Operation } from '../operation';
import { collectionFields, simplifyListedCollection } from './simplify';

/** openapi: listCollections. */
export const getAll: Operation = {
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many collections',
	description: 'List the gift collections of the account, from which recipients choose their gift',
	fields: [
		...listFields,
		...responseFields(collectionFields),
		filtersField({
			displayName: 'Published',
			name: 'published',
			type: 'boolean',
			default: true,
			description: 'Whether to list the published collections only, or the others only',
		}),
	],
	plan: eachItem((item) => {
		const limit = item.limit();
		const published = item.accept(check(optional(flag('Published')), item.collection('filters').published));
		const list = { ...endpoints.collections({ published }), ...notListed };
		return async (client) => simplified(item, await readEntries(client, list, limit), simplifyListedCollection);
	}),
};
