import type { Resource } from '../defineResource';
import { get } from './get';
import { getAll } from './getAll';

export const product: Resource = {
	value: 'product',
	name: 'Product',
	// The first one is the default, which saved workflows do not hold.
	operations: [getAll, get],
};
