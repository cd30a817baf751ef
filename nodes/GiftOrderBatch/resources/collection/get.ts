import { readCollection } from '../../api/collections';
import { locatorField, responseFields } from '../commonFields';
import { eachItem, type Operation } from '../operation';
import { collectionFields, simplifyCollection } from './simplify';

const collectionIdField = locatorField('Collection', 'collectionId', 'searchCollections', 'The gift collection');

/** openapi: getCollection. */
export const get: Operation = {
	value: 'get',
	name: 'Get',
	action: 'Get collection',
	description: 'Read one gift collection with the products that recipients can choose from',
	fields: [collectionIdField, ...responseFields(collectionFields)],
	plan: eachItem((item) => {
		const collectionId = item.id(collectionIdField);
		return async (client) => [await readCollection(client, collectionId)];
	}, simplifyCollection),
};
