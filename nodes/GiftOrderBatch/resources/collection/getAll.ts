import { endpoints } from '../../api/endpoints';
import { filtersField, responseFields } from '../commonFields';
import { flag, optional } from '../inputSchemas';
import { listOperation } from '../listOperation';
import { collectionFields, simplifyListedCollection } from './simplify';

/** openapi: listCollections. */
export const getAll = listOperation({
	action: 'Get many collections',
	description: 'List the gift collections of the account, from which recipients choose their gift',
	fields: [
		...responseFields(collectionFields),
		filtersField({
			displayName: 'Published',
			name: 'published',
			type: 'boolean',
			default: true,
			description: 'Whether to list the published collections only, or the others only',
		}),
	],
	list: (item) => endpoints.collections(item.added('filters', { published: optional(flag('Published')) })),
	simplify: simplifyListedCollection,
});
