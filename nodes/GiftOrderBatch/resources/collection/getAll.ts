import { endpoints } from '../../api/endpoints';
import { filtersField, responseFields } from '../commonFields';
import { flagField } from '../fieldTable';
import { listOperation } from '../listOperation';
import { collectionFields, simplifyListedCollection } from './simplify';

const filters = {
	published: flagField(
		'Published',
		'published',
		'Whether to list only published collections, or only unpublished ones',
	),
};

/** openapi: listCollections. */
export const getAll = listOperation({
	action: 'Get many collections',
	description: "List the account's gift collections, from which recipients choose their gifts",
	fields: [...responseFields(collectionFields), filtersField(filters)],
	list: (item) => endpoints.collections(item.added('filters', filters)),
	simplify: simplifyListedCollection,
});
