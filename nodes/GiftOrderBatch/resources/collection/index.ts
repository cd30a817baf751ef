import type { Resource } from '../defineResource';
import { get } from './get';
import { getAll } from './getAll';

export const collection: Resource = {
	value: 'collection',
	name: 'Collection',
	operations: [get, getAll],
};
